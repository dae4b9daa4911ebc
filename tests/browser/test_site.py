"""The site in a real browser: nothing runs beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.storage.codes import samples

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.screen import Screen
    from tests.browser.site import Site


def test_the_first_visit_shows_the_home_screen(site: Site, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(site.address).open()
    expect(screen.button("New table")).to_be_visible()
    screen.shot("site-home")


def test_what_a_link_carries_is_shown_when_it_is_opened_first_and_in_the_app(
    site: Site, open_screen: Callable[[str], Screen]
) -> None:
    fragment = samples.LINK.partition("#")[2]
    screen = open_screen(site.base).open(f"/#{fragment}")
    screen.sees("Hank wins with 57 points")
    expect(screen.page).to_have_url(re.compile(r"#/take/[\w-]{22}$"))
    assert not [url for url in screen.history() if fragment in url]
    screen.page.evaluate(f"location.hash = '{fragment[:-5]}'")
    screen.sees("is damaged")
    expect(screen.button("Keep the result")).to_have_count(1)  # of what came in before
