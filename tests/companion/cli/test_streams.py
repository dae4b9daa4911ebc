"""The command when it cannot go on: nobody reads, nothing can be written, nothing was ever open."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from companion.cli.app import COMMANDS
from tests.companion.command import COMMAND, GOOD, ROOT, TIMEOUT_S, environment, run, said


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("shelf",), "castles-of-burgundy-special-edition: The Castles of Burgundy (Special Edition), 1 to 4 players"),
        (("--help",), "  import   Import plays from files of Tessera, BG Stats (.bgsplay) or BoardGameGeek (XML),"),
        (
            ("games", "--help"),
            "  List the games; of one, also its editions, what can be checked, and what was decided.",
        ),
    ],
)
def test_no_line_is_broken_in_a_pipe(arguments: tuple[str, ...], line: str) -> None:
    finished = run(*arguments)
    assert any(printed.startswith(line) and len(printed) > 80 for printed in finished.stdout.decode().splitlines())
    narrow = run(*arguments, columns=60)
    assert max(map(len, narrow.stdout.decode().splitlines())) <= 60


def writing_to(output: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command on a document, with its standard output somewhere else."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=GOOD,
        stdout=output,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        timeout=TIMEOUT_S,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        *(("score", "--jsonl"), ("score", "--json", "-"), ("score", "-"), ("schema", "carpe-diem"), ("shelf",)),
        *(("score", "-", "no-such-file"), ("--help",), ("score", "--help"), ("--version",)),
    ],
)
def test_where_nobody_reads_any_more_the_command_ends_without_a_word(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        finished = writing_to(writing, *arguments)
    finally:
        os.close(writing)
    assert "standard output" not in said(finished)
    assert finished.returncode == 128 + signal.SIGPIPE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [("score", "--jsonl"), ("games",), ("--version",), ("--help",), *((command, "--help") for command in COMMANDS)],
    ids=" ".join,
)
def test_a_full_disk_is_said_and_the_exit_status_is_1(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        finished = writing_to(full.fileno(), *arguments)
    assert finished.returncode == 1
    assert said(finished) == 'tessera: "standard output" cannot be used: the disk is full\n'


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell to close streams with")
@pytest.mark.parametrize(
    ("closing", "arguments", "sentence"),
    [
        ("<&-", ("score", "--jsonl"), "standard input is closed"),
        ("<&-", ("score", "-"), "standard input is closed"),
        ("<&-", ("import", "-", "--data", "here"), "standard input is closed"),
        (">&-", ("games",), "standard output is closed"),
        (">&-", ("history", "--data", "here"), "standard output is closed"),
        (">&-", ("export", "-", "--format", "csv"), "standard output is closed"),
    ],
)
def test_a_stream_that_was_never_open_is_said(
    closing: str, arguments: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    finished = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" "$@" {closing}', *COMMAND, *arguments],
        capture_output=True,
        cwd=tmp_path,
        env=environment() | {"PYTHONPATH": str(ROOT)},
        timeout=TIMEOUT_S,
        check=False,
    )
    assert (finished.returncode, said(finished)) == (1, f"tessera: {sentence}\n")
