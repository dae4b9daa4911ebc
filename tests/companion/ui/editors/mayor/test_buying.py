"""Buying a tile on the Turn tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.mayor import copy_values
from scoring.mayor.state import Event, Kind, Variant
from tests.companion.mayor_tables import ON_SHOP, holding, know_the_rondel, shown_turn, standings, tap, three_apart
from tests.scoring.mayor.tables import AMENITY, tile

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


@pytest.fixture
def app(app: Headless) -> Headless:
    know_the_rondel(app)
    return app


def test_the_price_is_asked_once_and_counts_the_others_on_the_space(app: Headless, copies: MyCopy) -> None:
    markers = (Kind.SHOP, Kind.SHOP, Kind.PARK, Kind.STATUE)
    live, screen = shown_turn(app, three_apart(walked=True, markers=markers, lines={Kind.SHOP: 5}))
    tap(screen, "Buy:")
    assert not screen.enabled("Buy it")
    screen.tap("A shop shows 6 gold")
    assert screen.has("The tile costs 7 gold: 6 shown, 1 other piece on the space, 0 by the Event.")
    assert copy_values.price(copies, Kind.SHOP, 5) == 6
    screen.tap("yellow, north, inner")
    screen.tap("Buy it for 7 gold")
    assert standings(live)[0] == (3, 13, 1)
    assert live.state.table.held[0] == (tile("shop", "yellow N o"),)
    assert live.state.table.tile_lines[Kind.SHOP] == 4
    assert str(live.undo_state.undo) == "Anna buys a shop for 7 gold"


def test_a_known_price_is_shown_and_can_be_stepped(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.PRICES.keep(copies, copy_values.price_key(Kind.SHOP, 5), 6))
    live, screen = shown_turn(app, three_apart(walked=True, lines={Kind.SHOP: 5}))
    tap(screen, "Buy:")
    assert screen.enabled("Buy it for 6 gold")
    screen.tap("Price shown for a shop: one less")
    assert screen.enabled("Buy it for 5 gold")
    screen.type_into("Price shown for a shop", "30")
    assert not screen.enabled("Buy it for 30 gold")
    assert screen.has("Costs 30 gold, 20 gold held.")
    assert copy_values.price(copies, Kind.SHOP, 5) == 30
    assert live.state.table.shown == {Kind.SHOP: 30}


def test_a_line_that_is_empty_sells_nothing(app: Headless) -> None:
    _, screen = shown_turn(app, three_apart(walked=True, lines={Kind.SHOP: 0}))
    tap(screen, "Buy:")
    assert screen.has("The line of shops is empty. Place a tile, or pass.")


def test_an_event_makes_a_tile_dearer(app: Headless) -> None:
    markers = (Kind.BANK, Kind.SHOP, Kind.BANK, Kind.BANK)
    event = Event(dearer={Kind.BANK: 1})
    _, screen = shown_turn(app, three_apart(walked=True, shown={Kind.BANK: 3}, markers=markers, event=event))
    tap(screen, "Buy:")
    assert screen.has("The tile costs 6 gold: 3 shown, 2 other pieces on the space, 1 by the Event.")


def test_a_park_is_bought_with_its_icons(app: Headless, copies: MyCopy) -> None:
    live, screen = shown_turn(
        app, three_apart(walked=True, shown={Kind.PARK: 8}, markers=(Kind.PARK, *ON_SHOP[1:2] * 3))
    )
    tap(screen, "Buy:")
    screen.tap("Park: 2 × shop, 1 × church")
    screen.tap("Statue icons: one more")
    screen.tap("Buy it for 8 gold")
    assert live.state.table.held[0] == (tile("park", "shop 2 church 1 statue 1"),)
    assert copy_values.PARKS.known(copies)[-1].key == "shop 2 church 1 statue 1"


def test_quick_taps_on_a_park_and_its_price_take_nothing_back(app: Headless) -> None:
    live, screen = shown_turn(
        app, three_apart(walked=True, shown={Kind.PARK: 8}, markers=(Kind.PARK, *ON_SHOP[1:2] * 3))
    )
    tap(screen, "Buy:")
    screen.tap_both("Shop icons: one more", "Statue icons: one more", "Buy it for 8 gold")
    assert live.state.table.held[0] == (tile("park", "shop 1 statue 1"),)


def test_an_amenity_makes_a_tile_free(app: Headless) -> None:
    before = holding(three_apart(walked=True, variants=tuple(Variant)), 0, AMENITY)
    live, screen = shown_turn(app, before)
    tap(screen, "Buy:")
    screen.tap("Take it for free with a Civic Amenity")
    assert not screen.enabled("Buy it for 0 gold")
    screen.tap("The Civic Amenity pays 2 points")
    screen.tap("Buy it for 0 gold")
    assert standings(live)[0] == (5, 20, 1)
    assert live.state.table.held[0] == (tile("shop"),)
