"""Shapes of fields, made from their types: texts that match, and a text or a list."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import pytest

from scoring.fields import Length, Pattern
from scoring.problems import UNREADABLE
from storage.documents.records import field_of


class Printed(StrEnum):
    FRONT = "front"
    BACK = "back"


Row = Annotated[str, Pattern("[ab]{2}", "two of the letters a b")]
Board = Annotated[Printed | Annotated[tuple[Row, ...], Length(2, 2)], "a board"]


def read(hint: Any, value: Any) -> tuple[Any, list[tuple[str, str]]]:
    problems: list[Any] = []
    found = field_of(hint).read(value, (None, "board"), problems)
    return found, [(problem.path, str(problem.message)) for problem in problems]


def test_a_text_matches_as_a_whole() -> None:
    assert read(Row, "ab") == ("ab", [])
    assert field_of(Row).schema() == {"type": "string", "pattern": "^(?:[ab]{2})$"}


@pytest.mark.parametrize(
    ("value", "shown"), [("abc", '"abc"'), ("a", '"a"'), ("ab\n", '"ab�"'), ("", '""'), (2, "2"), (None, "null")]
)
def test_a_text_that_does_not_match_is_refused(value: Any, shown: str) -> None:
    found, problems = read(Row, value)
    assert found is UNREADABLE
    assert problems == [("board", f"{shown}: two of the letters a b belongs here")]


@pytest.mark.parametrize(("length", "said"), [(38, "x" * 38), (39, "x" * 37 + "…"), (90, "x" * 37 + "…")])
def test_a_long_text_is_shortened_within_its_quotation_marks(length: int, said: str) -> None:
    _, problems = read(Row, "x" * length)
    assert problems == [("board", f'"{said}": two of the letters a b belongs here')]


def test_a_text_or_a_list_takes_either() -> None:
    assert read(Board, "back") == (Printed.BACK, [])
    assert read(Board, ["ab", "ba"]) == (("ab", "ba"), [])


def test_a_text_or_a_list_says_what_is_wrong_with_what_was_given() -> None:
    assert read(Board, ["ab", "xy"])[1] == [("board[1]", '"xy": two of the letters a b belongs here')]
    assert read(Board, ["ab"])[1] == [("board", "a list of 1 entries: a list of 2 entries belongs here")]
    assert read(Board, "Back")[1] == [("board", '"Back": one of front, back belongs here; did you mean "back"?')]
    assert read(Board, 7)[1] == [("board", "7: one of front, back, or a list of 2 entries, belongs here")]
    assert read(Board, None)[1] == [("board", "null: one of front, back, or a list of 2 entries, belongs here")]


def test_a_text_or_a_list_is_described_as_both() -> None:
    assert field_of(Board).schema() == {
        "anyOf": [
            {"enum": ["front", "back"]},
            {"type": "array", "items": field_of(Row).schema(), "minItems": 2, "maxItems": 2},
        ]
    }
