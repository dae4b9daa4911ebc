"""Tables for spreadsheets, reading: our own, also as a spreadsheet has saved them again.

The first columns are known and plain ASCII, so they tell the separator and the encoding. A line that cannot be read
costs the play that it belongs to, and is named with its number and column.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from scoring import GAMES
from scoring.messages import Message, say, say_in
from scoring.problems import Problem
from scoring.score_pad.game import SCORE_PAD
from storage.documents.fields import AN_ID, ONE_EACH, belongs_here, missing, one_of, shown
from storage.exchange.csv_file import BYTE_ORDER_MARK, FIRST_COLUMNS, NOTE_COLUMN, unsafe
from storage.exchange.outcomes import PlayerOutcome, participants, points_in, total_or_warning, whole_number
from storage.exchange.play_record import PlayRecord
from storage.exchange.record import (
    EDITION,
    GAME_NAME,
    NOTHING_IN_IT,
    UnfitError,
    bgg_id_in,
    cleaned,
    cleaned_note,
    entries_at,
    game_of,
    in_line,
    noon,
    parse_moment,
    read_day,
    shortened,
)
from storage.repositories.games import is_of_pad
from storage.repositories.play_content import (
    MAX_PLACE_LENGTH,
    MAX_PLAYERS,
    MAX_SOURCE_LENGTH,
    MAX_TITLE_LENGTH,
    UNTIMED,
    Play,
    beginning,
    plain_sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from datetime import datetime

    from storage.exchange.record import Entry, ImportFile
    from storage.repositories.play_content import Participant

BREAKS_OFF: Final = say("this line breaks off")

MAX_NAMED: Final = 10
"""The most columns that are named."""

_SEPARATORS: Final = (",", ";", "\t")

_BEGINNINGS: Final = {
    separator.join(columns): separator
    for separator in _SEPARATORS
    for columns in (FIRST_COLUMNS[:5], [f'"{name}"' for name in FIRST_COLUMNS[:5]])
}
"""The separators by the beginning of a table."""

_HINT: Final = re.compile(r'"?sep=[^\r\n]{1,2}\r?\n')
"""The line before a table that tells Excel the separator."""

_NEEDED: Final = ("play", "finished", "game", "players", "player", "won", "total", NOTE_COLUMN)

_DAMAGED: Final = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is no character."""

_WITHIN_UTF_8: Final = re.compile("[^\x00-\x7f\udc80-\udcff]")

_NON_ASCII_WORD: Final = re.compile(r"\w*[^\x00-\x7f]\w*")

_WON: Final = {"1": True, "true": True, "0": False, "false": False, "": False}

_PAD_KEY: Final = re.compile(rf"{SCORE_PAD.key}(:[0-9A-Za-z_-]{{1,64}})?")
"""The key of a pad's plays."""

_WITH_ID: Final = re.compile(r".* \[([^\[\]]+)\]", re.DOTALL)
"""The heading of a category of a pad or of a game with rules, with its id behind the title."""

_PAD_RULE: Final = re.compile("[a-z0-9_]{1,40}")
"""The key of a category of a pad."""

_DAY_WITH_DOTS: Final = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})", re.ASCII)
"""A day as a spreadsheet may save it; with slashes, nobody could tell which number is the month."""


def is_table(data: bytes) -> bool:
    """Return whether a file begins with our first columns, in any encoding and with any separator."""
    return _separator(data) is not None


