"""The building card (gray) and object card (purple): what they are worth at the end, and how far objectives are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Final

from scoring.fields import in_words
from scoring.messages import Message, counted, say, wordless
from scoring.palaces_of_carrara import data
from scoring.palaces_of_carrara.board import category, cost_of, of_category
from scoring.palaces_of_carrara.state import (
    GREAT_COST,
    Building,
    BuildingCard,
    Category,
    City,
    Object,
    ObjectCard,
    Player,
)
from scoring.palaces_of_carrara.wording import OBJECT_CARDS, multiplied

if TYPE_CHECKING:
    from collections.abc import Iterable


TWO_IN_A_CITY = 2
"""Buildings that each of three cities needs, card `cities-multiplied`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estate:
    """What a building card gives for a player board, and why."""

    points: int
    because: tuple[Message, ...]


def by_city(buildings: Iterable[Building]) -> Mapping[City, int]:
    """Return how many buildings stand in each city, in the order of the board; empty cities are left out."""
    standing = Counter(building.city for building in buildings)
    return {city: standing[city] for city in City if standing[city]}


def great_buildings(player: Player) -> tuple[Building, ...]:
    """Return the buildings of cost 8."""
    return tuple(building for building in player.buildings if building.cost == GREAT_COST)


def pairs(player: Player) -> tuple[tuple[Building, Building], ...]:
    """Return the land and city buildings in pairs, dearest with dearest; the others find no partner."""
    land, city = (
        sorted(of_category(player, category), key=lambda building: -building.cost)
        for category in (Category.LAND, Category.CITY)
    )
    return tuple(zip(land, city, strict=False))


def cost_total(player: Player) -> Estate:
    """The sum of all building costs. Rulebook, Final Scoring."""
    cost = cost_of(player.buildings)
    built = counted(
        len(player.buildings), "{number} building, {cost} in costs", "{number} buildings, {cost} in costs", cost=cost
    )
    return Estate(points=cost, because=(built,) if cost else ())


