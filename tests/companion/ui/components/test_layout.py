"""The bar at the top of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.ui.components.controls import icon_button
from companion.ui.components.layout import topbar
from companion.ui.core.context import Viewport

if TYPE_CHECKING:
    from tests.companion.headless import Headless

TITLE = "Phones at this table"


@pytest.mark.parametrize(
    ("buttons", "lines"), [(0, 2), (4, 1)], ids=["room for each word", "a word would be broken in two"]
)
def test_a_long_title_goes_on_in_a_second_line_where_its_words_fit(app: Headless, buttons: int, lines: int) -> None:
    @ft.component
    def shown() -> ft.Control:
        actions = [icon_button(ft.Icons.ADD, f"{number}", lambda: None) for number in range(buttons)]
        return topbar(TITLE, back="/", actions=actions)

    screen = app.show(shown, viewport=Viewport(width=320, height=700, scale=2.0))
    title = screen.find(TITLE, ft.Text)
    assert isinstance(title, ft.Text)
    assert title.max_lines == lines
