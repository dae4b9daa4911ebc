"""Statistics of a group of players, on plays that are few enough to be counted by hand."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.games import KITS
from companion.services.history import NO_PLAYS
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK, GAME_TINTS, MARKS, game_tint
from companion.ui.screens.statistics.screen import overall_facts
from companion.ui.screens.statistics.sections import NO_PLAY, STONE, mosaic
from companion.ui.screens.statistics.wording import MONTHS_OF_YEAR, Span, day_name, later, month_name, since
from storage.repositories.statistics_values import Overall
from tests.benchmarks.pocket import MAX_CONTROLS
from tests.companion.pads import KINGDOMINO
from tests.companion.phones import of_host
from tests.companion.played import LONG, many_plays, put_lost, put_result
from tests.companion.spoken import name_of, walk
from tests.companion.ui.screens.statistics.visits import (
    DEIM,
    REST,
    AtItsAddress,
    at,
    followed,
    played,
    said,
    three_plays,
    today,
)

DEIM_KEY = "carpe-diem"

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def test_before_the_first_play_it_says_what_will_stand_here(app: Headless) -> None:
    screen = at(app, "/statistics")
    assert screen.has(NO_PLAYS)
    screen.tap("New table")
    assert screen.route == "/new"


def test_a_choice_keeps_the_one_that_was_made_just_before(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics")
    screen.tap(next(name for name in screen.names if name.startswith("Time")))
    screen.tap_both("This year", "Anna: 2 of 3 · 67%")
    assert screen.route.startswith("/statistics/all/")
    assert screen.route.endswith("?span=year")


def test_the_h_index_and_the_places_stand_with_all_games(app: Headless) -> None:
    for title, times in (("Azul", 3), ("Catan", 2), ("Go", 1)):
        for _ in range(times):
            app.worker.run_blocking(put_result, today(), {"Anna": 9, "Ben": 5}, title, "At home" if times > 1 else "")
    screen = at(app, "/statistics")
    assert screen.says("H-index 2: 2 games were played at least 2 times each.")
    assert screen.has("Where you played")
    assert screen.says("5 plays")
    assert not at(app, "/statistics/go").says("H-index")
    assert not at(app, "/statistics/go").has("Where you played")


@pytest.mark.parametrize("scrolls", [True, False], ids=["scrolled", "asked for"])
def test_a_phone_is_sent_the_last_sections_once_one_comes_to_them(app: Headless, *, scrolls: bool) -> None:
    for back in range(9):
        players = dict.fromkeys((*"ABCDE"[: back % 2 + 3], f"F{back}"), back)
        app.worker.run_blocking(put_result, today() - timedelta(days=back), players, f"Game {back}", f"Place {back}")
    screen = app.show(AtItsAddress, route="/statistics")
    assert len(screen.controls(unsaid=True)) <= MAX_CONTROLS
    assert not screen.has("Games")
    screen.scroll(1000, to=299)
    assert screen.has(REST)
    if scrolls:
        screen.scroll(1000, to=301)
    else:
        screen.tap(REST)
    assert all(map(screen.has, ("Games", "Where you played")))
    assert not screen.has(REST)
    assert app.show(AtItsAddress, viewport=Viewport(width=1280), route="/statistics").has("Games")


def test_few_plays_say_that_they_say_nothing(app: Headless) -> None:
    three_plays(app)
    screen = at(app, DEIM)
    assert screen.says("Only 3 plays so far: most differences may be chance.")
    assert screen.has("Too few plays to tell.")
    screen.tap("Anna: 2 of 3 · 67%")
    anna = followed(app, screen)
    assert anna.says("Too few plays to tell.")
    assert not anna.says("Winners are most ahead")


def test_it_says_how_much_was_played_by_whom_and_when(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics")
    assert screen.has("Plays: 3")
    assert screen.has("Players: 2")
    assert screen.has("Hours in 3 plays: 4.0")
    assert screen.has("A play, on average: 1 h 20 min")
    overall = Overall(plays=1, first=None, last=None, timed=1, hours=0.02, players=2, games=())
    assert [fact for _, fact in overall_facts(overall)] == ["1", "2", "1 min"]
    assert screen.has(f"First play: {day_name((today() - timedelta(days=800)).isoformat())}")
    assert screen.has(f"Last play: {day_name(today().isoformat())}")


def test_each_player_has_wins_and_a_likely_range(app: Headless) -> None:
    three_plays(app)
    screen = at(app, DEIM)
    assert screen.has("Anna: 2 of 3 · 67%")
    assert screen.has("Ben: 1 of 3 · 33%")
    screen.tap("Show numbers: Who wins how often")
    assert said(screen, "Anna: Plays 3").endswith("Average 8.3, Best 12")
    screen.tap("Hide numbers: Who wins how often")
    assert not screen.says("Anna: Plays 3")
    assert not screen.says("that some won")


def test_who_wins_how_often_says_that_plays_are_left_out_which_nobody_lost_or_all_did(app: Headless) -> None:
    three_plays(app)
    app.worker.run_blocking(put_lost, today(), {"Anna": None, "Ben": None})
    screen = at(app, "/statistics")
    assert screen.has("Anna: 2 of 3 · 67%")
    assert screen.has("Of plays that some won and others did not.")


def test_points_of_different_games_are_not_compared(app: Headless) -> None:
    three_plays(app)
    screen = at(app, "/statistics")
    assert not screen.says("Likely range") | screen.says("H-index"), "three plays are too few"
    screen.tap("Show numbers: Who wins how often")
    anna = said(screen, "Anna: Plays 3")
    assert anna == "Anna: Plays 3, Wins 2, Rate 67%, Likely range (95%) –, Equal chances 50%"
    assert not screen.says("Where the points come from")


def test_each_category_of_the_sheet_has_its_spread(app: Headless) -> None:
    for villas in (0, 4, 6, 8, 12):
        played(app, today(), Anna=(20, 0, 0, 0, -2, villas), Ben=(10, 0, 0, 0, 0, villas))
    screen = at(app, DEIM)
    picture = said(screen, "Victory point cards: 15.0; ")
    screen.tap("Show numbers: Where the points come from")
    rows = [name for name in screen.names if "Least" in name and name != picture]
    assert [row.partition(":")[0] for row in rows][-2:] == ["Fountain cards", "Villas"]
    assert "Least −2.0" in rows[-2]
    assert "Median 6.0" in rows[-1]
    assert "Most 12.0" in rows[-1]
    assert screen.has("Winners are most ahead in Victory point cards: 20.0 points, 15.0 in all plays.")


def test_a_seat_that_always_wins_stands_out(app: Headless) -> None:
    for _ in range(9):
        played(app, today(), Anna=(9,), Ben=(4,))
    screen = at(app, DEIM)
    assert screen.says("More wins than expected: Starting player.")
    assert screen.says("Fewer wins than expected: Seat 2.")
    assert screen.has("Starting player: 9 of 9 · 100%; Seat 2: 0 of 9 · 0%")


def test_plays_are_counted_by_month_year_by_year(app: Headless) -> None:
    year = today().year
    for day in (date(year - 1, 1, 5), date(year - 1, 1, 20), date(year, 1, 1)):
        played(app, day, Anna=(1,), Ben=(2,))
    screen = at(app, DEIM)
    assert said(screen, f"January {year} 1")
    screen.tap(f"{year - 1}")
    screen = followed(app, screen)
    assert screen.has(f"Time: {year - 1}")
    assert screen.has(f"January {year - 1} 2")
    assert not screen.enabled(f"{year - 2}")
    screen.tap("Show numbers: Plays by month")
    assert screen.has(f"January {year - 1}: Plays 2")
    screen.tap(f"{year}")
    screen = followed(app, screen)
    assert screen.has("Time: This year")
    assert screen.has(f"{year}: 1 play")
    assert not screen.enabled(f"{year + 1}")


def test_the_last_twelve_months_end_with_this_one(app: Headless) -> None:
    first = since(Span.MONTHS, today())
    assert first is not None
    played(app, first, Anna=(1,), Ben=(2,))
    played(app, first - timedelta(days=1), Anna=(1,), Ben=(2,))
    for route in ("/statistics?span=months", "/statistics"):
        screen = at(app, route)
        assert screen.has(f"{month_name(first)} 1")
        assert not screen.enabled(f"{later(first, MONTHS_OF_YEAR).year}")


def test_where_nobody_played_in_a_year_the_year_of_the_last_play_is_one_tap_away(app: Headless) -> None:
    last = today() - timedelta(days=1000)
    played(app, last, Anna=(1,), Ben=(2,))
    screen = at(app, "/statistics")
    assert screen.has(NO_PLAY)
    assert screen.has("New table")
    screen.tap(f"{last.year}")
    assert screen.route == f"/statistics?span={last.year}"
    assert followed(app, screen).has(f"{month_name(last)} 1")


def test_the_mosaic_names_its_games_by_how_often_they_were_played(app: Headless) -> None:
    for title, times in (("Go", 1), ("Azul", 2)):
        for _ in range(times):
            app.worker.run_blocking(put_result, today(), {"Anna": 9, "Ben": 5}, title)
    screen = at(app, "/statistics")
    assert screen.has(f"{month_name(today())} 3; Azul 2, Go 1")
    faces = [control.value for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Text)]
    assert faces.index("Az") < faces.index("Go")


def test_games_that_begin_alike_have_letters_of_their_own_in_the_mosaic_and_in_its_key(app: Headless) -> None:
    for title in ("Carcassonne", "Cascadia"):
        app.worker.run_blocking(put_result, today(), {"Anna": 9, "Ben": 5}, title)
    screen = at(app, "/statistics")
    faces = [text.value or "" for text, _ in screen.controls(unsaid=True) if isinstance(text, ft.Text)]
    assert {"Ca", "Cs"} <= {*faces}
    assert any({*face.split("\n")} == {"Ca", "Cs"} for face in faces)


def piles(months: dict[date, list[tuple[str, int]]]) -> list[ft.Container]:
    """Each month's plays as they are drawn."""
    row = mosaic(months, {"azul": "Azul", "go": "Go", DEIM_KEY: "Carpe Diem"}, Viewport(), 326)
    return [part for part, _ in walk(row, ()) if isinstance(part, ft.Container) and part.gradient is not None]


