"""The steps of Little Town: workers, buildings, turns, the board, the market, objectives, the end of a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.little_town import actions, round_end
from companion.games.little_town.actions import GRASS_BOARD
from companion.games.little_town.extras import CompletedObjective, LittleTownExtras, Visit
from companion.games.little_town.kit import begin
from companion.tables.permissions import RefusedError
from companion.tables.state import STYLES, state_of, stored_documents
from scoring.little_town.data import BOARDS
from scoring.little_town.game import LITTLE_TOWN
from scoring.little_town.round_end import Meal
from scoring.little_town.state import Cube, Side, Terrain, Tile
from tests.companion.little_town_tables import NAMES, after_actions, held, house, player, table_state, worker


def three(**given: Any) -> actions.LittleTownTable:
    return table_state(*(player(name) for name in NAMES[:3]), **given)


def test_a_worker_gathers_and_its_turn_goes_on_until_it_is_over() -> None:
    put = actions.put_worker(0, "B5")(table_state())
    assert held(put, 0) == (0, 3, {"wood": 3})
    assert put.extras.visit == Visit(seat=0, cell="B5", gathered={Cube.WOOD: 3})
    assert (put.extras.turn, actions.workers_at_hand(put, 0), actions.workers_to_place(put)) == (0, 4, 9)
    over = actions.end_turn(0)(put)
    assert (over.extras.visit, over.extras.turn) == (None, 1)


def test_who_has_no_worker_left_is_passed_over() -> None:
    state = after_actions(three(), actions.with_site(1, 4))
    assert (actions.next_seat(state, 0), actions.next_seat(state, 2)) == (2, 0)
    none = after_actions(state, actions.with_site(0, 4), actions.with_site(2, 4))
    assert (actions.workers_to_place(none), actions.next_seat(none, 0)) == (0, 1)


def test_building_pays_scores_sends_a_worker_to_the_site_and_ends_the_turn() -> None:
    built = actions.build(0, Tile.BARN, "C3")(table_state(player("Anna", wood=3), player("Ben")))
    assert held(built, 0) == (6, 0, {})
    assert built.table.buildings == (house("barn", "C3"),)
    assert (actions.workers_at_site(built, 0), actions.workers_at_hand(built, 0), built.extras.turn) == (1, 4, 1)


def test_where_the_table_books_nothing_only_what_stands_there_is_entered() -> None:
    quiet = table_state(extras={"books": False})
    entered = after_actions(quiet, actions.put_worker(0, "B5"), actions.build(1, Tile.CASTLE, "C3"))
    assert [held(entered, seat) for seat in (0, 1)] == [(0, 3, {}), (0, 3, {})]
    assert (entered.table.workers, entered.table.buildings) == ((worker("B5"),), (house("castle", "C3", "Ben"),))
    assert entered.extras == quiet.extras


def test_a_building_is_activated_once_by_the_worker_beside_it() -> None:
    pier = house("pier", "B4", "Ben")
    state = after_actions(table_state(buildings=(pier,)), actions.put_worker(0, "B5"), actions.activate(0, pier))
    assert [held(state, seat)[1:] for seat in (0, 1)] == [(2, {"wood": 3, "fish": 2}), (4, {})]
    assert actions.activate(0, pier)(state) is state
    assert actions.activate(1, pier)(state) is state
    over = actions.end_turn(0)(state)
    assert actions.activate(0, pier)(over) is over


def test_what_is_taken_off_leaves_what_it_brought() -> None:
    state = after_actions(table_state(), actions.put_worker(0, "B5"), actions.take_off("B5"))
    assert (state.table.workers, state.extras.visit, held(state, 0)) == ((), None, (0, 3, {"wood": 3}))
    both = after_actions(
        table_state(), actions.put_worker(0, "B5"), actions.build(1, Tile.WELL, "C3"), actions.put_worker(0, "C2")
    )
    cleared = actions.take_off("C3")(both)
    assert (cleared.table.buildings, cleared.extras.visit) == ((), both.extras.visit)
    assert cleared.table.workers == both.table.workers


def test_what_stands_there_can_be_somebody_else_s() -> None:
    state = table_state(buildings=(house("well", "C3"), house("barn", "C4")), workers=(worker("B5"), worker("B4")))
    given = after_actions(state, actions.give_to("C3", 1), actions.give_to("B5", 1))
    assert [one.owner for one in given.table.buildings] == ["Ben", "Anna"]
    assert [one.owner for one in given.table.workers] == ["Ben", "Anna"]
    assert actions.seat_of(given, "Ben") == 1
    assert actions.seat_of(given, "Zoe") is None


def test_painting_a_square_makes_the_board_one_s_own() -> None:
    painted = actions.paint("I6", Terrain.LAKE)(table_state())
    assert painted.table.board == (*BOARDS[Side.ONE][:5], ".FF.LL..L")
    assert actions.with_board(Side.TWO)(painted).table.board is Side.TWO
    assert actions.with_board(None)(table_state()).table.board == BOARDS[Side.ONE]


@pytest.mark.parametrize(("variant", "board"), [("side-1", Side.ONE), ("side-2", Side.TWO), ("own", GRASS_BOARD)])
def test_a_table_begins_on_the_board_that_was_chosen(variant: str, board: object, copies: object) -> None:
    state = begin(NAMES[:2], STYLES[:2], variant, copies)  # type: ignore[arg-type]
    assert state.table.board == board
    assert (state.table.round, state.extras) == (1, LittleTownExtras(seats=STYLES[:2]))


def test_all_tiles_are_offered_until_the_market_is_said() -> None:
    state = table_state(buildings=(house("well", "C3"), *(house("wheat-field", f"{column}2") for column in "ABCDE")))
    assert set(Tile) - set(actions.tiles_offered(state)) == {Tile.WELL, Tile.WHEAT_FIELD}
    twelve = [tile for tile in Tile if tile is not Tile.WHEAT_FIELD][:12]
    part = actions.with_market(frozenset(twelve[1:]))(state)
    assert actions.tiles_offered(part) == actions.tiles_offered(state)
    known = actions.with_market(frozenset(twelve))(table_state(buildings=(house("well", "C3"),)))
    assert actions.tiles_offered(known) == (Tile.WHEAT_FIELD, *(tile for tile in twelve if tile is not Tile.WELL))
    assert known.extras.market == tuple(twelve)


def test_a_completed_objective_scores_at_once_and_can_be_taken_back() -> None:
    state = after_actions(
        table_state(), actions.complete_objective(1, "fish", 2), actions.complete_objective(0, "a card of ours", 3)
    )
    assert [one.score for one in state.table.players] == [3, 2]
    back = actions.take_back_objective(CompletedObjective(seat=1, card="fish", points=2))(state)
    assert [one.score for one in back.table.players] == [3, 0]
    assert [one.card for one in back.extras.completed] == ["a card of ours"]


def test_an_objective_is_completed_by_one_player_and_counts_once() -> None:
    done = after_actions(table_state(), actions.complete_objective(1, "fish", 2))
    for seat in (0, 1):
        with pytest.raises(RefusedError, match="Ben has completed this card"):
            actions.complete_objective(seat, "fish", 2)(done)
    back = actions.take_back_objective(CompletedObjective(seat=1, card="fish", points=2))
    assert back(back(done)).table.players[1].score == 0


def test_the_residence_takes_what_lies_around_it() -> None:
    home, pier = house("residence", "B5", "Ben"), house("pier", "C5")
    state = after_actions(table_state(buildings=(home, pier)), round_end.use_residence, actions.activate(1, pier))
    assert [held(state, seat)[1:] for seat in (0, 1)] == [(4, {}), (2, {"wood": 3, "fish": 2})]
    left = round_end.leave_residence(state)
    assert (left.extras.settled, left.extras.visit) == (True, None)


def test_without_a_residence_or_its_owner_nobody_uses_one() -> None:
    assert round_end.use_residence(table_state()) == table_state()
    strange = table_state(buildings=(house("residence", "B5", "Zoe"),))
    assert round_end.use_residence(strange) == strange


def test_everybody_eats_once() -> None:
    meal = Meal(eaten={Cube.FISH: 2}, coins=3, unfed=2)
    fed = round_end.feed(0, meal)(table_state(player("Anna", fish=3), player("Ben")))
    assert (held(fed, 0), fed.extras.fed) == ((-6, 0, {"fish": 1}), (0,))
    assert round_end.feed(0, meal)(fed) is fed


def test_the_next_round_begins_with_the_next_first_player() -> None:
    state = after_actions(
        three(round=2),
        actions.put_worker(1, "B5"),
        actions.with_site(0, 1),
        round_end.feed(0, Meal(eaten={}, coins=0, unfed=0)),
    )
    begun = round_end.begin_round(state)
    extras = begun.extras
    assert (begun.table.round, begun.table.workers) == (3, ())
    assert (extras.first, extras.turn, extras.site, extras.fed, extras.settled, extras.visit) == (
        1,
        1,
        (),
        (),
        False,
        None,
    )
    assert round_end.seats_in_order(begun) == (1, 2, 0)


def test_with_three_players_whoever_has_fewest_points_begins_the_last_round() -> None:
    seated = (player("Anna", score=4), player("Ben", score=9), player("Cleo", score=1))
    assert round_end.next_first_seat(table_state(*seated, round=3)) == 2


def test_after_the_last_round_no_other_begins() -> None:
    state = table_state(round=4, workers=(worker("B5"),))
    assert round_end.begin_round(state) is state
    assert round_end.with_round(3)(state).table.round == 3


def test_whose_turn_it_is_can_be_said() -> None:
    assert actions.with_turn(1)(table_state()).extras.turn == 1


def test_all_extras_of_a_table_can_be_read_again() -> None:
    state = after_actions(
        table_state(extras={"first": 1, "books": False, "settled": True, "answered": ("coins_feed",)}),
        actions.with_market(frozenset({Tile.BARN})),
        actions.with_site(1, 2),
        actions.complete_objective(0, "fish", 2),
    )
    visiting = replace(
        state,
        extras=replace(state.extras, fed=(1,), visit=Visit(seat=0, cell="B5", gathered={Cube.WOOD: 2}, used=("C5",))),
    )
    for one in (state, visiting):
        assert state_of(LITTLE_TOWN, LittleTownExtras, stored_documents(LITTLE_TOWN, one)) == one
