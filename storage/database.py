"""The database: opened, brought up to this version, refused where it is not ours, and what it reports in sentences."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Engine, QueuePool, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import DatabaseError, IntegrityError, ProgrammingError
from sqlmodel import Session

from scoring.sheet import Message, say
from storage.migrations import HEAD
from storage.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

BUSY_SECONDS: Final = 5
"""How long another program may hold the file before that is reported."""

_BEGIN: Final = "begin"
"""The execution option of an engine that says how its transactions begin."""

_STAMP: Final = "alembic_version"
"""The table in which Alembic notes the last step."""

_REPORTS: Final = {
    "SQLITE_FULL": "there is no room left for {file}: nothing was saved; free some room on that disk and do it again",
    "SQLITE_READONLY": "{file} cannot be written: nothing was saved; allow writing it and its folder, and do it again",
    "SQLITE_BUSY": "another program holds {file}: nothing was saved; let it finish or close it, and do it again",
    "SQLITE_CANTOPEN": "{file} cannot be opened: allow reading and writing it and its folder, or choose another place",
    "SQLITE_NOTADB": "{file} is no database and was left as it is: move it away or choose another place",
    "SQLITE_CORRUPT": "{file} is damaged and was left as it is: move it away, or put a backup in its place",
    "SQLITE_IOERR": "{file} could not be read or written: nothing was saved; see whether its disk is full or failing",
}


class StoreError(Exception):
    """The database could not do what was asked, and has changed nothing; `message` says why and what helps."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(str(message))
        self.message = message


class Database:
    """A database of this version, asked by one thread at a time."""

    def __init__(self, url: str) -> None:
        """Open a database, such as `sqlite:///tessera.db`; a new one where there is none.

        Raises:
            StoreError: it cannot be opened, written, or is not for this version; it is as it was.

        """
        place = make_url(url)
        self._name = _name(place)
        self._engine = _engine(place)
        self._writing = self._engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        try:
            self._prepare(place)
        except BaseException:
            self.close()
            raise

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

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                yield session
        except (IntegrityError, ProgrammingError):
            raise  # the program's fault, not the file's
        except DatabaseError as error:
            raise StoreError(self._report(error)) from error

    def _report(self, error: DatabaseError) -> Message:
        name = getattr(error.orig, "sqlite_errorname", "")
        for start, template in _REPORTS.items():
            if name.startswith(start):
                return say(template, file=self._name)
        return say(
            "the database {file} reports “{what}”: nothing was saved; do it again, or start again",
            file=self._name,
            what=str(error.orig),
        )

    def _prepare(self, place: URL) -> None:
        _make_folder(place)
        with self.reading() as session:
            revision = self._accepted(session.connection())
        if place.get_backend_name() == "sqlite":
            self._keep_a_log()
        with self.writing() as session:
            if revision != HEAD:
                _upgrade(session.connection())
            for table in Row.metadata.sorted_tables:
                session.connection().execute(select(table).limit(1))

    def _accepted(self, connection: Connection) -> str | None:
        """Return the revision of a database that this version can take up, nothing for an empty one."""
        tables = inspect(connection)
        revision: str | None = None
        if tables.has_table(_STAMP):
            revision = connection.scalar(text(f"SELECT version_num FROM {_STAMP}"))  # noqa: S608 - a name of our own
        if revision is None and set(tables.get_table_names()) - {_STAMP}:
            message = "{file} belongs to another program and was left as it is: choose another place"
            raise StoreError(say(message, file=self._name))
        if revision not in {None, HEAD} and not _is_known(revision):
            message = "{file} was written by a newer version of Tessera and was left as it is: install that version"
            raise StoreError(say(message, file=self._name))
        return revision

    def _keep_a_log(self) -> None:
        """Have SQLite write ahead: what is read never waits for what is written; the file remembers it."""
        outside = self._engine.execution_options(**{_BEGIN: None})
        with self._session(outside) as session:
            session.connection().exec_driver_sql("PRAGMA journal_mode=WAL")


def _name(place: URL) -> str:
    is_file = place.get_backend_name() == "sqlite" and place.database
    return str(place.database) if is_file else place.render_as_string()


def _make_folder(place: URL) -> None:
    if place.get_backend_name() != "sqlite" or not place.database:
        return
    folder = Path(place.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = "the folder {folder} cannot be made ({why}): choose another place"
        raise StoreError(say(message, folder=str(folder), why=error.strerror)) from error


def _engine(place: URL) -> Engine:
    """Return an engine of one connection, which a thread gets when no other has it."""
    if place.get_backend_name() != "sqlite":
        return create_engine(place, pool_size=1, max_overflow=0)
    engine = create_engine(
        place, poolclass=QueuePool, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
    )
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver has
    connection.isolation_level = None  # Python's driver would begin transactions only when something is written
    connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=FULL")


def _begun(connection: Connection) -> None:
    begin = connection.get_execution_options().get(_BEGIN, "BEGIN")
    if begin is not None:
        connection.exec_driver_sql(begin)


def _is_known(revision: str | None) -> bool:
    from storage.migrations import upgrade  # noqa: PLC0415 - Alembic only where there is something to do

    return upgrade.is_known(revision)


def _upgrade(connection: Connection) -> None:
    from storage.migrations import upgrade  # noqa: PLC0415 - Alembic only where there is something to do

    upgrade.upgrade(connection)
