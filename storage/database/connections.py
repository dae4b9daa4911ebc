"""Connections to SQLite and PostgreSQL: their URLs, how their transactions begin, and what others change there.

Changes by other processes at the same PostgreSQL database are received when they are saved.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import URL, Connection, Dialect, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from scoring.messages import say
from storage.database import sqlite_files, whole_files
from storage.database.errors import StoreError, unusable
from storage.database.sqlite_files import TEXT, Journal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


DatabaseUrl: TypeAlias = str | URL
"""Where a database is: the text that a person gave, or a URL that need not be read, as `file_url` makes it."""

BUSY_SECONDS: Final = 5
"""The time for which another program may lock the database before that is reported."""

BEGIN_OPTION: Final = "begin"
"""The execution option with the statement that begins a transaction."""

SHARED_LOCK_OPTION: Final = "shared lock"
"""The execution option of a transaction that may write while others with this option do."""

CHANNEL: Final = "tessera"
"""The channel on which processes at one PostgreSQL database notify each other."""

EVERYTHING: Final = "everything"
"""The topic when anything may have changed: after a restore, or while the connection was lost."""

_WRITER: Final = 0x7E55E7A
"""The advisory lock that admits to a PostgreSQL database one writer at a time, or any that may write at once."""


_NO_ADDRESS: Final = say(
    "this is no database address that Tessera knows: write sqlite:///FILE or postgresql+psycopg://HOST:5432/NAME"
)


def file_url(file: Path) -> URL:
    """Return the URL of an SQLite file, whatever its name is: a `%` or `?` in it means itself."""
    return URL.create("sqlite", database=file.as_posix())


def parse_url(url: DatabaseUrl) -> URL:
    """Return the URL of a database: an SQLite file, or PostgreSQL.

    Raises:
        StoreError: Tessera cannot use such a database, or what lies there is no file.

    """
    try:
        address = make_url(url)
    except (ValueError, ArgumentError):
        raise StoreError(_NO_ADDRESS) from None
    if address.drivername in {"postgres", "postgresql"}:
        address = address.set(drivername="postgresql+psycopg")
    if address.drivername not in {"sqlite", "postgresql+psycopg"}:
        raise StoreError(_NO_ADDRESS)
    file = sqlite_file(address)
    if file is not None:
        sqlite_files.check_kind(file)
    return address


def sqlite_file(address: URL) -> Path | None:
    """Return the file of an SQLite database; `None` for PostgreSQL."""
    return Path(address.database) if address.get_backend_name() == "sqlite" and address.database else None


def display_name(address: URL) -> str:
    """Return what messages call a database: its file, or its URL without passwords."""
    file = sqlite_file(address)
    if file is not None:
        return str(file)
    return address.difference_update_query([name for name in address.query if "password" in name]).render_as_string()


def make_private(address: URL) -> None:
    """Create the folder and the file of an SQLite database, and let nobody else read the file and its logs.

    Raises:
        StoreError: the folder cannot be created.

    """
    file = sqlite_file(address)
    if file is None:
        return
    try:
        file.parent.mkdir(whole_files.PRIVATE_FOLDER, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(unusable(file.parent, error)) from error
    if not file.exists():
        with suppress(OSError):  # SQLite has a sentence for it
            whole_files.create_private(file)
    for end in ("", *whole_files.LOG_SUFFIXES):
        whole_files.tighten(file.with_name(file.name + end))


def create_engines(address: URL, journal: Journal = Journal.WAL) -> tuple[Engine, Engine]:
    """Return the engines for reading and writing, which share one connection; `journal` is that of an SQLite file."""
    if address.get_backend_name() == "sqlite":
        engine = create_engine(
            address, poolclass=QueuePool, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
        )
        event.listen(engine, "do_connect", _connect)
        event.listen(engine, "connect", _set_pragmas)
        if journal is Journal.TRUNCATE:  # which a connection sets for itself, while a file keeps that it has a log
            event.listen(engine, "connect", _truncate_journal)
        event.listen(engine, "begin", _begin_transaction)
        return engine, engine.execution_options(**{BEGIN_OPTION: "BEGIN IMMEDIATE"})
    try:
        engine = create_engine(address, pool_size=1, max_overflow=0, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        message = say(
            "a PostgreSQL database takes a driver: in the folder with pyproject.toml, type: "
            'python3 -m pip install ".[postgres]"'
        )
        raise StoreError(message) from error
    writing = engine.execution_options(isolation_level="READ COMMITTED")
    event.listen(writing, "begin", _lock_writer)
    return engine.execution_options(isolation_level="REPEATABLE READ"), writing


def _connect(dialect: Dialect, _: object, args: tuple[Any, ...], options: dict[str, Any]) -> Any:  # noqa: ANN401
    """Return a connection to an SQLite file, also where its disk is full or cannot be written."""
    connection: Any = dialect.connect(*args, **options)
    try:
        return sqlite_files.probed(connection)
    except sqlite3.Error as error:
        connection = sqlite_files.connect_in_need(Path(args[0]), error)
        if connection is None:
            return dialect.connect(*args, **options)  # what is done with it will say why
        return connection


def _set_pragmas(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver has
    connection.isolation_level = None  # Python's driver would begin transactions only when something is written
    connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA trusted_schema=OFF")


@contextmanager
def any_text(connection: Connection) -> Iterator[None]:
    """Have a connection read text that is no UTF-8, too, which is an error elsewhere: a row is damaged then."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    before, driver.text_factory = driver.text_factory, TEXT
    try:
        yield
    finally:
        driver.text_factory = before


