"""The other places of a table of Mayor: the track, the Market, the end, and the record of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.games.mayor import copy_values
from companion.games.mayor.extras import MovedPiece
from companion.games.mayor.kit import MAYOR, begin, setup_list, variants_of
from companion.tables.state import STYLES
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.editors.mayor.editor import ask, board
from companion.ui.editors.mayor.market import MarketTab
from companion.ui.editors.mayor.track import TrackTab
from companion.ui.screens.final_scoring import FinalScoring
from companion.ui.screens.table_screen import TableScreen
from scoring.mayor.game import MAYOR as GAME_OF_MAYOR
from scoring.mayor.moves import Piece
from scoring.mayor.setup import Variant
from scoring.mayor.state import Kind
from tests.companion.mayor_tables import (
    AMENITY,
    begun,
    citizen,
    city,
    holding,
    know_the_rondel,
    laid_out,
    standings,
    tile,
)

if TYPE_CHECKING:
    import flet as ft

    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless

FIVE = ("Shops", "Banks", "Churches", "Statues", "Parks")


# -- the record


@pytest.mark.parametrize(
    ("key", "variants"),
    [("basic", ()), ("events", (Variant.EVENTS,)), ("amenities", (Variant.AMENITIES,)), ("both", tuple(Variant))],
)
def test_the_variants_are_those_of_the_setup(key: str, variants: tuple[Variant, ...]) -> None:
    assert key in MAYOR.variants
    assert variants_of(key) == variants


def test_a_table_begins_with_the_lines_of_my_copy(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_line(copies, Kind.SHOP, 7))
    state = begin(("Anna", "Ben"), STYLES[:2], "events", copies)
    assert state.table.tile_lines == {Kind.SHOP: 7}
    assert [(one.citizen, one.banker) for one in state.table.players] == [(0, 25), (0, 25)]
    keys = {item.key for item in setup_list(state)}
    assert {"festival", "amenities-removed", "neutral-markers"} <= keys


def test_margins_and_the_board(app: Headless) -> None:
    table = city(citizen("Anna", 30), citizen("Ben", 28)).table
    sheet = GAME_OF_MAYOR.score(table)
    assert str(MAYOR.margins(table, sheet)[0]).startswith("Anna is 2 points ahead of Ben")

    def drawing() -> ft.Control:
        shown = board(table, 1, frozenset(), 300)
        assert shown is not None
        return shown

    screen = app.show(component(drawing))
    assert screen.has("28, Ben's Citizen")
    assert not screen.says("Anna")


# -- the track


def test_a_piece_is_moved_by_tapping_it_and_then_a_space(app: Headless) -> None:
    live = begun(app, city(citizen("Anna", 4), citizen("Ben", 12, 61)))
    screen = app.show(TrackTab, live, 0)
    assert screen.has("4, Anna's Citizen")
    assert screen.has("50, Ben's Banker on 61")
    screen.tap("Move Anna's Citizen on 4")
    assert screen.has("Tap the space for Anna's Citizen.")
    screen.tap("12, Ben's Citizen")
    assert standings(live)[0] == (12, 25, 0)
    assert screen.has("12, Anna's Citizen, Ben's Citizen")
    assert live.undo_state.undo == "Anna's Citizen on 12"
    assert not screen.says("Tap the space for")


@pytest.mark.parametrize(
    ("name", "index", "value"), [("Citizen: points", 0, 7), ("Banker: gold", 1, 70), ("Tiles to place", 2, 3)]
)
def test_every_number_is_entered(app: Headless, name: str, index: int, value: int) -> None:
    live = begun(app, city(citizen("Anna"), citizen("Ben")))
    screen = app.show(TrackTab, live, 1)
    screen.type_into(name, str(value))
    assert standings(live)[1][index] == value
    screen.tap(f"{name}: one less")
    assert standings(live)[1][index] == value - 1
    screen.type_into(name, "x")
    assert screen.says(f"{name}: a whole number from 0 to")


def test_known_tiles_are_listed_and_taken_away(app: Headless) -> None:
    live = begun(app, holding(city(citizen("Anna"), citizen("Ben")), 0, tile("bank", "red N o"), AMENITY))
    screen = app.show(TrackTab, live, 0)
    assert not screen.enabled("Tiles to place: one less")
    screen.tap("Take away Civic Amenity")
    assert live.state.extras.held[0] == (tile("bank", "red N o"),)
    assert standings(live)[0][2] == 1
    screen.tap("Undo")
    assert live.state.extras.held[0] == (tile("bank", "red N o"), AMENITY)
    empty = app.show(TrackTab, live, 1)
    assert empty.says("What Ben buys under “Turn” is listed here")


def test_a_second_mayor_is_a_problem_where_it_stands(app: Headless) -> None:
    live = begun(app, city(citizen("Anna", 51), citizen("Ben", 52)))
    problem = str(live.problems[0].message)
    assert app.show(TrackTab, live, 1).has(problem)
    assert not app.show(TrackTab, live, 0).has(problem)


# -- the Market


def test_the_lines_are_counted_once(app: Headless, copies: MyCopy) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(MarketTab, live, 0)
    for number, name in enumerate(FIVE, start=5):
        screen.type_into(f"{name} in the line", str(number))
    screen.tap("Keep these lines")
    assert live.state.table.tile_lines == dict(zip(Kind, range(5, 10), strict=True))
    assert copy_values.lines(copies) == live.state.table.tile_lines
    assert laid_out(app, "Cleo", "Dora").state.table.tile_lines == copy_values.lines(copies)


def test_in_the_midst_of_a_game_a_count_is_not_that_of_the_start(app: Headless, copies: MyCopy) -> None:
    live = begun(app, city(citizen("Anna", 3), citizen("Ben")))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Shops in the line: one more")
    screen.tap("Keep these lines")
    assert live.state.table.tile_lines == {Kind.SHOP: 1}
    assert copy_values.lines(copies) == {}
    assert screen.has("Shops left")
    assert screen.has("Banks in the line")


def test_lines_are_stepped_until_three_are_empty(app: Headless) -> None:
    lines = {Kind.SHOP: 1, Kind.BANK: 0, Kind.CHURCH: 0, Kind.STATUE: 4, Kind.PARK: 4}
    live = begun(app, city(citizen("Anna", 3), citizen("Ben", 4), lines=lines))
    screen = app.show(MarketTab, live, 0)
    assert screen.has("2 lines are empty; the game ends with 3.")
    screen.tap("Shops left: one less")
    assert screen.says("The lines of shops, banks and churches are empty, and the Citizen of Ben is furthest, on 4")
    screen.tap("Shops left: one more")
    assert not screen.has("The game is over")


def test_a_line_says_what_a_tile_costs_now(app: Headless) -> None:
    markers = (Kind.PARK, Kind.PARK, Kind.BANK, Kind.BANK)
    lines = dict.fromkeys(Kind, 4)
    live = begun(app, city(citizen("Anna"), citizen("Ben"), lines=lines, markers=markers))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Enter the price of parks")
    screen.tap("A park shows 8 gold")
    words = "For Anna now: The tile costs 9 gold: 8 shown, 1 other piece on the space, 0 by the Event."
    assert screen.has(words)


def test_another_event_takes_effect(app: Headless, copies: MyCopy) -> None:
    lines = dict.fromkeys(Kind, 4)
    live = begun(app, city(citizen("Anna"), citizen("Ben"), lines=lines, variants=(Variant.EVENTS,)))
    screen = app.show(MarketTab, live, 0)
    screen.tap("Another Event")
    screen.tap("One that is not here")
    screen.tap("Closes green streets")
    screen.tap("Take this Event")
    assert screen.has("Green closed.")
    assert "green closed" in copies.part(copy_values.EVENT_PART)
    basic = begun(app, city(citizen("Anna"), citizen("Ben"), lines=lines))
    assert not app.show(MarketTab, basic, 0).has("Event")


# -- the end


def test_what_may_change_the_score_is_asked_at_the_end(app: Headless) -> None:
    moved = MovedPiece(seat=0, piece=Piece.CITIZEN, forwards=True)
    live = begun(app, city(citizen("Anna", 12), citizen("Ben", 12, 30), moves=(moved,)))
    screen = app.show(FinalScoring, live)
    screen.tap("Same space: on to 13")
    assert standings(live)[0][0] == 13
    assert ask(live) is None
    assert screen.has("Anna: 13 points")


def test_last_tiles_are_closed_at_the_end(app: Headless) -> None:
    lines = dict.fromkeys((Kind.SHOP, Kind.BANK, Kind.PARK), 0)
    state = holding(city(citizen("Anna", 12), citizen("Ben", 14), lines=lines), 0, tile("bank"))
    live = begun(app, replace(state, extras=replace(state.extras, closing=True, still=(0,))))
    screen = app.show(FinalScoring, live)
    assert screen.has("Anna may still place a last tile, under “Turn”.")
    screen.tap("Nobody places a tile any more")
    assert ask(live) is None
    screen.tap("Checked, next")
    assert screen.has("Ben wins with 14 points")


# -- the screen of the table


@pytest.mark.parametrize("viewport", [Viewport(), Viewport(width=1280, height=800), Viewport(width=320, scale=2.0)])
def test_a_player_is_shown_on_the_track_from_everywhere(app: Headless, viewport: Viewport) -> None:
    know_the_rondel(app)
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, "turn", 0, viewport=viewport)
    screen.tap("Ben, 0 points so far")
    assert screen.route == f"/table/{live.id}/track/1"
