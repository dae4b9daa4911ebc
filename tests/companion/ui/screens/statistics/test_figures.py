"""Figures: drawings that are seen, the marks of their axes, and their numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.ui.components.figures import Figure, Numbers, inner_room, numbers_table
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK, LIGHT, Palette, contrast
from companion.ui.screens.statistics.wording import ticks

if TYPE_CHECKING:
    from tests.companion.headless import Headless


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_drawn_is_seen(palette: Palette) -> None:
    """Contrast of drawings. Web Content Accessibility Guidelines 2.2, 1.4.11."""
    drawn = [(colour, palette.surface) for colour in (palette.primary, palette.tertiary, palette.muted, palette.ink)]
    on_boxes = [(colour, palette.tertiary_wash) for colour in (palette.primary, palette.tertiary)]
    assert all(contrast(colour, ground) >= 3 for colour, ground in (*drawn, *on_boxes))


NUMBERS = Numbers(heads=("Player", "Plays", "Wins"), rows=(("Anna", "40", "12"), ("Ben", "9", "0")))


def test_a_table_that_is_too_wide_goes_below_each_other() -> None:
    def rows(viewport: Viewport) -> int:
        table = numbers_table(NUMBERS, viewport, inner_room(viewport))
        assert isinstance(table, ft.Column)
        return len(table.controls)

    assert rows(Viewport()) == 3
    assert rows(Viewport(width=320, scale=2.0)) == 2


def test_numbers_are_there_on_demand(app: Headless) -> None:
    screen = app.show(lambda: Figure("Wins", [], NUMBERS))
    assert not screen.says("Anna")
    screen.tap("Show numbers: Wins")
    assert screen.has("Anna: Plays 40, Wins 12")


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 7), (-30, 140), (61, 61), (0, 1000), (-9, -2)])
def test_marks_are_even_and_hold_everything(low: int, high: int) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert len({after - before for before, after in pairwise(marks)}) == 1
    assert 2 <= len(marks) <= 7
