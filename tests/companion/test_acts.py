"""What players do at a table of Carpe Diem, step by step."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.editors.carpe_diem import acts
from companion.editors.carpe_diem.stock import with_fountain
from companion.editors.carpe_diem.tally import counted_kind, with_tally, with_villas
from companion.evening import with_player
from scoring.carpe_diem import moves, placement
from scoring.carpe_diem.building_phase import Bonus
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.rules import columns
from scoring.carpe_diem.state import DISTRICT_SQUARES, District, FountainCard, FrameGoal, Good, Kind, Tally
from scoring.problems import problems_in
from tests import strategies
from tests.companion.dinners import diner, dinner, district, done, tile

if TYPE_CHECKING:
    from companion.editors.carpe_diem.acts import Dinner
    from scoring.carpe_diem.state import Player

POND = tile("C4", "pond E"), tile("D4", "pond W", "villa N2")


def anna(*tiles: Any, **given: Any) -> Dinner:
    return dinner(diner("Anna", *tiles, **given))


def hers(evening: Dinner) -> Player:
    return acts.player_of(evening, 0)


def board(evening: Dinner, seat: int = 0) -> District:
    return acts.district_of(evening, seat)


# -- tiles


def test_a_tile_is_laid_in_the_place_of_what_lay_there() -> None:
    evening = done(anna(), acts.lay(0, POND[0]), acts.lay(0, POND[1]), acts.lay(0, tile("C4", "market")))
    assert board(evening) == district(POND[1], tile("C4", "market"))
    assert board(evening, 1) == district()


def test_a_tile_is_taken_away_and_its_writ_stays_taken() -> None:
    evening = done(anna(*POND), acts.take_writ(0, "C4"), acts.remove(0, "C4"), acts.remove(0, "F6"))
    assert board(evening) == district(POND[1])
    assert (hers(evening).writs_left, hers(evening).prestige) == (8, 1)
    assert acts.writ_key(0, "C4") in evening.beside.writs


def test_what_lies_on_a_square_is_found() -> None:
    assert acts.tile_on(district(*POND), "D4") == POND[1]
    assert acts.tile_on(district(*POND), "A1") is None
    assert acts.district_of(anna(tally=Tally(counts={}, villas=(), chimneys=0)), 0) == acts.NOTHING


def test_a_tile_lands_as_it_lay_where_it_can() -> None:
    assert acts.landing(district(POND[0]), "C4", "B2") == tile("B2", "pond E")


def test_a_tile_is_turned_where_it_must_be_to_land() -> None:
    assert acts.landing(district(POND[0]), "C4", "F6") == tile("F6", "pond W")


def test_a_tile_lands_only_where_it_fits_without_itself() -> None:
    lying = district(tile("C4", "pond E"), tile("D4", "pond W"), tile("D5", "market"))
    assert acts.landing(lying, "C4", "E4") == tile("E4", "pond E")
    assert acts.landing(lying, "D5", "C3") == tile("C3", "market")
    assert acts.landing(acts.without(lying, "C4"), "D5", "C4") is None
    assert acts.landing(district(POND[0]), "C4", "D4") == tile("D4", "pond E")
    assert acts.landing(lying, "A1", "B1") is None


def test_a_tile_is_moved_to_where_it_lands() -> None:
    evening = done(anna(*POND), acts.move(0, "C4", tile("D5", "market")))
    assert board(evening) == district(POND[1], tile("D5", "market"))


def test_the_parts_of_villas_have_chimneys_of_their_own() -> None:
    both = tile("C4", "villa N1", "pond E", "villa S2")
    assert [(number, part.opens) for number, part in acts.villas_of(both)] == [(0, "N"), (2, "S")]
    assert acts.with_chimneys(both, 2, 5) == tile("C4", "villa N1", "pond E", "villa S5")


def test_the_shovel_is_named_and_unnamed() -> None:
    evening = done(anna(POND[0]), acts.shovel(0, "C4"))
    assert board(evening) == district(POND[0], shovel="C4")
    assert board(acts.shovel(0, None)(evening)) == district(POND[0])


@given(lying=strategies.districts(8), data=st.data())
def test_a_tile_that_lands_breaks_nothing_where_it_comes_to_lie(lying: District, data: Any) -> None:
    if not lying.tiles:
        return
    cell = data.draw(st.sampled_from([one.cell for one in lying.tiles]))
    taken = {one.cell for one in lying.tiles}
    free = [square for square in DISTRICT_SQUARES if square not in taken]
    target = data.draw(st.sampled_from(free))
    landed = acts.landing(lying, cell, target)
    if landed is not None:
        there = acts.without(lying, cell)
        assert landed.cell == target
        assert not placement.placement_problems(there, landed)
        assert acts.with_tile(there, landed).tiles[-1] == landed


# -- bonuses


def waiting(evening: Dinner, seat: int = 0) -> list[tuple[Kind, tuple[str, ...]]]:
    return [(structure.kind, structure.cells) for structure, _ in acts.pending(evening, seat)]


def test_what_is_completed_waits_until_its_bonus_is_taken() -> None:
    evening = anna(POND[0])
    assert waiting(evening) == []
    evening = acts.lay(0, POND[1])(evening)
    ((pond, given),) = acts.pending(evening, 0)
    assert given == Bonus(good=Good.FISH, goods=1)
    evening = acts.take(0, pond)(evening)
    assert hers(evening).goods == {Good.FISH: 1}
    assert waiting(evening) == []
    assert evening.beside.settled == ("0 pond C4 D4",)


def test_what_was_taken_already_is_counted_without_being_booked() -> None:
    evening = anna(*POND, tile("C5", "bakery"))
    structures = tuple(structure for structure, _ in acts.pending(evening, 0))
    settled = done(evening, acts.settle(0, structures), acts.settle(0, structures))
    assert waiting(settled) == []
    assert settled.table == evening.table
    assert settled.beside.settled == ("0 pond C4 D4", "0 bakery C5")


def test_a_bonus_is_taken_once_however_often_its_tiles_are_laid() -> None:
    evening = anna(*POND)
    ((pond, _),) = acts.pending(evening, 0)
    again = done(evening, acts.take(0, pond), acts.remove(0, "C4"), acts.lay(0, POND[0]))
    assert waiting(again) == []
    assert hers(again).goods == {Good.FISH: 1}


def test_a_pond_that_became_another_one_waits_again() -> None:
    evening = anna(tile("C4", "pond E"), tile("D4", "pond W"))
    ((pond, _),) = acts.pending(evening, 0)
    larger = done(evening, acts.take(0, pond), acts.lay(0, tile("D4", "pond EW")), acts.lay(0, tile("E4", "pond W")))
    assert waiting(larger) == [(Kind.POND, ("C4", "D4", "E4"))]


def test_everybody_has_bonuses_of_their_own() -> None:
    evening = dinner(diner("Anna", *POND), diner("Ben", *POND, stack=1))
    ((pond, _),) = acts.pending(evening, 0)
    evening = acts.take(0, pond)(evening)
    assert (waiting(evening, 0), waiting(evening, 1)) == ([], [(Kind.POND, ("C4", "D4"))])


def test_landscapes_come_before_the_merchant_who_takes_their_goods() -> None:
    evening = anna(
        tile("C4", "merchant S", "pond E"),
        tile("C5", "merchant N"),
        tile("D4", "pond W"),
        goods={Good.GRAPES: 2},
    )
    (pond, fish), (merchant, before) = acts.pending(evening, 0)
    assert (pond.kind, fish.goods, before.coins) == (Kind.POND, 1, 3)
    evening = done(evening, acts.take(0, pond), acts.take(0, merchant))
    assert (hers(evening).goods, hers(evening).coins) == ({}, 4)


def test_a_bonus_is_reckoned_with_what_is_there_when_it_is_taken() -> None:
    evening = anna(tile("C4", "merchant S"), tile("C5", "merchant N"))
    ((merchant, _),) = acts.pending(evening, 0)
    later = done(evening, lambda now: with_player(now, 0, goods={Good.HERBS: 5}), acts.take(0, merchant))
    assert (hers(later).goods, hers(later).coins) == ({}, 6)


def test_villas_wait_for_nothing() -> None:
    assert waiting(anna(tile("C4", "villa S2"), tile("C5", "villa N1"))) == []


def test_an_administration_moves_the_marker_onto_the_pile() -> None:
    evening = dinner(
        diner("Anna", tile("C4", "administration S"), tile("C5", "administration N")),
        diner("Ben", prestige=2),
        diner("Cleo", stack=1),
    )
    ((administration, given),) = acts.pending(evening, 0)
    assert given.steps == 2
    after = acts.take(0, administration)(evening)
    assert [(one.prestige, one.stack) for one in after.table.players] == [(2, 1), (2, 0), (0, 0)]


def test_a_writ_is_one_step() -> None:
    evening = acts.take_writ(0, "C4")(anna(POND[0]))
    assert (hers(evening).writs_left, hers(evening).prestige, evening.beside.writs) == (8, 1, ("0 C4",))
    assert evening.table == moves.writ(anna(POND[0]).table, 0)


# -- the prestige bar


def piles(evening: Dinner) -> dict[int, list[str]]:
    """The names on each space, from the bottom."""
    there: dict[int, list[tuple[int, str]]] = {}
    for one in evening.table.players:
        there.setdefault(one.prestige, []).append((one.stack, one.name))
    assert all([height for height, _ in sorted(pile)] == list(range(len(pile))) for pile in there.values()), there
    return {space: [name for _, name in sorted(pile)] for space, pile in there.items()}


def start() -> Dinner:
    return dinner(*(diner(name, stack=seat) for seat, name in enumerate(("Anna", "Ben", "Cleo", "Dora"))))


def test_a_marker_comes_to_lie_on_top_and_those_above_it_sink() -> None:
    evening = acts.on_space(1, 3)(start())
    assert piles(evening) == {0: ["Anna", "Cleo", "Dora"], 3: ["Ben"]}
    evening = acts.on_space(0, 3)(evening)
    assert piles(evening) == {0: ["Cleo", "Dora"], 3: ["Ben", "Anna"]}


def test_a_marker_put_back_onto_its_own_space_stays_where_it_is_in_the_pile() -> None:
    evening = start()
    assert acts.on_space(1, 0)(evening) is evening


def test_a_marker_changes_places_with_the_one_above_it() -> None:
    evening = acts.swap_up(0)(start())
    assert piles(evening) == {0: ["Ben", "Anna", "Cleo", "Dora"]}
    assert piles(done(evening, acts.swap_up(0), acts.swap_up(0), acts.swap_up(0))) == {
        0: ["Ben", "Cleo", "Dora", "Anna"]
    }


def test_every_order_of_a_pile_can_be_made() -> None:
    made = set()
    reached = [start()]
    while reached:
        evening = reached.pop()
        order = tuple(piles(evening)[0])
        if order not in made:
            made.add(order)
            reached += [acts.swap_up(seat)(evening) for seat in range(4)]
    assert made == set(permutations(("Anna", "Ben", "Cleo", "Dora")))


marker_moves = st.lists(st.tuples(st.sampled_from(["space", "up"]), st.integers(0, 3), st.integers(0, 4)), max_size=12)


@given(moves=marker_moves)
def test_piles_have_no_gaps_whatever_is_moved(moves: list[tuple[str, int, int]]) -> None:
    evening = start()
    for what, seat, space in moves:
        evening = (acts.on_space(seat, space) if what == "space" else acts.swap_up(seat))(evening)
        assert sorted(name for pile in piles(evening).values() for name in pile) == ["Anna", "Ben", "Cleo", "Dora"]
        assert what == "up" or evening.table.players[seat].prestige == space


# -- the frame, and fountain cards


def test_goals_are_added_changed_and_taken_off() -> None:
    goal, other = FrameGoal(kind=Kind.POND, points=3, line="C"), FrameGoal(kind=Kind.VILLA, points=5, line="4")
    evening = done(anna(), acts.with_goal(0, None, goal), acts.with_goal(0, None, other))
    assert hers(evening).frame == (goal, other)
    better = replace(other, points=7)
    assert hers(acts.with_goal(0, 1, better)(evening)).frame == (goal, better)
    assert hers(acts.with_goal(0, 0, None)(evening)).frame == (other,)
    assert acts.with_goal(0, None, None)(evening) == evening


def test_fountain_cards_are_added_changed_and_given_back() -> None:
    card, other = FountainCard(kind=Kind.MARKET, points=2), FountainCard(kind=Kind.VILLA, points=3)
    evening = done(anna(), with_fountain(0, None, card), with_fountain(0, None, other))
    assert hers(evening).fountain_cards == (card, other)
    assert hers(with_fountain(0, 1, replace(other, points=4))(evening)).fountain_cards[1].points == 4
    assert hers(with_fountain(0, 0, None)(evening)).fountain_cards == (other,)
    assert with_fountain(0, None, None)(evening) == evening


# -- counting instead


def test_what_was_laid_becomes_its_count() -> None:
    frame = (
        FrameGoal(kind=Kind.POND, points=3, line="4"),
        FrameGoal(kind=Kind.POND, points=3, line="A"),
        FrameGoal(kind=Kind.VILLA, points=4, line="C"),
    )
    evening = acts.count_only(0)(
        anna(*POND, tile("C5", "villa S2"), tile("C6", "villa N1"), tile("D5", "bakery"), frame=frame)
    )
    player = hers(evening)
    assert player.district is None
    assert player.tally == Tally(counts={Kind.POND: 1, Kind.BAKERY: 1}, villas=(3,), chimneys=5)
    assert [(goal.line, goal.met) for goal in player.frame] == [(None, True), (None, False), (None, True)]


@given(table=strategies.tables(), data=st.data())
def test_the_count_is_worth_what_the_tiles_were(table: Any, data: Any) -> None:
    seat = data.draw(st.sampled_from(range(len(table.players))))
    before = dinner(*table.players, villa_chart=table.villa_chart, prestige_end=table.prestige_end)
    after = acts.count_only(seat)(before)
    assert [one.total for one in columns(after.table)] == [one.total for one in columns(before.table)]
    assert built_by(after.table.players[seat]).villas == built_by(before.table.players[seat]).villas
    assert not list(problems_in(after.table, LIMITS))


def test_tiles_begin_anew_where_only_a_count_was() -> None:
    goals = (FrameGoal(kind=Kind.POND, points=3, met=True),)
    counted = anna(tally=Tally(counts={Kind.POND: 1}, villas=(), chimneys=0), frame=goals, coins=3)
    player = hers(acts.lay_tiles(0)(counted))
    assert (player.district, player.tally, player.frame, player.coins) == (district(), None, (), 3)


def test_counts_are_entered_one_by_one() -> None:
    evening = acts.count_only(0)(anna())
    evening = done(
        evening, counted_kind(0, Kind.POND, 2), counted_kind(0, Kind.MARKET, 1), counted_kind(0, Kind.POND, 0)
    )
    assert hers(evening).tally == Tally(counts={Kind.MARKET: 1}, villas=(), chimneys=0)


def test_all_chimneys_are_never_fewer_than_those_of_the_villas() -> None:
    evening = done(acts.count_only(0)(anna()), with_villas(0, (2, 3)))
    assert hers(evening).tally == Tally(counts={}, villas=(2, 3), chimneys=5)
    evening = done(evening, with_tally(0, chimneys=8), with_villas(0, (2,)))
    assert hers(evening).tally == Tally(counts={}, villas=(2,), chimneys=8)


@pytest.mark.parametrize("act", [with_villas(0, (1,)), counted_kind(0, Kind.POND, 1), with_tally(0, chimneys=1)])
def test_a_count_that_is_not_there_yet_begins_with_nothing(act: Any) -> None:
    evening = with_player(anna(), 0, district=None)
    tally = hers(act(evening)).tally
    assert tally is not None
    assert len(tally.counts) + len(tally.villas) + tally.chimneys in {1, 2}
