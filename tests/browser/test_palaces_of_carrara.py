"""The Palaces of Carrara in a real browser, from a building to the winner in the history."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.state import Color
from tests.browser.evenings import check_all, finish
from tests.companion.carrara_tables import expanded
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program
    from tests.browser.screen import Screen


def test_what_is_built_is_in_sight_and_the_result_outlives_the_program(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    anna = player("Anna", score=30, buildings="villa 1 livorno, castello 8 livorno", scored="city livorno, kind villa")
    program, table = start(PALACES_OF_CARRARA, expanded(anna, player("Ben", blocks={Color.YELLOW: 5})))
    screen = open_screen(program.address).open(f"{table}/board/1")
    screen.tap("Build in Lerici")
    expect(screen.button("villa 2")).to_be_in_viewport(ratio=1)
    screen.tap("porta 5")
    screen.tap("Build porta 5 in Lerici, pay 5 blocks")
    expect(screen.button("porta 5 in Lerici")).to_be_visible()
    screen.shot("carrara-board")
    for tab in ("Wheel", "Goals", "Stock", "Score"):
        screen.tap(tab)
        expect(screen.button(tab)).to_have_attribute("aria-current", "true")
        screen.shot(f"carrara-{tab.lower()}")
    screen.tap("End")
    check_all(screen)
    said = re.compile("^Anna wins with [0-9]+ points$")
    screen.sees(said)
    screen.shot("carrara-result")
    finish(screen)
    screen.restarted(program).open("/history")
    screen.tap(re.compile("^The Palaces of Carrara, today"))
    screen.sees(said)
