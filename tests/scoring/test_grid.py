"""Boards of squares."""

from __future__ import annotations

from scoring.grid import OPPOSITE, SIDES, by_rows, draw_board, neighbours, region, squares, surroundings


def test_squares_count_to_the_right_and_downwards() -> None:
    assert squares(3, 2) == ("A1", "B1", "C1", "A2", "B2", "C2")


def test_corners_have_two_neighbours_edges_three_and_the_middle_four() -> None:
    around = neighbours(6, 6)
    assert around["A1"] == {"E": "B1", "S": "A2"}
    assert around["F3"] == {"N": "F2", "S": "F4", "W": "E3"}
    assert around["C4"] == {"N": "C3", "E": "D4", "S": "C5", "W": "B4"}


def test_neighbours_are_mutual() -> None:
    around = neighbours(9, 6)
    for square, beside in around.items():
        for side, neighbour in beside.items():
            assert around[neighbour][OPPOSITE[side]] == square


def test_opposite_sides_are_opposite() -> None:
    assert [OPPOSITE[OPPOSITE[side]] for side in SIDES] == list(SIDES)


def test_squares_around_are_eight_in_the_middle_five_at_an_edge_three_in_a_corner() -> None:
    near = surroundings(9, 6)
    assert near["E3"] == ("D2", "E2", "F2", "D3", "F3", "D4", "E4", "F4")
    assert near["I4"] == ("H3", "I3", "H4", "H5", "I5")
    assert near["A6"] == ("A5", "B5", "B6")


def test_squares_around_are_mutual_and_hold_the_neighbours() -> None:
    near, beside = surroundings(9, 6), neighbours(9, 6)
    for square, others in near.items():
        assert set(beside[square].values()) <= set(others)
        assert all(square in near[rival] for rival in others)


def test_squares_are_ordered_by_rows_each_once() -> None:
    assert by_rows(["C10", "B2", "A10", "B2", "A3"]) == ("B2", "A3", "A10", "C10")


def test_a_region_is_all_that_steps_reach() -> None:
    land = {"A1", "B1", "B2", "D1"}
    around = neighbours(4, 2)
    assert region("A1", lambda square: land.intersection(around[square].values())) == {"A1", "B1", "B2"}


def test_a_board_is_drawn_with_its_letters_and_numbers_as_far_as_it_is_used() -> None:
    assert draw_board({"C1": ("x", "y"), "B2": ("z", "z")}) == (
        "   B C",
        "  ┌─┬─┐",
        "  │ │x│",
        "1 │ │y│",
        "  ├─┼─┤",
        "  │z│ │",
        "2 │z│ │",
        "  └─┴─┘",
    )


def test_row_numbers_of_two_digits_stand_right() -> None:
    assert draw_board({"A9": ("x",), "A10": ("y",)})[2:5] == (" 9 │x│", "   ├─┤", "10 │y│")


def test_an_empty_board_has_no_drawing() -> None:
    assert draw_board({}) == ()
