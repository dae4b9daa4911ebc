"""What a building costs and brings at once. Rulebook, Build a Building."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.little_town.board import seated, tiles_left
from scoring.little_town.data import TILES
from scoring.little_town.payment import payment
from scoring.little_town.state import BuildAsk, Cube, Player, Table, Tile

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """Points for a building, cubes above 0 and coins paid for it; `short` are the coins that are missing."""

    points: int
    cubes: Mapping[Cube, int]
    coins: int
    affordable: bool
    short: int


def build(table: Table, ask: BuildAsk) -> Price:
    """Answer what a building would cost and bring (contract, section 4); the square changes neither."""
    return price(seated(table, ask.player), ask.tile)


def price(player: Player, tile: Tile) -> Price:
    """Return what a player pays for a tile. Rulebook, Build a Building."""
    paid = payment(TILES[tile].cost, player)
    return Price(
        points=TILES[tile].points, cubes=paid.cubes, coins=paid.coins, affordable=not paid.short, short=paid.short
    )


def prices(table: Table, player: str) -> Mapping[Tile, Price]:
    """Return what a player would pay for each tile that is not on the board yet; the market may lack some of them."""
    return {tile: price(seated(table, player), tile) for tile in Tile if tiles_left(table, tile)}
