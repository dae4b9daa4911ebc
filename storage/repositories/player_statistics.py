"""Statistics of one player: against each opponent, in a row, over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from storage.database.models import PlayerRow, PlayRow, SeatRow
from storage.repositories.statistics_scope import Scope, as_float, count_where, fetch, in_scope, scope_conditions
from storage.repositories.statistics_values import (
    OpponentFigures,
    PlayTotal,
    Streaks,
)
from storage.repositories.values import readable

if TYPE_CHECKING:
    from storage.repositories.tables import Store


def pairs(store: Store, scope: Scope, player_id: str) -> tuple[OpponentFigures, ...]:
    """Return how a player did against each opponent, most frequent opponents first."""
    mine, other = aliased(SeatRow), aliased(SeatRow)
    place, against = col(mine.place), col(other.place)
    met = (
        select(
            col(other.player_id),
            func.count().label("plays"),
            count_where(place < against).label("better"),
            count_where(place == against).label("level"),
            count_where(place > against).label("worse"),
            func.avg(col(mine.total) - col(other.total)).label("difference"),
        )
        .join(other, col(other.play_id) == col(mine.play_id))
        .where(
            col(mine.player_id) == player_id,
            col(other.player_id) != player_id,
            in_scope(store, col(mine.play_id), scope),
        )
        .group_by(col(other.player_id))
        .subquery()
    )
    asked = select(met, col(PlayerRow.name)).join(PlayerRow, col(PlayerRow.id) == met.c.player_id)
    found = [
        OpponentFigures(
            player_id=row.player_id,
            name=readable(row.name),
            plays=row.plays,
            better=row.better,
            level=row.level,
            worse=row.worse,
            difference=None if scope.game is None else _lead(row.difference, scope),
        )
        for row in fetch(store, asked)
    ]
    return tuple(sorted(found, key=lambda pair: (-pair.plays, pair.name.casefold(), pair.player_id)))


def _lead(difference: object, scope: Scope) -> float | None:
    """Return the average lead of a player, who has fewer points than others where the fewest win."""
    lead = as_float(difference)
    return -lead if scope.fewest and lead is not None else lead


def streaks(store: Store, scope: Scope, player_id: str) -> Streaks:
    """Return the longest streaks of a player with and without a win, in the order in which plays finished."""
    won, order = col(SeatRow.won), (col(PlayRow.finished), col(PlayRow.id))
    number = func.row_number().over(order_by=order)
    alike = func.row_number().over(partition_by=won, order_by=order)
    # within a streak both numbers grow by 1, so that their difference stays
    numbered = (
        select(won, col(PlayRow.day), number.label("number"), (number - alike).label("streak"))
        .join(PlayRow, col(PlayRow.id) == col(SeatRow.play_id))
        .where(col(SeatRow.player_id) == player_id, *scope_conditions(store, scope))
        .subquery()
    )
    each = (
        select(
            numbered.c.won,
            func.count().label("plays"),
            func.max(numbered.c.number).label("end"),
            func.min(numbered.c.day).label("first"),
            func.max(numbered.c.day).label("last"),
        )
        .group_by(numbered.c.won, numbered.c.streak)
        .subquery()
    )
    longest = select(
        each.c.won,
        func.max(each.c.plays).label("longest"),
        func.max(each.c.end).label("end"),
        func.min(each.c.first).label("first"),
        func.max(each.c.last).label("last"),
    ).group_by(each.c.won)
    found = {bool(row.won): row for row in fetch(store, longest)}
    ends = {outcome: found[outcome].end if outcome in found else 0 for outcome in (True, False)}
    return Streaks(
        winning=found[True].longest if True in found else 0,
        losing=found[False].longest if False in found else 0,
        current=ends[True] - ends[False],
        first=min((row.first for row in found.values()), default=None),
        last=max((row.last for row in found.values()), default=None),
    )


def totals_over_time(store: Store, scope: Scope, player_id: str, limit: int) -> tuple[PlayTotal, ...]:
    """Return the totals of the last `limit` plays of a player, oldest first."""
    day, total, won = col(PlayRow.day), col(SeatRow.total), col(SeatRow.won)
    asked = (
        select(day, total, won)
        .join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
        .where(col(SeatRow.player_id) == player_id, total.is_not(None), *scope_conditions(store, scope))
        .order_by(col(PlayRow.finished).desc(), col(PlayRow.id).desc())
        .limit(limit)
    )
    return tuple(PlayTotal(row.day, row.total, row.won) for row in reversed(fetch(store, asked)))
