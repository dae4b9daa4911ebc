"""Backups: whole and checked, made where something changed, and listed, the newest first."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from datetime import timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from storage.backup import backups
from storage.backup.backups import Backup
from storage.database import migrations, sqlite_files
from storage.database.errors import StoreError
from storage.repositories import people, plays
from storage.repositories.tables import Store
from tests.storage.backup.samples import LATER, filled, held, held_by, made_of, names
from tests.storage.sample_plays import finished
from tests.storage.stores import START, Clock, coins, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scoring.messages import Message

NOBODY: Final = 65534


@pytest.mark.usefixtures("on_both")
def test_a_backup_holds_everything_and_is_whole(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        made = backups.backup(store, folder, START)
        assert backups.restore_problems(made) == ()
        assert sqlite_files.integrity_problems(made.path) == ()
        assert sqlite_files.version_of(made.path) == migrations.newest()
        assert held_by(made.path) == held(store)
    with closing(Store(f"sqlite:///{made.path}", Clock())) as store:
        assert store.settings() == {"language": "en"}
        assert [entry.value for entry in store.copies("carpe-diem")] == [{"chimneys": [1, 2]}]


def test_a_backup_is_named_for_its_moment_and_nothing_else_is_left(path: Path, folder: Path) -> None:
    far_east = START.astimezone(timezone(timedelta(hours=5, minutes=45)))
    with opened(path) as store:
        made = backups.backup(store, folder, far_east)
    assert made == Backup(
        path=folder / "tessera-20240301-193000-000250.sqlite3", at=START, size=made.path.stat().st_size, number=1
    )
    assert made.at.utcoffset() == timedelta(0)
    assert names(folder) == [made.path.name]
    assert backups.backups(folder) == (made,)


def test_the_last_backup_may_be_thinned_out_while_the_next_is_made(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(path) as store:
        first = backups.backup(store, folder, START)
        whole = sqlite_files.move_checked

        def kept(part: Path, target: Path) -> None:
            first.path.unlink(missing_ok=True)
            whole(part, target)

        monkeypatch.setattr(sqlite_files, "move_checked", kept)
        second = backups.backup(store, folder, LATER)
    assert backups.backups(folder) == (second,)
    assert backups.restore_problems(second) == ()


def test_where_nothing_changed_the_last_backup_does(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        first = backups.backup(store, folder, START)
        assert backups.backup(store, folder, LATER) == first
    with opened(path) as store:
        assert backups.backup(store, folder, LATER) == first
    assert names(folder) == [first.path.name]


def test_where_something_changed_there_is_a_new_backup(path: Path, folder: Path) -> None:
    changes: tuple[Callable[[Store], object], ...] = (
        lambda store: store.set("language", "de"),
        lambda store: store.begin("carpe-diem", coins(1)),
        lambda store: plays.remove(store, held(store)[0][0].id),
        lambda store: people.rename(store, "player", people.players(store)[0].id, "Quentin"),
    )
    with opened(path) as store:
        filled(store)
        made = [backups.backup(store, folder, START)]
        for change in changes:
            change(store)
            made.append(backups.backup(store, folder, START + timedelta(hours=len(made))))
            assert held_by(made[-1].path) == held(store)
    assert backups.backups(folder) == tuple(reversed(made))


def test_two_backups_of_one_moment_have_two_names(path: Path, folder: Path) -> None:
    with opened(path) as store:
        first = backups.backup(store, folder, START)
        finished(store)
        second = backups.backup(store, folder, START)
    assert second.at - first.at == timedelta(microseconds=1)
    assert len(held_by(first.path)[0]) == 0
    assert len(held_by(second.path)[0]) == 1


@pytest.mark.usefixtures("on_both")
def test_what_was_only_begun_to_be_written_is_not_in_a_backup(path: Path, folder: Path) -> None:
    with opened(path) as store, opened(path) as second_store:
        finished(store)
        before = held(store)
        with second_store.writing() as session:
            session.connection().exec_driver_sql("DELETE FROM lines")
            session.connection().exec_driver_sql("UPDATE players SET name = 'half'")
            made = backups.backup(store, folder, START)
            session.rollback()
        assert held_by(made.path) == before


def test_a_database_may_be_named_by_its_path(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        assert backups.backup(store, folder, START) == backups.backup(path, folder, LATER)


def test_what_is_not_called_like_a_backup_is_none(folder: Path) -> None:
    assert backups.backups(folder) == ()
    folder.mkdir()
    for name in (
        "tessera.sqlite3",
        "tessera-20240301-193000-000250.sqlite3.part",
        "tessera-20241399-193000-000250.sqlite3",
    ):
        (folder / name).touch()
    assert backups.backups(folder) == ()
    assert backups.newest_good(folder) is None


def test_of_a_damaged_database_there_is_no_backup(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="is damaged"):
        backups.backup(path, folder, START)
    assert names(folder) == []


def test_of_a_database_that_is_not_there_none_is_made(path: Path, folder: Path) -> None:
    with pytest.raises(StoreError, match="may not read and write"):
        backups.backup(path, folder, START)
    assert names(folder) == []
    assert not path.exists()


def test_a_copy_that_is_not_whole_does_not_become_a_backup(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the disk gives back is not what was written to it."""
    check = sqlite_files.integrity_problems

    def spoiled(part: Path) -> tuple[Message | str, ...]:
        part.write_bytes(part.read_bytes()[:-4096])
        return check(part)

    with opened(path) as store:
        filled(store)
        before = held(store)
        monkeypatch.setattr(sqlite_files, "integrity_problems", spoiled)
        with pytest.raises(StoreError, match=r"is damaged \(.*\): try again"):
            backups.backup(store, folder, START)
        assert held(store) == before
    assert names(folder) == []