def _truncate_journal(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver has
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):  # such a file is none of ours, and stays so
        connection.execute(f"PRAGMA journal_mode={Journal.TRUNCATE}")


def _begin_transaction(connection: Connection) -> None:
    begin = connection.get_execution_options().get(BEGIN_OPTION, "BEGIN")
    if begin is not None:
        connection.exec_driver_sql(begin)


def _lock_writer(connection: Connection) -> None:
    lock = "pg_advisory_xact_lock"
    if connection.get_execution_options().get(SHARED_LOCK_OPTION):
        lock += "_shared"
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'; SELECT {lock}({_WRITER})")


LOG: Final = logging.getLogger("tessera")

POLL_INTERVAL_S: Final = 0.2
"""The time after which the listener checks whether it is to stop."""

CLOSE_TIMEOUT_S: Final = 1.0
"""The time for `close` to wait; a listener that is connecting stops later by itself."""


MIN_RETRY_PAUSE_S, MAX_RETRY_PAUSE_S = 0.5, 15.0
"""The pauses between two attempts to connect; each is twice as long as the last."""


KEEPALIVE: Final = {"connect_timeout": 5, "keepalives_idle": 20, "keepalives_interval": 5, "keepalives_count": 3}
"""Without these a connection that only listens never notices that the other end is gone."""


class NotificationListener:
    """Listens in a thread of its own until it is closed, and reconnects when the connection is lost."""

    def __init__(self, address: URL, origin: str, on_change: Callable[[str, str], None]) -> None:
        """Call `on_change` with topic (`table`, `door`, `copy`, `setting` or `EVERYTHING`) and id, from that thread.

        Changes by this process, whose name is `origin`, are left out.
        """
        self._address = address
        self._origin = origin
        self._on_change = on_change
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening; only a call in progress still ends."""
        self._stopping.set()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        """Listen and reconnect, with longer pauses while that fails."""
        import psycopg  # noqa: PLC0415 - only who uses PostgreSQL has it

        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                with psycopg.connect(**self._parameters()) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if pause:
                        LOG.warning("what other processes change is heard again")
                    pause = 0.0
                    self._notify(EVERYTHING, "")
                    while not self._stopping.is_set():
                        for note in connection.notifies(timeout=POLL_INTERVAL_S):
                            self._receive(note.payload)
            except psycopg.Error as error:
                if not pause:
                    LOG.warning("what other processes change is not heard (%s); trying again", type(error).__name__)
                pause = min(2 * pause, MAX_RETRY_PAUSE_S) or MIN_RETRY_PAUSE_S

    def _parameters(self) -> dict[str, Any]:
        """Return the connection parameters that SQLAlchemy gives to the driver."""
        _, address = self._address.get_dialect()().create_connect_args(self._address)
        return {**KEEPALIVE, **address, "autocommit": True}

    def _receive(self, payload: str) -> None:
        """Pass on the notification of another process; ignore malformed ones."""
        try:
            notification = json.loads(payload)
            by, what, which = notification["by"], notification["what"], notification["which"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if by != self._origin:
            self._notify(str(what), str(which))

    def _notify(self, what: str, which: str) -> None:
        if not self._stopping.is_set():
            self._on_change(what, which)
