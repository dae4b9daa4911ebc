"""The phones at a table as its host has them: the code, who is there, and who may stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft
import pytest

from companion.system.machine import LAN_SETTING, LOOPBACK, LanError, join_link
from companion.system.network import Lan, listening_socket
from companion.ui.screens.phones import CODE_COMES, DOES_NOT_WORK, HOLDS, HOW_NEAR, NOBODY, SAME_NETWORK
from companion.ui.screens.settings import CODES_OF_TABLES, NO_NETWORK, NO_SERVER
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.phones import come, guest_of, of_host, on_phone, seated
from tests.companion.spoken import nameless
from tests.companion.ui.screens.test_guests import MARKUP

if TYPE_CHECKING:
    import socket

    from companion.tables.live_table import LiveTable
    from storage.repositories.access import JoinCode
    from tests.companion.headless import Headless, Screen

AT: Final = ("192.168.1.5", "10.0.0.7")
CODE = "Code that leads phones to this table"
TAKEN = "The network cannot be let in: the port belongs to another program."
LET_IN = "Let phones join"
BOARD = "Big scoreboard"


class Listener:
    """What would listen, and takes in nobody."""

    async def listen(self, listening: socket.socket) -> None:
        listening.close()

    def stop_listening(self) -> None:
        """There is nobody to be taken in."""

    def cut_off(self) -> None:
        """There is nobody to be let go."""


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> Lan:
    """A network that this machine is in, with two numbers; nobody is let in yet."""
    with listening_socket(LOOPBACK, 0) as free:
        network = Lan(free.getsockname()[1])
    network.serve(Listener())
    monkeypatch.setattr(network, "addresses", lambda: AT)
    return network


@pytest.fixture
def proxied() -> Lan:
    return Lan(8551, "https://tessera.example/")


def join_code_of(app: Headless, live: LiveTable) -> JoinCode:
    return app.run(app.tables.access.join_code(live.id))


def link_on(screen: Screen) -> str:
    """What the button copies."""
    button = next(
        control
        for control, _ in screen.controls()
        if isinstance(control, ft.OutlinedButton) and control.action is not None
    )
    assert isinstance(button.action, ft.CopyToClipboard)
    return str(button.action.data)


def shown(app: Headless, live: LiveTable, lan: Lan | None) -> Screen:
    return of_host(app, f"/phones/{live.id}", lan)


def test_without_a_server_no_phone_comes(app: Headless) -> None:
    live = laid_out(app)
    screen = shown(app, live, None)
    assert screen.has(NO_SERVER)
    assert not screen.says(CODE)
    screen.tap("Table as a code")
    assert screen.route == f"/code/table/{live.id}"


def test_the_network_is_let_in_by_a_switch_and_shut_out_again(app: Headless, lan: Lan) -> None:
    screen = shown(app, laid_out(app), lan)
    assert not screen.says(CODE)
    assert screen.has(CODE_COMES)
    turned = []
    for _ in range(2):
        screen.tap(LET_IN)
        turned.append((lan.is_open, app.worker.run_blocking(Store.settings)[LAN_SETTING], screen.says(CODE)))
    assert turned == [(True, True, True), (False, False, False)]
    assert screen.has(CODE_COMES)


def test_the_settings_let_it_in_as_well_and_say_where_the_codes_are(app: Headless, lan: Lan) -> None:
    screen = of_host(app, "/settings", lan)
    assert not screen.has(CODES_OF_TABLES)
    screen.tap(LET_IN)
    assert lan.is_open
    assert screen.has(CODES_OF_TABLES)


def test_a_network_that_cannot_be_let_in_is_said(app: Headless, lan: Lan, monkeypatch: pytest.MonkeyPatch) -> None:
    async def taken() -> None:
        raise LanError(TAKEN)

    screen = shown(app, laid_out(app), lan)
    with monkeypatch.context() as broken:
        broken.setattr(lan, "open", taken)
        screen.tap(LET_IN)
    assert screen.has(TAKEN)
    assert LAN_SETTING not in app.worker.run_blocking(Store.settings)
    screen.tap(LET_IN)
    assert not screen.has(TAKEN)
    assert lan.is_open


def test_a_device_in_no_network_is_told_so(app: Headless, lan: Lan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "addresses", tuple)
    screen = shown(app, laid_out(app), lan)
    screen.tap(LET_IN)
    assert screen.has(NO_NETWORK)
    monkeypatch.setattr(lan, "addresses", lambda: AT)
    screen.tap("Look again")
    assert screen.says(CODE)


def test_behind_a_proxy_there_is_nothing_to_let_in(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    screen = shown(app, live, proxied)
    assert not screen.has(LET_IN)
    assert screen.has("Phones reach this Tessera at https://tessera.example.")
    assert link_on(screen) == f"https://tessera.example/join#{join_code_of(app, live).secret}"


def test_the_secret_stands_where_no_server_is_told_of_it(app: Headless) -> None:
    code = join_code_of(app, laid_out(app))
    before, _, after = join_link("http://192.168.1.5:8550", code.secret).partition("#")
    assert (before, after) == ("http://192.168.1.5:8550/join", code.secret)


def test_the_code_is_for_the_network_that_is_chosen(app: Headless, lan: Lan) -> None:
    live = laid_out(app)
    app.run(lan.open())
    screen = shown(app, live, lan)
    secret = join_code_of(app, live).secret
    assert screen.has(str(HOW_NEAR))
    assert link_on(screen) == f"http://{AT[0]}:{lan.port}/join#{secret}"
    screen.tap(f"{AT[1]}:{lan.port}")
    assert link_on(screen) == f"http://{AT[1]}:{lan.port}/join#{secret}"
    screen.tap("Full screen")
    screen.follow()
    assert screen.has(f"{AT[1]}:{lan.port}")


def test_the_code_comes_first_and_what_else_helps_behind_one_line(app: Headless, lan: Lan) -> None:
    app.run(lan.open())
    screen = shown(app, laid_out(app), lan)
    order = [f"{CODE}: Full screen", HOW_NEAR, HOLDS, NOBODY, "Big scoreboard", LET_IN, DOES_NOT_WORK]
    assert [name for name in screen.names if name in map(str, order)] == list(map(str, order))
    assert not screen.says("Table as a code")
    screen.tap(str(DOES_NOT_WORK))
    assert screen.says(str(SAME_NETWORK))
    assert screen.says("Table as a code")


def test_the_code_fills_the_screen_for_who_sits_far_away(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    screen = shown(app, live, proxied)
    screen.tap("Full screen")
    assert screen.route == f"/phones/{live.id}/code/0"
    screen.follow()
    assert screen.has(CODE)
    assert screen.has("tessera.example")
    assert of_host(app, f"/phones/{live.id}/code").has("Phones cannot join right now.")


def test_the_whole_code_is_left_by_escape(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    screen = picture(app, live, proxied)
    screen.press("A")
    assert screen.route == "/"
    screen.press("Escape")
    assert screen.route == f"/phones/{live.id}"


def test_the_host_decides_while_the_whole_code_is_shown(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    screen = picture(app, live, proxied)
    first, asker = seated(app, live, 0), come(app, live)
    on_phone(app, asker, f"/seat/{live.id}").tap("Ask for Anna’s seat")
    assert screen.has("Phone 2 asks for Anna’s seat.")
    screen.tap("Give it Anna’s seat")
    assert not screen.says("asks for")
    holder, before = guest_of(app, live, asker), guest_of(app, live, first)
    assert holder is not None
    assert before is not None
    assert (holder.seat, before.seat) == (0, None)


def test_a_renewed_code_is_shown_at_once_wherever_it_is_shown(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen, second_screen, whole = (shown(app, live, proxied), shown(app, live, proxied), picture(app, live, proxied))
    before = link_on(screen), drawn(whole)
    screen.tap("Renew the code")
    assert guest_of(app, live, visitor) is not None
    screen.tap("Renew the code")
    assert guest_of(app, live, visitor) is None
    renewed = join_link("https://tessera.example", join_code_of(app, live).secret)
    assert link_on(screen) == link_on(second_screen) == renewed != before[0]
    assert drawn(whole) != before[1]
    assert screen.has(NOBODY)


def picture(app: Headless, live: LiveTable, lan: Lan) -> Screen:
    return of_host(app, f"/phones/{live.id}/code", lan)


def drawn(screen: Screen) -> object:
    return next(control.src for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Image))


def test_a_table_is_locked_and_unlocked(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    screen = shown(app, live, proxied)
    switch = screen.find("New phones may join this table", ft.Semantics)
    assert isinstance(switch, ft.Semantics)
    assert switch.toggled
    screen.tap("New phones may join this table")
    assert join_code_of(app, live).locked
    screen.tap("New phones may join this table")
    assert not join_code_of(app, live).locked


@pytest.mark.parametrize("route", ["/phones/{table}", "/phones/{table}/code"])
def test_a_table_that_is_not_in_play_has_no_code(app: Headless, proxied: Lan, route: str) -> None:
    live = laid_out(app)
    join_code_of(app, live)
    app.run(app.tables.remove(live.id))
    screen = of_host(app, route.format(table=live.id), proxied)
    assert screen.says("no longer in play") or screen.has("Phones cannot join right now.")
    assert not screen.says("Code that leads")


def test_all_that_is_tapped_has_a_name(app: Headless, proxied: Lan, lan: Lan) -> None:
    live = laid_out(app)
    seated(app, live, 0)
    app.run(app.tables.access.ask_for(live.id, come(app, live), 0))
    app.run(lan.open())
    for network in (proxied, lan):
        assert nameless(shown(app, live, network)) == []


def test_who_comes_is_shown_at_once(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    screen = shown(app, live, proxied)
    assert screen.has(NOBODY)
    visitor = come(app, live)
    assert screen.has("Phone 1: watching")
    app.run(app.tables.access.sit(live.id, visitor, 1))
    assert screen.has("Phone 1: Ben")
    come(app, live)
    assert screen.has("Phone 2: watching")


def test_the_host_frees_a_seat_and_the_phone_knows_at_once(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    phone = on_phone(app, visitor, f"/table/{live.id}/stock/0")
    screen = shown(app, live, proxied)
    screen.tap("Free Anna’s seat")
    assert screen.has("Phone 1: watching")
    assert not screen.has("Free Anna’s seat")
    assert phone.has("You are watching: take a seat to enter something.")


def test_the_host_puts_a_phone_out(app: Headless, proxied: Lan) -> None:
    live = laid_out(app)
    first, second = seated(app, live, 0), seated(app, live, 1)
    screen = shown(app, live, proxied)
    screen.tap("Remove Phone 1")
    assert guest_of(app, live, first) is None
    assert guest_of(app, live, second) is not None
    assert screen.has("Phone 1: Ben")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_host_decides_who_gets_a_seat_that_is_asked_for(app: Headless, proxied: Lan, answer: str) -> None:
    live = laid_out(app)
    seated(app, live, 0)
    asker = come(app, live)
    table, screen = of_host(app, f"/table/{live.id}"), shown(app, live, proxied)
    assert table.has("Phones")
    on_phone(app, asker, f"/seat/{live.id}").tap("Ask for Anna’s seat")
    assert table.has("Phones: one asks for a seat")
    assert screen.has("Phone 2 asks for Anna’s seat.")
    screen.tap("Give it Anna’s seat" if answer == "yes" else "Refuse")
    assert not screen.says("asks for")
    assert screen.has("Phone 2: Anna" if answer == "yes" else "Phone 1: Anna")
    assert screen.has("Phone 1: watching" if answer == "yes" else "Phone 2: watching")
    assert table.has("Phones")


def test_the_board_opens_in_a_window_of_its_own_and_in_a_browser_alone_here(app: Headless, lan: Lan) -> None:
    live = laid_out(app)
    alone = shown(app, live, None)
    alone.tap(BOARD)
    assert alone.route == f"/watch/{live.id}"
    buttons = [each for each, _ in shown(app, live, lan).controls() if isinstance(each, ft.OutlinedButton)]
    (action,) = [each.action for each in buttons if each.content == BOARD]
    assert isinstance(action, ft.OpenUrl)
    assert (action.url, action.target) == (f"/watch/{live.id}", ft.UrlTarget.BLANK)


def test_names_are_shown_as_they_are(app: Headless, proxied: Lan) -> None:
    live = begun(app, table_state(player_with(MARKUP)))
    seated(app, live, 0)
    screen = shown(app, live, proxied)
    assert screen.has(f"Phone 1: {MARKUP}")
    assert screen.has(f"Free {MARKUP}’s seat")


def test_the_bar_of_players_says_whose_phone_has_a_seat(app: Headless) -> None:
    live = laid_out(app)
    anna = seated(app, live, 0)
    seated(app, live, 1)
    route = f"/table/{live.id}/stock/0"
    host, own, watcher = of_host(app, route), on_phone(app, anna, route), on_phone(app, come(app, live), route)
    for screen, annas in ((host, "another"), (own, "this"), (watcher, "another")):
        where = "this phone" if annas == "this" else "on another phone"
        assert screen.has(f"Anna, 8 points, {where}")
        assert screen.has("Ben, 9 points, on another phone")
    icons = [control.icon for control, _ in own.controls(unsaid=True) if isinstance(control, ft.Icon)]
    assert icons.count(ft.Icons.SMARTPHONE) == icons.count(ft.Icons.PHONELINK) == 1
    app.run(app.tables.access.free(live.id, anna.key))
    for screen in (host, own, watcher):
        assert screen.has("Anna, 8 points")
