"""BG Stats, writing: the link and the files compared with the format field by field, and read again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from companion.formatting.languages import catalogue, languages
from scoring.messages import reading
from scoring.score_pad.state import worded
from storage.exchange import reading as files
from storage.exchange.bgstats import bgstats_link, export_bgsplay, export_play
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.games import kept_pads, known_game, pad_in, recorded_pad_key
from storage.repositories.history import Filter, stream
from storage.repositories.people import players
from storage.repositories.people_merges import merge
from storage.repositories.plays import play
from storage.repositories.statistics import Scope
from storage.repositories.statistics import categories as statistics_of
from tests.storage.exchange.bgstats_samples import SMALL, file_of, group, lines, only, play_of, row, sheet
from tests.storage.exchange.samples import (
    exported,
    keep,
    kept,
    number,
    plain,
    planned,
    read,
    scored,
    scored_from,
    take_in,
)
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scoring.score_pad.state import Pad
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


def test_the_link_has_every_field_that_the_app_needs(store: Store) -> None:
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


def test_the_link_has_the_number_of_the_game_as_an_integer_where_it_is_known(store: Store) -> None:
    with_number = linked(store, kept(store, plain({"Anna": 3}, game="carpe-diem", title="Carpe Diem")))
    without_number = linked(store, kept(store, plain({"Anna": None}, game="other-tag", title="Tag"), number(2)))
    assert with_number["game"]["bggId"] == 245934
    assert type(with_number["game"]["bggId"]) is int
    assert "bggId" not in without_number["game"]
    assert without_number["game"]["noPoints"] is True
    assert "score" not in without_number["players"][0]
    assert "location" not in without_number


def test_a_file_has_every_field_of_the_format(store: Store) -> None:
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


def test_our_own_file_changes_nothing_where_it_came_from(store: Store) -> None:
    keep(store, scored(note="Fun"), number(1))
    keep(store, plain({"Anna": 5, "Zoe": None}, note="Short"), number(2))
    data = exported(export_bgsplay, store)
    assert [entry.kind for entry in planned(store, data).entries] == ["same", "same"]
    ids = {player.name: player.id for player in players(store)}
    merge(store, "player", ids["Zoe"], ids["Cathy"])
    data = exported(export_bgsplay, store)
    assert [entry.kind for entry in planned(store, data).entries] == ["same", "same"]


def test_one_play_is_a_file_of_its_own(store: Store, there: Store) -> None:
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


def test_teams_go_out_and_come_back(store: Store, there: Store) -> None:
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


def test_lines_of_tessera_take_the_sheet_along(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "u.db") as other_store:
        take_in(store, SMALL)
        data = exported(export_jsonl, store)
        plan = planned(other_store, data)
        assert (plan.new, plan.problems, [entry.record.warnings for entry in plan.entries]) == (9, (), [()] * 9)
        take_in(other_store, data)
        sheets = [
            {play.id: (play.document, play.sheet) for play in stream(each, Filter())} for each in (store, other_store)
        ]
        assert sheets[0] == sheets[1]
        assert planned(other_store, data).same == planned(other_store, SMALL).same == 9


def test_a_spreadsheet_names_the_categories_and_knows_them_again(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "u.db") as other_store:
        take_in(store, SMALL)
        data = exported(export_csv, store)
        assert "That's Pretty Clever!: Yellow [bgg-244522: yellow]" in data.decode().splitlines()[0]
        assert planned(store, data).same == 9
        take_in(other_store, data)
        (clever, *_) = stream(other_store, Filter(game="bgg-244522"))
        assert lines(clever)[0]["yellow"] == 20
        averages = [
            {spread.rule: spread.average for spread in statistics_of(each, Scope(game="bgg-183006"))}
            for each in (store, other_store)
        ]
        assert averages[0] == averages[1]
        assert averages[0]["failedattempts_3"] == -23.75
        assert take_in(other_store, SMALL).changed == 8
        assert planned(other_store, data).same == 9


def test_a_file_for_bg_stats_has_the_sheets_again(tmp_path: Path) -> None:
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "u.db") as other_store:
        take_in(store, SMALL)
        data = exported(export_bgsplay, store)
        assert planned(store, data).same == 9
        written = read(data)
        assert (len(written.records), written.problems, written.remarks) == (9, (), ())
        take_in(other_store, data)
        for play in stream(store, Filter()):
            (there,) = (entry for entry in stream(other_store, Filter()) if entry.source == play.source)
            assert (there.note, there.title) == (play.note, play.title)
            assert [list(of_seat.values()) for of_seat in lines(there)] == [[*x.values()] for x in lines(play)]
        assert planned(other_store, data).same == 9


def test_a_play_of_a_pad_has_its_sheet_in_the_form_of_bg_stats(store: Store) -> None:
    kinds = {
        "title": "Kinds",
        "bgg": 4711,
        "categories": [
            {"key": "huts", "title": "Huts", "kind": "points"},
            {"key": "losses", "title": "Losses", "kind": "count", "each": -1},
            {"key": "coins", "title": "Coins", "kind": "count", "each": 2},
            {"key": "castle", "title": "Castle", "kind": "tick", "worth": 10},
            {"key": "tricks", "title": "Tricks", "kind": "rounds"},
            {"key": "sheep", "title": "Sheep", "kind": "majority", "values": [5, 2]},
            {"key": "rest", "title": "Not on the score sheet", "kind": "points"},
        ],
    }
    entries = {"huts": 3, "losses": 4, "coins": 6, "castle": True, "tricks": [20, -10, 5], "sheep": 1, "rest": 7}
    document = {
        "game": "score-pad",
        "format": 1,
        "table": {"pad": kinds, "players": [{"name": "Anna", "entries": entries}, {"name": "Ben"}]},
    }
    keep(store, replace(scored_from(document), game="score-pad:0f8f"), number(1))
    data = json.loads(exported(export_bgsplay, store))
    (play,) = data["plays"]
    (rows,) = (part["rows"] for part in json.loads(play["scoresheet"])["groups"])
    anna, ben = (json.loads(score["metaData"])["scoreUuid"] for score in play["playerScores"])
    assert anna != ben
    assert [(entry["label"], entry["negative"], entry.get("value"), entry["scores"]) for entry in rows] == [
        ("Huts", False, None, {anna: "3"}),
        ("Losses", True, None, {anna: "4"}),
        ("Coins", False, None, {anna: "12"}),
        ("Castle", False, 10, {anna: "10"}),
        ("Tricks", False, None, {anna: "20-10+5"}),
        ("Sheep", False, None, {anna: "5"}),
    ]
    back = only(json.dumps(data).encode())
    assert lines(back)[0] == {"huts": 3, "losses": -4, "coins": 12, "castle": 10, "tricks": 15, "sheep": 5, "rest": 7}


def test_every_format_takes_along_who_came_late_and_who_left(tmp_path: Path) -> None:
    pad = {
        "title": "Hands",
        "categories": [
            {"key": "hands", "title": "Hands", "kind": "rounds"},
            {"key": "losses", "title": "Losses", "kind": "rounds", "times": -1},
        ],
    }
    joined = {"round": 3, "points": {"hands": 7, "losses": -2}}
    players = [
        {"name": "Anna", "entries": {"hands": [1, 2, 3, 4], "losses": [1, 1, 1, 1]}},
        {"name": "Ben", "entries": {"hands": [0, 0, 5, 6], "losses": [0, 0, 1, 1]}, "joined": joined},
        {"name": "Clara", "entries": {"hands": [9, 9]}, "left": 2},
    ]
    document = {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "other.db") as other_store:
        keep(store, replace(scored_from(document), game="score-pad:0f8f"), number(1))
        data = json.loads(exported(export_bgsplay, store))
        take_in(other_store, exported(export_jsonl, store))
        (stored,), (taken,) = (list(stream(each, Filter())) for each in (store, other_store))
        table = exported(export_csv, store).decode()
    assert (taken.document, taken.sheet) == (stored.document, stored.sheet)
    assert [seat.total for seat in taken.players] == [6, 14, 18]
    (play,) = data["plays"]
    (rows,) = (part["rows"] for part in json.loads(play["scoresheet"])["groups"])
    anna, ben, clara = (json.loads(score["metaData"])["scoreUuid"] for score in play["playerScores"])
    assert [row["scores"] for row in rows] == [
        {anna: "1+2+3+4", ben: "0+7+5+6", clara: "9+9"},
        {anna: "1+1+1+1", ben: "0+2+1+1"},
    ]
    assert play["comments"].splitlines()[:2] == ["Ben joined in round 3 with 5 points.", "Clara left after round 2."]
    assert lines(only(json.dumps(data).encode())) == [
        {"hands": 10, "losses": -4},
        {"hands": 18, "losses": -4},
        {"hands": 18, "losses": 0},
    ]
    assert [row.split(",")[16] for row in table.splitlines()[1:]] == ["6", "14", "18"]


def titles_in(code: str, pad: Pad) -> list[str]:
    with reading(catalogue(code)):
        return [category.title for category in worded(pad).categories]


def test_a_sheet_keeps_its_titles_in_all_languages_and_sends_them_out_again(store: Store) -> None:
    spring = {"label": "Spring", "label-de": "Frühling"}
    rows = [
        row("1", "2", template="a", label="Coins", **{"label-de": "Münzen", "label-sv": "Mynt", "label-": "?"}),
        row("3+1", "0", template="b", label="Monete", **{"label-en": "Purse", "label-de": ["?"]}),
        row("2", "2", template="a", label="Coins", **{"label-de": "Münzen"}),
        row("4", None, template="c", label="{row}.", isExtra=True),
    ]
    data = file_of(
        play_of("11", "4", sheet=sheet(group(*rows[:2], **spring), group(*rows[2:], template="2", label="Summer")))
    )
    (record,) = files.read(data, "file", catalogues=tuple(map(catalogue, languages()))).records
    pad = pad_in(record.play.document)
    assert pad is not None
    assert titles_in("en", pad) == ["Spring: Coins", "Purse", "Summer: Coins", "Extra row"]
    assert titles_in("de", pad) == ["Frühling: Münzen", "Purse", "Summer: Münzen", "Weitere Zeile"]
    assert pad.titles is not None
    assert pad.titles["sv"] == {"a_1": "Mynt", "a_2": "Coins"}
    take_in(store, data)
    (play,) = stream(store, Filter())
    with reading(catalogue("de")):
        assert str(known_game(store, play.game).rules["a_1"]) == "Frühling: Münzen"
    kept = pad_in(play.document)
    assert kept_pads(store)[recorded_pad_key(play.game)] == kept
    (again,) = json.loads(exported(export_bgsplay, store))["plays"]
    (first, *_) = json.loads(again["scoresheet"])["groups"][0]["rows"]
    labels = {name: label for name, label in first.items() if name.startswith("label")}
    assert labels == {"label": "Spring: Coins", "label-de": "Frühling: Münzen", "label-sv": "Mynt"}
    there = pad_in(only(exported(export_bgsplay, store)).document)
    assert there is not None
    assert kept is not None
    assert (there.titles or {}).keys() == (kept.titles or {}).keys()
