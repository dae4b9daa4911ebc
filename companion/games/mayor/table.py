"""A table of Mayor in play: what all its steps share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.mayor.extras import MayorBeside
    from companion.tables.state import Evening
    from scoring.mayor.state import Kind, Player, Table

    City = Evening[Table, MayorBeside]
    Act = Callable[[City], City]
    Order = Sequence[Kind]


def player_of(evening: City, seat: int) -> Player:
    """Return the player in a seat."""
    return evening.table.players[seat]


def with_beside(evening: City, **values: object) -> City:
    """Return the table with something beside it changed."""
    return replace(evening, beside=replace(evening.beside, **values))  # type: ignore[arg-type]


def clockwise(evening: City, seat: int) -> tuple[int, ...]:
    """Return all seats, this one first."""
    seats = tuple(range(len(evening.table.players)))
    return (*seats[seat:], *seats[:seat])
