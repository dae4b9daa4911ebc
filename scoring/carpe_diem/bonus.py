"""What a player receives at once when a structure is completed in the building phase, by heading of the rulebook.

A craftsman gives a black building tile, a fountain the choice of a card; both are the player's to take, not to compute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.carpe_diem.data import (
    ADMINISTRATION_STEPS,
    BAKERY_BREAD,
    GRANARY_BREAD,
    LANDSCAPE_GOODS,
    MARKET_COINS,
    MERCHANT_COINS,
)
from scoring.carpe_diem.state import LANDSCAPES, Good, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.carpe_diem.district import Structure


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What to take into the stock; `goods_returned` says that all goods held go back to the supply first."""

    good: Good | None = None
    goods: int = 0
    goods_returned: bool = False
    coins: int = 0
    bread: int = 0
    steps: int = 0


def landscapes(structure: Structure) -> Bonus:
    """A completed landscape yields its goods: as many as it has tiles, less one. Rulebook, Landscapes."""
    return Bonus(good=LANDSCAPE_GOODS[structure.kind], goods=len(structure.cells) - 1)


def merchant(goods: Mapping[Good, int]) -> Bonus:
    """All goods held become as many coins, and one coin more. Rulebook, Merchant.

    >>> merchant({Good.FISH: 1, Good.CHICKEN: 1, Good.GRAPES: 2}).coins
    5
    """
    return Bonus(goods_returned=True, coins=sum(goods.values()) + MERCHANT_COINS)


def granary() -> Bonus:
    """A granary gives bread. Rulebook, Granary."""
    return Bonus(bread=GRANARY_BREAD)


def administration() -> Bonus:
    """An administration moves the marker, `prestige.advance` says how far. Rulebook, Administration."""
    return Bonus(steps=ADMINISTRATION_STEPS)


def market() -> Bonus:
    """A market gives a coin. Rulebook, Market."""
    return Bonus(coins=MARKET_COINS)


def bakery() -> Bonus:
    """A bakery gives a bread. Rulebook, Bakery."""
    return Bonus(bread=BAKERY_BREAD)


_FIXED = {
    Kind.GRANARY: granary,
    Kind.ADMINISTRATION: administration,
    Kind.MARKET: market,
    Kind.BAKERY: bakery,
}


def bonus(structure: Structure, goods: Mapping[Good, int]) -> Bonus:
    """Return the bonus for a structure just completed by a player who holds `goods`. Rulebook, Building Phase."""
    if structure.kind in LANDSCAPES:
        return landscapes(structure)
    if structure.kind is Kind.MERCHANT:
        return merchant(goods)
    fixed = _FIXED.get(structure.kind, Bonus)
    return fixed()
