"""Game Play: what the active player could do, and what each action leaves on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.mayor.actions import place_a_tile
from scoring.mayor.data import AMENITY_REWARDS
from scoring.mayor.limits import active_player_can_pay
from scoring.mayor.moves import advanced, amenity_placed, bought, on_the_same_number, passed, placed, went_round
from scoring.mayor.preview import may_be_beside, rondel_steps, turn
from scoring.mayor.state import Area, Building, Icons, Kind, Piece, PlaceAsk, Player, Ring, Square, Street
from tests.scoring.mayor.tables import player, table

ASK = PlaceAsk(
    player="White",
    kind=Building.BANK,
    icons=Icons(street=Street.YELLOW, area=Area.NORTH, ring=Ring.INNER),
    square=Square(streets=(Street.RED, Street.YELLOW), area=Area.NORTH, ring=Ring.OUTER),
    beside=("Black",),
    rainbow=True,
)


def values(one: Player) -> tuple[int, int, int]:
    return one.citizen, one.banker, one.tiles


@pytest.mark.parametrize(("banker", "affordable"), [(0, 1), (1, 2), (5, 3), (6, 4), (10, 5)])
def test_move_extra_steps_are_offered_with_their_price(banker: int, affordable: int) -> None:
    steps = rondel_steps(table(player(banker=banker)), 0)
    assert [step.gold for step in steps] == [0, 1, 3, 6, 10]
    assert [step.affordable for step in steps] == [number < affordable for number in range(5)]


@pytest.mark.parametrize(("players", "tiles", "may_buy"), [(2, 3, True), (2, 4, False), (3, 2, True), (3, 3, False)])
def test_game_play_at_the_tile_limit_nothing_is_bought(players: int, tiles: int, *, may_buy: bool) -> None:
    seated = table(*(player(f"Player {number}", tiles=tiles) for number in range(players)))
    buy, place, passing = turn(seated, 0)
    assert (buy.allowed, place.allowed, passing.allowed) == (may_buy, True, True)
    assert str(buy.because).startswith(f"{tiles} unplaced tiles")


def test_game_play_without_a_tile_nothing_is_placed() -> None:
    assert [(option.action, option.allowed, str(option.because)) for option in turn(table(), 0)][1:] == [
        ("place", False, "0 unplaced tiles"),
        ("pass", True, "brings 2 gold"),
    ]


@pytest.mark.parametrize(("price", "may_buy"), [(25, True), (26, False)])
def test_buy_a_tile_nobody_pays_more_than_they_have(price: int, *, may_buy: bool) -> None:
    buy, *_ = turn(table(), 0, price)
    assert (buy.allowed, str(buy.because)) == (may_buy, f"costs {price} gold, 25 gold held")


def test_place_a_tile_the_kinds_side_by_side() -> None:
    seated = table(player(citizen=7, banker=1), player("Black", citizen=9, banker=0))
    asked = [replace(ASK, kind=kind) for kind in Building]
    earned = {one.kind: [(each.points, each.gold) for each in place_a_tile(seated, one).players] for one in asked}
    assert earned == {
        Building.SHOP: [(-1, 8), (0, 4)],
        Building.BANK: [(1, 4), (1, 2)],
        Building.CHURCH: [(3, 0), (2, 0)],
        Building.STATUE: [(5, -1), (3, 0)],
    }
    assert [one.kind for one in asked if list(active_player_can_pay(seated, one))] == [Building.STATUE]


@pytest.mark.parametrize(
    ("citizen", "banker", "possible"),
    [(0, 25, False), (9, 0, False), (50, 13, False), (8, 25, True), (0, 24, True), (29, 25, True)],
)
def test_place_a_tile_corners_and_ends_lie_on_no_street(citizen: int, banker: int, *, possible: bool) -> None:
    assert may_be_beside(player(citizen=citizen, banker=banker)) is possible


def test_move_extra_steps_are_paid() -> None:
    assert values(went_round(table(), 0, 3).players[0]) == (0, 19, 0)


def test_buy_a_tile_the_line_has_one_less() -> None:
    after = bought(table(tile_lines={Kind.PARK: 1, Kind.SHOP: 5}), 1, Kind.PARK, 9)
    assert values(after.players[1]) == (0, 16, 1)
    assert after.tile_lines == {Kind.PARK: 0, Kind.SHOP: 5}
    assert bought(after, 1, Kind.PARK, 9).tile_lines[Kind.PARK] == 0


def test_buy_a_tile_a_line_that_is_not_known_stays_so() -> None:
    assert bought(table(), 0, Kind.BANK, 3).tile_lines == {}


def test_place_a_tile_everybody_gets_what_it_brings() -> None:
    seated = table(player(citizen=7, tiles=2), player("Black", citizen=9, banker=0))
    after = placed(seated, 0, place_a_tile(seated, ASK))
    assert [values(one) for one in after.players] == [(8, 29, 1), (10, 2, 0)]


def test_pass_brings_2_gold() -> None:
    assert values(passed(table(), 1).players[1]) == (0, 27, 0)


def test_civic_amenities_bring_2_points_or_4_gold() -> None:
    seated = table(player(tiles=2))
    assert [values(amenity_placed(seated, 0, chosen).players[0]) for chosen in AMENITY_REWARDS] == [
        (2, 25, 1),
        (0, 29, 1),
    ]


def test_pieces_stay_within_what_a_document_can_hold() -> None:
    assert values(advanced(table(), 0, points=200, gold=2000, tiles=9).players[0]) == (99, 999, 4)
    assert values(advanced(table(), 0, points=-1, gold=-30, tiles=-1).players[0]) == (0, 0, 0)


def test_pieces_on_the_number_where_one_ends_are_named() -> None:
    seated = table(player(citizen=8, banker=8), player("Black", citizen=0, banker=8), player("Hank", citizen=0))
    others = on_the_same_number(seated, 0, Piece.CITIZEN)
    assert [(one.name, one.piece) for one in others] == [("White", "banker"), ("Black", "banker")]
    assert on_the_same_number(seated, 1, Piece.CITIZEN) == ()
    assert on_the_same_number(seated, 2, Piece.BANKER) == ()
