"""The screen of the end sheet: the grid, and what is known of the cell that is open, with the keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.end_sheet import SheetCell
from companion.services.final_scoring import tab_for
from companion.ui.components.controls import button, caption
from companion.ui.components.correction import take_spot
from companion.ui.components.layout import column
from companion.ui.core.context import use_guests, use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE, TWO_COLUMNS, WIDEST
from companion.ui.editors import EDITORS
from companion.ui.screens.end_sheet.entry import EndSheetTable, Entry, use_entry, use_keyboard
from companion.ui.screens.end_sheet.grid import grid
from companion.ui.screens.end_sheet.keypad import explained, keypad

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.screens.end_sheet.entry import Press

PANEL_WIDTH: Final = 360
"""The width of the keys beside the grid, in px."""

HINT: Final = "Tap a number to type it. Whatever nobody types is worked out from the table."


@component
def EndSheet(live: LiveTable) -> ft.Control:
    """Show the grid, and what is typed into it."""
    use_revision(live)
    ui = use_ui()
    guests = use_guests(live.id)
    me = None if guests is None else guests.of(ui.visitor)
    places = [ui.tables.for_place(live, seat) for seat in range(len(live.columns))]
    sheet = EndSheetTable.of(live, places, None if me is None else me.seat)
    entry = use_ref(lambda: _entry(live.id)).current
    entry.follow(sheet)
    if entry.cell is not None and sheet.row(entry.cell) in sheet.without_ties().rows[:-1]:
        sheet = sheet.without_ties()
    shown = use_ref(lambda: Shown(ft.Column(), ft.KeyboardListener(ft.Container()))).current
    press, open_cell = use_entry(sheet, entry, shown.reveal)
    use_keyboard(entry, press, shown.take_focus)

    async def keep_in_sight() -> None:
        if entry.cell is not None:
            await shown.reveal(entry.cell.row)

    ft.use_effect(safe(keep_in_sight), [ui.viewport.width, ui.viewport.height])

    async def pick(cell: SheetCell) -> None:
        await open_cell(cell)
        entry.focus = True
        await shown.take_focus()

    typed = frozenset(sheet.cells)

    def tap(cell: SheetCell) -> Callable[[], object]:
        return partial(pick if cell in typed else to_details(sheet), cell)

    wide = ui.viewport.width >= TWO_COLUMNS
    width = min(ui.viewport.width - (PANEL_WIDTH if wide else 0), WIDEST) - 4 * SPACE
    room = PANEL_WIDTH if wide else ui.viewport.width
    shown.grid = ft.Column([grid(sheet, entry, tap, ui.viewport, width)], scroll=ft.ScrollMode.AUTO)
    shown.focusable = ft.KeyboardListener(shown.grid, autofocus=True)
    panel = _result(live) if entry.cell is None else _panel(sheet, entry, entry.cell, press, room / ui.viewport.scale)
    return _with_panel(shown.focusable, panel, width if wide else None)


def _entry(table_id: str) -> Entry:
    """Return an entry whose cell is the one that is corrected, if one is."""
    corrected = take_spot(table_id)
    return Entry() if corrected is None else Entry(SheetCell(corrected.spot, corrected.seat), begun=True)


@dataclass
class Shown:
    """What a browser shows: the grid, which scrolls, and what has the focus while numbers are typed into it."""

    grid: ft.Column
    focusable: ft.KeyboardListener

    async def reveal(self, row: str) -> None:
        """Scroll to a row."""
        await self.grid.scroll_to(scroll_key=row)

    async def take_focus(self) -> None:
        """Take the focus, so that Enter belongs to no button."""
        await self.focusable.focus()  # type: ignore[no-untyped-call]


def to_details(sheet: EndSheetTable) -> Callable[[SheetCell], None]:
    """Return what leads to where the number of a cell is entered in detail."""
    page, live = ft.context.page, sheet.live

    def go(cell: SheetCell) -> None:
        tab = tab_for(sheet.row(cell).key, EDITORS[live.game.key].entered)
        page.navigate(f"/table/{live.id}/{tab}/{cell.seat}")

    return go


def _with_panel(numbers: ft.Control, panel: ft.Control, width: float | None) -> ft.Control:
    """Return the grid with the panel below, or beside it where the grid has a width, in px."""
    if width is None:
        padding = ft.Padding.symmetric(horizontal=2 * SPACE)
        above = ft.Container(numbers, padding=padding, expand=True)
        return ft.Column([above, ft.Container(panel, padding=2 * SPACE)], spacing=0, expand=True)
    parts: list[ft.Control] = [
        ft.Container(numbers, width=width),
        ft.Container(panel, width=PANEL_WIDTH, padding=2 * SPACE),
    ]
    start = ft.CrossAxisAlignment.START
    return ft.Row(parts, alignment=ft.MainAxisAlignment.CENTER, vertical_alignment=start, expand=True)


def _panel(sheet: EndSheetTable, entry: Entry, cell: SheetCell, press: Press, width: float) -> ft.Control:
    """Return what is known of the cell that is open, and the keys in a width, in px of unscaled text."""
    keys = keypad(press, partial(to_details(sheet), cell), width, last=sheet.after(cell) is None)
    return column([explained(sheet, entry, cell), keys])


def _result(live: LiveTable) -> ft.Control:
    """Return what can be done where no cell is open: type numbers, or see who won."""
    page = ft.context.page
    return column([caption(HINT), button("Who won?", lambda: page.navigate(f"/table/{live.id}/end/0"))])
