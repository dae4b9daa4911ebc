"""What is chosen from a list that opens over the screen: the button that says it, and the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.guards import component
from companion.hooks import use_value
from companion.parts.basics import tappable, text
from companion.parts.fields import chip, field
from companion.parts.more import use_more
from companion.theme import SPACE, Style
from companion.ui import use_ui

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.theme import Palette

AT_FIRST: Final = 20
"""How many entries of a list are shown before one asks for more; where there are more, one can also search."""


def choice(title: str, chosen: str, do: Callable[[], None], palette: Palette, *, narrows: bool = False) -> ft.Control:
    """Return the button that says what is chosen; it is lit where that `narrows` what is shown."""
    ink = palette.primary if narrows else palette.ink
    face = ft.Row(
        [
            text(chosen, Style.STRONG, color=ink, expand=True, expand_loose=True),
            ft.Icon(ft.Icons.ARROW_DROP_DOWN, color=ink),
        ],
        spacing=SPACE,
        tight=True,
    )
    return tappable(
        face,
        f"{title}: {chosen}",
        do,
        bgcolor=palette.primary_wash if narrows else palette.surface,
        border=ft.Border.all(1, palette.primary if narrows else palette.quiet),
        padding=ft.Padding.only(left=4 * SPACE, right=2 * SPACE, top=3 * SPACE, bottom=3 * SPACE),
    )


@component
def Options(options: Sequence[tuple[str, Callable[[], None], bool]]) -> ft.Control:
    """List what can be chosen: words, what choosing them does, whether they are chosen."""
    ui = use_ui()
    typed, set_typed = use_value("")

    def look_for(words: str) -> None:
        set_typed(lambda _: words)

    fitting = [one for one in options if typed.strip().casefold() in one[0].casefold()]
    first, more = use_more(fitting, AT_FIRST, "Show more")
    shown = [*first, *(one for one in fitting[len(first) :] if one[2])]
    parts: list[ft.Control] = [chip(words, do, ui.look.palette, selected=chosen) for words, do, chosen in shown]
    if len(options) > AT_FIRST:
        parts.insert(0, field(ui, "Search the list", typed, look_for))
    if not shown:
        parts.append(text("Nothing in the list is called so."))
    return ft.Column([*parts, *more], spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
