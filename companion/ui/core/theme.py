"""The theme of the app: colours, type, spacing, our drawings as characters. Every other file takes them from here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final
from zlib import crc32

import flet as ft

from companion.system.paths import assets
from companion.tables.state import Colour

if TYPE_CHECKING:
    from collections.abc import Mapping

SPACE: Final = 4
"""The unit of all spacing, in px."""

TARGET: Final = 48
"""The least size of what can be tapped, in px; squares of a board may be smaller on very narrow phones."""

RADIUS: Final = 8
WIDEST: Final = 720
"""The greatest width of content, in px."""

WIDEST_RESULT: Final = 1120
"""The greatest width of a result beside its sheet, in px."""

TWO_COLUMNS: Final = 760
"""The least width of a table in two columns, in px."""

RAIL: Final = 120
"""The width of the ways to the sections at the side of a wide screen where text has its usual size, in px."""

LEAST_LIST: Final = 304
"""The least width of a list beside a column of the greatest width where text has its usual size, in px."""

SANS: Final = "Tessera Sans"

LINE_HEIGHT: Final = 1.35


class Style(StrEnum):
    """The styles of text, by their purpose."""

    SMALL = "small"
    TEXT = "text"
    STRONG = "strong"
    HEADING = "heading"
    TITLE = "title"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The colours of one theme."""

    ground: str
    surface: str
    raised: str
    line: str
    ink: str
    muted: str
    primary: str
    on_primary: str
    primary_wash: str
    secondary: str
    secondary_wash: str
    tertiary: str
    tertiary_wash: str
    error: str
    error_wash: str
    grass: str
    free: str
    dim: str
    """The veil over squares that are not lit, as `#AARRGGBB`."""


LIGHT: Final = Palette(
    ground="#F2ECE0",
    surface="#FFFDF8",
    raised="#E9E0CF",
    line="#CFC4B2",
    ink="#2B2622",
    muted="#665C53",
    primary="#97401F",
    on_primary="#FFFDF8",
    primary_wash="#F6DFD3",
    secondary="#566327",
    secondary_wash="#E8ECCF",
    tertiary="#1F5F7A",
    tertiary_wash="#D9EAF1",
    error="#A8281E",
    error_wash="#FADFDB",
    grass="#DCE6C0",
    free="#FFFDF8",
    dim="#B8F2ECE0",
)

DARK: Final = Palette(
    ground="#171411",
    surface="#27231E",
    raised="#332E27",
    line="#554D43",
    ink="#F1E9DC",
    muted="#B8AD9F",
    primary="#F0A483",
    on_primary="#3B1606",
    primary_wash="#54301F",
    secondary="#C6D193",
    secondary_wash="#3C4424",
    tertiary="#90C9E0",
    tertiary_wash="#1F4152",
    error="#F2B0A8",
    error_wash="#5A2620",
    grass="#3C4630",
    free="#443E35",
    dim="#B8171411",
)

PLAYER: Final[Mapping[Colour, tuple[str, str]]] = {
    Colour.RED: ("#A8281E", "#F08A7E"),
    Colour.GREEN: ("#3F6B1E", "#A5CF7C"),
    Colour.BLUE: ("#1F5F9A", "#8FC0F0"),
    Colour.YELLOW: ("#8A6400", "#F0C94A"),
}
"""The colours of the players, in the light and in the dark theme."""

PLAYER_ROLES: Final[Mapping[Colour, ft.Colors]] = {
    Colour.RED: ft.Colors.PRIMARY_FIXED,
    Colour.GREEN: ft.Colors.SECONDARY_FIXED,
    Colour.BLUE: ft.Colors.TERTIARY_FIXED,
    Colour.YELLOW: ft.Colors.PRIMARY_FIXED_DIM,
}
"""The roles of Flet's colour scheme that carry the players' colours; no control of Flet uses them."""


WASH, FAINT = 0.13, 0.04
"""How strong the colour of a player is where it is the ground of something, and of what is still empty."""

