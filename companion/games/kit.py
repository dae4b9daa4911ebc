"""What a game adds to the app in addition to its rules, without a screen; and the parts of its copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from scoring import GAMES
from scoring.fields import Between, KeyPattern
from scoring.messages import Message, say
from scoring.problems import Problem, problems_in
from storage.documents.codec import plain

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle, TableState
    from scoring.game import SetupItem
    from scoring.sheet import Column, Sheet
    from storage.documents.fields import Field


BASE: Final = "base"
"""The key of the only variant of most games."""

AS_IF_OVER: Final = say("The totals count as if the game ended now.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage:
    """The help page of a game: how to `enter` it, tab by tab, and its `rules` in short."""

    enter: tuple[Message, ...]
    rules: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStep:
    """How somebody comes or leaves in the midst of a game: its name, and what it changes."""

    words: Message
    apply: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStart:
    """How somebody begins who sits down in the midst of a game: in a round of several, in one of these ways.

    Each way is applied after the last player has sat down; the note is about all of them.
    """

    number: int
    rounds: Between
    ways: tuple[StageStep, ...]
    note: Message


Pieces = Mapping[str, Sequence[tuple[int, Message]]]
"""What a result shows in place of the only line of a sheet: titles, and the points of each player with their reason."""


def no_stage(_state: object) -> None:
    """Return the stage of a game that has neither phases nor rounds, and what is still to come of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKit:
    """What a game adds to the app in addition to its rules.

    `game` is its key. `begin` makes the table before the first turn from names and styles in seat order, the key of a
    variant and my copy. `variants` are titles by key, such as editions, the usual one first. `setup` lists what to set
    up. `copy_parts` are the parts of a copy whose values are asked, by key, in the order in which they are shown;
    `counted_parts` those that the app counts by itself. `margins` says what was close. `variant_of` is the key of the
    variant that a table is played with, and `with_variant` the table with another one. `begin_anew` makes a table like
    another one before its first turn, where variant and copy do not tell what that one began with. `stage` says how far
    a game is that has phases or rounds, `early` what of a game is still to come. `turn` is the seat whose turn it is,
    `None` where nobody knows. `unused` are the rules of the sheet that a table is played without. `open_points` are the
    points of a player that everybody may see in play, and `leaders` who leads by them where it is not who has the most,
    nobody where nobody can say. `begins_with` says why totals are not 0 at the beginning. `walks` says that the final
    scoring goes through the rules one by one, and not to the winner at once. `missing` says how many numbers are
    missing that others have; `deciding_gaps` says in sentences what was not entered although others might then have
    won. `late_start` says how somebody begins who comes late, in a round or the next one, `None` where that makes no
    difference; `leaving` is the step by which the player of a seat leaves early, or comes back, and `away` says of a
    player at a table that they left; `comings` says in sentences who came late, and who left early.

    `fields` are the fields of a player that lines of the sheet and criteria of a tie just repeat, by rule and by name;
    `put` sets such a field where more follows from it. `blank` are the fields of a player that begin otherwise where
    only the end of a game is entered.
    """

    game: str
    begin: Callable[[Sequence[str], Sequence[PlayerStyle], str, MyCopy], TableState[Any]]
    help_page: HelpPage
    variant_of: Callable[[TableState[Any]], str] = lambda _state: BASE
    with_variant: Callable[[TableState[Any], str, MyCopy], TableState[Any]] = lambda state, _variant, _copies: state
    begin_anew: Callable[[TableState[Any], Sequence[str], Sequence[PlayerStyle]], TableState[Any]] | None = None
    variants: Mapping[str, Message] = field(default_factory=lambda: {BASE: say("Base game")})
    setup: Callable[[TableState[Any]], tuple[SetupItem, ...]] = lambda _state: ()
    mark: str = "tessera"
    """The name of the drawing that stands for the game in lists."""

    copy_parts: Mapping[str, CopyPart[Any, Any]] = field(default_factory=dict)
    counted_parts: frozenset[str] = frozenset()
    margins: Callable[[Any, Sheet], tuple[Message, ...]] = lambda _table, _sheet: ()
    fields: Mapping[str, str] = field(default_factory=dict)
    put: Mapping[str, Callable[[TableState[Any], int, int], TableState[Any]]] = field(default_factory=dict)
    blank: Mapping[str, Any] = field(default_factory=dict)
    walks: bool = True
    stage: Callable[[TableState[Any]], Message | None] = no_stage
    early: Callable[[TableState[Any]], Message | None] = no_stage
    turn: Callable[[TableState[Any]], int | None] = lambda _state: None
    begins_with: Message | None = None
    unused: Callable[[TableState[Any]], frozenset[str]] = lambda _state: frozenset()
    missing: Callable[[Any], Message | None] = lambda _table: None
    deciding_gaps: Callable[[Any], tuple[Message, ...]] = lambda _table: ()
    late_start: Callable[[TableState[Any], int | None], LateStart | None] = lambda _state, _number: None
    leaving: Callable[[TableState[Any], int], StageStep | None] = lambda _state, _seat: None
    away: Callable[[Any, int], Message | None] = lambda _table, _seat: None
    comings: Callable[[Any], tuple[Message, ...]] = lambda _table: ()
    pieces: Callable[[Any], Pieces] = lambda _table: {}
    open_points: Callable[[TableState[Any], Column], int] = lambda _state, column: column.total
    leaders: Callable[[TableState[Any], Sequence[Column]], tuple[str, ...]] | None = None

    def leading(self, state: TableState[Any], columns: Sequence[Column]) -> tuple[str, ...]:
        """Return the names of those who lead by what everybody may see, nobody where all are level."""
        if self.leaders is not None:
            return self.leaders(state, columns)
        points = [self.open_points(state, column) for column in columns]
        ahead = [column.player for column, own in zip(columns, points, strict=True) if own == max(points)]
        return tuple(ahead) if len(ahead) < len(columns) else ()

    def before_end(self, state: TableState[Any]) -> Message | None:
        """Return what of a game is still to come, `None` also where only its end is entered."""
        return None if state.extras.only_end else self.early(state)

    def anew(
        self, state: TableState[Any], names: Sequence[str], seats: Sequence[PlayerStyle], copies: MyCopy
    ) -> TableState[Any]:
        """Return a table like another one before its first turn, with these players."""
        if self.begin_anew is not None:
            return self.begin_anew(state, names, seats)
        return self.begin(names, seats, self.variant_of(state), copies)


