"""Plays at which a friend and I both sat: what of them goes to the friend's device, and what of its own comes in here.

A friend's device adds plays, and corrects those that came from it until somebody here has written. From then on its
versions lie beside what is here, and count once somebody takes them. It deletes and restores nothing. Notes, photos and
places stay where they are, and so does all that is no play.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, or_
from sqlmodel import col, select

from scoring.messages import Message, say
from storage.database.columns import EncodedJson
from storage.database.models import AliasRow, DeletedPlayRow, PlayerRow, PlayRow, SeatRow
from storage.documents import codec
from storage.exchange.files import play_document, version_line
from storage.exchange.record import MAX_VERSIONS
from storage.repositories import versions
from storage.repositories.people import ANONYMOUS_ID, PeopleLookup
from storage.repositories.people_merges import last_of
from storage.repositories.photos import PHOTO
from storage.repositories.play_content import NEWER, Play, PlayRevision, play_of
from storage.repositories.play_rows import NewPlay, insert_plays, stored_play, stored_plays
from storage.repositories.play_versions import collisions, text_digest, unite, versions_of
from storage.repositories.values import batches, day_of, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from storage.exchange.record import PlayRecord
    from storage.repositories.play_content import Participant
    from storage.repositories.tables import Store

MAX_MESSAGE_BYTES: Final = 2 * 1024 * 1024
"""The size of the largest message of a friend's device."""

MAX_BROUGHT_VERSIONS: Final = MAX_VERSIONS // 2
"""The most versions that a play has by friends' devices: half of what a file may have, so that mine have room."""

MAX_BESIDE: Final = 5
"""How many versions of a friend's device wait beside a play at once."""

AHEAD: Final = timedelta(days=1)
"""How far the clock of a friend's device may be ahead."""

_SOURCE: Final = "friend"
_BATCH: Final = 250

