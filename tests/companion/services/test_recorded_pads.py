"""Pads made from the score sheets of BG Stats: what an import offers, and the plays that go to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.formatting.languages import catalogue
from companion.games.score_pad.shelf import ready_pads
from companion.services.game_names import game_names
from companion.services.import_export import changes_anything, import_summary, plan_summary, read_file
from companion.services.kept_pads import import_planned, join_plays
from scoring.messages import reading
from scoring.score_pad.state import worded
from storage.documents import codec
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.importing import carry_out
from storage.exchange.past_imports import undo_import
from storage.exchange.planning import plan
from storage.repositories.game_merges import merges_into, unmerge_games
from storage.repositories.games import kept_pads, known_game, played_games, recorded_pad_key
from storage.repositories.history import Filter, stream
from tests.storage.exchange.bgstats_samples import SAMPLE, file_of, group, play_of, row, sheet
from tests.storage.exchange.samples import exported
from tests.storage.sample_pads import KINGDOMINO, played

if TYPE_CHECKING:
    from storage.exchange.past_imports import Import
    from storage.repositories.tables import Store

GAME = "bgg-4711"
KEY = recorded_pad_key(GAME)

FIRST = sheet(group(row("12", "20", template="huts"), row("3", "4", template="boats")))
SECOND = sheet(
    group(row("1+2", "5", template="huts"), row("1", None, template="gold"), row("3", "4", template="boats"))
)


def take_in(store: Store, data: bytes) -> Import:
    return carry_out(store, plan(store, read_file(data, "file")), "a file")


def test_new_table_gets_the_rows_of_all_sheets_of_a_game(store: Store) -> None:
    data = file_of(play_of("15", "24", sheet=FIRST), play_of("7", "9", sheet=SECOND, number=2))
    done = take_in(store, data)
    assert "1 pad for New table" in import_summary(done)
    pad = kept_pads(store)[KEY]
    assert (pad.title, pad.bgg) == ("Huts", 4711)
    assert [(category.key, category.kind.value) for category in pad.categories] == [
        ("huts", "rounds"),
        ("gold", "points"),
        ("boats", "points"),
    ]
    assert "Huts" in game_names(store).values()
    again = plan(store, read_file(data, "file"))
    assert not changes_anything(again)
    undo_import(store, done.id or "")
    assert KEY not in kept_pads(store)


def test_the_plays_go_to_the_pad_once_a_table_is_begun_with_it(store: Store) -> None:
    take_in(store, file_of(play_of("15", "24", sheet=FIRST)))
    join_plays(store, KEY)
    assert {play.game for play in stream(store, Filter())} == {KEY}
    take_in(store, file_of(play_of("15", "24", sheet=FIRST), play_of("7", "9", sheet=SECOND, number=2)))
    assert {play.game for play in stream(store, Filter())} == {KEY}
    assert {rule: str(title) for rule, title in known_game(store, KEY).rules.items()}["gold"] == "Gold"


def test_our_own_file_offers_no_pad_where_it_came_from(store: Store) -> None:
    played(store, {"Anna": 3, "Ben": 5}, pad={**KINGDOMINO, "title": "Huts", "bgg": 4711})
    incoming = read_file(exported(export_bgsplay, store), "file")
    assert incoming.values
    assert not changes_anything(plan(store, incoming))


def test_a_game_on_the_shelf_has_its_pad_there(store: Store) -> None:
    data = file_of(play_of("15", "24", sheet=FIRST), game={"name": "Flügelschlag", "bggId": 0})
    take_in(store, data)
    assert not kept_pads(store)


def test_the_preview_counts_the_pads(store: Store) -> None:
    (added, *_) = plan_summary(plan(store, read_file(SAMPLE, "file")))
    assert "pads for New table" in added


ENTERED = (("5", "6"), ("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"))
WINGSPAN = ("Vögel", "Bonuskarten", "Rundenziele", "Eier", "Futter auf Karten")


def wingspan(title: str, *more: dict[str, Any], scores: tuple[str, str] = ("15", "16")) -> bytes:
    rows = [row(*entries, template=name, label=name) for name, entries in zip(WINGSPAN, ENTERED, strict=True)]
    game = {"name": "Wingspan", "bggId": 266192}
    return file_of(play_of(*scores, sheet=sheet(group(*rows[1:], *more, row("5", "6", label=title)))), game=game)


def test_the_pad_of_the_shelf_holds_a_sheet_whose_rows_agree() -> None:
    (record,) = read_file(wingspan("Birds"), "file").records
    document = record.play.document
    assert document is not None
    read = codec.read_table(document)
    for code in ("en", "de"):
        with reading(catalogue(code)):
            assert worded(read.table.pad) == replace(ready_pads()["wingspan"].pad(), title="Wingspan")
    assert [column.total for column in read.game.score(read.table).columns] == [15, 16]
    assert record.play.sheet["columns"][0]["lines"][0] | {"because": ""} == {
        "rule": "birds",
        "points": 5,
        "because": "",
        "cells": [],
        "ref": "Wingspan",
    }


@pytest.mark.parametrize(
    "data",
    [
        wingspan("Nectar"),
        wingspan("Birds", scores=("16", "16")),
        wingspan("Birds", row("-1", "0", template="tucked", label="Tucked cards"), scores=("14", "16")),
        wingspan("Birds", row("1", "0", template="food", label="Unused food"), scores=("16", "16")),
        wingspan("Birds", row("0", "0", template="birds", label="Vögel")),
    ],
)
def test_a_sheet_whose_rows_do_not_agree_keeps_its_own(data: bytes) -> None:
    (record,) = read_file(data, "file").records
    assert record.play.document is not None
    pad = codec.read_table(record.play.document).table.pad
    assert pad.tie_breaks == ()
    assert pad.categories[0].key == "bonuskarten"


def games_played(store: Store) -> list[tuple[str, str, int]]:
    return [(game.key, game.title, game.plays) for game in played_games(store)]


def test_plays_taken_in_after_the_first_table_join_the_pad_of_the_shelf_until_they_are_separated(store: Store) -> None:
    key = "score-pad:wingspan"
    played(store, {"Anna": 3, "Ben": 5}, key, {**KINGDOMINO, "title": "Wingspan", "bgg": 266192})
    data = wingspan("Birds")
    import_planned(store, plan(store, read_file(data, "file")), "a file")
    assert games_played(store) == [(key, "Wingspan", 2)]
    assert plan(store, read_file(data, "file")).same == 1
    (merge,) = merges_into(store, key)
    unmerge_games(store, merge.source)
    more = wingspan("Birds").replace(b'"play 1"', b'"play 2"').replace(b"2024-01-01", b"2024-01-02")
    import_planned(store, plan(store, read_file(more, "file")), "a file")
    join_plays(store, key)
    assert games_played(store) == [("bgg-266192", "Wingspan", 2), (key, "Wingspan", 1)]
    assert merges_into(store, merge.source) == ()


def test_plays_join_a_table_that_is_still_in_play(store: Store) -> None:
    store.begin("score-pad:wingspan", {"table": {}, "extras": {}})
    import_planned(store, plan(store, read_file(wingspan("Birds"), "file")), "a file")
    assert [game for game, *_ in games_played(store)] == ["score-pad:wingspan"]
