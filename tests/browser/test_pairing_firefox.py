"""A Firefox as the guest of a Chromium, with no host: each reads the other's codes, and what either browser writes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.firefox import Firefox
from tests.browser.test_codes import photographed
from tests.browser.test_pairing import SCAN, Evening, entries, of_two, without_a_host

if TYPE_CHECKING:
    from pathlib import Path

WANTED: Final = "TESSERA_FIREFOX"

pytestmark = [
    pytest.mark.site,
    pytest.mark.skipif(not os.environ.get(WANTED), reason=f"takes half a minute, and Firefox; {WANTED}=1 plays it"),
]


def test_a_firefox_enters_at_the_table_of_a_chromium_and_comes_back_by_one_code(
    site_root: Path, tmp_path: Path, shots: Path | None
) -> None:
    (tmp_path / "firefox").mkdir()

    def play(evening: Evening) -> None:
        with Firefox(tmp_path / "firefox") as guest:
            share(evening, of_two(evening.site), guest)

    without_a_host(play, site_root, tmp_path, shots)


def share(evening: Evening, table: str, guest: Firefox) -> None:
    context = evening.phone()
    evening.site.lend(context)
    first = evening.screen(context).open(table)
    first.tap("Phones")
    first.tap("Show the code: Ben")
    guest.open(photographed(first)[1])
    first.page.evaluate(SCAN, guest.photographed())
    first.sees("Phone 1: Ben")
    for key in ("7", "Next"):
        guest.tap(key, in_frame=True)
    guest.sees("Undo: Ben, Regions, pair 1, number 1: 7", in_frame=True)
    assert entries(evening) == {"regions": [[7, 0]]}
    guest.reload()
    first.sees("away")
    guest.tap("Come back")
    first.page.evaluate(SCAN, guest.photographed())
    guest.tap("Undo: Ben, Regions, pair 1, number 1: 7", in_frame=True)
    guest.sees("Undo", in_frame=True)
    assert entries(evening) == {}
