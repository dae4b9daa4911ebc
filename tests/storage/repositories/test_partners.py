"""Head to head: whoever was on one side is no opponent, in a team or where all win or lose together."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from storage.repositories.people import players
from storage.repositories.player_statistics import pairs
from storage.repositories.statistics import Scope, player_figures
from tests.storage.exchange.samples import keep, number, scored_from, take_in

if TYPE_CHECKING:
    from storage.repositories.tables import Store

NAMES = ("Anna", "Bo", "Cy", "Dan")

Met = dict[str, tuple[int, int]]
"""How often somebody was an opponent, and on one side, by name."""


def met(store: Store) -> Met:
    """Whom Anna met."""
    anna = next(friend for friend in players(store) if friend.name == "Anna")
    opponents = pairs(store, Scope(), anna.id)
    assert all(pair.better + pair.level + pair.worse == pair.plays for pair in opponents)
    return {pair.name: (pair.plays, pair.together) for pair in opponents}


def file_of(*seats: dict[str, Any], **game: Any) -> bytes:
    """A file of BG Stats with a play."""
    people = [{"id": at, "uuid": f"{at}", "name": name} for at, name in enumerate(NAMES[: len(seats)])]
    scores = [{"playerRefId": at, "score": "", "winner": False} | seat for at, seat in enumerate(seats)]
    play = {"uuid": "p", "playDate": "2024-01-01 20:00:00", "gameRefId": 1, "usesTeams": True, "playerScores": scores}
    games = [{"id": 1, "name": "A game", "highestWins": True} | game]
    return json.dumps({"players": people, "games": games, "plays": [play]}).encode()


WON = {"winner": True}
RED, BLUE = {"team": "Red"}, {"team": "Blue"}
AGAINST, ON_ONE_SIDE = (1, 0), (0, 1)

BG_STATS: dict[str, tuple[bytes, Met]] = {
    "teams": (file_of(RED | WON, RED | WON, BLUE, BLUE), {"Bo": ON_ONE_SIDE, "Cy": AGAINST, "Dan": AGAINST}),
    "teams whose members have points of their own": (
        file_of(RED | {"score": "9"}, RED | {"score": "4"}, BLUE | WON | {"score": "8"}),
        {"Bo": ON_ONE_SIDE, "Cy": AGAINST},
    ),
    "no teams": (file_of({"team": ""} | WON, {"team": ""}), {"Bo": AGAINST}),
    "won together": (file_of(WON, WON, WON, cooperative=True), {"Bo": ON_ONE_SIDE, "Cy": ON_ONE_SIDE}),
    "lost together": (file_of({}, {}, cooperative=True), {"Bo": ON_ONE_SIDE}),
    "won together, with other points": (file_of(WON | {"score": "3"}, WON | {"score": "5"}), {"Bo": ON_ONE_SIDE}),
    "level in points and place": (file_of(WON | {"score": "5"}, WON | {"score": "5"}), {"Bo": AGAINST}),
}


@pytest.mark.parametrize(("data", "expected"), BG_STATS.values(), ids=BG_STATS)
def test_partners_in_files_of_others_are_no_opponents(store: Store, data: bytes, expected: Met) -> None:
    take_in(store, data)
    assert met(store) == expected


def table(*seats: dict[str, Any], winner: str = "most", **ended: str) -> dict[str, Any]:
    pad = {"title": "A game", "winner": winner, "categories": [{"key": "a", "title": "Points", "kind": "points"}]}
    return {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": list(seats), **ended}}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            table(
                {"name": "Reds", "members": ["Anna", "Bo"], "entries": {"a": 5}},
                {"name": "Cy", "entries": {"a": 5}},
                {"name": "Blues", "members": ["Dan", "Eve"], "entries": {"a": 3}},
            ),
            {"Bo": ON_ONE_SIDE, "Cy": AGAINST, "Dan": AGAINST, "Eve": AGAINST},
        ),
        (
            table(*({"name": name, "entries": {"a": 5}} for name in ("Anna", "Bo")), winner="together", outcome="won"),
            {"Bo": ON_ONE_SIDE},
        ),
        (table(*({"name": name, "entries": {"a": 5}} for name in ("Anna", "Bo"))), {"Bo": AGAINST}),
    ],
    ids=["teams", "together", "level"],
)
def test_partners_at_a_pad_are_no_opponents(store: Store, document: dict[str, Any], expected: Met) -> None:
    keep(store, scored_from(document), number(1))
    assert met(store) == expected


def test_plays_together_change_nothing_in_the_lead(store: Store) -> None:
    teams = [{"name": "Reds", "members": ["Anna", "Bo"], "entries": {"a": 5}}, {"name": "Cy", "entries": {"a": 3}}]
    duel = [{"name": "Anna", "entries": {"a": 9}}, {"name": "Bo", "entries": {"a": 2}}]
    keep(store, scored_from(table(*teams)), number(1))
    keep(store, scored_from(table(*duel)), number(2))
    anna = next(friend for friend in players(store) if friend.name == "Anna")
    leads = {pair.name: pair.difference for pair in pairs(store, Scope(game="score-pad"), anna.id)}
    assert leads == {"Bo": 7.0, "Cy": 2.0}


def test_a_team_that_leaves_early_has_no_total_and_no_lead(store: Store) -> None:
    teams: list[dict[str, Any]] = [
        {"name": "Reds", "members": ["Anna", "Bo"], "entries": {"a": [5, 90]}, "left": 2},
        {"name": "Cy", "entries": {"a": [3, 4, 5]}},
        {"name": "Dan", "entries": {"a": [3, 4, 2]}},
    ]
    document = table(*teams)
    document["table"]["pad"]["categories"][0]["kind"] = "rounds"
    keep(store, scored_from(document), number(1))
    figures = player_figures(store, Scope(game="score-pad"))
    cy = next(player.player_id for player in figures if player.name == "Cy")
    leads = {pair.name: (pair.worse, pair.difference) for pair in pairs(store, Scope(game="score-pad"), cy)}
    assert {player.name: (player.wins, player.best, player.average) for player in figures} == {
        "Anna": (1, None, None),
        "Bo": (1, None, None),
        "Cy": (0, 12, 12),
        "Dan": (0, 9, 9),
    }
    assert leads == {"Anna": (1, None), "Bo": (1, None), "Dan": (0, 3.0)}
