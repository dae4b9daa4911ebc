"""The words of The Palaces of Carrara: nouns in the singular and plural, and phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.state import (
    BonusCard,
    BuildingCard,
    Category,
    City,
    Location,
    Object,
    ObjectCard,
    TopCard,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


CITIES: Final = {
    City.LIVORNO: "Livorno",
    City.PISA: "Pisa",
    City.LUCCA: "Lucca",
    City.VIAREGGIO: "Viareggio",
    City.MASSA: "Massa",
    City.LERICI: "Lerici",
}

OBJECTS: Final = {
    Object.BOOK: ("book", "books"),
    Object.CROWN: ("crown", "crowns"),
    Object.GATE: ("gate", "gates"),
    Object.CUP: ("cup", "cups"),
    Object.FLAG: ("flag", "flags"),
    Object.COAT_OF_ARMS: ("coat of arms", "coats of arms"),
}

CATEGORY_BUILDINGS: Final = {
    Category.CITY: ("city building", "city buildings"),
    Category.LAND: ("land building", "land buildings"),
}

TOP_CARDS: Final = {
    TopCard.SCORE_4: ("scoring", "scorings"),
    TopCard.BIG_BUILDINGS: ("building of cost 5 or 8", "buildings of cost 5 or 8"),
    TopCard.BUILDINGS: ("building", "buildings"),
    TopCard.POINTS: ("point on the track", "points on the track"),
    TopCard.CITIES: ("city scored", "cities scored"),
    TopCard.COINS: ("coin", "coins"),
}
"""What a top card counts."""

OBJECT_CARDS: Final = {
    ObjectCard.OBJECTS: ("object", "objects"),
    ObjectCard.THREE_PAIRS: ("pair", "pairs"),
    ObjectCard.TWO_TRIPLETS: ("triplet", "triplets"),
    ObjectCard.QUADRUPLET: ("object alike", "objects alike"),
    ObjectCard.PAIR_AND_QUADRUPLET: ("pair with a quadruplet", "pairs with a quadruplet"),
    ObjectCard.FOUR_DIFFERENT: ("different object", "different objects"),
    ObjectCard.TWO_GROUPS_OF_THREE: ("group of 3 different objects", "groups of 3 different objects"),
    ObjectCard.PAIRS_MULTIPLIED: ("pair", "pairs"),
}
"""What an object card counts."""

BUILDING_CARDS: Final = {
    BuildingCard.COST_TOTAL: ("block of building cost", "blocks of building cost"),
    BuildingCard.TWO_IN_THREE_CITIES: ("city with 2 buildings", "cities with 2 buildings"),
    BuildingCard.THREE_IN_TWO_CITIES: ("city with 3 buildings", "cities with 3 buildings"),
    BuildingCard.FOUR_IN_ONE_CITY: ("city with 4 buildings", "cities with 4 buildings"),
    BuildingCard.COST_8: ("building of cost 8", "buildings of cost 8"),
    BuildingCard.LAND: ("land building", "land buildings"),
    BuildingCard.CITY: ("city building", "city buildings"),
    BuildingCard.CITIES_MULTIPLIED: ("city with 2 buildings", "cities with 2 buildings"),
    BuildingCard.LAND_CITY_PAIRS: ("pair of a land and a city building", "pairs of a land and a city building"),
}
"""What a building card counts."""

BONUS_CARDS: Final = {
    BonusCard.TWO_CITIES: "any two cities",
    BonusCard.LIVORNO_LERICI: "Livorno and Lerici",
    BonusCard.PISA_MASSA: "Pisa and Massa",
    BonusCard.LUCCA_VIAREGGIO: "Lucca and Viareggio",
    BonusCard.TWO_KINDS: "any two kinds of buildings",
    BonusCard.SMALLEST_OF_EACH_KIND: "the smallest building of each kind",
    BonusCard.REGION_MAJORITIES: "the highest cost in three cities",
    BonusCard.CITY_MAJORITIES: "the highest cost in each city",
}
"""What a bonus points card scores."""


def given(points: int, coins: int) -> Message:
    """Return points and coins as people say them.

    >>> str(given(15, 5)), str(given(0, 0))
    ('15 points + 5 coins', 'nothing')
    """
    if points and coins:
        return say("{points} + {coins}", points=given(points, 0), coins=given(0, coins))
    if coins:
        return counted(coins, "coin", "coins")
    return counted(points, "point", "points") if points else say("nothing")


def location_name(location: Location) -> str:
    """Return where an upgrade tile lies, as people say it.

    >>> location_name(Location.LUCCA), location_name(Location.LAND)
    ('Lucca', 'land buildings')
    """
    if location.value in set(Category):
        return CATEGORY_BUILDINGS[Category(location.value)][1]
    return CITIES[City(location.value)]


def scorable(what: What, name: str) -> Message:
    """Return what a scoring action scores, as people say it.

    >>> str(scorable(What.CITY, "massa")), str(scorable(What.KIND, "porta"))
    ('Massa', 'the kind porta')
    """
    if what is What.CITY:
        return say("{city}", city=CITIES[City(name)])
    if what is What.CATEGORY:
        return say("the {buildings}", buildings=CATEGORY_BUILDINGS[Category(name)][1])
    return say("the kind {kind}", kind=name)


def objects_named(objects: Mapping[Object, int]) -> tuple[Message, ...]:
    """Return objects as people count them."""
    return tuple(counted(number, *OBJECTS[one]) for one, number in objects.items() if number)


def joined(cities: Iterable[City]) -> str:
    """Return the names of cities that count together.

    >>> joined([City.PISA, City.LUCCA])
    'Pisa + Lucca'
    """
    return " + ".join(CITIES[city] for city in cities)
