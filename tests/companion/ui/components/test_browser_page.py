"""What the app says of a browser in which it runs alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.services.browser_page import BrowserPage
from companion.ui.components.browser_page import (
    APART,
    FIRST,
    INSTALL,
    NEVER,
    NEXT,
    NO_ROOM,
    NOT_YET,
    READY,
    WAYS,
    WORKS,
)
from companion.ui.components.browser_page import PageNotices as Notices
from companion.ui.components.browser_page import PageSettings as Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.headless import Headless, Screen

PHONES = pytest.mark.parametrize("phone", list(WAYS))


class Page:
    """The page of a browser, as it talks to the app; `asked` are the wishes that came to it."""

    def __init__(self, app: Headless) -> None:
        self._app = app
        self.asked: list[str] = []
        self.heard = BrowserPage(self.asked.append)

    def show(self, component: Callable[..., ft.Control], phone: ft.PagePlatform | None = None) -> Screen:
        screen = self._app.show(component, self.heard)
        screen.page.platform = phone
        return screen

    def tell(self, **changes: object) -> None:
        async def tell() -> None:
            self.heard.hear(json.dumps(changes))

        self._app.run(tell())


@pytest.fixture
def page(app: Headless) -> Page:
    return Page(app)


def test_a_first_visit_on_a_computer_says_nothing(page: Page) -> None:
    screen = page.show(Notices)
    page.tell(offline=True, installable=True)
    assert screen.names == []


def test_a_new_version_is_told_and_taken_when_it_is_asked_for(page: Page) -> None:
    screen = page.show(Notices)
    page.tell(offline=True, ready=True)
    assert screen.says(READY)
    assert page.asked == []
    screen.tap("Update now")
    assert page.asked == ["update"]


@pytest.mark.parametrize("trouble", ["room", "mixed", "broken"])
def test_what_could_not_be_fetched_is_told_until_it_is_there(page: Page, trouble: str) -> None:
    screen = page.show(Notices)
    page.tell(trouble=trouble)
    assert screen.says(FIRST)
    assert screen.says(NO_ROOM) is (trouble == "room")
    page.tell(offline=True)
    assert screen.says(NEXT)
    page.tell(ready=True, trouble=None)
    assert not screen.says(NEXT)


def test_a_browser_that_keeps_no_sites_is_told_of_once(page: Page) -> None:
    screen = page.show(Notices)
    page.tell(possible=False)
    assert screen.says(NEVER)
    screen.tap("Close")
    assert page.show(Notices).names == []
    assert page.show(Settings).says(NEVER)


@PHONES
def test_a_phone_is_told_its_way_to_the_home_screen_once(page: Page, phone: ft.PagePlatform) -> None:
    screen = page.show(Notices, phone)
    page.tell(offline=True)
    assert screen.says(INSTALL)
    assert screen.says(WAYS[phone])
    screen.tap("Close")
    screen = page.show(Notices, phone)
    page.tell(offline=True)
    assert screen.names == []


@PHONES
def test_what_is_on_the_home_screen_is_not_told_how_it_comes_there(page: Page, phone: ft.PagePlatform) -> None:
    screen, settings = page.show(Notices, phone), page.show(Settings, phone)
    page.tell(installed=True, offline=True)
    assert screen.names == []
    assert not settings.says(INSTALL)
    assert settings.says(APART) is (phone is ft.PagePlatform.IOS)


def test_a_browser_that_offers_it_is_asked_to_install(page: Page) -> None:
    screen = page.show(Notices, ft.PagePlatform.ANDROID)
    page.tell(installable=True)
    screen.tap("Install Tessera")
    assert page.asked == ["install"]


def test_the_settings_say_whether_it_works_without_a_network(page: Page) -> None:
    screen = page.show(Settings)
    assert screen.says(NOT_YET)
    page.tell(offline=True)
    assert screen.says(WORKS)
    page.tell(ready=True)
    screen.tap("Update now")
    assert page.asked == ["update"]
