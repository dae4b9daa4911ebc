"""What the app adds to a kind: its words, its fields in the pad maker, what is entered, and how the sheet shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from companion.games.said_entries import Takes
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, Reading, unless
from companion.tables.state import TableState, with_player
from scoring.messages import Message, points_text, say, wordless
from scoring.score_pad.game import entered_by
from scoring.score_pad.kinds import AnyCategory, Cards, Category, Points
from scoring.score_pad.kinds.bids import BID
from scoring.score_pad.kinds.category import WORTH_RANGE, Group, Scored, parts_in
from scoring.score_pad.state import Player, Table, attended, length_of, rounds_entered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.kit import Pieces
    from scoring.fields import Between

    State = TableState[Table]


T = TypeVar("T")

Listed: TypeAlias = tuple[int | Group, ...]
"""The parts of a list that is entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPart:
    """One number of an entry: the whole entry of most kinds, a round, or one number of a pair or of a round of bids.

    `index` counts rounds, pairs, lookups and the cards of a deck from 0; `factor` is the number of a pair, 0 or 1, or
    `BID`, `MADE` or `BONUS`. Both are `None` where the entry is one number.
    """

    key: str
    index: int | None = None
    factor: int | None = None

    @classmethod
    def read(cls, name: str) -> EntryPart:
        """Return the part of this name.

        >>> EntryPart.read("regions.2.1")
        EntryPart(key='regions', index=2, factor=1)
        """
        key, *numbers = name.split(".")
        index, factor = [*map(int, numbers), None, None][:2]
        return cls(key=key, index=index, factor=factor)

    @property
    def name(self) -> str:
        """The name of the part, in which no other part of the table is called."""
        return ".".join(str(part) for part in (self.key, self.index, self.factor) if part is not None)


def number_in(table: Table, seat: int, part: EntryPart) -> int | None:
    """Return the number that a player has entered, a tick as 1 or 0, `None` where nothing is entered."""
    entry = table.players[seat].entries.get(part.key)
    if isinstance(entry, Mapping) and part.index is not None:
        return entry.get(card_key(table, part))
    if part.index is None:
        return int(entry) if isinstance(entry, int) else None
    if not isinstance(entry, tuple) or part.index >= len(entry):
        is_bid = part.factor == BID and part.index == (len(entry) if isinstance(entry, tuple) else 0)
        return bid_in_play(table, seat, part.key) if is_bid else None
    value = entry[part.index]
    numbers = value if isinstance(value, tuple) else (value,)
    factor = part.factor or 0
    return numbers[factor] if factor < len(numbers) else None


def card_key(table: Table, part: EntryPart) -> str:
    """Return the key of a card by its place in the deck that is played with."""
    decks = (
        category.in_play
        for category in table.pad.categories
        if isinstance(category, Cards) and category.key == part.key
    )
    return next(decks).cards[part.index or 0].key


def numbers_at(table: Table, seats: Sequence[int], part: EntryPart) -> list[int]:
    """Return the numbers of those who have entered one there."""
    numbers = (number_in(table, seat, part) for seat in seats)
    return [number for number in numbers if number is not None]


def bid_in_play(table: Table, seat: int, key: str) -> int | None:
    """Return what a player has bid in the round that is played, `None` where they have not."""
    return table.bids[seat].get(key) if table.bids else None


def rounds_of_category(players: Sequence[Player], key: str) -> int:
    """Return how many rounds of a category anybody has an entry for."""
    return max(rounds_entered(player, key) for player in players)


def round_title(index: int) -> Message:
    """Return the name of a round."""
    return say("Round {number}", number=index + 1)


def with_entry(state: State, seat: int, key: str, entry: object) -> State:
    """Return the table with another entry of a player, `None` for none."""
    others = {name: value for name, value in state.table.players[seat].entries.items() if name != key}
    return with_player(state, seat, entries=others if entry is None else {**others, key: entry})


def with_round(rounds: tuple[T, ...], index: int, entry: T | None, skipped: T) -> tuple[T, ...]:
    """Return the entries of all rounds; rounds that a player has skipped are worth nothing."""
    if entry is None:
        return rounds[:index] if index >= len(rounds) - 1 else (*rounds[:index], skipped, *rounds[index + 1 :])
    return (*rounds[:index], *(skipped,) * (index - len(rounds)), entry, *rounds[index + 1 :])


C = TypeVar("C", bound=Category)

PAIR = 2
"""How many numbers a pair has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A number of a category: the names of its fields from the outermost one, what it is for, and its range.

    One that `stays` counts also where it is 0.
    """

    path: tuple[str, ...]
    name: Message
    range: Between
    stays: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What is typed for a category: its field, what it is called, and what a number is where nothing is typed.

    What is no number, or several, has no range.
    """

    name: str
    label: Message
    range: Between | None = WORTH_RANGE
    usual: int | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several values of a field that is chosen."""

    name: str
    choices: Mapping[Any, Message]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A field that is on or off."""

    name: str
    words: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The categories, to be ticked, from which one is worked out."""

    label: Message


