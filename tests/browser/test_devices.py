"""My devices in real browsers: two of the site and two programs meet by codes, and know each other at a table."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from companion.system import paths
from storage.repositories.history import Filter, count
from storage.repositories.tables import Store
from tests.browser.conftest import stopped_at_the_end
from tests.browser.kept import opened
from tests.browser.program import Program, cold, tessera
from tests.browser.screen import DESKTOP_DARK, PHONE, Screen
from tests.browser.site import EACH_WEEK
from tests.browser.test_codes import photographed
from tests.browser.test_pairing import SCAN, Evening, of_two, scanned, without_a_host
from tests.storage.exchange.samples import jsonl, line, number, plain, take_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.site import Site

PLAYS: Final = 300


def keep_plays(program: Program, first: int, plays: int) -> None:
    """Put plays into the data of a program."""
    with opened(program) as store:
        lines = (line(plain({"Anna": at, "Ben": 5}, note=str(at)), number(first + at)) for at in range(plays))
        take_in(store, jsonl(*lines))


def plays_of(site: Site) -> int:
    """How many plays lie in the data of the browser that had those of the site last."""
    site.fetch()
    with closing(Store(paths.database(site.data), lambda: datetime.now(UTC))) as store:
        return count(store, Filter())


def meet(host: Screen, guest: Screen) -> None:
    """Let two devices meet by the code of the first one and the answer of the other."""
    host.tap("Add a device")
    host.sees("Code for a device of yours")
    _, offer = photographed(host)
    host.shot("devices-code")
    guest.page.evaluate(SCAN, offer)
    _, answer = photographed(guest)
    guest.shot("devices-answer")
    host.page.evaluate(SCAN, answer)


@EACH_WEEK
def test_two_browsers_and_two_programs_have_the_same_history(
    site_root: Path, tmp_path: Path, shots: Path | None
) -> None:
    for folder in ("computer", "laptop"):
        (tmp_path / folder).mkdir()
    program, another = (Program(tessera, tmp_path / folder, cold) for folder in ("computer", "laptop"))

    def play(evening: Evening) -> None:
        keep_plays(evening.site, 1000, PLAYS)
        keep_plays(program, 5000, 20)
        table = of_two(evening.site)
        with stopped_at_the_end(program.start()):
            context = evening.phone()
            evening.site.lend(context)
            first, second = evening.screen(context), evening.screen(evening.phone())
            second.open()
            first.open("/devices")
            first.shot("devices-none")
            meet(first, second)
            second.sees(f"Agreed, {PLAYS} new.", timeout=60_000)
            first.sees("Agreed, nothing new.", timeout=60_000)
            second.shot("devices-agreed")
            first.sees(re.compile("^Last agreed: "))
            computer = Screen(evening.phone(), program.address, PHONE, evening.shots).resize(DESKTOP_DARK)
            computer.open("/devices")
            meet(computer, second)
            computer.sees(f"Agreed, {PLAYS} new.", timeout=60_000)
            second.sees("Agreed, 20 new.", timeout=60_000)
            computer.shot("devices-computer")
            first.go(f"{table.replace('table', 'phones')}/pair/1")
            _, offer = photographed(first)
            second.page.evaluate(SCAN, offer)
            scanned(first, second, photographed(second)[1])
            first.go("/devices")
            first.sees("Agreed, 20 new.", timeout=60_000)
            first.shot("devices-table")
            assert plays_of(evening.site) == PLAYS + 20
            with stopped_at_the_end(another.start()):
                laptop = Screen(evening.phone(), another.address, PHONE, evening.shots).open("/")
                computer.go("/devices")
                meet(computer, laptop)
                laptop.sees(f"Agreed, {PLAYS + 20} new.", timeout=60_000)
                computer.sees("Agreed, nothing new.", timeout=60_000)

    without_a_host(play, site_root, tmp_path, shots)
