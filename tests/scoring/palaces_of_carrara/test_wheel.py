"""Actions I and II: what blocks cost, and where they can be built with."""

from __future__ import annotations

import pytest

from scoring.palaces_of_carrara.state import SECTIONS, CitiesAsk, City, Color, WheelAsk
from scoring.palaces_of_carrara.wheel import cities, cost_of_blocks, price, wheel
from tests.scoring.palaces_of_carrara.boards import player, table


def blocks(text: str) -> dict[Color, int]:
    """Read blocks from `2 green, 1 blue`."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return {Color(color): int(number) for number, color in entries}


def test_buy_blocks_the_first_section() -> None:
    assert [price(1, color) for color in Color] == [6, 5, 4, 3, 2, 1]


def test_buy_blocks_each_section_is_cheaper_down_to_nothing() -> None:
    first, *_, last = ([price(section, color) for color in Color] for section in range(1, SECTIONS + 1))
    assert first == [6, 5, 4, 3, 2, 1]
    assert last == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("section", "bought", "coins"),
    [(2, "1 green, 1 blue, 1 black", 3), (6, "1 white, 1 yellow", 1), (1, "7 white", 42), (3, "", 0)],
)
def test_buy_blocks_what_they_cost(section: int, bought: str, coins: int) -> None:
    assert cost_of_blocks(section, blocks(bought)) == coins
    assert wheel(table(player()), WheelAsk(section=section, blocks=blocks(bought))).coins == coins


@pytest.mark.parametrize(
    ("paid", "accepting"),
    [
        ("1 white", 6),
        ("2 white, 1 yellow", 5),
        ("1 red", 4),
        ("1 red, 2 green", 3),
        ("1 red, 1 green, 2 blue", 2),
        ("5 black, 1 white", 1),
        ("", 6),
    ],
)
def test_build_buildings_each_city_accepts_one_color_more(paid: str, accepting: int) -> None:
    answer = cities(table(player()), CitiesAsk(blocks=blocks(paid)))
    assert answer.cities == tuple(City)[6 - accepting :]
