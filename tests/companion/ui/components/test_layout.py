"""The bar at the top of a screen, and what scrolls below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.tables.state import styles
from companion.ui.components.controls import heading, icon_button, seat_mark, silent, tappable, text
from companion.ui.components.layout import TITLE_LINES, button_grid, messages_by_square, topbar
from companion.ui.core.context import Viewport
from companion.ui.routes import ROUTES
from scoring.messages import say
from scoring.problems import Problem
from tests.companion.headless import id_of_the_part_that_scrolls
from tests.companion.spoken import inside, name_of, sides_of

if TYPE_CHECKING:
    from tests.companion.headless import Headless

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
    assert {sides_of(cell)[0] for cell in grid.controls} == {296.0}


def test_a_screen_begins_at_its_top_also_where_the_one_before_was_scrolled(app: Headless) -> None:
    screen = app.show(ft.Router, ROUTES, route="/settings")
    settings = id_of_the_part_that_scrolls(screen)
    screen.tap("Dark")
    assert id_of_the_part_that_scrolls(screen) == settings
    screen.tap("Carpe Diem")
    screen.follow()
    assert id_of_the_part_that_scrolls(screen) != settings


def test_texts_are_silent_without_a_control_around_them() -> None:
    named = ft.Row([seat_mark(styles(1)[0]), text("Anna")])
    face = ft.Column([named, ft.Container(text(12)), ft.Icon(ft.Icons.FLAG)])
    button = tappable(face, "Anna: 12", print)
    assert [name_of(inner) for inner in inside(button) if name_of(inner)] == []
    assert isinstance(button, ft.Semantics)
    assert not any(isinstance(inner, ft.Semantics) for inner in inside(button))


@pytest.mark.parametrize(
    "face",
    [heading("Anna"), text("12", selectable=True), text("12", tooltip="Points"), ft.Icon(ft.Icons.FLAG, tooltip="x")],
)
def test_what_says_more_than_texts_is_silent_within_a_control(face: ft.Control) -> None:
    around = silent(face)
    assert isinstance(around, ft.Semantics)
    assert around.exclude_semantics
    assert isinstance(tappable(face, "Anna: 12", print), ft.MergeSemantics)


def test_a_text_that_was_drawn_before_is_silent_within_a_control() -> None:
    words = text("12")
    object.__setattr__(words, "_frozen", True)  # as Flet does once it is sent
    assert isinstance(silent(words), ft.Semantics)
    assert words.semantics_label is None


def test_each_square_has_the_messages_of_its_problems() -> None:
    steep = Problem(path="", message=say("steep"), cells=("a", "b"))
    wet = Problem(path="", message=say("wet"), cells=("b",))
    assert messages_by_square([steep, wet]) == {"a": (steep.message,), "b": (steep.message, wet.message)}
