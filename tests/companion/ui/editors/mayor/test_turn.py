"""The Turn tab: the rondel, the three actions, and the end as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.state import Kind
from tests.companion.headless import Headless, opened
from tests.companion.mayor_tables import holding, know_the_rondel, laid_out, shown_turn, standings, tap, three_apart
from tests.scoring.mayor.tables import tile

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def app(app: Headless) -> Headless:
    know_the_rondel(app)
    return app


def test_what_only_my_rondel_shows_is_asked_once(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        live = laid_out(app, "Anna", "Ben")
        screen = app.show(TurnTab, live, 0)
        assert screen.has("Look at your rondel: Tessera asks once.")
        screen.tap("blue")
        screen.tap("Church")
        assert screen.has("Where do the Action markers stand?")
        next_screen = app.show(TurnTab, laid_out(app, "Cleo", "Dora"), 0)
        assert not next_screen.has("Color of the church")


def test_the_markers_are_put_one_after_the_other(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(TurnTab, live, 0)
    assert screen.has("Tap the space for Anna’s marker.")
    for space in ("Bank, red", "Bank, red", "Park, green", "Statue, Rainbow"):
        tap(screen, space)
    assert live.state.table.markers == (Kind.BANK, Kind.BANK, Kind.PARK, Kind.STATUE)
    assert screen.has("Anna’s turn")
    screen.tap("Edit")
    tap(screen, "neutral marker 2")
    tap(screen, "Shop, yellow")
    screen.tap("Done")
    screen.tap("Edit")
    screen.tap("Ben’s turn")
    assert live.state.table.markers[3] is Kind.SHOP
    assert screen.has("Ben’s turn")


def test_every_space_says_what_it_costs_and_who_is_there(app: Headless) -> None:
    live, screen = shown_turn(app, three_apart(gold=3))
    assert screen.has("Shop, yellow: 10 gold; Anna")
    assert screen.has("Church, blue: free")
    assert screen.has("Statue, Rainbow: 3 gold; 1 neutral marker")
    tap(screen, "Bank, red")
    assert screen.has("Costs 6 gold, 3 gold held.")
    assert live.undo_state.undo is None
    tap(screen, "Park, green")
    assert live.state.table.walked
    assert standings(live)[0] == (3, 2, 0)
    assert screen.has("Park, green; Cleo there")
    wide = app.show(TurnTab, live, 0, viewport=Viewport(width=1280))
    tap(wide, "Bank, red")
    assert wide.has("The Action marker has already moved this turn.")


def test_passing_is_one_tap_and_can_be_taken_back(app: Headless) -> None:
    live, screen = shown_turn(app, three_apart(walked=True))
    screen.tap("Pass: brings 2 gold")
    assert standings(live)[0] == (3, 22, 0)
    assert screen.has("Ben’s turn")
    screen.tap("Undo")
    assert standings(live)[0] == (3, 20, 0)
    assert screen.has("Anna’s turn")


def test_what_is_not_possible_says_why(app: Headless) -> None:
    _, screen = shown_turn(app, holding(three_apart(walked=True), 0, *[tile("bank")] * 3))
    tap(screen, "Buy is not possible")
    assert screen.has("Buy is not possible: 3 tiles to place: with 3 or more you cannot buy.")
    _, screen = shown_turn(app, three_apart(walked=True))
    tap(screen, "Place is not possible")
    assert screen.has("Place is not possible: 0 tiles to place.")


def test_the_space_of_the_marker_is_read_in_one_breath(app: Headless) -> None:
    _, screen = shown_turn(app, three_apart(walked=True))
    assert screen.has("Shop, yellow")


def test_a_citizen_on_50_ends_the_game_at_once(app: Headless) -> None:
    _, screen = shown_turn(app, holding(three_apart(points=47, walked=True), 0, tile("church", "yellow N o")))
    tap(screen, "Place:")
    screen.tap("Church: yellow, north, inner")
    screen.tap("north, outer: 2 icons match", group="yellow and red")
    tap(screen, "Place it: ")
    assert screen.has("The game is over: Anna is mayor.")
    assert not screen.says("turn")
    screen.tap("Final scoring")
    assert screen.route.endswith("/end/0")


def test_after_three_empty_lines_everybody_may_place_one_tile(app: Headless) -> None:
    lines = {Kind.BANK: 0, Kind.CHURCH: 0, Kind.SHOP: 1}
    before = three_apart(walked=True, lines=lines, shown={Kind.SHOP: 2})
    live, screen = shown_turn(app, holding(before, 1, tile("bank", "red N o")))
    tap(screen, "Buy:")
    screen.tap("north, inner", group="yellow")
    screen.tap("Buy it for 2 gold")
    assert screen.has("Three tile lines are empty. Last tiles, in this order: Anna and Ben.")
    assert screen.has("Anna’s last tile")
    screen.tap("Anna places no last tile")
    assert screen.has("Three tile lines are empty. Last tiles, in this order: Ben.")
    screen.tap("Bank: red, north, inner")
    screen.tap("south, outer: 1 icon matches", group="red and yellow")
    tap(screen, "Place it: ")
    assert standings(live)[1] == (9, 17, 0)
    assert screen.says("The game is over: Ben and Cleo are mayor together.")


@pytest.mark.parametrize("viewport", [Viewport(width=1280, height=800, palette=DARK), Viewport(width=320, scale=2.0)])
def test_it_is_shown_on_every_screen(app: Headless, viewport: Viewport) -> None:
    live, screen = shown_turn(app, three_apart(), viewport)
    tap(screen, "Church, blue")
    tap(screen, "Pass:")
    assert screen.has("Ben’s turn")
    assert live.state.table.turn == 1
