"""The seats of a table as a phone has them: taken, given up, asked for, and watched from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.services.end_sheet import with_only_end
from companion.tables.access import WATCHING
from companion.ui.screens.seats import ABOUT
from storage.repositories import access
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.phones import coins, come, guest_of, on_phone, seated, stock

if TYPE_CHECKING:
    from companion.tables.access import Visitor
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


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


def test_where_only_the_end_is_entered_seats_and_watching_lead_to_the_sheet(app: Headless) -> None:
    players = (player_with("Anna"), player_with("Ben"))
    live = begun(app, with_only_end("carpe-diem", table_state(*players)))
    screen = choosing(app, live, come(app, live))
    screen.tap("I am Ben")
    assert screen.route == f"/table/{live.id}/sheet/1"
    screen = choosing(app, live, come(app, live))
    screen.tap("Just watch")
    assert screen.route == f"/table/{live.id}/sheet/0"


def test_what_is_of_a_player_without_a_phone_whoever_has_a_seat_enters_and_the_page_says_so(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 1)
    assert choosing(app, live, visitor).has(ABOUT)
    on_phone(app, visitor, stock(live)).tap("Coins, +1")
    assert coins(live, 0) == 1
    assert "for a player without a phone, everybody with a seat enters" in ABOUT.english


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
    assert screen.route == f"/table/{live.id}/district/0"
    screen.follow()
    assert screen.has(f"{WATCHING}.")


def test_the_way_to_the_seats_is_at_the_table(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, come(app, live), f"/table/{live.id}/stock/0")
    assert not screen.has("Phones")
    screen.tap("Seats")
    assert screen.route == f"/seat/{live.id}"
