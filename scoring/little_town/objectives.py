"""The objective cards that are known: what they ask for, their points, and whether a table shows that they are met.

They only remind: the points are entered on the score track, because copies of the game differ in their cards and one
card is not known. Only a table in play shows what happened within a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Final

from scoring.grid import neighbours, region
from scoring.little_town.board import AROUND, owned, terrain
from scoring.little_town.data import GATHERED, TILES, WORKERS, PrintedTile
from scoring.little_town.state import BOARD_COLUMNS, BOARD_ROWS, FOOD, Cube, Table
from scoring.messages import Message, say
from scoring.players import player_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.little_town.rules import Meal


BESIDE: Final = neighbours(BOARD_COLUMNS, BOARD_ROWS)
"""The squares that touch a square by a side."""

TOUCHING: Final = 3
"""Buildings that touch each other. Objective card."""

FOOD_FOR_A_WORKER: Final = 2
"""Food held for each worker. Objective card."""

RICH: Final = 6
"""Coins held. Objective card."""

DEAR: Final = 3
"""Wood, or stone, that a building costs at least. Objective cards."""

COIN_BUILDINGS: Final = 2
"""Buildings that make or take coins. Objective card."""

GATHERED_AT_LEAST: Final = 5
"""Cubes gathered in one turn. Objective card."""

ACTIVATED_AT_LEAST: Final = 4
"""Buildings activated in one turn. Objective card."""

BUILDINGS_WITH_POINTS: Final = 2
"""Buildings that gave points in one turn. Objective card."""

KINDS_TAKEN: Final = 2
"""Kinds of cubes that an activated building takes. Objective card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveCard:
    """An objective card; `met` returns whether a player meets it as the table lies, `None` where that does not show."""

    key: str
    message: Message
    points: int
    met: Callable[[Table, str], bool] | None = None


def _three_touching(table: Table, player: str) -> bool:
    cells = {building.cell for building in owned(table, player)}
    return any(
        len(region(cell, lambda square: cells.intersection(BESIDE[square].values()))) >= TOUCHING for cell in cells
    )


def _next_to_all_terrains(table: Table, player: str) -> bool:
    """Return whether a player has a building of its own for each terrain, on a square around it."""
    land = terrain(table)
    near = [{land[neighbour] for neighbour in AROUND[building.cell]} for building in owned(table, player)]
    return any(
        all(kind in around for kind, around in zip(GATHERED, three, strict=True))
        for three in permutations(near, len(GATHERED))
    )


def _more_buildings_than_workers(table: Table, player: str) -> bool:
    return len(owned(table, player)) > WORKERS[len(table.players)]


def _twice_the_food(table: Table, player: str) -> bool:
    held = sum(player_of(table, player).cubes.get(food, 0) for food in FOOD)
    return held >= FOOD_FOR_A_WORKER * WORKERS[len(table.players)]


def _without_coins(table: Table, player: str) -> bool:
    return player_of(table, player).coins == 0


def _rich(table: Table, player: str) -> bool:
    return player_of(table, player).coins >= RICH


def _owned_such(table: Table, player: str, such: Callable[[PrintedTile], bool]) -> int:
    return sum(such(TILES[building.tile]) for building in owned(table, player))


def _handles(printed: PrintedTile, *cubes: Cube) -> bool:
    """Return whether a building makes or takes one of these cubes when it is activated."""
    return any(cube in stock.cubes for stock in (printed.takes, printed.gives) for cube in cubes)


def _fish(table: Table, player: str) -> bool:
    return _owned_such(table, player, lambda printed: _handles(printed, Cube.FISH)) > 0


def _wood_or_stone(table: Table, player: str) -> bool:
    return _owned_such(table, player, lambda printed: _handles(printed, Cube.WOOD, Cube.STONE)) > 0


def _coins(table: Table, player: str) -> bool:
    trades = _owned_such(table, player, lambda printed: printed.takes.coins + printed.gives.coins > 0)
    return trades >= COIN_BUILDINGS


def _dear_in_stone(table: Table, player: str) -> bool:
    return _owned_such(table, player, lambda printed: printed.cost.cubes.get(Cube.STONE, 0) >= DEAR) > 0


def _dear_in_wood(table: Table, player: str) -> bool:
    return _owned_such(table, player, lambda printed: printed.cost.cubes.get(Cube.WOOD, 0) >= DEAR) > 0


