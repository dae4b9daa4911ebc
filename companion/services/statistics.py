"""What a screen of statistics shows, loaded in one call; and what the history dares its players to do, unasked."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.formatting.dates import day_text, duration_text
from companion.services.game_names import game_names, place_of
from companion.services.new_table_data import load_draft
from scoring.messages import Message, counted, say
from storage.repositories.games import known_game
from storage.repositories.player_statistics import pairs, streaks, totals_over_time
from storage.repositories.statistics import (
    Scope,
    by_number_of_players,
    categories,
    figures_of_tables,
    overall,
    places,
    player_figures,
    plays_by_month,
    seats,
)
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.services.game_names import Choice
    from companion.tables.my_copy import MyCopy
    from storage.repositories.statistics_values import (
        OpponentFigures,
        Overall,
        PlayerFigures,
        PlayTotal,
        SeatFigures,
        Spread,
        Streaks,
        TableFigures,
    )
    from storage.repositories.tables import Store

    Way = Callable[[Sequence["PlayedGame"]], "Suggestion | None"]
    """A way to choose one of several games."""


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


TEN: Final = 10
"""So many games are to be played so many times in a year: players know it as ten by ten."""

NEARLY: Final = 6
"""From so many plays on a game is nearly played ten times."""

LONG: Final = timedelta(days=365)
"""What was not played for so long lies in the shelf for too long."""

A_WHILE: Final = timedelta(days=60)
"""What was not played for so long may be proposed because of that."""

SUGGESTED: Final = 3
"""How many games are proposed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game that was played, by the key under which it begins anew.

    `sizes` are its plays by the number of players. `limits` are the fewest and the most players, `None` where nobody
    made a pad for it yet. `minutes` is how long a play takes on average, `None` where none was timed.
    """

    key: str
    title: str
    last: date
    sizes: Mapping[int, int]
    limits: tuple[int, int] | None
    minutes: float | None

    @property
    def plays(self) -> int:
        """The number of its plays."""
        return sum(self.sizes.values())

    def is_for(self, players: int, minutes: int | None) -> bool:
        """Return whether so many can play it in so many minutes: an unknown time fits where there is no limit."""
        least, most = self.limits or (min(self.sizes), max(self.sizes))
        return least <= players <= most and (minutes is None or (self.minutes is not None and self.minutes <= minutes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dares:
    """The games that were played, last ones first, and those of this group that never were.

    `this_year` are the plays of this year by game, of each at most ten, most of them first. `at_table` is how many sat
    at the last table, `None` where nobody knows.
    """

    games: tuple[PlayedGame, ...]
    unplayed: tuple[tuple[str, str], ...]
    of_group: int
    this_year: tuple[tuple[str, int], ...]
    at_table: int | None

    @property
    def towards_ten_by_ten(self) -> int:
        """How many of the hundred plays of ten games, ten times each, were played this year."""
        return sum(number for _, number in self.this_year[:TEN])

    def left_alone(self, today: date) -> tuple[PlayedGame, ...]:
        """Return the games that nobody has played for a year, the longest one first."""
        return tuple(game for game in reversed(self.games) if today - game.last > LONG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A game that could be played next, and why."""

    game: PlayedGame
    reason: Message

    @property
    def takes(self) -> Message | None:
        """How long a play takes, if that is known."""
        if self.game.minutes is None:
            return None
        return say("about {time}", time=duration_text(round(self.game.minutes)))


def load_dares(store: Store, copies: Mapping[str, MyCopy], today: date) -> Dares:
    """Return what the history dares its players to do."""
    begins = load_draft(store, copies)
    choice = begins.choice
    titles = {place_of(game.key, choice.games): game.title for game in overall(store, Scope()).games}
    year = overall(store, Scope(since=f"{today.year}-01-01")).games
    played = Counter[str]()
    for game in year:
        played[place_of(game.key, choice.games)] += game.plays
    games = tuple(sorted(_played(figures_of_tables(store), choice, titles), key=lambda game: game.last, reverse=True))
    have = {game.key for game in games}
    of_group = {*have, *choice.own}
    names = {key: _title(key, choice, titles) for key in {*of_group, *played}}
    unplayed = sorted(((key, names[key]) for key in of_group - have), key=lambda game: by_letter(game[1]))
    return Dares(
        games=games,
        unplayed=tuple(unplayed),
        of_group=len(of_group),
        this_year=tuple((names[key], min(number, TEN)) for key, number in played.most_common()),
        at_table=len(begins.last) or None,
    )


