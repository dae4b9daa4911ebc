"""Teams at the table of a pad: entered as one player, counted in the history as those who are in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.score_pad.actions import EntryPart, with_number
from companion.games.score_pad.kit import SCORE_PAD
from companion.services import new_table, seating
from companion.services.new_table import SeatedPlayer, SeatingDraft
from companion.services.results import result_of_play
from companion.tables.state import STYLES, styles
from scoring.problems import problems_in
from scoring.score_pad.game import SCORE_PAD as GAME
from storage.exchange.tessera_jsonl.contents import check
from storage.repositories import people

if TYPE_CHECKING:
    from scoring.problems import Problem
    from tests.companion.headless import Headless

SPADES: dict[str, Any] = {"title": "Spades", "categories": [{"key": "tricks", "title": "Tricks", "kind": "points"}]}
TEAMS = ("Anna & Ben", "Clara & Dora")


def test_each_member_of_a_team_has_its_points_and_its_win(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", SPADES))
    state = SCORE_PAD.begin(TEAMS, styles(2), "4f2c", app.tables.copies["score-pad"])
    assert not list(problems_in(state.table, GAME.limits))
    live = app.run(app.tables.open(app.run(app.tables.begin("score-pad:4f2c", state))))
    assert live is not None
    app.run(live.change("90", lambda now: with_number(now, 1, EntryPart(key="tricks"), 90)))
    play = app.run(app.tables.finish(live))
    assert [(player.name, player.total, player.place, player.won) for player in play.players] == [
        ("Anna", 0, 2, False),
        ("Ben", 0, 2, False),
        ("Clara", 90, 1, True),
        ("Dora", 90, 1, True),
    ]
    result = result_of_play(play)
    assert result.sheet.winners == ("Clara & Dora",)
    assert not result.differs
    problems: list[Problem] = []
    assert check(play, problems) == ()
    assert not problems
    again = new_table.draft_again(play)
    assert [guest.name for guest in again.guests] == list(TEAMS)
    players = app.worker.run_blocking(people.players)
    assert {player.name for player in players} == {"Anna", "Ben", "Clara", "Dora"}


def test_a_team_that_is_called_otherwise_has_other_members(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", SPADES))
    state = SCORE_PAD.begin(TEAMS, styles(2), "4f2c", app.tables.copies["score-pad"])
    assert str(seating.name_problem("score-pad", state, 0, "Ben & Dora")).startswith('Another player is called "Dora"')
    renamed = seating.rename_player("score-pad", state, 0, "Ben & Emil").table.players
    assert [(player.name, player.members) for player in renamed] == [
        ("Ben & Emil", ("Ben", "Emil")),
        ("Clara & Dora", ("Clara", "Dora")),
    ]


@pytest.mark.parametrize(
    ("names", "game", "problem"),
    [
        (("Anna & Ben", "Clara"), "score-pad:4f2c", None),
        (("Anna & Ben", "ben"), "score-pad:4f2c", 'Another player is called "Ben": add a letter.'),
        (("Clara", "Anna & Anna"), "score-pad:4f2c", 'Another player is called "Anna": add a letter.'),
        (("Anna & Ben", "Ben"), "carpe-diem", None),
    ],
)
def test_nobody_sits_in_two_teams(names: tuple[str, ...], game: str, problem: str | None) -> None:
    guests = (
        SeatedPlayer(name=name, colour=style.colour, shape=style.shape)
        for name, style in zip(names, STYLES, strict=False)
    )
    draft = SeatingDraft(game=game, variant="4f2c", guests=tuple(guests))
    said = new_table.name_problem(draft, 1)
    assert (None if said is None else str(said)) == problem
