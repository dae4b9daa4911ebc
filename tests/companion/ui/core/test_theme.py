"""The colours: read on every ground they stand on, and named nowhere but in the theme and in drawings."""

from __future__ import annotations

import dataclasses
import re
from itertools import pairwise, product
from pathlib import Path
from typing import Final

import flet as ft
import pytest

from companion.system.paths import assets
from companion.tables.state import Colour
from companion.ui.components.outcome import PALE
from companion.ui.core import theme
from companion.ui.core.theme import (
    DARK,
    FAINT,
    GAME_TINTS,
    LIGHT,
    PLAYER,
    ROLES,
    WASH,
    Palette,
    Style,
    contrast,
    mixed,
    player_colour,
    scheme,
    seat_wash,
)

COMPANION: Final = Path(theme.__file__).parents[2]

PALETTES: Final = {"light": LIGHT, "dark": DARK}

READ: Final = 4.5
"""The contrast that text needs. Web Content Accessibility Guidelines 2.2, 1.4.3."""

SEEN: Final = 3
"""The contrast that drawings need. Web Content Accessibility Guidelines 2.2, 1.4.11."""

EMBLEM: Final = 5.5
"""The contrast of the letters on the emblem of a game, as the look has it."""

GROUNDS: Final = ("ground", "surface", "raised")
WASHES: Final = ("primary_wash", "secondary_wash", "tertiary_wash", "error_wash")

INKS: Final = ("ink", "muted", "primary", "secondary", "tertiary", "error")

TEXTS: Final = (*product(INKS, (*GROUNDS, *WASHES, "grass")), ("on_primary", "primary"))
"""Which colour stands on which ground as text or as an icon, on boards as elsewhere."""

palettes = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)


@palettes
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_is_read_on_its_ground(palette: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= READ


@palettes
@pytest.mark.parametrize("colour", Colour)
def test_the_shapes_of_players_are_seen(palette: Palette, colour: Colour) -> None:
    for ground in (*GROUNDS, *WASHES, "grass"):
        assert contrast(player_colour(colour, palette), getattr(palette, ground)) >= SEEN


@palettes
@pytest.mark.parametrize(("colour", "share"), [*product(Colour, (WASH, FAINT))])
def test_text_is_read_on_the_wash_of_a_player(palette: Palette, colour: Colour, share: float) -> None:
    wash = seat_wash(colour, palette, share)
    for ink in (palette.ink, palette.muted):
        assert contrast(ink, wash) >= READ
    assert contrast(player_colour(colour, palette), wash) >= SEEN
    assert all(contrast(palette.ink, seat_wash(colour, palette, pale)) >= READ for pale in PALE)


@pytest.mark.parametrize("tint", GAME_TINTS)
def test_letters_are_read_on_the_tint_of_a_game(tint: str) -> None:
    assert contrast(theme.PAPER, tint) >= EMBLEM


def test_players_differ_in_both_themes() -> None:
    for palette in PALETTES.values():
        assert len({player_colour(colour, palette) for colour in PLAYER}) == len(Colour)


@palettes
def test_roles_of_controls_are_read_on_their_grounds(palette: Palette) -> None:
    scheme = theme.scheme(palette)
    roles = ("primary", "secondary", "tertiary", "error")
    pairs = [(f"on_{role}", role) for role in roles] + [(f"on_{role}_container", f"{role}_container") for role in roles]
    pairs += [("on_surface", "surface"), ("on_surface_variant", "surface"), ("on_inverse_surface", "inverse_surface")]
    pairs += [("on_surface_variant", "surface_container_highest"), ("inverse_primary", "inverse_surface")]
    for text, ground in pairs:
        assert contrast(getattr(scheme, text), getattr(scheme, ground)) >= READ, (text, ground)


def test_a_mixture_lies_between() -> None:
    assert mixed("#102030", "#FFFFFF", 1) == "#102030"
    assert mixed("#102030", "#FFFFFF", 0) == "#FFFFFF"
    darker = [mixed("#000000", "#FFFFFF", share / 10) for share in range(11)]
    assert all(contrast(shade, "#FFFFFF") <= contrast(next_shade, "#FFFFFF") for shade, next_shade in pairwise(darker))


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#FFFFFF", "#FFFFFF") == 1
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)
    assert contrast("#FF0000", "#FFFFFF") == contrast("#FFFFFF", "#FF0000") == pytest.approx(4.0, abs=0.005)


@palettes
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_type_grows_with_the_scale_and_has_one_of_our_fonts(palette: Palette, scale: float) -> None:
    made = theme.theme(palette, scale)
    assert made.text_theme is not None
    sizes = {}
    for style, role in ROLES.items():
        used = getattr(made.text_theme, role.name.lower())
        assert used.font_family in {None, theme.SANS}
        assert used.color == palette.ink
        sizes[style] = used.size
    assert sizes[Style.SMALL] == 14 * scale
    assert sizes[Style.TEXT] == sizes[Style.STRONG] == 16 * scale
    assert sizes[Style.SMALL] < sizes[Style.TEXT] < sizes[Style.HEADING] < sizes[Style.TITLE] < sizes[Style.FIGURE]
    assert (made.scaffold_bgcolor, made.font_family) == (palette.ground, theme.SANS)


@palettes
def test_every_style_of_the_text_theme_is_ours(palette: Palette) -> None:
    text_theme = theme.theme(palette, 1).text_theme
    assert text_theme is not None
    for role in ft.TextThemeStyle:
        used = getattr(text_theme, role.name.lower())
        if role.name in {"DISPLAY_LARGE", "DISPLAY_MEDIUM", "HEADLINE_LARGE"}:
            assert used is None
        else:
            assert used is not None, role


ROLES_OF_COLOUR: Final = "|".join(
    name.upper() for name, colour in dataclasses.asdict(scheme(LIGHT)).items() if isinstance(colour, str)
)

NAMED: Final = re.compile(
    rf"#[0-9A-Fa-f]{{6}}\b|ft\.Colors\.(?!(?:TRANSPARENT|with_opacity|{ROLES_OF_COLOUR})\b)\w+|\brgba?\(|"
    r"[\"'](?:red|green|blue|white|black|amber|grey)\d*[\"']"
)
"""Ways to name a colour that is no role of the theme; `Colour.RED` names a player."""

ELSEWHERE: Final = {
    "tables/state.py",
    "ui/core/theme.py",
    "ui/editors/carpe_diem/tile_drawing.py",
    "ui/editors/little_town/drawings.py",
    "ui/editors/palaces_of_carrara/drawings.py",
    "ui/screens/new_table_seat.py",
}
"""The names of the players' colours, the theme, and what the games draw in colours of their own."""

FILES: Final = {str(file.relative_to(COMPANION)): file for file in sorted(COMPANION.rglob("*.py"))}


def test_the_camera_has_the_colours_of_the_theme() -> None:
    used = re.findall("#[0-9A-F]{6}", (assets() / "page" / "camera.js").read_text(encoding="utf-8"))
    assert set(used) <= {*dataclasses.asdict(LIGHT).values(), *dataclasses.asdict(DARK).values(), theme.DEEP}


@pytest.mark.parametrize("name", sorted(FILES.keys() - ELSEWHERE))
def test_colours_are_named_in_the_theme_and_in_drawings_alone(name: str) -> None:
    assert NAMED.findall(FILES[name].read_text()) == []
