"""Imports: carried out as one step, listed, and undone as one step."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlalchemy import delete, func
from sqlmodel import col, select

from storage.database.models import (
    AliasRow,
    CopyRow,
    ImportRow,
    PlaceRow,
    PlayerRow,
    PlayRevisionRow,
    PlayRow,
    SeatRow,
    SettingRow,
)
from storage.exchange.comparing import merged
from storage.exchange.planning import BATCH, PlannedCopy, PlannedPlay, Planner, batches, planned_copies
from storage.repositories.play_content import read_content
from storage.repositories.play_rows import (
    delete_plays,
    insert_plays,
    lock_play,
    replace_content,
    rewrite_play,
    stored_play,
)
from storage.repositories.values import stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from sqlmodel import Session

    from storage.exchange.planning import Plan
    from storage.exchange.record import Progress
    from storage.repositories.tables import Store

_COPIES: Final = "import/"
"""The beginning of the setting with the copies as they were before an import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """An import with the numbers of plays added and corrected; `id` is `None` if there was nothing to do.

    `copies` is the number of entries of copies that it wrote, until it is undone.
    """

    id: str | None
    at: datetime
    what: str
    added: int
    changed: int
    copies: int = 0
    undone: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPlay:
    """A play that an undo left as it is because it was edited later."""

    play_id: str
    title: str
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneImport:
    """What undoing an import did: plays removed, plays restored, plays kept."""

    removed: int
    restored: int
    kept: tuple[KeptPlay, ...]


def carry_out(
    store: Store, plan: Plan, what: str, *, overwrite_edited: bool = False, progress: Progress | None = None
) -> Import:
    """Carry out a plan in one transaction; `what` describes the source.

    Each play is looked up again, so a play that was edited after planning is not overwritten either, unless
    `overwrite_edited` is set; the former content stays as a revision.
    """
    now = store.now()
    number = uuid4().hex
    done: Counter[str] = Counter()
    with store.writing() as session:
        row = ImportRow(id=number, at=now, what=what)
        session.add(row)
        session.flush()
        planner = Planner(session)
        step = _PlayWriter(session, now, number, what, overwrite_edited=overwrite_edited)
        records = [entry.record for entry in plan.entries]
        for batch in batches(records, BATCH):
            done.update(step.take(planner.planned(batch)))
            done["told"] += len(batch)
            if progress is not None:
                progress(done["told"], len(records))
        copies = step.take_copies(planned_copies(session, [entry.record for entry in plan.copies]))
        if not (done["added"] or done["changed"] or copies):
            session.delete(row)
            return Import(id=None, at=now, what=what, added=0, changed=0)
    return Import(id=number, at=now, what=what, added=done["added"], changed=done["changed"], copies=copies)


class _PlayWriter:
    """The writer of one import."""

    def __init__(self, session: Session, now: datetime, number: str, what: str, *, overwrite_edited: bool) -> None:
        self._session = session
        self._now = now
        self._number = number
        self._what = what
        self._replaced = {"new", "changed", "edited"} if overwrite_edited else {"new", "changed"}

    def take(self, entries: Sequence[PlannedPlay]) -> Counter[str]:
        """Write some plays; return the numbers of added and changed ones."""
        new = [entry.record for entry in entries if entry.kind == "new"]
        added = ((record.content, record.id or uuid4().hex, record.source) for record in new)
        insert_plays(self._session, self._now, added, import_id=self._number)
        changed = [entry for entry in entries if entry.kind in self._replaced and entry.play_id is not None]
        for entry in changed:
            self._change(entry)
        self._session.flush()
        return Counter(added=len(new), changed=len(changed))

    def _change(self, entry: PlannedPlay) -> None:
        row = lock_play(self._session, entry.play_id or "")
        content = merged(entry.record, stored_play(self._session, row))
        rewrite_play(self._session, self._now, row, content, self._what, import_id=self._number)

    def take_copies(self, entries: Iterable[PlannedCopy]) -> int:
        """Write entries of copies, and keep the former ones."""
        before: list[list[Any]] = []
        for entry in entries:
            if entry.kind not in self._replaced:
                continue
            record = entry.record
            row = self._session.get(CopyRow, (record.game, record.part, record.key))
            was = None if row is None else {"value": row.value}
            before.append([record.game, record.part, record.key, was, record.value])
            fields = {"game": record.game, "part": record.part, "key": record.key, "value": record.value}
            self._session.merge(CopyRow(**fields, at=self._now))
        if before:
            self._session.merge(SettingRow(key=f"{_COPIES}{self._number}", value=before))
        return len(before)


