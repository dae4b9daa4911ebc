"""A fair draw of who begins."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

P = TypeVar("P")

ROUNDS: Final = 2
"""How often the light goes round the table before it stops."""


def drawn(players: int, chance: Callable[[int], int] = secrets.randbelow) -> int:
    """Return the seat that was drawn; `chance` returns a number below the one it is given, each as likely."""
    return chance(players)


def rotated(players: Sequence[P], first: int) -> tuple[P, ...]:
    """Return the players as they sit, counted from the one in the seat `first`: nobody changes places.

    >>> rotated(("Anna", "Ben", "Cleo"), 1)
    ('Ben', 'Cleo', 'Anna')
    """
    return (*players[first:], *players[:first])


def course(players: int, winner: int) -> tuple[int, ...]:
    """Return the seats that light up one after another until the light stops at the winner.

    >>> course(3, 1)
    (0, 1, 2, 0, 1, 2, 0, 1)
    """
    return tuple(step % players for step in range(ROUNDS * players + winner + 1))
