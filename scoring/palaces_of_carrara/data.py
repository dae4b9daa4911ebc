"""Printed numbers of The Palaces of Carrara (2012), each with where it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.palaces_of_carrara.state import (
    BonusCard,
    BuildingCard,
    Cards,
    City,
    Color,
    Kind,
    Location,
    Object,
    ObjectCard,
    TopCard,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


ACCEPTED: Final[Mapping[City, tuple[Color, ...]]] = {
    city: tuple(Color)[:number] for number, city in enumerate(City, start=1)
}
"""The blocks that each city accepts: Livorno white alone, each further city one color more. Player board."""

VALUES: Final[Mapping[Location, Value]] = {
    Location.LIVORNO: Value(points=3, coins=0),
    Location.PISA: Value(points=0, coins=3),
    Location.LUCCA: Value(points=2, coins=0),
    Location.VIAREGGIO: Value(points=0, coins=2),
    Location.MASSA: Value(points=1, coins=0),
    Location.LERICI: Value(points=0, coins=1),
    Location.CITY: Value(points=0, coins=1),
    Location.LAND: Value(points=1, coins=0),
}
"""What a block of building cost is worth without an upgrade tile. Player board; Expansion, Building Category Spaces."""

KNOWN_UPGRADES: Final[Mapping[Location, Value]] = {
    Location.LUCCA: Value(points=3, coins=1),
    Location.LERICI: Value(points=1, coins=1),
}
"""The upgrade tiles in the rulebook, two of eight. Expansion, Upgrade Tiles and examples."""

BUILDINGS_TO_SCORE: Final[Mapping[City, int]] = {
    City.LIVORNO: 2,
    City.PISA: 2,
    City.LUCCA: 2,
    City.VIAREGGIO: 3,
    City.MASSA: 3,
    City.LERICI: 3,
}
"""Buildings needed to score a city. Rulebook, Action III: The player scores a city."""

OBJECTS_OF: Final[Mapping[Kind, Object]] = {
    Kind.BIBLIOTECA: Object.BOOK,
    Kind.PALAZZO: Object.CROWN,
    Kind.PORTA: Object.GATE,
    Kind.CATHEDRALE: Object.CUP,
    Kind.CASTELLO: Object.FLAG,
    Kind.VILLA: Object.COAT_OF_ARMS,
}
"""The object of each type: the first three from the rulebook's examples, the others supposed; the tiles print them."""

OBJECTS_UNSURE: Final = (Kind.CATHEDRALE, Kind.CASTELLO, Kind.VILLA)
"""The kinds whose object is supposed."""

FIRST_PRICES: Final[Mapping[Color, int]] = {
    Color.WHITE: 6,
    Color.YELLOW: 5,
    Color.RED: 4,
    Color.GREEN: 3,
    Color.BLUE: 2,
    Color.BLACK: 1,
}
"""Coins for a block in section 1; each further section is 1 cheaper, down to nothing. Rulebook, Action I."""

BLOCKS_ON_SECTION_1: Final = 1
"""Blocks of each color on section 1 of the wheel at the start. Rulebook, Components and Game Setup."""

CANNOT_PAY_COINS: Final = 2
"""Coins from the bank for a player who cannot pay a block. Rulebook, Action I, special situation 2."""

OBJECT_PRICE: Final = 10
"""Coins for an object on the board. Rulebook, Additional purchase."""

OBJECTS_OF_A_TYPE: Final = 6
"""Objects of each type, one of them for sale on the board. Rulebook, Components."""

SCORING_MARKERS: Final = 6
"""Scoring actions of a player. Rulebook, Action III."""

ANNOUNCING_POINTS: Final = 5
"""Points for announcing the end of the game. Rulebook, The End of the Game."""

COINS_FOR_A_POINT: Final = 5
"""Rulebook, Final Scoring."""

COINS_FOR_A_POINT_WITH_CARD: Final = 2
"""Coins for a point where the top card `coins` is in play. Expansion, The Cards in Detail."""

START_COINS: Final = 20
"""Coins of a player at the start. Rulebook, Components and Game Setup."""

START_BLOCKS: Final = (Color.BLACK, Color.BLUE, Color.GREEN, Color.RED)
"""The block of each player at the start, in seat order. Rulebook, Components and Game Setup."""

BUILDINGS_ON_SHOW: Final = 9
"""Building tiles that lie face up. Rulebook, Components and Game Setup."""

START_SECTION: Final = "V"
"""The section of the wheel that is aligned with the arrow at the start. Rulebook, Components and Game Setup."""


def _for(two: int, three: int, four: int) -> Mapping[int, int]:
    """Return a need by the number of players."""
    return {2: two, 3: three, 4: four}


def _always(need: int) -> Mapping[int, int]:
    return _for(need, need, need)


TOP_NEEDS: Final[Mapping[TopCard, Mapping[int, int]]] = {
    TopCard.SCORE_4: _always(4),
    TopCard.BIG_BUILDINGS: _for(4, 3, 2),
    TopCard.BUILDINGS: _for(8, 7, 6),
    TopCard.POINTS: _for(30, 25, 20),
    TopCard.CITIES: _for(3, 2, 1),
    TopCard.COINS: _for(30, 25, 20),
}
"""What a top card asks for, by number of players. Rulebook, The Three Objectives; Expansion, The Cards in Detail."""

