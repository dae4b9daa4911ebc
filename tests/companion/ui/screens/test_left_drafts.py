"""Drafts that were left: a form goes on with one where its page is loaded anew, and asks first everywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.tables.access import Visitor
from companion.ui.components.drafts import CONTINUE_DRAFT, MAX_TYPED, PUT_ASIDE, TYPED
from storage.repositories.access import Device
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import begun, player_with, table_state
from tests.companion.phones import of_host, on_phone

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


@pytest.fixture
def play(app: Headless) -> str:
    """A play that is in the history."""
    return app.run(app.tables.finish(begun(app, table_state(player_with("Anna"), player_with("Ben"))))).id


def come_back(app: Headless, screen: Screen, route: str) -> None:
    """Leave a form, and open it again."""
    screen.go("/")

    async def tap() -> None:
        screen.page.navigate(route)

    app.run(tap())
    screen.follow()


def open_field(screen: Screen, field: str) -> None:
    """Open the seats of a new table, where the field stands there."""
    if not screen.has(field):
        screen.tap("Clara: Edit" if screen.has("Clara: Edit") else "Another player")


FORMS = {
    "/new": ("Starting player", "Clara", "", "Carpe Diem: Clara"),
    "/new/pad": ("Title of the game", "Meadow", "", "Meadow"),
    "/settings/score-pad/pad": ("Title of the game", "Meadow", "", "Meadow"),
    "/new/pad/wingspan": ("Title of the game", "Birds", "Wingspan", "Birds: "),
    "/play/{play}/correct": ("Note", "Rain", "", "Edited: Note"),
}
"""A field of each form, what is typed there, what it holds at first, and how the question names the draft."""


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest, play: str) -> tuple[str, ...]:
    field, typed, empty, words = FORMS[request.param]
    return request.param.format(play=play), field, typed, empty, words


def test_a_draft_that_was_left_joins_nothing_unasked(app: Headless, form: tuple[str, ...]) -> None:
    route, field, typed, empty, words = form
    screen = of_host(app, "/")
    screen.go(route)
    assert not screen.has(CONTINUE_DRAFT)
    open_field(screen, field)
    screen.type_into(field, typed)
    come_back(app, screen, route)
    assert screen.has(CONTINUE_DRAFT)
    assert screen.says(words)
    assert not screen.has(field)
    screen.tap("Start over")
    open_field(screen, field)
    assert screen.value(field) == empty
    assert screen.has(PUT_ASIDE)
    screen.tap("Undo")
    open_field(screen, field)
    assert screen.value(field) == typed
    come_back(app, screen, route)
    screen.tap("Continue")
    open_field(screen, field)
    assert screen.value(field) == typed
    come_back(app, screen, route)
    screen.tap("Start over")
    come_back(app, screen, route)
    assert not screen.has(CONTINUE_DRAFT)


def test_a_page_that_is_loaded_anew_goes_on_with_what_was_typed(app: Headless, form: tuple[str, ...]) -> None:
    route, field, typed, _, _ = form
    screen = of_host(app, route)
    open_field(screen, field)
    screen.type_into(field, typed)
    again = of_host(app, route)
    open_field(again, field)
    assert again.value(field) == typed


def test_the_pad_maker_leads_back_to_the_names_and_play_again_to_its_players(app: Headless, play: str) -> None:
    screen = of_host(app, "/")
    screen.go("/new")
    screen.tap("Another player")
    screen.type_into("Starting player", "Clara")
    for way in ("All games", "Another game …"):
        screen.tap(way)
        screen.follow()
    screen.go("/new")
    screen.tap("Clara: Edit")
    assert screen.value("Starting player") == "Clara"
    screen.go(f"/play/{play}")
    screen.tap("Play again")
    screen.follow()
    assert screen.has("Anna begins, then Ben: Edit")
    come_back(app, screen, "/new")
    assert screen.has("Choose who plays."), "what nobody changed is not asked about"
    screen.go(f"/play/{play}")
    screen.tap("Play again")
    screen.follow()
    screen.tap("Anna begins, then Ben: Edit")
    screen.tap("Move Ben up")
    come_back(app, screen, "/new")
    assert screen.says("Carpe Diem: Ben, Anna")


def test_a_game_that_was_chosen_and_left_without_a_name_is_a_fresh_form(app: Headless) -> None:
    screen = of_host(app, "/")
    screen.go("/new")
    screen.tap("Mayor")
    come_back(app, screen, "/new")
    assert not screen.has(CONTINUE_DRAFT)
    assert not screen.has("With Events")


def test_what_version_1_kept_goes_on_until_it_is_done_and_later_texts_push_no_draft_out(app: Headless) -> None:
    app.worker.run_blocking(Store.set, "pad", {"title": "Meadow"})
    drafts = {"two_cards": {}, **{f"text {number}": "Ann" for number in range(1 + MAX_TYPED)}}
    app.worker.run_blocking(Store.set, TYPED, drafts)
    phone = Device(id="8", host=True, settings={TYPED: {"said at a table": "Ben"}})
    screen = on_phone(app, Visitor(phone=phone), "/new/pad")
    assert screen.value("Title of the game") == "Meadow"
    screen.tap("Only the totals")
    assert list(app.worker.run_blocking(Store.settings)[TYPED])[:2] == ["two_cards", "text 1"]
    assert not of_host(app, "/new/pad").value("Title of the game")
