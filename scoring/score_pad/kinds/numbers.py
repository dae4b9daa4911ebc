"""Kinds in which nobody else counts: points, a count, a tick, rounds, pairs, printed values (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from scoring.fields import WHERE_SET, Between, Length
from scoring.messages import as_typed, say
from scoring.problems import Problem
from scoring.score_pad.kinds.category import (
    FACTOR_RANGE,
    MAX_ROUNDS,
    ROUND_RANGE,
    STEPS_RANGE,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    Worth,
    added,
    groups_in,
    number_in,
    numbers_in,
    rounded_down,
    upside_down,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message


PER_RANGE: Final = Between(1, 99)
"""The range of how many things count once."""


def low_to_high(category: Points) -> Iterator[Problem]:
    """The fewest points that can be entered are not more than the most."""
    if category.low > category.high:
        yield Problem(path="high", message=upside_down(category.low, category.high))


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Category):
    """Points that the players add up themselves."""

    kind: Literal[Kind.POINTS] = Kind.POINTS
    low: Annotated[int, ROUND_RANGE, "the fewest points that can be entered"] = ROUND_RANGE.low
    high: Annotated[int, ROUND_RANGE, "the most points that can be entered"] = ROUND_RANGE.high

    shape: ClassVar = Shape(ranges=(ROUND_RANGE,))
    limits: ClassVar = (low_to_high,)

    @property
    def each_more(self) -> int:
        return 1

    def range_of(self, _part: int = 0, _index: int = 0) -> Between:
        return Between(self.low, self.high)

    def points(self, entry: Entry | None) -> Scored:
        """Points are what the players added up themselves."""
        number = number_in(entry)
        return number, say("{points} entered", points=number)

    def entry_worth(self, points: int, _entry: Entry | None) -> Entry:
        return points


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Category):
    """A number of things that are worth the same."""

    kind: Literal[Kind.COUNT] = Kind.COUNT
    each: Annotated[Worth, "the points for every full `per`"]
    per: Annotated[int, PER_RANGE, "how many things are needed for that"] = 1

    shape: ClassVar = Shape()

    def worthless(self, entry: Entry | None) -> int | None:
        return number_in(entry) if entry is not None and not self.each else None

    @property
    def is_taken_off(self) -> bool:
        return self.each == -1 and self.per == 1

    @property
    def each_more(self) -> int | None:
        return self.each if self.per == 1 else None

    def entry_worth(self, points: int, _entry: Entry | None) -> Entry:
        return points // self.each * self.per if self.each else 0

    def points(self, entry: Entry | None) -> Scored:
        """Every full `per` is worth `each`."""
        number = number_in(entry)
        full, rest = divmod(number, self.per)
        product = f"{full} × {self.each}"
        because = as_typed(product if self.per == 1 else f"{product}: {number} ÷ {self.per}")
        return full * self.each, rounded_down(because) if rest else because


def wins_or_loses(category: Tick) -> Iterator[Problem]:
    """A tick does not both win and lose."""
    if category.wins and category.loses:
        yield Problem(path="loses", message=say("who has it wins at once: remove wins or loses"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Category):
    """Something that a player has or has not."""

    kind: Literal[Kind.TICK] = Kind.TICK
    worth: Annotated[Worth, "the points where it is ticked"]
    wins: Annotated[bool, "whether who has it stands before all who have not, whatever the points"] = field(
        default=False, metadata=WHERE_SET
    )
    only: Annotated[bool, "whether one player at most has it"] = field(default=False, metadata=WHERE_SET)
    loses: Annotated[bool, "whether who has it stands behind all who have not, whatever the points"] = field(
        default=False, metadata=WHERE_SET
    )

    shape: ClassVar = Shape(ranges=(None,))
    limits: ClassVar = (wins_or_loses,)

    @property
    def wins_at_once(self) -> bool:
        return self.wins

    @property
    def stands_behind(self) -> bool:
        return self.loses

    def entry_worth(self, points: int, _entry: Entry | None) -> Entry:
        return points != 0

    def points(self, entry: Entry | None) -> Scored:
        """A tick is worth what the category says, and may decide the game."""
        if not number_in(entry):
            return 0, say("not ticked")
        because = say("{worth}, ticked", worth=self.worth)
        if self.loses:
            return self.worth, say("{sum}: stands behind all without it", sum=because)
        return self.worth, say("{sum}: wins at once", sum=because) if self.wins else because

    def of_one_player(self, entry: Entry | None) -> Iterator[tuple[str, Message]]:
        if self.only and entry is True:
            yield "", say("somebody else has it already: one player at most")


MAX_PRODUCTS: Final = 50
"""The most pairs that are entered."""

TIMES_RANGE: Final = Between(-99, 99)
"""The range of what a sum is multiplied by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds(Category):
    """Points round by round."""

    kind: Literal[Kind.ROUNDS] = Kind.ROUNDS
    times: Annotated[int, TIMES_RANGE, "what their sum is multiplied by"] = field(default=1, metadata=WHERE_SET)

    shape: ClassVar = Shape(ranges=(ROUND_RANGE,), most=MAX_ROUNDS, in_rounds=True)

    @property
    def is_taken_off(self) -> bool:
        return self.times == -1

    @property
    def each_more(self) -> int:
        return self.times

    def entry_worth(self, points: int, entry: Entry | None) -> Entry:
        return entry if isinstance(entry, tuple) else (points,)

    def points(self, entry: Entry | None) -> Scored:
        """The points of all rounds are added, and the sum multiplied.

        >>> print(Rounds(key="tricks", title="Tricks").points((20, -10, 30))[1])
        20 - 10 + 30
        >>> print(Rounds(key="tricks", title="Tricks", times=10).points((3, 4))[1])
        (3 + 4) × 10
        """
        numbers = numbers_in(entry)
        if not numbers:
            return 0, say("no rounds")
        sum_ = added(numbers)
        if self.times != 1:
            sum_ = f"{sum_ if len(numbers) == 1 else f'({sum_})'} × {self.times}"
        return sum(numbers) * self.times, as_typed(sum_)


