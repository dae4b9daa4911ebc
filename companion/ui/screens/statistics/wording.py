"""What statistics say in words and figures."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from babel.dates import format_date, get_month_names

from companion.formatting.relative import LOCALE
from companion.formatting.text import with_minus_signs
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

FEW: Final = 5
"""The least number of plays from which something is said about a player or a seat."""


def month_letter(month: date) -> str:
    """Return the letter that stands for a month below a narrow chart.

    >>> month_letter(date(2025, 3, 1))
    'M'
    """
    return str(get_month_names("narrow", context="stand-alone", locale=LOCALE)[month.month])


def month_name(month: date) -> str:
    """Return the name of a month with its year.

    >>> month_name(date(2025, 3, 1))
    'March 2025'
    """
    return format_date(month, "MMMM y", locale=LOCALE)


def day_name(day: str) -> str:
    """Return an ISO day in words.

    >>> day_name("2025-03-07")
    '7 Mar 2025'
    """
    return format_date(date.fromisoformat(day), "d MMM y", locale=LOCALE)


def whole(number: float | None) -> str:
    """Return a number without decimals, with a real minus sign; a dash where there is none.

    >>> whole(-4), whole(12.4), whole(-0.2), whole(None)
    ('−4', '12', '0', '–')
    """
    return "–" if number is None else with_minus_signs(str(round(number)))


def tenths(number: float | None) -> str:
    """Return a number with one decimal, with a real minus sign; a dash where there is none.

    >>> tenths(-4.25), tenths(61), tenths(-0.01), tenths(None)
    ('−4.2', '61.0', '0.0', '–')
    """
    if number is None:
        return "–"
    return with_minus_signs(f"{round(number, 1) + 0.0:.1f}")


def signed(number: float | None) -> str:
    """Return a difference with its sign.

    >>> signed(3.04), signed(-2), signed(0), signed(None)
    ('+3.0', '−2.0', '0.0', '–')
    """
    words = tenths(number)
    return f"+{words}" if number is not None and words not in ("0.0", "–") and number > 0 else words


def percent(share: float) -> str:
    """Return a share as a percentage.

    >>> percent(0.416)
    '42%'
    """
    return f"{share * 100:.0f}%"


def times(number: int, one: str, many: str) -> str:
    """Return a number with its noun.

    >>> times(1, "play", "plays"), times(3, "play", "plays")
    ('1 play', '3 plays')
    """
    return str(counted(number, one, many))


def plays(number: int) -> str:
    """Return a number of plays.

    >>> plays(1)
    '1 play'
    """
    return times(number, "play", "plays")


def wins_of(wins: int, number: int) -> str:
    """Return wins with their plays and the rate.

    >>> wins_of(5, 12)
    '5 of 12 · 42%'
    """
    return f"{wins} of {number} · {percent(wins / number)}"


def ticks(low: float, high: float, most: int = 4) -> tuple[float, ...]:
    """Return round numbers from at or below `low` to at or above `high`, with about so many steps between.

    >>> ticks(0, 3), ticks(38, 91), ticks(-4, 17), ticks(5, 5)
    ((0, 1, 2, 3), (20, 40, 60, 80, 100), (-10, 0, 10, 20), (5, 6))
    """
    step = next(one for one in _steps() if (high - low) / one <= most)
    first, last = int(low // step), -int(-high // step)
    return tuple(number * step for number in range(first, max(last, first + 1) + 1))


def _steps() -> Iterable[int]:
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def fitting_rates(low: float, high: float) -> str:
    """Return the range of rates that fit what was seen.

    >>> fitting_rates(0.193, 0.68)
    '19% to 68%'
    """
    return f"{percent(low)} to {percent(high)}"


def verdict(number: int, rate: tuple[float, float, float], expected: float | None) -> str:
    """Return what so many plays say about a rate, given as its lower end, itself, its upper end.

    `expected` is the rate where all had equal chances.

    >>> verdict(3, (0.2, 0.67, 0.93), 0.5)
    'Too few plays to say anything: after 3, any rate from 20% to 93% fits.'
    >>> verdict(40, (0.55, 0.7, 0.82), 0.5)
    'More wins than equal chances would give (50%); 55% to 82% fits what was seen.'
    >>> verdict(40, (0.35, 0.5, 0.65), 0.5)
    'As equal chances would have it (50%): 35% to 65% fits what was seen.'
    """
    low, _, high = rate
    fits = fitting_rates(low, high)
    if number < FEW:
        return f"Too few plays to say anything: after {number}, any rate from {fits} fits."
    if expected is None:
        return f"Any rate from {fits} fits what was seen."
    if low <= expected <= high:
        return f"As equal chances would have it ({percent(expected)}): {fits} fits what was seen."
    more = "More" if low > expected else "Fewer"
    return f"{more} wins than equal chances would give ({percent(expected)}); {fits} fits what was seen."


def streak(current: int) -> str:
    """Return the current streak of a player: wins where it is above 0, plays without a win where it is below.

    >>> streak(3), streak(1), streak(-2), streak(0)
    ('3 wins in a row', '1 win', '2 plays without a win', 'none')
    """
    if not current:
        return "none"
    if current < 0:
        return f"{plays(-current)} without a win"
    return times(current, "win", "wins") + (" in a row" if current > 1 else "")


ORDINALS: Final = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def seat_name(position: int) -> str:
    """Return the name of a seat, counted from the starting player.

    >>> seat_name(0), seat_name(2), seat_name(9)
    ('First, the starting player', 'Third', 'Seat 10')
    """
    if position >= len(ORDINALS):
        return f"Seat {position + 1}"
    return f"{ORDINALS[position]}, the starting player" if position == 0 else ORDINALS[position]
