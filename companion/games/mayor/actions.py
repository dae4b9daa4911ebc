"""What is entered at a table of Mayor apart from the actions of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.state import index_now, transition, with_table
from scoring.mayor.setup import laid_out
from scoring.mayor.state import Kind
from scoring.mayor.turns import tile_removed

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.state import TableState
    from scoring.mayor.state import Event, Table, Tile

    MayorTable = TableState[Table]
    Transition = Callable[[MayorTable], MayorTable]


def is_untouched(table: Table) -> bool:
    """Return whether nobody has played yet: all pieces stand as they do at the start, and nobody has a tile."""
    return table.players == laid_out([player.name for player in table.players]).players


def with_turn(seat: int) -> Transition:
    """Let a seat play now: a correction."""
    return lambda state: with_table(state, turn=seat, walked=False)


def with_shown_price(kind: Kind, price: int) -> Transition:
    """Set the price that a line shows now."""

    def apply(state: MayorTable) -> MayorTable:
        shown = {**state.table.shown, kind: price}
        return with_table(state, shown={line: shown[line] for line in Kind if line in shown})

    return apply


def with_event(event: Event) -> Transition:
    """Put an Event into effect."""
    return lambda state: with_table(state, event=event, event_due=False)


def take_away(seat: int, seen: tuple[Tile, ...], number: int) -> Transition:
    """Take the tile that was seen at a place in front of a player away, unless somebody else did."""

    def apply(state: MayorTable) -> MayorTable:
        at = index_now(state.table.held[seat], seen, number)
        return state if at is None else transition(tile_removed, seat, at)(state)

    return apply
