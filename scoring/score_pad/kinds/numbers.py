"""Kinds of which one number is entered and nobody else counts: points, a count, a tick (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from scoring.fields import WHERE_SET, Between
from scoring.messages import as_typed, say
from scoring.problems import Problem
from scoring.score_pad.kinds.category import (
    ROUND_RANGE,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    Worth,
    number_in,
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
