"""Every problem of a table, one by one, and what is allowed in it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.problems import MAX_PROBLEMS
from storage.documents import codec
from tests.storage.documents.wrong_tables import (
    CATHY,
    CHART_LACKS,
    DISTRICT,
    DISTRICT_PROBLEMS,
    NICK,
    PLAYER_PROBLEMS,
    RANGES,
    TABLE_PROBLEMS,
    TILES,
    WRONG_TYPES,
    one_tile,
    right,
    winding,
)
from tests.storage.sample_documents import (
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


def test_the_small_documents_have_no_problems() -> None:
    for document in (table_document(), visit_document(), order_document(), forum_document()):
        assert problems_of(document) == []


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


@pytest.mark.parametrize("within", [[], ["villa_chart"]])
def test_of_very_many_fields_that_are_not_known_the_first_are_told(within: list[str]) -> None:
    fields = {f"field{number}": 5 for number in range(20_000)}
    paths = paths_of({"format": 1, "game": "carpe-diem", "table": dict.fromkeys(within, fields) or fields})
    assert len([path for path in paths if "field" in path]) == pytest.approx(MAX_PROBLEMS, abs=5)


@pytest.mark.parametrize(
    ("game", "table", "last", "next_path"),
    [
        ("carpe-diem", {"players": [{"name": 5}] * 20_000}, "players[7].name", "players[8].name"),
        ("carpe-diem", {"forum": {"cards": [[5] * 20_000]}}, "forum.cards[0][7]", "forum.cards[0][8]"),
        (
            "score-pad",
            {"pad": {"title": "Trees", "categories": [{"kind": "count"}] * 20_000}},
            "pad.categories[79].key",
            "pad.categories[80].key",
        ),
    ],
)
def test_of_a_list_that_is_too_long_as_many_again_are_read(
    game: str, table: dict[str, Any], last: str, next_path: str
) -> None:
    paths = paths_of({"format": 1, "game": game, "table": table})
    assert (last in paths, next_path in paths) == (True, False)
