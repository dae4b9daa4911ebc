"""Records that come back from the newest backups that have them whole."""

from __future__ import annotations

from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, insert, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from storage.backup.backups import backups, restore_problems
from storage.backup.damage import examine
from storage.backup.record_rows import delete_rows, is_record, parts_of, rows_of, sealed, write_row
from storage.database import copies
from storage.database.checksums import COLUMN
from storage.database.connections import file_url
from storage.database.dump import bare_table
from storage.database.engine import Database
from storage.database.models import AliasRow, PlaceRow, PlayerRow
from storage.database.row_check import PART_OF, TABLES, Record, references

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection
    from sqlmodel import Session

    from storage.database.sqlite_files import Journal

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
    for condition in (and_(*is_record(record)), of.c[COLUMN].in_(sums)):
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