def _title(key: str, choice: Choice, titles: Mapping[str, str]) -> str:
    return str(choice.games[key].name) if key in choice.games else titles[key]


def _played(tables: Sequence[TableFigures], choice: Choice, titles: Mapping[str, str]) -> Iterator[PlayedGame]:
    """Yield each game that was played, the plays from elsewhere with those of its pad."""
    by_game: defaultdict[str, list[TableFigures]] = defaultdict(list)
    for figures in tables:
        by_game[place_of(figures.key, choice.games)].append(figures)
    for key, of_game in by_game.items():
        sizes = Counter[int]()
        for figures in of_game:
            sizes[figures.players] += figures.plays
        timed = sum(figures.timed for figures in of_game)
        yield PlayedGame(
            key=key,
            title=_title(key, choice, titles),
            last=date.fromisoformat(max(figures.last for figures in of_game)),
            sizes=sizes,
            limits=choice.games[key].players if key in choice.games else None,
            minutes=sum(figures.minutes for figures in of_game) / timed if timed else None,
        )


def suggestions(games: Sequence[PlayedGame], players: int, minutes: int | None, today: date) -> tuple[Suggestion, ...]:
    """Return three games for so many players in so many minutes, each for a reason of its own where there is one.

    One that lay in the shelf for long, the one that is played most with so many, and one that is nearly played ten
    times; games that were not played for longest fill up. `None` minutes are no limit.
    """
    fit = [game for game in games if game.is_for(players, minutes)]
    proposed: list[Suggestion] = []
    ways: list[Way] = [partial(_left, today=today), partial(_played_most, players=players), _nearly_ten]
    for way in (*ways, *[_longest_ago] * SUGGESTED):
        taken = {suggestion.game.key for suggestion in proposed}
        suggested = way([game for game in fit if game.key not in taken])
        proposed += [] if suggested is None else [suggested]
    return tuple(proposed[:SUGGESTED])


def _left(games: Sequence[PlayedGame], today: date) -> Suggestion | None:
    """Return the game that was played often and then left alone for long."""
    old = [game for game in games if game.plays > 1 and today - game.last > A_WHILE]
    game = max(old, key=lambda game: ((today - game.last).days * min(game.plays, TEN), game.key), default=None)
    return None if game is None else Suggestion(game=game, reason=_seen(game))


def _played_most(games: Sequence[PlayedGame], players: int) -> Suggestion | None:
    """Return the game that was played most with so many players."""
    game = max(games, key=lambda game: (game.sizes.get(players, 0), game.last, game.key), default=None)
    number = 0 if game is None else game.sizes.get(players, 0)
    if game is None or not number:
        return None
    people = counted(players, "{number} player", "{number} players")
    reason = counted(number, "{number} play with {people}", "{number} plays with {people}", people=people)
    return Suggestion(game=game, reason=reason)


def _nearly_ten(games: Sequence[PlayedGame]) -> Suggestion | None:
    """Return the game that was played nearly ten times."""
    few = [game for game in games if NEARLY <= game.plays < TEN]
    game = max(few, key=lambda game: (game.plays, game.last, game.key), default=None)
    if game is None:
        return None
    played = counted(game.plays, "{number} play", "{number} plays")
    reason = counted(
        TEN - game.plays, "{plays}: {number} more makes ten", "{plays}: {number} more make ten", plays=played
    )
    return Suggestion(game=game, reason=reason)


def _longest_ago(games: Sequence[PlayedGame]) -> Suggestion | None:
    """Return the game that was not played for longest."""
    game = min(games, key=lambda game: (game.last, game.key), default=None)
    return None if game is None else Suggestion(game=game, reason=_seen(game))


def _seen(game: PlayedGame) -> Message:
    """Return how often a game was played, and when last."""
    played = counted(game.plays, "{number} play", "{number} plays")
    return say("{plays}, last {when}", plays=played, when=day_text(game.last))
