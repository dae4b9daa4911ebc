"""What each square and each line of the frame shows, and says to those who do not see it."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from companion.games.carpe_diem.actions import is_met
from companion.ui.core.theme import MARKS
from companion.ui.editors.carpe_diem.square_pictures import lines, pictures, wrong_squares
from companion.ui.editors.carpe_diem.tile_drawing import Ink, tile_layers
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.rules import columns
from scoring.carpe_diem.state import DISTRICT_SQUARES, FRAME_LINES, FrameGoal, Kind, Tally
from scoring.carpe_diem.state import District as DistrictOf
from scoring.messages import say
from scoring.problems import problems_in
from tests.companion.carpe_diem_tables import district, player_with, table_state, tile
from tests.scoring.carpe_diem import strategies

OPEN = frozenset[int]()


def labels(*tiles: Any) -> dict[str, str]:
    """What the squares say that say more than that they are empty."""
    return {cell: square.label for cell, square in pictures(district(*tiles)).items() if square.label != f"{cell}"}


def test_a_square_says_what_lies_there_and_where_it_opens() -> None:
    assert labels(tile("C4", "pond E")) == {"C4": "C4, pond"}
    assert labels(tile("B2", "pond NE", "villa S2")) == {"B2": "B2, pond, villa, 2 chimneys"}


def test_what_is_completed_is_said_wholly_or_by_kind() -> None:
    assert labels(tile("C4", "pond E"), tile("D4", "pond W", "villa N1"), tile("C5", "market")) == {
        "C4": "C4, pond, completed",
        "D4": "D4, pond, villa, 1 chimney, pond completed",
        "C5": "C5, market, completed",
    }


def test_the_shovel_and_what_is_wrong_are_said() -> None:
    wrong = {"A1": (say("it opens to the frame"), say("it is too large"))}
    shown = pictures(district(tile("A1", "pond N"), shovel="C3"), wrong)
    assert shown["A1"].label == "A1, pond, it opens to the frame, it is too large"
    assert shown["C3"].label == "C3, shovel space"
    assert [cell for cell, square in shown.items() if square.wrong] == ["A1"]
    assert [cell for cell, square in shown.items() if square.shovel] == ["C3"]


def test_all_squares_are_shown_by_rows() -> None:
    shown = pictures(district())
    assert tuple(shown) == DISTRICT_SQUARES
    assert all(not square.layers and square.highlighted is None for square in shown.values())


def test_some_squares_are_lit_and_the_others_are_not() -> None:
    shown = pictures(district(tile("C4", "pond E")), highlighted=frozenset({"C4"}))
    assert shown["C4"].highlighted is True
    assert shown["D4"].highlighted is False


def test_a_square_draws_what_is_completed_and_the_sides_that_wait() -> None:
    left, right = tile("C4", "pond ES"), tile("D4", "pond W", "market")
    shown = pictures(district(left, tile("D4", "pond W", "villa N1")))
    assert shown["C4"].layers == tile_layers(left, OPEN, frozenset({"S"}))
    assert shown["D4"].layers == tile_layers(tile("D4", "pond W", "villa N1"), OPEN, frozenset({"N"}))
    assert [layer.char for layer in shown["C4"].layers if layer.ink is Ink.NOTCH] == [MARKS["waiting-S"]]
    closed = pictures(district(tile("C4", "pond E"), right))
    assert closed["C4"].layers == tile_layers(tile("C4", "pond E"), frozenset({0}), frozenset())
    assert closed["D4"].layers == tile_layers(right, frozenset({0, 1}), frozenset())


def test_one_of_two_features_is_completed_and_the_other_waits() -> None:
    both = tile("C4", "villa S1", "pond E")
    shown = pictures(district(both, tile("D4", "pond W")))
    assert shown["C4"].layers == tile_layers(both, frozenset({1}), frozenset({"S"}))


@given(board=strategies.districts())
def test_every_square_has_a_label_of_its_own(board: DistrictOf) -> None:
    shown = pictures(board)
    assert len({square.label for square in shown.values()}) == len(DISTRICT_SQUARES)
    for board_tile in board.tiles:
        for feature in board_tile.features:
            assert feature.kind.value in shown[board_tile.cell].label


def test_a_line_says_its_goals_and_whether_they_are_met() -> None:
    goals = (
        FrameGoal(kind=Kind.POND, points=3, line="4"),
        FrameGoal(kind=Kind.VILLA, points=4, line="4"),
        FrameGoal(kind=Kind.POND, points=5, line="A"),
    )
    shown = lines(player_with("Anna", tile("C4", "pond E"), tile("D4", "pond W"), frame=goals))
    assert tuple(shown) == FRAME_LINES
    assert shown["4"].label == "Row 4, pond 3, met, villa 4, not met"
    assert shown["4"].goals == ((goals[0], True), (goals[1], False))
    assert shown["A"].label == "Column A, pond 5, not met"
    assert shown["F"].label == "Column F"


def test_a_goal_without_a_line_is_met_as_it_was_ticked() -> None:
    counted = player_with("Anna", tally=Tally(counts={Kind.POND: 1}, villas=(), chimneys=0))
    assert is_met(FrameGoal(kind=Kind.POND, points=3, met=True), counted)
    assert not is_met(FrameGoal(kind=Kind.POND, points=3, met=False), counted)
    assert not is_met(FrameGoal(kind=Kind.POND, points=3), counted)


@given(table=strategies.tables())
def test_goals_that_show_as_met_are_those_that_score(table: Any) -> None:
    for player, column in zip(table.players, columns(table), strict=True):
        points = next(line.points for line in column.lines if line.rule == "frame")
        assert points == sum(goal.points for goal in player.frame if is_met(goal, player))


def test_what_is_wrong_is_shown_to_whom_it_concerns() -> None:
    state = table_state(
        player_with("Anna", tile("C4", "pond E"), tile("D4", "villa W1")),
        player_with("Ben", tile("A1", "pond N"), tile("A2", "granary ES"), tile("F6", "market"), stack=1),
    )
    problems = problems_in(state.table, CARPE_DIEM.limits)
    assert set(wrong_squares(problems, 0)) == {"C4", "D4"}
    assert set(wrong_squares(problems, 1)) == {"A1", "A2"}  # F6 may still be joined to them
    assert not wrong_squares(problems, 2)
