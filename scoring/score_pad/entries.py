"""What is entered on a pad: an entry as its category reads it, and the range of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.fields import Between
from scoring.score_pad.state import COUNT_RANGE, STEPS_RANGE, Points, Steps

if TYPE_CHECKING:
    from scoring.score_pad.state import AnyCategory, Pair, Player


def number_of(player: Player, key: str) -> int:
    """Return the number entered for a category, 0 without one; a tick is 1 or 0."""
    entry = player.entries.get(key, 0)
    return int(entry) if isinstance(entry, int) else 0


def rounds_of(player: Player, key: str) -> tuple[int, ...]:
    """Return the points of each round entered for a category."""
    return tuple(part for part in _parts(player, key) if isinstance(part, int))


def pairs_of(player: Player, key: str) -> tuple[Pair, ...]:
    """Return the pairs of numbers entered for a category."""
    return tuple(part for part in _parts(player, key) if isinstance(part, tuple))


def _parts(player: Player, key: str) -> tuple[int | Pair, ...]:
    entry = player.entries.get(key, ())
    return entry if isinstance(entry, tuple) else ()


def entry_range(category: AnyCategory) -> Between:
    """Return the range of the number that is entered for a category."""
    if isinstance(category, Points):
        return Between(category.low, category.high)
    return STEPS_RANGE if isinstance(category, Steps) else COUNT_RANGE
