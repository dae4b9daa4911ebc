"""Two taps with 20 ms between them: only a browser decides for itself at which control the second one is aimed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from tests.browser.screen import ATTACHED, DESKTOP, PHONE
from tests.companion.carrara_tables import base
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.program import Program
    from tests.browser.screen import Screen

BETWEEN_MS = 20

HELD_MS = 1000
"""For which a slow hand holds what it presses."""

FAR_AWAY = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (message) { setTimeout(() => send.call(this, message), 150); };
"""
"""Lets what a page sends take 150 ms, as over a network."""


def quick(screen: Screen, *taps: Locator) -> None:
    """Click where these lie now, one right after the other."""
    for target in taps:
        expect(target.first).to_be_visible()
    for at in [screen.boxes(target)[0] for target in taps]:
        screen.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        screen.wait(BETWEEN_MS)


def test_the_second_of_two_quick_taps_takes_nothing_back(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    state = base(player("Anna", buildings="palazzo 2 lucca, porta 3 pisa"), player("Ben"), player("Cleo"))
    program, table = start(PALACES_OF_CARRARA, state)
    screen = open_screen(program.address)
    screen.page.add_init_script(FAR_AWAY)
    screen.open(f"{table}/stock/0").sees("Coins")
    more = screen.button("Coins, +1")
    quick(screen, more, more, more)
    screen.sees("Undo: Anna, Coins: 3")
    quick(screen, screen.button("Score"), screen.button(re.compile("^Ben, "), exact=False))
    expect(screen.page).to_have_url(re.compile("/score/1$"))
    quick(screen, screen.button(re.compile("^Anna, "), exact=False), screen.button("Score"))
    expect(screen.page).to_have_url(re.compile("/score/0$"))
    screen.tap(re.compile("^Porta: 9 coins"))
    screen.wait(350)
    quick(screen, *[screen.button("Score Porta")] * 2)
    screen.can_tap("Go on to Ben")
    expect(screen.page).to_have_url(re.compile("/score/0$"))
    screen.shot("snackbar", DESKTOP, PHONE)
    screen.open(f"{table}/wheel/0")
    screen.sees("Anna has 12 coins here.")


def test_each_of_two_taps_counts_though_what_is_tapped_moves_meanwhile_and_what_is_typed_then_replaces_the_number(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    program, table = start(PALACES_OF_CARRARA, base(player("Anna"), player("Ben"), player("Cleo")))
    screen = open_screen(program.address).open(f"{table}/stock/0")
    more = screen.button("Coins, +1")
    more.hover()
    for held in (0, HELD_MS):  # the client waits whether it becomes a tap, or has given it up as one
        screen.page.mouse.down()
        screen.wait(held)
        more.evaluate("node => node.parentElement.append(node)")
        screen.page.mouse.up()
        screen.wait(BETWEEN_MS)
        screen.page.mouse.down()
        screen.page.mouse.up()
    screen.sees("Undo: Anna, Coins: 4")
    screen.textbox("Coins").click()
    screen.page.keyboard.type("5")
    screen.sees("Undo: Anna, Coins: 5")
    expect(screen.textbox("Coins")).to_have_value("5")
    screen.textbox("Scoring track").click()
    screen.textbox("Coins").click()
    screen.wait(ATTACHED)
    screen.textbox("Coins").evaluate("field => field.setSelectionRange(0, 0)")  # as where the client is late
    screen.page.keyboard.type("7")
    screen.sees("Undo: Anna, Coins: 7")
