"""What a building costs and brings at once, and what is paid with coins. Rulebook, Build a Building."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.little_town.board import tiles_offered
from scoring.little_town.data import COINS_FOR_A_CUBE, TILES
from scoring.little_town.state import BuildAsk, Cube, Player, Table, Tile
from scoring.players import player_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.data import Stock


NOTHING_KEPT: Final[Mapping[Cube, int]] = {}
"""No cubes that a player keeps, to pay with coins instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The points for a building, and the cubes above 0 and coins it costs; `short` is the number of coins missing."""

    points: int
    cubes: Mapping[Cube, int]
    coins: int
    affordable: bool
    short: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """The cubes above 0 and the coins of a payment; `short` is the number of coins missing."""

    cubes: Mapping[Cube, int]
    coins: int
    short: int


def build(table: Table, ask: BuildAsk) -> Price:
    """Answer what a building would cost and bring (contract, section 4); the square changes neither."""
    return price(player_of(table, ask.player), ask.tile)


def price(player: Player, tile: Tile, kept: Mapping[Cube, int] = NOTHING_KEPT) -> Price:
    """Return what a player pays for a tile who keeps some cubes and pays coins for them. Rulebook, Build a Building."""
    paid = payment(TILES[tile].cost, player, kept)
    return Price(
        points=TILES[tile].points, cubes=paid.cubes, coins=paid.coins, affordable=not paid.short, short=paid.short
    )


def tiles_by_price(
    table: Table, seat: int, kept: Mapping[Cube, int] = NOTHING_KEPT
) -> tuple[dict[Tile, Price | None], dict[Tile, Price]]:
    """Return the tiles that a player can pay, and the others by what is lacking, each with its price.

    Coins pay for the cubes that are `kept`. A table that keeps no count asks no price: all tiles can be built then.
    """
    if not table.books:
        return dict.fromkeys(tiles_offered(table)), {}
    prices = {tile: price(table.players[seat], tile, kept) for tile in tiles_offered(table)}
    affordable: dict[Tile, Price | None] = {tile: asked for tile, asked in prices.items() if asked.affordable}
    too_dear = sorted((tile for tile in prices if tile not in affordable), key=lambda tile: prices[tile].short)
    return affordable, {tile: prices[tile] for tile in too_dear}


def payment(cost: Stock, player: Player, kept: Mapping[Cube, int] = NOTHING_KEPT) -> Payment:
    """Return the payment of a cost: cubes as far as they go without those `kept`, and three coins for each missing one.

    Rulebook, Substituting Coins for Resources. Coins stand in even where the reserve has no cube (a ruling).

    >>> from scoring.little_town.data import TILES
    >>> from scoring.little_town.state import Player, Tile
    >>> nick = Player(name="Nick", score=0, coins=4, cubes={Cube.WOOD: 3})
    >>> paid = payment(TILES[Tile.BARN].cost, nick)
    >>> paid.cubes[Cube.WOOD], paid.coins, paid.short
    (3, 3, 0)
    """
    available = {cube: max(player.cubes.get(cube, 0) - kept.get(cube, 0), 0) for cube in Cube}
    paid = {cube: min(available[cube], cost.cubes.get(cube, 0)) for cube in Cube}
    missing = sum(cost.cubes.values()) - sum(paid.values())
    coins = cost.coins + COINS_FOR_A_CUBE * missing
    cubes = {cube: number for cube, number in paid.items() if number}
    return Payment(cubes=cubes, coins=coins, short=max(coins - player.coins, 0))
