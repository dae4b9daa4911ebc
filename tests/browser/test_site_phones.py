"""Phones at one table without a host: two browsers with the site, and a channel between them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect, sync_playwright

from companion.tables.state import STYLES, Extras, TableState, stored_of
from scoring.score_pad.game import SCORE_PAD
from tests.browser.conftest import NOT_KEPT, OF_TESTS, needed_chromium
from tests.browser.own_network import in_own_network
from tests.browser.screen import PHONE, Screen
from tests.browser.site import Site
from tests.companion.pad_tables import table_of
from tests.companion.pads import KINGDOMINO

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, FrameLocator, Page, Route

pytestmark = pytest.mark.site

SCRIPT: Final = "import(new URL(`${tesseraSite.scripts}phones.js`, document.baseURI))"
OFFER: Final = f"async (id) => {{ await {SCRIPT}; return tesseraPhones.offer(id); }}"
ANSWER: Final = f"async (offer) => {{ await {SCRIPT}; return tesseraPhones.answer('first', offer, '00ff'); }}"
ACCEPT: Final = "([id, answer]) => tesseraPhones.accept(id, answer)"

BEGIN: Final = """
import asyncio, gc, json
from companion.browser.app import RunningApp
from storage.repositories.tables import Store

running = next(thing for thing in gc.get_objects() if type(thing) is RunningApp)
tables, phones = running.context.tables, running.phones
row = await tables.worker.run(Store.begin, GAME, json.loads(STATE))
code = await tables.access.join_code(row.id)
came = []

async def seat(channel):
    _, visitor = await tables.access.redeem(code.secret, "the token of a phone")
    await tables.access.sit(row.id, visitor, 1)
    phones.admit(channel, visitor)

phones.arrivals.subscribe(lambda channel, hello: came.append(asyncio.ensure_future(seat(channel))))
row.id
"""
"""Begins a table, and seats whoever comes, as the screens do with the code of a phone."""

KEPT: Final = "json.dumps((await tables.worker.run(Store.tables))[0].content)"


def in_python(page: Page, code: str) -> str:
    """Return what a code in the worker of a page returns."""
    (worker,) = page.workers
    returned: str = worker.evaluate("code => self.pyodide.runPythonAsync(code)", code)
    return returned


def come(browser: Browser, site: Site, first: Page, channel: str) -> FrameLocator:
    """Return what a phone shows that has come to the first one by two codes."""

    def leave_out(_: Route) -> None:
        """Let it wait for ever: its own Python does not matter for that."""

    page = browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height}).new_page()
    page.add_init_script(NOT_KEPT)
    page.route("**/worker.js", leave_out)
    page.goto(site.base, wait_until="domcontentloaded")
    answer = page.evaluate(ANSWER, first.evaluate(OFFER, channel))
    first.evaluate(ACCEPT, [channel, answer])
    return page.frame_locator("#phone iframe")


def test_a_phone_enters_at_the_table_of_another_one_and_again_when_it_was_closed(
    site_root: Path, tmp_path: Path
) -> None:
    chromium = needed_chromium()

    def enter() -> None:
        site = Site(site_root, tmp_path).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=OF_TESTS)
            share(browser, site)
            browser.close()
        site.stop()

    in_own_network(enter)


def share(browser: Browser, site: Site) -> None:
    first = Screen(browser.new_context(), site.address, PHONE, None)
    first.page.add_init_script(NOT_KEPT)
    first.open()
    state = json.dumps(
        stored_of(TableState(table=table_of(KINGDOMINO, "Anna", "Ben"), extras=Extras(seats=STYLES[:2])))
    )
    begin = BEGIN.replace("GAME", repr(SCORE_PAD.key)).replace("STATE", repr(state))
    table = in_python(first.page, begin)
    first.go(f"/table/{table}")
    guest = come(browser, site, first.page, "a")
    guest.get_by_role("button", name="Go to the table").click()
    guest.get_by_role("button", name="7", exact=True).click()
    guest.get_by_role("button", name="Next", exact=True).click()
    first.sees("Ben, Regions: 7 × 0")
    assert json.loads(in_python(first.page, KEPT))["table"]["players"][1]["entries"] == {"regions": [[7, 0]]}
    guest.owner.page.close()
    guest = come(browser, site, first.page, "b")
    guest.get_by_role("button", name="Go to the table").click()
    expect(guest.get_by_role("button", name="Ben, Regions: 7 × 0", exact=False)).to_be_visible()
    page = guest.owner.page
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("#phone")).to_have_count(0)
    first.sees("Ben, 0 points, on another phone")
