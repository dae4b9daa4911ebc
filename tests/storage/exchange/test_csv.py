"""Tables for spreadsheets: a row a player and play, a column a category, and no name that computes."""

from __future__ import annotations

import csv
import json
import unicodedata
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import cell_of, export_csv, text_in
from storage.repositories.history import Filter
from storage.repositories.play_content import plain_sheet, points_by_rule
from storage.repositories.statistics import Scope, categories
from tests.storage.exchange.samples import (
    exported,
    keep,
    number,
    plain,
    planned,
    problems_of,
    read,
    rows_of,
    scored,
    scored_from,
    take_in,
    written,
)
from tests.storage.sample_plays import kept
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections import Counter

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

PADS = Path(__file__).parents[2] / "golden" / "score-pad"

HOSTILE = (
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1"),
    *(
        "\N{FULLWIDTH EQUALS SIGN}1+1",
        "\N{FULLWIDTH PLUS SIGN}1",
        "\N{FULLWIDTH HYPHEN-MINUS}1",
        "\N{SMALL COMMERCIAL AT}A1",
    ),
    *("\N{ZERO WIDTH SPACE}=1", "\N{SOFT HYPHEN}'\N{WORD JOINER}＝1", "\ufeff@A1", "\N{RIGHT-TO-LEFT OVERRIDE}=1"),
    *("\N{VARIATION SELECTOR-16}=1", "\x1b=1"),
)

HARMLESS = ("Cathy", "'Tis", "\N{ZERO WIDTH SPACE}Bo", "3 = 3", "（＝）", "", "' -1")


def test_each_player_has_a_row_and_each_category_a_column(store: Store) -> None:
    content = scored(note="Rain, and\nwind")
    keep(store, content, number(1))
    rows = rows_of(exported(export_csv, store))
    assert [row["player"] for row in rows] == [player.name for player in content.players]
    titles = {rule: f"{title} [{rule}]" for rule, title in GAMES["little-town"].rules.items()}
    for row, column, player in zip(rows, content.sheet["columns"], content.players, strict=True):
        assert row["play"] == number(1)
        assert (row["day"], row["finished"], row["minutes"]) == ("2024-03-01", "2024-03-01 21:30:05", "47")
        assert (row["game"], row["place"], row["note"]) == ("Little Town", "Home", "Rain, and\nwind")
        assert (row["total"], row["rank"], row["won"]) == (str(player.total), str(player.place), str(int(player.won)))
        assert sum(int(row[title]) for title in titles.values() if title in row) == player.total
        assert {titles[line["rule"]]: str(line["points"]) for line in column["lines"]}.items() <= row.items()


def test_several_games_have_their_title_in_front_of_their_categories(store: Store) -> None:
    tagged = plain({"Anna": -3})
    tagged.sheet["columns"][0]["lines"] = [{"rule": "=x", "points": -3, "because": "", "cells": [], "ref": ""}]
    keep(store, scored(), number(1))
    keep(store, tagged, number(2))
    both = rows_of(exported(export_csv, store))
    alone = rows_of(exported(export_csv, store, Filter(game="bgg-230802")))
    assert any(name.startswith("Little Town: ") for name in both[0])
    assert alone[0]["'=x"] == "-3"
    assert alone[0]["total"] == "-3"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_is_a_formula_becomes_a_text_and_comes_back(name: str) -> None:
    assert cell_of(name).startswith("'")
    assert text_in(cell_of(name)) == name


@pytest.mark.parametrize("name", HARMLESS)
def test_a_name_that_is_none_stays_as_it_is(name: str) -> None:
    assert cell_of(name) == text_in(name) == name


@given(st.text(alphabet=st.one_of(st.sampled_from("'=＝+-@\u200b\ufeff\t a"), st.characters())))
def test_every_text_comes_back(text: str) -> None:
    assert text_in(cell_of(text)) == text


def test_no_cell_of_text_begins_like_a_formula(store: Store) -> None:
    totals: dict[str, int | None] = dict.fromkeys(HOSTILE, -4)
    keep(store, plain(totals, title="=cmd|' /C calc'!A0", note="@note"), number(1), "-source")
    data = exported(export_csv, store)
    cells = [cell for row in rows_of(data) for name, cell in row.items() if name != "total"]
    assert not [
        cell for cell in cells if unicodedata.normalize("NFKC", cell).startswith(("=", "+", "-", "@", "\t", "\r"))
    ]
    assert {row["total"] for row in rows_of(data)} == {"-4"}


