"""Opening a database: SQLite or PostgreSQL, upgraded to this version, refused if it is not Tessera's."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlalchemy import URL, Connection, Engine, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError
from sqlmodel import Session

from scoring.messages import say
from storage.database import connections, copies, errors, file_parts, migrations, sqlite_files
from storage.database.models import Row
from storage.database.sqlite_files import Journal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


_DENIED: Final = "42501"
"""The SQLSTATE for missing privileges, which SQLAlchemy takes for an error of the program."""

_ANNOUNCE: Final = text("SELECT pg_notify(:channel, :said)")


class Database:
    """A database of this version, used by one thread at a time."""

    def __init__(
        self,
        url: connections.DatabaseUrl,
        before_upgrade: Callable[[Database], object] | None = None,
        journal: Journal = Journal.WAL,
    ) -> None:
        """Open a database such as `sqlite:///tessera.db`; create it if there is none.

        `before_upgrade` gets an older database before it is upgraded, to keep a copy. `journal` is that of a file.

        Raises:
            StoreError: it cannot be opened, or is not for this version; it is as it was.

        """
        address = connections.parse_url(url)
        self.file = connections.sqlite_file(address)
        self.journal = journal
        self.origin = uuid4().hex
        self._address = address
        self._display_name = connections.display_name(address)
        self._engine, self._writing = connections.create_engines(address, journal)
        self._writing_with_others = self._writing.execution_options(**{connections.SHARED_LOCK_OPTION: True})
        self._opened: tuple[int, int] | None = None
        try:
            self._prepare(address, before_upgrade)
            self._opened = self._found()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Return a session that sees the database as of one moment.

        Raises:
            StoreError: the database could not be read.

        """
        with self._session(self._engine) as session:
            yield session

    @contextmanager
    def writing(self, *, with_others: bool = False) -> Iterator[Session]:
        """Return a session of one transaction: all changes are saved at the end of the block, none if it raises.

        At PostgreSQL it waits for those that write, and they for it, except where both write `with_others`.

        Raises:
            StoreError: the changes could not be saved.

        """
        with self._session(self._writing_with_others if with_others else self._writing) as session:
            yield session
            self.check_place()  # while it is not committed yet

    def check_place(self) -> None:
        """Check that the file that was opened is still in its place: what is written into a removed one is lost.

        Raises:
            StoreError: it was removed or moved, or another one lies there.

        """
        identity = self._found()
        if self._opened is None or identity == self._opened:
            return
        if identity is None:
            raise errors.UnavailableError(
                say("{file} was removed while Tessera was running", file=self._display_name),
                say("nothing was saved; put it and its folder back, or start Tessera again"),
            )
        raise errors.StoreError(
            say("{file} was replaced while Tessera was running: start Tessera again", file=self._display_name)
        )

    def _found(self) -> tuple[int, int] | None:
        """Return the device and the number of the file that lies where the database is; `None` without a file."""
        try:
            status = None if self.file is None else self.file.stat()
        except OSError:
            return None
        return None if status is None else (status.st_dev, status.st_ino)

    def announce(self, session: Session, what: str, which: str) -> None:
        """Notify the other processes at a PostgreSQL database when the transaction is saved; SQLite has one process."""
        if self.file is None:
            notification = json.dumps({"by": self.origin, "what": what, "which": which})
            session.connection().execute(_ANNOUNCE, {"channel": connections.CHANNEL, "said": notification})

    def listen(self, on_change: Callable[[str, str], None]) -> connections.NotificationListener | None:
        """Call `on_change` from another thread when another process changes something; `None` for SQLite."""
        if self.file is not None:
            return None
        return connections.NotificationListener(self._address, self.origin, on_change)

    def restore_from(self, file: Path) -> None:
        """Replace the content by that of an SQLite file of this version: all of it, or nothing.

        Raises:
            StoreError: the database is as it was.

        """
        self.check_place()
        if self.file is None:
            with self.writing() as session:
                copies.load(file, session.connection())
                self.announce(session, connections.EVERYTHING, "")
            return
        with sqlite_files.open_read_only(file) as source, closing(self._engine.raw_connection()) as connection:
            driver: Any = connection.driver_connection
            try:
                source.backup(driver, progress=self._raise_if_locked)
            except sqlite3.Error as error:  # such as a full disk: the error is about what is written
                raise errors.store_error(error, self._display_name) from error

    def _raise_if_locked(self, status: int, _left: int, _all: int) -> None:
        """Raise an error when the file is locked; Python would try for ever."""
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise errors.HELD.error(self._display_name)

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        try:
            with Session(engine, expire_on_commit=False) as session, session.begin():
                yield session
        except errors.DamagedDatabaseError:
            self._mark_suspect()
            raise
        except IntegrityError:
            raise  # the program's fault, not the file's
        except DBAPIError as error:
            if isinstance(error, ProgrammingError) and getattr(error.orig, "sqlstate", None) != _DENIED:
                raise  # likewise
            notification = errors.store_error(error.orig, self._display_name)
            if isinstance(notification, errors.DamagedDatabaseError):
                self._mark_suspect()
            raise notification from error

    def _mark_suspect(self) -> None:
        """Mark the file to be checked before it is opened again."""
        if self.file is not None:
            sqlite_files.mark_suspect(self.file)

    def _prepare(self, address: URL, before_upgrade: Callable[[Database], object] | None) -> None:
        connections.make_private(address)
        if self.file is not None and self.file.exists() and self.file.with_name(f"{self.file.name}-wal").exists():
            self._refuse_newer(
                sqlite_files.version_of(self.file)
            )  # a connection that may write would move the log into the file
        if self.file is not None and self.journal is not Journal.WAL and sqlite_files.uses_wal(self.file):
            self._leave_wal(self.file)
        with self.reading() as session:
            if self.file is not None:
                self._refuse_running(session.connection())
            version = self._checked_version(session.connection())
        if version not in {None, migrations.newest()} and before_upgrade is not None:
            self._keep_copy(before_upgrade)
        if self.file is not None and self.journal is Journal.WAL:
            self._use_wal()
        try:
            if version != migrations.newest():
                with self.writing() as session:
                    version = self._checked_version(session.connection())
                    if version is None:
                        migrations.create(session.connection())
                    else:
                        migrations.upgrade(session.connection(), version)
            with self.reading() as session:
                self._check_tables(session.connection())
        except ProgrammingError as error:  # every database of this version has these tables
            raise errors.store_error(error.orig, self._display_name) from error

    def _check_tables(self, connection: Connection) -> None:
        """Read from each table, so that a damaged one is found now."""
        try:
            for table in Row.metadata.sorted_tables:
                connection.execute(select(table).limit(1))
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_ERROR":
                raise
            message = errors.DAMAGED_FILE.error(self._display_name, str(error.orig)).message
            raise errors.DamagedDatabaseError(message) from error

    def _keep_copy(self, before_upgrade: Callable[[Database], object]) -> None:
        """Have a copy of an older database kept.

        Raises:
            StoreError: there is no copy; the database is as it was.

        """
        try:
            before_upgrade(self)
        except errors.StoreError as error:
            message = say(
                "{file} belongs to an older version and was left untouched, because it cannot be backed up: {why}",
                file=self._display_name,
                why=error.message,
            )
            raise errors.StoreError(message) from error

    def _checked_version(self, connection: Connection) -> int | None:
        """Return the version of a database that this program can open; `None` for an empty one."""
        version = migrations.version_of(connection)
        if version is None and inspect(connection).get_table_names():
            message = say(
                "{file} belongs to another program and was left untouched: choose another place",
                file=self._display_name,
            )
            raise errors.StoreError(message)
        self._refuse_newer(version)
        return version

    def _refuse_newer(self, version: object) -> None:
        """Refuse a database that a newer version wrote."""
        if version is not None and not migrations.is_known(version):
            message = say(
                "{file} was written by a newer version of Tessera and was left untouched: install that version",
                file=self._display_name,
            )
            raise errors.NewerDatabaseError(message)

    def _refuse_running(self, connection: Connection) -> None:
        """Refuse a file that does something by itself, before anything of it runs."""
        driver: Any = connection.connection.driver_connection
        with connections.any_text(connection):
            what = file_parts.running(driver.execute, (*Row.metadata.tables, sqlite_files.VERSION_TABLE))
        if what is not None:
            raise errors.DamagedDatabaseError(errors.DAMAGED_FILE.error(self._display_name, what).message)

    def _leave_wal(self, file: Path) -> None:
        """Turn off write-ahead logging in a file of ours that comes from where it is used."""
        version = sqlite_files.version_of(file)
        self._refuse_newer(version)
        if version is not None:
            with suppress(errors.StoreError):  # such as a full disk: what is there can be read all the same
                sqlite_files.leave_wal(file)

    def _use_wal(self) -> None:
        """Turn on write-ahead logging, so that reading never waits for writing; SQLite remembers it in the file."""
        outside = self._engine.execution_options(**{connections.BEGIN_OPTION: None})
        try:
            with self._session(outside) as session:
                session.connection().exec_driver_sql("PRAGMA journal_mode=WAL")
        except errors.DamagedDatabaseError:
            raise
        except errors.StoreError:  # such as a full disk: what is there can be read all the same
            return


def version_at(url: connections.DatabaseUrl) -> int | None:
    """Return the version of a database without changing it; `None` if there is nothing of Tessera's.

    Raises:
        StoreError: it cannot be read.

    """
    address = connections.parse_url(url)
    engine, _ = connections.create_engines(address)
    try:
        with engine.connect() as connection:
            return migrations.version_of(connection)
    except DBAPIError as error:
        raise errors.store_error(error.orig, connections.display_name(address)) from error
    finally:
        engine.dispose()
