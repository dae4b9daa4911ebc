"""Packed plays: unpacked they are what they were, and a file of them takes less room than its bytes."""

from __future__ import annotations

import gc
import io
import tracemalloc
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from scoring.messages import say
from storage.database.columns import EncodedJson
from storage.exchange.reading import read
from storage.exchange.record import PlayRecord, many_objects
from storage.repositories.photos import PHOTO
from storage.repositories.play_content import PlayRevision
from tests.storage.exchange.samples import END, jsonl, line, number, plain, scored
from tests.strategies import json_values

if TYPE_CHECKING:
    from storage.repositories.play_content import Play


PHOTOS = ("0" * 32, "1" * 32)
VERSION = PlayRevision(at=END, what="a slip", play=replace(scored(), extras={PHOTO: PHOTOS[1]}))


def of_file(play: Play) -> Play:
    return replace(play, id=number(1), source="bgg:5", revision=2, edited=END, removed=END)


@pytest.mark.parametrize("play", [scored(note="A 🎲"), plain({"Anna": 5, "Börje": None})])
def test_a_play_is_unpacked_as_it_was_packed(play: Play) -> None:
    packed = PlayRecord.of(of_file(play), (VERSION,))
    assert packed.whole() == (of_file(play), (VERSION,))
    assert packed.play == of_file(play)


@given(value=json_values)
def test_a_document_of_any_content_is_unpacked_as_it_was_packed(value: object) -> None:
    play = replace(scored(), document={"table": value})
    packed = PlayRecord.of(play)
    assert packed.play == play
    short, document, sheet, versions = packed.unpacked()
    assert (short, versions) == (replace(play, document=None, sheet={}), ())
    assert sheet == EncodedJson.of(play.sheet)
    assert document is not None


def test_what_is_asked_of_every_play_stands_beside_it() -> None:
    play = of_file(replace(scored(), extras={PHOTO: PHOTOS[0]}))
    warnings = (say("{what} was left out", what=(say("the note"), "more")),)
    packed = PlayRecord.of(play, (VERSION,), at="line 3", precision="day", warnings=warnings)
    assert (packed.id, packed.source, packed.at, packed.warnings) == (number(1), "bgg:5", "line 3", warnings)
    assert (packed.photos, packed.versions, packed.is_removed) == (frozenset(PHOTOS), 1, True)
    bare = packed.repacked(plain({"Anna": 5}))
    assert (bare.at, bare.precision, bare.warnings) == ("line 3", "day", warnings)
    assert (bare.photos, bare.versions, bare.is_removed) == (frozenset(), 0, False)


def test_the_plays_of_a_file_take_less_room_than_its_bytes() -> None:
    file = io.BytesIO(jsonl(*(line(scored(note=f"Game {index}"), number(index)) for index in range(200))))
    read(file, "file")
    tracemalloc.start()
    try:
        incoming = read(file, "file")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(incoming.records) == 200
    assert kept < len(file.getvalue())


def test_the_garbage_collector_looks_at_everything_again_afterwards() -> None:
    gc.unfreeze()
    frozen: list[int] = []

    def stopped() -> None:
        with many_objects(1000):
            frozen.append(gc.get_freeze_count())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert frozen[0] > 0
    assert gc.get_freeze_count() == 0
    gc.freeze()  # as it is for all other tests


def test_what_others_have_frozen_stays_frozen() -> None:
    gc.freeze()
    with many_objects(1000):
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() > 0


def test_for_a_few_plays_nothing_is_frozen() -> None:
    gc.unfreeze()
    with many_objects(999):
        assert gc.get_freeze_count() == 0
    gc.freeze()