def test_our_own_table_changes_nothing_and_moves_with_its_categories(store: Store, there: Store) -> None:
    keep(store, scored(), number(1))
    keep(store, plain({"=Anna": 5, "Börje": None}, days=3, note="'=1"), number(2))
    data = exported(export_csv, store)
    assert [entry.kind for entry in planned(store, data).entries] == ["same", "same"]
    assert take_in(there, data).added == 2
    assert take_in(there, data).added == 0
    taken = kept(there, number(2))
    assert (taken.note, taken.title, taken.game) == ("'=1", "Azul", "bgg-230802")
    assert [(seat.name, seat.total, seat.won) for seat in taken.players] == [("=Anna", 5, True), ("Börje", None, False)]
    town = kept(there, number(1))
    assert town.document is None
    assert [seat.total for seat in town.players] == [player.total for player in scored().players]
    assert points(town) == [points_by_rule(column["lines"]) for column in scored().sheet["columns"]]
    assert categories(there, Scope(game=town.game)) == categories(store, Scope(game=town.game)) != ()
    again = exported(export_csv, there)
    assert [row | {"source": ""} for row in rows_of(again)] == rows_of(data)


def test_the_categories_of_a_pad_come_back_by_their_keys(store: Store, there: Store) -> None:
    pad = scored_from(json.loads((PADS / "farm.json").read_text()))
    keep(store, scored(), number(1))
    keep(store, pad, number(2))
    assert take_in(there, exported(export_csv, store)).added == 2
    taken = kept(there, number(2))
    assert (taken.game, taken.title) == ("score-pad", "A farm")
    assert points(taken) == [points_by_rule(column["lines"]) for column in pad.sheet["columns"]]


def test_who_came_late_or_left_early_has_the_round_where_somebody_did(store: Store, there: Store) -> None:
    pad = {"title": "Hands", "winner": "most", "categories": [{"key": "h", "title": "Hands", "kind": "rounds"}]}
    players = [
        {"name": "Anna", "entries": {"h": [1, 2, 3]}},
        {"name": "Ben", "entries": {"h": [0, 2, 3]}, "joined": {"round": 2, "points": {"h": 1}}},
        {"name": "Cy", "entries": {"h": [5, 5]}, "left": 2},
    ]
    document = {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}}
    keep(store, scored(), number(1))
    assert b",joined,left,note" not in exported(export_csv, store)
    keep(store, scored_from(document), number(2))
    table = exported(export_csv, store)
    rows = [*csv.DictReader(table.decode("utf-8-sig").splitlines())]
    rounds = {row["player"]: (row["joined"], row["left"]) for row in rows if row["play"] == number(2)}
    assert rounds == {"Anna": ("", ""), "Ben": ("2", ""), "Cy": ("", "2")}
    assert {(row["joined"], row["left"]) for row in rows if row["play"] == number(1)} == {("", "")}
    assert [record.warnings for record in read(table).records] == [(), ()]
    assert take_in(there, table).added == 2


def points(play: StoredPlay) -> list[Counter[str]]:
    return [points_by_rule(column["lines"]) for column in play.sheet["columns"]]


def test_a_play_that_came_with_its_totals_alone_gets_its_categories(store: Store, there: Store) -> None:
    content = scored()
    keep(store, content, number(1))
    keep(there, replace(content, document=None, extras={}, sheet=plain_sheet(content.players)), number(1))
    data = exported(export_csv, store)
    (entry,) = planned(there, data).entries
    assert str(entry.reason) == "differs from the play here: Categories"
    take_in(there, data)
    taken = kept(there, number(1))
    assert points(taken) == [points_by_rule(column["lines"]) for column in content.sheet["columns"]]
    assert [entry.kind for entry in planned(there, data).entries] == ["same"]


