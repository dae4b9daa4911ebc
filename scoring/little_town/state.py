"""What lies on a table of Little Town. Attribute names are the field names of the documents (contract, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from scoring.fields import ENTERED, Amount, Between, EnteredPoints, Keys, Length, Name, OneOf, Owner, Pattern
from scoring.grid import squares
from scoring.messages import say


class Side(StrEnum):
    """A printed side of the board."""

    ONE = "side-1"
    TWO = "side-2"


class Terrain(StrEnum):
    """What a square of the board shows, by the letters of the documents."""

    GRASS = "."
    FOREST = "F"
    MOUNTAIN = "M"
    LAKE = "L"


class Cube(StrEnum):
    """The kinds of resource cubes; fish and wheat are food."""

    WOOD = "wood"
    STONE = "stone"
    FISH = "fish"
    WHEAT = "wheat"


FOOD = (Cube.FISH, Cube.WHEAT)


class Tile(StrEnum):
    """The building tiles."""

    WHEAT_FIELD = "wheat-field"
    TAVERN = "tavern"
    BOOKSHOP = "bookshop"
    GOLD_MINE = "gold-mine"
    PIER = "pier"
    WELL = "well"
    STATUE = "statue"
    WORKSHOP = "workshop"
    BAKERY = "bakery"
    BREWERY = "brewery"
    QUARRY = "quarry"
    CARPENTER = "carpenter"
    GROCERY = "grocery"
    WAREHOUSE = "warehouse"
    CHAPEL = "chapel"
    FAIR = "fair"
    FOUNTAIN = "fountain"
    BARN = "barn"
    FISHMONGER = "fishmonger"
    RESTAURANT = "restaurant"
    SHOP = "shop"
    CATHEDRAL = "cathedral"
    RESIDENCE = "residence"
    CASTLE = "castle"
    WATCHTOWER = "watchtower"


class Whose(StrEnum):
    """Whose houses or workers count."""

    OWN = "own"
    ANY = "any"


BOARD_COLUMNS, BOARD_ROWS = 9, 6
BOARD_SQUARES = squares(BOARD_COLUMNS, BOARD_ROWS)
CUBES_OF_A_KIND = 15
LAST_ROUND = 4

SCORE_RANGE = Between(-999, 999)
CUBE_RANGE = Between(0, CUBES_OF_A_KIND)
"""The ranges of the score track, and of the cubes of a kind."""

BoardSquare = Annotated[str, OneOf(BOARD_SQUARES, "a square of the board, A1 to I6,")]
BoardRow = Annotated[
    str, Pattern(f"[.FML]{{{BOARD_COLUMNS}}}", "a row of nine of the letters . F M L", "." * BOARD_COLUMNS)
]
Cubes = Mapping[Cube, Annotated[int, CUBE_RANGE]]


RULES: Final = {
    "track": say("Score track"),
    "castle": say("Castle"),
    "watchtower": say("Watchtower"),
    "coins": say("Coins"),
}
"""The lines of the sheet in their order, by the rule that each is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A building tile on the board, with the house of its owner on it."""

    tile: Tile
    cell: Annotated[BoardSquare, "the square: a column letter and a row number, A1 top left"]
    owner: Annotated[Owner, "the player whose house stands on it"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A worker on the board; those at the construction site are not entered."""

    cell: Annotated[BoardSquare, "the square: a column letter and a row number, A1 top left"]
    owner: Annotated[Owner, "the player whose worker it is"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: the pawn on the score track, the coins and the cubes."""

    name: Name
    score: Annotated[int, SCORE_RANGE, "the score track; at the end with the last feeding and the objectives in it"]
    coins: Amount
    cubes: Annotated[Cubes, "resource cubes held"] = field(default_factory=dict)
    entered: Annotated[Mapping[str, EnteredPoints] | None, Keys(tuple(RULES), "rule"), ENTERED] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table, players in seat order."""

    players: Annotated[tuple[Player, ...], Length(2, 4), "in seat order"]
    board: Annotated[
        Side | Annotated[tuple[BoardRow, ...], Length(BOARD_ROWS, BOARD_ROWS)],
        "a side of the board, or its six rows: . grass, F forest, M mountain, L lake",
    ]
    buildings: Annotated[tuple[Building, ...], "the building tiles on the board, in any order"] = ()
    workers: Annotated[tuple[Worker, ...], "the workers on the board, not those at the construction site"] = ()
    round: Annotated[int, Between(1, LAST_ROUND)] = LAST_ROUND
    castle_counts: Annotated[Whose, "whose houses around the castle count"] = Whose.OWN
    cathedral_counts: Annotated[Whose, "whose workers around the cathedral count"] = Whose.ANY
    watchtower_workers_block: Annotated[bool, "whether a square with a worker is not empty for the watchtower"] = True
    coins_feed: Annotated[bool, "whether coins may feed workers, 3 for each"] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherAsk:
    """What would a worker of this player bring on this square?"""

    player: Annotated[str, "the name of a player at the table"]
    cell: BoardSquare


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEndAsk:
    """What does the end of the round bring? Nothing is asked beyond the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildAsk:
    """What would this player pay and earn for this tile on this square?"""

    player: Annotated[str, "the name of a player at the table"]
    tile: Tile
    cell: BoardSquare
