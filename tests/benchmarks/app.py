"""The app against a page of bare Flet, in the same Chromium, behind the same server, each a process of its own.

What is on the screen is read from the picture itself: the canvas of the client is looked at in every frame, from the
touch until the colours concerned are there. A page of bare Flet is what no app of this kind can be faster than.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import time
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from companion.system import paths
from companion.tables.state import STYLES, Extras, TableState, stored_of
from companion.ui.core.theme import LIGHT
from scoring.carpe_diem.moves import laid_out
from scoring.carpe_diem.state import DISTRICT_SQUARES, Edition
from storage.repositories.tables import Store
from tests.benchmarks import Row
from tests.browser.conftest import ARGUMENTS, found_chromium
from tests.browser.hand import Hand, Pace, begin
from tests.browser.program import Program, cold, counter, tessera
from tests.browser.screen import PHONE, Screen
from tests.scoring.carpe_diem.test_placement import grown, outwards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, BrowserType, FloatRect, Locator, Page

    from scoring.carpe_diem.state import District

SEED: Final = 245934
LYING: Final = 30
"""Tiles in the district that is tapped."""

TAPS: Final = 100
ROUND: Final = 20
"""Taps on one side before the other has its turn, so that a busy machine troubles both alike."""

WARMING: Final = 10
STARTS: Final = 5
FINISHED: Final = 28
"""Tiles of a district as it is at the end of a game."""

HUMAN: Final = Pace(tap=600, look=800)
"""A person's way: so long to the next tap, and so long to find a picture among those offered, in ms."""

NEAR: Final = 24
"""How far a channel of a colour may be off, of 255."""

REST, GIVE_UP = 250, 5_000
"""After how long without a change something is complete, and after how long it is given up, in ms."""

SLOWER: Final = 4
"""So many times slower than this machine's is a phone's processor."""

NETWORK: Final = {"offline": False, "latency": 40, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000}
"""10 Mbit/s as bytes, and how many ms an answer takes."""

EYE: Final = """
(() => {
    const look = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const pixels = ({x, y, width, height}, shrunk = 1) => {
        const shown = document.querySelector("flt-glass-pane")?.shadowRoot?.querySelector("canvas");
        if (!shown) return null;
        const by = shown.width / innerWidth, [across, down] = [Math.ceil(width / shrunk), Math.ceil(height / shrunk)];
        [look.canvas.width, look.canvas.height] = [across, down];
        look.drawImage(shown, x * by, y * by, width * by, height * by, 0, 0, across, down);
        return look.getImageData(0, 0, across, down).data;
    };
    const coloured = (data, [red, green, blue], near) => {
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
            if (Math.abs(data[at] - red) <= near && Math.abs(data[at + 1] - green) <= near
                && Math.abs(data[at + 2] - blue) <= near) count += 1;
        }
        return count;
    };
    const print = (data) => {
        let sum = 0;
        for (let at = 0; at < data.length; at += 4) {
            sum = (Math.imul(sum, 31) + (data[at] << 16) + (data[at + 1] << 8) + data[at + 2]) | 0;
        }
        return sum;
    };
    const frame = () => new Promise((next) => requestAnimationFrame(next));

    const touch = () => new Promise((heard) => {
        addEventListener("pointerdown", (event) => heard(event.timeStamp), {capture: true, once: true});
    });

    /* Milliseconds from the next touch until a region has so many more pixels of a colour. */
    const untilColoured = async ({box, colour, near, more, most}) => {
        const before = coloured(pixels(box), colour, near), touched = await touch();
        while (performance.now() - touched < most) {
            await frame();
            if (coloured(pixels(box), colour, near) >= before + more) return performance.now() - touched;
        }
        return null;
    };

    /* Milliseconds from the next touch until a region changed for the last time before it was at rest. */
    const untilAtRest = async ({box, rest, most}) => {
        let last = print(pixels(box)), latest = null;
        const touched = await touch();
        while (performance.now() - touched < most) {
            await frame();
            const now = performance.now() - touched, seen = print(pixels(box));
            if (seen !== last) [last, latest] = [seen, now];
            if (latest !== null && now - latest > rest) return latest;
        }
        return null;
    };

    window.watch = (what) => {
        window.watched = Promise.all(what.map((one) => one.colour ? untilColoured(one) : untilAtRest(one)));
    };

    /* When a page showed anything but a bare ground first, and when it changed last before it was at rest, as epoch. */
    window.shown = (async () => {
        let last = null, first = null, latest = null;
        while (latest === null || performance.now() - latest < 1500) {
            await frame();
            const data = pixels({x: 0, y: 0, width: innerWidth, height: innerHeight}, 4);
            if (data === null) continue;
            const seen = print(data), bare = coloured(data, data, 3) * 4 === data.length;
            if (!bare) first ??= performance.now();
            if (!bare && seen !== last) latest = performance.now();
            last = seen;
        }
        return [performance.timeOrigin + first, performance.timeOrigin + latest];
    })();
})();
"""
"""What looks at the canvas of the client in every frame."""


