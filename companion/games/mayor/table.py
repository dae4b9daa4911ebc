"""A table of Mayor in play: what all its steps share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.mayor.extras import MayorExtras
    from companion.tables.state import TableState
    from scoring.mayor.state import Kind, Player, Table

    MayorTable = TableState[Table, MayorExtras]
    Transition = Callable[[MayorTable], MayorTable]
    Order = Sequence[Kind]


def player_of(state: MayorTable, seat: int) -> Player:
    """Return the player in a seat."""
    return state.table.players[seat]


def with_beside(state: MayorTable, **values: object) -> MayorTable:
    """Return the table with something beside it changed."""
    return replace(state, extras=replace(state.extras, **values))  # type: ignore[arg-type]


def clockwise(state: MayorTable, seat: int) -> tuple[int, ...]:
    """Return all seats, this one first."""
    seats = tuple(range(len(state.table.players)))
    return (*seats[seat:], *seats[:seat])
