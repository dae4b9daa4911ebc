"""Statistics of many plays: of some or all games, players and days.

The database counts, adds and groups, so the answers are short however many plays there are. Winners and places are
those of the sheets, with their ties. Plays that all won or all lost together, and those of one player alone, have rates
of their own; those whose winner nobody knows count for none. A play in the bin does not count; one whose table is in
play again counts as it was until it is finished anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Executable,
    Row,
    Text,
    and_,
    bindparam,
    case,
    extract,
    func,
    literal,
    not_,
    or_,
    select,
    true,
    tuple_,
    type_coerce,
)
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import col

from storage.database.models import LineRow, PlaceRow, PlayerRow, PlayRow, SeatRow
from storage.repositories.games import is_of_pad
from storage.repositories.people import is_somebody
from storage.repositories.play_content import comings_at
from storage.repositories.statistics_values import (
    GameFigures,
    Overall,
    PlayerFigures,
    SeatFigures,
    Spread,
    TableFigures,
    quartiles,
    rate,
)
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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


def overall(store: Store, scope: Scope) -> Overall:
    """Return how much was played."""
    begun, finished = col(PlayRow.begun), col(PlayRow.finished)
    day = col(PlayRow.day)
    counted = (
        select(
            col(PlayRow.game).label("key"),
            func.count().label("plays"),
            func.min(day).label("first"),
            func.max(day).label("last"),
            func.count(begun).label("timed"),
            func.sum(_seconds()).label("seconds"),
        )
        .where(*scope_conditions(scope))
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
        col(SeatRow.player_id) == col(PlayerRow.id), in_scope(col(SeatRow.play_id), scope)
    )
    # asked player by player, each until the first play is found
    players = select(func.count()).select_from(PlayerRow).where(is_somebody(), took_part.exists()).scalar_subquery()
    rows = fetch(store, select(counted, last.label("title"), players.label("players")))
    games = [GameFigures(key=row.key, title=row.title, plays=row.plays, last=row.last) for row in rows]
    timed = sum(row.timed for row in rows)
    return Overall(
        plays=sum(row.plays for row in rows),
        first=min((row.first for row in rows), default=None),
        last=max((row.last for row in rows), default=None),
        timed=timed,
        hours=sum(float(row.seconds or 0) for row in rows) / 3600 if timed else None,
        players=rows[0].players if rows else 0,
        games=tuple(sorted(games, key=lambda game: (-game.plays, by_letter(game.title), game.key))),
    )


def _seconds() -> ColumnElement[Any]:
    """Return how long a play took, in seconds, `NULL` where its beginning is not known."""
    begun = col(PlayRow.begun)
    return case((begun.is_not(None), extract("epoch", col(PlayRow.finished)) - extract("epoch", begun)))


def figures_of_tables(store: Store) -> tuple[TableFigures, ...]:
    """Return how each game was played at tables of each size, ever."""
    tables = tables_in(Scope())
    game, players = col(PlayRow.game), tables.c.players
    asked = (
        select(
            game.label("key"),
            players,
            func.count().label("plays"),
            func.max(col(PlayRow.day)).label("last"),
            func.count(col(PlayRow.begun)).label("timed"),
            func.sum(_seconds()).label("seconds"),
        )
        .join(tables, tables.c.play_id == col(PlayRow.id))
        .group_by(game, players)
        .order_by(game, players)
    )
    return tuple(
        TableFigures(
            key=row.key,
            players=row.players,
            plays=row.plays,
            last=row.last,
            timed=row.timed,
            minutes=float(row.seconds or 0) / 60,
        )
        for row in fetch(store, asked)
    )


def plays_by_month(store: Store, scope: Scope) -> tuple[tuple[str, str, int], ...]:
    """Return the months with plays, such as 2024-03, and their games with the number of plays, in order."""
    month, game = func.substr(col(PlayRow.day), 1, len("2024-03")).label("month"), col(PlayRow.game)
    asked = select(month, game, func.count().label("plays")).where(*scope_conditions(scope)).group_by("month", game)
    return tuple((row.month, row.game, row.plays) for row in fetch(store, asked.order_by("month", game)))


def places(store: Store, scope: Scope) -> tuple[tuple[str, int], ...]:
    """Return the places where somebody played, with the number of plays, most of them first."""
    asked = (
        select(col(PlaceRow.name), func.count().label("plays"))
        .join(PlayRow, col(PlayRow.place_id) == col(PlaceRow.id))
        .where(*scope_conditions(scope))
        .group_by(col(PlaceRow.id), col(PlaceRow.name))
    )
    counts = ((row.name, row.plays) for row in fetch(store, asked))
    return tuple(sorted(counts, key=lambda place: (-place[1], by_letter(place[0]))))


def player_figures(store: Store, scope: Scope) -> tuple[PlayerFigures, ...]:
    """Return how each player did, most plays first."""
    tables, whole = tables_in(scope), whole_games(store, scope)
    contested, decided = is_contested(tables), is_decided(tables)
    alone, won = tables.c.players == 1, col(SeatRow.won)
    together = and_(decided, not_(contested), not_(alone))
    is_last = (col(SeatRow.place) == tables.c.lowest) & (tables.c.highest < tables.c.lowest)
    figures = (
        select(
            col(SeatRow.player_id),
            func.count().label("plays"),
            count_where(contested).label("contested"),
            count_where(and_(contested, won)).label("wins"),
            func.avg(case((contested, 1.0 * tables.c.winners / tables.c.players))).label("expected"),
            count_where(together).label("together"),
            count_where(and_(together, won)).label("together_wins"),
            count_where(and_(decided, alone)).label("alone"),
            count_where(and_(decided, alone, won)).label("alone_wins"),
            count_where(is_last).label("last_places"),
            *_of_totals(scope, whole(SeatRow)),
        )
        .join(tables, tables.c.play_id == col(SeatRow.play_id))
        .group_by(col(SeatRow.player_id))
        .subquery()
    )
    same = aliased(SeatRow)
    best_play = (
        select(col(same.play_id))
        .join(PlayRow, col(PlayRow.id) == col(same.play_id))
        .where(
            col(same.player_id) == figures.c.player_id,
            col(same.total) == figures.c.best,
            whole(same),
            *scope_conditions(scope),
        )
        .order_by(col(PlayRow.finished), col(PlayRow.id))
        .limit(1)
        .scalar_subquery()
    )
    first = best_play if scope.game is not None else literal(None)
    asked = select(figures, col(PlayerRow.name), first.label("best_play")).join(
        PlayerRow, and_(col(PlayerRow.id) == figures.c.player_id, is_somebody())
    )
    players = [
        PlayerFigures(
            **row._asdict()
            | {
                "win_rate": rate(row.wins, row.contested) if row.contested else None,
                "expected": as_float(row.expected),
                "average": as_float(row.average),
            }
        )
        for row in fetch(store, asked)
    ]
    return tuple(sorted(players, key=lambda player: (-player.plays, by_letter(player.name), player.player_id)))


def categories(
    store: Store, scope: Scope, player_id: str | None = None, same: Mapping[str, str] = MappingProxyType({})
) -> tuple[Spread, ...]:
    """Return the points of each rule of one game, for one player or all, by the name of the rule, in whole games.

    `same` has the rules for other names under which their points may stand.

    Raises:
        ValueError: the scope is not of one game; rules of several games have nothing in common.

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
        .where(in_scope(col(SeatRow.play_id), scope), whole_games(store, scope)(SeatRow), *_of(player_id))
        .group_by(*kinds)
    )
    ever: dict[str, Counter[int]] = defaultdict(Counter)
    won: dict[str, Counter[int]] = defaultdict(Counter)
    for row in fetch(store, asked):
        rule = same.get(row.rule, row.rule)
        ever[rule][row.points] += row.times
        if row.won:
            won[rule][row.points] += row.times
    whole = sum(_sum(counts) for counts in ever.values())
    return tuple(_spread(rule, ever[rule], won[rule], whole) for rule in sorted(ever))


