"""The list of finished plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.evening import LOOKS
from companion.parts.plays import play_label, seats_of
from companion.times import now
from companion.views.history import PAGE, History
from storage.store import Store
from tests.companion.dinners import begun, diner, dinner
from tests.companion.headless import Headless, Screen, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.store import StoredPlay


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with opened(tmp_path) as running:
        yield running


def finished(app: Headless, points: int) -> StoredPlay:
    live = begun(app, dinner(diner("Anna", victory_cards=points), diner("Ben", stack=1)))
    return app.run(app.tables.finish(live))


def listed(screen: Screen) -> list[str]:
    """The plays, as they are said."""
    return [name for name in screen.names if name.startswith("Carpe Diem, ")]


def test_before_the_first_play_it_says_what_will_stand_here(app: Headless) -> None:
    screen = app.show(History)
    assert screen.says("No play has been finished yet.")
    screen.tap("New table")
    assert screen.route == "/new"


def test_the_last_play_stands_first_with_places_and_totals(app: Headless) -> None:
    plays = [finished(app, points) for points in (1, 2)]
    (first, second) = listed(app.show(History))
    assert first == play_label(plays[1], now())
    assert first.endswith(": 1. Anna 2 points, 2. Ben 0 points")
    assert second.endswith(": 1. Anna 1 point, 2. Ben 0 points")


def test_a_play_is_opened_by_a_tap(app: Headless) -> None:
    play = finished(app, 1)
    screen = app.show(History)
    screen.tap(play_label(play, now()))
    assert screen.route == f"/play/{play.id}"


def test_a_play_is_deleted_and_brought_back(app: Headless) -> None:
    kept, gone = finished(app, 1), finished(app, 2)
    screen = app.show(History)
    screen.tap(f"Delete {play_label(gone, now())}")
    assert listed(screen) == [play_label(kept, now())]
    assert [play.id for play in app.keeper.at_once(Store.plays, 9)] == [kept.id]
    screen.tap("Undo")
    assert listed(screen) == [play_label(gone, now()), play_label(kept, now())]


def test_more_plays_come_by_the_page(app: Headless) -> None:
    live = begun(app, dinner(diner("Anna", victory_cards=1), diner("Ben", stack=1)))
    for _ in range(PAGE):
        play = app.run(app.tables.finish(live))
        app.run(app.keeper.ask(Store.remove_play, play.id))
        live = begun(app, live.evening)
        app.run(app.keeper.ask(Store.restore_play, play.id))
    screen = app.show(History)
    assert len(listed(screen)) == PAGE
    assert not screen.has("Show more")
    app.run(app.tables.finish(live))
    screen = app.show(History)
    assert len(listed(screen)) == PAGE
    screen.tap("Show more")
    assert len(listed(screen)) == PAGE + 1
    assert not screen.has("Show more")


def test_a_play_without_looks_has_those_of_the_seats(app: Headless) -> None:
    play = finished(app, 1)
    play.beside.clear()
    assert seats_of(play) == {"Anna": LOOKS[0], "Ben": LOOKS[1]}
