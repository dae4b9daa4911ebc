"""Complete an Objective Card: which of the known cards a table shows to be met."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring.little_town.objectives import OBJECTIVES, objectives_met
from tests.scoring.little_town.boards import player, town

if TYPE_CHECKING:
    from scoring.little_town.state import Table


def met(table: Table, name: str = "Cathy") -> set[str]:
    return {card.key for card in objectives_met(table, name)}


def test_the_known_cards_are_seventeen_different_ones() -> None:
    assert len({card.key for card in OBJECTIVES}) == len({str(card.message) for card in OBJECTIVES}) == 17
    assert {card.points for card in OBJECTIVES} == {2, 3}


def test_cards_about_a_turn_cannot_be_seen_on_a_table() -> None:
    assert {card.key for card in OBJECTIVES if card.met is None} == {
        "takes-two-kinds",
        "fed-with-fish",
        "spent-at-once",
        "four-activated",
        "points-from-two",
        "five-gathered",
    }


TWO_COINS = (player(coins=2), player("Hank", coins=2))


@pytest.mark.parametrize(
    ("key", "picture", "almost"),
    [
        ("touching", "wf1 wf1\n. wf1", "wf1 wf1\n. . wf1"),
        ("touching", "wf1 wf1 wf1", "wf1 wf2 wf1"),
        ("more-buildings", "wf1 wf1 wf1\n. . .\nwf1 wf1 st1", "wf1 wf1 wf1\n. . .\nwf1 wf1 st2"),
        ("fish", "pi1", "pi2"),
        ("fish", "fm1", "wf1"),
        ("coins", "gm1 ba1", "gm1 ba2"),
        ("coins", "ch1 fo1", "ch1 rs1"),
        ("wood-or-stone", "ws1", "ta1"),
        ("wood-or-stone", "qu1", "sh1"),
        ("dear-stone", "wt1", "ta1"),
        ("dear-wood", "pi1", "ba1"),
        ("three-terrains", "F M L\nwf1 wf1 wf1", "F M L\nwf1 wf1 wf2"),
        ("three-terrains", "F M L\nwf1 wf1 wf1", "F M .\nwf1 wf1 wf1"),
        ("three-terrains", "F M L\nwf1 wf1 wf1", "F M L . wf1 wf1\n. wf1"),
        ("three-terrains", "F . M . L\nwf1 . wf1 . st1", "F . M . L\nwf1 . . . st1"),
    ],
)
def test_cards_about_buildings(key: str, picture: str, almost: str) -> None:
    assert key in met(town(picture, *TWO_COINS))
    assert key not in met(town(almost, *TWO_COINS))


@pytest.mark.parametrize(("coins", "keys"), [(0, {"no-coins"}), (1, set()), (5, set()), (6, {"six-coins"})])
def test_cards_about_coins(coins: int, keys: set[str]) -> None:
    assert met(town("", player(coins=coins), player("Hank"))) == keys


def test_a_card_about_food() -> None:
    assert met(town("", player(coins=1, fish=4, wheat=6), player("Hank"))) == {"food"}
    assert met(town("", player(coins=1, fish=4, wheat=5), player("Hank"))) == set()
