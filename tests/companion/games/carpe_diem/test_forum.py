"""What happens at the forum, step by step: cards, markers, phases, visits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.forum import next_empty, visits_to_pair, visits_to_pairs
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.forum.visits import open_pairs
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.setup import laid_out
from scoring.carpe_diem.state import FORUM_SQUARES, Card, Good, Objective, Reward
from scoring.problems import problems_in
from tests.companion.carpe_diem_tables import player_with, table_state

if TYPE_CHECKING:
    from companion.games.carpe_diem.extras import CarpeDiemTable

HERBS, FISH = KNOWN_FORUM_CARDS[0].card, KNOWN_FORUM_CARDS[2].card
CARDS = [known.card for known in KNOWN_FORUM_CARDS]


def state(*squares: str, players: int = 2, **given: object) -> CarpeDiemTable:
    """A table with cards on some squares."""
    names = ("Anna", "Ben", "Cleo", "Dora")[:players]
    table = laid_out(names)
    begun: CarpeDiemTable = table_state(*table.players, forum=table.forum)
    begun = replace(begun, extras=replace(begun.extras, **given))  # type: ignore[arg-type]
    for square, card in zip(squares, CARDS, strict=False):
        begun = steps.with_card(begun, square, card)
    return begun


def ben_ahead() -> CarpeDiemTable:
    """Anna holds herbs, Ben fish and lies ahead on the bar; both may visit A1 and B1, or B1 and C1."""
    anna = player_with("Anna", goods={Good.HERBS: 4}, prestige=1)
    ben = player_with("Ben", goods={Good.FISH: 6}, prestige=3)
    there: CarpeDiemTable = table_state(anna, ben, forum=laid_out(("Anna", "Ben")).forum)
    for square, card in (("A1", HERBS), ("B1", FISH), ("C1", HERBS)):
        there = steps.with_card(there, square, card)
    return there


def visit(at: CarpeDiemTable, seat: int, pair: steps.Pair) -> CarpeDiemTable:
    best = visits_to_pair(at.table, seat, Objective.POINTS, pair)[0]
    return steps.booked(at, seat, best, pair)


def test_with_two_players_the_corners_stay_empty() -> None:
    assert steps.left_empty(state().table) == {"A1", "D1", "A3", "D3"}


def test_with_three_players_the_first_corner_tells_which_two_stay_empty() -> None:
    assert steps.left_empty(state(players=3).table) == frozenset()
    assert steps.left_empty(state("D1", players=3).table) == {"A1", "D3"}
    assert steps.left_empty(state("A3", players=3).table) == {"A1", "D3"}
    assert steps.left_empty(state("A1", players=3).table) == {"D1", "A3"}


def test_with_four_players_none_stays_empty() -> None:
    assert steps.left_empty(state(players=4).table) == frozenset()


def test_a_card_on_a_corner_that_should_stay_empty_is_taken_as_it_is() -> None:
    at = state("A1")
    assert list(steps.cards_lying(at.table)) == ["A1"]
    assert steps.left_empty(at.table) == frozenset()


def test_cards_are_laid_row_by_row() -> None:
    at, laid = state(), []
    square = next_empty(at, "")
    while square is not None:
        laid.append(square)
        at = steps.with_card(at, square, HERBS)
        square = next_empty(at, square)
    assert laid == ["B1", "C1", "A2", "B2", "C2", "D2", "B3", "C3"]


def test_a_card_that_is_taken_away_takes_the_markers_beside_it_along() -> None:
    at = steps.with_marker(steps.with_marker(state("B1", "C1", "B2", "C2"), ("B1", "C1")), ("B2", "C2"))
    at = steps.without_card(at, "B1")
    assert set(steps.cards_lying(at.table)) == {"C1", "B2", "C2"}
    assert steps.markers(at.table) == (("B2", "C2"),)


def test_two_cards_change_places_and_the_markers_stay() -> None:
    at = steps.with_marker(state("B1", "C1"), ("B1", "C1"))
    swapped = steps.swapped(at, "B1", "C1")
    assert steps.cards_lying(swapped.table) == {"B1": CARDS[1], "C1": CARDS[0]}
    assert steps.markers(swapped.table) == (("B1", "C1"),)


def test_a_card_that_moves_to_an_empty_square_leaves_its_markers_behind() -> None:
    at = steps.with_marker(state("B1", "C1"), ("B1", "C1"))
    moved = steps.swapped(at, "B1", "D3")
    assert steps.cards_lying(moved.table) == {"D3": CARDS[0], "C1": CARDS[1]}
    assert steps.markers(moved.table) == ()
    assert steps.swapped(at, "B1", "B1") == at


@given(st.lists(st.tuples(st.sampled_from(FORUM_SQUARES), st.sampled_from(FORUM_SQUARES)), max_size=6), st.data())
def test_whatever_is_moved_the_forum_can_be_so(moves: list[tuple[str, str]], data: st.DataObject) -> None:
    at = state(*FORUM_SQUARES[:9], players=4)
    for pair in data.draw(st.lists(st.sampled_from(steps.PAIRS), max_size=5)):
        at = steps.with_marker(at, pair)
    for one, other in moves:
        at = steps.swapped(at, one, other)
        assert len(steps.cards_lying(at.table)) == 9
    at = steps.without_card(at, data.draw(st.sampled_from(FORUM_SQUARES)))
    assert not problems_in(at.table, LIMITS)


def test_a_marker_lies_between_two_cards_once() -> None:
    at = state("B1", "C1")
    marked = steps.with_marker(at, ("B1", "C1"))
    assert steps.has_marker(marked.table, ("B1", "C1"))
    assert steps.with_marker(marked, ("B1", "C1")) == marked
    assert steps.with_marker(at, ("C1", "D1")) == at
    assert steps.without_marker(marked, ("B1", "C1")) == at


def test_nothing_lies_where_there_is_no_forum() -> None:
    at: CarpeDiemTable = table_state(player_with("Anna"))
    assert steps.cards_lying(at.table) == {}
    assert steps.markers(at.table) == ()
    assert steps.without_marker(at, ("B1", "C1")) == at
    assert steps.with_marker(at, ("B1", "C1")) == at


def test_whose_marker_it_is_is_known_of_visits_alone() -> None:
    at = visit(steps.begun(ben_ahead()), 1, ("B1", "C1"))
    at = steps.with_marker(at, ("A1", "B1"))
    assert steps.owner(at.extras, ("B1", "C1")) == 1
    assert steps.owner(at.extras, ("A1", "B1")) is None


def test_the_order_is_fixed_when_the_phase_begins() -> None:
    at = steps.begun(ben_ahead())
    assert at.extras.order == (1, 0)
    anna_moves_on = replace(
        at, table=replace(at.table, players=(replace(at.table.players[0], prestige=9), at.table.players[1]))
    )
    assert steps.order_now(anna_moves_on.table) == (0, 1)
    assert steps.begun(anna_moves_on).extras.order == (1, 0)
    assert steps.turn(anna_moves_on.extras) == 1


def test_two_markers_at_one_height_leave_the_order_unclear() -> None:
    assert not steps.order_unclear(ben_ahead().table)
    level: CarpeDiemTable = table_state(player_with("Anna", prestige=2), player_with("Ben", prestige=2))
    (problem,) = steps.order_unclear(level.table)
    assert problem.path == "players[1].stack"


def test_a_visit_is_booked_and_the_next_one_is_due() -> None:
    at = visit(steps.begun(ben_ahead()), 1, ("A1", "B1"))
    anna, ben = at.table.players
    assert (ben.victory_cards, ben.goods) == (14 - 4, {Good.FISH: 0})
    assert at.table.forum is not None
    assert at.table.forum.markers == (("A1", "B1"),)
    assert steps.turn(at.extras) == 0
    (booked,) = steps.visits_of(at.extras, 1)
    assert (booked.seat, booked.cells, booked.points) == (1, ("A1", "B1"), 10)
    assert anna == ben_ahead().table.players[0]


def test_the_last_visit_ends_the_phase() -> None:
    at = visit(visit(steps.begun(ben_ahead()), 1, ("A1", "B1")), 0, ("B1", "C1"))
    assert at.extras.phase == 2
    assert at.extras.order == ()
    assert steps.turn(at.extras) is None
    assert len(steps.visits_of(at.extras, 1)) == 2


def test_nothing_is_booked_out_of_turn_or_on_a_pair_that_is_taken() -> None:
    at = steps.begun(ben_ahead())
    assert visit(at, 0, ("A1", "B1")) == at
    best = visits_to_pair(at.table, 1, Objective.POINTS, ("A1", "B1"))[0]
    taken = steps.with_marker(at, ("A1", "B1"))
    assert steps.booked(taken, 1, best, ("A1", "B1")) == taken


def test_a_visit_is_passed_over_and_ends_the_phase_if_it_was_the_last() -> None:
    at = steps.passed(steps.begun(ben_ahead()), 1)
    assert steps.turn(at.extras) == 0
    assert steps.passed(at, 1) == at
    at = steps.passed(at, 0)
    assert at.extras.phase == 2
    assert [made.cells for made in steps.visits_of(at.extras, 1)] == [(), ()]
    assert at.table == ben_ahead().table


def test_after_four_phases_there_is_none_left() -> None:
    at = ben_ahead()
    for phase in range(1, 5):
        assert at.extras.phase == phase
        assert not steps.is_over(at.extras)
        at = steps.ended(at)
    assert steps.is_over(at.extras)
    assert steps.ended(at) == at
    assert steps.begun(at) == at


def test_visits_are_weighed_for_what_was_chosen() -> None:
    at = steps.weighed_for(ben_ahead(), Objective.FINAL)
    assert at.extras.objective is Objective.FINAL


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_whole_phases_can_be_played(players: int) -> None:
    squares = {2: "B1 C1 A2 B2 C2 D2 B3 C3", 3: "A1 B1 C1 A2 B2 C2 D2 B3 C3 D3", 4: " ".join(FORUM_SQUARES)}
    card = Card(pay={Good.FISH: 1}, reward=Reward(points=1, prestige=1))
    at = state(players=players)
    for square in squares[players].split():
        at = steps.with_card(at, square, card)
    for _ in range(steps.PHASES):
        at = steps.begun(at)
        while (seat := steps.turn(at.extras)) is not None:
            best = visits_to_pairs(at.table, seat, Objective.FINAL)[0]
            assert best.cells is not None
            at = steps.booked(at, seat, best, best.cells)
    assert steps.is_over(at.extras)
    assert len(at.extras.visits) == 4 * players
    assert len(list(open_pairs(at.table))) == 1  # one place more than all visits need
