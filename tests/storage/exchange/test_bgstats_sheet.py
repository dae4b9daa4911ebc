"""BG Stats, writing: the score sheets of plays go out as they came in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.formatting.languages import catalogue, languages
from scoring.messages import reading
from scoring.score_pad.state import worded
from storage.exchange import reading as files
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.games import kept_pads, known_game, pad_in, recorded_pad_key
from storage.repositories.history import Filter, stream
from storage.repositories.statistics import Scope
from storage.repositories.statistics import categories as statistics_of
from tests.storage.exchange.bgstats_samples import (
    SMALL,
    file_of,
    group,
    lines,
    only,
    play_of,
    row,
    sheet,
)
from tests.storage.exchange.samples import exported, keep, number, planned, read, scored_from, take_in
from tests.storage.stores import opened

if TYPE_CHECKING:
    from pathlib import Path

    from scoring.score_pad.state import Pad


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


def test_a_play_of_a_pad_has_its_sheet_in_the_form_of_bg_stats(tmp_path: Path) -> None:
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
    with opened(tmp_path / "t.db") as store:
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


def titles_in(code: str, pad: Pad) -> list[str]:
    with reading(catalogue(code)):
        return [category.title for category in worded(pad).categories]


def test_a_sheet_keeps_its_titles_in_all_languages_and_sends_them_out_again(tmp_path: Path) -> None:
    spring = {"label": "Spring", "label-de": "Frühling"}
    rows = [
        row("1", "2", template="a", label="Coins", **{"label-de": "Münzen", "label-fr": "Pièces", "label-": "?"}),
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
    assert pad.titles["fr"] == {"a_1": "Pièces", "a_2": "Coins"}
    with opened(tmp_path / "t.db") as store:
        take_in(store, data)
        (play,) = stream(store, Filter())
        with reading(catalogue("de")):
            assert str(known_game(store, play.game).rules["a_1"]) == "Frühling: Münzen"
        kept = pad_in(play.document)
        assert kept_pads(store)[recorded_pad_key(play.game)] == kept
        (again,) = json.loads(exported(export_bgsplay, store))["plays"]
        (first, *_) = json.loads(again["scoresheet"])["groups"][0]["rows"]
        labels = {name: label for name, label in first.items() if name.startswith("label")}
        assert labels == {"label": "Spring: Coins", "label-de": "Frühling: Münzen", "label-fr": "Pièces"}
        there = pad_in(only(exported(export_bgsplay, store)).document)
        assert there is not None
        assert kept is not None
        assert (there.titles or {}).keys() == (kept.titles or {}).keys()
