"""The sheet on the screen, of a play that was kept and of a table in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.results import of_play, of_table
from companion.views.sheet import DIFFERS, Play, SheetView
from storage.store import Store
from tests.companion.dinners import begun, diner, dinner, tile
from tests.companion.headless import Headless, Screen, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.store import StoredPlay

VILLA = (tile("C3", "villa E4"), tile("D3", "villa W"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with opened(tmp_path) as running:
        yield running


def finished(app: Headless, **given: Any) -> StoredPlay:
    """Anna has a villa of 5 points and 4 writs, Ben 5 points on his cards."""
    anna = diner("Anna", *VILLA, writs_left=4)
    ben = diner("Ben", victory_cards=5, writs_left=2, stack=1)
    live = begun(app, dinner(anna, ben, villa_chart={"4": 5}, **given))
    return app.run(app.tables.finish(live))


@ft.component
def at(route: str) -> ft.Control:
    """The screen of a play, at its address."""
    ft.context.page.route = route
    return ft.Router([ft.Route(path="play/:play", component=Play)])


def shown(app: Headless, play_id: str) -> Screen:
    return app.show(at, f"/play/{play_id}")


def test_the_sheet_of_a_play_says_who_won_and_why(app: Headless) -> None:
    screen = shown(app, finished(app).id)
    assert screen.has("Anna wins with 5 points")
    assert screen.has("1. Anna, 5 points, level on points; most writs left: 4 to 2")
    assert screen.has("Ben, Victory point cards: 5")
    assert screen.has("Ben, place 2")
    assert screen.says("Finished today, ")


def test_every_number_opens_its_arithmetic(app: Headless) -> None:
    screen = shown(app, finished(app).id)
    screen.tap("Anna, Villas: 5")
    assert screen.has("Villas: 5 points")
    assert screen.has("5 for 4 chimneys.")
    assert screen.has("Rulebook, End of the Game, Scoring Victory Points: Villas")
    screen.tap("Close")
    assert not screen.has("Villas: 5 points")
    screen.tap("Ben, Villas: 0")
    assert screen.has("No completed villa.")


def test_what_rests_on_a_ruling_says_so(app: Headless) -> None:
    live = begun(app, dinner(diner("Anna", victory_cards=-2), diner("Ben", stack=1)))
    screen = app.show(SheetView, of_table(live), 358)
    assert screen.has("Rulings that applied")
    assert screen.has("Victory point cards may go below 0 (a debt).")


def test_what_was_close_is_said(app: Headless) -> None:
    screen = shown(app, finished(app).id)
    assert screen.has("What was close")
    assert screen.says("Ben is level on points with Anna")


def test_figures_that_differ_today_are_shown_as_they_were_kept(app: Headless) -> None:
    play = finished(app)
    play.sheet["columns"][1]["lines"][0]["points"] = 6
    screen = app.show(SheetView, of_play(play), 358)
    assert screen.has(DIFFERS)
    assert screen.has("Ben, Victory point cards: 6")


def test_a_play_is_taken_up_again(app: Headless) -> None:
    play = finished(app)
    screen = shown(app, play.id)
    screen.tap("Take it up again")
    assert screen.route == f"/table/{play.table_id}/end/0"
    assert app.keeper.at_once(Store.play, play.id) is None


def test_a_play_is_deleted_and_brought_back(app: Headless) -> None:
    play = finished(app)
    screen = shown(app, play.id)
    screen.tap("Delete")
    assert screen.route == "/history"
    assert app.keeper.at_once(Store.plays, 9) == ()
    screen.tap("Undo")
    assert screen.route == f"/play/{play.id}"
    assert [one.id for one in app.keeper.at_once(Store.plays, 9)] == [play.id]


def test_a_deleted_play_can_still_be_seen_and_brought_back(app: Headless) -> None:
    play = finished(app)
    app.run(app.keeper.ask(Store.remove_play, play.id))
    screen = shown(app, play.id)
    assert screen.has("This play was deleted.")
    assert screen.has("Anna wins with 5 points")
    assert not screen.has("Take it up again")
    screen.tap("Bring it back")
    assert screen.has("Take it up again")
    assert [one.id for one in app.keeper.at_once(Store.plays, 9)] == [play.id]


def test_a_play_that_is_not_there_is_said_to_be_missing(app: Headless) -> None:
    assert shown(app, "nothing").says("There is no such play")
