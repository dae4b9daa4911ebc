"""Friends and places: listed, renamed, made one, hidden."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import flet as ft

from companion.services.history import GONE, NO_PLAYS
from companion.ui.components.dialogs import NOTHING_FOUND
from companion.ui.core.hooks import use_lazy_state
from companion.ui.screens.history.play_list import History, last_search
from companion.ui.screens.people import MERGE_KEY, NOWHERE, PAGE_SIZE, MergeNote, People, Person, remember_merge
from storage.repositories import people, plays
from storage.repositories.history import Filter
from tests.companion.phones import of_host
from tests.companion.played import put_result

if TYPE_CHECKING:
    from storage.repositories.people import KnownPlayer
    from tests.companion.headless import Headless, Screen

DAY = date(2024, 3, 1)

ROUTES = [
    ft.Route(path="people", component=People),
    ft.Route(path="people/:kind/:id", component=Person),
    ft.Route(path="history", component=History),
]


def state(app: Headless, *names: str, back: int = 0) -> str:
    return app.worker.run_blocking(put_result, DAY - timedelta(days=back), dict.fromkeys(names))


@ft.component
def at(route: str) -> ft.Control:
    ft.context.page.route = route
    return ft.Router(ROUTES)


def friend(app: Headless, name: str) -> KnownPlayer:
    return next(player for player in app.worker.run_blocking(people.players, hidden=True) if player.name == name)


def names(app: Headless) -> list[str]:
    return sorted(player.name for player in app.worker.run_blocking(people.players))


def page_of(app: Headless, name: str) -> Screen:
    return app.show(at, f"/people/player/{friend(app, name).id}")


def listed(screen: Screen) -> list[str]:
    return [name for name in screen.names if name.endswith((" play", " plays"))]


def test_before_the_first_play_it_says_what_will_stand_here(app: Headless) -> None:
    screen = app.show(at, "/people")
    assert screen.has(NO_PLAYS)
    screen.tap("Places: 0")
    assert screen.has(NOWHERE)


def test_friends_stand_with_the_number_of_their_plays(app: Headless) -> None:
    state(app, "Anna", "Ben", back=1)
    state(app, "Anna", "Cathy")
    screen = app.show(at, "/people")
    assert listed(screen) == ["Anna, 2 plays", "Ben, 1 play", "Cathy, 1 play"]
    screen.tap("Ben, 1 play")
    assert screen.route == f"/people/player/{friend(app, 'Ben').id}"


def test_many_friends_come_by_the_page_and_are_searched(app: Headless) -> None:
    for number in range(PAGE_SIZE + 1):
        state(app, f"Guest {number:02}", back=number)
    screen = app.show(at, "/people")
    assert len(listed(screen)) == PAGE_SIZE
    screen.tap("Show more")
    assert len(listed(screen)) == PAGE_SIZE + 1
    screen.type_into("Search", "GUEST 1")
    assert len(listed(screen)) == 10
    screen.type_into("Search", "nobody")
    assert screen.has(NOTHING_FOUND)


def test_a_search_that_was_left_is_gone_but_for_who_comes_back_from_a_friend(app: Headless) -> None:
    for number in range(PAGE_SIZE + 1):
        state(app, f"Guest {number:02}", back=number)
    screen = of_host(app, "/people")
    screen.type_into("Search", "guest 1")
    screen.tap("Guest 10, 1 play")
    screen.follow()
    screen.tap("Back")
    screen.follow()
    assert screen.value("Search") == "guest 1"
    screen.tap("Home")
    screen.follow()
    screen.tap("Friends")
    screen.follow()
    assert screen.value("Search") == ""


def test_a_friend_is_renamed(app: Headless) -> None:
    state(app, "Ana", "Ben")
    screen = page_of(app, "Ana")
    screen.type_into("Name", "Anna")
    screen.tap("Save")
    assert names(app) == ["Anna", "Ben"]
    assert screen.value("Name") == "Anna"
    assert not screen.enabled("Save")


def test_a_name_is_neither_empty_nor_endless(app: Headless) -> None:
    state(app, "Anna", "Ben")
    screen = page_of(app, "Anna")
    screen.type_into("Name", " ")
    screen.tap("Save")
    assert screen.has("A name is needed.")
    screen.type_into("Name", "A" * 41)
    screen.tap("Save")
    assert screen.has("At most 40 characters.")
    assert names(app) == ["Anna", "Ben"]


def test_a_name_that_somebody_has_offers_to_make_them_one(app: Headless) -> None:
    state(app, "Ana", "Ben", back=1)
    state(app, "Anna", "Ben")
    screen = page_of(app, "Ana")
    screen.type_into("Name", "anna")
    screen.tap("Save")
    assert screen.says("Anna is Anna already")
    screen.tap("Merge with Anna")
    assert screen.has("Merge with Anna?")
    screen.tap("Cancel")
    assert names(app) == ["Ana", "Anna", "Ben"]
    screen.tap("Merge with Anna")
    screen.tap("Merge with Anna")
    assert screen.route == "/people"
    assert names(app) == ["Anna", "Ben"]
    assert friend(app, "Anna").plays == 2


def test_two_spellings_are_made_one_and_taken_apart_again(app: Headless) -> None:
    state(app, "Ana", "Ben", back=1)
    state(app, "Anna", "Ben")
    screen = page_of(app, "Ana")
    screen.tap("Merge with another one")
    screen.tap("Anna")
    screen.tap("Merge with Anna")
    screen = back_at_all(app, screen)
    assert listed(screen) == ["Anna, 2 plays", "Ben, 2 plays"]
    assert screen.has("Ana is Anna now.")
    screen.tap_both("Undo", "Undo")
    assert not screen.says("changed elsewhere")
    assert listed(screen) == ["Ana, 1 play", "Anna, 1 play", "Ben, 2 plays"]
    assert not screen.has("Ana is Anna now.")


def back_at_all(app: Headless, screen: Screen) -> Screen:
    """The list in the same browser."""
    return app.show(returning, screen.page.session.store.get(MERGE_KEY))


def remember(page: ft.Page, merged: MergeNote) -> MergeNote:
    remember_merge(page, merged)
    return merged


@ft.component
def returning(merged: MergeNote) -> ft.Control:
    page = ft.context.page
    use_lazy_state(lambda: remember(page, merged))
    return at("/people")


def test_a_friend_is_hidden_and_proposed_again(app: Headless) -> None:
    state(app, "Anna", "Ben")
    screen = page_of(app, "Ben")
    screen.tap("Hide at new tables")
    assert names(app) == ["Anna"]
    everybody = app.show(at, "/people")
    assert listed(everybody) == ["Anna, 1 play"]
    everybody.tap("Hidden: 1")
    assert listed(everybody) == ["Ben, 1 play"]
    screen.tap("Show again")
    assert names(app) == ["Anna", "Ben"]


def test_the_plays_of_a_friend_are_shown(app: Headless) -> None:
    state(app, "Anna", "Ben")
    screen = page_of(app, "Anna")
    screen.tap("Show these plays")
    assert screen.route == "/history?these"
    assert last_search(screen.page).filter == Filter(player_id=friend(app, "Anna").id)
    screen.tap("Statistics")
    assert screen.route == f"/statistics/all/{friend(app, 'Anna').id}"


def test_places_are_renamed_and_made_one(app: Headless) -> None:
    for back, place in enumerate(("Café", "Cafe", "Kitchen")):
        play_id = state(app, "Anna", "Ben", back=back)
        play = app.worker.run_blocking(plays.play, play_id)
        assert play is not None
        app.worker.run_blocking(plays.correct, play_id, replace(play, place=place), "place")
    screen = app.show(at, "/people")
    screen.tap("Places: 3")
    assert listed(screen) == ["Cafe, 1 play", "Café, 1 play", "Kitchen, 1 play"]
    screen.tap("Cafe, 1 play")
    place_page = app.show(at, screen.route)
    place_page.type_into("Name", "Café")
    place_page.tap("Save")
    place_page.tap("Merge with Café")
    place_page.tap("Merge with Café")
    assert {place.name: place.plays for place in app.worker.run_blocking(people.places)} == {"Café": 2, "Kitchen": 1}
    place_page = app.show(at, f"/people/place/{app.worker.run_blocking(people.places)[1].id}")
    assert not place_page.has("Hide at new tables")
    place_page.tap("Show these plays")
    assert last_search(place_page.page).filter.place_id is not None


def test_who_is_not_there_is_said_to_be_missing(app: Headless) -> None:
    assert app.show(at, "/people/player/nobody").says(GONE)
    assert app.show(at, "/people/dog/nobody").says(GONE)
