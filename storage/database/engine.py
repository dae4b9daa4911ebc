"""The database: opened, brought up to this version, refused where it is not ours, and what it reports in sentences."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlalchemy import URL, Engine, QueuePool, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlmodel import Session

from scoring.messages import say
from storage.database import dump, sqlite_files
from storage.database.errors import DamagedDatabaseError, StoreError, store_error
from storage.database.models import Row
from storage.migrations import HEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection

    from storage.database.notifications import NotificationListener
from storage.database.notifications import CHANNEL, EVERYTHING, NotificationListener

BUSY_SECONDS: Final = 5
"""How long another program may hold the file before that is reported."""

_BEGIN: Final = "begin"
"""The execution option of an engine that says how its transactions begin."""

_STAMP: Final = "alembic_version"
"""The table in which Alembic notes the last step."""

SUSPECT_SUFFIX: Final = "-suspect"
"""How the empty file is called, beside a database, that says that damage was met in it."""

_DENIED: Final = "42501"
"""The SQLSTATE of what this user may not do: no fault of the program, though SQLAlchemy calls it one."""

_ANNOUNCE: Final = text("SELECT pg_notify(:channel, :said)")

_WRITER: Final = 0x7E55E7A
"""The lock by which one writer at a time is let into a database of PostgreSQL."""


class Database:
    """A database of this version, asked by one thread at a time."""

    def __init__(self, url: str, before_upgrade: Callable[[Database], object] | None = None) -> None:
        """Open a database, such as `sqlite:///tessera.db`; a new one where there is none.

        `before_upgrade` gets the database while it is still as an older version left it, and keeps a copy of it.

        Raises:
            StoreError: it cannot be opened, written, or is not for this version; it is as it was.

        """
        place = parse_url(url)
        self.file = sqlite_file(place)
        self.origin = uuid4().hex
        self._place = place
        self._name = _name(place)
        self._engine, self._writing = _engines(place)
        try:
            self._prepare(place, before_upgrade)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def can_open(revision: str) -> bool:
        """Return whether a database at this step was written by this version or an older one."""
        return revision == HEAD or _is_known(revision)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Return a session that sees the database as it is at one moment.

        Raises:
            StoreError: it could not be read.

        """
        with self._session(self._engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Return a session of one transaction: all of it is saved when the block ends, or nothing when it raises.

        Raises:
            StoreError: it could not be saved.

        """
        with self._session(self._writing) as session:
            yield session

    def announce(self, session: Session, what: str, which: str) -> None:
        """Tell the other processes at this database, when the transaction is saved; a file has but one process."""
        if self.file is None:
            said = json.dumps({"by": self.origin, "what": what, "which": which})
            session.connection().execute(_ANNOUNCE, {"channel": CHANNEL, "said": said})

    def listen(self, told: Callable[[str, str], None]) -> NotificationListener | None:
        """Tell, from a thread of its own, what other processes change here; with a file there are none."""
        if self.file is not None:
            return None
        return NotificationListener(self._place, self.origin, told)

    def restore_from(self, file: Path) -> None:
        """Hold what a file of this version holds, and nothing else: all of it, or as it was.

        Raises:
            StoreError: it is as it was.

        """
        if self.file is None:
            with self.writing() as session:
                dump.load(file, session.connection())
                self.announce(session, EVERYTHING, "")
            return
        with sqlite_files.open_read_only(file) as source, closing(self._engine.raw_connection()) as connection:
            here: Any = connection.driver_connection
            try:
                source.backup(here, progress=self._unheld)
            except sqlite3.Error as error:  # such as no room: it is about what is written
                raise store_error(error, self._name) from error

    def _unheld(self, status: int, _left: int, _all: int) -> None:
        """Have it said that somebody holds the file, where Python would try it for ever."""
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            message = "another program holds {file}: nothing was saved; let it finish or close it, and do it again"
            raise StoreError(say(message, file=self._name))

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                yield session
        except DamagedDatabaseError:
            self._suspect()
            raise
        except IntegrityError:
            raise  # the program's fault, not the file's
        except DBAPIError as error:
            if isinstance(error, ProgrammingError) and getattr(error.orig, "sqlstate", None) != _DENIED:
                raise  # likewise
            said = store_error(error.orig, self._name)
            if isinstance(said, DamagedDatabaseError):
                self._suspect()
            raise said from error

    def _suspect(self) -> None:
        """Note that the file is to be looked at before it is opened again."""
        if self.file is not None:
            with suppress(OSError):
                self.file.with_name(self.file.name + SUSPECT_SUFFIX).touch()

    def _prepare(self, place: URL, before_upgrade: Callable[[Database], object] | None) -> None:
        _make_folder(place)
        if self.file is not None and self.file.exists() and self.file.with_name(f"{self.file.name}-wal").exists():
            self._refused(
                sqlite_files.revision_of(self.file)
            )  # who may write writes the log into the file when it lets go
        with self.reading() as session:
            revision = self._accepted(session.connection())
        if revision not in {None, HEAD} and before_upgrade is not None:
            self._back_up(before_upgrade)
        if self.file is not None:
            self._keep_a_log()
        try:
            with self.writing() as session:
                if self._accepted(session.connection()) != HEAD:
                    _upgrade(session.connection())
                self._answered(session.connection())
        except ProgrammingError as error:  # what is asked there, every database of this version can answer
            raise store_error(error.orig, self._name) from error

    def _answered(self, connection: Connection) -> None:
        """Ask each table for what every database of this version has."""
        try:
            for table in Row.metadata.sorted_tables:
                connection.execute(select(table).limit(1))
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_ERROR":
                raise
            message = "{file} is damaged ({what}) and was left as it is: put a backup in its place, or move it away"
            raise DamagedDatabaseError(say(message, file=self._name, what=str(error.orig))) from error

    def _back_up(self, before_upgrade: Callable[[Database], object]) -> None:
        """Have a copy of the database of an older version kept.

        Raises:
            StoreError: there is no copy; the database is as it was.

        """
        try:
            before_upgrade(self)
        except StoreError as error:
            message = "{file} is of an older version and was left as it is, as it cannot be backed up: {why}"
            raise StoreError(say(message, file=self._name, why=str(error))) from error

    def _accepted(self, connection: Connection) -> str | None:
        """Return the revision of a database that this version can take up, nothing for an empty one."""
        tables = inspect(connection)
        revision: str | None = None
        if tables.has_table(_STAMP):
            revision = connection.scalar(text(f"SELECT version_num FROM {_STAMP}"))  # noqa: S608 - a name of our own
        if revision is None and set(tables.get_table_names()) - {_STAMP}:
            message = "{file} belongs to another program and was left as it is: choose another place"
            raise StoreError(say(message, file=self._name))
        self._refused(revision)
        return revision

    def _refused(self, revision: str | None) -> None:
        """Refuse what a newer version wrote."""
        if revision not in {None, HEAD} and not _is_known(revision):
            message = "{file} was written by a newer version of Tessera and was left as it is: install that version"
            raise StoreError(say(message, file=self._name))

    def _keep_a_log(self) -> None:
        """Have SQLite write ahead: what is read never waits for what is written; the file remembers it."""
        outside = self._engine.execution_options(**{_BEGIN: None})
        with self._session(outside) as session:
            session.connection().exec_driver_sql("PRAGMA journal_mode=WAL")


def parse_url(url: str) -> URL:
    """Return where a database lies: in a file of SQLite, or with PostgreSQL.

    Raises:
        StoreError: the address is none of a database that Tessera can use.

    """
    try:
        place = make_url(url)
    except ArgumentError:
        message = "this is not the address of a database: it begins with sqlite:/// or postgresql+psycopg://"
        raise StoreError(say(message)) from None
    if place.drivername in {"postgres", "postgresql"}:
        place = place.set(drivername="postgresql+psycopg")
    if place.drivername not in {"sqlite", "postgresql+psycopg"}:
        message = "Tessera keeps nothing in {kind}: name a database of sqlite or postgresql+psycopg"
        raise StoreError(say(message, kind=place.drivername))
    return place


def revision_at(url: str) -> str | None:
    """Return the step at which a database stands, without changing it; nothing where it holds nothing of Tessera's.

    Raises:
        StoreError: it cannot be read.

    """
    place = parse_url(url)
    engine, _ = _engines(place)
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table(_STAMP):
                return None
            step: str | None = connection.scalar(text(f"SELECT version_num FROM {_STAMP}"))  # noqa: S608 - our own
            return step
    except DBAPIError as error:
        raise store_error(error.orig, _name(place)) from error
    finally:
        engine.dispose()


def sqlite_file(place: URL) -> Path | None:
    """Return the file in which a database lies, nothing where it lies with PostgreSQL."""
    return Path(place.database) if place.get_backend_name() == "sqlite" and place.database else None


def _name(place: URL) -> str:
    file = sqlite_file(place)
    return place.render_as_string() if file is None else str(file)


def _make_folder(place: URL) -> None:
    if place.get_backend_name() != "sqlite" or not place.database:
        return
    folder = Path(place.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = "the folder {folder} cannot be made ({why}): choose another place"
        raise StoreError(say(message, folder=str(folder), why=error.strerror)) from error


def _engines(place: URL) -> tuple[Engine, Engine]:
    """Return two engines of one connection, which a thread gets when no other has it: to read and to write with."""
    if place.get_backend_name() == "sqlite":
        engine = create_engine(
            place, poolclass=QueuePool, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
        )
        event.listen(engine, "connect", _connected)
        event.listen(engine, "begin", _begun)
        return engine, engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
    try:
        engine = create_engine(place, pool_size=1, max_overflow=0, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        message = "for a database of PostgreSQL install Tessera with it: pip install tessera-companion[postgres]"
        raise StoreError(say(message)) from error
    writing = engine.execution_options(isolation_level="READ COMMITTED")
    event.listen(writing, "begin", _alone)
    return engine.execution_options(isolation_level="REPEATABLE READ"), writing


def _connected(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver has
    connection.isolation_level = None  # Python's driver would begin transactions only when something is written
    connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=FULL")


def _begun(connection: Connection) -> None:
    begin = connection.get_execution_options().get(_BEGIN, "BEGIN")
    if begin is not None:
        connection.exec_driver_sql(begin)


def _alone(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER})")


def _is_known(revision: str | None) -> bool:
    from storage.migrations import upgrade  # noqa: PLC0415 - Alembic only where there is something to do

    return upgrade.is_known(revision)


def _upgrade(connection: Connection) -> None:
    from storage.migrations import upgrade  # noqa: PLC0415 - Alembic only where there is something to do

    upgrade.upgrade(connection)
