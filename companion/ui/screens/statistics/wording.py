"""What statistics say in words and figures, and the spans of time that they cover with the addresses for them."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from babel.dates import format_date, get_month_names

from companion.formatting.dates import short_day
from companion.formatting.languages import locale
from companion.formatting.numbers import percent
from scoring.messages import counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    StonesByMonth = Mapping[date, Sequence[tuple[str, int]]]
    """For each month the games that were played in it, with the number of plays."""

FEW: Final = 5
"""The least number of plays from which something is said about a player or a seat."""

TOO_FEW: Final = say("Too few plays to tell.")
MORE: Final = say("More wins than expected")
FEWER: Final = say("Fewer wins than expected")
AS_MANY: Final = say("About as many wins as expected")


def month_letter(month: date) -> str:
    """Return the letter that stands for a month below a narrow chart.

    >>> month_letter(date(2025, 3, 1))
    'M'
    """
    return str(get_month_names("narrow", context="stand-alone", locale=locale())[month.month])


def month_name(month: date) -> str:
    """Return the name of a month with its year.

    >>> month_name(date(2025, 3, 1))
    'March 2025'
    """
    return format_date(month, tr("MMMM y"), locale=locale())


def day_name(day: str) -> str:
    """Return an ISO day in words.

    >>> day_name("2025-03-07")
    '7 Mar 2025'
    """
    return short_day(date.fromisoformat(day))


def plays(number: int) -> str:
    """Return a number of plays.

    >>> plays(1), plays(3)
    ('1 play', '3 plays')
    """
    return str(counted(number, "{number} play", "{number} plays"))


def wins(number: int) -> str:
    """Return a number of wins.

    >>> wins(1), wins(3)
    ('1 win', '3 wins')
    """
    return str(counted(number, "{number} win", "{number} wins"))


def wins_of(won: int, number: int) -> str:
    """Return wins with their plays and the rate.

    >>> wins_of(5, 12)
    '5 of 12 · 42%'
    """
    return tr("{wins} of {plays} · {rate}", wins=won, plays=number, rate=percent(won / number))


def ticks(low: float, high: float, most: int = 4) -> tuple[float, ...]:
    """Return round numbers from at or below `low` to at or above `high`, with about so many steps between.

    >>> ticks(0, 3), ticks(38, 91), ticks(-4, 17), ticks(5, 5)
    ((0, 1, 2, 3), (20, 40, 60, 80, 100), (-10, 0, 10, 20), (5, 6))
    """
    step = next(size for size in _steps() if (high - low) / size <= most)
    first, last = int(low // step), -int(-high // step)
    return tuple(number * step for number in range(first, max(last, first + 1) + 1))


def _steps() -> Iterator[int]:
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def likely_range(number: int, low: float, high: float) -> str:
    """Return the range of rates that fit what was seen in a number of plays, "–" where these are too few.

    >>> likely_range(18, 0.193, 0.68), likely_range(3, 0.193, 0.68)
    ('19% to 68%', '–')
    """
    return "–" if number < FEW else tr("{first} to {last}", first=percent(low), last=percent(high))


def verdict(number: int, rate: tuple[float, float, float], expected: float | None) -> str:
    """Return what so many plays say about a rate, given as its lower end, itself, its upper end.

    `expected` is the rate where all had equal chances.

    >>> verdict(3, (0.2, 0.67, 0.93), 0.5)
    'Too few plays to tell.'
    >>> verdict(40, (0.55, 0.7, 0.82), 0.5)
    'More wins than expected (50%).'
    >>> verdict(40, (0.35, 0.5, 0.65), 0.5)
    'About as many wins as expected (50%).'
    """
    low, _, high = rate
    if number < FEW:
        return str(TOO_FEW)
    if expected is None:
        return ""
    words = MORE if low > expected else FEWER if high < expected else AS_MANY
    return f"{words} ({percent(expected)})."


def streak(current: int) -> str:
    """Return the current streak of a player: wins where it is above 0, plays without a win where it is below.

    >>> streak(3), streak(1), streak(-2), streak(0)
    ('3 wins', '1 win', '2 plays without a win', '–')
    """
    if current < 0:
        return str(counted(-current, "{number} play without a win", "{number} plays without a win"))
    return wins(current) if current else "–"


def seat_name(position: int) -> str:
    """Return the name of a seat, counted from the starting player.

    >>> seat_name(0), seat_name(2)
    ('Starting player', 'Seat 3')
    """
    return tr("Seat {number}", number=position + 1) if position else tr("Starting player")


ALL_GAMES_KEY: Final = "all"
"""The word for all games in an address."""

MONTHS_OF_YEAR: Final = 12


class Span(StrEnum):
    """The plays of all time, of this calendar year, or of the last 12 months; a year such as 2024 is a span, too."""

    ALL = "all"
    YEAR = "year"
    MONTHS = "months"


SPANS: Final = {Span.ALL: say("All time"), Span.YEAR: say("This year"), Span.MONTHS: say("Last 12 months")}


def since(span: str, today: date) -> date | None:
    """Return the first day of a span, `None` for all time; the last 12 months end with the current one.

    >>> since(Span.YEAR, date(2025, 3, 7)), since(Span.MONTHS, date(2025, 3, 7)), since("2023", date(2025, 3, 7))
    (datetime.date(2025, 1, 1), datetime.date(2024, 4, 1), datetime.date(2023, 1, 1))
    """
    match span:
        case Span.ALL:
            return None
        case Span.YEAR:
            return date(today.year, 1, 1)
        case Span.MONTHS:
            return later(today, 1 - MONTHS_OF_YEAR)
    return date(int(span), 1, 1)


def until(span: str) -> date | None:
    """Return the last day of a span, `None` where it has not come yet.

    >>> until("2023"), until(Span.YEAR)
    (datetime.date(2023, 12, 31), None)
    """
    return None if span in set(Span) else date(int(span), 12, 31)


def spans(first: str | None, today: date) -> dict[str, str]:
    """Return the spans to choose from, with their names: also each year since that of the first play, an ISO day.

    >>> list(spans("2023-05-01", date(2025, 3, 7))), list(spans(None, date(2025, 3, 7)))
    (['all', 'year', 'months', '2024', '2023'], ['all', 'year', 'months'])
    """
    years = range(today.year - 1, today.year - 1 if first is None else int(first[:4]) - 1, -1)
    return {str(key): str(name) for key, name in SPANS.items()} | {str(year): str(year) for year in years}


def later(day: date, months: int) -> date:
    """Return the first day of the month so many months after that of a day.

    >>> later(date(2024, 11, 30), 3), later(date(2024, 1, 31), -1)
    (datetime.date(2025, 2, 1), datetime.date(2023, 12, 1))
    """
    year, month = divmod(day.year * MONTHS_OF_YEAR + day.month - 1 + months, MONTHS_OF_YEAR)
    return date(year, month + 1, 1)


def stones_by_month(played: Sequence[tuple[str, str, int]], first: date) -> tuple[Mapping[str, int], StonesByMonth]:
    """Return how often each game was played, and each in the twelve months from a first one, the most frequent first.

    What was played is a month, a game and a number.

    >>> games, months = stones_by_month([("2025-01", "go", 1), ("2025-01", "azul", 2)], date(2025, 1, 1))
    >>> games, months[date(2025, 1, 1)], months[date(2025, 2, 1)]
    ({'azul': 2, 'go': 1}, [('azul', 2), ('go', 1)], [])
    """
    games: Counter[str] = Counter()
    months: dict[date, list[tuple[str, int]]] = {later(first, number): [] for number in range(MONTHS_OF_YEAR)}
    for _, game, number in played:
        games[game] += number
    order = {game: at for at, (game, _) in enumerate(games.most_common())}
    for month, game, number in sorted(played, key=lambda row: order[row[1]]):
        months[date.fromisoformat(f"{month}-01")].append((game, number))
    return dict(games.most_common()), months


def address(game: str | None, player: str | None, span: str) -> str:
    """Return the address of the statistics of a game (`None` for all) and a player (`None` for everybody).

    >>> address(None, None, Span.ALL), address("azul", "a/b", Span.YEAR)
    ('/statistics', '/statistics/azul/a%2Fb?span=year')
    """
    parts = [quote(part, safe="") for part in (game or (ALL_GAMES_KEY if player else None), player) if part]
    asked = "" if span == Span.ALL else f"?{urlencode({'span': str(span)})}"
    return "/".join(["/statistics", *parts]) + asked


def named_in(route: str) -> tuple[str | None, str | None]:
    """Return the game and the player that an address names, `None` for all games and for everybody.

    >>> named_in("/statistics/azul/a%2Fb?span=year"), named_in("/statistics/all/7"), named_in("/statistics")
    (('azul', 'a/b'), (None, '7'), (None, None))
    """
    game, player = (*map(unquote, urlsplit(route).path.split("/")[2:]), None, None)[:2]
    return None if game == ALL_GAMES_KEY else game, player


def span_of(route: str) -> str:
    """Return the span that an address asks for.

    >>> [str(span_of(f"/statistics{asked}")) for asked in ("?span=months", "?span=2024", "?span=moons", "")]
    ['months', '2024', 'all', 'all']
    """
    asked = parse_qs(urlsplit(route).query).get("span", [""])[0]
    return asked if asked in set(Span) or re.fullmatch(r"[12]\d{3}", asked, re.ASCII) else Span.ALL
