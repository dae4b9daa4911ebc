"""Statistics of one player: against each opponent, in a row, over time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Text, and_, case, func, not_, or_, select, type_coerce
from sqlalchemy.orm import aliased
from sqlmodel import col

from storage.database.models import PlayerRow, PlayRow, SeatRow
from storage.repositories import statistics
from storage.repositories.people import is_somebody
from storage.repositories.play_content import notes_of, teams_of_players
from storage.repositories.statistics_values import OpponentFigures, PlayTotal, Streaks
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.repositories.tables import Store


def pairs(store: Store, scope: statistics.Scope, player_id: str) -> tuple[OpponentFigures, ...]:
    """Return how a player did against each opponent, most frequent opponents first; who was on one side is none."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    tables = statistics.tables_in(replace(scope, player_ids=(*scope.player_ids, player_id)))
    place, against, lead = col(mine.place), col(theirs.place), col(mine.total) - col(theirs.total)
    are_opponents = not_(_is_together(tables, lead))
    whole = statistics.whole_games(store, scope)
    compared = case((and_(whole(mine), whole(theirs)), lead))
    met = (
        select(
            col(theirs.player_id),
            func.count().label("all"),
            statistics.count_where(are_opponents).label("plays"),
            statistics.count_where(and_(are_opponents, place < against)).label("better"),
            statistics.count_where(and_(are_opponents, place == against)).label("level"),
            statistics.count_where(and_(are_opponents, place > against)).label("worse"),
            func.sum(case((are_opponents, compared))).label("lead"),
            func.count(case((are_opponents, compared))).label("leads"),
        )
        .join(theirs, col(theirs.play_id) == col(mine.play_id))
        .join(tables, tables.c.play_id == col(mine.play_id))
        .where(col(mine.player_id) == player_id, col(theirs.player_id) != player_id, statistics.is_decided(tables))
        .group_by(col(theirs.player_id))
        .subquery()
    )
    named = select(met, col(PlayerRow.name)).join(PlayerRow, and_(col(PlayerRow.id) == met.c.player_id, is_somebody()))
    in_one_team = (
        select(
            *(col(theirs.player_id), place.label("place"), against.label("against"), compared.label("lead")),
            *(
                col(mine.seat).label("seat"),
                col(theirs.seat).label("other"),
                col(PlayRow.extras),
                col(PlayRow.document),
            ),
        )
        .join(theirs, col(theirs.play_id) == col(mine.play_id))
        .join(tables, tables.c.play_id == col(mine.play_id))
        .join(PlayRow, col(PlayRow.id) == col(mine.play_id))
        .where(col(mine.player_id) == player_id, col(theirs.player_id) != player_id, statistics.is_decided(tables))
        .where(are_opponents, _may_be_in_one_team(place == against))
    )
    partners = [row for row in statistics.fetch(store, in_one_team) if _are_on_one_side(row)]
    figures = [
        _figures(row, [met for met in partners if met.player_id == row.player_id], scope)
        for row in statistics.fetch(store, named)
    ]
    return tuple(sorted(figures, key=lambda pair: (-pair.plays, -pair.together, by_letter(pair.name), pair.player_id)))


def _figures(row: Any, partners: Sequence[Any], scope: statistics.Scope) -> OpponentFigures:  # noqa: ANN401 - rows of `pairs`
    """Return how a player did against an opponent, without the plays in which they were partners."""
    leads = [met.lead for met in partners if met.lead is not None]
    number = row.leads - len(leads)
    return OpponentFigures(
        player_id=row.player_id,
        name=row.name,
        plays=row.plays - len(partners),
        better=row.better - sum(met.place < met.against for met in partners),
        level=row.level - sum(met.place == met.against for met in partners),
        worse=row.worse - sum(met.place > met.against for met in partners),
        together=row.all - row.plays + len(partners),
        difference=_lead((row.lead - sum(leads)) / number, scope) if scope.game is not None and number else None,
    )


def _is_together(tables: Any, lead: Any) -> ColumnElement[bool]:  # noqa: ANN401 - of `tables_in`, and a difference
    """Return the condition that all won or lost together; who has the same total may as well be level."""
    are_alike = and_(not_(statistics.is_contested(tables)), tables.c.highest == tables.c.lowest)
    return and_(are_alike, or_(tables.c.winners == 0, func.coalesce(lead, 1) != 0))


