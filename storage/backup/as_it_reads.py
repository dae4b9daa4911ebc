"""Damaged records that no backup has, kept as they read: who can read a play would rather check it than miss it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, get_args

from sqlalchemy import func, insert, select
from sqlalchemy.exc import DBAPIError
from sqlmodel import col

from storage.backup.record_rows import delete_rows, equals, is_record, key_of, rows_of, untyped, write_row
from storage.database.checksums import COLUMN, checksum, covered
from storage.database.column_types import JsonText
from storage.database.errors import StoreError
from storage.database.models import LineRow, PlaceRow, PlayRevisionRow, PlayRow, RevisionRow, Row, TableRow
from storage.database.row_check import TABLES, Record, references
from storage.documents import codec
from storage.documents.records import record_of
from storage.exchange.tessera_jsonl import check
from storage.repositories.play_content import Play, play_of
from storage.repositories.play_rows import lines_of, stored_play
from storage.repositories.tables import begin_again
from storage.repositories.values import TableStatus, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlmodel import Session

    from scoring.problems import Problem
    from storage.backup.from_steps import TableAfter

    Reader = Callable[[Session, Sequence[Any]], None]

_KINDS: Final = {str(kind.__tablename__): kind for kind in Row.__subclasses__()}


def keep(
    session: Session, record: Record, stored: Mapping[str, Sequence[Sequence[Any]]], table_after: TableAfter
) -> bool:
    """Keep a damaged record as it reads, with new checksums; return whether all that read such records can read it.

    What cannot be read leaves everything as it was. What it refers to may be gone where it can do without.
    """
    readers: dict[str, Reader] = {**_READERS, "tables": partial(_read_table, table_after)}
    reads = readers.get(record.table)
    if reads is None or record.table not in stored:
        return False
    with (
        suppress(StoreError, codec.DocumentError, DBAPIError, LookupError, TypeError, ValueError),
        session.begin_nested(),
    ):
        for name in (record.table, "seats") if record.table == "plays" else (record.table,):
            for row in stored.get(name, ()):
                _write(session, record, name, row)
        reads(session, record.key)
        return True
    return False


def _write(session: Session, record: Record, name: str, row: Sequence[Any]) -> None:
    """Write a row of a record with a new checksum.

    Raises:
        ValueError: a value is not of its column's type.

    """
    connection, of = session.connection(), TABLES[name]
    values = dict(zip((*covered(of), COLUMN), row, strict=True))
    if len(TABLES[record.table].primary_key) == 1:
        values[of.primary_key.columns.values()[0].name] = record.key[0]
    for _, column, to, key in references(of):
        parent = select(TABLES[to].c[key]).where(equals(key, values[column]))
        if of.c[column].nullable and connection.execute(parent).first() is None:
            values[column] = None
    write_row(connection, untyped(name), values)
    (typed,) = rows_of(
        connection, of, *is_record(Record(name, key_of(name, [values[heading] for heading in covered(of)])))
    )
    _KINDS[name].model_validate(typed, strict=True)
    plain = [cell.name for cell in of.columns if cell.name != COLUMN and not isinstance(cell.type, JsonText)]
    if checksum(typed[heading] for heading in plain) != checksum(values[heading] for heading in plain):
        raise ValueError(name)


def _read_play(session: Session, key: Sequence[Any]) -> None:
    """Read a play as an import does; its lines are those of its sheet."""
    play = stored_play(session, session.get_one(PlayRow, key, populate_existing=True))
    seats = rows_of(session.connection(), TABLES["seats"], equals("play_id", play.id))
    if {seat["seat"] for seat in seats} != {*range(len(play.players))}:
        raise LookupError
    _check(codec.plain(play_of(play)))
    delete_rows(session.connection(), "lines", equals("play_id", play.id))
    if lines := lines_of(play.id, play.sheet):
        session.connection().execute(insert(LineRow), lines)


def _read_revision(session: Session, key: Sequence[Any]) -> None:
    _check(session.get_one(PlayRevisionRow, tuple(key), populate_existing=True).play)


def _check(play: Mapping[str, Any]) -> None:
    """Check a play strictly, and whether its parts fit together."""
    problems: list[Problem] = []
    read = record_of(Play).read(play, None, problems)
    if not problems:
        check(read, problems)
    if problems:
        raise codec.DocumentError(problems)


def _read_table(table_after: TableAfter, session: Session, key: Sequence[Any]) -> None:
    """Read a table as opening it does; its steps begin again with it, as some of them are missing."""
    row = session.get_one(TableRow, key, populate_existing=True)
    if row.state not in get_args(TableStatus):
        raise ValueError(row.state)
    row.content = table_after(row.game, row.content, ())
    newest = session.scalar(select(func.max(RevisionRow.number)).where(col(RevisionRow.table_id) == row.id))
    row.revision = max(row.revision, newest or 0)
    begin_again(session, row)
    session.flush()


def _read_place(session: Session, key: Sequence[Any]) -> None:
    place = session.get_one(PlaceRow, key, populate_existing=True)
    if not place.name.strip() or place.folded not in stored_foldings(place.name):
        raise ValueError(place.name)


_READERS: Final[Mapping[str, Reader]] = {
    "plays": _read_play,
    "play_revisions": _read_revision,
    "places": _read_place,
}
"""What raises an error where a record cannot be read strictly, by table; a player is made anew from the sheets."""
