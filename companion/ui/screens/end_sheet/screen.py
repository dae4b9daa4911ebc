"""The screen of the end sheet: the grid, and what is known of the cell that is open, with the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.final_scoring import tab_for
from companion.ui.components.controls import button, caption
from companion.ui.components.layout import column
from companion.ui.core.context import use_guests, use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE, TWO_COLUMNS, WIDEST
from companion.ui.editors import EDITORS
from companion.ui.screens.end_sheet.entry import HARDWARE, KNOWN, EndSheetTable, Entry, use_entry
from companion.ui.screens.end_sheet.grid import grid
from companion.ui.screens.end_sheet.keypad import explained, keypad

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.end_sheet import SheetCell
    from companion.tables.live_table import LiveTable
    from companion.ui.screens.end_sheet.entry import Press

PANEL_WIDTH: Final = 360
"""The width of the keys beside the grid, in px."""

HINT: Final = "Tap a number to type it. Whatever nobody types is worked out from the table."


@component
def EndSheet(live: LiveTable) -> ft.Control:
    """Show the grid, and what is typed into it."""
    use_revision(live)
    use_guests(live.id)
    ui = use_ui()
    page = ft.context.page
    sheet = EndSheetTable.of(live, [ui.tables.for_place(live, seat) for seat in range(len(live.columns))])
    entry = use_ref(lambda: Entry(cell=sheet.first_blank())).current
    if entry.cell not in sheet.cells:
        entry.open(None)
    scrolled = use_ref(ft.Column)

    async def reveal(row: str) -> None:
        await scrolled.current.scroll_to(scroll_key=row)

    press, open_cell = use_entry(sheet, entry, reveal)
    wide = ui.viewport.width >= TWO_COLUMNS
    width = min(ui.viewport.width - (PANEL_WIDTH if wide else 0), WIDEST) - 4 * SPACE

    def details(cell: SheetCell) -> None:
        tab = tab_for(sheet.row(cell).key, EDITORS[live.game.key].entered)
        page.navigate(f"/table/{live.id}/{tab}/{cell.seat}")

    def tap(cell: SheetCell) -> Callable[[], object]:
        return (lambda: open_cell(cell)) if cell in sheet.cells else (lambda: details(cell))

    numbers = ft.Column([grid(sheet, entry, tap, ui.viewport, width)], scroll=ft.ScrollMode.AUTO, expand=True)
    scrolled.current = numbers
    panel = _result(live) if entry.cell is None else _panel(sheet, entry, entry.cell, press, details)
    parts: list[ft.Control] = [
        ft.Container(numbers, padding=ft.Padding.symmetric(horizontal=2 * SPACE), expand=True),
        ft.Container(panel, width=PANEL_WIDTH if wide else None, padding=2 * SPACE),
    ]
    whole = ft.Column(parts, spacing=0)
    if wide:
        start = ft.CrossAxisAlignment.START
        whole = ft.Row(parts, spacing=0, width=width + PANEL_WIDTH, vertical_alignment=start)
    return ft.KeyboardListener(whole, autofocus=True, on_key_down=safe(_typing(press)), expand=True)


def _typing(press: Press) -> Callable[[ft.KeyDownEvent], Awaitable[None]]:
    """Return what the keys of a keyboard do."""

    async def typed(event: ft.KeyDownEvent) -> None:
        key = HARDWARE.get(event.key, event.key)
        if key.isdecimal() or key in KNOWN:
            await press(key)

    return typed


def _panel(
    sheet: EndSheetTable, entry: Entry, cell: SheetCell, press: Press, details: Callable[[SheetCell], None]
) -> ft.Control:
    """Return what is known of the cell that is open, and the keys."""
    keys = keypad(press, lambda: details(cell), last=cell == sheet.cells[-1])
    return column([explained(sheet, entry, cell), keys])


def _result(live: LiveTable) -> ft.Control:
    """Return what can be done where no cell is open: type numbers, or see who won."""
    page = ft.context.page
    return column([caption(HINT), button("Who won?", lambda: page.navigate(f"/table/{live.id}/end/0"))])
