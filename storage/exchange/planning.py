"""The plan of an import: each play of a file compared with the play that is here already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar

from sqlmodel import Session, col, or_, select

from scoring.messages import Message, say
from scoring.sheet import Winner
from storage.database.models import AliasRow, CopyRow, DeletedPlayRow, PhotoRow, PlaceRow, PlayRow, SettingRow
from storage.exchange import comparing
from storage.exchange.identities import Identities, PlannedPerson, news_of_merges, with_seated
from storage.exchange.outcomes import with_winners
from storage.exchange.record import CopyRecord, GameWinner, OfferedPad, SettingRecord, many_objects
from storage.repositories import versions
from storage.repositories.games import titles_of_pads
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.play_rows import revisions_of, stored_plays
from storage.repositories.play_versions import chained
from storage.repositories.values import batches, day_of, folded, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from datetime import datetime

    from scoring.problems import Problem
    from storage.exchange.files import Progress
    from storage.exchange.record import DeletedRecord, Incoming, MergedRecord, PhotoRecord, PlayRecord
    from storage.repositories.play_content import Play, PlayRevision, StoredPlay
    from storage.repositories.tables import Store

T = TypeVar("T")

PlanKind = Literal["new", "same", "changed", "kept"]
"""What becomes of a play: it is new, the same, changed, or kept as it is here, beside what the file says."""

BATCH: Final = 250
"""The number of plays that are looked up at once."""

_NEW: Final = say("is new")
_SAME: Final = say("is here already")
_OLDER: Final = say("is here already, in a later version")
_TWICE: Final = say("is in this file twice: the first one counts")
_DOUBLE: Final = say("{reason}; it is here twice, from two sources: delete one of them in the history")
_LOOKALIKE: Final = say(
    "is new, but looks like a play here from another source: the same day, game, players and scores"
)
_GONE: Final = say("is deleted here for good, and stays so")
_NOT_SHOWN: Final = say("is here already, beside what was written here")
_OTHERS: Final = say("earlier versions of it are new")
_BINNED: Final = say("is deleted here, and stays so unless you restore it")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPlay:
    """A play of the file with its plan; `play_id` is the play here.

    `new_source` is an id elsewhere by which the play here is known from now on. `looks_double` is whether a play of
    another source looks the same, or the play is here twice.
    """

    record: PlayRecord
    kind: PlanKind
    play_id: str | None
    reason: Message
    new_source: str | None = None
    looks_double: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned(Generic[T]):
    """A photo, an entry of a copy or a setting with its plan; a `kept` one stays as it is here."""

    record: T
    kind: PlanKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an import would do; nothing has been done yet."""

    entries: tuple[PlannedPlay, ...]
    people: tuple[PlannedPerson, ...] = ()
    photos: tuple[Planned[PhotoRecord], ...] = ()
    deleted: tuple[DeletedRecord, ...] = ()
    merged: tuple[Planned[MergedRecord], ...] = ()
    values: tuple[Planned[CopyRecord | SettingRecord], ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Message, ...] = ()

    def count(self, kind: PlanKind) -> int:
        """Return the number of plays of a kind."""
        return sum(entry.kind == kind for entry in self.entries)

    @property
    def new(self) -> int:
        """The number of plays that would be added."""
        return self.count("new")

    @property
    def same(self) -> int:
        """The number of plays that are here already."""
        return self.count("same")

    @property
    def changed(self) -> int:
        """The number of plays that would be corrected."""
        return self.count("changed")

    @property
    def kept(self) -> int:
        """The number of plays that stay as they are here, while what the file says can be read."""
        return self.count("kept")


def plan(store: Store, incoming: Incoming, progress: Progress | None = None) -> Plan:
    """Return the plan for a file; nothing is changed."""
    with many_objects(len(incoming.records)), store.reading() as session:
        incoming = with_winners(session, incoming)
        people = with_seated(incoming.people, incoming.records)
        identities = Identities(session, people)
        deleted = unknown_deletions(session, incoming.deleted)
        planner = Planner(session, identities, deleted)
        planned = planner.planned(incoming.records, progress)
        entries = tuple(entry for batch in planned for entry in planner.with_lookalikes(batch))
        return Plan(
            entries=entries,
            people=identities.planned,
            photos=_planned_photos(session, incoming.photos, entries),
            deleted=deleted,
            merged=tuple(
                Planned(record=record, kind="new")
                for record in news_of_merges(session, incoming.merged, incoming.records, people)
            ),
            values=planned_values(session, incoming.values),
            problems=incoming.problems,
            remarks=(*incoming.remarks, *_from_the_future(entries, store.now())),
        )


