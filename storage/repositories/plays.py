"""Finished plays: made of a finished table, reopened, corrected, removed and restored; and their rows.

The rows are read and written within the caller's transaction.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import fields, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert
from sqlmodel import Session, col, select

from scoring.messages import say
from storage.database.columns import CHECKSUM, EncodedJson
from storage.database.errors import StoreError
from storage.database.models import (
    DeletedPlayRow,
    GuestRow,
    JoinCodeRow,
    LineRow,
    PlaceRow,
    PlayRevisionRow,
    PlayRow,
    RevisionRow,
    SeatRow,
    ShownVersionRow,
    TableRow,
    with_checksums,
)
from storage.documents import codec
from storage.repositories import photos, versions
from storage.repositories.games import placed
from storage.repositories.people import PeopleLookup
from storage.repositories.play_content import (
    UNTIMED,
    P,
    Participant,
    Play,
    PlayRevision,
    StoredPlay,
    beginning,
    chained,
    participants_of,
    play_of,
    points_by_rule,
    read_play,
)
from storage.repositories.tables import Store, begin_again
from storage.repositories.values import StoredTable, day_of, documents_in, from_row, stale, title_and_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime


PARTICIPANT_FIELDS: Final = tuple(field.name for field in fields(Participant))
PARTICIPANT_COLUMNS: Final = tuple("player_id" if name == "id" else name for name in PARTICIPANT_FIELDS)
"""The fields of a player of a play, and where they stand in a row."""

_SEATS_OF = (
    select(col(SeatRow.play_id), *(getattr(SeatRow, name) for name in PARTICIPANT_COLUMNS))
    .where(col(SeatRow.play_id).in_(bindparam("plays", expanding=True)))
    .order_by(col(SeatRow.play_id), col(SeatRow.seat))
)
"""The query of every page, built once; single columns take half the time of whole rows."""

_VERSIONS_OF = select(ShownVersionRow.play_id, ShownVersionRow.version, ShownVersionRow.follows).where(
    col(ShownVersionRow.play_id).in_(bindparam("plays", expanding=True))
)


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
        earlier += _versions(play.id, before)
        heads.append(_head(play))
        seats += _seats(people, play, store_now)
        lines += lines_of(play.id, json.loads(sheet.text))
    session.flush()
    for kind, rows in ((PlayRow, plays), (SeatRow, seats), (PlayRevisionRow, earlier), (ShownVersionRow, heads)):
        if rows:
            session.connection().execute(insert(kind), with_checksums(kind, rows))
    if lines:
        _insert_lines(session.connection(), with_checksums(LineRow, lines))


def _insert_lines(connection: Connection, lines: Sequence[dict[str, Any]]) -> None:
    """Insert lines, of which sheets bring many: numbers and texts go to the driver as they are."""
    statement = insert(LineRow).compile(dialect=connection.dialect)
    rows = map(itemgetter(*statement.positiontup), lines) if statement.positiontup else lines
    connection.exec_driver_sql(str(statement), list(rows))


def _head(play: Play) -> dict[str, Any]:
    return {"play_id": play.id, "version": play.version, "follows": play.follows}


def unite(
    session: Session,
    store_now: datetime,
    row: PlayRow,
    revisions: Iterable[PlayRevision],
    what: str,
    *,
    seen: Callable[[Play], Play] = lambda play: play,
) -> bool:
    """Add the versions of a play that are not here yet, and show the latest one; return whether that is new.

    `what` says what brought them. A version that is to be shown is `seen` with the people and places of here.
    """
    earlier, before = versions_of(session, stored_play(session, row))
    names = {before.version, *(revision.play.version for revision in earlier)}
    by_name = {revision.play.version: revision for revision in revisions}
    fresh = [by_name[name] for name in sorted(by_name.keys() - names)]
    latest = fresh[-1].play if fresh and fresh[-1].play.version > before.version else None
    if latest is not None:
        end = by_name.get(before.version)
        former = PlayRevision(at=store_now, what=what, play=play_of(before))
        former = former if end is None else replace(end, play=former.play)
        fresh = [former, *fresh[:-1]]
    numbered = [
        replace(revision, play=replace(revision.play, revision=number))
        for number, revision in enumerate(fresh, start=row.revision)
    ]
    if rows := _versions(row.id, numbered):
        session.connection().execute(insert(PlayRevisionRow), rows)
    row.revision += len(fresh)
    if latest is not None:
        row.edited, row.removed = latest.edited, latest.removed
        replace_play(session, store_now, row, seen(latest))
    elif fresh:
        show_version(session, before)
    return latest is not None


def _versions(play_id: str, revisions: Iterable[PlayRevision]) -> list[dict[str, Any]]:
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


def rewrite_play(
    session: Session,
    store_now: datetime,
    row: PlayRow,
    play: Play,
    what: str,
    *,
    is_made_here: bool = True,
) -> PlayRow:
    """Replace a play, and keep the former one as a revision, made here or by an import.

    A play without a name of its own is a version that somebody writes now, after all that are here.
    """
    earlier, before = versions_of(session, stored_play(session, row))
    if play.version in {"", before.version}:
        play = _written(store_now, play, earlier, before)
    _keep_former(session, store_now, row, before, what, is_made_here=is_made_here)
    replace_play(session, store_now, row, play)
    return row


def _written(store_now: datetime, play: P, earlier: Iterable[PlayRevision], before: Play) -> P:
    """Return a play as the version that somebody writes now: it follows all that none followed yet."""
    contents = [before, *(revision.play for revision in earlier)]
    follows = versions.joined(versions.open_ends({content.version: content.follows for content in contents}))
    stamp = versions.next_stamp(versions.stamp_at(store_now), [before.version])
    return replace(play, version=versions.new_name(stamp), follows=follows)


def _keep_former(
    session: Session, store_now: datetime, row: PlayRow, before: Play, what: str, *, is_made_here: bool = True
) -> None:
    """Keep a play as it was as a revision."""
    kept = codec.plain(play_of(before))
    session.add(
        PlayRevisionRow(play_id=row.id, number=row.revision, at=store_now, what=what, play=kept, here=is_made_here)
    )
    row.revision += 1


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


def versions_of(session: Session, play: StoredPlay) -> tuple[tuple[PlayRevision, ...], StoredPlay]:
    """Return the other versions of a play, in the order in which they came here, and the play, all with their names."""
    return chained(revisions_of(session, [play.id] if play.revision > 1 else [])[play.id], play)


def revisions_of(session: Session, play_ids: Sequence[str]) -> Mapping[str, Sequence[PlayRevision]]:
    """Return the other versions of plays, in the order in which they came here, as they are stored."""
    revisions: defaultdict[str, list[PlayRevision]] = defaultdict(list)
    if play_ids:
        asked = select(PlayRevisionRow).where(col(PlayRevisionRow.play_id).in_(play_ids))
        for row in session.exec(asked.order_by(col(PlayRevisionRow.play_id), col(PlayRevisionRow.number))).all():
            revisions[row.play_id].append(from_row(PlayRevision, row, play=read_play(row.play)))
    return revisions


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
    where = {row.place_id for row in rows if row.place_id is not None}
    names = dict(session.exec(select(PlaceRow.id, PlaceRow.name).where(col(PlaceRow.id).in_(where))).all())
    shown = shown_versions(session, [row.id for row in rows])
    return tuple(
        from_row(
            StoredPlay,
            row,
            place=names.get(row.place_id or "", ""),
            players=players[row.id],
            version=shown[row.id][0],
            follows=shown[row.id][1],
        )
        for row in rows
    )


def shown_versions(session: Session, play_ids: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    """Return the versions of plays that count, and what they follow, "" where only the content says it."""
    named = session.connection().execute(_VERSIONS_OF, {"plays": play_ids})
    return dict.fromkeys(play_ids, ("", "")) | {play_id: (version, follows) for play_id, version, follows in named}


def players_of(session: Session, play_ids: Sequence[str]) -> Mapping[str, tuple[Participant, ...]]:
    """Return the players of plays, in the order of the columns."""
    rows = session.connection().execute(_SEATS_OF, {"plays": play_ids})
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
        values = zip(PARTICIPANT_COLUMNS, (getattr(player, name) for name in PARTICIPANT_FIELDS), strict=True)
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


FINISHED_AGAIN = say("finished again").english
"""The label of the correction when a reopened table is finished again."""

DELETED: Final = say("deleted").english
RESTORED: Final = say("restored").english
"""The labels of putting a play into the bin, and of taking it out."""

CHOSEN: Final = say("one of two versions was chosen").english
"""The label of choosing between two versions that knew nothing of each other."""

OF_THE_PLAY: Final = ("place", "note")
"""The extras of a table that a play keeps in fields of its own."""

NOT_OF_THE_PLAY: Final = (*OF_THE_PLAY, "came")
"""The extras of a table that are not among those of the play."""


def finish(store: Store, table_id: str, sheet: dict[str, Any], revision: int | None = None) -> StoredPlay:
    """Finish a table, and store it as a play with its sheet.

    The sheet is that of a `revision` of the table, or of the last one. A reopened play gets a new revision, and keeps
    its day. Place and note are those that the table has, else those that the play had. The play has the id of the
    table: where that was finished on another device as well, and came in from there, it is one play all the same.

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
        untimed = {} if before is None else {name: value for name, value in before.extras.items() if name == UNTIMED}
        made = Play(
            id=table_id,
            game=table.game,
            title=title,
            edition=edition,
            document=document,
            extras={name: value for name, value in extras.items() if name not in NOT_OF_THE_PLAY} | untimed,
            sheet=sheet,
            begun=table.created if before is None else before.begun,
            finished=now if before is None else before.finished,
            place=kept.get("place", "").strip(),
            note=kept.get("note", "").strip(),
            players=participants_of(sheet, document),
        )
        if before is None:
            row = insert_play(session, now, made, table_id)
        else:
            row = rewrite_play(session, now, before, made, FINISHED_AGAIN)
            row.table_id, row.reopened, row.removed, row.edited = table_id, False, None, now
            session.flush()
        store.announce(session, "table", table_id)
        return stored_play(session, row)


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
            _turn(session, store.now(), row, None)
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
            _turn(session, store.now(), row, None)


