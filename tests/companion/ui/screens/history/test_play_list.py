"""The list of finished plays."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import flet as ft

from companion.formatting.dates import day_wanted
from companion.services.browser_page import BrowserPage
from companion.system import now
from companion.tables.state import STYLES
from companion.ui.components.dialogs import OPTIONS_AT_FIRST
from companion.ui.components.plays import play_label, seats_of
from companion.ui.core.context import Viewport
from companion.ui.screens.history.play_list import (
    NONE_DELETED,
    PAGE_SIZE,
    SEARCH_KEY,
    DeletedPlays,
    History,
    HistorySearch,
    last_search,
    page_size,
)
from storage.repositories import history, people, plays
from tests.benchmarks.pocket import MAX_CONTROLS
from tests.companion.carpe_diem_tables import begun, player_with, table_state
from tests.companion.phones import of_host
from tests.companion.played import put_lost, put_play, put_result

if TYPE_CHECKING:
    import pytest

    from storage.repositories.play_content import PlayBrief, StoredPlay
    from storage.repositories.tables import Store
    from tests.companion.headless import Headless, Screen


WIDE = Viewport(width=1280, height=800)

PAGE = page_size(Viewport())


def finished(app: Headless, points: int) -> StoredPlay:
    live = begun(app, table_state(player_with("Anna", victory_cards=points), player_with("Ben", stack=1)))
    return app.run(app.tables.finish(live))


def kept_plays(app: Headless) -> tuple[PlayBrief, ...]:
    return app.worker.run_blocking(history.page, history.Filter(), 9).plays


def listed(screen: Screen) -> list[str]:
    """The plays, as they are said."""
    return [name for name in screen.names if name.startswith("Carpe Diem, ")]


def test_before_the_first_play_it_says_what_will_stand_here(app: Headless) -> None:
    screen = app.show(History)
    assert screen.says("No play has been finished yet.")
    screen.tap("New table")
    assert screen.route == "/new"
    screen.tap("Import and export")
    assert screen.route == "/exchange"


def test_the_last_play_stands_first_with_places_and_totals(app: Headless) -> None:
    ended = [finished(app, points) for points in (1, 2)]
    (first, second) = listed(app.show(History))
    assert first == play_label(ended[1], now())
    assert first.endswith(": 1. Anna 2, 2. Ben 0")
    assert second.endswith(": 1. Anna 1, 2. Ben 0")


def test_a_play_whose_table_runs_again_says_so(app: Headless) -> None:
    play = finished(app, 1)
    app.run(app.worker.run(plays.reopen, play.id))
    (again,) = listed(app.show(History))
    assert ", reopened, ended early: 1. Anna 1" in again


def test_a_play_that_all_lost_together_says_so(app: Headless) -> None:
    app.worker.run_blocking(put_lost, date(2024, 3, 1), {"Anna": 20, "Ben": None})
    screen = app.show(History)
    assert screen.says(", Lost: Anna 20, Ben")
    assert not screen.says("1.")


def test_a_play_is_opened_by_a_tap(app: Headless) -> None:
    play = finished(app, 1)
    screen = app.show(History)
    screen.tap(play_label(play, now()))
    assert screen.route == f"/play/{play.id}"


def test_a_play_is_not_deleted_by_a_thumb_that_scrolls(app: Headless) -> None:
    finished(app, 1)
    assert not [name for name in app.show(History).names if name.startswith("Delete")]


def test_a_wide_screen_shows_the_open_play_beside_the_list(app: Headless) -> None:
    first, second = finished(app, 1), finished(app, 2)
    screen = app.show(History, viewport=WIDE)
    assert screen.has("1. Anna 2")
    screen.tap(play_label(first, now()))
    assert screen.has("1. Anna 1")
    assert screen.route == "/"
    assert listed(screen) == [play_label(second, now()), play_label(first, now())]
    assert screen.names.count("Play again") == 1, "the foot is that of both"


def test_a_play_is_deleted_and_brought_back_beside_the_list(app: Headless) -> None:
    kept, gone = finished(app, 1), finished(app, 2)
    screen = app.show(History, viewport=WIDE)
    screen.tap("Delete")
    assert listed(screen) == [play_label(kept, now())]
    assert [play.id for play in kept_plays(app)] == [kept.id]
    screen.tap("Undo")
    assert listed(screen) == [play_label(gone, now()), play_label(kept, now())]


def test_more_plays_come_by_the_page(app: Headless) -> None:
    many(app, 2 * PAGE)
    screen = app.show(History)
    assert len(games(screen)) == PAGE
    assert screen.has(f"{2 * PAGE} plays")
    assert len(screen.controls(unsaid=True)) <= MAX_CONTROLS
    screen.tap("Show more")
    assert len(games(screen)) == 2 * PAGE
    assert not screen.has("Show more")


def test_more_plays_come_once_as_one_scrolls_near_the_end(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Mock(wraps=history.page)
    monkeypatch.setattr(history, "page", page)
    many(app, 4 * PAGE)
    screen = app.show(History)
    screen.scroll(1500, to=799)
    assert len(games(screen)) == PAGE
    screen.scroll(1500, 1501)
    assert len(games(screen)) == 2 * PAGE
    screen.scroll(1500)  # the browser had not shown the last ones yet
    assert page.call_count == 2
    screen.scroll(3000, to=2301)
    screen.scroll(4500)
    assert len(games(screen)) == 4 * PAGE
    screen.scroll(6000)
    assert page.call_count == 4


def test_the_same_plays_are_there_on_the_way_back(app: Headless) -> None:
    many(app, 2 * PAGE + 1)
    screen = app.show(History)
    screen.type_into("Search", "azul")
    screen.tap("Show more")
    back = app.show(Returning, last_search(screen.page))
    assert len(games(back)) == 2 * PAGE
    assert back.value("Search") == "azul"
    assert back.has("Show more")


def test_the_search_outlives_a_reload_where_no_server_keeps_it(app: Headless) -> None:
    two_evenings(app)
    asked: list[str] = []
    app.browser = BrowserPage(asked.append)
    screen = app.show(History)
    screen.tap("Filters")
    screen.tap("Player: Everybody")
    screen.tap("Ben")
    screen.tap("Result: Won or lost")
    screen.tap("Won")
    screen.type_into("Search", "azul")
    kept = json.loads(asked[-1].removeprefix("search "))
    for search, shown, words in ((kept, ["Azul"], "azul"), (kept | {"of": "before"}, ["Carpe Diem", "Azul"], "")):
        app.browser = BrowserPage(asked.append)
        app.browser.hear(json.dumps({"search": search}))
        again = app.show(History)
        assert games(again) == shown
        assert again.value("Search") == words
        assert again.has("Result: Won") == bool(words)


@ft.component
def Returning(kept: HistorySearch) -> ft.Control:  # noqa: N802 - a component
    """The history in a browser where it was looked for something before."""
    ft.context.page.session.store.set(SEARCH_KEY, kept)
    shown: ft.Control = History()
    return shown


def many(app: Headless, number: int) -> None:
    """So many results of Azul, one a day."""
    players = {"Anna": 90, "Ben": 80, "Cleo": 70, "Dora": 60}
    for back in range(number):
        app.worker.run_blocking(put_result, date(2024, 12, 1) - timedelta(days=back), players)


def two_evenings(app: Headless) -> None:
    """Carpe Diem by Anna and Ben, and Azul by Ben and Cathy the year before."""
    app.worker.run_blocking(put_play, date(2024, 3, 1), {"Anna": (9,), "Ben": (7,)})
    app.worker.run_blocking(put_result, date(2023, 5, 1), {"Ben": 90, "Cathy": 80})


def games(screen: Screen) -> list[str]:
    """The games of the plays that are listed."""
    return [name.split(",")[0] for name in screen.names if ": 1. " in name and not name.startswith("Delete ")]


def test_words_find_plays(app: Headless) -> None:
    two_evenings(app)
    screen = app.show(History)
    assert screen.has("2 plays")
    screen.type_into("Search", "cathy ")
    assert games(screen) == ["Azul"]
    assert screen.has("1 play")
    screen.type_into("Search", "cathy carpe")
    assert games(screen) == []
    assert screen.has("0 plays")
    screen.tap("All plays")
    assert screen.value("Search") == ""
    assert games(screen) == ["Carpe Diem", "Azul"]


def test_a_search_that_was_left_is_gone_but_for_who_comes_back_from_a_play_of_it(app: Headless) -> None:
    two_evenings(app)
    screen = of_host(app, "/history")
    screen.type_into("Search", "cathy")
    screen.tap(next(name for name in screen.names if name.startswith("Azul, ")))
    screen.follow()
    screen.tap("Back")
    screen.follow()
    assert screen.value("Search") == "cathy"
    screen.tap("Home")
    screen.follow()
    screen.tap("History")
    screen.follow()
    assert screen.value("Search") == ""
    assert screen.has("2 plays")


def test_the_plays_of_somebody_are_listed_until_that_list_is_left(app: Headless) -> None:
    two_evenings(app)
    cathy = next(person for person in app.worker.run_blocking(people.players) if person.name == "Cathy")
    screen = of_host(app, f"/people/player/{cathy.id}")
    screen.tap("Show these plays")
    screen.follow()
    assert screen.has("1 play")
    screen.tap("Friends")
    screen.follow()
    screen.tap("History")
    screen.follow()
    assert screen.has("2 plays")


def test_only_a_pause_in_typing_asks_the_store(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(app)
    asked: list[str] = []
    read_page = history.page

    def counting(store: Store, search: history.Filter, *rest: Any) -> history.Page:
        asked.append(search.text)
        return read_page(store, search, *rest)

    monkeypatch.setattr(history, "page", counting)
    monkeypatch.setattr(
        "companion.ui.screens.history.filters.SEARCH_DELAY_S", 1.0
    )  # longer than a busy machine may take for a letter
    screen = app.show(History)
    field = screen.find("Search", ft.TextField)
    session = screen.page.session

    async def type_quickly() -> None:
        for end in range(1, 6):
            session.apply_patch(field._i, {"value": "cathy"[:end]})
            task = asyncio.ensure_future(session.dispatch_event(field._i, "change", "cathy"[:end]))
            await asyncio.sleep(0.01)
        await task

    app.run(type_quickly())
    assert asked == ["", "cathy"]
    assert games(screen) == ["Azul"]


def test_enter_searches_at_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    two_evenings(app)
    monkeypatch.setattr("companion.ui.screens.history.filters.SEARCH_DELAY_S", 1)
    screen = app.show(History)
    field = screen.find("Search", ft.TextField)
    session = screen.page.session

    async def type_and_enter() -> None:
        session.apply_patch(field._i, {"value": "cathy"})
        typing = asyncio.ensure_future(session.dispatch_event(field._i, "change", "cathy"))
        await asyncio.sleep(0.01)
        await session.dispatch_event(field._i, "submit", "cathy")
        assert last_search(screen.page).filter.text == "cathy"
        await typing

    app.run(type_and_enter())
    assert games(screen) == ["Azul"]


def test_plays_are_narrowed_down_by_choices(app: Headless) -> None:
    two_evenings(app)
    screen = app.show(History)
    assert not screen.has("Player: Everybody")
    screen.tap("Filters")
    screen.tap("Game: All games")
    screen.tap("Azul")
    assert games(screen) == ["Azul"]
    screen.tap("Game: Azul")
    screen.tap("All games")
    screen.tap("Player: Everybody")
    screen.tap("Ben")
    assert screen.has("2 plays")
    screen.tap("Result: Won or lost")
    screen.tap("Not won")
    assert games(screen) == ["Carpe Diem"]
    screen.tap("Player: Ben")
    screen.tap("Everybody")
    assert not screen.says("Result: ")
    assert len(games(screen)) == 2


def test_a_long_list_of_choices_is_searched(app: Headless) -> None:
    for number in range(OPTIONS_AT_FIRST + 2):
        app.worker.run_blocking(put_result, date(2024, 1, 1 + number), {f"Guest {number:02}": 9, "Ben": 8})
    screen = app.show(History)
    screen.tap("Filters")
    screen.tap("Player: Everybody")
    assert not screen.has("Guest 00")
    screen.type_into("Search", "none of them")
    assert screen.has("Nothing found.")
    screen.type_into("Search", "guest 00")
    assert not screen.has("Guest 01")
    screen.tap("Guest 00")
    assert screen.has("1 play")


def test_a_place_is_chosen_where_places_are_known(app: Headless) -> None:
    two_evenings(app)
    screen = app.show(History)
    screen.tap("Filters")
    assert not screen.has("Place: All places")
    play = app.worker.run_blocking(plays.play, kept_plays(app)[0].id)
    assert play is not None
    app.worker.run_blocking(plays.correct, play.id, replace(play, place="Café"), "place")
    screen = app.show(History)
    screen.tap("Filters")
    screen.tap("Place: All places")
    screen.tap("Café")
    assert games(screen) == ["Carpe Diem"]


def test_a_span_of_time_is_typed(app: Headless) -> None:
    two_evenings(app)
    screen = app.show(History)
    screen.tap("Filters")
    screen.tap("Time: All time")
    screen.type_into("First day", "once")
    screen.type_into("Last day", "2023")
    screen.tap("Show these days")
    assert screen.has(day_wanted())
    screen.type_into("First day", "2024")
    assert screen.has("This is before the first day.")
    screen.type_into("First day", "2023-05")
    screen.tap("Show these days")
    assert games(screen) == ["Azul"]
    assert screen.has("Time: 1 May 2023 – 31 Dec 2023")


def test_a_span_of_time_is_chosen(app: Headless) -> None:
    two_evenings(app)
    today = now().astimezone().date()
    app.worker.run_blocking(put_result, today.replace(month=1, day=1), {"Ben": 90, "Cathy": 80}, "Hive")
    screen = app.show(History)
    screen.tap("Filters")
    screen.tap("Time: All time")
    screen.tap("This year")
    assert games(screen) == ["Hive"]
    assert screen.has(f"Time: {today.year}")


def test_the_ways_from_here_lead_on(app: Headless) -> None:
    finished(app, 1)
    screen = app.show(History)
    for name, address in (
        ("Statistics", "/statistics/all"),
        ("Friends", "/people"),
        ("Import and export", "/exchange"),
    ):
        screen.tap(name)
        assert screen.route == address


def test_a_play_comes_back_from_the_bin(app: Headless) -> None:
    play = finished(app, 1)
    screen = app.show(History)
    app.worker.run_blocking(plays.remove, play.id)
    screen = app.show(History)
    screen.tap("Deleted plays: 1")
    assert screen.route == "/history/deleted"
    deleted = app.show(DeletedPlays)
    assert listed(deleted) == [play_label(play, now())]
    bring_back = f"Restore: {play_label(play, now())}"
    deleted.tap_both(bring_back, bring_back)
    assert not deleted.says("changed elsewhere")
    assert deleted.has(NONE_DELETED)
    assert [stored.id for stored in kept_plays(app)] == [play.id]
    deleted.tap("Undo")
    assert kept_plays(app) == ()


def test_a_play_is_deleted_for_good_after_a_question(app: Headless) -> None:
    gone, kept = finished(app, 1), finished(app, 2)
    for play in (gone, kept):
        app.run(app.worker.run(plays.remove, play.id))
    screen = app.show(DeletedPlays)
    name = f"Delete for good: {play_label(gone, now())}"
    screen.tap(name)
    assert screen.says("This cannot be undone.")
    screen.tap("Cancel")
    assert len(listed(screen)) == 2
    screen.tap(name)
    screen.tap("Delete for good")
    assert listed(screen) == [play_label(kept, now())]
    assert app.worker.run_blocking(plays.play, gone.id) is None


def test_more_deleted_plays_come_by_the_page(app: Headless) -> None:
    many(app, PAGE_SIZE + 1)
    page = app.worker.run_blocking(history.page, history.Filter(), PAGE_SIZE + 1)
    for play in page.plays:
        app.worker.run_blocking(plays.remove, play.id)
    screen = app.show(DeletedPlays)
    assert len([name for name in screen.names if name.startswith("Restore: ")]) == PAGE_SIZE
    screen.tap("Show more")
    assert len([name for name in screen.names if name.startswith("Restore: ")]) == PAGE_SIZE + 1


def test_a_deleted_play_is_opened_by_a_tap(app: Headless) -> None:
    play = finished(app, 1)
    app.run(app.worker.run(plays.remove, play.id))
    screen = app.show(DeletedPlays)
    screen.tap(play_label(play, now()))
    assert screen.route == f"/play/{play.id}"


def test_a_play_without_looks_has_those_of_the_seats(app: Headless) -> None:
    play = finished(app, 1)
    play.extras.clear()
    assert seats_of(play) == STYLES[:2]
