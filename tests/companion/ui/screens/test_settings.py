"""The settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.services.browser_page import BrowserPage
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.screens.settings import Settings
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


@component
def AtItsAddress() -> ft.Control:  # noqa: N802 - a component
    shown: ft.Control = ft.Router([ft.Route(path="settings/:copy", component=Settings)])
    return shown


def chosen(screen: Screen) -> list[str]:
    """The chips that are selected."""
    lines = [control for control, _ in screen.controls() if isinstance(control, ft.Semantics) and control.selected]
    return [str(line.label) for line in lines]


def awake(screen: Screen) -> bool:
    line = screen.find("Keep the screen awake", ft.Semantics)
    assert isinstance(line, ft.Semantics)
    return bool(line.toggled)


def test_before_anything_is_set_the_system_decides(app: Headless) -> None:
    screen = app.show(Settings)
    assert chosen(screen) == ["Automatic", "Automatic", "100%"]
    assert awake(screen)


def test_what_is_set_is_kept(app: Headless) -> None:
    screen = app.show(Settings)
    screen.tap("Dark")
    screen.tap("150%")
    screen.tap("Keep the screen awake")
    assert app.worker.run_blocking(Store.settings) == {"theme": "dark", "text": 1.5, "awake": False}
    again = app.show(Settings)
    assert chosen(again) == ["Automatic", "Dark", "150%"]
    assert not awake(again)


def test_my_copy_is_a_page_of_its_own(app: Headless) -> None:
    screen = app.show(Settings)
    screen.tap("Carpe Diem")
    assert screen.route == "/settings/carpe-diem"

    page = app.show(AtItsAddress, route="/settings/carpe-diem")
    assert page.has("My copy")
    assert page.has("Villa chart")


@pytest.mark.parametrize("width", [390, 1280])
def test_your_data_lead_to_imports_exports_and_backups(app: Headless, width: int) -> None:
    screen = app.show(Settings, viewport=Viewport(width=width))
    screen.tap("Import, export, backups")
    assert screen.route == "/exchange"


def test_it_says_where_the_data_lies(app: Headless) -> None:
    screen = app.show(Settings)
    assert screen.says(app.tables.where)


def test_data_in_a_browser_has_no_path_that_leads_anywhere(app: Headless) -> None:
    app.browser = BrowserPage(lambda _: None)
    screen = app.show(Settings)
    assert screen.says("Everything is kept in this browser")
    assert not screen.says("Copy the path")


def test_data_that_lies_elsewhere_is_said_to_lie_there(app: Headless) -> None:
    app.tables.where = "postgresql+psycopg://tessera@club/tessera"
    screen = app.show(Settings)
    assert screen.has("Backups are on this device.")
    assert screen.says("postgresql+psycopg://")