OBJECT_NEEDS: Final[Mapping[ObjectCard, Mapping[int, int]]] = {
    ObjectCard.OBJECTS: _for(8, 7, 6),
    ObjectCard.THREE_PAIRS: _always(3),
    ObjectCard.TWO_TRIPLETS: _always(2),
    ObjectCard.QUADRUPLET: _always(4),
    ObjectCard.PAIR_AND_QUADRUPLET: _always(1),
    ObjectCard.FOUR_DIFFERENT: _always(4),
    ObjectCard.TWO_GROUPS_OF_THREE: _always(2),
    ObjectCard.PAIRS_MULTIPLIED: _always(3),
}
"""What an object card asks for, by number of players. Rulebook, The Three Objectives; Expansion, Cards in Detail."""

BUILDING_NEEDS: Final[Mapping[BuildingCard, Mapping[int, int]]] = {
    BuildingCard.COST_TOTAL: _for(30, 25, 20),
    BuildingCard.TWO_IN_THREE_CITIES: _always(3),
    BuildingCard.THREE_IN_TWO_CITIES: _always(2),
    BuildingCard.FOUR_IN_ONE_CITY: _always(1),
    BuildingCard.COST_8: _always(1),
    BuildingCard.LAND: _for(4, 3, 2),
    BuildingCard.CITY: _for(6, 5, 4),
    BuildingCard.CITIES_MULTIPLIED: _always(3),
    BuildingCard.LAND_CITY_PAIRS: _for(4, 3, 2),
}
"""What a building card asks for, by number of players. Rulebook, The Three Objectives; Expansion, Cards in Detail."""

BASE_CARDS: Final = (TopCard.SCORE_4, ObjectCard.OBJECTS, BuildingCard.COST_TOTAL)
"""The objectives printed on the Objectives board, without the expansion. Rulebook, The Three Objectives."""

BIG_COST: Final = 5
"""From this cost on a building is a big one. Expansion, The Cards in Detail."""

EACH_OBJECT: Final = 3
"""Points for each object, card `objects`. Rulebook, Final Scoring."""

LEFT_OVER_OBJECT: Final = 1
"""Points for each object that the card does not consider. Expansion, Final Scoring."""

EACH_PAIR: Final = 5
EACH_TRIPLET: Final = 7
EACH_PAIR_AND_QUADRUPLET: Final = 20
EACH_GROUP_OF_THREE: Final = 8
"""Points of the object cards. Expansion, The Cards in Detail: Object Cards."""

ALIKE: Final[Mapping[int, int]] = {2: 3, 3: 6, 4: 10, 5: 15, 6: 21}
"""Points for a number of identical objects, card `quadruplet`. Expansion, The Cards in Detail: Object Cards."""

DIFFERENT: Final[Mapping[int, int]] = {2: 3, 3: 7, 4: 12, 5: 18, 6: 24}
"""Points for a number of different objects, card `four-different`. Expansion, The Cards in Detail: Object Cards."""

GROUPS_MULTIPLIED: Final = 3
"""How many groups are multiplied at most, of objects or of cities. Expansion, The Cards in Detail."""


def _by_city(*points: int) -> Mapping[City, int]:
    return dict(zip(City, points, strict=True))


IN_A_CITY: Final[Mapping[BuildingCard, tuple[int, Mapping[City, int]]]] = {
    BuildingCard.TWO_IN_THREE_CITIES: (2, _by_city(11, 9, 7, 5, 3, 1)),
    BuildingCard.THREE_IN_TWO_CITIES: (3, _by_city(17, 14, 11, 8, 5, 2)),
    BuildingCard.FOUR_IN_ONE_CITY: (4, _by_city(23, 19, 15, 11, 7, 3)),
}
"""How many buildings in a city count once, and the points for that. Expansion, The Cards in Detail: Building Cards."""

GREAT_BUILDING: Final[Mapping[City, int]] = _by_city(34, 26, 19, 13, 8, 4)
"""Points for a building of cost 8 by its city. Expansion, The Cards in Detail: Building Cards."""

EACH_LAND_BUILDING: Final = 6
EACH_CITY_BUILDING: Final = 3
"""Points of the building cards. Expansion, The Cards in Detail: Building Cards."""

TWO_CITIES_OF: Final[Mapping[BonusCard, tuple[City, City]]] = {
    BonusCard.LIVORNO_LERICI: (City.LIVORNO, City.LERICI),
    BonusCard.PISA_MASSA: (City.PISA, City.MASSA),
    BonusCard.LUCCA_VIAREGGIO: (City.LUCCA, City.VIAREGGIO),
}
"""The cities that a bonus points card names. Expansion, The Cards in Detail: Bonus Points Cards."""

MAJORITIES: Final[Mapping[BonusCard, tuple[tuple[tuple[City, ...], int], ...]]] = {
    BonusCard.REGION_MAJORITIES: (
        ((City.LIVORNO, City.PISA, City.LUCCA), 9),
        ((City.VIAREGGIO, City.MASSA, City.LERICI), 9),
    ),
    BonusCard.CITY_MAJORITIES: tuple(((city,), points) for city, points in _by_city(14, 12, 10, 8, 6, 4).items()),
}
"""Cities whose highest total cost gives points. Expansion, The Cards in Detail: Bonus Points Cards."""

CARDS_IN_A_PILE: Final = {
    "brown": len(TopCard),
    "purple": len(ObjectCard),
    "gray": len(BuildingCard),
    "green": len(BonusCard),
}
"""Cards of each color. Expansion, Setup."""

FIRST_EXPANSION_NUMBER: Final = 2
"""The number on the four cards for a first game with the expansion. Expansion, Setup."""

FIRST_EXPANSION_CARDS: Final = Cards(
    brown=TopCard.BIG_BUILDINGS,
    purple=ObjectCard.THREE_PAIRS,
    gray=BuildingCard.TWO_IN_THREE_CITIES,
    green=BonusCard.TWO_CITIES,
)
"""The cards with that number. That of the green card is printed; the others follow from the order of the rulebook."""
