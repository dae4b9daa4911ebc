"""Fifty tables of four phones on one process, beside a page of bare Flet that echoes the same.

Each phone taps a point more for its own seat once a second, all of them one after the other. What is measured is the
time from a tap until the last of the three others at the table was sent the new total. The phones are in this process,
so that they and the server have a core each.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING, Final

from companion.system import paths
from companion.tables.state import STYLES, Extras, TableState, stored_of
from scoring import GAMES
from scoring.carpe_diem.moves import laid_out
from storage.repositories import access
from storage.repositories.tables import Store
from tests.benchmarks import Row
from tests.benchmarks.material import NAMES
from tests.benchmarks.phones_bare import ADD
from tests.benchmarks.phones_client import Phone
from tests.browser.program import Program, cold, tessera
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scoring.carpe_diem.state import Table
    from storage.database.connections import DatabaseUrl

SEED: Final = 245934
TABLES: Final = 50
LYING: Final = 18
"""Tiles in each district, as in the middle of an evening."""

ROUND: Final = 15
"""Seconds on one side before the other has its turn, so that a busy machine troubles both alike."""

ROUNDS: Final = 2
WARMING: Final = 2
"""Seconds at the begin of each round that are not measured."""

PATIENCE: Final = 30
"""Seconds without anything new after which what was not shown never will be."""

MORE: Final = "Points on victory cards, +1"
TOTAL: Final = re.compile(r"(?P<name>\w+), (?P<total>\d+) points?\b.*")


@dataclass(frozen=True, slots=True)
class Route:
    """Where a phone is, the token by which it is known, and which of the processes serves it."""

    path: str
    token: str = ""
    process: int = 0


@dataclass(slots=True)
class Watched:
    """A table as its phones see it: when which seat was tapped, and what each phone was sent of it.

    `shown` has the totals of all seats for each phone; `began` is what they were at the beginning.
    """

    began: tuple[int, ...] = ()
    shown: list[dict[str, int]] = field(default_factory=lambda: [{} for _ in NAMES])
    tapped: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in NAMES})
    late: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    def told(self, phone: int, text: str, at: float) -> None:
        """Take note of a text that came to a phone."""
        said = TOTAL.fullmatch(text)
        if said is None:
            return
        name, total = said["name"], int(said["total"])
        before = self.shown[phone].get(name, total)
        self.shown[phone][name] = total
        if self.began and name != NAMES[phone]:
            for reached in range(before + 1, total + 1):
                self.late.setdefault((name, reached), []).append(at)

    def taken(self, since: float) -> Iterator[float]:
        """Return how long each tap since a moment took to the last of the others."""
        for (name, reached), moments in self.late.items():
            tapped = self.tapped[name][reached - self.began[NAMES.index(name)] - 1]
            if tapped >= since:
                yield max(moments) - tapped


class Side:
    """One of the programs that are compared, in one process or several, with the phones at its tables."""

    def __init__(self, programs: Sequence[Served], button: str, routes: Sequence[Route]) -> None:
        """Have a phone for each route, four for a table; a tap is one on a button."""
        self.programs = programs
        self.taken: list[float] = []
        self.memory = 0.0
        self.computed = 0.0
        self.behind = 0.0
        self._button = button
        self._routes = routes
        self._tables = [Watched() for _ in range(len(routes) // len(NAMES))]
        self._phones: list[Phone] = []
        self._listening: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open all phones, one after the other."""
        before = self._memory()
        for number, route in enumerate(self._routes):
            phone, listening = await self._opened(route, *divmod(number, len(NAMES)))
            self._phones.append(phone)
            self._listening.append(listening)
        self.memory = (self._memory() - before) / len(self._routes)
        for watched in self._tables:
            (watched.began,) = {tuple(totals[name] for name in NAMES) for totals in watched.shown}

    async def _opened(self, route: Route, table: int, seat: int) -> tuple[Phone, asyncio.Task[None]]:
        watched = self._tables[table]
        address = f"{self.programs[route.process].address.replace('http', 'ws', 1)}ws"
        phone = await Phone.open(
            address, route.path, lambda text, at: watched.told(seat, text, at), headers_of(route.token)
        )
        listening = asyncio.create_task(phone.listen())
        await until(lambda: len(watched.shown[seat]) == len(NAMES))
        return phone, listening

    async def play(self, seconds: int) -> None:
        """Have every phone tap once a second.

        `computed` has the seconds of one core that all taps took; `behind` those after which all was shown that was
        tapped in one of these rounds, the longest.
        """
        begin, before = perf_counter(), self._computed()
        order = [seat + len(NAMES) * table for seat in range(len(NAMES)) for table in range(len(self._tables))]
        taps = [begin + second + place / len(order) for second in range(seconds) for place in range(len(order))]
        for at, number in zip(taps, order * seconds, strict=True):
            await asyncio.sleep(max(0, at - perf_counter()))
            table, seat = divmod(number, len(NAMES))
            tapped = await self._phones[number].tap(self._button)
            self._tables[table].tapped[NAMES[seat]].append(tapped)
        await until(self._all_shown, lambda: sum(len(watched.late) for watched in self._tables))
        self.behind = max(self.behind, perf_counter() - begin - seconds)
        self.taken += [seconds for watched in self._tables for seconds in watched.taken(begin + WARMING)]
        self.computed += self._computed() - before
        for watched in self._tables:
            watched.late.clear()

    def _memory(self) -> float:
        return sum(program.memory() for program in self.programs)

    def _computed(self) -> float:
        return sum(program.computed() for program in self.programs)

    @property
    def computed_ms(self) -> float:
        """How many ms of one core a tap took, in all rounds."""
        return 1000 * self.computed / sum(sum(self.taps(table)) for table in range(len(self._tables)))

    def _all_shown(self) -> bool:
        broken = next((task for task in self._listening if task.done()), None)
        if broken is not None:
            broken.result()
            message = "the server has hung up on a phone"
            raise RuntimeError(message)
        return all(
            totals == self.totals(table) for table in range(len(self._tables)) for totals in self._tables[table].shown
        )

    def totals(self, table: int) -> dict[str, int]:
        """Return the totals that there must be: those of the beginning, and one more for each tap."""
        began = zip(NAMES, self._tables[table].began, self.taps(table), strict=True)
        return {name: was + taps for name, was, taps in began}

    def taps(self, table: int) -> list[int]:
        """Return how often each seat was tapped."""
        return [len(self._tables[table].tapped[name]) for name in NAMES]

    async def close(self) -> None:
        """Compare what every screen shows, also one that is opened only now, and let all phones go."""
        for number, phone in enumerate(self._phones):
            agreed("a phone", totals_on(phone), self.totals(number // len(NAMES)))
        for table in range(len(self._tables)):
            self._tables[table].shown[0].clear()
            late, listening = await self._opened(self._routes[len(NAMES) * table], table, 0)
            agreed("a phone that came at the end", totals_on(late), self.totals(table))
            await late.close()
            await listening
        for phone, listening in zip(self._phones, self._listening, strict=True):
            await phone.close()
            await listening


class Served(Program):
    """A program whose memory and processor time are looked at."""

    def memory(self) -> float:
        """Return how much memory it has, in MB."""
        if self._process is None:
            return 0
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1000

    def computed(self) -> float:
        """Return how much processor time it has taken, in seconds."""
        return 0 if self._process is None else computed_by(self._process.pid)


def rows(number: int = TABLES) -> Iterator[Row]:
    """Let the phones of so many tables tap at both programs in turn, and compare."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as until_the_end:
        ours, bare = Path(folder) / "ours", Path(folder) / "bare"
        (ours / "data").mkdir(parents=True)
        database = paths.database(ours / "data")
        tables = begun(database, number)
        guests = list(joined(database, tables))
        anybody = [Route(f"/{table}/{seat}") for table in tables for seat in range(len(NAMES))]
        sides = [
            Side([served(tessera, ours, until_the_end)], MORE, guests),
            Side([served(echo, bare, until_the_end)], ADD, anybody),
        ]
        asyncio.run(taps(sides))
        until_the_end.close()
        kept(database, tables, sides[0])
    yield from compared(f"{number} tables of four phones", *sides)


def compared(tables: str, mine: Side, theirs: Side) -> Iterator[Row]:
    """Compare what taps at so many tables took on both sides."""
    what = f"{tables}, a tap until the others see it"
    ratios = (median(mine.taken) / median(theirs.taken), p95(mine.taken) / p95(theirs.taken))
    baseline = "a page of bare Flet that echoes"
    yield Row(what, spread(mine.taken), baseline, spread(theirs.taken), ratios, "2 and 3 times")
    computed = (mine.computed_ms / theirs.computed_ms,)
    what = f"{tables}, one core for a tap"
    yield Row(what, f"{mine.computed_ms:.1f} ms", baseline, f"{theirs.computed_ms:.1f} ms", computed, "4 ms")
    more = (mine.memory / theirs.memory,)
    yield Row(f"{tables}, memory of a phone", f"{mine.memory:.2f} MB", baseline, f"{theirs.memory:.2f} MB", more)


async def taps(sides: Sequence[Side]) -> None:
    """Open all phones, and let them tap at one program after the other."""
    for side in sides:
        await side.open()
    for _ in range(ROUNDS):
        for side in sides:
            await side.play(ROUND)
    for side in sides:
        await side.close()


def begun(database: DatabaseUrl, number: int) -> list[str]:
    """Keep the tables; return their ids."""
    chance = Random(SEED)
    game = GAMES["carpe-diem"]
    store = Store(database, lambda: datetime.now(UTC))
    try:
        return [store.begin(game.key, stored_of(dinner(chance))).id for _ in range(number)]
    finally:
        store.close()


def dinner(chance: Random) -> TableState[Table]:
    """Return a table in the middle of an evening."""
    table = laid_out(NAMES)
    players = tuple(replace(player, district=grown(chance, LYING)) for player in table.players)
    return TableState(table=replace(table, players=players), extras=Extras(seats=STYLES))


def joined(database: DatabaseUrl, tables: Sequence[str]) -> Iterator[Route]:
    """Let a phone into each seat of each table, by the table's own code."""
    store = Store(database, lambda: datetime.now(UTC))
    try:
        for table in tables:
            secret = access.join_code(store, table).secret
            for seat in range(len(NAMES)):
                token = access.new_token()
                _, phone = access.redeem(store, secret, token)
                access.take_seat(store, table, phone.id, seat)
                yield Route(f"/table/{table}/stock/{seat}", token)
    finally:
        store.close()


def headers_of(token: str) -> dict[str, str]:
    """Return what a phone sends when it comes by a proxy, from another machine; without a token it is of this one."""
    return {} if not token else {"Cookie": f"tessera={token}", "X-Forwarded-For": "192.0.2.1"}


def kept(database: DatabaseUrl, tables: Sequence[str], side: Side) -> None:
    """Compare what the database holds, and each of its steps, with what was tapped."""
    game = GAMES["carpe-diem"]
    began = [player.victory_cards or 0 for player in laid_out(NAMES).players]
    store = Store(database, lambda: datetime.now(UTC))
    try:
        for number, table_id in enumerate(tables):
            stored = store.table(table_id)
            if stored is None:
                message = f"{game.title}: the table {table_id} is gone"
                raise RuntimeError(message)
            cards = [player["victory_cards"] for player in stored.content["table"]["players"]]
            taps = side.taps(number)
            agreed("the database", cards, [was + more for was, more in zip(began, taps, strict=True)])
            agreed("its steps", stored.revision, sum(taps))
    finally:
        store.close()


def echo(port: int, data: Path) -> list[str]:
    """The command that starts the page of bare Flet."""
    return ["-m", "tests.benchmarks.phones_bare", str(port), str(data)]


def computed_by(process: int) -> float:
    """Return how much processor time a process has taken, in seconds; 0 where it has ended."""
    try:
        times = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except FileNotFoundError:
        return 0
    return sum(map(int, times[11:13])) / os.sysconf("SC_CLK_TCK")


def served(command: Callable[[int, Path], list[str]], folder: Path, until_the_end: ExitStack) -> Served:
    folder.mkdir(exist_ok=True)
    program = Served(command, folder, cold)
    until_the_end.callback(program.stop)
    program.start()
    return program


async def until(fulfilled: Callable[[], bool], moving: Callable[[], object] = lambda: None) -> None:
    """Wait until something is so, and give it up when nothing has moved for long."""
    last, since = moving(), perf_counter()
    while not fulfilled():
        now = moving()
        if now != last:
            last, since = now, perf_counter()
        if perf_counter() - since > PATIENCE:
            message = f"for {PATIENCE} s nothing came any more, and not everything is there"
            raise RuntimeError(message)
        await asyncio.sleep(0.005)


def totals_on(phone: Phone) -> dict[str, int]:
    matches = filter(None, map(TOTAL.fullmatch, phone.screen.texts()))
    return {match["name"]: int(match["total"]) for match in matches}


def agreed(what: str, ours: object, expected: object) -> None:
    if ours != expected:
        message = f"{what} has {ours!r:.200}, not {expected!r:.200}"
        raise RuntimeError(message)


def spread(taken: list[float]) -> str:
    return f"{median(taken) * 1000:.1f}, {p95(taken) * 1000:.1f} ms"


def p95(taken: list[float]) -> float:
    return quantiles(taken, n=20)[-1]
