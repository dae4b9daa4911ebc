"""Game Play and Game End, action by action: what each leaves of a table in play."""

from __future__ import annotations

import pytest

from scoring.mayor import turns
from scoring.mayor.data import AMENITY_REWARDS
from scoring.mayor.state import Kind, Piece, Tile, Variant
from tests.scoring.mayor.tables import AMENITY, ORDER, earned, holding, in_play, player, table, three_in_play, tile

ANNA, BEN, CLEO = 0, 1, 2
POINTS, GOLD = AMENITY_REWARDS


@pytest.mark.parametrize(("space", "gold"), [("shop", 0), ("church", 1), ("park", 3), ("statue", 6), ("bank", 10)])
def test_move_the_first_step_is_free_and_the_whole_round_costs_ten(space: str, gold: int) -> None:
    after = turns.walk(three_in_play(), ANNA, Kind(space), ORDER)
    assert after.players[ANNA].banker == 25 - gold
    assert (after.markers[ANNA], after.walked) == (Kind(space), True)


def test_move_a_marker_that_stood_nowhere_costs_nothing() -> None:
    after = turns.walk(three_in_play(markers=(None,) * 4), BEN, Kind.PARK, ORDER)
    assert (after.players[BEN].banker, after.markers) == (25, (None, Kind.PARK, None, None))


def test_game_play_a_neutral_marker_moves_on_to_the_first_free_space_after_the_action() -> None:
    markers = (Kind.BANK, Kind.CHURCH, Kind.CHURCH, Kind.SHOP)
    moved = turns.walk(three_in_play(markers=markers), ANNA, Kind.SHOP, ORDER)
    assert turns.others_on_space(moved, ANNA) == 1
    assert moved.markers[3] is Kind.SHOP
    after = turns.pass_turn(moved, ANNA, ORDER)
    assert after.markers == (Kind.SHOP, Kind.CHURCH, Kind.CHURCH, Kind.PARK)
    assert turns.put_marker(after, 3, Kind.SHOP).markers == moved.markers


def test_game_play_two_neutral_markers_on_one_space_take_two_free_ones() -> None:
    markers = (Kind.SHOP, Kind.CHURCH, Kind.SHOP, Kind.SHOP)
    after = turns.pass_turn(in_play(player("Anna"), player("Ben"), markers=markers), ANNA, ORDER)
    assert after.markers == (Kind.SHOP, Kind.CHURCH, Kind.PARK, Kind.STATUE)


def test_pass_brings_two_gold_and_the_next_turn() -> None:
    after = turns.pass_turn(three_in_play(turn=CLEO, walked=True), CLEO, ORDER)
    assert after.players[CLEO].banker == 27
    assert (after.turn, after.walked) == (ANNA, False)


def test_buy_a_tile_it_lies_in_front_of_the_player_and_its_line_shows_the_next_price() -> None:
    before = three_in_play(tile_lines={Kind.SHOP: 4}, shown={Kind.SHOP: 6, Kind.BANK: 3})
    after = turns.buy_tile(before, ANNA, turns.Purchase(tile=tile("shop", "red N o"), gold=7, shown=5), ORDER)
    assert (after.players[ANNA].banker, after.players[ANNA].tiles) == (18, 1)
    assert after.held[ANNA] == (tile("shop", "red N o"),)
    assert after.tile_lines == {Kind.SHOP: 3}
    assert after.shown == {Kind.BANK: 3, Kind.SHOP: 5}
    assert turns.buy_tile(before, ANNA, turns.Purchase(tile=tile("shop"), gold=7), ORDER).shown == {Kind.BANK: 3}


@pytest.mark.parametrize("kind", ["park", "bank"])
def test_buy_a_tile_a_line_that_is_empty_or_not_known_stays_so(kind: str) -> None:
    lines = {Kind.PARK: 0, Kind.SHOP: 5}
    after = turns.buy_tile(three_in_play(tile_lines=lines), ANNA, turns.Purchase(tile=tile(kind), gold=3), ORDER)
    assert after.tile_lines == lines


def test_buy_a_tile_a_civic_amenity_lies_in_no_line() -> None:
    before = three_in_play()
    assert turns.buy_tile(before, ANNA, turns.Purchase(tile=AMENITY, gold=0), ORDER) == before


