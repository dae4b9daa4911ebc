"""The app around its screens: addresses, other browsers, the look, and the way from one screen to another and back."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import FORUM_CARDS, card_key
from companion.tables.state import with_player
from companion.ui.app import KEYS, apply_theme, use_key_list, viewport_of
from companion.ui.components.controls import button
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import DARK, LIGHT
from companion.ui.screens.people import SEARCH_FROM
from scoring.carpe_diem.state import Card, Edition, Good, Reward, Tally
from scoring.mayor.state import Kind, Variant
from storage.repositories import access
from tests.companion import little_town_tables, mayor_tables
from tests.companion.carpe_diem_tables import begun, change, district, laid_out, player_with, table_state, tile
from tests.companion.phones import come, of_host, on_phone
from tests.companion.played import put_play, put_result

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def test_addresses_lead_to_screens(app: Headless) -> None:
    live = laid_out(app)
    screen = of_host(app)
    assert screen.has("New table")
    screen.go(f"/table/{live.id}")
    assert screen.has("C4")
    screen.go(f"/table/{live.id}/stock")
    assert screen.has("On the resource board")
    screen.go(f"/table/{live.id}/stock/1")
    screen.tap("Coins, +1")
    assert live.state.table.players[1].coins == 1
    screen.go(f"/table/{live.id}/stock/²")
    screen.tap("Coins, +1")
    assert live.state.table.players[0].coins == 1
    screen.go("/nowhere")
    assert screen.has("This is not here any more; it may have been finished, deleted or merged.")
    screen.tap("Home")
    screen.follow()
    assert screen.has("New table")


def test_a_player_is_shown_by_a_tap_and_the_square_is_let_go(app: Headless) -> None:
    live = laid_out(app)
    screen = of_host(app, f"/table/{live.id}")
    screen.tap("C4")
    assert screen.has("Close")
    screen.tap("Ben, 9 points")
    screen.follow()
    assert not screen.has("Close")
    screen.tap("D4")
    screen.tap("Lay market")
    assert actions.district_of(live.state, 0) == district()
    assert actions.district_of(live.state, 1) == district(tile("D4", "market"))


def test_the_browser_remembers_what_its_page_waits_in(app: Headless) -> None:
    screen = of_host(app, "/settings")
    assert remembered(screen) == {"theme": "system", "language": ""}
    screen.tap("English")
    screen.tap("Dark")
    assert remembered(screen) == {"theme": "dark", "language": "en"}
    screen.tap("Automatic")
    assert remembered(screen) == {"theme": "dark", "language": ""}


def remembered(screen: Screen) -> dict[str, str]:
    """What the browser was told last to remember, by its keys."""
    return {sent["key"]: sent["value"] for name, sent in screen.called if name == "set"}


def test_another_table_shows_what_lies_there(app: Headless) -> None:
    annas_table = begun(app, table_state(player_with("Anna", tile("C4", "market"))))
    doras_table = begun(app, table_state(player_with("Dora", tile("C3", "bakery")), player_with("Emil", stack=1)))
    screen = of_host(app, f"/table/{annas_table.id}")
    assert screen.has("C4, market, completed")
    screen.go(f"/table/{doras_table.id}")
    assert screen.has("C3, bakery, completed")
    assert screen.has("C4")
    change(app, doras_table, lambda state: actions.lay(state, 0, tile("C4", "fountain")))
    assert screen.has("C4, fountain, completed")


def test_the_keys_are_listed_where_somebody_asks(app: Headless) -> None:
    screen = of_host(app)
    screen.press("?")
    assert screen.has("Ctrl+Z")
    screen.tap("Close")
    assert not screen.has("Ctrl+Z")
    screen.press("F1")
    assert screen.has("Ctrl+Z")


def test_a_browser_that_comes_back_shows_what_was_changed_meanwhile(app: Headless) -> None:
    live = laid_out(app)
    screen = of_host(app, f"/table/{live.id}/stock/0")
    connection = screen.page.session.connection
    screen.page.session._Session__conn = None  # type: ignore[attr-defined]
    change(app, live, lambda state: with_player(state, 0, coins=9))
    screen.page.session._Session__conn = connection  # type: ignore[attr-defined]
    screen.event(screen.page, "connect")
    assert screen.value("Coins") == "9"


def test_the_look_follows_the_settings_and_the_system(app: Headless) -> None:
    page = of_host(app).page
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
    screen = of_host(app, f"/table/{live.id}/end/0")
    screen.tap("Prestige bar")
    screen.tap("Edit: Ben, Prestige bar")
    screen.follow()
    assert screen.route == f"/table/{live.id}/stock/1"
    assert spots(screen) == ["at prestige"]
    screen.tap("Back to Prestige bar")
    screen.follow()
    assert screen.says("Edit: Ben, Prestige bar")
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
    screen = of_host(app, f"/table/{live.id}/end/0")
    screen.tap("Items on resource board")
    screen.tap("Edit: Ben, Items on resource board")
    screen.follow()
    assert screen.route == f"/table/{live.id}/sheet/1"
    assert screen.has("Ben, Items on resource board")
    screen.go(f"/table/{live.id}/stock/0")
    assert spots(screen) == []


def seating(app: Headless) -> str:
    return f"/seating/{laid_out(app, 'Anna', 'Ben').id}"


def pasting(_: Headless) -> str:
    return "/take"


def correcting(app: Headless) -> str:
    return f"/play/{app.worker.run_blocking(put_result, date(2026, 3, 7), {'Anna': 40, 'Ben': 30})}/correct"


def friend(app: Headless) -> str:
    app.worker.run_blocking(put_play, date(2026, 3, 7), {"Anna": (1, 2)})
    return "/people"


def friends(app: Headless) -> str:
    app.worker.run_blocking(put_play, date(2026, 3, 7), {f"Anna {number}": (1, 2) for number in range(SEARCH_FROM)})
    return "/people"


def objectives(app: Headless) -> str:
    return f"/table/{little_town_tables.begun(app, little_town_tables.table_state()).id}/player/0"


def with_events(app: Headless) -> LiveTable:
    state = mayor_tables.three_citizens(lines=dict.fromkeys(Kind, 4), variants=(Variant.EVENTS,))
    return mayor_tables.begun(app, state)


def events(app: Headless) -> str:
    return f"/table/{with_events(app).id}/market/0"


def history(app: Headless) -> str:
    correcting(app)
    return "/history"


def known_card(app: Headless) -> str:
    fish = Card(pay={Good.FISH: 8}, reward=Reward(points=11))
    app.run(FORUM_CARDS[Edition.SECOND].keep(app.tables.copies["carpe-diem"], card_key(fish), fish))
    return "/settings/carpe-diem"


def villa(app: Headless) -> str:
    state = table_state(player_with("Anna", tally=Tally(counts={}, villas=(4,), chimneys=4)), villa_chart={})
    return f"/table/{begun(app, state).id}"


TYPED = [
    (seating, (), {"Another player": "Ce"}),
    (seating, ("2. Ben: Edit",), {"Name": "Bea"}),
    (pasting, (), {"Link": "https://x/#t"}),
    (correcting, (), {"Note": "Rain", "Day": "x", "Total: Anna": "4+"}),
    (friends, (), {"Search": "Anna 3"}),
    (friend, ("Anna, 1 play", ""), {"Name": "Anne"}),
    (objectives, ("Another card",), {"What the card asks for": "own  the cas"}),
    (events, ("Another Event", "Add an Event"), {"Name": "y" * 61, "What else it does": "z"}),
    (history, ("Filters", "Time: All time"), {"First day": "5 Ma", "Last day": "x"}),
    (known_card, ("Forum cards", "Edit pay 8 fish, get 11 points"), {"Name": "Fish"}),
    (villa, (), {"Points for a villa with 4 chimneys": "1"}),
]
"""Where something is typed, the taps that lead to it ("" goes where the browser was sent), and fields with words."""


def led(screen: Screen, ways: tuple[str, ...]) -> Screen:
    for way in ways:
        if way:
            screen.tap(way)
        else:
            screen.follow()
    return screen


@pytest.mark.parametrize(("begun_at", "ways", "words"), TYPED)
def test_what_is_half_typed_outlives_going_back_and_loading_anew(
    app: Headless, begun_at: Callable[[Headless], str], ways: tuple[str, ...], words: dict[str, str]
) -> None:
    route = begun_at(app)
    screen = led(of_host(app, route), ways)
    for name, typed in words.items():
        screen.type_into(name, typed)
    screen.go("/")
    screen.go(route)
    for again in (screen, of_host(app, route)):
        assert {name: led(again, ways if name == next(iter(words)) else ()).value(name) for name in words} == words


def test_a_guest_keeps_what_they_half_typed_for_themselves(app: Headless) -> None:
    live, token = with_events(app), access.new_token()
    ways, route = ("Another Event", "Add an Event"), f"/table/{live.id}/market/0"
    led(on_phone(app, come(app, live, token), route), ways).type_into("Name", "Strike")
    assert led(of_host(app, route), ways).value("Name") == ""
    assert led(on_phone(app, come(app, live, token), route), ways).value("Name") == "Strike"


@component
def Asking() -> ft.Control:  # noqa: N802 - a component
    shown, set_shown = use_value(initial=False)
    use_key_list(lambda: set_shown(lambda _: False), shown=shown)
    return button("Keys, please", lambda: set_shown(lambda _: True))


def test_it_opens_with_every_key_and_what_it_does(app: Headless) -> None:
    screen = app.show(Asking)
    words = {str(part) for key in KEYS for part in key}
    assert words.isdisjoint(screen.names)
    screen.tap("Keys, please")
    assert words <= set(screen.names)
    screen.tap("Close")
    assert words.isdisjoint(screen.names)
