"""The turn on the screen: the rondel, buying, placing, passing, and the end as it comes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.mayor import copy_values
from companion.games.mayor.extras import Event, MovedPiece
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.moves import Piece
from scoring.mayor.setup import Variant
from scoring.mayor.state import Kind, Street
from tests.companion.headless import Headless, opened
from tests.companion.mayor_tables import (
    AMENITY,
    begun,
    citizen,
    city,
    holding,
    know_the_rondel,
    laid_out,
    standings,
    tap,
    tile,
)

if TYPE_CHECKING:
    from pathlib import Path

    from companion.games.mayor.extras import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Screen

ON_SHOP = (Kind.SHOP, Kind.BANK, Kind.PARK, Kind.STATUE)
ON_STATUE = (Kind.STATUE, Kind.BANK, Kind.PARK, Kind.SHOP)


@pytest.fixture
def app(app: Headless) -> Headless:
    know_the_rondel(app)
    return app


def three(points: int = 3, gold: int = 20, **given: Any) -> MayorTable:
    """Anna, Ben and Cleo, on numbers of their own, Anna's marker on the shop."""
    players = (citizen("Anna", points, gold), citizen("Ben", 8, 15), citizen("Cleo", 9, 21))
    return city(*players, **{"markers": ON_SHOP, **given})


def shown(app: Headless, state: MayorTable, viewport: Viewport | None = None) -> tuple[LiveTable, Screen]:
    live = begun(app, state)
    return live, app.show(TurnTab, live, 0, viewport=viewport)


# -- the rondel


