"""A game with nothing but its rules, entered in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.games.kit import BASE
from companion.games.plain_game import plain_kit
from companion.tables.state import STYLES
from scoring.little_town.game import LITTLE_TOWN
from tests.browser.program import Program, forms
from tests.companion.payloads import copies

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.screen import Screen


@pytest.fixture
def home(tmp_path: Path) -> Program:
    """The app, whose games are entered on forms."""
    return Program(forms, tmp_path)


def test_a_form_is_entered_with_the_keyboard_alone(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    kit = plain_kit(LITTLE_TOWN)
    program, _ = start(LITTLE_TOWN, kit.begin(("Anna", "Ben"), STYLES[:2], BASE, copies(LITTLE_TOWN.key)))
    screen = open_screen(program.address).open()
    screen.tap(re.compile("^Little Town, "))
    screen.button("Anna, Score track, +1").focus()
    screen.press("Enter")
    screen.sees("On 1 of the score track.")
    screen.press("Control+z")
    screen.sees("On 0 of the score track.")
    screen.button("Add Anna, Resource cubes, Wheat").focus()
    screen.press("Enter")
    expect(screen.button("Anna, Resource cubes, Wheat, +1")).to_be_visible()
