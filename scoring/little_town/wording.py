"""The words of Little Town: names, and lists of cubes, coins and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.little_town.state import Cube, Terrain, Tile
from scoring.messages import Message, counted, forms, say, say_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.data import Stock


NAMES: Final[Mapping[Tile, Message]] = {
    Tile.WHEAT_FIELD: say("wheat field"),
    Tile.TAVERN: say("tavern"),
    Tile.BOOKSHOP: say("bookshop"),
    Tile.GOLD_MINE: say("gold mine"),
    Tile.PIER: say("pier"),
    Tile.WELL: say("well"),
    Tile.STATUE: say("statue"),
    Tile.WORKSHOP: say("workshop"),
    Tile.BAKERY: say("bakery"),
    Tile.BREWERY: say("brewery"),
    Tile.QUARRY: say("quarry"),
    Tile.CARPENTER: say("carpenter"),
    Tile.GROCERY: say("grocery"),
    Tile.WAREHOUSE: say("warehouse"),
    Tile.CHAPEL: say("chapel"),
    Tile.FAIR: say("fair"),
    Tile.FOUNTAIN: say_in("Little Town", "fountain"),
    Tile.BARN: say("barn"),
    Tile.FISHMONGER: say("fishmonger"),
    Tile.RESTAURANT: say("restaurant"),
    Tile.SHOP: say("shop"),
    Tile.CATHEDRAL: say("cathedral"),
    Tile.RESIDENCE: say("residence"),
    Tile.CASTLE: say("castle"),
    Tile.WATCHTOWER: say("watchtower"),
}
"""What each building is called within a sentence."""

TITLES: Final[Mapping[Tile, Message]] = {
    Tile.WHEAT_FIELD: say("Wheat field"),
    Tile.TAVERN: say("Tavern"),
    Tile.BOOKSHOP: say("Bookshop"),
    Tile.GOLD_MINE: say("Gold mine"),
    Tile.PIER: say("Pier"),
    Tile.WELL: say("Well"),
    Tile.STATUE: say("Statue"),
    Tile.WORKSHOP: say("Workshop"),
    Tile.BAKERY: say("Bakery"),
    Tile.BREWERY: say("Brewery"),
    Tile.QUARRY: say("Quarry"),
    Tile.CARPENTER: say("Carpenter"),
    Tile.GROCERY: say("Grocery"),
    Tile.WAREHOUSE: say("Warehouse"),
    Tile.CHAPEL: say("Chapel"),
    Tile.FAIR: say("Fair"),
    Tile.FOUNTAIN: say_in("Little Town", "Fountain"),
    Tile.BARN: say("Barn"),
    Tile.FISHMONGER: say("Fishmonger"),
    Tile.RESTAURANT: say("Restaurant"),
    Tile.SHOP: say("Shop"),
    Tile.CATHEDRAL: say("Cathedral"),
    Tile.RESIDENCE: say("Residence"),
    Tile.CASTLE: say("Castle"),
    Tile.WATCHTOWER: say("Watchtower"),
}
"""What each building is called where its name stands first."""

LANDS: Final[Mapping[Terrain, Message]] = {
    Terrain.GRASS: say("grass"),
    Terrain.FOREST: say("forest"),
    Terrain.MOUNTAIN: say("mountain"),
    Terrain.LAKE: say("lake"),
}
"""What each terrain is called within a sentence."""

LAND_TITLES: Final[Mapping[Terrain, Message]] = {
    Terrain.GRASS: say("Grass"),
    Terrain.FOREST: say("Forest"),
    Terrain.MOUNTAIN: say("Mountain"),
    Terrain.LAKE: say("Lake"),
}
"""What each terrain is called where its name stands first."""


def cubes_listed(cubes: Mapping[Cube, int]) -> tuple[Message, ...]:
    """Return the cubes of each kind above 0, in the order of the kinds."""
    return tuple(counted(cubes[cube], *cube.noun.forms) for cube in Cube if cubes.get(cube))


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
    return say("{parts}", parts=(*cubes_listed(stock.cubes), *others))
