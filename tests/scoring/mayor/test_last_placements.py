"""Game End: the last placements, once three tile lines are empty."""

from __future__ import annotations

from scoring.mayor.last_placements import is_over, last_placement_ended, last_placements_ended, lines_counted
from scoring.mayor.state import Kind
from scoring.mayor.turns import Laying, Purchase, tile_bought, tile_placed
from tests.scoring.mayor.tables import AMENITY, ORDER, earned, holding, three_in_play, tile

ANNA, BEN, CLEO = 0, 1, 2


def test_game_end_the_third_empty_line_begins_the_last_placements_with_who_emptied_it() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1, Kind.STATUE: 3}
    before = holding(holding(three_in_play(tile_lines=lines), ANNA, tile("bank")), CLEO, AMENITY)
    after = tile_bought(before, BEN, Purchase(tile=tile("park"), gold=4), ORDER)
    assert (after.closing, after.still, after.turn) == (True, (BEN, ANNA), BEN)
    assert not is_over(after)
    placed = tile_placed(after, BEN, Laying(placement=earned((0, 0), (2, 0)), tile=0), ORDER)
    assert (placed.still, placed.turn) == ((ANNA,), ANNA)
    assert is_over(last_placement_ended(placed, ANNA))


def test_game_end_a_line_that_was_not_empty_calls_the_end_off() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    over = lines_counted(holding(three_in_play(tile_lines=lines), ANNA, tile("bank")), {Kind.PARK: 0})
    assert over.still == (ANNA,)
    again = lines_counted(over, {Kind.PARK: 1})
    assert (again.closing, again.still) == (False, ())
    assert is_over(last_placements_ended(over))


def test_game_end_nobody_with_a_tile_ends_the_game_at_once() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    assert is_over(lines_counted(three_in_play(tile_lines=lines), {Kind.PARK: 0}))
