"""Phones at one table without a host: they scan each other's codes, and go on as if a server were between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect, sync_playwright

from companion.tables.state import STYLES, Extras, TableState
from scoring.score_pad.game import SCORE_PAD
from tests.browser.conftest import NOT_KEPT, OF_TESTS, needed_chromium, stopped_at_the_end
from tests.browser.evenings import finish
from tests.browser.kept import begun, only_play, only_table
from tests.browser.own_network import in_own_network
from tests.browser.program import Program, cold, tessera
from tests.browser.screen import DESKTOP_DARK, PHONE, Screen
from tests.browser.site import Site
from tests.browser.test_codes import photographed
from tests.companion.pad_tables import table_of
from tests.companion.pads import KINGDOMINO

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, FrameLocator, Locator

pytestmark = pytest.mark.site

UNDO: Final = re.compile("^Undo: ")

SCAN: Final = "link => { location.hash = link.split('#')[1]; }"
"""What the camera does with a code: the app is told of it without leaving."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Phones with the site, each with storage of its own."""

    site: Site
    browser: Browser
    shots: Path | None

    def phone(self) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": PHONE.width, "height": PHONE.height}, reduced_motion="reduce", locale="en-GB"
        )
        context.add_init_script(NOT_KEPT)
        return context

    def screen(self, context: BrowserContext) -> Screen:
        return Screen(context, self.site.address, PHONE, self.shots)


def test_a_phone_enters_at_the_tables_of_another_one_and_of_a_computer_and_comes_back_by_one_code(
    site_root: Path, tmp_path: Path, shots: Path | None
) -> None:
    (tmp_path / "computer").mkdir()
    program = Program(tessera, tmp_path / "computer", cold)  # what is forked has the network of its first test

    def play(evening: Evening) -> None:
        table = of_two(program)
        with stopped_at_the_end(program.start()):
            guest = share(evening, of_two(evening.site))
            share_from_computer(evening, program, table, guest)

    without_a_host(play, site_root, tmp_path, shots)


def test_a_guest_keeps_the_play_of_the_table_and_says_with_one_tap_who_it_is(
    site_root: Path, tmp_path: Path, shots: Path | None
) -> None:
    without_a_host(keep, site_root, tmp_path, shots)


def keep(evening: Evening) -> None:
    table = of_two(evening.site)
    annas, bens = evening.phone(), evening.phone()
    evening.site.lend(annas)
    first, guest = evening.screen(annas).open(table), evening.screen(bens)
    first.tap("Phones")
    first.tap("Show the code: Ben")
    guest.page.goto(photographed(first)[1])
    guest.ready()
    scanned(first, guest, photographed(guest)[1])
    first.go(f"{table}/end/0")
    finish(first)
    bar = guest.page.locator("#phone")
    expect(bar.get_by_role("status")).to_have_text("Kept in your history, too. Which of these are you?", timeout=20_000)
    guest.shot("pairing-kept")
    ended = only_play(evening.site)
    bar.get_by_role("button", name="Ben", exact=True).click()
    expect(bar.get_by_role("status")).to_have_text("Kept in your history, too.")
    first.sees("Which of these are you?")
    first.shot("pairing-who")
    first.tap("Anna")
    evening.site.lend(bens)
    play = only_play(evening.site)
    assert (play.id, play.version, play.document) == (ended.id, ended.version, ended.document)
    bar.get_by_role("button", name="Not mine").click()
    expect(bar.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    bar.get_by_role("button", name="Undo", exact=True).click()
    bar.get_by_role("button", name="Leave").click()
    guest.sees("Kept in your history, too.")
    guest.shot("pairing-kept-home")
    guest.tap("Result")
    guest.sees("From Anna’s device")
    guest.shot("pairing-from")
    assert only_play(evening.site).removed is None


def without_a_host(act: Callable[[Evening], None], site_root: Path, folder: Path, shots: Path | None) -> None:
    """Do something with phones that have the site, in a network that leads nowhere else."""
    chromium = needed_chromium()

    def play() -> None:
        site = Site(site_root, folder)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=OF_TESTS)
            act(Evening(site=site.start(), browser=browser, shots=shots))
            browser.close()
        site.stop()

    in_own_network(play)


