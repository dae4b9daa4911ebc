"""What statistics say in words and figures."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from babel.dates import format_date, get_month_names

from companion.formatting.languages import locale
from companion.formatting.numbers import percent
from scoring.messages import counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    return format_date(date.fromisoformat(day), tr("d MMM y"), locale=locale())


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


def _steps() -> Iterable[int]:
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def likely_range(low: float, high: float) -> str:
    """Return the range of rates that fit what was seen.

    >>> likely_range(0.193, 0.68)
    '19% to 68%'
    """
    return tr("{first} to {last}", first=percent(low), last=percent(high))


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
