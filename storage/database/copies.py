"""Copies of SQLite files, as they are or their rows alone; and another database as such a file and back, row by row.

A file with rows alone has the tables that Tessera makes. One that somebody hands in never becomes ours: it may bring
triggers that act for a stranger, views that never end, or constraints that refuse every change.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import MetaData, Table, Text, column, create_engine, delete, insert, select
from sqlalchemy import table as _bare
from sqlalchemy.exc import DBAPIError

from scoring.messages import Message, say
from storage.database import file_parts, migrations, sqlite_files, whole_files
from storage.database.columns import JsonText
from storage.database.connections import file_url
from storage.database.errors import DamagedDatabaseError, StoreError, store_error
from storage.database.models import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection, TableClause


class _VersionError(StoreError):
    """A file is of no version that this program knows."""


def copy_database(source: Path, target: Path, finish: Callable[[Path], object] | None = None) -> bool:
    """Copy a database, also while others write to it, let `finish` work on the copy, and check it.

    Return whether an index of the source is damaged; those of the copy are built anew then.

    Raises:
        StoreError: there is no copy.

    """
    try:
        _copy_checked(source, target, finish, _vacuum)
    except DamagedDatabaseError:
        rebuild_indexes(source, target, finish)
        return True
    return False


def rebuild_indexes(source: Path, target: Path, finish: Callable[[Path], object] | None = None) -> None:
    """Copy the rows of a database whose tables are whole, let `finish` work on the copy, and check it.

    Raises:
        StoreError: there is no copy: a table is damaged, too, or the disk cannot take it.

    """
    _copy_checked(source, target, finish, _copy_every_row)


def copy_rows(source: Path, target: Path) -> None:
    """Copy the rows of a checked file of any version into an empty one, which gets the tables that we make for it.

    Raises:
        StoreError: the file cannot be copied; what is in the new one is of no use.

    """
    how = "mode=ro" if sqlite_files.has_log(source) else "mode=ro&immutable=1"  # also where no memory can be shared
    with _reading(source, target.with_name(target.name.removesuffix(whole_files.PART_SUFFIX))) as connection:
        _copy_tables(connection, source, target, how, is_checked=True)


def problems(file: Path) -> tuple[Message, ...]:
    """Return why the rows of a file cannot be copied; empty when they can.

    Raises:
        StoreError: the file cannot be read.

    """
    try:
        columns = migrations.layout(_version(file)).columns
    except _VersionError as error:
        return (error.message,)
    with sqlite_files.open_read_only(file) as connection:
        return tuple(file_parts.in_the_way(connection.execute, columns))


def left_behind(file: Path) -> Message | None:
    """Return the sentence on what is in a file of a known version beside the rows that are copied, or `None`.

    Raises:
        StoreError: the file cannot be read.

    """
    statements = _statements(file)
    with sqlite_files.open_read_only(file) as connection:
        return file_parts.left_behind(file_parts.others(connection.execute, statements))


def running(file: Path) -> Message | None:
    """Return what in a file of ours would run by itself, such as a trigger, or `None`.

    Raises:
        StoreError: the file cannot be read.

    """
    with sqlite_files.open_read_only(file) as connection:
        return file_parts.running(connection.execute, (*Row.metadata.tables, sqlite_files.VERSION_TABLE))


def not_ours(file: Path) -> tuple[str, ...]:
    """Return the names of the parts of a file of a known version that Tessera did not make, or not like that.

    Raises:
        StoreError: the file cannot be read.

    """
    statements = _statements(file)
    with sqlite_files.open_read_only(file) as connection:
        return (*file_parts.others(connection.execute, statements), *file_parts.altered(connection.execute, statements))


def _statements(file: Path) -> dict[str, str]:
    """Return what makes each table and index of a file of a known version."""
    layout = migrations.layout(_version(file))
    return {**layout.tables, **layout.indexes}


def _version(file: Path) -> int:
    """Return the version of a file that this program or an older one wrote.

    Raises:
        StoreError: it cannot be read, or they did not.

    """
    version = sqlite_files.version_of(file)
    if version is None:
        raise _VersionError(say("it holds no Tessera data"))
    if not isinstance(version, int) or not migrations.is_known(version):
        raise _VersionError(say("it was written by a newer version of Tessera"))
    return version


@contextmanager
def _reading(source: Path, target: Path) -> Iterator[sqlite3.Connection]:
    """Open a file to be copied; what goes wrong with the copy is said of it."""
    with sqlite_files.open_read_only(source, limited=False) as connection:
        try:
            yield connection
        except sqlite3.IntegrityError as error:  # what is unique was read twice
            raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE) from error
        except sqlite3.OperationalError as error:  # such as a full disk
            raise store_error(error, str(target)) from error


def _copy_checked(
    source: Path,
    target: Path,
    finish: Callable[[Path], object] | None,
    copy: Callable[[sqlite3.Connection, Path, Path], None],
) -> None:
    part = target.with_name(target.name + whole_files.PART_SUFFIX)
    with whole_files.part_file(part):
        with _reading(source, target) as connection:
            copy(connection, source, part)
        if finish is not None:
            finish(part)
        sqlite_files.move_checked(part, target)


def _vacuum(connection: sqlite3.Connection, _source: Path, part: Path) -> None:
    connection.execute("VACUUM INTO ?", (str(part),))


def _copy_every_row(connection: sqlite3.Connection, source: Path, part: Path) -> None:
    """Copy the rows as they lie there, as long as none is missing.

    Raises:
        sqlite3.Error: a table is damaged, or the copy cannot be written.
        StoreError: a page is torn, rows of a table are missing, or it is no table.

    """
    if sqlite_files.is_torn(source, connection):
        raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE)  # the page may be one of a table
    for table, read in _copy_tables(connection, source, part).items():
        if has_lost_rows(connection, table, read):
            raise DamagedDatabaseError(sqlite_files.DAMAGED_TABLE)


def _copy_tables(
    connection: sqlite3.Connection, source: Path, part: Path, how: str = "mode=ro", *, is_checked: bool = False
) -> dict[str, int]:
    """Copy the rows of our tables into tables that we make, and then build the indexes; return how many there are.

    `how` the source is opened stands in its address.

    Raises:
        sqlite3.Error: a table is damaged, or the copy cannot be written.
        StoreError: what is called like one of our tables is none.

    """
    rows = {}
    with new_copy(source, part, how) as (copy, made):
        copy.execute("BEGIN")
        for table in made.tables.keys() - {sqlite_files.VERSION_TABLE}:
            columns = ", ".join(map(file_parts.quoted, made.columns[table]))
            there = tuple(row[1] for row in copy.execute(f'PRAGMA source.table_info("{table}")'))
            copied = copy.execute(
                f'INSERT INTO main."{table}" SELECT * FROM source."{table}"'  # noqa: S608 - names of our own
                if is_checked and there == made.columns[table]  # which SQLite does in half the time
                else f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM source."{table}" NOT INDEXED'  # noqa: S608 - likewise
            )
            rows[table] = copied.rowcount
        for sql in made.indexes.values():
            copy.execute(sql)
        copy.execute("COMMIT")
        sqlite_files.set_sequence_number(copy, connection.execute("PRAGMA user_version").fetchone()[0])
    return rows


@contextmanager
def new_copy(source: Path, part: Path, how: str) -> Iterator[tuple[sqlite3.Connection, migrations.Layout]]:
    """Make our tables in an empty file, with the source attached to it, from which their rows come.

    Raises:
        StoreError: what is called like one of our tables is none.

    """
    for problem in problems(source):
        raise DamagedDatabaseError(problem)
    version = _version(source)
    made = migrations.layout(version)
    with closing(sqlite3.connect(part.absolute().as_uri(), uri=True, isolation_level=None)) as copy:
        sqlite_files.guard(copy)
        copy.execute("PRAGMA synchronous=OFF")  # whoever renames the file syncs it
        copy.execute("PRAGMA journal_mode=OFF")
        copy.execute("ATTACH ? AS source", (f"{source.absolute().as_uri()}?{how}",))
        for sql in made.tables.values():
            copy.execute(sql)
        copy.execute(f"INSERT INTO {sqlite_files.VERSION_TABLE} VALUES (?)", (version,))  # noqa: S608 - a name of our own
        yield copy, made


def has_lost_rows(connection: sqlite3.Connection, table: str, read: int, database: str = "main") -> bool:
    """Return whether fewer rows were read of a table of a database than it has by its indexes.

    Where an index cannot be read, the damage is there.
    """
    try:
        return min(indexed_rows(connection, table, database), default=read) > read
    except sqlite3.DatabaseError:
        return False


def indexed_rows(connection: sqlite3.Connection, table: str, database: str = "main") -> list[int]:
    """Return how many rows of a table each index has; without the `LIMIT`, SQLite would ask another one.

    Raises:
        sqlite3.DatabaseError: an index cannot be read.

    """
    listed = connection.execute(f'PRAGMA {database}.index_list("{table}")')
    indexes = [file_parts.quoted(str(index)) for _, index, _, _, is_partial in listed if not is_partial]
    counts = (
        connection.execute(f'SELECT count(*) FROM (SELECT 1 FROM {database}."{table}" INDEXED BY {index} LIMIT -1)')  # noqa: S608 - quoted
        for index in indexes
    )
    return [count.fetchone()[0] for count in counts]


BATCH_ROWS: Final = 100
"""The number of rows that are in memory at a time; a photo has 400 kB."""


def dump(connection: Connection, target: Path, finish: Callable[[Path], object] | None = None) -> None:
    """Write a whole database as of one moment into a checked SQLite file; also one of an older version.

    `finish` works on the file before it is checked.

    Raises:
        StoreError: the file could not be written; there is none.

    """
    part = target.with_name(f"{target.stem}-rows{whole_files.PART_SUFFIX}")
    with whole_files.part_file(part):
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
        copy_database(part, target, finish)


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
