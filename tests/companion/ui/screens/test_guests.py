"""Phones that came by a code: what they see, what they may enter, and what becomes of them."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from companion.formatting.text import sentence
from companion.services.end_sheet import with_only_end
from companion.tables.access import OUT, WATCHING
from companion.tables.state import with_player
from companion.ui.components.dialogs import CHANGED_SINCE
from companion.ui.routes import ROUTES
from companion.ui.screens.guest import ABOUT_SEATS, NOT_THEIRS, NOWHERE
from storage.documents.messages import message_of
from storage.repositories import access
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import GAME, begun, change, laid_out, player_with, table_state
from tests.companion.phones import coins, come, guest_of, of_host, on_phone, seated, stock
from tests.companion.spoken import nameless

if TYPE_CHECKING:
    from companion.tables.access import Visitor
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


NOT_FOUND = "Not found"
BENS = "What Ben has is entered on another phone"
OF_PHONES = {
    "code/part/:part/:seat",
    "code/play/:play",
    "help/:game",
    "help/:game/:table",
    "help/:game/:table/:origin",
    "play/:play",
    "play/:play/picture",
    "play/:play/watch",
    "table/:table",
    "table/:table/:tab",
    "table/:table/:tab/:seat",
    "take/:arrival?",
    "watch/:table",
}
"""The addresses of the host's screens at which a phone has a screen, too: of its own table or play alone."""
PLACE = re.compile(r":(\w+)\??")
LONG = "Anna-Sophie Wilhelmina von Habsburg"
MARKUP = "<b>Zoë</b> [link](x) &amp;"


def theme_of(screen: Screen) -> str | None:
    mode = screen.page.theme_mode
    return None if mode is None else mode.value


def test_what_is_the_hosts_is_nowhere_for_a_phone(app: Headless) -> None:
    live, over = laid_out(app), laid_out(app)
    token = access.new_token()
    visitor = come(app, live, token)
    come(app, over, token)
    app.run(app.tables.access.sit(live.id, visitor, 0))
    own = {"table": live.id, "part": live.id, "play": app.run(app.tables.finish(over)).id, "game": GAME, "copy": GAME}
    paths = [str(route.path) for route in ROUTES if not route.index]
    hosts = [f"/{PLACE.sub(lambda place: own.get(place[1], '0'), path)}" for path in paths if path not in OF_PHONES]
    assert "/settings" in hosts
    host, phone = of_host(app), on_phone(app, visitor)
    for address in (*hosts, "/take", "/nowhere"):
        host.go(address)
        phone.go(address)
        assert (address, host.has(NOT_FOUND), phone.has(NOT_FOUND)) == (address, address == "/nowhere", True)
    phone.tap("Home")
    phone.follow()
    assert phone.has("You are Anna.")


@pytest.mark.parametrize(
    "route", ["/table/{}", "/table/{}/stock/0", "/table/{}/end/0", "/seat/{}", "/table/no", "/seat/no"]
)
def test_a_table_that_a_phone_has_not_come_to_is_not_shown(app: Headless, route: str) -> None:
    live, there = laid_out(app), laid_out(app, "Dora", "Emil")
    screen = on_phone(app, seated(app, live, 0), route.format(there.id))
    assert screen.has(sentence(OUT))
    assert not screen.says("Dora")
    screen.tap("Your tables")
    assert screen.route == "/"


