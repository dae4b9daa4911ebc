"""What is saved of a damaged record: from the newest backup that has it whole, from a table's steps, or as it reads.

Each step of a table has a checksum of its own, and the first has the whole table. A record that no backup has is kept
as it reads: who can read a play would rather check it than miss it.
"""

from __future__ import annotations

from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

from sqlalchemy import ColumnElement, Connection, and_, column, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import col
from sqlmodel import select as select_rows

from storage.backup.backups import backups, restore_problems
from storage.backup.damage import (
    delete_rows,
    equals,
    examine,
    is_record,
    key_of,
    parts_of,
    rows_of,
    sealed,
    untyped,
    write_row,
)
from storage.database import copies
from storage.database.columns import CHECKSUM, JsonText, checksum, covered, is_whole, json_text
from storage.database.connections import file_url
from storage.database.copies import bare_table
from storage.database.engine import Database
from storage.database.errors import StoreError
from storage.database.models import (
    AliasRow,
    LineRow,
    PlaceRow,
    PlayerRow,
    PlayRevisionRow,
    PlayRow,
    RevisionRow,
    Row,
    TableRow,
)
from storage.database.row_check import PART_OF, TABLES, Record, references
from storage.documents import codec
from storage.documents.changes import Change, read_changes
from storage.documents.codec import DocumentError
from storage.documents.records import record_of
from storage.exchange.tessera_jsonl import check
from storage.repositories.play_content import Play, play_of
from storage.repositories.play_rows import lines_of, stored_play
from storage.repositories.tables import begin_again
from storage.repositories.values import TableStatus, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from sqlmodel import Session

    from scoring.problems import Problem
    from storage.database.sqlite_files import Journal

    Reader = Callable[[Session, Sequence[Any]], None]


_PEOPLE: Final[Mapping[str, type[PlayerRow | PlaceRow]]] = {"players": PlayerRow, "places": PlaceRow}
"""The records that are known by name, too, and may have been merged since."""


def brought_back(
    connection: Connection, journal: Journal, folder: Path, lost: Mapping[Record, Collection[int]]
) -> dict[Record, datetime]:
    """Bring back records from the newest backups that have them whole; return the moments of these backups.

    Each comes with the checksums of its row, by which it is known where its key is damaged. One whose place another
    row has taken, such as a friend of that name, does not come back.
    """
    since: dict[Record, datetime] = {}
    for backup in backups(folder) if lost else ():
        if len(since) == len(lost):
            break
        if restore_problems(backup):
            continue
        with _opened(backup.path, journal) as session:
            source, damaged = session.connection(), {damage.record for damage in examine(session)}
            for record, sums in lost.items():
                whole = None if record in since else _whole(source, record, sums)
                if whole is not None and whole not in damaged:
                    with suppress(IntegrityError), connection.begin_nested():
                        if whole != record:
                            delete_rows(connection, record.table, *is_record(record))
                        _Copier(source, connection, damaged).copy(whole)
                        since[record] = backup.at
    return since


@contextmanager
def _opened(path: Path, journal: Journal) -> Iterator[Session]:
    """Yield a session of a copy of the rows of a backup, brought up to this version."""
    with TemporaryDirectory(prefix="tessera-") as place:
        copied = Path(place, path.name)
        copies.copy_rows(path, copied)
        with closing(Database(file_url(copied), journal=journal)) as database, database.reading() as session:
            yield session


def _whole(source: Connection, record: Record, sums: Collection[int]) -> Record | None:
    """Return a record in a backup: by its key, or by its checksum if the key is damaged."""
    of = TABLES[record.table]
    for condition in (and_(*is_record(record)), of.c[CHECKSUM].in_(sums)):
        key = source.execute(select(*of.primary_key).where(condition)).first()
        if key is not None:
            return Record(record.table, tuple(key))
    return None


