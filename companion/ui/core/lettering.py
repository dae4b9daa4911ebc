"""How a picture writes words: in the text font, and in the fonts of other scripts where that one lacks a letter.

Words from right to left keep their direction; what stands beside them goes from left to right.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Final
from unicodedata import bidirectional, category

from companion.formatting.text import for_screen, without_turns
from companion.system.paths import assets
from companion.system.pictures import Face, Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.system.pictures import Lettering

_JOINED: Final = {"Cf", "Me", "Mn"}
"""The categories of characters that belong to the letter before them."""

_RIGHT_TO_LEFT: Final = {"R", "AL"}
_LEFT_TO_RIGHT: Final = {"L", "EN", "AN"}
"""Classes of characters that have a direction; others go with what stands around them."""


def length(lettering: Lettering, words: str, face: Face) -> float:
    """Return the width of words on one line, in pixels; the face is that of the text."""
    return sum(lettering.length(part, of) for of, part in _faced(words, face))


def line_of_words(lettering: Lettering, words: str, face: Face, place: tuple[float, int], ink: str) -> Iterator[Words]:
    """Yield words on one line in parts of one font each, from a left and the line on which letters stand."""
    left, base = place
    for of, part in _faced(words, face):
        yield Words(left=left, base=base, words=part, face=of, ink=ink)
        left += lettering.length(part, of)


def _faced(words: str, face: Face) -> list[tuple[Face, str]]:
    return [(face._replace(font=font or face.font), for_screen(part)) for font, part in parts_of(words)]


@cache
def _fonts_by_letter() -> Mapping[str, str]:
    """Return the font, as a path in the assets, for each letter that the text font lacks."""
    fonts: dict[str, str] = {}
    for line in (assets() / "fonts" / "Others.txt").read_text(encoding="utf-8").splitlines():
        font, _, letters = line.partition(" ")
        fonts |= dict.fromkeys(letters, font)
    return fonts


def parts_of(words: str) -> list[tuple[str, str]]:
    """Return words in parts from left to right, each with its font; "" is the text font."""
    if words.isascii():
        return [("", words)]
    plain, fonts = without_turns(words), _fonts_by_letter()
    names: list[str] = []
    for letter in plain:
        names.append(names[-1] if names and category(letter) in _JOINED else fonts.get(letter, ""))
    if not any(names):
        return [("", words)]
    lettered = groupby(zip(names, plain, strict=True), lambda pair: pair[0])
    parts = [(name, "".join(letter for _, letter in pairs)) for name, pairs in lettered]
    for stretch in re.finditer("R(?:N*R)+", "".join(_direction(part) for _, part in parts)):
        place = slice(*stretch.span())
        parts[place] = reversed(parts[place])
    return parts


def _direction(part: str) -> str:
    """Return "R" for what goes from right to left, "L" for what goes from left to right, and "N" for neither."""
    classes = {bidirectional(letter) for letter in part}
    if classes & _RIGHT_TO_LEFT:
        return "R"
    return "L" if classes & _LEFT_TO_RIGHT else "N"
