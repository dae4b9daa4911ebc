"""Phones without a host against phones on a host: from the first scan to the table, a tap until others see it, memory.

The phones are Chromium on this machine, in a network of their own. Hands are not measured: a code is scanned at once.
"""

from __future__ import annotations

import re
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect, sync_playwright

from storage.repositories import access
from tests.benchmarks import Row
from tests.benchmarks.phones import p95
from tests.browser.conftest import ARGUMENTS, found_chromium, stopped_at_the_end
from tests.browser.kept import opened
from tests.browser.own_network import in_own_network
from tests.browser.phones import chip, public, scan, sit
from tests.browser.program import Program, cold
from tests.browser.screen import PATIENCE, PHONE, STARTED, Screen
from tests.browser.site import Site
from tests.browser.test_codes import photographed
from tests.browser.test_pairing import SCAN, Evening, of_two
from tests.browser.test_pairing_evening import come
from tests.built_site import built

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright

TAPS: Final = 40

WARMING: Final = 4
"""Taps before those that are measured."""

PAUSE_MS: Final = 200

GUESTS: Final = 5

SEAT: Final = "Ben"

TAPS_WITHOUT, TAPS_WITH = 5, 2
"""Taps until a phone is at the table: *Phones*, the code of the seat, its link, *Scan the answer*, and the way back to
the table; or the link, and the seat."""

SEEN: Final = """
(start) => {
    const said = () => {
        const names = [...document.querySelectorAll("flt-semantics-host [role=button]")].map(
            (button) => button.getAttribute("aria-label") ?? button.textContent);
        return names.find((words) => words.startsWith(start));
    };
    const before = said();
    globalThis.seen = new Promise((done) => {
        const look = () => (said() === before ? setTimeout(look, 1) : done(Date.now()));
        look();
    });
}
"""
"""Notes the moment in which a button says something else."""

TAP: Final = "(button) => { const moment = Date.now(); button.click(); return moment; }"


def rows() -> Iterator[Row]:
    """Measure both ways, where this machine gives a network of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        try:
            root = built(folder)  # which asks a package registry
            yield from in_own_network(lambda: [*_measured(folder, root)])
        except pytest.skip.Exception as reason:
            print(f"phones without a host: {reason}")  # noqa: T201


def _measured(folder: Path, root: Path) -> Iterator[Row]:
    with sync_playwright() as playwright:
        coming, tapped, entered = _on_a_host(playwright, folder)
        with ExitStack() as until_the_end:
            site = Site(root, folder / "site")
            table = of_two(site)
            until_the_end.callback(site.start().stop)
            ours = _Without(playwright, site, table)
            until_the_end.callback(ours.close)
            alone = ours.memory()
            start = time.monotonic()
            guest = ours.pair(f"Show the code: {SEAT}")
            taken = time.monotonic() - start
            yield Row(
                "the first scan until the table is on the second phone",
                f"{taken:.1f} s and {TAPS_WITHOUT} taps",
                "a phone on a host",
                f"{coming:.1f} s and {TAPS_WITH} taps",
                (taken / coming,),
            )
            yield _row("a tap at a guest until the first phone shows it", _taps(guest, ours.first), entered)
            yield _row("a tap at the first phone until a guest shows it", _taps(ours.first, guest), tapped)
            for _ in range(GUESTS - 1):
                ours.watch()
            yield _row(f"a tap at one of {GUESTS} guests", _taps(guest, ours.first), entered)
            both = ours.memory()
            yield Row(
                f"the memory (PSS) of the first phone's page with {GUESTS} guests",
                f"{both:.0f} MB",
                "without a guest",
                f"{alone:.0f} MB",
                (both / alone,),
            )


class _Without:
    """A phone with the table in a browser of its own, and the guests in another one."""

    def __init__(self, playwright: Playwright, site: Site, table: str) -> None:
        self._table = table
        self._browser, self._others = _launched(playwright), _launched(playwright)
        context = Evening(site=site, browser=self._browser, shots=None).phone()
        site.lend(context)
        self._evening = Evening(site=site, browser=self._others, shots=None)
        self.first = self._evening.screen(context).open(table)
        self._number = 0

    def close(self) -> None:
        self._browser.close()
        self._others.close()

    def pair(self, way: str) -> Screen:
        """Let a phone come to a seat, and show the table on both."""
        guest = self._offered(way)
        come(self.first, guest, SEAT)
        self.first.go(self._table)
        expect(chip(self.first, SEAT)).to_be_visible()
        return guest

    def watch(self) -> None:
        """Let a phone come that has no seat."""
        guest = self._offered("Code to watch")
        self.first.page.evaluate(SCAN, photographed(guest)[1])
        frame = guest.page.frame_locator("#phone iframe")
        frame.locator(STARTED).first.wait_for(state="attached", timeout=PATIENCE)
        self.first.go(self._table)

    def memory(self) -> float:
        """Return the MB that the processes of the first phone's page take, those that are shared by halves."""
        session = self._browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        pages = [process["id"] for process in processes if process["type"] == "renderer"]
        return sum(_pss(number) for number in pages)

    def _offered(self, way: str) -> Screen:
        """Return a phone that has scanned the code of a seat."""
        self.first.go(self._table)
        self.first.tap("Phones")
        self.first.tap(way)
        guest = self._evening.screen(self._evening.phone())
        guest.page.goto(photographed(self.first)[1])
        guest.ready()
        return guest


def _on_a_host(playwright: Playwright, folder: Path) -> tuple[float, list[float], list[float]]:
    """Return the seconds until a phone is at a table, and the ms of taps at the host and at the phone."""
    program = Program(public, folder / "host", cold)
    table = of_two(program)
    browsers = _launched(playwright), _launched(playwright)
    with stopped_at_the_end(program):
        program.start()
        with opened(program) as store:
            host_secret = access.join_code(store, access.HOST_CODE).secret
            secret = access.join_code(store, table.rpartition("/")[2]).secret
        host, phone = (_screen(browser, program) for browser in browsers)
        scan(host, host_secret).open(table)
        start = time.monotonic()
        sit(scan(phone, secret), SEAT)
        coming = time.monotonic() - start
        taps = coming, _taps(host, phone), _taps(phone, host)
        for browser in browsers:
            browser.close()
    return taps


def _taps(tapping: Screen, seeing: Screen) -> list[float]:
    """Return the ms after which one phone shows the points of what is ticked on another one, and ticked off."""
    line = tapping.page.get_by_role("group", name="Castle in the middle", exact=True)
    tick = line.get_by_role("checkbox", name=re.compile(f"^{SEAT}: "))
    taken = []
    for _ in range(WARMING + TAPS):
        expect(tick).to_be_visible()
        tapping.wait(PAUSE_MS)
        seeing.page.evaluate(SEEN, f"{SEAT}, ")
        moment = tick.evaluate(TAP)
        taken.append(seeing.page.evaluate("seen") - moment)
    return taken[WARMING:]


def _row(what: str, ours: list[float], theirs: list[float]) -> Row:
    ratios = median(ours) / median(theirs), p95(ours) / p95(theirs)
    return Row(what, _ms(ours), "phones on a host", _ms(theirs), ratios)


def _ms(taken: list[float]) -> str:
    return f"{median(taken):.0f} and {p95(taken):.0f} ms"


def _launched(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=found_chromium(), args=list(ARGUMENTS))


def _screen(browser: Browser, program: Program) -> Screen:
    context = browser.new_context(
        viewport={"width": PHONE.width, "height": PHONE.height}, reduced_motion="reduce", locale="en-GB"
    )
    return Screen(context, program.address, PHONE, None)


def _pss(process: int) -> float:
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
