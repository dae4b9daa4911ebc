"""Disks that are full or may not be written, and a file of a time to come: a sentence, and nothing is lost."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from storage.backup import backups, doctor, recovery
from storage.database import sqlite_files
from storage.database.errors import StoreError
from storage.repositories import history
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from storage.repositories.values import TableStep
from tests.storage.disks import filled_up, mounted, small_disk
from tests.storage.sample_plays import finished
from tests.storage.stores import (
    LARGE,
    START,
    Clock,
    coins,
    files_of_at_most,
    lay_out,
    opened_with_care,
    saved_until_it_fails,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


OLD: Final = Path(__file__).parents[1] / "old"
LATER: Final = START + timedelta(days=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


def seen(folder: Path) -> dict[str, bytes]:
    """All that lies in a folder."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def known(folder: Path) -> set[str]:
    """What lies in a folder, but the empty log that reading may leave where nothing more may be written."""
    return {name for name, data in seen(folder).items() if not name.endswith("-shm") and (data or "-wal" not in name)}


def plays_of(store: Store) -> list[str]:
    return [play.id for play in history.stream(store, Filter())]


def damaged(path: Path, folder: Path) -> bytes:
    """Leave a file that was cut in half, and a good backup."""
    with opened_with_care(path) as store:
        finished(store)
        backups.backup(store, folder, START)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return path.read_bytes()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk") as place:
        yield place


def said(error: pytest.ExceptionInfo[StoreError], path: Path) -> str:
    """Return the sentence, which names the file."""
    message = str(error.value.message)
    assert message.splitlines() == [message]
    assert str(path) in message
    return message


def test_on_a_full_disk_what_was_entered_stays_and_it_goes_on_with_room(disk: Path) -> None:
    path = disk / "tessera.sqlite3"
    with opened_with_care(path) as store:
        first = finished(store)
        table = store.begin("carpe-diem", coins(0))
        filler = filled_up(disk, left=100_000)
        table, message = saved_until_it_fails(store, table, 100)
        assert "nothing was saved" in message
        assert str(path) in message
        assert store.table(table.id) == table
        with pytest.raises(StoreError, match="nothing was saved"):
            finished(store, {f"somebody {number}": number for number in range(1, 400)})
        assert plays_of(store) == [first.id]
        filler.unlink()
        table = store.save(table, TableStep(table.revision + 1, "Cathy", "", ()), coins(1))
        second = finished(store)
    assert sqlite_files.integrity_problems(path) == ()
    with opened_with_care(path) as store:
        assert set(plays_of(store)) == {first.id, second.id}
        assert table in store.tables()


def left_by(path: Path, *, killed: bool) -> None:
    """Leave a file of two plays as a program does that has ended, or with its log as one does that was killed."""
    with opened_with_care(path) as store:
        finished(store)
        finished(store)
        log = path.with_name(f"{path.name}-wal")
        kept = {file: file.read_bytes() for file in (path, log)} if killed else {}
    for file, content in kept.items():
        file.write_bytes(content)
    assert not path.with_name(f"{path.name}-shm").exists()
    assert log.exists() == killed


@pytest.mark.parametrize("killed", [False, True])
def test_on_a_full_disk_everything_can_be_read_and_goes_on_with_room(disk: Path, *, killed: bool) -> None:
    path = disk / "tessera.sqlite3"
    left_by(path, killed=killed)
    filler = filled_up(disk)
    findings = doctor.examine(f"sqlite:///{path}", disk / "backups", Clock())
    assert not [finding for finding in findings if finding.kind == "fault"]
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), disk / "backups")
    with closing(store):
        assert recovered is None
        assert len(plays_of(store)) == 2
        with pytest.raises(StoreError, match="no room left for"):
            finished(store)
        assert len(plays_of(store)) == 2
        filler.unlink()
        finished(store)
    with opened_with_care(path) as store:
        assert len(plays_of(store)) == 3


