"""Numbers with a printed value: one, or several of which each is looked up (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from scoring.fields import WHERE_SET, Length
from scoring.messages import say
from scoring.problems import Problem
from scoring.score_pad.kinds.category import (
    STEPS_RANGE,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    Worth,
    added,
    number_in,
    numbers_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

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
