"""The screen of the end sheet: the grid, and what is known of the cell that is open, with the keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.end_sheet import BACK, SIGN, SheetCell
from companion.services.final_scoring import tab_for
from companion.ui.components.controls import button, caption
from companion.ui.components.correction import take_spot
from companion.ui.components.layout import column
from companion.ui.components.number_entry import CLEAR, Entry, use_entry, use_keyboard, use_way_on
from companion.ui.components.number_grid import DETAILS, PANEL_WIDTH, ShownGrid, explained, keypad, with_panel
from companion.ui.core.context import use_guests, use_rerender, use_revision, use_ui, use_unsaved
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_ref
from companion.ui.core.theme import SPACE, TWO_COLUMNS, WIDEST
from companion.ui.editors import EDITORS
from companion.ui.screens.end_sheet.grid import grid
from companion.ui.screens.end_sheet.table import EndSheetTable, reason
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.components.number_entry import Press

HINT: Final = say("Tap a number to type it. Numbers that nobody types are worked out from the table.")


@component
def EndSheet(live: LiveTable) -> ft.Control:
    """Show the grid, and what is typed into it."""
    use_revision(live)
    late = use_unsaved() is not None
    ui = use_ui()
    guests = use_guests(live.id)
    me = None if guests is None else guests.of(ui.visitor)
    places = tuple(ui.tables.for_place(live, seat) for seat in range(len(live.names)))
    entry = use_ref(lambda: _entry(live.id)).current
    sheet = EndSheetTable.of(live, places, None if me is None else me.seat, entry.ahead(live))
    entry.follow(sheet)
    if entry.cell is not None and sheet.row(entry.cell) in sheet.without_ties().rows[:-1]:
        sheet = sheet.without_ties()
    shown = use_ref(ShownGrid).current
    press, open_cell = use_entry(sheet, entry, shown.reveal, use_rerender())
    use_keyboard(entry, press, shown.take_focus)

    async def keep_in_sight() -> None:
        if entry.cell is not None:
            await shown.reveal(entry.cell.row)

    open_row = entry.cell and entry.cell.row  # a row that has just come is there once it is rendered
    use_effect(keep_in_sight, [ui.viewport.width, ui.viewport.height, open_row])

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
    shown.grid = ft.Column([grid(sheet, entry, tap, ui.viewport, width, late=late)], scroll=ft.ScrollMode.AUTO)
    shown.focusable = ft.KeyboardListener(shown.grid, autofocus=True)
    who_won = use_way_on(entry, _who_won(live))
    panel = (
        column([caption(HINT), who_won])
        if entry.cell is None
        else _panel(sheet, entry, entry.cell, press, room / ui.viewport.scale)
    )
    return with_panel(shown.focusable, panel, width if wide else None)


def _entry(table_id: str) -> Entry:
    """Return an entry whose cell is the one that is corrected, if one is."""
    corrected = take_spot(table_id)
    return Entry() if corrected is None else Entry(SheetCell(corrected.spot, corrected.seat), begun=True)


def to_details(sheet: EndSheetTable) -> Callable[[SheetCell], None]:
    """Return what leads to where the number of a cell is entered in detail."""
    page, live = ft.context.page, sheet.live

    def go(cell: SheetCell) -> None:
        tab = tab_for(sheet.row(cell).key, EDITORS[live.game.key].entered)
        page.navigate(f"/table/{live.id}/{tab}/{cell.seat}")

    return go


def _panel(sheet: EndSheetTable, entry: Entry, cell: SheetCell, press: Press, width: float) -> ft.Control:
    """Return what is known of the cell that is open, and the keys in a width, in px of unscaled text."""
    does = {DETAILS: partial(to_details(sheet), cell)}
    keys = keypad(press, (BACK, SIGN, DETAILS), CLEAR, width, last=sheet.after(cell) is None, does=does)
    return column([explained(entry.titled(sheet.title(cell)), reason(sheet, cell), entry.wrong), keys])


def _who_won(live: LiveTable) -> ft.Control:
    page = ft.context.page
    return button(tr("Who won?"), lambda: page.navigate(f"/table/{live.id}/end/0"))
