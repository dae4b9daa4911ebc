"""The last placements, and the end of the game."""

from __future__ import annotations

from companion.games.mayor import actions, game_end
from companion.games.mayor.actions import Laying, Purchase
from scoring.mayor.state import Kind
from tests.companion.mayor_tables import AMENITY, ORDER, after_actions, earned, holding, three_citizens, tile

ANNA, BEN, CLEO = 0, 1, 2


def test_the_third_empty_line_begins_the_last_placements_with_who_emptied_it() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1, Kind.STATUE: 3}
    before = holding(holding(three_citizens(lines=lines), ANNA, tile("bank")), CLEO, AMENITY)
    after = after_actions(before, actions.buy(BEN, Purchase(tile=tile("park"), gold=4), ORDER))
    assert (after.table.closing, after.table.still, after.table.turn) == (True, (BEN, ANNA), BEN)
    assert not game_end.is_over(after)
    placed = after_actions(after, actions.place(BEN, Laying(placement=earned((0, 0), (2, 0)), tile=0), ORDER))
    assert (placed.table.still, placed.table.turn) == ((ANNA,), ANNA)
    assert game_end.is_over(after_actions(placed, game_end.skip_last_tile(ANNA)))


def test_a_line_that_was_not_empty_calls_the_end_off() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    before = holding(three_citizens(lines=lines), ANNA, tile("bank"))
    over = after_actions(before, actions.with_tiles_left(Kind.PARK, 0))
    assert over.table.still == (ANNA,)
    again = after_actions(over, actions.with_tiles_left(Kind.PARK, 1))
    assert (again.table.closing, again.table.still) == (False, ())
    assert game_end.is_over(after_actions(over, game_end.end_last_placements()))


def test_nobody_with_a_tile_ends_the_game_at_once() -> None:
    lines = {Kind.SHOP: 0, Kind.BANK: 0, Kind.PARK: 1}
    assert game_end.is_over(after_actions(three_citizens(lines=lines), actions.with_tiles_left(Kind.PARK, 0)))
