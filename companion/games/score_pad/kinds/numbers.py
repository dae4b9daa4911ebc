"""Points, a count, a tick, points round by round, pairs, and printed values, as the app has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from companion.games.said_entries import NOT_TICKED, TICKED, Takes
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, Reading, joined, unless
from companion.games.score_pad.kinds.kind import Choice, KindKit, Switch, Typed, with_entry, with_points
from scoring.messages import Message, as_typed, points_text, say, with_commas
from scoring.score_pad.kinds import Beyond, Count, EachBeyond, Lookups, Points, Products, Rounds, Steps, Tick
from scoring.score_pad.kinds.category import ROUND_RANGE, WORTH_RANGE, upside_down
from scoring.score_pad.kinds.numbers import BEGINS_WITH_0, MAX_STEPS, PER_RANGE, TIMES_RANGE
from scoring.sheet import MISSING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.kind import Cell, EntryPart, FormPart, Listed, State, TypedCategory


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
    about = say("Several numbers, each with its printed value, such as one for each row.")
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
    if cell.part.key not in cell.table.players[cell.seat].entries:
        return {"figure": MISSING}
    return {"figure": cell.points, "said": (cell.because, points_text(cell.points)), "firm": True}


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


WINS_AT_ONCE: Final = say("wins at once")
STANDS_BEHIND: Final = say("stands behind all without it")
ONE_PLAYER: Final = say("one player at most has it")


class PointsKit(KindKit[Points]):
    """Points that players add up themselves: the figure is what they are worth."""

    of = Points
    name = say("Points")
    form: ClassVar = (
        Typed(name="low", label=say("Fewest, if limited"), range=ROUND_RANGE, usual=ROUND_RANGE.low),
        Typed(name="high", label=say("Most, if limited"), range=ROUND_RANGE, usual=ROUND_RANGE.high),
    )
    shows_worth = False

    def worth(self, category: Points, _titles: Mapping[str, str]) -> Message | None:
        if category.low == ROUND_RANGE.low:
            return None if category.high == ROUND_RANGE.high else say("at most {high}", high=category.high)
        if category.high == ROUND_RANGE.high:
            return say("at least {low}", low=category.low)
        return say("from {low} to {high}", low=category.low, high=category.high)

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        numbers = KindKit.numbers(self, reading, typed)
        if f"{typed.path}.low" not in reading.problems and numbers["low"] > numbers["high"]:
            reading.refuse(f"{typed.path}.high", upside_down(numbers["low"], numbers["high"]))
        return numbers


class CountKit(KindKit[Count]):
    """A number of things that are worth the same."""

    of = Count
    name = say("Count")
    about = say("Each one is worth the same, such as 2 points for a coin, or 1 point for every 3 cubes.")
    form: ClassVar = (
        Typed(name="each", label=say("Points")),
        Typed(name="per", label=say("For every"), range=PER_RANGE, usual=1, hint="1"),
    )

    def worth(self, category: Count, _titles: Mapping[str, str]) -> Message:
        if category.each == 0:
            return say("a number that is worth nothing, for ties")
        points = points_text(category.each)
        if category.per == 1:
            return say("{points} for each", points=points)
        return say("{points} for every {per}", points=points, per=category.per)


class TickKit(KindKit[Tick]):
    """Something that a player has or has not."""

    of = Tick
    name = say("Tick")
    about = say("You have it or not, such as 10 points for the castle in the middle.")
    takes_said = Takes.TICK

    def worth(self, category: Tick, _titles: Mapping[str, str]) -> Message:
        decides = _decides(category)
        worth = [points_text(category.worth)] if category.worth or not decides else []
        return with_commas([*worth, *decides, *([ONE_PLAYER] if category.only else [])])

    def fields(self, _pad: PadDraft, draft: CategoryDraft) -> tuple[FormPart, ...]:
        """Return the points, and what else a tick may be: who loses by it does not win by it."""
        usual, hint = (0, "0") if draft.wins or draft.loses else (None, "")
        wins, loses = Switch(name="wins", words=WINS_AT_ONCE), Switch(name="loses", words=STANDS_BEHIND)
        decides = (wins,) if draft.wins else (loses,) if draft.loses else (wins, loses)
        only = Switch(name="only", words=ONE_PLAYER)
        return Typed(name="worth", label=say("Points"), usual=usual, hint=hint), *decides, only

    def drafted(self, category: Tick, _numbers: Mapping[str, int]) -> dict[str, Any]:
        usual = 0 if _decides(category) else None
        switches = {"wins": category.wins, "loses": category.loses, "only": category.only}
        return {"worth": unless(category.worth, usual), **switches}

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        draft = typed.draft
        switches = {"wins": draft.wins, "loses": draft.loses and not draft.wins, "only": draft.only}
        return {**KindKit.numbers(self, reading, typed), **switches}

    def with_number(self, state: State, seat: int, part: EntryPart, number: int | None) -> State:
        """Tick a category for a player, or take the tick away; what one player alone has goes from one to another."""
        only = {tick.key for tick in state.table.pad.categories if isinstance(tick, Tick) and tick.only}
        for rival, player in enumerate(state.table.players):
            if number and part.key in only and player.entries.get(part.key):
                state = with_entry(state, rival, part.key, None)
        return with_entry(state, seat, part.key, bool(number) or None)

    def shown(self, category: Tick, cell: Cell) -> dict[str, Any]:
        ticked = cell.figure not in (0, "0", "", "-")
        worth = None if _decides(category) and not category.worth else cell.points
        said = (TICKED if ticked else NOT_TICKED, *(() if worth is None else (points_text(cell.points),)))
        return {"ticked": ticked, "worth": worth, "said": said}


def _decides(tick: Tick) -> tuple[Message, ...]:
    """Return how a tick decides the game whatever the points, if it does."""
    return (*((WINS_AT_ONCE,) if tick.wins else ()), *((STANDS_BEHIND,) if tick.loses else ()))


class RoundsKit(KindKit[Rounds]):
    """Points round by round: the figure of a round is what it is worth."""

    of = Rounds
    name = say("Rounds")
    form: ClassVar = (Typed(name="times", label=say("Multiplied by"), range=TIMES_RANGE, usual=1, hint="1"),)
    shows_worth = False

    def worth(self, category: Rounds, _titles: Mapping[str, str]) -> Message:
        if category.times != 1:
            return say("points round by round, their sum times {number}", number=category.times)
        return say("points round by round")

    def examples(self, category: Rounds, _titles: Mapping[str, str]) -> tuple[Message, ...]:
        return with_points([category.points((5, 8, 12))]) if category.times != 1 else ()


class ProductsKit(KindKit[Products]):
    """Pairs of numbers that are multiplied, in one cell that shows what they are worth."""

    of = Products
    name = say("Products")
    takes_said = Takes.PAIRS
    shows_worth = False
    own_reason = True

    def worth(self, _category: Products, _titles: Mapping[str, str]) -> Message:
        return say("pairs of numbers, such as 5 × 2 + 3 × 1")

    def with_part(self, listed: Listed, part: EntryPart, number: int | None) -> Listed:
        index = part.index or 0
        if number is None:
            return (*listed[:index], *listed[index + 1 :])
        before = listed[index] if index < len(listed) else (0, 0)
        first, second = before[:2] if isinstance(before, tuple) else (0, 0)
        pair = (number, second) if not part.factor else (first, number)
        return (*listed[:index], pair, *listed[index + 1 :])

    def part_title(self, title: Message, part: EntryPart) -> Message:
        if part.factor is None or part.index is None:
            return title
        return say("{cell}, pair {number}, number {factor}", cell=title, number=part.index + 1, factor=part.factor + 1)

    def shown(self, _category: Products, cell: Cell) -> dict[str, Any]:
        return shown_together(cell)
