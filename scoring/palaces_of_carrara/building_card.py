"""The building card (gray): what a player board is worth at the end, and how far its objective is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, counted, say, wordless
from scoring.palaces_of_carrara.board import category, cost_of, of_category
from scoring.palaces_of_carrara.data import (
    EACH_CITY_BUILDING,
    EACH_LAND_BUILDING,
    GREAT_BUILDING,
    GROUPS_MULTIPLIED,
    IN_A_CITY,
)
from scoring.palaces_of_carrara.state import GREAT_COST, Building, BuildingCard, Category, City, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


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
    size, points = IN_A_CITY[card]
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
            points=GREAT_BUILDING[building.city],
            kind=building.kind.noun.name,
            city=building.city.noun.name,
        )
        for building in great
    )
    return Estate(points=sum(GREAT_BUILDING[building.city] for building in great), because=because)


def each_of(counted_category: Category, points: int, player: Player) -> Estate:
    """Points for each land building, or each city building. Expansion, Building Cards."""
    number = len(of_category(player, counted_category))
    what = counted(number, *counted_category.noun.forms)
    because = (say("{what} ({each} each)", what=what, each=points),) if number else ()
    return Estate(points=points * number, because=because)


def cities_multiplied(player: Player) -> Estate:
    """The largest numbers of buildings in up to three cities are multiplied. Expansion, Building Cards."""
    largest = sorted(by_city(player.buildings).items(), key=lambda group: -group[1])[:GROUPS_MULTIPLIED]
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
    **{card: partial(in_cities, card) for card in IN_A_CITY},
    BuildingCard.COST_8: cost_8,
    BuildingCard.LAND: partial(each_of, Category.LAND, EACH_LAND_BUILDING),
    BuildingCard.CITY: partial(each_of, Category.CITY, EACH_CITY_BUILDING),
    BuildingCard.CITIES_MULTIPLIED: cities_multiplied,
    BuildingCard.LAND_CITY_PAIRS: land_city_pairs,
}
"""What each building card gives at the end."""


def cities_with(least: int, player: Player) -> int:
    """Return in how many cities a player has enough buildings."""
    return sum(number >= least for number in by_city(player.buildings).values())


def _number_of(counted_category: Category, player: Player) -> int:
    return sum(category(building.kind) is counted_category for building in player.buildings)


COUNTED: Final[Mapping[BuildingCard, Callable[[Player], int]]] = {
    BuildingCard.COST_TOTAL: lambda player: cost_of(player.buildings),
    **{card: partial(cities_with, size) for card, (size, _) in IN_A_CITY.items()},
    BuildingCard.COST_8: lambda player: len(great_buildings(player)),
    BuildingCard.LAND: partial(_number_of, Category.LAND),
    BuildingCard.CITY: partial(_number_of, Category.CITY),
    BuildingCard.CITIES_MULTIPLIED: partial(cities_with, TWO_IN_A_CITY),
    BuildingCard.LAND_CITY_PAIRS: lambda player: len(pairs(player)),
}
"""What the objective of each building card counts."""
