"""Finished plays: kept when a table is finished, taken up again, corrected with what they were before, removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import delete
from sqlmodel import col, select

from scoring.messages import say
from storage.database.errors import StoreError
from storage.database.models import (
    GuestRow,
    JoinCodeRow,
    PlaceRow,
    PlayRevisionRow,
    PlayRow,
    RevisionRow,
    TableRow,
)
from storage.repositories.play_content import (
    PlayContent,
    PlayRevision,
    StoredPlay,
    participants_of,
)
from storage.repositories.values import StoredTable, from_row, stale, title_and_edition

if TYPE_CHECKING:
    from storage.repositories.tables import Store
from storage.repositories.play_rows import _stored, delete_plays, insert_play, lock_play, rewrite_play

FINISHED_AGAIN = "finished again"
"""What is noted as the correction of a play whose table was taken up."""


def finish(store: Store, table_id: str, sheet: dict[str, Any], revision: int | None = None) -> StoredPlay:
    """End a table, and keep it as a play with the result of its score.

    The score is that of a `revision` of the table, or of the last one. A play that was reopened becomes a new revision;
    its day, place and note stay.

    Raises:
        StaleError: the table does not run, or something was changed there since it was scored.

    """
    now = store.now()
    with store.writing() as session:
        table = session.get(TableRow, table_id, with_for_update=True)
        if table is None or table.state != "running" or revision not in (None, table.revision):
            raise stale()
        table.state, table.changed = "finished", now
        title, edition = title_and_edition(table.game, table.document)
        before = session.exec(select(PlayRow).where(PlayRow.table_id == table_id).with_for_update()).first()
        place = None if before is None or before.place_id is None else session.get(PlaceRow, before.place_id)
        content = PlayContent(
            game=table.game,
            title=title,
            edition=edition,
            document=table.document,
            extras=table.extras,
            sheet=sheet,
            begun=table.created if before is None else before.begun,
            finished=now if before is None else before.finished,
            place="" if place is None else place.name,
            note="" if before is None else before.note,
            players=participants_of(sheet),
        )
        if before is None:
            row = insert_play(session, now, content, play_id=uuid4().hex, source="", import_id=None, table_id=table_id)
        else:
            row = rewrite_play(session, now, before, content, FINISHED_AGAIN)
            row.reopened, row.removed, row.edited = False, None, now
            session.flush()
        store.announce(session, "table", table_id)
        return _stored(session, [row])[0]


def reopen(store: Store, play_id: str) -> StoredTable:
    """Let the table of a play run again; the play stays, and finishing the table again corrects it.

    Raises:
        StaleError: the play is not there.
        StoreError: it came without a table.

    """
    with store.writing() as session:
        row = lock_play(session, play_id)
        if row.table_id is None:
            raise StoreError(say("this play has no table of its own here: start a new one from it instead"))
        table = session.get_one(TableRow, row.table_id, with_for_update=True)
        if table.state != "running":
            table.state, table.changed = "running", store.now()
        row.reopened, row.removed = True, None
        store.announce(session, "table", table.id)
    return from_row(StoredTable, table)


def play(store: Store, play_id: str) -> StoredPlay | None:
    """Return a play, also a removed one."""
    with store.reading() as session:
        row = session.get(PlayRow, play_id)
        return None if row is None else _stored(session, [row])[0]


def play_of_table(store: Store, table_id: str) -> str | None:
    """Return the id of the play that a table became, where it was not removed and the table does not run again."""
    became = select(PlayRow.id).where(
        PlayRow.table_id == table_id, col(PlayRow.removed).is_(None), col(PlayRow.reopened).is_(False)
    )
    with store.reading() as session:
        return session.exec(became).first()


def remove(store: Store, play_id: str) -> None:
    """Put a play into the bin, so that it can be restored.

    Raises:
        StaleError: it is not there.

    """
    with store.writing() as session:
        lock_play(session, play_id).removed = store.now()


def restore(store: Store, play_id: str) -> None:
    """Bring a play back from the bin.

    Raises:
        StaleError: it is not there.

    """
    with store.writing() as session:
        lock_play(session, play_id).removed = None


def delete_for_good(store: Store, play_id: str) -> None:
    """Take a play out of the bin for ever, with what it was before and with its table, unless that runs again.

    Raises:
        StaleError: it is not there, or not in the bin.

    """
    with store.writing() as session:
        row = lock_play(session, play_id)
        if row.removed is None:
            raise stale()
        delete_plays(session, [play_id])
        table = None if row.table_id is None else session.get(TableRow, row.table_id, with_for_update=True)
        if table is not None and table.state != "running":
            session.connection().execute(delete(RevisionRow).where(col(RevisionRow.table_id) == table.id))
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == table.id))
            session.connection().execute(delete(JoinCodeRow).where(col(JoinCodeRow.id) == table.id))
            session.connection().execute(delete(TableRow).where(col(TableRow.id) == table.id))


def correct(store: Store, play_id: str, content: PlayContent, what: str, *, import_id: str | None = None) -> StoredPlay:
    """Replace what a play consists of, and keep what it was as a revision; `what` says why.

    Raises:
        StaleError: it is not there.

    """
    now = store.now()
    with store.writing() as session:
        row = rewrite_play(session, now, lock_play(session, play_id), content, what, import_id=import_id)
        if import_id is None:
            row.edited = now
        session.flush()
        return _stored(session, [row])[0]


def revisions(store: Store, play_id: str) -> tuple[PlayRevision, ...]:
    """Return what a play was before each correction, the last one first."""
    asked = select(PlayRevisionRow).where(PlayRevisionRow.play_id == play_id)
    with store.reading() as session:
        rows = session.exec(asked.order_by(col(PlayRevisionRow.number).desc()))
        return tuple(from_row(PlayRevision, row) for row in rows)
