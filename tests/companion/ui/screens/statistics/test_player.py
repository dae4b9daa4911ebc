"""Statistics of one player, on plays that are few enough to be counted by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from companion.ui.screens.statistics.player import pair_words
from companion.ui.screens.statistics.wording import day_name
from storage.repositories.statistics_values import OpponentFigures
from tests.companion.played import put_result
from tests.companion.ui.screens.statistics.visits import at, followed, played, said, three_plays, today

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


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
    assert screen.says("About as many wins as expected (50%).")
    assert screen.has("1, 1, 9 (Won), 9 (Won), 9 (Won), 1")
    screen.tap("Show numbers: Totals over time")
    assert screen.has(f"{day_name(today().isoformat())}: Total 1, Won no")


def test_wins_are_told_by_the_number_of_players(app: Headless) -> None:
    for back in range(3):
        played(app, today() - timedelta(days=back), Anna=(9,), Ben=(5,))
    played(app, today(), Anna=(1,), Ben=(5,), Cathy=(2,))
    screen = of_anna(app)
    screen.tap("Show numbers: By number of players")
    assert said(screen, "2 players: Plays 3, Wins 3, Rate 100%").endswith("Equal chances 50%")
    assert said(screen, "3 players: Plays 1, Wins 0, Rate 0%").endswith("Equal chances 33%")


def test_the_best_play_is_one_tap_away(app: Headless) -> None:
    played(app, today(), Anna=(4,), Ben=(5,))
    best = played(app, today(), Anna=(9,), Ben=(5,))
    screen = of_anna(app)
    screen.tap("Best play")
    assert screen.route == f"/play/{best}"


def test_who_wins_more_than_their_share_is_told_so(app: Headless) -> None:
    for _ in range(8):
        played(app, today(), Anna=(9,), Ben=(5,), Cathy=(1,))
    assert of_anna(app).says("More wins than expected (33%).")


def test_head_to_head_leads_to_the_other_one(app: Headless) -> None:
    for anna in (4, 5, 9):
        played(app, today(), Anna=(anna,), Ben=(5,))
    screen = of_anna(app)
    screen.tap("Ben: 1 better · 1 level · 1 worse")
    ben = followed(app, screen)
    assert ben.has("Player: Ben")
    ben.tap("Show numbers: Head to head")
    assert ben.has("Anna: Plays 3, Better 1, Level 1, Worse 1, Together 0, Difference −1.0")


@pytest.mark.parametrize(
    ("plays", "worse", "together", "said"),
    [
        (0, 0, 1, "1 play together"),
        (0, 0, 7, "7 plays together"),
        (1, 1, 1, "0 better · 0 level · 1 worse · 1 play together"),
        (2, 2, 0, "0 better · 0 level · 2 worse"),
    ],
)
def test_who_was_on_one_side_is_told_apart(plays: int, worse: int, together: int, said: str) -> None:
    pair = OpponentFigures(
        player_id="b", name="Ben", plays=plays, better=0, level=0, worse=worse, together=together, difference=None
    )
    assert pair_words(pair) == said


def test_totals_of_all_games_are_not_mixed(app: Headless) -> None:
    three_plays(app)
    screen = of_anna(app, "all")
    assert screen.says("Choose a game to see its points.")
    assert not screen.says("Totals over time")
    assert not screen.says("Average: ")


def test_results_without_totals_still_count(app: Headless) -> None:
    for _ in range(2):
        app.worker.run_blocking(put_result, today(), {"Anna": None, "Ben": None})
    screen = of_anna(app, "azul")
    assert screen.has("Wins: 2")
    assert not screen.says("Average: ")
    assert not screen.says("Totals over time")
