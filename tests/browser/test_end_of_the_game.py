"""The end of an evening in a real browser: the walk, the result, the play that is kept."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.ui.core.theme import TARGET
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import RULES, Tally
from tests.browser.evenings import LONG, check_all, finish
from tests.browser.screen import DESKTOP_DARK, LANDSCAPE, NARROW, PHONE, Screen
from tests.companion.carpe_diem_tables import player_with, table_state, tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program


def test_an_evening_ends_with_a_winner_and_a_play_that_stays(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    villa = (tile("C3", "villa E4"), tile("D3", "villa W"))
    anna, ben = player_with("Anna", *villa, writs_left=4), player_with("Ben", victory_cards=5, writs_left=2, stack=1)
    program, table = start(CARPE_DIEM, table_state(anna, ben, villa_chart={"3": 3}))
    screen = open_screen(program.address).open(f"{table}/end/0")
    screen.enter("Points for a villa with 4 chimneys", "5")
    screen.tap("Save the points for 4 chimneys")
    check_all(screen)
    screen.sees("Anna wins with 5 points")
    screen.shot("result")
    finish(screen)
    screen.tap("Anna, Villas: 5")
    screen.sees("5 for 4 chimneys.")
    screen.shot("arithmetic")
    screen.tap("Close")
    screen.page.goto("about:blank")
    program.kill()
    program.start()
    again = open_screen(program.address).open("/history")
    again.tap(re.compile("^Carpe Diem, today"), exact=False)
    again.sees("Anna wins with 5 points")


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_long_names_debts_and_large_text_stay_on_the_screen(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen], scale: float
) -> None:
    tally = Tally(counts={}, villas=(3, 3), chimneys=9)
    state = table_state(*(player_with(name, victory_cards=-99, tally=tally) for name in LONG), villa_chart={"3": 3})
    checked = replace(state, extras=replace(state.extras, checked=tuple(RULES)))
    program, table = start(CARPE_DIEM, checked, text=scale)
    screen = open_screen(program.address).open(f"{table}/end/0")
    numbers = screen.button(re.compile(rf"({'|'.join(map(str, RULES.values()))}): −?\d+$"), exact=False)
    for look in screen.sizes(PHONE, NARROW, LANDSCAPE, DESKTOP_DARK):
        expect(screen.button(f"{LONG[3]}, Victory point cards: −99")).to_be_attached()
        expect(numbers).to_have_count(len(LONG) * len(RULES))
        boxes = screen.boxes(numbers)
        assert all(box["width"] >= TARGET for box in boxes)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= look.width for box in boxes)
        screen.shot(f"long-names-{scale:.0%}")


def test_every_step_begins_at_its_top_with_the_way_on_in_reach(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    names = ("Anna", "Ben", "Cleo", "Dora")
    players = (player_with(name, victory_cards=9, prestige=4, stack=at) for at, name in enumerate(names))
    program, table = start(CARPE_DIEM, table_state(*players))
    screen = open_screen(program.address).open(f"{table}/end/0")
    for look in screen.sizes(LANDSCAPE, NARROW, PHONE):
        for title in ("Victory point cards", "Prestige bar"):
            heading = screen.page.get_by_role("heading", name=title, exact=True)
            expect(heading).to_be_visible()
            (box,) = screen.boxes(heading)
            onwards = screen.button(re.compile("next$", re.IGNORECASE), exact=False)
            (way,) = screen.boxes(onwards)
            assert 0 <= box["y"] < way["y"] <= look.height - way["height"]
            screen.shot(f"walk-{title}")
            last = screen.page.get_by_role("button", name=f"Correct this: Dora, {title}")
            last.scroll_into_view_if_needed()
            screen.page.mouse.move(look.width / 2, look.height / 2)
            screen.page.mouse.wheel(0, 2_000)
            onwards.click()
        for title in ("Prestige bar", "Victory point cards"):
            screen.tap_until("Previous", screen.page.get_by_role("heading", name=title, exact=True))
    screen.resize(DESKTOP_DARK).shot("walk")
