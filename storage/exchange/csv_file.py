"""Plays for spreadsheets: a row for each player of a play, a column for each category; read again as plain results.

An apostrophe comes before a text that looks like a formula, so that no name makes a spreadsheet compute; numbers stay
numbers.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

from sqlmodel import col, select

from scoring import GAMES
from scoring.messages import Message, say
from storage.database.models import LineRow, PlayRow
from storage.documents.fields import shown
from storage.exchange.outcomes import PlayerOutcome, participants, total_or_warning, whole_number
from storage.exchange.record import (
    MAX_PLAYERS,
    MAX_PLAYS,
    MAX_SOURCE_LENGTH,
    MAX_TITLE_LENGTH,
    PROGRESS_INTERVAL,
    ImportCollector,
    Incoming,
    PlayRecord,
    UnfitError,
    bgg_id_of,
    cleaned,
    cleaned_note,
    format_moment,
    game_of,
    parse_moment,
    read_day,
    shortened,
)
from storage.exchange.streaming import results, with_progress
from storage.repositories.history import count
from storage.repositories.play_content import MAX_PLACE_LENGTH, PlayContent, beginning, plain_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from storage.exchange.record import Progress
    from storage.repositories.history import Filter
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

FIRST_COLUMNS: Final = (
    "play",
    "source",
    "day",
    "begun",
    "finished",
    "minutes",
    "game key",
    "game",
    "edition",
    "place",
    "players",
    "seat",
    "position",
    "player",
    "rank",
    "won",
    "total",
)
"""The first columns; the categories follow, and the note is last."""

NOTE_COLUMN: Final = "note"

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""The characters with which a formula begins."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""The mark by which Excel recognizes UTF-8."""

NO_TOTAL: Final = "the total {score} of {name} is no whole number: left out"

Category = tuple[str, str]
"""The key of a game and the id of a rule."""


def safe(text: str) -> str:
    r"""Return a text that no spreadsheet takes for a formula.

    >>> safe("=1+1"), safe("Cathy"), safe("\t=1"), safe("'=1")
    ("'=1+1", 'Cathy', "'\t=1", "''=1")
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text


def unsafe(text: str) -> str:
    """Return the text from which `safe` made this one."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS) else text


def export_csv(
    store: Store,
    wanted: Filter,
    write: Callable[[bytes], object],
    progress: Progress | None = None,
) -> int:
    """Write plays as a table, with one batch in memory at a time; return their number."""
    number, total = 0, count(store, wanted)
    categories = _categories(store, wanted)
    text = io.StringIO()
    rows = csv.writer(text)
    text.write(BYTE_ORDER_MARK)
    rows.writerow([*FIRST_COLUMNS, *_titles(categories), NOTE_COLUMN])
    for number, play in enumerate(with_progress(results(store, wanted), total, progress), start=1):
        rows.writerows(_rows(play, categories))
        if number % PROGRESS_INTERVAL == 0:
            _hand_on(text, write)
    _hand_on(text, write)
    return number


def _hand_on(text: io.StringIO, write: Callable[[bytes], object]) -> None:
    write(text.getvalue().encode(errors="replace"))
    text.seek(0)
    text.truncate()


def _categories(store: Store, wanted: Filter) -> tuple[Category, ...]:
    """Return the categories of plays; those of our games in the order of the sheets."""
    asked = select(PlayRow.game, LineRow.rule).join(LineRow, col(LineRow.play_id) == col(PlayRow.id)).distinct()
    if wanted.game is not None:
        asked = asked.where(PlayRow.game == wanted.game)
    with store.reading() as session:
        found = set(session.exec(asked).all())
    known = [(game.key, rule) for game in GAMES.values() for rule in game.rules if (game.key, rule) in found]
    return (*known, *sorted(found - set(known)))


def _titles(categories: Sequence[Category]) -> Iterator[str]:
    """Return the column headings, with the game in front if there are several."""
    several = len({game for game, _ in categories}) > 1
    for key, rule in categories:
        game = GAMES.get(key)
        title = rule if game is None else game.rules.get(rule, rule)
        yield safe(f"{key if game is None else game.title}: {title}" if several else title)


def _rows(play: StoredPlay, categories: Sequence[Category]) -> Iterator[list[object]]:
    minutes = "" if play.begun is None else round((play.finished - play.begun).total_seconds() / 60)
    shared: list[object] = [
        safe(play.id),
        safe(play.source),
        play.day,
        "" if play.begun is None else format_moment(play.begun),
        format_moment(play.finished),
        minutes,
        safe(play.game),
        safe(play.title),
        safe(play.edition),
        safe(play.place or ""),
        len(play.seats),
    ]
    for seat, column in zip(play.seats, play.sheet["columns"], strict=True):
        points: Counter[str] = Counter()
        for line in column["lines"]:
            points[line["rule"]] += line["points"]
        yield [
            *shared,
            seat.seat + 1,
            "" if seat.position is None else seat.position + 1,
            safe(seat.name),
            seat.place,
            int(seat.won),
            "" if seat.total is None else seat.total,
            *(points.get(rule, "") if game == play.game else "" for game, rule in categories),
            safe(play.note),
        ]


