"""Pieces that come to a number of the track where others stand."""

from __future__ import annotations

from companion.games.mayor import actions
from companion.games.mayor.actions import Laying
from companion.games.mayor.taken_spaces import move_on, open_questions, stay
from scoring.mayor.state import Kind
from tests.companion.mayor_tables import ORDER, after_actions, citizen, earned, table_state

ANNA, BEN, CLEO = 0, 1, 2


def test_a_piece_that_comes_to_another_one_is_asked_about_and_moves_on() -> None:
    before = table_state(citizen("Anna", 3, 20), citizen("Ben", 5, 7), citizen("Cleo", 6, 8))
    after = after_actions(before, actions.place(ANNA, Laying(placement=earned((2, 0))), ORDER))
    (moved,) = open_questions(after)
    assert (moved.seat, moved.forwards) == (ANNA, True)
    on_six = after_actions(after, move_on(moved))
    assert [one.seat for one in open_questions(on_six)] == [ANNA]
    on_seven = after_actions(on_six, move_on(moved))
    assert on_seven.table.players[ANNA].citizen == 7
    assert open_questions(on_seven)
    assert open_questions(after_actions(on_seven, stay(moved))) == ()


def test_a_banker_that_pays_moves_on_backwards() -> None:
    before = table_state(citizen("Anna", 0, 12), citizen("Ben", 11, 30))
    after = after_actions(before, actions.walk(ANNA, Kind.CHURCH, ORDER))
    (moved,) = open_questions(after)
    assert after_actions(after, move_on(moved)).table.players[ANNA].banker == 10


def test_of_two_that_moved_to_one_number_the_later_one_is_asked_about() -> None:
    before = table_state(citizen("Anna", 1), citizen("Ben", 2), citizen("Cleo", 9))
    after = after_actions(before, actions.place(BEN, Laying(placement=earned((3, 0), (2, 0), (0, 0))), ORDER))
    assert [one.seat for one in open_questions(after)] == [ANNA]


def test_on_0_and_past_the_last_space_nobody_is_in_the_way() -> None:
    poor = after_actions(
        table_state(citizen("Anna", 0, 1), citizen("Ben", 0, 0)), actions.walk(ANNA, Kind.CHURCH, ORDER)
    )
    assert open_questions(poor) == ()
    rich = after_actions(table_state(citizen("Anna", 3, 48), citizen("Ben", 2, 50)), actions.pass_on(ANNA, ORDER))
    assert open_questions(rich) == ()


def test_a_question_outlives_the_next_step_of_others() -> None:
    before = table_state(citizen("Anna", 3), citizen("Ben", 5))
    asked = after_actions(before, actions.place(ANNA, Laying(placement=earned((2, 0))), ORDER))
    later = after_actions(asked, actions.pass_on(BEN, ORDER))
    assert [one.seat for one in open_questions(later)] == [ANNA]
