"""Backups: checked copies of the whole database, listed, compared and restored.

A backup is always an SQLite file, also when the data is in PostgreSQL; its name holds the moment when it was made.
"""

from __future__ import annotations

import re
import shutil
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.database import dump, sqlite_files
from storage.database.connections import file_url
from storage.database.engine import Database
from storage.database.errors import StoreError
from storage.database.models import Row
from storage.migrations import HEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.repositories.tables import Store


FOLDER: Final = "backups"
"""The name of the folder of backups next to the database."""

FILE_NAME: Final = re.compile(r"tessera-(\d{8}-\d{6}-\d{6})\.sqlite3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup file, the moment when it was made, and its size in bytes."""

    path: Path
    at: datetime
    size: int


def backup(of: Store | Database | Path, folder: Path, now: datetime) -> Backup:
    """Back up the database into a folder, check the copy and return it.

    Returns the newest existing backup when nothing has changed since. Others may go on writing meanwhile.

    Raises:
        StoreError: the backup could not be made; nothing has changed.

    """
    newest = next(iter(backups(folder)), None)
    target = _free_path(folder, now)
    if isinstance(of, Path):
        sqlite_files.copy_database(of, target)
    elif of.file is not None:
        sqlite_files.copy_database(of.file, target)
    else:
        with of.reading() as session:
            dump.dump(session.connection(), target)
    made = Backup(path=target, at=_time_of(target.name), size=target.stat().st_size)
    if newest is None or not _has_same_content(newest, made):
        return made
    with suppress(OSError):
        made.path.unlink()
    return newest


def before_upgrade(folder: Path) -> Callable[[Database], Backup]:
    """Return a function for `Store.open` that backs up an older database before it is upgraded."""
    return lambda database: backup(database, folder, datetime.now(UTC))


def _has_same_content(before: Backup, made: Backup) -> bool:
    try:
        return sqlite_files.has_same_content(before.path, made.path)
    except OSError:  # such as another program that has just deleted it
        return False


def _free_path(folder: Path, now: datetime) -> Path:
    """Return the first path from this moment on that does not exist yet."""
    while True:
        path = folder / f"tessera-{now.astimezone(UTC):{sqlite_files.FILE_TIME_FORMAT}}.sqlite3"
        if not path.exists():
            return path
        now += timedelta(microseconds=1)


def _time_of(name: str) -> datetime:
    named = FILE_NAME.fullmatch(name)
    if named is None:
        raise ValueError(name)
    return datetime.strptime(named[1], sqlite_files.FILE_TIME_FORMAT).replace(tzinfo=UTC)


def backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups of a folder, newest first; files with other names are ignored."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(ValueError, OSError):
                found.append(Backup(path=path, at=_time_of(path.name), size=path.stat().st_size))
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def restore_problems(backup: Backup) -> tuple[str, ...]:
    """Return the reasons why a backup cannot be restored; empty when it can."""
    try:
        found = sqlite_files.integrity_problems(backup.path)
        if found:
            return found
        revision = sqlite_files.revision_of(backup.path)
        lacking = _missing_columns(backup.path) if revision == HEAD else ()
    except StoreError as error:
        return (str(error),)
    if revision is None:
        return ("it holds nothing of Tessera's",)
    if lacking:
        return lacking
    return () if Database.can_open(revision) else ("it was written by a newer version of Tessera",)


def _missing_columns(path: Path) -> tuple[str, ...]:
    """Return the tables and columns of this version that a file does not have."""
    with sqlite_files.open_read_only(path) as asked:
        there = {
            (table.name, column)
            for table in Row.metadata.sorted_tables
            for _, column, *_ in asked.execute(f"PRAGMA table_info({table.name})")
        }
    wanted = ((table.name, column.name) for table in Row.metadata.sorted_tables for column in table.columns)
    return tuple(f"it has no {column} of {table}" for table, column in wanted if (table, column) not in there)


def newest_good(folder: Path) -> Backup | None:
    """Return the newest backup that can be restored, or `None`."""
    return next((one for one in backups(folder) if not restore_problems(one)), None)


def restore(store: Store, chosen: Backup, folder: Path, now: datetime) -> Backup:
    """Replace everything by a backup; return the backup of the present state that is made first.

    Callers must read again whatever they have read before.

    Raises:
        StoreError: the backup cannot be restored, or the present state cannot be backed up; nothing has changed.

    """
    found = restore_problems(chosen)
    if found:
        message = "the backup {file} cannot be put back ({what}): choose another one"
        raise StoreError(say(message, file=str(chosen.path), what=found[0]))
    before = backup(store, folder, now)
    with _restore_folder(folder) as place:
        new = place / chosen.path.name
        with sqlite_files.part_file(new):
            shutil.copyfile(chosen.path, new)
            with closing(Database(file_url(new))):
                pass  # opening upgrades it to this version
            store.restore_from(new)
    return before


@contextmanager
def _restore_folder(folder: Path) -> Iterator[Path]:
    """Create a temporary folder on the disk of the backups."""
    place = folder / f"restoring{sqlite_files.PART_SUFFIX}"
    shutil.rmtree(place, ignore_errors=True)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
