"""The drawings of Mayor: the colours of streets, the kinds of tiles, the pieces of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.tables.state import Colour
from companion.ui.components.controls import mark, seat_mark, text
from companion.ui.components.stepper import Counter
from companion.ui.core.glyphs import MARKS
from companion.ui.core.theme import PLAYER_ROLES, SPACE, Style
from scoring.mayor.state import Piece, Street

if TYPE_CHECKING:
    from companion.games.mayor.actions import MayorTable
    from companion.tables.state import PlayerStyle
    from scoring.mayor.state import Building, Kind

DOT: Final = 14
"""The size of the patch that stands for a street, in px."""

RING: Final = 22
"""The size of a Banker, in px."""


YELLOW: Final = "#E6B93A"
"""The yellow of the board; that of a player is darker, as it is also written with."""


def street_colour(street: Street) -> str:
    """Return the colour of a street as the board shows it."""
    return YELLOW if street is Street.YELLOW else PLAYER_ROLES[Colour(street.value)]


def street_dot(street: Street | None) -> ft.Control:
    """Return the patch of a street; `None` is the Rainbow, with a stripe of each."""
    if street is not None:
        outline = ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT)
        return ft.Container(width=DOT, height=DOT, bgcolor=street_colour(street), border=outline, border_radius=3)
    stripes = [ft.Container(width=DOT / 4, height=DOT, bgcolor=street_colour(street)) for street in Street]
    return ft.Container(ft.Row(list(stripes), spacing=0, tight=True), width=DOT, height=DOT)


def kind_mark(kind: Kind | Building, size: float, ink: str) -> ft.Control:
    """Return the drawing of a kind of tile."""
    return mark(kind.noun.mark, size, ink)


def kind_counter(kind: Kind | Building, name: str, most: int) -> Counter:
    """Return the counter of tiles or icons of a kind, with its drawing."""
    return Counter(name=name, most=most, char=MARKS[kind.noun.mark], ink=ft.Colors.ON_SURFACE)


def gold_counter(name: str, most: int) -> Counter:
    """Return a counter of gold, with a coin."""
    return Counter(name=name, most=most, char=MARKS["coin"], ink=ft.Colors.ON_SURFACE)


def piece_mark(seat: PlayerStyle, piece: Piece, size: float = RING) -> ft.Control:
    """Return a piece on the track: the Citizen is the player's mark, the Banker the same mark in a ring."""
    if piece is Piece.CITIZEN:
        return ft.Container(seat_mark(seat, size - 4), width=size, height=size, alignment=ft.Alignment.CENTER)
    colour = PLAYER_ROLES[seat.colour]
    return ft.Container(
        seat_mark(seat, size / 2),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(2, colour),
        border_radius=size / 2,
    )


def player_line(state: MayorTable, seat: int, style: Style = Style.STRONG) -> ft.Row:
    """Return the mark and name of a player."""
    name = text(state.table.players[seat].name, style, expand=True)
    return ft.Row([seat_mark(state.extras.seats[seat]), name], spacing=2 * SPACE)
