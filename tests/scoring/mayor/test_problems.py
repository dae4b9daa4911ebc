"""What cannot be at a table of Mayor, and what a question makes impossible: every problem at its path."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring import GAMES
from storage.documents import codec
from tests.scoring.mayor.tables import bank, document, park
from tests.storage.sample_documents import ABSENT, changed, paths_of, problems_of

MAYOR = GAMES["mayor"]
PRICE = {"shown": 8, "others": 1, "event": 0}
ASKS = {"price": PRICE, "rondel": {"extra": 1}, "place": bank(), "place_park": park(), "end": {}}
ICONS, SQUARE = "ask.icons", "ask.square"


def asked(check: str, changes: dict[str, Any]) -> dict[str, Any]:
    return changed(document(check, ASKS[check]), changes)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("players[0].citizen", 0),
        ("players[0].citizen", 99),
        ("players[0].banker", 999),
        ("players[0].tiles", 4),
        ("players[0].tiles", ABSENT),
        ("tile_lines", {}),
        ("tile_lines", {"shop": 9999, "park": 0}),
    ],
)
def test_what_a_table_may_hold(path: str, value: Any) -> None:
    assert paths_of(changed(document(), {f"table.{path}": value})) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("players[0].citizen", -1),
        ("players[0].citizen", 100),
        ("players[0].citizen", ABSENT),
        ("players[0].banker", -1),
        ("players[0].banker", 1000),
        ("players[0].banker", ABSENT),
        ("players[0].tiles", 5),
        ("players[0].tiles", -1),
        ("players[0].tiles", True),
        ("players[0].name", ABSENT),
        ("players[1].name", "white"),
        ("players[0].gold", 3),
        ("players", []),
        ("tile_lines", None),
        ("edition", "second"),
    ],
)
def test_what_a_table_may_not_hold(path: str, value: Any) -> None:
    assert paths_of(changed(document(), {f"table.{path}": value})) == [path]


@pytest.mark.parametrize(("kind", "number"), [("shop", -1), ("shop", 10000), ("shops", 1), ("statue", 1.0)])
def test_tile_lines_are_amounts_of_the_five_kinds(kind: str, number: Any) -> None:
    assert paths_of(document(tile_lines={kind: number})) == [f"tile_lines.{kind}"]


def test_two_to_four_players_sit_at_a_table() -> None:
    players = [{"name": str(number), "citizen": 0, "banker": 0} for number in range(5)]
    for number, paths in ((1, ["players"]), (2, []), (4, []), (5, ["players"])):
        assert paths_of(document(players=players[:number])) == paths


def test_game_end_only_one_citizen_gets_to_50() -> None:
    two = changed(document(), {"table.players[0].citizen": 50, "table.players[2].citizen": 63})
    assert problems_of(two) == [
        ("players[2].citizen", "63: another Citizen is on 50, and the game ends when one reaches 50 or more")
    ]
    three = changed(two, {"table.players[1].citizen": 99})
    assert paths_of(three) == ["players[1].citizen", "players[2].citizen"]
    assert paths_of(changed(two, {"table.players[2].citizen": 49})) == []


def test_a_citizen_that_cannot_be_read_hides_no_other_problem() -> None:
    document_ = changed(
        document(), {"table.players[0].citizen": "50", "table.players[1].citizen": 50, "table.players[2].citizen": 50}
    )
    assert paths_of(document_) == ["players[0].citizen", "players[2].citizen"]


@pytest.mark.parametrize("check", ASKS)
def test_the_questions_have_no_problems(check: str) -> None:
    assert paths_of(document(check, ASKS[check])) == []


@pytest.mark.parametrize(
    ("check", "path", "value"),
    [
        ("price", "ask.others", ABSENT),
        ("price", "ask.event", ABSENT),
        ("place", "ask.beside", ABSENT),
        ("place", "ask.beside", []),
        ("place", "ask.beside", ["Black", " Purple ", "White"]),
        ("place", "ask.rainbow", True),
        ("place", f"{SQUARE}.streets", ["blue"]),
        ("place_park", "ask.icons", ABSENT),
        ("place_park", "ask.block", ABSENT),
        ("place_park", "ask.block", ["shop", "shop", "shop"]),
        ("end", "ask", ABSENT),
    ],
)
def test_what_a_question_may_hold(check: str, path: str, value: Any) -> None:
    assert paths_of(asked(check, {path: value})) == []


@pytest.mark.parametrize(
    ("check", "path", "value"),
    [
        ("price", "ask", ABSENT),
        ("price", "ask.shown", ABSENT),
        ("price", "ask.shown", 100),
        ("price", "ask.shown", -1),
        ("price", "ask.others", 10),
        ("price", "ask.event", -1),
        ("rondel", "ask.extra", 5),
        ("rondel", "ask.extra", -1),
        ("rondel", "ask.extra", ABSENT),
        ("place", "ask.player", "white"),
        ("place", "ask.player", " White"),
        ("place", "ask.kind", "park"),
        ("place", "ask.kind", ABSENT),
        ("place", ICONS, ABSENT),
        ("place", f"{ICONS}.street", "white"),
        ("place", f"{ICONS}.street", ABSENT),
        ("place", f"{ICONS}.area", "E"),
        ("place", f"{ICONS}.ring", "O"),
        ("place", f"{SQUARE}.streets", []),
        ("place", f"{SQUARE}.streets", ABSENT),
        ("place", f"{SQUARE}.streets", ["red", "yellow", "green"]),
        ("place", f"{SQUARE}.streets[1]", "rainbow"),
        ("place", f"{SQUARE}.area", ABSENT),
        ("place", f"{SQUARE}.ring", ABSENT),
        ("place", "ask.beside[0]", "Nick"),
        ("place", "ask.beside[0]", "purple"),
        ("place", "ask.beside[0]", ""),
        ("place", "ask.rainbow", 1),
        ("place", "ask.rainbow", None),
        ("place_park", "ask.player", "Nick"),
        ("place_park", f"{ICONS}.park", 1),
        ("place_park", f"{ICONS}.shop", 0),
        ("place_park", f"{ICONS}.shop", 4),
        ("place_park", "ask.block", ["shop"] * 4),
        ("place_park", "ask.block[0]", "park"),
        ("end", "ask.player", "White"),
    ],
)
def test_what_a_question_may_not_hold(check: str, path: str, value: Any) -> None:
    assert paths_of(asked(check, {path: value})) == [path]


def test_no_street_is_named_twice() -> None:
    assert problems_of(asked("place", {f"{SQUARE}.streets": ["red", "red"]})) == [
        ("ask.square.streets[1]", "red is already named: name each color once")
    ]


@pytest.mark.parametrize("again", ["Purple", " Purple "])
def test_nobody_is_beside_a_square_twice(again: str) -> None:
    assert problems_of(asked("place", {"ask.beside": ["Purple", "White", again]})) == [
        ("ask.beside[2]", '"Purple" is already named: a second piece beside the square pays nothing')
    ]


@pytest.mark.parametrize("check", ["place", "place_park"])
def test_banker_the_active_player_places_nothing_that_they_cannot_pay(check: str) -> None:
    statue = {"ask.kind": "statue", "table.players[0].banker": 1}
    statues = {"ask.icons": {"statue": 2}, "ask.block": ["statue", "shop"], "table.players[0].banker": 1}
    changes = statue if check == "place" else statues
    assert problems_of(asked(check, changes)) == [("ask.player", "White has 1 gold, and this placement costs 2 gold")]
    assert paths_of(asked(check, changes | {"table.players[0].banker": 2})) == []


def test_banker_what_banks_bring_pays_for_the_statues_of_a_park() -> None:
    changes = {"ask.icons": {"statue": 2, "bank": 1}, "ask.block": ["statue", "bank"], "table.players[0].banker": 0}
    assert paths_of(asked("place_park", changes)) == []


def test_banker_a_piece_beside_costs_the_active_player_too() -> None:
    changes = {"ask.kind": "statue", "ask.beside": ["White"], "table.players[0].banker": 2}
    assert paths_of(asked("place", changes)) == ["ask.player"]


def test_all_problems_of_table_and_question_are_reported_at_once() -> None:
    changes = {
        "table.players[1].citizen": -1,
        "table.tile_lines": {"shop": "0"},
        "ask.kind": "palace",
        f"{SQUARE}.streets": ["red", "red"],
        "ask.beside": ["Nick", "Black", "Black"],
    }
    assert paths_of(asked("place", changes)) == [
        "ask.beside[0]",
        "ask.beside[2]",
        "ask.kind",
        "ask.square.streets[1]",
        "players[1].citizen",
        "tile_lines.shop",
    ]


@pytest.mark.parametrize("check", MAYOR.checks, ids=lambda check: check.key)
def test_the_questions_fit_their_schema(check: Any) -> None:
    schema = codec.check_schema(MAYOR, check)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(document(check.key, ASKS[check.key]))
