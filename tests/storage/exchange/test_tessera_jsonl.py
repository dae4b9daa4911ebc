"""Our own documents: what goes out comes back, what is wrong is named with its place."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from storage.documents import codec
from storage.exchange.files import FORMAT
from storage.exchange.importing import carry_out
from storage.exchange.planning import plan
from storage.exchange.tessera_jsonl import export_jsonl, export_play
from storage.repositories.history import Filter
from storage.repositories.play_content import play_of
from storage.repositories.plays import correct, play
from tests.storage.exchange.samples import (
    GOLDEN,
    exported,
    jsonl,
    keep,
    line,
    number,
    plain,
    planned,
    problems_of,
    read,
    scored,
    scored_from,
    take_in,
)
from tests.storage.sample_documents import changed
from tests.storage.sample_plays import kept
from tests.storage.stores import Clock, opened

if TYPE_CHECKING:
    from pathlib import Path

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store


@pytest.mark.usefixtures("on_both")
def test_everything_moves_to_another_store_and_says_the_same_there(store: Store, there: Store) -> None:
    keep(store, scored(note="Rain\nall day"), number(1))
    keep(store, plain({"Anna": None, "Börje": 7}), number(2))
    store.keep("little-town", "tiles", "barn", {"seen": 2})
    data = exported(export_jsonl, store)
    assert take_in(there, data).added == 2
    for play_id in (number(1), number(2)):
        mine, theirs = play(store, play_id), play(there, play_id)
        assert mine is not None
        assert theirs is not None
        assert play_of(mine) == play_of(theirs)
        assert [seat.id for seat in mine.players] == [seat.id for seat in theirs.players]
    assert there.copies("little-town")[0].value == {"seen": 2}
    assert [entry.kind for entry in planned(store, exported(export_jsonl, there)).entries] == ["same", "same"]


@pytest.mark.parametrize("golden", sorted(GOLDEN.parents[1].glob("*/*.json")), ids=lambda path: path.stem)
def test_every_golden_table_comes_back_without_a_doubt(golden: Path) -> None:
    document = json.loads(golden.read_text())
    content = scored_from({name: document[name] for name in ("game", "format", "table")})
    incoming = read(jsonl(line(content, number(1))))
    assert problems_of(incoming) == []
    (record,) = incoming.records
    assert record.warnings == ()
    assert record.play == replace(content, id=number(1))


def test_a_single_play_is_a_file_that_people_can_read(store: Store, there: Store) -> None:
    keep(store, scored(), number(1))
    stored = kept(store, number(1))
    data = export_play(stored)
    assert json.loads(data)["tessera"] == "play"
    assert data.count(b"\n") > 100
    assert take_in(there, data).added == 1


def test_a_filter_exports_what_it_lets_through_without_copies(store: Store) -> None:
    keep(store, scored(), number(1))
    keep(store, plain({"Anna": 1}), number(2))
    store.keep("little-town", "tiles", "barn", 1)
    data = exported(export_jsonl, store, Filter(game="bgg-230802"))
    assert [(line["tessera"], line.get("name", line["id"])) for line in map(json.loads, data.splitlines())] == [
        ("player", "Anna"),
        ("play", number(2)),
    ]


def test_a_sheet_with_other_figures_than_the_rules_is_kept_as_scored_and_told(store: Store) -> None:
    content = scored()
    first = content.sheet["columns"][0]
    document = line(content, number(1))
    lines = first["lines"]
    index = next(index for index, entry in enumerate(lines) if entry["points"])
    document = changed(
        document,
        {
            f"sheet.columns[0].lines[{index}].points": lines[index]["points"] + 5,
            "sheet.columns[0].total": first["total"] + 5,
            "players[0].total": first["total"] + 5,
        },
    )
    incoming = read(jsonl(document))
    assert problems_of(incoming) == []
    today = first["total"]
    assert str(incoming.records[0].warnings[0]) == (
        f"{first['player']} has {today + 5} points on the sheet, "
        f"but the rules of this version give {today}: kept as scored"
    )
    carry_out(store, plan(store, incoming), "a file")
    stored = kept(store, number(1))
    assert stored.players[0].total == today + 5


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"finished": "yesterday"}, "line 1, finished"),
        ({"finished": "2024-03-01T19:31:00"}, "line 1, finished"),
        ({"finished": "9999-12-31T23:59:59-23:00"}, "line 1, finished"),
        ({"begun": "soon"}, "line 1, begun"),
        ({"day": "2024-02-30"}, "line 1, day"),
        ({"title": ""}, "line 1, title"),
        ({"title": " \u2003"}, "line 1, title"),
        ({"players[0].name": "Somebody else"}, "line 1, sheet.columns"),
        ({"players[0].total": 4321}, "line 1, players[0].total"),
        ({"players[0].won": 1}, "line 1, players[0].won"),
        ({"sheet.columns[0].lines[0].points": 10**12}, "line 1, sheet.columns[0].lines[0].points"),
        ({"sheet.standings[0].player": "Somebody else"}, "line 1, sheet.standings"),
        ({"document.table.players[0].name": 3}, "line 1, document.players[0].name"),
        ({"document.game": "mayor"}, "line 1, document.game"),
        ({"document": []}, "line 1, document"),
        ({"extras.seats[0].colour": 3}, "line 1, extras.seats"),
        ({"extras.more": "\0"}, "line 1, extras"),
        ({"extras.more": "\ud800"}, "line 1, extras"),
        ({"extras.more": 1e308}, "line 1, extras"),
        ({"note": "\0"}, "line 1, note"),
        ({"id": "../../etc"}, "line 1, id"),
        ({"format": 0}, "line 1, format"),
        ({"tessera": "game"}, "line 1, tessera"),
        ({"tessera": "player"}, "line 1, name"),
        ({"unknown": 1}, "line 1, unknown"),
    ],
)
def test_what_is_wrong_is_named_with_line_and_field(changes: dict[str, object], path: str) -> None:
    document = line(scored(), number(1))
    incoming = read(jsonl(changed(document, changes), line(plain({"Anna": 3}), number(2))))
    assert [record.id for record in incoming.records] == [number(2)]
    assert path in [where for where, _ in problems_of(incoming)]


def test_a_file_of_a_newer_version_is_left_alone_with_one_sentence() -> None:
    newer = {"tessera": "moon", "format": FORMAT + 1, "id": "1"}
    incoming = read(jsonl(newer, newer, line(plain({"Anna": 3}), number(2))))
    assert incoming.records == ()
    assert problems_of(incoming) == [
        (
            "line 1, format",
            f"a newer version of Tessera wrote this (format {FORMAT + 1}): update Tessera, then import it",
        )
    ]


def test_a_play_that_begins_after_its_end_is_taken_in_without_its_beginning() -> None:
    incoming = read(jsonl(line(plain({"Anna": 3}), number(1), begun="2025-01-01T00:00:00+00:00")))
    assert problems_of(incoming) == []
    (record,) = incoming.records
    assert record.play.begun is None
    assert [str(warning) for warning in record.warnings] == ["begins after it ends: the beginning is left open"]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"play.id": number(2)}, "line 2, play.id"),
        ({"play.revision": 3}, "line 2, play.revision"),
        ({"play.revision": 0}, "line 2, play.revision"),
        ({"at": "then"}, "line 2, at"),
        ({"play": []}, "line 2, play"),
        ({"play.finished": "then"}, "line 2, play.finished"),
        ({"play.players[0].total": 9}, "line 2, play.players[0].total"),
        ({"play.extras.seats[0].colour": 3}, "line 2, play.extras.seats"),
        ({"play.document.table.players[0].name": 3}, "line 2, play.document.players[0].name"),
    ],
)
def test_what_is_wrong_in_an_earlier_version_is_named(changes: dict[str, object], path: str) -> None:
    before = codec.plain(replace(scored(), id=number(1), revision=2))
    version = {"tessera": "version", "format": 1, "at": "2024-03-01T20:00:00+00:00", "what": "a slip", "play": before}
    good = jsonl(line(scored(), number(1), revision=3))
    assert [record.versions for record in read(good + jsonl(version)).records] == [1]
    incoming = read(good + jsonl(changed(version, changes)))
    assert [record.versions for record in incoming.records] == [0]
    assert [where for where, _ in problems_of(incoming)] == [path]


def test_a_play_whose_game_lost_its_name_is_written_with_the_key_of_the_game(store: Store) -> None:
    keep(store, plain({"Anna": 3}, title=" "), number(1))
    incoming = read(exported(export_jsonl, store))
    assert problems_of(incoming) == []
    assert incoming.records[0].play.title == "bgg-230802"


def test_a_truncated_file_gives_the_plays_before_the_break() -> None:
    data = jsonl(line(plain({"Anna": 3}), number(1)), line(plain({"Anna": 4}), number(2)))
    incoming = read(data[:-40])
    assert [record.id for record in incoming.records] == [number(1)]
    assert problems_of(incoming)[0][0] == "line 2"
    assert problems_of(incoming)[0][1].startswith("not JSON: line 1, column")


def test_a_game_that_is_not_known_here_keeps_its_document() -> None:
    document = {"game": "ark-nova", "format": 1, "table": {"zoo": [1, 2]}}
    incoming = read(jsonl(line(plain({"Anna": 3}, game="ark-nova"), number(1), document=document)))
    assert incoming.records[0].play.document == document


def test_progress_is_told_to_the_end(store: Store) -> None:
    steps: list[tuple[int, int]] = []
    keep(store, plain({"Anna": 3}), number(1))
    export_jsonl(store, Filter(), lambda _: None, lambda done, of: steps.append((done, of)))
    assert steps[-1] == (1, 1)


@pytest.mark.parametrize("left_out", [b"", b'"tessera":"version"'])
def test_an_older_file_takes_no_correction_back(store: Store, there: Store, left_out: bytes) -> None:

    def file_of(store: Store) -> bytes:
        parts = exported(export_jsonl, store).splitlines(keepends=True)
        return b"".join(part for part in parts if not left_out or left_out not in part)

    keep(store, plain({"Anna": 10, "Ben": 7}), number(1))
    files = [file_of(store)]
    for note in ("Rain", "Sun", ""):
        correct(store, number(1), replace(found(store), note=note), "Edited")
        files.append(file_of(store))
    first, rain, sun, back = files
    take_in(there, first)
    for newer, older in ((rain, (first,)), (sun, (first, rain)), (back, (first, rain, sun))):
        assert take_in(there, newer).changed == 1
        before = found(there)
        for file in older:
            assert [entry.kind for entry in planned(there, file).entries] == ["same"]
            take_in(there, file)
        assert found(there) == before
    assert found(there).note == ""


def found(store: Store) -> StoredPlay:
    return kept(store, number(1))


def test_what_only_a_newer_version_knows_is_kept_and_changes_no_name(store: Store, tmp_path: Path) -> None:
    """It goes on to the next device, with a correction that was made here, too."""
    keep(store, plain({"Anna": 3, "Ben": 2}), number(1))
    correct(store, number(1), plain({"Anna": 4, "Ben": 2}), "points")
    lines = [json.loads(text) for text in exported(export_jsonl, store).splitlines()]
    for entry in lines:
        play_fields = entry.get("play", entry)
        entry["moon"] = {"phase": 1}
        if entry["tessera"] in {"play", "version"}:
            play_fields["tide"] = [1, {"high": True}]
            play_fields["players"][1]["mood"] = "fine"
            play_fields["sheet"]["columns"][0]["hue"] = 7
    file = jsonl(*lines)
    with opened(tmp_path / "older.db", Clock()) as older:
        assert problems_of(read(file)) == []
        take_in(older, file)
        kept_play = kept(older, number(1))
        assert kept_play.version == next(entry["version"] for entry in lines if entry["tessera"] == "play")
        assert take_in(older, file).id is None
        assert take_in(older, exported(export_jsonl, store)).id is None
        correct(older, number(1), replace(kept_play, note="rain"), "note")
        lines_out = [json.loads(text) for text in exported(export_jsonl, older).splitlines()]
        plays_given = [entry.get("play", entry) for entry in lines_out if entry["tessera"] in {"play", "version"}]
        assert len(plays_given) == 3
        for fields in plays_given:
            assert fields["tide"] == [1, {"high": True}]
            assert [player.get("mood") for player in fields["players"]] == [None, "fine"]
            assert [column.get("hue") for column in fields["sheet"]["columns"]] == [7, None]
            assert "newer" not in fields["extras"]
        assert take_in(store, exported(export_jsonl, older)).changed == 1
