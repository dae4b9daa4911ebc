"""The Market tab: lines, prices and the Event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor import copy_values
from companion.ui.editors.mayor.market import MarketTab
from scoring.mayor.state import Event, Kind, Variant
from tests.companion.mayor_tables import begun, citizen, laid_out, table_state

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless

FIVE = ("Shops", "Banks", "Churches", "Statues", "Parks")


def test_the_lines_are_counted_once(app: Headless, copies: MyCopy) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(MarketTab, live, 0)
    for number, name in enumerate(FIVE, start=5):
        screen.type_into(f"{name} in the line", str(number))
    screen.tap("Save these lines")
    assert live.state.table.tile_lines == dict(zip(Kind, range(5, 10), strict=True))
    assert copy_values.LINES.values(copies) == live.state.table.tile_lines
    assert laid_out(app, "Cleo", "Dora").state.table.tile_lines == copy_values.LINES.values(copies)


def test_in_the_midst_of_a_game_a_count_is_not_that_of_the_start(app: Headless, copies: MyCopy) -> None:
    live = begun(app, table_state(citizen("Anna", 3), citizen("Ben")))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Shops in the line: one more")
    screen.tap("Save these lines")
    assert live.state.table.tile_lines == {Kind.SHOP: 1}
    assert copy_values.LINES.values(copies) == {}
    assert screen.has("Shops left")
    assert screen.has("Banks in the line")


def test_lines_are_stepped_until_three_are_empty(app: Headless) -> None:
    lines = {Kind.SHOP: 1, Kind.BANK: 0, Kind.CHURCH: 0, Kind.STATUE: 4, Kind.PARK: 4}
    live = begun(app, table_state(citizen("Anna", 3), citizen("Ben", 4), lines=lines))
    screen = app.show(MarketTab, live, 0)
    assert screen.has("2 lines are empty; the game ends with 3.")
    screen.tap("Shops left: one less")
    assert screen.says("The lines of shops, banks and churches are empty, and the Citizen of Ben is furthest, on 4")
    screen.tap("Shops left: one more")
    assert not screen.has("The game is over")


def test_a_line_says_what_a_tile_costs_now(app: Headless) -> None:
    markers = (Kind.PARK, Kind.PARK, Kind.BANK, Kind.BANK)
    lines = dict.fromkeys(Kind, 4)
    live = begun(app, table_state(citizen("Anna"), citizen("Ben"), lines=lines, markers=markers))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Enter the price of parks")
    screen.tap("A park shows 8 gold")
    words = "For Anna now: The tile costs 9 gold: 8 shown, 1 other piece on the space, 0 by the Event."
    assert screen.has(words)


def test_another_event_takes_effect(app: Headless, copies: MyCopy) -> None:
    lines = dict.fromkeys(Kind, 4)
    live = begun(app, table_state(citizen("Anna"), citizen("Ben"), lines=lines, variants=(Variant.EVENTS,)))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Another Event")
    screen.tap("One not listed here")
    screen.tap("Closes green streets")
    screen.tap("Take this Event")
    assert screen.has("Green closed.")
    assert "green; ; ; " in copies.part(copy_values.EVENTS.name)
    screen.tap("Another Event")
    screen.tap("One not listed here")
    screen.type_into("Its name", "Strike")
    screen.type_into("What else it does", " nobody \x01 passes ")
    screen.tap("Take this Event")
    assert screen.has("Strike: nobody passes.")
    assert copy_values.EVENTS.known(copies)[-1].value == Event(name="Strike", note="nobody passes")
    screen.tap("Another Event")
    screen.tap("One not listed here")
    screen.type_into("Its name", "x" * 61)
    assert screen.says("At most 60 characters fit; this has 61.")
    assert not screen.enabled("Take this Event")
    basic = begun(app, table_state(citizen("Anna"), citizen("Ben"), lines=lines))
    assert not app.show(MarketTab, basic, 0).has("Event")
