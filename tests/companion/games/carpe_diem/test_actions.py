"""What players do at a table of Carpe Diem, step by step."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.actions import with_count, with_fountain_card, with_tally, with_villas
from companion.tables.state import with_player
from scoring.carpe_diem import moves, placement
from scoring.carpe_diem.building_phase import Bonus
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.rules import columns
from scoring.carpe_diem.state import DISTRICT_SQUARES, District, FountainCard, FrameGoal, Good, Kind, Tally
from scoring.problems import problems_in
from tests.companion.carpe_diem_tables import after_actions, district, player_with, table_state, tile
from tests.scoring.carpe_diem import strategies

if TYPE_CHECKING:
    from companion.games.carpe_diem.extras import CarpeDiemTable
    from scoring.carpe_diem.state import Player

POND = tile("C4", "pond E"), tile("D4", "pond W", "villa N2")


def anna(*tiles: Any, **given: Any) -> CarpeDiemTable:
    return table_state(player_with("Anna", *tiles, **given))


def hers(state: CarpeDiemTable) -> Player:
    return state.table.players[0]


def board(state: CarpeDiemTable, seat: int = 0) -> District:
    return actions.district_of(state, seat)


def test_a_tile_is_laid_in_the_place_of_what_lay_there() -> None:
    state = after_actions(
        anna(), actions.lay(0, POND[0]), actions.lay(0, POND[1]), actions.lay(0, tile("C4", "market"))
    )
    assert board(state) == district(POND[1], tile("C4", "market"))
    assert board(state, 1) == district()


def test_a_tile_is_taken_away_and_its_writ_stays_taken() -> None:
    state = after_actions(anna(*POND), actions.take_writ(0, "C4"), actions.remove(0, "C4"), actions.remove(0, "F6"))
    assert board(state) == district(POND[1])
    assert (hers(state).writs_left, hers(state).prestige) == (8, 1)
    assert actions.writ_key(0, "C4") in state.extras.writs


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
    state = after_actions(anna(*POND), actions.move(0, "C4", tile("D5", "market")))
    assert board(state) == district(POND[1], tile("D5", "market"))


def test_the_parts_of_villas_have_chimneys_of_their_own() -> None:
    both = tile("C4", "villa N1", "pond E", "villa S2")
    assert [(number, part.opens) for number, part in actions.villas_of(both)] == [(0, "N"), (2, "S")]
    assert actions.with_chimneys(both, 2, 5) == tile("C4", "villa N1", "pond E", "villa S5")


def test_the_shovel_is_named_and_unnamed() -> None:
    state = after_actions(anna(POND[0]), actions.shovel(0, "C4"))
    assert board(state) == district(POND[0], shovel="C4")
    assert board(actions.shovel(0, None)(state)) == district(POND[0])


@given(lying=strategies.districts(8), data=st.data())
def test_a_tile_that_lands_breaks_nothing_where_it_comes_to_lie(lying: District, data: Any) -> None:
    if not lying.tiles:
        return
    cell = data.draw(st.sampled_from([one.cell for one in lying.tiles]))
    taken = {one.cell for one in lying.tiles}
    free = [square for square in DISTRICT_SQUARES if square not in taken]
    target = data.draw(st.sampled_from(free))
    landed = actions.landing(lying, cell, target)
    if landed is not None:
        there = actions.without(lying, cell)
        assert landed.cell == target
        assert not placement.placement_problems(there, landed)
        assert actions.with_tile(there, landed).tiles[-1] == landed


def waiting(state: CarpeDiemTable, seat: int = 0) -> list[tuple[Kind, tuple[str, ...]]]:
    return [(structure.kind, structure.cells) for structure, _ in actions.pending(state, seat)]


def test_what_is_completed_waits_until_its_bonus_is_taken() -> None:
    state = anna(POND[0])
    assert waiting(state) == []
    state = actions.lay(0, POND[1])(state)
    ((pond, given),) = actions.pending(state, 0)
    assert given == Bonus(good=Good.FISH, goods=1)
    state = actions.take(0, pond)(state)
    assert hers(state).goods == {Good.FISH: 1}
    assert waiting(state) == []
    assert state.extras.settled == ("0 pond C4 D4",)


def test_what_was_taken_already_is_counted_without_being_booked() -> None:
    state = anna(*POND, tile("C5", "bakery"))
    structures = tuple(structure for structure, _ in actions.pending(state, 0))
    settled = after_actions(state, actions.settle(0, structures), actions.settle(0, structures))
    assert waiting(settled) == []
    assert settled.table == state.table
    assert settled.extras.settled == ("0 pond C4 D4", "0 bakery C5")


def test_a_bonus_is_taken_once_however_often_its_tiles_are_laid() -> None:
    state = anna(*POND)
    ((pond, _),) = actions.pending(state, 0)
    again = after_actions(state, actions.take(0, pond), actions.remove(0, "C4"), actions.lay(0, POND[0]))
    assert waiting(again) == []
    assert hers(again).goods == {Good.FISH: 1}


def test_a_pond_that_became_another_one_waits_again() -> None:
    state = anna(tile("C4", "pond E"), tile("D4", "pond W"))
    ((pond, _),) = actions.pending(state, 0)
    larger = after_actions(
        state, actions.take(0, pond), actions.lay(0, tile("D4", "pond EW")), actions.lay(0, tile("E4", "pond W"))
    )
    assert waiting(larger) == [(Kind.POND, ("C4", "D4", "E4"))]


def test_everybody_has_bonuses_of_their_own() -> None:
    state = table_state(player_with("Anna", *POND), player_with("Ben", *POND, stack=1))
    ((pond, _),) = actions.pending(state, 0)
    state = actions.take(0, pond)(state)
    assert (waiting(state, 0), waiting(state, 1)) == ([], [(Kind.POND, ("C4", "D4"))])


def test_landscapes_come_before_the_merchant_who_takes_their_goods() -> None:
    state = anna(
        tile("C4", "merchant S", "pond E"),
        tile("C5", "merchant N"),
        tile("D4", "pond W"),
        goods={Good.GRAPES: 2},
    )
    (pond, fish), (merchant, before) = actions.pending(state, 0)
    assert (pond.kind, fish.goods, before.coins) == (Kind.POND, 1, 3)
    state = after_actions(state, actions.take(0, pond), actions.take(0, merchant))
    assert (hers(state).goods, hers(state).coins) == ({}, 4)


def test_a_bonus_is_reckoned_with_what_is_there_when_it_is_taken() -> None:
    state = anna(tile("C4", "merchant S"), tile("C5", "merchant N"))
    ((merchant, _),) = actions.pending(state, 0)
    later = after_actions(state, lambda now: with_player(now, 0, goods={Good.HERBS: 5}), actions.take(0, merchant))
    assert (hers(later).goods, hers(later).coins) == ({}, 6)


def test_villas_wait_for_nothing() -> None:
    assert waiting(anna(tile("C4", "villa S2"), tile("C5", "villa N1"))) == []


def test_an_administration_moves_the_marker_onto_the_pile() -> None:
    state = table_state(
        player_with("Anna", tile("C4", "administration S"), tile("C5", "administration N")),
        player_with("Ben", prestige=2),
        player_with("Cleo", stack=1),
    )
    ((administration, given),) = actions.pending(state, 0)
    assert given.steps == 2
    after = actions.take(0, administration)(state)
    assert [(one.prestige, one.stack) for one in after.table.players] == [(2, 1), (2, 0), (0, 0)]


def test_a_writ_is_one_step() -> None:
    state = actions.take_writ(0, "C4")(anna(POND[0]))
    assert (hers(state).writs_left, hers(state).prestige, state.extras.writs) == (8, 1, ("0 C4",))
    assert state.table == moves.writ(anna(POND[0]).table, 0)


def piles(state: CarpeDiemTable) -> dict[int, list[str]]:
    """The names on each space, from the bottom."""
    there: dict[int, list[tuple[int, str]]] = {}
    for one in state.table.players:
        there.setdefault(one.prestige, []).append((one.stack, one.name))
    assert all([height for height, _ in sorted(pile)] == list(range(len(pile))) for pile in there.values()), there
    return {space: [name for _, name in sorted(pile)] for space, pile in there.items()}


def start() -> CarpeDiemTable:
    return table_state(*(player_with(name, stack=seat) for seat, name in enumerate(("Anna", "Ben", "Cleo", "Dora"))))


def test_a_marker_comes_to_lie_on_top_and_those_above_it_sink() -> None:
    state = actions.on_space(1, 3)(start())
    assert piles(state) == {0: ["Anna", "Cleo", "Dora"], 3: ["Ben"]}
    state = actions.on_space(0, 3)(state)
    assert piles(state) == {0: ["Cleo", "Dora"], 3: ["Ben", "Anna"]}


def test_a_marker_put_back_onto_its_own_space_stays_where_it_is_in_the_pile() -> None:
    state = start()
    assert actions.on_space(1, 0)(state) is state


def test_a_marker_changes_places_with_the_one_above_it() -> None:
    state = actions.swap_up(0)(start())
    assert piles(state) == {0: ["Ben", "Anna", "Cleo", "Dora"]}
    assert piles(after_actions(state, actions.swap_up(0), actions.swap_up(0), actions.swap_up(0))) == {
        0: ["Ben", "Cleo", "Dora", "Anna"]
    }


def test_every_order_of_a_pile_can_be_made() -> None:
    made = set()
    reached = [start()]
    while reached:
        state = reached.pop()
        order = tuple(piles(state)[0])
        if order not in made:
            made.add(order)
            reached += [actions.swap_up(seat)(state) for seat in range(4)]
    assert made == set(permutations(("Anna", "Ben", "Cleo", "Dora")))


marker_moves = st.lists(st.tuples(st.sampled_from(["space", "up"]), st.integers(0, 3), st.integers(0, 4)), max_size=12)


@given(steps=marker_moves)
def test_piles_have_no_gaps_whatever_is_moved(steps: list[tuple[str, int, int]]) -> None:
    state = start()
    for what, seat, space in steps:
        state = (actions.on_space(seat, space) if what == "space" else actions.swap_up(seat))(state)
        assert sorted(name for pile in piles(state).values() for name in pile) == ["Anna", "Ben", "Cleo", "Dora"]
        assert what == "up" or state.table.players[seat].prestige == space


def test_goals_are_added_changed_and_taken_off() -> None:
    goal, other = FrameGoal(kind=Kind.POND, points=3, line="C"), FrameGoal(kind=Kind.VILLA, points=5, line="4")
    state = after_actions(anna(), actions.with_goal(0, None, goal), actions.with_goal(0, None, other))
    assert hers(state).frame == (goal, other)
    better = replace(other, points=7)
    assert hers(actions.with_goal(0, 1, better)(state)).frame == (goal, better)
    assert hers(actions.with_goal(0, 0, None)(state)).frame == (other,)
    assert actions.with_goal(0, None, None)(state) == state


def test_fountain_cards_are_added_changed_and_given_back() -> None:
    card, other = FountainCard(kind=Kind.MARKET, points=2), FountainCard(kind=Kind.VILLA, points=3)
    state = after_actions(anna(), with_fountain_card(0, None, card), with_fountain_card(0, None, other))
    assert hers(state).fountain_cards == (card, other)
    assert hers(with_fountain_card(0, 1, replace(other, points=4))(state)).fountain_cards[1].points == 4
    assert hers(with_fountain_card(0, 0, None)(state)).fountain_cards == (other,)
    assert with_fountain_card(0, None, None)(state) == state


def test_what_was_laid_becomes_its_count() -> None:
    frame = (
        FrameGoal(kind=Kind.POND, points=3, line="4"),
        FrameGoal(kind=Kind.POND, points=3, line="A"),
        FrameGoal(kind=Kind.VILLA, points=4, line="C"),
    )
    state = actions.count_only(0)(
        anna(*POND, tile("C5", "villa S2"), tile("C6", "villa N1"), tile("D5", "bakery"), frame=frame)
    )
    player = hers(state)
    assert player.district is None
    assert player.tally == Tally(counts={Kind.POND: 1, Kind.BAKERY: 1}, villas=(3,), chimneys=5)
    assert [(goal.line, goal.met) for goal in player.frame] == [(None, True), (None, False), (None, True)]


@given(table=strategies.tables(), data=st.data())
def test_the_count_is_worth_what_the_tiles_were(table: Any, data: Any) -> None:
    seat = data.draw(st.sampled_from(range(len(table.players))))
    before = table_state(*table.players, villa_chart=table.villa_chart, prestige_end=table.prestige_end)
    after = actions.count_only(seat)(before)
    assert [one.total for one in columns(after.table)] == [one.total for one in columns(before.table)]
    assert built_by(after.table.players[seat]).villas == built_by(before.table.players[seat]).villas
    assert not list(problems_in(after.table, LIMITS))


def test_tiles_begin_anew_where_only_a_count_was() -> None:
    goals = (FrameGoal(kind=Kind.POND, points=3, met=True),)
    counted = anna(tally=Tally(counts={Kind.POND: 1}, villas=(), chimneys=0), frame=goals, coins=3)
    player = hers(actions.lay_tiles(0)(counted))
    assert (player.district, player.tally, player.frame, player.coins) == (district(), None, (), 3)


def test_counts_are_entered_one_by_one() -> None:
    state = actions.count_only(0)(anna())
    state = after_actions(
        state, with_count(0, Kind.POND, 2), with_count(0, Kind.MARKET, 1), with_count(0, Kind.POND, 0)
    )
    assert hers(state).tally == Tally(counts={Kind.MARKET: 1}, villas=(), chimneys=0)


def test_all_chimneys_are_never_fewer_than_those_of_the_villas() -> None:
    state = after_actions(actions.count_only(0)(anna()), with_villas(0, (2, 3)))
    assert hers(state).tally == Tally(counts={}, villas=(2, 3), chimneys=5)
    state = after_actions(state, with_tally(0, chimneys=8), with_villas(0, (2,)))
    assert hers(state).tally == Tally(counts={}, villas=(2,), chimneys=8)


@pytest.mark.parametrize("apply", [with_villas(0, (1,)), with_count(0, Kind.POND, 1), with_tally(0, chimneys=1)])
def test_a_count_that_is_not_there_yet_begins_with_nothing(apply: Any) -> None:
    state = with_player(anna(), 0, district=None)
    tally = hers(apply(state)).tally
    assert tally is not None
    assert len(tally.counts) + len(tally.villas) + tally.chimneys in {1, 2}
