"""The end sheet in a real browser: the numbers of a finished game, typed as they stand on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.services.end_sheet import with_only_end
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import RULES
from tests.browser.paper import NUMBERS, PLAYERS, TypingHand, cell
from tests.browser.screen import DESKTOP, DESKTOP_DARK, LANDSCAPE, NARROW, PHONE, PHONE_DARK, Screen
from tests.companion.carpe_diem_tables import player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program

LAST: Final = len(PLAYERS) - 1
"""The seat whose number is the last of its row."""


@pytest.mark.parametrize("look", [DESKTOP], indirect=True, ids=str)
def test_the_keyboard_types_into_the_grid_and_nothing_scrolls_on_a_phone(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = with_only_end("carpe-diem", table_state(*(player_with(name) for name in PLAYERS)))
    program, table = start(CARPE_DIEM, state)
    screen = open_screen(program.address).open(table)
    first = cell(screen, 0, "victory_cards", "nothing entered")
    expect(first).to_be_visible()
    screen.page.keyboard.type("38", delay=40)
    expect(cell(screen, 0, "victory_cards", "38")).to_be_visible()
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
    for player, number in enumerate(("38", "42", "3")):
        expect(cell(screen, player, "victory_cards", number)).to_be_visible()
    expect(cell(screen, 2, "items", "7, as entered")).to_be_visible()
    expect(cell(screen, 0, "prestige", "25")).to_be_visible()
    screen.page.keyboard.press("Backspace")
    screen.page.keyboard.press("Enter")
    expect(cell(screen, 0, "prestige", "2")).to_be_visible()
    screen.page.keyboard.press("Control+z")
    expect(cell(screen, 0, "prestige", "nothing entered")).to_be_visible()
    cell(screen, LAST, "items", "7, as entered").focus()  # as Tab leads there
    screen.page.keyboard.type("12", delay=40)
    screen.page.keyboard.press("Enter")
    screen.page.keyboard.type("4", delay=40)
    expect(cell(screen, LAST, "items", "12, as entered")).to_be_visible()
    expect(cell(screen, 0, "prestige", "4")).to_be_visible()
    screen.page.keyboard.press("Escape")
    cells = screen.button(re.compile(rf"^({'|'.join(PLAYERS)}): (\d|nothing)"))
    shown = screen.page.locator("flt-semantics-host")  # what is read out stands beside it for a moment
    title = shown.get_by_text(f"{PLAYERS[1]}, {RULES['prestige']}", exact=True)
    for _ in screen.sizes(PHONE_DARK, PHONE):
        cell(screen, 1, "prestige", "nothing entered").click()
        expect(title).to_be_visible()
        expect(cells).to_have_count(len(NUMBERS))
        (top,) = screen.boxes(title)
        assert all(0 <= box["y"] <= top["y"] - box["height"] for box in screen.boxes(cells))
        screen.shot("end-sheet-begun")
        screen.page.keyboard.press("Escape")
        expect(title).to_have_count(0)


@pytest.mark.parametrize("look", [NARROW], indirect=True, ids=str)
def test_the_row_that_is_typed_comes_into_sight_on_a_narrow_screen_with_large_text(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = with_only_end("carpe-diem", table_state(*(player_with(name) for name in PLAYERS)))
    program, table = start(CARPE_DIEM, state, text=2.0)
    screen = open_screen(program.address).open(table)
    hand = TypingHand(screen)
    for _ in NUMBERS[:12]:
        hand.tap("Next")
    hand.numbers(NUMBERS[12:14])
    fountains = cell(screen, 2, "fountains", "nothing entered")
    expect(fountains).to_be_in_viewport(ratio=1)
    screen.shot("end-sheet-large-text")
    for _ in screen.sizes(LANDSCAPE, DESKTOP_DARK):
        expect(fountains).to_be_in_viewport(ratio=1)
        expect(screen.button("Next")).to_be_in_viewport(ratio=1)
        screen.shot("end-sheet-large-text")