OBJECTIVES: Final = (
    ObjectiveCard(
        key="touching", points=3, met=_three_touching, message=say("Own 3 buildings that touch along their sides")
    ),
    ObjectiveCard(
        key="more-buildings", points=3, met=_more_buildings_than_workers, message=say("Own more buildings than workers")
    ),
    ObjectiveCard(
        key="food", points=3, met=_twice_the_food, message=say("Hold at least twice as much food as you have workers")
    ),
    ObjectiveCard(
        key="three-terrains",
        points=3,
        met=_next_to_all_terrains,
        message=say("Own buildings next to a lake, a mountain and a forest"),
    ),
    ObjectiveCard(key="takes-two-kinds", points=2, message=say("Activate a building that takes 2 kinds of cubes")),
    ObjectiveCard(key="fed-with-fish", points=2, message=say("Feed all workers with fish")),
    ObjectiveCard(key="fish", points=2, met=_fish, message=say("Own a building that makes or takes fish")),
    ObjectiveCard(key="coins", points=3, met=_coins, message=say("Own 2 buildings that make or take coins")),
    ObjectiveCard(
        key="wood-or-stone",
        points=2,
        met=_wood_or_stone,
        message=say("Own a building that makes or takes wood or stone"),
    ),
    ObjectiveCard(
        key="dear-stone", points=2, met=_dear_in_stone, message=say("Own a building that costs 3 stone or more")
    ),
    ObjectiveCard(key="no-coins", points=3, met=_without_coins, message=say("Hold no coins")),
    ObjectiveCard(key="six-coins", points=2, met=_rich, message=say("Hold 6 coins or more")),
    ObjectiveCard(key="spent-at-once", points=2, message=say("Spend a cube in the turn in which you gathered it")),
    ObjectiveCard(key="four-activated", points=3, message=say("Activate 4 buildings in one turn")),
    ObjectiveCard(key="points-from-two", points=2, message=say("Get points from 2 buildings in one turn")),
    ObjectiveCard(key="five-gathered", points=2, message=say("Gather 5 cubes in one turn")),
    ObjectiveCard(
        key="dear-wood", points=2, met=_dear_in_wood, message=say("Own a building that costs 3 wood or more")
    ),
)
"""The known cards. Objective cards, from public scans."""


def met_in_turn(table: Table, seat: int) -> frozenset[str]:
    """Return the keys of the cards that a player meets by what was entered of the present turn."""
    visit = table.visit
    if visit is None or visit.seat != seat:
        return frozenset()
    used = [TILES[building.tile] for building in table.buildings if building.cell in visit.used]
    met = {
        "five-gathered": sum(visit.gathered.values()) >= GATHERED_AT_LEAST,
        "four-activated": len(visit.used) >= ACTIVATED_AT_LEAST,
        "points-from-two": sum(tile.gives.points > 0 for tile in used) >= BUILDINGS_WITH_POINTS,
        "takes-two-kinds": any(len(tile.takes.cubes) >= KINDS_TAKEN for tile in used),
        "spent-at-once": any(cube in visit.gathered for tile in used for cube in tile.takes.cubes),
    }
    return frozenset(key for key, is_met in met.items() if is_met)


def met_by_meal(table: Table, meal: Meal) -> frozenset[str]:
    """Return the key of the card that a meal meets, if it does."""
    return frozenset({"fed-with-fish"} if meal.eaten.get(Cube.FISH) == WORKERS[len(table.players)] else ())


def met_now(table: Table, seat: int) -> frozenset[str]:
    """Return the keys of the cards that a player meets as the table lies, or by the present turn."""
    name = table.players[seat].name
    lying = frozenset(card.key for card in OBJECTIVES if card.met is not None and card.met(table, name))
    return lying | met_in_turn(table, seat)


def newly_met(before: Table, after: Table, seat: int) -> tuple[ObjectiveCard, ...]:
    """Return the cards that nobody has completed and that a player meets now, but not before."""
    return open_cards(after, met_now(after, seat) - met_now(before, seat))


def open_cards(table: Table, keys: frozenset[str]) -> tuple[ObjectiveCard, ...]:
    """Return the known cards with these keys that nobody has completed."""
    done = {objective.card for objective in table.completed}
    return tuple(card for card in OBJECTIVES if card.key in keys - done)


def not_met(table: Table, seat: int, key: str) -> bool:
    """Return whether the table shows that a player does not meet a card; `False` where it cannot tell."""
    seen = any(card.key == key and card.met is not None for card in OBJECTIVES)
    return seen and key not in met_now(table, seat)
