"""Categories that are worked out from others: the lowest of several, and a bonus for enough (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from scoring.fields import WHERE_SET, Length
from scoring.messages import as_typed, say
from scoring.score_pad.kinds.category import (
    FACTOR_RANGE,
    ROUND_RANGE,
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    Worth,
    number_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_COMPARED: Final = 12
"""The most categories from which one is worked out."""


class By(StrEnum):
    """What of a category counts, or breaks a tie: its points, or the number that was entered."""

    POINTS = "points"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowest(Category):
    """The lowest of several categories, and how many times it counts."""

    kind: Literal[Kind.LOWEST] = Kind.LOWEST
    of: Annotated[tuple[str, ...], Length(2, MAX_COMPARED), "the keys of the categories"]
    by: Annotated[By, "their points, or the numbers entered; a tick is 1 or 0"] = field(
        default=By.POINTS, metadata=WHERE_SET
    )
    worth: Annotated[Worth, "what it is multiplied by"] = field(default=1, metadata=WHERE_SET)
    counted: Annotated[bool, "whether a number is entered by which it is multiplied as well"] = field(
        default=False, metadata=WHERE_SET
    )

    shape: ClassVar = Shape(ranges=(FACTOR_RANGE,), derived=True)

    @property
    def has_entry(self) -> bool:
        return self.counted

    @property
    def sources(self) -> tuple[str, ...]:
        return self.of

    @property
    def by_entry(self) -> bool:
        return self.by is By.ENTRY

    def worked_out(self, entries: Mapping[str, Entry], points: Mapping[str, int], titles: Mapping[str, str]) -> Scored:
        """The lowest of several categories counts so many times."""
        figures = {key: number_in(entries.get(key)) if self.by_entry else points[key] for key in self.of}
        product = lowest = min(figures.values())
        factors = [lowest]
        times = (number_in(entries.get(self.key)),) if self.counted else ()
        for factor in ((self.worth,) if self.worth != 1 else ()) + times:
            product, factors = product * factor, [*factors, factor]
        named = ", ".join(f"{titles[key]} {figure}" for key, figure in figures.items())
        return product, say("the lowest of {parts}: {sum}", parts=named, sum=" × ".join(map(str, factors)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Category):
    """Points for enough points in other categories."""

    kind: Literal[Kind.BONUS] = Kind.BONUS
    of: Annotated[tuple[str, ...], Length(1, MAX_COMPARED), "the keys of the categories"]
    at_least: Annotated[int, ROUND_RANGE, "how many points they need together"]
    worth: Annotated[Worth, "the points for that"]

    shape: ClassVar = Shape(ranges=(), derived=True)

    @property
    def sources(self) -> tuple[str, ...]:
        return self.of

    def worked_out(self, _entries: Mapping[str, Entry], points: Mapping[str, int], titles: Mapping[str, str]) -> Scored:
        """So many points in several categories give more."""
        total = sum(points[key] for key in self.of)
        named = " + ".join(f"{titles[key]} {points[key]}" for key in self.of)
        sum_ = as_typed(named + (f" = {total}" if len(self.of) > 1 else ""))
        values = {"sum": sum_, "least": self.at_least, "value": self.worth}
        if total < self.at_least:
            return 0, say("{sum}, less than {least}", **values)
        return self.worth, say("{sum}, at least {least}: {value}", **values)
