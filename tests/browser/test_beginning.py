"""From the first start to a table that is laid out, by role and name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.browser.evenings import seat, seat_two
from tests.browser.screen import ATTACHED, DESKTOP, LANDSCAPE, NARROW, PHONE, PHONE_DARK, Screen
from tests.browser.test_server import wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program

LONG = "Bartholomäus-Maximilian von Hohenstaufen"
WRITS = "9 writs, one on each writ space of the district"


def new_table(screen: Screen, first: str = "Anna", second: str = "Ben") -> None:
    screen.tap("New table")
    seat_two(screen, first, second)


def in_order(screen: Screen, *names: str) -> None:
    """Wait until they sit so: fields that are not typed into show their text to eyes alone, buttons to all."""
    ways = screen.page.get_by_role("button", name=re.compile("^Move .* up$"))
    for number, name in enumerate(names):
        expect(ways.nth(number)).to_have_accessible_name(f"Move {name} up")


def test_a_table_is_laid_out_and_outlives_a_flat_battery(program: Program, screen: Screen) -> None:
    for _ in screen.sizes(DESKTOP, PHONE):
        screen.sees("helps you keep the score of a board game")
        screen.can_tap("New table")
        screen.shot("home-first")
    new_table(screen, LONG, "Ben")
    for _ in screen.sizes(PHONE, DESKTOP):
        expect(screen.button(f"Remove {LONG}")).to_be_visible()
        screen.can_tap("Lay out the table")
        screen.shot("new-table")
    screen.tap("Lay out the table")
    writs = screen.page.get_by_role("checkbox", name=WRITS)
    writs.click()
    for _ in screen.sizes(DESKTOP, PHONE):
        expect(writs).to_be_checked()
        screen.sees("1 of 18 done")
        screen.shot("set-up-list")
    screen.restarted(program).open()
    table = re.compile(f"^Continue Carpe Diem, today, .*: {LONG} 8, Ben 9$")
    for _ in screen.sizes(PHONE, DESKTOP):
        screen.can_tap(table)
        screen.shot("home-in-play")
    screen.tap(table)
    screen.tap("Players and table")
    screen.tap("Set-up list")
    for _ in screen.sizes(DESKTOP, PHONE):
        expect(writs).to_be_checked()


def test_wrong_names_are_held_and_a_reload_loses_nothing(screen: Screen) -> None:
    new_table(screen, "Anna", "anna")
    screen.sees('Another player is called "Anna": add a letter.')
    screen.tap("Lay out the table")
    screen.sees("A name above is not right yet")
    screen.reload()
    expect(screen.button("Remove anna")).to_be_visible()
    seat(screen, "Player 2", "Ben")
    screen.sees_no("Another player is called")
    screen.tap("Lay out the table")
    screen.sees("0 of 18 done")


GOES_BACK: Final = """field => addEventListener("click", () => setTimeout(() => {
  window.wentBack = true;
  field.focus();
}, 50), { once: true, capture: true })"""
"""A call that takes the focus back after a tap, as the client does when a change arrives that still has it there."""


def test_a_field_that_was_tapped_gets_the_letters_whatever_the_client_thinks(screen: Screen) -> None:
    screen.open("/new")
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


def test_a_seat_is_dragged_over_another(screen: Screen) -> None:
    new_table(screen)
    first = screen.button("Move Anna up").bounding_box()
    second = screen.button("Move Ben up").bounding_box()
    assert first is not None
    assert second is not None
    handle = 56  # from the left edge of the screen to the middle of a handle, which has no name of its own
    mouse = screen.page.mouse
    mouse.move(handle, second["y"] + 24)
    mouse.down()
    for step in range(1, 11):
        mouse.move(handle, second["y"] + 24 + (first["y"] - second["y"]) * step / 10)
        screen.wait(20)
    mouse.up()
    in_order(screen, "Ben", "Anna")


def test_the_draw_says_who_begins(screen: Screen) -> None:
    new_table(screen)
    screen.tap("Draw who begins")
    screen.sees(re.compile("^(Anna|Ben) begins; the others follow as they sit."))


def test_a_table_is_removed_and_brought_back(screen: Screen) -> None:
    new_table(screen)
    screen.tap("Lay out the table")
    screen.sees("0 of 18 done")
    screen.open()
    screen.button(re.compile("^Remove Carpe Diem")).click()
    screen.sees("helps you keep the score of a board game")
    screen.tap("Undo")
    expect(screen.button(re.compile("^Continue Carpe Diem"))).to_be_visible()


def test_players_of_a_table_in_play_are_renamed_added_and_seated_otherwise(screen: Screen) -> None:
    new_table(screen, "Anna", "Bne")
    screen.tap("Lay out the table")
    screen.sees("0 of 18 done")
    screen.open(f"/seating/{screen.page.url.rsplit('/table/', 1)[1].split('/')[0]}")
    screen.tap("Change Bne, seat 2")
    screen.enter("Name", "Ben")
    expect(screen.button("Keep the name")).to_be_enabled()
    screen.tap("Keep the name")
    screen.sees("Bne is called Ben.")
    screen.enter("Name of another player", "Cleo")
    expect(screen.button("Add this player")).to_be_enabled()
    screen.tap("Add this player")
    screen.tap("Change Cleo, seat 3")
    expect(screen.button("Remove Cleo")).to_be_visible()  # until then, the way up is that of Ben
    screen.tap("One seat up")
    for _ in screen.sizes(PHONE, DESKTOP, PHONE_DARK, NARROW):
        expect(screen.button("Change Ben, seat 3")).to_be_visible()
        screen.shot("players-and-table")
    screen.tap("How it works")
    for _ in screen.sizes(PHONE, DESKTOP):
        screen.sees("The game in short")
        screen.shot("how-it-works")
    screen.tap("Back")
    expect(screen.button(re.compile("^Cleo, .* so far"))).to_be_visible()


def test_a_timer_runs_on_while_the_page_is_loaded_again(screen: Screen) -> None:
    new_table(screen)
    screen.tap("Lay out the table")
    screen.tap("Players and table")
    screen.tap("Dice and timer")
    screen.tap("Start")
    screen.sees(re.compile(r"^0:(0[1-9]|[1-9]\d)$"))
    before = screen.text(re.compile(r"^\d:\d\d$")).inner_text()
    screen.reload()
    screen.sees(re.compile(r"^\d:\d\d$"))
    assert screen.text(re.compile(r"^\d:\d\d$")).inner_text() >= before
    screen.tap("Stop")
    expect(screen.button("Start")).to_be_visible()
    screen.tap("Roll")
    for _ in screen.sizes(PHONE_DARK, NARROW, PHONE):
        expect(screen.page.get_by_label(re.compile("^Rolled: [1-6]$"))).to_be_visible()
        screen.shot("dice-and-timer")


def test_everything_can_be_reached_with_text_twice_as_large(screen: Screen) -> None:
    looks = (PHONE_DARK, NARROW, LANDSCAPE)
    screen.tap("Settings")
    screen.tap("Text at 200%")
    for _ in screen.sizes(*looks):
        screen.can_tap("Text at 200%")
        screen.shot("settings-200")
    screen.open("/new")
    seat_two(screen, LONG, "Ben")
    for _ in screen.sizes(*looks):
        for name in (f"Remove {LONG}", "Remove Ben", "Lay out the table"):
            screen.can_tap(name)
        screen.shot("new-table-200")
    screen.tap("Lay out the table")
    for _ in screen.sizes(*looks):
        screen.sees("0 of 18 done")
        screen.shot("set-up-list-200")
    screen.open()
    for _ in screen.sizes(*looks):
        screen.can_tap(re.compile(f"^Continue Carpe Diem.*{LONG} 8, Ben 9$"))
        screen.shot("home-200")


def test_back_closes_the_dialog_and_then_leaves_the_table(screen: Screen) -> None:
    new_table(screen)
    screen.tap("Lay out the table")
    for tab in ("District", "Stock", "Forum"):
        screen.tap(tab)
        expect(screen.page).to_have_url(re.compile(f"/{tab.lower()}/"))
    screen.press("Shift+?")
    dialog = screen.page.get_by_role("alertdialog")
    expect(dialog).to_be_visible()
    screen.page.go_back()
    expect(dialog).to_have_count(0)
    expect(screen.page).to_have_url(re.compile("/forum/"))
    screen.press("Shift+?")
    expect(dialog).to_be_visible()
    screen.tap("Close")
    expect(dialog).to_have_count(0)
    screen.dialog_gone()
    screen.page.go_back()
    expect(screen.button("New table")).to_be_visible()


def test_a_page_that_is_left_while_a_dialog_closes_does_not_come_back(screen: Screen) -> None:
    screen.press("Shift+?")
    dialog = screen.page.get_by_role("alertdialog")
    expect(dialog).to_be_visible()
    screen.tap("Close")
    expect(dialog).to_have_count(0)
    screen.page.goto("about:blank", wait_until="commit")
    screen.wait(500)
    assert screen.page.url == "about:blank"


def test_enter_in_a_name_goes_on_to_the_next_one(screen: Screen) -> None:
    screen.tap("New table")
    screen.enter("Starting player", "Anna", submit=True)
    expect(screen.textbox("Player 2")).to_be_focused()
