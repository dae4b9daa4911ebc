"""Files of SQLite: read without being changed, checked, copied so that a copy is whole or not there, put in place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.database.errors import DamagedDatabaseError, StoreError, store_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path

PART_SUFFIX: Final = ".part"
"""How a file ends until it is whole."""

LOG_SUFFIXES: Final = ("-wal", "-shm", "-journal")
"""How the files end that belong to a database."""

HEADER_BYTES: Final = 100
"""How many bytes SQLite tells about the file itself, such as how often it was changed."""

FILE_TIME_FORMAT: Final = "%Y%m%d-%H%M%S-%f"
"""How a moment in UTC is written in the name of a file."""


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Return a connection that reads a file, and does not make it.

    Raises:
        StoreError: the file cannot be read.

    """
    try:
        with closing(_reader(path)) as asked:
            yield asked
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error


def _reader(path: Path) -> sqlite3.Connection:
    """Connect to a file; one that a program left in the midst of a change is taken back to what it was before."""
    asked = _connected(path, "ro")
    try:
        asked.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        asked.close()
        if getattr(error, "sqlite_errorname", "") == "SQLITE_READONLY_ROLLBACK":
            return _connected(path, "rw")
        raise
    return asked


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    asked = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    asked.execute("PRAGMA busy_timeout=5000")
    return asked


def integrity_problems(path: Path, check: str = "integrity_check") -> tuple[str, ...]:
    """Return what is wrong with a file, in the words of SQLite; nothing where it is whole.

    Raises:
        StoreError: the file cannot be read, though it may be whole.

    """
    try:
        with open_read_only(path) as asked:
            found = [str(fault) for (fault,) in asked.execute(f"PRAGMA {check}") if fault != "ok"]
            if not found:
                found = [
                    f"{table} names a row of {parent} that is not there"
                    for table, _, parent, _ in asked.execute("PRAGMA foreign_key_check")
                ]
            if not found and _is_torn(path, asked):
                found = ["it ends in the midst of a page"]
    except DamagedDatabaseError as error:
        return (" ".join(str(error.__cause__).split()),)
    return tuple(found)


def _is_torn(path: Path, asked: sqlite3.Connection) -> bool:
    """Return whether the end of a last page is missing, for which SQLite would read zeros."""
    logs = (path.with_name(path.name + end) for end in LOG_SUFFIXES)
    if any(log.exists() and log.stat().st_size and not log.name.endswith("-shm") for log in logs):
        return False  # that may hold the page
    (page,) = asked.execute("PRAGMA page_size").fetchone()
    return bool(path.stat().st_size % page)


def revision_of(path: Path) -> str | None:
    """Return the step at which the database of a file stands, nothing where it is not one of ours.

    Raises:
        StoreError: the file cannot be read.

    """
    with open_read_only(path) as asked:
        if asked.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
            return None
        row = asked.execute("SELECT version_num FROM alembic_version").fetchone()
        return None if row is None else str(row[0])


def copy_database(source: Path, target: Path) -> None:
    """Copy a database, also while others write it, and have the copy checked before it is there.

    Raises:
        StoreError: there is no copy now.

    """
    part = target.with_name(target.name + PART_SUFFIX)
    with part_file(part):
        with open_read_only(source) as asked:
            try:
                asked.execute("VACUUM INTO ?", (str(part),))
            except sqlite3.OperationalError as error:  # such as no room: it is about the copy
                raise store_error(error, str(target)) from error
        move_checked(part, target)


@contextmanager
def part_file(part: Path) -> Iterator[None]:
    """Make a file, which is gone when that fails.

    Raises:
        StoreError: it could not be made.

    """
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        _remove_part(part)
        yield
    except OSError as error:
        message = "{file} cannot be written ({why}): free some room on that disk, and allow writing its folder"
        raise StoreError(say(message, file=str(part), why=error.strerror or str(error))) from error
    finally:
        with suppress(OSError):
            _remove_part(part)


def _remove_part(part: Path) -> None:
    for end in ("", *LOG_SUFFIXES):
        part.with_name(part.name + end).unlink(missing_ok=True)


def move_checked(part: Path, target: Path) -> None:
    """Check a file, and give it its name when the disk has all of it.

    Raises:
        StoreError: it is not whole.
        OSError: the disk does not take it.

    """
    found = integrity_problems(part)
    if found:
        raise DamagedDatabaseError(
            say("the copy {file} is not whole ({what}): do it again", file=str(part), what=found[0])
        )
    sync_to_disk(part)
    part.replace(target)
    sync_to_disk(target.parent)


def sync_to_disk(path: Path) -> None:
    """Wait until the disk has all of a file, or the names in a folder.

    Raises:
        OSError: it could not take it.

    """
    if os.name != "posix" and path.is_dir():
        return  # folders cannot be opened there
    opened = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def has_same_content(one: Path, other: Path) -> bool:
    """Return whether two copies hold the same."""
    if one.stat().st_size != other.stat().st_size:
        return False
    with one.open("rb") as here, other.open("rb") as there:
        here.seek(HEADER_BYTES)
        there.seek(HEADER_BYTES)
        while block := here.read(1 << 16):
            if block != there.read(1 << 16):
                return False
    return True


def aside_path(path: Path, now: datetime) -> Path:
    """Return where a file is kept whose place another takes at a moment."""
    return path.with_name(f"{path.stem}-damaged-{now:{FILE_TIME_FORMAT}}{path.suffix}")


def replace_file(new: Path, path: Path, now: datetime, finish: Callable[[Path], object]) -> None:
    """Put a copy of a whole file, as it is finished, in the place of another, which nobody has open and which is kept.

    A name always leads to one of the two: where this is ended in the midst of it, it can be done again.

    Raises:
        StoreError: the file at `path` is as it was.

    """
    aside = aside_path(path, now)
    part = path.with_name(path.name + PART_SUFFIX)
    with part_file(part):
        shutil.copyfile(new, part)
        finish(part)
        sync_to_disk(part)
        if path.exists():
            for end in ("", *LOG_SUFFIXES):
                _link_or_copy(path.with_name(path.name + end), aside.with_name(aside.name + end))
            sync_to_disk(path.parent)
        for end in LOG_SUFFIXES:  # what they say is of the file before, and would be written into this one
            path.with_name(path.name + end).unlink(missing_ok=True)
        part.replace(path)
        sync_to_disk(path.parent)


def _link_or_copy(path: Path, other: Path) -> None:
    """Give a file another name, beside the one that it has."""
    if not path.exists() or other.exists():
        return
    try:
        os.link(path, other)
    except OSError:  # not every file system lets a file have two names
        shutil.copy2(path, other)
        sync_to_disk(other)
