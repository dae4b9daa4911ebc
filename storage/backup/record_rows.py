"""The rows of records as they are stored, whatever stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import LargeBinary, cast, column, delete, insert, select, table, update

from storage.database.checksums import COLUMN, checksum, covered
from storage.database.row_check import PART_OF, TABLES, Record
from storage.repositories.values import is_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Table, TableClause


def key_of(name: str, row: Sequence[Any]) -> tuple[Any, ...]:
    """Return the key of a row as it is stored."""
    values = dict(zip(covered(TABLES[name]), row, strict=False))
    return tuple(values[key.name] for key in TABLES[name].primary_key)


def is_record(record: Record) -> list[ColumnElement[bool]]:
    """Return the conditions on the row of a record."""
    keys = TABLES[record.table].primary_key
    return [equals(key.name, value) for key, value in zip(keys, record.key, strict=True)]


def equals(name: str, value: object) -> ColumnElement[bool]:
    """Return the condition that a column has a value; the bytes of a damaged text are compared as bytes."""
    if isinstance(value, str) and not is_text(value):
        return cast(column(name), LargeBinary) == value.encode(errors="surrogateescape")
    return column(name).is_(None) if value is None else column(name) == value


def parts_of(record: Record) -> Iterator[tuple[str, ColumnElement[bool]]]:
    """Yield the tables that have parts of a record, with the condition on them."""
    for part, whole in PART_OF.items():
        if whole == record.table:
            yield part, equals(TABLES[part].primary_key.columns.values()[0].name, record.key[0])


def rows_of(connection: Connection, of: Table | TableClause, *conditions: ColumnElement[bool]) -> list[dict[str, Any]]:
    """Return rows by the names of their columns."""
    return [dict(row._mapping) for row in connection.execute(select(*of.columns).select_from(of).where(*conditions))]  # noqa: SLF001


def untyped(name: str) -> TableClause:
    """Return a table whose rows are read as they are stored, the checksum last."""
    return table(name, *(column(heading) for heading in (*covered(TABLES[name]), COLUMN)))


def sealed(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row with its checksum."""
    return {**values, COLUMN: checksum(values[heading] for heading in covered(TABLES[name]))}


def delete_rows(connection: Connection, name: str, *conditions: ColumnElement[bool]) -> None:
    """Delete rows of a table."""
    connection.execute(delete(table(name)).where(*conditions))


def write_row(connection: Connection, into: TableClause, values: Mapping[str, Any]) -> None:
    """Write a row with its checksum, over the one that has its key."""
    record = Record(into.name, tuple(values[key.name] for key in TABLES[into.name].primary_key))
    whole = sealed(into.name, values)
    if not connection.execute(update(into).where(*is_record(record)).values(whole)).rowcount:
        connection.execute(insert(into), whole)
