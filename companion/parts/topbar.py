"""The bar at the top of every screen: back, the title, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.parts.basics import icon_button, moment, text
from companion.theme import SPACE, TARGET, WIDEST, Style, width_of
from companion.ui import use_ui

if TYPE_CHECKING:
    from collections.abc import Sequence


def topbar(title: str, *, back: str | None = None, actions: Sequence[ft.Control] = ()) -> ft.Control:
    """Return the bar; `back` is the address that the arrow leads to."""
    page = ft.context.page
    start: list[ft.Control] = []
    if back is not None:
        start.append(icon_button(ft.Icons.ARROW_BACK, "Back", lambda: page.navigate(back)))
    look = use_ui().look
    longest = max(map(len, title.split()), default=0)
    room = look.width - (len(start) + len(actions)) * TARGET
    fits = width_of(Style.HEADING, longest) * look.scale <= room  # no word is broken in two
    name = ft.Semantics(
        content=text(title, Style.HEADING, max_lines=2 if fits else 1, overflow=ft.TextOverflow.ELLIPSIS),
        header=True,
        heading_level=1,
        container=True,
        expand=True,
    )
    return ft.Container(
        ft.Row([*start, name, *actions], spacing=SPACE),
        padding=ft.Padding.only(left=(1 if start else 4) * SPACE, right=SPACE, top=SPACE, bottom=SPACE),
    )


def screen(bar: ft.Control, body: Sequence[ft.Control], *, foot: ft.Control | None = None) -> ft.Control:
    """Return a whole screen of one column that scrolls between the bar and the foot."""
    look = use_ui().look
    column = ft.Column(list(body), spacing=4 * SPACE, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, tight=True)
    middle = ft.Container(column, width=min(look.width, WIDEST), padding=4 * SPACE)
    scrolling = ft.Column(
        [middle], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    parts = [bar, scrolling] if foot is None else [bar, scrolling, foot]
    return ft.SafeArea(
        ft.Column(parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=True
    )


def waiting(bar: ft.Control) -> ft.Control:
    """Return a screen whose things are still being looked up."""
    return screen(bar, [moment(use_ui().look.palette)])
