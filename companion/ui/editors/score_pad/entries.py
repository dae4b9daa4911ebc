"""The entries of a pad's table: all players beside each other, a row a category, and the keys below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.leaders import leading
from companion.services.end_sheet import SheetCell, typed_number
from companion.ui.components.controls import caption, plain_button
from companion.ui.components.number_entry import NEXT, use_entry, use_keyboard
from companion.ui.components.number_grid import LESS, MORE, PANEL_WIDTH, ShownGrid, with_panel
from companion.ui.core.context import use_guests, use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_value
from companion.ui.core.theme import SPACE, TWO_COLUMNS, WIDEST
from companion.ui.editors.score_pad.pad_sheet import PadEntry, PadSheet
from companion.ui.editors.score_pad.panel import Panel
from companion.ui.editors.score_pad.rows import RowView, TotalView, heads, pad_layout
from scoring.messages import tr
from scoring.score_pad.state import Rounds, Tick

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.components.number_entry import Press
    from companion.ui.editors.score_pad.rows import Tap

    Open = Callable[[SheetCell | None], Awaitable[None]]

MAX_COLUMN: Final = 26 * SPACE
"""The width of a player's column beyond which it is no easier to read, in px."""

STEPS: Final = {LESS: -1, MORE: 1}
"""What the keys add that step by one."""


@component
def EntriesTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show what everybody has in each category, and what is typed there."""
    ui = use_ui()
    guests = use_guests(live.id)
    me = None if guests is None else guests.of(ui.visitor)
    all_rounds, set_all_rounds = use_value(initial=False)
    places = tuple(ui.tables.for_place(live, seat) for seat in range(len(live.columns)))
    entry = use_ref(PadEntry).current
    base = PadSheet(live, places, entry, None if me is None else me.seat, all_rounds)
    wide = ui.viewport.width >= TWO_COLUMNS
    room = ui.viewport.width - (PANEL_WIDTH if wide else 0) - 4 * SPACE
    width = min(room, max(WIDEST, WIDEST // 3 + MAX_COLUMN * len(places)))
    rows, lay = use_selector(
        live, lambda: (base.rows, pad_layout(base, ui.viewport, width)), ui.viewport, width, all_rounds
    )
    sheet = replace(base, in_a_row=lay.in_a_row)
    entry.follow(sheet)
    shown = use_ref(ShownGrid).current
    press, open_cell = use_pad_keys(sheet, entry, shown)
    tap = use_tap(sheet, entry, open_cell, shown)
    hidden = [] if all_rounds else _hidden_rounds(sheet, lambda: set_all_rounds(lambda _: True))
    views = [keyed(row.key, RowView, sheet, entry, row, lay, tap) for row in rows]
    total = keyed("total", TotalView, sheet, entry, lay)
    shown.grid = ft.Column([*hidden, *views, total], spacing=0, scroll=ft.ScrollMode.AUTO, expand=True)
    above = [*([] if ui.viewport.cramped else [Leaders(live)]), *heads(sheet, lay)]
    shown.focusable = ft.KeyboardListener(ft.Column([*above, shown.grid], spacing=0, expand=True), autofocus=True)
    panel = Panel(sheet, entry, press, open_cell, (PANEL_WIDTH if wide else ui.viewport.width) / ui.viewport.scale)
    return with_panel(shown.focusable, panel, width if wide else None)


@component
def Leaders(live: LiveTable) -> ft.Control:
    """Show who leads."""
    words = use_selector(live, lambda: leading(live.state.table, live.columns))
    said = ft.Semantics(content=caption("" if words is None else sentence(words)), live_region=True, container=True)
    return ft.Container(said, visible=words is not None, padding=ft.Padding.only(bottom=SPACE))


def _hidden_rounds(sheet: PadSheet, show: Callable[[], None]) -> list[ft.Control]:
    """Return the way to the rounds that are not shown, where there are any."""
    categories = sheet.table.pad.categories
    hidden = max((sheet.first_round(one.key) for one in categories if isinstance(one, Rounds)), default=0)
    return [ft.Row([plain_button(tr("Show all rounds"), show)])] if hidden else []


def use_pad_keys(sheet: PadSheet, entry: PadEntry, shown: ShownGrid) -> tuple[Press, Open]:
    """Return what a key does, and what opens a cell; a step by one is kept at once."""
    type_key, open_cell = use_entry(sheet, entry, shown.reveal, entry.notify)

    async def press(key: str) -> None:
        cell = entry.cell
        if cell is None:
            return
        if key == NEXT:
            await open_cell(sheet.at(entry.version(sheet)).next_of(cell, typed=bool(entry.typed)))
        elif key in STEPS:
            number = typed_number(entry.typed) if entry.typed else sheet.number(cell).points
            entry.open(cell, str(sheet.range_of(cell).clamp((number or 0) + STEPS[key])))
            await open_cell(cell)
        else:
            await type_key(key)

    async def keep_in_sight() -> None:
        if entry.cell is not None:
            await shown.reveal(sheet.line(entry.cell))

    viewport = use_ui().viewport
    use_effect(keep_in_sight, [viewport.width, viewport.height])
    use_keyboard(entry, press, shown.take_focus)
    return press, open_cell


def use_tap(sheet: PadSheet, entry: PadEntry, open_cell: Open, shown: ShownGrid) -> Tap:
    """Return what a tap on a cell does: it opens the number, and turns a tick."""

    async def tap(cell: SheetCell) -> None:
        refused = sheet.of_seat[cell.seat].refusal
        if refused is not None:
            show_snackbar(sentence(refused))
            return
        await open_cell(cell)
        if entry.cell == cell and isinstance(sheet.row_of(cell).category, Tick):
            entry.open(cell, "0" if sheet.number(cell).points else "1")
            await open_cell(cell)
        entry.focus = True
        await shown.take_focus()

    return tap
