"""The pad maker on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.screen import Screen


def test_the_choices_of_a_category_low_on_the_screen_open_in_sight(screen: Screen) -> None:
    screen.open("/settings/score-pad/pad")
    screen.enter("Title of the game", "Meadow")
    for number in range(1, 4):
        screen.enter(f"Category {number}", f"Part {number}")
    screen.tap("Kind of Part 3: Points")
    lowest = screen.textbox("Most, if limited")
    expect(lowest).to_be_visible()
    screen.picture()
    (foot,), (last,) = screen.boxes(screen.button("Keep this pad")), screen.boxes(lowest)
    assert last["y"] + last["height"] <= foot["y"]
    screen.enter("Most, if limited", "30")
    screen.shot("pad-maker-choices")
