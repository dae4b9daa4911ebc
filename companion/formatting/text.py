"""Words as they stand on a screen."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 3
"""How many digits the number of a seat, or of a network, may have."""


def sentence(words: object) -> str:
    """Return words as a sentence: with a capital letter and a full stop.

    >>> sentence("on space 7"), sentence("Is that right?")
    ('On space 7.', 'Is that right?')
    """
    said = str(words)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")


def number_in(words: str) -> int:
    """Return a number that stands in an address, 0 where there is none, or one that nothing here is as large as.

    >>> number_in("3"), number_in("x"), number_in("9" * 5000)
    (3, 0, 0)
    """
    return int(words) if words.isdecimal() and len(words) <= LONGEST else 0