def undo_import(store: Store, import_id: str) -> UndoneImport:
    """Undo an import in one transaction: remove what it added, and restore what it corrected.

    Plays that were edited since are kept, and returned by name.

    Raises:
        StaleError: there is no such import, or it is undone already.

    """
    now = store.now()
    kept: list[KeptPlay] = []
    with store.writing() as session:
        row = session.get(ImportRow, import_id, with_for_update=True)
        if row is None or row.undone is not None:
            raise stale()
        restored = _restore(session, now, import_id, kept)
        removed = _remove(session, import_id, kept)
        _forget_people(session, row)
        _restore_copies(session, now, import_id)
        row.undone = now
    return UndoneImport(removed=removed, restored=restored, kept=tuple(kept))


def imports(store: Store) -> tuple[Import, ...]:
    """Return the imports, latest first, with what is still here of each."""
    added = select(PlayRow.import_id, func.count()).where(col(PlayRow.import_id).is_not(None))
    changed = select(PlayRevisionRow.import_id, func.count()).where(col(PlayRevisionRow.import_id).is_not(None))
    with store.reading() as session:
        plays = dict(session.exec(added.group_by(col(PlayRow.import_id))).all())
        revisions = dict(session.exec(changed.group_by(col(PlayRevisionRow.import_id))).all())
        rows = session.exec(select(ImportRow).order_by(col(ImportRow.at).desc(), col(ImportRow.id))).all()
        copies = {row.id: len(_copies_before(session, row.id)) for row in rows}
    return tuple(
        Import(
            id=row.id,
            at=row.at,
            what=row.what,
            added=plays.get(row.id, 0),
            changed=revisions.get(row.id, 0),
            copies=copies[row.id],
            undone=row.undone,
        )
        for row in rows
    )


def _restore(session: Session, now: datetime, import_id: str, kept: list[KeptPlay]) -> int:
    """Restore the plays that an import corrected, unless they were corrected again."""
    restored = 0
    for revision in session.exec(select(PlayRevisionRow).where(PlayRevisionRow.import_id == import_id)).all():
        row = lock_play(session, revision.play_id)
        if row.revision != revision.number + 1 or row.reopened:
            kept.append(_kept(row))
            continue
        replace_content(session, now, row, read_content(revision.content))
        row.revision = revision.number
        session.delete(revision)
        restored += 1
    session.flush()
    return restored


def _remove(session: Session, import_id: str, kept: list[KeptPlay]) -> int:
    """Remove the plays that an import added, unless they were edited."""
    of_import = select(PlayRow).where(PlayRow.import_id == import_id)
    untouched = (PlayRow.revision == 1, col(PlayRow.edited).is_(None), col(PlayRow.reopened).is_(False))
    ids = session.exec(select(PlayRow.id).where(PlayRow.import_id == import_id, *untouched)).all()
    for batch in batches(ids, BATCH):
        delete_plays(session, batch)
    kept.extend(_kept(row) for row in session.exec(of_import).all())
    return len(ids)


def _kept(row: PlayRow) -> KeptPlay:
    return KeptPlay(play_id=row.id, title=row.title, day=row.day)


def _forget_people(session: Session, row: ImportRow) -> None:
    """Remove the players and places that an import added, unless they occur elsewhere."""
    named = select(AliasRow.target)
    players = (
        col(PlayerRow.id).not_in(select(SeatRow.player_id)),
        col(PlayerRow.id).not_in(named.where(AliasRow.kind == "player")),
        col(PlayerRow.seen) <= row.at,
    )
    places = (
        col(PlaceRow.id).not_in(select(PlayRow.place_id).where(col(PlayRow.place_id).is_not(None))),
        col(PlaceRow.id).not_in(named.where(AliasRow.kind == "place")),
    )
    session.flush()
    session.connection().execute(delete(PlayerRow).where(col(PlayerRow.import_id) == row.id, *players))
    session.connection().execute(delete(PlaceRow).where(col(PlaceRow.import_id) == row.id, *places))


def _copies_before(session: Session, import_id: str) -> list[list[Any]]:
    row = session.get(SettingRow, f"{_COPIES}{import_id}")
    return [] if row is None else row.value


def _restore_copies(session: Session, now: datetime, import_id: str) -> None:
    """Restore the entries of copies that are still as the import left them."""
    for game, part, key, before, after in _copies_before(session, import_id):
        row = session.get(CopyRow, (game, part, key))
        if row is None or row.value != after:
            continue
        if before is None:
            session.delete(row)
        else:
            row.value, row.at = before["value"], now
    session.connection().execute(delete(SettingRow).where(col(SettingRow.key) == f"{_COPIES}{import_id}"))