def rows() -> Iterator[Row]:
    """Measure everything."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        yield from taps_on_a_square(playwright.chromium, Path(folder) / "taps")
        yield from starts(playwright.chromium, Path(folder) / "starts")
        yield finished_district(playwright.chromium, Path(folder) / "district")


def taps_on_a_square(kind: BrowserType, folder: Path) -> Iterator[Row]:
    """Tap on squares of a district with many tiles, and on the button of a counter."""
    table = with_district(folder / "ours", grown(Random(SEED), LYING))
    chance = Random(SEED)
    marked: list[float | None] = []
    complete: list[float | None] = []
    counted: list[float | None] = []
    with ExitStack() as until_the_end:
        browser = until_the_end.enter_context(chromium(kind))
        app = until_the_end.enter_context(running(tessera, folder / "ours"))
        bare = until_the_end.enter_context(running(counter, folder / "bare"))
        ours = opened(browser, app, f"/table/{table}/district/0", "A1")
        theirs = opened(browser, bare, "/", "Add")
        picked = ""
        while len(counted) < WARMING + TAPS:
            ours.bring_to_front()
            for _ in range(ROUND):
                picked = chance.choice([cell for cell in DISTRICT_SQUARES if cell != picked])
                mark_ms, panel_ms = tapped_square(ours, picked)
                marked.append(mark_ms)
                complete.append(panel_ms)
            theirs.bring_to_front()
            counted += [tapped_counter(theirs) for _ in range(ROUND)]
    sides = [seen(side) for side in (marked, complete, counted)]
    waits = (("tap until the square is marked", "1.15 and 1.5 times"), ("tap until the panel is complete", "1.6 times"))
    for (what, aim), taken in zip(waits, sides, strict=False):
        yield Row(what, spread(taken), "a counter of bare Flet", spread(sides[2]), ratios(taken, sides[2]), aim)


def opened(browser: Browser, program: Program, route: str, button: str) -> Page:
    """Open a page and wait until it can be used, and is at rest."""
    context = browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height})
    page = context.new_page()
    page.add_init_script(EYE)
    page.goto(program.address.rstrip("/") + route)
    page.get_by_role("button", name=button).first.wait_for()
    page.evaluate("shown")
    return page


def seen(taken: Sequence[float | None]) -> list[float]:
    """Return the times without the first ones; what was never seen to change took `GIVE_UP`.

    Raises:
        RuntimeError: that were more than one in twenty.

    """
    measured = taken[WARMING : WARMING + TAPS]
    missed = measured.count(None)
    if missed * 20 > len(measured):
        message = f"{missed} of {len(measured)} taps changed nothing within {GIVE_UP} ms"
        raise RuntimeError(message)
    return [GIVE_UP if milliseconds is None else milliseconds for milliseconds in measured]


def tapped_square(page: Page, cell: str) -> tuple[float | None, float | None]:
    """Tap a square; return after how many ms its frame was there, and after how many the panel below was complete.

    Either is `None` where nothing was seen to change.
    """
    square = box_of(page.get_by_role("button", name=cell).first)
    last = box_of(page.get_by_role("button", name="F6").first)
    foot = box_of(page.get_by_role("button", name="Stock", exact=True))
    below = last["y"] + last["height"] + 4
    tray = {"x": 0, "y": below, "width": PHONE.width, "height": foot["y"] - 4 - below}
    frame = {"box": square, "colour": rgb(LIGHT.primary), "near": NEAR, "more": square["width"] * 4, "most": GIVE_UP}
    page.evaluate("what => watch(what)", [frame, {"box": tray, "rest": REST, "most": GIVE_UP}])
    tap(page, square)
    mark_ms, panel_ms = page.evaluate("() => watched")
    return mark_ms, panel_ms


def tapped_counter(page: Page) -> float | None:
    """Tap the button of the counter; return after how many ms its number had changed, `None` where it was not seen."""
    text = box_of(page.get_by_text("Count"))
    page.evaluate("what => watch(what)", [{"box": text, "rest": REST, "most": GIVE_UP}])
    tap(page, box_of(page.get_by_role("button", name="Add")))
    after: float | None
    (after,) = page.evaluate("() => watched")
    return after


def tap(page: Page, box: FloatRect) -> None:
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def box_of(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    if box is None:
        message = f"{locator} is not on the screen"
        raise RuntimeError(message)
    return box


def rgb(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def starts(kind: BrowserType, folder: Path) -> Iterator[Row]:
    """Start the program and open its first page, with nothing kept by the browser, and with all it keeps."""
    with_district(folder / "ours", grown(Random(SEED), FINISHED))
    programs = [Program(tessera, folder / "ours", cold), Program(counter, folder / "bare", cold)]
    for program in programs:
        program.log.parent.mkdir(parents=True, exist_ok=True)
    for how, aim in (("cold", "1.3 times"), ("warm", "1.3 times")):
        taken: list[list[tuple[float, float]]] = [[], []]
        for number in range(STARTS + 1):
            for side, program in enumerate(programs):
                kept = folder / f"browser {side}" / (f"{number}" if how == "cold" else "warm")
                taken[side].append(started(kind, program, kept))
        ours, theirs = (measured[1:] for measured in taken)
        for which, what in enumerate(("first paint", "the whole page")):
            mine, bare = ([start[which] for start in side] for side in (ours, theirs))
            ours_s, bare_s = median(mine), median(bare)
            called = f"start to {what}, {how} cache"
            yield Row(called, f"{ours_s:.2f} s", "a page of bare Flet", f"{bare_s:.2f} s", (ours_s / bare_s,), aim)


def started(kind: BrowserType, program: Program, kept: Path) -> tuple[float, float]:
    """Start a program and open it; return after how many seconds something was painted, and after how many all."""
    context = kind.launch_persistent_context(
        kept, executable_path=found_chromium(), args=ARGUMENTS, viewport={"width": PHONE.width, "height": PHONE.height}
    )
    try:
        (page,) = context.pages
        page.add_init_script(EYE)
        begun = time()
        program.start()
        page.goto(program.address)
        first, last = page.evaluate("shown")
    finally:
        context.close()
        program.stop()
    return first / 1000 - begun, last / 1000 - begun


def slow_phone() -> Iterator[Row]:
    """Open the first page as on a slow phone, whose browser has kept all it may."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name, ExitStack() as until_the_end:
        folder = Path(name)
        sides = [
            (until_the_end.enter_context(running(command, folder / f"{side}")), folder / f"browser {side}")
            for side, command in enumerate((tessera, counter))
        ]
        for program, kept in sides:
            visited(playwright.chromium, program, kept, slow=False)
        taken = [
            [visited(playwright.chromium, program, kept, slow=True) for program, kept in sides] for _ in range(STARTS)
        ]
    ours, theirs = (median(side) for side in zip(*taken, strict=True))
    what = f"the first page at 10 Mbit/s, with a processor {SLOWER} times slower and a warm cache"
    yield Row(what, f"{ours:.1f} s", "a page of bare Flet", f"{theirs:.1f} s", (ours / theirs,), "within 4 s")


