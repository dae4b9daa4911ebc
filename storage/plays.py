"""Finished plays: kept when a table is finished, taken up again, corrected with what they were before, removed."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import fields
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from sqlalchemy import bindparam, delete, insert
from sqlmodel import col, select

from scoring.messages import say
from storage.contents import (
    Participant,
    PlayBrief,
    PlayContent,
    PlayRevision,
    SeatEntry,
    StoredPlay,
    content_of,
    participants_of,
    plain_content,
    plain_sheet,
    read_content,
)
from storage.database import StoreError
from storage.people import Acquaintances
from storage.rows import DoorRow, GuestRow, LineRow, PlaceRow, PlayRevisionRow, PlayRow, RevisionRow, SeatRow, TableRow
from storage.values import StoredTable, day_of, described, stale, taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from sqlmodel import Session

    from storage.store import Store

__all__ = [
    "Participant",
    "PlayBrief",
    "PlayContent",
    "PlayRevision",
    "SeatEntry",
    "StoredPlay",
    "content_of",
    "correct",
    "finish",
    "forget_for_good",
    "plain_content",
    "plain_sheet",
    "play",
    "play_of",
    "put",
    "put_all",
    "read_content",
    "remove",
    "reopen",
    "restore",
    "revisions",
]

AGAIN = "finished again"
"""What is noted as the correction of a play whose table was taken up."""

_SEAT = tuple(field.name for field in fields(SeatEntry))
_SEATS_OF = (
    select(col(SeatRow.play_id), *(getattr(SeatRow, name) for name in _SEAT))
    .where(col(SeatRow.play_id).in_(bindparam("plays", expanding=True)))
    .order_by(col(SeatRow.play_id), col(SeatRow.seat))
)
"""Built once: every page asks it."""
"""The columns of a seat that are handed out: asked for alone, a page takes half the time that whole rows would."""


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
        title, edition = described(table.game, table.document)
        before = session.exec(select(PlayRow).where(PlayRow.table_id == table_id).with_for_update()).first()
        place = None if before is None or before.place_id is None else session.get(PlaceRow, before.place_id)
        content = PlayContent(
            game=table.game,
            title=title,
            edition=edition,
            document=table.document,
            beside=table.beside,
            sheet=sheet,
            begun=table.created if before is None else before.begun,
            finished=now if before is None else before.finished,
            place="" if place is None else place.name,
            note="" if before is None else before.note,
            players=participants_of(sheet),
        )
        if before is None:
            row = put(session, now, content, play_id=uuid4().hex, source="", import_id=None, table_id=table_id)
        else:
            row = rewrite(session, now, before, content, AGAIN)
            row.reopened, row.removed, row.edited = False, None, now
            session.flush()
        store.announce(session, "table", table_id)
        return _whole(session, [row])[0]


def reopen(store: Store, play_id: str) -> StoredTable:
    """Let the table of a play run again; the play stays, and finishing the table again corrects it.

    Raises:
        StaleError: the play is not there.
        StoreError: it came without a table.

    """
    with store.writing() as session:
        row = locked(session, play_id)
        if row.table_id is None:
            raise StoreError(say("this play has no table of its own here: start a new one from it instead"))
        table = session.get_one(TableRow, row.table_id, with_for_update=True)
        if table.state != "running":
            table.state, table.changed = "running", store.now()
        row.reopened, row.removed = True, None
        store.announce(session, "table", table.id)
    return taken(StoredTable, table)


def play(store: Store, play_id: str) -> StoredPlay | None:
    """Return a play, also a removed one."""
    with store.reading() as session:
        row = session.get(PlayRow, play_id)
        return None if row is None else _whole(session, [row])[0]


def play_of(store: Store, table_id: str) -> str | None:
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
        locked(session, play_id).removed = store.now()


def restore(store: Store, play_id: str) -> None:
    """Bring a play back from the bin.

    Raises:
        StaleError: it is not there.

    """
    with store.writing() as session:
        locked(session, play_id).removed = None


def forget_for_good(store: Store, play_id: str) -> None:
    """Take a play out of the bin for ever, with what it was before and with its table, unless that runs again.

    Raises:
        StaleError: it is not there, or not in the bin.

    """
    with store.writing() as session:
        row = locked(session, play_id)
        if row.removed is None:
            raise stale()
        erase(session, [play_id])
        table = None if row.table_id is None else session.get(TableRow, row.table_id, with_for_update=True)
        if table is not None and table.state != "running":
            session.connection().execute(delete(RevisionRow).where(col(RevisionRow.table_id) == table.id))
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == table.id))
            session.connection().execute(delete(DoorRow).where(col(DoorRow.id) == table.id))
            session.connection().execute(delete(TableRow).where(col(TableRow.id) == table.id))


def correct(store: Store, play_id: str, content: PlayContent, what: str, *, import_id: str | None = None) -> StoredPlay:
    """Replace what a play consists of, and keep what it was as a revision; `what` says why.

    Raises:
        StaleError: it is not there.

    """
    now = store.now()
    with store.writing() as session:
        row = rewrite(session, now, locked(session, play_id), content, what, import_id=import_id)
        if import_id is None:
            row.edited = now
        session.flush()
        return _whole(session, [row])[0]


def revisions(store: Store, play_id: str) -> tuple[PlayRevision, ...]:
    """Return what a play was before each correction, the last one first."""
    asked = select(PlayRevisionRow).where(PlayRevisionRow.play_id == play_id)
    with store.reading() as session:
        rows = session.exec(asked.order_by(col(PlayRevisionRow.number).desc()))
        return tuple(taken(PlayRevision, row) for row in rows)


# -- within a transaction


def locked(session: Session, play_id: str) -> PlayRow:
    """Return the row of a play that is to be changed.

    Raises:
        StaleError: it is not there.

    """
    row = session.get(PlayRow, play_id, with_for_update=True)
    if row is None:
        raise stale()
    return row


def put(  # noqa: PLR0913 - what a play is beyond its content
    session: Session,
    store_now: datetime,
    content: PlayContent,
    *,
    play_id: str,
    source: str,
    import_id: str | None,
    table_id: str | None = None,
) -> PlayRow:
    """Insert a play with its seats and lines; players and places are those with that id, name or other name, or new."""
    people = Acquaintances.of(session, import_id)
    values = _values(people, content, store_now)
    row = PlayRow(
        id=play_id, table_id=table_id, source=source, revision=1, import_id=import_id, reopened=False, **values
    )
    seats = _seats(people, play_id, content, store_now)
    if session.new:
        session.flush()  # what the play points to; when somebody was seen can wait until all are written
    session.connection().execute(insert(PlayRow), {field: getattr(row, field) for field in PlayRow.model_fields})
    _insert(session, play_id, content, seats)
    return row


def put_all(
    session: Session, store_now: datetime, entries: Iterable[tuple[PlayContent, str, str]], *, import_id: str
) -> None:
    """Insert many plays at once, as `put` does: the content, the id and the source of each."""
    people = Acquaintances.of(session, import_id)
    plays: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for content, play_id, source in entries:
        same = {"id": play_id, "source": source, "revision": 1, "reopened": False, "import_id": import_id}
        plays.append(same | _values(people, content, store_now))
        seats += _seats(people, play_id, content, store_now)
        lines += _lines(play_id, content)
    session.flush()
    for kind, rows in ((PlayRow, plays), (SeatRow, seats), (LineRow, lines)):
        if rows:
            session.connection().execute(insert(kind), rows)


def rewrite(
    session: Session,
    store_now: datetime,
    row: PlayRow,
    content: PlayContent,
    what: str,
    *,
    import_id: str | None = None,
) -> PlayRow:
    """Replace what a play consists of, keeping what it was; `import_id` where an import asks for it."""
    kept = plain_content(content_of(_whole(session, [row])[0]))
    session.add(
        PlayRevisionRow(play_id=row.id, number=row.revision, at=store_now, what=what, content=kept, import_id=import_id)
    )
    row.revision += 1
    replace_content(session, store_now, row, content, import_id=import_id)
    return row


def replace_content(
    session: Session, store_now: datetime, row: PlayRow, content: PlayContent, *, import_id: str | None = None
) -> None:
    """Replace what a play consists of, without keeping what it was."""
    people = Acquaintances.of(session, import_id)
    for name, value in _values(people, content, store_now).items():
        setattr(row, name, value)
    seats = _seats(people, row.id, content, store_now)
    session.flush()
    for kind in (LineRow, SeatRow):
        session.connection().execute(delete(kind).where(col(kind.play_id) == row.id))
    _insert(session, row.id, content, seats)


def erase(session: Session, play_ids: Sequence[str]) -> None:
    """Take plays away for ever, with all that hangs on them except their tables."""
    session.flush()
    for kind in (LineRow, SeatRow, PlayRevisionRow):
        session.connection().execute(delete(kind).where(col(kind.play_id).in_(play_ids)))
    session.connection().execute(delete(PlayRow).where(col(PlayRow.id).in_(play_ids)))


def stored(session: Session, rows: Sequence[PlayRow]) -> tuple[StoredPlay, ...]:
    """Return plays as values, in the order of their rows: two questions for all of them."""
    return tuple(_whole(session, rows))


def seats_of(session: Session, play_ids: Sequence[str]) -> Mapping[str, tuple[SeatEntry, ...]]:
    """Return the seats of plays, in the order of the columns."""
    found = session.connection().execute(_SEATS_OF, {"plays": play_ids}).all()
    seats: defaultdict[str, tuple[SeatEntry, ...]] = defaultdict(tuple)
    for play_id, seat, player_id, name, total, place, won, position in found:
        entry = SeatEntry(
            seat=seat, player_id=player_id, name=name, total=total, place=place, won=won, position=position
        )
        seats[play_id] += (entry,)
    return seats


def _whole(session: Session, rows: Sequence[PlayRow]) -> list[StoredPlay]:
    seats = seats_of(session, [row.id for row in rows])
    where = {row.place_id for row in rows if row.place_id is not None}
    names = dict(session.exec(select(PlaceRow.id, PlaceRow.name).where(col(PlaceRow.id).in_(where))).all())
    return [taken(StoredPlay, row, place=names.get(row.place_id or ""), seats=seats[row.id]) for row in rows]


def _values(people: Acquaintances, content: PlayContent, store_now: datetime) -> dict[str, Any]:
    """Return the columns of a play that its content decides."""
    same = {field.name: getattr(content, field.name) for field in fields(PlayContent)}
    place, _ = same.pop("place"), same.pop("players")
    return {**same, "day": day_of(content.finished), "place_id": people.place(place, _seen(content, store_now))}


def _seats(people: Acquaintances, play_id: str, content: PlayContent, store_now: datetime) -> list[dict[str, Any]]:
    """Return the rows of the seats; who is new gets the look that they have in this play."""
    looks = content.beside.get("seats") or ()
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
    """Return when those who played were seen: not in the future, whatever a play from elsewhere says."""
    return min(content.finished, store_now)


def _insert(session: Session, play_id: str, content: PlayContent, seats: list[dict[str, Any]]) -> None:
    for kind, rows in ((SeatRow, seats), (LineRow, _lines(play_id, content))):
        if rows:
            session.connection().execute(insert(kind), rows)


def _lines(play_id: str, content: PlayContent) -> list[dict[str, Any]]:
    return [
        {"play_id": play_id, "seat": seat, "rule": rule, "points": points}
        for seat, column in enumerate(content.sheet["columns"])
        for rule, points in _points(column["lines"]).items()
    ]


def _points(lines: Iterable[Mapping[str, Any]]) -> Mapping[str, int]:
    """Return the points for each rule; one that stands on several lines counts once, with all of them."""
    points: Counter[str] = Counter()
    for line in lines:
        points[line["rule"]] += line["points"]
    return points
