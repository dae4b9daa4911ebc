"""The imports that were carried out: listed, and undone as one step."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, or_
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
from storage.exchange.planning import (
    BATCH,
    batches,
)
from storage.repositories import photos
from storage.repositories.people import is_named, set_name
from storage.repositories.play_content import read_play
from storage.repositories.play_rows import (
    delete_plays,
    lock_play,
    replace_play,
)
from storage.repositories.values import stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlmodel import Session

    from storage.repositories.people import KnownRow, NameKind
    from storage.repositories.tables import Store


NOTE: Final = "import/"
"""The beginning of the setting with what an import wrote beside plays, and what was there before."""


_NOTED: Final = {
    "player": PlayerRow,
    "place": PlaceRow,
    "player seen": PlayerRow,
    "place seen": PlaceRow,
    "alias": AliasRow,
    "copy": CopyRow,
    "setting": SettingRow,
    "source": PlayRow,
}
"""The rows that a note lists."""


_IS_CORRECTED: Final = or_(col(PlayRow.import_id).is_(None), col(PlayRow.import_id) != col(PlayRevisionRow.import_id))
"""Whether an import corrected the play of a revision that was here, rather than brought it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """An import with the numbers of plays added and corrected; `id` is `None` if there was nothing to do.

    `photos`, `copies`, `people` and `settings` are the numbers of photos, of entries of copies, of friends and places
    that the file has a line of, of settings and of ids elsewhere that it wrote, until it is undone.
    """

    id: str | None
    at: datetime
    what: str
    added: int
    changed: int
    photos: int = 0
    copies: int = 0
    people: int = 0
    settings: int = 0
    sources: int = 0
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


def listed(row: ImportRow, *, added: int, changed: int, note: Iterable[Sequence[Any]]) -> Import:
    """Return an import as it is listed."""
    kinds = Counter(kind for kind, *_ in note)
    return Import(
        id=row.id,
        at=row.at,
        what=row.what,
        added=added,
        changed=changed,
        photos=kinds["photo"],
        copies=kinds["copy"],
        people=kinds["player"] + kinds["place"],
        settings=kinds["setting"],
        sources=kinds["source"],
        undone=row.undone,
    )


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
        photos.drop_unnamed(session, [key[0] for kind, key, *_ in _note(session, import_id) if kind == "photo"])
        _take_back_note(session, now, import_id)
        _forget_people(session, row)
        row.undone = now
    return UndoneImport(removed=removed, restored=restored, kept=tuple(kept))


def imports(store: Store) -> tuple[Import, ...]:
    """Return the imports, latest first, with what is still here of each."""
    added = select(PlayRow.import_id, func.count()).where(col(PlayRow.import_id).is_not(None))
    changed = (
        select(PlayRevisionRow.import_id, func.count(func.distinct(PlayRevisionRow.play_id)))
        .join(PlayRow, col(PlayRow.id) == col(PlayRevisionRow.play_id))
        .where(col(PlayRevisionRow.import_id).is_not(None), _IS_CORRECTED)
    )
    with store.reading() as session:
        plays = dict(session.exec(added.group_by(col(PlayRow.import_id))).all())
        revisions = dict(session.exec(changed.group_by(col(PlayRevisionRow.import_id))).all())
        rows = session.exec(select(ImportRow).order_by(col(ImportRow.at).desc(), col(ImportRow.id))).all()
        notes = {row.id: _note(session, row.id) for row in rows}
    return tuple(
        listed(row, added=plays.get(row.id, 0), changed=revisions.get(row.id, 0), note=notes[row.id]) for row in rows
    )


def _restore(session: Session, now: datetime, import_id: str, kept: list[KeptPlay]) -> int:
    """Restore the plays that an import corrected, unless they were corrected again."""
    corrected = (
        select(PlayRevisionRow)
        .join(PlayRow, col(PlayRow.id) == col(PlayRevisionRow.play_id))
        .where(PlayRevisionRow.import_id == import_id, _IS_CORRECTED)
        .order_by(col(PlayRevisionRow.play_id), col(PlayRevisionRow.number))
    )
    restored = 0
    for play_id, revisions in groupby(session.exec(corrected).all(), key=lambda revision: revision.play_id):
        row, (first, *later) = lock_play(session, play_id), revisions
        last = later[-1] if later else first
        if row.revision != last.number + 1 or row.reopened:
            kept.append(_kept(row))
            continue
        replace_play(session, now, row, read_play(first.play))
        row.revision = first.number
        for revision in (first, *later):
            session.delete(revision)
        restored += 1
    session.flush()
    return restored


def _remove(session: Session, import_id: str, kept: list[KeptPlay]) -> int:
    """Remove the plays that an import added, unless they were edited."""
    of_import = select(PlayRow).where(PlayRow.import_id == import_id)
    of_others = or_(col(PlayRevisionRow.import_id).is_(None), col(PlayRevisionRow.import_id) != import_id)
    since = select(PlayRevisionRow.play_id).where(of_others)
    untouched = (col(PlayRow.id).not_in(since), col(PlayRow.reopened).is_(False))
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


def _note(session: Session, import_id: str) -> list[list[Any]]:
    """Return the note of an import."""
    row = session.get(SettingRow, f"{NOTE}{import_id}")
    return [] if row is None else row.value


def _take_back_note(session: Session, now: datetime, import_id: str) -> None:
    """Restore what an import wrote beside plays, as far as it is still as the import left it.

    Photos, friends and places that it added are not among that: those that nothing needs are removed elsewhere.
    """
    for kind, key, before, after in _note(session, import_id):
        row: Any = session.get(_NOTED[kind], key[0] if len(key) == 1 else tuple(key)) if after else None
        if row is None or any(_plain(getattr(row, name)) != after[name] for name in after):
            continue
        if before is None:
            session.delete(row)
        elif kind in {"player", "place"}:
            _restore_person(session, kind, row, before)
        elif kind == "source":
            row.source = before["source"]
        elif "seen" in before:
            row.seen = datetime.fromisoformat(before["seen"])
        else:
            row.value = before["value"]
            if kind == "copy":
                row.at = now
    session.flush()
    session.connection().execute(delete(SettingRow).where(col(SettingRow.key) == f"{NOTE}{import_id}"))


def _plain(value: Any) -> Any:  # noqa: ANN401 - a column
    return value.isoformat() if isinstance(value, datetime) else value


def _restore_person(session: Session, kind: NameKind, row: KnownRow, before: dict[str, Any]) -> None:
    if not is_named(session, kind, before["name"], apart_from=row.id):
        set_name(session, kind, row, before["name"])
    for name in before.keys() - {"name"}:
        setattr(row, name, before[name])
