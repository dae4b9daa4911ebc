"""A game that nobody has rules for: from Another game to a table, on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.evenings import seat_two
from tests.browser.screen import DESKTOP, NARROW, PHONE, PHONE_DARK

if TYPE_CHECKING:
    from tests.browser.screen import Screen


def test_a_pad_is_made_on_the_way_to_a_table(screen: Screen) -> None:
    screen.tap("New table")
    seat_two(screen, "Anna", "Ben")
    screen.tap("Another game …")
    screen.enter("Title of the game", "Meadow")
    screen.enter("Category 1", "Sheep")
    expect(screen.textbox("Category 2")).to_be_visible()
    screen.press("Enter")
    expect(screen.textbox("Category 1")).not_to_be_focused()
    expect(screen.textbox("Category 2")).to_be_focused()
    screen.enter("Category 2", "Gems")
    screen.tap("Kind of Gems: Points")
    screen.tap("Gems: Steps")
    screen.enter("Points for 1, 2, 3, …", "3, 6, 10")
    screen.sees("Worth 3 for one, 6 for two, 10 for three; more than three are also worth 10.")
    for _ in screen.sizes(PHONE, PHONE_DARK, NARROW, DESKTOP, PHONE):
        screen.shot("pad-maker")
    screen.reload()
    screen.sees("Worth 3 for one, 6 for two, 10 for three; more than three are also worth 10.")
    screen.tap("Keep this pad")
    screen.can_tap("Change this pad")
    expect(screen.button("Remove Anna")).to_be_visible()
    for _ in screen.sizes(PHONE, DESKTOP, PHONE):
        screen.shot("new-table-pad")
    screen.tap("Lay out the table")
    screen.tap("To the table")
    screen.sees("Gems")
    screen.open("/settings/score-pad")
    screen.can_tap("Remove Meadow from my copy")
    for _ in screen.sizes(PHONE, DESKTOP, PHONE):
        screen.shot("pads")


def test_the_choices_of_a_category_low_on_the_screen_open_in_sight(screen: Screen) -> None:
    screen.resize(PHONE)
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
