"""The moves: each takes a table and returns the table after it.

They refuse nothing: the limits of the checks and `short` say whether a move is allowed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.fields import AMOUNT_RANGE
from scoring.little_town.build_a_building import NOTHING_KEPT, price
from scoring.little_town.data import UNFED_COST
from scoring.little_town.gather_and_activate import Swap, gather_resources, use
from scoring.little_town.round_end import special_buildings
from scoring.little_town.state import CUBE_RANGE, LAST_ROUND, SCORE_RANGE, Building, Cube, Table, Worker
from scoring.players import player_of, seat_of, with_player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Tile


def gathered(table: Table, player: str, cell: str) -> Table:
    """Put a worker on a square and take what the terrain around it gives. Rulebook, Gather Resources."""
    placed = replace(table, workers=(*table.workers, Worker(cell=cell, owner=player)))
    return resources_taken(placed, player, cell)


def resources_taken(table: Table, player: str, cell: str) -> Table:
    """Take what the terrain around a square gives. Rulebook, Gather Resources; residence tile."""
    return _booked(table, player, gained=gather_resources(table, cell))


def activated(
    table: Table,
    player: str,
    building: Building,
    swap: Swap | None = None,
    kept: Mapping[Cube, int] = NOTHING_KEPT,
) -> Table:
    """Pay the owner, then take and give what the building prints. Rulebook, Activate a Building.

    Coins pay for the cubes that are `kept`.
    """
    used = use(table, player, building, swap, kept)
    booked = _booked(
        table,
        player,
        paid=used.paid.cubes,
        gained=used.gained.cubes,
        coins=used.gained.coins - used.paid.coins - used.fee,
        points=used.gained.points,
    )
    return _booked(booked, building.owner, coins=used.fee)


def constructed(table: Table, player: str, tile: Tile, cell: str, kept: Mapping[Cube, int] = NOTHING_KEPT) -> Table:
    """Pay for a building, put it on the board and score it. Rulebook, Build a Building.

    Coins pay for the cubes that are `kept`. A table does not hold the worker at the construction site.
    """
    asked = price(player_of(table, player), tile, kept)
    placed = replace(table, buildings=(*table.buildings, Building(tile=tile, cell=cell, owner=player)))
    return _booked(placed, player, paid=asked.cubes, coins=-asked.coins, points=asked.points)


def objective_met(table: Table, player: str, points: int) -> Table:
    """Score the points of an objective card at once. Rulebook, Complete an Objective Card."""
    return _booked(table, player, points=points)


def fed(table: Table, player: str, meal: Meal) -> Table:
    """Score the cathedral of a player and feed the workers. Rulebook, Special Buildings, Feed the Workers."""
    points = special_buildings(table, player_of(table, player)) - UNFED_COST * meal.unfed
    return _booked(table, player, paid=meal.eaten, coins=-meal.coins, points=points)


def next_round(table: Table) -> Table:
    """Pick up the workers and move the round token up. Rulebook, Prepare for the Next Round.

    After the last round the workers stay where they are.
    """
    if table.round == LAST_ROUND:
        return table
    return replace(table, workers=(), round=table.round + 1)


def _booked(
    table: Table,
    name: str,
    *,
    paid: Mapping[Cube, int] | None = None,
    gained: Mapping[Cube, int] | None = None,
    coins: int = 0,
    points: int = 0,
) -> Table:
    """Return the table after a player has paid and gained cubes, coins and points, each within its range."""
    player = player_of(table, name)
    held = Counter(player.cubes)
    held.subtract(paid or {})
    held.update(gained or {})
    return with_player(
        table,
        seat_of(table, name),
        cubes={cube: CUBE_RANGE.clamp(number) for cube, number in held.items()},
        coins=AMOUNT_RANGE.clamp(player.coins + coins),
        score=SCORE_RANGE.clamp(player.score + points),
    )