def test_a_folder_that_cannot_be_made_is_said(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with opened(path) as store:
        finished(store)
        before = held(store)
        with pytest.raises(StoreError, match="cannot be used: a file is in the way"):
            backups.backup(store, tmp_path / "file" / "backups", START)
        assert held(store) == before


@pytest.fixture
def locked(path: Path) -> Iterator[tuple[Store, Path]]:
    """A store, and a folder beside it that only root may write; the test goes on as somebody who is not root."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as place, opened(Path(place) / path.name) as store:
        finished(store)
        folder = Path(place) / "backups"
        backups.backup(store, folder, START).path.chmod(0o644)
        finished(store)
        folder.chmod(0o555)
        Path(place).chmod(0o755)
        if root:
            os.seteuid(NOBODY)
        try:
            yield store, folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_folder_that_cannot_be_written_is_said_and_keeps_what_it_has(locked: tuple[Store, Path]) -> None:
    store, folder = locked
    (kept,) = backups.backups(folder)
    with pytest.raises(StoreError, match=r"backups.*cannot be"):
        backups.backup(store, folder, LATER)
    assert backups.backups(folder) == (kept,)
    assert backups.restore_problems(kept) == ()
    assert backups.thin(folder, LATER) == ()


def test_a_backup_with_a_damaged_row_counts_as_none_and_pushes_no_good_one_out(path: Path, folder: Path) -> None:
    good = made_of(path, folder)
    with opened(path) as store:
        with store.writing() as session:
            session.connection().exec_driver_sql("UPDATE plays SET note = 'silent'")
        for hours in range(1, 4):
            finished(store)
            made = backups.backup(store, folder, START + timedelta(hours=hours))
            assert not made.whole
    assert [backup.whole for backup in backups.backups(folder)] == [False, False, False, True]
    assert backups.newest_good(folder) == good
    backups.thin(folder, START + timedelta(days=300))
    assert [backup.whole for backup in backups.backups(folder)] == [False, True]


@pytest.mark.parametrize("years", [-54, 0, 75], ids=["back to 1970", "right", "far ahead"])
def test_later_backups_are_newer_whatever_the_clock_says(path: Path, folder: Path, years: int) -> None:
    """The clock is right, is wrong for an evening, and is right again."""
    wrong = START.replace(year=START.year + years)
    with opened(path) as store:
        for number, at in enumerate((START, wrong, START + timedelta(days=1), START + timedelta(days=2)), 1):
            finished(store)
            assert backups.backup(store, folder, at).number == number
        listed = backups.backups(folder)
        assert [len(held_by(play.path)[0]) for play in listed] == [4, 3, 2, 1]
        assert backups.newest_good(folder) == listed[0]
        assert backups.backup(store, folder, wrong) == listed[0]
        backups.restore(store, listed[2], folder, wrong)
        finished(store)
        assert backups.backup(store, folder, START).number == 5
        assert len(held_by(backups.backups(folder)[0].path)[0]) == 3


def test_of_an_earlier_version_the_backups_of_the_future_come_last(path: Path, folder: Path) -> None:
    made = made_of(path, folder)
    whole = made.path.read_bytes()
    made.path.unlink()
    for year in (2023, 2399, 2024):
        (folder / f"tessera-{year}0301-193000-000250.sqlite3").write_bytes(whole[:60] + bytes(4) + whole[64:])
    assert [(backup.number, backup.at.year) for backup in backups.backups(folder)] == [(0, 2024), (0, 2023), (0, 2399)]
    with opened(path) as store:
        finished(store)
        assert backups.backup(store, folder, START.replace(year=1970)) == backups.backups(folder)[0]
