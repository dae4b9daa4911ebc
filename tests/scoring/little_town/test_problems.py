"""Every problem that the contract names for Little Town, with its path, one by one and several at once."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from scoring import GAMES
from storage.documents import codec
from tests.storage.sample_documents import ABSENT, changed, paths_of, problems_of

CATHY, NICK = "players[0]", "players[1]"


def small_table() -> dict[str, Any]:
    """Cathy has a castle and two wheat fields on the first side of the board, Nick a barn and a worker."""
    return {
        "players": [
            {"name": "Cathy", "score": 12, "coins": 4, "cubes": {"wood": 3, "stone": 9}},
            {"name": "Nick", "score": -3, "coins": 0, "cubes": {"stone": 6}},
        ],
        "board": "side-1",
        "buildings": [
            {"tile": "castle", "cell": "B2", "owner": "Cathy"},
            {"tile": "wheat-field", "cell": "A2", "owner": "Cathy"},
            {"tile": "wheat-field", "cell": "E2", "owner": "Cathy"},
            {"tile": "barn", "cell": "I2", "owner": "Nick"},
        ],
        "workers": [{"cell": "E3", "owner": "Nick"}],
        "round": 2,
        "castle_counts": "own",
        "cathedral_counts": "any",
        "watchtower_workers_block": True,
        "coins_feed": False,
    }


def document(table: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"game": "little-town", "format": 1, "table": small_table() if table is None else table}


def check(key: str, **ask: Any) -> dict[str, Any]:
    return document() | {"check": key, "ask": ask}


def of(path: str, value: Any) -> list[tuple[str, str]]:
    return problems_of(changed(document(), {f"table.{path}": value}))


def building(tile: str, cell: str, owner: str = "Nick") -> dict[str, Any]:
    return {"tile": tile, "cell": cell, "owner": owner}


MEADOW = ["........."] * 6


def test_the_small_documents_have_no_problems() -> None:
    for wrong in (
        document(),
        check("gather", player="Cathy", cell="H6"),
        check("build", player="Nick", tile="tavern", cell="H6"),
        check("round_end"),
        document() | {"check": "round_end"},
    ):
        assert problems_of(wrong) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board", "side-2"),
        ("board", MEADOW),
        ("buildings", ABSENT),
        ("workers", ABSENT),
        ("round", ABSENT),
        ("castle_counts", "any"),
        ("castle_counts", ABSENT),
        ("cathedral_counts", "own"),
        ("cathedral_counts", ABSENT),
        ("watchtower_workers_block", ABSENT),
        ("coins_feed", ABSENT),
        (f"{CATHY}.cubes", ABSENT),
        (f"{CATHY}.cubes.fish", 15),
        (f"{CATHY}.score", 999),
        (f"{CATHY}.score", -999),
        (f"{CATHY}.coins", 9999),
        ("buildings[3].owner", "  Nick "),
        ("workers[0].owner", " Cathy"),
    ],
)
def test_what_is_allowed(path: str, value: Any) -> None:
    altered = changed(document(), {f"table.{path}": value})
    if path == "board" and value == "side-2":
        altered["table"]["workers"][0]["cell"] = "E4"
    assert problems_of(altered) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board", ABSENT),
        ("board", None),
        ("board", 1),
        ("board", "side-3"),
        ("board", {}),
        ("board", []),
        ("board", MEADOW[:5]),
        ("board", [*MEADOW, "........."]),
        ("players", ABSENT),
        (f"{CATHY}.score", ABSENT),
        (f"{CATHY}.score", 1000),
        (f"{CATHY}.score", -1000),
        (f"{CATHY}.coins", ABSENT),
        (f"{CATHY}.coins", -1),
        (f"{CATHY}.coins", 10000),
        (f"{CATHY}.cubes", None),
        (f"{CATHY}.cubes.wood", -1),
        (f"{CATHY}.cubes.wood", 16),
        (f"{CATHY}.cubes.gold", 1),
        (f"{CATHY}.house", 1),
        (f"{NICK}.name", "CATHY"),
        ("buildings", None),
        ("buildings[0].tile", "palace"),
        ("buildings[0].tile", ABSENT),
        ("buildings[0].cell", "J1"),
        ("buildings[0].cell", "A7"),
        ("buildings[0].cell", "b2"),
        ("buildings[0].owner", ABSENT),
        ("buildings[0].owner", None),
        ("buildings[0].owner", "Hank"),
        ("buildings[0].owner", "cathy"),
        ("workers", None),
        ("workers[0].cell", "E0"),
        ("workers[0].owner", "Hank"),
        ("workers[0].tile", "barn"),
        ("round", 0),
        ("round", 5),
        ("round", None),
        ("castle_counts", "all"),
        ("cathedral_counts", True),
        ("watchtower_workers_block", "yes"),
        ("coins_feed", 1),
        ("weather", "fine"),
    ],
)
def test_a_wrong_value_is_a_problem_at_its_path(path: str, value: Any) -> None:
    problems = of(path, value)
    if path == f"{NICK}.name":
        assert ("players[1].name", '"CATHY": another player is called "Cathy"') in problems
    else:
        assert [where for where, _ in problems] == [path]


@pytest.mark.parametrize(
    "row", ["........", "..........", "....X....", "........\n", ".........\n", "fml......", 0, None]
)
def test_a_wrong_row_is_a_problem_at_its_path(row: Any) -> None:
    problems = of("board", [*MEADOW[:4], row, MEADOW[5]])
    assert [where for where, _ in problems] == ["board[4]"]
    assert problems[0][1].endswith("a row of nine of the letters . F M L belongs here")


def test_a_wrong_board_says_what_belongs_there() -> None:
    assert of("board", 1) == [("board", "1: one of side-1, side-2, or a list of 6 entries, belongs here")]
    assert of("board", "side 1")[0][1].endswith('did you mean "side-1"?')
    assert of("board", ABSENT) == [("board", "missing: one of side-1, side-2, or a list of 6 entries, belongs here")]


def test_buildings_and_workers_stand_on_grass() -> None:
    assert of("buildings[0].cell", "A1") == [("buildings[0].cell", "A1: mountain; buildings and workers need grass")]
    assert of("workers[0].cell", "F1") == [("workers[0].cell", "F1: lake; buildings and workers need grass")]


def test_a_square_is_shared_by_nobody_and_the_later_entry_is_the_problem() -> None:
    assert of("buildings[2].cell", "A2") == [("buildings[2].cell", "A2: a building stands there already")]
    assert of("workers[0].cell", "I2") == [("workers[0].cell", "I2: a building stands there already")]
    assert of("workers[1]", {"cell": "E3", "owner": "Cathy"}) == [
        ("workers[1].cell", "E3: a worker stands there already")
    ]


def test_there_are_five_wheat_fields() -> None:
    fields = [building("wheat-field", f"{letter}5") for letter in "ABCDE"]
    assert of("buildings", fields) == []
    more = [*fields, building("wheat-field", "H5", "Cathy"), building("wheat-field", "I5", "Cathy")]
    assert of("buildings", more) == [
        ("buildings[5].tile", "wheat field number 6: the game has 5"),
        ("buildings[6].tile", "wheat field number 7: the game has 5"),
    ]


def test_there_is_one_of_any_other_tile() -> None:
    problems = of("buildings[4]", building("castle", "H6"))
    assert problems == [("buildings[4].tile", "castle number 2: the game has 1")]


TILES = ["tavern", "bookshop", "pier", "well", "statue", "bakery", "quarry", "shop"]


@pytest.mark.parametrize(("players", "houses"), [(2, 7), (3, 6), (4, 6)])
def test_more_buildings_than_houses(players: int, houses: int) -> None:
    table = small_table() | {"board": MEADOW, "workers": []}
    table["players"] += [{"name": name, "score": 0, "coins": 0} for name in ("Hank", "Sophie")[: players - 2]]
    table["buildings"] = [building(tile, f"{letter}1") for tile, letter in zip(TILES, "ABCDEFGHI", strict=False)]
    problems = problems_of(document(table))
    assert [where for where, _ in problems] == [f"buildings[{index}].owner" for index in range(houses, 8)]
    assert problems[0][1] == f"{houses + 1} houses of Nick: with this many players each has {houses}"


@pytest.mark.parametrize(("players", "workers"), [(2, 5), (3, 4), (4, 3)])
def test_more_workers_than_a_player_has(players: int, workers: int) -> None:
    table = small_table() | {"board": MEADOW, "buildings": []}
    table["players"] += [{"name": name, "score": 0, "coins": 0} for name in ("Hank", "Sophie")[: players - 2]]
    table["workers"] = [{"cell": f"A{row}", "owner": "Nick"} for row in range(1, 7)]
    problems = problems_of(document(table))
    assert [where for where, _ in problems] == [f"workers[{index}].owner" for index in range(workers, 6)]
    assert problems[0][1] == f"{workers + 1} workers of Nick: with this many players each has {workers}"


def test_more_than_fifteen_cubes_of_a_kind_at_the_player_with_whom_the_limit_is_passed() -> None:
    assert of(f"{NICK}.cubes.stone", 7) == [
        ("players[1].cubes.stone", "16 stone at the table, counting those of Nick: there are 15 in the game")
    ]
    third = {"name": "Hank", "score": 0, "coins": 0, "cubes": {"stone": 15, "wood": 13}}
    assert [where for where, _ in of("players[2]", third)] == ["players[2].cubes.wood", "players[2].cubes.stone"]
    first = changed(document(), {"table.players[2]": third, f"table.{NICK}.cubes.stone": 7})
    assert paths_of(first) == ["players[1].cubes.stone", "players[2].cubes.wood"]


def test_with_an_impossible_number_of_players_houses_and_workers_are_not_judged() -> None:
    table = small_table() | {"workers": []}
    table["players"] = table["players"][1:]
    table["buildings"] = table["buildings"][3:]
    assert paths_of(document(table)) == ["players"]


def test_nobody_at_the_table_owns_anything() -> None:
    assert [where for where, _ in of("players", [])] == ["players"]


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (check("gather", player="Hank", cell="H6"), "ask.player"),
        (check("gather", player=" Cathy", cell="H6"), "ask.player"),
        (check("gather", player="Cathy", cell="J1"), "ask.cell"),
        (check("gather", player="Cathy", cell="A1"), "ask.cell"),
        (check("gather", player="Cathy", cell="E3"), "ask.cell"),
        (check("gather", player="Cathy"), "ask.cell"),
        (check("build", player="Hank", tile="tavern", cell="H6"), "ask.player"),
        (check("build", player="Nick", tile="castle", cell="H6"), "ask.tile"),
        (check("build", player="Nick", tile="palace", cell="H6"), "ask.tile"),
        (check("build", player="Nick", tile="tavern", cell="I2"), "ask.cell"),
        (check("build", player="Nick", tile="tavern", cell="I6"), "ask.cell"),
        (check("round_end", player="Nick"), "ask.player"),
        (document() | {"check": "feed"}, "check"),
        (document() | {"check": "gather"}, "ask"),
    ],
)
def test_an_impossible_question_is_a_problem_at_its_field(asked: dict[str, Any], path: str) -> None:
    assert paths_of(asked) == [path]


def test_all_problems_are_reported_at_once() -> None:
    wrong = changed(
        check("build", player="Hank", tile="barn", cell="A1"),
        {
            "table.board": [*MEADOW[:3], ".", *MEADOW[4:]],
            f"table.{CATHY}.coins": True,
            f"table.{NICK}.cubes.stone": 16,
            "table.buildings[0].owner": "Sophie",
            "table.buildings[2].cell": "A2",
            "table.buildings[3].tile": "wheat field",
            "table.workers[0].cell": "B2",
        },
    )
    assert paths_of(wrong) == sorted(
        [
            "board[3]",
            "players[0].coins",
            "players[1].cubes.stone",
            "buildings[0].owner",
            "buildings[2].cell",
            "buildings[3].tile",
            "workers[0].cell",
            "ask.player",
        ]
    )


def test_an_entry_that_cannot_be_read_hides_no_other_problem() -> None:
    wrong = changed(document(), {"table.buildings[0]": 7, "table.buildings[2].cell": "A2"})
    assert paths_of(wrong) == ["buildings[0]", "buildings[2].cell"]


ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    "",
    "A1",
    "barn",
    [],
    [None],
    {},
    {"wood": 99},
    MEADOW,
    ["x"] * 6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in entries for place in ((*path, key), *places(item, (*path, key)))]


@pytest.mark.parametrize(
    "whole",
    [
        document(),
        check("gather", player="Cathy", cell="H6"),
        check("build", player="Nick", tile="tavern", cell="H6"),
        check("round_end"),
    ],
    ids=["score", "gather", "build", "round_end"],
)
def test_whatever_stands_in_a_field_an_answer_or_problems_come_out(whole: dict[str, Any]) -> None:
    for *way, last in places(whole):
        for value in (*ODD_VALUES, ABSENT):
            altered = copy.deepcopy(whole)
            holder: Any = altered
            for key in way:
                holder = holder[key]
            if value is ABSENT:
                del holder[last]
            else:
                holder[last] = copy.deepcopy(value)
            problems = problems_of(altered)
            assert all(message.strip() and message.splitlines() == [message] for _, message in problems)
            if not problems and "check" in altered:
                asked = codec.read_check(altered)
                assert codec.to_json(codec.plain(asked.check.answer(asked.table, asked.ask)))


def test_the_schema_of_the_board_takes_a_side_or_six_rows() -> None:
    board = codec.schema(GAMES["little-town"])["properties"]["table"]["properties"]["board"]
    assert board == {
        "description": "a side of the board, or its six rows: . grass, F forest, M mountain, L lake",
        "anyOf": [
            {"enum": ["side-1", "side-2"]},
            {"type": "array", "items": {"type": "string", "pattern": "^(?:[.FML]{9})$"}, "minItems": 6, "maxItems": 6},
        ],
    }
