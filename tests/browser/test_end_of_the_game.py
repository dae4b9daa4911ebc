"""The end of an evening in a real browser: everything of the walk and of the result is on the screen."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from companion.ui.core.theme import TARGET
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import RULES, Tally
from tests.browser.evenings import LONG
from tests.browser.screen import DESKTOP_DARK, LANDSCAPE, NARROW, PHONE, Screen
from tests.companion.carpe_diem_tables import player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program


def test_long_names_debts_and_large_text_stay_on_the_screen(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    tally = Tally(counts={}, villas=(3, 3), chimneys=9)
    state = table_state(*(player_with(name, victory_cards=-99, tally=tally) for name in LONG), villa_chart={"3": 3})
    checked = replace(state, extras=replace(state.extras, checked=tuple(RULES)))
    program, table = start(CARPE_DIEM, checked)
    screen = open_screen(program.address).open(f"{table}/end/0")
    numbers = screen.button(re.compile(rf"^({'|'.join(map(re.escape, LONG))}): −?\d+$"), exact=False)
    for scale in ("100%", "200%"):
        large = screen.go("/settings").button(scale)
        large.click()
        expect(large).to_have_attribute("aria-current", "true")
        screen.go(f"{table}/end/0")
        for look in screen.sizes(PHONE, NARROW, LANDSCAPE, DESKTOP_DARK):
            expect(screen.button(f"{LONG[3]}: −99", group="Victory point cards")).to_be_attached()
            expect(numbers).to_have_count(len(LONG) * len(RULES))
            screen.rest()
            boxes = screen.boxes(numbers)
            assert all(box["width"] >= TARGET for box in boxes)
            assert all(box["x"] >= 0 and box["x"] + box["width"] <= look.width for box in boxes)
            screen.shot(f"long-names-{scale}")


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
            last = screen.page.get_by_role("button", name=f"Edit: Dora, {title}")
            last.scroll_into_view_if_needed()
            screen.page.mouse.move(look.width / 2, look.height / 2)
            screen.page.mouse.wheel(0, 2_000)
            onwards.click()
        for title in ("Prestige bar", "Victory point cards"):
            screen.tap_until("Previous", screen.page.get_by_role("heading", name=title, exact=True))
    screen.shot("walk", DESKTOP_DARK)
