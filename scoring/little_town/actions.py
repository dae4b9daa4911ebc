"""The actions of a turn: what a building costs and brings at once, what a worker gathers, what it activates.

Rulebook, Build a Building; Gather and Activate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scoring.little_town.board import AROUND, buildings_around, reserve, terrain, tiles_offered
from scoring.little_town.data import COINS_FOR_A_CUBE, FEE, GATHERED, TILES, Stock, Works
from scoring.little_town.state import BuildAsk, Building, Cube, GatherAsk, Player, Table, Tile
from scoring.players import player_of

if TYPE_CHECKING:
    from collections.abc import Mapping


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """A player's choice at the shop: the cubes given, and the cubes taken."""

    takes: Stock
    gives: Stock


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """The result of activating a building once: the fee for its owner, the other payment, and the gain.

    `short` includes the fee; `gained` is at most what the reserve holds after the payment.
    """

    fee: int
    paid: Payment
    gained: Stock


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
    shown = [land[neighbour] for neighbour in AROUND[cell]]
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


def use(
    table: Table, player: str, building: Building, swap: Swap | None = None, kept: Mapping[Cube, int] = NOTHING_KEPT
) -> Use:
    """Return the result of activating a building; for the shop without a chosen swap, only the fee.

    Coins pay for the cubes that are `kept`. Rulebook, Substituting Coins for Resources.

    >>> from scoring.little_town.state import Building, Cube, Player, Side, Table, Tile
    >>> brewery = Building(tile=Tile.BREWERY, cell="C4", owner="Hank")
    >>> nick, hank = Player(name="Nick", score=0, coins=1, cubes={Cube.WHEAT: 1}), Player(name="Hank", score=0, coins=0)
    >>> used = use(Table(players=(nick, hank), board=Side.ONE, buildings=(brewery,)), "Nick", brewery)
    >>> used.fee, used.paid.short, used.gained.points
    (1, 0, 3)
    """
    acting = player_of(table, player)
    fee = activation(building, player).fee
    printed = TILES[building.tile]
    takes, gives = printed.takes, printed.gives
    if takes.of_choice:
        takes, gives = (swap.takes, swap.gives) if swap is not None else (Stock(), Stock())
    paid = payment(replace(takes, coins=takes.coins + fee), acting, kept)
    left = reserve(table)
    cubes = {cube: min(number, left[cube] + paid.cubes.get(cube, 0)) for cube, number in gives.cubes.items()}
    return Use(fee=fee, paid=replace(paid, coins=paid.coins - fee), gained=replace(gives, cubes=cubes))