def _from_the_future(entries: Iterable[PlannedPlay], now: datetime) -> Iterator[Message]:
    """Yield which plays were written at a moment that is still to come by the clock of here."""
    latest = versions.new_name(versions.stamp_at(now + timedelta(days=1)))
    for entry in entries:
        if entry.kind != "same" and entry.record.version > latest:
            moment, play = versions.moment_of(entry.record.version), entry.record.without_texts()
            yield say(
                "{title}, {day}: written on {date} by the clock of another device. What you write follows it all the "
                "same.",
                title=play.title,
                day=play.day,
                date="?" if moment is None else moment.date().isoformat(),
            )


def owner_here(store: Store, incoming: Incoming) -> str:
    """Return the player of plays that name none in a file, as an earlier import has it; "" where none does."""
    sources = [record.source for record in incoming.without_players]
    with store.reading() as session:
        for some in batches(sources, BATCH):
            rows = session.exec(select(PlayRow).where(col(PlayRow.source).in_(some))).all()
            players = (play.players for play in stored_plays(session, rows) if len(play.players) == 1)
            names = [player.name for (player,) in players if player.id != ANONYMOUS_ID]
            if names:
                return names[-1]
    return ""


@dataclass(frozen=True, slots=True)
class _LookUp:
    """What is known of some plays of a file: those here by their keys, their contents and places, and revisions."""

    plays: Mapping[str, StoredPlay]
    contents: Mapping[PlayRecord, Play]
    places: Mapping[str, str]
    revisions: Mapping[str, Sequence[PlayRevision]]


