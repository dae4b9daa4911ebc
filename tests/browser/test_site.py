"""The site in a real browser: nothing runs beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.screen import Screen
    from tests.browser.site import Site


def test_the_first_visit_shows_the_home_screen(site: Site, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(site.address).open()
    expect(screen.button("New table")).to_be_visible()
    screen.shot("site-home")
