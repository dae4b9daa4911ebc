"""Who is who: the friends and places of a file, each with the one here.

An id is the same one everywhere. An id that is unknown here is known by its name, unless the file knows the one of that
name here by the id, too: then they are two, and the one from the file gets a number behind the name. So does the second
of two that one file calls the same.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

from sqlmodel import Session, col, select

from scoring.messages import Message, say
from storage.database.models import AliasRow, PlayerRow, PlayRow, SeatRow, WrittenNameRow
from storage.exchange.record import MAX_NAME_LENGTH, NamedRecord, PlayerRecord, PlayRecord, SeatedRecord
from storage.repositories import game_merges, people_merges
from storage.repositories.games import placed
from storage.repositories.people import ANONYMOUS_ID, ROWS, KnownRow, NameKind
from storage.repositories.play_content import MAX_PLACE_LENGTH, Participant, Play, StoredPlay
from storage.repositories.play_rows import shown_versions
from storage.repositories.values import batches, folded, stored_foldings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement

    from storage.exchange.record import MergedRecord

PersonPlan: TypeAlias = Literal["new", "same", "changed", "kept"]
"""What becomes of a friend or place: it is new, the same, changed, or differs and stays as it is here."""

_MAX_LENGTHS: Final[Mapping[NameKind, int]] = {"player": MAX_NAME_LENGTH, "place": MAX_PLACE_LENGTH}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPerson:
    """A friend or place of the file with its plan: its `id` and `name` here, and other names that are added.

    `reasons` say what a person should know of it. `may_rename` is whether the name of the file is free here.
    """

    record: NamedRecord
    kind: PersonPlan
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    may_rename: bool = False
    reasons: tuple[Message, ...] = ()

    @property
    def is_added(self) -> bool:
        """Whether something is added to what is here, whether or not a play needs it."""
        return self.record.is_stated and (self.kind == "new" or bool(self.aliases))


class Identities:
    """The friends and places of a file, looked up once."""

    def __init__(self, session: Session, records: Sequence[NamedRecord]) -> None:
        """Look up the friends and places of a file, those of whom it has a line first."""
        self._session = session
        of_kind = {kind: [record for record in records if record.kind == kind] for kind in ROWS}
        plans = {kind: _Directory(session, kind, some).plans() for kind, some in of_kind.items()}
        self.planned: Final = tuple(chain.from_iterable(plans.values()))
        self._players = {person.record.id: person for person in plans["player"]}
        self._places = {folded(place.record.name): place for place in plans["place"]}

    def player(self, player_id: str) -> PlannedPerson:
        """Return the friend with an id of the file."""
        return self._players[player_id]

    def place_id(self, name: str) -> str | None:
        """Return the id here of a place by its name in the file; `None` if the file has no line of it."""
        place = self._places.get(folded(name))
        return None if place is None else place.id

    def here(self, play: Play, play_here: StoredPlay | None = None) -> Play:
        """Return a play of the file with the ids, the place and the game of here.

        A game whose plays were put under another one has the title of `play_here`, the same play here, if there is one.
        """
        game, title = placed(self._session, play.game, play.title)
        if game != play.game and play_here is not None and play_here.game == game:
            title = play_here.title
        place = self._places.get(folded(play.place))
        players = tuple(map(self._seated, play.players))
        name = play.place if place is None else place.name
        if (game, title, players, name) == (play.game, play.title, play.players, play.place):
            return play
        return replace(play, game=game, title=title, players=players, place=name)

    def _seated(self, player: Participant) -> Participant:
        number = player.id and self._players[player.id].id
        return player if number == player.id else replace(player, id=number)


def with_seated(stated: Iterable[NamedRecord], records: Iterable[PlayRecord]) -> tuple[NamedRecord, ...]:
    """Return the friends and places that a file states, then the other players of its plays with an id."""
    named = {(record.kind, record.id): record for record in stated}
    for record in records:
        play = record.without_texts()
        looks = play.extras.get("seats") or ()
        for seat, player in enumerate(play.players):
            if not player.id or ("player", player.id) in named:
                continue
            look = looks[seat] if seat < len(looks) else {}
            named["player", player.id] = SeatedRecord(
                id=player.id,
                name=player.name,
                seen=play.finished,
                colour=look.get("colour", ""),
                shape=look.get("shape", ""),
            )
    return tuple(named.values())


def news_of_merges(
    session: Session, merged: Iterable[MergedRecord], records: Sequence[PlayRecord], people: Iterable[NamedRecord]
) -> tuple[MergedRecord, ...]:
    """Return the merges of a file of which nobody heard here, and those undone ones that do not show in all plays."""
    merged = tuple(merged)
    apart = {(kind, number) for kind, number, *_ in told_apart(session, merged, records, people)}
    return tuple(record for record in merged if _is_news(session, record) or (record.kind, record.id) in apart)


def _is_news(session: Session, record: MergedRecord) -> bool:
    if record.kind == "game":
        return game_merges.is_news(session, record.id, record.into, record.at)
    return people_merges.is_news(session, kind_of(record), record.id, record.into, record.at)


def _is_apart(session: Session, record: MergedRecord) -> bool:
    """Return whether what was merged once is apart here, too, as far as anybody heard of it, or will be by the file."""
    if record.kind == "game":
        return game_merges.is_apart(session, record.id) or _is_news(session, record)
    return people_merges.is_apart(session, kind_of(record), record.id) or _is_news(session, record)


def kind_of(record: MergedRecord) -> NameKind:
    """Return whether a friend or a place was merged."""
    return "player" if record.kind == "player" else "place"


def told_apart(
    session: Session, merged: Iterable[MergedRecord], records: Sequence[PlayRecord], people: Iterable[NamedRecord]
) -> Iterator[tuple[str, str, SeatRow | PlayRow, str]]:
    """Yield the seats and plays that are here those of one into whom, in the file, nobody is merged any more.

    They come with the kind and the id of whose they are there, and the title of the game. A play is meant that is the
    same version on both sides.
    """
    ids = {(record.kind, record.id) for record in merged if record.is_apart and _is_apart(session, record)}
    if not ids:
        return
    rooms = {folded(place.name): place.id for place in people if place.kind == "place" and ("place", place.id) in ids}
    for some in batches([record for record in records if record.version]):
        by_id = {record.id: record.without_texts() for record in some}
        rows = session.exec(select(PlayRow).where(col(PlayRow.id).in_(by_id.keys()))).all()
        shown = shown_versions(session, [row.id for row in rows])
        same = {row.id: row for row in rows if shown[row.id][0] == by_id[row.id].version}
        for number, row in same.items():
            play = by_id[number]
            if ("game", play.game) in ids and row.game != play.game:
                yield "game", play.game, row, play.title
            room = rooms.get(folded(play.place))
            if room is not None and row.place_id not in {None, room}:
                yield "place", room, row, ""
        seats: defaultdict[str, list[SeatRow]] = defaultdict(list)
        for seat in session.exec(select(SeatRow).where(col(SeatRow.play_id).in_(same.keys()))).all():
            seats[seat.play_id].append(seat)
        for number, seated in seats.items():
            sitting = {seat.player_id for seat in seated}
            for seat in seated:
                player = dict(enumerate(by_id[number].players)).get(seat.seat)
                if player is not None and ("player", player.id) in ids and player.id not in sitting:
                    yield "player", player.id, seat, ""


class _Directory:
    """The friends here, or the places, by id, by name and by other names, as far as a file has them."""

    def __init__(self, session: Session, kind: NameKind, records: Sequence[NamedRecord]) -> None:
        self._session = session
        self._kind = kind
        self._records = records
        self._by_id: dict[str, KnownRow] = {}
        self._by_name: dict[str, KnownRow] = {}
        self._by_alias: dict[str, str] = {}
        names = [name for record in records for name in (record.name, *record.aliases)]
        self._look_up([record.id for record in records], names)
        dated = select(WrittenNameRow.id, WrittenNameRow.at).where(WrittenNameRow.kind == kind)
        self._written = dict(session.exec(dated).all())
        self._in_file = {folded(record.name) for record in records}
        # the ids of those here who are in the file already
        self._claimed = {record.id for record in records} & self._by_id.keys()
        # the ids of those from the file by the names that they take here
        self._added: dict[str, str] = {}

    def plans(self) -> list[PlannedPerson]:
        """Return the plan of each record; other names come second, as no name of today gives way to them."""
        plans = [self._plan(record) for record in self._records]
        return [self._with_aliases(plan) for plan in plans]

    def _look_up(self, ids: Iterable[str], names: Iterable[str]) -> None:
        of = ROWS[self._kind]
        forms = {form for name in names for form in stored_foldings(name)}
        for some in batches(sorted(forms)):
            aliases = select(AliasRow).where(AliasRow.kind == self._kind, col(AliasRow.folded).in_(some))
            self._by_alias |= {row.folded: row.target for row in self._session.exec(aliases).all()}
            self._by_name |= {row.folded: row for row in self._rows(col(of.folded).in_(some))}
        for some in batches(sorted({*ids, *self._by_alias.values()})):
            self._by_id |= {row.id: row for row in self._rows(col(of.id).in_(some))}

    def _rows(self, which: ColumnElement[bool]) -> Sequence[KnownRow]:
        """Return some friends or places."""
        asked = select(ROWS[self._kind]).where(which)
        return cast("Sequence[KnownRow]", self._session.exec(asked).all())

    def _named(self, name: str) -> KnownRow | None:
        return next((self._by_name[form] for form in stored_foldings(name) if form in self._by_name), None)

    def _also_named(self, name: str) -> KnownRow | None:
        forms = (form for form in stored_foldings(name) if form in self._by_alias)
        return next((self._by_id.get(self._by_alias[form]) for form in forms), None)

    def _holder(self, name: str) -> KnownRow | None:
        return self._named(name) or self._also_named(name)

    def _plan(self, record: NamedRecord) -> PlannedPerson:
        """Return the plan of a record: by its id, or else by its name here, or else as a new friend or place."""
        row = self._by_id.get(record.id)
        if record.id == ANONYMOUS_ID:
            return PlannedPerson(record=record, kind="new" if row is None else "same", id=record.id, name="")
        if row is not None:
            return self._same_id(record, row)
        namesake = self._named(record.name)
        if namesake is not None and namesake.id not in self._claimed:
            self._claimed.add(namesake.id)
            return _same_name(record, namesake)
        alias = self._also_named(record.name)
        if alias is not None:
            return _same_name(record, alias)
        is_free = namesake is None and folded(record.name) not in self._added
        name = record.name if is_free else self._numbered(record.name)
        self._added[folded(name)] = record.id
        numbered = say("{name} in the file comes in as {new}: the name is taken here", name=record.name, new=name)
        reasons = () if name == record.name else (numbered,)
        return PlannedPerson(record=record, kind="new", id=record.id, name=name, reasons=reasons)

    def _same_id(self, record: NamedRecord, row: KnownRow) -> PlannedPerson:
        """Return the plan of a record whose id is here."""
        differences = tuple(_differences(record, row)) if record.is_stated else ()
        kind = self._later(record) if differences else "same"
        holder = self._holder(record.name)
        is_free = (holder is None or holder.id == row.id) and folded(record.name) not in self._added
        reasons = []
        if kind != "same":
            reasons.append(say("{name} differs from the file: {what}", name=row.name, what=differences))
        if kind != "same" and not is_free:
            reasons.append(
                say("{here} is not renamed {name}: another one here has that name", name=record.name, here=row.name)
            )
        return PlannedPerson(
            record=record, kind=kind, id=row.id, name=row.name, may_rename=is_free, reasons=tuple(reasons)
        )

    def _later(self, record: NamedRecord) -> PersonPlan:
        """Return what becomes of a friend or place who differs: what was written last counts, if that is known."""
        mine, theirs = self._written.get(record.id), record.written
        if theirs is not None and (mine is None or theirs > mine):
            return "changed"
        return "same" if mine is not None and (theirs is None or theirs < mine) else "kept"

    def _numbered(self, name: str) -> str:
        """Return the name with the first number behind it that nobody has."""
        endings = (f" ({number})" for number in count(2))
        names = (f"{name[: _MAX_LENGTHS[self._kind] - len(ending)]}{ending}" for ending in endings)
        return next(filter(self._is_unused, names))

    def _is_unused(self, name: str) -> bool:
        self._look_up((), (name,))
        return self._holder(name) is None and folded(name) not in self._in_file | self._added.keys()

    def _with_aliases(self, person: PlannedPerson) -> PlannedPerson:
        """Return a plan with the other names that are free here."""
        aliases, reasons = [], list(person.reasons)
        for alias in person.record.aliases:
            row = self._holder(alias)
            owner = self._added.get(folded(alias)) if row is None else row.id
            if owner is None or _is_former_name(person, alias):
                self._added[folded(alias)] = person.id
                aliases.append(alias)
            elif owner != person.id:
                message = say(
                    "{alias} is another name of {name} in the file, but is somebody or something else here",
                    alias=alias,
                    name=person.record.name,
                )
                reasons.append(message)
        return replace(person, aliases=tuple(aliases), reasons=tuple(reasons))


def _same_name(record: NamedRecord, row: KnownRow) -> PlannedPerson:
    """Return the plan of a record that is known here by its name."""
    joined = say("{name} in the file counts as {here}, known here by that name", name=record.name, here=row.name)
    reasons = (joined,) if record.is_stated else ()
    return PlannedPerson(record=record, kind="same", id=row.id, name=row.name, reasons=reasons)


def _is_former_name(person: PlannedPerson, alias: str) -> bool:
    """Return whether another name of the file is the name of today here, which the file replaces."""
    is_renamed = person.kind == "changed" and person.may_rename and folded(person.record.name) != folded(person.name)
    return is_renamed and folded(alias) == folded(person.name)


def _differences(record: NamedRecord, row: KnownRow) -> Iterator[Message]:
    if record.name != row.name:
        yield say("called {name} there", name=record.name)
    if not isinstance(row, PlayerRow) or not isinstance(record, PlayerRecord):
        return
    if record.hidden != row.hidden:
        yield say("hidden in one of the two")
    if (record.colour, record.shape) != (row.colour, row.shape):
        yield say("another color or shape")
