"""Mayor at the table: what its editor adds to the screens of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.mayor import copy_values
from companion.games.mayor.kit import MAYOR
from companion.tables.state import with_table
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.editors.mayor.editor import MyCopyScreen, ask, board
from companion.ui.screens.final_scoring import FinalScoring
from companion.ui.screens.table_screen import TableScreen
from scoring.mayor.game import MAYOR as GAME_OF_MAYOR
from scoring.mayor.state import Building, Event, Kind, MovedPiece, Piece, Street
from tests.companion.mayor_tables import begun, citizen, holding, know_the_rondel, laid_out, standings, table_state
from tests.scoring.mayor.tables import tile

if TYPE_CHECKING:
    import flet as ft

    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_margins_and_the_board(app: Headless) -> None:
    table = table_state(citizen("Anna", 30), citizen("Ben", 28)).table
    sheet = GAME_OF_MAYOR.score(table)
    assert str(MAYOR.margins(table, sheet)[0]).startswith("Ben: ")

    def drawing() -> ft.Control:
        shown = board(table, 1, frozenset(), 300)
        assert shown is not None
        return shown

    screen = app.show(component(drawing))
    assert screen.has("25, Ben's Banker; 28, Ben's Citizen")
    assert not screen.says("Anna")


def test_what_may_change_the_score_is_asked_at_the_end(app: Headless) -> None:
    moved = MovedPiece(seat=0, piece=Piece.CITIZEN, forwards=True)
    live = begun(app, table_state(citizen("Anna", 12), citizen("Ben", 12, 30), moves=(moved,)))
    screen = app.show(FinalScoring, live)
    screen.tap("Same space: on to 13")
    assert standings(live)[0][0] == 13
    assert ask(live) is None
    assert screen.has("Anna: 13 points")


def test_last_tiles_are_closed_at_the_end(app: Headless) -> None:
    lines = dict.fromkeys((Kind.SHOP, Kind.BANK, Kind.PARK), 0)
    state = holding(table_state(citizen("Anna", 12), citizen("Ben", 14), lines=lines), 0, tile("bank"))
    live = begun(app, with_table(state, closing=True, still=(0,)))
    screen = app.show(FinalScoring, live)
    assert screen.has("Three tile lines are empty. Last tiles, in this order: Anna.")
    screen.tap("No more last tiles")
    assert ask(live) is None
    screen.tap("Next")
    assert screen.has("Ben wins")


@pytest.mark.parametrize("viewport", [Viewport(), Viewport(width=1280, height=800), Viewport(width=320, scale=2.0)])
def test_a_player_is_shown_on_the_track_from_everywhere(app: Headless, viewport: Viewport) -> None:
    know_the_rondel(app)
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, "turn", 0, viewport=viewport)
    screen.tap("Ben, 0 points")
    assert screen.route == f"/table/{live.id}/track/1"


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
