"""The version of a database, and the steps that lead an older one to it.

A step is a function that changes tables and rows, written by hand. Once it is released it never changes, so it uses no
other code of ours. An empty database takes none: it is made as the models say. Tests compare what both give. (Alembic
would bring two more wheels into a browser, and take longer to import, for the loop below.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, Integer, MetaData, Table, inspect, select, update

from storage.database.models import Row
from storage.database.sqlite_files import VERSION_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

STEPS: Final[tuple[Callable[[Connection], object], ...]] = ()
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
    Row.metadata.create_all(connection)
    VERSION.create(connection)
    connection.execute(VERSION.insert().values(number=newest()))


def upgrade(connection: Connection, version: int) -> None:
    """Run the remaining steps in the transaction of the connection: all of them, or none."""
    for step in STEPS[version - 1 :]:
        step(connection)
    connection.execute(update(VERSION).values(number=newest()))
