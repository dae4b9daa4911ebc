"""Tables for spreadsheets: a row a player and play, a column a category, and no name that computes."""

from __future__ import annotations

import csv
import io
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from storage.exchange.csv_file import export_csv, safe, unsafe
from storage.repositories.history import Filter
from storage.repositories.plays import play
from tests.storage.exchange.samples import exported, keep, number, plain, planned, read, scored, take_in, told
from tests.storage.stores import opened

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("both")

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


def rows_of(data: bytes) -> list[dict[str, str]]:
    text = data.decode()
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_each_player_has_a_row_and_each_category_a_column(tmp_path: Path) -> None:
    content = scored(note="Rain, and\nwind")
    with opened(tmp_path / "t.db") as store:
        keep(store, content, number(1))
        rows = rows_of(exported(export_csv, store))
    assert [row["player"] for row in rows] == [player.name for player in content.players]
    titles = GAMES["little-town"].rules
    for row, column, player in zip(rows, content.sheet["columns"], content.players, strict=True):
        assert row["play"] == number(1)
        assert (row["day"], row["finished"], row["minutes"]) == ("2024-03-01", "2024-03-01 21:30:05", "47")
        assert (row["game"], row["place"], row["note"]) == ("Little Town", "Home", "Rain, and\nwind")
        assert (row["total"], row["rank"], row["won"]) == (str(player.total), str(player.place), str(int(player.won)))
        assert sum(int(row[title]) for title in titles.values() if title in row) == player.total
        assert {titles[line["rule"]]: str(line["points"]) for line in column["lines"]}.items() <= row.items()


def test_several_games_have_their_title_in_front_of_their_categories(tmp_path: Path) -> None:
    other = plain({"Anna": -3})
    other.sheet["columns"][0]["lines"] = [{"rule": "=x", "points": -3, "because": "", "cells": [], "ref": ""}]
    with opened(tmp_path / "t.db") as store:
        keep(store, scored(), number(1))
        keep(store, other, number(2))
        both = rows_of(exported(export_csv, store))
        alone = rows_of(exported(export_csv, store, Filter(game="bgg-230802")))
    assert any(name.startswith("Little Town: ") for name in both[0])
    assert alone[0]["'=x"] == "-3"
    assert alone[0]["total"] == "-3"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_is_a_formula_becomes_a_text_and_comes_back(name: str) -> None:
    assert safe(name).startswith("'")
    assert unsafe(safe(name)) == name


@pytest.mark.parametrize("name", HARMLESS)
def test_a_name_that_is_none_stays_as_it_is(name: str) -> None:
    assert safe(name) == unsafe(name) == name


@given(st.text(alphabet=st.one_of(st.sampled_from("'=＝+-@\u200b\ufeff\t a"), st.characters())))
def test_every_text_comes_back(text: str) -> None:
    assert unsafe(safe(text)) == text


def test_no_cell_of_text_begins_like_a_formula(tmp_path: Path) -> None:
    totals: dict[str, int | None] = dict.fromkeys(HOSTILE, -4)
    with opened(tmp_path / "t.db") as store:
        keep(store, plain(totals, title="=cmd|' /C calc'!A0", note="@note"), number(1), "-source")
        data = exported(export_csv, store)
    cells = [cell for row in rows_of(data) for name, cell in row.items() if name != "total"]
    assert not [
        cell for cell in cells if unicodedata.normalize("NFKC", cell).startswith(("=", "+", "-", "@", "\t", "\r"))
    ]
    assert {row["total"] for row in rows_of(data)} == {"-4"}


def test_our_own_table_changes_nothing_and_moves_as_plain_results(tmp_path: Path) -> None:
    with opened(tmp_path / "here.db") as here, opened(tmp_path / "there.db") as there:
        keep(here, scored(), number(1))
        keep(here, plain({"=Anna": 5, "Börje": None}, days=3, note="'=1"), number(2))
        data = exported(export_csv, here)
        assert [entry.kind for entry in planned(here, data).entries] == ["same", "same"]
        assert take_in(there, data).added == 2
        assert take_in(there, data).added == 0
        taken = play(there, number(2))
        assert taken is not None
        assert (taken.note, taken.title, taken.game) == ("'=1", "Azul", "bgg-230802")
        assert [(seat.name, seat.total, seat.won) for seat in taken.seats] == [
            ("=Anna", 5, True),
            ("Börje", None, False),
        ]
        town = play(there, number(1))
        assert town is not None
        assert town.document is None
        assert [seat.total for seat in town.seats] == [player.total for player in scored().players]


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("2024-03-01 21:30:05", "soon", "line 2, finished"),
        (number(1), "../x", "line 2, play"),
        ("Azul", "", "line 2, game"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_column(tmp_path: Path, old: str, new: str, path: str) -> None:
    with opened(tmp_path / "t.db") as store:
        keep(store, plain({"Anna": 5}), number(1))
        data = exported(export_csv, store)
    assert [where for where, _ in told(read(data.replace(old.encode(), new.encode())))] == [path]
