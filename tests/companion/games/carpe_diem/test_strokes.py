"""What strokes and taps lay: every district can be drawn, and what cannot be is refused with its reason."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.carpe_diem import strokes
from companion.games.carpe_diem.actions import tile_on
from companion.games.carpe_diem.strokes import ImpossibleStrokeError, Stroke, Twin, draw, with_chimneys
from scoring.carpe_diem.district import structures
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import LANDSCAPES, District, Kind
from scoring.problems import problems_in
from tests.companion.carpe_diem_tables import district, player_with, table_state, tile
from tests.companion.games.carpe_diem.walks import equivalent, strokes_of
from tests.scoring.carpe_diem import strategies
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.carpe_diem.district import Structure

EMPTY = District(tiles=())


def stroke(kind: str, squares: str, outside: str = "", begins: str = "", finishes: str = "") -> Stroke:
    return Stroke(
        kind=Kind(kind),
        squares=tuple(squares.split()),
        outside=frozenset(outside.split()),
        begins=begins,
        finishes=finishes,
    )


def refused(board: District, stroke: Stroke) -> str:
    with pytest.raises(ImpossibleStrokeError) as impossible:
        draw(board, stroke)
    return str(impossible.value.reason)


def redrawn(board: District, order: Iterable[tuple[Stroke, Structure]]) -> District:
    lying = District(shovel=board.shovel, tiles=())
    for stroke, structure in order:
        lying = draw(lying, stroke)
        villa = strokes.villa_drawn(lying, stroke)
        assert (villa is not None) == (structure.kind is Kind.VILLA)
        if villa is not None:
            lying = with_chimneys(lying, villa, structure.chimneys, stroke.covered)
    return lying


@given(strategies.districts(most=16), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_every_district_is_drawn_with_one_stroke_for_each_structure(board: District, chance: random.Random) -> None:
    order = strokes_of(board)
    chance.shuffle(order)
    assert equivalent(redrawn(board, order)) == equivalent(board)


@pytest.mark.parametrize("seed", range(10))
def test_a_finished_district_is_drawn_without_a_problem(seed: int) -> None:
    board = grown(random.Random(seed), 28)
    again = redrawn(board, strokes_of(board))
    assert equivalent(again) == equivalent(board)
    assert not problems_in(again, LIMITS)


@given(strategies.districts(most=16), st.data())
@settings(deadline=None, max_examples=60)
def test_a_stroke_drawn_again_takes_away_what_it_laid(board: District, data: st.DataObject) -> None:
    order = strokes_of(board)
    if not order:
        return
    last, _ = data.draw(st.sampled_from(order))
    before = redrawn(board, [pair for pair in order if pair[0] is not last])
    assert equivalent(draw(draw(before, last), last)) == equivalent(before)


def test_a_stroke_joins_the_sides_that_it_crosses() -> None:
    board = draw(EMPTY, stroke("pond", "B4 C4 C5"))
    assert board == district(tile("B4", "pond E"), tile("C4", "pond SW"), tile("C5", "pond N"))
    assert draw(board, stroke("pond", "B4 C4 D4", "D4")) == district(
        tile("B4", "pond E"), tile("C4", "pond ESW"), tile("C5", "pond N")
    )


def test_a_stroke_that_goes_back_joins_branches_as_well() -> None:
    board = draw(EMPTY, stroke("pond", "C3 C4 C5 C4 D4", "D4"))
    assert tile_on(board, "C4") == tile("C4", "pond NES")
    assert len(board.tiles) == 3


def test_an_end_is_left_open_by_leaning_out_and_closed_by_doing_it_again() -> None:
    board = draw(EMPTY, stroke("villa", "B4 C4 D4", "B4 D4"))
    assert board == district(tile("C4", "villa EW"))
    assert draw(board, stroke("villa", "C4 D4", "D4")) == district(tile("C4", "villa W"))
    assert draw(district(tile("C4", "villa W")), stroke("villa", "C4 D4", "D4")) == board


def test_a_tile_that_loses_its_last_side_is_taken_away() -> None:
    board = district(tile("B4", "pond E"), tile("C4", "pond W", "garden S"))
    assert draw(board, stroke("pond", "C4 B4")) == district(tile("C4", "garden S"))


def test_halves_of_dwellings_never_join() -> None:
    board = draw(EMPTY, stroke("merchant", "B4 C4 D4"))
    assert tile_on(board, "C4") == tile("C4", "merchant E", "merchant W")
    assert len(structures(board)) == 2
    assert draw(board, stroke("merchant", "C4 B4")) == district(tile("C4", "merchant E"), tile("D4", "merchant W"))


def test_a_new_tile_shows_what_waits_for_it() -> None:
    board = district(tile("C4", "garden E"), tile("D5", "villa N2"))
    after = draw(board, stroke("pond", "D4 E4"))
    assert tile_on(after, "D4") == tile("D4", "villa S", "garden W", "pond E")


def test_a_tap_ends_what_waits_there() -> None:
    board = district(tile("C4", "garden E"))
    assert draw(board, stroke("garden", "D4")) == district(tile("C4", "garden E"), tile("D4", "garden W"))
    assert refused(board, stroke("pond", "D4")) == (
        "Draw the pond from square to square, or tap the side of D4 that it crosses."
    )


def test_a_tap_leaves_two_ends_of_a_kind_apart() -> None:
    board = district(tile("C4", "garden E"), tile("E4", "garden W"))
    assert tile_on(draw(board, stroke("garden", "D4")), "D4") == tile("D4", "garden E", "garden W")


def test_single_tiles_are_tapped_replaced_and_taken_away() -> None:
    market = draw(EMPTY, stroke("market", "C4"))
    assert market == district(tile("C4", "market"))
    assert draw(market, stroke("bakery", "C4")) == district(tile("C4", "bakery"))
    assert draw(market, stroke("market", "C4")) == EMPTY
    assert refused(EMPTY, stroke("market", "C4 D4")) == "A market stands on one square: tap it."


@pytest.mark.parametrize(
    ("stroke", "reason"),
    [
        (stroke("market", "C4"), "C4 shows pond; a market stands alone on its tile."),
        (stroke("market", "D4"), "C4 shows pond towards D4; a market has grass all around."),
        (stroke("garden", "C4 D4"), "C4 shows pond to the east: choose pond and draw over it to remove it."),
        (stroke("pond", "A1 B1"), "A bakery stands on B1: choose bakery and tap it to remove it."),
        (
            stroke("pond", "D4 E4 F4 F5"),
            "the pond on C4, D4, E4, F4 and F5 is closed with 5 tiles; a completed landscape has at most 4",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(stroke: Stroke, reason: str) -> None:
    assert refused(district(tile("C4", "pond E"), tile("B1", "bakery")), stroke) == reason


def test_where_a_stroke_begins_and_ends_says_whether_it_joins() -> None:
    board = district(tile("B4", "pond E"), tile("C4", "pond W"))
    assert tile_on(draw(board, stroke("pond", "C4 D4")), "C4") == tile("C4", "pond EW")
    assert tile_on(draw(board, stroke("pond", "C4 D4", begins="W")), "C4") == tile("C4", "pond EW")
    assert tile_on(draw(board, stroke("pond", "C4 D4", begins="E")), "C4") == tile("C4", "pond W", "pond E")
    assert tile_on(draw(board, stroke("pond", "D4 C4", finishes="E")), "C4") == tile("C4", "pond W", "pond E")
    assert tile_on(draw(board, stroke("pond", "B4 C4 D4", begins="E")), "C4") == tile("C4", "pond EW")


def test_pieces_that_are_apart_can_be_joined_and_parted_again() -> None:
    board = district(tile("B4", "pond E"), tile("C4", "pond W"))
    apart = draw(board, stroke("pond", "C4 D4", begins="E"))
    twin = strokes.twin_of(board, apart, stroke("pond", "C4 D4", begins="E"))
    assert twin == Twin(cell="C4", kind=Kind.POND, sides="E", apart=True)
    joined = strokes.switch(apart, twin)
    assert joined == draw(board, stroke("pond", "C4 D4"))
    twin_of_joined = strokes.twin_of(board, joined, stroke("pond", "C4 D4"))
    assert twin_of_joined == Twin(cell="C4", kind=Kind.POND, sides="E", apart=False)
    assert strokes.switch(joined, twin_of_joined) == apart
    assert strokes.switch(joined, replace(twin_of_joined, sides="EW")) == joined


@pytest.mark.parametrize("words", ["pond C4 D4", "merchant C4 D4", "market E4", "pond B4 C4"])
def test_nothing_is_asked_about_pieces_that_are_clear(words: str) -> None:
    board = district(tile("B4", "garden N"))
    kind, *squares = words.split()
    made = stroke(kind, " ".join(squares))
    assert strokes.twin_of(board, draw(board, made), made) is None
    again = draw(board, made)
    assert strokes.twin_of(again, draw(again, made), made) is None
    assert strokes.twin_of(board, board, made) is None


def test_a_piece_that_a_stroke_goes_on_with_is_not_asked_about() -> None:
    board = district(tile("C4", "villa W", "villa E"))
    drawn = stroke("villa", "C4 D4")
    assert draw(board, drawn) == district(tile("C4", "villa W", "villa E"), tile("D4", "villa W"))
    assert strokes.twin_of(board, draw(board, drawn), drawn) is None


def test_the_chimneys_of_a_villa_are_counted_together_and_stand_where_it_grew() -> None:
    first = stroke("villa", "B4 C4 D4", "D4")
    board = draw(EMPTY, first)
    villa = strokes.villa_drawn(board, first)
    assert villa is not None
    state = table_state(player_with("Anna", *board.tiles))
    (anna, _) = strokes.count_chimneys(state, 0, villa, 2, first.covered).table.players
    assert anna.district == district(tile("B4", "villa E2"), tile("C4", "villa EW"))
    second = stroke("villa", "C4 D4")
    grown_ = draw(anna.district, second)
    villa = strokes.villa_drawn(grown_, second)
    assert villa is not None
    assert villa.chimneys == 2
    assert with_chimneys(grown_, villa, 3, ("D4",)).tiles[2] == tile("D4", "villa W1")
    assert [tile.features[0].chimneys for tile in with_chimneys(grown_, villa, 21, ("D4",)).tiles] == [9, 3, 9]
    assert [tile.features[0].chimneys for tile in with_chimneys(grown_, villa, 0, ("D4",)).tiles] == [0, 0, 0]


def test_a_tap_on_a_villa_asks_for_its_chimneys_and_changes_nothing() -> None:
    board = district(tile("C4", "villa E2", "pond N"), tile("D4", "villa W"))
    tap = stroke("villa", "C4")
    assert draw(board, tap) == board
    villa = strokes.villa_drawn(board, tap)
    assert villa is not None
    assert villa.cells == ("C4", "D4")
    assert strokes.villa_drawn(board, stroke("pond", "C4 C3", "C3")) is None
    assert strokes.villa_drawn(board, stroke("villa", "C5 D5")) is None


def test_steps_say_what_was_drawn() -> None:
    board = draw(EMPTY, stroke("pond", "B4 C4 D4", "D4"))
    assert str(strokes.label(EMPTY, stroke("pond", "B4 C4 D4", "D4"))) == "pond B4 C4"
    assert str(strokes.label(board, stroke("pond", "B4 C4"))) == "pond B4 C4: removed"


def test_a_stroke_that_became_impossible_meanwhile_changes_nothing() -> None:
    state = table_state(player_with("Anna", tile("C4", "market")))
    with pytest.raises(ImpossibleStrokeError):
        strokes.lay(state, 0, stroke("pond", "C4 D4"))


@pytest.mark.parametrize("kind", LANDSCAPES)
def test_a_ring_is_one_piece_where_its_ends_meet(kind: Kind) -> None:
    ring = draw(EMPTY, stroke(kind, "C3 D3 D4 C4 C3"))
    assert {tile.features[0].opens for tile in ring.tiles} == {"ES", "SW", "NW", "NE"}
    (structure,) = structures(ring)
    assert structure.completed
    open_ = draw(EMPTY, stroke(kind, "C3 D3 D4 C4 C3", begins="E", finishes="S"))
    assert tile_on(open_, "C3") == tile("C3", f"{kind} E", f"{kind} S")
