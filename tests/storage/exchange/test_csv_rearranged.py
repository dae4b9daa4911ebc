"""Tables that somebody has sorted, and put columns into: what is ours is found, and what is not costs nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from storage.exchange.csv_file import export_csv
from tests.storage.exchange.samples import (
    GOLDEN,
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
    written,
)
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.play_content import Play
    from storage.repositories.tables import Store

FARM = GOLDEN.parents[1] / "score-pad/farm.json"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two plays as we write them."""
    with opened(tmp_path_factory.mktemp("csv") / "t.db") as store:
        keep(store, scored(note="Rain; and\nwind"), number(1))
        keep(store, plain({"Börje": 5, "=Zoé": None}, days=3), number(2))
        return exported(export_csv, store)


@pytest.mark.parametrize(
    "key",
    [lambda row: row["player"], lambda row: -int(row["seat"]), lambda row: row["total"]],
    ids=["player", "seat", "total"],
)
def test_rows_of_a_play_belong_together_however_they_are_sorted(store: Store, key: Callable[[Any], Any]) -> None:
    keep(store, scored(note="Rain"), number(1))
    keep(store, plain({"Börje": 5, "Anna": 7}, days=3), number(2))
    data = written(sorted(rows_of(exported(export_csv, store)), key=key))
    assert [str(entry.reason) for entry in planned(store, data).entries] == ["is here already"] * 2
    assert planned(store, data).problems == ()


def test_of_scattered_rows_only_a_play_that_lacks_one_is_refused(table: bytes) -> None:
    rows = sorted(rows_of(table), key=lambda row: row["player"])
    lost = next(row for row in rows if row["play"] == number(2))
    incoming = read(written([row for row in rows if row is not lost]))
    assert [record.id for record in incoming.records] == [number(1)]
    assert [why for _, why in problems_of(incoming)] == ["one for each player belongs here"]


@pytest.mark.parametrize("above", ["", "\n", ",,,\n\n", "Our plays\n\n", "\nsep=,\n"])
@pytest.mark.parametrize("turn", [1, 6, 17, -1])
def test_columns_in_any_order_below_anything_are_read(table: bytes, turn: int, above: str) -> None:
    rows = rows_of(table)
    names = list(rows[0])
    turned = [{name: row[name] for name in names[turn:] + names[:turn]} for row in rows]
    incoming = read(above.encode() + written(turned))
    assert (incoming.problems, incoming.remarks) == ((), ())
    assert [record.play for record in incoming.records] == [record.play for record in read(table).records]


OWN = {
    "words": ["sunny", "rain"] * 3,
    "a word here and there": ["", "dark", "", "", "", ""],
    "numbers": ["21", "19", "0", "21", "20", "18"],
    "one number": ["", "21", "", "", "", ""],
}


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
@pytest.mark.parametrize("at", [0, 3, -1])
@pytest.mark.parametrize("has_titles", [True, False], ids=["titles", "ids alone"])
def test_a_column_of_ones_own_is_named_once_and_costs_nothing(
    store: Store, own: list[str], at: int, *, has_titles: bool
) -> None:
    if has_titles:
        keep(store, scored_from(json.loads(FARM.read_text())), number(1))
    else:
        for index in (1, 2):
            keep(store, in_two_categories(), number(index))
    data = exported(export_csv, store)
    rows = rows_of(data)
    place = at % len(rows[0])
    with_own = [
        dict([*list(row.items())[:place], ("weather", cell), *list(row.items())[place:]])
        for row, cell in zip(rows, own, strict=False)
    ]
    incoming = read(written(with_own))
    assert [str(remark) for remark in incoming.remarks] == [
        'These columns hold no category, so they were left out: "weather".'
    ]
    assert [(record.play, record.warnings) for record in incoming.records] == [
        (record.play, ()) for record in read(data).records
    ]
    assert all(column["lines"] for record in incoming.records for column in record.play.sheet["columns"])


def in_two_categories() -> Play:
    """A play of a game that has no rules here, with categories that have no titles."""
    play = plain({"Anna": 5, "Bo": 3})
    for column, points in zip(play.sheet["columns"], [(4, 1), (1, 2)], strict=True):
        column["lines"] = [
            {"rule": rule, "points": number, "because": "", "cells": [], "ref": ""}
            for rule, number in zip(("round 1", "round 2"), points, strict=True)
        ]
    return play


def test_a_play_that_does_not_add_up_costs_no_other_a_category(store: Store) -> None:
    for index in (1, 2):
        keep(store, in_two_categories(), number(index))
    first, *others = rows_of(exported(export_csv, store))
    incoming = read(written([first | {"total": "4"}, *others]))
    assert incoming.remarks == ()
    assert [bool(column["lines"]) for record in incoming.records for column in record.play.sheet["columns"]] == [
        *(False, True),
        *(True, True),
    ]
