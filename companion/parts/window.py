"""A window over the screen: one thing at a time, with a button that closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.parts.basics import plain_button, text
from companion.theme import SPACE, Style
from companion.ui import use_ui

if TYPE_CHECKING:
    from collections.abc import Callable

WIDEST_WINDOW: Final = 640
"""No window is wider, in px."""


def use_window(title: str, content: ft.Control | None, close: Callable[[], None], *, low: bool = False) -> None:
    """Show `content` over the screen, nothing where it is `None`; `low` puts it to the foot of the screen.

    A component has one such hook and changes what it shows: where one window closes while another one opens, Flet no
    longer tells the client what changes in the new one. What it is closed by, `close` is called, and may be later.
    """
    look = use_ui().look
    if content is None:
        ft.use_dialog(None)
        return
    ft.use_dialog(
        ft.AlertDialog(
            title=text(title, Style.HEADING),
            content=ft.Container(content, width=min(look.width - 12 * SPACE, WIDEST_WINDOW), key=title),
            scrollable=True,
            actions=[plain_button("Close", close)],
            bgcolor=look.palette.surface,
            title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
            content_padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=2 * SPACE),
            actions_padding=ft.Padding.only(left=2 * SPACE, right=2 * SPACE, bottom=2 * SPACE),
            inset_padding=2 * SPACE,
            alignment=ft.Alignment.BOTTOM_CENTER if low else ft.Alignment.CENTER,
            on_dismiss=lambda _: close(),
        )
    )