def tints(pile: ft.Container) -> list[str]:
    assert isinstance(pile.gradient, ft.LinearGradient)
    colours = pile.gradient.colors
    assert colours[::2] == colours[1::2]  # hard edges
    return [str(colour) for colour in colours[::2] if colour is not ft.Colors.TRANSPARENT]


def letters(pile: ft.Container) -> list[str]:
    assert isinstance(pile.content, ft.Text)
    spans = "".join(str(span.text) for span in pile.content.spans or [])
    return (pile.content.value or spans.removesuffix("\n")).split("\n")


def test_a_stone_is_a_play_in_the_tint_and_letters_of_its_game() -> None:
    month = date(2025, 3, 1)
    months: dict[date, list[tuple[str, int]]] = {later(month, number): [] for number in range(MONTHS_OF_YEAR)}
    months[later(month, 11)] = [("azul", 11), ("go", 1)]
    (pile,) = piles(months)
    assert letters(pile) == ["Go", *["Az"] * 11]
    assert tints(pile) == [game_tint("Go"), *[game_tint("Azul")] * 11]
    assert pile.height == 12 * 326 / 12
    (own,) = piles({month: [(DEIM_KEY, 2)]})
    assert letters(own) == [MARKS[KITS[DEIM_KEY].mark]] * 2
    assert tints(own) == [GAME_TINTS[0]] * 2