GAME_TINTS: Final = ("#97401F", "#566327", "#1F5F7A", "#6E3A78", "#7D5A0A", "#2A6657", "#4D5A66", "#8E3B55")
"""The grounds of the emblems of games; what is written on them has the colour of paper."""


def game_tint(title: str) -> str:
    """Return the tint of a game that has none of its own: of one title always the same, on each device.

    >>> game_tint("Wingspan")
    '#7D5A0A'
    """
    return GAME_TINTS[crc32(title.encode()) % len(GAME_TINTS)]


def player_colour(colour: Colour, palette: Palette) -> str:
    """Return the colour of a player in a theme, as `#RRGGBB`."""
    light, dark = PLAYER[colour]
    return light if palette is LIGHT else dark


def seat_wash(colour: Colour, palette: Palette, share: float = WASH) -> str:
    """Return the colour of a player as a ground, on which all inks of text can be read."""
    return mixed(player_colour(colour, palette), palette.surface, share)


def scheme(palette: Palette) -> ft.ColorScheme:
    """Return the colours of a palette as the roles of Flet's colour scheme."""
    return ft.ColorScheme(
        primary=palette.primary,
        on_primary=palette.on_primary,
        primary_container=palette.primary_wash,
        on_primary_container=palette.ink,
        secondary=palette.secondary,
        on_secondary=palette.ground,
        secondary_container=palette.secondary_wash,
        on_secondary_container=palette.ink,
        tertiary=palette.tertiary,
        on_tertiary=palette.ground,
        tertiary_container=palette.tertiary_wash,
        on_tertiary_container=palette.ink,
        error=palette.error,
        on_error=palette.ground,
        error_container=palette.error_wash,
        on_error_container=palette.ink,
        surface=palette.ground,
        on_surface=palette.ink,
        on_surface_variant=palette.muted,
        outline=palette.muted,
        outline_variant=palette.line,
        inverse_surface=palette.ink,
        on_inverse_surface=palette.ground,
        inverse_primary=palette.primary_wash,
        surface_tint=ft.Colors.TRANSPARENT,
        surface_container_lowest=palette.surface,
        surface_container_low=palette.surface,
        surface_container=palette.surface,
        surface_container_high=palette.surface,
        surface_container_highest=palette.raised,
        surface_dim=palette.raised,
        primary_fixed=player_colour(Colour.RED, palette),
        secondary_fixed=player_colour(Colour.GREEN, palette),
        tertiary_fixed=player_colour(Colour.BLUE, palette),
        primary_fixed_dim=player_colour(Colour.YELLOW, palette),
    )


_SIZES: Final = {
    Style.SMALL: 14,
    Style.TEXT: 16,
    Style.STRONG: 16,
    Style.HEADING: 20,
    Style.TITLE: 28,
    Style.FIGURE: 40,
}
LETTER: Final = 0.6
"""The width of a letter or a figure as a share of its size; most are narrower."""


def width_of(style: Style, letters: int) -> float:
    """Return the greatest width of so many letters with text of its usual size, in px."""
    return letters * _SIZES[style] * LETTER


def line_height(style: Style) -> float:
    """Return the height of a line with text of its usual size, in px."""
    return _SIZES[style] * LINE_HEIGHT


_STRONG: Final = (Style.STRONG, Style.HEADING, Style.TITLE, Style.FIGURE)

ROLES: Final = {
    Style.SMALL: ft.TextThemeStyle.BODY_SMALL,
    Style.TEXT: ft.TextThemeStyle.BODY_MEDIUM,
    Style.STRONG: ft.TextThemeStyle.TITLE_SMALL,
    Style.HEADING: ft.TextThemeStyle.TITLE_MEDIUM,
    Style.TITLE: ft.TextThemeStyle.HEADLINE_SMALL,
    Style.FIGURE: ft.TextThemeStyle.DISPLAY_SMALL,
}


SMALL_SPACING: Final = 0.4
"""What stands between the letters of a small text, in px, as Flutter has it."""


def text_part(style: Style, scale: float, ink: str) -> ft.TextStyle:
    """Return what makes a part of a text in another style look like a text in this one, at a scale."""
    part = _style(style, scale, ink)
    part.letter_spacing = SMALL_SPACING if style is Style.SMALL else None
    return part


