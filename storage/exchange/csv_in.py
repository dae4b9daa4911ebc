"""Tables for spreadsheets, reading: our own, also as a spreadsheet has sorted and saved them again.

The names of our columns are plain ASCII, so they tell the separator and the encoding, wherever they stand. A line that
cannot be read costs the play that it belongs to, and is named with its number and column.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scoring import GAMES
from scoring.messages import Message, say, say_in
from scoring.problems import Problem
from storage.documents import codec
from storage.documents.fields import AN_ID, ONE_EACH, belongs_here, missing, one_of, shown
from storage.exchange import plain_values
from storage.exchange.csv_file import BYTE_ORDER_MARK, COMING_COLUMNS, FIRST_COLUMNS, NOTE_COLUMN, text_in
from storage.exchange.files import NOTHING_IN_IT, Entry, ImportFile, UnfitError, entries_at, in_line
from storage.exchange.outcomes import PlayerOutcome, participants, points_in, total_or_warning, whole_number
from storage.exchange.record import PlayRecord
from storage.repositories.games import bgg_id_in, is_of_pad
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
from storage.repositories.values import PAD_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from storage.repositories.play_content import Participant

_Line: TypeAlias = tuple[int, int, list[str]]
"""The numbers of the first and the last line that a row takes, and its cells."""

BREAKS_OFF: Final = say("this line breaks off")

MAX_NAMED: Final = 10
"""The most columns that are named."""

_SEPARATORS: Final = (",", ";", "\t")

_BEGINNING: Final = 1 << 18
"""The number of bytes, and of characters, in which the head of a table begins."""

_LINES_ABOVE: Final = 10
"""The most lines above the head: empty ones, a title, or one that tells Excel the separator (`sep=;`)."""

_LEAST_KNOWN: Final = 5
"""The least of our columns by which a head is known."""

_OURS: Final = frozenset((*FIRST_COLUMNS, *COMING_COLUMNS, NOTE_COLUMN))

_NEVER_EMPTY: Final = ("play", "finished", "game", "players", "player", "won")

_NEEDED: Final = (*_NEVER_EMPTY, "total", NOTE_COLUMN)

_DAMAGED: Final = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is no character."""

_WITHIN_UTF_8: Final = re.compile("[^\x00-\x7f\udc80-\udcff]")

_NON_ASCII_WORD: Final = re.compile(r"\w*[^\x00-\x7f]\w*")

_WON: Final = {"1": True, "true": True, "0": False, "false": False, "": False}

_PAD_KEY: Final = re.compile(rf"{PAD_GAME}(:[0-9A-Za-z_-]{{1,64}})?")
"""The key of a pad's plays."""

_WITH_ID: Final = re.compile(r".* \[([^\[\]]+)\]", re.DOTALL)
"""The heading of a category of a pad or of a game with rules, with its id behind the title."""

_PAD_RULE: Final = re.compile("[a-z0-9_]{1,40}")
"""The key of a category of a pad."""

_DAY_WITH_DOTS: Final = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})", re.ASCII)
"""A day as a spreadsheet may save it; with slashes, nobody could tell which number is the month."""


def is_table(data: bytes) -> bool:
    """Return whether a file begins with a head of our columns, in any order, encoding and with any separator."""
    return _separator(_decoded(data[:_BEGINNING])[0]) is not None


def _separator(text: str) -> str | None:
    beginning = text[:_BEGINNING].removeprefix(BYTE_ORDER_MARK)
    return next((separator for separator in _SEPARATORS if _names(_cells(beginning, separator))), None)


def _cells(text: str, separator: str) -> Iterator[_Line]:
    """Yield the rows of a table.

    Raises:
        UnfitError: the rest cannot be read; the path is the place.

    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for cells in reader:
            yield before + 1, reader.line_num, cells
            before = reader.line_num
    except csv.Error:
        raise UnfitError(BREAKS_OFF, in_line(before + 1)) from None


def _names(lines: Iterator[_Line]) -> _Line | None:
    """Return the first of the lines that names our columns; `None` where none of them does."""
    with suppress(UnfitError):
        for line in islice(lines, _LINES_ABOVE):
            if len(_OURS.intersection(line[2])) >= _LEAST_KNOWN:
                return line
    return None


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield the plays of a table: results with their categories."""
    data = file.stream.read()
    text, remarks = _decoded(data)
    yield from (("", remark) for remark in remarks)
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    number, unknown = 0, set[str]()
    try:
        plays = file.steps(_plays(text, _separator(text) or ",", unknown), text.count("\n"))
        for number, rows in enumerate(plays, start=1):  # noqa: B007 - it is asked afterwards
            first = next((row for row in rows if row.fault is not None), rows[0])
            yield from entries_at(in_line(first.line), partial(_record, rows, unknown))
        if not number:
            yield in_line(2), Problem(path="", message=NOTHING_IN_IT)
    except UnfitError as error:
        yield from (("", problem) for problem in error.problems)
    yield from (("", remark) for remark in _about_unknown(unknown))


