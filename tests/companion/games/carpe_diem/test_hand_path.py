"""From the points that a hand touches to the stroke that it means: sloppy hands, open ends, taps."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.carpe_diem.hand_path import stroke_along, tap_at
from companion.games.carpe_diem.strokes import draw
from scoring.carpe_diem.state import District, Kind
from tests.companion.carpe_diem_tables import district, tile
from tests.companion.games.carpe_diem.walks import points_of, strokes_of
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from companion.games.carpe_diem.hand_path import Point

EMPTY = District(tiles=())


def way(points: list[Point], board: District = EMPTY) -> str:
    """The squares of a stroke along points, those that it only leans into in brackets."""
    stroke = stroke_along(Kind.POND, points, board)
    assert stroke is not None
    return " ".join(f"({cell})" if cell in stroke.outside else cell for cell in stroke.squares)


@given(st.integers(0, 9), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=20)
def test_a_hand_that_trembles_draws_what_it_means(seed: int, chance: random.Random) -> None:
    lying = EMPTY
    for stroke, _ in strokes_of(grown(random.Random(seed), 28)):
        points = [
            (x + chance.uniform(-0.08, 0.08), y + chance.uniform(-0.08, 0.08)) for x, y in points_of(stroke, lying)
        ]
        meant = stroke_along(stroke.kind, points, lying)
        assert meant is not None
        assert draw(lying, meant) == draw(lying, stroke)
        lying = draw(lying, stroke)


@pytest.mark.parametrize(
    ("points", "squares"),
    [
        ([(1.5, 3.5), (2.5, 3.5), (2.5, 4.5)], "B4 C4 C5"),
        ([(1.5, 3.5), (2.5, 4.5)], "B4 C4 C5"),
        ([(1.5, 3.5), (2.15, 3.5)], "B4 (C4)"),
        ([(1.85, 3.5), (2.5, 3.5)], "(B4) C4"),
        ([(1.85, 3.5), (2.15, 3.5)], "B4 C4"),
        ([(1.5, 3.5), (2.05, 3.5), (1.5, 3.5)], "B4"),
        ([(1.5, 3.5), (2.2, 3.5), (1.5, 3.5), (1.5, 2.5)], "B4 (C4) B4 B3"),
        ([(1.5, 3.5), (1.9, 4.1), (2.1, 4.1), (2.5, 3.5)], "B4 C4"),
        ([(1.5, 3.5), (1.5, 4.6), (2.5, 4.5), (2.5, 3.5)], "B4 B5 C5 C4"),
        ([(1.5, 3.5), (2.2, 3.8), (2.2, 4.5)], "B4 C4 C5"),
        ([(0.5, 0.5), (-0.4, 0.5), (-0.4, 2.5), (0.5, 2.5)], "A1 A2 A3"),
        ([(4.5, 5.5), (6.4, 5.5)], "E6 F6"),
    ],
)
def test_squares_are_meant_that_the_hand_gets_well_into(points: list[Point], squares: str) -> None:
    assert way(points) == squares


def test_a_hand_may_tremble_over_a_border_for_minutes() -> None:
    trembling = [(2 + (-1) ** number * 0.05, 3.5) for number in range(3_000)]
    assert way([(1.5, 3.5), *trembling, (2.5, 3.5)]) == "B4 C4"


def test_squares_with_tiles_are_met_however_little_the_hand_gets_into_them() -> None:
    board = district(tile("C4", "garden S"))
    assert way([(1.5, 3.5), (2.15, 3.5)], board) == "B4 C4"


def test_where_the_hand_begins_and_ends_is_kept() -> None:
    stroke = stroke_along(Kind.POND, [(1.75, 3.5), (2.5, 3.5), (2.5, 4.8)], district(tile("B4", "pond W")))
    assert stroke is not None
    assert (stroke.begins, stroke.finishes) == ("E", "S")


@pytest.mark.parametrize(
    ("point", "kind", "squares"),
    [
        ((2.5, 3.5), Kind.POND, "C4"),
        ((2.9, 3.5), Kind.POND, "C4 D4"),
        ((2.9, 3.5), Kind.MARKET, "C4"),
        ((2.5, 3.9), Kind.POND, "C4 C5"),
        ((2.5, 3.1), Kind.POND, "C4 C3"),
        ((0.1, 3.5), Kind.POND, "A4"),
        ((-0.1, 3.5), Kind.POND, ""),
        ((2.5, 6.1), Kind.POND, ""),
    ],
)
def test_taps_are_on_a_square_or_on_its_side(point: Point, kind: Kind, squares: str) -> None:
    stroke = tap_at(kind, point, EMPTY)
    assert (" ".join(stroke.squares) if stroke else "") == squares


def test_a_tap_on_a_side_leaves_an_end_open_or_meets_the_tile_there() -> None:
    board = district(tile("C4", "pond W"), tile("B4", "pond E"))
    out = tap_at(Kind.POND, (2.9, 3.5), board)
    assert out is not None
    assert draw(board, out) == district(tile("C4", "pond EW"), tile("B4", "pond E"))
    over = tap_at(Kind.POND, (2.1, 3.5), board)
    assert over is not None
    assert draw(board, over) == EMPTY


def test_a_hand_beside_the_board_draws_nothing() -> None:
    assert stroke_along(Kind.POND, [(-1, -1), (-1, 3)], EMPTY) is None
    assert stroke_along(Kind.POND, [(2.5, 3.5)], EMPTY) == tap_at(Kind.POND, (2.5, 3.5), EMPTY)
