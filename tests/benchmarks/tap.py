"""Where the time of one tap goes, from the frame that comes in to the frames that go out.

The program runs as a process of its own and takes taps over a WebSocket from this one. Every other tap it looks a
thousand times a second where it is, and the innermost of the `PARTS` has that moment; what a tap costs is what the
system counts for the taps in between.
"""

from __future__ import annotations

import asyncio
import json
import signal
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid

from companion.games.carpe_diem.hand_path import middle_of
from companion.system import paths
from companion.ui.components.layout import SQUARE_GAP
from companion.ui.core.context import Viewport
from companion.ui.editors.carpe_diem.district import square_size
from scoring.carpe_diem.state import DISTRICT_SQUARES
from tests.benchmarks import Row, phones, tap_bare
from tests.benchmarks.app import LYING, SEED, with_district
from tests.benchmarks.phones_client import Action, Phone
from tests.benchmarks.tap_watched import PARTS
from tests.browser.program import Program, cold, tessera
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

TAPS: Final = 150
"""Taps of each kind that are looked at, and as many that are only counted."""

WARMING: Final = 10
REST_S: Final = 0.15
"""After how long without a frame a tap is over."""

PATIENCE_S: Final = 60
"""How long a text of a screen may take."""

COSTLIEST: Final = 12
"""How many of the program's own functions are listed, with everything that they call."""

NOTHING_OPEN: Final = "Choose what to draw, or tap a square or the frame."
"""A text that stands below the board while no square is open."""

DRAWN, DRAWN_ON = "market", "F6"
"""A kind of which one tap draws a whole tile, and where such a tile lies."""

STEP: Final = square_size(Viewport()) + SQUARE_GAP
"""From one square to the next on the phone, in px."""


