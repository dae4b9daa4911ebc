"""The rows of plays, read and written within the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert
from sqlmodel import col, select

from storage.database.checksums import COLUMN, checksum
from storage.database.column_types import EncodedJson
from storage.database.errors import DamagedRowError
from storage.database.models import (
    LineRow,
    PlaceRow,
    PlayRevisionRow,
    PlayRow,
    SeatRow,
)
from storage.repositories.games import placed
from storage.repositories.people import PeopleLookup
from storage.repositories.play_content import (
    PlayContent,
    PlayPast,
    SeatEntry,
    StoredPlay,
    beginning,
    content_of,
    plain_content,
    points_by_rule,
)
from storage.repositories.values import day_of, from_row, readable, stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlmodel import Session

    from storage.repositories.play_content import PlayRevision


_SEATS_OF = (
    select(col(SeatRow.checksum), col(SeatRow.play_id), *(getattr(SeatRow, name) for name in SeatEntry._fields))
    .where(col(SeatRow.play_id).in_(bindparam("plays", expanding=True)))
    .order_by(col(SeatRow.play_id), col(SeatRow.seat))
)
"""The query of every page, built once; single columns take half the time of whole rows."""


def lock_play(session: Session, play_id: str) -> PlayRow:
    """Return the row of a play, locked for a change.

    Raises:
        StaleError: there is no such play.

    """
    row = session.get(PlayRow, play_id, with_for_update=True)
    if row is None:
        raise stale()
    return row


def insert_play(  # noqa: PLR0913 - what a play is beyond its content
    session: Session,
    store_now: datetime,
    content: PlayContent,
    *,
    play_id: str,
    source: str,
    import_id: str | None,
    table_id: str | None = None,
) -> PlayRow:
    """Insert a play with its seats and lines; players and places are found by id or name, or added."""
    people = PeopleLookup.of(session, import_id)
    values = _values(people, content, store_now)
    row = PlayRow(
        id=play_id, table_id=table_id, source=source, revision=1, import_id=import_id, reopened=False, **values
    )
    seats = _seats(people, play_id, content, store_now)
    if session.new:
        session.flush()  # the play refers to these rows; the moments when players were seen can wait
    columns = (field for field in PlayRow.model_fields if field != COLUMN)
    session.connection().execute(insert(PlayRow), {field: getattr(row, field) for field in columns})
    _insert(session, play_id, content, seats)
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlay:
    """A play to be inserted: its content but for the document, and the document as text."""

    content: PlayContent
    document: EncodedJson | None
    id: str
    source: str
    past: PlayPast


def insert_plays(session: Session, store_now: datetime, entries: Iterable[NewPlay], *, import_id: str) -> None:
    """Insert many plays at once."""
    people = PeopleLookup.of(session, import_id)
    plays: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    versions: list[dict[str, Any]] = []
    for entry in entries:
        content, past = entry.content, entry.past
        same = {"id": entry.id, "source": entry.source, "reopened": False, "import_id": import_id}
        same |= {"revision": past.revision, "edited": past.edited, "removed": past.removed}
        encoded = {"document": entry.document, "extras": EncodedJson.of(content.extras)}
        encoded["sheet"] = EncodedJson.of(content.sheet)
        plays.append(same | _values(people, content, store_now) | encoded)
        versions += _versions(entry.id, past.versions, import_id)
        seats += _seats(people, entry.id, content, store_now)
        lines += _lines(entry.id, content)
    session.flush()
    for kind, rows in ((PlayRow, plays), (SeatRow, seats), (LineRow, lines), (PlayRevisionRow, versions)):
        if rows:
            session.connection().execute(insert(kind), rows)


def insert_versions(session: Session, play_id: str, versions: Iterable[PlayRevision], *, import_id: str) -> None:
    """Insert earlier versions of a play that came with an import."""
    rows = _versions(play_id, versions, import_id)
    if rows:
        session.connection().execute(insert(PlayRevisionRow), rows)


def _versions(play_id: str, versions: Iterable[PlayRevision], import_id: str) -> list[dict[str, Any]]:
    return [
        {
            "play_id": play_id,
            "number": version.number,
            "at": version.at,
            "what": version.what,
            "content": version.content,
            "import_id": import_id,
        }
        for version in versions
    ]


def rewrite_play(
    session: Session,
    store_now: datetime,
    row: PlayRow,
    content: PlayContent,
    what: str,
    *,
    import_id: str | None = None,
) -> PlayRow:
    """Replace the content of a play, and keep the former one as a revision, of the import if there is one."""
    kept = plain_content(content_of(stored_play(session, row)))
    session.add(
        PlayRevisionRow(play_id=row.id, number=row.revision, at=store_now, what=what, content=kept, import_id=import_id)
    )
    row.revision += 1
    replace_content(session, store_now, row, content, import_id=import_id)
    return row


def replace_content(
    session: Session, store_now: datetime, row: PlayRow, content: PlayContent, *, import_id: str | None = None
) -> None:
    """Replace the content of a play without keeping the former one."""
    people = PeopleLookup.of(session, import_id)
    for name, value in _values(people, content, store_now).items():
        setattr(row, name, value)
    seats = _seats(people, row.id, content, store_now)
    session.flush()
    for kind in (LineRow, SeatRow):
        session.connection().execute(delete(kind).where(col(kind.play_id) == row.id))
    _insert(session, row.id, content, seats)


def delete_plays(session: Session, play_ids: Sequence[str]) -> None:
    """Delete plays with everything that belongs to them except their tables."""
    session.flush()
    for kind in (LineRow, SeatRow, PlayRevisionRow):
        session.connection().execute(delete(kind).where(col(kind.play_id).in_(play_ids)))
    session.connection().execute(delete(PlayRow).where(col(PlayRow.id).in_(play_ids)))


def stored_play(session: Session, row: PlayRow) -> StoredPlay:
    """Return a play as a value.

    Raises:
        DamagedRowError: one of its seats is damaged.

    """
    found = stored_plays(session, [row])
    if not found:
        raise DamagedRowError(PlayRow.__tablename__, (row.id,))
    return found[0]


def stored_plays(session: Session, rows: Sequence[PlayRow]) -> tuple[StoredPlay, ...]:
    """Return plays as values, in the order of their rows, with two queries for all of them.

    A play with a damaged seat is left out.
    """
    seats, damaged = seats_of(session, [row.id for row in rows])
    where = {row.place_id for row in rows if row.place_id is not None}
    names = dict(session.exec(select(PlaceRow.id, PlaceRow.name).where(col(PlaceRow.id).in_(where))).all())
    return tuple(
        from_row(StoredPlay, row, place=_name_of(names.get(row.place_id or "")), seats=seats[row.id])
        for row in rows
        if row.id not in damaged
    )


def _name_of(place: str | None) -> str | None:
    return None if place is None else readable(place)


def seats_of(session: Session, play_ids: Sequence[str]) -> tuple[Mapping[str, tuple[SeatEntry, ...]], set[str]]:
    """Return the seats of plays, in the order of the columns, and the plays of which a seat is damaged."""
    found = session.connection().execute(_SEATS_OF, {"plays": play_ids})
    seats: dict[str, list[SeatEntry]] = {play_id: [] for play_id in play_ids}
    damaged: set[str] = set()
    for row in found:
        kept, play_id = row[:2]
        if checksum(row[1:]) != kept:
            damaged.add(play_id)
        seats[play_id].append(SeatEntry._make(row[2:]))
    return {play_id: tuple(entries) for play_id, entries in seats.items()}, damaged


def _values(people: PeopleLookup, content: PlayContent, store_now: datetime) -> dict[str, Any]:
    """Return the columns of a play that depend on its content."""
    same = {field.name: getattr(content, field.name) for field in fields(PlayContent)}
    place, _ = same.pop("place"), same.pop("players")
    known: dict[str, Any] = {
        "begun": beginning(content.begun, content.finished),
        "day": content.day or day_of(content.finished),
    }
    game, title = placed(people.session, content.game, content.title)
    known |= {"game": game, "title": title, "place_id": people.place(place, _seen(content, store_now))}
    return {**same, **known}


def _seats(people: PeopleLookup, play_id: str, content: PlayContent, store_now: datetime) -> list[dict[str, Any]]:
    """Return the rows of the seats; new players get the style of this play."""
    looks = content.extras.get("seats") or ()
    seen = _seen(content, store_now)
    seats = []
    for seat, player in enumerate(content.players):
        look = looks[seat] if seat < len(looks) else {}
        shown = look.get("colour", ""), look.get("shape", "")
        known = people.player(player.name, seen, player_id=player.id, look=shown)
        seats.append(
            {
                "play_id": play_id,
                "seat": seat,
                "player_id": known,
                "name": player.name,
                "total": player.total,
                "place": player.place,
                "won": player.won,
                "position": player.position,
            }
        )
    return seats


def _seen(content: PlayContent, store_now: datetime) -> datetime:
    """Return the moment when the players were seen: never in the future, whatever a file says."""
    return min(content.finished, store_now)


def _insert(session: Session, play_id: str, content: PlayContent, seats: list[dict[str, Any]]) -> None:
    for kind, rows in ((SeatRow, seats), (LineRow, _lines(play_id, content))):
        if rows:
            session.connection().execute(insert(kind), rows)


def _lines(play_id: str, content: PlayContent) -> list[dict[str, Any]]:
    return [
        {"play_id": play_id, "seat": seat, "rule": rule, "points": points}
        for seat, column in enumerate(content.sheet["columns"])
        for rule, points in points_by_rule(column["lines"]).items()
    ]