def _may_be_in_one_team(is_level: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a play may have teams, or end for all at once: a document is long, so few are read."""
    extras, document = (type_coerce(column, Text) for column in (col(PlayRow.extras), col(PlayRow.document)))
    return or_(
        extras.contains('"team":'),
        and_(is_level, or_(document.contains('"members":'), document.contains('"outcome":'))),
    )


def _are_on_one_side(row: Any) -> bool:  # noqa: ANN401 - a row of `pairs`
    """Return whether two players were in one team, or at a table that ends for all at once."""
    table = (row.document or {}).get("table")
    if isinstance(table, dict) and table.get("outcome"):
        return True
    noted = tuple(seat.team for seat in notes_of(row.extras).seats)
    return any(
        max(row.seat, row.other) < len(teams) and "" != teams[row.seat] == teams[row.other]
        for teams in (noted, teams_of_players(row.document))
    )


def _lead(difference: object, scope: statistics.Scope) -> float | None:
    """Return the average lead of a player, who has fewer points than others where the fewest win."""
    lead = statistics.as_float(difference)
    return -lead if scope.fewest and lead is not None else lead


def streaks(store: Store, scope: statistics.Scope, player_id: str) -> Streaks:
    """Return the longest streaks of a player with and without a win, in the order in which plays finished.

    Contested plays, those together and those alone have streaks of their own; a play with an unknown winner has none.
    """
    tables = statistics.tables_in(replace(scope, player_ids=(*scope.player_ids, player_id)))
    won, order = col(SeatRow.won), (col(PlayRow.finished), col(PlayRow.id))
    kind = case((statistics.is_contested(tables), _CONTESTED), (tables.c.players == 1, _ALONE), else_=_TOGETHER)
    number = func.row_number().over(partition_by=kind, order_by=order)
    alike = func.row_number().over(partition_by=(kind, won), order_by=order)
    # within a streak both numbers grow by 1, so that their difference stays
    numbered = (
        select(kind.label("kind"), won, number.label("number"), (number - alike).label("streak"))
        .join(PlayRow, col(PlayRow.id) == col(SeatRow.play_id))
        .join(tables, tables.c.play_id == col(SeatRow.play_id))
        .where(col(SeatRow.player_id) == player_id, statistics.is_decided(tables))
        .subquery()
    )
    each = (
        select(numbered.c.kind, numbered.c.won, func.count().label("plays"), func.max(numbered.c.number).label("end"))
        .group_by(numbered.c.kind, numbered.c.won, numbered.c.streak)
        .subquery()
    )
    longest = select(
        each.c.kind, each.c.won, func.max(each.c.plays).label("longest"), func.max(each.c.end).label("end")
    ).group_by(each.c.kind, each.c.won)
    streak_of = {(row.kind, bool(row.won)): (row.longest, row.end) for row in statistics.fetch(store, longest)}
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


def _days(store: Store, scope: statistics.Scope, player_id: str) -> tuple[str | None, str | None]:
    """Return the days of the first and the last play of a player."""
    asked = (
        select(func.min(col(PlayRow.day)).label("first"), func.max(col(PlayRow.day)).label("last"))
        .join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
        .where(col(SeatRow.player_id) == player_id, *statistics.scope_conditions(scope))
    )
    (row,) = statistics.fetch(store, asked)
    return row.first, row.last


def totals_over_time(store: Store, scope: statistics.Scope, player_id: str, limit: int) -> tuple[PlayTotal, ...]:
    """Return the totals of the last `limit` plays that a player was there for as a whole, oldest first."""
    day, total, won = col(PlayRow.day), col(SeatRow.total), col(SeatRow.won)
    asked = (
        select(day, total, won)
        .join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
        .where(col(SeatRow.player_id) == player_id, total.is_not(None), *statistics.scope_conditions(scope))
        .where(statistics.whole_games(store, scope)(SeatRow))
        .order_by(col(PlayRow.finished).desc(), col(PlayRow.id).desc())
        .limit(limit)
    )
    return tuple(PlayTotal(row.day, row.total, row.won) for row in reversed(statistics.fetch(store, asked)))
