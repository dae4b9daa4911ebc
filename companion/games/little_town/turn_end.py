"""When a turn is over by itself: the next player plays where nothing is left to do in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.little_town.actions import end_turn, next_seat, piece_on
from companion.games.little_town.turn_objectives import met_in_turn, open_cards
from scoring.little_town.gather_and_activate import activate_a_building, use
from scoring.little_town.state import Building, Worker

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable, Transition
    from companion.games.little_town.extras import Visit


def passing_on(step: Transition) -> Transition:
    """Return a step of a turn that ends it where nothing is left to activate or to complete."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        after = step(state)
        visit = after.extras.visit
        if after is state or visit is None or _leaves_something(after, visit):
            return after
        return end_turn(visit.seat)(after)

    return apply


def _leaves_something(state: LittleTownTable, visit: Visit) -> bool:
    """Return whether a player can still do something in a turn; at the residence, which is no turn, always."""
    if not isinstance(piece_on(state, visit.cell), Worker) or open_cards(state, met_in_turn(state, visit.seat)):
        return True
    name = state.table.players[visit.seat].name
    around = {one.cell for one in activate_a_building(state.table, name, visit.cell)} - {*visit.used}
    return any(
        isinstance(building := piece_on(state, cell), Building) and not use(state.table, name, building).paid.short
        for cell in around
    )


def seat_to_place(state: LittleTownTable) -> int:
    """Return the seat that places the next worker: while a turn is not over, the one after it."""
    visit = state.extras.visit
    return state.extras.turn if visit is None else next_seat(state, visit.seat)
