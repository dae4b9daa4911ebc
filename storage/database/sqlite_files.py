"""SQLite files: read without changing them, checked, and what their headers say."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import stat
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say
from storage.database.errors import NO_ROOM, DamagedDatabaseError, StoreError, store_error, unusable
from storage.database.file_parts import worked_out
from storage.database.whole_files import LOG_SUFFIXES, sync_to_disk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Journal(StrEnum):
    """How SQLite keeps a change together that is being written.

    `WAL` logs it beside the file, so that reading never waits for writing; connections share memory for that.
    `TRUNCATE` keeps the old pages in a journal, which is emptied at the end, and needs no shared memory. With either
    and `synchronous=FULL` a change is on the disk when it counts as saved: the emptied journal is synced, too, unlike
    one that is deleted.
    """

    WAL = "WAL"
    TRUNCATE = "TRUNCATE"


VERSION_TABLE: Final = "tessera_version"
"""The table with the version of a database in its only row."""

SUSPECT_SUFFIX: Final = "-suspect"
"""The suffix of the empty file that marks a database as possibly damaged."""

HEADER_BYTES: Final = 100
"""The size of the header, which also counts how often a file was changed."""

LOOKING_SECONDS: Final = 5
BYTES_A_SECOND: Final = 2 << 20
"""For how long a file is looked into at most, whatever is in it, and how much longer for what it holds."""

_STEPS_BETWEEN: Final = 100_000
"""The steps of SQLite after which the clock is read."""

_NO_ROOM: Final = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY")
"""The errors that a full disk gives, and one that cannot be written."""

_BLOCK_BYTES: Final = 1 << 18

_MAGIC: Final = b"SQLite format 3\x00"

_FORMATS: Final = slice(18, 20)
_WAL_FORMATS: Final = b"\x02\x02"
"""Where the header says whether a file has a write-ahead log, and what it says then."""

_USER_VERSION: Final = slice(60, 64)
"""Where the header has the number that SQLite leaves to programs."""

TEXT: Final = partial(str, encoding="utf-8", errors="surrogateescape")
"""How text is read: Python would give up a whole query for one byte that is no UTF-8."""

DAMAGED_TABLE: Final = say("its tables are damaged: put a backup in its place")


def check_kind(path: Path) -> None:
    """Check that a path leads to a file, or to none yet: whoever opens a pipe may wait for ever.

    Raises:
        StoreError: it leads to something else, or round in a circle.

    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return  # whoever makes it says what is in the way
    except OSError as error:
        raise StoreError(unusable(path, error)) from error
    if not stat.S_ISREG(mode):
        raise StoreError(unusable(path, OSError(errno.EISDIR if stat.S_ISDIR(mode) else errno.ENXIO, "")))


@contextmanager
def open_read_only(path: Path, *, limited: bool = True) -> Iterator[sqlite3.Connection]:
    """Return a connection that reads a file, whoever made it, and never creates it.

    What is asked of it ends after a while where it is `limited`.

    Raises:
        StoreError: the file cannot be read.

    """
    check_kind(path)
    try:
        with closing(_reader(path)) as connection:
            if limited:
                end = monotonic() + LOOKING_SECONDS + path.stat().st_size / BYTES_A_SECOND
                connection.set_progress_handler(lambda: monotonic() > end, _STEPS_BETWEEN)
            yield connection
    except OSError as error:
        raise StoreError(unusable(path, error)) from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname == "SQLITE_BUSY" and shutil.disk_usage(path.parent).free < path.stat().st_size:
            raise NO_ROOM.error(str(path)) from error  # without room for a log, whoever has the file open locks it
        raise store_error(error, str(path)) from error
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error
    except UnicodeDecodeError as error:  # SQLite says the name of something, and the name is damaged
        raise DamagedDatabaseError(DAMAGED_TABLE) from error


