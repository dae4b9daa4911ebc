"""Two phones that share a table without a host, and are killed under taps: `python3 -m tests.browser.pairing_kills 200`
says what is missing afterwards of what their screens had shown, and what was entered twice. The guest alone is killed
in about half of the rounds, else the first phone or both; now and then it is all of a browser instead of its page.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect, sync_playwright

from companion.tables.state import STYLES, Extras, TableState
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.moves import laid_out
from tests.browser.kept import begun
from tests.browser.kills import RUN, SEED, TABLES, Killable, worker_of
from tests.browser.own_network import in_own_network
from tests.browser.screen import PHONE, Screen
from tests.browser.site import Site
from tests.browser.test_codes import photographed
from tests.browser.test_pairing import SCAN
from tests.built_site import built

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserType, ConsoleMessage, Frame

FIRST, GUEST = "first", "guest"
BROWSER: Final = " browser"

VICTIMS: Final = {(GUEST,): 8, (FIRST,): 5, (FIRST, GUEST): 3, (GUEST + BROWSER,): 2, (FIRST + BROWSER,): 2}
"""Who is killed at once, and how often of twenty times."""

ITEMS: Final = ("coins", "bread", "stored_tiles")
"""What is entered, one after the other, as there are at most 999 of each."""

TITLES: Final = {"coins": "Coins", "bread": "Bread", "stored_tiles": "Stored tiles"}

MAX_TAPPING_MS: Final = 1500
"""The longest time after which somebody is killed."""

PAUSE_MS: Final = 110

COMING_MS: Final = 60_000
"""Milliseconds in which a phone is at the table, on a machine that others keep busy."""

TAP: Final = """
([who, name, pause]) => {
    const buttons = () => [...document.querySelectorAll("flt-semantics-host [role=button]")];
    const said = (button) => button.getAttribute("aria-label") ?? button.textContent;
    let shown = "";
    const look = () => {
        const undo = buttons().map(said).find((words) => words.startsWith("Undo: ")) ?? "";
        if (undo !== shown) console.log(`${who} shown ${shown = undo}`);
    };
    look();
    setInterval(look, 10);
    globalThis.tapping = setInterval(() => {
        const button = buttons().find((button) => said(button) === name);
        if (button) {
            console.log(`${who} tapped`);
            button.click();
        }
    }, pause);
}
"""
"""Taps a button again and again, and says so, and what the screen shows as done."""

STORED: Final = f"""{TABLES}
import json
from storage.repositories.tables import Store
from storage.repositories.values import documents_in
(table,) = tables.worker.run_blocking(Store.tables)
json.dumps(documents_in(table.game, table.content)[0]["table"]["players"])
"""


class Pair:
    """A phone with a table and a guest at it, each in a browser of its own."""

    def __init__(self, kind: BrowserType, site: Site, folder: Path, table: str) -> None:
        look = {
            "viewport": {"width": PHONE.width, "height": PHONE.height},
            "reduced_motion": "reduce",
            "locale": "en-GB",
        }
        self._browsers = {who: Killable(kind, folder / who, **look) for who in (FIRST, GUEST)}
        self._site = site
        self._table = table
        self._item = ITEMS[0]
        self._screens: dict[str, Screen] = {}
        self._shown = {FIRST: 0, GUEST: 0}
        self._tapped = {FIRST: 0, GUEST: 0}
        site.lend(self._browsers[FIRST].context())

    def close(self) -> None:
        for browser in self._browsers.values():
            browser.close()

    def begin(self) -> None:
        """Let the guest come for the first time."""
        self._open_first()
        self._come(frozenset((FIRST, GUEST)))

    def tap_until_killed(self, victims: tuple[str, ...], after_ms: float, item: str) -> list[str]:
        """Tap on both phones until some are killed and come back; return what is lost or was entered twice."""
        self._item = item
        before = self._stored()
        self._shown, self._tapped = dict(before), {FIRST: 0, GUEST: 0}
        self._tap(FIRST, self._screens[FIRST].page.main_frame)
        self._tap(GUEST, self._frame())
        self._screens[FIRST].wait(after_ms)
        for who in victims:
            name = who.removesuffix(BROWSER)
            self._browsers[name].kill(self._screens[name].page, whole_browser=who != name)
        killed = frozenset(who.removesuffix(BROWSER) for who in victims)
        if FIRST in killed:
            self._open_first()
        else:
            self._screens[FIRST].page.evaluate("clearInterval(tapping)")
            self._screens[FIRST].rest()
        self._come(killed)
        after = self._stored()
        problems = [
            f"{who}: {after[who]} of {self._shown[who]} that were shown"
            for who in (FIRST, GUEST)
            if after[who] < self._shown[who]
        ]
        if not any(who.endswith(BROWSER) for who in victims):  # of what a whole browser said last, some is not heard
            problems += [
                f"{who}: {after[who] - before[who]} by {self._tapped[who]} taps"
                for who in (FIRST, GUEST)
                if after[who] - before[who] > self._tapped[who]
            ]
        return problems

    def entered(self) -> str:
        return f"{self._shown[FIRST]} {self._shown[GUEST]} of {self._tapped[FIRST]} {self._tapped[GUEST]}"

    def _open(self, who: str) -> Screen:
        browser = self._browsers[who]
        screen = self._screens[who] = Screen(browser.context(), self._site.address, PHONE, None)
        screen.page.on("console", self._hear)
        browser.close_all_but(screen.page)
        return screen

    def _open_first(self) -> None:
        self._open(FIRST).open(self._table)

    def _come(self, killed: frozenset[str]) -> None:
        """Bring the guest to the table: by the code that it keeps, or by one of a first phone that has begun anew.

        To that one it answers, unless its page still lives.
        """
        first = self._screens[FIRST]
        if FIRST in killed:
            first.go(f"{self._table.replace('table', 'phones')}/pair/1")
            first.sees("Code for Ben")
            _, offer = photographed(first)
        if killed == {GUEST}:
            guest = self._open(GUEST).open()
            guest.tap("Come back")
        elif GUEST in killed:
            guest = self._open(GUEST)
            guest.page.goto(offer)
            guest.ready()
        else:
            guest = self._screens[GUEST]
            guest.page.locator("#phone").get_by_role("button", name="Come back").click()
            guest.page.evaluate(SCAN, offer)
        if GUEST in killed:
            guest.sees("Show this to the other phone", timeout=COMING_MS)
            first.page.evaluate(SCAN, photographed(guest)[1])
        first.sees("Phone 1: Ben", timeout=COMING_MS)
        frame = guest.page.frame_locator("#phone iframe")
        frame.get_by_role("button", name="Stock", exact=True).click(timeout=COMING_MS)
        first.go(self._table)
        first.tap("Stock")
        for place in (first.page, frame):
            expect(place.get_by_role("button", name=self._more(), exact=True)).to_be_visible(timeout=COMING_MS)

    def _more(self) -> str:
        return f"{TITLES[self._item]}, +1"

    def _frame(self) -> Frame:
        handle = self._screens[GUEST].page.locator("#phone iframe").element_handle()
        frame = handle.content_frame()
        assert frame is not None
        return frame

    def _tap(self, who: str, frame: Frame) -> None:
        frame.evaluate(TAP, [who, self._more(), PAUSE_MS])

    def _hear(self, message: ConsoleMessage) -> None:
        match re.match(r"(first|guest) (?:(tapped)|shown .*?(\d+))$", message.text):
            case None:
                pass
            case said if said[2]:
                self._tapped[said[1]] += 1
            case said if TITLES[self._item].lower() in message.text.lower():
                self._shown[said[1]] = max(self._shown[said[1]], int(said[3]))

    def _stored(self) -> dict[str, int]:
        players = json.loads(worker_of(self._screens[FIRST].page).evaluate(RUN, STORED))
        return {who: player.get(self._item, 0) for who, player in zip((FIRST, GUEST), players, strict=True)}


def kills(kind: BrowserType, root: Path, folder: Path, rounds: int) -> Iterator[tuple[str, list[str]]]:
    """Kill so many times; yield after each who was killed with what they had entered, and what is wrong then."""
    chance = Random(SEED)
    site = Site(root, folder)
    state = TableState(table=laid_out(("Anna", "Ben")), extras=Extras(seats=STYLES[:2]))
    table = begun(site, CARPE_DIEM, state)
    pair = Pair(kind, site.start(), folder, table)
    try:
        pair.begin()
        for number in range(rounds):
            (victims,) = chance.choices([*VICTIMS], [*VICTIMS.values()])
            item = ITEMS[number * len(ITEMS) // rounds]
            problems = pair.tap_until_killed(victims, chance.random() * MAX_TAPPING_MS, item)
            yield f"{' and '.join(victims)}: {pair.entered()}", problems
    finally:
        pair.close()
        site.stop()


def main() -> None:
    """Kill as many times as the command says, and print what is missing."""
    rounds, wrong = int(sys.argv[1]), 0
    expect.set_options(timeout=COMING_MS)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as named, sync_playwright() as playwright:
        folder = Path(named)
        for number, (words, problems) in enumerate(kills(playwright.chromium, built(folder), folder, rounds), 1):
            wrong += bool(problems)
            print(number, words, *problems, flush=True)  # noqa: T201 - what the command is for
    print(f"{rounds} kills, {wrong} with something lost or entered twice")  # noqa: T201


if __name__ == "__main__":
    in_own_network(main)