def test_categories_stay_where_another_file_corrects_the_play(store: Store) -> None:
    content = replace(scored(place=""), document=None, extras={})
    keep(store, content, number(1))
    elsewhere = json.loads(exported(export_bgsplay, store))
    elsewhere["plays"][0]["playDate"] = "2024-03-01 20:00:00"
    assert take_in(store, json.dumps(elsewhere).encode()).changed == 1
    corrected = kept(store, number(1))
    assert corrected.sheet["columns"] == content.sheet["columns"]


def test_categories_that_do_not_make_the_total_are_left_out_and_told(store: Store) -> None:
    keep(store, scored(), number(1))
    first, *others = table = rows_of(exported(export_csv, store))
    title = next(name for name, cell in first.items() if name.endswith("]") and cell)
    (record,) = read(written([first | {title: "1"}, *others])).records
    assert [bool(column["lines"]) for column in record.play.sheet["columns"]] == [False] + [True] * len(others)
    assert [str(warning) for warning in record.warnings] == [
        f'the categories of "{first["player"]}" do not add up to the total: left out'
    ]
    assert [player.total for player in record.play.players] == [int(row["total"]) for row in table]


def test_a_category_without_its_id_is_left_out_and_told(store: Store) -> None:
    keep(store, scored(), number(1))
    data = exported(export_csv, store)
    renamed = read(data.replace(b"Castle [castle]", b"Burg"))
    assert [str(remark) for remark in renamed.remarks] == [
        'These columns hold no category, so they were left out: "Burg".'
    ]
    assert not read(data.replace(b"Castle [castle]", b"Burg [castle]")).remarks


def test_a_category_with_the_name_of_a_column_takes_nothing_away(store: Store) -> None:
    content = plain({"Anna": 3})
    content.sheet["columns"][0]["lines"] = [
        {"rule": rule, "points": 1, "because": "", "cells": [], "ref": ""} for rule in ("total", "note", "round 1: x")
    ]
    keep(store, content, number(1))
    data = exported(export_csv, store)
    keep(store, scored(), number(2))
    both = exported(export_csv, store)
    for incoming in (read(data), read(both)):
        (record,) = (record for record in incoming.records if record.id == number(1))
        assert (record.play.players[0].total, record.play.note, record.warnings) == (3, "", ())
        assert points_by_rule(record.play.sheet["columns"][0]["lines"]) == {"total": 1, "note": 1, "round 1: x": 1}


