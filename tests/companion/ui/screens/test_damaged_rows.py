"""Damaged rows: named on the screen where they are missed, put back from a backup, or removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest
from sqlalchemy import text

from companion.tables.state import with_player
from companion.ui.screens.history.play import Play
from companion.ui.screens.history.play_list import History
from companion.ui.screens.home import Home
from companion.ui.screens.people import People
from companion.ui.screens.settings import Settings
from storage.repositories import history, statistics
from storage.repositories.statistics_scope import Scope
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import begun, change, laid_out, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.headless import Headless, Screen

CANNOT = "This is damaged and cannot be read: "


ROUTES = [ft.Route(path="play/:play", component=Play), ft.Route(path="settings/:copy", component=Settings)]


@ft.component
def routed() -> ft.Control:
    """Show the screen of an address."""
    return ft.Router(ROUTES)


def break_cell(app: Headless, table: str, change: str, where: str = "1") -> None:
    """Change a cell behind the program's back."""

    def broken(store: Store) -> None:
        with store.writing() as session:
            session.connection().execute(text(f"UPDATE {table} SET {change} WHERE {where}"))  # noqa: S608 - of the test

    app.worker.run_blocking(broken)


def filled(app: Headless) -> tuple[str, str]:
    """Have two plays, a table in play, an entry of my copy and a setting; return the ids of the table and a play."""
    for points in (2, 8):
        live = begun(app, table_state(player_with("Anna", victory_cards=points), player_with("Ben")))
        play = app.run(app.tables.finish(live))
    table = laid_out(app, "Cleo", "Dora")
    app.run(app.tables.copies["carpe-diem"].keep("villa_chart", "4", 7))
    app.worker.run_blocking(Store.set, "theme", "dark")
    app.run(app.tables.back_up())
    return table.id, play.id


def shown(app: Headless, screen: Callable[[], ft.Control], route: str = "/") -> Screen:
    app.run(app.tables.damage.examine())
    app.run(app.tables.reload_copies())
    return app.show(screen, route=route)


def put_back(screen: Screen) -> None:
    """Tap the only button that puts something back."""
    (name,) = [name for name in screen.names if name.startswith("Put back ")]
    screen.tap(name)
    assert screen.says("as in the backup of")
    assert not screen.says(CANNOT)


@pytest.mark.parametrize("to", ["'{broken'", "'[5]'", "CAST(x'7bff7d' AS TEXT)", "replace(document, 'Cleo', 'Cleb')"])
def test_a_damaged_table_is_missed_on_the_first_screen_and_comes_back(app: Headless, to: str) -> None:
    table, _ = filled(app)
    break_cell(app, "tables", f"document = {to}", f"id = '{table}'")
    screen = shown(app, Home)
    assert screen.says(f"{CANNOT}the table of Carpe Diem")
    assert screen.has("New table")
    assert screen.says("Last plays")
    assert not screen.says("Continue")
    put_back(screen)
    assert screen.says("Continue Carpe Diem")


@pytest.mark.parametrize("button", ["Put back", "Remove"])
def test_a_table_that_was_made_whole_by_a_tap_is_neither_put_back_nor_removed(app: Headless, button: str) -> None:
    live = laid_out(app, "Cleo", "Dora")
    app.run(app.tables.back_up())
    break_cell(app, "tables", "document = '{broken'", f"id = '{live.id}'")
    screen = shown(app, Home)
    change(app, live, lambda state: with_player(state, 0, coins=6))
    kept = app.worker.run_blocking(Store.table, live.id)
    (name,) = [name for name in screen.names if name.startswith(f"{button} the table of ")]
    screen.tap(name)
    if button == "Remove":
        screen.tap("Remove it")
    assert screen.says("is intact again: nothing was changed")
    assert not screen.says(CANNOT)
    assert app.worker.run_blocking(Store.table, live.id) == kept


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("plays", "sheet = '{broken'"),
        ("plays", "finished = 'no date'"),
        ("plays", "extras = '[6]'"),
        ("plays", "title = CAST(x'7bff7d' AS TEXT)"),
        ("plays", "note = 'silent'"),
        ("seats", "total = 9"),
        ("lines", "points = 9"),
    ],
)
def test_a_damaged_play_is_missed_in_the_history_and_comes_back(app: Headless, table: str, change: str) -> None:
    _, play = filled(app)
    key = "id" if table == "plays" else "play_id"
    break_cell(app, table, change, f"{key} = '{play}'")
    screen = shown(app, History)
    assert screen.says(f"{CANNOT}the play of ")
    assert screen.says("1 play")
    assert app.worker.run_blocking(statistics.overall, Scope()).plays == 1
    put_back(screen)
    assert screen.says("2 plays")
    assert app.worker.run_blocking(statistics.overall, Scope()).plays == 2


def test_a_play_that_is_opened_before_anybody_knows_says_that_it_is_damaged(app: Headless) -> None:
    _, play = filled(app)
    break_cell(app, "plays", "note = 'silent'", f"id = '{play}'")
    screen = app.show(routed, route=f"/play/{play}")
    assert screen.says("The stored data of this play is damaged.")


def test_a_damaged_friend_is_missed_and_the_plays_stay(app: Headless) -> None:
    filled(app)
    break_cell(app, "players", "name = 'Anma'", "name = 'Anna'")
    screen = shown(app, People)
    assert screen.says(f"{CANNOT}the friend Anma")
    assert app.worker.run_blocking(history.count, history.Filter()) == 2
    begun(app, table_state(player_with("Anna"), player_with("Ben")))
    put_back(screen)
    assert screen.says("Anna, ")


def test_a_damaged_entry_of_my_copy_is_asked_for_anew_or_comes_back(app: Headless) -> None:
    filled(app)
    break_cell(app, "copies", "value = '6'", "part = 'villa_chart'")
    screen = shown(app, routed, "/settings/carpe-diem")
    assert app.tables.copies["carpe-diem"].part("villa_chart") == {}
    put_back(screen)
    assert app.tables.copies["carpe-diem"].part("villa_chart") == {"4": 7}


def test_a_damaged_setting_has_its_default(app: Headless) -> None:
    filled(app)
    break_cell(app, "settings", "value = '{'", "\"key\" = 'theme'")
    screen = shown(app, Settings, "/settings")
    assert screen.says("the setting “theme”. Its default applies until then.")
    put_back(screen)
    assert app.worker.run_blocking(Store.settings)["theme"] == "dark"


def test_what_no_backup_has_goes_only_where_somebody_says_so(app: Headless) -> None:
    filled(app)
    app.worker.run_blocking(Store.set, "later", 1)
    break_cell(app, "settings", "value = '2'", "\"key\" = 'later'")
    screen = shown(app, Settings, "/settings")
    screen.tap("Put back the setting “later”")
    assert screen.says("No backup has it intact.")
    screen.tap("Remove the setting “later”")
    assert screen.says(CANNOT)
    screen.tap("Remove it")
    assert not screen.says(CANNOT)
