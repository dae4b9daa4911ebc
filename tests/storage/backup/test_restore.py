"""Backups restored: everything is as it was then, and what was there is kept; a bad one changes nothing."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from storage.backup import backups
from storage.database.errors import StoreError
from storage.repositories import plays
from tests.storage.backup.samples import LATER, cut, filled, held, held_by, made_of
from tests.storage.sample_plays import finished
from tests.storage.stores import START, lay_out, opened, stamped

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.backup.backups import Backup

pytestmark = pytest.mark.usefixtures("both")


def emptied(backup: Backup) -> None:
    backup.path.write_bytes(b"")


def no_database(backup: Backup) -> None:
    backup.path.write_text("no database\n" * 1000)


def gone(backup: Backup) -> None:
    backup.path.unlink()


def newer(backup: Backup) -> None:
    stamped(backup.path, 9999)


def torn(backup: Backup) -> None:
    """Leaves seats that name a play which is gone."""
    with closing(sqlite3.connect(backup.path)) as connection, connection:
        connection.execute("DELETE FROM plays")


BAD: Final[dict[Callable[[Backup], None], str]] = {
    cut: "malformed|not a database|out of order|invalid page",
    emptied: "no Tessera data",
    no_database: "not a database",
    gone: "may not read and write",
    newer: "newer version",
}


@pytest.mark.sqlite_alone
@pytest.mark.parametrize("spoil", BAD)
def test_a_backup_that_cannot_be_put_back_is_told_and_passed_over(
    path: Path, folder: Path, spoil: Callable[[Backup], None]
) -> None:
    good = made_of(path, folder)
    bad = made_of(path, folder, days=1)
    spoil(bad)
    (why, *_) = backups.restore_problems(bad)
    assert re.search(BAD[spoil], str(why))
    assert backups.newest_good(folder) == good


@pytest.mark.sqlite_alone
def test_a_backup_without_what_others_name_is_passed_over(path: Path, folder: Path) -> None:
    good = made_of(path, folder)
    torn(made_of(path, folder, days=1))
    assert backups.newest_good(folder) == good


@pytest.mark.parametrize("spoil", [cut, newer])
def test_such_a_backup_changes_nothing(path: Path, folder: Path, spoil: Callable[[Backup], None]) -> None:
    bad = made_of(path, folder)
    spoil(bad)
    listed = backups.backups(folder)
    with opened(path) as store:
        finished(store)
        before = held(store)
        with pytest.raises(StoreError, match="cannot be restored: "):
            backups.restore(store, bad, folder, LATER)
        assert held(store) == before
    assert backups.backups(folder) == listed


def test_a_backup_put_back_is_everything_and_what_was_there_is_kept(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        first, chosen = held(store), backups.backup(store, folder, START)
        finished(store, {"Vera": 1, "Walt": 2})
        plays.remove(store, first[0][0].id)
        second = held(store)
        before = backups.restore(store, chosen, folder, LATER)
        assert held(store) == first
        assert before.at == LATER
        again = backups.restore(store, before, folder, LATER + timedelta(days=1))
        assert held(store) == second
        assert held_by(again.path) == first
        assert finished(store).players
    with opened(path) as store:
        assert len(held(store)[0]) == len(second[0]) + 1
    assert not list(folder.glob("*.part*"))


def test_a_backup_before_that_cannot_be_made_leaves_everything(path: Path, folder: Path, tmp_path: Path) -> None:
    chosen = made_of(path, folder)
    (tmp_path / "file").touch()
    with opened(path) as store:
        finished(store)
        before = held(store)
        with pytest.raises(StoreError, match="cannot be used: a file is in the way"):
            backups.restore(store, chosen, tmp_path / "file" / "backups", LATER)
        assert held(store) == before


def test_who_has_the_store_open_too_sees_what_was_put_back(path: Path, folder: Path) -> None:
    with opened(path) as store, opened(path) as second_store:
        filled(store)
        first, chosen = held(second_store), backups.backup(store, folder, START)
        finished(second_store)
        backups.restore(store, chosen, folder, LATER)
        assert held(second_store) == first
        assert finished(second_store).id in {play.id for play in held(store)[0]}


@pytest.mark.sqlite_alone
def test_nothing_is_put_back_while_another_program_holds_the_file(path: Path, folder: Path) -> None:
    chosen = made_of(path, folder)
    with opened(path) as store, closing(sqlite3.connect(path)) as raw:
        finished(store)
        before = held(store)
        with closing(store._engine.raw_connection()) as connection:
            connection.driver_connection.execute("PRAGMA busy_timeout=50")  # type: ignore[union-attr]
        raw.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program is using"):
            backups.restore(store, chosen, folder, LATER)
        raw.rollback()
        assert held(store) == before
        backups.restore(store, chosen, folder, LATER)
        assert len(held(store)[0]) == len(before[0]) - 1


def test_what_fails_in_the_midst_of_it_leaves_everything(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = made_of(path, folder)
    with opened(path) as store:
        finished(store)
        before = held(store)

        def fails(_file: Path) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(store, "restore_from", fails)
        with pytest.raises(StoreError, match="the disk is full"):
            backups.restore(store, chosen, folder, LATER)
        assert held(store) == before
        assert not list(folder.glob("*.part*"))
        kept = backups.newest_good(folder)
    assert kept is not None
    assert held_by(kept.path) == before


@pytest.mark.usefixtures("later")
def test_a_backup_of_an_older_version_is_brought_up_and_stays_as_it_is(path: Path, folder: Path) -> None:
    folder.mkdir()
    file = lay_out(folder / "tessera-20200101-120000-000000.sqlite3")
    whole = file.read_bytes()
    (chosen,) = backups.backups(folder)
    with opened(path) as store:
        finished(store)
        backups.restore(store, chosen, folder, START)
        assert len(held(store)[0]) == 5
        assert finished(store).players
    assert file.read_bytes() == whole
    assert backups.newest_good(folder) == backups.backups(folder)[0]
    assert len(backups.backups(folder)) == 2


@pytest.mark.sqlite_alone
def test_two_files_that_are_chosen_at_once_are_not_mixed_up(path: Path, folder: Path) -> None:
    first, second = made_of(path, folder), made_of(path, folder, days=1)
    contents = first.path.read_bytes(), second.path.read_bytes()
    with (
        backups.given_file(contents[0], folder) as first_chosen,
        backups.given_file(contents[1], folder) as second_chosen,
    ):
        assert (first_chosen.path.read_bytes(), second_chosen.path.read_bytes()) == contents
    assert backups.backups(folder) == (second, first)
    assert not list(folder.glob("given*"))
