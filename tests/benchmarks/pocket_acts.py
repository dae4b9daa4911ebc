"""Acts on the pages of the app, one after the other, and what each costs: natively, and in the worker of a browser.

What stands here needs Flet, `tests.companion.spoken` and the app, of whatever commit, and is handed to the worker.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import msgpack  # type: ignore[import-untyped]

from tests.companion.spoken import Sent, SpokenScreen, name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence

    Doing = Coroutine[Any, Any, object]

IN_WORKER: Final = sys.platform == "emscripten"

QUIET_S: Final = 0.15 if IN_WORKER else 0.0
"""How long nothing more is sent once an act is over; a page answers after a moment."""

PATIENCE_S: Final = 0.5
"""How long a task may wait without a word before it counts as one that waits for a moment, as for a pause in typing."""

IDLE_S: Final = 0.01
"""What this process computes at most meanwhile; else one of its threads is still at work."""

TURNS: Final = 3
"""Turns of the event loop in a row in which nothing is done, where nobody else answers."""

DISTRICT_COLUMNS: Final = 7
PAIR: Final = "A1–B1"
"""Two cards of the forum."""

STARTS: Final = "Start with 2 players: Twelve lines"
"""The button that starts the table of a pad."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do on a screen, called by the name of its act, "" where it only leads to one."""

    act: str
    on: Callable[[SpokenScreen], Doing]


def go(route: str, act: str = "") -> Step:
    """Go to an address."""
    return Step(act, lambda screen: screen.page.push_route(route))


def tap(name: str, act: str = "", group: str = "") -> Step:
    """Tap what has this name, or the first of several with `|` between that is there."""

    def on(screen: SpokenScreen) -> Doing:
        there = next(filter(screen.can_be_tapped, name.split("|")), name)
        return screen.send(screen.tap_on(there, group))

    return Step(act, on)


def tap_first(start: str, act: str = "", group: str = "") -> Step:
    """Tap the first thing whose name begins so."""

    def on(screen: SpokenScreen) -> Doing:
        shown = ((name_of(control), [name_of(outer) for outer in around]) for control, around in screen.controls())
        name = next(name for name, around in shown if name.startswith(start) and (not group or group in around))
        return screen.send(screen.tap_on(name, group))

    return Step(act, on)


def letter(text: str, act: str = "") -> Step:
    """Have a text in the search for a game."""
    return Step(act, lambda screen: screen.send(screen.text_in("Find a game", text)))


def draw(act: str) -> Step:
    """Tap the first square of a district, on which the kind that was picked is drawn."""

    def on(screen: SpokenScreen) -> Doing:
        shown = (control for control, _ in screen.controls(unsaid=True))
        layer = next(control for control in shown if isinstance(control, ft.GestureDetector) and control.on_tap)
        middle = (layer.width or 0) / DISTRICT_COLUMNS / 2
        at = {"k": "touch", "l": {"x": middle, "y": middle}, "g": {"x": middle, "y": middle}}

        async def drawn() -> None:
            await screen.send(Sent(layer, "horizontal_drag_down", at))
            await screen.send(Sent(layer, "tap", at))

        return drawn()

    return Step(act, on)


def steps(tables: Mapping[str, str], ended: str) -> Iterator[Step]:
    """Return a round of acts at tables, called by their games, that leaves these as they were; one is finished."""
    yield from (go("/settings"), go("/", "home"), tap("New table", "New table"))
    yield from (letter("W", "a letter"), letter("Wi", "a second letter"), letter("Win", "a third letter"), letter(""))
    yield from (tap("Twelve lines"), tap("Anna", "a name"), tap("Ben"), tap(f"{STARTS}|Start", "Start"), go("/"))

    yield from (go(tables["pad"], "open a pad, 12 x 5"), tap("Emil: nothing entered", "a cell", "Line 10"))
    yield from (tap("7", "a digit"), tap("Next", "Next"), tap_first("Undo: ", "undo at a pad"), go("/"))

    yield from (go(ended), tap_first("Emil: ", group="Line 11"), tap("5"), tap("Next|Done", "Done"))
    yield from (tap("Who won?", "Who won?"), tap("Finish", "Finish"), go("/"))

    yield from (go("/history", "history"), tap_first("Carpe Diem, 2", "open a play"), go("/"))
    yield from (go("/statistics", "statistics"), go("/"))

    yield from (go(f"{tables['carpe-diem']}/district/0", "open Carpe Diem"), tap("A1", "mark a square"))
    yield from (tap("Close"), tap("market", "pick a kind to draw"), draw("draw a tile"))
    yield tap_first("Undo: ", "undo in Carpe Diem")
    yield from (
        tap("market"),
        tap("Forum", "Forum tab"),
        tap("Start the forum phase", "Start"),
        tap_first(f"{PAIR}, open", "open a pair"),
    )
    yield from (tap_first(f"Choose {PAIR}", "book a visit"), tap_first("Undo: "), tap_first("Undo: "), go("/"))

    yield from (go(tables["little-town"], "open Little Town"), tap_first("C3", "a square"))
    yield from (tap("Place a worker", "a worker"), tap_first("Undo: ", "undo in Little Town"))
    yield from (go(f"{tables['little-town']}/player/0"), tap("Wood, +1", "+1"), tap_first("Undo: "), go("/"))

    yield from (go(tables["mayor"], "open Mayor"), tap_first("Place:"), tap("Bank: yellow, north, inner"))
    yield from (tap_first("north, outer: 2 icons match", group="yellow and red"), tap_first("Ben: Citizen on"))
    yield from (tap_first("Place it: ", "place in Mayor"), tap_first("Undo: "), tap_first("Place:"), go("/"))

    yield from (go(tables["palaces-of-carrara"], "open Carrara"), tap("Stock"), tap("Coins, +1", "a coin"))
    yield from (tap_first("Undo: ", "undo in Carrara"), tap("Board"), tap("Score", "Score tab"), go("/"))


