"""Printed numbers of Little Town, each with where it is printed, and lists of cubes, coins and points in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.fields import in_words
from scoring.little_town.state import Cube, Side, Terrain, Tile
from scoring.messages import Message, counted, forms, say

if TYPE_CHECKING:
    from collections.abc import Mapping


WORKERS: Final[Mapping[int, int]] = {2: 5, 3: 4, 4: 3}
"""Workers of a player, by number of players. Rulebook, Setup."""

HOUSES: Final[Mapping[int, int]] = {2: 7, 3: 6, 4: 6}
"""Houses of a player, by number of players. Rulebook, Setup."""

OBJECTIVES_DEALT: Final[Mapping[int, int]] = {2: 4, 3: 3, 4: 2}
"""Objective cards dealt to a player, by number of players. Rulebook, Setup."""

START_COINS: Final = 3
"""Rulebook, Setup."""

MARKET_TILES: Final = 12
"""Tiles in the market beside the wheat fields. Rulebook, Setup."""

FIRST_GAME_TILES: Final = (
    Tile.CASTLE,
    Tile.WAREHOUSE,
    Tile.CHAPEL,
    Tile.STATUE,
    Tile.BARN,
    Tile.SHOP,
    Tile.QUARRY,
    Tile.WORKSHOP,
    Tile.BAKERY,
    Tile.GROCERY,
    Tile.GOLD_MINE,
    Tile.WELL,
)
"""The tiles laid out in a first game: those that show a bird. Building tiles."""

FEE: Final = 1
"""Coins for activating a building of another player. Rulebook, Activate a Building."""

COINS_FOR_A_CUBE: Final = 3
"""Coins that stand in for a cube. Rulebook, Substituting Coins for Resources."""

UNFED_COST: Final = 3
"""Points lost for each worker that is not fed. Rulebook, End of the Round, Feed the Workers."""

COINS_FOR_A_POINT: Final = 3
"""Rulebook, End of the Game."""

CASTLE_POINTS: Final = 4
"""Points for each house around the castle. Castle tile."""

WATCHTOWER_POINTS: Final = 2
"""Points for each empty grass square around the watchtower. Watchtower tile."""

CATHEDRAL_POINTS: Final = 1
"""Points for each worker around the cathedral at the end of a round. Cathedral tile."""

GATHERED: Final = {Terrain.FOREST: Cube.WOOD, Terrain.MOUNTAIN: Cube.STONE, Terrain.LAKE: Cube.FISH}
"""What each terrain square gives. Rulebook, Gather Resources."""

BOARDS: Final[Mapping[Side, tuple[str, ...]]] = {
    Side.ONE: ("M.FM.L.MM", ".........", "L........", "F.......L", "......F..", ".FF.LL..F"),
    Side.TWO: ("F..MM.L.F", "..F......", "F.......L", "........F", "L...F....", "L..M..L.M"),
}
"""The rows of each printed side, top to bottom. Game board, from public scans."""


class Works(Enum):
    """When a building has its effect."""

    ACTIVATED = "activated"
    ROUND_END = "round end"
    GAME_END = "game end"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Cubes, coins and points that change hands; `of_choice` are cubes of any kinds."""

    cubes: Mapping[Cube, int] = field(default_factory=dict)
    coins: int = 0
    points: int = 0
    of_choice: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTile:
    """What a building tile prints: cost, points when built, what its activation takes and gives, how many there are."""

    cost: Stock
    points: int
    takes: Stock = Stock()
    gives: Stock = Stock()
    works: Works = Works.ACTIVATED
    number: int = 1


def _s(wood: int = 0, stone: int = 0, fish: int = 0, wheat: int = 0, coins: int = 0, points: int = 0) -> Stock:
    held = {Cube.WOOD: wood, Cube.STONE: stone, Cube.FISH: fish, Cube.WHEAT: wheat}
    return Stock(cubes={cube: number for cube, number in held.items() if number}, coins=coins, points=points)


_TWO_OF_CHOICE: Final = Stock(of_choice=2)