def _reader(path: Path) -> sqlite3.Connection:
    """Connect to a file; roll back what a crashed program left unfinished."""
    try:
        return probed(_connect(path, "ro"))
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_READONLY_ROLLBACK":
            return _connect(path, "rw")
        connection = connect_without_room(path, error, _unchanging, _copied, _exclusive)
        if connection is None:
            raise
        return connection


def connect_in_need(path: Path, error: sqlite3.Error) -> sqlite3.Connection | None:
    """Connect to a file that cannot be opened as usual, to write it as soon as there is room, else to read it.

    `None` where the error is another one, or nothing helps.
    """
    return connect_without_room(path, error, _exclusive, _unchanging, _copied)


def connect_without_room(
    path: Path, error: sqlite3.Error, *ways: Callable[[Path], sqlite3.Connection]
) -> sqlite3.Connection | None:
    """Connect in the first way that works without the file or memory that SQLite wants beside a log."""
    if not getattr(error, "sqlite_errorname", "").startswith(_NO_ROOM) or not path.is_file():
        return None
    for connect in ways:
        with suppress(sqlite3.Error, OSError):
            return probed(connect(path))
    return None


def probed(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection that has read from its file, and close it where it cannot.

    Raises:
        sqlite3.Error: the file cannot be read.

    """
    try:
        connection.execute("PRAGMA schema_version").fetchall()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    guard(connection)
    connection.execute("PRAGMA busy_timeout=5000")
    return connection


def guard(connection: sqlite3.Connection) -> None:
    """Have a connection read a file that a stranger may have made: none of its views and triggers runs."""
    connection.text_factory = TEXT
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA ignore_check_constraints=ON")
    connection.set_authorizer(_no_view)


def _no_view(_action: int, _first: str | None, _second: str | None, _database: str | None, within: str | None) -> int:
    """Allow whatever we ask ourselves, and nothing of what a view or a trigger asks."""
    return sqlite3.SQLITE_OK if within is None else sqlite3.SQLITE_DENY


def _exclusive(path: Path) -> sqlite3.Connection:
    """Connect alone, for which memory does instead of a file beside the log."""
    connection = _connect(path, "rw")
    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
    return connection


def _unchanging(path: Path) -> sqlite3.Connection:
    """Connect to a file that has no log and that nobody has open, or else there were files beside it.

    Raises:
        OSError: it has a log.

    """
    if has_log(path):
        raise OSError
    connection = _connect(path, "ro&immutable=1")
    connection.execute("PRAGMA query_only=ON")
    return connection


def _copied(path: Path) -> sqlite3.Connection:
    """Connect to a copy of a file and its log on another disk, to read it.

    Raises:
        OSError: there is no room for it there.

    """
    place = Path(mkdtemp(prefix="tessera-"))
    try:
        for end in ("", *LOG_SUFFIXES):
            with suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(path.name + end), place / (path.name + end))
        connection = probed(_exclusive(place / path.name))
        connection.execute("PRAGMA query_only=ON")
        return connection
    finally:
        shutil.rmtree(place, ignore_errors=True)  # what is open stays readable


def integrity_problems(path: Path) -> tuple[Message | str, ...]:
    """Return what SQLite finds wrong with a file.

    Raises:
        StoreError: the file cannot be read, though it may be whole.

    """
    try:
        with open_read_only(path) as connection:
            problems: list[Message | str] = [*worked_out(connection.execute)]
            if not problems:
                checked = connection.execute("PRAGMA integrity_check")
                problems = [str(fault) for (fault,) in checked if fault != "ok"]
            if not problems and is_torn(path, connection):
                problems = [say("it ends in the middle of a page")]
    except DamagedDatabaseError as error:
        return (" ".join(str(error.__cause__).split()),)
    return tuple(problems)


def is_torn(path: Path, connection: sqlite3.Connection) -> bool:
    """Return whether the last page is incomplete, which SQLite would fill with zeros."""
    if has_log(path):
        return False  # that may hold the page
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    return bool(path.stat().st_size % page)


def has_log(path: Path) -> bool:
    """Return whether something of a database is not in its file yet."""
    logs = (path.with_name(path.name + end) for end in LOG_SUFFIXES if end != "-shm")
    return any(log.exists() and log.stat().st_size for log in logs)


def was_interrupted(path: Path) -> bool:
    """Return whether files beside a database say that whoever wrote it did not end in peace."""
    return has_log(path) or path.with_name(f"{path.name}-wal").exists() or path.with_name(f"{path.name}-shm").exists()


def version_of(path: Path) -> object:
    """Return the version of a database file; `None` if it is not Tessera's.

    Raises:
        StoreError: the file cannot be read.

    """
    with open_read_only(path) as connection:
        if not has_table(connection, VERSION_TABLE):
            return None
        row = connection.execute(f"SELECT number FROM {VERSION_TABLE}").fetchone()  # noqa: S608 - a name of our own
        return None if row is None else row[0]


def has_table(connection: sqlite3.Connection, table: str) -> bool:
    """Return whether a file has a table, and no view that is called like it."""
    named = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE 'CREATE TABLE %'", (table,))
    return named.fetchone() is not None


def mark_suspect(path: Path) -> None:
    """Mark a file to be checked before it is opened again."""
    with suppress(OSError):
        path.with_name(path.name + SUSPECT_SUFFIX).touch()


def is_database(content: bytes) -> bool:
    """Return whether the content of a file is that of an SQLite database."""
    return content.startswith(_MAGIC)


def sequence_number(path: Path) -> int:
    """Return the number that `set_sequence_number` gave a file; 0 if it has none, or cannot be read."""
    return int.from_bytes(_header(path)[_USER_VERSION])


def uses_wal(path: Path) -> bool:
    """Return whether a file has a write-ahead log, so that opening it wants shared memory."""
    return _header(path)[_FORMATS] == _WAL_FORMATS


def leave_wal(path: Path) -> None:
    """Move the write-ahead log of a file into it, which has none from now on; nobody else may have it open.

    Raises:
        StoreError: that failed.

    """
    try:
        with closing(_exclusive(path)) as connection:
            connection.execute(f"PRAGMA journal_mode={Journal.TRUNCATE}")
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error
    with suppress(OSError):  # which SQLite makes before it finds that it cannot share it
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)


def _header(path: Path) -> bytes:
    """Return the header of a database file; nothing of another file, or of one that cannot be read."""
    header = b""
    with suppress(OSError, StoreError):
        check_kind(path)
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    return header if header.startswith(_MAGIC) else b""


def set_sequence_number(connection: sqlite3.Connection, number: int) -> None:
    """Write a number into the header of a file, which is no part of its content."""
    connection.execute(f"PRAGMA user_version={number:d}")


def move_checked(part: Path, target: Path) -> None:
    """Check a file, and rename it once it is on the disk.

    Raises:
        StoreError: it is damaged.
        OSError: the disk cannot take it.

    """
    problems = integrity_problems(part)
    if problems:
        raise DamagedDatabaseError(
            say("the copy {file} is damaged ({what}): try again", file=str(part), what=problems[0])
        )
    sync_to_disk(part)
    part.replace(target)
    sync_to_disk(target.parent)


def same_blocks(first: Path, second: Path) -> Iterator[bool]:
    """Yield for each block of two copies whether it is the same; headers may differ.

    Raises:
        OSError: one of them cannot be read.

    """
    if first.stat().st_size != second.stat().st_size:
        yield False
        return
    with first.open("rb") as first_file, second.open("rb") as second_file:
        first_file.seek(HEADER_BYTES)
        second_file.seek(HEADER_BYTES)
        while block := first_file.read(_BLOCK_BYTES):
            yield block == second_file.read(_BLOCK_BYTES)
