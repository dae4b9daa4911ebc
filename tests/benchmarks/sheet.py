"""The end sheet of three players of Carpe Diem, typed at a person's pace: how many taps and seconds it takes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.benchmarks import Row
from tests.benchmarks.app import HUMAN, chromium, phone, running
from tests.browser.paper import MAX_TAPS, NUMBERS, TypingHand, seated
from tests.browser.program import tessera
from tests.browser.screen import PHONE, Screen

if TYPE_CHECKING:
    from collections.abc import Iterator


def rows() -> Iterator[Row]:
    """Type a sheet of paper on a phone, from the choice of the end alone to the play that is kept."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        chromium(playwright.chromium) as browser,
        running(tessera, Path(folder)) as program,
    ):
        context = phone(browser)
        screen = Screen(context, program.address, PHONE, None).open()
        seated(screen)
        hand = TypingHand(screen, pace=HUMAN.tap)
        begun = time()
        hand.whole_sheet()
        seconds = time() - begun
    alone = (hand.taps + hand.digits) * HUMAN.tap / 1000
    what = f"the {len(NUMBERS)} numbers of three players"
    ours = f"{hand.taps} taps beside the digits, {seconds:.0f} s"
    yield Row(what, ours, "the hand alone", f"{alone:.0f} s", (seconds / alone,), f"{MAX_TAPS} taps")
