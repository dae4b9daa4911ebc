"""What only a browser shows of a new table: letters, pointers, large text, and the way back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.browser.evenings import STARTS, choose, seat, seat_two
from tests.browser.screen import ATTACHED, LANDSCAPE, NARROW, PHONE, Screen
from tests.browser.test_server import wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program

LONG = "Bartholomäus-Maximilian von Hohenstaufen"


def new_table(screen: Screen, first: str = "Anna", second: str = "Ben") -> None:
    screen.tap("New table")
    choose(screen, "Carpe Diem")
    seat_two(screen, first, second)


def in_order(screen: Screen, *names: str) -> None:
    """Wait until they sit so: fields that are not typed into show their text to eyes alone, buttons to all."""
    ways = screen.page.get_by_role("button", name=re.compile("^Move .* up$"))
    for number, name in enumerate(names):
        expect(ways.nth(number)).to_have_accessible_name(f"Move {name} up")


GOES_BACK: Final = """field => addEventListener("click", () => setTimeout(() => {
  window.wentBack = true;
  field.focus();
}, 50), { once: true, capture: true })"""
"""A call that takes the focus back after a tap, as the client does when a change arrives that still has it there."""


def test_a_field_that_was_tapped_gets_the_letters_and_a_seat_that_is_dragged_its_place(screen: Screen) -> None:
    screen.go("/new")
    seat(screen, "Starting player", "Anna")
    first, second = screen.textbox("Starting player"), screen.textbox("Player 2")
    first.evaluate(GOES_BACK)
    second.click()
    screen.wait(ATTACHED)
    assert screen.page.evaluate("window.wentBack")
    expect(second).to_be_focused()
    screen.page.keyboard.type("Ben", delay=60)
    expect(screen.button("Remove Ben")).to_be_visible()
    expect(screen.button("Remove Anna")).to_be_visible()
    second.click()
    screen.press("Tab")
    expect(second).not_to_be_focused()
    drag_the_second_over_the_first(screen)
    in_order(screen, "Ben", "Anna")


def drag_the_second_over_the_first(screen: Screen) -> None:
    first, second = (box["y"] for name in ("Anna", "Ben") for box in screen.boxes(screen.button(f"Move {name} up")))
    handle = 56  # from the left edge of the screen to the middle of a handle, which has no name of its own
    mouse = screen.page.mouse
    mouse.move(handle, second + 24)
    mouse.down()
    for step in range(1, 11):
        mouse.move(handle, second + 24 + (first - second) * step / 10)
        screen.wait(20)
    mouse.up()


def test_no_letter_is_lost_where_the_program_is_far_away(
    program: Program, open_screen: Callable[[str], Screen]
) -> None:
    with wire(program.port, late=0.15) as between:
        screen = open_screen(between.address).open("/new")
        for name, typed in (("Starting player", LONG), ("Player 2", "The quick brown fox jumps over")):
            field = screen.textbox(name)
            field.click()
            screen.wait(ATTACHED)
            screen.page.keyboard.type(typed, delay=40)
            expect(screen.button(f"Remove {typed}")).to_be_visible()
            expect(field).to_have_value(typed)
        screen.page.goto("about:blank")
        screen.errors.clear()  # the lost connection is one


def test_everything_can_be_reached_with_text_twice_as_large(screen: Screen) -> None:
    looks = (NARROW, LANDSCAPE)
    screen.tap("Settings")
    screen.tap("200%")
    for _ in screen.sizes(*looks):
        screen.can_tap("200%")
        screen.shot("settings-200")
    screen.go("/new")
    seat_two(screen, LONG, "Ben")  # above the games: a field to which the browser scrolls back gets no click at times
    choose(screen, "Carpe Diem")
    for _ in screen.sizes(*looks):
        for name in (f"Remove {LONG}", "Remove Ben", STARTS):
            screen.can_tap(name)
        screen.shot("new-table-200")
    screen.resize(PHONE)  # where the bar keeps its place: a list that the browser scrolls shows another game there
    screen.tap_until(screen.button(STARTS), screen.text("0 of 18 done").first)
    for _ in screen.sizes(*looks):
        screen.sees("0 of 18 done")
        screen.shot("set-up-list-200")
    screen.go("/")
    for _ in screen.sizes(*looks):
        screen.can_tap(re.compile(f"^Carpe Diem, .*{LONG} 8, Ben 9$"))
        screen.shot("home-200")


def closes_the_keys(screen: Screen, close: Callable[[], object]) -> None:
    """Open the list of keys, and see that it closes."""
    dialog = screen.page.get_by_role("alertdialog")
    screen.press("Shift+?")
    expect(dialog).to_be_visible()
    close()
    expect(dialog).to_have_count(0)


def test_back_closes_the_dialog_and_leaves_the_table_and_a_page_that_is_left_does_not_come_back(screen: Screen) -> None:
    new_table(screen)
    screen.tap(STARTS)
    for tab in ("District", "Stock", "Forum"):
        screen.tap(tab)
        expect(screen.page).to_have_url(re.compile(f"/{tab.lower()}/"))
    closes_the_keys(screen, screen.page.go_back)
    expect(screen.page).to_have_url(re.compile("/forum/"))
    closes_the_keys(screen, lambda: screen.tap("Close"))
    screen.tap("Stock")
    expect(screen.page).to_have_url(re.compile("/stock/"))
    closes_the_keys(screen, screen.page.go_back)
    expect(screen.page).to_have_url(re.compile("/stock/"))
    closes_the_keys(screen, lambda: screen.tap("Close"))
    screen.page.go_back()
    expect(screen.button("New table")).to_be_visible()
    closes_the_keys(screen, lambda: screen.tap("Close"))
    screen.page.goto("about:blank", wait_until="commit")
    screen.wait(500)
    assert screen.page.url == "about:blank"
