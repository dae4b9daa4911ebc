"""The plan of an import: each play of a file compared with the play that is here already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar

from sqlmodel import Session, col, or_, select

from scoring.messages import Message, say
from scoring.sheet import Winner
from storage.database.models import AliasRow, CopyRow, PhotoRow, PlaceRow, PlayRevisionRow, PlayRow, SettingRow
from storage.exchange.comparing import comparison, is_version, looks_the_same
from storage.exchange.identities import Identities, PlannedPerson, with_seated
from storage.exchange.outcomes import with_winners
from storage.exchange.record import CopyRecord, GameWinner, OfferedPad, SettingRecord, many_objects
from storage.repositories.games import titles_of_pads
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.play_content import Play, StoredPlay, read_play
from storage.repositories.plays import stored_plays
from storage.repositories.values import batches, day_of, folded, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from scoring.problems import Problem
    from storage.exchange.files import Progress
    from storage.exchange.record import Incoming, PhotoRecord, PlayRecord
    from storage.repositories.tables import Store

T = TypeVar("T")

PlanKind = Literal["new", "same", "changed", "edited"]
"""What becomes of a play: it is new, the same, changed, or also edited here and only replaced on request."""

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
    """A photo, an entry of a copy or a setting with its plan; an `edited` one is only taken in on request."""

    record: T
    kind: PlanKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an import would do; nothing has been done yet."""

    entries: tuple[PlannedPlay, ...]
    people: tuple[PlannedPerson, ...] = ()
    photos: tuple[Planned[PhotoRecord], ...] = ()
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
    def edited(self) -> int:
        """The number of plays that were edited here, and would only be replaced on request."""
        return self.count("edited")


def plan(store: Store, incoming: Incoming, progress: Progress | None = None) -> Plan:
    """Return the plan for a file; nothing is changed."""
    with many_objects(len(incoming.records)), store.reading() as session:
        incoming = with_winners(session, incoming)
        identities = Identities(session, with_seated(incoming.people, incoming.records))
        planner = Planner(session, identities)
        planned = planner.planned(incoming.records, progress)
        entries = tuple(entry for batch in planned for entry in planner.with_lookalikes(batch))
        return Plan(
            entries=entries,
            people=identities.planned,
            photos=_planned_photos(session, incoming.photos, entries),
            values=planned_values(session, incoming.values),
            problems=incoming.problems,
            remarks=incoming.remarks,
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


class Planner:
    """The planner of one import, a batch of plays at a time."""

    def __init__(self, session: Session, identities: Identities) -> None:
        """Look plays up in a session, for a file of these friends and places."""
        self._session = session
        self._identities = identities
        self._seen: set[str] = set()

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
        contents = {record: record.play for record in records if any(key in plays for key in _keys(record))}
        places = self._places({content.place for content in contents.values() if content.place})
        return [self._one(record, contents, plays, places) for record in records]

    def _one(
        self,
        record: PlayRecord,
        contents: Mapping[PlayRecord, Play],
        stored: Mapping[str, StoredPlay],
        places: Mapping[str, str],
    ) -> PlannedPlay:
        keys = _keys(record)
        if not self._seen.isdisjoint(keys):
            return _entry(record, "same", None, _TWICE)
        self._seen.update(keys)
        plays = {stored[key].id: stored[key] for key in keys if key in stored}
        in_history = [play for play in plays.values() if play.removed is None]
        play = next(iter((*in_history, *plays.values())), None)
        if play is None:
            return _entry(record, "new", None, _NEW)
        if play.removed is not None:
            return _entry(record, "same", play, _BINNED)
        entry = self._compared(record, contents[record], play, places)
        if len(in_history) > 1:
            return replace(entry, reason=replace(_DOUBLE, values={"reason": entry.reason}), looks_double=True)
        return replace(entry, new_source=record.source) if _tells_another_id(record, play) else entry

    def _compared(
        self,
        record: PlayRecord,
        content: Play,
        play: StoredPlay,
        places: Mapping[str, str],
    ) -> PlannedPlay:
        place_id = self._identities.place_id(content.place) or places.get(folded(content.place))
        compared = comparison(record, self._identities.here(content, play), play)
        differences = tuple(compared.differences(place_id))
        if not differences:
            return _entry(record, "same", play, _SAME)
        kept = _kept_for(content, play, is_edited_here=self._is_edited_here(play))
        if kept is None and self._was_here_before(record, content, play):
            return _entry(record, "same", play, _OLDER)
        if kept is None:
            return _entry(record, "changed", play, say("differs from the play here: {what}", what=differences))
        return _entry(record, "edited", play, say("{kept}; the file differs: {what}", kept=kept, what=differences))

    def _was_here_before(self, record: PlayRecord, content: Play, play: StoredPlay) -> bool:
        """Return whether a play from Tessera is what it was here before a correction: then its file is older."""
        if record.precision != "all" or content.revision >= play.revision:
            return False
        row = self._session.get(PlayRevisionRow, (play.id, content.revision))
        before = None if row is None else read_play(row.play)
        return before is not None and any(
            is_version(before, version) for version in (content, self._identities.here(content, play))
        )

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
            if _source_kind(play.source) != _source_kind(record.source) and looks_the_same(mine, play)
        }
        return [
            replace(_entry(entry.record, "new", None, _LOOKALIKE), looks_double=True)
            if entry.record in double
            else entry
            for entry in entries
        ]

    def _is_edited_here(self, play: StoredPlay) -> bool:
        """Return whether a play was corrected here, and not only where a file came from."""
        if play.edited is None:
            return False
        corrections = select(PlayRevisionRow.number).where(
            PlayRevisionRow.play_id == play.id, col(PlayRevisionRow.here)
        )
        return self._session.exec(corrections.limit(1)).first() is not None

    def _here(self, records: Sequence[PlayRecord]) -> dict[str, StoredPlay]:
        """Return the plays that are here already, by the key of their id and by their source."""
        ids = [record.id for record in records if record.id]
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
    named = frozenset().union(*(entry.record.photos for entry in entries if entry.kind != "edited"))
    stored = set(session.exec(select(PhotoRow.id)).all()) if records else set()
    return tuple(
        Planned(record=record, kind="new" if record.id in named else "edited")
        for record in records
        if record.id not in stored
    )


