"""The words of Mayor for one and for many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.state import Building, Kind
from scoring.sheet import Message, counted, say

if TYPE_CHECKING:
    from scoring.mayor.data import Reward

NOUNS: Final = {
    Kind.SHOP: ("shop", "shops"),
    Kind.BANK: ("bank", "banks"),
    Kind.CHURCH: ("church", "churches"),
    Kind.STATUE: ("statue", "statues"),
    Kind.PARK: ("park", "parks"),
}


def one_of(building: Building) -> str:
    """Return the word for one building.

    >>> one_of(Building.SHOP)
    'shop'
    """
    return NOUNS[Kind(building)][0]


def points(number: int) -> Message:
    """Return a number of points in words."""
    return counted(number, "point", "points")


def gold(number: int) -> Message:
    """Return a number of gold in words."""
    return counted(number, "gold", "gold")


def reward(given: Reward) -> Message:
    """Return what a reward pays, and what it costs, in words.

    >>> from scoring.mayor.data import REWARDS
    >>> print(reward(REWARDS[Building.BANK]), "|", reward(REWARDS[Building.STATUE]))
    1 point and 2 gold | 3 points and -1 gold
    """
    parts = (points(given.points),) * bool(given.points) + (gold(given.gold),) * bool(given.gold)
    return say("{parts}", parts=parts)
