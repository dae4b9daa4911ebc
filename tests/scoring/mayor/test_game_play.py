"""Game Play, action by action: what each leaves of a table in play."""

from __future__ import annotations

import pytest

from scoring.mayor.data import AMENITY_REWARDS
from scoring.mayor.last_placements import is_over
from scoring.mayor.state import Kind, Tile, Variant
from scoring.mayor.turns import (
    Laying,
    Purchase,
    marker_put,
    may_use_amenity,
    others_on_space,
    tile_bought,
    tile_placed,
    tile_removed,
    tile_shown,
    turn_passed,
    unknown_tiles,
    walked,
)
from tests.scoring.mayor.tables import AMENITY, ORDER, earned, holding, in_play, player, three_in_play, tile

ANNA, BEN, CLEO = 0, 1, 2
POINTS, GOLD = AMENITY_REWARDS


@pytest.mark.parametrize(("space", "gold"), [("shop", 0), ("church", 1), ("park", 3), ("statue", 6), ("bank", 10)])
def test_move_the_first_step_is_free_and_the_whole_round_costs_ten(space: str, gold: int) -> None:
    after = walked(three_in_play(), ANNA, Kind(space), ORDER)
    assert after.players[ANNA].banker == 25 - gold
    assert (after.markers[ANNA], after.walked) == (Kind(space), True)


def test_move_a_marker_that_stood_nowhere_costs_nothing() -> None:
    after = walked(three_in_play(markers=(None,) * 4), BEN, Kind.PARK, ORDER)
    assert (after.players[BEN].banker, after.markers) == (25, (None, Kind.PARK, None, None))


def test_game_play_a_neutral_marker_moves_on_to_the_first_free_space_after_the_action() -> None:
    markers = (Kind.BANK, Kind.CHURCH, Kind.CHURCH, Kind.SHOP)
    moved = walked(three_in_play(markers=markers), ANNA, Kind.SHOP, ORDER)
    assert others_on_space(moved, ANNA) == 1
    assert moved.markers[3] is Kind.SHOP
    after = turn_passed(moved, ANNA, ORDER)
    assert after.markers == (Kind.SHOP, Kind.CHURCH, Kind.CHURCH, Kind.PARK)
    assert marker_put(after, 3, Kind.SHOP).markers == moved.markers


def test_game_play_two_neutral_markers_on_one_space_take_two_free_ones() -> None:
    markers = (Kind.SHOP, Kind.CHURCH, Kind.SHOP, Kind.SHOP)
    after = turn_passed(in_play(player("Anna"), player("Ben"), markers=markers), ANNA, ORDER)
    assert after.markers == (Kind.SHOP, Kind.CHURCH, Kind.PARK, Kind.STATUE)


def test_pass_brings_two_gold_and_the_next_turn() -> None:
    after = turn_passed(three_in_play(turn=CLEO, walked=True), CLEO, ORDER)
    assert after.players[CLEO].banker == 27
    assert (after.turn, after.walked) == (ANNA, False)


def test_buy_a_tile_it_lies_in_front_of_the_player_and_its_line_shows_the_next_price() -> None:
    before = three_in_play(tile_lines={Kind.SHOP: 4}, shown={Kind.SHOP: 6, Kind.BANK: 3})
    after = tile_bought(before, ANNA, Purchase(tile=tile("shop", "red N o"), gold=7, shown=5), ORDER)
    assert (after.players[ANNA].banker, after.players[ANNA].tiles) == (18, 1)
    assert after.held[ANNA] == (tile("shop", "red N o"),)
    assert after.tile_lines == {Kind.SHOP: 3}
    assert after.shown == {Kind.BANK: 3, Kind.SHOP: 5}
    assert tile_bought(before, ANNA, Purchase(tile=tile("shop"), gold=7), ORDER).shown == {Kind.BANK: 3}


def test_buy_a_tile_a_civic_amenity_lies_in_no_line() -> None:
    before = three_in_play()
    assert tile_bought(before, ANNA, Purchase(tile=AMENITY, gold=0), ORDER) == before