def test_what_only_my_rondel_shows_is_asked_once(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = laid_out(app, "Anna", "Ben")
        screen = app.show(TurnTab, live, 0)
        screen.tap("The church space is blue")
        screen.tap("The shop is followed by the church")
        assert screen.has("Where do the Action markers stand?")
        other = app.show(TurnTab, laid_out(app, "Cleo", "Dora"), 0)
        assert not other.has("Your rondel")


def test_the_markers_are_put_one_after_the_other(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(TurnTab, live, 0)
    assert screen.has("Tap the space of Anna’s marker.")
    for space in ("Bank, red", "Bank, red", "Park, green", "Statue, Rainbow"):
        tap(screen, space)
    assert live.state.extras.markers == (Kind.BANK, Kind.BANK, Kind.PARK, Kind.STATUE)
    assert screen.has("Anna’s turn")
    screen.tap("Correct turn or markers")
    tap(screen, "Put neutral marker 2")
    tap(screen, "Shop, yellow")
    screen.tap("Done")
    screen.tap("Correct turn or markers")
    screen.tap("It is Ben’s turn")
    assert live.state.extras.markers[3] is Kind.SHOP
    assert screen.has("Ben’s turn")


def test_every_space_says_what_it_costs_and_who_is_there(app: Headless) -> None:
    live, screen = shown(app, three(gold=3))
    assert screen.has("Shop, yellow: 10 gold, too dear; Anna there")
    assert screen.has("Church, blue: free")
    assert screen.has("Statue, Rainbow: 3 gold; a neutral marker there")
    tap(screen, "Bank, red")
    assert screen.has("Anna has 3 gold, and that would cost 6.")
    assert live.undo_state.undo is None
    tap(screen, "Park, green")
    assert live.state.extras.walked
    assert standings(live)[0] == (3, 2, 0)
    assert screen.has("Park space, green; with Cleo")
    tap(screen, "Bank, red")
    assert screen.has("The Action marker has moved in this turn. The arrow at the top takes it back.")


# -- the actions


def test_passing_is_one_tap_and_can_be_taken_back(app: Headless) -> None:
    live, screen = shown(app, three(walked=True))
    screen.tap("Pass: brings 2 gold")
    assert standings(live)[0] == (3, 22, 0)
    assert screen.has("Ben’s turn")
    screen.tap("Undo")
    assert standings(live)[0] == (3, 20, 0)
    assert screen.has("Anna’s turn")


def test_what_is_not_possible_says_why(app: Headless) -> None:
    _, screen = shown(app, holding(three(walked=True), 0, *[tile("bank")] * 3))
    tap(screen, "Buy is not possible")
    assert screen.has("Buy is not possible: 3 unplaced tiles: with 3 or more none is bought.")
    _, screen = shown(app, three(walked=True))
    tap(screen, "Place is not possible")
    assert screen.has("Place is not possible: 0 unplaced tiles.")


# -- buying


def test_the_price_is_asked_once_and_counts_the_others_on_the_space(app: Headless, copies: MyCopy) -> None:
    markers = (Kind.SHOP, Kind.SHOP, Kind.PARK, Kind.STATUE)
    live, screen = shown(app, three(walked=True, markers=markers, lines={Kind.SHOP: 5}))
    tap(screen, "Buy:")
    assert not screen.enabled("Buy it")
    screen.tap("A shop shows 6 gold")
    assert screen.has("The tile costs 7 gold: 6 shown, 1 other piece on the space, 0 by the Event.")
    assert copy_values.price(copies, Kind.SHOP, 5) == 6
    screen.tap("yellow, north, inner")
    screen.tap("Buy it for 7 gold")
    assert standings(live)[0] == (3, 13, 1)
    assert live.state.extras.held[0] == (tile("shop", "yellow N o"),)
    assert live.state.table.tile_lines[Kind.SHOP] == 4
    assert live.undo_state.undo == "Anna buys a shop for 7 gold"


def test_a_known_price_is_shown_and_can_be_stepped(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_price(copies, Kind.SHOP, 5, 6))
    live, screen = shown(app, three(walked=True, lines={Kind.SHOP: 5}))
    tap(screen, "Buy:")
    assert screen.enabled("Buy it for 6 gold")
    screen.tap("Price shown for a shop: one less")
    assert screen.enabled("Buy it for 5 gold")
    screen.type_into("Price shown for a shop", "30")
    assert not screen.enabled("Buy it for 30 gold")
    assert screen.has("Costs 30 gold, 20 gold held.")
    assert copy_values.price(copies, Kind.SHOP, 5) == 30
    assert live.state.extras.shown == {Kind.SHOP: 30}


def test_a_line_that_is_empty_sells_nothing(app: Headless) -> None:
    _, screen = shown(app, three(walked=True, lines={Kind.SHOP: 0}))
    tap(screen, "Buy:")
    assert screen.has("The line of shops is empty. Place a tile, or pass.")


def test_an_event_makes_a_tile_dearer(app: Headless) -> None:
    markers = (Kind.BANK, Kind.SHOP, Kind.BANK, Kind.BANK)
    event = Event(dearer={Kind.BANK: 1})
    _, screen = shown(app, three(walked=True, shown={Kind.BANK: 3}, markers=markers, event=event))
    tap(screen, "Buy:")
    assert screen.has("The tile costs 6 gold: 3 shown, 2 other pieces on the space, 1 by the Event.")


def test_a_park_is_bought_with_its_icons(app: Headless, copies: MyCopy) -> None:
    live, screen = shown(app, three(walked=True, shown={Kind.PARK: 8}, markers=(Kind.PARK, *ON_SHOP[1:2] * 3)))
    tap(screen, "Buy:")
    screen.tap("Park: 2 × shop, 1 × church")
    screen.tap("Statue icons: one more")
    screen.tap("Buy it for 8 gold")
    assert live.state.extras.held[0] == (tile("park", "shop 2 church 1 statue 1"),)
    assert copy_values.parks(copies)[-1].key == "2 × shop, 1 × church, 1 × statue"


def test_an_amenity_makes_a_tile_free(app: Headless) -> None:
    before = holding(three(walked=True, variants=tuple(Variant)), 0, AMENITY)
    live, screen = shown(app, before)
    tap(screen, "Buy:")
    screen.tap("Take it for free with a Civic Amenity")
    assert not screen.enabled("Buy it for 0 gold")
    screen.tap("The Civic Amenity pays 2 points")
    screen.tap("Buy it for 0 gold")
    assert standings(live)[0] == (5, 20, 1)
    assert live.state.extras.held[0] == (tile("shop"),)


# -- placing


def test_a_placement_in_four_taps_pays_everybody(app: Headless) -> None:
    live, screen = shown(app, holding(three(walked=True), 0, tile("bank", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Place Bank: yellow, north, inner")
    screen.tap("yellow and red, north, outer: 2 icons match")
    tap(screen, "Ben stands beside")
    assert screen.has("Anna: +2 points, +4 gold; 2 × 1 point and 2 gold (2 icons)")
    assert screen.has("Ben: +1 point, +2 gold; 1 × 1 point and 2 gold (a piece beside)")
    assert screen.says("Ruling: A placement is worked out from the tile")
    screen.tap("Place it")
    assert standings(live) == [(5, 24, 0), (9, 17, 0), (9, 21, 0)]
    assert screen.has("Anna places a bank: Anna +2 points, +4 gold, Ben +1 point, +2 gold, Cleo nothing.")
    assert live.undo_state.undo == "Anna places a bank"


def test_a_piece_that_comes_to_a_taken_number_is_asked_about(app: Headless) -> None:
    live, screen = shown(app, holding(three(walked=True), 0, tile("bank", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Place Bank: yellow, north, inner")
    screen.tap("yellow and red, north, outer: 2 icons match")
    tap(screen, "Ben stands beside")
    screen.tap("Place it")
    assert screen.has("Ben's Citizen came to 9, where Cleo's Citizen stands.")
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
    _, screen = shown(app, city(*players, markers=ON_SHOP, moves=moves))
    assert screen.has("Cleo's Citizen came to 9, where Anna's Banker and Ben's Citizen stand.")
    assert screen.has("Same space: on to 10")


def test_the_space_of_the_marker_is_read_in_one_breath(app: Headless) -> None:
    _, screen = shown(app, three(walked=True))
    assert screen.has("Shop space, yellow; nobody else there")


def test_who_is_on_no_street_cannot_stand_beside(app: Headless) -> None:
    players = (citizen("Anna", 3, 20), citizen("Ben", 9, 25))
    live, screen = shown(app, holding(city(*players, markers=ON_SHOP, walked=True), 0, tile("shop", "red S +")))
    tap(screen, "Place:")
    screen.tap("Place Shop: red, south, outer")
    screen.tap("yellow, south, outer: 2 icons match")
    tap(screen, "Ben stands beside")
    assert screen.has("Ben stands on no street: Citizen on 9, Banker on 25.")
    assert screen.has("Ben: nothing; no piece beside")
    screen.tap("Another square than yellow, south, outer")
    assert not screen.has("Place it")
    assert standings(live)[1] == (9, 25, 0)


def test_a_tile_that_is_not_known_is_entered_as_it_is_placed(app: Headless) -> None:
    live, screen = shown(app, holding(three(walked=True), 0, tile("church")))
    tap(screen, "Place:")
    screen.tap("Place Church")
    screen.tap("yellow, south, inner")
    assert live.state.extras.held[0] == (tile("church", "yellow S o"),)
    screen.tap("yellow and blue, south, inner: 3 icons match")
    screen.tap("Place it")
    assert standings(live)[0] == (9, 20, 0)


def test_a_tile_that_was_only_counted_is_placed(app: Headless) -> None:
    players = (citizen("Anna", 3, 20, 2), citizen("Ben", 8, 15))
    live, screen = shown(app, city(*players, markers=ON_SHOP, walked=True))
    tap(screen, "Place:")
    screen.tap("Place a shop")
    screen.tap("blue, north, inner")
    screen.tap("yellow, south, inner: 1 icon matches")
    screen.tap("Place it")
    assert standings(live)[0] == (3, 24, 1)


def test_a_park_pays_for_the_buildings_of_its_block(app: Headless) -> None:
    live, screen = shown(app, holding(three(walked=True), 0, tile("park", "church 1 shop 2")))
    tap(screen, "Place:")
    tap(screen, "Place Park")
    screen.tap("A church in the block")
    screen.tap("A bank in the block")
    screen.tap("A shop in the block")
    assert screen.has("The block is full.")
    screen.tap("Take the bank out of the block")
    screen.tap("Place it")
    assert standings(live) == [(5, 28, 0), (8, 15, 0), (9, 21, 0)]


def test_the_rainbow_costs_a_point_and_allows_every_street(app: Headless) -> None:
    before = holding(three(walked=True, markers=ON_STATUE, variants=(Variant.EVENTS,)), 0, tile("shop", "blue S +"))
    live, screen = shown(app, before)
    tap(screen, "Place:")
    screen.tap("Place Shop: blue, south, outer")
    screen.tap("Beside a street that is blue")
    screen.tap("blue and red, south, outer: 3 icons match")
    assert screen.has("Anna stands beside: Citizen on 2, Banker on 20")
    screen.tap("Place it")
    assert standings(live)[0] == (2, 32, 0)
    assert screen.says("look at the top three Events")
    screen.tap("yellow closed, banks cost 1 more")
    assert live.state.extras.event.closed == (Street.YELLOW,)
    assert not screen.says("look at the top three Events")


def test_a_closed_street_is_said(app: Headless) -> None:
    event: dict[str, Any] = {"variants": (Variant.EVENTS,), "event": Event(closed=(Street.YELLOW,))}
    _, screen = shown(app, holding(three(walked=True, **event), 0, tile("shop", "blue S +")))
    tap(screen, "Place:")
    screen.tap("Place Shop: blue, south, outer")
    assert screen.has("The Event closes yellow streets: nothing is placed beside them now.")


def test_who_cannot_pay_for_a_statue_cannot_place_it(app: Headless) -> None:
    live, screen = shown(app, holding(three(gold=1, walked=True), 0, tile("statue", "yellow S +")))
    tap(screen, "Place:")
    screen.tap("Place Statue: yellow, south, outer")
    screen.tap("yellow and red, south, outer: 3 icons match")
    assert screen.has("Anna has 1 gold, and this placement costs 3 gold.")
    assert not screen.enabled("Place it")
    assert standings(live)[0] == (3, 1, 1)


def test_the_amenity_of_the_block_is_taken_and_used(app: Headless) -> None:
    before = holding(three(walked=True, variants=(Variant.AMENITIES,)), 0, tile("shop", "blue S +"), tile("bank"))
    live, screen = shown(app, before)
    tap(screen, "Place:")
    screen.tap("Place Bank")
    screen.tap("Take the block's Civic Amenity instead")
    assert live.state.extras.held[0] == (tile("shop", "blue S +"), AMENITY)
    assert standings(live)[0] == (3, 20, 2)
    app.run(live.change("again", three_again))
    tap(screen, "Place:")
    screen.tap("Anywhere, with a Civic Amenity")
    screen.tap("The Civic Amenity pays 4 gold")
    screen.tap("Place Shop: blue, south, outer")
    screen.tap("Beside a street that is blue")
    screen.tap("blue, south, outer: 3 icons match")
    screen.tap("Place it")
    assert standings(live)[0] == (3, 36, 0)


def three_again(state: MayorTable) -> MayorTable:
    """Anna's turn once more, her marker on the shop."""
    return replace(state, extras=replace(state.extras, turn=0, walked=True))


# -- the end as it comes


def test_a_citizen_on_50_ends_the_game_at_once(app: Headless) -> None:
    _, screen = shown(app, holding(three(points=47, walked=True), 0, tile("church", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Place Church: yellow, north, inner")
    screen.tap("yellow and red, north, outer: 2 icons match")
    screen.tap("Place it")
    assert screen.has("The game is over")
    assert screen.has("The Citizen of Anna is on 51. Anna is mayor.")
    assert not screen.says("turn")
    screen.tap("Tally the end")
    assert screen.route.endswith("/end/0")


def test_after_three_empty_lines_everybody_may_place_one_tile(app: Headless) -> None:
    lines = {Kind.BANK: 0, Kind.CHURCH: 0, Kind.SHOP: 1}
    before = three(walked=True, lines=lines, shown={Kind.SHOP: 2})
    live, screen = shown(app, holding(before, 1, tile("bank", "red N o")))
    tap(screen, "Buy:")
    screen.tap("yellow, north, inner")
    screen.tap("Buy it for 2 gold")
    assert screen.has("Three tile lines are empty. A last tile each may be placed by Anna and Ben, in this order.")
    assert screen.has("Anna’s last tile")
    screen.tap("Anna places none")
    assert screen.has("Three tile lines are empty. A last tile may be placed by Ben.")
    screen.tap("Place Bank: red, north, inner")
    screen.tap("red and yellow, south, outer: 1 icon matches")
    screen.tap("Place it")
    assert standings(live)[1] == (9, 17, 0)
    assert screen.says("are empty, and the Citizens of Ben and Cleo are furthest, level on 9")


# -- shapes


@pytest.mark.parametrize("viewport", [Viewport(width=1280, height=800, palette=DARK), Viewport(width=320, scale=2.0)])
def test_it_is_shown_on_every_screen(app: Headless, viewport: Viewport) -> None:
    live, screen = shown(app, three(), viewport)
    tap(screen, "Church, blue")
    tap(screen, "Pass:")
    assert screen.has("Ben’s turn")
    assert live.state.extras.turn == 1
