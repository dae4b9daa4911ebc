"""Backups: a checked copy of everything for each of some moments, thinned with time, put back when it is needed.

A backup is a database of SQLite of its own, also where PostgreSQL keeps the plays; its name says from when it is.
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
from storage.database.engine import Database
from storage.database.errors import StoreError
from storage.database.models import Row
from storage.migrations import HEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.repositories.tables import Store


FOLDER: Final = "backups"
"""How the folder of backups is called, beside the database."""

FILE_NAME: Final = re.compile(r"tessera-(\d{8}-\d{6}-\d{6})\.sqlite3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup: its file, the moment from which it is, and how large it is in bytes."""

    path: Path
    at: datetime
    size: int


def backup(of: Store | Database | Path, folder: Path, now: datetime) -> Backup:
    """Keep everything as it is now in a folder, checked; where nothing changed, the last backup does.

    Others may go on writing meanwhile. A path is that of a database of SQLite.

    Raises:
        StoreError: there is no new backup, and nothing else has changed.

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
    """Return what backs a database of an older version up into a folder before it is upgraded."""
    return lambda database: backup(database, folder, datetime.now(UTC))


def _has_same_content(before: Backup, made: Backup) -> bool:
    try:
        return sqlite_files.has_same_content(before.path, made.path)
    except OSError:  # such as another program that thinned it out meanwhile
        return False


def _free_path(folder: Path, now: datetime) -> Path:
    """Return the first name from a moment on that no backup has."""
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
    """Return the backups of a folder, the newest first; what is not called like one is left out."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(ValueError, OSError):
                found.append(Backup(path=path, at=_time_of(path.name), size=path.stat().st_size))
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def restore_problems(backup: Backup) -> tuple[str, ...]:
    """Return why a backup cannot be put back, in a few words each; nothing where it can."""
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
    """Return what every file of this version has and this one has not."""
    with sqlite_files.open_read_only(path) as asked:
        there = {
            (table.name, column)
            for table in Row.metadata.sorted_tables
            for _, column, *_ in asked.execute(f"PRAGMA table_info({table.name})")
        }
    wanted = ((table.name, column.name) for table in Row.metadata.sorted_tables for column in table.columns)
    return tuple(f"it has no {column} of {table}" for table, column in wanted if (table, column) not in there)


def newest_good(folder: Path) -> Backup | None:
    """Return the newest backup that can be put back."""
    return next((one for one in backups(folder) if not restore_problems(one)), None)


# -- put back


def restore(store: Store, chosen: Backup, folder: Path, now: datetime) -> Backup:
    """Have everything be as it was when the chosen backup was made; what is there now is backed up first, and returned.

    Whoever holds something that was read before must read it again.

    Raises:
        StoreError: the backup cannot be put back, or what is there cannot be backed up; nothing has changed.

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
            with closing(Database(f"sqlite:///{new.as_posix()}")):
                pass  # brought up to this version
            store.restore_from(new)
    return before


@contextmanager
def _restore_folder(folder: Path) -> Iterator[Path]:
    """Make a folder for a while, on the disk that has the backups."""
    place = folder / f"restoring{sqlite_files.PART_SUFFIX}"
    shutil.rmtree(place, ignore_errors=True)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
