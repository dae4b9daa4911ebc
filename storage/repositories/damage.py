"""Damaged records: found, named for people, left out of statistics, and removed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import LargeBinary, cast, column, delete, insert, select, table, update
from sqlmodel import col

from scoring.messages import printable, say
from storage.database.checksums import COLUMN, covered
from storage.database.models import DAMAGED_TOO, PlayerRow, Row, SeatRow, checksum_of_values, is_damaged
from storage.database.row_check import NEEDED_PARTS, PART_OF, TABLES, DamagedRow, Record, damaged_rows
from storage.documents.messages import message_of
from storage.repositories.values import folded, game_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import ColumnClause, ColumnElement
    from sqlmodel import Session

    from scoring.messages import Message
    from storage.repositories.tables import Store

BATCH_ROWS: Final = 100
"""The number of rows that are in memory while all are compared; a photo has 400 kB."""

ACCESS: Final = frozenset({"join_codes", "devices", "guests"})
"""The tables of join codes and devices: a damaged row of theirs is trusted no more, and the device joins anew."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_MAX_NAME: Final = 60
"""The most characters of a stored text that are shown."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged record, with the rows of it that are damaged, and its name for people."""

    record: Record
    rows: tuple[DamagedRow, ...]
    name: Message

    @property
    def kind(self) -> str:
        """The table of the record."""
        return self.record.table


def find(store: Store) -> tuple[Damage, ...]:
    """Compare every row with its checksum; return what is damaged, and leave it out of lists from now on."""
    with store.reading() as session:
        found = of_session(session)
    store.left_out = frozenset(key for one in found for key in _plays(one.rows) if isinstance(key, str))
    return found


def of_session(session: Session) -> tuple[Damage, ...]:
    """Return what is damaged in the database of a session."""
    connection = session.connection()

    def query(asked: str) -> Iterable[Sequence[Any]]:
        return connection.exec_driver_sql(asked, execution_options={"yield_per": BATCH_ROWS})

    rows: dict[Record, list[DamagedRow]] = {}
    for row in damaged_rows(query):
        rows.setdefault(row.record, []).append(row)
    return tuple(
        Damage(record, tuple(damaged), _name(record.table, _values_of(session, record, damaged)))
        for record, damaged in rows.items()
    )


def drop_access(store: Store, found: Iterable[Damage]) -> tuple[Damage, ...]:
    """Remove the damaged join codes and devices; return the other damage."""
    left = tuple(found)
    gone = [one for one in left if one.kind in ACCESS]
    if gone:
        with store.writing() as session:
            for one in gone:
                _delete_access(session, one)
    return tuple(one for one in left if one.kind not in ACCESS)


def remove(store: Store, damage: Damage) -> None:
    """Remove a damaged record for good; what refers to it goes on without it.

    A player is made anew from the names on the sheets.
    """
    with store.writing() as session:
        delete_rows(session, damage.rows, damage.record)
        delete_parts(session, damage.record)
        anew = _anew(session, damage.record)
        if anew is not None:
            write_record(session, damage.record, anew)
            return
        _release(session, damage.record)
        session.connection().execute(delete(table(damage.kind)).where(*is_record(damage.record)))
    store.left_out -= set(damage.record.key)


def is_record(record: Record) -> list[ColumnElement[bool]]:
    """Return the conditions on the row of a record."""
    keys = TABLES[record.table].primary_key.columns
    return [_equals(key.name, value) for key, value in zip(keys, record.key, strict=True)]


def delete_parts(session: Session, record: Record) -> None:
    """Delete the parts of a record."""
    for part, whole in PART_OF.items():
        if whole == record.table:
            owner = TABLES[part].primary_key.columns.values()[0].name
            session.connection().execute(delete(table(part)).where(_equals(owner, record.key[0])))


def delete_rows(session: Session, rows: Iterable[DamagedRow], record: Record) -> None:
    """Delete the damaged rows of a record but its own, which others may refer to; one with another key goes, too."""
    for row in rows:
        keys = TABLES[row.table].primary_key.columns
        key = dict(zip(covered(TABLES[row.table]), row.values, strict=False))
        if row.table in NEEDED_PARTS or tuple(key[one.name] for one in keys) != record.key:
            same = [_equals(one.name, key[one.name]) for one in keys]
            session.connection().execute(delete(table(row.table)).where(*same))


def _equals(name: str, value: object) -> ColumnElement[bool]:
    """Return the condition that a column has a value; the bytes of a damaged text are compared as bytes."""
    if isinstance(value, str):
        stored = value.encode(errors="surrogateescape")
        try:
            stored.decode()
        except UnicodeDecodeError:
            return cast(column(name), LargeBinary) == stored
    return column(name).is_(None) if value is None else column(name) == value


