"""The screen of the end sheet: the grid, and what is known of the cell that is open, with the keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.end_sheet import BACK, SIGN, SheetCell
from companion.services.final_scoring import tab_for
from companion.ui.components.controls import caption
from companion.ui.components.correction import take_spot
from companion.ui.components.layout import column
from companion.ui.components.number_entry import CLEAR, ShownGrid, use_entry, use_places, use_way_on
from companion.ui.components.number_grid import DETAILS, explained, grid_room, keypad, with_panel
from companion.ui.components.number_sheet import Entry
from companion.ui.core.context import use_rerender, use_revision, use_subscription, use_ui, use_unsaved
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors import EDITORS
from companion.ui.screens.end_sheet.grid import grid
from companion.ui.screens.end_sheet.table import EndSheetTable, reason
from scoring.messages import say

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
    viewport = use_ui().viewport
    places, own = use_places(live)
    entry = use_ref(lambda: _entry(live.id)).current
    use_subscription(entry.observers.subscribe, use_rerender(), [entry])
    sheet = EndSheetTable(live, places, entry, own)
    entry.follow(sheet)
    shown = use_ref(ShownGrid).current
    press, _, pick = use_entry(sheet, shown)
    typed = frozenset(sheet.cells)

    def tap(cell: SheetCell) -> Callable[[], object]:
        return partial(pick if cell in typed else to_details(sheet), cell)

    room = grid_room(viewport, WIDEST - 4 * SPACE)
    shown.grid = ft.Column([grid(sheet, tap, viewport, room.grid, late=late)], scroll=ft.ScrollMode.AUTO)
    shown.focusable = ft.KeyboardListener(shown.grid, autofocus=True)
    who_won = use_way_on(entry, live)
    cell = entry.cell
    panel = column([caption(HINT), who_won]) if cell is None else _panel(sheet, cell, press, room.keys)
    return with_panel(shown.focusable, panel, room)


def _entry(table_id: str) -> Entry:
    """Return an entry whose cell is the one that is corrected, if one is."""
    corrected = take_spot(table_id)
    return Entry() if corrected is None else Entry(SheetCell(corrected.spot, corrected.seat), begun=True)


def to_details(sheet: EndSheetTable) -> Callable[[SheetCell], None]:
    """Return what leads to where the number of a cell is entered in detail."""
    page, live = ft.context.page, sheet.live

    def go(cell: SheetCell) -> None:
        tab = tab_for(sheet.row_of(cell).key, EDITORS[live.game.key].entered)
        page.navigate(f"/table/{live.id}/{tab}/{cell.seat}")

    return go


def _panel(sheet: EndSheetTable, cell: SheetCell, press: Press, width: float) -> ft.Control:
    """Return what is known of the cell that is open, and the keys in a width, in px of unscaled text."""
    entry = sheet.entry
    does = {DETAILS: partial(to_details(sheet), cell)}
    keys = keypad(press, (BACK, SIGN, DETAILS), CLEAR, width, last=sheet.after(cell) is None, does=does)
    return column([explained(entry.titled(sheet.title(cell)), reason(sheet, cell), entry.wrong), keys])
