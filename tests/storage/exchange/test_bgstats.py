"""BG Stats, writing: the link and the files compared with the format field by field, and read again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from storage.exchange.bgstats import bgstats_link, export_bgsplay, export_play
from storage.repositories.games import known_game
from storage.repositories.history import Filter, stream
from storage.repositories.people import merge_players, players
from storage.repositories.plays import play
from tests.storage.exchange.samples import (
    exported,
    keep,
    kept,
    number,
    plain,
    planned,
    scored,
    scored_from,
    take_in,
)
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.repositories.play_content import Play, StoredPlay
    from storage.repositories.tables import Store

UUID = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
START = "https://app.bgstatsapp.com/createPlay.html?data="


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
