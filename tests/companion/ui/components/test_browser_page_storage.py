"""What is said of data in the storage of a browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.browser_page import BrowserPage
from companion.ui.components.browser_page import (
    CLEARED,
    NOT_PROMISED,
    PROMISED,
    TRANSIENT,
    StorageNotices,
    StorageSettings,
)
from tests.companion.headless import Headless, Screen, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with opened(tmp_path / "here") as running:
        yield running


class Page:
    """A page that notes what it is asked."""

    def __init__(self, **said: object) -> None:
        self.wishes: list[str] = []
        self.browser = BrowserPage(self.wishes.append)
        self.says(**said)

    def says(self, **said: object) -> None:
        self.browser.hear(json.dumps(said))


def notices(app: Headless, page: Page, *, entered: bool) -> Screen:
    return app.show(lambda: StorageNotices(page.browser, entered=entered))


def quiet(screen: Screen) -> bool:
    return not any(screen.says(words) for words in (CLEARED, NOT_PROMISED, PROMISED, TRANSIENT))


@pytest.mark.parametrize("said", [{}, {"promised": True}, {"promised": False, "asked": True}], ids=str)
def test_as_long_as_nothing_is_to_be_said_nothing_is(app: Headless, said: dict[str, Any]) -> None:
    assert quiet(notices(app, Page(**said), entered=True))


def test_before_anything_was_entered_nobody_is_asked_for_anything(app: Headless) -> None:
    page = Page(promised=False)
    assert quiet(notices(app, page, entered=False))
    assert page.wishes == []


def test_once_there_is_a_table_the_browser_is_asked_to_keep_it_where_the_player_says_so(app: Headless) -> None:
    page = Page(promised=False)
    screen = notices(app, page, entered=True)
    assert screen.says(NOT_PROMISED)
    screen.tap("Ask the browser not to clear it")
    assert page.wishes == ["remember data", "promise"]

    async def promised() -> None:
        page.says(promised=True, asked=True)

    app.run(promised())
    assert screen.says(PROMISED)
    screen.tap("Close")
    assert quiet(screen)


def test_a_player_may_not_want_that_now(app: Headless) -> None:
    page = Page(promised=False)
    notices(app, page, entered=True).tap("Cancel")
    assert page.wishes == ["remember data", "promise later"]


def test_data_that_the_browser_has_cleared_are_missed(app: Headless) -> None:
    page = Page(remembered=True)
    screen = notices(app, page, entered=False)
    assert screen.says(CLEARED)
    screen.tap("Restore a backup")
    assert screen.route == "/exchange"
    screen.tap("Close")
    assert page.wishes == ["forget data"]


def test_what_players_have_removed_themselves_was_not_cleared(app: Headless) -> None:
    page = Page(remembered=True)
    page.browser.entered = True
    assert quiet(notices(app, page, entered=False))


def test_a_page_that_keeps_nothing_says_so_everywhere(app: Headless) -> None:
    page = Page(lasts=False, promised=False)
    assert notices(app, page, entered=True).says(TRANSIENT)
    assert app.show(lambda: StorageSettings(page.browser)).says(TRANSIENT)


def test_the_settings_say_what_the_browser_has_promised_and_ask_it(app: Headless) -> None:
    page = Page(promised=False)
    screen = app.show(lambda: StorageSettings(page.browser))
    assert screen.says(NOT_PROMISED)
    screen.tap("Ask the browser not to clear it")
    assert page.wishes == ["promise"]
    page.says(promised=True)
    assert app.show(lambda: StorageSettings(page.browser)).says(PROMISED)
