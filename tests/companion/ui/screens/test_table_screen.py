"""The table in play: players, tabs, addresses, steps and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.tables.state import stored_of, transition, with_extras, with_player, with_table
from companion.ui.core import page
from companion.ui.core.context import Viewport
from companion.ui.screens.table_screen import UNREADABLE, TableScreen
from scoring.carpe_diem.moves import end_phase
from scoring.carpe_diem.state import Edition
from storage.database.errors import HELD
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import GAME, change, laid_out, player_with, table_state

if TYPE_CHECKING:
    from tests.companion.headless import Headless

GONE = "This table is no longer in play."


@pytest.mark.parametrize(
    ("place", "seat", "shown"),
    [(None, 0, "C4"), ("nowhere", 0, "C4"), ("district", 99, "C4"), ("stock", -1, "On the resource board")],
)
def test_an_address_that_is_not_quite_right_shows_the_next_best(
    app: Headless, place: str | None, seat: int, shown: str
) -> None:
    assert app.show(TableScreen, laid_out(app).id, place, seat).has(shown)


def test_on_the_narrowest_phone_no_name_breaks_and_the_title_and_the_tabs_have_one_row_each(app: Headless) -> None:
    live = laid_out(app, "Anna", "Clara", "Ben", "Dagmar")
    screen = app.show(TableScreen, live.id, "stock", 0, viewport=Viewport(width=320, height=640))
    texts = [(text, around) for text, around in screen.controls(unsaid=True) if isinstance(text, ft.Text)]
    rows = {text.value: {id(row) for row in around if isinstance(row, ft.Row)} for text, around in texts}
    assert rows["Carpe Diem"] & rows["Building 1 of 4"]
    assert rows["District"] & rows["End"]
    assert [text.max_lines for text, _ in texts if text.value == "Dagmar"] == [1]


def test_a_table_that_is_not_there_says_so(app: Headless) -> None:
    screen = app.show(TableScreen, "nothing", None, 0)
    assert screen.has(GONE)
    screen.tap("Back")
    assert screen.route == "/"


def test_a_removed_table_says_so_and_a_finished_one_leads_to_its_play(app: Headless) -> None:
    removed, finished = laid_out(app), laid_out(app)
    app.run(app.tables.remove(removed.id))
    play = app.run(app.tables.finish(finished))
    assert app.show(TableScreen, removed.id, None, 0).has(GONE)
    assert app.show(TableScreen, finished.id, None, 0).route == f"/play/{play.id}"


def test_a_table_of_a_later_version_is_left_as_it_is(app: Headless) -> None:
    content = stored_of(table_state(player_with("Anna")))
    content["table"]["weather"] = "rain"
    stored = app.run(app.worker.run(Store.begin, GAME, content))
    assert app.show(TableScreen, stored.id, None, 0).has(UNREADABLE)
    assert app.worker.run_blocking(Store.table, stored.id) == stored


def test_totals_run_with_the_table(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, "stock", 0)
    assert screen.has("Anna, 8 points")
    screen.type_into("Coins", "6")
    assert screen.has("Anna, 11 points")
    change(app, live, lambda state: with_player(state, 1, victory_cards=1))
    assert screen.has("Ben, 1 point")
    change(app, live, lambda state: with_player(state, 1, victory_cards=-12))
    assert screen.has("Ben, −12 points")


def test_the_table_says_how_far_the_game_is(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "district", 0)
    assert screen.has("Building 1 of 4")
    app.run(live.change("Forum phase 1 of 4: Played without Tessera", transition(end_phase)))
    assert screen.has("Building 2 of 4")
    screen.tap("Undo: Forum phase 1 of 4: Played without Tessera")
    assert screen.has("Building 1 of 4")
    app.run(live.change("Only the end", lambda state: with_extras(state, only_end=True)))
    assert not screen.has("Building 1 of 4")
    assert not screen.has("Start: round 1 of 7")


def test_a_round_is_noted_with_one_tap_and_begins_anew_with_each_phase(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "district", 0)
    for number in range(1, 8):
        screen.tap(f"{'Start' if number == 1 else 'Next'}: round {number} of 7")
        assert screen.has(f"Phase 1, round {number}")
    assert not any(name.startswith("Next: ") for name in screen.names)
    screen.tap("Undo: round 7 of 7")
    assert screen.has("Phase 1, round 6")
    app.run(live.change("Forum phase 1 of 4: Played without Tessera", transition(end_phase)))
    assert screen.has("Phase 2, round 1")
    app.run(live.change("First edition", lambda state: with_table(state, edition=Edition.FIRST)))
    assert screen.has("Phase 2, round 1")
    screen.tap("Next: round 2 of 7")


def test_a_tap_on_a_player_shows_their_board(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Ben, 9 points")
    assert screen.route == f"/table/{live.id}/stock/1"
    forum = app.show(TableScreen, live.id, "forum", 0)
    forum.tap("Ben, 9 points")
    assert forum.route == f"/table/{live.id}/district/1"


def test_every_place_is_one_tap_away(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "district", 1)
    for title, key in {"District": "district", "Stock": "stock", "Forum": "forum", "End": "end"}.items():
        screen.tap(title)
        assert screen.route == f"/table/{live.id}/{key}/1"
    screen.tap("Players")
    assert screen.route == f"/seating/{live.id}"
    screen = app.show(TableScreen, live.id, "setup", 0)
    screen.tap("Back")
    assert screen.route == "/"


def test_a_flick_turns_to_the_next_player(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(TableScreen, live.id, "stock", 0)
    area = next(control for control, _ in screen.controls() if isinstance(control, ft.GestureDetector))
    still = {"x": 0.0, "y": 0.0}

    def flick(speed: float) -> str:
        drawn = {"l": still, "g": still, "v": {"x": speed, "y": 0.0}, "pv": speed}
        screen.event(area, "horizontal_drag_end", drawn)
        return screen.route.rsplit("/", 1)[-1]

    assert flick(900) == "2"
    assert flick(900) == "1"
    assert flick(-900) == "2"
    assert flick(-100) == "2"


def test_steps_are_taken_back_and_brought_again(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0)
    assert not screen.enabled("Undo")
    assert not screen.enabled("Redo")
    screen.tap("Coins, +1")
    screen.tap("Bread, +1")
    assert app.show(TableScreen, live.id, "stock", 0, language="fr").says(
        "Défaire\N{NO-BREAK SPACE}: Pain\N{NO-BREAK SPACE}: 1"
    )
    screen.tap("Undo: Bread: 1")
    assert (screen.value("Coins"), screen.value("Bread")) == ("1", "0")
    screen.tap("Undo: Coins: 1")
    assert not screen.enabled("Undo")
    screen.tap("Redo: Coins: 1")
    screen.tap("Redo: Bread: 1")
    assert (screen.value("Coins"), screen.value("Bread")) == ("1", "1")
    assert not screen.enabled("Redo")


def test_a_step_that_cannot_be_taken_back_is_said(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Coins, +1")
    app.run(app.worker.run(Store.set_state, live.id, "removed"))
    screen.tap("Undo: Coins: 1")
    assert screen.says("this has been changed elsewhere in the meantime")
    assert screen.value("Coins") == "1"


def test_keys_take_back_and_bring_again_and_turn_to_players(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Coins, +1")
    screen.press("Z", ctrl=True)
    assert screen.value("Coins") == "0"
    screen.press("Z", ctrl=True, shift=True)
    assert screen.value("Coins") == "1"
    screen.press("Z")
    assert screen.value("Coins") == "1"
    screen.press("3", alt=True)
    assert screen.route == f"/table/{live.id}/stock/2"
    for key in ("4", "0", "²", "A"):
        screen.press(key, alt=True)
    screen.press("1")
    assert screen.route == f"/table/{live.id}/stock/2"


def test_a_quick_second_tap_goes_on_from_where_the_first_one_leads(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap_both("District", "Ben, 9 points")
    assert screen.route == f"/table/{live.id}/district/1"
    screen.tap_both("Cleo, 13 points", "Stock")
    assert screen.route == f"/table/{live.id}/stock/2"


def test_keys_turn_to_the_tab_beside(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 1)
    screen.press("Page Down", alt=True)
    assert screen.route == f"/table/{live.id}/forum/1"
    screen.press("Page Up", alt=True)
    screen.press("Page Up", alt=True)
    assert screen.route == f"/table/{live.id}/district/1"
    first = app.show(TableScreen, live.id, "district", 0)
    first.press("Page Up", alt=True)
    assert first.route == f"/table/{live.id}/end/0"


@pytest.mark.parametrize(("width", "scale"), [(320, 1.0), (390, 1.5), (320, 2.0)])
def test_tabs_have_words_also_on_narrow_screens_and_with_large_text(app: Headless, width: int, scale: float) -> None:
    viewport = Viewport(width=width, scale=scale)
    screen = app.show(TableScreen, laid_out(app).id, "stock", 0, viewport=viewport)
    drawn = {control.value for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Text)}
    assert {"District", "Stock", "Forum", "Sheet", "End"} <= drawn


@pytest.mark.parametrize(("width", "scale", "wraps"), [(390, 1.0, False), (390, 1.5, False), (320, 2.0, True)])
def test_tabs_go_on_in_a_further_row_where_a_word_may_need_more_than_its_share(
    app: Headless, width: int, scale: float, *, wraps: bool
) -> None:
    viewport = Viewport(width=width, scale=scale)
    screen = app.show(TableScreen, laid_out(app).id, "stock", 0, viewport=viewport)
    rows = [control for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Row)]
    assert {row.wrap for row in rows if row.alignment is ft.MainAxisAlignment.SPACE_AROUND} == {wraps}


def test_ctrl_z_takes_back_also_while_a_field_has_the_focus(app: Headless) -> None:
    screen = app.show(TableScreen, laid_out(app).id, "stock", 0)
    screen.type_into("Coins", "12")
    screen.press("2", alt=True)
    assert screen.route == "/"
    screen.press("Z", ctrl=True)
    assert screen.value("Coins") == "0"


def test_what_is_said_goes_with_its_page(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "SAME_TAP_S", 0)
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0, route=f"/table/{live.id}/stock/0")
    screen.tap("Coins, +1")
    screen.tap("Undo: Coins: 1")
    assert screen.says("Undone: Coins: 1.")
    screen.page.session.apply_page_patch({"route": f"/table/{live.id}/district/1"})
    again = page.snackbars_of(screen.page)
    assert again.on(screen.page) is not None
    screen.page.session.apply_page_patch({"route": "/history"})
    assert again.on(screen.page) is None


def test_a_sentence_that_is_shown_on_two_pages_is_read_out_once(app: Headless) -> None:
    screen = app.show(TableScreen, laid_out(app).id, "stock", 0, route="/table/1/stock/0")
    bars = page.snackbars_of(screen.page)
    app.run(shown_on(screen.page, bars))
    read = []
    for route in ("/table/1/end/0", "/play/2"):
        screen.page.session.apply_page_patch({"route": route})
        shown = bars.on(screen.page)
        read.append(shown is not None and shown.is_read(screen.page))
    assert read == [True, False]


async def shown_on(page: ft.Page, bars: page.Snackbars) -> None:
    bars.show("Saved.", None, page)


def test_whoever_went_on_meanwhile_is_not_sent_to_the_play_of_a_table_that_ended(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, None, 0, route=f"/table/{live.id}")

    async def end_and_go_on() -> None:
        await app.tables.finish(live)
        screen.page.navigate("/history")

    app.run(end_and_go_on())
    assert screen.route == "/history"


def test_whoever_finishes_a_table_is_led_to_its_play_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "end", 0, route=f"/table/{live.id}/end/0")
    while screen.has("Next"):
        screen.tap("Next")
    led: list[str] = []
    navigate = screen.page.navigate

    def noting(route: str) -> None:
        led.append(route)
        navigate(route)

    monkeypatch.setattr(screen.page, "navigate", noting)
    screen.tap("Finish")
    screen.tap("Finish anyway")
    assert led == [f"/play/{live.id}"]


def test_a_play_that_cannot_be_found_is_said_where_its_table_ended(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, None, 0, route=f"/table/{live.id}")
    error = HELD.error("tessera.sqlite3")

    async def held(_: str) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(app.tables, "play_of", held)
        app.run(app.tables.finish(live))
        assert screen.says("Another program is using tessera.sqlite3")
    screen.tap("Try again")
    assert screen.route == f"/play/{live.id}"
