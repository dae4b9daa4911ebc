"""Shapes of fields, made from their types: texts that match, one of several types, and objects of several kinds."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - fields are made from it
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest

from scoring.fields import Between, Keys, Length, Name, Pattern
from scoring.problems import UNREADABLE, Problem
from storage.documents.codec import plain
from storage.documents.records import check_numbers, field_of, record_of


class Printed(StrEnum):
    FRONT = "front"
    BACK = "back"


Row = Annotated[str, Pattern("[ab]{2}", "two of the letters a b")]
Board = Annotated[Printed | Annotated[tuple[Row, ...], Length(2, 2)], "a board"]


def read(hint: Any, value: Any) -> tuple[Any, list[tuple[str, str]]]:
    problems: list[Any] = []
    value_read = field_of(hint).read(value, (None, "board"), problems)
    return value_read, [(problem.path, str(problem.message)) for problem in problems]


def test_a_text_matches_as_a_whole() -> None:
    assert read(Row, "ab") == ("ab", [])
    assert field_of(Row).schema() == {"type": "string", "pattern": "^(?:[ab]{2})$"}


@pytest.mark.parametrize(
    ("value", "shown"), [("abc", '"abc"'), ("a", '"a"'), ("ab\n", '"ab�"'), ("", '""'), (2, "2"), (None, "null")]
)
def test_a_text_that_does_not_match_is_refused(value: Any, shown: str) -> None:
    value_read, problems = read(Row, value)
    assert value_read is UNREADABLE
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
    assert read(Board, ["ab"])[1] == [("board", "a list of 1 entry: a list of 2 entries belongs here")]
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


Figure = int | bool | tuple[int, ...]


@pytest.mark.parametrize("value", [3, -9999, True, False])
def test_a_number_and_a_tick_are_told_apart(value: Any) -> None:
    value_read, problems = read(Figure, value)
    assert (type(value_read), value_read, problems) == (type(value), value, [])


@pytest.mark.parametrize("value", ["3", 3.0, None, {}])
def test_a_number_a_tick_or_a_list_says_what_belongs_there(value: Any) -> None:
    ((path, message),) = read(Figure, value)[1]
    assert path == "board"
    assert message.endswith(": a whole number from -9999 to 9999, one of true, false, or a list, belongs here")


class Kind(StrEnum):
    ROUND = "round"
    OBLONG = "oblong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    name: Name
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Shape):
    kind: Literal[Kind.ROUND] = Kind.ROUND


@dataclass(frozen=True, slots=True, kw_only=True)
class Oblong(Shape):
    kind: Literal[Kind.OBLONG] = Kind.OBLONG
    sides: Annotated[tuple[int, ...], Length(2, 2)]


def test_an_object_is_of_the_kind_that_it_says() -> None:
    assert read(Round | Oblong, {"kind": "round", "name": "Plate"}) == (Round(name="Plate"), [])
    tray = {"kind": "oblong", "name": "Tray", "sides": [3, 4]}
    assert read(Round | Oblong, tray) == (Oblong(name="Tray", sides=(3, 4)), [])


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ({"kind": "round", "name": "Plate", "sides": [3, 4]}, ["board.sides"]),
        ({"kind": "oblong"}, ["board.name", "board.sides"]),
        ({"kind": "square", "name": "", "sides": [3, 4]}, ["board.kind", "board.name"]),
        ({"name": "Plate"}, ["board.kind"]),
        ("round", ["board"]),
    ],
)
def test_each_kind_has_its_own_fields_and_an_unknown_kind_those_that_all_have(value: Any, paths: list[str]) -> None:
    assert sorted(path for path, _ in read(Round | Oblong, value)[1]) == paths


def test_the_schema_of_several_kinds_asks_for_the_kind() -> None:
    described = field_of(Round | Oblong).schema()["anyOf"]
    assert [schema["properties"]["kind"]["enum"] for schema in described] == [["round"], ["oblong"]]
    assert [schema["required"] for schema in described] == [["name", "kind"], ["name", "sides", "kind"]]


Digit = Annotated[int, Between(0, 9)]


@dataclass(frozen=True, slots=True)
class Player:
    coins: Digit = 0


@dataclass(frozen=True, slots=True)
class Table:
    round: Digit = 0
    goods: Annotated[Mapping[str, Digit], Keys(("fish", "bread"))] | None = None
    entry: Digit | bool | tuple[Digit, ...] = 0
    players: tuple[Player, ...] = ()


@pytest.mark.parametrize(
    "table",
    [
        Table(round=10),
        Table(goods={"fish": 1, "bread": 10}),
        Table(entry=10),
        Table(entry=(1, 10)),
        Table(players=(Player(), Player(coins=10))),
    ],
)
def test_a_number_out_of_range_is_found_in_a_state_as_in_its_document_unless_it_was_there(table: Table) -> None:
    shape = record_of(Table)
    read: list[Problem] = []
    checked: list[Problem] = []
    unchanged: list[Problem] = []
    shape.read(plain(table), None, read)
    check_numbers(table, Table(entry=True, players=(Player(),)), shape, checked)
    check_numbers(table, table, shape, unchanged)
    assert [str(problem.message) for problem in read] == ["10: a whole number from 0 to 9 belongs here"]
    assert [problem.message for problem in checked] == [problem.message for problem in read]
    assert unchanged == []
