"""My copy of Mayor: what the rulebook prints, and what was entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor import copy_values
from scoring.mayor.state import Kind, Street
from tests.companion.mayor_tables import know_the_rondel
from tests.scoring.mayor.tables import ORDER

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_the_rondel_is_known_once_two_things_are_entered(app: Headless, copies: MyCopy) -> None:
    assert copy_values.rondel(copies) is None
    app.run(copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, Kind.CHURCH))
    assert copy_values.rondel(copies) is None
    know_the_rondel(app)
    spaces = copy_values.rondel(copies) or ()
    assert tuple(space.kind for space in spaces) == ORDER
    assert [space.street for space in spaces] == [Street.RED, Street.YELLOW, Street.BLUE, Street.GREEN, None]
    app.run(copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, Kind.STATUE))
    assert [space.kind for space in copy_values.rondel(copies) or ()][2:] == [Kind.STATUE, Kind.PARK, Kind.CHURCH]


def test_prices_are_known_by_the_tiles_left(app: Headless, copies: MyCopy) -> None:
    for left, shown in ((6, 7), (5, 6)):
        app.run(copy_values.PRICES.keep(copies, copy_values.price_key(Kind.SHOP, left), shown))
    assert copy_values.price(copies, Kind.SHOP, 5) == 6
    assert copy_values.price(copies, Kind.SHOP, None) is None
    assert copy_values.price(copies, Kind.BANK, 5) is None
    assert [entry.value for entry in copy_values.prices(copies, Kind.SHOP)] == [7, 6]