@pytest.mark.parametrize("killed", [False, True])
def test_on_a_disk_that_may_not_be_written_everything_can_be_read(disk: Path, *, killed: bool) -> None:
    path = disk / "tessera.sqlite3"
    left_by(path, killed=killed)
    mounted(disk, "remount,ro")
    try:
        before = seen(disk)
        findings = doctor.examine(f"sqlite:///{path}", disk / "backups", Clock())
        assert not [finding for finding in findings if finding.kind == "fault"]
        with opened_with_care(path) as store:
            assert len(plays_of(store)) == 2
            with pytest.raises(StoreError, match=r"may not read and write .*: nothing was saved"):
                finished(store)
            with pytest.raises(StoreError, match="may not read and write"):
                store.begin("carpe-diem", coins(0))
            assert len(plays_of(store)) == 2
        assert seen(disk) == before
    finally:
        mounted(disk, "remount,rw")


def test_on_a_full_disk_no_new_store_is_made(disk: Path) -> None:
    path = disk / "tessera.sqlite3"
    filler = filled_up(disk)
    with pytest.raises(StoreError) as caught:
        Store(f"sqlite:///{path}", Clock())
    said(caught, path)
    filler.unlink()
    with opened_with_care(path) as store:
        assert finished(store).players


def test_on_a_full_disk_no_backup_is_made_and_none_is_spoiled(disk: Path, tmp_path: Path) -> None:
    folder = disk / "backups"
    with opened_with_care(tmp_path / "tessera.sqlite3") as store:
        finished(store)
        kept = backups.backup(store, folder, START)
        second = finished(store)
        filled_up(disk, left=kept.size // 2)
        before = seen(folder)
        with pytest.raises(StoreError) as caught:
            backups.backup(store, folder, LATER)
        assert "no room left" in said(caught, folder)
        assert seen(folder) == before
        assert second.id in plays_of(store)
        assert finished(store).players


@pytest.mark.usefixtures("later")
def test_a_database_of_an_older_version_stays_as_it_is_where_it_cannot_be_backed_up(disk: Path) -> None:
    path = lay_out(disk / "tessera.sqlite3")
    filled_up(disk)
    before = seen(disk)
    with pytest.raises(StoreError, match="to an older version and was left untouched, because it cannot be backed up"):
        opened_with_care(path).__enter__()
    assert seen(disk) == before


@pytest.mark.usefixtures("later")
def test_a_database_of_an_older_version_stays_as_it_is_where_there_is_no_room_for_its_steps(
    disk: Path, tmp_path: Path
) -> None:
    path = lay_out(disk / "tessera.sqlite3")
    before = seen(disk)
    filler = filled_up(disk, left=40_000)
    with pytest.raises(StoreError) as caught:
        Store(f"sqlite:///{path}", Clock(), backups.before_upgrade(tmp_path / "backups"))
    said(caught, path)
    filler.unlink()
    assert sqlite_files.version_of(path) == 1
    assert sqlite_files.integrity_problems(path) == ()
    (kept,) = backups.backups(tmp_path / "backups")
    assert backups.restore_problems(kept) == ()
    with closing(sqlite3.connect(path)) as connection:
        there = list(connection.iterdump())
    path.write_bytes(before[path.name])
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == there
    with opened_with_care(path) as store:
        assert len(plays_of(store)) == 5


@pytest.mark.parametrize(
    ("left", "why"), [(8192, "check whether its disk is full"), (100_000, "there is no room left")]
)
def test_a_damaged_file_stays_as_it_is_where_no_backup_can_take_its_place(
    disk: Path, tmp_path: Path, left: int, why: str
) -> None:
    path, folder = disk / "tessera.sqlite3", tmp_path / "backups"
    cut = damaged(path, folder)
    filler = filled_up(disk, left=left)
    with pytest.raises(StoreError) as caught:
        recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    assert why in said(caught, path)
    assert known(disk) == {path.name, filler.name}
    assert path.read_bytes() == cut
    filler.unlink()
    store, recovered = recovery.open_store(f"sqlite:///{path}", Clock(), folder)
    with closing(store):
        assert len(plays_of(store)) == 1
    assert recovered is not None
    assert recovered.aside is not None
    assert Path(recovered.aside).read_bytes() == cut


def test_a_backup_is_not_put_back_where_there_is_no_room_for_it(disk: Path) -> None:
    path, folder = disk / "tessera.sqlite3", disk / "backups"
    with opened_with_care(path) as store:
        finished(store)
        chosen = backups.backup(store, folder, START)
        finished(store)
        backups.backup(store, folder, LATER)
        before = plays_of(store)
        filled_up(disk, left=chosen.size // 2)
        listed = backups.backups(folder)
        with pytest.raises(StoreError) as caught:
            backups.restore(store, chosen, folder, LATER + timedelta(hours=1))
        said(caught, disk)
        assert plays_of(store) == before
    assert backups.backups(folder) == listed
    assert sqlite_files.integrity_problems(path) == ()


def impatient(path: Path, mode: str, connect: Any = sqlite_files._connect) -> sqlite3.Connection:
    """Connect without waiting for a lock, for seconds otherwise."""
    connection: sqlite3.Connection = connect(path, mode)
    connection.execute("PRAGMA busy_timeout=50")
    return connection


@pytest.mark.parametrize("left", [0, 20_000])
def test_a_full_disk_is_what_keeps_a_backup_from_being_put_back(
    disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """Nobody else has the file open: without room for a log, this program locks it, and waits for itself."""
    path, folder = disk / "tessera.sqlite3", tmp_path / "backups"
    with opened_with_care(path) as store:
        table = store.begin("carpe-diem", coins(0))
        for number in range(1, 8):
            table = store.save(table, TableStep(number, "Cathy", "", ()), LARGE | {"number": number})
        chosen = backups.backup(store, folder, START)
    filled_up(disk, left=left)
    monkeypatch.setattr(sqlite_files, "_connect", impatient)
    with opened_with_care(path) as store, pytest.raises(StoreError) as caught:
        backups.restore(store, chosen, folder, LATER)
    assert "there is no room left for" in said(caught, path)


@pytest.mark.parametrize("size", [1, 4096, 50_000, 100_000])
def test_a_backup_that_may_not_grow_is_none(path: Path, tmp_path: Path, size: int) -> None:
    folder = tmp_path / "backups"
    with opened_with_care(path) as store:
        finished(store)
        kept = backups.backup(store, folder, START)
        assert kept.size > 100_000
        finished(store)
        before = seen(folder)
        with files_of_at_most(size), pytest.raises(StoreError) as caught:
            backups.backup(store, folder, LATER)
        said(caught, folder)
        assert seen(folder) == before
        assert len(plays_of(store)) == 2
        assert backups.backup(store, folder, LATER) != kept


def test_a_store_that_may_not_grow_stays_as_it_is_while_a_backup_is_put_back(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with opened_with_care(path) as store:
        table = store.begin("carpe-diem", coins(0))
        for number in range(1, 30):
            table = store.save(table, TableStep(number, "Cathy", "", ()), LARGE | {"number": number})
        chosen = backups.backup(store, folder, START)
        finished(store)
        backups.backup(store, folder, LATER)
        before = plays_of(store)
        with files_of_at_most(chosen.size // 2), pytest.raises(StoreError):
            backups.restore(store, chosen, folder, LATER)
        with files_of_at_most(chosen.size // 2), pytest.raises(StoreError) as caught:
            store.restore_from(chosen.path)
        said(caught, path)
        assert plays_of(store) == before
        assert finished(store).players
    assert sqlite_files.integrity_problems(path) == ()
    with opened_with_care(path) as store:
        backups.restore(store, chosen, folder, LATER + timedelta(hours=1))
        assert plays_of(store) == []
        assert table in store.tables()


@pytest.fixture
def locked_disk(disk: Path) -> Iterator[Path]:
    """A disk that nobody may write, with a damaged file and a good backup."""
    damaged(disk / "tessera.sqlite3", disk / "backups")
    lay_out(disk / "older.sqlite3")
    mounted(disk, "remount,ro")
    yield disk
    mounted(disk, "remount,rw")


@pytest.mark.usefixtures("later")
def test_on_a_disk_that_may_not_be_written_nothing_is_recovered_or_made(locked_disk: Path) -> None:
    before = seen(locked_disk)
    for name, why in (
        ("tessera.sqlite3", "may not read and write"),
        ("older.sqlite3", "older version and was left untouched, because it cannot be backed up"),
        ("new.sqlite3", "its rights do not allow that"),
    ):
        with pytest.raises(StoreError, match=why) as caught:
            recovery.open_store(f"sqlite:///{locked_disk / name}", Clock(), locked_disk / "backups")
        said(caught, locked_disk)
    with pytest.raises(StoreError, match="may not read and write"):
        Store(f"sqlite:///{locked_disk / 'new.sqlite3'}", Clock())
    assert seen(locked_disk) == before


def test_a_disk_that_may_not_be_written_can_be_examined(locked_disk: Path) -> None:
    findings = doctor.examine(f"sqlite:///{locked_disk / 'tessera.sqlite3'}", locked_disk / "backups", Clock())
    (fault,) = (finding for finding in findings if finding.kind == "fault")
    assert "may not read and write" in str(fault.message)
    assert "has 1 backup" in " ".join(str(finding.message) for finding in findings)


@pytest.fixture
def future(path: Path, tmp_path: Path) -> Path:
    """A file as a newer version may have it, with backups beside it."""
    with opened_with_care(path) as store:
        finished(store)
        backups.backup(store, tmp_path / "backups", START)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ALTER TABLE plays ADD COLUMN weather TEXT")
        connection.execute("CREATE TABLE moods (id TEXT PRIMARY KEY, mood TEXT)")
        connection.execute("DROP TABLE settings")
        connection.execute("UPDATE tessera_version SET number = 9999")
    return path


def test_a_file_of_a_newer_version_stays_as_it_is_byte_for_byte(future: Path, tmp_path: Path) -> None:
    before = seen(tmp_path)
    url, folder = f"sqlite:///{future}", tmp_path / "backups"
    for opening in (
        lambda: recovery.open_store(url, Clock(), folder),
        lambda: Store(url, Clock(), backups.before_upgrade(folder)),
    ):
        with pytest.raises(StoreError, match="newer version of Tessera and was left untouched: install that") as caught:
            opening()
        said(caught, future)
        after = seen(tmp_path)
        assert {name: after[name] for name in before} == before
        assert known(tmp_path) == set(before)


def test_what_a_newer_version_has_not_yet_written_into_its_file_stays_beside_it(future: Path, tmp_path: Path) -> None:
    """A newer version that was killed leaves a log."""
    there = tmp_path / "killed"
    there.mkdir()
    with closing(sqlite3.connect(future)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO moods VALUES ('1', 'merry')")
        connection.commit()
        for end in ("", "-wal"):
            shutil.copy(future.with_name(future.name + end), there)
    before = seen(there)
    assert len(before["tessera.sqlite3-wal"]) > 4096
    for _ in range(2):
        with pytest.raises(StoreError, match="newer version"):
            recovery.open_store(f"sqlite:///{there / future.name}", Clock(), tmp_path / "backups")
        assert {name: data for name, data in seen(there).items() if not name.endswith("-shm")} == before
    with closing(sqlite3.connect(there / future.name)) as connection:
        assert connection.execute("SELECT mood FROM moods").fetchall() == [("merry",)]


def test_nothing_is_written_into_a_folder_that_was_removed(tmp_path: Path) -> None:
    place, away = tmp_path / "data", tmp_path / "away"
    place.mkdir()
    with opened_with_care(place / "tessera.sqlite3") as store:
        table = store.begin("carpe-diem", coins(0))
        place.rename(away)
        for _ in range(2):
            with pytest.raises(StoreError, match="was removed while Tessera was running: nothing was saved"):
                store.save(table, TableStep(1, "Cathy", "", ()), coins(1))
        with pytest.raises(StoreError, match="was removed"):
            store.check_place()
        assert store.table(table.id) == table
        away.rename(place)
        store.check_place()
        saved = store.save(table, TableStep(1, "Cathy", "", ()), coins(1))
        shutil.rmtree(place)
        with pytest.raises(StoreError, match="was removed"):
            store.set("theme", "dark")
        assert not place.exists()
    assert saved.revision == 1


def test_nothing_is_written_where_another_file_took_the_place(tmp_path: Path) -> None:
    path, second_path = tmp_path / "tessera.sqlite3", tmp_path / "other" / "tessera.sqlite3"
    with opened_with_care(second_path) as store:
        finished(store)
    with opened_with_care(path) as store:
        second_path.replace(path)
        with pytest.raises(StoreError, match="was replaced while Tessera was running"):
            store.set("theme", "dark")
        with pytest.raises(StoreError, match="was replaced"):
            store.restore_from(path)


def test_what_is_removed_while_it_is_written_to_is_not_said_to_be_saved(path: Path) -> None:
    with opened_with_care(path) as store, pytest.raises(StoreError, match="was removed"), store.writing():
        path.unlink()
