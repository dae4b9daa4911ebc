"""What lies on a table of The Palaces of Carrara. Attribute names are the field names of the documents."""

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
    Seat,
    numbers_of,
    proper_noun,
)
from scoring.messages import forms, say, titled


class Color(NounKey):
    """The building blocks, dearest first."""

    WHITE = "white", Noun(say("white"), forms=forms("{number} white block", "{number} white blocks"))
    YELLOW = ("yellow", Noun(say("yellow"), forms=forms("{number} yellow block", "{number} yellow blocks")))
    RED = "red", Noun(say("red"), forms=forms("{number} red block", "{number} red blocks"))
    GREEN = "green", Noun(say("green"), forms=forms("{number} green block", "{number} green blocks"))
    BLUE = "blue", Noun(say("blue"), forms=forms("{number} blue block", "{number} blue blocks"))
    BLACK = "black", Noun(say("black"), forms=forms("{number} black block", "{number} black blocks"))


class City(NounKey):
    """The cities, in the order of the player board."""

    LIVORNO = "livorno", proper_noun("Livorno")
    PISA = "pisa", proper_noun("Pisa")
    LUCCA = "lucca", proper_noun("Lucca")
    VIAREGGIO = "viareggio", proper_noun("Viareggio")
    MASSA = "massa", proper_noun("Massa")
    LERICI = "lerici", proper_noun("Lerici")


class Kind(NounKey):
    """The types of buildings."""

    BIBLIOTECA = "biblioteca", Noun(say("biblioteca"))
    PALAZZO = "palazzo", Noun(say("palazzo"))
    PORTA = "porta", Noun(say("porta"))
    CATHEDRALE = "cathedrale", Noun(say("cathedrale"))
    CASTELLO = "castello", Noun(say("castello"))
    VILLA = "villa", Noun(say("villa"))


class Category(NounKey):
    """The building categories, which the expansion scores."""

    CITY = ("city", Noun(say("city buildings"), forms=forms("{number} city building", "{number} city buildings")))
    LAND = ("land", Noun(say("land buildings"), forms=forms("{number} land building", "{number} land buildings")))


LAND_KINDS = (Kind.CASTELLO, Kind.VILLA)


class Object(NounKey):
    """The objects, one type for each type of building."""

    BOOK = "book", Noun(say("book"), forms=forms("{number} book", "{number} books"))
    CROWN = "crown", Noun(say("crown"), forms=forms("{number} crown", "{number} crowns"))
    GATE = "gate", Noun(say("gate"), forms=forms("{number} gate", "{number} gates"))
    CUP = "cup", Noun(say("cup"), forms=forms("{number} cup", "{number} cups"))
    FLAG = "flag", Noun(say("flag"), forms=forms("{number} flag", "{number} flags"))
    COAT_OF_ARMS = (
        "coat_of_arms",
        Noun(say("coat of arms"), forms=forms("{number} coat of arms", "{number} coats of arms")),
    )


class Location(NounKey):
    """The locations of upgrade tiles: the cities and the building category spaces."""

    LIVORNO = "livorno", City.LIVORNO.noun
    PISA = "pisa", City.PISA.noun
    LUCCA = "lucca", City.LUCCA.noun
    VIAREGGIO = "viareggio", City.VIAREGGIO.noun
    MASSA = "massa", City.MASSA.noun
    LERICI = "lerici", City.LERICI.noun
    CITY = "city", Category.CITY.noun
    LAND = "land", Category.LAND.noun


class What(StrEnum):
    """What a scoring action can score."""

    KIND = "kind"
    CITY = "city"
    CATEGORY = "category"


class TopCard(StrEnum):
    """The top cards (brown), each an objective."""

    SCORE_4 = "score-4"
    BIG_BUILDINGS = "big-buildings"
    BUILDINGS = "buildings"
    POINTS = "points"
    CITIES = "cities"
    COINS = "coins"


class ObjectCard(StrEnum):
    """The object cards (purple), each an objective and points at the end."""

    OBJECTS = "objects"
    THREE_PAIRS = "three-pairs"
    TWO_TRIPLETS = "two-triplets"
    QUADRUPLET = "quadruplet"
    PAIR_AND_QUADRUPLET = "pair-and-quadruplet"
    FOUR_DIFFERENT = "four-different"
    TWO_GROUPS_OF_THREE = "two-groups-of-three"
    PAIRS_MULTIPLIED = "pairs-multiplied"


class BuildingCard(StrEnum):
    """The building cards (gray), each an objective and points at the end."""

    COST_TOTAL = "cost-total"
    TWO_IN_THREE_CITIES = "two-in-three-cities"
    THREE_IN_TWO_CITIES = "three-in-two-cities"
    FOUR_IN_ONE_CITY = "four-in-one-city"
    COST_8 = "cost-8"
    LAND = "land"
    CITY = "city"
    CITIES_MULTIPLIED = "cities-multiplied"
    LAND_CITY_PAIRS = "land-city-pairs"


class BonusCard(StrEnum):
    """The bonus points cards (green), points and coins at the end."""

    TWO_CITIES = "two-cities"
    LIVORNO_LERICI = "livorno-lerici"
    PISA_MASSA = "pisa-massa"
    LUCCA_VIAREGGIO = "lucca-viareggio"
    TWO_KINDS = "two-kinds"
    SMALLEST_OF_EACH_KIND = "smallest-of-each-kind"
    REGION_MAJORITIES = "region-majorities"
    CITY_MAJORITIES = "city-majorities"


