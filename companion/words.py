"""Words as they stand on a screen."""

from __future__ import annotations


def sentence(words: object) -> str:
    """Return words as a sentence: with a capital letter and a full stop.

    >>> sentence("on space 7"), sentence("Is that right?")
    ('On space 7.', 'Is that right?')
    """
    said = str(words)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")
