"""Tables with one wrong value each, and the paths of the problems that it makes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.storage.sample_documents import ABSENT, feature, tile

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
    for first, second in pairwise(cells):
        if first[0] == second[0]:
            sides[first].add("S")
            sides[second].add("N")
        elif first[0] < second[0]:
            sides[first].add("E")
            sides[second].add("W")
        else:
            sides[first].add("W")
            sides[second].add("E")
    return [tile(cell, feature("garden", "".join(side for side in "NESW" if side in sides[cell]))) for cell in cells]


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
    for said, value in (("true", True), ("text", "3"), ("a fraction", 3.0), ("null", None), ("a list", []))
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
