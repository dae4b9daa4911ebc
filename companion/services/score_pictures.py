"""What the picture of a result shows: the parts of each total, the course of the rounds, and what broke a tie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.services.results import MIN_LINES, decisive_row, lines_of, winner_and_next
from scoring.sheet import tie_break
from storage.repositories.games import is_of_pad
from storage.repositories.values import game_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.services.results import Result
    from scoring.messages import Message
    from scoring.sheet import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """The points of each player by line, in the order of the standings; `lit` says that the first line decided most.

    `longest` is what fills the width: the most points that a player has without those that are lost again.
    """

    parts: tuple[tuple[int, ...], ...]
    lit: bool
    longest: int


def bars_of(result: Result) -> Bars | None:
    """Return the bars of a result, `None` where there is nothing to draw: no points, or none that anybody won."""
    if not result.rows or None in result.totals:
        return None
    decisive = decisive_row(result)
    parts = tuple(_parts(result, standing, decisive) for standing in result.sheet.standings)
    longest = max(sum(max(points, 0) for points in of_player) for of_player in parts)
    return Bars(parts=parts, lit=decisive is not None, longest=longest) if longest > 0 else None


def _parts(result: Result, standing: Standing, decisive: int | None) -> tuple[int, ...]:
    """Return the points of a player by line, those that decided first, so that they begin at the same place."""
    points = [line.points for line in lines_of(result, standing.player)]
    if decisive is not None:
        points.insert(0, points.pop(decisive))
    return tuple(points)


def best_seats(result: Result, number: int) -> tuple[int, ...]:
    """Return the seats whose points are the best ones of a row, none where all are level or there is but one row."""
    points = [column.lines[number].points for column in result.sheet.columns]
    if len(result.rows) < MIN_LINES or len(set(points)) == 1:
        return ()
    pair = winner_and_next(result)
    best = min(points) if pair is not None and pair[0].total < pair[1].total else max(points)
    return tuple(seat for seat, of_seat in enumerate(points) if of_seat == best)


def rounds_of(result: Result) -> tuple[tuple[int, ...], ...]:
    """Return the totals of all players after each round, where a pad has rounds alone, and at least two of them."""
    game = None if result.game is None or result.table is None or result.differs else game_of(result.game)
    if game is None or not is_of_pad(game.key) or len(result.rows) != 1:
        return ()
    of_table = game.at(result.table)
    players = result.table.players
    rounds = max(
        (len(entry) for player in players for entry in player.entries.values() if isinstance(entry, tuple)), default=0
    )

    def after(number: int) -> tuple[int, ...]:
        entered = tuple(replace(player, entries=_first(player.entries, number)) for player in players)
        return tuple(column.total for column in of_table.score(replace(result.table, players=entered)).columns)

    return tuple(after(number) for number in range(1, rounds + 1)) if rounds > 1 else ()


def _first(entries: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return what was entered in so many rounds."""
    return {key: entry[:number] if isinstance(entry, tuple) else entry for key, entry in entries.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """Two players who were level, what was counted then, and the figures, of the better one first."""

    players: tuple[str, str]
    title: Message
    figures: tuple[int, int]


def tie_break_of(result: Result, standing: Standing) -> TieBreak | None:
    """Return what broke the tie between a player and the next lower one, `None` where there was none."""
    broken = tie_break(standing) if result.has_places else None
    lower = next((rival for rival in result.sheet.standings if rival.place > standing.place), None)
    if broken is None or lower is None:
        return None
    title, figures = broken
    return TieBreak(players=(standing.player, lower.player), title=title, figures=figures)
