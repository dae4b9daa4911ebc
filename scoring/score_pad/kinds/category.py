"""What all kinds of categories have in common: the fields of a line, what is entered there, and what it is worth.

Whoever scores, reads or shows a category asks it, and needs not know its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Annotated, Any, ClassVar, Final, Self, TypeVar

from scoring.fields import MAX_INTEGER, Between, Keys, Length, Pattern, PersonalName
from scoring.messages import Message, say, wordless
from scoring.problems import UNREADABLE, Problem
from scoring.score_pad.deck import COPIES_RANGE, OF_CARDS

T = TypeVar("T", int, tuple[int, ...], tuple[tuple[int, ...], ...])

MAX_PLAYERS: Final = 12
"""The most players at a table."""

MAX_ROUNDS: Final = 100
"""The most rounds that are entered, one after the other."""

MAX_ENTRY: Final = 9_999_999
"""The largest number that is entered as points or counted: some games are about money."""

LARGE: Final = 200
TOO_LARGE: Final = 10
"""The number up to which nobody is asked to look again, and how often the next smaller one is in one beyond that."""

WORTH_RANGE = Between(-MAX_INTEGER, MAX_INTEGER)
ROUND_RANGE, FACTOR_RANGE = Between(-MAX_ENTRY, MAX_ENTRY), Between(0, 999)
"""The ranges of what one thing is worth, of points and those of a round, and of each number of a product."""

COUNT_RANGE, STEPS_RANGE, TICK_RANGE = Between(0, MAX_ENTRY), Between(0, MAX_INTEGER), Between(0, 1)
"""The ranges of what is counted, for itself or for a majority, of the number of steps, and of a tick."""

CATEGORY_TITLE: Final = PersonalName(60)
"""How long the title of a category may be."""

BY_NUMBER: Final = Keys(tuple(str(number) for number in range(1, MAX_PLAYERS + 1)))
"""The keys of values by number of players: the largest that is not above the number holds, else the smallest."""

FOR_NO_NUMBER: Final = say("missing: a value for at least one number of players belongs here")

A_LIST, A_TICK, A_WHOLE_NUMBER, CARDS = say("a list"), say("true or false"), say("a whole number"), say("cards")

Worth = Annotated[int, WORTH_RANGE]
Key = Annotated[str, Pattern("[a-z0-9_]{1,40}", say("1 to 40 characters of a to z, 0 to 9 and _"))]

GROUP_SIZES: Final = range(2, 4)

Group = Annotated[tuple[Annotated[int, ROUND_RANGE] | bool, ...], Length(GROUP_SIZES[0], GROUP_SIZES[-1])]
"""A pair of numbers; a bid, what was made, and a bonus where there is one; or a number and whether it is marked."""

Lying = Annotated[Mapping[str, Annotated[int, COPIES_RANGE]], OF_CARDS]
"""How many of each card lie there, numbers that were asked, and choices, by the keys of the deck."""

Entry = Annotated[int, ROUND_RANGE] | bool | tuple[Annotated[int, ROUND_RANGE] | Group, ...] | Lying
"""What is entered for a category: a number, a tick, a list of numbers or of groups of them, or cards; limits say."""

Scored = tuple[int, Message]
"""The points of an entry, and their arithmetic."""


class Kind(StrEnum):
    """The kinds of categories."""

    POINTS = "points"
    COUNT = "count"
    TICK = "tick"
    STEPS = "steps"
    ROUNDS = "rounds"
    PRODUCTS = "products"
    MAJORITY = "majority"
    LOOKUPS = "lookups"
    BIDS = "bids"
    LOWEST = "lowest"
    BONUS = "bonus"
    MARKED = "marked"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What is entered for a kind.

    `ranges` are that of its number, or those of the numbers of a group, `None` for a tick; the `optional` last ones may
    be missing. A list has at most so many entries, `most`, and each is as `expected`; those `in_rounds` are entered one
    after the other. What is `derived` from other categories has no number of its own; `of_cards` cards are entered, or
    the number that somebody counted.
    """

    ranges: tuple[Between | None, ...] = (COUNT_RANGE,)
    most: int = 0
    expected: Message = A_WHOLE_NUMBER
    optional: int = 0
    in_rounds: bool = False
    derived: bool = False
    of_cards: bool = False

    @property
    def single(self) -> bool:
        """Whether one number is entered, by which ties can be broken."""
        return not self.most and not self.derived and not self.of_cards

    @property
    def is_tick(self) -> bool:
        """Whether it is ticked or not, so that nobody has to have it."""
        return self.single and self.ranges == (None,)

    @property
    def blank(self) -> int | Group:
        """What stands in a list in the place of a round for which a player was not there."""
        numbers = tuple(
            0 if range_ is not None else False for range_ in self.ranges[: len(self.ranges) - self.optional]
        )
        return numbers[0] if len(numbers) == 1 else numbers

    @property
    def in_one_cell(self) -> bool:
        """Whether all numbers of a list have one cell together."""
        return bool(self.most) and not self.in_rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A line of the sheet; each kind adds what it takes."""

    key: Annotated[Key, "the rule of its line, and the field of the entries"]
    title: Annotated[str, CATEGORY_TITLE]
    kind: Annotated[Kind, "how an entry becomes points"]
    heading: Annotated[str | None, CATEGORY_TITLE, "what it and the categories after it stand under"] = None

    shape: ClassVar[Shape] = Shape(ranges=())
    limits: ClassVar[tuple[Callable[[Any], Iterable[Problem]], ...]] = ()
    compares: ClassVar[bool] = False
    """Whether players are compared, or may lack rounds that others have."""

    @property
    def has_entry(self) -> bool:
        """Whether anything is entered: nothing is where all is worked out from other categories."""
        return not self.shape.derived

    @property
    def wins_at_once(self) -> bool:
        """Whether who has it stands before all who have not, whatever the points."""
        return False

    @property
    def stands_behind(self) -> bool:
        """Whether who has it stands behind all who have not, whatever the points."""
        return False

    @property
    def is_taken_off(self) -> bool:
        """Whether it is entered as a number, or numbers, that are just taken off."""
        return False

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the categories from which it is worked out."""
        return ()

    @property
    def by_entry(self) -> bool:
        """Whether the numbers count that are entered there, and not their points."""
        return False

    def worthless(self, entry: Entry | None) -> int | None:  # noqa: ARG002 - by kind
        """Return a number that is worth no points whatever it is, `None` where it may be worth some."""
        return None

    @property
    def each_more(self) -> int | None:
        """What each one more is worth where that is always the same, also in whichever round it is."""
        return None

    def of_round(self, _index: int) -> Self:
        """Return the category as it scores what is at an index of a list, with nothing else in the list."""
        return self

    def change_text(self, title: Message, number: tuple[int, int], index: int | None, _part: int) -> Message:
        """Return what would be otherwise with another number: before and after, in a list at an index, in a part."""
        before, after = number
        if self.shape.is_tick:
            return title if after else say("being without {line}", line=title)
        if index is None or self.each_more is not None:
            more = after - before
            if more > 0:
                return say("{number} more in {line}", number=more, line=title)
            return say("{number} fewer in {line}", number=-more, line=title)
        values = {"after": after, "before": before, "line": title, "round": index + 1}
        if self.shape.in_rounds:
            return say("{after} instead of {before} in round {round} of {line}", **values)
        return say("{after} instead of {before} in {line}", **values)

    def range_of(self, part: int = 0, _index: int = 0) -> Between:
        """Return the range of the number that is entered, or of a part of a group, in a round."""
        return self.shape.ranges[part] or TICK_RANGE

    def scored(self, entries: Sequence[Entry | None], _names: Sequence[str]) -> Sequence[Scored]:
        """Return what all players score, in seat order; an empty part stands for a round without its player."""
        return [self.points(entry) for entry in entries]

    def points(self, _entry: Entry | None) -> Scored:
        """Return what a player scores alone: nothing where a kind has no points of its own."""
        return 0, say("nothing entered")

    def entry_worth(self, _points: int, _entry: Entry | None) -> Entry | None:
        """Return what is entered for points that were recorded with an entry, `None` where nothing can be."""
        return None

    def worked_out(
        self, entries: Mapping[str, Entry], _points: Mapping[str, int], _titles: Mapping[str, str]
    ) -> Scored:
        """Return what a player scores by the entries and the points of other categories, by their keys."""
        return self.points(entries.get(self.key))

    def unfinished(self, _entries: Sequence[Entry | None]) -> tuple[int, ...]:
        """Return the rounds, from 0, in which something that somebody has to do is not entered."""
        return ()

    def rulings(self, _entries: Sequence[Entry | None]) -> Iterator[Message]:
        """Yield the rulings on which the points rest."""
        yield from ()

    def doubts(self, _entries: Sequence[Entry | None], _names: Sequence[str]) -> Iterator[Message]:
        """Yield what may be entered and is perhaps not meant, or what is left to decide."""
        yield from ()

    def unanswered(self, _entries: Sequence[Entry | None], _names: Sequence[str]) -> Iterator[Message]:
        """Yield the questions that nobody has answered, and whose they are."""
        yield from ()

    def far_out(self, entries: Sequence[Entry | None], end: int | None) -> tuple[int, int] | None:
        """Return the seat and the number that has perhaps a digit too many, `None` where none has.

        It is above 200, and more than ten times as large as every other one, or the only one that reaches the `end` of
        the game in one round. Of rounds there are more than one by then: the first one may bring anything.
        """
        numbers = ((seat, number) for seat, entry in enumerate(entries) for number in leading_numbers(entry))
        ranked = sorted(numbers, key=lambda numbered: -abs(numbered[1]))
        enough = len(entries) if self.shape.in_rounds else 1
        if len(ranked) <= enough or ranked[1][1] == 0:
            return None
        (seat, largest), (_, second) = ranked[:2]
        reaches_end = end is not None and second < end <= largest
        return (seat, largest) if reaches_end or abs(largest) > max(LARGE, TOO_LARGE * abs(second)) else None

    def remark(self, _entries: Sequence[Entry | None], _index: int) -> Message | None:
        """Return what cannot be right in a round for which everybody has an entry, `None` where nothing is."""
        return None

    def beyond_cards(self, _entry: Entry | None, _bid: int | None) -> Iterator[tuple[str, int, Message]]:
        """Yield what is more than a round of this table can have: its path from the entry, the round, and why.

        `bid` is what the player has bid in the round that is played; its path is "".
        """
        yield from ()

    def marked_in(self, _entry: Entry | None) -> Iterator[int]:
        """Yield the rounds, from 0, in which a player is marked."""
        yield from ()

    def of_one_player(self, _entry: Entry | None) -> Iterator[tuple[str, Message]]:
        """Yield what one player at most has: its path from the entry, and what is wrong with a second one."""
        yield from ()

    def with_marks(self, entry: Entry, _rounds: Sequence[int]) -> Entry:
        """Return an entry with the player marked in more rounds."""
        return entry

    def as_taken_over(self, parts: tuple[int | Group, ...]) -> tuple[int | Group, ...]:
        """Return rounds of somebody else as a player may have them who lacks them."""
        return parts

    def unfinished_text(self, _rounds: tuple[int, ...], title: Message) -> Message:
        """Return that something is missing in these rounds, from 0."""
        return title

    def misfits(self, entry: Entry) -> Iterator[tuple[str, Message]]:
        """Yield why an entry does not fit, with the path from the entry."""
        if self.shape.most:
            yield from _list_misfits(self.shape, entry)
        elif not self.has_entry:
            yield "", say("nothing is entered here: it is worked out from other categories")
        elif self.shape.is_tick:
            if isinstance(entry, (int, tuple, Mapping)) and not isinstance(entry, bool):
                yield "", unfit(entry, A_TICK)
        elif self.shape.ranges:
            yield from number_misfits(entry, self.range_of())


