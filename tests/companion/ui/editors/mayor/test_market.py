"""Buying a tile, and the Market tab: lines, prices and the Event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.mayor import copy_values
from companion.ui.editors.mayor.market import MarketTab
from scoring.mayor.state import Event, Kind, Variant
from tests.companion.mayor_tables import (
    ON_SHOP,
    begun,
    citizen,
    holding,
    know_the_rondel,
    laid_out,
    shown_turn,
    standings,
    table_state,
    tap,
    three_apart,
)
from tests.scoring.mayor.tables import AMENITY, tile

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless

FIVE = ("Shop", "Bank", "Church", "Statue", "Park")


@pytest.fixture
def app(app: Headless) -> Headless:
    know_the_rondel(app)
    return app


def test_the_price_is_asked_once_and_counts_the_others_on_the_space(app: Headless, copies: MyCopy) -> None:
    markers = (Kind.SHOP, Kind.SHOP, Kind.PARK, Kind.STATUE)
    live, screen = shown_turn(app, three_apart(walked=True, markers=markers, lines={Kind.SHOP: 5}))
    tap(screen, "Buy:")
    assert not screen.enabled("Buy")
    screen.tap("6", group="Price shown for a shop")
    assert screen.has("The tile costs 7 gold: 6 shown, 1 other piece on the space, 0 by the Event.")
    assert copy_values.price(copies, Kind.SHOP, 5) == 6
    screen.tap("north, inner", group="yellow")
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
    screen.tap("Price shown for a shop, −1")
    assert screen.enabled("Buy it for 5 gold")
    screen.type_into("Price shown for a shop", "30")
    assert not screen.enabled("Buy it for 30 gold")
    assert screen.has("Costs 30 gold, 20 gold held.")
    assert copy_values.price(copies, Kind.SHOP, 5) == 30
    assert live.state.table.shown == {Kind.SHOP: 30}


def test_a_line_that_is_empty_sells_nothing(app: Headless) -> None:
    _, screen = shown_turn(app, three_apart(walked=True, lines={Kind.SHOP: 0}))
    tap(screen, "Buy:")
    assert screen.has("The line of shops is empty.")


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
    screen.tap("Park: 2 shops, 1 church")
    screen.tap("Statue icons, +1")
    screen.tap("Buy it for 8 gold")
    assert live.state.table.held[0] == (tile("park", "shop 2 church 1 statue 1"),)
    assert copy_values.PARKS.known(copies)[-1].key == "shop 2 church 1 statue 1"


def test_quick_taps_on_a_park_and_its_price_take_nothing_back(app: Headless) -> None:
    live, screen = shown_turn(
        app, three_apart(walked=True, shown={Kind.PARK: 8}, markers=(Kind.PARK, *ON_SHOP[1:2] * 3))
    )
    tap(screen, "Buy:")
    screen.tap_both("Shop icons, +1", "Statue icons, +1", "Buy it for 8 gold")
    assert live.state.table.held[0] == (tile("park", "shop 1 statue 1"),)


def test_an_amenity_makes_a_tile_free(app: Headless) -> None:
    before = holding(three_apart(walked=True, variants=tuple(Variant)), 0, AMENITY)
    live, screen = shown_turn(app, before)
    tap(screen, "Buy:")
    screen.tap("Use a Civic Amenity")
    assert not screen.enabled("Buy it for 0 gold")
    screen.tap("2 points")
    screen.tap("Buy it for 0 gold")
    assert standings(live)[0] == (5, 20, 1)
    assert live.state.table.held[0] == (tile("shop"),)


def test_the_lines_are_counted_once(app: Headless, copies: MyCopy) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(MarketTab, live, 0)
    for number, name in enumerate(FIVE, start=5):
        screen.type_into(name, str(number))
    screen.tap("Save")
    assert live.state.table.tile_lines == dict(zip(Kind, range(5, 10), strict=True))
    assert copy_values.LINES.values(copies) == live.state.table.tile_lines
    assert laid_out(app, "Cleo", "Dora").state.table.tile_lines == copy_values.LINES.values(copies)


def test_in_the_midst_of_a_game_a_count_is_not_that_of_the_start(app: Headless, copies: MyCopy) -> None:
    live = begun(app, table_state(citizen("Anna", 3), citizen("Ben")))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Shop, +1")
    screen.tap("Save")
    assert live.state.table.tile_lines == {Kind.SHOP: 1}
    assert copy_values.LINES.values(copies) == {}
    assert screen.has("Shop tiles left")
    assert screen.has("Bank")


def test_lines_are_stepped_until_three_are_empty(app: Headless) -> None:
    lines = {Kind.SHOP: 1, Kind.BANK: 0, Kind.CHURCH: 0, Kind.STATUE: 4, Kind.PARK: 4}
    live = begun(app, table_state(citizen("Anna", 3), citizen("Ben", 4), lines=lines))
    screen = app.show(MarketTab, live, 0)
    assert screen.has("2 lines are empty; the game ends with 3.")
    screen.tap("Shop tiles left, −1")
    assert screen.says("The game is over: Ben is mayor.")
    screen.tap("Shop tiles left, +1")
    assert not screen.says("The game is over")


def test_a_line_says_what_a_tile_costs_now(app: Headless) -> None:
    markers = (Kind.PARK, Kind.PARK, Kind.BANK, Kind.BANK)
    lines = dict.fromkeys(Kind, 4)
    live = begun(app, table_state(citizen("Anna"), citizen("Ben"), lines=lines, markers=markers))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Add a price of parks")
    screen.tap("8", group="Price shown for a park")
    words = "Anna: The tile costs 9 gold: 8 shown, 1 other piece on the space, 0 by the Event."
    assert screen.has(words)


def test_another_event_takes_effect(app: Headless, copies: MyCopy) -> None:
    lines = dict.fromkeys(Kind, 4)
    live = begun(app, table_state(citizen("Anna"), citizen("Ben"), lines=lines, variants=(Variant.EVENTS,)))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Another Event")
    screen.tap("Add an Event")
    screen.tap("green")
    screen.tap("Save")
    assert screen.has("Green closed.")
    assert "green; ; ; " in copies.part(copy_values.EVENTS.name)
    screen.tap("Another Event")
    screen.tap("Add an Event")
    screen.type_into("Name", "Strike")
    screen.type_into("What else it does", " nobody \x01 passes ")
    screen.tap("Save")
    assert screen.has("Strike: nobody passes.")
    assert copy_values.EVENTS.known(copies)[-1].value == Event(name="Strike", note="nobody passes")
    screen.tap("Another Event")
    screen.tap("Add an Event")
    screen.type_into("Name", "x" * 61)
    assert screen.says("At most 60 characters fit; this has 61.")
    assert not screen.enabled("Save")
    basic = begun(app, table_state(citizen("Anna"), citizen("Ben"), lines=lines))
    assert not app.show(MarketTab, basic, 0).has("Event")