def test_buy_a_tile_what_it_shows_may_be_told_later() -> None:
    before = holding(three_in_play(), ANNA, tile("shop"), AMENITY)
    assert unknown_tiles(before, ANNA) == 0
    after = tile_shown(before, ANNA, 0, tile("shop", "red N o"))
    assert after.held[ANNA] == (tile("shop", "red N o"), AMENITY)
    without = tile_removed(after, ANNA, 1)
    assert (without.held[ANNA], without.players[ANNA].tiles) == ((tile("shop", "red N o"),), 1)


def test_place_a_tile_it_pays_everybody_and_is_gone() -> None:
    before = holding(three_in_play(), ANNA, tile("bank"), tile("shop"))
    after = tile_placed(before, ANNA, Laying(placement=earned((2, 4), (1, 2), (0, 0)), tile=0), ORDER)
    assert [(one.citizen, one.banker) for one in after.players] == [(2, 29), (1, 27), (0, 25)]
    assert after.held[ANNA] == (tile("shop"),)
    assert after.players[ANNA].tiles == 1


def test_game_end_nobody_moves_any_more_once_a_citizen_is_on_50() -> None:
    after = tile_placed(three_in_play(citizen=48), BEN, Laying(placement=earned((6, 0), (3, 0), (6, 0))), ORDER)
    assert [one.citizen for one in after.players] == [48, 51, 48]
    assert is_over(after)


def test_civic_amenities_that_of_a_block_takes_the_place_of_the_tile_and_of_its_score() -> None:
    before = holding(three_in_play(citizen=5), ANNA, tile("bank"))
    after = tile_placed(before, ANNA, Laying(placement=None, tile=0, rainbow=True), ORDER)
    assert after.held[ANNA] == (AMENITY,)
    assert (after.players[ANNA].citizen, after.players[ANNA].tiles) == (4, 1)


def test_civic_amenities_one_makes_room_for_the_tile_that_it_brings() -> None:
    two = in_play(player("Anna"), player("Ben"))
    before = holding(two, ANNA, tile("shop"), AMENITY, tile("bank"), tile("church"))
    after = tile_bought(before, ANNA, Purchase(tile=tile("park"), gold=0, reward=GOLD), ORDER)
    assert (after.players[ANNA].tiles, after.players[ANNA].banker) == (4, 29)
    assert [one.kind for one in after.held[ANNA]] == [Kind.SHOP, Kind.BANK, Kind.CHURCH, Kind.PARK]


def test_civic_amenities_one_pays_beside_the_tile_that_it_lets_be_placed() -> None:
    before = holding(three_in_play(), ANNA, AMENITY, tile("shop"))
    laying = Laying(placement=earned((0, 4), (0, 0), (0, 0)), tile=0, reward=POINTS)
    anna = tile_placed(before, ANNA, laying, ORDER).players[ANNA]
    assert (anna.citizen, anna.banker, anna.tiles) == (2, 29, 0)


@pytest.mark.parametrize(
    ("tiles", "entered", "closing", "may"),
    [
        (0, (), False, False),
        (1, (), False, True),  # nobody has entered what it shows
        (1, (tile("shop"),), False, False),
        (1, (AMENITY,), False, True),
        (1, (AMENITY,), True, False),
    ],
)
def test_civic_amenities_are_used_by_who_may_have_one(
    tiles: int, entered: tuple[Tile, ...], *, closing: bool, may: bool
) -> None:
    seated = in_play(
        player("Anna", tiles=tiles), player("Ben"), held=(entered, ()), variants=tuple(Variant), closing=closing
    )
    assert may_use_amenity(seated, ANNA) is may


@pytest.mark.parametrize(("variants", "due"), [((Variant.EVENTS,), True), ((), False)])
def test_events_the_rainbow_calls_for_another_one(variants: tuple[Variant, ...], *, due: bool) -> None:
    laying = Laying(placement=earned((0, 0)), rainbow=True)
    assert tile_placed(three_in_play(variants=variants), ANNA, laying, ORDER).event_due is due