def seats(store: Store, scope: Scope) -> tuple[SeatFigures, ...]:
    """Return how the players in each position did; only those of the scope, if it names some."""
    return _by_kind(store, scope, lambda _: col(SeatRow.position))


def by_number_of_players(store: Store, scope: Scope) -> tuple[SeatFigures, ...]:
    """Return how players did at tables of each size; only those of the scope, if it names some."""
    return _by_kind(store, scope, lambda tables: tables.c.players)


def _by_kind(
    store: Store, scope: Scope, kind_of: Callable[[Any], ColumnElement[Any] | Mapped[Any]]
) -> tuple[SeatFigures, ...]:
    """Return how the players at seats of each kind did, where it is known."""
    tables = tables_in(scope)
    kind = kind_of(tables)
    asked = (
        select(
            kind.label("kind"),
            func.count().label("plays"),
            count_where(col(SeatRow.won)).label("wins"),
            func.avg(1.0 * tables.c.winners / tables.c.players).label("expected"),
        )
        .join(tables, tables.c.play_id == col(SeatRow.play_id))
        .where(
            kind.is_not(None),
            is_contested(tables),
            *([col(SeatRow.player_id).in_(scope.player_ids)] if scope.player_ids else []),
        )
        .group_by(kind)
        .order_by(kind)
    )
    return tuple(
        SeatFigures(
            kind=row.kind, plays=row.plays, wins=row.wins, rate=rate(row.wins, row.plays), expected=float(row.expected)
        )
        for row in fetch(store, asked)
    )