def _about_unknown(unknown: AbstractSet[str]) -> Iterator[Message]:
    """Yield a remark on the columns that are no categories of their games, if there are any."""
    if unknown:
        named = (*map(shown, sorted(unknown)[:MAX_NAMED]), *(("…",) if len(unknown) > MAX_NAMED else ()))
        yield say("These columns hold no category, so they were left out: {columns}.", columns=named)


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
    """The names of the columns: the index of each of ours, and by index the headings and ids of all others.

    A row has at least so many cells: spreadsheets may leave out empty ones at its end.
    """

    names: Sequence[str]
    least: int
    columns: Mapping[str, int]
    categories: Mapping[int, str]
    ids: Mapping[int, str]

    @classmethod
    def of(cls, line: int, names: Sequence[str], left_out: AbstractSet[int]) -> _Head:
        """Return the head in these cells of a line; what is neither ours nor left out is a category.

        Raises:
            UnfitError: a column is missing.

        """
        columns = {name: names.index(name) for name in (*FIRST_COLUMNS, *COMING_COLUMNS) if name in names}
        if NOTE_COLUMN in names:
            columns[NOTE_COLUMN] = len(names) - 1 - names[::-1].index(NOTE_COLUMN)
        missing = [name for name in _NEEDED if name not in columns]
        if missing:
            raise UnfitError(say("this column is missing"), f"{in_line(line)}, {missing[0]}")
        ours = set(columns.values())
        others = {index: text_in(name) for index, name in enumerate(names) if name and index not in ours | left_out}
        least = max(columns[name] for name in _NEVER_EMPTY) + 1
        return cls(names, least, columns, others, {index: _WITH_ID.sub(r"\1", name) for index, name in others.items()})

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

    def without_id(self, key: str) -> AbstractSet[int]:
        """Return the columns in which neither an id nor the key of a game says that they are categories of it."""
        names = self.categories.items()
        return {index for index, name in names if name == self.ids[index] and not name.startswith(f"{key}: ")}

    def fault(self, cells: Sequence[str], *, is_unfinished: bool) -> UnfitError | None:
        """Return why a row cannot be read, with the column."""
        if len(cells) < (len(self.names) if is_unfinished else self.least):
            return UnfitError(BREAKS_OFF)
        if len(cells) > len(self.names):
            message = say(
                "{cells} cells for {columns} columns: a quote is missing", cells=len(cells), columns=len(self.names)
            )
            return UnfitError(message)
        if _DAMAGED.search("".join(cells)) is None:
            return None
        damaged = next(name for name, cell in zip(self.names, cells, strict=False) if _DAMAGED.search(cell))
        return UnfitError(say("a character is damaged: correct it, and save the file as CSV in UTF-8"), damaged)


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
        return text_in(self.cells[index]) if index < len(self.cells) else ""

    def cells_of_categories(self) -> Iterator[tuple[int, str]]:
        """Yield the cells that may belong to categories and have something in them, with the index of the column."""
        cells = self.cells
        return ((index, cells[index]) for index in self.head.categories if index < len(cells) and cells[index])


def _rows(text: str, separator: str, left_out: AbstractSet[int] = frozenset()) -> Iterator[_Row]:
    """Yield the rows below the head.

    Raises:
        UnfitError: a column is missing, or the rest cannot be read; the path is the place.

    """
    lines = _cells(text, separator)
    line, _, names = _names(lines) or (1, 1, [])
    head = _Head.of(line, names, left_out)
    unfinished = 0 if text.endswith("\n") else text.count("\n") + 1
    for begun, ended, cells in lines:
        if any(cells):
            yield _Row(head, begun, cells, head.fault(cells, is_unfinished=ended == unfinished))


def _overview(rows: Iterator[_Row]) -> tuple[Counter[str], Mapping[int, str]]:
    """Return how many rows each play has, and by index the headings of the columns that somebody has added.

    In such a column are words, or the others make the total of a row without it; and no row needs it for its total.
    """
    number_of_rows, added, needed = Counter[str](), dict[int, str](), set[int]()
    with suppress(UnfitError):  # whoever reads the rows again comes to it, too
        for row in rows:
            number_of_rows[row.text("play")] += 1
            cells = row.cells_of_categories() if row.fault is None else ()
            points = {index: points_in(cell) for index, cell in cells}
            worth = {index: number for index, number in points.items() if number}
            spare = _spare(worth, points_in(row.text("total")), row.head.without_id(row.text("game key")))
            if spare is not None:
                needed |= worth.keys() - spare
            unfit = [index for index in points if points[index] is None or index in (spare or ())]
            added |= {index: row.head.categories[index] for index in unfit}
    return number_of_rows, {index: name for index, name in added.items() if index not in needed}