class Planner:
    """The planner of one import, a batch of plays at a time."""

    def __init__(self, session: Session, identities: Identities, deleted: Iterable[DeletedRecord]) -> None:
        """Look plays up in a session, for a file of these friends and places, with what it says to be deleted."""
        self._session = session
        self._identities = identities
        self._seen: set[str] = set()
        self.deleted: Final = deleted_versions(session, deleted)
        """The names of the versions that are deleted for good, by the ids of their plays."""

    def planned(self, records: Sequence[PlayRecord], progress: Progress | None) -> Iterator[list[PlannedPlay]]:
        """Yield the plans of plays, a batch at a time; one that came before in the same file counts as the same."""
        done = 0
        for batch in batches(records, BATCH):
            yield self._planned(batch)
            done += len(batch)
            if progress is not None:
                progress(done, len(records))

    def _planned(self, records: Sequence[PlayRecord]) -> list[PlannedPlay]:
        plays = self._here(records)
        candidates = {record: [plays[key] for key in _keys(record) if key in plays] for record in records}
        asked = {
            record: same for record, same in candidates.items() if any(record.names != {play.version} for play in same)
        }
        contents = {
            record: record.play
            for record, same in asked.items()
            if not record.version or any(record.version != play.version for play in same)
        }
        places = self._places({content.place for content in contents.values() if content.place})
        revised = [play.id for same in asked.values() for play in same if play.revision > 1]
        look_up = _LookUp(plays, contents, places, revisions_of(self._session, revised))
        return [self._one(record, look_up) for record in records]

    def _one(self, record: PlayRecord, look_up: _LookUp) -> PlannedPlay:
        keys = _keys(record)
        if not self._seen.isdisjoint(keys):
            return _entry(record, "same", None, _TWICE)
        self._seen.update(keys)
        stored = look_up.plays
        plays = {stored[key].id: stored[key] for key in keys if key in stored}
        in_history = [play for play in plays.values() if play.removed is None]
        play = next(iter((*in_history, *plays.values())), None)
        if play is None:
            return (
                _entry(record, "same", None, _GONE) if self._is_deleted(record) else _entry(record, "new", None, _NEW)
            )
        if record.version:
            return self._united(record, play, look_up)
        if play.removed is not None:
            return _entry(record, "same", play, _BINNED)
        entry = self._compared(record, look_up, play)
        if len(in_history) > 1:
            return replace(entry, reason=replace(_DOUBLE, values={"reason": entry.reason}), looks_double=True)
        return replace(entry, new_source=record.source) if _tells_another_id(record, play) else entry

    def _is_deleted(self, record: PlayRecord) -> bool:
        """Return whether all that a file says of a play is deleted for good."""
        gone = self.deleted.get(comparing.id_of(record), frozenset())
        return bool(gone) and (record.names or {version.version for version in comparing.versions_in(record)}) <= gone

    def _united(self, record: PlayRecord, play: StoredPlay, look_up: _LookUp) -> PlannedPlay:
        """Return the plan of a play that comes with the names of its versions: all of them are taken in."""
        if record.names == {play.version}:
            return _entry(record, "same", play, _SAME)
        earlier, named = chained(look_up.revisions[play.id], play)
        names = {named.version, *(revision.play.version for revision in earlier), *self.deleted.get(play.id, ())}
        if record.names <= names:
            return _entry(record, "same", play, _SAME if record.version == named.version else _OLDER)
        if record.version in names or record.version < named.version:
            return _entry(record, "kept", play, say("{what}: {names}", what=_OLDER, names=_OTHERS))
        compared, place_id = self._comparison(record, look_up, play)
        differences = [*compared.differences(place_id)]
        if record.is_removed != (play.removed is not None):
            differences.append(say("deleted") if record.is_removed else say("restored"))
        reason = say("differs from the play here: {what}", what=tuple(differences)) if differences else _OTHERS
        return _entry(record, "changed", play, reason)

    def _comparison(
        self, record: PlayRecord, look_up: _LookUp, play: StoredPlay
    ) -> tuple[comparing.Comparison, str | None]:
        """Return the comparison of a play of a file with one here, and the id here of its place."""
        content = look_up.contents[record]
        place_id = self._identities.place_id(content.place) or look_up.places.get(folded(content.place))
        return comparing.comparison(record, self._identities.here(content, play), play), place_id

    def _compared(self, record: PlayRecord, look_up: _LookUp, play: StoredPlay) -> PlannedPlay:
        """Return the plan of a play from a source that knows no versions."""
        compared, place_id = self._comparison(record, look_up, play)
        differences = tuple(compared.differences(place_id))
        if not differences:
            return _entry(record, "same", play, _SAME)
        earlier, named = chained(look_up.revisions[play.id], play)
        kept = comparing.kept_for(record, look_up.contents[record], named)
        merged = compared.merged()
        if record.precision == "all" and comparing.is_among(
            earlier, (look_up.contents[record], compared.content, merged)
        ):
            return _entry(record, "same", play, _OLDER)
        if kept is None:
            return _entry(record, "changed", play, say("differs from the play here: {what}", what=differences))
        if comparing.is_beside(earlier, record, merged):
            return _entry(record, "same", play, _NOT_SHOWN)
        return _entry(record, "kept", play, say("{kept}; the file differs: {what}", kept=kept, what=differences))

    def with_lookalikes(self, entries: Sequence[PlannedPlay]) -> list[PlannedPlay]:
        """Return the plans; those of new plays name what looks the same here but came from another source."""
        new = {
            entry.record: self._identities.here(entry.record.without_texts())
            for entry in entries
            if entry.kind == "new" and entry.record.source
        }
        days = {play.day or day_of(play.finished) for play in new.values()}
        games = {play.game for play in new.values()}
        asked = select(PlayRow).where(col(PlayRow.day).in_(days), col(PlayRow.game).in_(games))
        rows = self._session.exec(asked.where(col(PlayRow.removed).is_(None))).all() if new else []
        plays = stored_plays(self._session, rows)
        double = {
            record
            for record, mine in new.items()
            for play in plays
            if _source_kind(play.source) != _source_kind(record.source) and comparing.looks_the_same(mine, play)
        }
        return [
            replace(_entry(entry.record, "new", None, _LOOKALIKE), looks_double=True)
            if entry.record in double
            else entry
            for entry in entries
        ]

    def _here(self, records: Sequence[PlayRecord]) -> dict[str, StoredPlay]:
        """Return the plays that are here already, by the key of their id and by their source."""
        ids = [number for record in records if (number := comparing.id_of(record))]
        sources = [record.source for record in records if record.source]
        asked = select(PlayRow).where(or_(col(PlayRow.id).in_(ids), col(PlayRow.source).in_(sources)))
        plays = stored_plays(self._session, self._session.exec(asked).all())
        plays_by_key: dict[str, StoredPlay] = {}
        for play in sorted(plays, key=lambda play: play.removed is not None):
            plays_by_key[_id_key(play.id)] = play
            if play.source:
                plays_by_key.setdefault(play.source, play)
        return plays_by_key

    def _places(self, named: AbstractSet[str]) -> dict[str, str]:
        """Return the places that are known here, by the folded names of the file."""
        names = {form for name in named for form in stored_foldings(name)}
        if not names:
            return {}
        aliases = select(AliasRow.folded, AliasRow.target).where(
            AliasRow.kind == "place", col(AliasRow.folded).in_(names)
        )
        places = select(PlaceRow.folded, PlaceRow.id).where(col(PlaceRow.folded).in_(names))
        ids = dict(self._session.exec(aliases).all()) | dict(self._session.exec(places).all())
        forms = ((folded(name), stored_foldings(name)) for name in named)
        return {name: ids[form] for name, stored in forms for form in reversed(stored) if form in ids}


