"""The commands of the history in this process, or at a terminal, and what a folder holds."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
from contextlib import closing
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from companion.cli import app
from companion.system import paths
from storage.repositories import history
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from tests.companion.command import ROOT, environment

if TYPE_CHECKING:
    from pathlib import Path

    from typer.testing import Result

DAY = date(2026, 3, 7)


def opened(data: Path) -> Store:
    data.mkdir(parents=True, exist_ok=True)
    return Store(paths.database(data), lambda: datetime.now(UTC))


def number(data: Path) -> int:
    with closing(opened(data)) as store:
        return history.count(store, Filter())


def tessera(
    *arguments: str | Path, data: Path, columns: int = 200, stdin: bytes = b"", status: int | None = None
) -> Result:
    """Run the command to its end, where it says so with that exit status."""
    line = [*map(str, arguments), "--data", str(data)]
    result = CliRunner().invoke(app.cli, line, input=stdin, env={"COLUMNS": str(columns)}, prog_name="tessera")
    assert "Traceback" not in result.output
    assert status in {None, result.exit_code}, f"it ended with {result.exit_code}: {result.output}"
    return result


def played(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def asked(command: list[str], question: bytes, answer: bytes) -> int:
    """Answer a question as at a terminal, and return the exit status."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env=environment(80), start_new_session=True
    ) as process:
        os.close(theirs)
        said = b""
        while question not in said:
            if not select.select([ours], [], [], 20)[0]:
                process.kill()
                pytest.fail(f"the question was not asked: {said!r}")
            said += os.read(ours, 4096)
        os.write(ours, answer)
        while select.select([ours], [], [], 20)[0]:
            try:
                said += os.read(ours, 4096)
            except OSError:  # it has ended
                break
        os.close(ours)
        status = process.wait(20)
    assert b"Traceback" not in said
    return status
