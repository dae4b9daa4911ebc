"""A backup that is made bit by bit, where there is one thread alone: a tap meanwhile does not wait for it."""

from __future__ import annotations

import sqlite3
from time import perf_counter
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.backup import backups
from storage.database import copies, file_parts, migrations, row_check, sqlite_files, whole_files
from storage.database.errors import DamagedDatabaseError, StoreError, store_error
from storage.database.models import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from datetime import datetime
    from pathlib import Path

    from storage.backup.backups import Backup

SLICE_S: Final = 0.008
"""How long a statement should take where a copy is made bit by bit."""

CHECKED_ROWS: Final = 100
"""How many rows of it are read again at a time."""


class ChangedError(StoreError):
    """Somebody has written to a database while its rows were copied bit by bit."""


def backup_in_slices(file: Path, folder: Path, now: datetime) -> Generator[None, None, Backup]:
    """Back up a file as `backup` does, with a pause wherever this yields.

    What is damaged, or not ours, is backed up in one piece.

    Raises:
        ChangedError: somebody has written to the file meanwhile.
        StoreError: the backup could not be made.

    """
    newest, target, finish = backups.next_backup(folder, now)
    try:
        yield from _copied_in_slices(file, target, finish)
    except DamagedDatabaseError:
        return backups.backup(file, folder, now)
    made = backups.backup_at(target)
    if newest is None:
        return made
    for same in backups.same_blocks(newest, made):
        if not same:
            return made
        yield
    return backups.first_of(newest, made)


def _copied_in_slices(source: Path, target: Path, finish: Callable[[Path], object]) -> Iterator[None]:
    """Copy the rows of a database, let `finish` work on the copy, and check it, with a pause wherever this yields.

    Others may go on writing meanwhile.

    Raises:
        ChangedError: somebody did.
        StoreError: there is no copy, or none that is made like this: something is damaged, or is not ours.

    """
    if copies.not_ours(source):
        raise DamagedDatabaseError(say("it has parts that Tessera did not make"))
    part = target.with_name(target.name + whole_files.PART_SUFFIX)
    with whole_files.part_file(part):
        try:
            with copies.new_copy(source, part, "mode=ro") as (copy, made):
                for sql in made.indexes.values():
                    copy.execute(sql)
                copy.execute("PRAGMA foreign_keys=ON")
                yield from _slices(copy, made)
            finish(part)
            yield
            with sqlite_files.open_read_only(part, limited=False) as read:
                yield from _checks(read)
            whole_files.sync_to_disk(part)
        except sqlite3.IntegrityError as error:  # such as a part of a play that is not there
            raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE) from error
        except sqlite3.Error as error:
            raise store_error(error, str(target)) from error
        part.replace(target)
        whole_files.sync_to_disk(target.parent)


def _slices(copy: sqlite3.Connection, made: migrations.Layout) -> Iterator[None]:
    """Copy the rows of the attached source, as many at a time as take `SLICE_S`.

    Raises:
        sqlite3.Error: a table is damaged, or the copy cannot be written.
        StoreError: somebody wrote to the source, or rows are missing there.

    """
    begun = _data_version(copy)
    for table in map(str, Row.metadata.sorted_tables):
        columns = ", ".join(map(file_parts.quoted, made.columns[table]))
        last, number, read = -(1 << 63), 1, 0
        while True:
            since = perf_counter()
            rows = f'FROM source."{table}" NOT INDEXED WHERE rowid > {last} ORDER BY rowid LIMIT {number}'
            (end,) = copy.execute(f"SELECT max(rowid) FROM (SELECT rowid {rows})").fetchone()  # noqa: S608 - our own
            if end is None:
                break
            read += copy.execute(f'INSERT INTO main."{table}" ({columns}) SELECT {columns} {rows}').rowcount
            last = end
            number = max(1, number // 2 if perf_counter() - since > SLICE_S else number * 2)
            yield
            if _data_version(copy) != begun:
                raise ChangedError(say("it changed while it was copied"))
        if copies.has_lost_rows(copy, table, read, "source"):
            raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE)
        yield


def _data_version(copy: sqlite3.Connection) -> object:
    """Return what changes where somebody else writes to the attached source."""
    return copy.execute("PRAGMA source.data_version").fetchone()


def _checks(read: sqlite3.Connection) -> Iterator[None]:
    """Read all rows of a copy again, and what its indexes say of them.

    Raises:
        StoreError: a row is damaged, or an index lacks one.

    """
    for name in row_check.TABLES:
        number = 0
        for number, whole in enumerate(row_check.rows_are_whole(read.execute, name), 1):
            if not whole:
                raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE)
            if not number % CHECKED_ROWS:
                yield
        if any(count != number for count in copies.indexed_rows(read, name)):
            raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE)
        yield
