"""The end sheet without a screen: its rows, what is typed into them, and what cannot be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import KITS
from companion.services.end_sheet import CellNumber, cell_number, sheet_rows, with_number, with_only_end
from companion.tables.attempt import Attempt, Version
from companion.tables.my_copy import MyCopy
from companion.tables.state import STYLES
from scoring import GAMES
from scoring.carpe_diem.state import Edition, Good
from scoring.messages import reading
from scoring.problems import problems_in
from storage.documents import codec
from storage.documents.fields import IntegerField
from tests.companion.carpe_diem_tables import player_with, table_state
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.other_languages import WORDLESS

if TYPE_CHECKING:
    from companion.services.end_sheet import SheetRow, State
    from scoring.problems import Problem

games = pytest.mark.parametrize("key", GAMES_WITH_RULES)
CARPE_DIEM = GAMES["carpe-diem"]


def begun(key: str) -> State:
    """A table of three of which only the end is entered."""
    kit = KITS[key]
    nowhere: Any = None
    copies = MyCopy(nowhere, key, ())
    return with_only_end(key, kit.begin(("Anna", "Ben", "Clara"), STYLES[:3], next(iter(kit.variants)), copies))


def rows(state: State, key: str = "carpe-diem") -> dict[str, SheetRow]:
    game = GAMES[key]
    return {row.key: row for row in sheet_rows(game, state, game.columns(state.table))}


def typed(state: State, row: str, *numbers: int | None, key: str = "carpe-diem") -> State:
    """A table after numbers were typed into a row, from the first seat on."""
    for seat, number in enumerate(numbers):
        attempt = tried(state, row, seat, number, key)
        assert attempt.refusal is None
        state = attempt.after.state
    return state


def tried(state: State, row: str, seat: int, number: int | None, key: str = "carpe-diem") -> Attempt:
    game = GAMES[key]
    sheet_row = rows(state, key)[row]
    return Attempt.at(Version(game, state), lambda latest: with_number(game, latest, sheet_row, seat, number))


def number_in(state: State, row: str, seat: int, key: str = "carpe-diem") -> CellNumber:
    game = GAMES[key]
    return cell_number(game, state, game.columns(state.table), rows(state, key)[row], seat)


def totals(state: State, key: str) -> list[int]:
    return [column.total for column in GAMES[key].columns(state.table)]


@games
def test_a_table_begins_with_nothing_and_takes_a_number_for_each_line_and_player(key: str) -> None:
    state = begun(key)
    assert totals(state, key) == [0, 0, 0]
    assert list(rows(state, key)) == list(GAMES[key].rules)
    for at, rule in enumerate(GAMES[key].rules):
        state = typed(state, rule, 5 + at, 10 + at, at, key=key)
        assert number_in(state, rule, 1, key) == CellNumber(points=10 + at, stands=True)
    lines = len(GAMES[key].rules)
    assert totals(state, key) == [sum(range(start, start + lines)) for start in (5, 10, 0)]
    assert problems_in(state.table, GAMES[key].limits) == []
    document = codec.table_document(GAMES[key], state.table)
    assert codec.table_document(GAMES[key], codec.read_table(document).table) == document


@games
def test_what_was_typed_is_taken_out_again(key: str) -> None:
    before = begun(key)
    state = before
    for rule in GAMES[key].rules:
        state = typed(typed(state, rule, 5, key=key), rule, None, key=key)
        assert number_in(state, rule, 0, key) == CellNumber(points=0, stands=False)
    assert state == before


def test_a_number_that_is_entered_stands_before_what_lies_on_the_table() -> None:
    state = table_state(player_with("Anna", goods={Good.FISH: 6}), player_with("Ben", stack=1))
    assert number_in(state, "items", 0) == CellNumber(points=3, stands=False)
    state = typed(state, "items", 7)
    assert number_in(state, "items", 0) == CellNumber(points=7, stands=True)
    assert number_in(typed(state, "items", None), "items", 0) == CellNumber(points=3, stands=False)


def test_a_number_that_is_a_field_of_the_player_is_that_field() -> None:
    state = table_state(player_with("Anna", entered={"prestige": 3, "items": 2}), player_with("Ben", stack=1))
    anna = typed(state, "prestige", 14).table.players[0]
    assert (anna.prestige, anna.entered) == (14, {"items": 2})


def test_the_marker_is_put_on_top_of_those_on_its_space_where_the_game_was_entered() -> None:
    whole = table_state(player_with("Anna"), player_with("Ben", prestige=4, stack=0))
    assert typed(whole, "prestige", 4).table.players[0].stack == 1
    assert [player.stack for player in typed(begun("carpe-diem"), "prestige", 4, 4, 4).table.players] == [0, 0, 0]


@pytest.mark.parametrize(
    ("row", "number", "words"),
    [
        ("prestige", 25, "space 25: the prestige bar ends at 20"),
        ("prestige", -1, "-1: a whole number from 0 to 99 belongs here"),
        ("victory_cards", 12345, "12345: a whole number from -99 to 999 belongs here"),
        ("items", 10000, "10000: a whole number from -999 to 9999 belongs here"),
    ],
)
def test_a_number_that_cannot_be_is_refused(row: str, number: int, words: str) -> None:
    assert str(tried(begun("carpe-diem"), row, 0, number).refusal) == words


def test_what_could_not_be_before_refuses_nothing() -> None:
    state = table_state(player_with("Anna", prestige=50), player_with("Ben", stack=1))
    assert tried(state, "items", 0, 4).refusal is None


def test_a_number_is_looked_at_and_nothing_else_on_the_table_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    reads = IntegerField.read

    def note(field: IntegerField, value: object, path: Any, problems: list[Problem]) -> object:
        read.append(value)
        return reads(field, value, path, problems)

    state = table_state(player_with("Anna", entered={"items": 3}), player_with("Ben", prestige=123, stack=1))
    attempt = tried(state, "victory_cards", 0, 17)
    monkeypatch.setattr(IntegerField, "read", note)
    assert attempt.refusal is None
    assert read == [17, 3]


def test_another_problem_that_reads_the_same_is_refused() -> None:
    state = table_state(player_with("Anna", prestige=50), player_with("Ben", stack=1))
    with reading(WORDLESS):
        assert tried(state, "prestige", 0, 25).refusal is not None


def test_who_is_level_is_asked_for_what_breaks_the_tie() -> None:
    state = typed(begun("carpe-diem"), "victory_cards", 30, 40, 40)
    writs = rows(state)["writs_left"]
    assert (writs.heading, writs.seats, writs.line) == ("Writs left", (1, 2), None)
    assert number_in(state, "writs_left", 1) == CellNumber(points=0, stands=False)
    state = with_number(CARPE_DIEM, state, writs, 2, 3)
    assert number_in(state, "writs_left", 2) == CellNumber(points=3, stands=True)
    assert CARPE_DIEM.score(state.table).winners == ("Clara",)
    assert "writs_left" not in rows(typed(state, "victory_cards", 30, 41))


def test_the_first_edition_asks_for_the_pile_where_markers_are_level_too() -> None:
    state = begun("carpe-diem")
    state = replace(state, table=replace(state.table, edition=Edition.FIRST))
    state = typed(state, "victory_cards", 30, 40, 40)
    assert rows(state)["stack"].seats == (1, 2)
    assert "stack" not in rows(typed(state, "prestige", 0, 5, 4))


def test_blocks_are_shown_where_they_break_a_tie_but_entered_by_their_colors() -> None:
    state = typed(begun("palaces-of-carrara"), "track", 40, 40, 3, key="palaces-of-carrara")
    blocks = rows(state, "palaces-of-carrara")["blocks"]
    assert (blocks.heading, blocks.seats, blocks.typed) == ("Blocks", (0, 1), False)
    assert number_in(state, "blocks", 0, "palaces-of-carrara") == CellNumber(points=0, stands=False)
