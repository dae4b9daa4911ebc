"""The words of Little Town: names, and lists of cubes, coins and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.little_town.state import Cube, Terrain, Tile
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.data import Stock


NAMES: Final = {tile: tile.value.replace("-", " ") for tile in Tile}
"""What each building is called."""

LANDS: Final = {
    Terrain.GRASS: "grass",
    Terrain.FOREST: "forest",
    Terrain.MOUNTAIN: "mountain",
    Terrain.LAKE: "lake",
}


def cubes_listed(cubes: Mapping[Cube, int]) -> tuple[Message, ...]:
    """Return the cubes of each kind above 0, in the order of the kinds; their names have no plural."""
    return tuple(counted(cubes[cube], cube.value, cube.value) for cube in Cube if cubes.get(cube))


def listed(stock: Stock) -> Message:
    """Return what a stock holds.

    >>> from scoring.little_town.data import TILES
    >>> print(listed(TILES[Tile.FAIR].takes))
    1 wood, 1 stone, 1 fish and 1 wheat
    """
    amounts = (
        (stock.of_choice, "cube of one's choice", "cubes of one's choice"),
        (stock.coins, "coin", "coins"),
        (stock.points, "point", "points"),
    )
    others = (counted(number, one, many) for number, one, many in amounts if number)
    return say("{parts}", parts=(*cubes_listed(stock.cubes), *others))
