"""A whole database as an SQLite file and back, row by row, for databases that are not SQLite files themselves."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import MetaData, Table, Text, column, create_engine, delete, insert, select
from sqlalchemy import table as _bare
from sqlalchemy.exc import DBAPIError

from scoring.messages import say
from storage.database import copies, migrations, sqlite_files
from storage.database.column_types import JsonText
from storage.database.connections import file_url
from storage.database.errors import DamagedDatabaseError, StoreError, store_error
from storage.database.models import Row

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection, TableClause

BATCH_ROWS: Final = 100
"""The number of rows that are in memory at a time; a photo has 400 kB."""


def dump(connection: Connection, target: Path, finish: Callable[[Path], object] | None = None) -> None:
    """Write a whole database as of one moment into a checked SQLite file; also one of an older version.

    `finish` works on the file before it is checked.

    Raises:
        StoreError: the file could not be written; there is none.

    """
    part = target.with_name(f"{target.stem}-rows{sqlite_files.PART_SUFFIX}")
    with sqlite_files.part_file(part):
        version = migrations.version_of(connection) or migrations.newest()
        engine = create_engine(file_url(part))
        try:
            with engine.begin() as created:
                migrations.lay_out(created, version)
                for table in _described(connection, version).sorted_tables:
                    _copy_rows(connection, created, table)
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.Error):
                raise store_error(error.orig, str(target)) from error
            raise  # reading failed, not writing
        finally:
            engine.dispose()
        copies.copy_database(part, target, finish)


def load(source: Path, connection: Connection) -> None:
    """Replace the content of a database by that of an SQLite file; both are of this version.

    Raises:
        StoreError: the file has damaged rows that cannot be stored.

    """
    engine = create_engine(file_url(source))
    tables = Row.metadata.sorted_tables
    try:
        for table in reversed(tables):
            connection.execute(delete(table))
        with engine.connect() as read:
            for table in tables:
                _copy_rows(read, connection, table)
    except DamagedDatabaseError as error:
        raise StoreError(say("a value in it is damaged and cannot be stored: choose another backup")) from error
    finally:
        engine.dispose()


def _described(connection: Connection, version: int) -> MetaData:
    """Return the tables of a database: the models for this version, the tables found for another."""
    metadata = MetaData()
    if version == migrations.newest():
        for table in (migrations.VERSION, *Row.metadata.sorted_tables):
            table.to_metadata(metadata)
    else:
        metadata.reflect(connection)
    return metadata


def bare_table(table: Table) -> TableClause:
    """Return a table whose JSON is text, as it is stored."""
    return _bare(
        table.name,
        *(column(field.name, Text() if isinstance(field.type, JsonText) else field.type) for field in table.columns),
    )


def _copy_rows(source: Connection, target: Connection, table: Table) -> None:
    """Copy the rows of a table as they are: also JSON that is damaged, and the checksum that tells."""
    bare = bare_table(table)
    columns = [*bare.columns]
    keys = [bare.c[key.name] for key in table.primary_key]
    rows = source.execution_options(yield_per=BATCH_ROWS).execute(select(*columns).select_from(bare).order_by(*keys))
    names = [field.name for field in columns]
    for batch in rows.partitions(BATCH_ROWS):
        target.execute(insert(bare), [dict(zip(names, map(_plain, row), strict=True)) for row in batch])


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a row holds
    """Return a value as both databases store it: moments in UTC."""
    return value.astimezone(UTC) if isinstance(value, datetime) and value.tzinfo is not None else value
