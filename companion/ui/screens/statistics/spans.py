"""The spans of time that statistics cover, and the addresses that name them."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def plays_by_month(days: Iterable[tuple[str, int]], first: date) -> tuple[tuple[date, int], ...]:
    """Return the plays of each of the twelve months from a first one, from plays by ISO day.

    >>> plays_by_month([("2024-12-31", 9), ("2025-01-05", 1), ("2025-01-31", 2)], date(2025, 1, 1))[:2]
    ((datetime.date(2025, 1, 1), 3), (datetime.date(2025, 2, 1), 0))
    """
    months = {later(first, number): 0 for number in range(MONTHS_OF_YEAR)}
    for day, plays in days:
        month = later(date.fromisoformat(day), 0)
        if month in months:
            months[month] += plays
    return tuple(months.items())


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
