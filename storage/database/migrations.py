"""The version of a database, and the steps that lead an older one to it.

A step is a function that changes tables and rows, written by hand. Once it is released it never changes, so it uses no
other code of ours. Every SQLite file consists of what version 1 and the steps make, and so does the copy of one from
elsewhere; PostgreSQL makes an empty database as the models say. Tests compare what both give. (Alembic would bring two
more wheels into a browser, and take longer to import, for the loop below.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from sqlalchemy import Column, Integer, MetaData, Table, create_engine, inspect, select, update

from storage.database import version_1
from storage.database.models import Row
from storage.database.sqlite_files import VERSION_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection

Step: TypeAlias = "Callable[[Connection], object]"

STEPS: Final[tuple[Step, ...]] = ()
"""The first one leads from version 1 to version 2."""

VERSION: Final = Table(VERSION_TABLE, MetaData(), Column("number", Integer, primary_key=True, autoincrement=False))
"""The version of a database, in its only row."""


def newest() -> int:
    """Return the version of a database that this program uses."""
    return 1 + len(STEPS)


def is_known(version: object) -> bool:
    """Return whether this program or an older one wrote a database of a version."""
    return isinstance(version, int) and 1 <= version <= newest()


def version_of(connection: Connection) -> int | None:
    """Return the version of a database; `None` if there is nothing of Tessera's."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.scalar(select(VERSION.c.number))


def create(connection: Connection) -> None:
    """Make the tables of this version in an empty database."""
    if connection.dialect.name == "sqlite":
        lay_out(connection, newest())
    else:
        Row.metadata.create_all(connection)
        VERSION.create(connection)
    connection.execute(VERSION.insert().values(number=newest()))


def upgrade(connection: Connection, version: int) -> None:
    """Run the remaining steps in the transaction of the connection: all of them, or none."""
    for step in STEPS[version - 1 :]:
        step(connection)
    connection.execute(update(VERSION).values(number=newest()))


@dataclass(frozen=True, slots=True)
class Layout:
    """What makes the tables and the indexes of a version with SQLite, by name, and the columns of the tables."""

    tables: Mapping[str, str]
    indexes: Mapping[str, str]
    columns: Mapping[str, tuple[str, ...]]


def layout(version: int) -> Layout:
    """Return what a file of a known version consists of, as version 1 and the steps make it."""
    return _layout(STEPS[: version - 1])


def lay_out(connection: Connection, version: int) -> None:
    """Make the tables of a known version in an empty SQLite file, always in the same way."""
    made = layout(version)
    for statement in (*made.tables.values(), *made.indexes.values()):
        connection.exec_driver_sql(statement)


@cache
def _layout(steps: tuple[Step, ...]) -> Layout:
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            for statement in version_1.STATEMENTS.split(";\n"):
                connection.exec_driver_sql(statement)
            for step in steps:
                step(connection)
            made = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql > ''").all()
            tables, indexes = ({name: sql for kind, name, sql in made if kind == of} for of in ("table", "index"))
            columns = {table: connection.exec_driver_sql(f'PRAGMA table_info("{table}")').all() for table in tables}
    finally:
        engine.dispose()
    return Layout(tables, indexes, {table: tuple(row[1] for row in rows) for table, rows in columns.items()})
