"""Backups: whole and checked, made where something changed, put back with what was there kept."""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from contextlib import closing
from datetime import timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from storage.backup import backups, thinning
from storage.backup.backups import Backup
from storage.database import sqlite_files
from storage.database.errors import StoreError
from storage.migrations import HEAD
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from tests.storage.sample_plays import content, finished, written
from tests.storage.stores import START, Clock, coins, opened, paid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.values import StoredTable

pytestmark = pytest.mark.usefixtures("both")

OLD: Final = Path(__file__).parents[1] / "old"
NOBODY: Final = 65534
LATER: Final = START + timedelta(days=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def held(store: Store) -> tuple[list[StoredPlay], tuple[StoredTable, ...], list[str]]:
    """What somebody sees of a store."""
    return list(history.stream(store, Filter())), store.tables(), [one.name for one in people.players(store)]


def held_by(file: Path) -> tuple[list[StoredPlay], tuple[StoredTable, ...], list[str]]:
    with closing(Store.open(f"sqlite:///{file}", Clock())) as store:
        return held(store)


def filled(store: Store) -> None:
    finished(store)
    written(store, content({"Zoë": 30, "Nick": None}, place="Home", note="“late”; 'long'"))
    running = store.begin("carpe-diem", coins(0), {"looks": ["red"]})
    store.save(running, paid(running, 7), coins(7), {"looks": ["red"]})
    store.keep("carpe-diem", "villas", "3", {"chimneys": [1, 2]})
    store.set("language", "en")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_holds_everything_and_is_whole(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
        made = backups.backup(store, folder, START)
        assert backups.restore_problems(made) == ()
        assert sqlite_files.integrity_problems(made.path) == ()
        assert sqlite_files.revision_of(made.path) == HEAD
        assert held_by(made.path) == held(store)
    with closing(Store.open(f"sqlite:///{made.path}", Clock())) as store:
        assert store.settings() == {"language": "en"}
        assert [entry.value for entry in store.copies("carpe-diem")] == [{"chimneys": [1, 2]}]


def test_a_backup_is_named_for_its_moment_and_nothing_else_is_left(path: Path, folder: Path) -> None:
    here = START.astimezone(timezone(timedelta(hours=5, minutes=45)))
    with opened(path) as store:
        made = backups.backup(store, folder, here)
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
        lambda store: store.begin("carpe-diem", coins(1), {}),
        lambda store: plays.remove(store, held(store)[0][0].id),
        lambda store: people.rename_player(store, people.players(store)[0].id, "Quentin"),
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


def test_what_was_only_begun_to_be_written_is_not_in_a_backup(path: Path, folder: Path) -> None:
    with opened(path) as store, opened(path) as other:
        finished(store)
        before = held(store)
        with other.writing() as session:
            session.connection().exec_driver_sql("DELETE FROM lines")
            session.connection().exec_driver_sql("UPDATE players SET name = 'half'")
            made = backups.backup(store, folder, START)
            session.rollback()
        assert held_by(made.path) == before


@pytest.mark.sqlite_alone
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


@pytest.mark.sqlite_alone
def test_of_a_damaged_database_there_is_no_backup(path: Path, folder: Path) -> None:
    with opened(path) as store:
        filled(store)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="is damaged"):
        backups.backup(path, folder, START)
    assert names(folder) == []


@pytest.mark.sqlite_alone
def test_of_a_database_that_is_not_there_none_is_made(path: Path, folder: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        backups.backup(path, folder, START)
    assert names(folder) == []
    assert not path.exists()


def test_a_copy_that_is_not_whole_does_not_become_a_backup(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the disk gives back is not what was written to it."""
    check = sqlite_files.integrity_problems

    def spoiled(part: Path) -> tuple[str, ...]:
        part.write_bytes(part.read_bytes()[:-4096])
        return check(part)

    with opened(path) as store:
        filled(store)
        before = held(store)
        monkeypatch.setattr(sqlite_files, "integrity_problems", spoiled)
        with pytest.raises(StoreError, match=r"is not whole \(.*\): do it again"):
            backups.backup(store, folder, START)
        assert held(store) == before
    assert names(folder) == []


def test_a_folder_that_cannot_be_made_is_said(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with opened(path) as store:
        finished(store)
        before = held(store)
        with pytest.raises(StoreError, match=r"cannot be written \(Not a directory\): free some room"):
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
    assert thinning.thin(folder, LATER) == ()


def made_of(path: Path, folder: Path, days: int = 0) -> Backup:
    with opened(path) as store:
        finished(store)
        return backups.backup(store, folder, START + timedelta(days=days))


def cut(backup: Backup) -> None:
    backup.path.write_bytes(backup.path.read_bytes()[: backup.size // 2])


def emptied(backup: Backup) -> None:
    backup.path.write_bytes(b"")


def no_database(backup: Backup) -> None:
    backup.path.write_text("no database\n" * 1000)


def gone(backup: Backup) -> None:
    backup.path.unlink()


def newer(backup: Backup) -> None:
    with closing(sqlite3.connect(backup.path)) as other, other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")


def torn(backup: Backup) -> None:
    """Leaves seats that name a play which is gone."""
    with closing(sqlite3.connect(backup.path)) as other, other:
        other.execute("DELETE FROM plays")


BAD: Final[dict[Callable[[Backup], None], str]] = {
    cut: "malformed|not a database|out of order|invalid page",
    emptied: "nothing of Tessera's",
    no_database: "not a database",
    gone: "cannot be opened",
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
    assert re.search(BAD[spoil], why)
    assert backups.newest_good(folder) == good


@pytest.mark.sqlite_alone
def test_a_backup_without_what_others_name_is_passed_over(path: Path, folder: Path) -> None:
    good = made_of(path, folder)
    torn(made_of(path, folder, days=1))
    assert backups.newest_good(folder) == good


def test_a_backup_with_a_damaged_row_counts_as_none_and_pushes_no_good_one_out(path: Path, folder: Path) -> None:
    good = made_of(path, folder)
    with opened(path) as store:
        with store.writing() as session:
            session.connection().exec_driver_sql("UPDATE plays SET note = 'silent'")
        for hours in range(1, 4):
            finished(store)
            made = backups.backup(store, folder, START + timedelta(hours=hours))
            assert not made.whole
    assert [one.whole for one in backups.backups(folder)] == [False, False, False, True]
    assert backups.newest_good(folder) == good
    thinning.thin(folder, START + timedelta(days=300))
    assert [one.whole for one in backups.backups(folder)] == [False, True]


@pytest.mark.parametrize("spoil", [cut, newer])
def test_such_a_backup_changes_nothing(path: Path, folder: Path, spoil: Callable[[Backup], None]) -> None:
    bad = made_of(path, folder)
    spoil(bad)
    listed = backups.backups(folder)
    with opened(path) as store:
        finished(store)
        before = held(store)
        with pytest.raises(StoreError, match=r"cannot be put back \(.+\): choose another one"):
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
        assert finished(store).seats
    with opened(path) as store:
        assert len(held(store)[0]) == len(second[0]) + 1
    assert not list(folder.glob("*.part*"))


def test_a_backup_before_that_cannot_be_made_leaves_everything(path: Path, folder: Path, tmp_path: Path) -> None:
    chosen = made_of(path, folder)
    (tmp_path / "file").touch()
    with opened(path) as store:
        finished(store)
        before = held(store)
        with pytest.raises(StoreError, match="cannot be written"):
            backups.restore(store, chosen, tmp_path / "file" / "backups", LATER)
        assert held(store) == before


def test_who_has_the_store_open_too_sees_what_was_put_back(path: Path, folder: Path) -> None:
    with opened(path) as store, opened(path) as other:
        filled(store)
        first, chosen = held(other), backups.backup(store, folder, START)
        finished(other)
        backups.restore(store, chosen, folder, LATER)
        assert held(other) == first
        assert finished(other).id in {play.id for play in held(store)[0]}


@pytest.mark.sqlite_alone
def test_nothing_is_put_back_while_another_program_holds_the_file(path: Path, folder: Path) -> None:
    chosen = made_of(path, folder)
    with opened(path) as store, closing(sqlite3.connect(path)) as other:
        finished(store)
        before = held(store)
        with closing(store._database._engine.raw_connection()) as connection:
            connection.driver_connection.execute("PRAGMA busy_timeout=50")  # type: ignore[union-attr]
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program holds"):
            backups.restore(store, chosen, folder, LATER)
        other.rollback()
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
        with pytest.raises(StoreError, match="No space left on device"):
            backups.restore(store, chosen, folder, LATER)
        assert held(store) == before
        assert not list(folder.glob("*.part*"))
        kept = backups.newest_good(folder)
    assert kept is not None
    assert held_by(kept.path) == before


def test_a_backup_of_an_older_version_is_brought_up_and_stays_as_it_is(path: Path, folder: Path) -> None:
    folder.mkdir()
    file = folder / "tessera-20200101-120000-000000.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.executescript((OLD / "0001.sql").read_text(encoding="utf-8"))
    whole = file.read_bytes()
    (chosen,) = backups.backups(folder)
    with opened(path) as store:
        finished(store)
        backups.restore(store, chosen, folder, START)
        assert len(held(store)[0]) == 3
        assert finished(store).seats
    assert file.read_bytes() == whole
    assert backups.newest_good(folder) == backups.backups(folder)[0]
    assert len(backups.backups(folder)) == 2


@pytest.mark.parametrize("years", [-54, 0, 75], ids=["back to 1970", "right", "far ahead"])
def test_later_backups_are_newer_whatever_the_clock_says(path: Path, folder: Path, years: int) -> None:
    """The clock is right, is wrong for an evening, and is right again."""
    wrong = START.replace(year=START.year + years)
    with opened(path) as store:
        for number, at in enumerate((START, wrong, START + timedelta(days=1), START + timedelta(days=2)), 1):
            finished(store)
            assert backups.backup(store, folder, at).number == number
        listed = backups.backups(folder)
        assert [len(held_by(one.path)[0]) for one in listed] == [4, 3, 2, 1]
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
    assert [(one.number, one.at.year) for one in backups.backups(folder)] == [(0, 2024), (0, 2023), (0, 2399)]
    with opened(path) as store:
        finished(store)
        assert backups.backup(store, folder, START.replace(year=1970)) == backups.backups(folder)[0]
