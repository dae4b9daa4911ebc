"""Exports hold a batch at a time, and lose nothing where many plays ended at the same moment."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from storage.exchange import files
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.csv_file import export_csv
from storage.exchange.tessera_jsonl import export_jsonl, export_play
from storage.repositories.history import Filter
from tests.storage.exchange.samples import exported, keep, number, plain, read, scored
from tests.storage.sample_plays import kept
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.repositories.tables import Store


@pytest.mark.usefixtures("on_both")
@pytest.mark.parametrize("export", [export_jsonl, export_csv, export_bgsplay])
def test_all_plays_come_batch_by_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, export: Callable[..., int]
) -> None:
    monkeypatch.setattr(files, "BATCH_PLAYS", 2)
    with opened(tmp_path / "t.db") as store:
        for index in range(1, 8):
            keep(store, plain({"Anna": index}, days=index // 5), number(index))
        incoming = read(exported(export, store))
        part = read(exported(export, store, Filter(since="2024-03-02")))
    assert [record.id for record in incoming.records] == [number(index) for index in (7, 6, 5, 4, 3, 2, 1)]
    assert [record.id for record in part.records] == [number(index) for index in (7, 6, 5)]


@pytest.mark.usefixtures("on_both")
def test_nobody_waits_for_the_file_that_is_written(store: Store) -> None:
    keep(store, plain({"Anna": 1}), number(1))
    export_jsonl(store, Filter(), lambda _: store.set("written", value=True))
    assert store.settings() == {"written": True}


def test_a_line_says_what_a_single_document_says(store: Store) -> None:
    keep(store, scored(note="Rain", place="Käthe's"), number(1), "bgg:5")
    stored = kept(store, number(1))
    *people, written = exported(export_jsonl, store, Filter(game=stored.game)).splitlines()
    assert len(people) == len(stored.players) + 1
    assert json.loads(written) == json.loads(export_play(stored))
