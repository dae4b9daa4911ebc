"""What the command makes of files and of what is not a document."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.companion.command import GOOD, results, run, said, totals
from tests.companion.documents import LIMIT, ann_wins, padded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("stdin", "sentence"),
    [
        (b"{", "not JSON: line 1, column 2: "),
        (b'{"game": "\xff"}', "not UTF-8: byte 0xFF at position 10; "),
        (padded(ann_wins(), LIMIT + 1), "too large: at most 256 KiB are read"),
        (b"[" * 200_000, "nested too deeply"),
        (GOOD.replace(b'"prestige": 2', b'"prestige": ' + b"9" * 100_000), f"players[0].prestige: {'9' * 40}…: "),
        (b"[]", "a list of 0 entries: an object belongs here"),
    ],
)
def test_what_is_not_a_document_is_refused_in_a_sentence(stdin: bytes, sentence: str) -> None:
    finished = run("score", "-", stdin=stdin, status=2)
    assert finished.stdout == b""
    assert f"\n  {sentence}" in said(finished)


@pytest.mark.parametrize("stdin", [b"\xef\xbb\xbf" + GOOD, padded(ann_wins(), LIMIT)], ids=["mark", "256 KiB"])
def test_a_byte_order_mark_and_the_largest_size_are_allowed(stdin: bytes) -> None:
    finished = run("score", "--json", "-", stdin=stdin, status=0)
    assert totals(*results(finished.stdout)) == {"Ann": 6, "Ben": 3}


@pytest.mark.parametrize("size", [LIMIT, LIMIT + 1])
def test_a_file_is_read_up_to_the_largest_size(tmp_path: Path, size: int) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(padded(ann_wins(), size))
    assert run("score", path).returncode == (0 if size == LIMIT else 2)


@pytest.mark.parametrize("arguments", [("score",), ("check", "--json")])
def test_a_folder_is_not_a_document(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    finished = run(*arguments, tmp_path, status=2)
    assert "it is a folder; name a file" in finished.stdout.decode() + said(finished)


@pytest.mark.parametrize("name", ["none.json", "x" * 5000], ids=["file", "long name"])
def test_a_file_that_cannot_be_found_is_said(tmp_path: Path, name: str) -> None:
    finished = run("score", tmp_path / name, status=2)
    assert finished.stdout == b""
    assert said(finished).startswith(f'"{tmp_path / name}" has 1 problem\n')


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    file = tmp_path / "good.json"
    file.write_bytes(GOOD)
    file.chmod(0)
    finished = run("score", file, status=2)
    assert "its rights do not allow that; change them, or choose another place" in said(finished)


def test_an_empty_file_is_not_a_document(tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()
    finished = run("score", tmp_path / "empty.json", status=2)
    assert "  not JSON: line 1, column 1: " in said(finished)


def test_a_key_cannot_steer_the_terminal() -> None:
    finished = run("score", "-", stdin=b'{"game": "carpe-diem", "format": 1, "\\u001b[31m": 1}', status=2)
    assert "\x1b" not in said(finished)


def test_the_name_of_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    finished = run("score", tmp_path / "\x1b[31m.json", status=2)
    assert "\x1b" not in said(finished)
