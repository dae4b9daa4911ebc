"""The command with a document a line: a result a line, at once, in the same order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.companion.command import BAD, GOOD, PROBLEM, TIMEOUT_S, answered, peak, pipe, results, run, started, totals
from tests.companion.documents import LIMIT, ann_wins, padded, player, raw, table

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator


def test_jsonl_writes_one_result_a_line_in_the_same_order() -> None:
    lines = [GOOD, BAD, b"nonsense", b'"\xff"', raw(table(player("Cleo"), player("Dan"))), b"[" * 100_000, GOOD]
    finished = run("score", "--jsonl", stdin=b"".join(line + b"\n" for line in lines), status=0)
    assert finished.stderr == b""
    first, second, third, fourth, fifth, sixth, seventh = results(finished.stdout)
    assert totals(first) == totals(seventh) == {"Ann": 6, "Ben": 3}
    assert totals(fifth) == {"Cleo": 3, "Dan": 3}
    assert second == {"problems": [PROBLEM]}
    assert [[problem["path"] for problem in bad["problems"]] for bad in (third, fourth, sixth)] == [[""], [""], [""]]


@pytest.mark.parametrize(
    ("stdin", "kinds"),
    [
        (b"", []),
        (GOOD, ["game"]),
        (GOOD + b"\n", ["game"]),
        (GOOD + b"\r\n" + BAD + b"\r\n", ["game", "problems"]),
        (GOOD + b"\n\n\r\n" + GOOD, ["game", "problems", "problems", "game"]),
        (padded(ann_wins(), LIMIT + 2), ["problems"]),
    ],
    ids=["nothing", "no newline", "newline", "CRLF", "blank lines", "too long without newline"],
)
def test_every_line_has_its_result(stdin: bytes, kinds: list[str]) -> None:
    finished = run("score", "--jsonl", stdin=stdin, status=0)
    assert finished.stderr == b""
    assert [next(iter(json.loads(line))) for line in finished.stdout.splitlines()] == kinds


@pytest.fixture(scope="module")
def scorer() -> Iterator[subprocess.Popen[bytes]]:
    with started("score", "--jsonl") as process:
        yield process


@pytest.mark.parametrize(
    "line",
    [b"\xef\xbb\xbf" + GOOD, padded(ann_wins(), LIMIT), padded(ann_wins(), LIMIT) + b"\r"],
    ids=["byte order mark", "256 KiB", "256 KiB and CRLF"],
)
def test_a_line_as_large_as_allowed_or_with_a_mark_is_scored(scorer: subprocess.Popen[bytes], line: bytes) -> None:
    assert totals(answered(scorer, line, b"\n")) == {"Ann": 6, "Ben": 3}


@pytest.mark.parametrize(
    "line",
    [
        padded(ann_wins(), LIMIT + 1),
        padded(ann_wins(), LIMIT + 2),
        padded(ann_wins(), LIMIT + 3),
        padded(ann_wins(), 3 * LIMIT),
        GOOD.ljust(LIMIT + 2, b"\r") + b"nonsense",
    ],
    ids=["one byte more", "two bytes more", "three bytes more", "far more", "carriage returns and more"],
)
def test_a_line_too_long_is_said_to_be_so_and_the_next_one_is_scored(
    scorer: subprocess.Popen[bytes], line: bytes
) -> None:
    message = "too large: at most 256 KiB are read"
    assert answered(scorer, line, b"\n") == {"problems": [{"path": "", "message": message}]}
    assert totals(answered(scorer, GOOD, b"\n")) == {"Ann": 6, "Ben": 3}


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        (b"null", [""]),
        (b'{"a":' * 40_000, [""]),
        (GOOD.replace(b'"coins": 2', b'"coins": -' + b"9" * 5000), ["players[0].coins"]),
        (GOOD.replace(b'"coins"', b'"\\ud800"'), ["players[0].\ud800"]),
    ],
    ids=["null", "deeply nested", "huge integer", "half a surrogate pair as key"],
)
def test_each_kind_of_bad_line_is_a_result(scorer: subprocess.Popen[bytes], line: bytes, paths: list[str]) -> None:
    assert [problem["path"] for problem in answered(scorer, line, b"\n")["problems"]] == paths


def test_a_line_is_answered_before_the_next_one_is_sent() -> None:
    with started("score", "--jsonl") as process:
        assert totals(answered(process, GOOD, b"\n")) == {"Ann": 6, "Ben": 3}
        assert answered(process, BAD, b"\n") == {"problems": [PROBLEM]}
        assert totals(answered(process, GOOD, b"\n")) == {"Ann": 6, "Ben": 3}
        pipe(process.stdin).close()
        assert process.wait(TIMEOUT_S) == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_memory_does_not_grow_with_the_input() -> None:
    longest = padded(ann_wins(), LIMIT) + b"\n"
    part = b" " * 2**20
    with started("score", "--jsonl") as process:
        answered(process, longest)
        few = peak(process)
        for _ in range(100):
            answered(process, longest)
        assert list(answered(process, *([part] * 32), b"\n")) == ["problems"]
        assert peak(process) - few < 4 * 1024