@dataclass(frozen=True, slots=True, kw_only=True)
class Products(Category):
    """Pairs of numbers that are multiplied, such as squares and crowns."""

    kind: Literal[Kind.PRODUCTS] = Kind.PRODUCTS

    shape: ClassVar = Shape(
        ranges=(FACTOR_RANGE, FACTOR_RANGE), most=MAX_PRODUCTS, expected=say("a pair of numbers such as [5, 2]")
    )

    def points(self, entry: Entry | None) -> Scored:
        """The numbers of each pair are multiplied, and the products added.

        >>> print(Products(key="land", title="Land").points(((5, 2), (3, 1)))[1])
        5 × 2 + 3 × 1
        """
        pairs = [pair[:2] for pair in groups_in(entry)]
        because = as_typed(" + ".join(f"{first} × {second}" for first, second in pairs)) if pairs else say("no pairs")
        return sum(first * second for first, second in pairs), because


MAX_STEPS, MAX_LOOKUPS = 40, 50
"""The most values of steps, apart from that of 0, and the most numbers that are looked up."""

BEGINS_WITH_0: Final = say("values that begin again begin with 0")


class Beyond(StrEnum):
    """What a number is worth for which steps say nothing: as much as the last one, or begun again."""

    LAST = "last"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class EachBeyond:
    """What each one beyond the last value adds to it."""

    each: Worth


BEYOND: Final = (
    "what more is worth: as much as the last value, the last value again and again, and what is left, or so much each"
)

Values: TypeAlias = Annotated[tuple[Worth, ...], Length(2, 1 + MAX_STEPS), "what 0, 1, 2, … are worth"]


def again_begins_with_nothing(category: Steps | Lookups) -> Iterator[Problem]:
    """Steps that begin again are worth nothing at first: otherwise a full round would be worth two things."""
    match category.values:
        case (first, *_) if category.beyond is Beyond.AGAIN and first != 0:
            yield Problem(path="values[0]", message=BEGINS_WITH_0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Category):
    """A number with a printed value."""

    kind: Literal[Kind.STEPS] = Kind.STEPS
    values: Values
    beyond: Annotated[Beyond | EachBeyond, BEYOND] = Beyond.LAST

    shape: ClassVar = Shape(ranges=(STEPS_RANGE,))
    limits: ClassVar = (again_begins_with_nothing,)

    def points(self, entry: Entry | None) -> Scored:
        """A number is worth its value."""
        return stepped(self, number_in(entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookups(Category):
    """Numbers with a printed value each, such as those of several trees."""

    kind: Literal[Kind.LOOKUPS] = Kind.LOOKUPS
    values: Values
    beyond: Annotated[Beyond | EachBeyond, BEYOND] = field(default=Beyond.LAST, metadata=WHERE_SET)

    shape: ClassVar = Shape(ranges=(STEPS_RANGE,), most=MAX_LOOKUPS)
    limits: ClassVar = (again_begins_with_nothing,)

    def points(self, entry: Entry | None) -> Scored:
        """Each number has a printed value, as with steps, and the values are added.

        >>> trees = Lookups(key="trees", title="Trees", values=(0, 1, 3, 7), beyond=EachBeyond(each=4))
        >>> points, because = trees.points((1, 3, 4))
        >>> print(points, because)
        19 1 + 7 + 11 for 1, 3 and 4
        """
        numbers = numbers_in(entry)
        if not numbers:
            return 0, say("no numbers")
        values = [stepped(self, number)[0] for number in numbers]
        return sum(values), say("{sum} for {numbers}", sum=added(values), numbers=tuple(map(str, numbers)))


def stepped(category: Steps | Lookups, number: int) -> Scored:
    """A number has a printed value; beyond the last one it has that value again, begins again, or more for each.

    >>> sets = Steps(key="sets", title="Sets", values=(0, 1, 3, 6, 10), beyond=Beyond.AGAIN)
    >>> [(points, str(because)) for points, because in (stepped(sets, number) for number in (3, 6))]
    [(6, '3 is worth 6'), (13, '1 × 10 + 3: 6 is 1 × 4 and 2')]
    """
    last = len(category.values) - 1
    value = category.values[min(number, last)]
    if number <= last:
        return value, say("{number} is worth {value}", number=number, value=value)
    if isinstance(category.beyond, EachBeyond):
        return _each_beyond(number, last, value, category.beyond.each)
    if category.beyond is Beyond.LAST:
        return value, say("{number} is worth {value}, as {last} is", number=number, value=value, last=last)
    full, left = divmod(number, last)
    values = {"number": number, "full": full, "last": last, "value": value, "left": left, "more": category.values[left]}
    if left == 0:
        return full * value, say("{full} × {value}: {number} is {full} × {last}", **values)
    total = full * value + category.values[left]
    return total, say("{full} × {value} + {more}: {number} is {full} × {last} and {left}", **values)


def _each_beyond(number: int, last: int, value: int, each: int) -> Scored:
    values = {"number": number, "last": last, "value": value, "more": number - last, "each": each}
    return value + (number - last) * each, say("{value} + {more} × {each}: {number} is {last} and {more}", **values)
