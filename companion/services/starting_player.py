"""The fair draw of the starting player."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

P = TypeVar("P")

ROUNDS: Final = 2
"""How often the highlight goes round the table before it stops."""


def draw_starting_player(players: int, chance: Callable[[int], int] = secrets.randbelow) -> int:
    """Return a random seat; `chance` returns a number below the one that it is given, all equally likely."""
    return chance(players)


def rotated(players: Sequence[P], first: int) -> tuple[P, ...]:
    """Return the players in table order from the one in the seat `first`; nobody changes places.

    >>> rotated(("Anna", "Ben", "Cleo"), 1)
    ('Ben', 'Cleo', 'Anna')
    """
    return (*players[first:], *players[:first])


def highlight_order(players: int, winner: int) -> tuple[int, ...]:
    """Return the seats in the order in which they light up, up to the winner.

    >>> highlight_order(3, 1)
    (0, 1, 2, 0, 1, 2, 0, 1)
    """
    return tuple(step % players for step in range(ROUNDS * players + winner + 1))