def _planned_photos(
    session: Session, records: Sequence[PhotoRecord], entries: Iterable[PlannedPlay]
) -> tuple[Planned[PhotoRecord], ...]:
    """Return the plans of the photos that are not here."""
    named = frozenset().union(*(entry.record.photos for entry in entries))
    stored = set(session.exec(select(PhotoRow.id)).all()) if records else set()
    return tuple(
        Planned(record=record, kind="new" if record.id in named else "kept")
        for record in records
        if record.id not in stored
    )


def planned_values(
    session: Session, records: Iterable[CopyRecord | SettingRecord]
) -> tuple[Planned[CopyRecord | SettingRecord], ...]:
    """Return the plans of copies' entries and of settings; `kept` where another value is kept here.

    An entry of a copy that was made later is `changed`. A pad made from score sheets is the same where its game has one
    here.
    """
    records = tuple(records)
    with_pads = titles_of_pads(session) if any(isinstance(record, OfferedPad) for record in records) else set()
    return tuple(
        Planned(
            record=record,
            kind="same"
            if isinstance(record, OfferedPad) and folded(record.value["title"]) in with_pads
            else _kind(row_of(session, record), record),
        )
        for record in records
    )


def row_of(session: Session, record: CopyRecord | SettingRecord) -> CopyRow | SettingRow | None:
    """Return the row here of an entry of a copy, or of a setting."""
    if isinstance(record, CopyRecord):
        return session.get(CopyRow, (record.game, record.part, record.key))
    return session.get(SettingRow, record.key)


def _kind(row: CopyRow | SettingRow | None, record: CopyRecord | SettingRecord) -> PlanKind:
    if row is None:
        return "same" if isinstance(record, GameWinner) and record.value == Winner.MOST else "new"
    if row.value == record.value or isinstance(record, OfferedPad):
        return "same"
    if isinstance(row, CopyRow) and isinstance(record, CopyRecord) and record.at is not None and record.at > row.at:
        return "changed"
    return "kept"


def _entry(record: PlayRecord, kind: PlanKind, play: StoredPlay | None, reason: Message) -> PlannedPlay:
    if record.warnings:
        reason = say("{reason} ({warnings})", reason=reason, warnings=record.warnings)
    return PlannedPlay(record=record, kind=kind, play_id=None if play is None else play.id, reason=reason)


def _keys(record: PlayRecord) -> list[str]:
    """Return by what a play of the file may be known here: its id, and its source."""
    number = comparing.id_of(record)
    return [key for key in (number and _id_key(number), record.source) if key]


def unknown_deletions(session: Session, records: Iterable[DeletedRecord]) -> tuple[DeletedRecord, ...]:
    """Return what a file says to be deleted for good, as far as that is not known here."""
    deleted = deleted_versions(session, ())
    return tuple(record for record in records if not {*record.versions} <= deleted.get(record.id, frozenset()))


def deleted_versions(session: Session, records: Iterable[DeletedRecord]) -> Mapping[str, frozenset[str]]:
    """Return the names of versions that are deleted for good, here or in a file, by the ids of their plays."""
    gone = {row.id: frozenset(row.versions) for row in session.exec(select(DeletedPlayRow)).all()}
    for record in records:
        gone[record.id] = gone.get(record.id, frozenset()) | {*record.versions}
    return gone


def _id_key(play_id: str) -> str:
    """Return the key of a play that is known by its id, marked off from sources."""
    return f"#{play_id}"


def _tells_another_id(record: PlayRecord, play: StoredPlay) -> bool:
    """Return whether a play that is known by its own id has a number at BoardGameGeek now."""
    return record.id == play.id and _source_kind(record.source) == "bgg" and _source_kind(play.source) != "bgg"


def _source_kind(source: str) -> str:
    return source.partition(":")[0]
