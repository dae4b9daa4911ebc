"""Kinds in which nobody else counts: points, a count, a tick, rounds, and pairs (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from scoring.fields import WHERE_SET, Between
from scoring.messages import as_typed, say
from scoring.problems import Problem
from scoring.score_pad.kinds.category import (
    FACTOR_RANGE,
    MAX_ROUNDS,
    ROUND_RANGE,
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

    @property
    def is_taken_off(self) -> bool:
        return self.each == -1 and self.per == 1

    def entry_worth(self, points: int, _entry: Entry | None) -> Entry:
        return points // self.each * self.per if self.each else 0

    def points(self, entry: Entry | None) -> Scored:
        """Every full `per` is worth `each`."""
        number = number_in(entry)
        full, rest = divmod(number, self.per)
        product = f"{full} × {self.each}"
        because = as_typed(product if self.per == 1 else f"{product}: {number} ÷ {self.per}")
        return full * self.each, rounded_down(because) if rest else because


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Category):
    """Something that a player has or has not."""

    kind: Literal[Kind.TICK] = Kind.TICK
    worth: Annotated[Worth, "the points where it is ticked"]
    wins: Annotated[bool, "whether who has it stands before all who have not, whatever the points"] = field(
        default=False, metadata=WHERE_SET
    )

    shape: ClassVar = Shape(ranges=(None,))

    @property
    def wins_at_once(self) -> bool:
        return self.wins

    def entry_worth(self, points: int, _entry: Entry | None) -> Entry:
        return points != 0

    def points(self, entry: Entry | None) -> Scored:
        """A tick is worth what the category says, and may win at once."""
        if not number_in(entry):
            return 0, say("not ticked")
        because = say("{worth}, ticked", worth=self.worth)
        return self.worth, say("{sum}: wins at once", sum=because) if self.wins else because


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
