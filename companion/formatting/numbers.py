"""Numbers as people read them."""

from __future__ import annotations

import re
from typing import Final

from babel.numbers import format_decimal, format_percent

from companion.formatting.languages import locale
from companion.formatting.text import with_minus_signs


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
    return with_minus_signs(format_decimal(round(number, 1) + 0.0, format="0.0", locale=locale()))


def signed(number: float | None) -> str:
    """Return a difference with its sign.

    >>> signed(3.04), signed(-2), signed(0), signed(None)
    ('+3.0', '−2.0', '0.0', '–')
    """
    words = tenths(number)
    return f"+{words}" if number is not None and round(number, 1) > 0 else words


def percent(share: float) -> str:
    """Return a share as a percentage.

    >>> percent(0.416)
    '42%'
    """
    return format_percent(share, locale=locale())


_SUM: Final = re.compile(r"\s*[+-]?\s*0*\d{1,10}(?:\s*[+-]\s*0*\d{1,10})*(?:\s*\+)?\s*", re.ASCII)


def read_sum(typed: str) -> int | None:
    """Return the whole number or the sum that was typed, `None` where it is neither.

    >>> read_sum("22"), read_sum("6+10+6"), read_sum("20 - 3"), read_sum("−4"), read_sum("6+"), read_sum("x")
    (22, 22, 17, -4, 6, None)
    """
    typed = typed.replace("\N{MINUS SIGN}", "-")
    if _SUM.fullmatch(typed) is None:
        return None
    return sum(int(sign + digits) for sign, digits in re.findall(r"([+-]?)\s*(\d+)", typed))
