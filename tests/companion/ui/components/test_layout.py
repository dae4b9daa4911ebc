"""The bar at the top of a screen, and what scrolls below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.ui.components.controls import icon_button
from companion.ui.components.layout import TITLE_LINES, button_grid, topbar
from companion.ui.core.context import Viewport
from companion.ui.routes import ROUTES

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen

TITLE = "Phones at this table"


@pytest.mark.parametrize(
    ("buttons", "in_the_bar"), [(0, True), (4, False)], ids=["room for each word", "a word would be broken in two"]
)
def test_a_long_title_is_said_whole_below_the_buttons_where_its_words_do_not_fit(
    app: Headless, buttons: int, *, in_the_bar: bool
) -> None:
    @ft.component
    def shown() -> ft.Control:
        actions = [icon_button(ft.Icons.ADD, f"{number}", lambda: None) for number in range(buttons)]
        return topbar(TITLE, back="/", actions=actions)

    screen = app.show(shown, viewport=Viewport(width=320, height=700, scale=2.0))
    title = screen.find(TITLE, ft.Text)
    back = screen.find("Back", ft.IconButton)
    around = {control._i: outer for control, outer in screen.controls(unsaid=True)}
    rows = [{id(row) for row in around[control._i] if isinstance(row, ft.Row)} for control in (title, back)]
    assert isinstance(title, ft.Text)
    assert title.max_lines == TITLE_LINES
    assert bool(rows[0] & rows[1]) is in_the_bar


def test_a_grid_gives_its_buttons_one_width() -> None:
    grid = button_grid([ft.Button("A"), ft.Button("Much longer"), ft.Button("C")], 600, 200)
    assert isinstance(grid, ft.Row)
    assert {cell.width for cell in grid.controls if isinstance(cell, ft.Container)} == {296.0}


def test_a_screen_begins_at_its_top_also_where_the_one_before_was_scrolled(app: Headless) -> None:
    screen = app.show(ft.Router, ROUTES, route="/settings")
    settings = id_of_the_part_that_scrolls(screen)
    screen.tap("Dark")
    assert id_of_the_part_that_scrolls(screen) == settings
    screen.tap("Carpe Diem")
    screen.follow()
    assert id_of_the_part_that_scrolls(screen) != settings


def id_of_the_part_that_scrolls(screen: Screen) -> int:
    """Return the number by which the browser knows the part that scrolls: it keeps the place of one it knows."""
    (column,) = (control for control, _ in screen.controls() if isinstance(control, ft.Column) and control.scroll)
    return column._i
