"""The table in play, and the app around it: players, places, steps, keys, and names for all that is tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games.carpe_diem import actions, forum
from companion.tables.state import stored_documents, with_extras, with_player, with_table
from companion.ui.app import App, apply_theme, viewport_of
from companion.ui.core.context import AppContext, Viewport
from companion.ui.core.theme import DARK, LIGHT
from companion.ui.screens.table_screen import UNREADABLE, TableScreen
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import Card, Edition, Forum, FountainCard, FrameGoal, Good, Kind, Reward
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import GAME, begun, change, district, laid_out, player_with, table_state, tile
from tests.companion.spoken import name_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

GONE = "This table is not in play any more: it was finished or removed."


def entered(app: Headless, route: str = "/", settings: dict[str, Any] | None = None) -> Screen:
    """The whole app in a browser, at an address."""
    screen = app.show(App, AppContext(tables=app.tables, settings=settings or {}, links=app.links))
    screen.go(route)
    return screen


def rich(app: Headless) -> LiveTable:
    """A table on which there is something of everything, also of what cannot be."""
    anna = player_with(
        "Anna",
        tile("C4", "pond E", "villa N2"),
        tile("D4", "pond W", "merchant S"),
        tile("C5", "market"),
        tile("F6", "bakery"),
        goods={Good.FISH: 2},
        frame=(FrameGoal(kind=Kind.POND, points=3, line="4"),),
        fountain_cards=(FountainCard(kind=Kind.MARKET, points=2),),
    )
    cards = ((Card(pay={Good.FISH: 1}, reward=Reward(points=2)), *(None,) * 3), *((None,) * 4,) * 2)
    return begun(app, table_state(anna, player_with("Ben", stack=1), forum=Forum(cards=cards)))


def test_a_table_is_opened_by_its_address(app: Headless) -> None:
    table_id = app.run(app.tables.begin(GAME, table_state(player_with("Anna"))))
    screen = app.show(TableScreen, table_id, "stock", 1)
    assert screen.has("On the resource board")
    assert app.tables.at_hand(table_id) is not None


@pytest.mark.parametrize(
    ("place", "seat", "shown"),
    [
        (None, 0, "C4, empty"),
        ("nowhere", 0, "C4, empty"),
        ("district", 99, "C4, empty"),
        ("stock", -1, "On the resource board"),
    ],
)
def test_an_address_that_is_not_quite_right_shows_the_next_best(
    app: Headless, place: str | None, seat: int, shown: str
) -> None:
    assert app.show(TableScreen, laid_out(app).id, place, seat).has(shown)


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
    document, extras = stored_documents(CARPE_DIEM, table_state(player_with("Anna")))
    document["table"]["weather"] = "rain"
    stored = app.run(app.worker.run(Store.begin, GAME, document, extras))
    assert app.show(TableScreen, stored.id, None, 0).has(UNREADABLE)
    assert app.worker.run_blocking(Store.table, stored.id) == stored


def test_totals_run_with_the_table(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, "stock", 0)
    assert screen.has("Anna, 8 points so far")
    screen.type_into("Coins", "6")
    assert screen.has("Anna, 11 points so far")
    change(app, live, lambda state: with_player(state, 1, victory_cards=1))
    assert screen.has("Ben, 1 point so far")
    change(app, live, lambda state: with_player(state, 1, victory_cards=-12))
    assert screen.has("Ben, −12 points so far")


def test_the_table_says_how_far_the_game_is(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "district", 0)
    assert screen.has("Building 1 of 4")
    app.run(live.change("forum phase 1 without Tessera", forum.ended))
    assert screen.has("Building 2 of 4")
    screen.tap("Undo: forum phase 1 without Tessera")
    assert screen.has("Building 1 of 4")
    app.run(live.change("Only the end", lambda state: with_extras(state, only_end=True)))
    assert not screen.has("Building 1 of 4")
    assert not screen.has("Note round 1 of 7")


def test_a_round_is_noted_with_one_tap_and_begins_anew_with_each_phase(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "district", 0)
    for number in range(1, 8):
        screen.tap(f"Note round {number} of 7")
        assert screen.has(f"Phase 1, round {number}")
    assert not any(name.startswith("Note round") for name in screen.names)
    screen.tap("Undo: round 7 of 7")
    assert screen.has("Phase 1, round 6")
    app.run(live.change("forum phase 1 without Tessera", forum.ended))
    assert screen.has("Phase 2, round 1")
    app.run(live.change("First edition", lambda state: with_table(state, edition=Edition.FIRST)))
    assert screen.has("Building 2 of 4")
    assert not any(name.startswith("Note round") for name in screen.names)


def test_a_tap_on_a_player_shows_their_board(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Ben, 9 points so far")
    assert screen.route == f"/table/{live.id}/stock/1"
    forum = app.show(TableScreen, live.id, "forum", 0)
    forum.tap("Ben, 9 points so far")
    assert forum.route == f"/table/{live.id}/district/1"


def test_every_place_is_one_tap_away(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "district", 1)
    for title, key in {"District": "district", "Stock": "stock", "Forum": "forum", "End": "end"}.items():
        screen.tap(title)
        assert screen.route == f"/table/{live.id}/{key}/1"
    screen.tap("Players and table")
    assert screen.route == f"/seating/{live.id}"
    screen = app.show(TableScreen, live.id, "setup", 0)
    screen.tap("Back")
    assert screen.route == "/"


def test_a_flick_turns_to_the_next_player(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(TableScreen, live.id, "stock", 0)
    area = next(one for one, _ in screen.controls() if isinstance(one, ft.GestureDetector))
    still = {"x": 0.0, "y": 0.0}

    def flick(speed: float) -> str:
        drawn = {"l": still, "g": still, "v": {"x": speed, "y": 0.0}, "pv": speed}
        screen.event(area, "horizontal_drag_end", drawn)
        return screen.route.rsplit("/", 1)[-1]

    assert flick(-900) == "1"
    assert flick(900) == "2"
    assert flick(-100) == "2"


def test_steps_are_taken_back_and_brought_again(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0)
    assert not screen.enabled("Undo: nothing to take back")
    assert not screen.enabled("Redo: nothing was taken back")
    screen.tap("Coins: one more")
    screen.tap("Bread: one more")
    screen.tap("Undo: Bread: 1")
    assert (screen.value("Coins"), screen.value("Bread")) == ("1", "0")
    screen.tap("Undo: Coins: 1")
    assert not screen.enabled("Undo: nothing to take back")
    screen.tap("Redo: Coins: 1")
    screen.tap("Redo: Bread: 1")
    assert (screen.value("Coins"), screen.value("Bread")) == ("1", "1")
    assert not screen.enabled("Redo: nothing was taken back")


def test_a_step_that_cannot_be_taken_back_is_said(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Coins: one more")
    app.run(app.worker.run(Store.remove, live.id))
    screen.tap("Undo: Coins: 1")
    assert screen.says("this has been changed elsewhere in the meantime")
    assert screen.value("Coins") == "1"


def test_keys_take_back_and_bring_again_and_turn_to_players(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Coins: one more")
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


def test_keys_turn_to_the_tab_beside(app: Headless) -> None:
    live = laid_out(app)
    screen = app.show(TableScreen, live.id, "stock", 1)
    screen.press("Page Down", alt=True)
    assert screen.route == f"/table/{live.id}/forum/1"
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


def test_ctrl_z_takes_back_also_while_a_field_has_the_focus(app: Headless) -> None:
    screen = app.show(TableScreen, laid_out(app).id, "stock", 0)
    screen.type_into("Coins", "12")
    screen.press("2", alt=True)
    assert screen.route == "/"
    screen.press("Z", ctrl=True)
    assert screen.value("Coins") == "0"


def test_an_evening_is_taken_back_from_the_board_to_the_start(app: Headless) -> None:
    live = laid_out(app)
    before = live.state
    screen = app.show(TableScreen, live.id, "district", 0)
    screen.tap("C4, empty")
    screen.tap("Lay market")
    screen.tap("Take it")
    screen.tap("A writ was here: 1 step forward")
    screen.tap("Take away")
    for _ in range(4):
        screen.press("Z", ctrl=True)
    assert live.state == before
    for _ in range(4):
        screen.press("Z", ctrl=True, shift=True)
    assert actions.district_of(live.state, 0) == district()
    assert (live.state.table.players[0].coins, live.state.table.players[0].prestige) == (1, 1)


TAPS = (ft.TextField, ft.Checkbox, ft.Switch, ft.Radio, ft.Chip, ft.Segment)


def nameless(screen: Screen) -> list[str]:
    """What can be tapped or entered and has no name: neither its own, nor what it lies in, nor what lies in it."""
    shown = screen.controls()
    around_names = {id(outer) for control, around in shown if name_of(control) for outer in around}
    return [
        f"{type(control).__name__} in {[type(outer).__name__ for outer in around[-4:]]}"
        for control, around in shown
        if (getattr(control, "on_click", None) is not None or isinstance(control, TAPS))
        and not (name_of(control) or name_of(around[-1]) or id(control) in around_names)
    ]


def test_what_has_no_name_is_found(app: Headless) -> None:
    bare = app.show(
        lambda: ft.Column([ft.Container(width=48, on_click=lambda: None), ft.TextField(label="Name"), ft.TextField()])
    )
    assert len(nameless(bare)) == 2


@pytest.mark.parametrize(
    ("place", "viewport"),
    [
        *((place, Viewport()) for place in ("district", "stock", "forum", "end", "setup")),
        ("district", Viewport(width=1280, height=800)),
        ("district", Viewport(width=844, height=390)),
    ],
    ids=lambda given: given if isinstance(given, str) else f"{given.width}x{given.height}",
)
def test_all_that_is_tapped_at_a_table_has_a_name(app: Headless, place: str, viewport: Viewport) -> None:
    screen = app.show(TableScreen, rich(app).id, place, 0, viewport=viewport)
    assert nameless(screen) == []


@pytest.mark.parametrize("square", ["A1, empty", "C4, ", "F6, ", "Frame, row 4", "Frame, row 5"])
def test_all_that_is_tapped_of_a_square_has_a_name(app: Headless, square: str) -> None:
    screen = app.show(TableScreen, rich(app).id, "district", 0)
    screen.tap(next(name for name in screen.names if name.startswith(square)))
    assert nameless(screen) == []


@pytest.mark.parametrize("counted", ["Quick count instead of tiles", "Count only"])
def test_all_that_is_tapped_of_a_count_has_a_name(app: Headless, counted: str) -> None:
    screen = app.show(TableScreen, rich(app).id, "district", 0)
    screen.tap("Quick count instead of tiles")
    if counted == "Count only":
        screen.tap(counted)
        screen.tap("Add a completed villa")
    assert nameless(screen) == []


@pytest.mark.parametrize("route", ["/", "/new", "/history", "/settings", "/cards", "/nowhere"])
def test_all_that_is_tapped_elsewhere_has_a_name(app: Headless, route: str) -> None:
    app.run(app.tables.finish(rich(app)))
    screen = entered(app, route)
    assert len(screen.names) > 1
    assert nameless(screen) == []


def test_addresses_lead_to_screens(app: Headless) -> None:
    live = laid_out(app)
    screen = entered(app)
    assert screen.has("New table")
    screen.go(f"/table/{live.id}")
    assert screen.has("C4, empty")
    screen.go(f"/table/{live.id}/stock")
    assert screen.has("On the resource board")
    screen.go(f"/table/{live.id}/stock/1")
    screen.tap("Coins: one more")
    assert live.state.table.players[1].coins == 1
    screen.go(f"/table/{live.id}/stock/²")
    screen.tap("Coins: one more")
    assert live.state.table.players[0].coins == 1
    screen.go("/nowhere")
    assert screen.has("There is nothing at this address. The table may have been finished or removed.")
    screen.tap("Home")
    screen.follow()
    assert screen.has("New table")


def test_a_player_is_shown_by_a_tap_and_the_square_is_let_go(app: Headless) -> None:
    live = laid_out(app)
    screen = entered(app, f"/table/{live.id}")
    screen.tap("C4, empty")
    assert screen.has("Close")
    screen.tap("Ben, 9 points so far")
    screen.follow()
    assert not screen.has("Close")
    screen.tap("D4, empty")
    screen.tap("Lay market")
    assert actions.district_of(live.state, 0) == district()
    assert actions.district_of(live.state, 1) == district(tile("D4", "market"))


def test_another_table_shows_what_lies_there(app: Headless) -> None:
    one = begun(app, table_state(player_with("Anna", tile("C4", "market"))))
    other = begun(app, table_state(player_with("Dora", tile("C3", "bakery")), player_with("Emil", stack=1)))
    screen = entered(app, f"/table/{one.id}")
    assert screen.has("C4, market, completed")
    screen.go(f"/table/{other.id}")
    assert screen.has("C3, bakery, completed")
    assert screen.has("C4, empty")
    change(app, other, actions.lay(0, tile("C4", "fountain")))
    assert screen.has("C4, fountain, completed")


def test_the_keys_are_listed_where_somebody_asks(app: Headless) -> None:
    screen = entered(app)
    screen.press("?")
    assert screen.has("Ctrl+Z")
    screen.tap("Close")
    assert not screen.has("Ctrl+Z")
    screen.press("F1")
    assert screen.has("Ctrl+Z")


def test_two_browsers_show_the_same_table(app: Headless) -> None:
    live = laid_out(app)
    phone, desk = (entered(app, f"/table/{live.id}") for _ in range(2))
    phone.tap("C4, empty")
    phone.tap("Lay market")
    assert desk.has("C4, market, completed")
    assert desk.has("Undo: market on C4")
    desk.tap("Undo: market on C4")
    assert phone.has("C4, empty")


def test_a_browser_that_comes_back_shows_what_was_changed_meanwhile(app: Headless) -> None:
    live = laid_out(app)
    screen = entered(app, f"/table/{live.id}/stock/0")
    connection = screen.page.session.connection
    screen.page.session._Session__conn = None  # type: ignore[attr-defined]
    change(app, live, lambda state: with_player(state, 0, coins=9))
    screen.page.session._Session__conn = connection  # type: ignore[attr-defined]
    screen.event(screen.page, "connect")
    assert screen.value("Coins") == "9"


def test_the_look_follows_the_settings_and_the_system(app: Headless) -> None:
    page = entered(app).page
    assert (viewport_of(page, {}).palette, viewport_of(page, {}).scale) == (LIGHT, 1.0)
    page.platform_brightness = ft.Brightness.DARK
    assert viewport_of(page, {}).palette is DARK
    assert viewport_of(page, {"theme": "light", "text": 1.5}) == Viewport(palette=LIGHT, scale=1.5)
    page.width, page.height = 1280, 800
    assert viewport_of(page, {"theme": "dark"}) == Viewport(palette=DARK, width=1280, height=800)
    modes = []
    for settings in ({"theme": "dark", "text": 2.0}, {}):
        apply_theme(page, settings)
        modes.append(page.theme_mode)
    assert modes == [ft.ThemeMode.DARK, ft.ThemeMode.SYSTEM]


def test_from_what_is_corrected_there_is_a_way_back_to_the_step(app: Headless, live: LiveTable) -> None:
    change(app, live, lambda state: with_player(state, 1, prestige=9))
    screen = entered(app, f"/table/{live.id}/end/0")
    screen.tap("Prestige bar")
    screen.tap("Correct this: Ben, Prestige bar")
    screen.follow()
    assert screen.route == f"/table/{live.id}/stock/1"
    assert spots(screen) == ["at prestige"]
    screen.tap("Back to Prestige bar")
    screen.follow()
    assert screen.says("Correct this: Ben, Prestige bar")
    screen.go(f"/table/{live.id}/stock/1")
    assert not screen.says("Back to")
    assert spots(screen) == ["at prestige"]


def spots(screen: Screen) -> list[str]:
    """The spots to which a screen was scrolled."""
    keys = [args["scroll_key"] for name, args in screen.called if name == "scroll_to"]
    return [key for key in keys if key.startswith("at ")]


def test_points_that_somebody_gave_are_corrected_in_their_cell(app: Headless) -> None:
    state = table_state(player_with("Anna", entered={"items": 4}), player_with("Ben", stack=1, entered={"items": 7}))
    live = begun(app, state)
    screen = entered(app, f"/table/{live.id}/end/0")
    screen.tap("Items on resource board")
    screen.tap("Correct this: Ben, Items on resource board")
    screen.follow()
    assert screen.route == f"/table/{live.id}/sheet/1"
    assert screen.has("Ben, Items on resource board")
    screen.go(f"/table/{live.id}/stock/0")
    assert spots(screen) == []