def _of(player_id: str | None) -> list[ColumnElement[bool]]:
    return [] if player_id is None else [col(SeatRow.player_id) == player_id]


def _of_totals(scope: Scope, is_whole: ColumnElement[bool]) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Return the average and the best total of whole games; only totals of one game compare."""
    if scope.game is None:
        return literal(None).label("average"), literal(None).label("best")
    total = case((is_whole, col(SeatRow.total)))
    return func.avg(total).label("average"), (func.min if scope.fewest else func.max)(total).label("best")


def comings(store: Store, *conditions: ColumnElement[bool]) -> dict[str, Mapping[int, tuple[int | None, int | None]]]:
    """Return the first and last rounds of who came late or left early, by plays and seats."""
    text = type_coerce(col(PlayRow.document), Text)
    said = or_(text.contains('"joined":'), text.contains('"left":'))
    rows = fetch(store, select(col(PlayRow.id), col(PlayRow.document)).where(said, *conditions))
    return {row.id: seats for row in rows if (seats := comings_at(row.document))}


def whole_games(store: Store, scope: Scope) -> Callable[[Any], ColumnElement[bool]]:
    """Return the condition, of a seat, that somebody was there for the whole game: else the points do not compare.

    Who comes late to a pad, or leaves early, stands in the document of the play, so those of one game alone are read.
    """
    if scope.game is None or not is_of_pad(scope.game):
        return lambda _: true()
    partly = [(play, seat) for play, seats in comings(store, *scope_conditions(scope)).items() for seat in seats]
    # written out, as a query takes only so many variables
    them: BindParameter[Any] = bindparam(None, partly, expanding=True, literal_execute=True)
    return lambda seat: tuple_(col(seat.play_id), col(seat.seat)).not_in(them) if partly else true()


def _sum(counts: Mapping[int, int]) -> int:
    return sum(points * times for points, times in counts.items())


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
        won_average=_sum(won) / won.total() if won else None,
        share=_sum(ever) / whole if whole > 0 else None,
    )
