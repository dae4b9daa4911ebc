"""Finished plays: made of a finished table, reopened, corrected, chosen among versions, removed and restored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import delete
from sqlmodel import Session, col, select

from scoring.messages import say
from storage.database.errors import StoreError
from storage.database.models import GuestRow, JoinCodeRow, PlaceRow, PlayRow, RevisionRow, TableRow
from storage.repositories import photos
from storage.repositories.play_content import NEWER, UNTIMED, Play, PlayRevision, StoredPlay, participants_of
from storage.repositories.play_rows import delete_plays, insert_play, lock_play, stored_play
from storage.repositories.play_versions import all_names, note_deletion, put_into_bin, rewrite_play, turn, versions_of
from storage.repositories.tables import Store, begin_again
from storage.repositories.values import StoredTable, documents_in, from_row, stale, title_and_edition

FINISHED_AGAIN = say("finished again").english
"""The label of the correction when a reopened table is finished again."""

CHOSEN: Final = say("one of two versions was chosen").english
"""The label of choosing between two versions that knew nothing of each other."""

OF_THE_PLAY: Final = ("place", "note")
"""The extras of a table that a play keeps in fields of its own."""

NOT_OF_THE_PLAY: Final = (*OF_THE_PLAY, "came")
"""The extras of a table that are not among those of the play."""


def finish(store: Store, table_id: str, sheet: dict[str, Any], revision: int | None = None) -> StoredPlay:
    """Finish a table, and store it as a play with its sheet.

    The sheet is that of a `revision` of the table, or of the last one. A reopened play gets a new revision, and keeps
    its day; it is left as it is where nothing was changed. Place and note are those that the table has, else those that
    the play had. The play has the id of the table: where that was finished on another device as well, and came in from
    there, it is one play all the same.

    Raises:
        StaleError: the table is not in play, or has changed since it was scored.

    """
    now = store.now()
    with store.writing() as session:
        table = session.get(TableRow, table_id, with_for_update=True)
        if table is None or table.state != "running" or revision not in (None, table.revision):
            raise stale()
        table.state, table.changed = "finished", now
        document, extras = documents_in(table.game, table.content)
        title, edition = title_and_edition(table.game, document)
        before = session.exec(select(PlayRow).where(PlayRow.table_id == table_id).with_for_update()).first()
        before = before or session.get(PlayRow, table_id, with_for_update=True)
        kept = {} if before is None else _place_and_note(session, before)
        kept |= {name: extras[name] for name in OF_THE_PLAY if name in extras}
        earlier = {} if before is None else before.extras
        stays = {name: value for name, value in earlier.items() if name in {UNTIMED, NEWER}}
        made = Play(
            id=table_id,
            game=table.game,
            title=title,
            edition=edition,
            document=document,
            extras={name: value for name, value in extras.items() if name not in NOT_OF_THE_PLAY} | stays,
            sheet=sheet,
            begun=table.created if before is None else before.begun,
            finished=now if before is None else before.finished,
            place=kept.get("place", "").strip(),
            note=kept.get("note", "").strip(),
            players=participants_of(sheet, document),
        )
        if before is None:
            row = insert_play(session, now, made, table_id)
        elif sheet == before.sheet and _is_as_reopened(session, table, before):
            row = before
            row.reopened = False
        else:
            row = rewrite_play(session, now, before, made, FINISHED_AGAIN)
            row.table_id, row.reopened, row.removed, row.edited = table_id, False, None, now
            session.flush()
        store.announce(session, "table", table_id)
        return stored_play(session, row)


def finish_unchanged(store: Store, table_id: str) -> bool:
    """Finish a reopened table as its play is, and say so; where something was changed, it stays in play."""
    with store.writing() as session:
        table = session.get(TableRow, table_id, with_for_update=True)
        row = session.exec(select(PlayRow).where(PlayRow.table_id == table_id).with_for_update()).first()
        if table is None or row is None or table.state != "running" or not _is_as_reopened(session, table, row):
            return False
        table.state, table.changed, row.reopened = "finished", store.now(), False
        store.announce(session, "table", table_id)
        return True


def _is_as_reopened(session: Session, table: TableRow, play: PlayRow) -> bool:
    """Return whether a reopened play lies on its table with nothing changed since."""
    began = (
        select(RevisionRow)
        .where(RevisionRow.table_id == table.id, RevisionRow.kind == "begin")
        .order_by(col(RevisionRow.number).desc())
        .limit(1)
    )
    begun = session.exec(began).first()
    is_of_play = play.reopened and play.removed is None and documents_in(table.game, table.content)[0] == play.document
    return is_of_play and begun is not None and begun.changes[0]["content"] == table.content


def _place_and_note(session: Session, play: PlayRow) -> dict[str, str]:
    """Return the place and the note of a play, as far as it has them."""
    place = None if play.place_id is None else session.get(PlaceRow, play.place_id)
    entries = {"place": "" if place is None else place.name, "note": play.note}
    return {name: words for name, words in entries.items() if words}


def reopen(store: Store, play_id: str) -> StoredTable:
    """Put the table of a play in play again, with its place, note and photo; finishing it again corrects the play.

    Raises:
        StaleError: there is no such play.
        StoreError: it has no table.

    """
    with store.writing() as session:
        row = lock_play(session, play_id)
        if row.table_id is None:
            raise StoreError(say("this play has no table of its own here: start a new table from it instead"))
        table = session.get_one(TableRow, row.table_id, with_for_update=True)
        if table.state != "running":
            table.state, table.changed = "running", store.now()
            left = (*OF_THE_PLAY, photos.PHOTO)
            others = {name: value for name, value in table.content["extras"].items() if name not in left}
            photo = {name: value for name, value in row.extras.items() if name == photos.PHOTO}
            table.content = table.content | {"extras": others | _place_and_note(session, row) | photo}
            begin_again(session, table)
        row.reopened = True
        if row.removed is not None:
            turn(session, store.now(), row, None)
        store.announce(session, "table", table.id)
    return from_row(StoredTable, table)


def play(store: Store, play_id: str) -> StoredPlay | None:
    """Return a play, also from the bin, or `None`."""
    with store.reading() as session:
        row = session.get(PlayRow, play_id)
        return None if row is None else stored_play(session, row)


def play_of_table(store: Store, table_id: str) -> str | None:
    """Return the id of the play of a table, unless it is in the bin or the table is in play again."""
    became = select(PlayRow.id).where(
        PlayRow.table_id == table_id, col(PlayRow.removed).is_(None), col(PlayRow.reopened).is_(False)
    )
    with store.reading() as session:
        return session.exec(became).first()


def remove(store: Store, play_id: str) -> None:
    """Put a play into the bin.

    Raises:
        StaleError: there is no such play.

    """
    with store.writing() as session:
        put_into_bin(session, store.now(), lock_play(session, play_id))


def restore(store: Store, play_id: str) -> None:
    """Take a play out of the bin.

    Raises:
        StaleError: there is no such play.

    """
    with store.writing() as session:
        row = lock_play(session, play_id)
        if row.removed is not None:
            turn(session, store.now(), row, None)


def delete_for_good(store: Store, play_id: str) -> None:
    """Delete a play in the bin with its revisions and photos, and with its table unless that is in play again.

    Raises:
        StaleError: there is no such play, or it is not in the bin.

    """
    with store.writing() as session:
        row = lock_play(session, play_id)
        if row.removed is None:
            raise stale()
        pictures = photos.named(session, play_id, row.table_id)
        note_deletion(session, store.now(), row.id, all_names(session, row))
        delete_plays(session, [play_id])
        table = None if row.table_id is None else session.get(TableRow, row.table_id, with_for_update=True)
        if table is not None and table.state != "running":
            session.connection().execute(delete(RevisionRow).where(col(RevisionRow.table_id) == table.id))
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == table.id))
            session.connection().execute(delete(JoinCodeRow).where(col(JoinCodeRow.id) == table.id))
            session.connection().execute(delete(TableRow).where(col(TableRow.id) == table.id))
        photos.drop_unnamed(session, pictures)


def correct(store: Store, play_id: str, corrected: Play, what: str) -> StoredPlay:
    """Replace a play but for its past, and keep the former one as a revision; `what` describes the correction.

    Raises:
        StaleError: there is no such play.

    """
    now = store.now()
    with store.writing() as session:
        written = replace(corrected, version="", follows="")
        row = rewrite_play(session, now, lock_play(session, play_id), written, what)
        row.edited = now
        session.flush()
        return stored_play(session, row)


def take_version(store: Store, play_id: str, version: str) -> StoredPlay:
    """Let another version of a play count, by its name, or settle that the one that counts stays.

    Raises:
        StaleError: there is no such play, or no such version.

    """
    now = store.now()
    with store.writing() as session:
        row = lock_play(session, play_id)
        earlier, last = versions_of(session, stored_play(session, row))
        every = {content.version: content for content in (last, *(revision.play for revision in earlier))}
        if version not in every:
            raise stale()
        written: Play = replace(every[version], version="", follows="")
        row = rewrite_play(session, now, row, written, CHOSEN)
        row.edited, row.removed = now, None if written.removed is None else now
        session.flush()
        return stored_play(session, row)


def revisions(store: Store, play_id: str) -> tuple[PlayRevision, ...]:
    """Return the other versions of a play, such as those before each correction, latest first."""
    with store.reading() as session:
        row = session.get(PlayRow, play_id)
        earlier, _ = ((), None) if row is None else versions_of(session, stored_play(session, row))
    return tuple(sorted(earlier, key=lambda revision: revision.play.version, reverse=True))
