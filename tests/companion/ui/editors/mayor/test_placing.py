"""Placing a tile on the Turn tab."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.mayor import actions
from companion.tables.state import transition, with_table
from scoring.mayor.state import Event, Kind, MovedPiece, Piece, Street, Variant
from scoring.mayor.turns import walk
from tests.companion.mayor_tables import (
    ON_SHOP,
    begun,
    citizen,
    holding,
    know_the_rondel,
    shown_turn,
    standings,
    table_state,
    tap,
    three_apart,
)
from tests.companion.phones import of_host
from tests.scoring.mayor.tables import AMENITY, ORDER, tile

if TYPE_CHECKING:
    from companion.games.mayor.actions import MayorTable
    from tests.companion.headless import Headless

ON_STATUE = (Kind.STATUE, Kind.BANK, Kind.PARK, Kind.SHOP)


@pytest.fixture
def app(app: Headless) -> Headless:
    know_the_rondel(app)
    return app


def test_a_placement_in_four_taps_pays_everybody(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(walked=True), 0, tile("bank", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Bank: yellow, north, inner")
    screen.tap("north, outer: 2 icons match", group="yellow and red")
    tap(screen, "Ben: Citizen on")
    assert screen.has("Anna: +2 points, +4 gold; 2 × 1 point and 2 gold (2 icons)")
    assert screen.has("Ben: +1 point, +2 gold; 1 × 1 point and 2 gold (a piece beside it)")
    assert screen.says("Ruling: A placement is worked out from the tile")
    tap(screen, "Place it: ")
    assert standings(live) == [(5, 24, 0), (9, 17, 0), (9, 21, 0)]
    assert screen.has("Anna places a bank: Anna +2 points, +4 gold, Ben +1 point, +2 gold, Cleo nothing.")
    assert str(live.undo_state.undo) == "Anna places a bank"


def test_quick_taps_while_a_tile_is_placed_take_nothing_back(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(walked=True), 0, tile("bank", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Bank: yellow, north, inner")
    screen.tap("north, outer: 2 icons match", group="yellow and red")
    mover = next(name for name in screen.names if name.startswith("Ben: Citizen on"))
    screen.tap_both(mover, "Place it: +2 points, +4 gold")
    assert standings(live) == [(5, 24, 0), (9, 17, 0), (9, 21, 0)]


def test_a_placement_that_was_begun_is_there_after_a_change_of_tab(app: Headless) -> None:
    live = begun(app, holding(three_apart(walked=True), 0, tile("bank", "yellow N o"), tile("bank", "red N o")))
    screen = of_host(app, f"/table/{live.id}/turn/0")
    tap(screen, "Place:")
    screen.tap("Bank: yellow, north, inner")
    screen.tap("north, outer: 2 icons match", group="yellow and red")
    screen.go(f"/table/{live.id}/track/0")
    assert not screen.says("1. The tile")
    screen.go(f"/table/{live.id}/turn/0")
    tap(screen, "Ben: Citizen on")
    assert screen.has("Ben: +1 point, +2 gold; 1 × 1 point and 2 gold (a piece beside it)")
    assert not screen.says("Tessera does not move a piece on when a space is taken")
    tap(screen, "Place it: ")
    app.run(live.change("Anna again", lambda state: actions.with_turn(state, 0)))
    app.run(live.change("on the shop", transition(walk, 0, Kind.SHOP, ORDER)))
    assert not screen.says("What everybody gets")


def test_a_piece_that_comes_to_a_taken_number_is_asked_about(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(walked=True), 0, tile("bank", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Bank: yellow, north, inner")
    screen.tap("north, outer: 2 icons match", group="yellow and red")
    tap(screen, "Ben: Citizen on")
    tap(screen, "Place it: ")
    assert screen.has("Ben's Citizen came to 9. Already there: Cleo's Citizen.")
    screen.tap("Same space: on to 10")
    assert standings(live)[1] == (10, 17, 0)
    assert not screen.says("came to")
    app.run(live.undo())
    screen.tap("Another space: stays")
    assert standings(live)[1] == (9, 17, 0)
    assert not screen.says("came to")


def test_two_pieces_stand_where_a_third_one_comes(app: Headless) -> None:
    players = (citizen("Anna", 3, 9), citizen("Ben", 9, 17), citizen("Cleo", 9, 21))
    moves = (MovedPiece(seat=2, piece=Piece.CITIZEN, forwards=True),)
    _, screen = shown_turn(app, table_state(*players, markers=ON_SHOP, moves=moves))
    assert screen.has("Cleo's Citizen came to 9. Already there: Anna's Banker and Ben's Citizen.")
    assert screen.has("Same space: on to 10")


def test_who_is_on_no_street_cannot_stand_beside(app: Headless) -> None:
    players = (citizen("Anna", 3, 20), citizen("Ben", 9, 25))
    live, screen = shown_turn(
        app, holding(table_state(*players, markers=ON_SHOP, walked=True), 0, tile("shop", "red S +"))
    )
    tap(screen, "Place:")
    screen.tap("Shop: red, south, outer")
    screen.tap("south, outer: 2 icons match", group="yellow")
    tap(screen, "Ben: Citizen on")
    assert screen.has("Ben: Citizen on 9, Banker on 25, on no street.")
    assert screen.has("Ben: nothing; no piece beside it")
    screen.tap("yellow, south, outer")
    assert not screen.says("Place it")
    assert standings(live)[1] == (9, 25, 0)


def test_a_tile_that_is_not_known_is_entered_as_it_is_placed(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(walked=True), 0, tile("church")))
    tap(screen, "Place:")
    screen.tap("Church")
    screen.tap("south, inner", group="yellow")
    assert live.state.table.held[0] == (tile("church", "yellow S o"),)
    screen.tap("south, inner: 3 icons match", group="yellow and blue")
    tap(screen, "Place it: ")
    assert standings(live)[0] == (9, 20, 0)


def test_a_tile_that_was_only_counted_is_placed(app: Headless) -> None:
    players = (citizen("Anna", 3, 20, 2), citizen("Ben", 8, 15))
    live, screen = shown_turn(app, table_state(*players, markers=ON_SHOP, walked=True))
    tap(screen, "Place:")
    screen.tap("Shop")
    screen.tap("north, inner", group="blue")
    screen.tap("south, inner: 1 icon matches", group="yellow")
    tap(screen, "Place it: ")
    assert standings(live)[0] == (3, 24, 1)


def test_a_park_pays_for_the_buildings_of_its_block(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(walked=True), 0, tile("park", "church 1 shop 2")))
    tap(screen, "Place:")
    tap(screen, "Park: ")
    screen.tap("Church")
    screen.tap("Bank")
    screen.tap("Shop")
    assert not screen.has("Statue")
    screen.tap("Remove Bank")
    tap(screen, "Place it: ")
    assert standings(live) == [(5, 28, 0), (8, 15, 0), (9, 21, 0)]


def test_the_rainbow_costs_a_point_and_allows_every_street(app: Headless) -> None:
    before = holding(
        three_apart(walked=True, markers=ON_STATUE, variants=(Variant.EVENTS,)), 0, tile("shop", "blue S +")
    )
    live, screen = shown_turn(app, before)
    tap(screen, "Place:")
    screen.tap("Shop: blue, south, outer")
    screen.tap("blue")
    screen.tap("south, outer: 3 icons match", group="blue and red")
    assert screen.has("Anna: Citizen on 2, Banker on 20")
    tap(screen, "Place it: ")
    assert standings(live)[0] == (2, 32, 0)
    assert screen.says("look at the top three Events")
    screen.tap("yellow closed, banks cost 1 more")
    assert live.state.table.event.closed == (Street.YELLOW,)
    assert not screen.says("look at the top three Events")


def test_the_rainbow_reaches_squares_beside_no_street(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(walked=True, markers=ON_STATUE), 0, tile("shop", "blue S +")))
    tap(screen, "Place:")
    screen.tap("Shop: blue, south, outer")
    screen.tap("beside 0 or 50")
    screen.tap("south, outer: 2 icons match", group="beside 0 or 50")
    assert not screen.says("Who stands beside")
    tap(screen, "Place it: ")
    assert standings(live)[0] == (2, 28, 0)


def test_a_street_that_is_chosen_after_all_has_its_squares(app: Headless) -> None:
    state = three_apart(walked=True, markers=ON_STATUE)
    _, screen = shown_turn(app, holding(state, 0, tile("shop", "blue S +")))
    tap(screen, "Place:")
    screen.tap("Shop: blue, south, outer")
    screen.tap("beside 0 or 50")
    screen.tap("blue")
    assert screen.has("south, outer: 3 icons match", group="blue and red")
    assert not screen.says("beside 0 or 50, south")


def test_a_closed_street_is_said(app: Headless) -> None:
    event: dict[str, Any] = {"variants": (Variant.EVENTS,), "event": Event(closed=(Street.YELLOW,))}
    _, screen = shown_turn(app, holding(three_apart(walked=True, **event), 0, tile("shop", "blue S +")))
    assert screen.has("Event: yellow closed.")
    screen.tap("Place is not possible: the Event closes yellow streets")
    assert not screen.has("Shop: blue, south, outer")
    assert screen.says("Place is not possible: the Event closes yellow streets.")


def test_closed_streets_are_not_offered(app: Headless) -> None:
    event: dict[str, Any] = {"variants": (Variant.EVENTS,), "event": Event(closed=(Street.YELLOW,))}
    state = three_apart(walked=True, markers=ON_STATUE, **event)
    _, screen = shown_turn(app, holding(state, 0, tile("shop", "blue S +")))
    tap(screen, "Place:")
    screen.tap("Shop: blue, south, outer")
    assert screen.has("The Event closes yellow streets.")
    assert not screen.has("yellow")
    screen.tap("blue")
    assert screen.has("south, outer: 3 icons match", group="blue and red")
    assert not screen.says("blue and yellow")


def test_a_civic_amenity_places_beside_a_closed_street(app: Headless) -> None:
    state = three_apart(walked=True, variants=tuple(Variant), event=Event(closed=(Street.YELLOW,)))
    _, screen = shown_turn(app, holding(state, 0, tile("shop", "blue S +"), AMENITY))
    tap(screen, "Place")
    screen.tap("Shop: blue, south, outer")
    assert screen.has("The Event closes yellow streets.")
    assert not screen.says("icons match")
    screen.tap("Use a Civic Amenity")
    screen.tap("yellow")
    assert screen.says("icons match")


def test_who_cannot_pay_for_a_statue_cannot_place_it(app: Headless) -> None:
    live, screen = shown_turn(app, holding(three_apart(gold=1, walked=True), 0, tile("statue", "yellow S +")))
    tap(screen, "Place:")
    screen.tap("Statue: yellow, south, outer")
    screen.tap("south, outer: 3 icons match", group="yellow and red")
    assert screen.has("Anna has 1 gold, and this placement costs 3 gold.")
    assert not screen.enabled("Place it: +9 points, −1 gold")
    assert standings(live)[0] == (3, 1, 1)


def test_the_amenity_of_the_block_is_taken_and_used(app: Headless) -> None:
    before = holding(three_apart(walked=True, variants=(Variant.AMENITIES,)), 0, tile("shop", "blue S +"), tile("bank"))
    live, screen = shown_turn(app, before)
    tap(screen, "Place:")
    screen.tap("Bank")
    screen.tap("Take the block’s Civic Amenity")
    assert live.state.table.held[0] == (tile("shop", "blue S +"), AMENITY)
    assert standings(live)[0] == (3, 20, 2)
    app.run(live.change("again", three_again))
    tap(screen, "Place:")
    screen.tap("Use a Civic Amenity")
    screen.tap("4 gold")
    screen.tap("Shop: blue, south, outer")
    screen.tap("blue")
    screen.tap("south, outer: 3 icons match", group="blue")
    tap(screen, "Place it: ")
    assert standings(live)[0] == (3, 36, 0)


def three_again(state: MayorTable) -> MayorTable:
    """Anna's turn once more, her marker on the shop."""
    return with_table(state, turn=0, walked=True)