def test_a_phone_sees_its_table_also_where_another_one_has_come_in_that_moment(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart all come at once, and the guests are loaded once for all."""
    live = laid_out(app)
    visitor = seated(app, live, 0)
    at_tables = app.tables.access
    guests = at_tables._guests.pop(live.id)
    knows = at_tables.knows

    def known_soon(table_id: str) -> bool:
        asyncio.get_running_loop().call_soon(at_tables._guests.setdefault, table_id, guests)
        return knows(table_id)

    monkeypatch.setattr(at_tables, "knows", known_soon)
    assert on_phone(app, visitor, stock(live)).has("On the resource board")


@pytest.mark.parametrize("route", ["/play/{play}", "/play/{play}/picture", "/code/play/{play}", "/play/nothing"])
def test_plays_of_others_are_not_shown(app: Headless, route: str) -> None:
    live, there = laid_out(app), laid_out(app, "Dora", "Emil")
    visitor = seated(app, live, 0)
    play = app.run(app.tables.finish(there))
    screen = on_phone(app, visitor, route.format(play=play.id))
    assert screen.has(NOT_THEIRS)
    assert not screen.says("Dora")


@pytest.mark.parametrize(
    "route", ["/", "/seat/{table}", "/table/{table}", "/table/{table}/stock/0", "/table/{table}/end"]
)
def test_all_that_is_tapped_on_a_phone_has_a_name(app: Headless, route: str) -> None:
    live = laid_out(app)
    seated(app, live, 1)
    for visitor in (come(app, live), seated(app, live, 0)):
        screen = on_phone(app, visitor, route.format(table=live.id))
        assert len(screen.names) > 1
        assert nameless(screen) == []


def test_a_phone_that_is_at_no_table_is_told_how_to_come_to_one(app: Headless) -> None:
    live = laid_out(app)
    visitor = come(app, live)
    app.run(app.tables.access.remove_device(live.id, visitor.key))
    assert on_phone(app, visitor).has(NOWHERE)


def test_home_leads_to_the_table_and_to_its_seats(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, come(app, live))
    assert screen.has("Carpe Diem")
    assert screen.has("Anna, Ben")
    assert screen.has("You are watching.")
    assert not screen.says("New table")
    screen.tap("Choose a seat")
    assert screen.route == f"/seat/{live.id}"
    screen.tap("Go to the table")
    assert screen.route == f"/table/{live.id}"


def test_home_says_who_one_is_by_now(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 1)
    screen = on_phone(app, visitor)
    assert screen.has("You are Ben.")
    app.run(app.tables.access.free(live.id, visitor.key))
    assert screen.has("You are watching.")
    app.run(app.tables.access.remove_device(live.id, visitor.key))
    assert screen.has("You are not at this table any more: scan the code that the host's screen shows now.")
    assert not screen.has("Go to the table")


def test_a_phone_leaves_a_table_when_it_says_so_twice(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen = on_phone(app, visitor)
    screen.tap("Leave this table")
    screen.tap("Cancel")
    assert guest_of(app, live, visitor) is not None
    screen.tap("Leave this table")
    screen.tap("Leave this table")
    assert guest_of(app, live, visitor) is None
    assert screen.has(NOWHERE)


def test_the_settings_of_a_phone_are_its_own(app: Headless) -> None:
    live = laid_out(app)
    token = access.new_token()
    app.run(app.worker.run(Store.set, "theme", "light"))
    visitor, second_visitor = come(app, live, token), come(app, live)
    screen, others = on_phone(app, visitor), on_phone(app, second_visitor)
    screen.tap("Dark")
    screen.tap("150%")
    screen.tap("Keep the screen awake")
    assert app.worker.run_blocking(Store.settings) == {"theme": "light"}
    same_visitor = app.run(app.tables.access.visitor(token))
    assert same_visitor is not None
    assert same_visitor.phone is not None
    assert same_visitor.phone.settings == {"theme": "dark", "text": 1.5, "awake": False}
    assert (theme_of(screen), theme_of(others)) == ("dark", "system")
    again = on_phone(app, same_visitor)
    again.tap("Light")
    assert app.worker.run_blocking(access.device_with_token, token).settings["theme"] == "light"  # type: ignore[union-attr]


def test_who_watches_sees_all_and_enters_nothing(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, come(app, live), stock(live))
    assert screen.has(f"{WATCHING}.")
    change(app, live, lambda state: with_player(state, 0, coins=3))
    assert screen.value("Coins") == "3"
    screen.tap("Coins, +1")
    assert (coins(live), live.revision) == (3, 1)
    assert screen.value("Coins") == "3"
    assert screen.has(str(WATCHING))


def test_who_watches_lays_no_tile_and_checks_nothing(app: Headless) -> None:
    live = laid_out(app)
    visitor = come(app, live)
    screen = on_phone(app, visitor, f"/table/{live.id}/district/0")
    screen.tap("C4")
    screen.tap("Lay market")
    screen.go(f"/table/{live.id}/end/0")
    screen.tap("Next")
    assert live.revision == 0


def test_a_phone_enters_what_is_its_own(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen = on_phone(app, visitor, stock(live))
    assert not screen.says("You are watching")
    screen.tap("Coins, +1")
    assert coins(live) == 1
    step = app.worker.run_blocking(Store.turnable, live.id, visitor.user_id)[0]
    assert step is not None
    assert str(message_of(step.label)) == "Coins: 1"
    assert app.worker.run_blocking(Store.turnable, live.id, "host")[0] is None


def test_a_phone_enters_what_nobody_has_and_not_what_another_phone_has(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, seated(app, live, 0), stock(live, 1))
    screen.tap("Coins, +1")
    assert coins(live, 1) == 1
    ben = seated(app, live, 1)
    assert screen.has(f"{BENS}.")
    screen.tap("Coins, +1")
    assert coins(live, 1) == 1
    assert screen.value("Coins") == "1"
    assert screen.has(BENS)
    app.run(app.tables.access.leave(live.id, ben))
    assert not screen.has(f"{BENS}.")
    screen.tap("Coins, +1")
    assert coins(live, 1) == 2


def test_what_is_for_all_is_entered_by_who_has_a_seat(app: Headless) -> None:
    live = laid_out(app)
    seated(app, live, 1)
    screen = on_phone(app, seated(app, live, 0), f"/table/{live.id}/setup/0")
    box = next(name for name in screen.names if "villa chart" in name.lower() or "board" in name.lower())
    screen.tap(box)
    assert live.revision == 1
    screen.go(f"/table/{live.id}/end/0")
    screen.tap("Next")
    assert live.revision == 2


def test_the_host_enters_what_a_phone_has(app: Headless) -> None:
    live = laid_out(app)
    phone = on_phone(app, seated(app, live, 0), stock(live))
    host = of_host(app, stock(live))
    host.tap("Coins, +1")
    assert phone.value("Coins") == "1"
    assert phone.has("Undo")
    phone.tap("Coins, +1")
    assert host.value("Coins") == "2"
    host.tap("Undo: Coins: 1")
    assert coins(live) == 2
    assert host.says(f"Coins: 1. {CHANGED_SINCE}")


def test_undo_concerns_what_one_did_oneself(app: Headless) -> None:
    live = laid_out(app)
    anna, ben = (on_phone(app, seated(app, live, seat), stock(live, seat)) for seat in (0, 1))
    anna.tap("Coins, +1")
    ben.tap("Bread, +1")
    assert ben.has("Undo: Bread: 1")
    anna.tap("Undo: Coins: 1")
    assert (coins(live), live.state.table.players[1].bread) == (0, 1)
    assert anna.has("Undone: Coins: 1.")
    assert anna.has("Undo")
    anna.press("Z", ctrl=True, shift=True)
    assert coins(live) == 1
    ben.press("Z", ctrl=True)
    assert (coins(live), live.state.table.players[1].bread) == (1, 0)


def test_names_are_shown_as_they_are(app: Headless) -> None:
    live = begun(app, table_state(player_with(MARKUP), player_with(LONG, stack=1)))
    visitor = come(app, live)
    home = on_phone(app, visitor)
    assert home.has(f"{MARKUP}, {LONG}")
    seats = on_phone(app, visitor, f"/seat/{live.id}")
    assert seats.has(MARKUP)
    seats.tap(f"I am {MARKUP}")
    seats.follow()
    assert seats.says(f"{MARKUP}, ")
    assert seats.says(LONG)
    phone = on_phone(app, come(app, live), stock(live))
    app.run(app.tables.access.sit(live.id, come(app, live), 1))
    phone.go(f"/seat/{live.id}")
    assert phone.has(f"Ask for {MARKUP}’s seat")


def choosing(app: Headless, live: LiveTable, visitor: Visitor) -> Screen:
    return on_phone(app, visitor, f"/seat/{live.id}")


def seat_of(app: Headless, live: LiveTable, visitor: Visitor) -> int | None:
    guest = guest_of(app, live, visitor)
    assert guest is not None
    return guest.seat


def test_who_has_just_come_chooses_among_the_free_seats(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    seated(app, live, 1)
    screen = on_phone(app, come(app, live), f"/table/{live.id}")
    assert screen.has("Who are you?")
    assert screen.has("I am Anna")
    assert screen.has("I am Cleo")
    assert not screen.has("I am Ben")
    assert screen.has("Another phone has this seat.")
    assert screen.has("Just watch")


def test_a_seat_that_is_taken_leads_to_what_is_entered_there(app: Headless) -> None:
    live = laid_out(app)
    visitor = come(app, live)
    screen = choosing(app, live, visitor)
    screen.tap("I am Ben")
    assert seat_of(app, live, visitor) == 1
    assert screen.route == f"/table/{live.id}/district/1"
    screen.follow()
    screen.tap("C4")
    screen.tap("Lay market")
    assert live.revision == 1


def test_where_only_the_end_is_entered_a_seat_leads_to_the_sheet(app: Headless) -> None:
    players = (player_with("Anna"), player_with("Ben"))
    live = begun(app, with_only_end("carpe-diem", table_state(*players)))
    screen = choosing(app, live, come(app, live))
    screen.tap("I am Ben")
    assert screen.route == f"/table/{live.id}/sheet/1"


def test_what_is_of_a_player_without_a_phone_whoever_has_a_seat_enters_and_the_page_says_so(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 1)
    assert choosing(app, live, visitor).has(ABOUT_SEATS)
    on_phone(app, visitor, stock(live)).tap("Coins, +1")
    assert coins(live, 0) == 1
    assert "for a player without a phone, everybody with a seat enters" in ABOUT_SEATS.english


def test_a_seat_that_was_taken_a_moment_before_says_so(app: Headless) -> None:
    live = laid_out(app)
    late, first = come(app, live), come(app, live)
    screen = choosing(app, live, late)
    app.worker.run_blocking(access.take_seat, live.id, first.key, 0)  # by another process, which has not been heard yet
    screen.tap("I am Anna")
    assert screen.has("another phone has taken that seat: choose another one, or ask for it")
    assert seat_of(app, live, late) is None
    assert screen.route == "/"


def test_seats_are_shown_as_they_are_taken_and_given_up(app: Headless) -> None:
    live = laid_out(app)
    screen, second_screen = (choosing(app, live, come(app, live)) for _ in range(2))
    screen.tap("I am Anna")
    assert screen.has("Your seat")
    assert not second_screen.has("I am Anna")
    screen.tap("Give up the seat")
    assert screen.has("I am Anna")
    assert second_screen.has("I am Anna")


def test_another_seat_is_taken_and_the_first_one_is_free(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen = choosing(app, live, visitor)
    screen.tap("I am Ben")
    assert seat_of(app, live, visitor) == 1
    assert screen.has("I am Anna")


def test_who_has_a_seat_goes_on_there(app: Headless) -> None:
    live = laid_out(app)
    screen = choosing(app, live, seated(app, live, 1))
    screen.tap("Go to the table")
    assert screen.route == f"/table/{live.id}/district/1"


def test_a_seat_that_another_phone_has_is_asked_for(app: Headless) -> None:
    live = laid_out(app)
    holder, asker = seated(app, live, 0), come(app, live)
    screen = choosing(app, live, asker)
    screen.tap("Ask for Anna’s seat")
    assert screen.has("You have asked; the host decides.")
    assert seat_of(app, live, holder) == 0
    screen.tap("Cancel")
    assert screen.has("Another phone has this seat.")
    screen.tap("Ask for Anna’s seat")
    app.run(app.tables.access.refuse(live.id, asker.key))
    assert screen.has("The host has left this seat to the other phone.")
    assert not screen.has("Another phone has this seat.")
    screen.tap("Ask for Anna’s seat")
    assert screen.has("You have asked; the host decides.")
    app.run(app.tables.access.hand_over(live.id, asker.key))
    assert screen.has("Your seat")


def test_who_only_watches_gives_its_seat_up(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen = choosing(app, live, visitor)
    screen.tap("Just watch")
    assert seat_of(app, live, visitor) is None
    assert screen.route == f"/table/{live.id}/watch"
    screen.follow()
    assert screen.says("Building 1 of 4; Ben leads with ")


def test_the_way_to_the_seats_is_at_the_table(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, come(app, live), f"/table/{live.id}/stock/0")
    assert not screen.has("Phones")
    screen.tap("Seats")
    assert screen.route == f"/seat/{live.id}"
