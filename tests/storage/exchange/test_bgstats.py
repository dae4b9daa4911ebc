"""BG Stats: the link and the files compared with the format field by field, and files read again."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from companion.services.import_export import plan_summary
from storage.exchange.bgstats import bgstats_link, export_bgsplay, export_play
from storage.exchange.past_imports import undo_import
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.games import known_game
from storage.repositories.history import Filter, stream
from storage.repositories.people import merge_players, players
from storage.repositories.player_statistics import pairs, streaks
from storage.repositories.plays import play
from storage.repositories.statistics import overall, player_figures
from storage.repositories.statistics_scope import Scope
from tests.storage.exchange.samples import (
    exported,
    keep,
    number,
    plain,
    planned,
    problems_of,
    read,
    scored,
    scored_from,
    take_in,
)
from tests.storage.sample_documents import ABSENT, changed
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.exchange.outcomes import PlayerOutcome
    from storage.repositories.play_content import Play, StoredPlay
    from storage.repositories.tables import Store

UUID = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
START = "https://app.bgstatsapp.com/createPlay.html?data="


def kept(store: Store, content: Play, play_id: str = number(1), source: str = "") -> StoredPlay:
    keep(store, content, play_id, source)
    stored = play(store, play_id)
    assert stored is not None
    return stored


def linked(store: Store, stored: StoredPlay) -> dict[str, Any]:
    link = bgstats_link(stored, known_game(store, stored.game))
    assert link.startswith(START)
    data = link.removeprefix(START)
    assert re.fullmatch(r"[A-Za-z0-9_.~%-]+", data)
    assert "+" not in data
    return json.loads(unquote(data))  # type: ignore[no-any-return]


def test_the_link_has_every_field_that_the_app_needs(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store:
        stored = kept(store, scored(note="Rain & 100% fun", place="Käthe's place"))
    data = linked(store, stored)
    comments = data.pop("comments").splitlines()
    assert comments[0] == "Rain & 100% fun"
    assert [line.split(":")[0] for line in comments[1:]] == [seat.name for seat in stored.players]
    assert f"{stored.players[0].name}: {stored.players[0].total} = " in comments[1]
    assert data == {
        "sourceName": "Tessera",
        "sourcePlayId": stored.id,
        "playDate": "2024-03-01 21:30:05",
        "durationMin": 47,
        "location": "Käthe's place",
        "game": {
            "name": "Little Town",
            "sourceGameId": "little-town",
            "highestWins": True,
            "noPoints": False,
            "bggId": 241266,
        },
        "players": [
            {
                "name": seat.name,
                "sourcePlayerId": seat.id,
                "startPlayer": seat.position == 0,
                "winner": seat.won,
                "rank": seat.place,
                "score": seat.total,
            }
            for seat in stored.players
        ],
    }
    assert sum(player["winner"] for player in data["players"]) > 1
    assert "%20" in bgstats_link(stored, known_game(store, stored.game))


def test_the_link_has_the_number_of_the_game_as_an_integer_where_it_is_known(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store:
        with_number = linked(store, kept(store, plain({"Anna": 3}, game="carpe-diem", title="Carpe Diem")))
        without_number = linked(store, kept(store, plain({"Anna": None}, game="other-tag", title="Tag"), number(2)))
    assert with_number["game"]["bggId"] == 245934
    assert type(with_number["game"]["bggId"]) is int
    assert "bggId" not in without_number["game"]
    assert without_number["game"]["noPoints"] is True
    assert "score" not in without_number["players"][0]
    assert "location" not in without_number


def test_a_file_has_every_field_of_the_format(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store:
        stored = kept(store, scored())
        keep(store, plain({"Cathy": 5, "Zoe": None}, days=1), number(2), "bgg:77")
        file = json.loads(exported(export_bgsplay, store))
        assert json.loads(exported(export_bgsplay, store)) == file
    assert set(file) == {"about", "players", "locations", "games", "plays", "userInfo"}
    assert isinstance(file["about"], str)
    assert file["userInfo"] == {"meRefId": 0}
    azul, town = file["plays"]
    by_number = {name: {entry["id"]: entry for entry in file[name]} for name in ("players", "games", "locations")}
    for entries in (*by_number.values(), {1: azul, 2: town}):
        uuids = [entry["uuid"] for entry in entries.values()]
        assert all(UUID.fullmatch(uuid) for uuid in uuids)
        assert len(set(uuids)) == len(uuids)
    assert by_number["games"][town["gameRefId"]]["name"] == "Little Town"
    assert by_number["games"][azul["gameRefId"]]["bggId"] == 230802
    assert by_number["locations"][town["locationRefId"]]["name"] == "Home"
    assert "locationRefId" not in azul
    assert azul["bggId"] == 77
    assert (town["playDate"], town["playDateYmd"]) == ("2024-03-01 21:30:05", 20240301)
    assert town["durationMin"] == 47
    for game in file["games"]:
        assert game["highestWins"] is True
        assert game["noPoints"] is False
        assert game["cooperative"] is False
        assert game["usesTeams"] is False
    for seat, score in zip(stored.players, town["playerScores"], strict=True):
        assert by_number["players"][score["playerRefId"]]["name"] == seat.name
        assert score["score"] == str(seat.total)
        assert score["winner"] is seat.won
        assert score["rank"] == seat.place
        assert score["startPlayer"] is (seat.position == 0)
        assert score["newPlayer"] is False
    assert [score["score"] for score in azul["playerScores"]] == ["5", ""]
    assert {score["playerRefId"] for score in azul["playerScores"]} & {
        score["playerRefId"] for score in town["playerScores"]
    }


def test_our_own_file_changes_nothing_where_it_came_from(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store:
        keep(store, scored(note="Fun"), number(1))
        keep(store, plain({"Anna": 5, "Zoe": None}, note="Short"), number(2))
        data = exported(export_bgsplay, store)
        assert [entry.kind for entry in planned(store, data).entries] == ["same", "same"]
        ids = {player.name: player.id for player in players(store)}
        merge_players(store, ids["Zoe"], ids["Cathy"])
        data = exported(export_bgsplay, store)
        assert [entry.kind for entry in planned(store, data).entries] == ["same", "same"]


def test_one_play_is_a_file_of_its_own(tmp_path: Path) -> None:
    with opened(tmp_path / "here.db") as store, opened(tmp_path / "there.db") as there:
        stored = kept(store, plain({"Anna": 5, "Börje": 9}, note="Short"))
        assert take_in(there, export_play(stored, known_game(store, stored.game))).added == 1
        taken = play(there, number(1))
        assert taken is not None
        assert [(seat.name, seat.total, seat.place, seat.won, seat.position) for seat in taken.players] == [
            ("Anna", 5, 2, False, 0),
            ("Börje", 9, 1, True, 1),
        ]
        assert (taken.game, taken.title, taken.note) == ("bgg-230802", "Azul", "Short")


def theirs() -> dict[str, Any]:
    """A file as the app writes it."""
    return {
        "about": "…",
        "players": [
            {"uuid": "0f8fad5b-d9cb-469f-a165-70867728950e", "id": 4, "name": "Anna", "isAnonymous": False},
            {"uuid": "X", "id": 9, "name": "Anonymous player", "isAnonymous": True},
        ],
        "locations": [{"uuid": "…", "id": 2, "name": "Club"}],
        "games": [{"uuid": "…", "id": 7, "name": "CARPE DIEM", "bggId": 0, "highestWins": True, "noPoints": False}],
        "plays": [
            {
                "uuid": "1B4E28BA-2FA1-11D2-883F-0016D3CCA427",
                "playDate": "2023-12-31 23:15:00",
                "durationMin": 75,
                "ignored": False,
                "gameRefId": 7,
                "locationRefId": 2,
                "comments": "Close",
                "playerScores": [
                    {"playerRefId": 4, "score": "40+7", "winner": True, "rank": 0, "seatOrder": 0, "startPlayer": True},
                    {"playerRefId": 9, "score": "", "winner": True, "rank": 0, "seatOrder": 0, "startPlayer": False},
                    {"playerRefId": 9, "score": "46ish", "winner": False},
                ],
            }
        ],
        "userInfo": {"meRefId": 4},
    }


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
    ("home", "abroad"),
    [("Europe/Berlin", "America/Los_Angeles"), ("America/Los_Angeles", "Pacific/Auckland"), ("UTC", "Europe/Berlin")],
)
def test_our_file_keeps_its_days_on_a_machine_in_another_zone(
    tmp_path: Path, zones: Callable[[str], None], home: str, abroad: str
) -> None:
    ends = [
        datetime(2024, 3, 1, 23, 30, tzinfo=UTC),
        *(datetime(2024, 10, 27, hour, 30, tzinfo=UTC) for hour in (0, 1)),
    ]
    zones(home)
    with opened(tmp_path / "here.db") as store:
        for index, end in enumerate(ends):
            keep(store, replace(plain({"Anna": 5}), finished=end), number(index))
        data = exported(export_bgsplay, store)
        links = [linked(store, play)["playDate"] for play in stream(store, Filter())]
        assert [entry.kind for entry in planned(store, data).entries] == ["same"] * 3
    local = [f"{end.astimezone():%Y-%m-%d %H:%M:%S}" for end in reversed(ends)]
    days = [int(moment[:10].replace("-", "")) for moment in local]
    assert links == local
    assert [(play["playDate"], play["playDateYmd"]) for play in json.loads(data)["plays"]] == [
        *zip(local, days, strict=True)
    ]
    zones(abroad)
    with opened(tmp_path / "there.db") as store:
        take_in(store, data)
        assert sorted(play.day for play in stream(store, Filter())) == sorted(moment[:10] for moment in local)
        assert sorted(play["playDateYmd"] for play in json.loads(exported(export_bgsplay, store))["plays"]) == sorted(
            days
        )


def test_the_day_of_a_play_is_written_although_the_machine_has_moved(
    tmp_path: Path, zones: Callable[[str], None]
) -> None:
    zones("Europe/Berlin")
    with opened(tmp_path / "t.db") as store:
        stored = kept(store, replace(plain({"Anna": 5}), finished=datetime(2024, 3, 1, 22, 30, tzinfo=UTC)))
        zones("Asia/Tokyo")
        data = export_play(stored, known_game(store, stored.game))
        assert [entry.kind for entry in planned(store, data).entries] == ["same"]
    (written,) = json.loads(data)["plays"]
    assert (stored.day, written["playDate"], written["playDateYmd"]) == ("2024-03-01", "2024-03-01 07:30:00", 20240301)


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (1, "1 play that BG Stats does not count is left out: "),
        (2, "2 plays that BG Stats does not count are left out: "),
    ],
)
def test_plays_that_bg_stats_does_not_count_are_left_out_and_told(tmp_path: Path, number: int, says: str) -> None:
    file = theirs()
    (play,) = file["plays"]
    file["plays"] += [play | {"uuid": f"ignored {index}", "ignored": True} for index in range(number)]
    with opened(tmp_path / "t.db") as store:
        plan = planned(store, json.dumps(file).encode())
    assert (plan.new, plan.problems) == (1, ())
    assert [sentence[: len(says)] for sentence in plan_summary(plan, overwrite_edited=False)[-1:]] == [says]


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
def test_the_anonymous_of_the_app_are_nobodys_friend_and_have_no_rates(tmp_path: Path) -> None:
    data = json.dumps(theirs()).encode()
    with opened(tmp_path / "t.db") as store:
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
    with opened(tmp_path / "there.db") as there:
        take_in(there, lines)
        assert [friend.name for friend in players(there, hidden=True)] == ["Anna"]
        assert exported(export_jsonl, there) == lines


def test_a_friend_with_the_name_of_the_anonymous_stays_a_friend(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store:
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


def test_plays_together_and_duels_have_rates_of_their_own(tmp_path: Path) -> None:
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
    with opened(tmp_path / "t.db") as store:
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = [("", False), ("", False), ("", False)]
    data = with_scores(*lost, game={"name": "Co-op", "cooperative": True})

    def all_first(outcomes: list[PlayerOutcome]) -> list[PlayerOutcome]:
        return [replace(outcome, rank=1) for outcome in outcomes]

    with opened(tmp_path / "t.db") as store:
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


def of_teams() -> Play:
    """A play of a pad by two teams and somebody alone."""
    pad = {"title": "Spades", "categories": [{"key": "a", "title": "Points", "kind": "points"}]}
    seats: list[dict[str, Any]] = [
        {"name": "Reds", "members": ["Anna", "Bo"], "entries": {"a": 500}},
        {"name": "Cleo", "entries": {"a": 400}},
        {"name": "Blues", "members": ["Dora", "Emil"], "entries": {"a": 300}},
    ]
    return scored_from({"game": "score-pad", "format": 1, "table": {"pad": pad, "players": seats}})


def test_teams_go_out_and_come_back(tmp_path: Path) -> None:
    with opened(tmp_path / "here.db") as store, opened(tmp_path / "there.db") as there:
        keep(store, of_teams(), number(1))
        keep(store, plain({"Anna": 5, "Bo": 3}), number(2))
        data = exported(export_bgsplay, store)
        take_in(there, data)
        assert [str(entry.reason) for entry in planned(store, data).entries] == ["is here already"] * 2
        again = exported(export_bgsplay, there)
        assert [str(entry.reason) for entry in planned(there, again).entries] == ["is here already"] * 2
    for written in map(json.loads, (data, again)):
        assert {game["name"]: game["usesTeams"] for game in written["games"]} == {"Azul": False, "Spades": True}
        seats = {play["usesTeams"]: play["playerScores"] for play in written["plays"]}
        assert [score["team"] for score in seats[True]] == ["Reds", "Reds", "", "Blues", "Blues"]
        assert [score.get("team", "") for score in seats[False]] == ["", ""]
        (sheet,) = [json.loads(play["scoresheet"]) for play in written["plays"] if "scoresheet" in play]
        (row,) = sheet["groups"][0]["rows"]
        assert list(row["scores"].values()) == ["500", "500", "400", "300", "300"]
