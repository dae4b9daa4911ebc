"""Numbers with a printed value, one or several, as the app has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from companion.games.said_entries import Takes
from companion.games.score_pad.kinds.draft import joined, unless
from companion.games.score_pad.kinds.kind import Choice, KindKit, Typed
from scoring.messages import as_typed, points_text, say, with_commas
from scoring.score_pad.kinds import Beyond, EachBeyond, Lookups, Steps
from scoring.score_pad.kinds.category import WORTH_RANGE
from scoring.score_pad.kinds.steps import BEGINS_WITH_0, MAX_STEPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.draft import Reading
    from companion.games.score_pad.kinds.kind import Cell, EntryPart, Listed, TypedCategory
    from scoring.messages import Message

V = TypeVar("V", Steps, Lookups)

BEYOND: Final = {Beyond.LAST: say("More is worth the same"), Beyond.AGAIN: say("More begins again")}
"""What a number is worth beyond the last value, as choices."""

_SHOWN_VALUES: Final = 12
"""How many values of steps are named one by one."""


class _ValuesKit(KindKit[V]):
    form: ClassVar = (
        Typed(name="values", range=None, label=say("Points for {what}", what="1, 2, 3, …"), hint="1, 3, 6, 10"),
        Typed(name="zero", range=None, label=say("Points for {what}", what="0"), hint="0"),
        Choice(name="beyond", choices=BEYOND),
    )

    def drafted(self, category: V, _numbers: Mapping[str, int]) -> dict[str, Any] | None:
        if isinstance(category.beyond, EachBeyond):
            return None
        values: tuple[int, ...] = category.values
        return {"zero": unless(values[0], 0), "values": joined(values[1:]), "beyond": category.beyond}

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        draft, path = typed.draft, typed.path
        more: tuple[int, ...] = reading.numbers(f"{path}.values", draft.values, WORTH_RANGE, MAX_STEPS)
        zero = reading.number(f"{path}.zero", draft.zero, WORTH_RANGE, 0)
        if draft.beyond is Beyond.AGAIN and zero != 0:
            reading.refuse(f"{path}.zero", BEGINS_WITH_0)
        return {"values": (zero, *more), "beyond": draft.beyond}


class StepsKit(_ValuesKit[Steps]):
    """A number with a printed value."""

    of = Steps
    name = say("Steps")
    about = say("A number has a printed value, such as 3, 6 and 10 points for one, two and three gems.")

    def worth(self, category: Steps, _titles: Mapping[str, str]) -> Message:
        return steps_text(category)


class LookupsKit(_ValuesKit[Lookups]):
    """Several numbers with a printed value each, in one cell that shows what they are worth."""

    of = Lookups
    name = say("Several steps")
    takes_said = Takes.LIST
    shows_worth = False

    def worth(self, category: Lookups, _titles: Mapping[str, str]) -> Message:
        return say("each number by itself: {worth}", worth=steps_text(category))

    def with_part(self, listed: Listed, part: EntryPart, number: int | None) -> Listed:
        index = part.index or 0
        return (*listed[:index], *(() if number is None else (number,)), *listed[index + 1 :])

    def part_title(self, title: Message, part: EntryPart) -> Message:
        return title if part.index is None else say("{cell}, number {number}", cell=title, number=part.index + 1)

    def shown(self, _category: Lookups, cell: Cell) -> dict[str, Any]:
        return shown_together(cell)


def shown_together(cell: Cell) -> dict[str, Any]:
    """Return what a cell shows that has all numbers of a list: what they are worth."""
    entered = {"firm": True} if cell.part.key in cell.table.players[cell.seat].entries else {}
    return {"figure": cell.points, "said": (cell.because, points_text(cell.points)), **entered}


def steps_text(category: Steps | Lookups) -> Message:
    """Return what steps are worth.

    >>> str(steps_text(Steps(key="gems", title="Gems", values=(0, 3, 6, 10))))
    '3 for 1, 6 for 2, 10 for 3; more than 3 are also worth 10'
    """
    zero, *values = category.values
    named = [say("{value} for {what}", value=value, what=at) for at, value in enumerate(values, 1)]
    if zero:
        named.insert(0, say("{value} for {what}", value=zero, what=0))
    if len(named) > _SHOWN_VALUES:
        named = [*named[: _SHOWN_VALUES - 1], as_typed("…"), named[-1]]
    worth, last = with_commas(named), len(values)
    if isinstance(category.beyond, EachBeyond):
        return say("{worth}; {more} for each more", worth=worth, more=category.beyond.each)
    if category.beyond is Beyond.LAST:
        return say("{worth}; more than {last} are also worth {value}", worth=worth, last=last, value=values[-1])
    return say("{worth}; after {last} it begins again", worth=worth, last=last)
