"""Fifty tables of four phones on two processes at one PostgreSQL, beside bare Flet on as many that echoes the same.

The phones of a table are at both processes, as a proxy has it that knows phones by their cookies, or at the same one.
PostgreSQL waits for the disk, as it does for people.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from psycopg import connect

from tests.benchmarks import Row
from tests.benchmarks.material import NAMES
from tests.benchmarks.phones import (
    MORE,
    ROUND,
    ROUNDS,
    TABLES,
    Route,
    Side,
    begun,
    compared,
    computed_by,
    echo,
    joined,
    kept,
    served,
)
from tests.benchmarks.phones_bare import ADD
from tests.browser.program import tessera
from tests.storage import postgres

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PROCESSES: Final = 2
WHERE: Final = ("at both", "each table at one")


def rows(number: int = TABLES) -> Iterator[Row]:
    """Let the phones of so many tables tap at all sides in turn, and compare; say who has computed how much."""
    with tempfile.TemporaryDirectory() as folder, postgres.server({}) as database, ExitStack() as until_the_end:
        places = [Path(folder) / f"{side}{process}" for side in ("ours", "bare") for process in range(PROCESSES)]
        tables = [begun(database, number) for _ in WHERE]
        both, alone = (list(joined(database, these)) for these in tables)
        routes = (
            [replace(route, process=seat % PROCESSES) for seat, route in enumerate(both)],
            [replace(route, process=seat // len(NAMES) % PROCESSES) for seat, route in enumerate(alone)],
        )
        with patch.dict(os.environ, TESSERA_DATABASE_URL=database):
            programs = [served(tessera, place, until_the_end) for place in places[:PROCESSES]]
        ours = [Side(programs, MORE, these) for these in routes]
        echoes = [served(echo, place, until_the_end) for place in places[PROCESSES:]]
        anybody = [
            Route(f"/{table}/{seat}", process=table % PROCESSES)
            for table in range(number)
            for seat in range(len(NAMES))
        ]
        theirs = Side(echoes, ADD, anybody)
        cores = asyncio.run(taps(ours, theirs, database))
        until_the_end.close()
        for these, mine in zip(tables, ours, strict=True):
            kept(database, these, mine)
    for where, mine, taken in zip(WHERE, ours, cores, strict=True):
        what = f"{number} tables of four phones at {PROCESSES} processes, {where}"
        yield from compared(what, mine, theirs)
        shares = ", ".join(f"{who} {share:.2f}" for who, share in taken.items())
        late = (mine.behind / theirs.behind,)
        shown = f"{mine.behind:.2f} s; cores for a second of taps: {shares}"
        yield Row(f"{what}, from the last tap until all is shown", shown, "the same", f"{theirs.behind:.2f} s", late)


async def taps(ours: Sequence[Side], theirs: Side, database: str) -> list[dict[str, float]]:
    """Open all phones, let them tap at one side after the other; return how many cores each part of ours has taken."""
    for side in (*ours, theirs):
        await side.open()
    taken = [{"processes": 0.0, "phones": 0.0, "PostgreSQL": 0.0} for _ in ours]
    for _ in range(ROUNDS):
        for side, parts in zip(ours, taken, strict=True):
            before = computed(side, database)
            await side.play(ROUND)
            for part, was, now in zip(parts, before, computed(side, database), strict=True):
                parts[part] += (now - was) / (ROUND * ROUNDS)
        await theirs.play(ROUND)
    for side in (*ours, theirs):
        await side.close()
    return taken


def computed(side: Side, database: str) -> Sequence[float]:
    """Return how many seconds of a core the processes, the phones and PostgreSQL have taken until now."""
    with connect(postgres.plain(database)) as connection:
        backends = connection.execute("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()").fetchall()
    processes = sum(program.computed() for program in side.programs)
    return processes, process_time(), sum(computed_by(pid) for (pid,) in backends)
