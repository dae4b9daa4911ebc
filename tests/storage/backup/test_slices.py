"""A backup made bit by bit: as whole as one in one piece, begun anew where something changes, gone where it is left."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.backup import backups, slices
from storage.backup.slices import ChangedError, backup_in_slices
from storage.database import copies, row_check
from storage.database.connections import file_url
from storage.database.errors import StoreError
from storage.database.sqlite_files import Journal
from storage.repositories.tables import Store
from tests.storage.backup.samples import LATER, filled, held, held_by, made_of, names
from tests.storage.sample_plays import finished
from tests.storage.stores import START, Clock, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from storage.backup.backups import Backup


def ended(bits: Generator[None, None, Backup]) -> tuple[int, Backup]:
    """Make a backup, and return after how many pauses it was there."""
    pauses = 0
    while True:
        try:
            next(bits)
        except StopIteration as end:
            return pauses, end.value
        pauses += 1


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def test_it_holds_all_that_one_in_one_piece_does(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        pauses, made = ended(backup_in_slices(path, folder, START))
        assert pauses > len(row_check.TABLES)
        assert names(folder) == [made.path.name]
        assert backups.restore_problems(made) == ()
        assert held_by(made.path) == held(store)
        assert copies.not_ours(made.path) == ()
        assert (made.at, made.number, made.whole, made.path.stat().st_mode & 0o777) == (START, 1, True, 0o600)


def test_rows_of_any_size_are_all_in_it(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE_S", 0.0)  # a row at a time
    monkeypatch.setattr(slices, "CHECKED_ROWS", 1)
    with opened(path) as store:
        for _ in range(5):
            finished(store)
        pauses, made = ended(backup_in_slices(path, folder, START))
        assert held_by(made.path) == held(store)
    with closing(sqlite3.connect(made.path)) as connection:
        (rows,) = connection.execute("SELECT (SELECT count(*) FROM plays) + (SELECT count(*) FROM lines)").fetchone()
    assert pauses > 2 * rows


def test_without_a_change_there_is_no_second_one(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        _, first = ended(backup_in_slices(path, folder, START))
        assert ended(backup_in_slices(path, folder, LATER))[1] == first
        assert names(folder) == [first.path.name]
        finished(store)
        assert ended(backup_in_slices(path, folder, LATER))[1].number == 2


def test_what_lets_somebody_in_is_left_out(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
    changed(path, "INSERT INTO join_codes (id, secret, locked) VALUES ('a', 'the secret of a table', 0)")
    made = backups.backup(path, folder / "whole", START)
    _, again = ended(backup_in_slices(path, folder, START))
    for each in (made, again):
        assert b"the secret of a table" not in each.path.read_bytes()


@pytest.mark.parametrize("pauses", [1, 10, 20])
def test_where_something_changes_meanwhile_there_is_none(path: Path, folder: Path, pauses: int) -> None:
    with opened(path) as store:
        filled(store)
        bits = backup_in_slices(path, folder, START)
        for _ in range(pauses):
            next(bits)
        store.set("language", "de")
        with pytest.raises(ChangedError):
            ended(bits)
        assert names(folder) == []
        _, made = ended(backup_in_slices(path, folder, START))
        assert held_by(made.path) == held(store)


@pytest.mark.parametrize("journal", Journal)
def test_one_that_is_left_leaves_nothing_and_holds_nobody_up(path: Path, folder: Path, journal: Journal) -> None:
    with closing(Store(file_url(path), Clock(), journal=journal)) as store:
        filled(store)
        bits = backup_in_slices(path, folder, START)
        next(bits)
        store.set("language", "de")  # while it waits, others write
        bits.close()
        assert store.settings()["language"] == "de"
    assert names(folder) == []


def damaged_row(path: Path) -> None:
    changed(path, "UPDATE plays SET note = 'changed by a bad disk'")


def lost_part(path: Path) -> None:
    changed(path, "PRAGMA foreign_keys=OFF", "DELETE FROM plays")


def foreign_table(path: Path) -> None:
    changed(path, "CREATE TABLE others (what)")


@pytest.mark.parametrize("change", [damaged_row, lost_part, foreign_table])
def test_what_is_unusual_is_backed_up_in_one_piece(path: Path, folder: Path, change: Callable[[Path], None]) -> None:
    made_of(path, folder / "before")
    change(path)
    _, made = ended(backup_in_slices(path, folder, START))
    in_one = backups.backup(path, folder / "whole", START)
    assert made.whole == in_one.whole
    assert made.path.read_bytes() == in_one.path.read_bytes()
    assert names(folder) == sorted([made.path.name, "before", "whole"])


def test_an_index_that_lacks_a_row_is_no_copy(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made_of(path, folder / "before")
    counted = copies.indexed_rows
    monkeypatch.setattr(copies, "indexed_rows", lambda *of: [count - 1 for count in counted(*of)])
    _, made = ended(backup_in_slices(path, folder, START))
    assert made.path.read_bytes()[100:] == first.path.read_bytes()[100:], "as in one piece"


def test_a_folder_that_cannot_be_written_is_named(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")
    with pytest.raises(StoreError, match=folder.name):
        ended(backup_in_slices(path, folder, START))