def number_in(entry: Entry | None) -> int:
    """Return the number that is entered, 0 without one; a tick is 1 or 0."""
    return int(entry) if isinstance(entry, int) else 0


def numbers_in(entry: Entry | None) -> tuple[int, ...]:
    """Return the points of each round, or the numbers looked up, that are entered."""
    return tuple(part for part in parts_in(entry) if isinstance(part, int))


def look_again(number: int) -> Message:
    """Return the question about a number that is far out."""
    return say("{number}? Look again", number=number)


def leading_numbers(entry: Entry | None) -> list[int]:
    """Return the number that is entered, or the first one of each part of a list.

    >>> leading_numbers(7), leading_numbers((20, (5, True))), leading_numbers(True)
    ([7], [20, 5], [])
    """
    parts = entry if isinstance(entry, tuple) else (entry,)
    numbers = [part[0] if isinstance(part, tuple) else part for part in parts]
    return [number for number in numbers if isinstance(number, int) and not isinstance(number, bool)]


def groups_in(entry: Entry | None) -> tuple[Group, ...]:
    """Return the pairs, or the rounds of bids or marks, that are entered."""
    return tuple(part for part in parts_in(entry) if isinstance(part, tuple))


def parts_in(entry: Entry | None) -> tuple[int | Group, ...]:
    """Return all parts of a list that is entered."""
    return entry if isinstance(entry, tuple) else ()


