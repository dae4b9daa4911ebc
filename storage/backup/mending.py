"""The net for damage: a record comes back from the newest backup that has it whole, stays as it reads, or goes.

A table is made again from its steps, which tell more than any backup. A database is mended when it is opened, before
anybody reads it. All that is stored of a damaged record stays in it, in
the table `set_aside`, and the notice says what happened.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlalchemy import Connection, select, update
from sqlmodel import Session, col
from sqlmodel import select as select_rows

from scoring.messages import Message, say
from storage.backup.backups import ACCESS
from storage.backup.damage import (
    Damage,
    delete_rows,
    equals,
    examine,
    examined,
    is_record,
    key_of,
    parts_of,
    rows_of,
    sealed,
    untyped,
    write_row,
)
from storage.backup.salvage import Replayed, TableAfter, brought_back, keep, replayed
from storage.database.columns import CHECKSUM, is_whole
from storage.database.connections import EVERYTHING, any_text
from storage.database.copies import bare_table
from storage.database.models import PlayerRow, SetAsideRow, SettingRow, TableRow
from storage.database.row_check import TABLES, Record, references
from storage.documents.messages import message_of, text_of
from storage.repositories.tables import Store, begin_again
from storage.repositories.values import folded, is_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from sqlmodel.sql.expression import SelectOfScalar

NOTICE: Final = "mended"
"""The setting with what was mended or lost, each as a message, until a player dismisses it."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MENDED: Final = say(
    "Damaged: {name}. It is restored from the backup of {at}; what was entered there later is missing. All that was "
    "stored of it is set aside."
)
_REPLAYED: Final = say(
    "Damaged: {name}. It was made again from its steps, and nothing of it is missing. All that was stored of it is set "
    "aside."
)
_WENT_BACK: Final = say(
    "Damaged: {name}. No backup has it intact, so it goes on as it was on {at}; what came later is set aside."
)
_KEPT: Final = say(
    "Damaged: {name}. No backup has it intact, so it is kept as it reads now and may be wrong: check it. All that was "
    "stored of it is set aside, too."
)
_WAITING: Final = say("This is set aside, because no backup has it intact: {what}.")
_LOST: Final = say(
    "Damaged: {name}. No backup has it intact, so it is set aside. `tessera restore --damaged` restores it as soon "
    "as a backup that has it lies beside the others."
)


def mend(store: Store, folder: Path, table_after: TableAfter, names: Collection[str] = TABLES) -> tuple[Message, ...]:
    """Mend what is damaged in a database, or in some tables of it, all in one transaction; return the notice of it.

    A table is made again from its steps where none of them is missing. All else is replaced by the record of the newest
    backup in the folder that has it whole. Without one it is kept as it reads; a table goes on after the last step that
    is left; else it goes, and what refers to it goes on without it. Whoever was let in by a damaged row joins anew.

    Raises:
        StoreError: nothing has changed.

    """
    with store.reading() as session:
        if not examine(session, names):
            return ()
    with store.writing() as session, any_text(connection := session.connection()):
        # once more: others may have written them anew
        damages = {damage.record: damage for damage in examined(connection, names)}
        for damage in damages.values():
            _delete_strays(connection, damage)
        lost = {record: damage.sums for record, damage in damages.items() if record.table not in ACCESS}
        tables = {record: lost.pop(record) for record in damages if record.table == "tables"}
        since = brought_back(connection, store.journal, folder, lost)  # steps, too
        again = {record: replayed(session, record, damages[record].stored, table_after) for record in tables}
        whole = {record for record, made in again.items() if made is not None and made.whole}
        left = {record: sums for record, sums in tables.items() if record not in whole}
        since |= brought_back(connection, store.journal, folder, left)
        said: list[Message] = []
        for record, damage in damages.items():
            if record.table == "revisions" and record not in since and not _is_here(connection, record):
                continue  # its table went back, and has it set aside
            message = (
                _outcome(damage.name, since[record])
                if record in since
                else _without_backup(session, damage, again.get(record), table_after)
            )
            if record.table not in ACCESS:
                _set_aside(session, damage, store.now(), since.get(record))
                said.append(message)
        _begin_again(session, {record.key[0] for record in damages.keys() - since if record.table == "revisions"})
        if said:
            before = pending_notice({NOTICE: row.value} if (row := session.get(SettingRow, NOTICE)) else {})
            session.merge(SettingRow(key=NOTICE, value=[text_of(message) for message in (*before, *said)]))
        store.announce(session, EVERYTHING, "")
        return tuple(said)


def _begin_again(session: Session, tables: Iterable[object]) -> None:
    """Let the steps of tables begin again that lack some of them now."""
    for key in tables:
        table = session.get(TableRow, key, populate_existing=True) if isinstance(key, str) and is_text(key) else None
        if table is not None:
            begin_again(session, table)


def _without_backup(session: Session, damage: Damage, made: Replayed | None, table_after: TableAfter) -> Message:
    """Mend a record that no backup has, or take it out; say what became of it."""
    name = damage.name
    if made is not None and made.whole:
        made.write(session)
        return replace(_REPLAYED, values={"name": name})
    if keep(session, damage.record, damage.stored, table_after):
        return replace(_KEPT, values={"name": name})
    if made is not None:
        made.write(session)
        return replace(_WENT_BACK, values={"name": name, "at": _at(made.at)})
    _take_out(session.connection(), damage.record)
    return _outcome(name, None)


