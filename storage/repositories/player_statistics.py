"""Statistics of one player: against each opponent, in a row, over time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from storage.database.models import PlayerRow, PlayRow, SeatRow
from storage.repositories.people import is_somebody
from storage.repositories.statistics_scope import (
    Scope,
    as_float,
    count_where,
    fetch,
    is_contested,
    is_decided,
    scope_conditions,
    tables_in,
)
from storage.repositories.statistics_values import (
    OpponentFigures,
    PlayTotal,
    Streaks,
)
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from storage.repositories.tables import Store


def pairs(store: Store, scope: Scope, player_id: str) -> tuple[OpponentFigures, ...]:
    """Return how a player did against each opponent, most frequent opponents first."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    tables = tables_in(replace(scope, player_ids=(*scope.player_ids, player_id)))
    place, against = col(mine.place), col(theirs.place)
    met = (
        select(
            col(theirs.player_id),
            func.count().label("plays"),
            count_where(place < against).label("better"),
            count_where(place == against).label("level"),
            count_where(place > against).label("worse"),
            func.avg(col(mine.total) - col(theirs.total)).label("difference"),
        )
        .join(theirs, col(theirs.play_id) == col(mine.play_id))
        .join(tables, tables.c.play_id == col(mine.play_id))
        .where(
            col(mine.player_id) == player_id,
            col(theirs.player_id) != player_id,
            is_decided(tables),
        )
        .group_by(col(theirs.player_id))
        .subquery()
    )
    asked = select(met, col(PlayerRow.name)).join(PlayerRow, and_(col(PlayerRow.id) == met.c.player_id, is_somebody()))
    opponents = [
        OpponentFigures(
            player_id=row.player_id,
            name=row.name,
            plays=row.plays,
            better=row.better,
            level=row.level,
            worse=row.worse,
            difference=None if scope.game is None else _lead(row.difference, scope),
        )
        for row in fetch(store, asked)
    ]
    return tuple(sorted(opponents, key=lambda pair: (-pair.plays, by_letter(pair.name), pair.player_id)))


def _lead(difference: object, scope: Scope) -> float | None:
    """Return the average lead of a player, who has fewer points than others where the fewest win."""
    lead = as_float(difference)
    return -lead if scope.fewest and lead is not None else lead


def streaks(store: Store, scope: Scope, player_id: str) -> Streaks:
    """Return the longest streaks of a player with and without a win, in the order in which plays finished.

    Contested plays, those together and those alone have streaks of their own; a play with an unknown winner has none.
    """
    tables = tables_in(replace(scope, player_ids=(*scope.player_ids, player_id)))
    won, order = col(SeatRow.won), (col(PlayRow.finished), col(PlayRow.id))
    kind = case((is_contested(tables), _CONTESTED), (tables.c.players == 1, _ALONE), else_=_TOGETHER)
    number = func.row_number().over(partition_by=kind, order_by=order)
    alike = func.row_number().over(partition_by=(kind, won), order_by=order)
    # within a streak both numbers grow by 1, so that their difference stays
    numbered = (
        select(kind.label("kind"), won, number.label("number"), (number - alike).label("streak"))
        .join(PlayRow, col(PlayRow.id) == col(SeatRow.play_id))
        .join(tables, tables.c.play_id == col(SeatRow.play_id))
        .where(col(SeatRow.player_id) == player_id, is_decided(tables))
        .subquery()
    )
    each = (
        select(
            numbered.c.kind,
            numbered.c.won,
            func.count().label("plays"),
            func.max(numbered.c.number).label("end"),
        )
        .group_by(numbered.c.kind, numbered.c.won, numbered.c.streak)
        .subquery()
    )
    longest = select(
        each.c.kind,
        each.c.won,
        func.max(each.c.plays).label("longest"),
        func.max(each.c.end).label("end"),
    ).group_by(each.c.kind, each.c.won)
    streak_of = {(row.kind, bool(row.won)): (row.longest, row.end) for row in fetch(store, longest)}
    winning, win = streak_of.get((_CONTESTED, True), (0, 0))
    losing, loss = streak_of.get((_CONTESTED, False), (0, 0))
    first, last = _days(store, scope, player_id)
    return Streaks(
        winning=winning,
        losing=losing,
        current=win - loss,
        together=streak_of.get((_TOGETHER, True), (0, 0))[0],
        alone=streak_of.get((_ALONE, True), (0, 0))[0],
        first=first,
        last=last,
    )


_CONTESTED, _TOGETHER, _ALONE = range(3)


def _days(store: Store, scope: Scope, player_id: str) -> tuple[str | None, str | None]:
    """Return the days of the first and the last play of a player."""
    asked = (
        select(func.min(col(PlayRow.day)).label("first"), func.max(col(PlayRow.day)).label("last"))
        .join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
        .where(col(SeatRow.player_id) == player_id, *scope_conditions(scope))
    )
    (row,) = fetch(store, asked)
    return row.first, row.last


def totals_over_time(store: Store, scope: Scope, player_id: str, limit: int) -> tuple[PlayTotal, ...]:
    """Return the totals of the last `limit` plays of a player, oldest first."""
    day, total, won = col(PlayRow.day), col(SeatRow.total), col(SeatRow.won)
    asked = (
        select(day, total, won)
        .join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
        .where(col(SeatRow.player_id) == player_id, total.is_not(None), *scope_conditions(scope))
        .order_by(col(PlayRow.finished).desc(), col(PlayRow.id).desc())
        .limit(limit)
    )
    return tuple(PlayTotal(row.day, row.total, row.won) for row in reversed(fetch(store, asked)))