def test_buy_a_tile_what_it_shows_may_be_told_later() -> None:
    before = holding(three_in_play(), ANNA, tile("shop"), AMENITY)
    assert turns.unknown_tiles(before, ANNA) == 0
    after = turns.show_tile(before, ANNA, 0, tile("shop", "red N o"))
    assert after.held[ANNA] == (tile("shop", "red N o"), AMENITY)
    without = turns.remove_tile(after, ANNA, 1)
    assert (without.held[ANNA], without.players[ANNA].tiles) == ((tile("shop", "red N o"),), 1)


def test_place_a_tile_it_pays_everybody_and_is_gone() -> None:
    before = holding(three_in_play(), ANNA, tile("bank"), tile("shop"))
    after = turns.place_tile(before, ANNA, turns.Laying(placement=earned((2, 4), (1, 2), (0, 0)), tile=0), ORDER)
    assert [(player.citizen, player.banker) for player in after.players] == [(2, 29), (1, 27), (0, 25)]
    assert after.held[ANNA] == (tile("shop"),)
    assert after.players[ANNA].tiles == 1


def test_game_end_nobody_moves_any_more_once_a_citizen_is_on_50() -> None:
    after = turns.place_tile(
        three_in_play(citizen=48), BEN, turns.Laying(placement=earned((6, 0), (3, 0), (6, 0))), ORDER
    )
    assert [player.citizen for player in after.players] == [48, 51, 48]
    assert turns.is_over(after)


def test_civic_amenities_that_of_a_block_takes_the_place_of_the_tile_and_of_its_score() -> None:
    before = holding(three_in_play(citizen=5), ANNA, tile("bank"))
    after = turns.place_tile(before, ANNA, turns.Laying(placement=None, tile=0, rainbow=True), ORDER)
    assert after.held[ANNA] == (AMENITY,)
    assert (after.players[ANNA].citizen, after.players[ANNA].tiles) == (4, 1)


def test_civic_amenities_one_makes_room_for_the_tile_that_it_brings() -> None:
    two = in_play(player("Anna"), player("Ben"))
    before = holding(two, ANNA, tile("shop"), AMENITY, tile("bank"), tile("church"))
    after = turns.buy_tile(before, ANNA, turns.Purchase(tile=tile("park"), gold=0, reward=GOLD), ORDER)
    assert (after.players[ANNA].tiles, after.players[ANNA].banker) == (4, 29)
    assert [marker.kind for marker in after.held[ANNA]] == [Kind.SHOP, Kind.BANK, Kind.CHURCH, Kind.PARK]


def test_civic_amenities_one_pays_beside_the_tile_that_it_lets_be_placed() -> None:
    before = holding(three_in_play(), ANNA, AMENITY, tile("shop"))
    laying = turns.Laying(placement=earned((0, 4), (0, 0), (0, 0)), tile=0, reward=POINTS)
    anna = turns.place_tile(before, ANNA, laying, ORDER).players[ANNA]
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
    assert turns.may_use_amenity(seated, ANNA) is may


@pytest.mark.parametrize(("variants", "due"), [((Variant.EVENTS,), True), ((), False)])
def test_events_the_rainbow_calls_for_another_one(variants: tuple[Variant, ...], *, due: bool) -> None:
    laying = turns.Laying(placement=earned((0, 0)), rainbow=True)
    assert turns.place_tile(three_in_play(variants=variants), ANNA, laying, ORDER).event_due is due


def test_game_end_the_third_empty_line_begins_the_last_placements_with_who_emptied_it() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1, Kind.STATUE: 3}
    before = holding(holding(three_in_play(tile_lines=lines), ANNA, tile("bank")), CLEO, AMENITY)
    after = turns.buy_tile(before, BEN, turns.Purchase(tile=tile("park"), gold=4), ORDER)
    assert (after.closing, after.still, after.turn) == (True, (BEN, ANNA), BEN)
    assert not turns.is_over(after)
    placed = turns.place_tile(after, BEN, turns.Laying(placement=earned((0, 0), (2, 0)), tile=0), ORDER)
    assert (placed.still, placed.turn) == ((ANNA,), ANNA)
    assert turns.is_over(turns.end_last_placement(placed, ANNA))


