"""The list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import plain_button, text
from companion.ui.core.error_boundary import safe
from companion.ui.core.hooks import use_dialog
from companion.ui.core.theme import SPACE, Style
from scoring.messages import as_typed, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS: Final = (
    (say("Tab, Shift+Tab"), say("go to the next thing, or the one before")),
    (
        say("Enter, Space"),
        say("do what a tap does; Enter also goes from a chosen square to its offers, and from a field to the next one"),
    ),
    (say("Arrows"), say("move over the squares of the board, the numbers of the sheet, and a row of choices")),
    (say("0 to 9, +, −"), say("enter a number, or a sum, in a field")),
    (say("Alt+1 to Alt+4"), say("show another player")),
    (say("Alt+Page Up, Alt+Page Down"), say("show the tab to the left, or to the right")),
    (say("Ctrl+Z"), say("undo the last step")),
    (say("Ctrl+Shift+Z"), say("redo it")),
    (say("Escape"), say("close what is open")),
    (as_typed("?"), say("show these keys")),
)

MAX_WIDTH: Final = 480
"""The greatest width of the list, in px."""


def use_key_list(close: Callable[[], None], *, shown: bool) -> None:
    """Show the list of keys over the screen where it is `shown`."""
    use_dialog(_dialog(close) if shown else None)


def _dialog(close: Callable[[], None]) -> ft.AlertDialog:
    rows: list[ft.Control] = [
        ft.ResponsiveRow(
            [text(keys, Style.STRONG, col={"xs": 12, "sm": 4}), text(what, col={"xs": 12, "sm": 8})],
            spacing=2 * SPACE,
            run_spacing=0,
        )
        for keys, what in KEYS
    ]
    return ft.AlertDialog(
        title=text(tr("Keys"), Style.HEADING),
        content=ft.Column(rows, spacing=3 * SPACE, tight=True, width=MAX_WIDTH),
        actions=[plain_button(tr("Close"), close)],
        on_dismiss=safe(close),
        scrollable=True,
    )
