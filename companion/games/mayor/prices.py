"""What a step on the rondel and a tile of the Market cost a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.games.mayor import copy_values
from scoring.mayor.actions import buy_a_tile
from scoring.mayor.checks import CHECKS
from scoring.mayor.preview import Action, rondel_steps, turn
from scoring.mayor.state import PriceAsk
from scoring.mayor.turns import others_on_space, steps_to
from scoring.mayor.wording import gold
from scoring.messages import say_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.my_copy import MyCopy
    from scoring.game import Check
    from scoring.mayor.preview import Option
    from scoring.mayor.state import Kind, Table
    from scoring.messages import Message


_PRICE_CHECK: Final[Check[Table, Any, Any]] = next(check for check in CHECKS if check.key == "price")


def price_question(table: Table, copies: MyCopy, seat: int, kind: Kind) -> PriceAsk | None:
    """Return the question what a tile costs a player now; `None` if the price that its line shows is not known."""
    shown = shown_price(table, copies, kind)
    if shown is None:
        return None
    others = others_on_space(table, seat) if table.markers[seat] is kind else 0
    return PriceAsk(shown=shown, others=others, event=table.event.dearer.get(kind, 0))


def price_text(table: Table, ask: PriceAsk) -> tuple[Message, ...]:
    """Return the sentences that say what a tile costs, and why."""
    sentences: tuple[Message, ...] = _PRICE_CHECK.report(table, ask, buy_a_tile(table, ask)).sentences
    return sentences


def purchase_option(table: Table, copies: MyCopy, seat: int, kind: Kind) -> Option:
    """Return whether a player can buy a tile of a line, and why."""
    ask = price_question(table, copies, seat, kind)
    price = None if ask is None else buy_a_tile(table, ask).gold
    return next(option for option in turn(table, seat, price) if option.action is Action.BUY)


def shown_price(table: Table, copies: MyCopy, kind: Kind) -> int | None:
    """Return the price that a line shows now, as entered at this table or else in my copy, or `None`."""
    entered = table.shown.get(kind)
    return copy_values.price(copies, kind, table.tile_lines.get(kind)) if entered is None else entered


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCost:
    """What it costs to move to a space of the rondel, and whether the player has that gold."""

    gold: int
    affordable: bool

    @property
    def words(self) -> Message:
        """The cost in words, such as `3 gold`."""
        return gold(self.gold) if self.gold else say_in("cost", "free")


def step_costs(table: Table, seat: int, order: Sequence[Kind]) -> dict[Kind, StepCost]:
    """Return what it costs a player to move to each space of the rondel; `{}` while the marker stands nowhere."""
    start = table.markers[seat]
    if start is None:
        return {}
    steps = rondel_steps(table, seat)
    reached = {space: steps[steps_to(order, start, space) - 1] for space in order}
    return {space: StepCost(gold=step.gold, affordable=step.affordable) for space, step in reached.items()}
