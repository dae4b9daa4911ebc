"""Makes the text font: Source Sans 3 cut down to what names and sentences need, under a name of its own.

Run with the unpacked npm package `source-sans` as the argument: `python assets/subset_sans.py package`. The licence
reserves the name “Source”, so what is cut down is called Tessera Sans.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS: Final = Path(__file__).parent / "fonts"

WEIGHTS: Final = {"Regular": "Regular", "Semibold": "SemiBold"}

RANGES: Final = (
    (0x0020, 0x024F),  # Latin
    (0x0300, 0x036F),  # combining marks
    (0x0370, 0x052F),  # Greek and Cyrillic
    (0x1E00, 0x1EFF),  # Vietnamese and others
    (0x2000, 0x20CF),  # punctuation, small figures, currencies
    (0x2100, 0x23FF),  # letterlike signs, fractions, arrows, mathematics, keys
    (0x25A0, 0x27BF),  # shapes, ticks and crosses
)

FEATURES: Final = ["ccmp", "kern", "locl", "mark", "mkmk"]

FAMILY, SUBFAMILY, UNIQUE, FULL, POSTSCRIPT, TRADEMARK = 1, 2, 3, 4, 6, 7
TYPOGRAPHIC_FAMILY, TYPOGRAPHIC_SUBFAMILY, VARIATIONS = 16, 17, 25
"""Entries of a font's table of names."""

WINDOWS, UNICODE, ENGLISH = 3, 1, 0x409


def subset(source: Path, weight: str) -> TTFont:
    """Return the font at `source` with the characters of `RANGES` alone, renamed."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=["*"], name_languages=[ENGLISH])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    names = font["name"]
    own = {
        FAMILY: f"Tessera Sans {weight}",
        SUBFAMILY: "Regular",
        UNIQUE: f"Tessera Sans {weight}, from Source Sans 3.052",
        FULL: f"Tessera Sans {weight}",
        POSTSCRIPT: f"TesseraSans-{weight}",
        TYPOGRAPHIC_FAMILY: "Tessera Sans",
        TYPOGRAPHIC_SUBFAMILY: weight,
    }
    names.names = [record for record in names.names if record.nameID not in {*own, TRADEMARK, VARIATIONS}]
    for number, text in own.items():
        names.setName(text, number, WINDOWS, UNICODE, ENGLISH)
    return font


def main() -> None:
    """Write both weights to the folder of fonts."""
    package = Path(sys.argv[1])
    for theirs, ours in WEIGHTS.items():
        subset(package / "TTF" / f"SourceSans3-{theirs}.ttf", ours).save(FONTS / f"TesseraSans-{ours}.ttf")


if __name__ == "__main__":
    main()
