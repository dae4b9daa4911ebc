"""The bar of what is built: a kind that is chosen here is drawn on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import group, mark, tappable_picture, text
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE, TARGET, Palette, Style
from companion.ui.editors.carpe_diem.tile_drawing import DARK_MARKED, Ink, inks
from scoring.carpe_diem.state import LANDSCAPES, SINGLE_TILES, Kind
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Choose = Callable[[Kind | None], Awaitable[None]]

KINDS: Final = (
    *LANDSCAPES,
    *(Kind.MERCHANT, Kind.GRANARY, Kind.CRAFTSMAN, Kind.VILLA),
    *(Kind.ADMINISTRATION, *SINGLE_TILES),
)
"""The kinds in an order in which they fill three rows of a phone; completed structures are counted in it, too."""

MARK_SIZE: Final = 17
"""The size of the mark of a kind, in px."""


@ft.observable
@dataclass
class ChosenKind:
    """The kind that is drawn in this browser; `None` while taps choose squares."""

    kind: Kind | None = None


@component
def KindBar(chosen: ChosenKind, choose: Choose, *, in_one_row: bool) -> ft.Control:
    """Show all kinds; a tap begins to draw one, another tap on it ends that."""
    palette = use_ui().viewport.palette

    async def toggle(kind: Kind) -> None:
        await choose(None if chosen.kind is kind else kind)

    buttons = [kind_button(kind, str(kind.noun.name), palette, toggle, chosen=chosen.kind is kind) for kind in KINDS]
    row = ft.Row(buttons, wrap=True, spacing=SPACE - 1, run_spacing=SPACE)
    if in_one_row:
        row = ft.Row(buttons, spacing=SPACE, scroll=ft.ScrollMode.HIDDEN)
    return group(row, tr("Draw"))


def kind_button(
    kind: Kind, label: str, palette: Palette, toggle: Callable[[Kind], object], *, chosen: bool
) -> ft.Control:
    """Return the button of a kind: its mark on the colour of its roofs, and its name."""
    colours = inks(palette)
    roof = ft.Container(
        mark(kind.noun.mark, MARK_SIZE, colours[Ink.INK if kind in DARK_MARKED else Ink.PAPER]),
        bgcolor=colours[Ink(kind.value)],
        border_radius=SPACE,
        padding=1,
    )
    ink = ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE
    words = text(kind.noun.name, Style.SMALL, color=ink, no_wrap=True, semantics_label="")
    return tappable_picture(
        ft.Row([roof, words], spacing=SPACE - 1, tight=True),
        label,
        lambda: toggle(kind),
        selected=chosen,
        height=TARGET - 4,
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT),
        padding=ft.Padding.symmetric(horizontal=SPACE),
    )
