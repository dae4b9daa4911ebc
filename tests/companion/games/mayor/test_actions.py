"""What players do at a table of Mayor, as steps from one evening to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.mayor import actions, game_end
from companion.games.mayor.actions import Laying, Purchase
from companion.games.mayor.extras import Event
from companion.games.mayor.taken_spaces import move_on, open_questions, stay
from companion.tables.state import state_of, stored_documents
from scoring.mayor.actions import Earned, Placement
from scoring.mayor.data import AMENITY_REWARDS
from scoring.mayor.game import MAYOR
from scoring.mayor.setup import Variant
from scoring.mayor.state import Kind
from tests.companion.mayor_tables import AMENITY, ORDER, citizen, city, done, holding, tile

if TYPE_CHECKING:
    from companion.games.mayor.extras import MayorTable

ANNA, BEN, CLEO = 0, 1, 2
POINTS, GOLD = AMENITY_REWARDS


def earned(*pairs: tuple[int, int]) -> Placement:
    names = ("Anna", "Ben", "Cleo", "Dora")
    players = tuple(Earned(name=name, points=one, gold=two) for name, (one, two) in zip(names, pairs, strict=False))
    return Placement(matches=0, players=players)


def all_of(*, points: int = 0, gold: int = 25, **given: Any) -> MayorTable:
    return city(*(citizen(name, points, gold) for name in ("Anna", "Ben", "Cleo")), **given)


# -- Move


@pytest.mark.parametrize(("space", "gold"), [("shop", 0), ("church", 1), ("park", 3), ("statue", 6), ("bank", 10)])
def test_the_first_step_is_free_and_the_whole_round_costs_ten(space: str, gold: int) -> None:
    after = done(all_of(), actions.walk(ANNA, Kind(space), ORDER))
    assert after.table.players[ANNA].banker == 25 - gold
    assert (after.extras.markers[ANNA], after.extras.walked) == (Kind(space), True)


def test_a_neutral_marker_moves_on_to_the_first_free_space_after_the_action() -> None:
    markers = (Kind.BANK, Kind.CHURCH, Kind.CHURCH, Kind.SHOP)
    walked = done(all_of(markers=markers), actions.walk(ANNA, Kind.SHOP, ORDER))
    assert actions.others_on_space(walked, ANNA) == 1
    assert walked.extras.markers[3] is Kind.SHOP
    after = done(walked, actions.pass_on(ANNA, ORDER))
    assert after.extras.markers == (Kind.SHOP, Kind.CHURCH, Kind.CHURCH, Kind.PARK)


def test_two_neutral_markers_on_one_space_take_two_free_ones() -> None:
    markers = (Kind.SHOP, Kind.CHURCH, Kind.SHOP, Kind.SHOP)
    after = done(city(citizen("Anna"), citizen("Ben"), markers=markers), actions.pass_on(ANNA, ORDER))
    assert after.extras.markers == (Kind.SHOP, Kind.CHURCH, Kind.PARK, Kind.STATUE)


# -- the three actions


def test_passing_brings_two_gold_and_the_next_turn() -> None:
    after = done(all_of(turn=CLEO, walked=True), actions.pass_on(CLEO, ORDER))
    assert after.table.players[CLEO].banker == 27
    assert (after.extras.turn, after.extras.walked) == (ANNA, False)


def test_a_bought_tile_lies_in_front_of_the_player_and_its_line_shows_the_next_price() -> None:
    before = all_of(lines={Kind.SHOP: 4}, shown={Kind.SHOP: 6, Kind.BANK: 3})
    after = done(before, actions.buy(ANNA, Purchase(tile=tile("shop", "red N o"), gold=7, shown=5), ORDER))
    assert (after.table.players[ANNA].banker, after.table.players[ANNA].tiles) == (18, 1)
    assert after.extras.held[ANNA] == (tile("shop", "red N o"),)
    assert after.table.tile_lines == {Kind.SHOP: 3}
    assert after.extras.shown == {Kind.BANK: 3, Kind.SHOP: 5}
    unknown = done(before, actions.buy(ANNA, Purchase(tile=tile("shop"), gold=7), ORDER))
    assert unknown.extras.shown == {Kind.BANK: 3}


def test_a_placed_tile_pays_everybody_and_is_gone() -> None:
    before = holding(all_of(), ANNA, tile("bank"), tile("shop"))
    after = done(before, actions.place(ANNA, Laying(placement=earned((2, 4), (1, 2), (0, 0)), tile=0), ORDER))
    assert [(one.citizen, one.banker) for one in after.table.players] == [(2, 29), (1, 27), (0, 25)]
    assert after.extras.held[ANNA] == (tile("shop"),)
    assert after.table.players[ANNA].tiles == 1


def test_nobody_moves_any_more_once_a_citizen_is_on_50() -> None:
    before = all_of(points=48)
    after = done(before, actions.place(BEN, Laying(placement=earned((6, 0), (3, 0), (6, 0))), ORDER))
    assert [one.citizen for one in after.table.players] == [48, 51, 48]
    assert game_end.is_over(after)


# -- Civic Amenities


def test_the_amenity_of_a_block_takes_the_place_of_the_tile_and_of_its_score() -> None:
    before = holding(all_of(points=5), ANNA, tile("bank"))
    after = done(before, actions.place(ANNA, Laying(placement=None, tile=0, rainbow=True), ORDER))
    assert after.extras.held[ANNA] == (AMENITY,)
    assert (after.table.players[ANNA].citizen, after.table.players[ANNA].tiles) == (4, 1)


def test_an_amenity_makes_room_for_the_tile_that_it_brings() -> None:
    before = holding(city(citizen("Anna"), citizen("Ben")), ANNA, tile("shop"), AMENITY, tile("bank"), tile("church"))
    after = done(before, actions.buy(ANNA, Purchase(tile=tile("park"), gold=0, reward=GOLD), ORDER))
    assert (after.table.players[ANNA].tiles, after.table.players[ANNA].banker) == (4, 29)
    assert [one.kind for one in after.extras.held[ANNA]] == [Kind.SHOP, Kind.BANK, Kind.CHURCH, Kind.PARK]


def test_an_amenity_pays_beside_the_tile_that_it_lets_be_placed() -> None:
    before = holding(all_of(), ANNA, AMENITY, tile("shop"))
    laying = Laying(placement=earned((0, 4), (0, 0), (0, 0)), tile=0, reward=POINTS)
    after = done(before, actions.place(ANNA, laying, ORDER))
    anna = after.table.players[ANNA]
    assert (anna.citizen, anna.banker, anna.tiles) == (2, 29, 0)


# -- Events


@pytest.mark.parametrize(("variants", "due"), [((Variant.EVENTS,), True), ((), False)])
def test_the_rainbow_calls_for_another_event(variants: tuple[Variant, ...], due: bool) -> None:  # noqa: FBT001
    before = all_of(variants=variants)
    after = done(before, actions.place(ANNA, Laying(placement=earned((0, 0)), rainbow=True), ORDER))
    assert after.extras.event_due is due
    event = Event(dearer={Kind.BANK: 1})
    assert done(after, actions.with_event(event)).extras == actions.with_event(event)(after).extras
    assert not done(after, actions.with_event(event)).extras.event_due


# -- pieces that come to a taken number


def test_a_piece_that_comes_to_another_one_is_asked_about_and_moves_on() -> None:
    before = city(citizen("Anna", 3, 20), citizen("Ben", 5, 7), citizen("Cleo", 6, 8))
    after = done(before, actions.place(ANNA, Laying(placement=earned((2, 0))), ORDER))
    (moved,) = open_questions(after)
    assert (moved.seat, moved.forwards) == (ANNA, True)
    on_six = done(after, move_on(moved))
    assert [one.seat for one in open_questions(on_six)] == [ANNA]
    on_seven = done(on_six, move_on(moved))
    assert on_seven.table.players[ANNA].citizen == 7
    assert open_questions(on_seven)
    assert open_questions(done(on_seven, stay(moved))) == ()


def test_a_banker_that_pays_moves_on_backwards() -> None:
    before = city(citizen("Anna", 0, 12), citizen("Ben", 11, 30))
    after = done(before, actions.walk(ANNA, Kind.CHURCH, ORDER))
    (moved,) = open_questions(after)
    assert done(after, move_on(moved)).table.players[ANNA].banker == 10


def test_of_two_that_moved_to_one_number_the_later_one_is_asked_about() -> None:
    before = city(citizen("Anna", 1), citizen("Ben", 2), citizen("Cleo", 9))
    after = done(before, actions.place(BEN, Laying(placement=earned((3, 0), (2, 0), (0, 0))), ORDER))
    assert [one.seat for one in open_questions(after)] == [ANNA]


def test_on_0_and_past_the_last_space_nobody_is_in_the_way() -> None:
    poor = done(city(citizen("Anna", 0, 1), citizen("Ben", 0, 0)), actions.walk(ANNA, Kind.CHURCH, ORDER))
    assert open_questions(poor) == ()
    rich = done(city(citizen("Anna", 3, 48), citizen("Ben", 2, 50)), actions.pass_on(ANNA, ORDER))
    assert open_questions(rich) == ()


def test_a_question_outlives_the_next_step_of_others() -> None:
    before = city(citizen("Anna", 3), citizen("Ben", 5))
    asked = done(before, actions.place(ANNA, Laying(placement=earned((2, 0))), ORDER))
    later = done(asked, actions.pass_on(BEN, ORDER))
    assert [one.seat for one in open_questions(later)] == [ANNA]


# -- Game End


def test_the_third_empty_line_begins_the_last_placements_with_who_emptied_it() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1, Kind.STATUE: 3}
    before = holding(holding(all_of(lines=lines), ANNA, tile("bank")), CLEO, AMENITY)
    after = done(before, actions.buy(BEN, Purchase(tile=tile("park"), gold=4), ORDER))
    assert (after.extras.closing, after.extras.still, after.extras.turn) == (True, (BEN, ANNA), BEN)
    assert not game_end.is_over(after)
    placed = done(after, actions.place(BEN, Laying(placement=earned((0, 0), (2, 0)), tile=0), ORDER))
    assert (placed.extras.still, placed.extras.turn) == ((ANNA,), ANNA)
    assert game_end.is_over(done(placed, game_end.skip_last_tile(ANNA)))


def test_a_line_that_was_not_empty_calls_the_end_off() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    before = holding(all_of(lines=lines), ANNA, tile("bank"))
    over = done(before, actions.with_tiles_left(Kind.PARK, 0))
    assert over.extras.still == (ANNA,)
    again = done(over, actions.with_tiles_left(Kind.PARK, 1))
    assert (again.extras.closing, again.extras.still) == (False, ())
    assert game_end.is_over(done(over, game_end.end_last_placements()))


def test_nobody_with_a_tile_ends_the_game_at_once() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    assert game_end.is_over(done(all_of(lines=lines), actions.with_tiles_left(Kind.PARK, 0)))


# -- what is stored


def test_all_of_it_is_stored_and_read_again() -> None:
    before = holding(all_of(points=4, variants=tuple(Variant)), ANNA, tile("bank", "red S +"), tile("park", "shop 2"))
    after = done(
        before,
        actions.with_shown_price(Kind.SHOP, 6),
        actions.with_event(Event(dearer={Kind.BANK: 1})),
        actions.walk(ANNA, Kind.CHURCH, ORDER),
        actions.place(ANNA, Laying(placement=None, tile=0), ORDER),
    )
    assert state_of(MAYOR, type(after.extras), stored_documents(MAYOR, after)) == after
