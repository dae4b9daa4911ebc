"""A game with nothing but its rules in a real browser, from a new table to the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import running
from tests.browser.evenings import check_all, finish, seat_two
from tests.browser.kept import only_play, only_table
from tests.browser.program import forms

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.program import Program
    from tests.browser.screen import Screen


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """The app, whose games are entered on forms."""
    yield from running(forms, tmp_path)


def lay_out(screen: Screen) -> None:
    screen.tap("New table")
    screen.tap("Little Town")
    seat_two(screen)
    screen.tap("Lay out the table")
    screen.tap("To the table")


def test_a_game_with_nothing_but_rules_is_played_on_its_form(program: Program, screen: Screen) -> None:
    lay_out(screen)
    screen.enter("Anna, Score", "12")
    screen.tap("Anna, Coins: one more")
    screen.tap("Add Anna, Cubes, Fish")
    screen.sees("On 12 of the score track.")
    screen.shot("form-player")
    screen.tap("Table")
    screen.tap("Add to Buildings")
    screen.tap("Buildings 1, Tile: Wheat field, choose another")
    screen.tap("Buildings 1, Tile: Castle")
    screen.enter("Buildings 1, Cell", "Z9")
    screen.sees("It stays A1.")
    screen.enter("Buildings 1, Cell", "C3")
    screen.sees_no("It stays")
    screen.tap("Buildings 1, Owner: Ben")
    expect(screen.button("Buildings 1: Castle, C3, Ben, close")).to_be_visible()
    screen.shot("form-table")
    table = only_table(program)["table"]
    assert table["players"][0] == {"name": "Anna", "score": 12, "coins": 1, "cubes": {"fish": 1}}
    assert table["buildings"] == [{"tile": "castle", "cell": "C3", "owner": "Ben"}]
    screen.tap("End")
    check_all(screen)
    finish(screen)
    assert [seat.total for seat in only_play(program).seats] == [12, 0]


def test_a_form_is_entered_with_the_keyboard_alone(screen: Screen) -> None:
    lay_out(screen)
    screen.button("Anna, Score: one more").focus()
    screen.press("Enter")
    screen.sees("On 1 of the score track.")
    screen.press("Control+z")
    screen.sees("On 0 of the score track.")
    screen.button("Add Anna, Cubes, Wheat").focus()
    screen.press("Enter")
    expect(screen.button("Anna, Cubes, Wheat: one more")).to_be_visible()
