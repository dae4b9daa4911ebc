"""The spans of time that statistics cover, and the addresses that name them."""

from __future__ import annotations

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
    """The plays of all time, of this calendar year, or of the last 12 months."""

    ALL = "all"
    YEAR = "year"
    MONTHS = "months"


SPANS: Final = {Span.ALL: say("All time"), Span.YEAR: say("This year"), Span.MONTHS: say("Last 12 months")}


def since(span: Span, today: date) -> date | None:
    """Return the first day of a span, `None` for all time; the last 12 months end with the current one.

    >>> since(Span.YEAR, date(2025, 3, 7)), since(Span.MONTHS, date(2025, 3, 7))
    (datetime.date(2025, 1, 1), datetime.date(2024, 4, 1))
    """
    if span is Span.ALL:
        return None
    return date(today.year, 1, 1) if span is Span.YEAR else later(today, 1 - MONTHS_OF_YEAR)


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


def address(game: str | None, player: str | None, span: Span) -> str:
    """Return the address of the statistics of a game (`None` for all) and a player (`None` for everybody).

    >>> address(None, None, Span.ALL), address("azul", "a/b", Span.YEAR)
    ('/statistics', '/statistics/azul/a%2Fb?span=year')
    """
    parts = [quote(part, safe="") for part in (game or (ALL_GAMES_KEY if player else None), player) if part]
    asked = "" if span is Span.ALL else f"?{urlencode({'span': span.value})}"
    return "/".join(["/statistics", *parts]) + asked


def named_in(route: str) -> tuple[str | None, str | None]:
    """Return the game and the player that an address names, `None` for all games and for everybody.

    >>> named_in("/statistics/azul/a%2Fb?span=year"), named_in("/statistics/all/7"), named_in("/statistics")
    (('azul', 'a/b'), (None, '7'), (None, None))
    """
    game, player = (*map(unquote, urlsplit(route).path.split("/")[2:]), None, None)[:2]
    return None if game == ALL_GAMES_KEY else game, player


def span_of(route: str) -> Span:
    """Return the span that an address asks for.

    >>> span_of("/statistics?span=months"), span_of("/statistics?span=moons"), span_of("/statistics")
    (<Span.MONTHS: 'months'>, <Span.ALL: 'all'>, <Span.ALL: 'all'>)
    """
    asked = parse_qs(urlsplit(route).query).get("span", [""])[0]
    return Span(asked) if asked in set(Span) else Span.ALL
