"""What players do at a table of Mayor: actions as functions from one state of the table to the next."""

from __future__ import annotations

import pytest

from companion.games.mayor import actions, game_end
from companion.games.mayor.actions import Laying, Purchase
from companion.tables.state import state_of, stored_documents
from scoring.mayor.data import AMENITY_REWARDS
from scoring.mayor.game import MAYOR
from scoring.mayor.state import Event, Kind, Variant
from tests.companion.mayor_tables import (
    AMENITY,
    ORDER,
    after_actions,
    citizen,
    earned,
    holding,
    table_state,
    three_citizens,
    tile,
)

ANNA, BEN, CLEO = 0, 1, 2
POINTS, GOLD = AMENITY_REWARDS


@pytest.mark.parametrize(("space", "gold"), [("shop", 0), ("church", 1), ("park", 3), ("statue", 6), ("bank", 10)])
def test_the_first_step_is_free_and_the_whole_round_costs_ten(space: str, gold: int) -> None:
    after = after_actions(three_citizens(), actions.walk(ANNA, Kind(space), ORDER))
    assert after.table.players[ANNA].banker == 25 - gold
    assert (after.table.markers[ANNA], after.table.walked) == (Kind(space), True)


def test_a_neutral_marker_moves_on_to_the_first_free_space_after_the_action() -> None:
    markers = (Kind.BANK, Kind.CHURCH, Kind.CHURCH, Kind.SHOP)
    walked = after_actions(three_citizens(markers=markers), actions.walk(ANNA, Kind.SHOP, ORDER))
    assert actions.others_on_space(walked, ANNA) == 1
    assert walked.table.markers[3] is Kind.SHOP
    after = after_actions(walked, actions.pass_on(ANNA, ORDER))
    assert after.table.markers == (Kind.SHOP, Kind.CHURCH, Kind.CHURCH, Kind.PARK)


def test_two_neutral_markers_on_one_space_take_two_free_ones() -> None:
    markers = (Kind.SHOP, Kind.CHURCH, Kind.SHOP, Kind.SHOP)
    after = after_actions(table_state(citizen("Anna"), citizen("Ben"), markers=markers), actions.pass_on(ANNA, ORDER))
    assert after.table.markers == (Kind.SHOP, Kind.CHURCH, Kind.PARK, Kind.STATUE)


def test_passing_brings_two_gold_and_the_next_turn() -> None:
    after = after_actions(three_citizens(turn=CLEO, walked=True), actions.pass_on(CLEO, ORDER))
    assert after.table.players[CLEO].banker == 27
    assert (after.table.turn, after.table.walked) == (ANNA, False)


def test_a_bought_tile_lies_in_front_of_the_player_and_its_line_shows_the_next_price() -> None:
    before = three_citizens(lines={Kind.SHOP: 4}, shown={Kind.SHOP: 6, Kind.BANK: 3})
    after = after_actions(before, actions.buy(ANNA, Purchase(tile=tile("shop", "red N o"), gold=7, shown=5), ORDER))
    assert (after.table.players[ANNA].banker, after.table.players[ANNA].tiles) == (18, 1)
    assert after.table.held[ANNA] == (tile("shop", "red N o"),)
    assert after.table.tile_lines == {Kind.SHOP: 3}
    assert after.table.shown == {Kind.BANK: 3, Kind.SHOP: 5}
    unknown = after_actions(before, actions.buy(ANNA, Purchase(tile=tile("shop"), gold=7), ORDER))
    assert unknown.table.shown == {Kind.BANK: 3}


def test_a_placed_tile_pays_everybody_and_is_gone() -> None:
    before = holding(three_citizens(), ANNA, tile("bank"), tile("shop"))
    after = after_actions(before, actions.place(ANNA, Laying(placement=earned((2, 4), (1, 2), (0, 0)), tile=0), ORDER))
    assert [(one.citizen, one.banker) for one in after.table.players] == [(2, 29), (1, 27), (0, 25)]
    assert after.table.held[ANNA] == (tile("shop"),)
    assert after.table.players[ANNA].tiles == 1


def test_nobody_moves_any_more_once_a_citizen_is_on_50() -> None:
    before = three_citizens(points=48)
    after = after_actions(before, actions.place(BEN, Laying(placement=earned((6, 0), (3, 0), (6, 0))), ORDER))
    assert [one.citizen for one in after.table.players] == [48, 51, 48]
    assert game_end.is_over(after)


def test_the_amenity_of_a_block_takes_the_place_of_the_tile_and_of_its_score() -> None:
    before = holding(three_citizens(points=5), ANNA, tile("bank"))
    after = after_actions(before, actions.place(ANNA, Laying(placement=None, tile=0, rainbow=True), ORDER))
    assert after.table.held[ANNA] == (AMENITY,)
    assert (after.table.players[ANNA].citizen, after.table.players[ANNA].tiles) == (4, 1)


def test_an_amenity_makes_room_for_the_tile_that_it_brings() -> None:
    before = holding(
        table_state(citizen("Anna"), citizen("Ben")), ANNA, tile("shop"), AMENITY, tile("bank"), tile("church")
    )
    after = after_actions(before, actions.buy(ANNA, Purchase(tile=tile("park"), gold=0, reward=GOLD), ORDER))
    assert (after.table.players[ANNA].tiles, after.table.players[ANNA].banker) == (4, 29)
    assert [one.kind for one in after.table.held[ANNA]] == [Kind.SHOP, Kind.BANK, Kind.CHURCH, Kind.PARK]


def test_an_amenity_pays_beside_the_tile_that_it_lets_be_placed() -> None:
    before = holding(three_citizens(), ANNA, AMENITY, tile("shop"))
    laying = Laying(placement=earned((0, 4), (0, 0), (0, 0)), tile=0, reward=POINTS)
    after = after_actions(before, actions.place(ANNA, laying, ORDER))
    anna = after.table.players[ANNA]
    assert (anna.citizen, anna.banker, anna.tiles) == (2, 29, 0)


@pytest.mark.parametrize(("variants", "due"), [((Variant.EVENTS,), True), ((), False)])
def test_the_rainbow_calls_for_another_event(variants: tuple[Variant, ...], due: bool) -> None:  # noqa: FBT001
    before = three_citizens(variants=variants)
    after = after_actions(before, actions.place(ANNA, Laying(placement=earned((0, 0)), rainbow=True), ORDER))
    assert after.table.event_due is due
    event = Event(dearer={Kind.BANK: 1})
    assert after_actions(after, actions.with_event(event)).table.event == event
    assert not after_actions(after, actions.with_event(event)).table.event_due


def test_all_of_it_is_stored_and_read_again() -> None:
    before = holding(
        three_citizens(points=4, variants=tuple(Variant)), ANNA, tile("bank", "red S +"), tile("park", "shop 2")
    )
    after = after_actions(
        before,
        actions.with_shown_price(Kind.SHOP, 6),
        actions.with_event(Event(dearer={Kind.BANK: 1})),
        actions.walk(ANNA, Kind.CHURCH, ORDER),
        actions.place(ANNA, Laying(placement=None, tile=0), ORDER),
    )
    assert state_of(MAYOR, stored_documents(MAYOR, after)) == after
