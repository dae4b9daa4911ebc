"""What lies on a table of Little Town. Attribute names are the field names of the documents (contract, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from scoring.fields import (
    IN_PLAY,
    Amount,
    Between,
    Entered,
    Keys,
    Length,
    Name,
    Noun,
    NounKey,
    Number,
    OneOf,
    Owner,
    Pattern,
    PerPlayer,
    Seat,
    numbers_of,
    numbers_under,
)
from scoring.grid import squares
from scoring.messages import forms, say, say_in, titled


class Side(NounKey):
    """A printed side of the board; nothing on the board names it."""

    ONE = "side-1", Noun(say("side with a mountain in the corner A1"))
    TWO = "side-2", Noun(say("side with a forest in the corner A1"))


class Terrain(NounKey):
    """What a square of the board shows, by the letters of the documents; grass has no drawing."""

    GRASS = ".", Noun(say("grass"))
    FOREST = "F", Noun(say("forest"), mark="forest")
    MOUNTAIN = "M", Noun(say("mountain"), mark="mountain")
    LAKE = "L", Noun(say("lake"), mark="pond")


class Cube(NounKey):
    """The kinds of resource cubes; fish and wheat are food. Their English names have no plural."""

    WOOD = "wood", Noun(say("wood"), forms=forms("{number} wood", "{number} wood"))
    STONE = "stone", Noun(say("stone"), forms=forms("{number} stone", "{number} stone"))
    FISH = "fish", Noun(say("fish"), forms=forms("{number} fish", "{number} fish"))
    WHEAT = "wheat", Noun(say("wheat"), forms=forms("{number} wheat", "{number} wheat"))


FOOD = (Cube.FISH, Cube.WHEAT)


class Tile(NounKey):
    """The building tiles."""

    WHEAT_FIELD = "wheat-field", Noun(say("wheat field"), mark="wheat")
    TAVERN = "tavern", Noun(say("tavern"))
    BOOKSHOP = "bookshop", Noun(say("bookshop"), mark="book")
    GOLD_MINE = "gold-mine", Noun(say("gold mine"), mark="gold_mine")
    PIER = "pier", Noun(say("pier"))
    WELL = "well", Noun(say("well"))
    STATUE = "statue", Noun(say("statue"), mark="mayor_statue")
    WORKSHOP = "workshop", Noun(say("workshop"), mark="craftsman")
    BAKERY = "bakery", Noun(say("bakery"))
    BREWERY = "brewery", Noun(say("brewery"))
    QUARRY = "quarry", Noun(say("quarry"))
    CARPENTER = "carpenter", Noun(say("carpenter"))
    GROCERY = "grocery", Noun(say("grocery"))
    WAREHOUSE = "warehouse", Noun(say("warehouse"))
    CHAPEL = "chapel", Noun(say("chapel"), mark="mayor_church")
    FAIR = "fair", Noun(say("fair"))
    FOUNTAIN = "fountain", Noun(say_in("Little Town", "fountain"))
    BARN = "barn", Noun(say("barn"))
    FISHMONGER = "fishmonger", Noun(say("fishmonger"))
    RESTAURANT = "restaurant", Noun(say("restaurant"))
    SHOP = "shop", Noun(say("shop"))
    CATHEDRAL = "cathedral", Noun(say("cathedral"), mark="cathedrale")
    RESIDENCE = "residence", Noun(say("residence"))
    CASTLE = "castle", Noun(say("castle"), mark="castello")
    WATCHTOWER = "watchtower", Noun(say("watchtower"))


class Whose(StrEnum):
    """Whose houses or workers count."""

    OWN = "own"
    ANY = "any"


BOARD_COLUMNS, BOARD_ROWS = 9, 6
BOARD_SQUARES = squares(BOARD_COLUMNS, BOARD_ROWS)
SQUARES_AROUND = 8
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
    "track": titled(say("score track")),
    "castle": Tile.CASTLE.noun.title,
    "watchtower": Tile.WATCHTOWER.noun.title,
    "coins": titled(say("coins")),
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
    score: Annotated[
        int,
        SCORE_RANGE,
        Number(say("score track"), mark="point"),
        "the score track; at the end with the last feeding and the objectives in it",
    ]
    coins: Annotated[Amount, Number(say("coins"), mark="coin", range=Between(0, 999))]
    cubes: Annotated[Cubes, Noun(say("resource cubes")), "resource cubes held"] = field(default_factory=dict)
    entered: Annotated[Entered, Keys(tuple(RULES))] = None


NUMBERS: Final = (*numbers_of(Player).values(), *numbers_under(Cube, "cubes", CUBE_RANGE).values())
"""The numbers of a player: points, coins, and cubes of each kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """The use of the squares around a worker that was just placed, or around the residence at the end of a round.

    `cell` is the square of the worker or residence; `gathered` are the cubes that it brought; `used` are the squares
    of the buildings that were activated.
    """

    seat: Seat
    cell: BoardSquare
    gathered: Mapping[Cube, Annotated[int, Between(0, SQUARES_AROUND)]] = field(default_factory=dict)
    used: tuple[BoardSquare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedObjective:
    """An objective card that a player completed; `card` is the key of a known card, or the words of another one."""

    seat: Seat
    card: str
    points: Annotated[int, Between(0, 20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table, players in seat order.

    In play, `turn` is the seat that plays now, `first` the seat with the first player token, `site` the number of
    workers of each seat at the construction site. With `books` the table keeps count of cubes, coins and points;
    without, entering a piece pays, gathers and scores nothing. `market` are the tiles laid out in addition to the wheat
    fields, as far as they are entered. At the end of a round `fed` are the seats whose workers have eaten, and
    `settled` says that the residence was used or left. `answered` are the fields of the gameplay aid that are not asked
    any more.
    """

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
    turn: Seat = field(default=0, metadata=IN_PLAY)
    first: Seat = field(default=0, metadata=IN_PLAY)
    site: Annotated[tuple[int, ...], PerPlayer(may_be_empty=True)] = field(default=(), metadata=IN_PLAY)
    books: bool = field(default=True, metadata=IN_PLAY)
    visit: Visit | None = field(default=None, metadata=IN_PLAY)
    market: tuple[Tile, ...] = field(default=(), metadata=IN_PLAY)
    fed: tuple[Seat, ...] = field(default=(), metadata=IN_PLAY)
    settled: bool = field(default=False, metadata=IN_PLAY)
    completed: tuple[CompletedObjective, ...] = field(default=(), metadata=IN_PLAY)
    answered: tuple[str, ...] = field(default=(), metadata=IN_PLAY)


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
