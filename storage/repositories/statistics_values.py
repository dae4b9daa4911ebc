"""The figures of statistics, with win rates and quartiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import quantiles
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

Z: Final = 1.959963984540054
"""The standard deviations that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share between 0 and 1, with its 95 % confidence interval."""

    low: float
    value: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """A game with its number of plays, and the day and title of the latest one."""

    key: str
    title: str
    plays: int
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures:
    """The plays of a game with so many players: their number, the last day, and how long the timed ones took.

    `minutes` is the whole time of the `timed` plays.
    """

    key: str
    players: int
    plays: int
    last: str
    timed: int
    minutes: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Overall:
    """How much was played, from the first day to the last; the games are in order of plays.

    `hours` is the duration of the `timed` plays, whose beginning is known; `None` if there are none.
    """

    plays: int
    first: str | None
    last: str | None
    timed: int
    hours: float | None
    players: int
    games: tuple[GameFigures, ...]

    @property
    def h_index(self) -> int:
        """The most games, each of which was played as many times or more."""
        return sum(game.plays >= number for number, game in enumerate(self.games, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures:
    """How a player did.

    `wins` are those of the `contested` plays, in which some won and others did not; `expected` is the share of them if
    everybody at a table had equal chances. `together` counts the plays that all won or all lost, `alone` those of one
    player, as far as the result is known; both stand beside, with wins of their own. `last_places` counts the plays in
    which nobody was worse and somebody better. `average` and `best` are totals of one game, of whoever was there
    throughout, `None` for several games or if none is known; `best_play` is the first play with the best total.
    """

    player_id: str
    name: str
    plays: int
    contested: int
    wins: int
    win_rate: Rate | None
    expected: float | None
    together: int = 0
    together_wins: int = 0
    alone: int = 0
    alone_wins: int = 0
    last_places: int
    average: float | None = None
    best: int | None = None
    best_play: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The points that one rule gave in `count` columns.

    `won_average` is that of winning columns, `None` if none won; `share` is the part of all points, `None` if there are
    none.
    """

    rule: str
    count: int
    least: int
    lower: float
    median: float
    upper: float
    most: int
    average: float
    won_average: float | None
    share: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFigures:
    """How players did at seats of one kind; `expected` is as for players.

    The kind is a position, 0 for the starting player, or the number of players at the table.
    """

    kind: int
    plays: int
    wins: int
    rate: Rate
    expected: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentFigures:
    """How a player did against an opponent: how often at a better, the same or a worse place.

    `together` is how often both were on one side: in one team, or in a play that all won or lost together.
    `difference` is the average lead in points in one game; `None` for several games, or if no play has both totals.
    """

    player_id: str
    name: str
    plays: int
    better: int
    level: int
    worse: int
    together: int
    difference: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Streaks:
    """The longest streaks with and without wins of contested plays, and the `current` one, which is below 0 without.

    `together` and `alone` are the longest ones with wins of plays of these kinds. `first` and `last` are the days
    of the first and the last play of any kind.
    """

    winning: int = 0
    losing: int = 0
    current: int = 0
    together: int = 0
    alone: int = 0
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class PlayTotal:
    """The total of a player in one play."""

    day: str
    total: int
    won: bool


def rate(wins: int, plays: int) -> Rate:
    """Return the rate of wins in at least one play, with the interval of Wilson (1927).

    >>> [round(end, 3) for end in (rate(7, 10).low, rate(7, 10).high)]
    [0.397, 0.892]
    """
    value = wins / plays
    centre = value + Z * Z / (2 * plays)
    reach = Z * sqrt(value * (1 - value) / plays + Z * Z / (4 * plays * plays))
    scale = 1 + Z * Z / plays
    low = (centre - reach) / scale if wins else 0.0
    high = (centre + reach) / scale if wins < plays else 1.0
    return Rate(low, value, high)


def quartiles(counts: Mapping[int, int]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper quartile of values, given with their frequencies.

    Between two values they are interpolated; the extremes are the 0th and the 4th quartile.

    >>> quartiles({3: 1, 5: 2, 9: 1})
    (4.5, 5.0, 6.0)
    """
    values = [value for value in sorted(counts) for _ in range(counts[value])]
    if len(values) == 1:
        return (float(values[0]),) * 3
    lower, median, upper = quantiles(values, n=4, method="inclusive")
    return lower, median, upper
