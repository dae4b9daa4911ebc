"""The rows of plays: inserted, replaced, deleted, and read as values, within the caller's transaction."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import fields, replace
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert
from sqlmodel import Session, col, select

from storage.database.columns import CHECKSUM, EncodedJson
from storage.database.models import (
    LineRow,
    PlaceRow,
    PlayRevisionRow,
    PlayRow,
    Row,
    SeatRow,
    ShownVersionRow,
    with_checksums,
)
from storage.documents import codec
from storage.repositories import versions
from storage.repositories.games import placed
from storage.repositories.people import PeopleLookup
from storage.repositories.play_content import (
    Participant,
    Play,
    PlayRevision,
    StoredPlay,
    beginning,
    points_by_rule,
    read_play,
)
from storage.repositories.values import day_of, from_row, stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime


PARTICIPANT_FIELDS: Final = tuple(field.name for field in fields(Participant))

participant_values: Final = attrgetter(*PARTICIPANT_FIELDS)
"""A function that returns the values of a player of a play, in the order of its fields."""

PARTICIPANT_COLUMNS: Final = tuple("player_id" if name == "id" else name for name in PARTICIPANT_FIELDS)
"""The fields of a player of a play, and where they stand in a row."""


SEATS_OF: Final = (
    select(col(SeatRow.play_id), *(getattr(SeatRow, name) for name in PARTICIPANT_COLUMNS))
    .where(col(SeatRow.play_id).in_(bindparam("plays", expanding=True)))
    .order_by(col(SeatRow.play_id), col(SeatRow.seat))
)
"""The query of every page, built once; single columns take half the time of whole rows."""


_VERSIONS_OF = select(ShownVersionRow.play_id, ShownVersionRow.version, ShownVersionRow.follows).where(
    col(ShownVersionRow.play_id).in_(bindparam("plays", expanding=True))
)

_NAMES_OF = (
    select(PlayRow.id, PlaceRow.name, ShownVersionRow.version, ShownVersionRow.follows)
    .join(PlaceRow, col(PlaceRow.id) == col(PlayRow.place_id), isouter=True)
    .join(ShownVersionRow, col(ShownVersionRow.play_id) == col(PlayRow.id), isouter=True)
    .where(col(PlayRow.id).in_(bindparam("plays", expanding=True)))
)
"""The query of what the rows of plays name by id: where they were, and which version counts."""


def lock_play(session: Session, play_id: str) -> PlayRow:
    """Return the row of a play, locked for a change.

    Raises:
        StaleError: there is no such play.

    """
    row = session.get(PlayRow, play_id, with_for_update=True)
    if row is None:
        raise stale()
    return row


def insert_play(session: Session, store_now: datetime, play: Play, table_id: str | None = None) -> PlayRow:
    """Insert a play with its seats and lines; players and places are found by id or name, or added."""
    people = PeopleLookup.of(session)
    if not play.version:
        play = replace(play, version=versions.new_name(versions.stamp_at(store_now)))
    row = PlayRow(table_id=table_id, reopened=False, **_values(people, play, store_now))
    seats = _seats(people, play, store_now)
    if session.new:
        session.flush()  # the play refers to these rows; the moments when players were seen can wait
    columns = (field for field in PlayRow.model_fields if field != CHECKSUM)
    session.connection().execute(insert(PlayRow), {field: getattr(row, field) for field in columns})
    _insert(session, play, seats)
    session.connection().execute(insert(ShownVersionRow), _head(play))
    return row


class NewPlay(NamedTuple):
    """A play to be inserted, its document and its sheet as texts apart from it, and its earlier versions."""

    play: Play
    document: EncodedJson | None
    sheet: EncodedJson
    versions: tuple[PlayRevision, ...]


def insert_plays(session: Session, store_now: datetime, entries: Iterable[NewPlay]) -> None:
    """Insert many plays at once."""
    people = PeopleLookup.of(session)
    plays: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    earlier: list[dict[str, Any]] = []
    heads: list[dict[str, Any]] = []
    for play, document, sheet, before in entries:
        encoded = {"document": document, "extras": EncodedJson.of(play.extras), "sheet": sheet}
        plays.append({"reopened": False, **_values(people, play, store_now), **encoded})
        earlier += revision_rows(play.id, before)
        heads.append(_head(play))
        seats += _seats(people, play, store_now)
        lines += lines_of(play.id, json.loads(sheet.text))
    session.flush()
    for kind, rows in ((PlayRow, plays), (PlayRevisionRow, earlier)):
        if rows:
            session.connection().execute(insert(kind), with_checksums(kind, rows))
    insert_plain(session.connection(), SeatRow, seats)
    insert_plain(session.connection(), ShownVersionRow, heads)
    insert_plain(session.connection(), LineRow, lines)


def insert_plain(connection: Connection, kind: type[Row], rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows of numbers and texts, of which plays bring many: they go to the driver as they are."""
    statement, whole = insert(kind).compile(dialect=connection.dialect), with_checksums(kind, rows)
    values = map(itemgetter(*statement.positiontup), whole) if statement.positiontup else whole
    if rows:
        connection.exec_driver_sql(str(statement), list(values))


def _head(play: Play) -> dict[str, Any]:
    return {"play_id": play.id, "version": play.version, "follows": play.follows}


def replace_play(session: Session, store_now: datetime, row: PlayRow, play: Play) -> None:
    """Replace what a correction may change of a play, without keeping the former one."""
    people = PeopleLookup.of(session)
    play = replace(play, **{name: getattr(row, name) for name in ("id", "source", "revision", "edited", "removed")})
    for name, value in _values(people, play, store_now).items():
        setattr(row, name, value)
    seats = _seats(people, play, store_now)
    session.flush()
    for kind in (LineRow, SeatRow):
        session.connection().execute(delete(kind).where(col(kind.play_id) == row.id))
    _insert(session, play, seats)
    show_version(session, play)


