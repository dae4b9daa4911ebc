"""How a picture writes words: in the text font, and in the fonts of other scripts where that one lacks a letter.

Words from right to left keep their direction; what stands beside them goes from left to right.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Final
from unicodedata import bidirectional, category

from PIL import ImageFont, features

from companion.formatting.text import for_screen, with_minus_signs, without_turns
from companion.system.paths import assets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import ImageDraw

    from companion.ui.core.theme import Style

_JOINED: Final = {"Cf", "Me", "Mn"}
"""The categories of characters that belong to the letter before them."""

_RIGHT_TO_LEFT: Final = {"R", "AL"}
_LEFT_TO_RIGHT: Final = {"L", "EN", "AN"}
"""Classes of characters that have a direction; others go with what stands around them."""


class Lettering:
    """The fonts of a picture: for each style that of text, as a file and a size in pixels."""

    def __init__(self, types: Mapping[Style, tuple[str, int]]) -> None:
        """Open the text fonts; the others are opened as letters ask for them."""
        self._sizes = {style: size for style, (_, size) in types.items()}
        self._text = {
            style: ImageFont.truetype(assets() / "fonts" / name, size) for style, (name, size) in types.items()
        }
        self._others: dict[tuple[str, int], ImageFont.FreeTypeFont] = {}

    def length(self, words: str, style: Style) -> float:
        """Return the width of words on one line, in pixels."""
        return sum(self._font(name, style).getlength(_laid_out(part)) for name, part in parts_of(words))

    def write(self, draw: ImageDraw.ImageDraw, place: tuple[float, float], words: str, style: Style, ink: str) -> None:
        """Write words on one line, from a left and a middle."""
        left, middle = place
        ascent, descent = self._text[style].getmetrics()
        for name, part in parts_of(words):
            font = self._font(name, style)
            if name:
                draw.text((left, middle + (ascent - descent) / 2), _laid_out(part), ink, font, anchor="ls")
            else:
                draw.text((left, middle), _laid_out(part), ink, font, anchor="lm")
            left += font.getlength(_laid_out(part))

    def _font(self, name: str, style: Style) -> ImageFont.FreeTypeFont:
        if not name:
            return self._text[style]
        wanted = name, self._sizes[style]
        if wanted not in self._others:
            self._others[wanted] = ImageFont.truetype(assets() / name, self._sizes[style])
        return self._others[wanted]


def _laid_out(words: str) -> str:
    """Return words as they are drawn; where Pillow cannot lay out text from right to left, it is drawn as it comes."""
    return for_screen(words) if features.check("raqm") else with_minus_signs(without_turns(words))


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
