"""The strip in which a page says something for some seconds, with the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import for_screen
from companion.ui.core.context import use_rerender, use_subscription
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.snackbars import snackbars_of
from companion.ui.core.theme import RADIUS, ROLES, SPACE, TARGET, Style
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_WIDTH: Final = 640
"""The greatest width of the strip, in px."""


@component
def SnackbarStrip() -> ft.Control:
    """Show what is said on this page, between what scrolls, which makes room, and what is fixed below it."""
    page = ft.context.page
    bars = snackbars_of(page)
    bar = bars.on(page)

    def subscribe(notify: Callable[..., None]) -> Callable[[], None]:
        stop = bars.observers.subscribe(notify)
        if bars.on(page) is not bar:  # said before this began to listen
            notify()
        return stop

    use_subscription(subscribe, use_rerender(), [])
    if bar is None:
        return ft.Container(visible=False)
    ink = ft.Colors.ON_INVERSE_SURFACE
    words = ft.Text(for_screen(bar.sentence), theme_style=ROLES[Style.TEXT], color=ink, expand=True)
    row: list[ft.Control] = [words]
    if bar.undo is not None:
        style = ft.ButtonStyle(color=ft.Colors.INVERSE_PRIMARY)
        row.append(ft.TextButton(tr("Undo"), on_click=safe(bar.undo), style=style, height=TARGET))
    strip = ft.Container(
        ft.Row(row, spacing=2 * SPACE),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=4 * SPACE, right=2 * SPACE, top=SPACE, bottom=SPACE),
        margin=ft.Margin.symmetric(horizontal=2 * SPACE, vertical=SPACE),
        width=min((ft.context.page.width or MAX_WIDTH) - 4 * SPACE, MAX_WIDTH),
        key=f"{id(bar)}",
    )
    said = ft.Semantics(content=strip, live_region=True, container=True)
    return ft.Row([said], alignment=ft.MainAxisAlignment.CENTER)
