"""Stores on real files, with a clock that is set by the tests."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement

from storage.backup import backups
from storage.database import migrations
from storage.database.errors import StoreError
from storage.database.models import Row
from storage.documents.changes import Change, difference, flatten
from storage.repositories.tables import Store
from storage.repositories.values import TableStep
from tests.storage import postgres, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from storage.repositories.values import StepKind, StoredTable

OLD: Final = Path(__file__).with_name("old")
"""What each version wrote: its database, as SQL, and its files and codes."""

LARGE: Final = {"text": "x" * 20_000}
"""A document of 20 kB."""

POSTGRES: Final = postgresql.dialect()  # type: ignore[no-untyped-call]

START = datetime(2024, 3, 1, 19, 30, 0, 250, tzinfo=UTC)


class Clock:
    """A clock on which a minute passes each time that somebody looks."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


statements.share()

_servers: list[str] = []
_prepared: set[str] = set()


@contextmanager
def at(server: str) -> Iterator[None]:
    """Have paths name schemas of a database of PostgreSQL for a while, not files."""
    _servers.append(server)
    try:
        yield
    finally:
        _servers.pop()


def url_of(path: Path) -> str:
    if not _servers:
        return f"sqlite:///{path}"
    return postgres.schema(_servers[-1], f"t{sha256(bytes(path)).hexdigest()[:32]}")


def prepare(path: Path) -> None:
    """Put an empty database where there is none, in a hundredth of the time that making one takes."""
    url = url_of(path)
    if _servers and url not in _prepared:
        _prepared.add(url)
        postgres.asked(url, _definitions(migrations.newest()))
    elif not _servers and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_file(migrations.newest()))


@cache
def _file(_version: int) -> bytes:
    """Return an empty database of SQLite, of the version of now."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "empty.db")
        Store(f"sqlite:///{path}", Clock()).close()
        return path.read_bytes()


@cache
def _definitions(version: int) -> str:
    """Return what makes an empty database with PostgreSQL."""
    tables = (*Row.metadata.sorted_tables, migrations.VERSION)
    made: list[ExecutableDDLElement] = [CreateTable(table) for table in tables]
    made += [CreateIndex(index) for table in tables for index in table.indexes]
    return "; ".join(
        (
            *(str(statement.compile(dialect=POSTGRES)) for statement in made),
            f"INSERT INTO {migrations.VERSION.name} VALUES ({version})",  # noqa: S608 - a name of our own
        )
    )


def lay_out(path: Path) -> Path:
    """Lay out a file of version 1."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript((OLD / "1.sql").read_text(encoding="utf-8"))
    return path


def stamped(path: Path, version: int) -> None:
    """Note another version in a file."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE {migrations.VERSION.name} SET number = ?", (version,))  # noqa: S608 - a name of our own


def later_step(connection: Connection) -> None:
    """A step that a later version may bring: a new column, filled, and an index."""
    connection.exec_driver_sql("ALTER TABLE plays ADD COLUMN weather VARCHAR")
    connection.exec_driver_sql("UPDATE plays SET weather = title")
    connection.exec_driver_sql("CREATE INDEX ix_plays_weather ON plays (weather)")


LATER_STEPS: Final = (*migrations.STEPS, later_step)


@contextmanager
def opened(path: Path, clock: Clock | None = None) -> Iterator[Store]:
    """Open a store; where there is none an empty one lies ready, and a file is not waited for until it is on the disk.

    A test of how a database comes to be, or of what is left of it, uses `opened_with_care`.
    """
    prepare(path)
    with opened_with_care(path, clock) as store:
        if not _servers:
            with closing(store._engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA synchronous=OFF")
        yield store


@contextmanager
def opened_with_care(path: Path, clock: Clock | None = None) -> Iterator[Store]:
    """Open a store as the program does."""
    store = Store(url_of(path), clock or Clock(), backups.before_upgrade(path.parent / "backups"))
    try:
        yield store
    finally:
        store.close()


def asked(store: Store, sql: str) -> object:
    """Ask the store's own connection, outside of any transaction."""
    with closing(store._engine.raw_connection()) as connection:
        row = connection.driver_connection.execute(sql).fetchone()  # type: ignore[union-attr]
    return row and row[0]


@contextmanager
def taking_variables(store: Store, number: int) -> Iterator[None]:
    """Let queries take so many variables for a while: SQLite takes 32,766 of them in most places."""
    with closing(store._engine.raw_connection()) as connection:
        driver: Any = connection.driver_connection
    usual = driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, number)
    try:
        yield
    finally:
        driver.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, usual)


def coins(number: int, **extras: Any) -> dict[str, Any]:
    """What is stored of a table, as small as can be; the store takes any."""
    return {"table": {"coins": number}, "extras": extras}


def document(number: int) -> dict[str, Any]:
    """The document of such a table of Carpe Diem."""
    return {"game": "carpe-diem", "format": 1, "table": {"coins": number}}


def paid(table: StoredTable, number: int, author: str = "Cathy") -> TableStep:
    """The step that makes it so many coins."""
    changes = difference(flatten(table.content), flatten({**table.content, "table": {"coins": number}}))
    return TableStep(table.revision + 1, author, f"{number} coins", changes)


def turned(table: StoredTable, kind: StepKind, of: int, author: str = "Cathy") -> TableStep:
    return TableStep(table.revision + 1, author, kind, (Change("table/coins", 1, 0),), kind, of)


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def saved_until_it_fails(store: Store, table: StoredTable, most: int) -> tuple[StoredTable, str]:
    """Save large steps; return the table as it was saved last, and why it went no further."""
    for number in range(1, most):
        try:
            table = store.save(table, TableStep(number, "Cathy", "", ()), LARGE | {"number": number})
        except StoreError as error:
            return table, str(error.message)
    pytest.fail(f"{most} steps of 20 kB were saved where there is no room for them")