def _spare(worth: Mapping[int, int], total: int | None, may_go: AbstractSet[int]) -> AbstractSet[int] | None:
    """Return the fewest columns without which points make the total, or are none; `None` if nobody can tell them."""

    def fits(spare: AbstractSet[int]) -> bool:
        rest = worth.keys() - spare
        return not rest or sum(worth[index] for index in rest) == total

    if fits(frozenset()):
        return frozenset()
    may_go &= worth.keys()
    choices = [{index} for index in may_go if fits({index})] or [may_go]
    return choices[0] if len(choices) == 1 and fits(choices[0]) else None


def _plays(text: str, separator: str, unknown: set[str]) -> Iterator[list[_Row]]:
    """Yield the rows of each play, wherever they stand; only those of plays that still lack a row are in memory.

    What somebody called a column that holds no category becomes `unknown`.

    Raises:
        UnfitError: a column is missing, or the rest cannot be read; the path is the place.

    """
    rows_to_come, added = _overview(_rows(text, separator))
    unknown.update(added.values())
    together: defaultdict[str, list[_Row]] = defaultdict(list)
    for row in _rows(text, separator, added.keys()):
        identity = row.text("play")
        together[identity].append(row)
        rows_to_come[identity] -= 1
        if not rows_to_come[identity]:
            yield together.pop(identity)


def _record(rows: list[_Row], unknown: set[str]) -> PlayRecord:
    first = rows[0]
    for row in rows:
        if row.fault is not None:
            raise row.fault
    identity = first.text("play")
    if not (identity.isascii() and identity.replace("-", "").replace("_", "").isalnum() and len(identity) <= 64):  # noqa: PLR2004
        raise UnfitError(belongs_here(identity, AN_ID), "play")
    if len(rows) > MAX_PLAYERS or first.text("players") != str(len(rows)):
        raise UnfitError(ONE_EACH, "players")
    rows = sorted(rows, key=lambda row: whole_number(row.text("seat"), MAX_PLAYERS) or 0)
    warnings: list[Message] = []
    game, title = _game(first, warnings)
    players = participants([_outcome(row, warnings) for row in rows], warnings)
    day, end = (
        plain_values.read_day(_with_dashes(first.text("day"))),
        plain_values.read_day(_with_dashes(first.text("finished"))),
    )
    finished = plain_values.noon(date.fromisoformat(end)) if end else _moment(first, "finished")
    play = Play(
        id=identity,
        source=plain_values.cleaned(first.text("source"), MAX_SOURCE_LENGTH) or f"tessera:{identity}",
        game=game,
        title=title,
        edition=plain_values.shortened(first.text("edition"), MAX_TITLE_LENGTH, plain_values.EDITION, warnings),
        sheet=_sheet(rows, players, warnings, unknown),
        begun=beginning(_moment(first, "begun"), finished) if first.text("begun") else None,
        finished=finished,
        day=day or end,
        place=plain_values.shortened(first.text("place"), MAX_PLACE_LENGTH, say_in("location", "Place"), warnings),
        note=plain_values.cleaned_note(first.text(NOTE_COLUMN), warnings),
        players=players,
        extras={UNTIMED: True} if end else {},
    )
    return PlayRecord.of(play, at=in_line(first.line), precision="second", warnings=warnings)


def _moment(row: _Row, column: str) -> datetime:
    """Return the moment in a column; a spreadsheet may have left its seconds out."""
    text = _with_dashes(row.text(column))
    return plain_values.parse_moment(f"{text}:00" if text.count(":") == 1 else text, column)


def _with_dashes(text: str) -> str:
    """Return a moment or a day with the year first."""
    return _DAY_WITH_DOTS.sub(r"\3-\2-\1", text.strip())


def _game(row: _Row, warnings: list[Message]) -> tuple[str, str]:
    title = plain_values.shortened(row.text("game"), MAX_TITLE_LENGTH, plain_values.GAME_NAME, warnings)
    if not title:
        raise UnfitError(missing(plain_values.GAME_NAME), "game")
    key = row.text("game key")
    if _PAD_KEY.fullmatch(key):
        return key, title
    is_known = key in GAMES and not is_of_pad(key)
    return (key, GAMES[key].title) if is_known else plain_values.game_of(title, bgg_id_in(key))


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
        for index, cell in row.cells_of_categories():
            rule = rules[index]
            if game is None or not game.rules or rule in game.rules:
                points[rule] = cell
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
    return [codec.plain_line(rule, number) for rule, number in numbers.items()]
