"""What holds for the names of players in every game."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.players import asked_player_sits_here, names_differ
from scoring.problems import UNREADABLE


@dataclass(frozen=True)
class Sitter:
    name: str


@dataclass(frozen=True)
class Round:
    players: tuple[Sitter, ...]


@dataclass(frozen=True)
class Ask:
    player: str


def round_of(*names: str) -> Round:
    return Round(players=tuple(Sitter(name=name) for name in names))


def test_names_differ_whatever_their_capitals_and_the_later_one_is_the_problem() -> None:
    problems = list(names_differ(round_of("Nick", "Straße", "nick", "STRASSE")))
    assert [problem.path for problem in problems] == ["players[2].name", "players[3].name"]
    assert str(problems[1].message) == '"STRASSE": another player is called "Straße"'


def test_a_name_that_cannot_be_read_hides_no_other() -> None:
    assert [problem.path for problem in names_differ(round_of("Nick", UNREADABLE, "NICK"))] == ["players[2].name"]


def test_who_is_asked_about_sits_here_under_exactly_that_name() -> None:
    assert not list(asked_player_sits_here(round_of("Nick", "Cathy"), Ask(player="Cathy")))
    (problem,) = asked_player_sits_here(round_of("Nick", "Cathy"), Ask(player="cathy"))
    assert (problem.path, str(problem.message)) == (
        "ask.player",
        '"cathy" is not at this table: the players are Nick and Cathy',
    )


def test_where_nobody_sits_nobody_is_missed() -> None:
    assert not list(asked_player_sits_here(round_of(), Ask(player="Nick")))