def in_cities(card: BuildingCard, player: Player) -> Estate:
    """Points for each two, three or four buildings in a city. Expansion, Building Cards."""
    size, points = data.IN_A_CITY[card]
    groups = {city: number // size for city, number in by_city(player.buildings).items() if number >= size}
    because = tuple(_group(number, size, number * points[city], city) for city, number in groups.items())
    return Estate(points=sum(number * points[city] for city, number in groups.items()), because=because)


def _group(number: int, size: int, points: int, city: City) -> Message:
    """Return why groups of buildings in a city give points."""
    sizes = size if number == 1 else wordless("{number} × {size}", number=number, size=size)
    return say("{points} for {size} in {city}", points=points, size=sizes, city=city.noun.name)


def cost_8(player: Player) -> Estate:
    """Points for each building of cost 8 by its city. Expansion, Building Cards."""
    great = great_buildings(player)
    because = tuple(
        say(
            "{points} for the {kind} in {city}",
            points=data.GREAT_BUILDING[building.city],
            kind=building.kind.noun.name,
            city=building.city.noun.name,
        )
        for building in great
    )
    return Estate(points=sum(data.GREAT_BUILDING[building.city] for building in great), because=because)


def each_of(counted_category: Category, points: int, player: Player) -> Estate:
    """Points for each land building, or each city building. Expansion, Building Cards."""
    number = len(of_category(player, counted_category))
    what = counted(number, *counted_category.noun.forms)
    because = (say("{what} ({each} each)", what=what, each=points),) if number else ()
    return Estate(points=points * number, because=because)


def cities_multiplied(player: Player) -> Estate:
    """The largest numbers of buildings in up to three cities are multiplied. Expansion, Building Cards."""
    largest = sorted(by_city(player.buildings).items(), key=lambda group: -group[1])[: data.GROUPS_MULTIPLIED]
    if not largest:
        return Estate(points=0, because=())
    factors = " × ".join(str(number) for _, number in largest)
    where = tuple(city.noun.name for city, _ in largest)
    return Estate(
        points=prod(number for _, number in largest),
        because=(say("{factors} in {where}", factors=factors, where=where),),
    )


def land_city_pairs(player: Player) -> Estate:
    """The costs of land and city buildings in pairs. Expansion, Building Cards."""
    paired = pairs(player)
    because = tuple(wordless("{land} + {city}", land=land.cost, city=city.cost) for land, city in paired)
    return Estate(points=sum(land.cost + city.cost for land, city in paired), because=because)


ESTATES: Final[Mapping[BuildingCard, Callable[[Player], Estate]]] = {
    BuildingCard.COST_TOTAL: cost_total,
    **{card: partial(in_cities, card) for card in data.IN_A_CITY},
    BuildingCard.COST_8: cost_8,
    BuildingCard.LAND: partial(each_of, Category.LAND, data.EACH_LAND_BUILDING),
    BuildingCard.CITY: partial(each_of, Category.CITY, data.EACH_CITY_BUILDING),
    BuildingCard.CITIES_MULTIPLIED: cities_multiplied,
    BuildingCard.LAND_CITY_PAIRS: land_city_pairs,
}
"""What each building card gives at the end."""


def cities_with(least: int, player: Player) -> int:
    """Return in how many cities a player has enough buildings."""
    return sum(number >= least for number in by_city(player.buildings).values())


def _number_of(counted_category: Category, player: Player) -> int:
    return sum(category(building.kind) is counted_category for building in player.buildings)


BUILDING_COUNTED: Final[Mapping[BuildingCard, Callable[[Player], int]]] = {
    BuildingCard.COST_TOTAL: lambda player: cost_of(player.buildings),
    **{card: partial(cities_with, size) for card, (size, _) in data.IN_A_CITY.items()},
    BuildingCard.COST_8: lambda player: len(great_buildings(player)),
    BuildingCard.LAND: partial(_number_of, Category.LAND),
    BuildingCard.CITY: partial(_number_of, Category.CITY),
    BuildingCard.CITIES_MULTIPLIED: partial(cities_with, TWO_IN_A_CITY),
    BuildingCard.LAND_CITY_PAIRS: lambda player: len(pairs(player)),
}
"""What the objective of each building card counts."""


PAIR, TRIPLET, QUADRUPLET = 2, 3, 4
"""The numbers of identical objects in each."""

GROUP = 3
"""The number of different objects in a group."""

Held = Mapping[Object, int]
"""Objects of a player; what is missing counts 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The result of a card for some objects: points, why, and how many objects it does not consider."""

    points: int
    because: tuple[Message, ...]
    left_over: int


def number_of(held: Held) -> int:
    """Return how many objects there are."""
    return sum(held.values())


def kinds(held: Held) -> int:
    """Return how many different objects there are."""
    return sum(number > 0 for number in held.values())


def groups_alike(held: Held, size: int) -> int:
    """Return how many groups of identical objects there are, pairs or triplets; six alike are three pairs."""
    return sum(number // size for number in held.values())


def most_alike(held: Held) -> int:
    """Return the largest number of identical objects."""
    return max(held.values(), default=0)


def pairs_with_quadruplets(held: Held) -> int:
    """Return how many pairs have a quadruplet of their own.

    A quadruplet takes two pairs from its kind, whichever kind it is, so no choice matters.

    >>> pairs_with_quadruplets({Object.BOOK: 6, Object.CUP: 5})
    1
    """
    quadruplets = sum(number >= QUADRUPLET for number in held.values())
    return min(quadruplets, groups_alike(held, PAIR) // (1 + QUADRUPLET // PAIR))


def groups_of_three(held: Held) -> int:
    """Return into how many groups of three different objects a collection can be divided.

    That many groups are possible where the kinds, each at most once a group, fill all places.

    >>> groups_of_three({Object.BOOK: 6, Object.CUP: 2, Object.FLAG: 1, Object.GATE: 1})
    2
    """
    most = number_of(held) // GROUP
    return next(
        groups
        for groups in range(most, -1, -1)
        if sum(min(number, groups) for number in held.values()) >= GROUP * groups
    )


def different_sets(held: Held) -> tuple[int, ...]:
    """Return the sizes of the sets of different objects that are worth most, largest first.

    Each set in turn takes one object of every kind left. Every further object of a set adds at least as much as the one
    before, so one larger and one smaller set are worth more than two of equal size.
    """
    return tuple(sum(number >= height for number in held.values()) for height in range(1, most_alike(held) + 1))


def objects(held: Held) -> Collection:
    """Every object counts. Rulebook, Final Scoring."""
    number = number_of(held)
    return Collection(
        points=data.EACH_OBJECT * number, because=_each(ObjectCard.OBJECTS, number, data.EACH_OBJECT), left_over=0
    )


def three_pairs(held: Held) -> Collection:
    """Points for each pair. Expansion, Object Cards."""
    return _groups(ObjectCard.THREE_PAIRS, held, groups_alike(held, PAIR), data.EACH_PAIR, PAIR)


def two_triplets(held: Held) -> Collection:
    """Points for each triplet. Expansion, Object Cards."""
    return _groups(ObjectCard.TWO_TRIPLETS, held, groups_alike(held, TRIPLET), data.EACH_TRIPLET, TRIPLET)


def pair_and_quadruplet(held: Held) -> Collection:
    """Points for each pair with a quadruplet. Expansion, Object Cards."""
    combined = pairs_with_quadruplets(held)
    card = ObjectCard.PAIR_AND_QUADRUPLET
    return _groups(card, held, combined, data.EACH_PAIR_AND_QUADRUPLET, PAIR + QUADRUPLET)


def two_groups_of_three(held: Held) -> Collection:
    """Points for each group of three different objects. Expansion, Object Cards."""
    return _groups(ObjectCard.TWO_GROUPS_OF_THREE, held, groups_of_three(held), data.EACH_GROUP_OF_THREE, GROUP)


def quadruplet(held: Held) -> Collection:
    """Points for identical objects, more for more of a kind. Expansion, Object Cards."""
    alike = {object_type: number for object_type, number in held.items() if number in data.ALIKE}
    because = tuple(
        say("{points} for {what}", points=data.ALIKE[number], what=counted(number, *object_type.noun.forms))
        for object_type, number in alike.items()
    )
    return Collection(
        points=sum(data.ALIKE[number] for number in alike.values()),
        because=because,
        left_over=number_of(held) - sum(alike.values()),
    )


def four_different(held: Held) -> Collection:
    """Points for sets of different objects, more for larger ones. Expansion, Object Cards."""
    sets = [size for size in different_sets(held) if size in data.DIFFERENT]
    because = tuple(say("{points} for {size} different ones", points=data.DIFFERENT[size], size=size) for size in sets)
    return Collection(
        points=sum(data.DIFFERENT[size] for size in sets), because=because, left_over=number_of(held) - sum(sets)
    )


def pairs_multiplied(held: Held) -> Collection:
    """Up to three of the largest groups of identical objects are multiplied. Expansion, Object Cards.

    A kind is one group and never divided (a ruling); without a group there is no product.
    """
    groups = {object_type: number for object_type, number in held.items() if number >= PAIR}
    largest = dict(sorted(groups.items(), key=lambda group: -group[1])[: data.GROUPS_MULTIPLIED])
    product = prod(largest.values()) if largest else 0
    because: tuple[Message, ...] = ()
    if largest:
        because = (say("{points} for {what}", points=product, what=multiplied(in_words(largest))),)
    return Collection(points=product, because=because, left_over=number_of(held) - sum(largest.values()))


def _groups(card: ObjectCard, held: Held, number: int, points: int, size: int) -> Collection:
    """Return what so many groups of one size are worth."""
    return Collection(
        points=points * number, because=_each(card, number, points), left_over=number_of(held) - size * number
    )


def _each(card: ObjectCard, number: int, points: int) -> tuple[Message, ...]:
    if not number:
        return ()
    what = counted(number, *OBJECT_CARDS[card])
    return (say("{points} for {what} ({each} each)", points=points * number, what=what, each=points),)


COLLECTIONS: Final[Mapping[ObjectCard, Callable[[Held], Collection]]] = {
    ObjectCard.OBJECTS: objects,
    ObjectCard.THREE_PAIRS: three_pairs,
    ObjectCard.TWO_TRIPLETS: two_triplets,
    ObjectCard.QUADRUPLET: quadruplet,
    ObjectCard.PAIR_AND_QUADRUPLET: pair_and_quadruplet,
    ObjectCard.FOUR_DIFFERENT: four_different,
    ObjectCard.TWO_GROUPS_OF_THREE: two_groups_of_three,
    ObjectCard.PAIRS_MULTIPLIED: pairs_multiplied,
}
"""What each object card gives at the end."""

OBJECT_COUNTED: Final[Mapping[ObjectCard, Callable[[Held], int]]] = {
    ObjectCard.OBJECTS: number_of,
    ObjectCard.THREE_PAIRS: lambda held: groups_alike(held, PAIR),
    ObjectCard.TWO_TRIPLETS: lambda held: groups_alike(held, TRIPLET),
    ObjectCard.QUADRUPLET: most_alike,
    ObjectCard.PAIR_AND_QUADRUPLET: pairs_with_quadruplets,
    ObjectCard.FOUR_DIFFERENT: kinds,
    ObjectCard.TWO_GROUPS_OF_THREE: groups_of_three,
    ObjectCard.PAIRS_MULTIPLIED: lambda held: groups_alike(held, PAIR),
}
"""What the objective of each object card counts."""


def collected(card: ObjectCard, held: Held) -> Collection:
    """Return the worth of a collection at the end, including objects that the card does not consider.

    >>> collected(ObjectCard.THREE_PAIRS, {Object.BOOK: 3}).points
    6
    """
    made = COLLECTIONS[card](held)
    if not made.left_over:
        return made
    points = data.LEFT_OVER_OBJECT * made.left_over
    others = counted(
        made.left_over,
        "{points} for {number} object beyond that",
        "{points} for {number} objects beyond that",
        points=points,
    )
    because = (*made.because, others)
    if not made.because:
        named = in_words(held)
        because = (say("{points} for {objects} alone", points=points, objects=named),)
    return Collection(points=made.points + points, because=because, left_over=made.left_over)
