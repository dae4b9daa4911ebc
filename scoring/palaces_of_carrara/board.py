"""What stands on a player board: buildings by city, kind and category, and what they are worth there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.messages import Message, say
from scoring.palaces_of_carrara.data import OBJECTS_OF, OBJECTS_OF_A_TYPE, VALUES
from scoring.palaces_of_carrara.state import LAND_KINDS, Building, Category, City, Kind, Location, Object, Value, What
from scoring.problems import is_legible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.palaces_of_carrara.state import Player, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """Points and coins."""

    points: int = 0
    coins: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingTile:
    """A building tile that nobody has built yet."""

    kind: Kind
    cost: int
    category: Category


def together(payments: Iterable[Payment]) -> Payment:
    """Return the sum of payments."""
    every = tuple(payments)
    return Payment(points=sum(payment.points for payment in every), coins=sum(payment.coins for payment in every))


def category(kind: Kind) -> Category:
    """Return the category of a kind: castello and villa are land buildings. Rulebook, The Building Types."""
    return Category.LAND if kind in LAND_KINDS else Category.CITY


def cost_of(buildings: Iterable[Building]) -> int:
    """Return the blocks that buildings cost together."""
    return sum(building.cost for building in buildings)


def standing_in(player: Player, *cities: City) -> tuple[Building, ...]:
    """Return a player's buildings in some cities."""
    return tuple(building for building in player.buildings if building.city in cities)


def of_kind(player: Player, kind: Kind) -> tuple[Building, ...]:
    """Return a player's buildings of a kind."""
    return tuple(building for building in player.buildings if building.kind == kind)


def of_category(player: Player, chosen: Category) -> tuple[Building, ...]:
    """Return a player's buildings of a category."""
    return tuple(building for building in player.buildings if category(building.kind) == chosen)


def buildings_named(player: Player, what: What, name: str) -> tuple[Building, ...]:
    """Return the buildings that a scoring action looks at."""
    if what is What.KIND:
        return of_kind(player, Kind(name))
    return standing_in(player, City(name)) if what is What.CITY else of_category(player, Category(name))


def value(table: Table, player: Player, location: Location) -> Value:
    """Return the worth of each block of building cost to a player; an upgrade tile covers the printed value.

    Expansion, Upgrade Tiles.
    """
    return table.upgrades[location] if location in player.upgrades else VALUES[location]


def worth(cost: int, each: Value) -> Payment:
    """Return what buildings pay: their cost times a value. Rulebook, Action III.

    >>> worth(5, Value(points=3, coins=1))
    Payment(points=15, coins=5)
    """
    return Payment(points=cost * each.points, coins=cost * each.coins)


def worth_in_its_city(table: Table, player: Player, building: Building) -> Payment:
    """Return what one building pays where it stands."""
    return worth(building.cost, value(table, player, Location(building.city)))


def objects_of(table: Table) -> Mapping[Kind, Object]:
    """Return the object of each kind; defaults fill in what the table does not give."""
    return {**OBJECTS_OF, **table.objects_of}


def same_tile(building: Building | BuildingTile, twin: Building | BuildingTile) -> bool:
    """Return whether two are the same tile; there is one tile of each kind and cost."""
    return (building.kind, building.cost) == (twin.kind, twin.cost)


def tile_key(kind: Kind, cost: int) -> str:
    """Return the name of a building tile in `Table.gone`, such as `villa 3`."""
    return f"{kind.value} {cost}"


def held_by_nobody(table: Table) -> Mapping[Object, int]:
    """Return how many objects of each type nobody holds."""
    return {
        object_type: OBJECTS_OF_A_TYPE - sum(player.objects.get(object_type, 0) for player in table.players)
        for object_type in Object
    }


def for_sale(table: Table) -> tuple[Object, ...]:
    """Return the objects that lie on the board: one of each type until it is sold, never refilled.

    Rulebook, Setup, Additional purchase. Where sales were not recorded, one of each type that nobody can have emptied.
    """
    left = held_by_nobody(table)
    return tuple(
        object_type for object_type in Object if object_type not in (table.sold or ()) and left[object_type] > 0
    )


def supply(table: Table) -> Mapping[Object, int]:
    """Return how many objects of each type are in the supply, without those known to lie for sale on the board.

    Where sales were not recorded, those for sale are among them (a ruling).
    """
    lying = () if table.sold is None else for_sale(table)
    return {object_type: number - (object_type in lying) for object_type, number in held_by_nobody(table).items()}


def called(seat: int, player: Player) -> str | Message:
    """Return the name of a player, or the number where the name is unreadable."""
    return player.name if is_legible(player.name) else say("player {number}", number=seat + 1)


def scored_by(player: Player, what: What) -> tuple[str, ...]:
    """Return the names of what a player has scored."""
    return tuple(marker.name for marker in player.scored if marker.what == what)
