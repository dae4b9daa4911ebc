"""The picture comes back: where the process that draws has ended, and where it stands still while the rest goes on."""

from __future__ import annotations

import os
import signal
import time
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Final

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from companion.services.end_sheet import with_only_end
from scoring.carpe_diem.game import CARPE_DIEM
from tests.browser.conftest import OF_TESTS, needed_chromium
from tests.browser.paper import PLAYERS, cell
from tests.browser.screen import DRAWN, PATIENCE
from tests.browser.site import ON_BOTH
from tests.companion.carpe_diem_tables import GAME, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from tests.browser.program import Program
    from tests.browser.screen import Screen

KILLS: Final = int(os.environ.get("TESSERA_GRAPHICS_KILLS", "1"))
"""How many times the process that draws is ended; each takes as long as the page to start."""

APART: Final = timedelta(seconds=31)
"""The time between two reloads, so that there are no more than two in a minute."""

STATE: Final = table_state(player_with("Anna", coins=3), player_with("Ben"))

LETTERS: Final = 0.01
"""The part of a picture that may differ: a browser without a graphics card leaves out letters now and then."""

ALIKE: Final = 10
"""Seconds in which a page that was loaded anew comes to look as before."""

SAID: Final = "Your browser keeps failing to draw this page."

HIDE: Final = """
(hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}
"""

TELL: Final = """
() => document.querySelector("flt-semantics-host [aria-label]").setAttribute("aria-label", "told late")
"""
"""Screen readers are told something anew, and nothing is drawn."""

FREEZE: Final = "() => { ImageBitmapRenderingContext.prototype.transferFromImageBitmap = () => {} }"
"""No frame is shown any more, and nobody hears of it."""


@pytest.fixture(scope="module")
def chromium(chromium: Browser) -> Iterator[Browser]:
    """A browser of its own, which lets a page draw with WebGL however often its process that draws has ended."""
    browser = chromium.browser_type.launch(
        executable_path=needed_chromium(),
        args=[*OF_TESTS, "--disable-gpu-process-crash-limit", "--disable-domain-blocking-for-3d-apis"],
    )
    yield browser
    browser.close()


@pytest.fixture
def screen(start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]) -> Screen:
    """A player's stock at a table; the time stands still on this screen, unless a test goes on."""
    program, table = start(CARPE_DIEM, STATE)
    screen = open_screen(program.address)
    screen.page.clock.set_fixed_time(datetime.now(UTC))
    screen.open(table)
    screen.tap("Stock", exact=False)
    screen.sees("Coins")
    screen.page.mouse.move(0, 0)
    return screen


def end_graphics(screen: Screen) -> None:
    """End the process that draws, as a phone does while it is locked."""
    browser = screen.page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    os.kill(next(process["id"] for process in processes if process["type"] == "GPU"), signal.SIGKILL)
    session.detach()


def difference(picture: bytes, before: bytes) -> float:
    """Return the part of two pictures that differs, from 0 to 1."""
    shown, expected = (Image.open(BytesIO(content)).convert("RGB") for content in (picture, before))
    changed = ImageChops.difference(shown, expected).convert("L")
    return sum(changed.histogram()[1:]) / (changed.width * changed.height)


def looks_like(screen: Screen, before: bytes) -> bool:
    """Return whether a screen looks as before, now or in a while: what it shows may still be on its way."""
    end = time.monotonic() + ALIKE
    while (part := difference(screen.picture(), before)) > LETTERS and time.monotonic() < end:
        screen.wait(500)
    return part <= LETTERS


def comes_back(screen: Screen, lose: Callable[[Screen], object] = end_graphics) -> None:
    """Lose the picture, and wait until the page has been loaded anew by itself."""
    screen.page.clock.set_fixed_time(datetime.fromtimestamp(screen.page.evaluate("Date.now()") / 1000, UTC) + APART)
    with screen.page.expect_event("load"):
        lose(screen)
    screen.ready()
    screen.errors.clear()  # what the client says of its end


def test_a_picture_that_stands_still_comes_back_and_what_is_told_long_after_it_was_drawn_is_none(
    screen: Screen,
) -> None:
    before = screen.picture()
    screen.wait(500)  # then no frame belongs to what is told
    screen.page.evaluate(TELL)
    assert not screen.page.evaluate(DRAWN)
    screen.wait(3_000)
    assert screen.page.evaluate(DRAWN)
    assert screen.errors == []
    screen.page.evaluate(FREEZE)
    comes_back(screen, lambda _: screen.tap("Coins, +1"))
    screen.page.mouse.move(0, 0)
    after = screen.picture()
    assert after != before
    screen.sees("Undo: Coins: 4")
    assert looks_like(screen.reload(), after)


@ON_BOTH
def test_the_picture_comes_back_each_time_that_the_process_which_draws_ends_with_what_was_half_typed(
    screen: Screen,
) -> None:
    screen.open("/new")
    screen.enter("Starting player", "Cleopat")
    screen.page.mouse.move(0, 0)
    before = screen.picture()
    field = screen.textbox("Starting player")
    for _ in range(KILLS):
        comes_back(screen)
        expect(field).to_have_value("Cleopat", timeout=PATIENCE)
        expect(field).to_be_focused()
        assert looks_like(screen, before)
    screen.shot("picture-back")
    screen.wait(1_000)  # nobody is quicker
    screen.page.keyboard.type("ra")
    expect(field).to_have_value("Cleopatra")


def test_the_page_is_loaded_anew_twice_in_a_minute_and_then_says_what_to_do(screen: Screen) -> None:
    before = screen.picture()
    comes_back(screen)
    with screen.page.expect_event("load"):
        end_graphics(screen)
    screen.ready()
    screen.picture()
    end_graphics(screen)
    said = screen.page.get_by_role("alertdialog", name=SAID)
    expect(said).to_be_visible()
    screen.shot_as_it_is("picture-gone")
    with screen.page.expect_event("load"):
        said.get_by_role("button", name="Reload").click()
    assert looks_like(screen.ready(), before)
    screen.errors.clear()


def test_a_page_that_nobody_looks_at_is_loaded_anew_when_it_is_seen_again(screen: Screen) -> None:
    before = screen.picture()
    loads: list[str] = []
    screen.page.on("load", lambda page: loads.append(page.url))
    screen.page.evaluate(HIDE, arg=True)
    end_graphics(screen)
    screen.wait(1_000)
    assert loads == []
    comes_back(screen, lambda _: screen.page.evaluate(HIDE, arg=False))
    assert looks_like(screen, before)


def test_a_number_half_typed_into_the_end_sheet_is_there_again(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    program, table = start(CARPE_DIEM, with_only_end(GAME, table_state(*(player_with(name) for name in PLAYERS))))
    screen = open_screen(program.address)
    screen.page.clock.set_fixed_time(datetime.now(UTC))
    screen.open(table)
    expect(cell(screen, 0, "victory_cards", "nothing entered")).to_be_visible()
    screen.page.keyboard.type("38", delay=40)
    expect(cell(screen, 0, "victory_cards", "38")).to_be_visible()
    comes_back(screen)
    expect(cell(screen, 0, "victory_cards", "38")).to_be_visible(timeout=PATIENCE)
