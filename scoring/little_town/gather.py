"""What a worker gathers and may activate. Rulebook, Gather and Activate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.little_town.board import AROUND, buildings_around, empty_grass, reserve, terrain
from scoring.little_town.data import FEE, GATHERED, TILES, Works

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.state import Building, Cube, GatherAsk, Table, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Activation:
    """A building that a worker may activate, and the coins that its owner gets for it."""

    cell: str
    tile: Tile
    owner: str
    fee: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """What a worker on a square brings: the cubes of each terrain, and the buildings that it may activate, by rows."""

    resources: Mapping[Cube, int]
    buildings: tuple[Activation, ...]


def gather(table: Table, ask: GatherAsk) -> Gathering:
    """Answer what a worker would bring (contract, section 4)."""
    return gathering(table, ask.player, ask.cell)


def gathering(table: Table, player: str, cell: str) -> Gathering:
    """Return what a worker of a player on this square brings, whether or not it may be put there."""
    return Gathering(resources=gather_resources(table, cell), buildings=activate_a_building(table, player, cell))


def gather_resources(table: Table, cell: str) -> Mapping[Cube, int]:
    """Each terrain square around gives a cube, as far as the reserve goes. Rulebook, Gather Resources."""
    left = reserve(table)
    return {cube: min(number, left[cube]) for cube, number in resources_around(table, cell).items()}


def resources_around(table: Table, cell: str) -> Mapping[Cube, int]:
    """Return the cubes that the terrain around a square would give from a full reserve."""
    land = terrain(table)
    shown = [land[other] for other in AROUND[cell]]
    return {cube: shown.count(of) for of, cube in GATHERED.items()}


def activate_a_building(table: Table, player: str, cell: str) -> tuple[Activation, ...]:
    """Return the buildings around that do something when activated. Rulebook, Activate a Building."""
    return tuple(
        activation(building, player)
        for building in buildings_around(table, cell)
        if TILES[building.tile].works is Works.ACTIVATED
    )


def activation(building: Building, player: str) -> Activation:
    """Another player's building costs a coin, one's own nothing. Rulebook, Activate a Building."""
    fee = 0 if building.owner == player else FEE
    return Activation(cell=building.cell, tile=building.tile, owner=building.owner, fee=fee)


def gatherings(table: Table, player: str) -> Mapping[str, Gathering]:
    """Return what a worker of a player would bring on each empty grass square, by rows."""
    return {cell: gathering(table, player, cell) for cell in empty_grass(table)}
