"""Players and places of which two are one: merged, told by another device, and taken apart again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sqlmodel import Session, col, select

from scoring.messages import say
from storage.database.errors import StoreError
from storage.database.models import AliasRow, PlaceRow, PlayerRow, PlayRow, SeatRow, WrittenNameRow
from storage.repositories.people import ROWS, KnownRow, NameKind, locked, note_written, note_written_at
from storage.repositories.values import stale, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from storage.repositories.tables import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Two players or places merged into one (`into`), with all that undoing needs.

    `row` is the former player or place, `aliases` its other names, `moved` its plays and seats (for places: plays and
    0).
    """

    kind: NameKind
    row: Mapping[str, Any]
    into: str
    aliases: tuple[str, ...]
    moved: tuple[tuple[str, int], ...]


def merge(store: Store, kind: NameKind, source_id: str, into_id: str) -> Merge:
    """Merge a player or a place into another one, who gets all plays, and the name as an alias.

    Raises:
        StaleError: one of them does not exist.
        StoreError: they sat at one table, so they are two people.

    """
    with store.writing() as session:
        source, into = locked(session, kind, source_id), locked(session, kind, into_id)
        if source is into:
            raise StoreError(say("{name} was chosen twice: choose two different names", name=source.name))
        if kind == "player":
            _check_apart(session, source, into)
        merged = _merged(session, kind, source, into)
        note_written(session, kind, source_id, store.now(), into_id)
    return merged


def unmerge(store: Store, merge: Merge) -> None:
    """Undo a merge; later plays stay where they are.

    Raises:
        StaleError: what was merged has changed since.

    """
    source, own = str(merge.row["id"]), str(merge.row["folded"])
    row = ROWS[merge.kind](**merge.row)
    with store.writing() as session:
        alias = session.get(AliasRow, (merge.kind, own), with_for_update=True)
        if alias is None or alias.target != merge.into or session.get(ROWS[merge.kind], source) is not None:
            raise stale()
        session.delete(alias)
        session.add(row)
        session.flush()
        note_written(session, merge.kind, source, store.now(), source)
        names = select(AliasRow).where(
            AliasRow.kind == merge.kind, AliasRow.target == merge.into, col(AliasRow.folded).in_(merge.aliases)
        )
        for name in session.exec(names):
            name.target = source
        before = set(merge.moved)
        for moved in _moved(session, merge.kind, merge.into):
            if _which(moved) in before:
                _move(moved, source)


def _merged(session: Session, kind: NameKind, source: KnownRow, into: KnownRow) -> Merge:
    former = source.model_dump(exclude={"checksum"})
    aliases = tuple(session.exec(select(AliasRow.folded).where(AliasRow.kind == kind, AliasRow.target == source.id)))
    moved = _moved(session, kind, source.id)
    into.seen = max(into.seen, source.seen)
    for entry in moved:
        _move(entry, into.id)
    for alias in session.exec(select(AliasRow).where(AliasRow.kind == kind, AliasRow.target == source.id)):
        alias.target = into.id
    session.flush()  # before what they named is gone
    session.delete(source)
    session.add(AliasRow(kind=kind, folded=source.folded, name=source.name, target=into.id))
    return Merge(kind=kind, row=former, into=into.id, aliases=aliases, moved=tuple(map(_which, moved)))


def is_news(session: Session, kind: NameKind, source_id: str, into_id: str, at: datetime) -> bool:
    """Return whether a merge on another device is later than what is known here; two who sat at one table stay two."""
    written = session.get(WrittenNameRow, (kind, source_id))
    if written is not None and written.at >= at:
        return False
    if source_id == into_id:
        return True
    source, into = session.get(ROWS[kind], source_id), last_of(session, kind, into_id)
    if source is None:
        return True
    with suppress(StoreError):
        if kind == "player" and into is not None:
            _check_apart(session, cast("KnownRow", source), into)
        return into is not None and into is not source
    return False


def adopt_merge(session: Session, kind: NameKind, source_id: str, into_id: str, at: datetime) -> None:
    """Merge two players or places as another device did, and keep what to tell the next one."""
    session.flush()
    source, into = session.get(ROWS[kind], source_id), last_of(session, kind, into_id)
    if source is not None and into is not None and source is not into:
        _merged(session, kind, cast("KnownRow", source), into)
    session.merge(WrittenNameRow(kind=kind, id=source_id, at=at, into=into_id))


def adopt_split(session: Session, kind: NameKind, source_id: str, names: Iterable[str], at: datetime) -> None:
    """Free the names of a player or place that was merged here, and is apart again on another device."""
    if session.get(ROWS[kind], source_id) is None:
        into = last_of(session, kind, source_id)
        forms = {form for name in names for form in stored_foldings(name)}
        aliases = select(AliasRow).where(AliasRow.kind == kind, col(AliasRow.folded).in_(forms))
        for alias in session.exec(aliases).all():
            if into is not None and alias.target == into.id:
                session.delete(alias)
    note_written_at(session, kind, source_id, at, source_id)
    session.flush()


def is_apart(session: Session, kind: NameKind, source_id: str) -> bool:
    """Return whether a player or place was merged once, and is not any more."""
    written = session.get(WrittenNameRow, (kind, source_id))
    return written is not None and written.into == source_id


def move_apart(session: Session, row: SeatRow | PlayRow, to: str) -> None:
    """Give a seat of a play to a player again, or a play to a place, who is apart again on another device."""
    if session.get(PlayerRow if isinstance(row, SeatRow) else PlaceRow, to) is not None:
        _move(row, to)


def last_of(session: Session, kind: NameKind, number: str) -> KnownRow | None:
    """Return a player or place by the id, or the one into which it was merged."""
    seen: set[str] = set()
    while number not in seen:
        seen.add(number)
        row = session.get(ROWS[kind], number)
        if row is not None:
            return cast("KnownRow", row)
        written = session.get(WrittenNameRow, (kind, number))
        number = number if written is None else written.into
    return None


def _check_apart(session: Session, source: KnownRow, into: KnownRow) -> None:
    """Refuse to merge two players of one table."""
    theirs = select(SeatRow.play_id).where(SeatRow.player_id == into.id)
    both = select(PlayRow.day).join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
    together = session.exec(both.where(SeatRow.player_id == source.id, col(SeatRow.play_id).in_(theirs))).first()
    if together is not None:
        message = say(
            "{one} and {other} played together on {day}: they are two people",
            one=source.name,
            other=into.name,
            day=together,
        )
        raise StoreError(message)


def _moved(session: Session, kind: NameKind, number: str) -> Sequence[SeatRow | PlayRow]:
    """Return the seats of a player, or the plays of a place."""
    if kind == "player":
        return session.exec(select(SeatRow).where(SeatRow.player_id == number)).all()
    return session.exec(select(PlayRow).where(PlayRow.place_id == number)).all()


def _which(row: SeatRow | PlayRow) -> tuple[str, int]:
    return (row.play_id, row.seat) if isinstance(row, SeatRow) else (row.id, 0)


def _move(row: SeatRow | PlayRow, to: str) -> None:
    if isinstance(row, SeatRow):
        row.player_id = to
    else:
        row.place_id = to
