"""Statistics: what many plays say together, of all or of some games, players and days.

The database counts, adds and groups; what comes back is about as long as what is shown, however many plays there are.
Who won and who was better is what the sheets say, ties as they decided them. A play in the bin does not count; one
whose table runs again counts as it was until it is finished anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, extract, func, literal, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from storage.figures import (
    GameFigures,
    Overall,
    Pair,
    PlayerFigures,
    SeatFigures,
    Spread,
    Streaks,
    Total,
    quartiles,
    rate,
)
from storage.rows import LineRow, PlayerRow, PlayRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Executable, Row
    from sqlalchemy.orm import Mapped

    from storage.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which plays count; what is left out does not matter.

    `since` and `until` are days such as 2024-03-01, both included; all of `player_ids` took part.
    """

    game: str | None = None
    since: str | None = None
    until: str | None = None
    player_ids: tuple[str, ...] = ()


def overall(store: Store, scope: Scope) -> Overall:
    """Return how much was played."""
    begun, finished = col(PlayRow.begun), col(PlayRow.finished)
    seconds = case((begun.is_not(None), extract("epoch", finished) - extract("epoch", begun)))
    day = col(PlayRow.day)
    counted = (
        select(
            col(PlayRow.game).label("key"),
            func.count().label("plays"),
            func.min(day).label("first"),
            func.max(day).label("last"),
            func.count(begun).label("timed"),
            func.sum(seconds).label("seconds"),
        )
        .where(*_conditions(scope))
        .group_by(col(PlayRow.game))
        .subquery()
    )
    last = (
        select(col(PlayRow.title))
        .where(col(PlayRow.game) == counted.c.key, col(PlayRow.removed).is_(None))
        .order_by(finished.desc(), col(PlayRow.id).desc())
        .limit(1)
        .scalar_subquery()
    )
    took_part = select(col(SeatRow.seat)).where(
        col(SeatRow.player_id) == col(PlayerRow.id), _counts(col(SeatRow.play_id), scope)
    )
    # asked player by player, each until the first play is found
    players = select(func.count()).select_from(PlayerRow).where(took_part.exists()).scalar_subquery()
    found = _asked(store, select(counted, last.label("title"), players.label("players")))
    games = [GameFigures(key=row.key, title=row.title, plays=row.plays, last=row.last) for row in found]
    timed = sum(row.timed for row in found)
    return Overall(
        plays=sum(row.plays for row in found),
        first=min((row.first for row in found), default=None),
        last=max((row.last for row in found), default=None),
        timed=timed,
        hours=sum(float(row.seconds or 0) for row in found) / 3600 if timed else None,
        players=found[0].players if found else 0,
        games=tuple(sorted(games, key=lambda game: (-game.plays, game.title.casefold(), game.key))),
    )


def calendar(store: Store, scope: Scope) -> tuple[tuple[str, int], ...]:
    """Return the days on which something was played, and how many plays each saw."""
    day = col(PlayRow.day)
    asked = select(day, func.count().label("plays")).where(*_conditions(scope)).group_by(day).order_by(day)
    return tuple((row.day, row.plays) for row in _asked(store, asked))


def standings_of(store: Store, scope: Scope) -> tuple[PlayerFigures, ...]:
    """Return how everybody did who took part, those who played most first."""
    tables = _tables(scope)
    is_last = (col(SeatRow.place) == tables.c.lowest) & (tables.c.highest < tables.c.lowest)
    figures = (
        select(
            col(SeatRow.player_id),
            func.count().label("plays"),
            _times(col(SeatRow.won)).label("wins"),
            func.avg(1.0 / tables.c.players).label("expected"),
            _times(is_last).label("last_places"),
            *_of_totals(scope),
        )
        .join(tables, tables.c.play_id == col(SeatRow.play_id))
        .group_by(col(SeatRow.player_id))
        .subquery()
    )
    same = aliased(SeatRow)
    best_play = (
        select(col(same.play_id))
        .join(PlayRow, col(PlayRow.id) == col(same.play_id))
        .where(col(same.player_id) == figures.c.player_id, col(same.total) == figures.c.best, *_conditions(scope))
        .order_by(col(PlayRow.finished), col(PlayRow.id))
        .limit(1)
        .scalar_subquery()
    )
    first = best_play if scope.game is not None else literal(None)
    asked = select(figures, col(PlayerRow.name), first.label("best_play")).join(
        PlayerRow, col(PlayerRow.id) == figures.c.player_id
    )
    found = [
        PlayerFigures(
            player_id=row.player_id,
            name=row.name,
            plays=row.plays,
            wins=row.wins,
            win_rate=rate(row.wins, row.plays),
            expected=float(row.expected),
            last_places=row.last_places,
            average=_number(row.average),
            best=row.best,
            best_play=row.best_play,
        )
        for row in _asked(store, asked)
    ]
    return tuple(sorted(found, key=lambda one: (-one.plays, one.name.casefold(), one.player_id)))


