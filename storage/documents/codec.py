"""Reading documents into states, and writing results as JSON (contract, sections 1 and 2)."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from scoring import GAMES
from scoring.fields import Between, document_fields, in_play_fields, unwritten_defaults
from scoring.messages import Message, say
from scoring.problems import UNREADABLE, Problem, UnreadableError, join_path, problems_in
from storage.documents.fields import (
    MAX_SHOWN,
    TOO_DEEP,
    ChoiceField,
    HugeNumber,
    IntegerField,
    ObjectField,
    TextField,
    add_problem,
    belongs_here,
    is_full,
    one_of,
    shown,
    unknown_key_message,
)
from storage.documents.records import record_of

if TYPE_CHECKING:
    from scoring.game import Check, Game
    from scoring.sheet import Sheet

FORMAT: Final = 1
"""The format of documents that this version reads and writes."""

ENVELOPE: Final = ("game", "format", "check", "table", "ask")
"""The fields of a document."""

MAX_DOCUMENT_BYTES: Final = 256 * 1024
"""The size of the largest document in UTF-8."""


class DocumentError(Exception):
    """A text is no document, or one with problems."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems, all at once."""
        super().__init__("the document has problems")
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDocument:
    """A table that can be scored; `game` has the title and the lines that the table gives it."""

    game: Game[Any]
    table: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDocument:
    """A table with a question about it."""

    game: Game[Any]
    table: Any
    check: Check[Any, Any, Any]
    ask: Any


_EXPECTED: Final = {
    "Expecting value": say("a value is missing"),
    "Expecting property name": say('a name in "quotation marks" is missing'),
    "Expecting ':'": say('"{sign}" is missing', sign=":"),
    "Expecting ','": say('"{sign}" is missing', sign=","),
    "Illegal trailing comma": say("a comma too many"),
    "Extra data": say("nothing may follow here"),
}
"""What is wrong where Python's reader of JSON stops, by the beginning of what it says itself."""

_FOR_CHECK: Final = say("check and ask belong together, and to `tessera check`: use it, or remove both")

MAX_NESTING: Final = 500
"""The most lists and objects that lie in each other."""

_STEPS: Final[Mapping[int, int]] = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
"""By how much a bracket changes the nesting."""

_NO_BRACKETS: Final = bytes(set(range(256)) - _STEPS.keys())

_BROKEN_TEXT: Final = say("this text is broken")


def _whole(message: Message) -> DocumentError:
    return DocumentError([Problem(path="", message=message)])


def parse(raw: bytes, largest: int = MAX_DOCUMENT_BYTES) -> object:
    """Return the content of a JSON text in UTF-8.

    Raises:
        DocumentError: it has more than `largest` bytes, is no UTF-8 or JSON, repeats a key, or is nested too deeply.

    """
    if len(raw) > largest:
        raise too_large(largest)
    try:
        text = raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        message = say(
            "not UTF-8: byte {byte} at position {at}; save the file as UTF-8",
            byte=f"0x{raw[error.start]:02X}",
            at=error.start,
        )
        raise _whole(message) from None
    if _is_too_deep(raw):
        raise _whole(TOO_DEEP)
    try:
        return _loads(text)
    except json.JSONDecodeError as error:
        what = next((what for start, what in _EXPECTED.items() if error.msg.startswith(start)), _BROKEN_TEXT)
        message = say(
            "not JSON: line {line}, column {column}: {what}", line=error.lineno, column=error.colno, what=what
        )
        raise _whole(message) from None
    except RecursionError:
        raise _whole(TOO_DEEP) from None


def too_large(largest: int = MAX_DOCUMENT_BYTES) -> DocumentError:
    """Return the error for a document of more bytes than allowed."""
    return _whole(too_large_message(largest))


def too_large_message(largest: int) -> Message:
    """Return the message on a file or a document of more bytes than allowed."""
    size = f"{largest >> 20} MiB" if largest >> 20 else f"{largest >> 10} KiB"
    return say("too large: at most {size} are read", size=size)


def _is_too_deep(raw: bytes) -> bool:
    """Return whether lists and objects lie too deep in each other, before Python's parser, whose limit differs."""
    if raw.count(b"[") + raw.count(b"{") <= MAX_NESTING:
        return False
    unescaped = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    brackets = b"".join(unescaped.split(b'"')[::2]).translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MAX_NESTING


