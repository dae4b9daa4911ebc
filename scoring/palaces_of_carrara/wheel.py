"""Actions I and II: the prices of blocks on the wheel, and the cities that accept them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.palaces_of_carrara.data import ACCEPTED, FIRST_PRICES
from scoring.palaces_of_carrara.state import City, Color

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.palaces_of_carrara.state import CitiesAsk, Table, WheelAsk


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelCost:
    """What some blocks cost in a section."""

    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptingCities:
    """The cities that accept some blocks, in the order of the board."""

    cities: tuple[City, ...]


def price(section: int, color: Color) -> int:
    """Return what a block costs in a section: 1 less in each, never below 0. Rulebook, Action I: Buy blocks.

    >>> [price(section, Color.GREEN) for section in (1, 2, 3, 4, 5, 6)]
    [3, 2, 1, 0, 0, 0]
    """
    return max(FIRST_PRICES[color] - (section - 1), 0)


def cost_of_blocks(section: int, blocks: Mapping[Color, int]) -> int:
    """Return the coins for some blocks of one section. Rulebook, Action I: Buy blocks."""
    return sum(number * price(section, color) for color, number in blocks.items())


def wheel(_table: Table, ask: WheelAsk) -> WheelCost:
    """Return the cost of the blocks of a question."""
    return WheelCost(coins=cost_of_blocks(ask.section, ask.blocks))


def cities(_table: Table, ask: CitiesAsk) -> AcceptingCities:
    """Return the cities that accept all blocks of a question. Rulebook, Action II."""
    used = {color for color, number in ask.blocks.items() if number}
    return AcceptingCities(cities=tuple(city for city in City if used.issubset(ACCEPTED[city])))