def visited(kind: BrowserType, program: Program, kept: Path, *, slow: bool) -> float:
    """Open the first page of a program that runs; return after how many seconds all of it was painted."""
    with kind.launch_persistent_context(
        kept, executable_path=found_chromium(), args=ARGUMENTS, viewport={"width": PHONE.width, "height": PHONE.height}
    ) as context:
        (page,) = context.pages
        page.add_init_script(EYE)
        if slow:
            tools = context.new_cdp_session(page)
            tools.send("Network.emulateNetworkConditions", NETWORK)
            tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        begun = time()
        page.goto(program.address)
        _, last = page.evaluate("shown")
        return float(last) / 1000 - begun


def finished_district(kind: BrowserType, folder: Path) -> Row:
    """Enter a district as a person would; count the taps and the seconds."""
    district = grown(Random(SEED), FINISHED)
    tiles = outwards(district)
    with chromium(kind) as browser, running(tessera, folder) as program:
        context = browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height})
        screen = Screen(context, program.address, PHONE, folder).open()
        begin(screen, ("Cathy", "Hank"))
        hand = Hand(screen, HUMAN)
        begun = time()
        for number, tile in enumerate(tiles):
            hand.lay(tile, tiles[:number])
        seconds = time() - begun
    ours = f"{hand.taps} taps, {seconds:.0f} s"
    alone = hand.taps * HUMAN.tap / 1000
    what = f"a district of {len(tiles)} tiles, picked"
    return Row(what, ours, "tapping alone", f"{alone:.0f} s", (seconds / alone,), "3 taps a tile")


