"""Every row of a database compared with its checksum, and the rows that belong together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from storage.database.columns import CHECKSUM, checksum, covered, is_whole
from storage.database.models import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Table

Query: TypeAlias = "Callable[[str], Iterable[Sequence[Any]]]"
"""Runs a query as it is, and returns its rows as the driver does."""

TABLES: Final[Mapping[str, Table]] = {str(table.name): table for table in Row.metadata.sorted_tables}
"""The tables by name, those that others refer to first."""

PART_OF: Final[Mapping[str, str]] = {
    "revisions": "tables",
    "seats": "plays",
    "lines": "plays",
    "play_revisions": "plays",
    "shown_versions": "plays",
    "journal": "imports",
}
"""The tables whose rows are parts of a row of another one, which their first column names."""

NEEDED_PARTS: Final = frozenset({"seats", "lines"})
"""The parts without which the whole is damaged; without a step or an earlier version it is not."""


def whole_of(name: str) -> str:
    """Return the table of the record to which a row of a table belongs."""
    return PART_OF[name] if name in NEEDED_PARTS else name


@dataclass(frozen=True, slots=True)
class Record:
    """What can be lost and put back alone: a row of `table` with the parts that belong to it; `key` names it."""

    table: str
    key: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DamagedRow:
    """A damaged row of `table` as it is stored, and the record that it belongs to."""

    table: str
    values: tuple[Any, ...]
    record: Record


def damaged_rows(query: Query, names: Collection[str] = TABLES) -> tuple[DamagedRow, ...]:
    """Return all damaged rows of a database, or those of some tables.

    The row whose key is damaged belongs to the record that its checksum names, where a row elsewhere refers to that.
    """
    damaged: list[DamagedRow] = []
    for name in names:
        table = TABLES[name]
        bad = [tuple(row) for row in query(_select(table)) if not is_whole(row)]
        known_keys = _known_keys(query, whole_of(name)) if bad else ()
        damaged += [DamagedRow(name, row, _record(table, row, known_keys)) for row in bad]
    if names is TABLES:
        named = {row.record for row in damaged}
        damaged += [row for row in _orphans(query) if row.record not in named]
    return tuple(damaged)


def rows_are_whole(query: Query, name: str) -> Iterator[bool]:
    """Yield for each row of a table whether it is whole."""
    return map(is_whole, query(_select(TABLES[name])))


def quoted(*names: str) -> str:
    """Return the names of columns for a query; some are words of SQL."""
    return ", ".join(f'"{name}"' for name in names)


def _select(table: Table) -> str:
    return f"SELECT {quoted(*covered(table), CHECKSUM)} FROM {quoted(table.name)}"  # noqa: S608 - names of our own


def _record(table: Table, row: tuple[Any, ...], known_keys: Iterable[Any]) -> Record:
    whole = whole_of(table.name)
    if len(TABLES[whole].primary_key) > 1:
        return Record(whole, row[: len(TABLES[whole].primary_key)])
    true = (key for key in known_keys if key != row[0] and checksum((key, *row[1:-1])) == row[-1])
    return Record(whole, (next(true, row[0]),))


def references(table: Table) -> Iterator[tuple[str, str, str, str]]:
    """Yield table and column of each reference, and of what it refers to."""
    for column in table.columns:
        for key in column.foreign_keys:
            yield str(table.name), column.name, str(key.column.table.name), key.column.name


def _known_keys(query: Query, name: str) -> tuple[Any, ...]:
    """Return the keys of a table's rows, and those by which other rows refer to them."""
    if len(TABLES[name].primary_key) > 1:
        return ()
    own = TABLES[name].primary_key.columns[0].name
    places = {(name, own)} | {
        (table, column) for owner in TABLES.values() for table, column, to, _ in references(owner) if to == name
    }
    keys = {
        key
        for table, column in places
        for (key,) in query(f"SELECT DISTINCT {quoted(column)} FROM {quoted(table)}")  # noqa: S608 - names of our own
    }
    return tuple(keys)


def _orphans(query: Query) -> Iterator[DamagedRow]:
    """Yield the whole rows that refer to a row that is not there."""
    for table in TABLES.values():
        for name, column, parent, key in references(table):
            lost = (
                f" WHERE {quoted(column)} IS NOT NULL AND {quoted(column)} NOT IN "  # noqa: S608 - names of our own
                f"(SELECT {quoted(key)} FROM {quoted(parent)})"
            )
            for row in filter(is_whole, query(_select(table) + lost)):
                missing = row[covered(table).index(column)]
                yield DamagedRow(name, tuple(row), Record(parent, (missing,)))
