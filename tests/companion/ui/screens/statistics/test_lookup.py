"""What the statistics look at: a game, a span and a player, chosen and kept in the address."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from companion.services.history import GONE
from companion.ui.components.dialogs import NOTHING_FOUND
from companion.ui.screens.statistics.wording import Span, address, day_name
from tests.companion.played import put_result
from tests.companion.ui.screens.statistics.visits import DEIM, at, followed, played, said, three_plays, today

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def test_where_nothing_fits_all_time_is_one_tap_away(app: Headless) -> None:
    played(app, today() - timedelta(days=800), Anna=(1,), Ben=(2,))
    screen = at(app, f"{DEIM}?span=year")
    assert screen.has(NOTHING_FOUND)
    screen.tap("All time")
    assert screen.route == DEIM


def test_who_never_played_is_not_known(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics/all/nobody")
    assert screen.has(GONE)
    screen.tap("Everybody")
    assert screen.route == "/statistics"


def test_the_span_leaves_older_plays_out(app: Headless) -> None:
    three_plays(app)
    screen = at(app, f"{DEIM}?span=months")
    assert screen.has("Plays: 2")
    assert screen.has("Anna: 1 of 2 · 50%")
    assert screen.has("Time: Last 12 months")


def test_a_game_leads_to_its_own_figures(app: Headless) -> None:
    three_plays(app)
    app.worker.run_blocking(put_result, today(), {"Anna": 80, "Cathy": None})
    screen = at(app, "/statistics?span=year")
    screen.tap(f"Azul: 1 play, last {day_name(today().isoformat())}")
    assert screen.route == "/statistics/azul?span=year"
    azul = followed(app, screen)
    assert azul.has("Game: Azul")
    assert azul.has("Cathy: 0 of 1 · 0%")
    assert not azul.says("Where the points come from")


def test_what_is_looked_at_is_chosen_in_a_window(app: Headless) -> None:
    three_plays(app)
    screen = at(app, f"{DEIM}?span=year")
    screen.tap("Game: Carpe Diem")
    screen.tap("All games")
    assert screen.route == "/statistics?span=year"
    screen = followed(app, screen)
    screen.tap("Time: This year")
    screen.tap("Last 12 months")
    assert screen.route == "/statistics?span=months"
    screen = followed(app, screen)
    screen.tap("Player: Everybody")
    screen.tap("Ben")
    assert screen.route.startswith("/statistics/all/")
    assert screen.route.endswith("?span=months")
    assert followed(app, screen).has("Player: Ben")


def test_the_arrow_leads_from_one_to_everybody_to_all(app: Headless) -> None:
    three_plays(app)
    screen = at(app, f"{DEIM}?span=months")
    screen.tap(said(screen, "Anna: "))
    ways = [DEIM + "?span=months", "/statistics?span=months"]
    for way in ways:
        screen = followed(app, screen)
        screen.tap("Back")
        assert screen.route == way


def test_many_players_are_chosen_by_parts(app: Headless) -> None:
    friends = {f"Friend {number:02}": (number,) for number in range(30)}
    for number in range(0, 30, 3):
        played(app, today(), **dict(list(friends.items())[number : number + 3]))
    screen = at(app, DEIM)
    screen.tap("Player: Everybody")
    assert not screen.has("Friend 29")
    screen.tap("Show more")
    screen.tap("Friend 29")
    assert followed(app, screen).has("Player: Friend 29")


def test_a_player_who_never_played_a_game_is_told_so(app: Headless) -> None:
    three_plays(app)
    app.worker.run_blocking(put_result, today(), {"Cathy": 9, "Hank": 4})
    screen = at(app, "/statistics/all")
    screen.tap(said(screen, "Cathy: "))
    elsewhere = at(app, screen.route.replace("/all/", "/carpe-diem/"))
    assert elsewhere.has(NOTHING_FOUND)
    assert elsewhere.has("Player: Cathy")


def test_a_window_is_closed_without_a_choice(app: Headless) -> None:
    three_plays(app)
    screen = at(app, DEIM)
    screen.tap("Time: All time")
    assert screen.has("This year")
    screen.tap("Close")
    assert not screen.has("This year")


def test_a_year_that_is_over_can_be_chosen(app: Headless) -> None:
    year = today().year - 2
    for month, anna in ((1, 3), (12, 9)):
        played(app, date(year, month, 31), Anna=(anna,), Ben=(5,))
    played(app, date(year + 1, 1, 1), Anna=(1,), Ben=(5,))
    screen = at(app, DEIM)
    screen.tap("Time: All time")
    assert screen.has(str(year + 1))
    screen.tap(str(year))
    in_year = at(app, screen.route)
    assert in_year.has(f"Time: {year}")
    assert in_year.has("Plays: 2")
    assert in_year.says(f"{year}: 2 plays")


def test_an_address_names_what_is_looked_at() -> None:
    assert address(None, None, Span.YEAR) == "/statistics?span=year"
    assert address(None, "ann a", Span.ALL) == "/statistics/all/ann%20a"
