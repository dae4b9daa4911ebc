"""Words on a screen, and numbers in an address."""

from __future__ import annotations

from typing import Final

MAX_DIGITS: Final = 3
"""The most digits of a number in an address."""


def sentence(words: object) -> str:
    """Return words as a sentence: with a capital letter and a full stop.

    >>> sentence("on space 7"), sentence("Is that right?")
    ('On space 7.', 'Is that right?')
    """
    said = str(words)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")


def read_number(words: str) -> int:
    """Return a number from an address, 0 where there is none or it has too many digits.

    >>> read_number("3"), read_number("x"), read_number("9" * 5000)
    (3, 0, 0)
    """
    return int(words) if words.isdecimal() and len(words) <= MAX_DIGITS else 0
