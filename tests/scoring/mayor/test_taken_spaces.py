"""Game Introduction: only one piece stands on a space, and who comes to a number where others stand is asked."""

from __future__ import annotations

from scoring.mayor.state import Kind
from scoring.mayor.taken_spaces import moved_on, open_questions, stayed
from scoring.mayor.turns import Laying, tile_placed, turn_passed, walked
from tests.scoring.mayor.tables import ORDER, earned, in_play, player

ANNA, BEN, CLEO = 0, 1, 2


def test_game_introduction_a_piece_that_comes_to_another_one_is_asked_about_and_moves_on() -> None:
    before = in_play(
        player("Anna", citizen=3, banker=20), player("Ben", citizen=5, banker=7), player("Cleo", citizen=6, banker=8)
    )
    after = tile_placed(before, ANNA, Laying(placement=earned((2, 0))), ORDER)
    (moved,) = open_questions(after)
    assert (moved.seat, moved.forwards) == (ANNA, True)
    on_six = moved_on(after, moved)
    assert [one.seat for one in open_questions(on_six)] == [ANNA]
    on_seven = moved_on(on_six, moved)
    assert on_seven.players[ANNA].citizen == 7
    assert open_questions(on_seven)
    assert open_questions(stayed(on_seven, moved)) == ()


def test_game_introduction_a_banker_that_pays_moves_on_backwards() -> None:
    before = in_play(player("Anna", banker=12), player("Ben", citizen=11, banker=30))
    after = walked(before, ANNA, Kind.CHURCH, ORDER)
    (moved,) = open_questions(after)
    assert moved_on(after, moved).players[ANNA].banker == 10


def test_game_introduction_of_two_that_moved_to_one_number_the_later_one_is_asked_about() -> None:
    before = in_play(player("Anna", citizen=1), player("Ben", citizen=2), player("Cleo", citizen=9))
    after = tile_placed(before, BEN, Laying(placement=earned((3, 0), (2, 0), (0, 0))), ORDER)
    assert [one.seat for one in open_questions(after)] == [ANNA]


def test_game_introduction_on_0_and_past_the_last_space_nobody_is_in_the_way() -> None:
    poor = in_play(player("Anna", banker=1), player("Ben", banker=0))
    assert open_questions(walked(poor, ANNA, Kind.CHURCH, ORDER)) == ()
    rich = in_play(player("Anna", citizen=3, banker=48), player("Ben", citizen=2, banker=50))
    assert open_questions(turn_passed(rich, ANNA, ORDER)) == ()


def test_game_introduction_a_question_outlives_the_next_step_of_others() -> None:
    before = in_play(player("Anna", citizen=3), player("Ben", citizen=5))
    asked = tile_placed(before, ANNA, Laying(placement=earned((2, 0))), ORDER)
    assert [one.seat for one in open_questions(turn_passed(asked, BEN, ORDER))] == [ANNA]