def as_excel_shows(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """The rows as a spreadsheet in the middle of Europe saves them: its own dates and decimals."""
    return [
        row
        | {
            name: f"{datetime.fromisoformat(row[name]):%d.%m.%Y %H:%M}" if row[name] else ""
            for name in ("begun", "finished")
        }
        | {"total": row["total"] and f"{row['total']},0"}
        for row in rows
    ]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two plays as we write them, in the characters of Windows-1252."""
    with opened(tmp_path_factory.mktemp("csv") / "t.db") as store:
        keep(store, scored(note="Rain; and\nwind, „cold“"), number(1))
        keep(store, plain({"Börje": 5, "=Zoé": None}, days=3, note="'=1"), number(2))
        return exported(export_csv, store)


ENCODINGS = {
    "UTF-8": "utf-8",
    "UTF-8 with a mark": "utf-8-sig",
    "UTF-16 with a mark": "utf-16",
    "UTF-16 without": "utf-16-le",
    "UTF-16, the other way round": "utf-16-be",
    "Windows-1252": "cp1252",
}


@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize(
    ("separator", "hint"), [(",", ""), (";", ""), ("\t", ""), (";", "sep=;\r\n"), (",", '"sep=,"\n')]
)
def test_a_table_that_a_spreadsheet_has_saved_is_read_as_before(
    table: bytes, encoding: str, separator: str, hint: str
) -> None:
    text = written(rows_of(table), separator).decode()
    incoming = read((hint + text).encode(encoding))
    assert incoming.problems == ()
    assert [(record.id, record.play, record.warnings) for record in incoming.records] == [
        (record.id, record.play, record.warnings) for record in read(table).records
    ]
    assert [str(remark)[:63] for remark in incoming.remarks] == (
        ['The file is not in UTF-8. It was read as Windows-1252: if "Börj'] if encoding == "cp1252" else []
    )


@pytest.mark.parametrize("end", ["\r", "\n"])
def test_a_table_with_dates_and_decimals_of_a_spreadsheet_changes_nothing(store: Store, end: str) -> None:
    keep(store, scored(note="Rain"), number(1))
    keep(store, plain({"Börje": 5, "Zoé": None}, days=3), number(2))
    rows = as_excel_shows(rows_of(exported(export_csv, store)))
    data = written(rows, ";").replace(b"\r\n", end.encode()) + b";;;;;" + end.encode()
    assert [str(entry.reason) for entry in planned(store, data).entries] == ["is here already"] * 2
    assert planned(store, data).problems == ()


def test_empty_cells_at_the_end_of_a_line_may_be_missing(table: bytes) -> None:
    rows = [row for row in rows_of(table) if row["play"] == number(2)]
    data = written([{name: "" if name == "note" else cell for name, cell in row.items()} for row in rows])
    short = b"\r\n".join(
        line.rstrip(b",") if line.startswith(number(2).encode()) else line for line in data.splitlines()
    )
    assert [record.play for record in read(short + b"\r\n").records] == [record.play for record in read(data).records]


def test_a_damaged_character_costs_its_play_and_is_named(table: bytes) -> None:
    incoming = read(table.replace("Börje".encode(), b"B\xf6rje"))
    assert [record.id for record in incoming.records] == [number(1)]
    lines = len(table.decode().split("\n")) - 2
    damaged = next(i for i, line in enumerate(table.decode().split("\n"), start=1) if "Börje" in line)
    assert 1 < damaged <= lines
    assert problems_of(incoming) == [
        (f"line {damaged}, player", "a character is damaged: correct it, and save the file as CSV in UTF-8")
    ]


def test_a_damaged_mark_of_the_encoding_is_told(table: bytes) -> None:
    incoming = read(table.replace(b"\xef\xbb\xbf", b"\xef\xbf\xbf", 1))
    assert problems_of(incoming) == [("line 1, play", "this column is missing")]


def test_what_is_cut_in_utf_16_costs_its_play(table: bytes) -> None:
    text = "\r\n".join(line for line in table.decode()[1:].split("\r\n"))
    incoming = read(text.encode("utf-16")[:-5])
    assert [record.id for record in incoming.records] in ([number(1)], [number(2)])
    assert [why for _, why in problems_of(incoming)] == ["one for each player belongs here", "this line breaks off"]


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("2024-03-01 21:30:05", "soon", "line 2, finished"),
        (number(1), "../x", "line 2, play"),
        ("Azul", "", "line 2, game"),
        (",1,5,", ",yes,5,", "line 2, won"),
        (",Anna,", ",Anna,Berta,", "line 2"),
        (",Anna,", ',"Anna,', "line 2"),
        (",Anna,", ',"Anna"a,', "line 2"),
        (",won,", ",victory,", "line 1, won"),
        (",5,230802,\r\n", ",5,230802", "line 2"),
        (",Anna,1,1,5,230802,\r\n", ",Anna\r\n", "line 2"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_column(store: Store, old: str, new: str, path: str) -> None:
    keep(store, plain({"Anna": 5}), number(1))
    data = exported(export_csv, store)
    assert [where for where, _ in problems_of(read(data.replace(old.encode(), new.encode())))] == [path]


def test_a_play_of_which_a_row_is_missing_or_that_has_too_many_is_refused(store: Store) -> None:
    keep(store, plain({"Anna": 5, "Bo": 3}), number(1))
    head, anna, bo = exported(export_csv, store).decode().splitlines()
    one_lost, a_hundred = [head, anna], [head, *([anna, bo] * 50)]
    column = head.split(",").index("players")
    for lines, rows in ((one_lost, 1), (a_hundred, 100)):
        entries = [line.split(",") for line in lines[1:]]
        if rows > 1:
            entries = [[*entry[:column], str(rows), *entry[column + 1 :]] for entry in entries]
        incoming = read("\n".join([head, *map(",".join, entries)]).encode(), "t.csv")
        assert incoming.records == ()
        ((where, why),) = problems_of(incoming)
        assert where.endswith(", players")
        assert why == "one for each player belongs here"
