"""Teams at the table of a pad: entered as one player, counted in the history as those who are in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.score_pad.kinds import with_number
from companion.games.score_pad.kinds.kind import EntryPart
from companion.services import new_table, seating
from companion.services.new_table import SeatedPlayer, SeatingDraft
from companion.services.new_table_data import draft_again
from companion.services.results import result_of_play
from companion.tables.state import STYLES
from scoring.problems import problems_in
from scoring.score_pad.game import SCORE_PAD as GAME
from storage.documents.codec import plain
from storage.exchange.tessera_jsonl import check
from storage.repositories import people
from storage.repositories.tables import Store
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.problems import Problem
    from tests.companion.headless import Headless

SPADES: dict[str, Any] = {"title": "Spades", "categories": [{"key": "tricks", "title": "Tricks", "kind": "points"}]}
TEAMS = ("Anna & Ben", "Clara & Dora")


def draft_of(*names: str, team: bool = True) -> SeatingDraft:
    seats = zip(names, STYLES, strict=False)
    guests = (SeatedPlayer(name=name, colour=style.colour, shape=style.shape, team=team) for name, style in seats)
    return SeatingDraft(game="score-pad:4f2c", variant="4f2c", guests=tuple(guests))


def begun_in_teams(app: Headless, *, team: bool = True) -> LiveTable:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", SPADES))
    address = app.run(new_table.begin(app.tables, draft_of(*TEAMS, team=team)))
    return app.open_table(address.split("/")[2])


def test_each_member_of_a_team_has_its_points_and_its_win(app: Headless) -> None:
    live = begun_in_teams(app)
    assert not list(problems_in(live.state.table, GAME.limits))
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
    again = draft_again(play)
    assert [(guest.name, guest.team) for guest in again.guests] == [(team, True) for team in TEAMS]
    players = app.worker.run_blocking(people.players)
    assert {player.name for player in players} == {"Anna", "Ben", "Clara", "Dora"}


def test_a_team_that_is_called_otherwise_has_other_members(app: Headless) -> None:
    state = begun_in_teams(app).state
    wrong = seating.name_problem("score-pad", state, 0, "Ben & Dora", team=True)
    assert str(wrong).startswith('Another player is called "Dora"')
    renamed = seating.rename_player("score-pad", state, 0, "Ben & Emil", team=True).table.players
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
        SeatedPlayer(name=name, colour=style.colour, shape=style.shape, team=True)
        for name, style in zip(names, STYLES, strict=False)
    )
    draft = SeatingDraft(game=game, variant="4f2c", guests=tuple(guests))
    said = new_table.name_problem(draft, 1)
    assert (None if said is None else str(said)) == problem


def test_a_name_with_an_ampersand_is_one_player_unless_it_is_said_to_be_a_team(app: Headless) -> None:
    live = begun_in_teams(app, team=False)
    assert [player.members for player in live.state.table.players] == [None, None]
    copies = app.tables.copies["score-pad"]
    added = seating.add_player("score-pad", live.state, "Tom & Jerry", copies)
    both = seating.add_player("score-pad", added, "Emil & Fritz", copies, team=True).table.players
    assert [player.members for player in both] == [None, None, None, ("Emil", "Fritz")]
    team = seating.rename_player("score-pad", added, 2, "Tom & Jerry", team=True)
    assert team.table.players[2].members == ("Tom", "Jerry")
    moved = seating.move_player("score-pad", team, "Tom & Jerry", -1, copies).table.players
    assert [player.members for player in moved] == [None, ("Tom", "Jerry"), None]
    assert seating.rename_player("score-pad", team, 2, "Tom & Jerry").table.players[2].members is None


def test_a_team_is_ticked_on_new_table_and_while_it_is_played(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", SPADES))
    app.worker.run_blocking(Store.set, new_table.NEW_TABLE, plain(draft_of("", "", team=False)))
    screen = of_host(app, "/new")
    screen.type_into("Starting player", "Tom & Jerry")
    screen.type_into("Player 2", "Anna & Ben")
    screen.tap("Team: Anna and Ben")
    screen.start()
    live = app.open_table(screen.route.split("/")[2])
    assert [player.members for player in live.state.table.players] == [None, ("Anna", "Ben")]
    players = of_host(app, f"/seating/{live.id}")
    players.tap("1. Tom & Jerry: Edit")
    players.tap("Team: Tom and Jerry")
    players.tap("Save")
    assert live.state.table.players[0].members == ("Tom", "Jerry")
