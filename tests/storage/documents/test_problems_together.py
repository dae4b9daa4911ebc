"""Several problems of one document are reported in one go, and none hides another."""

from __future__ import annotations

from typing import Any

import pytest

from tests.storage.documents.wrong_tables import CATHY, DISTRICT, NICK, TILES
from tests.storage.sample_documents import changed, feature, paths_of, small_table, table_document, tile, visit_document


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
            [tile("C3", feature("palace", "")), tile("C2", feature("market", "")), tile("C1", feature("pond", "NE"))],
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
