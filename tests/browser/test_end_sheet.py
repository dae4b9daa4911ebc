"""The end sheet in a real browser: the numbers of a finished game, typed as they stand on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.services.end_sheet import only_the_end
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import RULES
from tests.browser.evenings import finish, seat
from tests.browser.screen import DESKTOP, DESKTOP_DARK, NARROW, PHONE, PHONE_DARK, Screen
from tests.companion.carpe_diem_tables import player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program

PLAYERS: Final = ("Anna", "Ben", "Clara")

PAPER: Final = {
    "victory_cards": (38, 42, 31),
    "items": (4, 3, 6),
    "prestige": (9, 12, 4),
    "frame": (14, 9, 17),
    "fountains": (6, 10, 8),
    "villas": (17, 10, 24),
}
"""The numbers of a sheet of paper, by rule, in seat order."""


def begun(screen: Screen) -> None:
    """Seat three players at a table of which only the end is entered."""
    screen.tap("New table")
    screen.tap("Only the end")
    for number, name in enumerate(PLAYERS):
        if number > 1:
            screen.tap("Another player")
        seat(screen, "Starting player" if number == 0 else f"Player {number + 1}", name)
    screen.tap("Lay out the table")


def cell(player: int, rule: str, said: str) -> str:
    """What a cell of the end sheet is called."""
    return f"{PLAYERS[player]}, {RULES[rule]}: {said}"


def type_number(screen: Screen, number: int) -> None:
    for digit in str(number):
        screen.tap(digit)


@pytest.mark.parametrize("look", [DESKTOP], indirect=True, ids=str)
def test_the_keyboard_types_into_the_grid_and_enter_goes_on(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = only_the_end("carpe-diem", table_state(*(player_with(name) for name in PLAYERS)))
    program, table = start(CARPE_DIEM, state)
    screen = open_screen(program.address).open(table)
    first = screen.button(cell(0, "victory_cards", "0"))
    expect(first).to_be_visible()
    screen.page.keyboard.type("38", delay=40)
    expect(screen.button(cell(0, "victory_cards", "38"))).to_be_visible()
    screen.page.keyboard.press("Enter")
    screen.page.keyboard.type("42", delay=40)
    screen.page.keyboard.press("Enter")
    screen.page.keyboard.type("3", delay=40)
    screen.page.keyboard.press("ArrowDown")
    screen.page.keyboard.type("7", delay=40)
    screen.page.keyboard.press("Enter")
    screen.page.keyboard.type("25", delay=40)
    screen.page.keyboard.press("Enter")
    screen.sees("Space 25: the prestige bar ends at 20.")
    screen.shot("end-sheet-refused")
    for name in (cell(0, "victory_cards", "38"), cell(1, "victory_cards", "42"), cell(2, "victory_cards", "3")):
        expect(screen.button(name)).to_be_visible()
    expect(screen.button(cell(2, "items", "7, as entered"))).to_be_visible()
    expect(screen.button(cell(0, "prestige", "25"))).to_be_visible()
    screen.page.keyboard.press("Backspace")
    screen.page.keyboard.press("Enter")
    expect(screen.button(cell(0, "prestige", "2"))).to_be_visible()
    screen.page.keyboard.press("Control+z")
    expect(screen.button(cell(0, "prestige", "0"))).to_be_visible()


def test_three_players_are_typed_as_on_paper(screen: Screen) -> None:
    begun(screen)
    expect(screen.button(cell(0, "victory_cards", "0"))).to_be_visible()
    for _ in screen.sizes(PHONE, PHONE_DARK, DESKTOP, DESKTOP_DARK, NARROW, PHONE):
        screen.shot("end-sheet-empty")
    numbers = [number for row in PAPER.values() for number in row]
    for at, number in enumerate(numbers, start=1):
        type_number(screen, number)
        if at == 9:
            for _ in screen.sizes(PHONE, PHONE_DARK, DESKTOP, DESKTOP_DARK, NARROW, PHONE):
                screen.shot("end-sheet-half")
        screen.tap("Done" if at == len(numbers) else "Next")
    for _ in screen.sizes(PHONE, DESKTOP, PHONE):
        expect(screen.button(cell(2, "villas", "24, as entered"))).to_be_visible()
        screen.shot("end-sheet-full")
    screen.tap("Who won?")
    screen.sees("Clara wins with 90 points")
    screen.shot("end-sheet-result")
    finish(screen)
