"""A round of bids of five players, entered at a person's pace: how many taps and seconds it takes."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect, sync_playwright

from companion.games.score_pad.kinds.bids import WIZARD
from companion.system import paths
from companion.tables.state import Extras, TableState, stored_of, styles
from scoring.score_pad.state import Pad, Player, Table
from storage.repositories.tables import Store
from tests.benchmarks import Row
from tests.benchmarks.app import HUMAN, chromium, phone, running
from tests.browser.paper import TypingHand
from tests.browser.program import tessera
from tests.browser.screen import PHONE, Screen

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYERS: Final = ("Anna", "Ben", "Clara", "Dora", "Emil")
BEFORE: Final = ((0, 0), (1, 1), (2, 1), (0, 0))
"""The rounds before, the same for all."""

BIDS, MADE = (1, 0, 2, 1, 0), (1, 1, 2, 0, 1)
"""What each player bids in the fifth round, and makes of it."""

MAX_TAPS: Final = 2 * len(PLAYERS) + 1


def rows() -> Iterator[Row]:
    """Enter the fifth round of five players on a phone."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        chromium(playwright.chromium) as browser,
    ):
        table = begun(Path(folder))
        with running(tessera, Path(folder)) as program:
            screen = Screen(phone(browser), program.address, PHONE, None).open(f"/table/{table}")
            hand = TypingHand(screen, pace=HUMAN.tap)
            began = time()
            hand.tap("Anna: nothing entered", "Round 5")
            for tricks in (*BIDS, *MADE):
                hand.tap(str(tricks))
            expect(screen.button("Emil: bid 0, made 1, −10 points")).to_be_visible()
            seconds = time() - began
    alone = hand.taps * HUMAN.tap / 1000
    ours = f"{hand.taps} taps, {seconds:.0f} s"
    yield Row(
        "a round of bids of five players",
        ours,
        "the hand alone",
        f"{alone:.0f} s",
        (seconds / alone,),
        f"{MAX_TAPS} taps",
    )


def begun(folder: Path) -> str:
    """Keep a table after four rounds; return its id."""
    players = tuple(Player(name=name, entries={WIZARD.key: BEFORE}) for name in PLAYERS)
    table = Table(pad=Pad(title="Wizard", categories=(WIZARD,)), players=players)
    (folder / "data").mkdir(parents=True, exist_ok=True)
    store = Store(paths.database(folder / "data"), lambda: datetime.now(UTC))
    try:
        return store.begin("score-pad:wizard", stored_of(TableState(table=table, extras=Extras(seats=styles(5))))).id
    finally:
        store.close()