def put_into_bin(session: Session, now: datetime, row: PlayRow) -> None:
    """Put a play into the bin, unless it lies there."""
    if row.removed is None:
        _turn(session, now, row, now)


def _turn(session: Session, now: datetime, row: PlayRow, removed: datetime | None) -> None:
    """Put a play into the bin or take it out, which is a version like others."""
    earlier, before = versions_of(session, stored_play(session, row))
    _keep_former(session, now, row, before, RESTORED if removed is None else DELETED)
    row.removed = removed
    session.flush()
    show_version(session, _written(now, before, earlier, before))


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
        note_deletion(session, store.now(), row.id, _all_names(session, row))
        delete_plays(session, [play_id])
        table = None if row.table_id is None else session.get(TableRow, row.table_id, with_for_update=True)
        if table is not None and table.state != "running":
            session.connection().execute(delete(RevisionRow).where(col(RevisionRow.table_id) == table.id))
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == table.id))
            session.connection().execute(delete(JoinCodeRow).where(col(JoinCodeRow.id) == table.id))
            session.connection().execute(delete(TableRow).where(col(TableRow.id) == table.id))
        photos.drop_unnamed(session, pictures)


def bury(session: Session, now: datetime, play_id: str, names: Iterable[str]) -> None:
    """Delete versions of a play for good; what was written without knowing of that stays, in the bin."""
    row = session.get(PlayRow, play_id, with_for_update=True)
    note_deletion(session, now, play_id, names)
    if row is None:
        return
    dead = {*names}
    earlier, last = versions_of(session, stored_play(session, row))
    alive = [revision.play for revision in earlier if revision.play.version not in dead]
    pictures = photos.named(session, play_id, None)
    if last.version in dead and not alive:
        delete_plays(session, [play_id])
    else:
        shown: Play = last if last.version not in dead else max(alive, key=lambda play: play.version)
        gone = {revision.play.revision for revision in earlier if revision.play.version in dead | {shown.version}}
        rows = (col(PlayRevisionRow.play_id) == play_id, col(PlayRevisionRow.number).in_(gone))
        session.connection().execute(delete(PlayRevisionRow).where(*rows))
        if shown is not last:
            row.removed = shown.removed
            replace_play(session, now, row, shown)
        if not any(versions.origin_of(play.version) == versions.BIN for play in (shown, *alive)):
            binned = PlayRevision(at=now, what=DELETED, play=_binned(shown, now))
            unite(session, now, row, [binned], DELETED)
    photos.drop_unnamed(session, pictures)


def _binned(play: Play, now: datetime) -> Play:
    """Return the version that every device makes of a play of which an earlier version was deleted for good."""
    stamp = versions.next_stamp(0, [play.version])
    name = versions.name_from(stamp, play.version, "", versions.BIN)
    return replace(play_of(play), version=name, follows=play.version, removed=now)


def note_deletion(session: Session, now: datetime, play_id: str, names: Iterable[str]) -> None:
    """Note versions of a play that are deleted for good, so that no file brings them back."""
    deleted = session.get(DeletedPlayRow, play_id)
    if deleted is None:
        session.add(DeletedPlayRow(id=play_id, at=now, versions=sorted({*names})))
    elif not {*names} <= {*deleted.versions}:
        deleted.at, deleted.versions = max(now, deleted.at), sorted({*deleted.versions, *names})


def _all_names(session: Session, row: PlayRow) -> set[str]:
    """Return the names of the versions of a play, and of those that they follow."""
    earlier, last = versions_of(session, stored_play(session, row))
    contents = (last, *(revision.play for revision in earlier))
    return {name for play in contents for name in (play.version, *play.follows.split())}


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
