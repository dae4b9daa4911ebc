"""The forum as it is entered, step by step: its cards and markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.forum import next_empty
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.forum.visits import PAIRS, cards_lying, markers
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.setup import laid_out
from scoring.carpe_diem.state import FORUM_SQUARES
from scoring.problems import problems_in
from tests.companion.carpe_diem_tables import player_with, table_state

if TYPE_CHECKING:
    from companion.games.carpe_diem.actions import CarpeDiemTable

HERBS, FISH = KNOWN_FORUM_CARDS[0].card, KNOWN_FORUM_CARDS[2].card
CARDS = [entry.card for entry in KNOWN_FORUM_CARDS]


def state(*squares: str, players: int = 2) -> CarpeDiemTable:
    """A table with cards on some squares."""
    names = ("Anna", "Ben", "Cleo", "Dora")[:players]
    table = laid_out(names)
    begun: CarpeDiemTable = table_state(*table.players, forum=table.forum)
    for square, card in zip(squares, CARDS, strict=False):
        begun = steps.with_card(begun, square, card)
    return begun


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
    assert list(cards_lying(at.table)) == ["A1"]
    assert steps.left_empty(at.table) == frozenset()


def test_cards_are_laid_row_by_row() -> None:
    at, laid = state(), []
    square = next_empty(at.table, "")
    while square is not None:
        laid.append(square)
        at = steps.with_card(at, square, HERBS)
        square = next_empty(at.table, square)
    assert laid == ["B1", "C1", "A2", "B2", "C2", "D2", "B3", "C3"]


def test_a_card_that_is_taken_away_takes_the_markers_beside_it_along() -> None:
    at = steps.with_marker(steps.with_marker(state("B1", "C1", "B2", "C2"), ("B1", "C1")), ("B2", "C2"))
    at = steps.without_card(at, "B1")
    assert set(cards_lying(at.table)) == {"C1", "B2", "C2"}
    assert markers(at.table) == (("B2", "C2"),)


def test_two_cards_change_places_and_the_markers_stay() -> None:
    at = steps.with_marker(state("B1", "C1"), ("B1", "C1"))
    swapped = steps.swap(at, "B1", "C1")
    assert cards_lying(swapped.table) == {"B1": CARDS[1], "C1": CARDS[0]}
    assert markers(swapped.table) == (("B1", "C1"),)


def test_a_card_that_moves_to_an_empty_square_leaves_its_markers_behind() -> None:
    at = steps.with_marker(state("B1", "C1"), ("B1", "C1"))
    moved = steps.swap(at, "B1", "D3")
    assert cards_lying(moved.table) == {"D3": CARDS[0], "C1": CARDS[1]}
    assert markers(moved.table) == ()
    assert steps.swap(at, "B1", "B1") == at


@given(st.lists(st.tuples(st.sampled_from(FORUM_SQUARES), st.sampled_from(FORUM_SQUARES)), max_size=6), st.data())
def test_whatever_is_moved_the_forum_can_be_so(moves: list[tuple[str, str]], data: st.DataObject) -> None:
    at = state(*FORUM_SQUARES[:9], players=4)
    for pair in data.draw(st.lists(st.sampled_from(PAIRS), max_size=5)):
        at = steps.with_marker(at, pair)
    for origin, target in moves:
        at = steps.swap(at, origin, target)
        assert len(cards_lying(at.table)) == 9
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
    assert cards_lying(at.table) == {}
    assert markers(at.table) == ()
    assert steps.without_marker(at, ("B1", "C1")) == at
    assert steps.with_marker(at, ("B1", "C1")) == at


def test_two_markers_at_one_height_leave_the_order_unclear() -> None:
    assert not steps.order_unclear(table_state(player_with("Anna", prestige=1), player_with("Ben")).table)
    level: CarpeDiemTable = table_state(player_with("Anna", prestige=2), player_with("Ben", prestige=2))
    (problem,) = steps.order_unclear(level.table)
    assert problem.path == "players[1].stack"
