"""Complete an Objective Card: the cards about a turn or a meal, which only what was entered of it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.little_town import actions
from companion.games.little_town.extras import Visit
from companion.games.little_town.round_end import Plate
from companion.games.little_town.turn_objectives import (
    met_by_meal,
    met_in_turn,
    met_now,
    newly_met,
    not_met,
    open_cards,
)
from scoring.little_town.state import BOARD_SQUARES, Cube, Tile
from tests.companion.little_town_tables import NAMES, house, player, table_state

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable

FEW: dict[Cube, int] = {}


def in_turn(used: str, gathered: dict[Cube, int], seat: int = 0) -> LittleTownTable:
    """A turn of a seat in which these buildings were activated and these cubes gathered."""
    built = tuple(house(tile, cell) for tile, cell in zip(used.split(), BOARD_SQUARES, strict=False))
    visit = Visit(seat=seat, cell="E3", gathered=gathered, used=tuple(one.cell for one in built))
    return table_state(player("Anna"), player("Ben"), buildings=built, extras={"visit": visit})


@pytest.mark.parametrize(
    ("used", "gathered", "keys"),
    [
        ("", {Cube.WOOD: 3, Cube.STONE: 2}, {"five-gathered"}),
        ("", {Cube.WOOD: 4}, set()),
        ("wheat-field wheat-field wheat-field wheat-field", FEW, {"four-activated"}),
        ("wheat-field wheat-field wheat-field", FEW, set()),
        ("well tavern", FEW, {"points-from-two"}),
        ("well pier", FEW, set()),
        ("restaurant", FEW, {"takes-two-kinds"}),
        ("barn", FEW, set()),
        ("fishmonger", {Cube.FISH: 1}, {"spent-at-once"}),
        ("fishmonger", {Cube.WOOD: 1}, set()),
    ],
)
def test_complete_an_objective_card_about_a_turn(used: str, gathered: dict[Cube, int], keys: set[str]) -> None:
    state = in_turn(used, gathered)
    assert met_in_turn(state, 0) == keys
    assert met_in_turn(state, 1) == frozenset()


def test_complete_an_objective_card_about_a_turn_of_one_s_own() -> None:
    assert met_in_turn(in_turn("well tavern", FEW, seat=1), 0) == frozenset()
    assert met_in_turn(table_state(), 0) == frozenset()


@pytest.mark.parametrize(("players", "workers"), [(2, 5), (3, 4), (4, 3)])
def test_complete_an_objective_card_about_feeding_all_workers_with_fish(players: int, workers: int) -> None:
    state = table_state(*(player(name) for name in NAMES[:players]))
    assert met_by_meal(state, Plate(fish=workers, wheat=0, bought=0)) == {"fed-with-fish"}
    assert met_by_meal(state, Plate(fish=workers - 1, wheat=1, bought=0)) == frozenset()


def test_complete_an_objective_card_once() -> None:
    before = in_turn("well tavern", FEW)
    assert [card.key for card in open_cards(before, met_in_turn(before, 0))] == ["points-from-two"]
    done = actions.complete_objective(1, "points-from-two", 2)(before)
    assert open_cards(done, met_in_turn(done, 0)) == ()


def test_what_is_met_now_was_not_met_before() -> None:
    before = table_state(player("Anna", coins=7, wood=3), player("Ben"))
    after = actions.build(0, Tile.PIER, "C4")(before)
    assert "six-coins" in met_now(before, 0)
    assert [card.key for card in newly_met(before, after, 0)] == ["fish", "dear-wood"]


def test_only_cards_that_a_table_shows_are_known_not_to_be_met() -> None:
    state = table_state(player("Anna", coins=2), player("Ben"))
    assert not_met(state, 0, "no-coins")
    assert not not_met(state, 0, "five-gathered")
    assert not not_met(state, 0, "a card of ours")
    assert not not_met(table_state(player("Anna", coins=0), player("Ben")), 0, "no-coins")
