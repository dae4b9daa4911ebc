"""Statements of SQLite, compiled once for all databases of a run: a quarter of the work of tests that open one each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

if TYPE_CHECKING:
    from sqlalchemy import Connection

COMPILED: Final[dict[Any, Any]] = {}


def _same(dialect: SQLiteDialect_pysqlite, compared: object) -> bool:
    """Whether statements are compiled alike for two databases: all of a run have the same settings."""
    return type(dialect) is type(compared)


def _share(connection: Connection) -> None:
    if isinstance(connection.dialect, SQLiteDialect_pysqlite):
        connection.execution_options(compiled_cache=COMPILED)


def share() -> None:
    """Have all databases of this process share their statements."""
    SQLiteDialect_pysqlite.__eq__ = _same  # type: ignore[assignment,method-assign]
    SQLiteDialect_pysqlite.__hash__ = lambda dialect: hash(type(dialect))  # type: ignore[assignment,method-assign]
    event.listen(Engine, "engine_connect", _share)
