"""Words on a screen, and numbers in an address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scoring.messages import TURNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_DIGITS: Final = 3
"""The most digits of a number in an address."""


_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_ISOLATES: Final = "\u2066\u2067\u2068"
"""The characters that begin an isolate."""

_LETTERS: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
"""The blocks of the scripts that are written from right to left, without controls."""

_TURNING: Final = re.compile(rf"[{TURNS}]")
_RIGHT_TO_LEFT: Final = re.compile(rf"[{TURNS}{_LETTERS}]")
_PART: Final = rf"(?:\S*[{TURNS}]\S*|[{_LETTERS}](?:\S*[{_LETTERS}])?)"
_STRETCH: Final = re.compile(rf"{_PART}(?: {_PART})*")
_AFTER_A_NAME: Final = re.compile(r"(?:['’]s?)?[,.:;!?…)”]*\Z")
_HYPHEN_OF_A_NUMBER: Final = re.compile(r"(?<![^\s(“])-(?=\d)")


def isolated(words: str) -> str:
    r"""Return words in which nothing that is written from right to left turns round what stands beside it.

    Such a stretch, and a word with characters that turn the direction, stand between U+2068 and U+2069; all else is
    as it was.

    >>> ascii(isolated("1. שרה, 5 points, 2. Ben"))
    "'1. \\u2068\\u05e9\\u05e8\\u05d4\\u2069, 5 points, 2. Ben'"
    """
    if words.isascii() or not _RIGHT_TO_LEFT.search(words):
        return words
    return _STRETCH.sub(lambda match: _enclosed(match[0]), words)


def with_minus_signs(words: str) -> str:
    """Return words in which numbers below 0 have a real minus sign.

    >>> with_minus_signs("-4 points (-2), 2026-01-31")
    '−4 points (−2), 2026-01-31'
    """
    return _HYPHEN_OF_A_NUMBER.sub("−", words) if "-" in words else words


def for_screen(words: object) -> str:
    """Return words as people read them: with real minus signs, and isolated where they run from right to left."""
    return isolated(with_minus_signs(str(words)))


def without_turns(words: str) -> str:
    """Return words without the characters that turn the direction."""
    return words if words.isascii() else _TURNING.sub("", words)


def _enclosed(stretch: str) -> str:
    after = _AFTER_A_NAME.search(stretch) if _TURNING.search(stretch) else None
    name, rest = (stretch, "") if after is None else (stretch[: after.start()], after[0])
    whole = _balanced(name)
    if name.startswith(_FIRST_STRONG_ISOLATE) and _balanced(name[1:-1]) == name[1:-1] and whole == name:
        return stretch
    return f"{_FIRST_STRONG_ISOLATE}{whole}{_POP_ISOLATE}{rest}"


def _balanced(name: str) -> str:
    """Return a name that ends each isolate that it begins, and no other."""
    kept, begun = "", 0
    for letter in name:
        if letter == _POP_ISOLATE and not begun:
            continue
        begun += (letter in _ISOLATES) - (letter == _POP_ISOLATE)
        kept += letter
    return kept + _POP_ISOLATE * begun


def under_heading(title: object, heading: str) -> str:
    """Return a title as it stands below a heading, whose words it does not repeat.

    >>> under_heading("Round 1: tempura", "Round 1"), under_heading("Wildlife", "At the end")
    ('Tempura', 'Wildlife')
    """
    whole = str(title)
    rest = whole.removeprefix(f"{heading}: ")
    return whole if rest == whole else rest[:1].upper() + rest[1:]


def titles_under_headings(titles: Mapping[str, object], headings: Mapping[str, object]) -> Iterator[str]:
    """Yield the titles of lines, each as it stands under its heading, which holds for those after it, too."""
    heading = ""
    for rule, title in titles.items():
        heading = str(headings.get(rule, heading))
        yield under_heading(title, heading)


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
