"""The first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.services.new_table import SETTING, blank_draft, stored_draft
from companion.ui.core.context import Viewport
from companion.ui.screens.home import Home
from companion.ui.screens.new_table import NewTable
from scoring import GAMES
from scoring.messages import say
from storage.backup.recovery import RECOVERED_SETTING
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


def in_play(screen: Screen) -> list[str]:
    """The tables in play, as they are said."""
    return [name for name in screen.names if name.startswith("Continue Carpe Diem")]


def test_a_first_start_says_what_this_is_and_what_to_do(app: Headless) -> None:
    screen = app.show(Home)
    assert screen.says("helps you keep the score of a board game")
    assert screen.says("Begin with “New table”")
    screen.tap("New table")
    assert screen.route == "/new"


@pytest.mark.parametrize(("name", "route"), [("Settings", "/settings"), ("What would two forum cards pay?", "/cards")])
def test_the_other_ways_lead_on(app: Headless, name: str, route: str) -> None:
    screen = app.show(Home)
    screen.tap(name)
    assert screen.route == route


def test_tables_stand_with_their_totals_the_last_changed_first(app: Headless) -> None:
    begun(app, table_state(player_with("Anna", victory_cards=-4, coins=3), player_with("Ben", stack=1)))
    later = laid_out(app, "Cleo", "Dora", "Emil")
    screen = app.show(Home)
    assert [name.split(": ")[1] for name in in_play(screen)] == ["Cleo 8, Dora 9, Emil 13", "Anna −3, Ben 0"]
    assert not screen.says("helps you keep the score of a board game")
    screen.tap(in_play(screen)[0])
    assert screen.route == f"/table/{later.id}"


def test_a_table_is_removed_and_brought_back(app: Headless) -> None:
    laid_out(app)
    screen = app.show(Home)
    (said,) = in_play(screen)
    screen.tap(next(name for name in screen.names if name.startswith("Remove Carpe Diem")))
    assert in_play(screen) == []
    assert app.worker.run_blocking(Store.tables) == ()
    screen.tap("Undo")
    assert in_play(screen) == [said]


def test_a_table_that_cannot_be_read_says_so_and_stays(app: Headless) -> None:
    live = laid_out(app)
    stored = app.worker.run_blocking(Store.table, live.id)
    assert stored is not None
    app.worker.run_blocking(Store.begin, "carpe-diem", stored.document, {"seats": "none"})
    app.worker.run_blocking(Store.begin, "a-game-of-tomorrow", {"table": {}}, {})
    screen = app.show(Home)
    assert len(in_play(screen)) == 1
    assert sum("This Tessera cannot read" in name for name in screen.names) == 2


def test_the_last_three_plays_lead_to_their_sheets_and_to_all(app: Headless) -> None:
    plays = []
    for points in range(4):
        live = begun(app, table_state(player_with("Anna", victory_cards=points), player_with("Ben", stack=1)))
        plays.append(app.run(app.tables.finish(live)))
    screen = app.show(Home)
    shown = [name for name in screen.names if name.startswith("Carpe Diem, ")]
    assert [name.split("1. ")[1] for name in shown] == [
        "Anna 3 points, 2. Ben 0 points",
        "Anna 2 points, 2. Ben 0 points",
        "Anna 1 point, 2. Ben 0 points",
    ]
    screen.tap(shown[1])
    assert screen.route == f"/play/{plays[2].id}"
    screen.tap("All plays")
    assert screen.route == "/history"


def test_the_same_players_play_again(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna"), player_with("Ben", stack=1)))
    app.run(app.tables.finish(live))
    app.worker.run_blocking(Store.set, SETTING, stored_draft(blank_draft("mayor", GAMES["mayor"])))
    screen = app.show(Home)
    screen.tap(next(name for name in screen.names if name.startswith("Again with the same players: ")))
    assert screen.route == "/new"
    again = app.show(NewTable)
    assert [again.value(name) for name in ("Starting player", "Player 2")] == ["Anna", "Ben"]
    screen.tap("Undo")
    assert app.worker.run_blocking(Store.settings)[SETTING] == stored_draft(blank_draft("mayor", GAMES["mayor"]))


@pytest.mark.parametrize("viewport", [Viewport(), Viewport(width=1280, height=800)], ids=["phone", "wide"])
def test_the_sections_stand_there_in_words(app: Headless, viewport: Viewport) -> None:
    for name, route in {"Statistics": "/statistics/all", "Friends": "/people", "New table": "/new"}.items():
        screen = app.show(Home, viewport=viewport)
        screen.tap(name)
        assert screen.route == route


def test_what_was_recovered_is_told_until_somebody_has_taken_note(app: Headless) -> None:
    kept = {"aside": "/data/damaged", "at": "2026-03-01T20:00:00+00:00", "plays": 3, "told": None, "missing": None}
    screen = app.show(Home, settings={RECOVERED_SETTING: kept})
    assert screen.says("it is kept as /data/damaged")
    assert screen.says("3 plays")
    screen.tap("Got it")
    assert not screen.has("Got it")
    assert app.worker.run_blocking(Store.settings)[RECOVERED_SETTING] is None


def test_a_backup_that_could_not_be_made_is_told(app: Headless) -> None:
    app.tables.unsaved = say("there is no room left")
    assert app.show(Home).says("The last backup could not be made: there is no room left.")
