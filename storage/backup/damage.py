"""Damaged records of a database, with all that is stored of them, whatever stands in it, and what people call them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import LargeBinary, and_, cast, column, delete, insert, select, table, update

from scoring.messages import Message, printable, say
from storage.backup.backups import ACCESS
from storage.database.columns import CHECKSUM, checksum, covered
from storage.database.connections import any_text
from storage.database.row_check import PART_OF, TABLES, DamagedRow, Record, damaged_rows
from storage.documents.messages import message_of
from storage.repositories.values import game_of, is_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Table, TableClause
    from sqlmodel import Session


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
    return table(name, *(column(heading) for heading in (*covered(TABLES[name]), CHECKSUM)))


def sealed(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row with its checksum."""
    return {**values, CHECKSUM: checksum(values[heading] for heading in covered(TABLES[name]))}


def delete_rows(connection: Connection, name: str, *conditions: ColumnElement[bool]) -> None:
    """Delete rows of a table."""
    connection.execute(delete(table(name)).where(*conditions))


def write_row(connection: Connection, into: TableClause, values: Mapping[str, Any]) -> None:
    """Write a row with its checksum, over the one that has its key."""
    record = Record(into.name, tuple(values[key.name] for key in TABLES[into.name].primary_key))
    whole = sealed(into.name, values)
    if not connection.execute(update(into).where(*is_record(record)).values(whole)).rowcount:
        connection.execute(insert(into), whole)


BATCH_ROWS: Final = 100
"""The number of rows that are in memory while all are compared; a photo has 400 kB."""

_MAX_NAME: Final = 60
"""The most characters of a stored text that are shown."""

_NAMES: Final[Mapping[str, Message]] = {
    "tables": say("the table of {game}, last changed on {changed}"),
    "revisions": say("step {number} at a table: {label}"),
    "plays": say("the play of {title}, {day}"),
    "play_revisions": say("a play before it was corrected: {what}"),
    "shown_versions": say("the name of a version of a play"),
    "deleted_plays": say("the number of a play that was deleted for good"),
    "written_names": say("when a friend or place was last renamed"),
    "players": say("the friend {name}"),
    "places": say("the place {name}"),
    "photos": say("a photo, kept on {at}"),
    "copies": say("my copy of {game}: {part}, {key}"),
    "settings": say("the setting “{key}”"),
}
_BEGINNING: Final = say("the beginning")
_ACCESS: Final = say("a join code or phone, which joins anew")
_NO_NAME: Final = say("a row of {table}")


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged record, with all that is `stored` of it, by table."""

    record: Record
    stored: Mapping[str, Sequence[Sequence[Any]]]

    @property
    def name(self) -> Message:
        """What people call the record, as far as it can be read."""
        return _name(self.record.table, next(iter(self.stored.get(self.record.table, ())), ()))

    @property
    def sums(self) -> tuple[int, ...]:
        """The checksums of its row, by which a backup knows it though the key is damaged."""
        return tuple(row[-1] for row in self.stored.get(self.record.table, ()) if isinstance(row[-1], int))


def examine(session: Session, names: Collection[str] = TABLES) -> tuple[Damage, ...]:
    """Compare every row of a database, or of some tables, with its checksum; return what is damaged."""
    connection = session.connection()
    with any_text(connection):
        return examined(connection, names)


def examined(connection: Connection, names: Collection[str]) -> tuple[Damage, ...]:
    """Return what is damaged, where the connection takes any bytes as text."""

    def query(asked: str) -> Iterable[Sequence[Any]]:
        return connection.exec_driver_sql(asked, execution_options={"yield_per": BATCH_ROWS})

    rows: dict[Record, list[DamagedRow]] = {}
    for row in damaged_rows(query, names):
        rows.setdefault(row.record, []).append(row)
    return tuple(Damage(record, _stored(connection, record, damaged)) for record, damaged in rows.items())


def _stored(connection: Connection, record: Record, damaged: Iterable[DamagedRow]) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that is stored of a record, by table, as it is there: its row first, its parts, what is damaged."""
    tables: dict[str, list[tuple[Any, ...]]] = {}
    for name, condition in ((record.table, and_(*is_record(record))), *parts_of(record)):
        tables[name] = [tuple(row.values()) for row in rows_of(connection, untyped(name), condition)]
    for row in damaged:
        if row.values not in tables.setdefault(row.table, []):
            tables[row.table].append(row.values)
    return {name: rows for name, rows in tables.items() if rows}


def _name(kind: str, row: Sequence[Any]) -> Message:
    """Return what people call a record, as far as its row can be read."""
    if kind in ACCESS:
        return _ACCESS
    if not row or kind not in _NAMES:
        return replace(_NO_NAME, values={"table": kind})
    values = dict(zip(covered(TABLES[kind]), row, strict=False))
    shown: dict[str, Message | str] = {name: _shown(value) for name, value in values.items()}
    key = str(shown.get("game", "?"))
    game = game_of(key)
    shown["game"] = key if game is None else game.name
    shown |= {name: str(shown.get(name, "?"))[: len("2024-03-01")] for name in ("changed", "at")}
    if kind in {"revisions", "play_revisions"}:
        shown |= {name: _worded(values[name]) for name in ("label", "what") if name in values}
        if not values.get("label", "?"):  # that of the kind `begin`
            shown["label"] = _BEGINNING
    named = _NAMES[kind]
    return replace(named, values={name: value for name, value in shown.items() if f"{{{name}}}" in named.template})


def _worded(value: object) -> Message:
    """Return a message that was kept, or what stands in its cell."""
    message = message_of(str(value))
    return message if message.values else message_of(_shown(value))


def _shown(value: object) -> str:
    """Return what stands in a cell, without what cannot be shown.

    >>> _shown("Na" + chr(0xDCFF) + "th")
    'Na\ufffdth'
    """
    text = printable(str(value))
    return text if len(text) <= _MAX_NAME else text[:_MAX_NAME] + "…"
