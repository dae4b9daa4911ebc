"""A hand that draws finished districts at a person's pace: how many gestures and seconds a district takes."""

from __future__ import annotations

import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import time
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect, sync_playwright

from companion.system import paths
from companion.tables.state import state_of
from scoring import GAMES
from scoring.carpe_diem.district import structures
from scoring.carpe_diem.state import SINGLE_TILES, District
from storage.repositories.tables import Store
from tests.benchmarks import Row
from tests.benchmarks.app import FINISHED, chromium, phone, running, with_district
from tests.browser.drawing_hand import DrawingHand, DrawingPace
from tests.browser.hand import lying
from tests.browser.program import tessera
from tests.browser.screen import PHONE, Screen
from tests.companion.games.carpe_diem.walks import equivalent
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

    from tests.browser.program import Program

DISTRICTS: Final = 10
PACE: Final = DrawingPace(tap=600, stroke=900)
"""A person's pace: so long to the next tap, and so long for a stroke, in ms."""


def rows() -> Iterator[Row]:
    """Draw ten districts on a phone, each at a table of its own."""
    boards = [grown(Random(seed), FINISHED) for seed in range(DISTRICTS)]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder)
        tables = [with_district(data, District(tiles=())) for _ in boards]
        with chromium(playwright.chromium) as browser, running(tessera, data) as program:
            context = phone(browser)
            taken = [drawn(context, program, *pair) for pair in zip(tables, boards, strict=True)]
        check(data, dict(zip(tables, boards, strict=True)))
    gestures, seconds = (median(column) for column in zip(*taken, strict=True))
    alone = median(unhurried(board, hand) for board, (hand, _) in zip(boards, taken, strict=True))
    what = f"a district of {FINISHED} tiles, drawn (median of {DISTRICTS})"
    ours = f"{gestures:g} gestures, {seconds:.0f} s"
    yield Row(what, ours, "the hand alone", f"{alone:.0f} s", (seconds / alone,), "45 gestures and 60 s")


def drawn(context: BrowserContext, program: Program, table: str, board: District) -> tuple[int, float]:
    """Draw a district at an empty table; return how many gestures and seconds that took."""
    screen = Screen(context, program.address, PHONE, None).open(f"/table/{table}/district/0")
    hand = DrawingHand(screen, pace=PACE)
    begun = time()
    hand.district(board)
    expect(screen.page.get_by_label(lying())).to_have_count(FINISHED)
    seconds = time() - begun
    screen.page.close()
    return hand.gestures, seconds


def unhurried(board: District, gestures: int) -> float:
    """Return the seconds that the hand alone takes for the gestures of a district."""
    strokes = sum(structure.kind not in SINGLE_TILES for structure in structures(board))
    return (strokes * PACE.stroke + (gestures - strokes) * PACE.tap) / 1000


def check(folder: Path, boards: dict[str, District]) -> None:
    """See that the program has kept what was drawn."""
    with closing(Store(paths.database(folder / "data"), lambda: datetime.now(UTC))) as store:
        for stored in store.tables():
            state = state_of(GAMES["carpe-diem"], stored.content)
            kept = state.table.players[0].district
            if equivalent(kept) != equivalent(boards[stored.id]):
                message = f"the district of {stored.id} was not drawn as it is"
                raise RuntimeError(message)