def is_ours(data: bytes) -> bool:
    """Return whether a file begins with our first columns."""
    return data.removeprefix(BYTE_ORDER_MARK.encode()).startswith(",".join(FIRST_COLUMNS[:5]).encode())


def read(data: bytes, progress: Progress | None = None) -> Incoming:
    """Return the plays of a table, as plain results."""
    collector = ImportCollector("csv")
    problem_log = collector.problem_log
    try:
        text = data.decode().removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        message = say("not UTF-8 at position {at}: save the table as CSV in UTF-8", at=error.start)
        problem_log.add("", message)
        return collector.incoming()
    lines = text.count("\n")
    try:
        for number, (at, rows) in enumerate(_plays(text), start=1):
            collector.take(at, partial(_record, rows, at))
            if number > MAX_PLAYS:
                problem_log.add(at, say("more than {most} plays: split the file", most=MAX_PLAYS))
                break
            if progress is not None and number % PROGRESS_INTERVAL == 0:
                progress(number, max(number, lines))
    except csv.Error as error:
        problem_log.add("", say("the table cannot be read: {what}", what=str(error)))
    if collector.is_empty():
        problem_log.add("line 2", say("no play stands in this table"))
    return collector.incoming()


Row = dict[str, str]


def _plays(text: str) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each play with the line where they begin; the rows of a play are consecutive."""
    lines = csv.reader(io.StringIO(text, newline=""))
    head = next(lines, [])

    def numbered() -> Iterator[tuple[int, Row]]:
        before = lines.line_num
        for cells in lines:
            if cells:
                yield before + 1, dict(zip(head, map(unsafe, cells), strict=False))
            before = lines.line_num

    for _, together in groupby(numbered(), key=lambda entry: entry[1].get("play", "")):
        rows = list(together)
        yield f"line {rows[0][0]}", [row for _, row in rows]


def _record(rows: list[Row], at: str) -> PlayRecord:
    first = rows[0]
    if len(rows) > MAX_PLAYERS or first.get("players") != str(len(rows)) or any(NOTE_COLUMN not in row for row in rows):
        message = say("{number} rows, some of them incomplete: as many as players belong here", number=len(rows))
        raise UnfitError(message, "players")
    identity = first.get("play", "")
    if not (identity.isascii() and identity.replace("-", "").replace("_", "").isalnum() and len(identity) <= 64):  # noqa: PLR2004
        raise UnfitError(say("{value}: the number of the play belongs here", value=shown(identity)), "play")
    warnings: list[Message] = []
    game, title = _game(first, warnings)
    players = participants([_outcome(row, warnings) for row in rows], warnings)
    finished = parse_moment(first.get("finished", ""), "finished")
    content = PlayContent(
        game=game,
        title=title,
        edition=shortened(first.get("edition", ""), MAX_TITLE_LENGTH, say("the edition"), warnings),
        extras={},
        sheet=plain_sheet(players),
        begun=beginning(parse_moment(first["begun"], "begun"), finished) if first.get("begun") else None,
        finished=finished,
        day=read_day(first.get("day", "")),
        place=shortened(first.get("place", ""), MAX_PLACE_LENGTH, say("the place"), warnings),
        note=cleaned_note(first.get(NOTE_COLUMN, ""), warnings),
        players=players,
    )
    source = cleaned(first.get("source", ""), MAX_SOURCE_LENGTH) or f"tessera:{identity}"
    return PlayRecord(id=identity, source=source, at=at, precision="second", content=content, warnings=tuple(warnings))


def _game(row: Mapping[str, str], warnings: list[Message]) -> tuple[str, str]:
    title = shortened(row.get("game", ""), MAX_TITLE_LENGTH, say("the name of the game"), warnings)
    if not title:
        raise UnfitError(say("missing: the name of the game belongs here"), "game")
    key = row.get("game key", "")
    return (key, GAMES[key].title) if key in GAMES else game_of(title, bgg_id_of(key))


def _outcome(row: Mapping[str, str], warnings: list[Message]) -> PlayerOutcome:
    name = row.get("player", "")
    return PlayerOutcome(
        name=name,
        total=total_or_warning(row.get("total", ""), name, warnings, NO_TOTAL),
        won=row.get("won", "").strip().casefold() in {"1", "true"},
        rank=whole_number(row.get("rank", ""), MAX_PLAYERS) or None,
        seat=whole_number(row.get("position", ""), MAX_PLAYERS) or None,
    )