def _plays(rows: Iterable[DamagedRow]) -> Iterable[Any]:
    """Return the ids of the plays that damaged rows belong to, and of those that they seem to belong to."""
    for row in rows:
        if row.record.table == "plays":
            yield from (row.record.key[0], row.values[0])


def _delete_access(session: Session, damage: Damage) -> None:
    if damage.kind == "devices":
        session.connection().execute(delete(table("guests")).where(_equals("device_id", damage.record.key[0])))
    for row in damage.rows:
        keys = TABLES[row.table].primary_key.columns
        values = dict(zip(covered(TABLES[row.table]), row.values, strict=False))
        session.connection().execute(delete(table(row.table)).where(*(_equals(k.name, values[k.name]) for k in keys)))


def _release(session: Session, record: Record) -> None:
    """Let the rows that refer to a record go on without it."""
    if record.table == "tables":
        session.connection().execute(delete(table("guests")).where(_equals("table_id", record.key[0])))
    for kind in Row.__subclasses__():
        of = TABLES[str(kind.__tablename__)]
        for one in of.columns:
            if one.nullable and any(key.column.table.name == record.table for key in one.foreign_keys):
                named = select(kind).where(_equals(one.name, record.key[0]))
                for row in session.scalars(named, execution_options=DAMAGED_TOO).all():
                    if not is_damaged(row):
                        setattr(row, one.key, None)
                session.flush()
                bare = table(of.name, column(one.name))  # a damaged row stays as it is, with its old checksum
                same = _equals(one.name, record.key[0])
                session.connection().execute(update(bare).where(same).values({one.name: None}))


def _anew(session: Session, record: Record) -> dict[str, Any] | None:
    """Return a player anew, as far as the sheets tell; `None` if no sheet names the player, or it is no player."""
    if record.table != "players":
        return None
    seats = select(SeatRow).where(col(SeatRow.player_id) == record.key[0])
    rows = session.scalars(seats, execution_options=DAMAGED_TOO).all()
    name = next((row.name for row in rows if not is_damaged(row)), None if not rows else "?")
    if name is None:
        return None
    others = set(session.scalars(select(col(PlayerRow.folded)).where(col(PlayerRow.id) != record.key[0])))
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    free = next(one for one in names if folded(one) not in others)
    values = {"id": record.key[0], "name": free, "folded": folded(free), "colour": "", "shape": "", "hidden": False}
    return values | {"seen": EPOCH}


def write_record(session: Session, record: Record, values: Mapping[str, Any]) -> None:
    """Write the row of a record by the keys of its columns, over the one that is there."""
    into = TABLES[record.table]
    sealed = {**values, COLUMN: checksum_of_values(into, values)}
    done = session.connection().execute(update(into).where(*is_record(record)).values(sealed))
    if not done.rowcount:
        session.connection().execute(insert(into), sealed)


def _values_of(session: Session, record: Record, damaged: Sequence[DamagedRow]) -> dict[str, Any]:
    """Return what stands in the row of a record, by the names of its columns."""
    names = covered(TABLES[record.table])
    values = next((row.values[:-1] for row in damaged if row.table == record.table), None)
    if values is None:
        columns: list[ColumnClause[Any]] = [column(name) for name in names]
        asked = select(*columns).select_from(table(record.table)).where(*is_record(record))
        values = session.connection().execute(asked).first()
    return dict(zip(names, values or (), strict=False))


_NAMES: Final[Mapping[str, Message]] = {
    "tables": say("the table of {game}, last changed on {changed}"),
    "revisions": say("step {number} at a table: {label}"),
    "plays": say("the play of {title}, {day}"),
    "play_revisions": say("a play before it was corrected: {what}"),
    "players": say("the friend {name}"),
    "places": say("the place {name}"),
    "aliases": say("the other name {name}"),
    "imports": say("the import of {what}"),
    "journal": say("a step of an import"),
    "photos": say("a photo, kept on {at}"),
    "copies": say("my copy of {game}: {part}, {key}"),
    "settings": say("the setting “{key}”"),
}
_NO_NAME: Final = say("a row of {table}")
_GONE: Final = say("a row of {table} that is gone, though others refer to it")


def _name(kind: str, values: Mapping[str, Any]) -> Message:
    """Return what people call a record, as far as it can be read."""
    if kind not in _NAMES or not values:
        return replace(_NO_NAME if values else _GONE, values={"table": kind})
    shown: dict[str, Message | str] = {name: _shown(value) for name, value in values.items()}
    key = str(shown.get("game", "?"))
    game = game_of(key)
    shown["game"] = key if game is None else game.name
    shown |= {name: str(shown.get(name, "?"))[: len("2024-03-01")] for name in ("changed", "at")}
    if kind in {"revisions", "play_revisions"}:
        shown |= {name: _worded(values[name]) for name in ("label", "what") if name in values}
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