def planned_values(
    session: Session, records: Iterable[CopyRecord | SettingRecord]
) -> tuple[Planned[CopyRecord | SettingRecord], ...]:
    """Return the plans of copies' entries and of settings; `edited` where another value is kept here.

    A pad made from score sheets is the same where its game has one here.
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
    return "same" if row.value == record.value or isinstance(record, OfferedPad) else "edited"


def _entry(record: PlayRecord, kind: PlanKind, play: StoredPlay | None, reason: Message) -> PlannedPlay:
    if record.warnings:
        reason = say("{reason} ({warnings})", reason=reason, warnings=record.warnings)
    return PlannedPlay(record=record, kind=kind, play_id=None if play is None else play.id, reason=reason)


def _keys(record: PlayRecord) -> list[str]:
    """Return by what a play of the file may be known here: its id, and its source."""
    return [key for key in (record.id and _id_key(record.id), record.source) if key]


def _id_key(play_id: str) -> str:
    """Return the key of a play that is known by its id, marked off from sources."""
    return f"#{play_id}"


def _tells_another_id(record: PlayRecord, play: StoredPlay) -> bool:
    """Return whether a play that is known by its own id has a number at BoardGameGeek now."""
    return record.id == play.id and _source_kind(record.source) == "bgg" and _source_kind(play.source) != "bgg"


def _source_kind(source: str) -> str:
    return source.partition(":")[0]


def _kept_for(content: Play, play: StoredPlay, *, is_edited_here: bool) -> Message | None:
    """Return why a play here is only replaced on request; `None` if it is replaced."""
    if play.reopened:
        return say("its table is in play again here")
    if is_edited_here and play.edited is not None:
        return say("was edited here on {day}", day=play.edited.astimezone().date().isoformat())
    is_scored_here = play.document is not None and not play.is_recorded
    if is_scored_here and (content.document is None or content.is_recorded):
        return say("was scored here, with everything on the table")
    return None