TILES: Final[Mapping[Tile, PrintedTile]] = {
    Tile.WHEAT_FIELD: PrintedTile(cost=_s(wood=1), points=3, gives=_s(wheat=1), number=5),
    Tile.TAVERN: PrintedTile(cost=_s(stone=2, wheat=2), points=7, gives=_s(points=3)),
    Tile.BOOKSHOP: PrintedTile(cost=_s(stone=4), points=8, gives=_s(coins=3)),
    Tile.GOLD_MINE: PrintedTile(cost=_s(wood=1, stone=1), points=4, gives=_s(coins=2)),
    Tile.PIER: PrintedTile(cost=_s(wood=3), points=5, gives=_s(fish=2)),
    Tile.WELL: PrintedTile(cost=_s(wood=1, stone=1), points=4, gives=_s(points=2)),
    Tile.STATUE: PrintedTile(cost=_s(stone=4), points=10, works=Works.NEVER),
    Tile.WORKSHOP: PrintedTile(cost=_s(stone=2), points=5, takes=_s(wood=2), gives=_s(points=3)),
    Tile.BAKERY: PrintedTile(cost=_s(wood=2), points=4, takes=_s(wheat=1), gives=_s(coins=4)),
    Tile.BREWERY: PrintedTile(cost=_s(wood=2), points=4, takes=_s(wheat=1), gives=_s(points=3)),
    Tile.QUARRY: PrintedTile(cost=_s(wood=3), points=5, takes=_s(coins=2), gives=_s(stone=2)),
    Tile.CARPENTER: PrintedTile(cost=_s(wood=2), points=4, takes=_s(coins=1), gives=_s(wood=3)),
    Tile.GROCERY: PrintedTile(cost=_s(wood=2), points=4, takes=_s(coins=1), gives=_s(fish=1, wheat=1)),
    Tile.WAREHOUSE: PrintedTile(cost=_s(stone=4), points=8, takes=_s(stone=2), gives=_s(points=5)),
    Tile.CHAPEL: PrintedTile(cost=_s(stone=4), points=8, takes=_s(coins=3), gives=_s(points=5)),
    Tile.FAIR: PrintedTile(cost=_s(wood=4), points=6, takes=_s(wood=1, stone=1, fish=1, wheat=1), gives=_s(points=7)),
    Tile.FOUNTAIN: PrintedTile(cost=_s(stone=2), points=5, takes=_s(coins=1), gives=_s(points=3)),
    Tile.BARN: PrintedTile(cost=_s(wood=4), points=6, takes=_s(wheat=2), gives=_s(points=5)),
    Tile.FISHMONGER: PrintedTile(cost=_s(wood=1, stone=1), points=4, takes=_s(fish=1), gives=_s(coins=3)),
    Tile.RESTAURANT: PrintedTile(cost=_s(wood=2, stone=2), points=7, takes=_s(fish=1, wheat=1), gives=_s(points=4)),
    Tile.SHOP: PrintedTile(cost=_s(wood=3), points=5, takes=_TWO_OF_CHOICE, gives=_TWO_OF_CHOICE),
    Tile.CATHEDRAL: PrintedTile(cost=_s(stone=6), points=11, works=Works.ROUND_END),
    Tile.RESIDENCE: PrintedTile(cost=_s(coins=6), points=2, works=Works.ROUND_END),
    Tile.CASTLE: PrintedTile(cost=_s(stone=6), points=0, works=Works.GAME_END),
    Tile.WATCHTOWER: PrintedTile(cost=_s(wood=3, stone=3), points=0, works=Works.GAME_END),
}
"""The building tiles, from public scans; the barn, pier, gold mine and restaurant also in the rulebook."""


def cubes_listed(cubes: Mapping[Cube, int]) -> tuple[Message, ...]:
    """Return the cubes of each kind above 0, in the order of the kinds."""
    return in_words({cube: cubes.get(cube, 0) for cube in Cube})


def listed(stock: Stock) -> Message:
    """Return what a stock holds.

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
