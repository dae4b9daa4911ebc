"""Action III, Score, paragraph by paragraph, with the rulebook's examples."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from scoring import GAMES
from scoring.palaces_of_carrara.board import buildings_named, supply
from scoring.palaces_of_carrara.limits import LIMITS
from scoring.palaces_of_carrara.moves import free_upgrades, reckoning, score, scoring_choice, scoring_choices, unbuilt
from scoring.palaces_of_carrara.scoring_action import NAMES, gain, refused
from scoring.palaces_of_carrara.state import Category, City, Kind, Location, Object, Table, Value, What
from scoring.problems import problems_in
from tests.scoring.palaces_of_carrara import strategies
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards
from tests.strategies import examples

GAME = GAMES["palaces-of-carrara"]


def pays(some: Table, what: str, name: str) -> tuple[int, int, dict[str, int]]:
    """The points, coins and objects for the first player."""
    made = gain(some, some.players[0], What(what), name)
    return made.points, made.coins, {kind.value: number for kind, number in made.objects.items()}


def refusals(some: Table, what: str, name: str) -> list[tuple[str, str]]:
    return [(problem.path, str(problem.message)) for problem in refused(some, 0, What(what), name)]


def test_a_type_cost_times_the_value_of_its_city() -> None:
    builder = player(buildings="biblioteca 3 pisa, biblioteca 2 massa, villa 5 massa")
    assert pays(table(builder), "kind", "biblioteca") == (2, 9, {"book": 2})


def test_a_type_two_palazzi_in_massa() -> None:
    builder = player(buildings="palazzo 5 massa, palazzo 1 massa")
    assert pays(table(builder), "kind", "palazzo") == (6, 0, {"crown": 2})


@pytest.mark.parametrize(
    ("city", "points", "coins"),
    [("livorno", 3, 0), ("pisa", 0, 3), ("lucca", 2, 0), ("viareggio", 0, 2), ("massa", 1, 0), ("lerici", 0, 1)],
)
def test_a_type_the_value_of_each_city(city: str, points: int, coins: int) -> None:
    some = table(player(buildings=f"villa 4 {city}"))
    assert pays(some, "kind", "villa") == (4 * points, 4 * coins, {"coat_of_arms": 1})


@pytest.mark.parametrize(
    ("kind", "prize"),
    [
        ("biblioteca", "book"),
        ("palazzo", "crown"),
        ("porta", "gate"),
        ("cathedrale", "cup"),
        ("castello", "flag"),
        ("villa", "coat_of_arms"),
    ],
)
def test_a_type_has_an_object_of_its_own(kind: str, prize: str) -> None:
    assert pays(table(player(buildings=f"{kind} 1 massa")), "kind", kind)[2] == {prize: 1}


def test_a_type_the_object_is_what_the_copy_prints() -> None:
    belongs = {Kind.VILLA: Object.CUP, Kind.CATHEDRALE: Object.COAT_OF_ARMS}
    some = table(player(buildings="villa 1 massa, castello 1 massa"), objects_of=belongs)
    assert pays(some, "kind", "villa")[2] == {"cup": 1}
    assert pays(some, "kind", "castello")[2] == {"flag": 1}


def test_a_type_objects_are_taken_while_the_supply_lasts() -> None:
    builder = player(buildings="porta 1 pisa, porta 2 pisa, porta 3 pisa", objects="1 gate")
    assert pays(table(builder, player("Hank", objects="4 gate")), "kind", "porta") == (0, 18, {"gate": 1})
    assert pays(table(builder, player("Hank", objects="5 gate")), "kind", "porta") == (0, 18, {})


def test_what_is_known_to_lie_for_sale_is_not_taken() -> None:
    unrecorded = table(player(buildings="porta 1 pisa, porta 2 pisa", objects="4 gate"))
    for sold, taken in ((None, 2), ((), 1), ((Object.BOOK,), 1), ((Object.GATE,), 2)):
        some = replace(unrecorded, sold=sold)
        assert dict(gain(some, some.players[0], What.KIND, "porta").objects) == {Object.GATE: taken}


def test_a_type_needs_a_building_and_is_scored_once() -> None:
    some = table(player(buildings="porta 1 pisa", scored="kind porta"), player("Hank", scored="kind villa"))
    assert refusals(some, "kind", "porta") == [("name", "porta: Nick has scored this already")]
    assert refusals(some, "kind", "villa") == [("name", "not built")]


def test_a_city_the_sum_of_costs_times_its_value() -> None:
    massa = player(buildings="palazzo 1 massa, porta 3 massa, castello 5 massa")
    assert pays(table(massa), "city", "massa") == (9, 0, {"crown": 1, "gate": 1, "flag": 1})
    pisa = player(buildings="palazzo 2 pisa, porta 4 pisa")
    assert pays(table(pisa), "city", "pisa") == (0, 18, {"crown": 1, "gate": 1})


def test_a_city_with_objects_of_one_type_as_far_as_they_go() -> None:
    builder = player(buildings="palazzo 2 pisa, palazzo 4 pisa, porta 1 pisa")
    some = table(builder, player("Hank", objects="5 crown"))
    assert pays(some, "city", "pisa") == (0, 21, {"crown": 1, "gate": 1})


@pytest.mark.parametrize(
    ("city", "needed"), [("livorno", 2), ("pisa", 2), ("lucca", 2), ("viareggio", 3), ("massa", 3), ("lerici", 3)]
)
def test_a_city_needs_two_or_three_buildings(city: str, needed: int) -> None:
    enough = ", ".join(f"villa {cost} {city}" for cost in range(1, needed + 1))
    few = ", ".join(f"villa {cost} {city}" for cost in range(1, needed))
    assert refusals(table(player(buildings=enough)), "city", city) == []
    ((path, message),) = refusals(table(player(buildings=few)), "city", city)
    assert (path, message) == ("name", f"{needed - 1} of {needed} buildings")


def test_a_city_is_scored_once_by_whomever() -> None:
    some = table(player(buildings="villa 1 pisa, villa 2 pisa"), player("Hank", scored="city pisa, city massa"))
    assert refusals(some, "city", "pisa") == [("name", "Pisa: Hank has scored this already")]


def test_a_category_the_sum_of_costs_without_objects() -> None:
    city = player(buildings="porta 3 livorno, palazzo 2 pisa, biblioteca 2 pisa, villa 5 pisa")
    assert pays(with_cards(city), "category", "city") == (0, 7, {})
    land = player(buildings="villa 1 livorno, castello 3 pisa, villa 4 pisa, porta 5 pisa")
    assert pays(with_cards(land), "category", "land") == (8, 0, {})


def test_a_category_needs_a_building_and_is_scored_once() -> None:
    some = with_cards(player(buildings="villa 1 massa", scored="category land"))
    assert refusals(some, "category", "land") == [("name", "land buildings: Nick has scored this already")]
    assert refusals(some, "category", "city") == [("name", "not built")]


def test_a_category_belongs_to_the_expansion() -> None:
    some = table(player(buildings="villa 1 massa"))
    assert refusals(some, "category", "land") == [
        ("what", "category: the building category spaces belong to the expansion")
    ]


def test_an_upgrade_tile_covers_the_value_of_a_city() -> None:
    builder = player(buildings="palazzo 2 lucca, porta 3 lucca", upgrades=(Location.LUCCA,))
    some = with_cards(builder, upgrades={Location.LUCCA: Value(points=3, coins=1)})
    assert pays(some, "city", "lucca") == (15, 5, {"crown": 1, "gate": 1})
    assert pays(some, "kind", "porta") == (9, 3, {"gate": 1})


def test_an_upgrade_tile_is_of_use_to_its_owner_alone() -> None:
    rival = player("Hank", upgrades=(Location.LUCCA,))
    some = with_cards(player(buildings="porta 3 lucca"), rival, upgrades={Location.LUCCA: Value(points=3, coins=1)})
    assert pays(some, "kind", "porta") == (6, 0, {"gate": 1})


def test_an_upgrade_tile_covers_the_value_of_a_category() -> None:
    builder = player(buildings="villa 4 pisa, porta 1 pisa", upgrades=(Location.LAND,))
    some = with_cards(builder, upgrades={Location.LAND: Value(points=2, coins=2)})
    assert pays(some, "category", "land") == (8, 8, {})
    assert pays(some, "category", "city") == (0, 1, {})


def test_a_player_scores_six_times() -> None:
    six = "kind porta, kind palazzo, kind castello, kind cathedrale, city pisa, city massa"
    some = table(player(buildings="villa 1 massa", scored=six))
    assert refusals(some, "kind", "villa") == [("player", "Nick has scored 6 times: no marker is left")]


def test_all_reasons_are_given_at_once() -> None:
    six = "kind porta, kind palazzo, kind castello, kind cathedrale, city pisa, city massa"
    assert [path for path, _ in refusals(table(player(scored=six)), "kind", "porta")] == ["player", "name", "name"]


def test_a_name_of_something_else_is_not_refused_by_these_rules() -> None:
    assert refusals(table(player()), "city", "villa") == []
    assert refusals(table(player()), "kind", "pisa") == []


def test_choices_side_by_side() -> None:
    builder = player(buildings="palazzo 2 lucca, porta 3 lucca", coins=3)
    choices = scoring_choices(table(builder), 0)
    assert [(choice.what, choice.name) for choice in choices] == [
        *((What.KIND, kind) for kind in Kind),
        *((What.CITY, city) for city in City),
    ]
    open_now = {choice.name: choice.final for choice in choices if not choice.refused}
    assert open_now == {"palazzo": 4 + 3, "porta": 6 + 3, "lucca": 10 + 6}


def test_choices_with_the_expansion_show_the_categories() -> None:
    choices = scoring_choices(with_cards(player(buildings="villa 4 pisa")), 0)
    assert [choice.name for choice in choices[-2:]] == list(Category)
    assert str(choices[-2].refused[0]) == "not built"


def test_a_choice_counts_coins_that_make_a_point() -> None:
    builder = player(buildings="villa 2 lerici", coins=3, objects="3 coat_of_arms")
    assert scoring_choice(table(builder), 0, What.KIND, "villa").final == 1 + 3


@given(strategies.tables())
@examples(60)
def test_a_choice_changes_the_total_by_what_it_says(some: Table) -> None:
    for seat, before in enumerate(GAME.score(some).columns):
        for choice in scoring_choices(some, seat):
            if choice.refused:
                continue
            after = score(some, seat, choice.what, choice.name)
            assert problems_in(after, LIMITS) == []
            assert GAME.score(after).columns[seat].total - before.total == choice.final
            assert after.players[seat].score - some.players[seat].score == choice.gain.points
            assert all(left >= 0 for left in supply(after).values())


def reckoned(some: Table, what: str, name: str) -> list[str]:
    return [str(message) for message in reckoning(some, 0, What(what), name)]


def test_how_a_kind_comes_to_what_it_pays() -> None:
    builder = player(buildings="biblioteca 3 pisa, biblioteca 2 massa, villa 5 massa")
    assert reckoned(table(builder), "kind", "biblioteca") == [
        "biblioteca 3 in Pisa: 3 × 3 coins = 9 coins",
        "biblioteca 2 in Massa: 2 × 1 point = 2 points",
    ]


def test_how_an_upgraded_city_and_a_category_come_to_what_they_pay() -> None:
    builder = player(buildings="villa 3 lucca, porta 2 lucca", upgrades=(Location.LUCCA,))
    some = with_cards(builder, upgrades={Location.LUCCA: Value(points=3, coins=1)})
    assert reckoned(some, "city", "lucca") == [
        "villa 3 in Lucca: 3 × (3 points + 1 coin) = 9 points + 3 coins",
        "porta 2 in Lucca: 2 × (3 points + 1 coin) = 6 points + 2 coins",
    ]
    assert reckoned(some, "category", "land") == ["villa 3 in Lucca: 3 × 1 point = 3 points"]


def test_objects_that_are_not_there_any_more_are_said() -> None:
    builder = player(buildings="porta 3 pisa, porta 1 pisa", objects="2 gate")
    some = table(builder, player("Hank", objects="3 gate"))
    assert reckoned(some, "city", "pisa")[-1] == "1 gate not taken: the supply has no more"


@given(strategies.tables())
@examples(30)
def test_every_building_that_counts_is_reckoned_once(some: Table) -> None:
    for seat in range(len(some.players)):
        for choice in scoring_choices(some, seat):
            built = buildings_named(some.players[seat], choice.what, choice.name)
            lines = [str(line) for line in reckoning(some, seat, choice.what, choice.name)]
            assert [line.split(" in ")[0] for line in lines[: len(built)]] == [
                f"{building.kind} {building.cost}" for building in built
            ]
            assert all("not taken" in line for line in lines[len(built) :])


def test_tiles_that_nobody_has_built() -> None:
    some = table(player(buildings="villa 1 pisa"), player("Hank", buildings="porta 5 pisa"))
    tiles = unbuilt(some)
    assert len(tiles) == 28
    assert (Kind.VILLA, 1) not in {(tile.kind, tile.cost) for tile in tiles}
    assert {tile.kind for tile in tiles if tile.category is Category.LAND} == {Kind.CASTELLO, Kind.VILLA}
    assert len(unbuilt(replace(some, expansion=True))) == 34


def test_upgrade_tiles_that_nobody_has() -> None:
    builder = player(upgrades=(Location.CITY,))
    assert free_upgrades(table(builder)) == ()
    assert free_upgrades(with_cards(builder, player("Hank", upgrades=(Location.PISA,)))) == tuple(
        place for place in Location if place not in (Location.CITY, Location.PISA)
    )


def test_all_that_can_be_scored_has_a_name() -> None:
    assert {what: len(names) for what, names in NAMES.items()} == {What.KIND: 6, What.CITY: 6, What.CATEGORY: 2}
