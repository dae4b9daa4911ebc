"""Backups: checked copies of the whole database, listed, compared, restored and thinned.

A backup is always an SQLite file, also when the data is in PostgreSQL; its name holds the moment when it was made, and
its header a number, by which later backups are known even where the clock was wrong. It lets nobody in: join codes, the
phones at tables and the browsers that are the host's are left out, and after a restore there are none. All of two days
are kept, then daily, weekly and monthly ones.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from scoring.messages import Message, say
from storage.database import copies, migrations, row_check, sqlite_files, whole_files
from storage.database.connections import file_url
from storage.database.engine import Database
from storage.database.errors import StoreError, store_error
from storage.database.models import Row
from storage.repositories.access import DEVICE_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from storage.database.row_check import DamagedRow
    from storage.repositories.tables import Store


FOLDER: Final = "backups"
"""The name of the folder of backups next to the database."""

ACCESS: Final = {"guests": "", "join_codes": "", "devices": "WHERE host"}
"""The rows that let somebody in, by table: those that a backup leaves out."""

ACCESS_NOTICE: Final = say(
    "Phones join again with the new codes of their tables, other hosts with a new link, "
    "and your devices need a new code."
)
"""What a restore means for those who were let in."""

UNENTERED: Final = {*ACCESS, "settings", sqlite_files.VERSION_TABLE}
"""The tables that may have rows though nobody has entered anything."""

DAMAGED: Final = "-damaged"
"""The end of the name of a backup with damaged rows: it keeps what is there, and pushes no good one out."""

FILE_NAME: Final = re.compile(rf"tessera-(\d{{8}}-\d{{6}}-\d{{6}})(?:{DAMAGED})?\.sqlite3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup file, the moment when it was made, and its size in bytes.

    `whole` says that no row was damaged then; `number` is larger than that of every backup made before into the same
    folder; 0 if an earlier version made it.
    """

    path: Path
    at: datetime
    size: int
    number: int = 0
    whole: bool = True


def backup(of: Database | Path, folder: Path, now: datetime) -> Backup:
    """Back up the database into a folder, check the copy and return it.

    Returns the newest existing backup when nothing has changed since. Others may go on writing meanwhile.

    Raises:
        StoreError: the backup could not be made; nothing has changed.

    """
    newest, target, finish = next_backup(folder, now)
    file = of if isinstance(of, Path) else of.file
    if file is not None:
        if copies.copy_database(file, target, finish):
            sqlite_files.mark_suspect(file)  # opened again, it is mended
    elif not isinstance(of, Path):
        with of.reading() as session:
            copies.dump(session.connection(), target, finish)
    if damaged_rows(target):
        target = target.rename(target.with_stem(target.stem + DAMAGED))
        if file is not None:
            sqlite_files.mark_suspect(file)
    made = backup_at(target)
    return made if newest is None or not all(same_blocks(newest, made)) else first_of(newest, made)


def next_backup(folder: Path, now: datetime) -> tuple[Backup | None, Path, Callable[[Path], None]]:
    """Return the newest backup, the path of the next one, and what a copy of the database lacks to be that."""
    newest = next(iter(backups(folder)), None)
    number = 1 if newest is None else newest.number + 1
    return newest, _free_path(folder, now), lambda part: remove_access(part, number)


def first_of(before: Backup, again: Backup) -> Backup:
    """Keep the first of two backups with the same content."""
    with suppress(OSError):
        again.path.unlink()
    return before


def remove_access(file: Path, number: int) -> None:
    """Remove all that lets somebody in from an SQLite file of any version, without a trace, and give it a number.

    Raises:
        StoreError: that failed.

    """
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            sqlite_files.guard(connection)
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # also where a file with a log could not be shared
            connection.execute("PRAGMA secure_delete=ON")
            for table, those in ACCESS.items():
                if sqlite_files.has_table(connection, table):
                    connection.execute(f"DELETE FROM {table} {those}")  # noqa: S608 - names of our own
            if sqlite_files.has_table(connection, "settings"):
                connection.execute('DELETE FROM settings WHERE "key" IN (?, ?, ?)', DEVICE_SETTINGS)
            sqlite_files.set_sequence_number(connection, number)
    except sqlite3.Error as error:
        raise store_error(error, str(file)) from error


def before_upgrade(folder: Path) -> Callable[[Database], Backup]:
    """Return a function for a `Store` that backs up an older database before it is upgraded."""
    return lambda database: backup(database, folder, datetime.now(UTC))


def same_blocks(before: Backup, made: Backup) -> Iterator[bool]:
    """Yield for each block of two backups whether it is the same."""
    try:
        yield from sqlite_files.same_blocks(before.path, made.path)
    except OSError:  # such as another program that has just deleted it
        yield False


def _free_path(folder: Path, now: datetime) -> Path:
    """Return the first path from this moment on that does not exist yet."""
    while True:
        path = folder / f"tessera-{now.astimezone(UTC):{whole_files.FILE_TIME_FORMAT}}.sqlite3"
        if not path.exists():
            return path
        now += timedelta(microseconds=1)


