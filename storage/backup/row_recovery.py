"""A damaged record put back from the newest backup that has it whole, or removed; what is there is backed up first."""

from __future__ import annotations

import shutil
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, insert, select
from sqlmodel import Session, col

from storage.backup.backups import Backup, backup, backups, restore_problems
from storage.database.checksums import COLUMN
from storage.database.connections import file_url
from storage.database.engine import Database
from storage.database.models import AliasRow, PlaceRow, PlayerRow
from storage.database.row_check import PART_OF, TABLES, DamagedRow, Record
from storage.repositories import damage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from sqlalchemy import Table

    from storage.database.sqlite_files import Journal
    from storage.repositories.damage import Damage
    from storage.repositories.tables import Store

_PEOPLE: Final[Mapping[str, type[PlayerRow | PlaceRow]]] = {"players": PlayerRow, "places": PlaceRow}
"""The records that are known by name, too, and may have been merged since."""


def put_back(store: Store, lost: Damage, folder: Path, now: datetime) -> Backup | None:
    """Put a damaged record back, and only that; return the backup that had it, `None` if no backup has it whole.

    Raises:
        StoreError: nothing has changed; what is there could not be backed up, or the record not be written.

    """
    for one in backups(folder):
        with _opened(one, store.journal) as source:
            record = None if source is None else _whole(source, lost)
            if source is None or record is None:
                continue
            damaged = {row for one in damage.of_session(source) for row in one.rows}
            if record in {row.record for row in damaged}:
                continue
            backup(store, folder, now)
            with store.writing() as session:
                damage.delete_rows(session, lost.rows, record)
                _Writer(source, session, damaged).write(record)
            damage.find(store)
            return one
    return None


def remove(store: Store, lost: Damage, folder: Path, now: datetime) -> None:
    """Remove a damaged record for good.

    Raises:
        StoreError: nothing has changed; what is there could not be backed up, or the record not be removed.

    """
    backup(store, folder, now)
    damage.remove(store, lost)
    damage.find(store)


@contextmanager
def _opened(one: Backup, journal: Journal) -> Iterator[Session | None]:
    """Yield a session of a copy of a backup, brought up to this version; `None` if it cannot be read."""
    if restore_problems(one):
        yield None
        return
    with TemporaryDirectory() as place:
        path = Path(shutil.copyfile(one.path, Path(place, one.path.name)))
        with closing(Database(file_url(path), journal=journal)) as database, database.reading() as session:
            yield session


def _whole(source: Session, lost: Damage) -> Record | None:
    """Return the record in a backup that has it whole: by its key, or by its checksum if the key is damaged."""
    table = TABLES[lost.kind]
    sums = [row.values[-1] for row in lost.rows if row.table == lost.kind]
    for condition in (and_(*damage.is_record(lost.record)), table.c[COLUMN].in_(sums)):
        found = source.connection().execute(select(*table.primary_key).where(condition)).first()
        if found is not None:
            return Record(lost.kind, tuple(found))
    return None


class _Writer:
    """Writes records of another database into this one, with the people and imports that they name."""

    def __init__(self, source: Session, target: Session, damaged: Iterable[DamagedRow]) -> None:
        self._damaged = {row.record for row in damaged}
        self._source = source.connection()
        self._session = target
        self._target = target.connection()

    def write(self, record: Record) -> None:
        """Write a record with its parts, over what is there of it."""
        table = TABLES[record.table]
        (values,) = self._rows(table, record)
        damage.delete_parts(self._session, record)
        damage.write_record(self._session, record, self._with_references(table, values))
        for part, whole in PART_OF.items():
            if whole == record.table:
                owner = TABLES[part].primary_key.columns.values()[0]
                asked = select(TABLES[part]).where(owner == record.key[0])
                for row in self._source.execute(asked).all():
                    values = dict(zip(TABLES[part].columns.keys(), row, strict=True))
                    if Record(part, tuple(values[key.key] for key in TABLES[part].primary_key)) in self._damaged:
                        continue
                    self._target.execute(insert(TABLES[part]), self._with_references(TABLES[part], values))

    def _rows(self, table: Table, record: Record) -> list[dict[str, Any]]:
        rows = self._source.execute(select(table).where(*damage.is_record(record))).all()
        return [dict(zip(table.columns.keys(), row, strict=True)) for row in rows]

    def _with_references(self, table: Table, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values of a row without its checksum; what it refers to is there."""
        there = {name: value for name, value in values.items() if name != "checksum"}
        for column in table.columns:
            for key in column.foreign_keys:
                to = Record(key.column.table.name, (values[column.key],))
                if values[column.key] is not None and PART_OF.get(table.name) != to.table:
                    there[column.key] = self._present(to)
        return there

    def _present(self, record: Record) -> Any:  # noqa: ANN401 - the key of a row
        """Return the key of a record that is here: its own, or that of the one into which it was merged."""
        table = TABLES[record.table]
        if self._target.execute(select(*table.primary_key).where(*damage.is_record(record))).first() is not None:
            return record.key[0]
        (values,) = self._rows(table, record)
        if record.table in _PEOPLE:
            kind, of = record.table.removesuffix("s"), _PEOPLE[record.table]
            named = select(col(of.id)).where(col(of.folded) == values["folded"])
            merged = select(col(AliasRow.target)).where(
                col(AliasRow.kind) == kind, col(AliasRow.folded) == values["folded"]
            )
            known = self._target.scalar(named) or self._target.scalar(merged)
            if known is not None:
                return known
        self.write(record)
        return record.key[0]