def show_version(session: Session, play: Play) -> None:
    """Note which version of a play counts now; one without a name has that of its content."""
    session.connection().execute(delete(ShownVersionRow).where(col(ShownVersionRow.play_id) == play.id))
    if play.version:
        session.connection().execute(insert(ShownVersionRow), _head(play))


def revisions_of(session: Session, play_ids: Sequence[str]) -> Mapping[str, Sequence[PlayRevision]]:
    """Return the other versions of plays, in the order in which they came here, as they are stored."""
    revisions: defaultdict[str, list[PlayRevision]] = defaultdict(list)
    if play_ids:
        asked = select(PlayRevisionRow).where(col(PlayRevisionRow.play_id).in_(play_ids))
        for row in session.exec(asked.order_by(col(PlayRevisionRow.play_id), col(PlayRevisionRow.number))).all():
            revisions[row.play_id].append(from_row(PlayRevision, row, play=read_play(row.play)))
    return revisions


def revision_rows(play_id: str, revisions: Iterable[PlayRevision]) -> list[dict[str, Any]]:
    """Return the rows of other versions of a play."""
    return [
        {
            "play_id": play_id,
            "number": version.play.revision,
            "at": version.at,
            "what": version.what,
            "play": codec.plain(version.play),
            "here": False,
        }
        for version in revisions
    ]


def delete_plays(session: Session, play_ids: Sequence[str]) -> None:
    """Delete plays with everything that belongs to them except their tables."""
    session.flush()
    for kind in (LineRow, SeatRow, PlayRevisionRow, ShownVersionRow):
        session.connection().execute(delete(kind).where(col(kind.play_id).in_(play_ids)))
    session.connection().execute(delete(PlayRow).where(col(PlayRow.id).in_(play_ids)))


def stored_play(session: Session, row: PlayRow) -> StoredPlay:
    """Return a play as a value."""
    (play,) = stored_plays(session, [row])
    return play


def stored_plays(session: Session, rows: Sequence[PlayRow]) -> tuple[StoredPlay, ...]:
    """Return plays as values, in the order of their rows, with two queries for all of them."""
    players = players_of(session, [row.id for row in rows])
    names = {play_id: facts for play_id, *facts in session.exec(_NAMES_OF, params={"plays": [*players]}).all()}

    def stored(row: PlayRow) -> StoredPlay:
        place, version, follows = (name or "" for name in names[row.id])
        return from_row(StoredPlay, row, place=place, players=players[row.id], version=version, follows=follows)

    return tuple(map(stored, rows))


def shown_versions(session: Session, play_ids: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    """Return the versions of plays that count, and what they follow, "" where only the content says it."""
    named = session.connection().execute(_VERSIONS_OF, {"plays": play_ids})
    return dict.fromkeys(play_ids, ("", "")) | {play_id: (version, follows) for play_id, version, follows in named}


def players_of(session: Session, play_ids: Sequence[str]) -> Mapping[str, tuple[Participant, ...]]:
    """Return the players of plays, in the order of the columns."""
    rows = session.connection().execute(SEATS_OF, {"plays": play_ids}).all()
    players: dict[str, list[Participant]] = {play_id: [] for play_id in play_ids}
    for play_id, *values in rows:
        players[play_id].append(Participant(**dict(zip(PARTICIPANT_FIELDS, values, strict=True))))
    return {play_id: tuple(entries) for play_id, entries in players.items()}


_OF_ROW: Final = tuple(field.name for field in fields(Play) if field.name in PlayRow.model_fields)
"""The fields of a play that are columns of its row."""


def _values(people: PeopleLookup, play: Play, store_now: datetime) -> dict[str, Any]:
    """Return the columns of a play that depend on what it is."""
    game, title = placed(people.session, play.game, play.title)
    return {name: getattr(play, name) for name in _OF_ROW} | {
        "begun": beginning(play.begun, play.finished),
        "day": play.day or day_of(play.finished),
        "game": game,
        "title": title,
        "place_id": people.place(play.place, _seen(play, store_now)),
    }


def _seats(people: PeopleLookup, play: Play, store_now: datetime) -> list[dict[str, Any]]:
    """Return the rows of the seats; new players get the style of this play."""
    looks = play.extras.get("seats") or ()
    seen = _seen(play, store_now)
    seats = []
    for seat, player in enumerate(play.players):
        look = looks[seat] if seat < len(looks) else {}
        shown = look.get("colour", ""), look.get("shape", "")
        player_id = people.player(player.name, seen, player_id=player.id, look=shown)
        values = zip(PARTICIPANT_COLUMNS, participant_values(player), strict=True)
        seats.append({"play_id": play.id, "seat": seat, **dict(values), "player_id": player_id})
    return seats


def _seen(play: Play, store_now: datetime) -> datetime:
    """Return the moment when the players were seen: never in the future, whatever a file says."""
    return min(play.finished, store_now)


def _insert(session: Session, play: Play, seats: list[dict[str, Any]]) -> None:
    for kind, rows in ((SeatRow, seats), (LineRow, lines_of(play.id, play.sheet))):
        if rows:
            session.connection().execute(insert(kind), rows)


def lines_of(play_id: str, sheet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the points by rule, which are those of the sheet of a play."""
    return [
        {"play_id": play_id, "seat": seat, "rule": rule, "points": points}
        for seat, column in enumerate(sheet["columns"])
        for rule, points in points_by_rule(column["lines"]).items()
    ]