def test_game_end_a_line_that_was_not_empty_calls_the_end_off() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    over = turns.count_lines(holding(three_in_play(tile_lines=lines), ANNA, tile("bank")), {Kind.PARK: 0})
    assert over.still == (ANNA,)
    again = turns.count_lines(over, {Kind.PARK: 1})
    assert (again.closing, again.still) == (False, ())
    assert turns.is_over(turns.end_all_last_placements(over))


def test_game_end_nobody_with_a_tile_ends_the_game_at_once() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    assert turns.is_over(turns.count_lines(three_in_play(tile_lines=lines), {Kind.PARK: 0}))


def test_game_introduction_a_piece_that_comes_to_another_one_is_asked_about_and_moves_on() -> None:
    before = in_play(
        player("Anna", citizen=3, banker=20), player("Ben", citizen=5, banker=7), player("Cleo", citizen=6, banker=8)
    )
    after = turns.place_tile(before, ANNA, turns.Laying(placement=earned((2, 0))), ORDER)
    (moved,) = turns.open_questions(after)
    assert (moved.seat, moved.forwards) == (ANNA, True)
    on_six = turns.move_on(after, moved)
    assert [question.seat for question in turns.open_questions(on_six)] == [ANNA]
    on_seven = turns.move_on(on_six, moved)
    assert on_seven.players[ANNA].citizen == 7
    assert turns.open_questions(on_seven)
    assert turns.open_questions(turns.stay(on_seven, moved)) == ()


def test_game_introduction_a_banker_that_pays_moves_on_backwards() -> None:
    before = in_play(player("Anna", banker=12), player("Ben", citizen=11, banker=30))
    after = turns.walk(before, ANNA, Kind.CHURCH, ORDER)
    (moved,) = turns.open_questions(after)
    assert turns.move_on(after, moved).players[ANNA].banker == 10


def test_game_introduction_of_two_that_moved_to_one_number_the_later_one_is_asked_about() -> None:
    before = in_play(player("Anna", citizen=1), player("Ben", citizen=2), player("Cleo", citizen=9))
    after = turns.place_tile(before, BEN, turns.Laying(placement=earned((3, 0), (2, 0), (0, 0))), ORDER)
    assert [question.seat for question in turns.open_questions(after)] == [ANNA]


def test_game_introduction_on_0_and_past_the_last_space_nobody_is_in_the_way() -> None:
    poor = in_play(player("Anna", banker=1), player("Ben", banker=0))
    assert turns.open_questions(turns.walk(poor, ANNA, Kind.CHURCH, ORDER)) == ()
    rich = in_play(player("Anna", citizen=3, banker=48), player("Ben", citizen=2, banker=50))
    assert turns.open_questions(turns.pass_turn(rich, ANNA, ORDER)) == ()


def test_game_introduction_a_question_outlives_the_next_step_of_others() -> None:
    before = in_play(player("Anna", citizen=3), player("Ben", citizen=5))
    asked = turns.place_tile(before, ANNA, turns.Laying(placement=earned((2, 0))), ORDER)
    assert [question.seat for question in turns.open_questions(turns.pass_turn(asked, BEN, ORDER))] == [ANNA]


def test_pieces_stay_within_what_a_document_can_hold() -> None:
    assert turns.advance(table(), 0, points=200, gold=2000, tiles=9).players[0] == player(
        citizen=99, banker=999, tiles=4
    )
    assert turns.advance(table(), 0, points=-1, gold=-30, tiles=-1).players[0] == player(citizen=0, banker=0, tiles=0)


def test_pieces_on_the_number_where_one_ends_are_named() -> None:
    seated = table(player(citizen=8, banker=8), player("Black", citizen=0, banker=8), player("Hank", citizen=0))
    others = turns.on_the_same_number(seated, 0, Piece.CITIZEN)
    assert [(rival.name, rival.piece) for rival in others] == [("White", "banker"), ("Black", "banker")]
    assert turns.on_the_same_number(seated, 1, Piece.CITIZEN) == ()
    assert turns.on_the_same_number(seated, 2, Piece.BANKER) == ()
