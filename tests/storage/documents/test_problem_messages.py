"""What the sentences of problems say, and that they stay one line each."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storage.documents import codec
from tests.storage.documents.wrong_tables import (
    CATHY,
    DISTRICT,
    DISTRICT_PROBLEMS,
    NICK,
    PLAYER_PROBLEMS,
    TABLE_PROBLEMS,
    TILES,
    WRONG_TYPES,
)
from tests.storage.sample_documents import changed, problems_of, table_document


@pytest.mark.parametrize(
    ("path", "value", "part"),
    [
        (f"{CATHY}.goods.fish", -1, "-1"),
        (f"{CATHY}.coins", 10000, "10000"),
        (f"{CATHY}.coins", 3.5, "3.5"),
        (f"{CATHY}.coins", True, "true"),
        (f"{CATHY}.coins", None, "null"),
        (f"{CATHY}.coins", "3", '"3"'),
        (f"{CATHY}.coins", [1, 2], "a list of 2 entries"),
        (f"{CATHY}.coins", {"a": 1, "b": 2}, "an object of 2 fields"),
        (f"{CATHY}.goods.beef", 1, "beef"),
        (f"{CATHY}.prestige", 20.5, "20.5"),
        ("prestige_end", 6, "7"),
        (f"{NICK}.name", "CATHY", "CATHY"),
        (f"{NICK}.name", "Ca\nthy", "U+000A"),
        ("edition", "third", "third"),
        ("colour", "red", "colour"),
        ("villa_chart", {"3+": 3, "5": 7}, "3+"),
        ("villa_chart", {}, "3"),
        (f"{CATHY}.tally.chimneys", 2, "2"),
        (f"{CATHY}.tally.counts.villa", 1, "villa"),
        (f"{CATHY}.frame[1].met", True, "garden"),
        (f"{NICK}.frame[0].line", "G", '"G"'),
        (f"{TILES}[1].cell", "G3", "G3"),
        (f"{TILES}[1].features[0].kind", "garden", "garden"),
        (f"{TILES}[0].features[0].opens", "WE", "WE"),
        (f"{TILES}[0].features[0].chimneys", 4, "4"),
        (f"{DISTRICT}.shovel", "C4", "C4"),
        ("forum.markers[0]", ["A1", "D3"], "A1 and D3"),
        ("forum.markers[0]", ["B1", "C1"], "C1"),
    ],
)
def test_a_message_says_the_offending_value(path: str, value: Any, part: str) -> None:
    ((_, message),) = problems_of(changed(table_document(), {f"table.{path}": value}))
    assert part in message


@pytest.mark.parametrize(
    ("path", "value", "expected"), [*WRONG_TYPES, *TABLE_PROBLEMS[:17], *PLAYER_PROBLEMS, *DISTRICT_PROBLEMS]
)
def test_a_message_is_one_line_of_some_words(path: str, value: Any, expected: list[str]) -> None:
    del expected
    for _, message in problems_of(changed(table_document(), {f"table.{path}": value})):
        assert message.splitlines() == [message]
        assert len(message.split()) >= 4
        assert message == message.strip()
        assert "{" not in message


@pytest.mark.parametrize("text", ["a\nb", "a\u2028b", "\x1b[31mred", "{0} {name}", "%s", "a" * 100_000])
def test_hostile_texts_make_no_second_line_and_no_long_one(text: str) -> None:
    changes = {"table.edition": text, f"table.{NICK}.name": f"{text}\0", f"table.{CATHY}.goods": {text: 1}}
    messages = [message for _, message in problems_of(changed(table_document(), changes))]
    assert len(messages) == 3
    for message in messages:
        assert message.splitlines() == [message]
        assert message.isprintable()
        assert len(message) < 200


def test_a_near_word_is_proposed() -> None:
    ((path, message),) = problems_of(changed(table_document(), {f"table.{CATHY}.goods.fisch": 1}))
    assert path == f"{CATHY}.goods.fisch"
    assert 'did you mean "fish"?' in message


def test_problems_become_a_result_object() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(changed(table_document(), {f"table.{NICK}.coins": -1}))
    result = codec.problems_result(caught.value.problems)
    assert list(result) == ["problems"]
    ((entry),) = result["problems"]
    assert list(entry) == ["path", "message"]
    assert entry["path"] == f"{NICK}.coins"
    assert json.loads(codec.to_json(result)) == result
