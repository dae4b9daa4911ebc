"""A name between a mark and a figure, in one line where there is room."""

from __future__ import annotations

from typing import Final

import flet as ft

from companion.theme import SPACE

NARROW: Final = 240
"""Below this width, as the size of the text has it, a name has a line of its own, in px."""


def headed(mark: ft.Control, words: ft.Control, figure: ft.Control | None, room: float) -> ft.Control:
    """Return words between a mark and a figure in one line, or below them where there is little room."""
    if room < NARROW:
        figures = [] if figure is None else [figure]
        above = ft.Row([mark, *figures], alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
        return ft.Column([above, words], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    words.expand = True
    line = [mark, words] if figure is None else [mark, words, figure]
    return ft.Row(line, spacing=2 * SPACE)
