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
from tests.browser.evenings import LONG, finish
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
    screen.tap("Keep the value for 4 chimneys")
    for title in RULES.values():
        expect(screen.page.get_by_role("heading", name=title)).to_be_visible()
        screen.tap("Checked, next")
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
    numbers = screen.button(re.compile(rf"({'|'.join(RULES.values())}): -?\d+$"), exact=False)
    for look in screen.sizes(PHONE, NARROW, LANDSCAPE, DESKTOP_DARK):
        expect(screen.button(f"{LONG[3]}, Victory point cards: -99")).to_be_attached()
        expect(numbers).to_have_count(len(LONG) * len(RULES))
        boxes = screen.boxes(numbers)
        assert all(box["width"] >= TARGET for box in boxes)
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= look.width for box in boxes)
        screen.shot(f"long-names-{scale:.0%}")
