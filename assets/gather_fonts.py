"""Gathers the fonts for the letters that the text font lacks, under the names by which Flet's client asks for them.

It also packs the icons of the client.
Run with the folder of the unpacked npm packages as the argument: `python assets/gather_fonts.py packages`. The client
knows by itself which slice of which Noto font has which letter; its list stands in its program.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

from flet_web import get_package_web_dir
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ASSETS: Final = Path(__file__).parent
FONTS: Final = ASSETS / "fonts"
SLICES: Final = ASSETS / "fallback.zip"
"""The archive of what the client asks for, by its addresses; not compressed, as the fonts are."""

SLICED: Final = ("sc", "jp", "tc", "hk", "kr")
"""The fonts of which the client asks for slices; the picture of a sheet takes a letter from the first that has it."""

WHOLE: Final = ("arabic", "armenian", "bengali", "devanagari", "georgian", "hebrew", "tamil", "thai")
"""The scripts whose letters are one file."""

PLAIN: Final = ("devanagari", "latin-ext", "cyrillic-ext", "greek-ext", "latin", "cyrillic", "greek", "vietnamese")
"""The parts of the plain font, which the client asks for as one file."""

RADIX, LIST, RANGES = 26, 5_000, 20_000
"""The client's digits are letters, and its two lists about fonts are texts at least this long."""

LAST: Final = 0x10FFFF


def client_program() -> str:
    """Return the client's program."""
    return Path(get_package_web_dir(), "main.dart.js").read_text(encoding="utf-8")


def client_addresses(program: str) -> list[str]:
    """Return the addresses of all fonts that the client may ask for."""
    return re.findall(r'\("Noto [^"]+","(noto[^"]+)"\)', program)


def client_fonts() -> dict[str, set[int]]:
    """Return what the client believes: each font by the address that it asks for, and the code points in it."""
    program = client_program()
    addresses = client_addresses(program)
    (sets,) = re.findall(rf'"([0-9a-z,]{{{LIST},}})"', program)
    (ranges,) = re.findall(rf'"([0-9a-zA-Z]{{{RANGES},}})"', program)
    together = [_fonts(numbers) for numbers in sets.split(",")]
    code_points: dict[str, set[int]] = {address: set() for address in addresses}
    start = 0
    for size, prefix, letter in re.findall(r"(?:([0-9]*[a-z]))?([0-9]*)([A-Z])", ranges):
        end = start + (_number(size, "a") + 2 if size else 1)
        for font in together[_number(prefix + letter, "A")]:
            code_points[addresses[font]].update(range(start, end))
        start = end
    if start != LAST + 1:
        sys.exit("the client tells of its fonts in another way than we read it")
    return code_points


def _number(digits: str, zero: str) -> int:
    return int(digits[:-1] or "0") * RADIX + ord(digits[-1]) - ord(zero)


def _fonts(numbers: str) -> list[int]:
    indices: list[int] = []
    for digits in re.findall("[0-9]*[a-z]", numbers):
        indices.append((indices[-1] if indices else -1) + _number(digits, "a") + 1)
    return indices


def sources(packages: Path, addresses: list[str]) -> dict[str, Path]:
    """Return the file of a package for each address; packages list their slices in the order of the client."""
    files: dict[str, Path] = {}
    for name in (*SLICED, *WHOLE):
        package = packages / f"noto-sans-{name}"
        asked = [address for address in addresses if address.startswith(f"notosans{name}/")]
        slices = json.loads((package / "unicode.json").read_text(encoding="utf-8")) if name in SLICED else [name]
        for address, part in zip(asked, slices, strict=True):
            files[address] = package / "files" / f"noto-sans-{name}-{part.strip('[]')}-400-normal.woff2"
    return files


def known(font: Path | io.BytesIO) -> set[int]:
    """Return the code points that a font has."""
    with TTFont(font, lazy=True) as opened:
        return set(opened.getBestCmap())


def emoji_slice(font: Path, code_points: set[int]) -> bytes:
    """Return the part of the emoji font with these code points, and with what is composed of them."""
    opened = TTFont(font, recalcTimestamp=False)
    options = Options(layout_features=["*"], hinting=False)
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=code_points)
    subsetter.subset(opened)
    opened.flavor = "woff2"
    return _saved(opened)


def merged(parts: list[Path]) -> bytes:
    """Return one font of several parts."""
    font = Merger().merge(parts)
    font.flavor = "woff2"
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    return _saved(font)


def _saved(font: TTFont) -> bytes:
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def gather(packages: Path) -> None:
    """Write the fonts for the client, that of emoji for pictures, and the table of who has which letter."""
    fonts = client_fonts()
    text = known(FONTS / "TesseraSans-Regular.ttf")
    emoji = packages / "twemoji-colr-font" / "twemoji.woff2"
    drawn = packages / "noto-emoji" / "files" / "noto-emoji-emoji-400-normal.woff2"
    slices = {
        address: emoji_slice(emoji, code_points)
        for address, code_points in fonts.items()
        if address.startswith("notocoloremoji/") and code_points & known(emoji)
    }
    taken = text | {code for code in known(drawn) if not chr(code).isprintable() or code <= max(map(ord, "9®"))}
    lines = [_line("fonts/NotoEmoji.woff2", known(drawn), taken)]
    shutil.copyfile(drawn, FONTS / "NotoEmoji.woff2")
    for address, source in sources(packages, list(fonts)).items():
        slices[address] = source.read_bytes()
        lines.append(_line(f"fallback/{address}", known(source), taken))
    (plain,) = (address for address in fonts if address.startswith("notosans/"))
    files = packages / "noto-sans" / "files"
    slices[plain] = merged([files / f"noto-sans-{part}-400-normal.woff2" for part in PLAIN])
    lines.append(_line(f"fallback/{plain}", known(io.BytesIO(slices[plain])), taken))
    with ZipFile(SLICES, "w") as archive:
        for address in sorted(slices):
            archive.writestr(ZipInfo(address), slices[address])
    (FONTS / "Others.txt").write_text("".join(lines), encoding="utf-8")


def _line(font: str, letters: set[int], taken: set[int]) -> str:
    """Return a line of the table: a font, and its letters that no font before it has."""
    new = sorted(letters - taken)
    taken |= letters
    return f"{font} {''.join(char for char in map(chr, new) if char.isprintable() and not char.isspace())}\n"


def pack_icons() -> None:
    """Write the icons of the client in a quarter of the room; it loads them before its first picture."""
    font = TTFont(Path(get_package_web_dir()) / "assets/fonts/MaterialIcons-Regular.otf", recalcTimestamp=False)
    font.flavor = "woff2"
    font.save(FONTS / "MaterialIcons.woff2")


if __name__ == "__main__":
    pack_icons()
    gather(Path(sys.argv[1]))
