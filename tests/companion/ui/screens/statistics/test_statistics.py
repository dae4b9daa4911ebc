"""The screens of statistics, on plays that are few enough to be counted by hand."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.system.clock import now
from companion.ui.components.figures import Figure, Numbers, inner_room, numbers_table
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import DARK, LIGHT, Palette, contrast
from companion.ui.screens.statistics.screen import NOTHING_THERE, NOTHING_YET, UNKNOWN, Statistics
from companion.ui.screens.statistics.spans import Span, address, since
from companion.ui.screens.statistics.wording import day_name, month_name, ticks
from storage.repositories import people
from storage.repositories.plays import remove
from tests.companion.played import LONG, many_plays, put_play, put_result
from tests.companion.spoken import name_of
from tests.storage import sample_pads

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen

DEIM = "/statistics/carpe-diem"

ROUTES = [
    ft.Route(path="statistics", component=Statistics),
    ft.Route(path="statistics/:game", component=Statistics),
    ft.Route(path="statistics/:game/:player", component=Statistics),
]


@component
def AtItsAddress() -> ft.Control:  # noqa: N802 - a component
    shown: ft.Control = ft.Router(ROUTES)
    return shown


def today() -> date:
    return now().astimezone().date()


def at(app: Headless, route: str, viewport: Viewport | None = None) -> Screen:
    return app.show(AtItsAddress, viewport=viewport, route=route)


def played(app: Headless, day: date, **points: tuple[int, ...]) -> str:
    return app.worker.run_blocking(put_play, day, points)


def three_plays(app: Headless) -> None:
    """Anna wins twice, Ben once; Ben sits first each time."""
    for back, anna, ben in ((800, 10, 4), (40, 3, 9), (0, 12, 11)):
        played(app, today() - timedelta(days=back), Ben=(ben,), Anna=(anna,))


def said(screen: Screen, start: str) -> str:
    """What is said that begins like this."""
    return next(name for name in screen.names if name.startswith(start))


def followed(app: Headless, screen: Screen) -> Screen:
    """Where the last tap leads."""
    return at(app, screen.route)


def test_before_the_first_play_it_says_what_will_stand_here(app: Headless) -> None:
    screen = at(app, "/statistics")
    assert screen.has(NOTHING_YET)
    screen.tap("New table")
    assert screen.route == "/new"


def test_plays_in_the_bin_do_not_count(app: Headless) -> None:
    app.worker.run_blocking(remove, played(app, today(), Anna=(1,), Ben=(2,)))
    assert at(app, "/statistics").has(NOTHING_YET)


def test_where_nothing_fits_all_time_is_one_tap_away(app: Headless) -> None:
    played(app, today() - timedelta(days=800), Anna=(1,), Ben=(2,))
    screen = at(app, f"{DEIM}?span=year")
    assert screen.has(NOTHING_THERE)
    screen.tap("Look at all time")
    assert screen.route == DEIM


def test_who_never_played_is_not_known(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics/all/nobody")
    assert screen.has(UNKNOWN)
    screen.tap("Statistics of everybody")
    assert screen.route == "/statistics"


def test_few_plays_say_that_they_say_nothing(app: Headless) -> None:
    three_plays(app)
    screen = at(app, DEIM)
    assert screen.says("So far 3 plays: too few to say anything")
    assert screen.has("Too few plays to say whether it matters where one sits.")
    screen.tap(said(screen, "Anna: 2 wins in 3 plays"))
    anna = followed(app, screen)
    assert anna.says("Too few plays to say anything: after 3, any rate from 21% to 94% fits.")
    assert not anna.says("Won plays stand out most")


def test_it_says_how_much_was_played_by_whom_and_when(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics")
    assert screen.has("Plays: 3")
    assert screen.has("Players: 2")
    assert screen.has("Hours: 4.0")
    assert screen.has("A play, on average: 1 h 20 min")
    assert screen.has(f"First play: {day_name((today() - timedelta(days=800)).isoformat())}")
    assert screen.has(f"Last play: {day_name(today().isoformat())}")


def test_each_player_has_wins_and_what_fits(app: Headless) -> None:
    three_plays(app)
    screen = at(app, DEIM)
    assert screen.has("Anna: 2 wins in 3 plays, 67%, 21% to 94% fits")
    assert screen.has("Ben: 1 win in 3 plays, 33%, 6% to 79% fits")
    screen.tap("Show numbers: Who wins how often")
    assert said(screen, "Anna: plays 3").endswith("average 8.3, best 12")
    screen.tap("Hide numbers: Who wins how often")
    assert not screen.says("Anna: plays 3")


def test_points_of_different_games_are_not_compared(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics")
    screen.tap("Show numbers: Who wins how often")
    anna = said(screen, "Anna: plays 3")
    assert anna == "Anna: plays 3, wins 2, rate 67%, what fits 21% to 94%, equal chances 50%"
    assert not screen.says("Where the points come from")


def test_the_span_leaves_older_plays_out(app: Headless) -> None:
    three_plays(app)
    screen = at(app, f"{DEIM}?span=months")
    assert screen.has("Plays: 2")
    assert screen.has("Anna: 1 win in 2 plays, 50%, 9% to 91% fits")
    assert screen.has("Time: Last 12 months")


def test_a_game_leads_to_its_own_figures(app: Headless) -> None:
    three_plays(app)
    app.worker.run_blocking(put_result, today(), {"Anna": 80, "Cathy": None})
    screen = at(app, "/statistics?span=year")
    screen.tap(f"Azul: 1 play, last {day_name(today().isoformat())}")
    assert screen.route == "/statistics/azul?span=year"
    azul = followed(app, screen)
    assert azul.has("Game: Azul")
    assert azul.has("Cathy: 0 wins in 1 play, 0%, 0% to 79% fits")
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


def test_the_arrow_leads_from_one_to_everybody_to_all_to_home(app: Headless) -> None:
    three_plays(app)
    screen = at(app, f"{DEIM}?span=months")
    screen.tap(said(screen, "Anna: "))
    ways = [DEIM + "?span=months", "/statistics?span=months", "/"]
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
    assert elsewhere.has(NOTHING_THERE)
    assert elsewhere.has("Player: Cathy")


def test_a_window_is_closed_without_a_choice(app: Headless) -> None:
    three_plays(app)
    screen = at(app, DEIM)
    screen.tap("Time: All time")
    assert screen.has("This year")
    screen.tap("Close")
    assert not screen.has("This year")


def test_each_category_of_the_sheet_has_its_spread(app: Headless) -> None:
    for villas in (0, 4, 6, 8, 12):
        played(app, today(), Anna=(20, 0, 0, 0, -2, villas), Ben=(10, 0, 0, 0, 0, villas))
    screen = at(app, DEIM)
    picture = said(screen, "Spread of the points of each category. ")
    assert "Victory point cards: average 15.0, when won 20.0" in picture
    screen.tap("Show numbers: Where the points come from")
    rows = [name for name in screen.names if "least" in name and name != picture]
    assert [row.partition(":")[0] for row in rows][-2:] == ["Fountain cards", "Villas"]
    assert "least −2.0" in rows[-2]
    assert "median 6.0" in rows[-1]
    assert "most 12.0" in rows[-1]
    assert screen.has("Won plays stand out most in Victory point cards: 20.0 points there, 15.0 in all plays.")


def test_a_seat_that_always_wins_stands_out(app: Headless) -> None:
    for _ in range(9):
        played(app, today(), Anna=(9,), Ben=(4,))
    screen = at(app, DEIM)
    assert screen.says("Wins more often than equal chances would have it: First, the starting player.")
    assert screen.says("Wins less often than equal chances would have it: Second.")
    assert "First, the starting player: plays 9, wins 9, rate 100%" in said(screen, "Wins by seat. ")
    assert "equal chances 50%" in said(screen, "Wins by seat. ")


def test_plays_are_counted_by_month_year_by_year(app: Headless) -> None:
    year = today().year
    for day in (date(year - 1, 3, 5), date(year - 1, 3, 20), date(year, 1, 1)):
        played(app, day, Anna=(1,), Ben=(2,))
    screen = at(app, DEIM)
    assert screen.has(f"Bar chart of plays by month, {year}: January {year} 1")
    assert not screen.enabled("The year after")
    screen.tap("The year before")
    assert screen.has(f"Bar chart of plays by month, {year - 1}: March {year - 1} 2")
    assert not screen.enabled("The year before")
    screen.tap("Show numbers: Plays by month")
    assert screen.has(f"March {year - 1}: plays 2")
    screen.tap("The year after")
    assert screen.has(f"{year}: 1 play")


def test_the_last_twelve_months_end_with_this_one(app: Headless) -> None:
    first = since(Span.MONTHS, today())
    assert first is not None
    played(app, first, Anna=(1,), Ben=(2,))
    played(app, first - timedelta(days=1), Anna=(1,), Ben=(2,))
    screen = at(app, "/statistics?span=months")
    said_of_it = said(screen, "Bar chart of plays by month, ")
    assert said_of_it.endswith(f": {month_name(first)} 1")
    assert not screen.has("The year before")


def test_long_lists_come_by_parts(app: Headless) -> None:
    for number in range(10):
        played(app, today(), Anna=(1,), **{f"Friend {number}": (2,)})
    screen = at(app, DEIM)
    assert len([name for name in screen.names if " fits" in name and " in " in name]) == 8
    screen.tap("Show more players")
    assert len([name for name in screen.names if " fits" in name and " in " in name]) == 11
    assert not screen.has("Show more players")


def of_anna(app: Headless, game: str = "carpe-diem") -> Screen:
    everybody = at(app, f"/statistics/{game}")
    everybody.tap(said(everybody, "Anna: "))
    return followed(app, everybody)


def test_a_player_has_figures_streaks_and_totals(app: Headless) -> None:
    for back, anna in enumerate((1, 9, 9, 9, 1, 1)):
        played(app, today() - timedelta(days=back), Anna=(anna,), Ben=(5,))
    screen = of_anna(app)
    for fact in ("Plays: 6", "Wins: 3", "Average: 5.0", "Best: 9", "Most wins in a row: 3"):
        assert screen.has(fact)
    assert screen.has("Last places: 3")
    assert screen.has("Most plays in a row without a win: 2")
    assert screen.has("Now: 1 play without a win")
    assert screen.says("As equal chances would have it (50%)")
    assert said(screen, "Totals from ").endswith("one after the other: 1, 1, 9 won, 9 won, 9 won, 1")
    screen.tap("Show numbers: Totals over time")
    assert screen.has(f"{day_name(today().isoformat())}: total 1, won no")


def test_the_best_play_is_one_tap_away(app: Headless) -> None:
    played(app, today(), Anna=(4,), Ben=(5,))
    best = played(app, today(), Anna=(9,), Ben=(5,))
    screen = of_anna(app)
    screen.tap("Open the best play")
    assert screen.route == f"/play/{best}"


def test_who_wins_more_than_their_share_is_told_so(app: Headless) -> None:
    for _ in range(8):
        played(app, today(), Anna=(9,), Ben=(5,), Cathy=(1,))
    assert of_anna(app).says("More wins than equal chances would give (33%)")


def test_head_to_head_leads_to_the_other_one(app: Headless) -> None:
    for anna in (4, 5, 9):
        played(app, today(), Anna=(anna,), Ben=(5,))
    screen = of_anna(app)
    screen.tap("Ben: 1 better · 1 level · 1 worse in 3 plays")
    ben = followed(app, screen)
    assert ben.has("Player: Ben")
    ben.tap("Show numbers: Head to head")
    assert ben.has("Anna: plays 3, better 1, level 1, worse 1, difference −1.0")


def test_totals_of_all_games_are_not_mixed(app: Headless) -> None:
    three_plays(app)
    screen = of_anna(app, "all")
    assert screen.says("Choose a game to see totals and categories")
    assert not screen.says("Totals over time")
    assert not screen.says("Average: ")


def test_results_without_totals_still_count(app: Headless) -> None:
    for _ in range(2):
        app.worker.run_blocking(put_result, today(), {"Anna": None, "Ben": None})
    screen = of_anna(app, "azul")
    assert screen.has("Wins: 2")
    assert not screen.says("Average: ")
    assert not screen.says("Totals over time")


@pytest.mark.parametrize(
    "viewport", [Viewport(width=320, scale=2.0), Viewport(width=1280, palette=DARK)], ids=["small", "wide"]
)
def test_every_screen_is_shown_in_every_look(app: Headless, viewport: Viewport) -> None:
    app.worker.run_blocking(many_plays, today(), 12)
    everybody = at(app, DEIM, viewport)
    everybody.tap(said(everybody, LONG))
    one = at(app, everybody.route, viewport)
    for screen in (everybody, one, at(app, "/statistics", viewport)):
        buttons = [name for name in screen.names if name.startswith("Show numbers: ")]
        assert len(buttons) >= 3
        for name in buttons:
            screen.tap(name)


def test_drawn_figures_are_said_and_stay_silent_inside(app: Headless) -> None:
    app.worker.run_blocking(many_plays, today(), 12)
    screen = at(app, DEIM)
    pictures = [one for one, _ in screen.controls() if isinstance(one, ft.Semantics) and one.image]
    assert len(pictures) == 3
    assert all(name_of(one) for one in pictures)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_drawn_is_seen(palette: Palette) -> None:
    """Contrast of drawings. Web Content Accessibility Guidelines 2.2, 1.4.11."""
    drawn = [(one, palette.surface) for one in (palette.primary, palette.tertiary, palette.muted, palette.ink)]
    on_boxes = [(one, palette.tertiary_wash) for one in (palette.primary, palette.tertiary)]
    assert all(contrast(one, ground) >= 3 for one, ground in (*drawn, *on_boxes))


NUMBERS = Numbers(heads=("Player", "Plays", "Wins"), rows=(("Anna", "40", "12"), ("Ben", "9", "0")))


def test_a_table_that_is_too_wide_goes_below_each_other() -> None:
    def rows(viewport: Viewport) -> int:
        table = numbers_table(NUMBERS, viewport, inner_room(viewport))
        assert isinstance(table, ft.Column)
        return len(table.controls)

    assert rows(Viewport()) == 3
    assert rows(Viewport(width=320, scale=2.0)) == 2


def test_numbers_are_there_on_demand(app: Headless) -> None:
    screen = app.show(lambda: Figure("Wins", [], NUMBERS))
    assert not screen.says("Anna")
    screen.tap("Show numbers: Wins")
    assert screen.has("Anna: plays 40, wins 12")


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 7), (-30, 140), (61, 61), (0, 1000), (-9, -2)])
def test_marks_are_even_and_hold_everything(low: int, high: int) -> None:
    marks = ticks(low, high)
    assert marks[0] <= low
    assert marks[-1] >= high
    assert len({after - before for before, after in pairwise(marks)}) == 1
    assert 2 <= len(marks) <= 7


def test_an_address_names_what_is_looked_at() -> None:
    assert address(None, None, Span.YEAR) == "/statistics?span=year"
    assert address(None, "ann a", Span.ALL) == "/statistics/all/ann%20a"


def pads(app: Headless, *given: Any, **more: Any) -> None:
    app.worker.run_blocking(partial(sample_pads.played, **more), *given)


def test_a_pad_is_a_game_with_its_name_categories_averages_and_best_play(app: Headless) -> None:
    pads(app, {"Anna": 3, "Ben": 5})
    pads(app, {"Anna": 7, "Ben": 6}, days=1)
    screen = at(app, "/statistics")
    screen.tap("Kingdomino: 2 plays, last 2 Mar 2024")
    assert screen.route == "/statistics/score-pad%3A0f8f"
    of_pad = followed(app, screen)
    assert of_pad.has("Plays: 2")
    assert of_pad.says("Regions: average 5.2")
    assert of_pad.says("Crowns: average 1.0")
    anna = at(app, address(sample_pads.KEY, _id(app, "Anna"), Span.ALL))
    assert anna.has("Average: 6.0")
    assert anna.has("Best: 8")


def _id(app: Headless, name: str) -> str:
    found = app.worker.run_blocking(people.player_named, name)
    assert found is not None
    return str(found)


def test_the_newest_title_of_a_category_counts_also_for_plays_from_a_spreadsheet(app: Headless) -> None:
    renamed = [{"key": "regions", "title": "Lands", "kind": "points"}]
    pads(app, {"Anna": 3})
    pads(app, {"Anna": 4}, pad={"title": "Kingdomino", "categories": renamed}, days=1)
    csv = {"columns": [{"player": "Anna", "total": 8, "lines": [{"rule": "Lands", "points": 8}]}]}
    pads(app, {"Anna": 7}, days=2, document=None, sheet=csv)
    screen = at(app, address(sample_pads.KEY, None, Span.ALL))
    assert said(screen, "Spread of the points").count("Lands") == 1
    assert screen.says("Lands: average 5.0")
    assert not screen.says("Regions")


def test_two_pads_of_one_title_are_told_apart(app: Headless) -> None:
    pads(app, {"Anna": 3})
    pads(app, {"Anna": 3}, sample_pads.OTHER_KEY, {**sample_pads.KINGDOMINO, "winner": "fewest"}, days=3)
    screen = at(app, "/statistics")
    assert screen.has("Kingdomino (most points win): 1 play, last 1 Mar 2024")
    assert screen.has("Kingdomino (fewest points win): 1 play, last 4 Mar 2024")


def test_where_the_fewest_points_win_the_best_are_the_fewest(app: Headless) -> None:
    golf = {**sample_pads.KINGDOMINO, "title": "Golf", "winner": "fewest"}
    for back in range(5):
        pads(app, {"Anna": 70 + back, "Ben": 80}, sample_pads.KEY, golf, days=back)
    everybody = at(app, address(sample_pads.KEY, None, Span.ALL))
    assert everybody.says("Won plays stand out most in Regions: 72.0 points there, 76.0 in all plays.")
    anna = at(app, address(sample_pads.KEY, _id(app, "Anna"), Span.ALL))
    assert anna.has("Best: 71")
    assert anna.says("5 better · 0 worse")
    anna.tap("Show numbers: Head to head")
    assert anna.says("+8.0")
