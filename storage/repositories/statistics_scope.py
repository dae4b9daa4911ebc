"""The scope of statistics, and what their queries share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from storage.database.models import PlayRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Executable, Row
    from sqlalchemy.orm import Mapped

    from storage.repositories.tables import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The plays that count; a default leaves that field open.

    `since` and `until` are days such as 2024-03-01, both included; all of `player_ids` took part. `fewest` says that
    the fewest points win in the game.
    """

    game: str | None = None
    fewest: bool = False
    since: str | None = None
    until: str | None = None
    player_ids: tuple[str, ...] = ()


def fetch(store: Store, statement: Executable) -> Sequence[Row[Any]]:
    """Return the rows of a query."""
    with store.reading() as session:
        return session.connection().execute(statement).all()


def scope_conditions(scope: Scope) -> list[ColumnElement[bool]]:
    """Return the conditions on the plays that count."""
    conditions: list[ColumnElement[bool]] = [col(PlayRow.removed).is_(None)]
    if scope.game is not None:
        conditions.append(col(PlayRow.game) == scope.game)
    if scope.since is not None:
        conditions.append(col(PlayRow.day) >= scope.since)
    if scope.until is not None:
        conditions.append(col(PlayRow.day) <= scope.until)
    for player_id in scope.player_ids:
        theirs = select(col(SeatRow.play_id)).where(col(SeatRow.player_id) == player_id)
        conditions.append(col(PlayRow.id).in_(theirs))
    return conditions


def in_scope(play_id: Mapped[str], scope: Scope) -> ColumnElement[bool]:
    """Return the condition that the play of a seat counts; for all plays it excludes the few in the bin."""
    if scope == Scope():
        return play_id.not_in(select(col(PlayRow.id)).where(col(PlayRow.removed).is_not(None)))
    return play_id.in_(select(col(PlayRow.id)).where(*scope_conditions(scope)))


def tables_in(scope: Scope) -> Any:  # noqa: ANN401 - a selection with columns of its own
    """Return the plays of a scope, with the number of players and of winners, and the best and the worst place.

    A play without a winner is lost where nobody is first, else nobody knows who won.
    """
    at = aliased(SeatRow)
    place = col(at.place)
    return (
        select(
            col(at.play_id),
            func.count().label("players"),
            count_where(col(at.won)).label("winners"),
            func.min(place).label("highest"),
            func.max(place).label("lowest"),
        )
        .where(in_scope(col(at.play_id), scope))
        .group_by(col(at.play_id))
        .subquery()
    )


def is_decided(tables: Any) -> ColumnElement[bool]:  # noqa: ANN401 - of `tables_in`
    """Return the condition that it is known who won, or that all lost."""
    return or_(tables.c.winners > 0, tables.c.highest > 1)


def is_contested(tables: Any) -> ColumnElement[bool]:  # noqa: ANN401 - of `tables_in`
    """Return the condition that some won and others did not: only then chances can be compared."""
    return and_(tables.c.winners > 0, tables.c.winners < tables.c.players)


def count_where(condition: ColumnElement[bool] | Mapped[bool]) -> ColumnElement[int]:
    """Return the number of rows that meet a condition."""
    return func.count(case((condition, 1)))


def as_float(average: Any) -> float | None:  # noqa: ANN401 - whatever a database gives for an average
    """Return an average as a number, or `None`."""
    return None if average is None else float(average)
