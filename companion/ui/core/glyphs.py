"""Our drawings as characters of the font Tessera Marks: each is a glyph that fills its em square exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.system.paths import assets

if TYPE_CHECKING:
    from collections.abc import Mapping

FONT: Final = "Tessera Marks"
"""The name under which `assets/fonts/TesseraMarks.ttf` is to be registered."""


def _characters() -> dict[str, str]:
    """Return the table that `assets/build_fonts.py` writes beside the font."""
    lines = (assets() / "fonts" / "TesseraMarks.txt").read_text("ascii").splitlines()
    return {name: chr(int(code, 16)) for code, name in (line.split() for line in lines)}


MARKS: Final[Mapping[str, str]] = _characters()
"""The characters of our drawings, by the names of their files in `assets/marks`, and of shapes that are computed."""