def bring_back(store: Store, folder: Path) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """Bring back what was set aside without a backup that had it, if one has it now and nothing took its place.

    Returns:
        What came back and from when, and what no backup has.

    Raises:
        StoreError: nothing has changed.

    """
    with store.writing() as session:
        connection = session.connection()
        rows = {_record(row): row for row in session.exec(_waiting()) if not _is_here(connection, _record(row))}
        lost = {record: Damage(record, row.stored).sums for record, row in rows.items()}
        since = brought_back(connection, store.journal, folder, lost)
        for record, at in since.items():
            rows[record].backup = at
        back = tuple(_outcome(message_of(rows[record].what), at) for record, at in since.items())
        return back, waiting(session)


def waiting(session: Session) -> tuple[Message, ...]:
    """Return sentences on what was set aside, and neither a backup had it nor something took its place."""
    left = (row for row in session.exec(_waiting()) if not _is_here(session.connection(), _record(row)))
    return tuple(replace(_WAITING, values={"what": message_of(row.what)}) for row in left)


def _waiting() -> SelectOfScalar[SetAsideRow]:
    return select_rows(SetAsideRow).where(col(SetAsideRow.backup).is_(None)).order_by(col(SetAsideRow.at))


def _is_here(connection: Connection, record: Record) -> bool:
    return connection.execute(select(*TABLES[record.table].primary_key).where(*is_record(record))).first() is not None


def _outcome(name: Message, at: datetime | None) -> Message:
    """Say what became of a damaged record: it is as in the backup of a moment, or lost."""
    if at is None:
        return replace(_LOST, values={"name": name})
    return replace(_MENDED, values={"name": name, "at": _at(at)})


def _at(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def pending_notice(settings: Mapping[str, Any]) -> tuple[Message, ...]:
    """Return what was mended or lost and no player has taken note of yet, from the settings of a store."""
    return tuple(message_of(text) for text in settings.get(NOTICE) or ())


def _set_aside(session: Session, damage: Damage, now: datetime, backup: datetime | None) -> None:
    stored = {name: [[_plain(value) for value in row] for row in rows] for name, rows in damage.stored.items()}
    key, what = [_plain(value) for value in damage.record.key], text_of(damage.name)
    row = SetAsideRow(
        id=uuid4().hex, at=now, kind=str(damage.record.table), key=key, what=what, stored=stored, backup=backup
    )
    session.add(row)


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return the value of a cell for JSON: the bytes of what is no text in hexadecimal digits."""
    if isinstance(value, str) and not is_text(value):
        value = value.encode(errors="surrogateescape")
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _record(row: SetAsideRow) -> Record:
    """Return the record that was set aside."""
    key = (
        bytes.fromhex(value["hex"]).decode(errors="surrogateescape") if isinstance(value, dict) else value
        for value in row.key
    )
    return Record(row.kind, tuple(key))


def _delete_strays(connection: Connection, damage: Damage) -> None:
    """Delete the damaged rows that lie under another key than that of their record, or let somebody in."""
    for name, row in ((name, row) for name, rows in damage.stored.items() for row in rows if not is_whole(row)):
        own = Record(name, key_of(name, row))
        if own != damage.record:
            delete_rows(connection, name, *is_record(own))


def _take_out(connection: Connection, record: Record) -> None:
    """Delete a record; what refers to it goes on without it, and a player is made anew from the names on the sheets."""
    for name, condition in parts_of(record):
        delete_rows(connection, name, condition)
    anew = _anew(connection, record)
    if anew is not None:
        write_row(connection, bare_table(TABLES[record.table]), anew)
        return
    for of in TABLES.values():
        for name, reference, to, _ in references(of):
            if to == record.table:
                _release(connection, name, reference, record)
    delete_rows(connection, record.table, *is_record(record))


def _release(connection: Connection, name: str, reference: str, record: Record) -> None:
    """Let the rows of a table that refer to a record go on without it; phones go with their table."""
    refers = equals(reference, record.key[0])
    if name in ACCESS:
        delete_rows(connection, name, refers)
        return
    if not TABLES[name].columns[reference].nullable:
        return
    for values in rows_of(connection, untyped(name), refers):
        own = Record(name, key_of(name, [*values.values()]))
        freed = {reference: None}
        if is_whole([*values.values()]):
            freed[CHECKSUM] = sealed(name, values | freed)[CHECKSUM]
        connection.execute(update(untyped(name)).where(*is_record(own)).values(freed))


def _anew(connection: Connection, record: Record) -> dict[str, Any] | None:
    """Return a player as far as the sheets tell; `None` if no sheet names the player, or it is no player."""
    if record.table != "players":
        return None
    seats = rows_of(connection, untyped("seats"), equals("player_id", record.key[0]))
    if not seats:
        return None
    name = next((str(seat["name"]) for seat in seats if is_whole([*seat.values()])), "?")
    others = set(connection.scalars(select(col(PlayerRow.folded)).where(col(PlayerRow.id) != record.key[0])))
    free = next(
        free for free in chain([name], (f"{name} ({number})" for number in count(2))) if folded(free) not in others
    )
    values = {"id": record.key[0], "name": free, "folded": folded(free), "colour": "", "shape": "", "hidden": False}
    return values | {"seen": _EPOCH}
