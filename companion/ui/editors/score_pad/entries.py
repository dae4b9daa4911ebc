"""The entries of a pad's table: all players beside each other, a row a category, and the keys below."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.leaders import at_end, leading
from companion.services.end_sheet import typed_number
from companion.ui.components.controls import caption, notice, plain_button
from companion.ui.components.number_entry import use_places
from companion.ui.components.number_rows import use_grid
from companion.ui.components.number_sheet import Entry
from companion.ui.core.context import use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_ref, use_value
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors.score_pad.pad_sheet import PadSheet
from companion.ui.editors.score_pad.panel import keys
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.end_sheet import SheetCell
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message

MAX_COLUMN: Final = 26 * SPACE
"""The width of a player's column beyond which it is no easier to read, in px."""


@component
def EntriesTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show what everybody has in each category, and what is typed there."""
    all_rounds, set_all_rounds = use_value(initial=False)
    places, own = use_places(live)
    entry = use_ref(Entry).current
    base = PadSheet(live, places, entry, own, all_rounds=all_rounds)
    grid = use_grid(base, max(WIDEST, WIDEST // 3 + MAX_COLUMN * len(places)))
    sheet = grid.sheet

    async def step(by: int) -> None:
        """Add to the number that is open; what that makes is kept at once."""
        cell = entry.cell
        if cell is not None:
            number = typed_number(entry.typed) if entry.typed else sheet.number(cell).points
            entry.open(cell, str(sheet.range_of(cell).clamp((number or 0) + by)))
            await grid.open_cell(cell)

    async def tap(cell: SheetCell) -> None:
        """Open a number, or turn a tick."""
        refused = sheet.of_seat[cell.seat].refusal
        if refused is not None:
            show_snackbar(sentence(refused))
            return
        if sheet.category(cell).shape.is_tick:
            await grid.open_cell(cell)
            if entry.cell == cell:
                entry.open(cell, "0" if sheet.number(cell).points else "1")
        await grid.pick(cell)

    hidden = [] if all_rounds else _hidden_rounds(sheet, lambda: set_all_rounds(lambda _: True))
    return grid.shown(tap, partial(keys, grid, step), [Leaders(live)], hidden)


@component
def Leaders(live: LiveTable) -> ft.Control:
    """Show that the game is at its end, which does not stop it, or who leads, where there is room for that."""

    def standing() -> tuple[Message | None, Message | None]:
        return at_end(live.state.table, live.columns), leading(live.state.table, live.columns)

    end, leads = use_selector(live, standing)
    words = end or (None if use_ui().viewport.cramped else leads)
    face = caption if end is None else notice
    shown = face("" if words is None else sentence(words))
    return ft.Container(shown, visible=words is not None, padding=ft.Padding.only(bottom=SPACE))


def _hidden_rounds(sheet: PadSheet, show: Callable[[], None]) -> list[ft.Control]:
    """Return the way to the rounds that are not shown, where there are any."""
    in_rounds = (part for part in sheet.table.pad.categories if part.shape.in_rounds)
    hidden = max((sheet.first_round(category.key) for category in in_rounds), default=0)
    return [ft.Row([plain_button(tr("Show all rounds"), show)])] if hidden else []