SMALL_COSTS = (1, 2, 3, 4, 5)
"""The costs of the buildings of the base game, one of each type."""

GREAT_COST = 8
"""The cost of the sixth building of each type, which the expansion adds."""


SCORE_RANGE = Between(0, 999)
"""The range of the points on the scoring track."""


RULES: Final = {
    "track": titled(say("scoring track")),
    "objects": titled(say("objects")),
    "buildings": titled(say("buildings")),
    "coins": titled(say("coins")),
    "bonus": titled(say("bonus points card")),
}
"""The lines of the sheet in their order, by the rule that each is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A building on a player board; cost and kind name the tile, for there is one of each."""

    kind: Kind
    cost: Annotated[int, Between(SMALL_COSTS[0], GREAT_COST), "blocks that it costs: 1 to 5, or 8 with the expansion"]
    city: City


Scorable = Annotated[
    str,
    OneOf((*Kind, *City, *Category), "a kind of building, a city, or city or land for a category"),
    "the kind, the city or the category",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A scoring marker: what the player has scored."""

    what: What
    name: Scorable


VALUE_RANGE = Between(0, 9)
"""The range of the points, and of the coins, on an upgrade tile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a city or a category is worth for each block of building cost."""

    points: Annotated[int, VALUE_RANGE]
    coins: Annotated[int, VALUE_RANGE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """The cards on the Objectives board, one of each color."""

    brown: Annotated[TopCard, "the top card"]
    purple: Annotated[ObjectCard, "the object card"]
    gray: Annotated[BuildingCard, "the building card"]
    green: Annotated[BonusCard, "the bonus points card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: the marker on the scoring track, what lies behind the screen, and the player board."""

    name: Name
    score: Annotated[int, SCORE_RANGE, Number(say("scoring track"), mark="prestige"), "points on the scoring track"]
    coins: Annotated[Amount, Number(say("coins"), mark="coin", range=Between(0, 999)), "the value of all coins"]
    blocks: Annotated[Mapping[Color, Amount], Noun(say("blocks")), "blocks behind the screen, by color"] = field(
        default_factory=dict
    )
    objects: Annotated[Mapping[Object, Amount], Noun(say("objects")), "objects behind the screen"] = field(
        default_factory=dict
    )
    buildings: Annotated[tuple[Building, ...], Noun(say("buildings")), "in any order"] = ()
    scored: Annotated[tuple[Scored, ...], Noun(say("scoring markers")), "one entry for each scoring marker used"] = ()
    upgrades: Annotated[tuple[Location, ...], Noun(say("upgrades")), "where this player's upgrade tiles lie"] = ()
    entered: Annotated[Entered, Keys(tuple(RULES))] = None


NUMBERS: Final = numbers_of(Player)
"""The numbers of a player by their fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table, players in seat order.

    In play, the four cards are those picked so far; once all four are picked, `cards` has them. `announced` is the seat
    that announced the end of the game; `gone` are the building tiles that left the game by improving (`villa 3`);
    `sold` are the objects that were bought from the board, `None` where that was not recorded. `secret` says that
    coins, blocks and objects are hidden until the end. `turn` is the seat after the one whose action was entered last.
    """

    players: Annotated[tuple[Player, ...], Length(2, 4), "in seat order"]
    expansion: Annotated[bool, "whether the expansion is played"] = False
    cards: Annotated[Cards | None, "with the expansion: the cards on the Objectives board"] = None
    upgrades: Annotated[
        Mapping[Location, Value], Noun(say("upgrades")), "with the expansion: what the upgrade tiles print"
    ] = field(default_factory=dict)
    objects_of: Annotated[
        Mapping[Kind, Object],
        Noun(say("objects")),
        "which object belongs to which kind of building, where this copy differs",
    ] = field(default_factory=dict)
    brown: TopCard | None = field(default=None, metadata=IN_PLAY)
    purple: ObjectCard | None = field(default=None, metadata=IN_PLAY)
    gray: BuildingCard | None = field(default=None, metadata=IN_PLAY)
    green: BonusCard | None = field(default=None, metadata=IN_PLAY)
    announced: Seat | None = field(default=None, metadata=IN_PLAY)
    gone: tuple[str, ...] = field(default=(), metadata=IN_PLAY)
    sold: tuple[Object, ...] | None = field(default=None, metadata=IN_PLAY)
    secret: bool = field(default=False, metadata=IN_PLAY)
    turn: Seat | None = field(default=None, metadata=IN_PLAY)


SECTIONS = 6
"""Sections of the wheel."""

BLOCKS_OF_A_COLOR = 7
"""Blocks of each color."""

Blocks = Mapping[Color, Annotated[int, Between(1, BLOCKS_OF_A_COLOR)]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreAsk:
    """What would this scoring action pay?"""

    player: Annotated[str, "the name of a player at the table"]
    what: What
    name: Scorable


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelAsk:
    """What do these blocks cost in this section of the wheel?"""

    section: Annotated[int, Between(1, SECTIONS), "the section that the blocks lie in"]
    blocks: Annotated[Blocks, "the blocks bought"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesAsk:
    """Which cities accept all these blocks?"""

    blocks: Annotated[Blocks, "the blocks paid with"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectivesAsk:
    """How far is everybody with the three objectives? Nothing is asked beyond the table."""
