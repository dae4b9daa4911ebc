"""BG Stats, reading: the plays of its files, with their days, players, winners and notes."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.import_export import plan_summary
from storage.database.models import PlayRow
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.past_imports import undo_import
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.history import Filter, stream
from storage.repositories.people import players
from storage.repositories.play_content import play_of as play_content_of
from storage.repositories.player_statistics import pairs, streaks
from storage.repositories.statistics import Scope, overall, player_figures
from tests.storage.exchange.bgstats_samples import file_of, only, play_of, remarks, theirs
from tests.storage.exchange.samples import exported, jsonl, kept, line, plain, planned, problems_of, read, take_in
from tests.storage.sample_documents import ABSENT, changed
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.exchange.outcomes import PlayerOutcome
    from storage.repositories.tables import Store

ZONES = ("Europe/Berlin", "America/Los_Angeles", "Pacific/Kiritimati")

AROUND_MIDNIGHT = ("2024-01-31 23:59:59", "2024-02-01 00:00:00", "2024-07-01 00:30:00", "2024-06-30 23:30:00")

CLOCKS_CHANGE = ("2024-10-27 02:30:00", "2024-03-31 02:30:00", "2024-11-03 01:30:00", "2024-03-10 02:30:00")
"""Hours that stand twice or not at all on the clocks of Berlin and Los Angeles."""


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("ymd", [True, False])
def test_the_day_in_a_file_is_the_day_of_the_play_in_every_zone(
    tmp_path: Path, zones: Callable[[str], None], zone: str, *, ymd: bool
) -> None:
    zones(zone)
    moments = (*AROUND_MIDNIGHT, *CLOCKS_CHANGE)
    file = theirs()
    (play,) = file["plays"]
    file["plays"] = [
        play
        | {"uuid": f"{index}", "playDate": moment}
        | ({"playDateYmd": int(moment[:10].replace("-", ""))} if ymd else {})
        for index, moment in enumerate(moments)
    ]
    data = json.dumps(file).encode()
    with opened(tmp_path / "t.db") as store:
        take_in(store, data)
        taken = {play.source: play for play in stream(store, Filter())}
        assert [entry.kind for entry in planned(store, data).entries] == ["same"] * len(moments)
    for index, moment in enumerate(moments):
        play = taken[f"bgstats:{index}"]
        assert play.day == moment[:10]
        if moment in AROUND_MIDNIGHT:
            assert f"{play.finished.astimezone():%Y-%m-%d %H:%M:%S}" == moment


def test_where_time_and_day_of_a_file_differ_the_day_counts() -> None:
    file = changed(theirs(), {"plays[0].playDateYmd": 20240101})
    (record,) = read(json.dumps(file).encode()).records
    assert record.play.finished.astimezone().replace(tzinfo=None) == datetime(2024, 1, 1, 23, 15)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (1, "1 play that BG Stats does not count is left out: "),
        (2, "2 plays that BG Stats does not count are left out: "),
    ],
)
def test_plays_that_bg_stats_does_not_count_are_left_out_and_told(store: Store, number: int, says: str) -> None:
    file = theirs()
    (play,) = file["plays"]
    file["plays"] += [play | {"uuid": f"ignored {index}", "ignored": True} for index in range(number)]
    plan = planned(store, json.dumps(file).encode())
    assert (plan.new, plan.problems) == (1, ())
    assert [sentence[: len(says)] for sentence in plan_summary(plan)[-1:]] == [says]


def test_a_file_of_the_app_is_read_with_ties_sums_and_strangers() -> None:
    incoming = read(json.dumps(theirs()).encode())
    assert problems_of(incoming) == []
    (record,) = incoming.records
    assert (record.id, record.source) == (
        "1b4e28ba2fa111d2883f0016d3cca427",
        "bgstats:1B4E28BA-2FA1-11D2-883F-0016D3CCA427",
    )
    assert (record.play.game, record.play.place, record.play.note) == ("carpe-diem", "Club", "Close")
    assert [(p.name, p.total, p.place, p.won, p.position) for p in record.play.players] == [
        ("Anna", 47, 1, True, 0),
        ("Anonymous player", None, 1, True, None),
        ("Anonymous player (2)", None, 3, False, None),
    ]
    assert record.play.extras == {"noted": {"seats": [{}, {}, {"score": "46ish"}]}}
    assert [str(remark) for remark in incoming.remarks] == [
        "In 1 play a score is no whole number, and stays as a note at the seat: Carpe Diem, 2023-12-31."
    ]


def test_the_expansions_of_a_play_are_named_in_its_note() -> None:
    file = theirs()
    file["games"] += [{"id": 8, "name": "Agencies"}, {"id": 9, "name": 4}]
    file["plays"][0]["expansionPlays"] = [{"gameRefId": 8, "bggId": 105}, {"gameRefId": 9}, {"gameRefId": 10}, None]
    (record,) = read(json.dumps(file).encode()).records
    assert record.play.note == "Close\nPlayed with Agencies."


@pytest.mark.usefixtures("on_both")
def test_the_anonymous_of_the_app_are_nobodys_friend_and_have_no_rates(store: Store, there: Store) -> None:
    data = json.dumps(theirs()).encode()
    take_in(store, data)
    assert [friend.name for friend in players(store, hidden=True)] == ["Anna"]
    assert [(figures.name, figures.plays) for figures in player_figures(store, Scope())] == [("Anna", 1)]
    assert (overall(store, Scope()).players, pairs(store, Scope(), players(store)[0].id)) == (1, ())
    (brief,) = stream(store, Filter())
    assert [seat.name for seat in brief.players] == ["Anna", "Anonymous player", "Anonymous player (2)"]
    (table,) = [play for play in json.loads(exported(export_bgsplay, store))["players"] if play["isAnonymous"]]
    assert table["name"] == "Anonymous player"
    lines = exported(export_jsonl, store)
    assert [line["name"] for line in map(json.loads, lines.splitlines()) if line["tessera"] == "player"] == ["Anna"]
    again = [planned(store, data), planned(store, exported(export_bgsplay, store)), planned(store, lines)]
    assert [(plan.same, len(plan.entries)) for plan in again] == [(1, 1)] * 3
    take_in(there, lines)
    assert [friend.name for friend in players(there, hidden=True)] == ["Anna"]
    assert exported(export_jsonl, there) == lines


def test_a_friend_with_the_name_of_the_anonymous_stays_a_friend(store: Store) -> None:
    kept(store, plain({"Anonymous player": 5}))
    done = take_in(store, json.dumps(theirs()).encode())
    plays = {friend.name: friend.plays for friend in players(store, hidden=True)}
    assert plays == {"Anonymous player": 1, "Anna": 1}
    undo_import(store, done.id or "")
    assert [friend.name for friend in players(store, hidden=True)] == ["Anonymous player"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"plays[0].playDate": "yesterday"}, "play 1, playDate"),
        ({"plays[0].playDate": 3}, "play 1, playDate"),
        ({"plays[0].playDateYmd": "20231231"}, "play 1, playDateYmd"),
        ({"plays[0].playDateYmd": 20231301}, "play 1, playDateYmd"),
        ({"plays[0].playDateYmd": 10**30}, "play 1, playDateYmd"),
        ({"plays[0].uuid": ABSENT}, "play 1, uuid"),
        ({"plays[0].gameRefId": 8}, "play 1, gameRefId"),
        ({"plays[0].locationRefId": 8}, "play 1, locationRefId"),
        ({"plays[0].playerScores": []}, "play 1, playerScores"),
        ({"plays[0].playerScores[1]": 5}, "play 1, playerScores[1]"),
        ({"plays[0].playerScores[1].playerRefId": "4"}, "play 1, playerScores[1].playerRefId"),
        ({"plays[0].playerScores[1].winner": 1}, "play 1, playerScores[1].winner"),
        ({"games[0].name": ""}, "play 1, gameRefId"),
        ({"plays[0]": None}, "play 1"),
        ({"plays": {}}, "plays"),
        ({"players": 3}, "players"),
    ],
)
def test_what_is_wrong_is_named_with_play_and_field(changes: dict[str, Any], path: str) -> None:
    incoming = read(json.dumps(changed(theirs(), changes)).encode())
    assert [where for where, _ in problems_of(incoming)] == [path]
    assert incoming.records == ()


@pytest.mark.parametrize(
    ("zone", "moment"), [("America/New_York", "9999-12-31 23:59:59"), ("Asia/Tokyo", "0001-01-01 00:00:00")]
)
def test_a_moment_at_either_end_of_time_costs_its_play_alone(
    zones: Callable[[str], None], zone: str, moment: str
) -> None:
    zones(zone)
    file = theirs()
    (play,) = file["plays"]
    file["plays"] = [play, play | {"uuid": "far", "playDate": moment}]
    incoming = read(json.dumps(file).encode())
    (where, why), *more = problems_of(incoming)
    assert (len(incoming.records), where, more) == (1, "play 2, playDate", [])
    assert "a date and time such as" in why


def with_scores(*scores: tuple[str, bool], game: dict[str, Any] | None = None, **play: Any) -> bytes:
    """A file of the app with one play of its players."""
    file = theirs()
    file["players"] = [
        {"uuid": f"0f8fad5b-d9cb-469f-a165-7086772895{seat:02}", "id": seat, "name": name, "isAnonymous": False}
        for seat, name in enumerate(("Anna", "Bo", "Cy"))
    ]
    file["games"][0] |= {"name": "Duel"} | (game or {})
    file["plays"][0] |= play | {
        "playerScores": [
            {"playerRefId": seat, "score": score, "winner": won, "rank": 0, "seatOrder": 0, "startPlayer": False}
            for seat, (score, won) in enumerate(scores)
        ]
    }
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    ("data", "places", "won"),
    [
        (with_scores(("200", False), ("180", False)), [1, 2], [True, False]),
        (with_scores(("3", False), ("9", False), game={"highestWins": False}), [1, 2], [True, False]),
        (with_scores(("9", False), ("3", False), game={"highestWins": False}), [2, 1], [False, True]),
        (with_scores(("", False), ("", False)), [1, 1], [False, False]),
        (with_scores(("", False), ("", False), game={"cooperative": True}), [2, 2], [False, False]),
        (with_scores(("9", False), ("3", False), game={"cooperative": True}), [2, 2], [False, False]),
        (with_scores(("9", False)), [2], [False]),
    ],
)
def test_where_nobody_is_marked_the_scores_or_the_game_say_who_won(
    tmp_path: Path, data: bytes, places: list[int], won: list[bool]
) -> None:
    (record,) = read(data).records
    assert [player.place for player in record.play.players] == places
    assert [player.won for player in record.play.players] == won
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "u.db") as other_store:
        take_in(store, data)
        (play,) = stream(store, Filter())
        written = io.BytesIO()
        export_bgsplay(store, Filter(), written.write)
        take_in(other_store, written.getvalue())
        (back,) = stream(other_store, Filter())
        assert [(seat.place, seat.won) for seat in back.players] == [(seat.place, seat.won) for seat in play.players]
        assert [entry.kind for entry in planned(store, data).entries] == ["same"]


def test_plays_together_and_duels_have_rates_of_their_own(store: Store) -> None:
    together = [("", True), ("", True), ("", True)]
    lost = [("", False), ("", False), ("", False)]
    duel = [("10", False), ("20", True), ("5", False)]
    files = [
        *(with_scores(*together, game={"name": "Co-op", "cooperative": True}, uuid=f"co {n}") for n in range(6)),
        with_scores(*lost, game={"name": "Co-op", "cooperative": True}, uuid="lost", playDate="2024-01-02 20:00:00"),
        *(with_scores(*duel, uuid=f"duel {n}") for n in range(6)),
        with_scores(("", True), uuid="alone"),
        with_scores(("", False), uuid="alone and lost"),
    ]
    for data in files:
        take_in(store, data)
    figures = {friend.name: friend for friend in player_figures(store, Scope())}
    cy, anna = figures["Cy"], figures["Anna"]
    assert (cy.plays, cy.contested, cy.wins, cy.together, cy.together_wins) == (13, 6, 0, 7, 6)
    assert (anna.alone, anna.alone_wins, anna.contested) == (2, 1, 6)
    assert cy.expected == pytest.approx(1 / 3)
    streak = streaks(store, Scope(), cy.player_id)
    assert (streak.winning, streak.losing, streak.current, streak.together) == (0, 6, -6, 6)


def test_a_play_lost_together_that_was_stored_without_its_outcome_has_it_once_its_file_is_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = [("", False), ("", False), ("", False)]
    data = with_scores(*lost, game={"name": "Co-op", "cooperative": True})

    def all_first(outcomes: list[PlayerOutcome]) -> list[PlayerOutcome]:
        return [replace(outcome, rank=1) for outcome in outcomes]

    with monkeypatch.context() as before:
        before.setattr("storage.exchange.bgstats_in.lost_together", all_first)
        take_in(store, data)
    (stored,) = stream(store, Filter())
    assert (stored.is_unknown, stored.nobody_won) == (True, False)
    assert [figures.together for figures in player_figures(store, Scope())] == [0, 0, 0]
    take_in(store, data)
    (corrected,) = stream(store, Filter())
    assert (corrected.id, corrected.is_unknown, corrected.nobody_won) == (stored.id, False, True)
    assert [(figures.together, figures.together_wins) for figures in player_figures(store, Scope())] == [(1, 0)] * 3


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


def test_a_play_taken_in_earlier_gets_its_notes_and_a_spreadsheet_takes_none_away(store: Store) -> None:
    take_in(store, noted_play())
    (play,) = stream(store, Filter())
    sheet_of = exported(export_csv, store)
    with store.writing() as session:
        session.get_one(PlayRow, play.id).extras = {}
    undone = planned(store, noted_play())
    assert [str(entry.reason) for entry in undone.entries if entry.kind != "same"]
    take_in(store, noted_play())
    take_in(store, sheet_of.replace(b",21,", b",22,"))
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
def test_notes_that_are_none_are_named(store: Store, noted: object, path: str) -> None:
    take_in(store, noted_play())
    (play,) = stream(store, Filter())
    data = jsonl(line(replace(play_content_of(play), extras={"noted": noted}), play.id))
    assert [problem.path for problem in read(data).problems] == [path]
