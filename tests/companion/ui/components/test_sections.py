"""The sections of the app: what leads from one to the other, and how their screens use the width."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.ui.core.context import Viewport
from companion.ui.routes import ROUTES
from tests.companion.headless import opened
from tests.companion.played import many_plays
from tests.companion.ui.screens.statistics.visits import REST, today

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.companion.headless import Headless, Screen

PHONE = Viewport()
WIDE = Viewport(width=1280, height=800)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Headless]:
    with opened(tmp_path_factory.mktemp("sections")) as app:
        app.worker.run_blocking(many_plays, today(), 12)
        yield app


@pytest.mark.parametrize("route", ["/history", "/statistics/all", "/people", "/exchange", "/settings"])
def test_a_section_has_an_arrow_where_neither_rail_nor_foot_lead_on(played: Headless, route: str) -> None:
    phone = played.show(ft.Router, ROUTES, route=route, viewport=PHONE)
    assert phone.has("Back") == (route in {"/exchange", "/settings"})
    assert not played.show(ft.Router, ROUTES, route=route, viewport=WIDE).has("Back")


def test_the_arrow_within_a_section_stays_beside_the_rail(played: Headless) -> None:
    screen = played.show(ft.Router, ROUTES, route="/statistics/carpe-diem", viewport=WIDE)
    screen.tap("Back")
    assert screen.route == "/statistics"


@pytest.mark.parametrize(
    ("route", "left", "right"),
    [
        ("/statistics/all", "Who wins how often", "Games"),
        ("/statistics/carpe-diem", "Who wins how often", "Where the points come from"),
        ("/exchange", "Import", "Backups"),
        ("/settings", "Appearance", "My copies"),
    ],
)
def test_a_wide_screen_has_two_columns(played: Headless, route: str, left: str, right: str) -> None:
    wide = played.show(ft.Router, ROUTES, route=route, viewport=WIDE)
    columns = [column_of(wide, left), column_of(wide, right)]
    assert columns[0] is not columns[1]
    assert [column.width for column in columns] == [572, 572]
    phone = played.show(ft.Router, ROUTES, route=route, viewport=PHONE)
    if phone.has(REST):
        phone.tap(REST)
    assert column_of(phone, left) is column_of(phone, right)
    assert phone.names.index(left) < phone.names.index(right)


def column_of(screen: Screen, words: str) -> ft.Container | ft.Column:
    """Return the column in which a text stands: the outermost part of the width that is not scrolled on its own."""
    around = next(outer for control, outer in screen.controls() if control is screen.find(words, ft.Text))
    scrolling = next(column for column in around if isinstance(column, ft.Column) and column.scroll)
    inside = around[around.index(scrolling) :]
    return next(box for box in inside if isinstance(box, (ft.Container, ft.Column)) and box.width is not None)
