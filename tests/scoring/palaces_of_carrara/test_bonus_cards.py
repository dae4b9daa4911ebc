"""The Cards in Detail: Bonus Points Cards, with the rulebook's example board, and every choice tried."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given

from scoring import GAMES
from scoring.palaces_of_carrara.board import cost_of, of_kind, standing_in, value, worth_in_its_city
from scoring.palaces_of_carrara.rules import BONUSES, Bonus, bonus, coins_for_a_point, column
from scoring.palaces_of_carrara.state import BonusCard, City, Kind, Location, Object, Player, Table, Value
from tests.scoring.palaces_of_carrara import strategies
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards
from tests.strategies import examples

GAME = GAMES["palaces-of-carrara"]
LERICI = {Location.LERICI: Value(points=1, coins=1)}


def example() -> Player:
    buildings = (
        "cathedrale 3 livorno, porta 2 livorno, villa 1 lucca, biblioteca 2 massa, biblioteca 8 lerici, "
        "cathedrale 4 lerici"
    )
    return player(buildings=buildings, upgrades=(Location.LERICI,))


def given_by(card: str, who: Player, *others: Player) -> tuple[int, int, str]:
    some = with_cards(who, *others, green=card, upgrades=LERICI)
    made = bonus(some, who)
    return made.points, made.coins, str(made.because)


def test_two_cities_named_by_the_card() -> None:
    because = "15 points for Livorno and 12 points + 12 coins for Lerici"
    assert given_by("livorno-lerici", example()) == (27, 12, because)
    assert given_by("pisa-massa", example()) == (2, 0, "2 points for Massa")
    assert given_by("lucca-viareggio", example()) == (2, 0, "2 points for Lucca")


def test_a_card_that_finds_nothing_says_so() -> None:
    for card in ("livorno-lerici", "two-cities", "two-kinds", "smallest-of-each-kind"):
        assert given_by(card, player()) == (0, 0, "nothing built that the card scores")


def test_two_cities_of_choice() -> None:
    assert given_by("two-cities", example())[:2] == (27, 12)


def test_two_kinds_of_choice() -> None:
    because = "10 points + 8 coins for biblioteca and 13 points + 4 coins for cathedrale"
    assert given_by("two-kinds", example()) == (23, 12, because)


def test_smallest_building_of_each_kind() -> None:
    because = (
        "2 points for biblioteca 2 in Massa, 6 points for porta 2 in Livorno, "
        "9 points for cathedrale 3 in Livorno and 2 points for villa 1 in Lucca"
    )
    assert given_by("smallest-of-each-kind", example()) == (19, 0, because)


def test_highest_cost_in_three_cities() -> None:
    rival = player("Hank", buildings="castello 5 pisa, castello 2 pisa, villa 5 massa")
    because = "9 for cost 14 in Viareggio + Massa + Lerici; not the highest cost in Livorno + Pisa + Lucca, 6 to 7"
    assert given_by("region-majorities", example(), rival) == (9, 0, because)


def test_highest_cost_in_each_city() -> None:
    rival = player("Hank", buildings="villa 3 lucca, villa 5 massa, villa 4 lerici")
    because = (
        "14 for cost 5 in Livorno and 4 for cost 12 in Lerici; not the highest cost in Lucca, 1 to 3 and Massa, 2 to 5"
    )
    assert given_by("city-majorities", example(), rival) == (18, 0, because)


@pytest.mark.parametrize(
    ("city", "points"), [("livorno", 14), ("pisa", 12), ("lucca", 10), ("viareggio", 8), ("massa", 6), ("lerici", 4)]
)
def test_highest_cost_in_each_city_by_city_and_all_who_are_level(city: str, points: int) -> None:
    builder, rival = player(buildings=f"villa 3 {city}"), player("Hank", buildings=f"porta 3 {city}")
    assert given_by("city-majorities", builder, rival)[0] == points
    assert given_by("city-majorities", rival, builder)[0] == points
    assert given_by("city-majorities", player("Cathy"), builder) == (0, 0, "nothing built that the card counts")


def test_bonus_points_do_not_ask_for_a_minimum_or_for_a_city_not_yet_scored() -> None:
    builder = player(buildings="villa 3 lerici", scored="city lerici")
    assert given_by("livorno-lerici", builder)[:2] == (0, 3)


def test_coins_of_the_card_join_the_coins_before_they_become_points() -> None:
    builder = player(coins=2, buildings="villa 3 lerici")
    lines = {line.rule: line for line in column(with_cards(builder, green="livorno-lerici"), builder).lines}
    assert (lines["coins"].points, lines["bonus"].points) == (1, 0)
    assert str(lines["coins"].because) == "2 coins and 3 of the bonus points card, a point for every 5"


def test_the_choice_is_the_highest_total_and_then_the_most_bonus_points() -> None:
    buildings = "villa 5 pisa, porta 5 lerici, palazzo 1 livorno"
    few = given_by("two-cities", player(coins=0, buildings=buildings))
    assert few == (3, 15, "3 points for Livorno and 15 coins for Pisa")
    level = player(coins=0, buildings="villa 5 lerici, porta 1 massa, palazzo 1 lucca")
    assert given_by("two-cities", level)[:2] == (3, 0)
    coins_first = player(coins=4, buildings="villa 1 lerici, porta 1 massa, porta 2 massa, villa 2 viareggio")
    assert given_by("two-cities", coins_first)[:2] == (3, 4)


def test_without_the_expansion_there_is_no_bonus() -> None:
    assert bonus(table(player()), player()) == Bonus(
        points=0, coins=0, because=bonus(table(player()), player()).because
    )
    assert str(bonus(table(player()), player()).because) == "no bonus points card in the base game"


def test_every_bonus_card_is_known() -> None:
    assert set(BONUSES) == set(BonusCard)


@given(strategies.tables(expansion=True))
@examples(60)
def test_no_other_choice_gives_a_higher_total(some: Table) -> None:
    assert some.cards is not None
    for card in (BonusCard.TWO_CITIES, BonusCard.TWO_KINDS):
        asked = replace(some, cards=replace(some.cards, green=card))
        rate = coins_for_a_point(asked)
        for who in asked.players:
            if card is BonusCard.TWO_CITIES:
                paid = [
                    (cost * each.points, cost * each.coins)
                    for city in City
                    for cost, each in [(cost_of(standing_in(who, city)), value(asked, who, Location(city)))]
                ]
            else:
                every = [[worth_in_its_city(asked, who, building) for building in of_kind(who, kind)] for kind in Kind]
                paid = [(sum(worth.points for worth in each), sum(worth.coins for worth in each)) for each in every]
            best = max(
                (first[0] + second[0] + (who.coins + first[1] + second[1]) // rate, first[0] + second[0])
                for first, second in combinations(paid, 2)
            )
            made = bonus(asked, who)
            assert (made.points + (who.coins + made.coins) // rate, made.points) == best


def test_rulings_name_what_the_score_rests_on() -> None:
    def rulings(**named: str) -> list[str]:
        some = with_cards(player(buildings="villa 3 lerici"), **named)
        return [str(ruling) for ruling in GAME.rulings(some, GAME.score(some))]

    assert GAME.rulings(table(player()), GAME.score(table(player()))) == ()
    assert len(rulings(purple="four-different", green="region-majorities")) == 2
    assert len(rulings(purple="pairs-multiplied", gray="land-city-pairs", green="city-majorities")) == 3
    assert len(rulings(green="livorno-lerici")) == 2
    assert len(rulings(green="two-kinds")) == 3
    assert rulings(green="pisa-massa") == [
        "The bonus points card scores cities and kinds however many buildings stand there."
    ]


def test_rulings_name_what_only_the_copy_prints() -> None:
    def rulings(some: Table) -> list[str]:
        return [str(ruling) for ruling in GAME.rulings(some, GAME.score(some))]

    upgrades = {
        Location.LUCCA: Value(points=3, coins=1),
        Location.LAND: Value(points=2, coins=1),
        Location.PISA: Value(points=0, coins=4),
    }
    held = player(upgrades=(Location.LUCCA, Location.LAND), buildings="villa 8 pisa, villa 5 pisa")
    assert rulings(with_cards(held, upgrades=upgrades, green="region-majorities"))[1:] == [
        (
            "As printed on the upgrade tile of this copy, land buildings: 2 points + 1 coin for each block of building "
            "cost."
        )
    ]
    built = "villa 5 pisa, castello 3 pisa, porta 2 massa, cathedrale 1 massa"
    builder = player(buildings=built, scored="city pisa, category land, kind porta")
    shows = "As the building tiles of this copy show, the castello brings the cup and the villa brings the flag."
    supposed = (
        "Until somebody says what the tiles show, the cathedrale brings the cup, the castello the flag, the villa"
    )
    printed = {Kind.VILLA: Object.FLAG, Kind.CASTELLO: Object.CUP, Kind.CATHEDRALE: Object.COAT_OF_ARMS}
    assert rulings(table(builder, objects_of=printed)) == [shows]
    (said,) = rulings(table(builder))
    assert said.startswith(supposed)
    scored = player(buildings=built, scored="city pisa, kind cathedrale")
    both = rulings(table(scored, objects_of={Kind.CASTELLO: Object.FLAG}))
    assert both == [
        "As the building tiles of this copy show, the castello brings the flag.",
        "Until somebody says what the tile shows, the cathedrale brings the cup and the villa brings the coat of arms.",
    ]
    builder = player(buildings=built, scored="category land, kind porta")
    assert rulings(table(builder)) == []
