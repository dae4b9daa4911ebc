"""Points, a count, a tick, points round by round, and pairs, as the app has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from companion.games.said_entries import NOT_TICKED, TICKED, Takes
from companion.games.score_pad.kinds.draft import unless
from companion.games.score_pad.kinds.kind import KindKit, Switch, Typed, with_entry, with_points
from companion.games.score_pad.kinds.steps import shown_together
from scoring.messages import points_text, say
from scoring.score_pad.kinds import Count, Points, Products, Rounds, Tick
from scoring.score_pad.kinds.category import ROUND_RANGE, upside_down
from scoring.score_pad.kinds.numbers import PER_RANGE, TIMES_RANGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, Reading
    from companion.games.score_pad.kinds.kind import Cell, EntryPart, FormPart, Listed, State, TypedCategory
    from scoring.messages import Message


WINS_AT_ONCE: Final = say("wins at once")


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
        if not category.wins:
            return points_text(category.worth)
        if category.worth:
            return say("{points}, and wins at once", points=points_text(category.worth))
        return WINS_AT_ONCE

    def fields(self, _pad: PadDraft, draft: CategoryDraft) -> tuple[FormPart, ...]:
        usual, hint = (0, "0") if draft.wins else (None, "")
        return Typed(name="worth", label=say("Points"), usual=usual, hint=hint), Switch(name="wins", words=WINS_AT_ONCE)

    def drafted(self, category: Tick, _numbers: Mapping[str, int]) -> dict[str, Any]:
        return {"worth": unless(category.worth, 0 if category.wins else None), "wins": category.wins}

    def numbers(self, reading: Reading, typed: TypedCategory) -> dict[str, Any]:
        return {**KindKit.numbers(self, reading, typed), "wins": typed.draft.wins}

    def with_number(self, state: State, seat: int, part: EntryPart, number: int | None) -> State:
        """Tick a category for a player, or take the tick away."""
        return with_entry(state, seat, part.key, bool(number) or None)

    def shown(self, category: Tick, cell: Cell) -> dict[str, Any]:
        ticked = cell.figure not in (0, "0", "", "-")
        worth = None if category.wins and not category.worth else cell.points
        said = (TICKED if ticked else NOT_TICKED, *(() if worth is None else (points_text(cell.points),)))
        return {"ticked": ticked, "worth": worth, "said": said}


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