class Places:
    """The values of the places of a majority, and for how many players they are."""


class Level:
    """What those get who are level for a place of a majority."""


FormPart = Typed | Choice | Switch | Compared | Places | Level
"""What is typed or chosen for a category, in the order in which it is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCategory:
    """A category as it was typed on its pad; `keys` are those of all categories, by their numbers."""

    pad: PadDraft
    draft: CategoryDraft
    keys: Mapping[int, str]

    @property
    def path(self) -> str:
        """The name of the category among the fields of the pad."""
        return f"categories.{self.draft.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a cell has before its kind says more: who plays, the part, its figure, and the points of the category."""

    table: Table
    seat: int
    part: EntryPart
    figure: object
    said: tuple[object, ...]
    points: int
    because: Message
    is_wrong: bool


class KindKit(Generic[C]):
    """What the app adds to a kind of category."""

    of: type[C]
    name: Message
    about: Message | None = None
    """An example of what its worth does not say."""

    form: ClassVar[tuple[FormPart, ...]] = ()
    is_typed: ClassVar[bool] = True
    """Whether it is typed, and does not begin as a game has it."""

    presets: ClassVar[Mapping[str, AnyCategory]] = {}
    takes_said: ClassVar[Takes] = Takes.NUMBER
    in_turn: ClassVar[bool] = False
    """Whether in a round all enter their first number before anybody enters the next one."""

    shows_worth: ClassVar[bool] = True
    """Whether a cell shows beside its figure what that is worth."""

    own_reason: ClassVar[bool] = False
    """Whether it says by itself how the number in a cell comes about."""

    def worth(self, _category: C, _titles: Mapping[str, str]) -> Message | None:
        """Return what a category is worth, `None` where that is what its players say."""
        return None

    def examples(self, _category: C, _titles: Mapping[str, str]) -> tuple[Message, ...]:
        """Return what a category is worth in an example or a few, nothing where its rule says it all."""
        return ()

    def dials(self, _category: C) -> tuple[Dial, ...]:
        """Return the numbers of a category that can be turned, also those that are 0."""
        return ()

    def fields(self, _pad: PadDraft, _draft: CategoryDraft) -> tuple[FormPart, ...]:
        """Return what is typed or chosen for a category."""
        return self.form

    def drafted(self, category: C, _numbers: Mapping[str, int]) -> dict[str, Any] | None:
        """Return what a draft holds of a category, `None` where it says more than can be typed.

        `_numbers` are those of all categories of the draft, by their keys.
        """
        if not self.is_typed:
            return None
        typed = (part for part in self.form if isinstance(part, Typed) and part.range)
        return {part.name: unless(getattr(category, part.name), part.usual) for part in typed}

    def made(self, reading: Reading, typed: TypedCategory, common: dict[str, Any]) -> AnyCategory:
        """Return the category that was typed, with its problems noted; what cannot be typed is points."""
        if not self.is_typed:
            return Points(**common)
        made: Any = self.of
        category: AnyCategory = made(**self.numbers(reading, typed), **common)
        return category

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        """Return the numbers that were typed, by their fields."""
        parts = (part for part in self.fields(typed.pad, typed.draft) if isinstance(part, Typed))
        values = ((part.name, part.range, getattr(typed.draft, part.name), part.usual) for part in parts)
        return {
            name: reading.number(f"{typed.path}.{name}", value, range_, usual)
            for name, range_, value, usual in values
            if range_ is not None
        }

    def takes(self, _category: C) -> Takes:
        """Return what may be said of a player."""
        return self.takes_said

    def like_preset(self, category: C) -> C:
        """Return a category as presets have it, without what is chosen beside them."""
        return category

    def card_names(self, _category: C) -> Mapping[int, str]:
        """Return what cards are called that can be said, by their places in the deck."""
        return {}

    def parts(self, category: C, table: Table, seat: int, rounds: int) -> tuple[EntryPart, ...]:
        """Return the numbers that a player can enter, with room for one more in lists; there are so many `rounds`."""
        key, shape = category.key, category.shape
        if not shape.most:
            return (EntryPart(key=key),)
        number = rounds if shape.in_rounds else min(length_of(table.players[seat], key) + 1, shape.most)
        factors = (0, 1) if shape.in_one_cell and len(shape.ranges) == PAIR else (None,)
        return tuple(EntryPart(key=key, index=index, factor=factor) for index in range(number) for factor in factors)

    def cell_parts(self, category: C, table: Table, seat: int, index: int | None) -> tuple[EntryPart, ...]:
        """Return the numbers of one cell: of a round, or of a whole list that has one."""
        if category.shape.in_one_cell:
            return self.parts(category, table, seat, 0)
        return (EntryPart(key=category.key, index=index),)

    def rounds_to_enter(self, category: C, players: Sequence[Player]) -> int:
        """Return how many rounds there is room for: those that were played, and the next one."""
        return min(rounds_of_category(players, category.key) + 1, category.shape.most)

    def with_number(self, state: State, seat: int, part: EntryPart, number: int | None) -> State:
        """Enter a number for a player; `None` takes it out: a round is worth nothing then, a pair goes whole."""
        if part.index is None:
            return with_entry(state, seat, part.key, number)
        entry = state.table.players[seat].entries.get(part.key)
        listed = self.with_part(entry if isinstance(entry, tuple) else (), part, number)
        return with_entry(state, seat, part.key, listed or None)

    def with_part(self, listed: Listed, part: EntryPart, number: int | None) -> Listed:
        """Return a list with another number, of a round unless the kind says otherwise."""
        return with_round(listed, part.index or 0, number, 0)

    def round_title(self, _category: C, index: int) -> Message:
        """Return what a round is called on the sheet."""
        return round_title(index)

    def part_title(self, title: Message, _part: EntryPart) -> Message:
        """Return whose number is in a cell, and what it is, to the number of a list."""
        return title

    def remark(self, category: C, table: Table, index: int) -> Message | None:
        """Return what cannot be right in a round for which everybody has an entry, `None` where nothing is."""
        return category.remark(attended(table.players, category), index)

    def reason(self, _category: C, _table: Table, _part: EntryPart, _seat: int) -> Message | None:
        """Return how the number in a cell comes about, where the kind says that by itself."""
        return None

    def round_score(self, category: C, table: Table, index: int, seat: int) -> Scored | None:
        """Return the points of a round and their arithmetic, `None` where a player has not entered it."""
        if index >= length_of(table.players[seat], category.key):
            return None
        alone = [parts_in(entry)[index : index + 1] for entry in attended(table.players, category)]
        return category.of_round(index).scored(alone, [player.name for player in table.players])[seat]

    def shown(self, category: C, cell: Cell) -> dict[str, Any]:
        """Return what else a cell shows: what its figure is worth, unless that is always 0."""
        if not self.shows_worth:
            return {}
        return {
            "worth": None if category.each_more == 0 else cell.points,
            "said": (*cell.said, points_text(cell.points)),
        }

    def choices(self, _category: C, _part: EntryPart) -> int:
        """Return up to which number there is a key for each, 0 where numbers are typed."""
        return 0

    def pieces(self, _category: C, _table: Table) -> Pieces:
        """Return what a result shows in place of the only line of a pad."""
        return {}

    def marked_by(self, _category: C) -> Message | None:
        """Return what the player did who is marked in a round, `None` where nobody is."""
        return None


