"""The end sheet in a real browser: the numbers of a finished game, typed as they stand on paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.services.end_sheet import only_the_end
from scoring.carpe_diem.game import CARPE_DIEM
from tests.browser.evenings import finish
from tests.browser.paper import MAX_TAPS, NUMBERS, PLAYERS, TypingHand, cell, seated
from tests.browser.screen import DESKTOP, DESKTOP_DARK, LANDSCAPE, NARROW, PHONE, PHONE_DARK, Screen
from tests.browser.site import ON_BOTH
from tests.companion.carpe_diem_tables import player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program


@ON_BOTH
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


def test_three_players_are_typed_as_on_paper_without_scrolling(screen: Screen) -> None:
    seated(screen)
    screen.tap("Only the end")
    screen.shot("new-table-only-the-end")
    screen.tap("Lay out the table")
    expect(screen.button(cell(0, "victory_cards", "0"))).to_be_visible()
    cells = screen.page.get_by_role("button", name=re.compile(rf"^({'|'.join(PLAYERS)}), .*: \d"))
    expect(cells).to_have_count(len(NUMBERS))
    (top,) = screen.boxes(screen.page.get_by_text("Anna, Victory point cards", exact=True))
    assert all(box["y"] + box["height"] <= top["y"] for box in screen.boxes(cells))
    hand = TypingHand(screen)
    hand.numbers(NUMBERS[:8])
    for _ in screen.sizes(PHONE, PHONE_DARK, DESKTOP, DESKTOP_DARK, NARROW, PHONE):
        expect(screen.button(cell(1, "prestige", "12"))).to_be_visible()
        screen.shot("end-sheet-half")
    hand.numbers(NUMBERS[8:-1])
    hand.number(NUMBERS[-1], "Done")
    for _ in screen.sizes(PHONE, DESKTOP, PHONE):
        expect(screen.button(cell(2, "villas", "24, as entered"))).to_be_visible()
        screen.shot("end-sheet-full")
    hand.tap("Who won?")
    screen.sees("Clara wins with 90 points")
    screen.shot("end-sheet-result")
    finish(screen)
    assert hand.taps + 3 <= MAX_TAPS  # with the choice of the end alone, the table that is laid out, and the end


@pytest.mark.parametrize("look", [NARROW], indirect=True, ids=str)
def test_the_row_that_is_typed_comes_into_sight_on_a_narrow_screen_with_large_text(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = only_the_end("carpe-diem", table_state(*(player_with(name) for name in PLAYERS)))
    program, table = start(CARPE_DIEM, state, text=2.0)
    screen = open_screen(program.address).open(table)
    TypingHand(screen).numbers(NUMBERS[:14])
    here = screen.button(cell(2, "fountains", "0, worked out"))
    expect(here).to_be_in_viewport(ratio=1)
    screen.shot("end-sheet-large-text")
    for _ in screen.sizes(LANDSCAPE, DESKTOP_DARK):
        expect(here).to_be_in_viewport(ratio=1)
        expect(screen.button("Next")).to_be_in_viewport(ratio=1)
        screen.shot("end-sheet-large-text")