def categories(store: Store, scope: Scope, player_id: str | None = None) -> tuple[Spread, ...]:
    """Return where the points of one game came from, for one player or everybody, by the name of the rule.

    Raises:
        ValueError: the scope is not of one game; rules of several have nothing in common.

    """
    if scope.game is None:
        message = "categories are those of one game"
        raise ValueError(message)
    at_seat = (col(LineRow.play_id) == col(SeatRow.play_id)) & (col(LineRow.seat) == col(SeatRow.seat))
    kinds = col(LineRow.rule), col(LineRow.points), col(SeatRow.won)
    asked = (
        select(*kinds, func.count().label("times"))
        .select_from(SeatRow)
        .join(LineRow, at_seat)
        .where(_counts(col(SeatRow.play_id), scope), *_of(player_id))
        .group_by(*kinds)
    )
    ever: dict[str, Counter[int]] = defaultdict(Counter)
    won: dict[str, Counter[int]] = defaultdict(Counter)
    for row in _asked(store, asked):
        ever[row.rule][row.points] += row.times
        if row.won:
            won[row.rule][row.points] += row.times
    whole = sum(_sum(counts) for counts in ever.values())
    return tuple(_spread(rule, ever[rule], won[rule], whole) for rule in sorted(ever))


def seats(store: Store, scope: Scope) -> tuple[SeatFigures, ...]:
    """Return how those did who sat first, second and so on; where a scope names players, these alone."""
    tables = _tables(scope)
    position = col(SeatRow.position)
    asked = (
        select(
            position,
            func.count().label("plays"),
            _times(col(SeatRow.won)).label("wins"),
            func.avg(1.0 / tables.c.players).label("expected"),
        )
        .join(tables, tables.c.play_id == col(SeatRow.play_id))
        .where(position.is_not(None), *([col(SeatRow.player_id).in_(scope.player_ids)] if scope.player_ids else []))
        .group_by(position)
        .order_by(position)
    )
    return tuple(
        SeatFigures(
            position=row.position,
            plays=row.plays,
            wins=row.wins,
            rate=rate(row.wins, row.plays),
            expected=float(row.expected),
        )
        for row in _asked(store, asked)
    )


def pairs(store: Store, scope: Scope, player_id: str) -> tuple[Pair, ...]:
    """Return how a player did against each other, those first whom they met most often."""
    mine, other = aliased(SeatRow), aliased(SeatRow)
    place, against = col(mine.place), col(other.place)
    met = (
        select(
            col(other.player_id),
            func.count().label("plays"),
            _times(place < against).label("better"),
            _times(place == against).label("level"),
            _times(place > against).label("worse"),
            func.avg(col(mine.total) - col(other.total)).label("difference"),
        )
        .join(other, col(other.play_id) == col(mine.play_id))
        .where(col(mine.player_id) == player_id, col(other.player_id) != player_id, _counts(col(mine.play_id), scope))
        .group_by(col(other.player_id))
        .subquery()
    )
    asked = select(met, col(PlayerRow.name)).join(PlayerRow, col(PlayerRow.id) == met.c.player_id)
    found = [
        Pair(
            player_id=row.player_id,
            name=row.name,
            plays=row.plays,
            better=row.better,
            level=row.level,
            worse=row.worse,
            difference=None if scope.game is None else _number(row.difference),
        )
        for row in _asked(store, asked)
    ]
    return tuple(sorted(found, key=lambda pair: (-pair.plays, pair.name.casefold(), pair.player_id)))