class _Copier:
    """Copies records of another database into this one, with the people and imports that they name."""

    def __init__(self, source: Connection, target: Connection, damaged: Collection[Record]) -> None:
        self._damaged = damaged
        self._source = source
        self._target = target

    def copy(self, record: Record) -> None:
        """Write a record with its parts, over what is there of it."""
        (values,) = self._rows(record.table, *is_record(record))
        for name, condition in parts_of(record):
            delete_rows(self._target, name, condition)
        write_row(self._target, bare_table(TABLES[record.table]), self._with_references(record.table, values))
        for name, condition in parts_of(record):
            for part in self._rows(name, condition):
                if Record(name, tuple(part[key.name] for key in TABLES[name].primary_key)) not in self._damaged:
                    self._target.execute(
                        insert(bare_table(TABLES[name])), sealed(name, self._with_references(name, part))
                    )

    def _rows(self, name: str, *conditions: ColumnElement[bool]) -> list[dict[str, Any]]:
        """Return whole rows of the backup, as each kind of database takes them."""
        return rows_of(self._source, bare_table(TABLES[name]), *conditions)

    def _with_references(self, name: str, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values of a row; what it refers to is here."""
        there = dict(values)
        for _, reference, to, _ in references(TABLES[name]):
            if values[reference] is not None and PART_OF.get(name) != to:
                there[reference] = self._present(Record(to, (values[reference],)))
        return there

    def _present(self, record: Record) -> Any:  # noqa: ANN401 - the key of a row
        """Return the key of a record that is here: its own, or that of the one into which it was merged."""
        of = TABLES[record.table]
        if self._target.execute(select(*of.primary_key).where(*is_record(record))).first() is not None:
            return record.key[0]
        (values,) = self._rows(record.table, *is_record(record))
        if record.table in _PEOPLE:
            kind, people = record.table.removesuffix("s"), _PEOPLE[record.table]
            named = select(col(people.id)).where(col(people.folded) == values["folded"])
            merged = select(col(AliasRow.target)).where(
                col(AliasRow.kind) == kind, col(AliasRow.folded) == values["folded"]
            )
            person = self._target.scalar(named) or self._target.scalar(merged)
            if person is not None:
                return person
        self.copy(record)
        return record.key[0]


TableAfter: TypeAlias = "Callable[[str, dict[str, Any], Sequence[Change]], dict[str, Any]]"
"""Returns the content of a table of a game after some changes, read strictly.

It raises `DocumentError`, `LookupError`, `TypeError` or `ValueError` where that cannot be.
"""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The row of a table after the last of the steps that follow one another intact; `whole` if none came later."""

    row: Mapping[str, Any]
    whole: bool

    @property
    def at(self) -> datetime:
        """The moment of the last step."""
        moment: datetime = self.row["changed"]
        return moment

    def write(self, session: Session) -> None:
        """Write the row, and delete the steps that came later."""
        connection, (table, number) = session.connection(), (self.row["id"], self.row["revision"])
        write_row(connection, bare_table(TABLES["tables"]), self.row)
        delete_rows(connection, "revisions", equals("table_id", table), column("number") > number)


def replayed(
    session: Session, record: Record, stored: Mapping[str, Sequence[Sequence[Any]]], table_after: TableAfter
) -> Replayed | None:
    """Return a damaged table as its steps have it; `None` where they do not tell, or where the record is no table."""
    if record.table != "tables":
        return None
    (table,) = record.key
    steps = rows_of(session.connection(), untyped("revisions"), equals("table_id", table))
    intact = {step["number"]: step["kind"] for step in steps if is_whole([*step.values()])}
    first = max((number for number, kind in intact.items() if kind == "begin"), default=0)
    last = next(number for number in count(first) if number not in intact) - 1
    numbers = [number for number in intact if number <= last]
    of_table = select_rows(RevisionRow).where(RevisionRow.table_id == table, col(RevisionRow.number).in_(numbers))
    rows = session.exec(of_table.order_by(col(RevisionRow.number))).all()
    with suppress(DocumentError, LookupError, TypeError, ValueError):
        ((begun,), *more) = (row.changes for row in rows if row.number >= first)
        changes = [change for of_step in more for change in read_changes(of_step)]
        content = table_after(begun["game"], begun["content"], changes)
        damaged = next(iter(stored.get("tables", ())), ())
        status = _meant(damaged, "state", statuses := get_args(TableStatus))
        row = {
            "id": table,
            "game": begun["game"],
            "content": json_text(content),
            "revision": last,
            "state": status if status in statuses else "finished" if _is_over(session, table) else "running",
            "created": rows[0].at,
            "changed": rows[-1].at,
        }
        numbers = [_meant(damaged, "revision", (last,)), *(step["number"] for step in steps)]
        return Replayed(row, whole=max(number for number in numbers if isinstance(number, int)) == last)
    return None


def _is_over(session: Session, table: str) -> bool:
    """Return whether there is a play of a table, which is not in play again."""
    play = select_rows(PlayRow.id).where(PlayRow.table_id == table, col(PlayRow.reopened).is_(False))
    return session.exec(play).first() is not None


def _meant(row: Sequence[Any], column: str, values: Sequence[Any]) -> Any:  # noqa: ANN401 - what a cell holds
    """Return what stood in a damaged cell: the value with which the checksum is right, else what stands there."""
    cells = dict(zip(covered(TABLES["tables"]), row, strict=False))
    right = (value for value in values if cells and checksum((cells | {column: value}).values()) == row[-1])
    return next(right, cells.get(column))


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
    values = dict(zip((*covered(of), CHECKSUM), row, strict=True))
    if len(TABLES[record.table].primary_key) == 1:
        values[of.primary_key.columns.values()[0].name] = record.key[0]
    for _, own, to, key in references(of):
        parent = select(TABLES[to].c[key]).where(equals(key, values[own]))
        if of.c[own].nullable and connection.execute(parent).first() is None:
            values[own] = None
    write_row(connection, untyped(name), values)
    (typed,) = rows_of(
        connection, of, *is_record(Record(name, key_of(name, [values[heading] for heading in covered(of)])))
    )
    _KINDS[name].model_validate(typed, strict=True)
    plain = [cell.name for cell in of.columns if cell.name != CHECKSUM and not isinstance(cell.type, JsonText)]
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


_READERS: Final[Mapping[str, Reader]] = {"plays": _read_play, "play_revisions": _read_revision, "places": _read_place}
"""What raises an error where a record cannot be read strictly, by table; a player is made anew from the sheets."""
