"""Plays for spreadsheets: a row for each player of a play, a column for each category.

An apostrophe comes before a text that looks like a formula, so that no name makes a spreadsheet compute; numbers stay
numbers.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from sqlmodel import col, select

from scoring import GAMES
from storage.database.models import LineRow, PlayRow
from storage.exchange.files import PROGRESS_INTERVAL, Progress, results
from storage.exchange.plain_values import format_moment
from storage.repositories.games import KnownGame, bgg_id_of, known_game, played_games
from storage.repositories.play_content import StoredPlay, points_by_rule
from storage.repositories.statistics import comings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from storage.repositories.history import Filter
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
    "bgg",
)
"""The first columns; the categories follow, and the note is last."""

COMING_COLUMNS: Final = ("joined", "left")
"""The columns before the note for the first round of who came late, and the last one of who left early, if any did."""

NOTE_COLUMN: Final = "note"

BYTE_ORDER_MARK: Final = "\ufeff"
"""The mark by which Excel recognizes UTF-8."""

Category = tuple[str, str]
"""The key of a game and the id of a rule."""


def cell_of(text: str) -> str:
    r"""Return a text as a cell that no spreadsheet takes for a formula.

    >>> cell_of("=1+1"), cell_of("Cathy"), cell_of("\t=1"), cell_of("'=1"), cell_of("\N{FULLWIDTH EQUALS SIGN}1")
    ("'=1+1", 'Cathy', "'\t=1", "''=1", "'＝1")
    """
    return f"'{text}" if _begins_a_formula(text) else text


def text_in(cell: str) -> str:
    """Return the text of a cell, without the apostrophe that `cell_of` has put before it.

    >>> text_in("'=1+1"), text_in("''=1"), text_in("'s-Hertogenbosch")
    ('=1+1', "'=1", "'s-Hertogenbosch")
    """
    return cell[1:] if cell.startswith("'") and _begins_a_formula(cell) else cell


def _begins_a_formula(text: str) -> bool:
    """Return whether the first character that can be seen begins one, in any width; apostrophes are passed over."""
    for c in text:
        category = unicodedata.category(c)
        if c != "'" and category not in {"Cf", "Mn"}:
            return category == "Cc" or unicodedata.normalize("NFKC", c) in {"=", "+", "-", "@"}
    return False


def export_csv(
    store: Store, play_filter: Filter, write: Callable[[bytes], object], progress: Progress | None = None
) -> int:
    """Write plays as a table, with one batch in memory at a time; return their number."""
    number, game_of = 0, cache(partial(known_game, store))
    categories = _categories(store, play_filter, game_of)
    of_game = [] if play_filter.game is None else [col(PlayRow.game) == play_filter.game]
    came = comings(store, *of_game)
    text = io.StringIO()
    rows = csv.writer(text)
    text.write(BYTE_ORDER_MARK)
    titles = _titles(categories, _game_titles(store), game_of)
    rows.writerow([*FIRST_COLUMNS, *titles, *(COMING_COLUMNS if came else ()), NOTE_COLUMN])
    for number, play in enumerate(results(store, play_filter, progress), start=1):
        seats = came.get(play.id, {}) if came else None
        rows.writerows(_rows(play, categories, bgg_id_of(game_of(play.game)), seats))
        if number % PROGRESS_INTERVAL == 0:
            _hand_on(text, write)
    _hand_on(text, write)
    return number


def _hand_on(text: io.StringIO, write: Callable[[bytes], object]) -> None:
    write(text.getvalue().encode(errors="replace"))
    text.seek(0)
    text.truncate()


def _game_titles(store: Store) -> dict[str, str]:
    """Return the titles of the games whose categories are known."""
    titles = {game.key: game.title for game in played_games(store)}
    return titles | {key: game.title for key, game in GAMES.items() if game.rules}


def _categories(store: Store, play_filter: Filter, game_of: Callable[[str], KnownGame]) -> tuple[Category, ...]:
    """Return the categories of plays; those of games with rules and of pads in the order of the sheets."""
    asked = select(PlayRow.game, LineRow.rule).join(LineRow, col(LineRow.play_id) == col(PlayRow.id)).distinct()
    if play_filter.game is not None:
        asked = asked.where(PlayRow.game == play_filter.game)
    with store.reading() as session:
        used = set(session.exec(asked).all())
    keys = [*GAMES, *sorted({game for game, _ in used} - GAMES.keys())]
    ordered = [(key, rule) for key in keys for rule in game_of(key).rules if (key, rule) in used]
    return (*ordered, *sorted(used - set(ordered)))


def _titles(
    categories: Sequence[Category], games: Mapping[str, str], game_of: Callable[[str], KnownGame]
) -> Iterator[str]:
    """Return the column headings, with the game in front if there are several.

    Behind a title stands the id of the category, by which it comes back.
    """
    several = len({game for game, _ in categories}) > 1
    for key, rule in categories:
        titles = game_of(key).rules
        identity = f"{key}: {rule}" if several else rule
        if rule in titles:
            title = titles[rule].english
            yield cell_of(f"{games.get(key, key)}: {title} [{identity}]" if several else f"{title} [{identity}]")
        else:
            yield cell_of(identity)


def _rows(
    play: StoredPlay,
    categories: Sequence[Category],
    bgg_id: int | None,
    came: Mapping[int, tuple[int | None, int | None]] | None,
) -> Iterator[list[object]]:
    """Yield the row of each player; `came` has who came late or left early, `None` where nobody in the table did."""
    minutes = "" if play.begun is None else round((play.finished - play.begun).total_seconds() / 60)
    shared: list[object] = [
        cell_of(play.id),
        cell_of(play.source),
        play.day,
        "" if play.begun is None else format_moment(play.begun),
        format_moment(play.finished) if play.has_time else play.day,
        minutes,
        cell_of(play.game),
        cell_of(play.title),
        cell_of(play.edition),
        cell_of(play.place),
        len(play.players),
    ]
    for number, (seat, column) in enumerate(zip(play.players, play.sheet["columns"], strict=True), start=1):
        points = points_by_rule(column["lines"])
        rounds = () if came is None else came.get(number - 1, (None, None))
        yield [
            *shared,
            number,
            "" if seat.position is None else seat.position + 1,
            cell_of(seat.name),
            seat.place,
            int(seat.won),
            "" if seat.total is None else seat.total,
            "" if bgg_id is None else bgg_id,
            *(points.get(rule, "") if game == play.game else "" for game, rule in categories),
            *("" if number_of is None else number_of for number_of in rounds),
            cell_of(play.note),
        ]