def _style(style: Style, scale: float, ink: str) -> ft.TextStyle:
    weight = ft.FontWeight.W_600 if style in _STRONG else ft.FontWeight.W_400
    return ft.TextStyle(size=_SIZES[style] * scale, weight=weight, font_family=SANS, color=ink, height=LINE_HEIGHT)


def _styles(scale: float, ink: str) -> ft.TextTheme:
    def style(of: Style) -> ft.TextStyle:
        return _style(of, scale, ink)

    strong = style(Style.STRONG)
    return ft.TextTheme(
        body_small=style(Style.SMALL),
        body_medium=style(Style.TEXT),
        body_large=style(Style.TEXT),
        title_small=strong,
        title_medium=style(Style.HEADING),
        title_large=style(Style.HEADING),
        headline_small=style(Style.TITLE),
        headline_medium=style(Style.TITLE),
        display_small=style(Style.FIGURE),
        label_large=strong,
        label_medium=style(Style.SMALL),
        label_small=style(Style.SMALL),
    )


def theme(palette: Palette, scale: float) -> ft.Theme:
    """Return Flet's theme for a palette, with text at `scale` times its size."""
    rounded = ft.RoundedRectangleBorder(radius=RADIUS)
    inside = ft.Padding.symmetric(horizontal=4 * SPACE, vertical=(TARGET - _SIZES[Style.STRONG] * LINE_HEIGHT) / 2)
    off, usual = ft.ControlState.DISABLED, ft.ControlState.DEFAULT
    inks = [{off: palette.muted, usual: ink} for ink in (palette.primary, palette.on_primary)]
    button = ft.ButtonStyle(shape=rounded, padding=inside)
    tonal = replace(button, bgcolor=palette.raised, color=inks[0], side=ft.BorderSide(0, ft.Colors.TRANSPARENT))
    filled = replace(button, bgcolor={off: palette.raised, usual: palette.primary}, color=inks[1])
    none = ft.PageTransitionTheme.NONE
    return ft.Theme(
        color_scheme=scheme(palette),
        font_family=SANS,
        text_theme=_styles(scale, palette.ink),
        scaffold_bgcolor=palette.ground,
        visual_density=ft.VisualDensity.STANDARD,
        filled_button_theme=ft.FilledButtonTheme(style=filled),
        outlined_button_theme=ft.OutlinedButtonTheme(style=tonal),
        text_button_theme=ft.TextButtonTheme(style=button),
        dialog_theme=ft.DialogTheme(shape=rounded, bgcolor=palette.surface),
        page_transitions=ft.PageTransitionsTheme(android=none, ios=none, linux=none, macos=none, windows=none),
    )


PAPER: Final = "#FFFDF8"
DARK_INK: Final = "#2B2622"
BLACK, WHITE, DEEP = "#000000", "#FFFFFF", "#14110F"
STREET_YELLOW: Final = "#E6B93A"
"""The yellow of a street on a board; that of a player is darker, as it is also written with."""


def mixed(first: str, second: str, share: float) -> str:
    """Return a colour between two, with `share` (0 to 1) of the first.

    >>> mixed("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    parts = zip(_parts(first), _parts(second), strict=True)
    return "#" + "".join(f"{round(mine * share + theirs * (1 - share)):02X}" for mine, theirs in parts)


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21. Web Content Accessibility Guidelines 2, relative luminance.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


LINEAR_BELOW: Final = 0.04045


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= LINEAR_BELOW else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in _parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


FONT: Final = "Tessera Marks"
"""The name under which `assets/fonts/TesseraMarks.ttf` is to be registered."""


def _characters() -> dict[str, str]:
    """Return the table that `assets/build_fonts.py` writes beside the font."""
    lines = (assets() / "fonts" / "TesseraMarks.txt").read_text("ascii").splitlines()
    return {name: chr(int(code, 16)) for code, name in (line.split() for line in lines)}


MARKS: Final[Mapping[str, str]] = _characters()
"""The characters of our drawings, by the names of their files in `assets/marks`, and of shapes that are computed."""
