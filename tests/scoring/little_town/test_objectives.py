"""Complete an Objective Card: which of the known cards a table, or what was entered of a turn, shows to be met."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from scoring.little_town.moves import complete_objective, construct, take_objective_back
from scoring.little_town.objectives import OBJECTIVES, met_by_meal, met_in_turn, met_now, newly_met, not_met, open_cards
from scoring.little_town.rules import Meal
from scoring.little_town.state import CompletedObjective, Cube, Tile, Visit
from tests.scoring.little_town.boards import NAMES, player, town

if TYPE_CHECKING:
    from scoring.little_town.state import Table


def met(table: Table) -> set[str]:
    return set(met_now(table, 0))


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


FEW: dict[Cube, int] = {}


def in_turn(used: str, gathered: dict[Cube, int], seat: int = 0) -> Table:
    """A turn of a seat in which these buildings were activated and these cubes gathered."""
    table = town(used, player(coins=1), player("Hank", coins=1))
    cells = tuple(building.cell for building in table.buildings)
    return replace(table, visit=Visit(seat=seat, cell="E3", gathered=gathered, used=cells))


@pytest.mark.parametrize(
    ("used", "gathered", "keys"),
    [
        ("", {Cube.WOOD: 3, Cube.STONE: 2}, {"five-gathered"}),
        ("", {Cube.WOOD: 4}, set()),
        ("wf2 wf2 wf2 wf2", FEW, {"four-activated"}),
        ("wf2 wf2 wf2", FEW, set()),
        ("we2 ta2", FEW, {"points-from-two"}),
        ("we2 pi2", FEW, set()),
        ("re2", FEW, {"takes-two-kinds"}),
        ("bn2", FEW, set()),
        ("fm2", {Cube.FISH: 1}, {"spent-at-once"}),
        ("fm2", {Cube.WOOD: 1}, set()),
    ],
)
def test_cards_about_a_turn(used: str, gathered: dict[Cube, int], keys: set[str]) -> None:
    assert met(in_turn(used, gathered)) == keys
    assert met_in_turn(in_turn(used, gathered), 1) == frozenset()


@pytest.mark.parametrize(("players", "workers"), [(2, 5), (3, 4), (4, 3)])
def test_a_card_about_feeding_all_workers_with_fish(players: int, workers: int) -> None:
    table = town("", *(player(name) for name in NAMES[:players]))
    assert met_by_meal(table, Meal(eaten={Cube.FISH: workers}, coins=0, unfed=0)) == {"fed-with-fish"}
    assert met_by_meal(table, Meal(eaten={Cube.FISH: workers - 1, Cube.WHEAT: 1}, coins=0, unfed=0)) == frozenset()


def test_a_completed_card_scores_at_once_is_completed_once_and_can_be_taken_back() -> None:
    before = in_turn("we2 ta2", FEW)
    assert [card.key for card in open_cards(before, met_in_turn(before, 0))] == ["points-from-two"]
    both = complete_objective(complete_objective(before, 1, "points-from-two", 2), 0, "a card of ours", 3)
    assert [player.score for player in both.players] == [3, 2]
    assert open_cards(both, met_in_turn(both, 0)) == ()
    done = CompletedObjective(seat=1, card="points-from-two", points=2)
    back = take_objective_back(both, done)
    assert ([player.score for player in back.players], [completion.card for completion in back.completed]) == (
        [3, 0],
        ["a card of ours"],
    )
    assert take_objective_back(back, done) is back


def test_what_is_met_now_was_not_met_before() -> None:
    before = town("", player(coins=7, wood=3), player("Hank"))
    after = construct(before, 0, Tile.PIER, "C4")
    assert "six-coins" in met(before)
    assert [card.key for card in newly_met(before, after, 0)] == ["fish", "dear-wood"]


def test_only_cards_that_a_table_shows_are_known_not_to_be_met() -> None:
    table = town("", player(coins=2), player("Hank"))
    assert [not_met(table, 0, key) for key in ("no-coins", "five-gathered", "a card of ours")] == [True, False, False]
    assert not not_met(table, 1, "no-coins")
