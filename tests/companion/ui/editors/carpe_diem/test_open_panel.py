"""What stays of an open panel from one square to the next, and what ends with its square."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.ui.core.context import UI, Viewport, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import DARK, LIGHT
from companion.ui.editors.carpe_diem import square_panel, tile_picker
from companion.ui.editors.carpe_diem.district import DistrictTab
from tests.companion.carpe_diem_tables import begun, lying, player_with, table_state, tile
from tests.companion.ui.editors.carpe_diem.test_square_panel import choices, tap_square

if TYPE_CHECKING:
    import pytest

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


def test_another_square_ends_the_choice_of_another_tile(app: Headless) -> None:
    _, screen = lying(app, tile("C4", "pond E"), tile("D4", "pond W"))
    tap_square(screen, "D4")
    screen.tap("Edit")
    tap_square(screen, "C4")
    assert screen.has("Remove")
    tap_square(screen, "D4")
    assert screen.has("Remove")
    assert not choices(screen)


def test_a_filter_ends_with_the_choice_for_its_square(app: Headless) -> None:
    _, screen = lying(app, tile("C4", "pond E"))
    tap_square(screen, "D4")
    screen.tap("garden")
    few = choices(screen)
    tap_square(screen, "E5")
    tap_square(screen, "D4")
    assert choices(screen) != few


def test_the_panel_of_the_next_square_is_drawn_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    _, screen = lying(app, tile("C4", "pond E"), tile("D4", "pond W"))
    head, drawn = tile_picker.panel_head, []

    def counted(title: str, below: str, pick: Any) -> ft.Control:
        drawn.append(title)
        return head(title, below, pick)

    for module in (square_panel, tile_picker):
        monkeypatch.setattr(module, "panel_head", counted)
    tap_square(screen, "C4")
    drawn.clear()
    for cell in ("D4", "E5", "C4"):
        tap_square(screen, cell)
    assert drawn == ["D4", "E5", "C4"]


@component
def Themed(live: LiveTable) -> ft.Control:  # noqa: N802 - components have names like controls
    """A board whose theme a button changes."""
    palette, set_palette = use_value(LIGHT)

    def board_and_button() -> ft.Control:
        return ft.Column([ft.FilledButton("Dark", on_click=lambda: set_palette(lambda _: DARK)), DistrictTab(live, 0)])

    return UI(replace(use_ui(), viewport=Viewport(palette=palette)), board_and_button)


def test_an_open_panel_follows_the_theme(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", tile("C4", "pond E"))))
    screen = app.show(Themed, live)
    tap_square(screen, "D4")
    assert choices(screen)
    screen.tap("Dark")
    grounds = {box.bgcolor for box, _ in screen.controls(unsaid=True) if isinstance(box, ft.Container)}
    assert DARK.grass in grounds
    assert LIGHT.grass not in grounds
