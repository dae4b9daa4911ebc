"""What is done at a table of Little Town apart from its moves: corrections, the board, the market, who is refused."""

from __future__ import annotations

import pytest

from companion.games.little_town import actions
from companion.games.little_town.actions import (
    GRASS_BOARD,
    Plate,
    next_round_text,
    usual_plate,
    with_bought,
    with_fish,
    with_wheat,
)
from companion.games.little_town.kit import begin
from companion.tables.access import RefusedError
from companion.tables.state import STYLES, Extras, documents_of, state_of, state_of_documents, stored_of
from scoring.little_town.data import BOARDS
from scoring.little_town.game import LITTLE_TOWN
from scoring.little_town.moves import laid_out
from scoring.little_town.state import CompletedObjective, Cube, Side, Terrain, Tile, Visit
from tests.companion.little_town_tables import NAMES, after_actions, house, player, table_state, worker


def test_what_is_taken_off_leaves_what_it_brought() -> None:
    visit = Visit(seat=0, cell="B5", gathered={Cube.WOOD: 3})
    state = table_state(buildings=(house("well", "C3"),), workers=(worker("B5"),), visit=visit)
    cleared = actions.take_off(state, "C3")
    assert (cleared.table.buildings, cleared.table.workers, cleared.table.visit) == ((), (worker("B5"),), visit)
    cleared = actions.take_off(state, "B5")
    assert (cleared.table.buildings, cleared.table.workers, cleared.table.visit) == ((house("well", "C3"),), (), None)
    assert cleared.table.players == state.table.players


def test_what_stands_there_can_be_somebody_else_s() -> None:
    state = table_state(buildings=(house("well", "C3"), house("barn", "C4")), workers=(worker("B5"), worker("B4")))
    after = after_actions(
        state, lambda state: actions.give_to(state, "C3", 1), lambda state: actions.give_to(state, "B5", 1)
    )
    assert [building.owner for building in after.table.buildings] == ["Ben", "Anna"]
    assert [worker.owner for worker in after.table.workers] == ["Ben", "Anna"]


def test_painting_a_square_makes_the_board_one_s_own() -> None:
    painted = actions.paint(table_state(), "I6", Terrain.LAKE)
    assert painted.table.board == (*BOARDS[Side.ONE][:5], ".FF.LL..L")
    assert actions.with_board(painted, Side.TWO).table.board is Side.TWO
    assert actions.with_board(table_state(), None).table.board == BOARDS[Side.ONE]


@pytest.mark.parametrize(("variant", "board"), [("side-1", Side.ONE), ("side-2", Side.TWO), ("own", GRASS_BOARD)])
def test_a_table_begins_on_the_board_that_was_chosen(variant: str, board: object, copies: object) -> None:
    state = begin(NAMES[:2], STYLES[:2], variant, copies)  # type: ignore[arg-type]
    assert state.table.board == board
    assert (state.table.players, state.table.round) == (laid_out(NAMES[:2]).players, 1)
    assert state.extras == Extras(seats=STYLES[:2])


def test_the_tiles_of_the_market_are_kept_in_their_order() -> None:
    entered = actions.with_market(table_state(), frozenset({Tile.BARN, Tile.TAVERN}))
    assert entered.table.market == (Tile.TAVERN, Tile.BARN)


def test_an_objective_is_completed_by_one_player() -> None:
    done = actions.complete_objective(table_state(), 1, "fish", 2)
    assert done.table.completed == (CompletedObjective(seat=1, card="fish", points=2),)
    for seat in (0, 1):
        with pytest.raises(RefusedError, match="Ben has completed this card"):
            actions.complete_objective(done, seat, "fish", 2)


def test_nobody_was_fed_in_a_round_that_is_put_right() -> None:
    put_right = actions.with_round(table_state(round=4, fed=(0, 1), settled=True), 3).table
    assert (put_right.round, put_right.fed, put_right.settled) == (3, (), False)


def test_all_that_only_a_table_in_play_has_can_be_read_again() -> None:
    state = table_state(
        turn=1,
        first=1,
        site=(0, 2),
        books=False,
        visit=Visit(seat=0, cell="B5", gathered={Cube.WOOD: 2}, used=("C5",)),
        market=(Tile.BARN,),
        fed=(1,),
        settled=True,
        completed=(CompletedObjective(seat=0, card="fish", points=2),),
        answered=("coins_feed",),
    )
    document, extras = documents_of(LITTLE_TOWN, state)
    assert set(document["table"]) == set(documents_of(LITTLE_TOWN, table_state())[0]["table"])
    assert extras["visit"] == {"seat": 0, "cell": "B5", "gathered": {"wood": 2}, "used": ["C5"]}
    assert state_of(LITTLE_TOWN, stored_of(state)) == state_of_documents(LITTLE_TOWN, document, extras) == state


def test_a_plate_never_feeds_more_than_there_are() -> None:
    table = table_state(player("Anna", fish=2, wheat=4, coins=9), player("Ben")).table
    usual = usual_plate(table, table.players[0])
    assert usual == Plate(fish=2, wheat=3, bought=0)
    assert with_wheat(usual, 4, 5) == Plate(fish=1, wheat=4, bought=0)
    assert with_bought(usual, 3, 5) == Plate(fish=2, wheat=0, bought=3)
    assert with_fish(Plate(fish=0, wheat=3, bought=2), 1, 5) == Plate(fish=1, wheat=3, bought=1)
    assert usual_plate(table, table.players[1]) == Plate(fish=0, wheat=0, bought=1)


def test_why_somebody_else_begins_the_last_round() -> None:
    seated = (player("Anna", score=4), player("Ben", score=9), player("Cleo", score=1))
    assert (
        str(next_round_text(table_state(*seated, round=3).table))
        == "Cleo has the fewest points of three players and begins the last round"
    )
    assert str(next_round_text(table_state(*seated, round=2).table)) == "Ben begins round 3"