def _separator(data: bytes) -> str | None:
    text = data[:1024].replace(b"\0", b"").decode("latin-1").lstrip("\xef\xbb\xbf\xff\xfe")
    text = _HINT.sub("", text, count=1)
    return next((separator for beginning, separator in _BEGINNINGS.items() if text.startswith(beginning)), None)


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield the plays of a table: results with their categories."""
    data = file.stream.read()
    text, remarks = _decoded(data)
    yield from (("", remark) for remark in remarks)
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    number, unknown = 0, set[str]()
    try:
        plays = file.steps(_plays(text, _separator(data) or ","), text.count("\n"))
        for number, rows in enumerate(plays, start=1):  # noqa: B007 - it is asked afterwards
            first = next((row for row in rows if row.fault is not None), rows[0])
            yield from entries_at(in_line(first.line), partial(_record, rows, unknown))
        if not number:
            yield in_line(2), Problem(path="", message=NOTHING_IN_IT)
    except UnfitError as error:
        yield from (("", problem) for problem in error.problems)
    yield from (("", remark) for remark in _about_unknown(unknown))


def _about_unknown(unknown: AbstractSet[str]) -> Iterator[Message]:
    """Yield a remark on the columns of categories that their games do not have, if there are any."""
    if unknown:
        named = (*map(shown, sorted(unknown)[:MAX_NAMED]), *(("…",) if len(unknown) > MAX_NAMED else ()))
        yield say(
            "No category of the game has the id of these columns, so they were left out: {columns}.", columns=named
        )


def _decoded(data: bytes) -> tuple[str, tuple[Message, ...]]:
    """Return the text of a file, with a lone surrogate for each byte that is no character, and remarks.

    What is not UTF-16 is UTF-8 if some of it beyond ASCII is, and otherwise what Excel writes in the west.
    """
    start = data[:2]
    if start in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE} or b"\0" in start:
        encoding = "utf-16-be" if start == codecs.BOM_UTF16_BE or start.startswith(b"\0") else "utf-16-le"
        text = data.decode(encoding, "replace").replace("\N{REPLACEMENT CHARACTER}", "\udcff")
        return text, ()
    text = data.decode(errors="surrogateescape")
    if _DAMAGED.search(text) is None or _WITHIN_UTF_8.search(text) is not None:
        return text, ()
    text = data.decode("cp1252", "surrogateescape")
    word = _NON_ASCII_WORD.search(text)
    if word is None:
        return text, ()
    message = say(
        "The file is not in UTF-8. It was read as Windows-1252: if {word} is wrong, save it as CSV in UTF-8.",
        word=shown(word[0]),
    )
    return text, (message,)


@dataclass(frozen=True, slots=True)
class _Head:
    """The first line of a table: the index of each of our columns, and by index the headings and ids of all others."""

    names: Sequence[str]
    columns: Mapping[str, int]
    categories: Mapping[int, str]
    ids: Mapping[int, str]

    @classmethod
    def of(cls, names: Sequence[str]) -> _Head:
        """Return the head in these cells; the categories stand between our first columns and the note.

        Raises:
            UnfitError: a column is missing.

        """
        columns = {name: names.index(name) for name in FIRST_COLUMNS if name in names}
        if NOTE_COLUMN in names:
            columns[NOTE_COLUMN] = len(names) - 1 - names[::-1].index(NOTE_COLUMN)
        missing = [name for name in _NEEDED if name not in columns]
        if missing:
            raise UnfitError(say("this column is missing"), f"{in_line(1)}, {missing[0]}")
        ours = set(columns.values())
        others = {index: unsafe(name) for index, name in enumerate(names) if name and index not in ours}
        return cls(names, columns, others, {index: _WITH_ID.sub(r"\1", name) for index, name in others.items()})

    def rules(self, key: str) -> Mapping[int, str]:
        """Return the rules by the index of their columns, as a game knows them.

        A game without rules here may have the categories of a pad, or what somebody called them.
        """
        is_known = key in GAMES or is_of_pad(key)
        rules = {index: rule.removeprefix(f"{key}: ") for index, rule in self.ids.items()}
        return {
            index: rules[index] if is_known or _PAD_RULE.fullmatch(rules[index]) else heading.removeprefix(f"{key}: ")
            for index, heading in self.categories.items()
        }

    def fault(self, cells: Sequence[str], *, is_unfinished: bool) -> UnfitError | None:
        """Return why a row cannot be read, with the column; spreadsheets may leave empty cells at its end out."""
        least = max(self.columns[name] for name in ("play", "finished", "game", "players", "player", "won")) + 1
        if len(cells) < (len(self.names) if is_unfinished else least):
            return UnfitError(BREAKS_OFF)
        if len(cells) > len(self.names):
            message = say(
                "{cells} cells for {columns} columns: a quote is missing", cells=len(cells), columns=len(self.names)
            )
            return UnfitError(message)
        damaged = next((index for index, cell in enumerate(cells) if _DAMAGED.search(cell)), None)
        if damaged is None:
            return None
        return UnfitError(
            say("a character is damaged: correct it, and save the file as CSV in UTF-8"), self.names[damaged]
        )


@dataclass(frozen=True, slots=True)
class _Row:
    """A row with its head and the line where it begins; `fault` says why it cannot be read."""

    head: _Head
    line: int
    cells: Sequence[str]
    fault: UnfitError | None

    def text(self, name: str) -> str:
        """Return the text in one of our columns; "" where there is none."""
        index = self.head.columns.get(name, len(self.cells))
        return unsafe(self.cells[index]) if index < len(self.cells) else ""


def _plays(text: str, separator: str) -> Iterator[list[_Row]]:
    """Yield the rows of each play, which are consecutive.

    Raises:
        UnfitError: a column is missing, or the rest cannot be read; the path is the place.

    """
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    unfinished = 0 if text.endswith("\n") else text.count("\n") + 1

    def rows(head: _Head) -> Iterator[_Row]:
        before = lines.line_num
        for cells in lines:
            if any(cells):
                yield _Row(head, before + 1, cells, head.fault(cells, is_unfinished=lines.line_num == unfinished))
            before = lines.line_num

    try:
        names = next(lines, [])
        head = _Head.of(next(lines, []) if names and names[0].startswith("sep=") else names)
        for _, together in groupby(rows(head), key=lambda row: row.text("play")):
            yield list(together)
    except csv.Error:
        raise UnfitError(BREAKS_OFF, in_line(max(lines.line_num, 1))) from None


def _record(rows: list[_Row], unknown: set[str]) -> PlayRecord:
    first = rows[0]
    for row in rows:
        if row.fault is not None:
            raise row.fault
    if len(rows) > MAX_PLAYERS or first.text("players") != str(len(rows)):
        raise UnfitError(ONE_EACH, "players")
    identity = first.text("play")
    if not (identity.isascii() and identity.replace("-", "").replace("_", "").isalnum() and len(identity) <= 64):  # noqa: PLR2004
        raise UnfitError(belongs_here(identity, AN_ID), "play")
    warnings: list[Message] = []
    game, title = _game(first, warnings)
    players = participants([_outcome(row, warnings) for row in rows], warnings)
    day, end = read_day(_with_dashes(first.text("day"))), read_day(_with_dashes(first.text("finished")))
    finished = noon(date.fromisoformat(end)) if end else _moment(first, "finished")
    play = Play(
        id=identity,
        source=cleaned(first.text("source"), MAX_SOURCE_LENGTH) or f"tessera:{identity}",
        game=game,
        title=title,
        edition=shortened(first.text("edition"), MAX_TITLE_LENGTH, EDITION, warnings),
        sheet=_sheet(rows, players, warnings, unknown),
        begun=beginning(_moment(first, "begun"), finished) if first.text("begun") else None,
        finished=finished,
        day=day or end,
        place=shortened(first.text("place"), MAX_PLACE_LENGTH, say_in("location", "Place"), warnings),
        note=cleaned_note(first.text(NOTE_COLUMN), warnings),
        players=players,
        extras={UNTIMED: True} if end else {},
    )
    return PlayRecord.of(play, at=in_line(first.line), precision="second", warnings=warnings)


def _moment(row: _Row, column: str) -> datetime:
    """Return the moment in a column; a spreadsheet may have left its seconds out."""
    text = _with_dashes(row.text(column))
    return parse_moment(f"{text}:00" if text.count(":") == 1 else text, column)


def _with_dashes(text: str) -> str:
    """Return a moment or a day with the year first."""
    return _DAY_WITH_DOTS.sub(r"\3-\2-\1", text.strip())


def _game(row: _Row, warnings: list[Message]) -> tuple[str, str]:
    title = shortened(row.text("game"), MAX_TITLE_LENGTH, GAME_NAME, warnings)
    if not title:
        raise UnfitError(missing(GAME_NAME), "game")
    key = row.text("game key")
    if _PAD_KEY.fullmatch(key):
        return key, title
    is_known = key in GAMES and not is_of_pad(key)
    return (key, GAMES[key].title) if is_known else game_of(title, bgg_id_in(key))


def _outcome(row: _Row, warnings: list[Message]) -> PlayerOutcome:
    name, won = row.text("player"), row.text("won").strip().casefold()
    if won not in _WON:
        raise UnfitError(belongs_here(won, one_of(("0", "1"))), "won")
    return PlayerOutcome(
        name=name,
        total=total_or_warning(row.text("total"), name, warnings),
        won=_WON[won],
        rank=whole_number(row.text("rank"), MAX_PLAYERS) or None,
        seat=whole_number(row.text("position"), MAX_PLAYERS) or None,
    )


def _sheet(
    rows: Sequence[_Row], players: Sequence[Participant], warnings: list[Message], unknown: set[str]
) -> dict[str, Any]:
    """Return the sheet with a line for each category of a player; columns that the game does not have are `unknown`."""
    key, head = rows[0].text("game key"), rows[0].head
    rules, game = head.rules(key), GAMES.get(key)
    sheet = plain_sheet(players)
    for row, column in zip(rows, sheet["columns"], strict=True):
        points: dict[str, str] = {}
        for index, rule in rules.items():
            if index >= len(row.cells) or not row.cells[index]:
                continue
            if game is None or not game.rules or rule in game.rules:
                points[rule] = row.cells[index]
            else:
                unknown.add(head.categories[index])
        column["lines"] = _lines(points, column["player"], column["total"], warnings)
    return sheet


def _lines(points: Mapping[str, str], name: str, total: int | None, warnings: list[Message]) -> list[dict[str, Any]]:
    """Return the lines of a player; none, with a warning, unless they make the total."""
    numbers = {rule: points_in(text) for rule, text in points.items()}
    if sum(number or 0 for number in numbers.values()) != total or None in numbers.values():
        if numbers:
            warnings.append(say("the categories of {name} do not add up to the total: left out", name=shown(name)))
        return []
    return [{"rule": rule, "points": number, "because": "", "cells": [], "ref": ""} for rule, number in numbers.items()]
