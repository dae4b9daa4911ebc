"""Every problem that the contract names in sections 1 to 3, one by one and several at once."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from storage import codec
from tests.storage.documents import (
    ABSENT,
    changed,
    feature,
    forum_document,
    order_document,
    paths_of,
    problems_of,
    small_table,
    table_document,
    tile,
    visit_document,
)

CATHY, NICK = "players[0]", "players[1]"
DISTRICT = f"{NICK}.district"
TILES = f"{DISTRICT}.tiles"


def wrong(name: str, path: str, value: Any, *expected: str) -> Any:
    """A value at a path of the table that is a problem there, or at the paths expected."""
    return pytest.param(path, value, list(expected) or [path], id=name)


def right(name: str, path: str, value: Any) -> Any:
    return pytest.param(path, value, id=name)


def one_tile(*features: dict[str, Any]) -> list[dict[str, Any]]:
    """Only the tile on C3, with these features."""
    return [tile("C3", *features)]


def winding(*cells: str) -> list[dict[str, Any]]:
    """A closed garden that leads from each square to the next."""
    sides: dict[str, set[str]] = {cell: set() for cell in cells}
    for one, other in pairwise(cells):
        if one[0] == other[0]:
            sides[one].add("S")
            sides[other].add("N")
        elif one[0] < other[0]:
            sides[one].add("E")
            sides[other].add("W")
        else:
            sides[one].add("W")
            sides[other].add("E")
    return [tile(cell, feature("garden", "".join(side for side in "NESW" if side in sides[cell]))) for cell in cells]


def test_the_small_documents_have_no_problems() -> None:
    for document in (table_document(), visit_document(), order_document(), forum_document()):
        assert problems_of(document) == []


WRONG_TYPES = [
    wrong(f"{name} as {said}", path, value)
    for name, path in (
        ("coins", f"{CATHY}.coins"),
        ("a good", f"{CATHY}.goods.fish"),
        ("victory cards", f"{CATHY}.victory_cards"),
        ("prestige end", "prestige_end"),
        ("a count", f"{CATHY}.tally.counts.pond"),
        ("frame points", f"{CATHY}.frame[0].points"),
        ("a chart value", "villa_chart.3"),
    )
    for said, value in (("true", True), ("a text", "3"), ("a fraction", 3.0), ("null", None), ("a list", []))
]

RANGES: list[tuple[str, int, int]] = [
    ("prestige_end", 7, 99),
    ("villa_chart.3", 0, 999),
    (f"{CATHY}.victory_cards", -99, 999),
    (f"{CATHY}.goods.grapes", 0, 9999),
    (f"{CATHY}.goods.herbs", 0, 9999),
    (f"{CATHY}.goods.chicken", 0, 9999),
    (f"{CATHY}.goods.fish", 0, 9999),
    (f"{CATHY}.coins", 0, 9999),
    (f"{CATHY}.bread", 0, 9999),
    (f"{CATHY}.stored_tiles", 0, 9999),
    (f"{CATHY}.prestige", 0, 20),
    (f"{CATHY}.stack", 0, 9999),
    (f"{CATHY}.writs_left", 0, 9),
    (f"{CATHY}.tally.counts.market", 0, 9999),
    (f"{CATHY}.tally.chimneys", 3, 9999),
    (f"{CATHY}.frame[0].points", 1, 20),
    (f"{CATHY}.fountain_cards[0].points", 1, 20),
    ("forum.cards[0][0].pay.fish", 1, 9),
    ("forum.cards[0][1].own.pond", 1, 9),
    ("forum.cards[0][0].reward.points", 0, 30),
    ("forum.cards[0][0].reward.coins", 0, 30),
    ("forum.cards[0][0].reward.bread", 0, 30),
    ("forum.cards[0][0].reward.prestige", 0, 30),
]

TABLE_PROBLEMS = [
    wrong("table unknown field", "colour", "red"),
    wrong("edition unknown", "edition", "third"),
    wrong("edition null", "edition", None),
    wrong("edition a number", "edition", 2),
    wrong("bread_sets unknown", "bread_sets", "once"),
    wrong("bread_sets null", "bread_sets", None),
    wrong("prestige_end below 0", "prestige_end", -1),
    wrong("prestige_end null", "prestige_end", None),
    wrong("players absent", "players", ABSENT),
    wrong("players null", "players", None),
    wrong("players an object", "players", {}),
    wrong("players none", "players", []),
    wrong("villa_chart null", "villa_chart", None),
    wrong("villa_chart a list", "villa_chart", []),
    wrong("villa_chart key 0", "villa_chart.0", 1),
    wrong("villa_chart key with leading zero", "villa_chart.03", 1),
    wrong("villa_chart key 1000", "villa_chart.1000", 1),
    wrong("villa_chart key negative", "villa_chart.-3", 1),
    wrong("villa_chart key a word", "villa_chart.many", 1),
    wrong("villa_chart key with a space", "villa_chart. 4", 1),
    wrong("villa_chart key in other digits", "villa_chart.٤", 1),
    wrong("villa_chart key with a line end", "villa_chart.4\n", 1),
    wrong("villa_chart key with two +", "villa_chart.6++", 1),
    wrong("villa_chart key only +", "villa_chart.+", 1),
    wrong("villa_chart + below the highest", "villa_chart", {"3+": 3, "5": 7}, "villa_chart.3+"),
    wrong("villa_chart two with +", "villa_chart", {"3+": 3, "5+": 7}, "villa_chart.3+"),
    wrong("villa_chart a number twice", "villa_chart", {"5": 3, "5+": 7, "3": 1}, "villa_chart.5+"),
    wrong("villa_chart without the entry", "villa_chart", {"5": 7}, "villa_chart"),
    wrong("villa_chart absent", "villa_chart", ABSENT, "villa_chart"),
    wrong("forum null", "forum", None),
    wrong("forum a list", "forum", []),
    wrong("forum unknown field", "forum.pile", 1),
    wrong("forum cards null", "forum.cards", None),
    wrong("forum two rows", "forum", {"cards": [[None] * 4] * 2}, "forum.cards"),
    wrong("forum four rows", "forum", {"cards": [[None] * 4] * 4}, "forum.cards"),
    wrong("forum row null", "forum", {"cards": [None, [None] * 4, [None] * 4]}, "forum.cards[0]"),
    wrong("forum row of three", "forum", {"cards": [[None] * 4, [None] * 3, [None] * 4]}, "forum.cards[1]"),
    wrong("forum row of five", "forum", {"cards": [[None] * 4, [None] * 5, [None] * 4]}, "forum.cards[1]"),
    wrong("forum card a text", "forum.cards[0][0]", "fish", "forum.cards[0][0]"),
    wrong("markers null", "forum.markers", None),
    wrong("marker null", "forum.markers[0]", None),
    wrong("marker of one square", "forum.markers[0]", ["A1"]),
    wrong("marker of three squares", "forum.markers[0]", ["A1", "B1", "C1"]),
    wrong("marker off the forum", "forum.markers[0][1]", "E1"),
    wrong("marker with a small letter", "forum.markers[0][1]", "b1"),
    wrong("marker between squares apart", "forum.markers[0]", ["A1", "D3"]),
    wrong("marker between corners", "forum.markers[0]", ["B1", "A2"]),
    wrong("marker on one square", "forum.markers[0]", ["A1", "A1"]),
    wrong("marker beside an empty square", "forum.markers[0]", ["B1", "C1"]),
    wrong("marker twice", "forum.markers[1]", ["A1", "B1"]),
    wrong("marker twice, turned round", "forum.markers[1]", ["B1", "A1"]),
]

CHART_LACKS = {"villa_chart without the entry", "villa_chart absent"}
"""What is a problem for a score alone."""

PLAYER_PROBLEMS = [
    wrong("player null", CATHY, None),
    wrong("player a text", CATHY, "Cathy"),
    wrong("player unknown field", f"{CATHY}.points", 3),
    wrong("name absent", f"{CATHY}.name", ABSENT),
    wrong("name null", f"{CATHY}.name", None),
    wrong("name a number", f"{CATHY}.name", 3),
    wrong("name empty", f"{CATHY}.name", ""),
    wrong("name of spaces", f"{CATHY}.name", "  \t\n"),
    wrong("name of 41", f"{CATHY}.name", "a" * 41),
    wrong("name with a tab", f"{CATHY}.name", "Ca\tthy"),
    wrong("name with a line end", f"{CATHY}.name", "Ca\nthy"),
    wrong("name with NUL", f"{CATHY}.name", "Cathy\0"),
    wrong("name with DEL", f"{CATHY}.name", "Cathy\x7f"),
    wrong("name with a C1 control", f"{CATHY}.name", "Ca\x9fthy"),
    wrong("name with half a surrogate pair", f"{CATHY}.name", "\ud800"),
    wrong("name twice", f"{NICK}.name", "Cathy"),
    wrong("name twice in capitals", f"{NICK}.name", "CATHY"),
    wrong("name twice after trimming", f"{NICK}.name", "  cathy "),
    wrong("victory_cards absent", f"{CATHY}.victory_cards", ABSENT),
    wrong("prestige absent", f"{CATHY}.prestige", ABSENT),
    wrong("writs_left absent", f"{CATHY}.writs_left", ABSENT),
    wrong("goods null", f"{CATHY}.goods", None),
    wrong("goods a list", f"{CATHY}.goods", []),
    wrong("good unknown", f"{CATHY}.goods.beef", 1),
    wrong("stack null", f"{CATHY}.stack", None),
    wrong("bread null", f"{CATHY}.bread", None),
    wrong("stored_tiles null", f"{CATHY}.stored_tiles", None),
    wrong("neither district nor tally", f"{NICK}.district", ABSENT, NICK),
    wrong("both district and tally", f"{CATHY}.district", {"tiles": []}, CATHY),
    wrong("district null beside a tally", f"{CATHY}.district", None, CATHY, f"{CATHY}.district"),
    wrong("tally null beside a district", f"{NICK}.tally", None, NICK, f"{NICK}.tally"),
    wrong("district null", f"{NICK}.district", None),
    wrong("frame null", f"{CATHY}.frame", None),
    wrong("frame an object", f"{CATHY}.frame", {}),
    wrong("frame of nine", f"{CATHY}.frame", [{"kind": "pond", "points": 1, "met": True}] * 9),
    wrong("frame goal null", f"{CATHY}.frame[0]", None),
    wrong("frame goal unknown field", f"{CATHY}.frame[0].cell", "A1"),
    wrong("frame kind absent", f"{CATHY}.frame[0].kind", ABSENT),
    wrong("frame kind unknown", f"{CATHY}.frame[0].kind", "chimneys"),
    wrong("frame kind landscape", f"{CATHY}.frame[0].kind", "landscape"),
    wrong("frame points absent", f"{CATHY}.frame[0].points", ABSENT),
    wrong("frame met absent", f"{CATHY}.frame[0].met", ABSENT),
    wrong("frame met null", f"{CATHY}.frame[0].met", None),
    wrong("frame met a number", f"{CATHY}.frame[0].met", 1),
    wrong("frame line with a tally", f"{CATHY}.frame[0].line", "A"),
    wrong("frame met, none completed", f"{CATHY}.frame[1].met", True),  # noqa: FBT003 - a value
    wrong("frame line absent", f"{NICK}.frame[0].line", ABSENT),
    wrong("frame line null", f"{NICK}.frame[0].line", None),
    wrong("frame line unknown", f"{NICK}.frame[0].line", "G"),
    wrong("frame line 7", f"{NICK}.frame[0].line", "7"),
    wrong("frame line a number", f"{NICK}.frame[0].line", 3),
    wrong("frame line a square", f"{NICK}.frame[0].line", "C3"),
    wrong("frame line empty", f"{NICK}.frame[0].line", ""),
    wrong("frame met with a district", f"{NICK}.frame[0].met", True),  # noqa: FBT003 - a value
    wrong("fountain_cards null", f"{CATHY}.fountain_cards", None),
    wrong("fountain_cards of 25", f"{CATHY}.fountain_cards", [{"kind": "pond", "points": 1}] * 25),
    wrong("fountain card kind unknown", f"{CATHY}.fountain_cards[0].kind", "palace"),
    wrong("fountain card unknown field", f"{CATHY}.fountain_cards[0].line", "A"),
    wrong("fountain card points absent", f"{CATHY}.fountain_cards[0].points", ABSENT),
    wrong("tally null", f"{CATHY}.tally", None),
    wrong("tally unknown field", f"{CATHY}.tally.grass", 1),
    wrong("tally counts absent", f"{CATHY}.tally.counts", ABSENT),
    wrong("tally villas absent", f"{CATHY}.tally.villas", ABSENT),
    wrong("tally chimneys absent", f"{CATHY}.tally.chimneys", ABSENT),
    wrong("tally counts null", f"{CATHY}.tally.counts", None),
    wrong("tally villas null", f"{CATHY}.tally.villas", None),
    wrong("tally counts villa", f"{CATHY}.tally.counts.villa", 1),
    wrong("tally counts unknown kind", f"{CATHY}.tally.counts.palace", 1),
    wrong("tally counts a capital", f"{CATHY}.tally.counts.Garden", 1),
    wrong("tally villa below 0", f"{CATHY}.tally.villas[0]", -1),
    wrong("tally villa over 9999", f"{CATHY}.tally.villas[0]", 10000),
    wrong("tally chimneys below those of villas", f"{CATHY}.tally.chimneys", 2),
]

DISTRICT_PROBLEMS = [
    wrong("district a list", DISTRICT, []),
    wrong("district unknown field", f"{DISTRICT}.board", 1),
    wrong("tiles absent", TILES, ABSENT),
    wrong("tiles null", TILES, None),
    wrong("shovel unknown", f"{DISTRICT}.shovel", "A1"),
    wrong("shovel E4", f"{DISTRICT}.shovel", "E4"),
    wrong("shovel small", f"{DISTRICT}.shovel", "c3"),
    wrong("shovel without a tile", f"{DISTRICT}.shovel", "C4"),
    wrong("tile null", f"{TILES}[0]", None),
    wrong("tile unknown field", f"{TILES}[0].turned", 1),
    wrong("tile off the board, column", f"{TILES}[1].cell", "G3"),
    wrong("tile off the board, row", f"{TILES}[1].cell", "D7"),
    wrong("tile on row 0", f"{TILES}[1].cell", "D0"),
    wrong("tile on a small letter", f"{TILES}[1].cell", "d3"),
    wrong("tile cell null", f"{TILES}[1].cell", None),
    wrong("tile cell absent", f"{TILES}[1].cell", ABSENT),
    wrong("tile without features", f"{TILES}[0].features", []),
    wrong("tile features null", f"{TILES}[0].features", None),
    wrong("tile features absent", f"{TILES}[0].features", ABSENT),
    wrong("feature kind unknown", f"{TILES}[0].features[0].kind", "palace"),
    wrong("feature kind absent", f"{TILES}[0].features[0].kind", ABSENT),
    wrong("feature unknown field", f"{TILES}[0].features[0].size", 1),
    wrong("opens absent", f"{TILES}[0].features[0].opens", ABSENT),
    wrong("opens null", f"{TILES}[0].features[0].opens", None),
    wrong("opens out of order", f"{TILES}[0].features[0].opens", "WE"),
    wrong("opens a side twice", f"{TILES}[0].features[0].opens", "EE"),
    wrong("opens a small letter", f"{TILES}[0].features[0].opens", "e"),
    wrong("opens a list", f"{TILES}[0].features[0].opens", ["E"]),
    wrong("chimneys null", f"{TILES}[0].features[0].chimneys", None),
    wrong("chimneys on a pond", f"{TILES}[0].features[0].chimneys", 1),
    wrong("chimneys 10", TILES, one_tile(feature("villa", "E", chimneys=10)), f"{TILES}[0].features[0].chimneys"),
    wrong("chimneys below 0", TILES, one_tile(feature("villa", "E", chimneys=-1)), f"{TILES}[0].features[0].chimneys"),
    wrong("landscape opens to no side", TILES, one_tile(feature("garden", "")), f"{TILES}[0].features[0].opens"),
    wrong("villa opens to no side", TILES, one_tile(feature("villa", "")), f"{TILES}[0].features[0].opens"),
    wrong("dwelling opens to no side", TILES, one_tile(feature("granary", "")), f"{TILES}[0].features[0].opens"),
    wrong("dwelling opens to two sides", TILES, one_tile(feature("granary", "NE")), f"{TILES}[0].features[0].opens"),
    wrong("market opens to a side", TILES, one_tile(feature("market", "N")), f"{TILES}[0].features[0].opens"),
    wrong("bakery opens to a side", TILES, one_tile(feature("bakery", "N")), f"{TILES}[0].features[0].opens"),
    wrong("fountain opens to a side", TILES, one_tile(feature("fountain", "N")), f"{TILES}[0].features[0].opens"),
    wrong("market not alone", TILES, one_tile(feature("market", ""), feature("pond", "N")), f"{TILES}[0].features"),
    wrong(
        "two markets on a tile", TILES, one_tile(feature("market", ""), feature("market", "")), f"{TILES}[0].features"
    ),
    wrong(
        "a side used twice",
        TILES,
        one_tile(feature("pond", "NE"), feature("garden", "ES")),
        f"{TILES}[0].features[1].opens",
    ),
    wrong("two tiles on a square", f"{TILES}[2]", tile("D3", feature("pond", "W")), f"{TILES}[2].cell"),
    wrong("touching sides differ in kind", f"{TILES}[1].features[0].kind", "garden", f"{TILES}[1]"),
    wrong("touching sides, one of grass", f"{TILES}[2]", tile("C2", feature("pond", "S"))),
    wrong("touching sides, the earlier of grass", f"{TILES}[1].features[0].opens", "S", f"{TILES}[1]"),
    wrong(
        "opens to the frame",
        TILES,
        [tile("C3", feature("market", "")), tile("C2", feature("bakery", "")), tile("C1", feature("pond", "NE"))],
        f"{TILES}[2].features[0].opens",
    ),
    wrong("tiles apart", f"{TILES}[2]", tile("F6", feature("market", "")), TILES),
    wrong("tiles joined by a corner", f"{TILES}[2]", tile("B2", feature("market", "")), TILES),
    wrong("a closed landscape of five", TILES, winding("C3", "D3", "D4", "C4", "B4"), f"{TILES}[4]"),
]


@pytest.mark.parametrize(
    ("path", "value", "expected"), [*WRONG_TYPES, *TABLE_PROBLEMS, *PLAYER_PROBLEMS, *DISTRICT_PROBLEMS]
)
def test_a_wrong_table_has_its_problem_at_the_path_of_the_field(path: str, value: Any, expected: list[str]) -> None:
    assert paths_of(changed(table_document(), {f"table.{path}": value})) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [*(case for case in TABLE_PROBLEMS if case.id not in CHART_LACKS), *PLAYER_PROBLEMS, *DISTRICT_PROBLEMS],
)
def test_a_check_holds_its_table_to_the_same_rules(path: str, value: Any, expected: list[str]) -> None:
    document = changed(visit_document(), {f"table.{path}": value})
    document["ask"]["player"] = "Nick" if CATHY in path else "Cathy"
    assert paths_of(document) == expected


def test_a_villa_is_met_only_where_one_is_completed() -> None:
    changes = {f"table.{CATHY}.frame[0].kind": "villa", f"table.{CATHY}.tally.villas": []}
    assert paths_of(changed(table_document(), changes)) == [f"{CATHY}.frame[0].met"]


@pytest.mark.parametrize(("path", "low", "high"), [pytest.param(*entry, id=entry[0]) for entry in RANGES])
def test_a_range_takes_both_its_ends_and_nothing_beyond(path: str, low: int, high: int) -> None:
    document = table_document()
    below = f"{CATHY}.prestige" if path == "prestige_end" else path
    for value, expected in ((low, []), (high, []), (low - 1, [below]), (high + 1, [path])):
        keep = {"table.forum.cards[0][0].reward.bread": 1} if ".reward.points" in path else {}
        assert paths_of(changed(document, keep | {f"table.{path}": value})) == expected, value


def test_the_prestige_bar_may_end_at_0_and_no_earlier() -> None:
    on_0 = {f"table.{CATHY}.prestige": 0, f"table.{NICK}.prestige": 0}
    assert paths_of(changed(table_document(), on_0 | {"table.prestige_end": 0})) == []
    assert paths_of(changed(table_document(), on_0 | {"table.prestige_end": -1})) == ["prestige_end"]


def test_prestige_goes_up_to_the_end_of_the_bar_that_the_table_names() -> None:
    to_99 = {"table.prestige_end": 99, f"table.{CATHY}.prestige": 99}
    assert paths_of(changed(table_document(), to_99)) == []
    assert paths_of(changed(table_document(), to_99 | {"table.prestige_end": 98})) == [f"{CATHY}.prestige"]


def test_chimneys_of_a_villa_feature_go_from_0_to_9() -> None:
    for chimneys in (0, 9):
        tiles = one_tile(feature("villa", "E", chimneys=chimneys))
        assert paths_of(changed(table_document(), {f"table.{TILES}": tiles})) == []


def test_2_to_4_players_sit_at_a_table() -> None:
    nick = small_table()["players"][1]
    players = [nick | {"name": name} for name in "ABCDE"]
    counted = {count: paths_of(table_document({"players": players[:count]})) for count in range(6)}
    assert counted == {0: ["players"], 1: ["players"], 2: [], 3: [], 4: [], 5: ["players"]}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        right("shovel null", f"{DISTRICT}.shovel", None),
        right("shovel absent", f"{DISTRICT}.shovel", ABSENT),
        right("shovel on the other tile", f"{DISTRICT}.shovel", "D3"),
        right("an empty district on a shovel", TILES, []),
        right("a forum without cards", "forum", {"cards": [[None] * 4] * 3}),
        right("a forum without markers", "forum.markers", ABSENT),
        right("markers none", "forum.markers", []),
        right("a marker downwards", "forum.markers[0]", ["A1", "A2"]),
        right("a marker named from below", "forum.markers[0]", ["A2", "A1"]),
        right("a forum absent", "forum", ABSENT),
        right("chart keys from 1", "villa_chart.1", 0),
        right("chart keys to 999+", "villa_chart", {"3": 3, "999+": 999}),
        right("a chart with + alone", "villa_chart", {"1+": 5}),
        right("a chart in any order", "villa_chart", {"5+": 7, "3": 3}),
        right("name of 40", f"{CATHY}.name", "a" * 40),
        right("name of 40 and spaces", f"{CATHY}.name", "  " + "a" * 40 + " "),
        right("name of 40 beyond the basic plane", f"{CATHY}.name", "🀄" * 40),
        right("name of one", f"{CATHY}.name", "C"),
        right("name with a zero width joiner", f"{CATHY}.name", "a\u200db"),
        right("name with a space inside", f"{CATHY}.name", "Cathy  B"),
        right("name ending in a line end", f"{CATHY}.name", "Cathy\n"),
        right("frame of eight", f"{CATHY}.frame", [{"kind": "pond", "points": 1, "met": True}] * 8),
        right("frame met villa", f"{CATHY}.frame[0].kind", "villa"),
        right("frame line in a column", f"{NICK}.frame[0].line", "F"),
        right("frame line in a row", f"{NICK}.frame[0].line", "6"),
        right("fountain_cards of 24", f"{CATHY}.fountain_cards", [{"kind": "pond", "points": 1}] * 24),
        right("chimneys 0 on a pond", f"{TILES}[0].features[0].chimneys", 0),
        right("landscape open to four sides", TILES, one_tile(feature("pond", "NESW"))),
        right("villa open to four sides", TILES, one_tile(feature("villa", "NESW"))),
        right("a closed landscape of four", TILES, winding("C3", "D3", "D4", "C4")),
        right(
            "an open landscape of five",
            TILES,
            [*winding("C3", "D3", "D4", "C4")[:3], tile("C4", feature("garden", "EW"))],
        ),
        right("two features of a kind on a tile", TILES, one_tile(feature("pond", "N"), feature("pond", "E"))),
        right("four features on a tile", TILES, one_tile(*(feature("granary", side) for side in "NESW"))),
        right("a market alone", TILES, one_tile(feature("market", ""))),
    ],
)
def test_what_is_allowed_has_no_problem(path: str, value: Any) -> None:
    assert problems_of(changed(table_document(), {f"table.{path}": value})) == []


@pytest.mark.parametrize(
    "kind",
    [
        "pond",
        "garden",
        "vineyard",
        "farmyard",
        "merchant",
        "granary",
        "administration",
        "craftsman",
        "market",
        "bakery",
        "fountain",
    ],
)
def test_eleven_kinds_are_counted_in_a_tally_and_all_can_be_goals_and_cards(kind: str) -> None:
    kinds = {
        f"table.{CATHY}.tally.counts.{kind}": 1,
        f"table.{CATHY}.frame[0].kind": kind,
        f"table.{CATHY}.fountain_cards[0].kind": kind,
    }
    assert problems_of(changed(table_document(), kinds)) == []


def test_what_may_be_absent_has_its_default() -> None:
    player = {"name": "A", "victory_cards": 0, "prestige": 0, "writs_left": 0, "district": {"tiles": []}}
    table = codec.read_table(table_document({"players": [player, player | {"name": "B"}]})).table
    first = table.players[0]
    assert (table.edition, table.villa_chart, table.prestige_end) == ("second", {}, 20)
    assert (table.bread_sets, table.forum) == ("unlimited", None)
    assert (first.goods, first.coins, first.bread, first.stored_tiles, first.stack) == ({}, 0, 0, 0, 0)
    assert (first.frame, first.fountain_cards, first.tally, first.district.shovel) == ((), (), None, None)


def test_a_feature_without_chimneys_has_0_and_rewards_not_named_are_0() -> None:
    table = codec.read_table(table_document()).table
    assert table.players[1].district.tiles[0].features[0].chimneys == 0
    reward = table.forum.cards[0][0].reward
    assert (reward.points, reward.coins, reward.bread, reward.prestige) == (3, 0, 0, 0)


ASK_PROBLEMS = [
    wrong("ask absent", "ask", ABSENT),
    wrong("ask null", "ask", None),
    wrong("ask a list", "ask", []),
    wrong("ask unknown field", "ask.order", [0, 1]),
    wrong("ask player absent", "ask.player", ABSENT),
    wrong("ask player null", "ask.player", None),
    wrong("ask player a number", "ask.player", 0),
    wrong("ask player not here", "ask.player", "Sophie"),
    wrong("ask player in other letters", "ask.player", "cathy"),
    wrong("ask player not trimmed", "ask.player", " Cathy"),
    wrong("objective absent", "ask.objective", ABSENT),
    wrong("objective null", "ask.objective", None),
    wrong("objective unknown", "ask.objective", "most"),
    wrong("cards absent", "ask.cards", ABSENT),
    wrong("cards null", "ask.cards", None),
    wrong("one card", "ask.cards[1]", ABSENT, "ask.cards"),
    wrong("three cards", "ask.cards[2]", {"pay": {"fish": 1}, "reward": {"points": 1}}, "ask.cards"),
    wrong("card null", "ask.cards[0]", None),
    wrong("card unknown field", "ask.cards[0].cost", 1),
    wrong("card name null", "ask.cards[0].name", None),
    wrong("card name empty", "ask.cards[0].name", " "),
    wrong("card name of 41", "ask.cards[0].name", "a" * 41),
    wrong("card neither pay nor own", "ask.cards[0].pay", ABSENT, "ask.cards[0]"),
    wrong("card both pay and own", "ask.cards[0].own", {"pond": 1}, "ask.cards[0]"),
    wrong("card pay null", "ask.cards[0].pay", None),
    wrong("card own null beside pay", "ask.cards[0].own", None, "ask.cards[0]", "ask.cards[0].own"),
    wrong("card pays nothing", "ask.cards[0].pay", {}),
    wrong("card owns nothing", "ask.cards[1].own", {}),
    wrong("card pays 0", "ask.cards[0].pay.fish", 0),
    wrong("card pays 10", "ask.cards[0].pay.fish", 10),
    wrong("card pays coins", "ask.cards[0].pay.coins", 1),
    wrong("card owns 0", "ask.cards[1].own.landscape", 0),
    wrong("card owns 10", "ask.cards[1].own.landscape", 10),
    wrong("card owns an unknown kind", "ask.cards[1].own.palace", 1),
    wrong("landscape mixed", "ask.cards[1].own.pond", 1, "ask.cards[1].own"),
    wrong("landscape and dwelling", "ask.cards[1].own.dwelling", 1, "ask.cards[1].own"),
    wrong("dwelling mixed", "ask.cards[1].own", {"chimneys": 1, "dwelling": 1}),
    wrong("reward absent", "ask.cards[0].reward", ABSENT),
    wrong("reward null", "ask.cards[0].reward", None),
    wrong("reward empty", "ask.cards[0].reward", {}),
    wrong("reward of 0", "ask.cards[0].reward.points", 0, "ask.cards[0].reward"),
    wrong("reward 31", "ask.cards[0].reward.points", 31),
    wrong("reward below 0", "ask.cards[0].reward.points", -1),
    wrong("reward unknown", "ask.cards[0].reward.tiles", 1),
    wrong("reward true", "ask.cards[0].reward.points", True),  # noqa: FBT003 - a value
]


@pytest.mark.parametrize(("path", "value", "expected"), ASK_PROBLEMS)
def test_a_wrong_question_has_its_problem_at_a_path_that_begins_with_ask(
    path: str, value: Any, expected: list[str]
) -> None:
    assert paths_of(changed(visit_document(), {path: value})) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        pytest.param("ask", ABSENT, ["ask"], id="ask absent"),
        *(
            case
            for case in ASK_PROBLEMS
            if str(case.values[0]).startswith(("ask.player", "ask.objective", "ask.order"))
        ),
    ],
)
def test_the_forum_check_asks_for_player_and_objective(path: str, value: Any, expected: list[str]) -> None:
    assert paths_of(changed(forum_document(), {path: value})) == expected


@pytest.mark.parametrize(
    "own",
    [{thing: 9} for thing in ("landscape", "dwelling", "chimneys", "villa", "market")]
    + [{"chimneys": 1, "villa": 2, "pond": 3}],
)
def test_a_card_may_ask_to_own_kinds_chimneys_or_a_sort_alone(own: dict[str, int]) -> None:
    assert problems_of(changed(visit_document(), {"ask.cards[1].own": own})) == []


def test_the_forum_check_asks_for_no_cards() -> None:
    assert paths_of(changed(forum_document(), {"ask.cards": []})) == ["ask.cards"]


def test_the_forum_check_needs_a_forum() -> None:
    assert paths_of(changed(forum_document(), {"table.forum": ABSENT})) == ["forum"]


def test_the_forum_order_asks_nothing_so_ask_may_be_absent_or_empty() -> None:
    assert problems_of(order_document()) == []
    assert problems_of(order_document() | {"ask": {}}) == []


def test_the_forum_order_still_refuses_null_and_unknown_fields_in_ask() -> None:
    assert paths_of(order_document() | {"ask": None}) == ["ask"]
    assert paths_of(order_document() | {"ask": {"player": "Cathy"}}) == ["ask.player"]


def test_the_forum_order_refuses_two_players_at_one_height_of_one_space() -> None:
    level = changed(order_document(), {f"table.{NICK}.prestige": 7})
    assert paths_of(level) == [f"{NICK}.stack"]
    assert paths_of(changed(level, {f"table.{NICK}.stack": 1})) == []


def test_only_the_forum_order_minds_two_players_at_one_height() -> None:
    assert paths_of(changed(visit_document(), {f"table.{NICK}.prestige": 7})) == []
    assert paths_of(changed(table_document(), {f"table.{NICK}.prestige": 7})) == []


@pytest.mark.parametrize("document", [visit_document(), order_document(), forum_document()])
def test_the_table_of_a_check_may_lack_entries_of_the_villa_chart(document: dict[str, Any]) -> None:
    assert problems_of(changed(document, {"table.villa_chart": ABSENT})) == []


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        wrong("format absent", "format", ABSENT),
        wrong("format 0", "format", 0),
        wrong("format 2", "format", 2),
        wrong("format a text", "format", "1"),
        wrong("format true", "format", True),  # noqa: FBT003 - a value
        wrong("format 1.0", "format", 1.0),
        wrong("format null", "format", None),
        wrong("game absent", "game", ABSENT),
        wrong("game null", "game", None),
        wrong("game unknown", "game", "chess"),
        wrong("game a list", "game", ["carpe-diem"]),
        wrong("table absent", "table", ABSENT),
        wrong("table null", "table", None),
        wrong("table a list", "table", []),
        wrong("unknown field", "date", "today"),
        wrong("ask without a check", "ask", {}),
    ],
)
def test_a_field_of_the_document_itself_is_its_name(path: str, value: Any, expected: list[str]) -> None:
    assert paths_of(changed(table_document(), {path: value})) == expected


@pytest.mark.parametrize("check", [None, "", "score", "Forum", 1, ["forum"]])
def test_an_unknown_check_is_a_problem_at_check(check: Any) -> None:
    assert paths_of(visit_document() | {"check": check}) == ["check"]


@pytest.mark.parametrize("document", [None, True, 3, 3.5, "text", [], [{}]])
def test_what_is_not_an_object_is_a_problem_at_no_path(document: Any) -> None:
    assert paths_of(document) == [""]


# -- several at once


def test_problems_of_documents_tables_and_questions_are_reported_in_one_go() -> None:
    document = changed(
        visit_document(),
        {
            "format": 2,
            "date": "today",
            f"table.{CATHY}.goods.fish": -1,
            f"table.{NICK}.name": "CATHY ",
            "table.edition": "third",
            "table.prestige_end": 6,
            "ask.cards[0].own": {"pond": 1},
            "ask.cards[1].reward": {},
            "ask.objective": None,
        },
    )
    assert paths_of(document) == [
        "ask.cards[0]",
        "ask.cards[1].reward",
        "ask.objective",
        "date",
        "edition",
        "format",
        f"{CATHY}.goods.fish",
        f"{CATHY}.prestige",
        f"{NICK}.name",
    ]


def test_an_unreadable_player_does_not_hide_what_is_wrong_with_the_others() -> None:
    third = small_table()["players"][1] | {"name": "Nick", "prestige": 21}
    changes = {f"table.{CATHY}.name": None, f"table.{CATHY}.prestige": None, "table.players[2]": third}
    assert paths_of(changed(table_document(), changes)) == [
        f"{CATHY}.name",
        f"{CATHY}.prestige",
        "players[2].name",
        "players[2].prestige",
    ]


def test_all_goals_and_markers_are_judged_when_one_is_unreadable() -> None:
    changes = {
        f"table.{CATHY}.frame[0].kind": "palace",
        f"table.{CATHY}.frame[1].met": True,
        "table.forum.markers": [["Z1", "A1"], ["A1", "C1"]],
    }
    assert paths_of(changed(table_document(), changes)) == [
        "forum.markers[0][0]",
        "forum.markers[1]",
        f"{CATHY}.frame[0].kind",
        f"{CATHY}.frame[1].met",
    ]


def test_one_district_can_have_many_problems() -> None:
    tiles = [
        tile("C3", feature("pond", "E")),
        tile("D3", feature("garden", "W")),
        tile("D3", feature("market", "")),
        tile("A1", feature("villa", "N")),
        tile("F6", feature("granary", "NW"), feature("market", "")),
    ]
    assert paths_of(changed(table_document(), {f"table.{TILES}": tiles, f"table.{DISTRICT}.shovel": "D4"})) == [
        f"{DISTRICT}.shovel",
        f"{TILES}",
        f"{TILES}[1]",
        f"{TILES}[2].cell",
        f"{TILES}[3].features[0].opens",
        f"{TILES}[4].features",
        f"{TILES}[4].features[0].opens",
    ]


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        pytest.param(
            [tile("G1", feature("market", "")), tile("C3", feature("market", "")), tile("C3", feature("market", ""))],
            [f"{TILES}[0].cell", f"{TILES}[2].cell"],
            id="off the board, and two on a square",
        ),
        pytest.param(
            [tile("G1", feature("market", "")), tile("C3", feature("market", "")), tile("C2", feature("pond", "S"))],
            [f"{TILES}[0].cell", f"{TILES}[2]"],
            id="off the board, and touching sides that differ",
        ),
        pytest.param(
            [
                tile("C3", feature("palace", "")),
                tile("C2", feature("market", "")),
                tile("C1", feature("pond", "NE")),
            ],
            [f"{TILES}[0].features[0].kind", f"{TILES}[2].features[0].opens"],
            id="unknown kind, and a feature that opens to the frame",
        ),
        pytest.param(
            [tile("C3", feature("palace", "N"), feature("pond", "E"), feature("garden", "E"))],
            [f"{TILES}[0].features[0].kind", f"{TILES}[0].features[2].opens"],
            id="unknown kind, and a side used twice by other features",
        ),
        pytest.param(
            [tile("C3", feature("palace", "")), tile("F6", feature("market", ""))],
            [TILES, f"{TILES}[0].features[0].kind"],
            id="unknown kind, and tiles apart",
        ),
    ],
)
def test_an_unreadable_tile_does_not_hide_what_is_wrong_with_the_others(
    tiles: list[dict[str, Any]], expected: list[str]
) -> None:
    assert paths_of(changed(table_document(), {f"table.{TILES}": tiles})) == expected


def test_too_many_entries_do_not_hide_what_is_wrong_with_them() -> None:
    players = [small_table()["players"][1] | {"name": name} for name in "ABCDE"]
    del players[2]["district"]
    assert paths_of(table_document({"players": players})) == ["players", "players[2]"]


def test_an_unknown_game_does_not_hide_what_else_the_document_lacks() -> None:
    assert paths_of({}) == ["format", "game", "table"]
    assert paths_of({"game": "chess", "format": 1}) == ["game", "table"]


def test_an_unreadable_villa_does_not_hide_what_the_chart_lacks_for_others() -> None:
    changes = {"table.villa_chart": {}, f"table.{NICK}.coins": -1, f"table.{CATHY}.coins": -1}
    assert paths_of(changed(table_document(), changes)) == [f"{CATHY}.coins", f"{NICK}.coins", "villa_chart"]
    changes = {"table.villa_chart": {}, f"table.{DISTRICT}": None}
    assert paths_of(changed(table_document(), changes)) == [f"{DISTRICT}", "villa_chart"]


def test_sides_that_differ_do_not_make_a_villa_that_the_chart_would_have_to_know() -> None:
    tiles = [tile("C3", feature("villa", "E", chimneys=9)), tile("D3", feature("pond", "W"))]
    changes = {"table.villa_chart": {"3": 3}, f"table.{TILES}": tiles}
    assert paths_of(changed(table_document(), changes)) == [f"{TILES}[1]"]


def test_what_depends_on_a_chart_with_an_unknown_key_is_not_judged() -> None:
    changes = {"table.villa_chart": {"many": 9, "3": 3, "3+": 4}}
    assert paths_of(changed(table_document(), changes)) == ["villa_chart.many"]


def test_each_unknown_field_is_a_problem_of_its_own() -> None:
    assert paths_of(table_document(small_table() | {"a": 1, "b": 2, "": 3})) == ["", "a", "b"]


# -- messages


@pytest.mark.parametrize(
    ("path", "value", "part"),
    [
        (f"{CATHY}.goods.fish", -1, "-1"),
        (f"{CATHY}.coins", 10000, "10000"),
        (f"{CATHY}.coins", 3.5, "3.5"),
        (f"{CATHY}.coins", True, "true"),
        (f"{CATHY}.coins", None, "null"),
        (f"{CATHY}.coins", "3", '"3"'),
        (f"{CATHY}.coins", [1, 2], "a list of 2 entries"),
        (f"{CATHY}.coins", {"a": 1, "b": 2}, "an object of 2 fields"),
        (f"{CATHY}.goods.beef", 1, "beef"),
        (f"{CATHY}.prestige", 20.5, "20.5"),
        ("prestige_end", 6, "7"),
        (f"{NICK}.name", "CATHY", "CATHY"),
        (f"{NICK}.name", "Ca\nthy", "U+000A"),
        ("edition", "third", "third"),
        ("colour", "red", "colour"),
        ("villa_chart", {"3+": 3, "5": 7}, "3+"),
        ("villa_chart", {}, "3"),
        (f"{CATHY}.tally.chimneys", 2, "2"),
        (f"{CATHY}.tally.counts.villa", 1, "villa"),
        (f"{CATHY}.frame[1].met", True, "garden"),
        (f"{NICK}.frame[0].line", "G", '"G"'),
        (f"{TILES}[1].cell", "G3", "G3"),
        (f"{TILES}[1].features[0].kind", "garden", "garden"),
        (f"{TILES}[0].features[0].opens", "WE", "WE"),
        (f"{TILES}[0].features[0].chimneys", 4, "4"),
        (f"{DISTRICT}.shovel", "C4", "C4"),
        ("forum.markers[0]", ["A1", "D3"], "A1 and D3"),
        ("forum.markers[0]", ["B1", "C1"], "C1"),
    ],
)
def test_a_message_says_the_offending_value(path: str, value: Any, part: str) -> None:
    ((_, message),) = problems_of(changed(table_document(), {f"table.{path}": value}))
    assert part in message


@pytest.mark.parametrize(
    ("path", "value", "expected"), [*WRONG_TYPES, *TABLE_PROBLEMS[:17], *PLAYER_PROBLEMS, *DISTRICT_PROBLEMS]
)
def test_a_message_is_one_line_of_some_words(path: str, value: Any, expected: list[str]) -> None:
    del expected
    for _, message in problems_of(changed(table_document(), {f"table.{path}": value})):
        assert message.splitlines() == [message]
        assert len(message.split()) >= 4
        assert message == message.strip()
        assert "{" not in message


@pytest.mark.parametrize("text", ["a\nb", "a\u2028b", "\x1b[31mred", "{0} {name}", "%s", "a" * 100_000])
def test_hostile_texts_make_no_second_line_and_no_long_one(text: str) -> None:
    changes = {"table.edition": text, f"table.{NICK}.name": f"{text}\0", f"table.{CATHY}.goods": {text: 1}}
    messages = [message for _, message in problems_of(changed(table_document(), changes))]
    assert len(messages) == 3
    for message in messages:
        assert message.splitlines() == [message]
        assert message.isprintable()
        assert len(message) < 200


def test_a_near_word_is_proposed() -> None:
    ((path, message),) = problems_of(changed(table_document(), {f"table.{CATHY}.goods.fisch": 1}))
    assert path == f"{CATHY}.goods.fisch"
    assert 'did you mean "fish"?' in message


def test_problems_become_a_result_object() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(changed(table_document(), {f"table.{NICK}.coins": -1}))
    result = codec.problems_result(caught.value.problems)
    assert list(result) == ["problems"]
    ((entry),) = result["problems"]
    assert list(entry) == ["path", "message"]
    assert entry["path"] == f"{NICK}.coins"
    assert json.loads(codec.to_json(result)) == result
