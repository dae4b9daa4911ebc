"""Notes of plays from BG Stats: teams, roles, rounds, the board and scores that are no whole number."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.history import Filter, stream
from storage.repositories.play_content import play_of as play_content_of
from storage.repositories.plays import correct
from tests.storage.exchange.bgstats_samples import (
    file_of,
    only,
    play_of,
    remarks,
)
from tests.storage.exchange.samples import exported, jsonl, line, planned, read, take_in
from tests.storage.stores import opened

if TYPE_CHECKING:
    from pathlib import Path


def noted_play() -> bytes:
    """A play of two teams with roles, three rounds, a board, and a score that is no number."""
    data = json.loads(file_of(play_of("13.5", "21", "-3-5+4+2", sheet="", usesTeams=True, rounds=3, board="B" * 300)))
    (play,) = data["plays"]
    play["expansionPlays"] = [{"gameRefId": 99}]
    for score, team, role in zip(play["playerScores"], ("1", "0", "1"), ("Seer", "", "Elder"), strict=True):
        score |= {"team": team, "role": role, "teamRole": "Wolf" if role else ""}
    return json.dumps(data).encode()


def test_teams_roles_rounds_the_board_and_odd_scores_stay_with_the_play(tmp_path: Path) -> None:
    seats = [{"team": "1", "role": "Seer, Wolf", "score": "13.5"}, {"team": "0"}, {"team": "1", "role": "Elder, Wolf"}]
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "u.db") as other_store:
        take_in(store, noted_play())
        (play,) = stream(store, Filter())
        assert play.extras == {"noted": {"rounds": 3, "seats": seats}}
        assert (play.edition, [player.total for player in play.players]) == ("B" * 300, [None, 21, -2])
        for export in (export_jsonl, export_bgsplay):
            assert planned(store, exported(export, store)).same == 1
        take_in(other_store, exported(export_bgsplay, store))
        (there,) = stream(other_store, Filter())
        assert (there.extras, there.edition) == (play.extras, play.edition)
    assert remarks(noted_play()) == [
        "In 1 play a score is no whole number, and stays as a note at the seat: Huts, 2024-01-01.",
        "In 1 play an expansion has no name in the file, and stays out: Huts, 2024-01-01.",
    ]


def test_the_number_of_a_team_means_nothing_where_no_teams_play() -> None:
    data = noted_play().replace(b'"usesTeams": true', b'"usesTeams": false')
    assert [seat.get("team") for seat in only(data).extras["noted"]["seats"]] == [None, None, None]


def test_a_play_taken_in_earlier_gets_its_notes_and_a_spreadsheet_takes_none_away(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store:
        take_in(store, noted_play())
        (play,) = stream(store, Filter())
        sheet_of = exported(export_csv, store)
        correct(store, play.id, replace(play, extras={}), "as it was")
        undone = planned(store, noted_play())
        assert [str(entry.reason) for entry in undone.entries if entry.kind != "same"]
        take_in(store, noted_play(), overwrite_edited=True)
        take_in(store, sheet_of.replace(b",21,", b",22,"), overwrite_edited=True)
        (again,) = stream(store, Filter())
        assert (again.extras, again.players[1].total) == (play.extras, 22)


@pytest.mark.parametrize(
    ("noted", "path"),
    [
        (3, "line 1, extras.noted"),
        ({"rounds": -1}, "line 1, extras.noted.rounds"),
        ({"seats": [{}]}, "line 1, extras.noted.seats"),
        ({"seats": [{"team": 4}, {}, {}]}, "line 1, extras.noted.seats[0].team"),
    ],
)
def test_notes_that_are_none_are_named(tmp_path: Path, noted: object, path: str) -> None:
    with opened(tmp_path / "t.db") as store:
        take_in(store, noted_play())
        (play,) = stream(store, Filter())
        data = jsonl(line(replace(play_content_of(play), extras={"noted": noted}), play.id))
        assert [problem.path for problem in read(data).problems] == [path]