def _loads(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python turns numbers of thousands of digits into integers only when told to
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_integer)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        last = {key: index for index, (key, _) in enumerate(pairs)}
        twice = next(key for index, (key, _) in enumerate(pairs) if last[key] != index)
        raise _whole(say("{key} is given twice in one object; keep one of the two", key=shown(twice)))
    return made


def _no_constant(name: str) -> object:
    raise _whole(say("not JSON: {name} is not a number in JSON", name=name))


def _integer(digits: str) -> int | HugeNumber:
    return int(digits) if len(digits) <= MAX_SHOWN else HugeNumber(digits)


_on_one_line: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_json(value: object) -> bytes:
    """Return JSON on one line, in UTF-8."""
    try:
        return _on_one_line(value).encode()
    except UnicodeEncodeError:  # half of a surrogate pair, repeated from a document
        return json.dumps(value, separators=(",", ":")).encode()


def read_table(document: object) -> TableDocument:
    """Return the table of a document, ready to be scored.

    Raises:
        DocumentError: with all problems of the document and the table, and with what a score needs besides.

    """
    read, broken = read_in_play(document)
    if broken:
        raise DocumentError(broken)
    return read


def read_in_play(document: object) -> tuple[TableDocument, tuple[Problem, ...]]:
    """Return the table of a document, with the rules that it breaks and what a score needs besides.

    Raises:
        DocumentError: with all problems of the document and the table; not all of it can be read.

    """
    problems: list[Problem] = []
    fields = _fields(document, problems)
    asked = "check" in fields
    if asked:
        add_problem(problems, (None, "check"), _FOR_CHECK)
    elif "ask" in fields:
        add_problem(problems, (None, "ask"), _FOR_CHECK)
    game = _game(fields, problems)
    table = _table(fields, game, problems)
    is_read = not problems
    if game is not UNREADABLE:
        problems += problems_in(table, game.limits)
        problems += () if asked else _found(game.unscorable, table)
    if not is_read:
        raise DocumentError(problems)
    return TableDocument(game=game.at(table), table=table), tuple(problems)


def read_check(document: object) -> CheckDocument:
    """Return the table and the question of a document.

    Raises:
        DocumentError: with all problems of the document, the table and the question.

    """
    problems: list[Problem] = []
    fields = _fields(document, problems)
    game = _game(fields, problems)
    check = _check(fields, game, problems)
    table = _table(fields, game, problems)
    if game is not UNREADABLE:
        problems += problems_in(table, game.limits)
    if check is not UNREADABLE:
        ask = _ask(fields, check, problems)
        problems += (
            dataclasses.replace(problem, path=join_path("ask", problem.path))
            for problem in problems_in(ask, game.limits)
        )
        for limit in check.limits:
            problems += _found(limit, table, ask)
    if problems:
        raise DocumentError(problems)
    return CheckDocument(game=game, table=table, check=check, ask=ask)


def _fields(document: object, problems: list[Problem]) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise _whole(belongs_here(document, ObjectField.expected))
    for name in document:
        if name not in ENVELOPE and not is_full(problems):
            add_problem(problems, (None, name), _misplaced(name))
    return document


def _misplaced(name: str) -> Message:
    if any(name in record_of(game.table).fields for game in GAMES.values()):
        return say("{name} belongs inside table", name=shown(name))
    return unknown_key_message(name, ENVELOPE)


def _game(fields: dict[str, Any], problems: list[Problem]) -> Game[Any]:
    """Return the game of a document."""
    IntegerField(Between(FORMAT, FORMAT)).read_field(fields, "format", problems)
    game: Game[Any] = ChoiceField(GAMES, one_of(GAMES)).read_field(fields, "game", problems)
    return game


def without_checks(game: Game[Any]) -> Message:
    """Return the sentence on a game that answers no questions."""
    return say("{game} has no checks: use `tessera score`", game=game.name)


def _check(fields: dict[str, Any], game: Game[Any], problems: list[Problem]) -> Any:  # noqa: ANN401 - any game's check
    if game is UNREADABLE:
        TextField().read_field(fields, "check", problems)
        return UNREADABLE
    checks = {check.key: check for check in game.checks}
    if not checks:
        add_problem(problems, (None, "check"), without_checks(game))
        return UNREADABLE
    return ChoiceField(checks, one_of(checks)).read_field(fields, "check", problems)


def _table(fields: dict[str, Any], game: Game[Any], problems: list[Problem]) -> Any:  # noqa: ANN401 - any game's table
    if not isinstance(fields.get("table"), dict):
        return ObjectField().read_field(fields, "table", problems)
    if game is UNREADABLE:
        return UNREADABLE
    return record_of(game.table).read(fields["table"], None, problems)