TOO_LARGE: Final = say("more than {size} kB came at once: it stays out", size=MAX_MESSAGE_BYTES // 1024)
NO_PLAYS: Final = say("there is no play that can be read in what came: it stays out")
UNREADABLE: Final = say("a part of what came cannot be read: it stays out")
ONLY_PLAYS: Final = say(
    "a friend’s device only adds plays: friends, places, copies, settings and deleted plays stay as they are here"
)
TOO_MANY_VERSIONS: Final = say("more than {most} versions of one play: the later ones are left out")
_APART: Final = say("{title}, {day}: you did not both sit at this table, so it stays out")
_FUTURE: Final = say("{title}, {day}: written on {date} by the clock of the other device, so it stays out")
_CONTRADICTS: Final = say("{title}, {day}: its versions or players contradict each other, so it stays out")
_WAITING: Final = say("{title}, {day}: {number} other versions of it wait here already, so this one stays out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Friend:
    """A friend's device by its `number`, and the players here: `me`, and who `they` are; "" until that is known."""

    number: str
    me: str = ""
    they: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it is known which plays are those of both."""
        return bool(self.me and self.they) and self.me != self.they

    def source(self, version: str) -> str:
        """Return the source of a play which this device brought, and which nobody here has changed since a version."""
        return f"{_SOURCE}:{self.number}:{version}"


def number_in(source: str) -> str:
    """Return the number of the friend's device from which a play came, "" where it came from none.

    >>> number_in("friend:5f0c:001709321400000-0123456789abcdef"), number_in("bgg:17")
    ('5f0c', '')
    """
    kind, _, rest = source.partition(":")
    return rest.partition(":")[0] if kind == _SOURCE else ""


def shared_plays(store: Store, friend: Friend, also: Iterable[str] = ()) -> Mapping[str, str]:
    """Return what a friend may hear of: the versions that count, by the ids of the plays.

    Those are the plays at which both sat, and `also` those that its device was given at the end of a table. Of one in
    the bin it hears only if it was given that, or has brought it.
    """
    with store.reading() as session:
        rows = [row for some in batches([*also], _BATCH) for row in _plays(session, col(PlayRow.id).in_(some))]
        me, they = _both(session, friend)
        if friend.is_known and me != they:
            theirs = select(SeatRow.play_id).where(SeatRow.player_id == they)
            both = select(SeatRow.play_id).where(SeatRow.player_id == me, col(SeatRow.play_id).in_(theirs))
            may_know = or_(col(PlayRow.removed).is_(None), _is_from(friend))
            rows += _plays(session, and_(col(PlayRow.id).in_(both), may_know))
        return _versions(session, rows)


def plays_from(store: Store, friend: Friend) -> Mapping[str, str]:
    """Return the plays that came from a friend's device likewise."""
    with store.reading() as session:
        return _versions(session, _plays(session, _is_from(friend)))


def _is_from(friend: Friend) -> ColumnElement[bool]:
    return col(PlayRow.source).startswith(friend.source(""), autoescape=True)


def _plays(session: Session, which: ColumnElement[bool]) -> list[PlayRow]:
    return [*session.exec(select(PlayRow).where(which)).all()]


def _versions(session: Session, rows: Sequence[PlayRow]) -> Mapping[str, str]:
    plays = (play for some in batches(rows, _BATCH) for play in stored_plays(session, some))
    return {play.id: play.version or versions_of(session, play)[1].version for play in plays}


def lines_for_friend(store: Store, play_ids: Iterable[str]) -> Iterator[bytes]:
    """Yield the lines of each play with its versions, as far as they concern a friend."""
    for play_id in play_ids:
        with store.reading() as session:
            row = session.get(PlayRow, play_id)
            if row is None:
                continue
            earlier, play = versions_of(session, stored_play(session, row))
        before = (replace(revision, what="", play=_for_friend(revision.play)) for revision in earlier)
        yield b"".join((codec.to_json(play_document(_for_friend(play))), b"\n", *map(version_line, before)))


def messages_for_friend(store: Store, play_ids: Iterable[str]) -> list[bytes]:
    """Return a message for each play: with all versions, or with the last one, as far as they are not too large."""
    lines = lines_for_friend(store, play_ids)
    messages = (message if _fits(message) else message[: message.index(b"\n") + 1] for message in lines)
    return [message for message in messages if _fits(message)]


def _fits(message: bytes) -> bool:
    return len(message) <= MAX_MESSAGE_BYTES


def _for_friend(play: Play) -> Play:
    """Return a play as far as it was scored: with teams, roles and rounds, without what a newer version wrote."""
    extras = {name: value for name, value in play.extras.items() if name not in {PHOTO, NEWER}}
    return replace(play_of(play), source="", note="", place="", extras=extras)


@dataclass(slots=True)
class Taken:
    """What came in from a friend's device, by the ids of the plays, and in sentences what stayed out.

    `heard` are versions that need not come again, although others count here.
    """

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    heard: dict[str, str] = field(default_factory=dict)
    remarks: list[Message] = field(default_factory=list)


def take_from_friend(
    store: Store, friend: Friend, message: bytes, ids: Mapping[str, str], what: str, table: str = ""
) -> Taken:
    """Take in what a friend's device may bring; `what` says what brought it.

    `ids` has the players here by what that device calls the two. The play of the `table` at which this device is comes
    in whoever sat there.
    """
    if not _fits(message):
        return Taken(remarks=[TOO_LARGE])
    from storage.exchange import reading  # noqa: PLC0415 - takes long to load

    incoming = reading.read(message, "") if message.startswith(b'{"tessera"') else None
    if incoming is None or not incoming.records:
        return Taken(remarks=[NO_PLAYS])
    taken = Taken()
    if incoming.people or incoming.photos or incoming.deleted or incoming.merged or incoming.values:
        taken.remarks.append(ONLY_PLAYS)
    if incoming.problems:
        taken.remarks.append(UNREADABLE)
    with store.writing() as session:
        people = {theirs: _present(session, number) for theirs, number in ids.items()}
        taking = _Taking(session, store.now(), friend, people, what, taken)
        for record in incoming.records:
            taking.take(record, is_ours=bool(table) and record.id == table)
    return taken


def _both(session: Session, friend: Friend) -> tuple[str, str]:
    return _present(session, friend.me), _present(session, friend.they)


def _present(session: Session, number: str) -> str:
    """Return the id of a player, or of the one into whom that was merged."""
    row = last_of(session, "player", number)
    return number if row is None else row.id


class _Taking:
    """The plays of one message on their way in."""

    def __init__(
        self, session: Session, now: datetime, friend: Friend, ids: Mapping[str, str], what: str, taken: Taken
    ) -> None:
        self._session = session
        self._now = now
        self._friend = friend
        self._ids = ids
        self._what = what
        self._taken = taken
        self._people = PeopleLookup.of(session)
        self._both = {*_both(session, friend)} if friend.is_known else set()

    def take(self, record: PlayRecord, *, is_ours: bool) -> None:
        """Take in a play, or say why it stays out; the one of our table `is_ours`."""
        play, earlier = record.whole()
        brought = [
            replace(revision, what=self._what, play=self._here(revision.play))
            for revision in (*earlier, PlayRevision(at=self._now, what=self._what, play=play))
        ]
        contents = [revision.play for revision in brought]
        row = self._session.get(PlayRow, play.id, with_for_update=True)
        if row is None and (play.removed is not None or self._session.get(DeletedPlayRow, play.id) is not None):
            self._taken.heard[play.id] = play.version
            return
        reason = self._fault(contents) or (None if is_ours or self._is_shared(row, contents) else _APART)
        if reason is not None:
            self._remark(reason, contents[-1])
        elif row is None:
            self._add(contents[-1], brought[:-1])
        else:
            self._follow(row, brought)

    def _is_shared(self, row: PlayRow | None, contents: Iterable[Play]) -> bool:
        """Whether both sat at the table, or as long as that is not known, whether the play came from this device."""
        if not self._friend.is_known:
            return row is not None and number_in(row.source) == self._friend.number
        seated = ({player.id for player in play.players} for play in contents)
        return len(self._both) > 1 and all(self._both <= players for players in seated)

    def _here(self, play: Play) -> Play:
        """Return a version with the players of here, and without what is no business of a friend's device."""
        players = tuple(replace(player, id=self._id_of(player)) for player in play.players)
        return replace(_for_friend(play), players=players)

    def _id_of(self, player: Participant) -> str:
        """Return who a player is here: one of the two, or whoever has the name; an id alone names nobody of here."""
        if player.id in self._ids or player.id == ANONYMOUS_ID:
            return self._ids.get(player.id, player.id)
        row = self._session.get(PlayerRow, player.id)
        number = player.id if row is None or self._is_called(row, player.name) else ""
        return self._people.known_player(number, player.name) or number

    def _is_called(self, row: PlayerRow, name: str) -> bool:
        alias = self._session.get(AliasRow, ("player", folded(name)))
        return row.folded == folded(name) or (alias is not None and alias.target == row.id)

    def _fault(self, contents: Sequence[Play]) -> Message | None:
        """Return what is wrong with the versions of a play."""
        latest = versions.stamp_at(self._now + AHEAD)
        for play in contents:
            follows = play.follows.split()
            if not play.version or any(versions.stamp_of(name) >= versions.stamp_of(play.version) for name in follows):
                return _CONTRADICTS
            if versions.stamp_of(play.version) > latest:
                moment = versions.moment_of(play.version)
                return replace(_FUTURE, values={"date": "?" if moment is None else moment.date().isoformat()})
            seated = [player.id for player in play.players if player.id]
            if play.id != contents[-1].id or len(seated) > len({*seated}):
                return _CONTRADICTS
        return None if contents[-1].version == max(play.version for play in contents) else _CONTRADICTS

    def _remark(self, reason: Message, play: Play) -> None:
        values = {"title": play.title, "day": play.day or day_of(play.finished), **reason.values}
        self._taken.remarks.append(replace(reason, values=values))

    def _add(self, play: Play, earlier: Sequence[PlayRevision]) -> None:
        document = None if play.document is None else EncodedJson.of(play.document)
        added = replace(play, source=self._friend.source(play.version))
        latest = tuple(earlier[-MAX_BROUGHT_VERSIONS:])
        insert_plays(self._session, self._now, [NewPlay(added, document, EncodedJson.of(play.sheet), latest)])
        self._session.flush()
        self._taken.new.append(play.id)

    def _follow(self, row: PlayRow, brought: Sequence[PlayRevision]) -> None:
        """Take in the versions of a play that is here already, or lay the last one beside it."""
        earlier, shown = versions_of(self._session, stored_play(self._session, row))
        every = [shown, *(revision.play for revision in earlier)]
        names = {play.version for play in every}
        play = brought[-1].play
        if play.version in names:
            if play.version != shown.version:
                self._taken.heard[row.id] = play.version
            return
        is_untouched = row.source == self._friend.source(shown.version)
        is_theirs = play.removed is None or number_in(row.source) == self._friend.number  # else it stays here
        if is_untouched and not row.reopened and (play.removed is None) == (row.removed is None):
            fresh = [revision for revision in brought if revision.play.version not in names]
            if row.revision + len(fresh) > MAX_BROUGHT_VERSIONS:
                self._leave_out_later()
            elif unite(self._session, self._now, row, fresh, self._what):
                row.source = self._friend.source(play.version)
                self._taken.changed.append(row.id)
        elif not is_theirs or _said(play) in {*map(_said, every)}:
            self._taken.heard[row.id] = play.version
        elif len(collisions(shown, earlier)) >= MAX_BESIDE:
            self._remark(replace(_WAITING, values={"number": MAX_BESIDE}), play)
        elif row.revision + 2 > MAX_BROUGHT_VERSIONS:  # one beside, and the one that counts once more
            self._leave_out_later()
        else:
            self._lay_beside(row, shown, brought[-1], is_untouched=is_untouched)

    def _leave_out_later(self) -> None:
        self._taken.remarks.append(replace(TOO_MANY_VERSIONS, values={"most": MAX_BROUGHT_VERSIONS}))

    def _lay_beside(self, row: PlayRow, shown: Play, version: PlayRevision, *, is_untouched: bool) -> None:
        """Let a version lie beside the one that counts, which is written once more if it would be the earlier one."""
        fresh = [version]
        if version.play.version > shown.version:
            stamp = versions.next_stamp(versions.stamp_at(self._now), [version.play.version])
            again = replace(play_of(shown), version=versions.new_name(stamp), follows=shown.version)
            fresh.append(PlayRevision(at=self._now, what=self._what, play=again))
            if is_untouched:
                row.source = self._friend.source(again.version)
        unite(self._session, self._now, row, fresh, self._what)
        self._taken.beside.append(row.id)
        self._taken.heard[row.id] = version.play.version


def _said(play: Play) -> tuple[str, bool]:
    """Return what a version says as far as it concerns a friend."""
    return text_digest(_for_friend(play)), play.removed is not None
