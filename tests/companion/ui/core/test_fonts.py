"""The fonts and icons that the app carries: figures, letters, measures, names, and how they are made."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest
from flet_web import get_package_web_dir
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from PIL import Image

from companion.ui.core.theme import FONT, MARKS
from companion.ui.editors.carpe_diem.tile_drawing import BLANK

ASSETS: Final = Path(__file__).parents[4] / "assets"
FONTS: Final = ASSETS / "fonts"
SANS: Final = tuple(FONTS / f"TesseraSans-{weight}.ttf" for weight in ("Regular", "SemiBold"))
LARGEST: Final = 350_000
EMOJI_SLICES: Final = 11
"""Of those that the client knows, all but the one with the emoji of 2024."""

FAMILY = 1
FULL_NAME = 4

ICONS: Final = sorted(
    path.relative_to(get_package_web_dir())
    for path in [*Path(get_package_web_dir()).glob("*.png"), *Path(get_package_web_dir(), "icons").glob("*.png")]
)


def test_the_packed_icons_are_those_of_the_client() -> None:
    client = Path(get_package_web_dir()) / "assets/fonts/MaterialIcons-Regular.otf"
    with TTFont(FONTS / "MaterialIcons.woff2") as packed, TTFont(client) as whole:
        for table in ("CFF ", "cmap", "hmtx"):
            assert packed.reader[table] == whole.reader[table]


@pytest.mark.parametrize("path", SANS, ids=lambda path: path.stem)
def test_all_figures_are_equally_wide(path: Path) -> None:
    font = TTFont(path)
    glyphs = font.getBestCmap()
    assert len({font["hmtx"][glyphs[ord(figure)]][0] for figure in "0123456789"}) == 1


@pytest.mark.parametrize("path", SANS, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "text",
    [
        "Příliš žluťoučký kůň úpěl ďábelské ódy",
        "Árvíztűrő tükörfúrógép ÁRVÍZTŰRŐ",
        "Nguyễn Thị Thu Hằng, ngoẵng, Đặng",
        "Zażółć gęślą jaźń, Æsa, Þóra, ñ, ß, ẞ, ğ, ı, İ",
        "Ελένη, Γιώργος, Ωμέγα, ΐ",
        "Юлія, Сергей, Ђорђе, Ґ, Ё",
        "0123456789 + − × ÷ = ± ½ % € 1:1 #",
        "“quoted” ‘so’ „und“ «et» – — … · • → ← ↑ ↓ ✓ ✗ ≥ ≤ ≠ ≈ ° № ’",
    ],
)
def test_what_people_write_has_letters(path: Path, text: str) -> None:
    glyphs = TTFont(path).getBestCmap()
    assert [char for char in text if ord(char) not in glyphs] == []


@pytest.mark.parametrize("path", sorted(FONTS.glob("*.ttf")), ids=lambda path: path.stem)
def test_fonts_are_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST


@pytest.mark.parametrize("path", SANS, ids=lambda path: path.stem)
def test_the_text_font_has_a_name_of_its_own_and_keeps_its_origin_and_licence(path: Path) -> None:
    names = TTFont(path)["name"]
    assert names.getDebugName(FULL_NAME).startswith("Tessera Sans")
    assert "Source" not in names.getDebugName(FAMILY)
    assert "Adobe" in names.getDebugName(0)
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "TesseraSans-LICENSE.txt").read_text()


def test_what_the_client_asks_for_is_there_for_each_script_that_we_carry() -> None:
    gathering = runpy.run_path(str(ASSETS / "gather_fonts.py"))
    asked = gathering["client_addresses"](gathering["client_program"]())
    scripts = {f"notosans{name}" for name in ("", *gathering["SLICED"], *gathering["WHOLE"])}
    with ZipFile(gathering["SLICES"]) as slices:
        carried = set(slices.namelist())
    assert {address for address in asked if address.partition("/")[0] in scripts} <= carried
    assert len([address for address in carried if address.startswith("notocoloremoji/")]) >= EMOJI_SLICES
    assert carried <= set(asked)


def test_a_mark_fills_its_em_square() -> None:
    font = TTFont(FONTS / "TesseraMarks.ttf")
    assert font["name"].getDebugName(FAMILY) == FONT
    em = font["head"].unitsPerEm
    assert {font["hmtx"][font.getBestCmap()[ord(char)]][0] for char in (*MARKS.values(), BLANK)} == {em}
    assert {font["hmtx"][glyph][0] for glyph in font["COLR"].ColorLayers} == {0}
    assert (font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap) == (em, 0, 0)
    assert (font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender, font["OS/2"].sTypoLineGap) == (em, 0, 0)
    assert (font["OS/2"].usWinAscent, font["OS/2"].usWinDescent) == (em, 0)


def test_the_font_of_marks_is_what_its_drawings_give(tmp_path: Path) -> None:
    built = tmp_path / "built.ttf"
    subprocess.run([sys.executable, ASSETS / "build_fonts.py", built], cwd=tmp_path, check=True)
    for made in (built, built.with_suffix(".txt")):
        assert made.read_bytes() == (FONTS / f"TesseraMarks{made.suffix}").read_bytes()


@pytest.fixture(scope="module")
def drawn() -> dict[str, Any]:
    return runpy.run_path(str(ASSETS / "build_icons.py"))


@pytest.mark.parametrize("name", ICONS, ids=str)
def test_every_picture_of_flets_page_is_ours(name: Path, drawn: dict[str, Any]) -> None:
    with Image.open(ASSETS / name) as ours, Image.open(Path(get_package_web_dir()) / name) as theirs:
        assert ours.size == theirs.size
        assert ours.convert("RGBA").tobytes() == drawn["picture"](drawn["ICONS"][name.as_posix()]).tobytes()


def test_icons_that_may_be_masked_have_no_holes() -> None:
    for name in ("icon-maskable-192", "icon-maskable-512", "apple-touch-icon-192"):
        with Image.open(ASSETS / "icons" / f"{name}.png") as icon:
            assert icon.convert("RGBA").getchannel("A").getextrema() == (255, 255)
