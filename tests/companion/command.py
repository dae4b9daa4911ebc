"""The command as a process: what it is given, and what it says."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tests import forks
from tests.companion.documents import ann_wins, district, player, problem_at_ben, raw, table

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "companion")
TIMEOUT_S = 20
"""Seconds to wait for an answer."""

GOOD, BAD = raw(ann_wins()), raw(problem_at_ben())
PROBLEM = {"path": "players[1].coins", "message": "-1: a whole number from 0 to 9999 belongs here"}


def ann_with_a_district() -> dict[str, Any]:
    return table(player("Ann", district=district()), player("Ben", victory_cards=0))


def environment(columns: int | None = None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "FORCE_COLOR"}}
    return kept | ({} if columns is None else {"COLUMNS": str(columns)})


def run(
    *arguments: str | Path, stdin: bytes = b"", columns: int | None = None, status: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end, where it says so with that exit status."""
    finished = forks.run("-m", "companion", *map(str, arguments), stdin=stdin, environment=environment(columns))
    assert status in {None, finished.returncode}, f"it ended with {finished.returncode}: {said(finished)}"
    return finished


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [*COMMAND, *arguments],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def answered(process: subprocess.Popen[bytes], *lines: bytes) -> Any:
    """Send a line, perhaps in parts, and return its result."""
    for part in lines:
        pipe(process.stdin).write(part)
    ready, _, _ = select.select([pipe(process.stdout)], [], [], TIMEOUT_S)
    assert ready, "no result came while standard input was open"
    return json.loads(pipe(process.stdout).readline())


def results(output: bytes) -> list[Any]:
    assert output.endswith(b"\n")
    return [json.loads(line) for line in output[:-1].split(b"\n")]


def totals(result: Any) -> dict[str, int]:
    return {column["player"]: column["total"] for column in result["columns"]}


def said(finished: subprocess.CompletedProcess[bytes]) -> str:
    text = finished.stderr.decode()
    assert "Traceback" not in text
    return text


def peak(process: subprocess.Popen[bytes]) -> int:
    """The most memory that a process has held, in KiB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0])
