"""Points round by round, and pairs, as the app has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from companion.games.said_entries import Takes
from companion.games.score_pad.kinds.kind import KindKit, Typed, with_points
from companion.games.score_pad.kinds.steps import shown_together
from scoring.messages import say
from scoring.score_pad.kinds import Products, Rounds
from scoring.score_pad.kinds.lists import TIMES_RANGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.kind import Cell, EntryPart, Listed
    from scoring.messages import Message


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
