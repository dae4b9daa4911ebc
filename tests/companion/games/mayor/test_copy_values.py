"""My copy of Mayor: what the rulebook prints, and what was entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor import copy_values
from scoring.mayor.state import Building, Event, Kind, Street
from tests.companion.mayor_tables import know_the_rondel
from tests.scoring.mayor.tables import ORDER

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


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
    assert [park.key for park in copy_values.parks(copies)] == ["shop 2 church 1"]
    assert [event.key for event in copy_values.events(copies)] == ["; ; ; ", "yellow; bank 1; ; "]


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