K = TypeVar("K", bound=str)
V = TypeVar("V")

ANY_KEY: Final = KeyPattern("(?s:.*)", "any text")
"""The keys of entries whose value says all, or has an id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownValue(Generic[K, V]):
    """A value of a copy by its key; `printed` says where the rulebook prints it, `None` where it was entered."""

    key: K
    value: V
    printed: Message | None = None

    @property
    def is_mine(self) -> bool:
        """Whether it was entered from my copy."""
        return self.printed is None


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPart(Generic[K, V]):
    """A part of a copy, made from the types of its keys and values.

    `entries` reads the JSON of a mapping from keys to values, or of a record with these fields. `words` say an entry.
    `printed` are the values of the rulebook, which mine replace. `key_of` makes the key of a value that says all by
    itself. Two entries of the same `place` cannot both be right; `order` sorts them.
    """

    game: str
    name: str
    title: Message
    entries: Field
    words: Callable[[K, V], Message]
    printed: tuple[KnownValue[K, V], ...] = ()
    key_of: Callable[[V], str | None] | None = None
    place: Callable[[str], object] = str
    order: Callable[[KnownValue[K, V]], Any] | None = None

    def read(self, key: str, value: object) -> KnownValue[K, V] | None:
        """Return an entry from JSON, `None` where this version cannot read it or it breaks a limit of the game."""
        problems: list[Problem] = []
        read = self.entries.read({key: value}, None, problems)
        if problems:
            return None
        entries: Any = read if isinstance(read, Mapping) else {key: getattr(read, key)}
        ((known_key, known_value),) = entries.items()
        misplaced = self.key_of is not None and self.key_of(known_value) != key
        if misplaced or problems_in(known_value, GAMES[self.game].limits):
            return None
        return KnownValue(key=known_key, value=known_value)

    def mine(self, copies: MyCopy) -> Iterator[KnownValue[K, V]]:
        """Yield the entries of my copy; one that this version cannot read is left out, and stays stored."""
        for key, value in copies.part(self.name).items():
            entry = self.read(key, value)
            if entry is not None:
                yield entry

    def known(self, copies: MyCopy) -> tuple[KnownValue[K, V], ...]:
        """Return the entries of the rulebook, replaced and followed by those of my copy."""
        entries = {self.place(entry.key): entry for entry in (*self.printed, *self.mine(copies))}.values()
        return tuple(entries if self.order is None else sorted(entries, key=self.order))

    def values(self, copies: MyCopy) -> dict[K, V]:
        """Return the values that are known by their keys."""
        return {entry.key: entry.value for entry in self.known(copies)}

    def displaced(self, copies: MyCopy, key: str) -> tuple[K, ...]:
        """Return the keys of my copy whose entries one with this key takes the place of."""
        place = self.place(key)
        return tuple(entry.key for entry in self.mine(copies) if entry.key != key and self.place(entry.key) == place)

    async def keep(self, copies: MyCopy, key: K, value: V) -> None:
        """Keep a value, unless it is known; it replaces mine of the same place."""
        if all((entry.key, entry.value) != (key, value) for entry in self.known(copies)):
            displaced = self.displaced(copies, key)
            await copies.keep(self.name, str(key), plain(value))
            for displaced_key in displaced:
                await copies.drop(self.name, displaced_key)


def by_name(*parts: CopyPart[Any, Any]) -> Mapping[str, CopyPart[Any, Any]]:
    """Return parts by their names, in the order in which they are shown."""
    return {part.name: part for part in parts}


def is_number(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - any JSON
    """Return whether JSON is a whole number within a range, both ends included."""
    return type(value) is int and least <= value <= most