def test_more_than_twelve_plays_a_month_are_a_block_for_each_game() -> None:
    many, few_plays = piles({date(2025, 3, 1): [("azul", 29), ("go", 1)], date(2025, 4, 1): [("go", 12)]})
    assert tints(many) == [game_tint("Go"), game_tint("Azul")]
    assert letters(many) == ["", "Az"]  # a low block has none
    assert letters(few_plays) == ["Go"]
    assert many.height == pytest.approx(12 * STONE)
    assert few_plays.height == pytest.approx(12 * STONE / 2.5)


def test_long_lists_come_by_parts(app: Headless) -> None:
    for number in range(10):
        played(app, today(), Anna=(1,), **{f"Friend {number}": (2,)})
    screen = at(app, DEIM)
    assert len([name for name in screen.names if name.count(" · ") == 1]) == 8
    screen.tap("Show more")
    assert len([name for name in screen.names if name.count(" · ") == 1]) == 11
    assert not screen.has("Show more")


@pytest.mark.parametrize(
    "viewport", [Viewport(width=320, scale=2.0), Viewport(width=1280, palette=DARK)], ids=["small", "wide"]
)
def test_every_screen_is_shown_in_every_look(app: Headless, viewport: Viewport) -> None:
    app.worker.run_blocking(many_plays, today(), 12)
    everybody = at(app, DEIM, viewport)
    everybody.tap(said(everybody, LONG))
    player_page = at(app, everybody.route, viewport)
    for screen in (everybody, player_page, at(app, "/statistics", viewport)):
        buttons = [name for name in screen.names if name.startswith("Show numbers: ")]
        assert len(buttons) >= 3
        for name in buttons:
            screen.tap(name)


def test_drawn_figures_are_said_and_stay_silent_inside(app: Headless) -> None:
    app.worker.run_blocking(many_plays, today(), 12)
    screen = at(app, DEIM)
    pictures = [control for control, _ in screen.controls() if isinstance(control, ft.Semantics) and control.image]
    assert len(pictures) == 3
    assert all(name_of(picture) for picture in pictures)


def test_a_dare_leads_to_a_table_of_its_game(app: Headless) -> None:
    three_plays(app)
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    app.worker.run_blocking(put_result, today() - timedelta(days=500), {"Anna": 9, "Ben": 5}, "Zzyx")
    screen = of_host(app, "/statistics")
    screen.tap(REST)
    assert screen.says("Each of your games once: 2 of 3")
    assert screen.says(f"Ten games ten times in {today().year}")
    screen.tap("Kingdomino")
    screen.follow()
    screen.tap("Anna")
    screen.tap("Ben")
    assert screen.has("Start with 2 players: Kingdomino")
    screen = at(app, "/statistics")
    assert screen.has("Not played for a year")
    screen.tap("Zzyx")
    assert screen.route == "/new/pad?title=Zzyx"
    assert not at(app, "/statistics/all/?span=year").has("Challenges")


def test_what_to_play_is_asked_by_players_and_time_and_has_reasons(app: Headless) -> None:
    three_plays(app)
    app.worker.run_blocking(put_result, today(), {"Anna": 9, "Ben": 5, "Cleo": 1}, "Hex")
    screen = at(app, "/statistics")
    screen.tap("What shall we play?")
    assert screen.says("Carpe Diem: 3 plays, last ")
    screen.tap("30 min")
    assert screen.says("Nothing that you have played fits.")
    screen.tap("2 h")
    screen.tap("2")
    screen.tap("Carpe Diem: 3 plays with 2 players. About 1 h 20 min.")
    assert screen.route == "/new?chosen"
