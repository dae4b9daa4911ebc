"""A whole evening of four at one table without a host: one phone has the table, and three come to it by codes."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from playwright.sync_api import Frame, Page, expect

from tests.browser.own_network import silence
from tests.browser.phones import chip
from tests.browser.screen import PATIENCE, Screen
from tests.browser.test_codes import photographed
from tests.browser.test_evening import CLARA, JONAS
from tests.browser.test_pairing import SCAN, Evening, without_a_host
from tests.browser.test_phones_evening import MIA, begin, play_on

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WANTED: Final = "TESSERA_PAIRED_EVENING"

pytestmark = [
    pytest.mark.site,
    pytest.mark.skipif(not os.environ.get(WANTED), reason=f"takes minutes; {WANTED}=1 plays it"),
]


class FramePage:
    """The page of a guest, of which a test sees what is in the frame: the screens of the other phone."""

    def __init__(self, page: Page) -> None:
        frame = page.locator("#phone iframe").element_handle().content_frame()
        assert frame is not None
        self._page, self._frame = page, frame

    def __getattr__(self, name: str) -> Any:
        return getattr(self._frame if hasattr(Frame, name) else self._page, name)


def test_an_evening_of_four_without_a_host(site_root: Path, tmp_path: Path, shots: Path | None) -> None:
    without_a_host(meet, site_root, tmp_path, shots)


def meet(evening: Evening) -> None:
    context = evening.phone()
    evening.site.lend(context)
    first = evening.screen(context).open()
    begin(first)
    hands: dict[str, Screen] = {}
    for name in (CLARA, JONAS, MIA):
        first.tap(f"Show the code: {name}")
        guest = hands[name] = evening.screen(evening.phone())
        guest.page.goto(photographed(first)[1])
        guest.ready()
        come(first, guest, name)
    first.shot("paired-phones")
    wait_without_network(first)
    play_on(evening.site, first, hands, killed(evening, first, hands[JONAS]))
    assert [error for screen in (first, *hands.values()) for error in screen.errors] == []


def come(first: Screen, guest: Screen, name: str) -> None:
    """Let the first phone scan the answer of a guest, whose screen is that of the frame from then on."""
    first.page.evaluate(SCAN, photographed(guest)[1])
    first.sees(re.compile(f"^Phone [0-9]: {re.escape(name)}$"))
    guest.page = cast("Page", FramePage(guest.page))
    guest.ready()
    expect(chip(guest, name, "this phone")).to_be_visible(timeout=PATIENCE)


def wait_without_network(first: Screen) -> None:
    """Let nothing come through for a minute, after which all guests are back without a code."""
    with silence():
        expect(first.page.get_by_text("away", exact=True)).to_have_count(3, timeout=PATIENCE)
        first.wait(60_000)
    expect(first.page.get_by_text("here", exact=True)).to_have_count(3, timeout=PATIENCE)


@contextmanager
def killed(evening: Evening, first: Screen, guest: Screen) -> Iterator[None]:
    """A phone whose page is closed, while others go on; it comes back by the code that it keeps."""
    context = guest.page.context
    guest.page.close()
    yield
    guest.page = evening.screen(context).open().page
    guest.tap("Come back")
    come(first, guest, JONAS)