class Tapping(Phone):
    """A phone that counts what it is sent."""

    frames = 0
    size = 0
    last = 0.0

    async def _take(self, frame: bytes, at: float) -> None:
        await super()._take(frame, at)
        self.frames += 1
        self.size += len(frame)
        self.last = at

    async def rest(self, frames: int) -> None:
        """Wait until more frames than these have come, and then nothing for a while."""
        while self.frames <= frames:  # noqa: ASYNC110 - a busy machine takes its time
            await asyncio.sleep(REST_S / 10)
        self.last = perf_counter()
        while perf_counter() - self.last < REST_S:  # noqa: ASYNC110 - there is no event for nothing
            await asyncio.sleep(REST_S / 10)

    async def until_there(self, text: str, times: int = 1) -> None:
        """Wait until the screen has a text, so many times.

        Raises:
            TimeoutError: it does not come.

        """
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while not self.frames or self.named(text).count(text) < times:  # noqa: ASYNC110 - of many frames
                    await asyncio.sleep(REST_S / 10)
                return
        message = f"the screen never said “{text}”"
        raise TimeoutError(message)

    def named(self, start: str) -> list[str]:
        """Return the texts of the screen that begin so."""
        return [text for text in self.screen.texts() if text.startswith(start)]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tap at a program: where its phones are, what makes ready for a tap, and the tap itself.

    `begin` fills the data folder; a page is open when it has the text `opened`; `ready` and `tap` are
    called with the phones and the number of the tap.
    """

    name: str
    command: Callable[[int, Path], list[str]]
    begin: Callable[[Path], Sequence[phones.Route]]
    opened: str
    tap: Callable[[Sequence[Tapping], int], Awaitable[object]]
    ready: Callable[[Sequence[Tapping], int], Awaitable[object]] | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """What the taps of a kind cost: ms of processor time, frames and bytes for each, and where that time goes."""

    name: str
    each: list[float]
    frames: float
    bytes: float
    parts: Mapping[str, float]
    functions: Mapping[str, float]


def profile(taps: int = TAPS) -> Iterator[Row]:
    """Print where the time of each kind of tap goes, and compare it with a tap on a page of bare Flet."""
    costs = [asyncio.run(measured(kind, taps)) for kind in KINDS]
    for cost in costs:
        shown(cost)
    yield from compared(costs)


def rows(taps: int = TAPS) -> Iterator[Row]:
    """Compare each kind of tap with one on a page of bare Flet."""
    yield from compared([asyncio.run(measured(kind, taps)) for kind in KINDS])


def compared(costs: Sequence[Cost]) -> Iterator[Row]:
    """Compare what taps cost with what the first of them does."""
    bare, *ours = costs
    for cost in ours:
        cost_ms, bare_ms = median(cost.each), median(bare.each)
        yield Row(cost.name, f"{cost_ms:.2f} ms of a core", bare.name, f"{bare_ms:.2f} ms", (cost_ms / bare_ms,))


def shown(cost: Cost) -> None:
    """Print where the time goes."""
    looked = sum(cost.parts.values())
    total = mean(cost.each)
    title = f"{cost.name}: {total:.2f} ms, {cost.frames:.1f} frames and {cost.bytes:.0f} bytes out"
    grid = Grid("part", "ms", "share", title=title, title_justify="left")
    flet = 0.0
    for part in PARTS:
        seen = cost.parts.get(part.name, 0.0)
        flet += seen if part.flet else 0.0
        if seen:
            name = f"Flet {part.name}" if part.flet else part.name
            grid.add_row(name, f"{seen / looked * total:.2f}", f"{seen / looked:.0%}")
    grid.add_row("all of Flet", f"{flet / looked * total:.2f}", f"{flet / looked:.0%}", end_section=True)
    for name, seen in sorted(cost.functions.items(), key=lambda entry: -entry[1])[:COSTLIEST]:
        grid.add_row(f"{name}, with what it calls", f"{seen / looked * total:.2f}", f"{seen / looked:.0%}")
    Console().print(grid)


async def measured(kind: Kind, taps: int) -> Cost:
    """Tap so often, and as often again while the program looks where it is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        routes = kind.begin(folder)
        with watched(kind, folder) as program:
            address = f"{program.address.replace('http', 'ws', 1)}ws"
            opened, listening = [], []
            for route in routes:
                phone = await Tapping.open(address, route.path, _nothing, phones.headers_of(route.token))
                opened.append(phone)
                listening.append(asyncio.create_task(phone.listen()))
                await phone.until_there(kind.opened)
            cost = await tapped(kind, opened, program, taps)
            for phone, task in zip(opened, listening, strict=True):
                await phone.close()
                await task
            parts, functions = json.loads((folder / "seen.json").read_text(encoding="utf-8"))
    each, frames, size = zip(*cost, strict=True)
    return Cost(kind.name, list(each), mean(frames), mean(size), parts, functions)


async def tapped(kind: Kind, opened: Sequence[Tapping], program: Watched, taps: int) -> list[tuple[float, int, int]]:
    """Return for each tap that was not looked at the ms of processor time, the frames and the bytes that came."""
    costs = []
    for number in range(WARMING + 2 * taps):
        if kind.ready is not None:
            await kind.ready(opened, number)
            await at_rest(opened, repeat(0))
        watching = number >= WARMING and number % 2 == 0
        before = [(phone.frames, phone.size) for phone in opened]
        if watching:
            program.send(signal.SIGUSR1)
        spent = program.spent_ms()
        await kind.tap(opened, number)
        await at_rest(opened, [frames for frames, _ in before])
        spent = program.spent_ms() - spent
        if watching:
            program.send(signal.SIGUSR2)
        elif number >= WARMING:
            now = [
                (phone.frames - frames, phone.size - size) for phone, (frames, size) in zip(opened, before, strict=True)
            ]
            costs.append((spent, sum(frames for frames, _ in now), sum(size for _, size in now)))
    await asyncio.sleep(REST_S)
    return costs


async def at_rest(opened: Sequence[Tapping], frames: Iterable[int]) -> None:
    """Wait until each phone has had more frames than these, and no more come."""
    await asyncio.gather(*(phone.rest(had) for phone, had in zip(opened, frames, strict=False)))


def _nothing(*_: object) -> None:
    """Hear nothing of what comes."""


