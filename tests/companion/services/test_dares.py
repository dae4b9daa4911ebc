"""What the history dares its players to do, and what it proposes to play."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.statistics import A_WHILE, LONG, SUGGESTED, TEN, PlayedGame, load_dares, suggestions
from tests.companion.pads import KINGDOMINO
from tests.companion.played import put_play, put_result

if TYPE_CHECKING:
    from companion.services.statistics import Dares, Suggestion
    from tests.companion.headless import Headless

TODAY = date(2026, 11, 30)


def game(key: str, days_ago: int, *, minutes: float | None = 40, limits: Any = (2, 4), **sizes: int) -> PlayedGame:
    """A game with its plays by size, as in `two=5`."""
    names = ("none", "one", "two", "three", "four", "five")
    return PlayedGame(
        key=key,
        title=key.title(),
        last=TODAY - timedelta(days=days_ago),
        sizes={names.index(name): number for name, number in sizes.items()},
        limits=limits,
        minutes=minutes,
    )


def said(proposed: tuple[Suggestion, ...]) -> dict[str, str]:
    return {each.game.key: str(each.reason) for each in proposed}


def loaded(app: Headless, today: date = TODAY) -> Dares:
    return app.worker.run_blocking(load_dares, app.tables.copies, today)


def test_three_games_are_proposed_each_for_a_reason_of_its_own() -> None:
    games = (
        game("azul", 200, two=12),
        game("catan", 5, three=9, two=3),
        game("go", 3, limits=(2, 2), two=7),
        game("hanabi", 4, three=6),
        game("wingspan", 90, three=1),
    )
    assert said(suggestions(games, 3, None, TODAY)) == {
        "azul": "12 plays, last 14 May 2026",
        "catan": "9 plays with 3 players",
        "hanabi": "6 plays: 4 more make ten",
    }


@pytest.mark.parametrize(
    ("players", "minutes", "keys"),
    [(2, None, {"go", "chess"}), (2, 60, {"go"}), (2, 30, set()), (3, None, {"azul"}), (6, None, set())],
)
def test_what_does_not_fit_is_not_proposed(players: int, minutes: int | None, keys: set[str]) -> None:
    games = (
        game("go", 3, limits=(2, 2), two=7),
        game("chess", 3, limits=None, minutes=None, two=7),
        game("azul", 3, limits=(3, 4), three=1),
    )
    assert {*said(suggestions(games, players, minutes, TODAY))} == keys


def test_a_game_that_was_played_with_the_right_number_comes_before_the_others() -> None:
    games = tuple(game(key, 1, three=times) for key, times in (("azul", 20), ("go", 30), ("catan", 10), ("hex", 40)))
    assert next(iter(said(suggestions(games, 3, None, TODAY)))) == "hex"


def test_no_history_has_the_same_game_twice_or_more_than_three() -> None:
    chance = Random(53)
    for _ in range(500):
        keys = chance.sample("abcdefgh", chance.randint(0, 8))
        games = tuple(
            game(key, chance.randint(0, 900), minutes=chance.choice((None, 20, 90)), two=chance.randint(1, 12))
            for key in keys
        )
        minutes = chance.choice((None, 30))
        proposed = suggestions(games, 2, minutes, TODAY)
        fit = [each for each in games if each.is_for(2, minutes)]
        assert len({each.game.key for each in proposed}) == len(proposed) == min(SUGGESTED, len(fit))
        assert all(each.game in fit for each in proposed)


def test_ten_by_ten_counts_each_game_ten_times_at_most_and_this_year_alone(app: Headless) -> None:
    for back in range(13):
        app.worker.run_blocking(put_result, TODAY - timedelta(days=back), {"Anna": 9, "Ben": 5}, "Azul")
    for _ in range(3):
        app.worker.run_blocking(put_play, TODAY, {"Anna": (3,), "Ben": (4,)})
    app.worker.run_blocking(put_result, date(2025, 12, 31), {"Anna": 9, "Ben": 5}, "Azul")
    dares = loaded(app)
    assert dares.this_year == (("Azul", TEN), ("Carpe Diem", 3))
    assert dares.towards_ten_by_ten == 13
    assert loaded(app, date(2027, 1, 1)).towards_ten_by_ten == 0


def test_of_eleven_games_ten_count(app: Headless) -> None:
    for number in range(11):
        app.worker.run_blocking(put_result, TODAY, {"Anna": 9, "Ben": 5}, f"Game {number}")
    assert loaded(app).towards_ten_by_ten == TEN


def test_the_games_of_a_group_are_its_own_pads_and_what_it_played(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    app.worker.run_blocking(put_play, TODAY, {"Anna": (3,), "Ben": (4,), "Cleo": (5,)})
    dares = loaded(app)
    assert [key for key, _ in dares.unplayed] == ["score-pad:4f2c"]
    assert dares.of_group == 2
    assert (dares.games[0].plays, dares.games[0].sizes, dares.games[0].minutes) == (1, {3: 1}, 80)
    assert dares.at_table == 3


def test_what_nobody_has_played_for_a_year_is_named_the_longest_one_first(app: Headless) -> None:
    for title, back in (("Azul", LONG), ("Go", LONG + timedelta(days=1)), ("Hex", 2 * LONG), ("Catan", A_WHILE)):
        app.worker.run_blocking(put_result, TODAY - back, {"Anna": 9, "Ben": 5}, title)
    app.worker.run_blocking(put_result, TODAY - 3 * LONG, {"Anna": 9, "Ben": 5}, "Catan")
    assert [game.title for game in loaded(app).left_alone(TODAY)] == ["Hex", "Go"]