def round_remark(kit: KindKit[C], category: C, table: Table, index: int) -> Message | None:
    """Return what is missing in a round that was begun, or cannot be right in it, `None` where nothing is."""
    entered = zip(table.players, entered_by(category, table.players), strict=True)
    lacking = tuple(player.name for player, rounds in entered if rounds <= index)
    if index < 0 or len(lacking) == len(table.players):
        return None
    if lacking:
        return say("{round}: nothing from {players} yet", round=round_title(index), players=lacking)
    return kit.remark(category, table, index)


def next_in_list(category: Category, part: EntryPart) -> EntryPart | None:
    """Return the number after one of a list, `None` after the last that it has room for."""
    if part.factor == 0:
        return replace(part, factor=1)
    index = (part.index or 0) + 1
    if index == category.shape.most:
        return None
    return replace(part, index=index, factor=None if part.factor is None else 0)


def value_at(category: AnyCategory, dial: Dial) -> int:
    """Return the number at which a dial stands."""
    value: Any = category
    for name in dial.path:
        value = getattr(value, name)
    return int(value)


def turned(category: AnyCategory, dial: Dial, number: int) -> AnyCategory:
    """Return a category with another number."""
    *outer, name = dial.path
    values: dict[str, Any] = {name: number}
    if outer:
        values = {outer[0]: replace(getattr(category, outer[0]), **values)}
    changed: AnyCategory = replace(category, **values)
    return changed


def with_points(scored: Sequence[Scored]) -> tuple[Message, ...]:
    """Return examples: how points come about, and how many they are."""
    return tuple(wordless("{sum} = {points}", sum=because, points=points) for points, because in scored)


def titles_of_keys(keys: Sequence[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    """Return the titles of categories as far as they are known."""
    return tuple(titles.get(key, key) for key in keys)
