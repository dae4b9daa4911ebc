"""Photos are kept once, as long as a table, a play or an earlier version of one names them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from storage.documents.changes import Change
from storage.exchange.csv_file import export_csv
from storage.exchange.past_imports import undo_import
from storage.exchange.tessera_jsonl import MAX_LINE_BYTES, export_jsonl
from storage.repositories import photos, plays
from storage.repositories.history import Filter
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO
from storage.repositories.values import TableStep
from tests.storage.exchange.samples import exported, jsonl, keep, line, number, plain, problems_of, read, take_in
from tests.storage.sample_plays import GAME, finished, kept, sheet
from tests.storage.stores import coins, opened, taking_variables

if TYPE_CHECKING:
    from pathlib import Path

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

JPEG = b"\xff\xd8\xff" + b"a photo"
OTHER = b"\xff\xd8\xff" + b"x" * (MAX_PHOTO_BYTES - 3)


def photographed(store: Store, play: StoredPlay, picture: bytes | None) -> StoredPlay:
    named = {} if picture is None else {PHOTO: photos.keep(store, picture)}
    return plays.correct(store, play.id, replace(play, extras=named), "photo")


def plain_play(store: Store, which: int) -> StoredPlay:
    keep(store, plain({"Anna": 5, "Ben": 3}), number(which))
    return kept(store, number(which))


def is_kept(store: Store, picture: bytes) -> bool:
    return photos.photo(store, photos.photo_id(picture)) is not None


def deleted(store: Store, play: StoredPlay) -> None:
    plays.remove(store, play.id)
    plays.delete_for_good(store, play.id)


def test_a_photo_goes_with_the_last_play_that_names_it_even_in_an_earlier_version(store: Store) -> None:
    first, second = finished(store), finished(store)
    first = photographed(store, photographed(store, first, JPEG), OTHER)
    photographed(store, photographed(store, second, JPEG), None)
    assert photos.photo_of(first.extras) == photos.photo_id(OTHER)
    deleted(store, first)
    assert (is_kept(store, JPEG), is_kept(store, OTHER)) == (True, False)
    deleted(store, second)
    assert not is_kept(store, JPEG)


def test_more_photos_may_go_than_a_query_takes_variables(store: Store) -> None:
    numbers = [photos.keep(store, b"\xff\xd8\xff%d" % number) for number in range(600)]
    with taking_variables(store, 599), store.writing() as session:
        photos.drop_unnamed(session, numbers)
    assert not any(photos.photo(store, number) for number in numbers)


def test_a_photo_that_was_taken_back_at_the_table_goes_with_the_table(store: Store) -> None:
    table = store.begin(GAME, coins(0))
    taken = Change("extras/photo", None, photos.keep(store, JPEG))
    table = store.save(table, TableStep(1, "host", "Photo", (taken,)), coins(0, photo=taken.after))
    store.save(table, TableStep(2, "host", "Photo", (Change(taken.path, taken.after, None),)), coins(0))
    play = plays.finish(store, table.id, sheet({"Cathy": 1}))
    assert PHOTO not in play.extras
    assert is_kept(store, JPEG)
    deleted(store, play)
    assert not is_kept(store, JPEG)


def test_a_table_that_is_taken_up_again_has_the_photo_of_the_play(store: Store) -> None:
    play = photographed(store, finished(store), JPEG)
    assert plays.reopen(store, play.id).content["extras"][PHOTO] == photos.photo_id(JPEG)
    again = plays.finish(store, play.table_id or "", sheet({"Cathy": 2}))
    assert photos.photo_of(again.extras) == photos.photo_id(JPEG)


@pytest.mark.usefixtures("on_both")
def test_a_file_brings_the_photos_of_its_plays_and_takes_them_back(tmp_path: Path) -> None:
    with opened(tmp_path / "here.db") as ours, opened(tmp_path / "there.db") as there:
        play = photographed(ours, photographed(ours, plain_play(ours, 1), OTHER), JPEG)
        photographed(ours, plain_play(ours, 2), JPEG)
        file = exported(export_jsonl, ours)
        assert file.count(b'"tessera":"photo"') == 2
        assert max(map(len, file.splitlines())) < MAX_LINE_BYTES
        done = take_in(there, file)
        assert done.photos == 2
        assert photos.photo(there, photos.photo_id(OTHER)) == photos.photo(ours, photos.photo_id(OTHER))
        assert kept(there, play.id).extras == kept(ours, play.id).extras
        assert take_in(there, file).id is None
        assert done.id is not None
        undo_import(there, done.id)
        assert not is_kept(there, JPEG)
        assert not is_kept(there, OTHER)


def test_a_play_that_is_here_gets_the_photo_that_it_lacks(tmp_path: Path) -> None:
    with opened(tmp_path / "here.db") as ours, opened(tmp_path / "there.db") as there:
        photographed(ours, plain_play(ours, 1), JPEG)
        file = exported(export_jsonl, ours)
        lines = [line for line in file.splitlines(keepends=True) if b'"tessera":"photo"' not in line]
        assert take_in(there, b"".join(lines)).photos == 0
        done = take_in(there, file)
        assert (done.added, done.changed, done.photos) == (0, 0, 1)
        assert is_kept(there, JPEG)


def test_a_result_from_elsewhere_leaves_the_photo(tmp_path: Path) -> None:
    with opened(tmp_path / "here.db") as store:
        take_in(store, jsonl(line(plain({"Anna": 5, "Ben": 3}), number(1))))
        photographed(store, kept(store, number(1)), JPEG)
        table = exported(export_csv, store, Filter()).replace(b",5,", b",7,")
        assert take_in(store, table).versions == 1
        (rival,) = (entry.play for entry in plays.revisions(store, number(1)) if entry.play.players[0].total == 7)
        play = plays.correct(store, number(1), rival, "the other version")
        assert play.players[0].total == 7
        assert photos.photo_of(play.extras) == photos.photo_id(JPEG)


@pytest.mark.parametrize(
    ("wrong", "path", "words"),
    [
        ({"picture": "/9j/eA=="}, "picture", "this photo is damaged"),
        ({"picture": "bm8gSlBFRw=="}, "picture", "this photo is damaged"),
        ({"picture": "/9j/Y"}, "picture", "this photo is damaged"),
        ({"picture": "/9j/" + "A" * 400_004}, "picture", "a JPEG of at most 300 kB, as base64, belongs here"),
        ({"picture": "<svg>"}, "picture", "a JPEG of at most 300 kB, as base64, belongs here"),
        ({"id": "../photo"}, "id", "the number of a photo belongs here"),
        ({"at": "2024-02-30T19:31:00+00:00"}, "at", "a date and time such as"),
    ],
)
def test_a_photo_that_is_none_is_named_with_its_line(
    store: Store, wrong: dict[str, Any], path: str, words: str
) -> None:
    photo = {"tessera": "photo", "format": 1, "at": "2024-03-01T19:31:00+00:00"}
    photo |= {"id": photos.photo_id(JPEG), "picture": "/9j/YSBwaG90bw=="}
    play = line(plain({"Anna": 5}), number(1), extras={PHOTO: photos.photo_id(JPEG)})
    assert problems_of(read(jsonl(play, photo))) == []
    incoming = read(jsonl(play, photo | wrong))
    ((where, said),) = problems_of(incoming)
    assert where == f"line 2, {path}"
    assert words in said
    assert take_in(store, jsonl(play, photo | wrong)).added == 1


def test_a_photo_that_no_play_names_is_left_out() -> None:
    photo = {"tessera": "photo", "format": 1, "at": "2024-03-01T19:31:00+00:00"}
    photo |= {"id": photos.photo_id(JPEG), "picture": "/9j/YSBwaG90bw=="}
    incoming = read(jsonl(line(plain({"Anna": 5}), number(1)), photo))
    assert problems_of(incoming) == [
        ("line 2, id", "the play that this belongs to is not in the file, or has problems")
    ]
    assert incoming.photos == ()


@pytest.mark.parametrize("named", [5, "x", "", ["0" * 32]])
def test_a_play_names_a_photo_by_its_number_alone(named: object) -> None:
    ((where, said),) = problems_of(read(jsonl(line(plain({"Anna": 5}), number(1), extras={PHOTO: named}))))
    assert where == "line 1, extras.photo"
    assert "the number of a photo belongs here" in said
