"""The screen of my copy of Mayor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor import copy_values
from companion.ui.editors.mayor.my_copy_screen import MyCopyScreen
from scoring.mayor.state import Building, Event, Kind, Street

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_the_rondel_is_entered(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.has("Statue: Rainbow")
    screen.tap("Statue")
    screen.tap("blue")
    assert [space.kind for space in copy_values.rondel(copies) or ()][2] is Kind.STATUE


def test_a_line_and_a_price_are_entered_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Tile lines")
    screen.type_into("Shop tiles at the start", "8")
    assert copy_values.LINES.values(copies) == {Kind.SHOP: 8}
    screen.tap("Remove Shop tiles at the start: 8")
    assert copy_values.LINES.values(copies) == {}
    screen.type_into("Shop tiles at the start", "8")
    screen.type_into("Shop tiles at the start", "0")
    assert copy_values.LINES.values(copies) == {}
    screen.tap("Add a price of banks")
    screen.type_into("Bank tiles left", "4")
    screen.type_into("Price shown for a bank", "9")
    screen.tap("Save")
    assert copy_values.PRICES.values(copies) == {"bank 4": 9}
    screen.tap("Price of a bank with 4 left, −1")
    assert copy_values.PRICES.values(copies) == {"bank 4": 8}


def test_icons_that_are_typed_right_before_a_tap_are_saved(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Parks")
    screen.tap("Bank icons, +1")
    screen.type_and_tap("Statue icons", "2", "Save")
    assert copy_values.PARKS.known(copies)[-1].value.park == {Building.BANK: 1, Building.STATUE: 2}


def test_a_price_that_is_typed_right_before_a_tap_is_saved(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Tile lines")
    screen.tap("Add a price of banks")
    screen.type_into("Bank tiles left", "4")
    screen.type_and_tap("Price shown for a bank", "9", "Save")
    assert copy_values.PRICES.values(copies) == {"bank 4": 9}


def test_a_park_is_entered_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Parks")
    assert screen.has("2 shops, 1 church.")
    screen.tap("Bank icons, +1")
    screen.tap("Statue icons, +1")
    screen.tap("Save")
    assert copy_values.PARKS.known(copies)[-1].value.park == {Building.BANK: 1, Building.STATUE: 1}
    screen.tap("Remove 1 bank, 1 statue")
    assert len(copy_values.PARKS.known(copies)) == 1


def test_an_event_is_entered(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Events")
    assert not screen.enabled("Save")
    screen.tap("red")
    screen.tap("Park tiles cost more, +1")
    screen.tap("Save")
    assert copy_values.EVENTS.known(copies)[-1].value == Event(closed=(Street.RED,), dearer={Kind.PARK: 1})
    assert screen.has("Red closed, parks cost 1 more.")