def _time_of(name: str) -> datetime:
    named = FILE_NAME.fullmatch(name)
    if named is None:
        raise ValueError(name)
    return datetime.strptime(named[1], whole_files.FILE_TIME_FORMAT).replace(tzinfo=UTC)


def backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups of a folder, newest first; files with other names are ignored.

    The number decides, as clocks may be wrong; without one the date does, and one in the future is not believed.
    """
    listed = []
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(ValueError, OSError):
                listed.append(backup_at(path))
    now = datetime.now(UTC)
    return tuple(
        sorted(listed, key=lambda candidate: (candidate.number, candidate.at <= now, candidate.at), reverse=True)
    )


def backup_at(path: Path) -> Backup:
    """Return the backup in a file.

    Raises:
        ValueError: it is not called like a backup.
        OSError: it cannot be read.

    """
    at = _time_of(path.name)
    whole = not path.stem.endswith(DAMAGED)
    return Backup(path=path, at=at, size=path.stat().st_size, number=sqlite_files.sequence_number(path), whole=whole)


def restore_problems(backup: Backup) -> tuple[Message | str, ...]:
    """Return the reasons why a backup cannot be restored; empty when it can."""
    return file_problems(backup.path)


def file_problems(file: Path) -> tuple[Message | str, ...]:
    """Return the reasons why the rows of a file cannot take the place of those in the database; empty when they can."""
    try:
        return sqlite_files.integrity_problems(file) or copies.problems(file)
    except StoreError as error:
        return (error.message,)


def damaged_rows(path: Path) -> tuple[DamagedRow, ...]:
    """Return the damaged rows of an SQLite file; those of an older version are not looked at.

    Raises:
        StoreError: the file cannot be read.

    """
    if sqlite_files.version_of(path) != migrations.newest():
        return ()
    with sqlite_files.open_read_only(path) as connection:
        return row_check.damaged_rows(connection.execute)


def newest_good(folder: Path) -> Backup | None:
    """Return the newest backup that can be restored, one without damaged rows if there is any, or `None`."""
    return _best(backups(folder))


def _best(candidates: Iterable[Backup]) -> Backup | None:
    restorable = [candidate for candidate in candidates if not restore_problems(candidate)]
    return next(
        (candidate for candidate in restorable if not damaged_rows(candidate.path)), next(iter(restorable), None)
    )


def newest_entered(folder: Path, after: int = 0) -> Backup | None:
    """Return the newest backup that can be restored and in which something was entered, or `None`.

    With `after`, only one of a larger number.
    """
    later = (candidate for candidate in backups(folder) if not after or candidate.number > after)
    return _best(candidate for candidate in later if not restore_problems(candidate) and is_entered(candidate.path))


def is_entered(file: Path) -> bool:
    """Return whether anybody has entered anything into an SQLite file: it has rows, or tables of another program.

    Raises:
        StoreError: the file cannot be read.

    """
    with sqlite_files.open_read_only(file) as connection:
        made = "sql LIKE 'CREATE TABLE %'"  # whatever else is called like one
        named = connection.execute(f"SELECT name FROM sqlite_master WHERE {made} ORDER BY name = 'plays' DESC")  # noqa: S608 - ours
        tables = [name for (name,) in named.fetchall() if name not in UNENTERED]
        if not set(tables) <= set(Row.metadata.tables):
            return True
        return any(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in tables)  # noqa: S608 - ours


def unusable_message(backup: Backup, what: Message | str) -> Message:
    """Return the sentence on a backup that cannot be restored."""
    return say("{file} cannot be restored: {what}", file=backup.path.name, what=what)


def emptied_message(file: Path, entered: Backup) -> Message:
    """Return the sentence on a file that has lost what a backup holds."""
    return say(
        'There is nothing in "{file}", but there is in {backup}: open the app to restore that backup.',
        file=str(file),
        backup=entered.path.name,
    )


def entered_before(file: Path, folder: Path) -> Backup | None:
    """Return the backup that an SQLite file seems to have lost: nothing is in it, and more was entered before.

    `None` where there is none, or where a backup without anything was put back after it was made.

    Raises:
        StoreError: the file cannot be read.

    """
    if not backups(folder):
        return None
    if not file.exists() or not file.stat().st_size:
        return newest_entered(folder)
    if is_entered(file):
        return None
    with sqlite_files.open_read_only(file) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
    return newest_entered(folder, number)


def restore(store: Store, chosen: Backup, folder: Path, now: datetime) -> Backup:
    """Replace everything by a backup; return the backup of the present state that is made first.

    Its rows alone come in, as they do from a file of a stranger; `copies.left_behind` says what does not. Nobody is let
    in any more: phones join again by new codes, and browsers elsewhere become the host's by a new link. Callers must
    read again whatever they have read before.

    Raises:
        StoreError: the backup cannot be restored, or the present state cannot be backed up; nothing has changed.

    """
    problems = restore_problems(chosen)
    if problems:
        message = unusable_message(chosen, problems[0])
        raise StoreError(message)
    before = backup(store, folder, now)
    with _restore_folder(folder) as place:
        new = place / chosen.path.name
        with whole_files.part_file(new):
            copies.copy_rows(chosen.path, new)
            remove_access(new, before.number)
            with closing(Database(file_url(new), journal=store.journal)):
                pass  # opening upgrades it to this version
            store.restore_from(new)
    return before


@contextmanager
def given_file(content: bytes, folder: Path) -> Iterator[Backup]:
    """Keep a file that somebody has chosen beside the backups, as long as the block runs.

    Raises:
        StoreError: it is no database, or could not be written.

    """
    if not sqlite_files.is_database(content):
        raise StoreError(say("this is not a Tessera backup: the name of a backup ends in .sqlite3"))
    path = folder / f"given-{uuid4().hex}.sqlite3{whole_files.PART_SUFFIX}"  # two browsers may each choose one
    with whole_files.part_file(path):
        path.write_bytes(content)
        yield Backup(path=path, at=datetime.now(UTC), size=len(content))


def counts(file: Path) -> tuple[int, int]:
    """Return the numbers of plays and of tables in play in an SQLite file of any version.

    Raises:
        StoreError: the file cannot be read.

    """
    plays = "SELECT count(*) FROM plays WHERE removed IS NULL"
    tables = "SELECT count(*) FROM tables WHERE state = 'running'"
    with sqlite_files.open_read_only(file) as connection:
        (played,), (running,) = (connection.execute(query).fetchone() for query in (plays, tables))
        return played, running


@contextmanager
def _restore_folder(folder: Path) -> Iterator[Path]:
    """Create a temporary folder on the disk of the backups."""
    place = folder / f"restoring{whole_files.PART_SUFFIX}"
    shutil.rmtree(place, ignore_errors=True)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


KEEP_ALL_FOR: Final = timedelta(days=2)
"""The time for which every backup is kept."""

PART_MAX_AGE: Final = timedelta(days=1)
"""The age from which an unfinished file is deleted: nobody can still be writing it."""

MAX_DAILY: Final = 12

MAX_WEEKLY: Final = 10

MAX_MONTHLY: Final = 9
"""The numbers of days, weeks and months before that of which the last backup is kept."""


def kept(every: Iterable[Backup], now: datetime) -> frozenset[Backup]:
    """Return the backups to keep, given the newest first: that, all of two days, 12 daily, 10 weekly and 9 monthly.

    The last backup of each day, week and month is kept; days are those of the zone of `now`. Those of the future, which
    a wrong clock has dated, take the place of no other: they are thinned for themselves, from their last day back.
    """
    listed = tuple(every)
    future = [backup for backup in listed if backup.at > now]
    past = [backup for backup in listed if backup.at <= now]
    ahead = max((backup.at for backup in future), default=now).astimezone(now.tzinfo)
    return frozenset((*_thinned(past, now), *_thinned(future, ahead), *listed[:1]))


_PERIODS: Final[tuple[tuple[Callable[[datetime], tuple[int, ...]], int], ...]] = (
    (lambda time: (time.year, time.month, time.day), MAX_DAILY),
    (lambda time: tuple(time.isocalendar()[:2]), MAX_WEEKLY),
    (lambda time: (time.year, time.month), MAX_MONTHLY),
)


def _thinned(every: Iterable[Backup], now: datetime) -> list[Backup]:
    left = sorted(every, key=lambda backup: (backup.at, backup.number), reverse=True)
    kept = list(takewhile(lambda backup: now - backup.at < KEEP_ALL_FOR, left))
    left = left[len(kept) :]
    for period, most in _PERIODS:
        chosen: dict[tuple[int, ...], Backup] = {}
        for backup in left:
            at = period(backup.at.astimezone(now.tzinfo))
            if at not in chosen and len(chosen) == most:
                break
            chosen[at] = max(chosen.get(at, backup), backup, key=lambda each: (each.number, each.at))
        kept += chosen.values()
        left = [backup for backup in left if chosen and period(backup.at.astimezone(now.tzinfo)) < min(chosen)]
    return kept


def thin(folder: Path, now: datetime) -> tuple[Backup, ...]:
    """Delete the backups that need not be kept, and unfinished files; return the deleted backups."""
    every = backups(folder)
    good, damaged = ([backup for backup in every if backup.whole is whole] for whole in (True, False))
    staying = (*kept(good, now), *kept(damaged, now))  # each for itself, so that damage pushes out nothing good
    removed = tuple(backup for backup in every if backup not in staying)
    for backup in removed:
        with suppress(OSError):
            backup.path.unlink()
    with suppress(OSError):
        for path in folder.glob(f"*{whole_files.PART_SUFFIX}*"):
            # the folder of a restore stays: the next one makes it anew
            if path.is_file() and now.timestamp() - path.stat().st_mtime > PART_MAX_AGE.total_seconds():
                path.unlink()
    return removed