@dataclass(frozen=True, slots=True)
class Cost:
    """What an act has cost: bytes and controls sent, when it began, had sent everything, and was over.

    Moments are seconds that the main thread has had, or those of the clock in a worker, which does not know its thread.
    `searches` has when each search for garbage began and ended.
    """

    act: str
    moments: Sequence[float]
    bytes: int
    controls: int
    searches: Sequence[tuple[float, float]]

    @property
    def ms(self) -> float:
        """Until everything is sent."""
        begun, sent, _ = self.moments
        return (sent - begun) * 1000

    @property
    def behind_ms(self) -> float:
        """What is done behind that, before there is a rest."""
        _, sent, over = self.moments
        return (over - sent) * 1000

    @property
    def searches_ms(self) -> list[float]:
        """What each search for garbage took."""
        return [(end - begin) * 1000 for begin, end in self.searches]


class Acting:
    """Acts on a page, with what each of them costs."""

    def __init__(self, page: ft.Page, tables: Mapping[str, str], ended: Sequence[str]) -> None:
        """Act at tables, called by their games, and finish one of the others in each round."""
        self._at_rest: object = None
        self._screen = SpokenScreen(page, lambda: self._at_rest)
        self._rounds = [[*steps(tables, table)] for table in ended]
        self._updates_ready: asyncio.Event = page.session._Session__updates_ready  # type: ignore[attr-defined]
        self._standing: set[asyncio.Task[Any]] = set()
        self._frames: list[bytes] = []
        self._searches: list[tuple[float, float]] = []
        self._now = time.time if IN_WORKER else time.thread_time
        self._searching = 0.0
        msgpack.packb = partial(self._packed, msgpack.packb)
        gc.callbacks.append(self._searched)

    def acts(self) -> list[list[str]]:
        """Return the names of the acts, round by round."""
        return [[step.act for step in round_] for round_ in self._rounds]

    def ready(self, round_: int, number: int) -> None:
        """Find what a step is done to."""
        self._step = self._rounds[round_][number]
        try:
            self._doing = self._step.on(self._screen)
        except Exception as error:
            error.add_note(f"before “{self._step.act}”, step {number} of round {round_}: {self._screen.names}")
            raise

    async def do(self) -> None:
        """Do the step, and wait until nothing more comes of it."""
        self._frames.clear()
        self._searches.clear()
        self._standing = asyncio.all_tasks()
        begun = self._sent_at = self._now()
        await asyncio.create_task(self._doing)
        await self.rest()
        self._moments = begun, self._sent_at, self._now()

    async def rest(self) -> None:
        """Wait until all tasks are done that were begun, and the page has nothing more to say."""
        quiet, frames = 0, 0
        while quiet < TURNS:
            await asyncio.sleep(QUIET_S)
            new = asyncio.all_tasks() - self._standing - {asyncio.current_task()}
            computed = time.process_time()
            late = bool(new) and not (await asyncio.wait(new, timeout=PATIENCE_S))[0]
            late = late and (IN_WORKER or time.process_time() - computed < IDLE_S)
            if frames != len(self._frames) or (new and not late) or self._updates_ready.is_set():
                quiet, frames = 0, len(self._frames)
            else:
                quiet = TURNS if late or QUIET_S else quiet + 1
        self._at_rest = object()

    def cost(self) -> dict[str, Any]:
        """Return what the step has cost, as JSON."""
        sent = [msgpack.unpackb(frame, ext_hook=_nothing, strict_map_key=False) for frame in self._frames]
        controls, size = sum(map(controls_in, sent)), sum(map(len, self._frames))
        return asdict(Cost(self._step.act, self._moments, size, controls, self._searches))

    def _packed(self, packb: Callable[..., bytes], *what: Any, **how: Any) -> bytes:
        frame = packb(*what, **how)
        self._frames.append(frame)
        self._sent_at = self._now()
        return frame

    def _searched(self, phase: str, _: Mapping[str, int]) -> None:
        if phase == "start":
            self._searching = self._now()
        else:
            self._searches.append((self._searching, self._now()))


def _nothing(*_: object) -> None:
    """Leave a moment or a duration out."""


def controls_in(value: object) -> int:
    """Return how many controls a message brings."""
    if isinstance(value, dict):
        return ("_c" in value) + sum(map(controls_in, value.values()))
    return sum(map(controls_in, value)) if isinstance(value, list) else 0