def _ask(fields: dict[str, Any], check: Check[Any, Any, Any], problems: list[Problem]) -> Any:  # noqa: ANN401
    shape = record_of(check.ask)
    if "ask" not in fields and not shape.fields:
        return shape.read({}, None, problems)
    return shape.read_field(fields, "ask", problems)


def _found(limit: Callable[..., Iterable[Problem]], *asked: object) -> list[Problem]:
    """Return the problems that a limit finds; none if a value that it needs is unreadable."""
    violations: list[Problem] = []
    with suppress(UnreadableError):
        violations.extend(limit(*asked))
    return violations


def table_document(game: Game[Any], table: object) -> dict[str, Any]:
    """Return the document of a table; reading it returns the table."""
    return {"game": game.key, "format": FORMAT, "table": plain(table)}


def plain_in_play(table: Any) -> dict[str, Any]:  # noqa: ANN401 - the table of any game
    """Return as JSON what only a table in play has; fields that are `None` are left out."""
    fields = ((name, getattr(table, name)) for name in in_play_fields(type(table)))
    return {name: plain(item) for name, item in fields if item is not None}


def in_english(message: Message) -> str:
    """Return a message in English, as files and programs have it."""
    return message.english


def plain(value: object, worded: Callable[[Message], str] = in_english) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a state or an answer as JSON, moments in UTC; fields that are `None`, or not set, are left out.

    What a library has is written by its name.
    """
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if dataclasses.is_dataclass(value) and not isinstance(value, Message):
        return _plain_record(value, worded)
    if isinstance(value, Mapping):
        return {plain(key): plain(item, worded) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item, worded) for item in value]
    return worded(value) if isinstance(value, Message) else value


def _plain_record(record: Any, worded: Callable[[Message], str]) -> Any:  # noqa: ANN401 - any dataclass in, JSON out
    if hasattr(record, "library") and (named := record.library.name(record)) is not None:
        return named
    unwritten = unwritten_defaults(type(record))
    fields = ((name, getattr(record, name)) for name in document_fields(type(record)))
    written = ((name, item) for name, item in fields if item is not None)
    return {name: plain(item, worded) for name, item in written if name not in unwritten or item != unwritten[name]}


def score_result(game: Game[Any], sheet: Sheet, worded: Callable[[Message], str] = in_english) -> dict[str, Any]:
    """Return the result of a score as JSON."""
    return {
        "game": game.key,
        "columns": [
            {
                "player": column.player,
                "total": column.total,
                "lines": [
                    plain_line(line.rule, line.points, worded(line.because), line.ref.english, line.cells)
                    for line in column.lines
                ],
            }
            for column in sheet.columns
        ],
        "standings": [
            {
                "place": standing.place,
                "player": standing.player,
                "total": standing.total,
                "decided_by": standing.decided_by,
            }
            for standing in sheet.standings
        ],
    }


def plain_line(
    rule: str, points: int | None, because: str = "", ref: str = "", cells: Iterable[str] = ()
) -> dict[str, Any]:
    """Return a line of a score as JSON."""
    return {"rule": rule, "points": points, "because": because, "cells": [*cells], "ref": ref}


def problems_result(problems: Iterable[Problem], worded: Callable[[Message], str] = in_english) -> dict[str, Any]:
    """Return the result for a document with problems as JSON."""
    return {"problems": [{"path": problem.path, "message": worded(problem.message)} for problem in problems]}


def schema(game: Game[Any]) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a game's table documents.

    It describes each field; only reading finds contradictions between several fields.
    """
    return _schema(f"{game.title}: a table document of Tessera", game, {}, ())


def check_schema(game: Game[Any], check: Check[Any, Any, Any]) -> dict[str, Any]:
    """Return the JSON Schema of the documents of one check."""
    asked = record_of(check.ask)
    fields = {"check": {"const": check.key}, "ask": asked.schema()}
    required = ("check", "ask") if asked.fields else ("check",)
    return _schema(f"{game.title}: a check document of Tessera, {check.title.english}", game, fields, required)


def _schema(title: str, game: Game[Any], fields: dict[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {
            "game": {"const": game.key},
            "format": {"const": FORMAT},
            **fields,
            "table": record_of(game.table).schema(),
        },
        "required": ["game", "format", "table", *required],
        "additionalProperties": False,
    }
