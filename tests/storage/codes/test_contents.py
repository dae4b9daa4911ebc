"""What travels is read as strictly as any document."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from scoring import GAMES
from storage.codes import NewerCodeError, contents
from storage.codes.contents import ContentKind
from storage.documents import codec
from tests.storage.codes.samples import GOLDEN, copy, result, table
from tests.storage.sample_documents import ABSENT, changed, small_table

RESULT = contents.document(result("mayor/fifty-points"))
PAD = contents.document(result("score-pad/farm"))
TABLE = {"game": "carpe-diem", "format": 1, "table": small_table()}
COPY = contents.document(copy())


def problems_of(kind: ContentKind, document: Any) -> list[tuple[str, str]]:
    with pytest.raises(codec.DocumentError) as caught:
        contents.read(kind, document)
    return [(problem.path, str(problem.message)) for problem in caught.value.problems]


@pytest.mark.parametrize("name", GOLDEN)
def test_a_result_keeps_points_totals_places_and_what_decided_them(name: str) -> None:
    read = codec.read_table(GOLDEN[name])
    scored = codec.score_result(read.game, read.game.score(read.table))
    for column in scored["columns"]:
        column["lines"] = [line | {"because": "", "cells": [], "ref": ""} for line in column["lines"]]
    assert result(name).sheet() == scored


def test_a_result_of_a_pad_has_the_title_and_the_lines_of_the_pad() -> None:
    farm = result("score-pad/farm")
    assert (farm.game.title, farm.pad) == ("A farm", "4f2c")
    assert tuple(farm.figures.points) == tuple(farm.game.rules)
    assert codec.plain(farm.table) == codec.plain(codec.read_table(GOLDEN["score-pad/farm"]).table)


def test_a_result_says_the_minute_in_utc_when_the_play_was_over() -> None:
    scored = result("mayor/fifty-points").sheet()
    moment = datetime(2026, 1, 1, 0, 30, 59, tzinfo=timezone(timedelta(hours=1)))
    assert contents.play_result(scored, moment).figures.finished == "2025-12-31T23:30Z"
    assert contents.play_result(scored).figures.finished == ""


@pytest.mark.parametrize(
    "made", [result("mayor/fifty-points"), result("score-pad/farm"), table("mayor/fifty-points"), copy()]
)
def test_the_document_of_what_travels_reads_as_the_same(made: contents.Contents) -> None:
    assert contents.read(contents.kind_of(made), contents.document(made)) == made


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": 0}, "format"),
        ({"format": True}, "format"),
        ({"game": ABSENT}, "game"),
        ({"game": 5}, "game"),
        ({"game": "May or"}, "game"),
        ({"result": ABSENT}, "result"),
        ({"result": []}, "result"),
        ({"more": 1}, "more"),
        ({"table": {}}, "table"),
        ({"pad": "4f2c"}, "pad"),
        ({"result.more": 1}, "result.more"),
        ({"result.points": {}}, "result.points"),
        ({"result.points": {"villas": [1, 2, 3]}}, "result.points.villas"),
        ({"result.points.citizen": [1, 2]}, "result.points.citizen"),
        ({"result.points.citizen[1]": 2_000_000_001}, "result.points.citizen[1]"),
        ({"result.points.citizen[1]": True}, "result.points.citizen[1]"),
        ({"result.points.citizen[1]": "1"}, "result.points.citizen[1]"),
        ({"result.places": [1, 2]}, "result.places"),
        ({"result.places": [1, 2, 2, 4]}, "result.places"),
        ({"result.places": [1, 1, 2]}, "result.places"),
        ({"result.places": [2, 3, 4]}, "result.places"),
        ({"result.places[0]": 0}, "result.places[0]"),
        ({"result.decided_by": ["points"]}, "result.decided_by"),
        ({"result.decided_by[0]": "<b>"}, "result.decided_by[0]"),
        ({"result.players": ["White", "white ", "Black"]}, "result.players"),
        ({"result.players": []}, "result.players"),
        ({"result.players[0]": "\x7f"}, "result.players[0]"),
        ({"result.players[0]": ""}, "result.players[0]"),
        ({"result.finished": "yesterday"}, "result.finished"),
        ({"result.finished": "2026-02-30T10:00Z"}, "result.finished"),
        ({"result.finished": "0001-01-01T00:00Z"}, "result.finished"),  # it is no day yet west of Greenwich
        ({"result.finished": "9999-12-31T23:59Z"}, "result.finished"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_the_path(changes: dict[str, Any], path: str) -> None:
    assert path in [problem_path for problem_path, _ in problems_of(ContentKind.RESULT, changed(RESULT, changes))]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"table": ABSENT}, "table"),
        ({"table": []}, "table"),
        ({"table.pad": ABSENT}, "pad"),
        ({"table.pad.categories[0].key": "points"}, "pad.categories[0].key"),
        ({"table.players[0].entries": {"sheep": 1}}, "players[0].entries.sheep"),
        ({"table.players[0].name": "Somebody else"}, "result.players"),
        ({"pad": "a\nb"}, "pad"),
        ({"pad": 3}, "pad"),
        ({"more": 1}, "more"),
        ({"format": 0}, "format"),
        ({"result": ABSENT}, "result"),
        ({"result.points.sheep": [0, 0, 0, 0]}, "result.points.sheep"),
        ({"result.points.fields[0]": 2_000_000_000, "result.points.sets[0]": 1}, "result.points"),
        ({"result.places": [1, 1, 2]}, "result.places"),
    ],
)
def test_a_result_of_a_pad_that_does_not_fit_its_table_is_refused(changes: dict[str, Any], path: str) -> None:
    assert path in [problem_path for problem_path, _ in problems_of(ContentKind.RESULT, changed(PAD, changes))]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"table": ABSENT}, "table"),
        ({"table": []}, "table"),
        ({"table.players[0].prestige": -1}, "table.players[0].prestige"),
        ({"more": 1}, "more"),
        ({"extras": []}, "extras"),
        ({"check": "forum_order"}, "check"),
    ],
)
def test_a_table_whose_fields_cannot_be_read_is_refused(changes: dict[str, Any], path: str) -> None:
    paths = [problem_path for problem_path, _ in problems_of(ContentKind.TABLE, changed(TABLE, changes))]
    assert path.removeprefix("table.") in paths


def test_a_table_that_breaks_a_rule_comes_in_with_what_is_wrong() -> None:
    document = changed(TABLE, {"table.players[1].name": "CATHY", "table.players[0].prestige": 21})
    read = contents.read(ContentKind.TABLE, document)
    assert isinstance(read, contents.OpenTable)
    assert [problem.path for problem in read.problems] == ["players[1].name", "players[0].prestige"]
    assert read.table.players[1].name == "CATHY"


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"seat": ABSENT}, "seat"),
        ({"seat": 2}, "seat"),
        ({"seat": -1}, "seat"),
        ({"seat": True}, "seat"),
        ({"table": []}, "table"),
        ({"origin": 3}, "origin"),
        ({"origin.table": "x"}, "origin.table"),
        ({"origin.base": "0123"}, "origin.base"),
        ({"origin.more": 1}, "origin.more"),
    ],
)
def test_a_part_that_is_none_is_refused(changes: dict[str, Any], path: str) -> None:
    part = TABLE | {"seat": 1, "origin": {"table": "0" * 32, "base": ""}}
    assert path in [problem_path for problem_path, _ in problems_of(ContentKind.PART, changed(part, changes))]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"copy": ABSENT}, "copy"),
        ({"copy": []}, "copy"),
        ({"copy.villa_chart": 3}, "copy.villa_chart"),
        ({"copy.Villas": {}}, "copy.Villas"),
        ({"copy.villa_chart": {"a\nb": 3}}, "copy.villa_chart.a\nb"),
        ({"copy.villa_chart": {"a" * 201: 3}}, "copy.villa_chart." + "a" * 201),
        ({"more": 1}, "more"),
    ],
)
def test_a_copy_that_is_none_is_refused(changes: dict[str, Any], path: str) -> None:
    assert path in [problem_path for problem_path, _ in problems_of(ContentKind.COPY, changed(COPY, changes))]


@pytest.mark.parametrize("kind", ContentKind)
@pytest.mark.parametrize("document", [None, [], 3, "", {}])
def test_what_is_no_document_at_all_is_refused(kind: ContentKind, document: Any) -> None:
    assert problems_of(kind, document)


@pytest.mark.parametrize("document", [RESULT | {"format": 2}, RESULT | {"game": "a-game-to-come"}])
def test_a_later_format_or_an_unknown_game_is_from_a_newer_version(document: Any) -> None:
    with pytest.raises(NewerCodeError, match="update"):
        contents.read(ContentKind.RESULT, document)


def test_every_game_travels() -> None:
    assert {name.partition("/")[0] for name in GOLDEN} == set(GAMES)
