"""The pad maker on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program
    from tests.browser.screen import Screen

ANDROID = "Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 14)' });"
"""Makes the client take the browser for that of a phone, where it waits before it tells screen readers anything."""

OF_NO_FIELD = ".flt-text-editing"
"""The element from which the client takes letters where it has told nothing of its fields."""


def test_the_title_takes_letters_also_where_it_had_the_focus_at_once(
    program: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(program.address)
    screen.page.add_init_script(ANDROID)
    for _ in range(3):
        screen.open("/settings/score-pad/pad")
        expect(screen.textbox("Title of the game")).to_be_focused()
        expect(screen.page.locator(OF_NO_FIELD)).to_have_count(0)
    screen.enter("Title of the game", "Meadow")


def test_the_choices_of_a_category_low_on_the_screen_open_in_sight(
    program: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(program.address).open("/settings/score-pad/pad")
    screen.enter("Title of the game", "Meadow")
    for number in range(1, 4):
        screen.enter(f"Category {number}", f"Part {number}")
    screen.tap("Kind of Part 3: Points")
    lowest = screen.textbox("Most, if limited")
    expect(lowest).to_be_visible()
    screen.picture()
    (foot,), (last,) = screen.boxes(screen.button("Save")), screen.boxes(lowest)
    assert last["y"] + last["height"] <= foot["y"]
    screen.enter("Most, if limited", "30")
    screen.shot("pad-maker-choices")
