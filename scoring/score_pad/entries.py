"""What is entered on a pad: an entry as its category reads it, and the range of a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.fields import Between
from scoring.score_pad.state import (
    COUNT_RANGE,
    FACTOR_RANGE,
    MAX_MEMBERS,
    STEPS_RANGE,
    Bids,
    Bonus,
    Lookups,
    Lowest,
    Marked,
    Points,
    Products,
    Rounds,
    Steps,
)

if TYPE_CHECKING:
    from scoring.score_pad.state import AnyCategory, Pair, Player

LISTS = (Rounds, Products, Lookups, Bids, Marked)
"""The kinds of which several numbers are entered."""

PLAYED_ROUND_BY_ROUND = (Rounds, Bids, Marked)
"""The kinds of which every player has an entry each round."""


def members_of(name: str) -> tuple[str, ...] | None:
    """Return the members that a team of this name would have, `None` where it names one player alone.

    >>> members_of("Anna & Ben"), members_of("Anna"), members_of("Anna &")
    (('Anna', 'Ben'), None, None)
    """
    members = tuple(part.strip() for part in name.split("&"))
    return members if 1 < len(members) <= MAX_MEMBERS and all(members) else None


@dataclass(frozen=True, slots=True)
class Bid:
    """What somebody bid in a round, what was made of it, and a bonus."""

    bid: int
    made: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """What somebody had in a round, and whether that player is the one who is marked in it."""

    number: int
    marked: bool


def number_of(player: Player, key: str) -> int:
    """Return the number entered for a category, 0 without one; a tick is 1 or 0."""
    entry = player.entries.get(key, 0)
    return int(entry) if isinstance(entry, int) else 0


def rounds_of(player: Player, key: str) -> tuple[int, ...]:
    """Return the points of each round, or the numbers looked up, entered for a category."""
    return tuple(part for part in _parts(player, key) if isinstance(part, int))


def pairs_of(player: Player, key: str) -> tuple[Pair, ...]:
    """Return the pairs of numbers entered for a category."""
    return tuple((part[0], part[1]) for part in _parts(player, key) if isinstance(part, tuple))


def bids_of(player: Player, key: str) -> tuple[Bid, ...]:
    """Return the bids entered for a category, round by round."""
    return tuple(Bid(*part) for part in _parts(player, key) if isinstance(part, tuple))


def marks_of(player: Player, key: str) -> tuple[Mark, ...]:
    """Return the numbers entered for a category with who is marked, round by round."""
    return tuple(Mark(part[0], marked=bool(part[1])) for part in _parts(player, key) if isinstance(part, tuple))


def length_of(player: Player, key: str) -> int:
    """Return how many rounds, pairs or numbers are entered for a category."""
    return len(_parts(player, key))


def _parts(player: Player, key: str) -> tuple[int | tuple[int, ...], ...]:
    entry = player.entries.get(key, ())
    return entry if isinstance(entry, tuple) else ()


def has_entry(category: AnyCategory) -> bool:
    """Return whether anything is entered for a category: nothing is for most that are worked out from others."""
    return category.counted if isinstance(category, Lowest) else not isinstance(category, Bonus)


def entry_range(category: AnyCategory) -> Between:
    """Return the range of the number that is entered for a category."""
    match category:
        case Points():
            return Between(category.low, category.high)
        case Steps():
            return STEPS_RANGE
        case Lowest():
            return FACTOR_RANGE
    return COUNT_RANGE
