"""The keys with which a number is typed on a pad's table, a tick is set, and one of several pairs is opened."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.score_pad.actions import EntryPart
from companion.services.end_sheet import BACK, SIGN, SheetCell, typed_number
from companion.ui.components.controls import button, outlined, text
from companion.ui.components.number_entry import CLEAR, NEXT
from companion.ui.components.number_grid import LESS, MORE, cell_face, keypad, number_cell, scroll_key
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_ref
from companion.ui.core.theme import SPACE, TARGET
from scoring.messages import tr, tr_in
from scoring.score_pad.entries import pairs_of
from scoring.score_pad.state import MAX_PRODUCTS, Products, Tick

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.ui.components.number_entry import Open, Press
    from companion.ui.components.number_rows import Grid
    from companion.ui.editors.score_pad.pad_sheet import PadSheet

    Step = Callable[[int], Awaitable[None]]


def keys(grid: Grid[PadSheet], step: Step, cell: SheetCell, *, last: bool) -> Sequence[ft.Control]:
    """Return the keys of a cell."""
    sheet = grid.sheet.now
    category = sheet.row_of(cell).category
    if isinstance(category, Tick):
        return [_tick_keys(sheet, cell, grid.press, step, last=last)]
    steps = {LESS: partial(step, -1), MORE: partial(step, 1)}
    corner = SIGN if sheet.range_of(cell).low < 0 else CLEAR
    pairs = [Pairs(sheet, cell, grid.open_cell)] if isinstance(category, Products) else []
    return [*pairs, keypad(grid.press, (BACK, LESS, MORE), corner, grid.room.keys, last=last, does=steps)]


def _tick_keys(sheet: PadSheet, cell: SheetCell, press: Press, step: Step, *, last: bool) -> ft.Control:
    """Return the keys of a tick: one that sets it or takes it away, and the one that goes on."""
    typed = sheet.entry.typed
    ticked = sheet.number(cell).points if typed is None else typed_number(typed)
    words, by = (tr("Clear"), -1) if ticked else (tr_in("action", "Tick"), 1)
    keys = [outlined(words, partial(step, by)), button(tr("Done") if last else tr("Next"), partial(press, NEXT))]
    return ft.Row(keys, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


@component
def Pairs(sheet: PadSheet, cell: SheetCell, open_cell: Open) -> ft.Control:
    """Show the pairs of a player in a row that scrolls to the one that is open; a tap on a number opens it."""
    row = use_ref(ft.Ref[ft.Row]).current
    open_part = EntryPart.read(cell.row)

    async def reveal() -> None:
        if row.current is not None:
            await row.current.scroll_to(scroll_key=str(open_part.index))

    number = len(pairs_of(sheet.table.players[cell.seat], open_part.key))
    use_effect(reveal, [open_part.index, number])
    shown = range(max(min(number + 1, MAX_PRODUCTS), (open_part.index or 0) + 1))
    pairs = [_pair(sheet, replace(open_part, index=index), cell.seat, open_cell) for index in shown]
    return ft.Row(pairs, ref=row, scroll=ft.ScrollMode.AUTO, spacing=3 * SPACE)


PAIR_WIDTH: Final = TARGET + 2 * SPACE
"""The width of a number of a pair, in px."""


def _pair(sheet: PadSheet, part: EntryPart, seat: int, open_cell: Open) -> ft.Control:
    def number(factor: int) -> ft.Control:
        cell = SheetCell(replace(part, factor=factor).name, seat)
        facts = sheet.cell_facts(sheet.row_of(cell), cell, (cell,))
        return number_cell(cell_face(facts, 1), facts, sheet.title(cell), partial(open_cell, cell), PAIR_WIDTH)

    return ft.Container(
        ft.Row([number(0), text("×"), number(1)], spacing=0, tight=True), key=scroll_key(str(part.index))
    )