@contextmanager
def chromium(kind: BrowserType) -> Iterator[Browser]:
    browser = kind.launch(executable_path=found_chromium(), args=ARGUMENTS)
    try:
        yield browser
    finally:
        browser.close()


def phone(browser: Browser) -> BrowserContext:
    """Return a context of a browser that is a phone with a touch screen."""
    return browser.new_context(viewport={"width": PHONE.width, "height": PHONE.height}, has_touch=True)


@contextmanager
def running(command: Callable[[int, Path], list[str]], folder: Path) -> Iterator[Program]:
    folder.mkdir(parents=True, exist_ok=True)
    program = Program(command, folder, cold)
    try:
        yield program.start()
    finally:
        program.stop()


def with_district(folder: Path, district: District) -> str:
    """Keep a table of two, the first with a district; return its id."""
    table = laid_out(("Cathy", "Hank"), Edition.SECOND, villa_chart={})
    first, second = table.players
    table = replace(table, players=(replace(first, district=district), second))
    state = TableState(table=table, extras=Extras(seats=STYLES[:2]))
    (folder / "data").mkdir(parents=True, exist_ok=True)
    store = Store(paths.database(folder / "data"), lambda: datetime.now(UTC))
    try:
        return store.begin("carpe-diem", stored_of(state)).id
    finally:
        store.close()


def spread(taken: list[float]) -> str:
    missed = taken.count(GIVE_UP)
    return f"{median(taken):.0f}, {p95(taken):.0f} ms{f', {missed} not seen' if missed else ''}"


def ratios(ours: list[float], theirs: list[float]) -> tuple[float, float]:
    """Compare the medians, and the 95th percentiles."""
    return median(ours) / median(theirs), p95(ours) / p95(theirs)


def p95(taken: list[float]) -> float:
    return quantiles(taken, n=20)[-1]
