"""The board of The Palaces of Carrara in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.state import Color
from tests.companion.carrara_tables import expanded
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program
    from tests.browser.screen import Screen


def test_what_can_be_built_is_in_sight(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    anna = player("Anna", score=30, buildings="villa 1 livorno, castello 8 livorno", scored="city livorno, kind villa")
    program, table = start(PALACES_OF_CARRARA, expanded(anna, player("Ben", blocks={Color.YELLOW: 5})))
    screen = open_screen(program.address).open(f"{table}/board/1")
    screen.button("Build", group="Lerici").click()
    expect(screen.button("villa 2")).to_be_in_viewport(ratio=0.99)
    screen.tap("porta 5")
    screen.tap("Build porta 5 in Lerici")
    expect(screen.button("porta 5", group="Lerici")).to_be_in_viewport(ratio=0.99)
    expect(screen.button("villa 2")).to_have_count(0)
    screen.shot("carrara-board")
    screen.tap("Go on to Anna")
    expect(screen.page).to_have_url(re.compile("/board/0$"))
