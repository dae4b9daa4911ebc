"""What players do at a table of Carpe Diem, step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.actions import with_fountain_card, with_tally, with_villas
from companion.tables.state import transition, with_player
from scoring.carpe_diem import moves, placement
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.rules import columns
from scoring.carpe_diem.state import CHIMNEYS, COUNTS, DISTRICT_SQUARES, District, FountainCard, FrameGoal, Kind, Tally
from scoring.problems import problems_in
from tests.companion.carpe_diem_tables import after_actions, district, player_with, table_state, tile
from tests.scoring.carpe_diem import strategies

if TYPE_CHECKING:
    from companion.games.carpe_diem.actions import CarpeDiemTable
    from scoring.carpe_diem.state import Player

POND = tile("C4", "pond E"), tile("D4", "pond W", "villa N2")


def anna(*tiles: Any, **fields: Any) -> CarpeDiemTable:
    return table_state(player_with("Anna", *tiles, **fields))


def hers(state: CarpeDiemTable) -> Player:
    return state.table.players[0]


def board(state: CarpeDiemTable, seat: int = 0) -> District:
    return actions.district_of(state, seat)


def test_a_tile_is_laid_in_the_place_of_what_lay_there() -> None:
    state = after_actions(
        anna(),
        lambda state: actions.lay(state, 0, POND[0]),
        lambda state: actions.lay(state, 0, POND[1]),
        lambda state: actions.lay(state, 0, tile("C4", "market")),
    )
    assert board(state) == district(POND[1], tile("C4", "market"))
    assert board(state, 1) == district()


def test_a_tile_is_taken_away_and_its_writ_stays_taken() -> None:
    take = transition(moves.take_writ, 0, "C4")
    state = after_actions(
        anna(*POND), take, lambda state: actions.remove(state, 0, "C4"), lambda state: actions.remove(state, 0, "F6")
    )
    assert board(state) == district(POND[1])
    assert (hers(state).writs_left, hers(state).prestige) == (8, 1)
    assert state.table.writs == ("0 C4",)


def test_what_lies_on_a_square_is_found() -> None:
    assert actions.tile_on(district(*POND), "D4") == POND[1]
    assert actions.tile_on(district(*POND), "A1") is None
    assert actions.district_of(anna(tally=Tally(counts={}, villas=(), chimneys=0)), 0) == actions.EMPTY_DISTRICT


def test_a_tile_lands_as_it_lay_where_it_can() -> None:
    assert actions.landing(district(POND[0]), "C4", "B2") == tile("B2", "pond E")


def test_a_tile_is_turned_where_it_must_be_to_land() -> None:
    assert actions.landing(district(POND[0]), "C4", "F6") == tile("F6", "pond W")


def test_a_tile_lands_only_where_it_fits_without_itself() -> None:
    lying = district(tile("C4", "pond E"), tile("D4", "pond W"), tile("D5", "market"))
    assert actions.landing(lying, "C4", "E4") == tile("E4", "pond E")
    assert actions.landing(lying, "D5", "C3") == tile("C3", "market")
    assert actions.landing(actions.without(lying, "C4"), "D5", "C4") is None
    assert actions.landing(district(POND[0]), "C4", "D4") == tile("D4", "pond E")
    assert actions.landing(lying, "A1", "B1") is None


def test_a_tile_is_moved_to_where_it_lands() -> None:
    state = actions.move(anna(*POND), 0, "C4", tile("D5", "market"))
    assert board(state) == district(POND[1], tile("D5", "market"))


def test_the_parts_of_villas_have_chimneys_of_their_own() -> None:
    both = tile("C4", "villa N1", "pond E", "villa S2")
    assert [(number, part.opens) for number, part in actions.villas_of(both)] == [(0, "N"), (2, "S")]
    assert actions.with_chimneys(both, 2, 5) == tile("C4", "villa N1", "pond E", "villa S5")


def test_the_shovel_is_named_and_unnamed() -> None:
    state = actions.put_shovel(anna(POND[0]), 0, "C4")
    assert board(state) == district(POND[0], shovel="C4")
    assert board(actions.put_shovel(state, 0, None)) == district(POND[0])


@given(lying=strategies.districts(8), data=st.data())
def test_a_tile_that_lands_breaks_nothing_where_it_comes_to_lie(lying: District, data: Any) -> None:
    if not lying.tiles:
        return
    cell = data.draw(st.sampled_from([tile.cell for tile in lying.tiles]))
    taken = {tile.cell for tile in lying.tiles}
    free = [square for square in DISTRICT_SQUARES if square not in taken]
    target = data.draw(st.sampled_from(free))
    landed = actions.landing(lying, cell, target)
    if landed is not None:
        there = actions.without(lying, cell)
        assert landed.cell == target
        assert not placement.placement_problems(there, landed)
        assert actions.with_tile(there, landed).tiles[-1] == landed


def test_goals_are_added_changed_and_taken_off() -> None:
    goal, villa_goal = FrameGoal(kind=Kind.POND, points=3, line="C"), FrameGoal(kind=Kind.VILLA, points=5, line="4")
    state = after_actions(
        anna(),
        lambda state: actions.with_goal(state, 0, None, goal),
        lambda state: actions.with_goal(state, 0, None, villa_goal),
    )
    assert hers(state).frame == (goal, villa_goal)
    better = replace(villa_goal, points=7)
    assert hers(actions.with_goal(state, 0, 1, better)).frame == (goal, better)
    assert hers(actions.without_goal(state, 0, (goal, villa_goal), 0)).frame == (villa_goal,)


def test_fountain_cards_are_added_changed_and_given_back() -> None:
    card, villa_card = FountainCard(kind=Kind.MARKET, points=2), FountainCard(kind=Kind.VILLA, points=3)
    state = after_actions(
        anna(),
        lambda state: with_fountain_card(state, 0, None, card),
        lambda state: with_fountain_card(state, 0, None, villa_card),
    )
    assert hers(state).fountain_cards == (card, villa_card)
    assert hers(with_fountain_card(state, 0, 1, replace(villa_card, points=4))).fountain_cards[1].points == 4
    assert hers(actions.without_fountain_card(state, 0, (card, villa_card), 0)).fountain_cards == (villa_card,)


def test_what_two_phones_take_away_at_once_goes_once() -> None:
    card, goal = FountainCard(kind=Kind.MARKET, points=2), FrameGoal(kind=Kind.POND, points=3, line="C")
    cards = after_actions(anna(), *[lambda state: with_fountain_card(state, 0, None, card)] * 3)
    goals = after_actions(anna(), *[lambda state: actions.with_goal(state, 0, None, goal)] * 3)
    for _ in range(2):
        cards = actions.without_fountain_card(cards, 0, (card,) * 3, 1)
        goals = actions.without_goal(goals, 0, (goal,) * 3, 1)
    assert (hers(cards).fountain_cards, hers(goals).frame) == ((card,) * 2, (goal,) * 2)


def test_what_was_laid_becomes_its_count() -> None:
    frame = (
        FrameGoal(kind=Kind.POND, points=3, line="4"),
        FrameGoal(kind=Kind.POND, points=3, line="A"),
        FrameGoal(kind=Kind.VILLA, points=4, line="C"),
    )
    state = actions.count_only(
        anna(*POND, tile("C5", "villa S2"), tile("C6", "villa N1"), tile("D5", "bakery"), frame=frame), 0
    )
    player = hers(state)
    assert player.district is None
    assert player.tally == Tally(counts={Kind.POND: 1, Kind.BAKERY: 1}, villas=(3,), chimneys=5)
    assert [(goal.line, goal.met) for goal in player.frame] == [(None, True), (None, False), (None, True)]


@given(table=strategies.tables(), data=st.data())
def test_the_count_is_worth_what_the_tiles_were(table: Any, data: Any) -> None:
    seat = data.draw(st.sampled_from(range(len(table.players))))
    before = table_state(*table.players, villa_chart=table.villa_chart, prestige_end=table.prestige_end)
    after = actions.count_only(before, seat)
    assert [column.total for column in columns(after.table)] == [column.total for column in columns(before.table)]
    assert built_by(after.table.players[seat]).villas == built_by(before.table.players[seat]).villas
    assert not list(problems_in(after.table, LIMITS))


def test_tiles_begin_anew_where_only_a_count_was() -> None:
    goals = (FrameGoal(kind=Kind.POND, points=3, met=True),)
    counted = anna(tally=Tally(counts={Kind.POND: 1}, villas=(), chimneys=0), frame=goals, coins=3)
    player = hers(actions.lay_tiles(counted, 0))
    assert (player.district, player.tally, player.frame, player.coins) == (district(), None, (), 3)


def test_counts_are_entered_one_by_one() -> None:
    state = actions.count_only(anna(), 0)
    state = after_actions(
        state,
        lambda state: with_tally(state, 0, COUNTS[Kind.POND], 2),
        lambda state: with_tally(state, 0, COUNTS[Kind.MARKET], 1),
        lambda state: with_tally(state, 0, COUNTS[Kind.POND], 0),
    )
    assert hers(state).tally == Tally(counts={Kind.MARKET: 1}, villas=(), chimneys=0)


def test_all_chimneys_are_never_fewer_than_those_of_the_villas() -> None:
    state = with_villas(actions.count_only(anna(), 0), 0, (2, 3))
    assert hers(state).tally == Tally(counts={}, villas=(2, 3), chimneys=5)
    state = after_actions(
        state, lambda state: with_tally(state, 0, CHIMNEYS, 8), lambda state: with_villas(state, 0, (2,))
    )
    assert hers(state).tally == Tally(counts={}, villas=(2,), chimneys=8)


@pytest.mark.parametrize(
    "apply",
    [
        lambda state: with_villas(state, 0, (1,)),
        lambda state: with_tally(state, 0, COUNTS[Kind.POND], 1),
        lambda state: with_tally(state, 0, CHIMNEYS, 1),
    ],
)
def test_a_count_that_is_not_there_yet_begins_with_nothing(apply: Any) -> None:
    state = with_player(anna(), 0, district=None)
    tally = hers(apply(state)).tally
    assert tally is not None
    assert len(tally.counts) + len(tally.villas) + tally.chimneys in {1, 2}
