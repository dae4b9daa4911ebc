"""What a building takes and gives when a worker activates it. Rulebook, Activate a Building."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.little_town.board import reserve, seated
from scoring.little_town.data import TILES, Stock
from scoring.little_town.gather import activation
from scoring.little_town.payment import Payment, payment

if TYPE_CHECKING:
    from scoring.little_town.state import Building, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """What a player chose at the shop: the cubes that go, and those that come."""

    takes: Stock
    gives: Stock


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What activating a building once means: the fee for its owner, what is paid beside it, what is gained.

    The fee is among the coins that may be `short`; `gained` is no more than the reserve holds once all is paid.
    """

    fee: int
    paid: Payment
    gained: Stock


def use(table: Table, player: str, building: Building, swap: Swap | None = None) -> Use:
    """Return what activating a building means; of the shop, without a swap chosen, the fee alone.

    >>> from scoring.little_town.state import Building, Cube, Player, Side, Table, Tile
    >>> brewery = Building(tile=Tile.BREWERY, cell="C4", owner="Hank")
    >>> nick, hank = Player(name="Nick", score=0, coins=1, cubes={Cube.WHEAT: 1}), Player(name="Hank", score=0, coins=0)
    >>> found = use(Table(players=(nick, hank), board=Side.ONE, buildings=(brewery,)), "Nick", brewery)
    >>> found.fee, found.paid.short, found.gained.points
    (1, 0, 3)
    """
    acting = seated(table, player)
    fee = activation(building, player).fee
    printed = TILES[building.tile]
    takes, gives = printed.takes, printed.gives
    if takes.of_choice:
        takes, gives = (swap.takes, swap.gives) if swap is not None else (Stock(), Stock())
    paid = payment(replace(takes, coins=takes.coins + fee), acting)
    left = reserve(table)
    cubes = {cube: min(number, left[cube] + paid.cubes.get(cube, 0)) for cube, number in gives.cubes.items()}
    return Use(fee=fee, paid=replace(paid, coins=paid.coins - fee), gained=replace(gives, cubes=cubes))
