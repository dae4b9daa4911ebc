"""Lists of cubes, coins and points in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.fields import in_words
from scoring.little_town.state import Cube
from scoring.messages import Message, counted, forms, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.data import Stock


def cubes_listed(cubes: Mapping[Cube, int]) -> tuple[Message, ...]:
    """Return the cubes of each kind above 0, in the order of the kinds."""
    return in_words({cube: cubes.get(cube, 0) for cube in Cube})


def listed(stock: Stock) -> Message:
    """Return what a stock holds.

    >>> from scoring.little_town.data import TILES
    >>> print(listed(TILES[Tile.FAIR].takes))
    1 wood, 1 stone, 1 fish and 1 wheat
    """
    amounts = (
        (stock.of_choice, forms("{number} cube of your choice", "{number} cubes of your choice")),
        (stock.coins, forms("{number} coin", "{number} coins")),
        (stock.points, forms("{number} point", "{number} points")),
    )
    others = (counted(number, *words) for number, words in amounts if number)
    return say("{text}", text=(*cubes_listed(stock.cubes), *others))
