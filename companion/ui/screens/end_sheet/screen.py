"""The screen of the end sheet: a number for each line and each player, typed or worked out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.services.end_sheet import BACK, SIGN, SheetCell
from companion.services.final_scoring import tab_for
from companion.ui.components.correction import take_spot
from companion.ui.components.number_entry import CLEAR, use_places
from companion.ui.components.number_grid import DETAILS, keypad
from companion.ui.components.number_rows import use_grid
from companion.ui.components.number_sheet import Entry
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors import EDITORS
from companion.ui.screens.end_sheet.table import EndSheetTable

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


@component
def EndSheet(live: LiveTable) -> ft.Control:
    """Show the sheet, and what is typed into it."""
    page = ft.context.page
    places, own = use_places(live)
    entry = use_ref(lambda: _entry(live.id)).current
    grid = use_grid(EndSheetTable(live, places, entry, own), WIDEST - 4 * SPACE)

    def details(cell: SheetCell) -> None:
        """Go to where the number of a cell is entered in detail."""
        page.navigate(f"/table/{live.id}/{tab_for(cell.row, EDITORS[live.game.key].entered)}/{cell.seat}")

    async def tap(cell: SheetCell) -> None:
        if cell in grid.sheet.now.cells:
            await grid.pick(cell)
        else:
            details(cell)

    def keys(cell: SheetCell, *, last: bool) -> tuple[ft.Control]:
        does = {DETAILS: partial(details, cell)}
        return (keypad(grid.press, (BACK, SIGN, DETAILS), CLEAR, grid.room.keys, last=last, does=does),)

    return grid.shown(tap, keys)


def _entry(table_id: str) -> Entry:
    """Return an entry whose cell is the one that is corrected, if one is."""
    corrected = take_spot(table_id)
    return Entry() if corrected is None else Entry(SheetCell(corrected.spot, corrected.seat), begun=True)
