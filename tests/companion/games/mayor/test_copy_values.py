"""My copy of Mayor: what the rulebook prints, and what was entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor import copy_values
from companion.games.mayor.extras import Event
from companion.ui.editors.mayor.my_copy_screen import MyCopyScreen
from scoring.mayor.state import Building, Kind, Street
from tests.companion.mayor_tables import ORDER, know_the_rondel

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


# -- what is known


def test_the_rondel_is_known_once_two_things_are_entered(app: Headless, copies: MyCopy) -> None:
    assert copy_values.rondel(copies) is None
    app.run(copy_values.keep_after_shop(copies, Kind.CHURCH))
    assert copy_values.rondel(copies) is None
    know_the_rondel(app)
    spaces = copy_values.rondel(copies) or ()
    assert tuple(space.kind for space in spaces) == ORDER
    assert [space.street for space in spaces] == [Street.RED, Street.YELLOW, Street.BLUE, Street.GREEN, None]
    app.run(copy_values.keep_after_shop(copies, Kind.STATUE))
    assert [space.kind for space in copy_values.rondel(copies) or ()][2:] == [Kind.STATUE, Kind.PARK, Kind.CHURCH]


def test_what_cannot_be_read_is_passed_over(app: Headless, copies: MyCopy) -> None:
    app.run(copies.keep(copy_values.RONDEL_PART, copy_values.AFTER_SHOP, "bank"))
    app.run(copies.keep(copy_values.LINE_PART, "shop", "many"))
    app.run(copies.keep(copy_values.PRICE_PART, "shop x", 3))
    app.run(copies.keep(copy_values.PARK_PART, "odd", {"kind": "pond"}))
    app.run(copies.keep(copy_values.EVENT_PART, "odd", 4))
    assert copy_values.after_shop(copies) is None
    assert (copy_values.lines(copies), copy_values.prices(copies, Kind.SHOP)) == ({}, {})
    assert [park.key for park in copy_values.parks(copies)] == ["2 × shop, 1 × church"]
    assert [event.key for event in copy_values.events(copies)] == [
        "Festival: nothing is closed or dearer",
        "yellow closed, banks cost 1 more",
    ]


def test_prices_are_known_by_the_tiles_left(app: Headless, copies: MyCopy) -> None:
    for left, shown in ((6, 7), (5, 6)):
        app.run(copy_values.keep_price(copies, Kind.SHOP, left, shown))
    assert copy_values.price(copies, Kind.SHOP, 5) == 6
    assert copy_values.price(copies, Kind.SHOP, None) is None
    assert copy_values.price(copies, Kind.BANK, 5) is None
    assert copy_values.prices(copies, Kind.SHOP) == {6: 7, 5: 6}


def test_what_the_rulebook_prints_is_not_kept_twice(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_park(copies, {Building.SHOP: 2, Building.CHURCH: 1}))
    app.run(copy_values.keep_event(copies, Event()))
    app.run(copy_values.keep_park(copies, {}))
    assert not copies.part(copy_values.PARK_PART)
    assert not copies.part(copy_values.EVENT_PART)


# -- its screen


def test_the_rondel_is_entered(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.has("Statues: Rainbow")
    screen.tap("The shop is followed by the statue")
    screen.tap("The church space is blue")
    assert [space.kind for space in copy_values.rondel(copies) or ()][2] is Kind.STATUE


def test_a_line_and_a_price_are_entered_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Tile lines")
    screen.type_into("Shops at the start", "8")
    assert copy_values.lines(copies) == {Kind.SHOP: 8}
    screen.tap("Remove the line of shops from my copy")
    assert copy_values.lines(copies) == {}
    screen.tap("Undo")
    assert copy_values.lines(copies) == {Kind.SHOP: 8}
    screen.type_into("Shops at the start", "0")
    assert copy_values.lines(copies) == {}
    screen.tap("Add a price of banks")
    screen.type_into("Banks left", "4")
    screen.type_into("Price shown then", "9")
    screen.tap("Keep 9 gold with 4 left")
    assert copy_values.prices(copies, Kind.BANK) == {4: 9}
    screen.tap("Price of a bank with 4 left: one less")
    assert copy_values.prices(copies, Kind.BANK) == {4: 8}


def test_a_park_is_entered_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Parks")
    assert screen.has("2 × shop, 1 × church.")
    screen.tap("Bank icons: one more")
    screen.tap("Statue icons: one more")
    screen.tap("Keep this park")
    assert copy_values.parks(copies)[-1].value == {Building.BANK: 1, Building.STATUE: 1}
    screen.tap("Remove 1 × bank, 1 × statue from my copy")
    assert len(copy_values.parks(copies)) == 1


def test_an_event_is_entered(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Events")
    assert not screen.enabled("Take this Event")
    screen.tap("Closes red streets")
    screen.tap("Parks cost more: one more")
    screen.tap("Take this Event")
    assert copy_values.events(copies)[-1].value == Event(closed=(Street.RED,), dearer={Kind.PARK: 1})
    assert screen.has("Kept: red closed, parks cost 1 more.")
