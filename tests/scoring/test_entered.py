"""Points that were entered for a line of the sheet, in every game that has rules of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import GAMES
from scoring.palaces_of_carrara import game
from scoring.players import with_player
from storage.documents import codec
from tests.scoring.carpe_diem import strategies as carpe_diem
from tests.scoring.little_town import strategies as little_town
from tests.scoring.mayor import strategies as mayor
from tests.scoring.palaces_of_carrara import strategies as carrara
from tests.strategies import examples, few

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scoring.messages import Message

TABLES: Mapping[str, st.SearchStrategy[Any]] = {
    "carpe-diem": carpe_diem.tables(few),
    "little-town": little_town.towns(),
    "mayor": mayor.tables(),
    "palaces-of-carrara": carrara.tables(),
}
SMALL: Mapping[str, Any] = {
    "carpe-diem": {
        "players": [
            {"name": "Ann", "victory_cards": 7, "prestige": 0, "writs_left": 9, "district": {"tiles": []}},
            {"name": "Ben", "victory_cards": 9, "prestige": 2, "writs_left": 8, "district": {"tiles": []}},
        ]
    },
    "little-town": {
        "board": "side-1",
        "players": [{"name": "Ann", "score": 7, "coins": 0}, {"name": "Ben", "score": 9, "coins": 3}],
    },
    "mayor": {"players": [{"name": "Ann", "citizen": 7, "banker": 0}, {"name": "Ben", "citizen": 9, "banker": 3}]},
    "palaces-of-carrara": {
        "players": [{"name": "Ann", "score": 7, "coins": 0}, {"name": "Ben", "score": 9, "coins": 5}]
    },
}
games = pytest.mark.parametrize("key", list(TABLES))


def document(key: str, **ann: Any) -> dict[str, Any]:
    """A small table, with other fields for the first player; a field that is `None` is left out."""
    first, *others = SMALL[key]["players"]
    changed = {name: value for name, value in {**first, **ann}.items() if value is not None}
    return {"game": key, "format": 1, "table": {**SMALL[key], "players": [changed, *others]}}


def scored(some: dict[str, Any]) -> dict[str, Any]:
    """The result of a document."""
    read = codec.read_table(some)
    return codec.score_result(read.game, read.game.score(read.table))


def paths(some: dict[str, Any]) -> list[str]:
    """The paths of the problems of a document, none where it is scored."""
    try:
        (codec.read_check if "check" in some else codec.read_table)(some)
    except codec.DocumentError as error:
        return [problem.path for problem in error.problems]
    return []


@games
@given(data=st.data())
@examples(40)
def test_entering_the_points_of_a_line_changes_nothing_but_its_reason(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    table: Any = data.draw(TABLES[key])
    before = game.score(table)
    seat = data.draw(st.integers(0, len(table.players) - 1))
    rules = data.draw(st.sets(st.sampled_from(list(game.rules)), min_size=1))
    points = {line.rule: line.points for line in before.columns[seat].lines if line.rule in rules}
    entered = with_player(table, seat, entered=points)
    after = game.score(entered)
    assert codec.read_table(codec.table_document(game, entered)).table == entered
    assert [column.total for column in after.columns] == [column.total for column in before.columns]
    assert after.standings == before.standings
    for number, (old, new) in enumerate(zip(before.columns, after.columns, strict=True)):
        for line, line_after in zip(old.lines, new.lines, strict=True):
            if number == seat and line.rule in rules:
                assert (line_after.points, str(line_after.because), line_after.cells) == (
                    line.points,
                    "as entered, not checked",
                    (),
                )
            else:
                assert line_after == line


@games
def test_points_that_were_entered_stand_for_the_line_of_each_rule(key: str) -> None:
    rules = GAMES[key].rules
    column = scored(document(key, entered={rule: 10 * number for number, rule in enumerate(rules, start=1)}))["columns"]
    assert [line["points"] for line in column[0]["lines"]] == [10 * number for number in range(1, len(rules) + 1)]
    assert column[0]["total"] == sum(line["points"] for line in column[0]["lines"])
    assert all("entered" not in line["because"] for line in column[1]["lines"])


@games
def test_the_range_of_what_is_entered(key: str) -> None:
    rule = next(iter(GAMES[key].rules))
    for points in (-999, 0, 9999):
        assert scored(document(key, entered={rule: points}))["columns"][0]["lines"][0]["points"] == points
    for wrong in (-1000, 10000, 3.0, True, "3", None):
        assert paths(document(key, entered={rule: wrong})) == [f"players[0].entered.{rule}"]


@games
def test_a_rule_that_the_sheet_does_not_have_is_a_problem_in_its_place(key: str) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(document(key, entered={"luck": 3}))
    (problem,) = caught.value.problems
    assert problem.path == "players[0].entered.luck"
    assert str(problem.message).startswith('"luck" is not known here; known are: ')


@games
def test_the_schema_names_the_rules(key: str) -> None:
    schema = codec.schema(GAMES[key])
    rules = list(GAMES[key].rules)
    entered = schema["properties"]["table"]["properties"]["players"]["items"]["properties"]["entered"]
    assert list(entered["properties"]) == rules
    assert "description" in entered
    validator = Draft202012Validator(schema)
    validator.validate(document(key, entered={rules[-1]: 9999}))
    assert not validator.is_valid(document(key, entered={rules[-1]: 10000}))
    assert not validator.is_valid(document(key, entered={"luck": 1}))


@pytest.mark.parametrize(
    ("key", "wrong", "path"),
    [
        ("carpe-diem", {"goods": {"fish": -1}, "entered": {"items": 3}}, "players[0].goods.fish"),
        ("carpe-diem", {"prestige": 21, "entered": {"prestige": 3}}, "players[0].prestige"),
        ("little-town", {"score": 1000, "entered": {"track": 3}}, "players[0].score"),
        ("mayor", {"citizen": 100, "entered": {"citizen": 3}}, "players[0].citizen"),
        ("palaces-of-carrara", {"objects": {"cup": 7}, "entered": {"objects": 3}}, "players[0].objects.cup"),
    ],
)
def test_what_else_a_document_says_of_a_line_is_checked_as_always(key: str, wrong: dict[str, Any], path: str) -> None:
    assert paths(document(key, **wrong)) == [path]


def tally(*villas: int) -> dict[str, Any]:
    return {"counts": {}, "villas": list(villas), "chimneys": sum(villas)}


def test_the_villa_chart_is_needed_for_a_tally_as_always() -> None:
    some = document("carpe-diem", district=None, tally=tally(4), entered={"villas": 9})
    assert paths(some) == ["villa_chart"]
    some["table"]["villa_chart"] = {"4": 5}
    assert scored(some)["columns"][0]["lines"][-1]["points"] == 9


def test_victory_cards_may_be_absent_where_their_line_is_entered() -> None:
    assert paths(document("carpe-diem", victory_cards=None)) == ["players[0].victory_cards"]
    assert paths(document("carpe-diem", victory_cards=None, entered={"items": 3})) == ["players[0].victory_cards"]
    some = document("carpe-diem", victory_cards=None, entered={"victory_cards": -3})
    assert scored(some)["columns"][0]["total"] == -3
    read = codec.read_table(some)
    assert "victory_cards" not in codec.table_document(read.game, read.table)["table"]["players"][0]
    assert [str(ruling) for ruling in read.game.rulings(read.table, read.game.score(read.table))] == [
        "Victory point cards may go below 0 (a debt)."
    ]


DISTRICT = {"frame": 1, "fountains": 2, "villas": 3}


def test_district_and_tally_may_both_be_absent_where_their_lines_are_entered() -> None:
    some = document("carpe-diem", district=None, entered=DISTRICT)
    assert scored(some)["columns"][0]["total"] == 7 + 6
    for rule in DISTRICT:
        others = {name: points for name, points in DISTRICT.items() if name != rule}
        assert paths(document("carpe-diem", district=None, entered=others)) == ["players[0]"]
    assert paths(document("carpe-diem", tally=tally(), entered=DISTRICT)) == ["players[0]"]


def test_without_a_district_there_are_no_goals() -> None:
    goals = [{"kind": "pond", "points": 3, "met": False}]
    assert paths(document("carpe-diem", district=None, frame=goals, entered=DISTRICT)) == ["players[0].frame"]
    assert paths(document("carpe-diem", district=None, frame=goals)) == ["players[0]"]


OWN = {"own": {"pond": 1}, "reward": {"points": 2}}
PAY = {"pay": {"fish": 1}, "reward": {"points": 2}}


@pytest.mark.parametrize(
    ("player", "cards", "problems_at"),
    [
        ("Ann", [OWN, PAY], ["players[0]"]),
        ("Ann", [PAY, OWN], ["players[0]"]),
        ("Ann", [PAY, PAY], []),
        ("Ben", [OWN, OWN], []),
    ],
)
def test_a_visit_asks_for_what_somebody_owns(player: str, cards: list[Any], problems_at: list[str]) -> None:
    some = document("carpe-diem", district=None, entered=DISTRICT)
    ask = {"player": player, "cards": cards, "objective": "points"}
    assert paths({**some, "check": "forum_visit", "ask": ask}) == problems_at


def test_a_district_that_is_missing_is_one_problem_in_a_check_too() -> None:
    ask = {"player": "Ann", "cards": [OWN, PAY], "objective": "points"}
    assert paths({**document("carpe-diem", district=None), "check": "forum_visit", "ask": ask}) == ["players[0]"]


@pytest.mark.parametrize(("cards", "problems_at"), [([OWN, PAY], ["players[0]"]), ([PAY, PAY, None, OWN], [])])
def test_the_forum_asks_for_what_somebody_owns_where_a_pair_is_open(cards: list[Any], problems_at: list[str]) -> None:
    some = document("carpe-diem", district=None, entered=DISTRICT)
    row = [*cards, *[None] * (4 - len(cards))]
    some["table"] = {**some["table"], "forum": {"cards": [row, [None] * 4, [None] * 4]}}
    ask = {"player": "Ann", "objective": "points"}
    assert paths({**some, "check": "forum", "ask": ask}) == problems_at
    assert paths({**some, "check": "forum_order"}) == []


def test_ties_fall_by_their_own_fields() -> None:
    some = document("carpe-diem", entered={"prestige": 4})
    assert [(standing["player"], standing["decided_by"]) for standing in scored(some)["standings"]] == [
        ("Ann", "writs_left"),
        ("Ben", ""),
    ]
    mayor = document("mayor", citizen=50, entered={"citizen": 1})
    assert [(standing["player"], standing["decided_by"]) for standing in scored(mayor)["standings"]] == [
        ("Ann", "mayor"),
        ("Ben", ""),
    ]


def test_rulings_about_lines_that_were_entered_do_not_apply() -> None:
    game = GAMES["palaces-of-carrara"]
    cards = {"brown": "coins", "purple": "four-different", "gray": "land-city-pairs", "green": "two-cities"}
    some = document("palaces-of-carrara")
    some["table"] = {**some["table"], "expansion": True, "cards": cards}
    table = codec.read_table(some).table
    all_four = game.rulings(table, game.score(table))
    assert len(all_four) == 4
    both = replace(
        table, players=tuple(replace(player, entered={"objects": 1, "bonus": 2}) for player in table.players)
    )
    assert len(game.rulings(both, game.score(both))) == 1
    only_one = with_player(table, 0, entered={"objects": 1, "bonus": 2})
    assert game.rulings(only_one, game.score(only_one)) == all_four


@pytest.mark.parametrize(
    ("ruling", "cards", "rule"),
    [
        (game.BEST_SETS, {}, "objects"),
        (game.KIND_UNDIVIDED, {"purple": "pairs-multiplied"}, "objects"),
        (game.DEAREST_PAIRS, {}, "buildings"),
        (game.BEST_CHOICE, {}, "bonus"),
        (game.NO_MINIMUM, {}, "bonus"),
        (game.BONUS_COINS, {}, "coins"),
        (game.MAJORITY_OF_NOTHING, {"green": "city-majorities"}, "bonus"),
    ],
)
def test_a_ruling_of_carrara_applies_where_its_line_is_worked_out(
    ruling: Message, cards: dict[str, str], rule: str
) -> None:
    usual = {"brown": "coins", "purple": "four-different", "gray": "land-city-pairs", "green": "two-cities"}
    some = document("palaces-of-carrara", buildings=[{"kind": "porta", "cost": 3, "city": "pisa"}])
    some["table"] |= {"expansion": True, "cards": {**usual, **cards}}
    game, table = GAMES["palaces-of-carrara"], codec.read_table(some).table

    def applies(ann: Collection[str], ben: Collection[str]) -> bool:
        entered = with_player(table, 0, entered=dict.fromkeys(ann, 1))
        entered = with_player(entered, 1, entered=dict.fromkeys(ben, 1))
        return ruling in game.rulings(entered, game.score(entered))

    others = set(game.rules) - {rule}
    assert applies(others, others)
    assert applies((rule,), ())
    assert applies((), (rule,))
    assert not applies((rule,), (rule,))


@pytest.mark.parametrize(("tile", "rival_tile"), [("castle", "watchtower"), ("watchtower", "castle")])
def test_a_castle_or_watchtower_whose_points_its_owner_entered_rests_on_no_ruling(tile: str, rival_tile: str) -> None:
    some = document("little-town")
    some["table"]["buildings"] = [{"tile": tile, "cell": "E3", "owner": "Ann"}]
    some["table"]["workers"] = [{"cell": "E4", "owner": "Ben"}]
    game, table = GAMES["little-town"], codec.read_table(some).table
    numbers = [({tile: 4}, None), ({rival_tile: 4}, None), (None, {tile: 4}), (None, None)]
    for (ann, ben), number in zip(numbers, (1, 2, 2, 2), strict=True):
        entered = with_player(with_player(table, 0, entered=ann), 1, entered=ben)
        assert len(game.rulings(entered, game.score(entered))) == number