class Watched(Program):
    """A program that can be asked to look where it is, and whose processor time is known."""

    def send(self, what: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(what)

    def spent_ms(self) -> float:
        """Return the processor time of all its threads, in ms."""
        assert self._process is not None
        tasks = Path(f"/proc/{self._process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in tasks) / 1e6


@contextmanager
def watched(kind: Kind, folder: Path) -> Iterator[Watched]:
    def command(port: int, data: Path) -> list[str]:
        return ["-m", "tests.benchmarks.tap_watched", str(folder / "seen.json"), *kind.command(port, data)[1:]]

    program = Watched(command, folder, cold)
    try:
        program.start()
        yield program
    finally:
        program.stop()


def board(port: int, data: Path) -> list[str]:
    """Return the command that starts a page of bare Flet."""
    return ["-m", "tests.benchmarks.tap_bare", str(port), str(data)]


def anywhere(_: Path) -> list[phones.Route]:
    return [phones.Route("/")]


def host_at_district(folder: Path) -> list[phones.Route]:
    table = with_district(folder, grown(Random(SEED), LYING))
    return [phones.Route(f"/table/{table}/district/0")]


def phones_at_stock(folder: Path) -> list[phones.Route]:
    database = paths.database(folder / "data")
    return list(phones.joined(database, phones.begun(database, 1)))


async def count(opened: Sequence[Tapping], _: int) -> None:
    await opened[0].tap(tap_bare.ADD)


async def open_square(opened: Sequence[Tapping], number: int) -> None:
    """Open another square; each of them has its turn."""
    (phone,) = opened
    cell = DISTRICT_SQUARES[7 * number % len(DISTRICT_SQUARES)]
    await phone.tap(phone.named(cell)[0])


async def open_empty(opened: Sequence[Tapping], number: int) -> None:
    """Take the tile away that was laid last, and open the next empty square for which there are tiles."""
    (phone,) = opened
    with suppress(LookupError):  # before the first one
        await phone.tap("Remove")
        await phone.until_there(NOTHING_OPEN)
    while True:
        empty = [text for text in phone.named("") if text in DISTRICT_SQUARES]
        cell = empty[number % len(empty)]
        await phone.tap(cell)
        await phone.until_there(cell, times=2)  # the square, and the head of its panel
        if offered(phone):
            return
        number += 1


def offered(phone: Tapping) -> list[str]:
    return [text for text in phone.named("Lay ") if not text.startswith("Lay again")]


async def pick_tile(opened: Sequence[Tapping], _: int) -> None:
    (phone,) = opened
    await phone.tap(offered(phone)[0])


async def choose_kind(opened: Sequence[Tapping], number: int) -> None:
    (phone,) = opened
    if number == 0:
        await phone.tap(DRAWN)
        await phone.until_there(f"Tap each {DRAWN}. Tap it again to remove it.")


async def draw(opened: Sequence[Tapping], _: int) -> None:
    """Draw a tile that lies there once more, which takes it away, or anew where that was done before."""
    (phone,) = opened
    x, y = middle_of(DRAWN_ON)
    at = {"k": "touch", "l": {"x": x * STEP, "y": y * STEP}, "g": {"x": x * STEP, "y": y * STEP}}
    layer = phone.screen.taking("on_horizontal_drag_update")
    await phone.send(Action.EVENT, {"target": layer, "name": "tap", "data": at})


async def add_point(opened: Sequence[Tapping], number: int) -> None:
    await opened[number // 2 % len(opened)].tap(phones.MORE)


KINDS: Final = (
    Kind("a tap on a page of bare Flet with 600 controls", board, anywhere, "Count 0", count),
    Kind("a square is opened", tessera, host_at_district, NOTHING_OPEN, open_square),
    Kind("a tile is picked", tessera, host_at_district, NOTHING_OPEN, pick_tile, open_empty),
    Kind("a tile is drawn", tessera, host_at_district, NOTHING_OPEN, draw, choose_kind),
    Kind("a point more, seen by four phones", tessera, phones_at_stock, phones.MORE, add_point),
)
