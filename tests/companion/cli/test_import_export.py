"""Plays written to a file, taken in from one, and taken back."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from companion.cli import errors
from companion.services.import_export import LEFT_OUT
from tests.companion.cli.history_commands import asked, number, played, tessera
from tests.companion.command import COMMAND

if TYPE_CHECKING:
    from pathlib import Path


def test_export_writes_a_file_that_is_there_once_it_is_whole(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    result = tessera("export", file, data=data_folder)
    assert (result.exit_code, result.stdout) == (errors.DONE, "")
    assert "3 plays exported to" in result.stderr
    assert str(LEFT_OUT) in " ".join(result.stderr.split())
    assert [json.loads(line)["tessera"] for line in file.read_bytes().splitlines()] == ["player"] * 3 + ["play"] * 3
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["all.jsonl"]


def test_export_writes_to_standard_output(data_folder: Path) -> None:
    result = tessera("export", "-", "--format", "csv", "--game", "azul", data=data_folder)
    rows = list(csv.reader(result.stdout.removeprefix("\ufeff").splitlines()))
    assert len(rows) == 3
    assert result.stderr == ""
    bgsplay = json.loads(tessera("export", "-", "--format", "bgsplay", data=data_folder).stdout)
    assert len(bgsplay["plays"]) == 3


def test_export_asks_for_a_format_that_nothing_tells(data_folder: Path, tmp_path: Path) -> None:
    for file in ("-", str(tmp_path / "all.txt")):
        result = tessera("export", file, data=data_folder, status=errors.PROBLEMS)
        assert "--format" in result.stderr


def test_export_writes_over_a_file_only_where_that_is_said(data_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.csv"
    file.write_text("mine")
    result = tessera("export", file, data=data_folder)
    assert (result.exit_code, file.read_text()) == (errors.PROBLEMS, "mine")
    assert "--force" in result.stderr
    assert tessera("export", file, "--force", data=data_folder).exit_code == errors.DONE
    assert file.read_text() != "mine"


def test_export_says_what_cannot_be_written(data_folder: Path, tmp_path: Path) -> None:
    missing = tessera("export", tmp_path / "nowhere" / "all.csv", data=data_folder, status=errors.FAILED)
    assert 'all.csv" cannot be used: there is no such file or folder' in missing.stderr
    folder = tessera("export", tmp_path, "--format", "csv", "--force", data=data_folder, status=errors.PROBLEMS)
    assert "cannot be used: it is a folder; name a file" in folder.stderr


def test_import_brings_the_history_over(data_folder: Path, file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    result = tessera("import", file, "--yes", data=there, status=errors.DONE)
    assert "To be added: 3 plays" in result.stdout
    assert "all.jsonl: 3 plays and 3 friends and places added." in result.stdout
    assert played(tessera("history", "--json", data=there)) == played(tessera("history", "--json", data=data_folder))


def test_import_again_changes_nothing_and_asks_nothing(data_folder: Path, file: Path) -> None:
    result = tessera("import", file, data=data_folder, status=errors.DONE)
    assert "Already here: 3 plays." in result.stdout
    assert "Nothing was changed." in result.stdout


def test_a_dry_run_only_shows(file: Path, tmp_path: Path) -> None:
    result = tessera("import", file, "--dry-run", data=tmp_path / "there", status=errors.DONE)
    assert "To be added: 3 plays" in result.stdout
    assert not (tmp_path / "there").exists()


def test_plays_without_players_are_of_the_owner_that_is_named(tmp_path: Path) -> None:
    file, there = tmp_path / "plays.xml", tmp_path / "there"
    play = '<play id="{id}" date="2024-03-01" quantity="1" length="0"><item name="Azul" objectid="230802"/></play>'
    file.write_text(f'<plays username="elmo">{play.format(id=1)}{play.format(id=2)}</plays>')
    result = tessera("import", file, "--yes", data=there)
    assert "2 plays name no player: they count as played, without a result." in result.stdout
    assert "`--owner NAME` says who played them." in result.stdout
    named = tessera("import", file, "--owner", "Anna", "--yes", data=there)
    assert "they count as played by Anna, without a result." in " ".join(named.stdout.split())
    assert "Anna" in tessera("history", data=there).stdout
    for owner in ([], ["--owner", "Anna"]):
        assert "Nothing was changed." in tessera("import", file, *owner, data=there).stdout
    refused = tessera("import", file, "--owner", "", data=there)
    assert (refused.exit_code, "--owner: " in refused.stderr) == (errors.PROBLEMS, True)


def test_where_nobody_can_be_asked_nothing_is_done(file: Path, tmp_path: Path) -> None:
    result = tessera("import", file, data=tmp_path / "there", status=errors.PROBLEMS)
    assert "add --yes" in result.stderr
    assert number(tmp_path / "there") == 0


@pytest.mark.parametrize(("answer", "there"), [(b"y\n", 3), (b"n\n", 0)])
def test_import_asks(file: Path, tmp_path: Path, answer: bytes, there: int) -> None:
    command = [*COMMAND, "import", str(file), "--data", str(tmp_path / "there")]
    assert asked(command, b"Import this?", answer) == errors.DONE
    assert number(tmp_path / "there") == there


def test_what_cannot_be_read_is_said_and_the_rest_is_taken_in(file: Path, tmp_path: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], b'{"tessera": "play", "format": 1}\n', *lines[1:]]))
    result = tessera("import", file, "--yes", data=tmp_path / "there", status=errors.PROBLEMS)
    assert "line 2" in result.stdout
    assert number(tmp_path / "there") == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "which FILE?"),
        (("nowhere.csv",), '"nowhere.csv" cannot be used: there is no such file or folder'),
        ((".",), "it is a folder; name a file"),
        (("--undo", "all.csv"), "--undo and FILE do not go together"),
    ],
)
def test_import_says_what_it_lacks(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    result = tessera("import", *arguments, "--yes", data=tmp_path / "there", status=errors.PROBLEMS)
    assert sentence in result.stderr


def test_an_import_is_taken_back(data_folder: Path, file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    tessera("import", file, "--yes", data=there)
    looked = tessera("import", "--undo", "--dry-run", data=there)
    assert "all.jsonl, today" in looked.stdout
    assert number(there) == 3
    result = tessera("import", "--undo", "--yes", data=there, status=errors.DONE)
    assert "3 plays removed." in result.stdout
    assert number(there) == 0
    again = tessera("import", "--undo", "--yes", data=there, status=errors.PROBLEMS)
    assert "there is no import to undo" in again.stderr
    assert number(data_folder) == 3