def streaks(store: Store, scope: Scope, player_id: str) -> Streaks:
    """Return how often in a row a player won and did not; plays follow one another as they were finished."""
    won, order = col(SeatRow.won), (col(PlayRow.finished), col(PlayRow.id))
    number = func.row_number().over(order_by=order)
    alike = func.row_number().over(partition_by=won, order_by=order)
    # within a streak both numbers grow by 1, so that their difference stays
    numbered = (
        select(won, col(PlayRow.day), number.label("number"), (number - alike).label("streak"))
        .join(PlayRow, col(PlayRow.id) == col(SeatRow.play_id))
        .where(col(SeatRow.player_id) == player_id, *_conditions(scope))
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
    found = {bool(row.won): row for row in _asked(store, longest)}
    ends = {outcome: found[outcome].end if outcome in found else 0 for outcome in (True, False)}
    return Streaks(
        winning=found[True].longest if True in found else 0,
        losing=found[False].longest if False in found else 0,
        current=ends[True] - ends[False],
        first=min((row.first for row in found.values()), default=None),
        last=max((row.last for row in found.values()), default=None),
    )


def totals_over_time(store: Store, scope: Scope, player_id: str, limit: int) -> tuple[Total, ...]:
    """Return the totals of the last plays of a player, as many as asked for, the oldest first."""
    day, total, won = col(PlayRow.day), col(SeatRow.total), col(SeatRow.won)
    asked = (
        select(day, total, won)
        .join(SeatRow, col(SeatRow.play_id) == col(PlayRow.id))
        .where(col(SeatRow.player_id) == player_id, total.is_not(None), *_conditions(scope))
        .order_by(col(PlayRow.finished).desc(), col(PlayRow.id).desc())
        .limit(limit)
    )
    return tuple(Total(row.day, row.total, row.won) for row in reversed(_asked(store, asked)))


# -- what is asked


def _asked(store: Store, statement: Executable) -> Sequence[Row[Any]]:
    with store.reading() as session:
        return session.connection().execute(statement).all()


def _conditions(scope: Scope) -> list[ColumnElement[bool]]:
    """Return what holds for the plays that count."""
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


def _counts(play_id: Mapped[str], scope: Scope) -> ColumnElement[bool]:
    """Return that the play of a seat counts; where all do but those in the bin, these few are looked up."""
    if scope == Scope():
        return play_id.not_in(select(col(PlayRow.id)).where(col(PlayRow.removed).is_not(None)))
    return play_id.in_(select(col(PlayRow.id)).where(*_conditions(scope)))


def _of(player_id: str | None) -> list[ColumnElement[bool]]:
    return [] if player_id is None else [col(SeatRow.player_id) == player_id]


def _tables(scope: Scope) -> Any:  # noqa: ANN401 - a selection with columns of its own
    """Return the plays that count: how many sat there, and their best and worst place."""
    at = aliased(SeatRow)
    place = col(at.place)
    return (
        select(
            col(at.play_id),
            func.count().label("players"),
            func.min(place).label("highest"),
            func.max(place).label("lowest"),
        )
        .where(_counts(col(at.play_id), scope))
        .group_by(col(at.play_id))
        .subquery()
    )


def _of_totals(scope: Scope) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Return average and best of totals, which are those of one game."""
    total = col(SeatRow.total)
    if scope.game is None:
        return literal(None).label("average"), literal(None).label("best")
    return func.avg(total).label("average"), func.max(total).label("best")


def _times(condition: ColumnElement[bool] | Mapped[bool]) -> ColumnElement[int]:
    """Return in how many rows something holds."""
    return func.count(case((condition, 1)))


# -- what is made of it


def _number(found: Any) -> float | None:  # noqa: ANN401 - whatever a database gives for an average
    return None if found is None else float(found)


def _sum(counts: Mapping[int, int]) -> int:
    return sum(points * times for points, times in counts.items())


def _average(counts: Mapping[int, int]) -> float | None:
    return _sum(counts) / sum(counts.values()) if counts else None


def _spread(rule: str, ever: Counter[int], won: Counter[int], whole: int) -> Spread:
    lower, median, upper = quartiles(ever)
    return Spread(
        rule=rule,
        count=ever.total(),
        least=min(ever),
        lower=lower,
        median=median,
        upper=upper,
        most=max(ever),
        average=_sum(ever) / ever.total(),
        won_average=_average(won),
        share=_sum(ever) / whole if whole > 0 else None,
    )
