"""Starts: the app beside the smallest one behind the same server, and a scored document beside its libraries' imports.

Both sides find their modules compiled, as they are where Tessera is installed. No browser is started: the first page is
ready when its words have come.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from tests.benchmarks import Row, seconds_of_a_core
from tests.benchmarks.app import FINISHED, SEED, with_district
from tests.benchmarks.phones_client import Phone
from tests.browser.program import Program, counter, tessera
from tests.forks import ROOT
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STARTS: Final = 10
DOCUMENT: Final = "tests/golden/carpe-diem/cathy-frame.json"
COMMAND: Final = "from companion.cli.app import main; main()"
LIBRARIES: Final = "import typer, rich"

TABLE, COUNT = "In play", "Count 0 at /"
"""What the first page says, once it has all that it shows."""


def rows() -> Iterator[Row]:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as folder:
        yield from app_starts(Path(folder))
        yield from scored(Path(folder))


def app_starts(folder: Path) -> Iterator[Row]:
    """Start the app, with a table in play, and the smallest app; each time open the first page."""
    with_district(folder / "ours", grown(Random(SEED), FINISHED))
    (folder / "bare").mkdir()

    def cold(arguments: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as said:
            return subprocess.Popen(
                [sys.executable, *arguments], cwd=ROOT, env=compiled(folder), stdout=said, stderr=said
            )

    sides = ((Program(tessera, folder / "ours", cold), TABLE), (Program(counter, folder / "bare", cold), COUNT))
    taken = [[started(program, text) for program, text in sides] for _ in range(STARTS + 1)][1:]
    for which, what in enumerate(("the app answers", "its first page is ready")):
        ours, theirs = (min(seconds[which] for seconds in side) for side in zip(*taken, strict=True))
        ratios = (ours / theirs,)
        yield Row(
            f"after a start {what}", f"{ours:.2f} s", "a counter of bare Flet", f"{theirs:.2f} s", ratios, "1.3 times"
        )


def started(program: Program, text: str) -> tuple[float, float]:
    """Start a program; return after how many seconds it answered, and after how many its first page said a text."""
    begun = perf_counter()
    try:
        program.start()
        answered = perf_counter() - begun
        return answered, asyncio.run(said(program, text)) - begun
    finally:
        program.stop()


async def said(program: Program, text: str) -> float:
    """Open the first page of a program, and return when it said a text."""
    there = asyncio.get_running_loop().create_future()

    def hear(heard: str, at: float) -> None:
        if text in heard and not there.done():
            there.set_result(at)

    phone = await Phone.open(f"{program.address.replace('http', 'ws', 1)}ws", "/", hear)
    listening = asyncio.create_task(phone.listen())
    try:
        return await asyncio.wait_for(there, 30)
    finally:
        await phone.close()
        await listening


def scored(folder: Path) -> Iterator[Row]:
    """Score a document, as a sheet and as JSON, and import what a command line needs at least."""
    sides = [("-c", LIBRARIES), ("-c", COMMAND, "score", DOCUMENT), ("-c", COMMAND, "score", "--json", DOCUMENT)]
    taken = [[finished(folder, *arguments) for arguments in sides] for _ in range(2 * STARTS + 1)][1:]
    theirs, *both = (min(side) for side in zip(*taken, strict=True))
    for ours, how in zip(both, ("", "--json "), strict=True):
        what, ratios = f"tessera score {how}FILE", (ours / theirs,)
        yield Row(what, f"{ours * 1000:.0f} ms", LIBRARIES, f"{theirs * 1000:.0f} ms", ratios, "1.5 times")


def finished(folder: Path, *arguments: str) -> float:
    """Run Python to its end, and return the seconds of a core that it took."""
    command = [sys.executable, *arguments]
    run = partial(subprocess.run, command, cwd=ROOT, env=compiled(folder), stdout=subprocess.DEVNULL, check=True)
    return seconds_of_a_core(run)


def compiled(folder: Path) -> dict[str, str]:
    """Return an environment in which Python keeps what it compiles in a folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "compiled")}
