"""What a screen of statistics shows, loaded in one call, so that its figures agree with each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from companion.services.game_names import game_names
from storage.repositories.games import known_game
from storage.repositories.player_statistics import pairs, streaks, totals_over_time
from storage.repositories.statistics import (
    Scope,
    by_number_of_players,
    categories,
    overall,
    places,
    player_figures,
    plays_by_month,
    seats,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.messages import Message
    from storage.repositories.statistics_values import (
        OpponentFigures,
        Overall,
        PlayerFigures,
        PlayTotal,
        SeatFigures,
        Spread,
        Streaks,
    )
    from storage.repositories.tables import Store

MAX_TOTALS: Final = 60
"""How many plays the chart of totals shows at most, the last ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsQuery:
    """What statistics cover: one game or all (`None`), one player or everybody (`None`), and a span of time."""

    game: str | None
    player: str | None
    span: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerData:
    """The statistics of one player alone; `tables` are wins by the number of players at the table."""

    figures: PlayerFigures
    streaks: Streaks
    pairs: tuple[OpponentFigures, ...]
    tables: tuple[SeatFigures, ...]
    totals: tuple[PlayTotal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsData:
    """The statistics of a query; `ever` and `everybody` cover all plays at any time.

    `names` are those of the games by their keys, `titles` those of the categories of the chosen game by their rules;
    `fewest` says that the fewest points win in it. `months` are the plays by month and game in the twelve months from
    the first one of the `year`.
    """

    query: StatisticsQuery
    names: Mapping[str, str]
    titles: Mapping[str, str]
    fewest: bool
    ever: Overall
    everybody: tuple[PlayerFigures, ...]
    overall: Overall
    year: date
    months: tuple[tuple[str, str, int], ...]
    standings: tuple[PlayerFigures, ...]
    spreads: tuple[Spread, ...]
    seats: tuple[SeatFigures, ...]
    places: tuple[tuple[str, int], ...]
    player: PlayerData | None


def load_statistics(
    store: Store, query: StatisticsQuery, first: date | None, last: date | None, year: date
) -> StatisticsData:
    """Return the statistics of a query from the `first` to the `last` day; `None` leaves that side open.

    Plays by month are those of the twelve months from the first one of a `year`.
    """
    ever = Scope()
    game = None if query.game is None else known_game(store, query.game)
    last_of_year = year.replace(year=year.year + 1) - timedelta(days=1)
    rules: Mapping[str, Message] = {} if game is None else game.rules
    fewest = game is not None and game.fewest
    group = replace(
        ever,
        game=query.game,
        fewest=fewest,
        since=None if first is None else first.isoformat(),
        until=None if last is None else last.isoformat(),
    )
    scope = group if query.player is None else replace(group, player_ids=(query.player,))
    standings = player_figures(store, group)
    return StatisticsData(
        query=query,
        names=game_names(store),
        titles={rule: str(title) for rule, title in rules.items()},
        fewest=fewest,
        ever=overall(store, ever),
        everybody=player_figures(store, ever),
        overall=overall(store, scope),
        year=year,
        months=plays_by_month(store, replace(scope, since=year.isoformat(), until=last_of_year.isoformat())),
        standings=standings,
        spreads=_spreads(store, group, query, rules),
        seats=seats(store, scope),
        places=places(store, scope),
        player=_of_player(store, group, query, standings),
    )


def _spreads(store: Store, group: Scope, query: StatisticsQuery, rules: Mapping[str, Message]) -> tuple[Spread, ...]:
    """Return the categories of a game in the order of its sheet, unknown ones last; several games have none in common.

    A play that somebody wrote into a spreadsheet may have the title of a pad's category in the place of its key.
    """
    if query.game is None:
        return ()
    titles = {rule: title.english for rule, title in rules.items()}
    same = {title: rule for rule, title in titles.items() if title not in titles}
    order = list(titles)
    spreads = categories(store, group, query.player, same)
    return tuple(sorted(spreads, key=lambda spread: order.index(spread.rule) if spread.rule in titles else len(order)))


def _of_player(
    store: Store, group: Scope, query: StatisticsQuery, standings: tuple[PlayerFigures, ...]
) -> PlayerData | None:
    figures = next((standing for standing in standings if standing.player_id == query.player), None)
    if figures is None:
        return None
    who = figures.player_id
    return PlayerData(
        figures=figures,
        streaks=streaks(store, group, who),
        pairs=pairs(store, group, who),
        tables=by_number_of_players(store, replace(group, player_ids=(who,))),
        totals=() if query.game is None else totals_over_time(store, group, who, MAX_TOTALS),
    )
