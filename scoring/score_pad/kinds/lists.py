"""Lists of numbers in which nobody else counts: points round by round, and pairs (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final, Literal

from scoring.fields import WHERE_SET, Between
from scoring.messages import as_typed, say
from scoring.score_pad.kinds.category import (
    FACTOR_RANGE,
    MAX_ROUNDS,
    ROUND_RANGE,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    added,
    groups_in,
    numbers_in,
)

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
