"""A pad's evening in a real browser by the keyboard alone: what the next key does, and how far the next button is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.tables.state import STYLES, Extras, TableState
from scoring.score_pad.game import SCORE_PAD
from tests.browser.screen import DESKTOP, PHONE, Screen
from tests.browser.test_keyboard import focused
from tests.companion.pad_tables import HEARTS, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program

NAMELESS: Final = """
() => [...document.querySelectorAll("flt-semantics[role=button]")]
    .filter(one => !(one.getAttribute("aria-label") || one.textContent)).length
"""


def waited_for(screen: Screen, name: str) -> None:
    """Wait until something has the focus."""
    for _ in range(50):
        now = focused(screen)
        if now is not None and now[0] == name:
            return
        screen.wait(50)
    message = f"{name} has no focus, but {focused(screen)}"
    raise AssertionError(message)


@pytest.mark.parametrize("look", [DESKTOP], indirect=True, ids=str)
def test_the_keyboard_goes_from_the_first_number_to_the_end_of_the_play(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = TableState(table=table_of(HEARTS, "Anna", "Ben"), extras=Extras(seats=STYLES[:2]))
    program, table = start(SCORE_PAD, state)
    screen = open_screen(program.address).open(table)
    expect(screen.button("Anna: nothing entered", group="Round 1")).to_be_visible()
    screen.page.keyboard.type("13\r5\r0\r6+10+5\r")
    expect(screen.button("Ben: 21", group="Round 2")).to_be_visible()
    assert screen.page.evaluate(NAMELESS) == 0
    screen.shot("pad-typed")
    screen.page.keyboard.press("Escape")
    expect(screen.button("Who won?")).to_be_visible()
    waited_for(screen, "Who won?")
    screen.page.keyboard.press("Enter")
    expect(screen.button("Finish")).to_be_visible()
    waited_for(screen, "Finish")
    for look in screen.sizes(PHONE, DESKTOP):
        screen.shot("pad-end")
        (finish,) = screen.boxes(screen.button("Finish"))
        assert finish["y"] + finish["height"] <= look.height
    screen.page.keyboard.press("Enter")
    expect(screen.page).to_have_url(re.compile("/play/"))


def test_back_closes_the_keys_and_keeps_the_number_and_then_leaves_the_table(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = TableState(table=table_of(HEARTS, "Anna", "Ben"), extras=Extras(seats=STYLES[:2]))
    program, table = start(SCORE_PAD, state)
    screen = open_screen(program.address).open("/")
    screen.go(table)
    for cell, figure in (("Anna: nothing entered", "7"), ("Ben: nothing entered", "6")):
        if figure == "6":
            screen.button(cell, group="Round 1").click()
        expect(screen.button("One more")).to_be_visible()
        screen.page.keyboard.type(figure)
        screen.page.go_back()
        expect(screen.button("Who won?")).to_be_visible()
        expect(screen.page).to_have_url(re.compile(table))
    expect(screen.button("Ben: 6", group="Round 1")).to_be_visible()
    screen.page.go_back()
    expect(screen.button("New table")).to_be_visible()