def of_two(program: Program) -> str:
    """Put a table of Anna and Ben in play, and say where it is shown."""
    state = TableState(table=table_of(KINGDOMINO, "Anna", "Ben"), extras=Extras(seats=STYLES[:2]))
    return begun(program, SCORE_PAD, state)


def share(evening: Evening, table: str) -> Screen:
    """Return the guest, who has gone on alone."""
    context = evening.phone()
    evening.site.lend(context)
    first = evening.screen(context).open(table)
    first.tap("Phones")
    first.shot("pairing-phones")
    first.tap("Show the code: Ben")
    _, offer = photographed(first)
    first.shot("pairing-code")
    bens = evening.phone()
    guest = evening.screen(bens)
    guest.page.goto(offer)
    guest.ready()
    _, answer = photographed(guest)
    guest.shot("pairing-answer")
    frame = scanned(first, guest, answer)
    for key in ("7", "Next"):
        frame.get_by_role("button", name=key, exact=True).click()
    expect(frame.get_by_role("button", name=UNDO)).to_be_visible()
    guest.shot("pairing-frame")
    assert entries(evening) == {"regions": [[7, 0]]}
    guest.page.close()
    first.sees("away")
    first.shot("pairing-away")
    guest = evening.screen(bens).open()
    guest.shot("pairing-back")
    guest.tap("Come back")
    frame = scanned(first, guest, photographed(guest)[1])
    frame.get_by_role("button", name=UNDO).click()
    expect(frame.get_by_role("button", name=UNDO)).to_have_count(0)
    assert entries(evening) == {}
    first.page.reload()
    first.ready()
    first.go(f"{table.replace('table', 'phones')}/pair/1")
    first.sees("Code for Ben")
    _, offer = photographed(first)
    bar = guest.page.locator("#phone")
    bar.get_by_role("button", name="Come back").click()
    guest.sees("Show this to the other phone")
    guest.page.evaluate(SCAN, offer)  # and nobody scans an answer
    expect(here(guest)).to_be_visible(timeout=20_000)
    first.sees("Phone 1: Ben")
    first.page.close()
    bar.get_by_role("button", name="Go on here").click()
    expect(bar).to_have_count(0)
    guest.sees("Table of Kingdomino")
    guest.shot("pairing-go-on")
    return guest


def scanned(first: Screen, guest: Screen, answer: str) -> FrameLocator:
    """Return the table on a phone whose answer the first one has scanned."""
    first.page.evaluate(SCAN, answer)
    first.sees("Phone 1: Ben")
    first.sees("here", exact=True)
    expect(here(guest)).to_be_visible(timeout=20_000)
    return guest.page.frame_locator("#phone iframe")


def here(guest: Screen) -> Locator:
    """What a guest on Ben's seat has at the top of the table."""
    frame, words = guest.page.frame_locator("#phone iframe"), "Ben, 0 points, this phone"
    return frame.get_by_label(words).or_(frame.get_by_text(words))


def entries(evening: Evening) -> dict[str, object]:
    """What Ben has at the table, as it lies on the disk of the first phone."""
    held: dict[str, object] = only_table(evening.site)["table"]["players"][1]["entries"]
    return held


def share_from_computer(evening: Evening, program: Program, table: str, guest: Screen) -> None:
    host = Screen(evening.phone(), program.address, PHONE, evening.shots).resize(DESKTOP_DARK).open(table)
    host.tap("Phones")
    host.tap("If that does not work")
    host.tap("Show the code: Ben")
    _, offer = photographed(host)
    host.shot("pairing-computer-code")
    guest.page.evaluate(SCAN, offer)
    frame = scanned(host, guest, photographed(guest)[1])
    for key in ("7", "Next"):
        frame.get_by_role("button", name=key, exact=True).click()
    expect(frame.get_by_role("button", name=UNDO)).to_be_visible()
    host.shot("pairing-computer-phones")
    assert only_table(program)["table"]["players"][1]["entries"] == {"regions": [[7, 0]]}
    host.page.reload()
    guest.page.locator("#phone").get_by_role("button", name="Come back").wait_for()
    host.sees("away")
