"""How a table of a score pad stands while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.score_pad.kinds.kind import rounds_played
from scoring.messages import counted, points_text, say, wordless
from scoring.score_pad.gaps import gaps
from scoring.score_pad.kinds.category import at_number
from scoring.score_pad.rules import criteria, places
from scoring.score_pad.state import length_of
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.messages import Message
    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Table
    from scoring.sheet import Column


def leading(table: Table, columns: Sequence[Column]) -> Message | None:
    """Return who leads, `None` where one player is alone, all play together, or nothing is entered yet.

    Where the fewest points win, nobody does in the midst of a round, nor who lacks an entry: nobody knows how many
    points it hides.
    """
    if len(columns) == 1 or table.pad.winner is Winner.TOGETHER or not any(player.entries for player in table.players):
        return None
    if table.pad.winner is Winner.FEWEST and not _is_complete(table):
        return None
    first = [standing for standing in places(table, tuple(columns), criteria(table)) if standing.place == 1]
    if table.pad.winner is Winner.FEWEST and _lacking(table) & {standing.player for standing in first}:
        return None
    if len(first) == len(columns):
        return say("all are level")
    wins = {tick.key: tick.title for tick in table.pad.categories if tick.wins_at_once}
    leaders, decided_by = tuple(standing.player for standing in first), first[0].decided_by
    if decided_by in wins:
        return wordless("{leaders}: {title}", leaders=leaders, title=wins[decided_by])
    return counted(
        len(first),
        "{leaders} leads with {points}",
        "{leaders} lead with {points}",
        leaders=leaders,
        points=points_text(first[0].total),
    )


def _lacking(table: Table) -> set[str]:
    return {table.players[seat].name for gap in gaps(table) for seat in gap.seats}


def _is_complete(table: Table) -> bool:
    begun = [category for category in _in_rounds(table) if rounds_played(table.players, category.key)]
    return all(player.entries for player in table.players) and all(
        round_is_complete(table, category) for category in begun
    )


def round_is_complete(table: Table, category: Category) -> bool:
    """Return whether at least one round was played, and everybody who took part in the last one has an entry for it.

    Who has fewer rounds than that took no part.
    """
    key = category.key
    played = rounds_played(table.players, key)
    lacking = any(length_of(player, key) == played - 1 for player in table.players)
    return played > 0 and not lacking and not any(key in bids for bids in table.bids)


def _in_rounds(table: Table) -> list[Category]:
    return [category for category in table.pad.categories if category.shape.in_rounds]


def at_end(table: Table, columns: Sequence[Column]) -> Message | None:
    """Return who has reached the points at which the game ends, `None` where nobody has, or a round is not complete."""
    ends, in_rounds = table.pad.ends, _in_rounds(table)
    if ends is None or not all(round_is_complete(table, category) for category in in_rounds):
        return None
    least = at_number(ends.at, len(columns))
    reached = {column.player: points for column in columns if (points := _points(column, ends.category)) >= least}
    if not reached:
        return None
    values = {"players": tuple(reached), "points": max(reached.values()) if len(reached) == 1 else least}
    if in_rounds:
        return counted(
            len(reached),
            "{players} has {points}: this was the last round",
            "{players} have {points} or more: this was the last round",
            **values,
        )
    return counted(
        len(reached),
        "{players} has {points}: the game ends",
        "{players} have {points} or more: the game ends",
        **values,
    )


def _points(column: Column, key: str | None) -> int:
    """Return the points of a column, or those of its line for a category."""
    if key is None:
        return column.total
    return next(line.points for line in column.lines if line.rule == key)