def at_number(values: T | Mapping[str, T], players: int) -> T:
    """Return the value for so many players.

    >>> [at_number({"2": 100, "4": 80}, players) for players in (1, 3, 4, 5)]
    [100, 100, 80, 80]
    """
    if not isinstance(values, Mapping):
        return values
    numbers = sorted(map(int, values))
    return values[str(max((number for number in numbers if number <= players), default=numbers[0]))]


def _list_misfits(shape: Shape, entry: Entry) -> Iterator[tuple[str, Message]]:
    """Yield why an entry is no list of such numbers, or of such groups."""
    if isinstance(entry, (int, Mapping)):
        yield "", unfit(entry, A_LIST)
        return
    if len(entry) > shape.most:
        yield "", too_many(len(entry), shape.most)
    for index, part in enumerate(entry):
        for where, message in _part_misfits(shape, part):
            yield f"[{index}]{where}", message


def _part_misfits(shape: Shape, part: int | tuple[int, ...]) -> Iterator[tuple[str, Message]]:
    """Yield why a part of a list is none; what cannot be read, or is no group at all, was refused when it was read."""
    if isinstance(part, tuple) is (len(shape.ranges) == 1):
        if part is not UNREADABLE:
            yield "", unfit(part, shape.expected)
    elif not isinstance(part, tuple):
        yield from _item_misfits(part, shape.ranges[0])
    elif not len(shape.ranges) - shape.optional <= len(part) <= len(shape.ranges):
        if len(part) in GROUP_SIZES:
            yield "", unfit(part, shape.expected)
    else:
        for at, (item, range_) in enumerate(zip(part, shape.ranges, strict=False)):
            for _, message in _item_misfits(item, range_):
                yield f"[{at}]", message


