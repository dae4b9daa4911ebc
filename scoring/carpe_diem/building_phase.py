"""The building phase: what a completed structure gives at once, and how far the marker moves on the prestige bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scoring.carpe_diem import data
from scoring.carpe_diem.district import Structure, built_by
from scoring.carpe_diem.state import LANDSCAPES, Edition, Good, Kind, Table

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What a player takes into the stock; with `goods_returned` all goods held go back to the supply first."""

    good: Good | None = None
    goods: int = 0
    goods_returned: bool = False
    coins: int = 0
    bread: int = 0
    steps: int = 0


class Moved(NamedTuple):
    """A move on the prestige bar: the steps made, and the points for steps past its end."""

    steps: int
    points: int


def landscapes(structure: Structure) -> Bonus:
    """A completed landscape gives one good fewer than it has tiles. Rulebook, Landscapes."""
    return Bonus(good=data.LANDSCAPE_GOODS[structure.kind], goods=len(structure.cells) - 1)


def merchant(goods: Mapping[Good, int]) -> Bonus:
    """A merchant turns all goods held into as many coins, and gives one more. Rulebook, Merchant.

    >>> merchant({Good.FISH: 1, Good.CHICKEN: 1, Good.GRAPES: 2}).coins
    5
    """
    return Bonus(goods_returned=True, coins=sum(goods.values()) + data.MERCHANT_COINS)


def granary() -> Bonus:
    """A granary gives bread. Rulebook, Granary."""
    return Bonus(bread=data.GRANARY_BREAD)


def administration() -> Bonus:
    """An administration moves the marker on the prestige bar, see `advance`. Rulebook, Administration."""
    return Bonus(steps=data.ADMINISTRATION_STEPS)


def market() -> Bonus:
    """A market gives a coin. Rulebook, Market."""
    return Bonus(coins=data.MARKET_COINS)


def bakery() -> Bonus:
    """A bakery gives a bread. Rulebook, Bakery."""
    return Bonus(bread=data.BAKERY_BREAD)


_FIXED = {Kind.GRANARY: granary, Kind.ADMINISTRATION: administration, Kind.MARKET: market, Kind.BAKERY: bakery}


def bonus(structure: Structure, goods: Mapping[Good, int]) -> Bonus:
    """Return the bonus for a structure just completed by a player who holds `goods`. Rulebook, Building Phase."""
    if structure.kind in LANDSCAPES:
        return landscapes(structure)
    if structure.kind is Kind.MERCHANT:
        return merchant(goods)
    fixed = _FIXED.get(structure.kind, Bonus)
    return fixed()


def settled_key(seat: int, structure: Structure) -> str:
    """Return the entry of `Table.settled` for a structure."""
    return " ".join((str(seat), structure.kind.value, *structure.cells))


def pending(table: Table, seat: int) -> tuple[tuple[Structure, Bonus], ...]:
    """Return the completed structures whose bonus was neither taken nor waived, landscapes first; villas have none."""
    player = table.players[seat]
    completed = (structure for structure in built_by(player).structures if structure.kind is not Kind.VILLA)
    waiting = [structure for structure in completed if settled_key(seat, structure) not in table.settled]
    waiting.sort(key=lambda structure: structure.kind not in LANDSCAPES)
    return tuple((structure, bonus(structure, player.goods)) for structure in waiting)


def bonuses_taken(table: Table, seat: int, cell: str) -> tuple[Kind, ...]:
    """Return the kinds of the completed structures on a square whose bonus is no longer open."""
    built = built_by(table.players[seat]).structures
    on_square = (
        structure
        for structure in built
        if cell in structure.cells and structure.kind not in (Kind.VILLA, Kind.CRAFTSMAN)
    )
    return tuple(structure.kind for structure in on_square if settled_key(seat, structure) in table.settled)


def writ_key(seat: int, cell: str) -> str:
    """Return the entry of `Table.writs` for a square."""
    return f"{seat} {cell}"


def overflow_points(edition: Edition) -> int:
    """Return the points for each step past the end of the bar; the first edition gives none (a ruling)."""
    return data.POINT_FOR_A_STEP if edition is Edition.SECOND else 0


def advance(steps: int, room: int, edition: Edition) -> Moved:
    """Return the move by `steps` where `room` steps are left to the end of the bar. Rulebook, Administration.

    Steps of a forum card count like those of an administration or a writ (a ruling).

    >>> advance(5, 2, Edition.SECOND)
    Moved(steps=2, points=3)
    """
    made = min(steps, room)
    return Moved(steps=made, points=overflow_points(edition) * (steps - made))
