"""Databases where SQLite has no shared memory, as in a browser, and on their way there and back."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

from storage.backup import backups, doctor, recovery
from storage.database import sqlite_files
from storage.database.errors import StoreError
from storage.database.sqlite_files import Journal
from tests.storage.stores import START, Clock, coins, paid

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.repositories.tables import Store

NO_SHARED_MEMORY: Final = "vfs=unix-none"
"""What SQLite calls its files without locks and shared memory."""


@contextmanager
def without_shared_memory() -> Iterator[None]:
    """Let every connection be one without shared memory."""
    connect = sqlite3.connect

    def without(database: str | Path, *args: Any, **options: Any) -> sqlite3.Connection:
        address = str(database)
        if not address.startswith("file:"):
            address = f"file:{address}"
        address += ("&" if "?" in address else "?") + NO_SHARED_MEMORY
        connection: sqlite3.Connection = connect(address, *args, **{**options, "uri": True})
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", without)
        patch.setattr(sqlite3.dbapi2, "connect", without)
        yield


@pytest.fixture
def there() -> Iterator[None]:
    with without_shared_memory():
        yield


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file with a log, from a desktop."""
    file = tmp_path / "old" / "tessera.sqlite3"
    begun(file, 1)
    assert sqlite_files.uses_wal(file)
    return file


def kept_at(file: Path, journal: Journal) -> Store:
    return recovery.open_store(f"sqlite:///{file}", Clock(), file.parent / backups.FOLDER, journal)[0]


def mode_of(store: Store) -> object:
    with store.reading() as session:
        return session.connection().exec_driver_sql("PRAGMA journal_mode").scalar()


def begun(file: Path, number: int, journal: Journal = Journal.WAL) -> None:
    with closing(kept_at(file, journal)) as store:
        store.begin("carpe-diem", coins(number))


def entered(store: Store) -> list[object]:
    return sorted(table.content["table"]["coins"] for table in store.tables())


@pytest.mark.usefixtures("there")
def test_a_log_cannot_be_used_there(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "file.db")) as connection:
        assert connection.execute("PRAGMA journal_mode=WAL").fetchone() == ("delete",)


@pytest.mark.usefixtures("there")
def test_what_is_entered_there_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    begun(file, 1, Journal.TRUNCATE)
    with closing(kept_at(file, Journal.TRUNCATE)) as store:
        assert mode_of(store) == "truncate"
        (table,) = store.tables()
        store.save(table, paid(table, 2), coins(2))
        assert entered(store) == [2]
        assert file.with_name(f"{file.name}-journal").stat().st_size == 0
    assert not sqlite_files.was_interrupted(file)


def test_a_database_goes_there_with_its_log_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    with closing(kept_at(file, Journal.WAL)) as store:
        store.begin("carpe-diem", coins(1))
        assert sqlite_files.uses_wal(file)
        carried = tmp_path / "there" / file.name
        carried.parent.mkdir()
        for end in ("", "-wal"):
            shutil.copyfile(file.with_name(file.name + end), carried.with_name(file.name + end))
    with without_shared_memory():
        assert entered_again(carried) == [1]
        assert not sqlite_files.uses_wal(carried)
        begun(carried, 2, Journal.TRUNCATE)
    with closing(kept_at(carried, Journal.WAL)) as store:
        assert mode_of(store) == "wal"
        assert entered(store) == [1, 2]


@pytest.mark.usefixtures("old", "there")
def test_a_file_with_a_log_is_put_back_there(old: Path, tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    folder = tmp_path / backups.FOLDER
    begun(file, 2, Journal.TRUNCATE)
    brought = folder / "tessera-20260301-120000-000000.sqlite3"
    folder.mkdir()
    shutil.copyfile(old, brought)
    (kept_backup,) = backups.backups(folder)
    with closing(kept_at(file, Journal.TRUNCATE)) as store:
        before = backups.restore(store, kept_backup, folder, START)
        assert entered(store) == [1]
        backups.restore(store, before, folder, START)
        assert entered(store) == [2]
    assert not sqlite_files.uses_wal(file)
    assert entered_again(file) == [2]


def entered_again(file: Path) -> list[object]:
    with closing(kept_at(file, Journal.TRUNCATE)) as store:
        return entered(store)


@pytest.mark.usefixtures("there")
def test_a_damaged_file_is_replaced_there_by_its_backup(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    begun(file, 1, Journal.TRUNCATE)
    with closing(kept_at(file, Journal.TRUNCATE)) as store:
        backups.backup(store, tmp_path / backups.FOLDER, START)
    file.write_bytes(file.read_bytes()[:5000])
    assert entered_again(file) == [1]
    (aside,) = tmp_path.glob("*-damaged-*.sqlite3")
    assert aside.stat().st_size == 5000


@pytest.mark.usefixtures("there")
def test_the_doctor_examines_there(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    begun(file, 1, Journal.TRUNCATE)
    with closing(kept_at(file, Journal.TRUNCATE)) as store:
        findings = doctor.examine_open(store, tmp_path / backups.FOLDER, Clock())
    assert [finding.kind for finding in findings if finding.kind == "fault"] == []


def test_a_change_that_was_cut_off_is_rolled_back(tmp_path: Path) -> None:
    file = tmp_path / "tessera.sqlite3"
    begun(file, 1, Journal.TRUNCATE)
    cut = tmp_path / "cut" / file.name
    cut.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=TRUNCATE")
        connection.execute("PRAGMA cache_spill=1")
        connection.execute("PRAGMA cache_size=1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE tables SET content = zeroblob(200000)")
        for end in ("", "-journal"):
            shutil.copyfile(file.with_name(file.name + end), cut.with_name(file.name + end))
        connection.execute("ROLLBACK")
    assert cut.read_bytes() != file.read_bytes()
    assert sqlite_files.was_interrupted(cut)
    assert entered_again(cut) == [1]
    assert not sqlite_files.was_interrupted(cut)


def test_a_database_of_another_program_stays_as_it_is_there(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE notes (words)")
        connection.commit()
    before = file.read_bytes()
    with without_shared_memory(), pytest.raises(StoreError, match="belongs to another program"):
        kept_at(file, Journal.TRUNCATE)
    assert file.read_bytes() == before