def _item_misfits(item: int, range_: Between | None) -> Iterator[tuple[str, Message]]:
    if item is UNREADABLE:
        return
    if range_ is not None:
        yield from number_misfits(item, range_)
    elif not isinstance(item, bool):
        yield "", unfit(item, A_TICK)


def number_misfits(entry: Entry, range_: Between) -> Iterator[tuple[str, Message]]:
    """Yield why a number is none of a range; one that is upside down takes any."""
    if range_.low <= range_.high and (
        isinstance(entry, (bool, tuple, Mapping)) or not range_.low <= entry <= range_.high
    ):
        yield "", unfit(entry, whole_number(range_))


def too_many(number: int, most: int) -> Message:
    """Return what is wrong with a list of more than the most entries."""
    return say("{number} entries: at most {most} belong here", number=number, most=most)


def whole_number(range_: Between) -> Message:
    """Return that a whole number of a range is expected."""
    return say("a whole number from {low} to {high}", low=range_.low, high=range_.high)


def unfit(entry: Entry, expected: Message) -> Message:
    """Return what is wrong with an entry where something else belongs."""
    value: Message | str = A_LIST if isinstance(entry, tuple) else str(entry).lower()
    if isinstance(entry, Mapping):
        value = CARDS
    return say("{value}: {expected} belongs here", value=value, expected=expected)


def upside_down(low: int, high: int) -> Message:
    """Return what is wrong with a range that ends before it begins."""
    return say("{high} is less than {low}: the smaller number comes first", low=low, high=high)


def added(numbers: Sequence[int]) -> str:
    """Return the sum of numbers as it is written.

    >>> added((20, -10, 30))
    '20 - 10 + 30'
    """
    return str(numbers[0]) + "".join(map(with_sign, numbers[1:]))


def with_sign(number: int) -> str:
    """Return a number that is added to others, as it is written."""
    return f" {'-' if number < 0 else '+'} {abs(number)}"


def rounded_down(because: Message) -> Message:
    """Return the reason of points that were rounded down."""
    return say("{sum}, rounded down", sum=because)


def summed(scored: Sequence[Scored]) -> Scored:
    """Return the points of all rounds, and their reasons one after the other."""
    if not scored:
        return 0, say("no rounds")
    reasons = (because for _, because in scored)
    because = reduce(lambda all_, reason: wordless("{first}; {second}", first=all_, second=reason), reasons)
    return sum(points for points, _ in scored), because
