"""The words of The Palaces of Carrara: what cards count, and phrases."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final, Protocol

from scoring.messages import Message, counted, forms, points_text, say, wordless
from scoring.palaces_of_carrara.state import (
    BonusCard,
    BuildingCard,
    Category,
    City,
    Kind,
    Location,
    ObjectCard,
    TopCard,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.palaces_of_carrara.state import Building


class AnyBuilding(Protocol):
    """A building tile, built or not."""

    @property
    def kind(self) -> Kind:
        """What it is."""

    @property
    def cost(self) -> int:
        """The blocks that it costs."""


TOP_CARDS: Final = {
    TopCard.SCORE_4: forms("{number} scoring", "{number} scorings"),
    TopCard.BIG_BUILDINGS: forms("{number} building of cost 5 or 8", "{number} buildings of cost 5 or 8"),
    TopCard.BUILDINGS: forms("{number} building", "{number} buildings"),
    TopCard.POINTS: forms("{number} point on the track", "{number} points on the track"),
    TopCard.CITIES: forms("{number} city scored", "{number} cities scored"),
    TopCard.COINS: forms("{number} coin", "{number} coins"),
}
"""What a top card counts."""

OBJECT_CARDS: Final = {
    ObjectCard.OBJECTS: forms("{number} object", "{number} objects"),
    ObjectCard.THREE_PAIRS: forms("{number} pair", "{number} pairs"),
    ObjectCard.TWO_TRIPLETS: forms("{number} triplet", "{number} triplets"),
    ObjectCard.QUADRUPLET: forms("{number} identical object", "{number} identical objects"),
    ObjectCard.PAIR_AND_QUADRUPLET: forms("{number} pair with a quadruplet", "{number} pairs with a quadruplet"),
    ObjectCard.FOUR_DIFFERENT: forms("{number} different object", "{number} different objects"),
    ObjectCard.TWO_GROUPS_OF_THREE: forms(
        "{number} group of 3 different objects", "{number} groups of 3 different objects"
    ),
    ObjectCard.PAIRS_MULTIPLIED: forms("{number} pair", "{number} pairs"),
}
"""What an object card counts."""

BUILDING_CARDS: Final = {
    BuildingCard.COST_TOTAL: forms("{number} block of building cost", "{number} blocks of building cost"),
    BuildingCard.TWO_IN_THREE_CITIES: forms("{number} city with 2 buildings", "{number} cities with 2 buildings"),
    BuildingCard.THREE_IN_TWO_CITIES: forms("{number} city with 3 buildings", "{number} cities with 3 buildings"),
    BuildingCard.FOUR_IN_ONE_CITY: forms("{number} city with 4 buildings", "{number} cities with 4 buildings"),
    BuildingCard.COST_8: forms("{number} building of cost 8", "{number} buildings of cost 8"),
    BuildingCard.LAND: Category.LAND.noun.forms,
    BuildingCard.CITY: Category.CITY.noun.forms,
    BuildingCard.CITIES_MULTIPLIED: forms("{number} city with 2 buildings", "{number} cities with 2 buildings"),
    BuildingCard.LAND_CITY_PAIRS: forms(
        "{number} pair of a land and a city building", "{number} pairs of a land and a city building"
    ),
}
"""What a building card counts."""

BONUS_CARDS: Final = {
    BonusCard.TWO_CITIES: say("any two cities"),
    BonusCard.LIVORNO_LERICI: say("Livorno and Lerici"),
    BonusCard.PISA_MASSA: say("Pisa and Massa"),
    BonusCard.LUCCA_VIAREGGIO: say("Lucca and Viareggio"),
    BonusCard.TWO_KINDS: say("any two kinds of buildings"),
    BonusCard.SMALLEST_OF_EACH_KIND: say("the smallest building of each kind"),
    BonusCard.REGION_MAJORITIES: say("the highest cost in three cities"),
    BonusCard.CITY_MAJORITIES: say("the highest cost in each city"),
}
"""What a bonus points card scores."""


def given(points: int, coins: int) -> Message:
    """Return points and coins as people say them.

    >>> str(given(15, 5)), str(given(0, 0))
    ('15 points + 5 coins', 'nothing')
    """
    if points and coins:
        return wordless("{points} + {coins}", points=given(points, 0), coins=given(0, coins))
    if coins:
        return counted(coins, "{number} coin", "{number} coins")
    return points_text(points) if points else say("nothing")


def scorable(what: What, name: str) -> Message:
    """Return what a scoring action scores, as people say it.

    >>> str(scorable(What.CITY, "massa")), str(scorable(What.KIND, "porta")), str(scorable(What.CATEGORY, "land"))
    ('Massa', 'the kind porta', 'land buildings')
    """
    if what is What.CITY:
        return City(name).noun.name
    if what is What.CATEGORY:
        return Category(name).noun.name
    return say("the kind {kind}", kind=Kind(name).noun.name)


def scorable_title(what: What, name: str) -> Message:
    """Return the title of a scoring action.

    >>> str(scorable_title(What.KIND, "porta")), str(scorable_title(What.CATEGORY, "land"))
    ('Porta', 'Land buildings')
    """
    return Kind(name).noun.title if what is What.KIND else Location(name).noun.title


def building_name(building: AnyBuilding) -> Message:
    """Return the name of a building tile: its kind and cost."""
    return wordless("{kind} {cost}", kind=building.kind.noun.name, cost=building.cost)


def building_in_city(building: Building) -> Message:
    """Return the name of a building with its city."""
    return say(
        "{kind} {cost} in {city}", kind=building.kind.noun.name, cost=building.cost, city=building.city.noun.name
    )


def joined(cities: Iterable[City]) -> str:
    """Return the names of cities that count together.

    >>> joined([City.PISA, City.LUCCA])
    'Pisa + Lucca'
    """
    return " + ".join(str(city.noun.name) for city in cities)


def multiplied(factors: Iterable[Message]) -> Message:
    """Return factors as a product; there is one at least.

    >>> str(multiplied((say("book"), say("cup"))))
    'book × cup'
    """
    return reduce(lambda first, second: wordless("{first} × {second}", first=first, second=second), factors)
