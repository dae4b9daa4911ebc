"""What is known of the number that is open on a pad's table, and the keys with which it is typed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.score_pad.actions import EntryPart
from companion.games.score_pad.wording import worth_text
from companion.services.end_sheet import BACK, SIGN, SheetCell, typed_number
from companion.ui.components.controls import button, caption, outlined, text
from companion.ui.components.layout import column
from companion.ui.components.number_entry import CLEAR, NEXT, use_way_on
from companion.ui.components.number_grid import (
    LESS,
    MORE,
    explained,
    keypad,
    scroll_key,
    sheet_cell,
)
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_ref
from companion.ui.core.theme import SPACE, TARGET
from companion.ui.editors.score_pad.rows import use_facts
from scoring.messages import say, tr, tr_in
from scoring.score_pad.entries import pairs_of
from scoring.score_pad.state import MAX_PRODUCTS, Products, Tick

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.components.number_entry import Open, Press
    from companion.ui.editors.score_pad.pad_sheet import PadSheet
    from scoring.messages import Message

    Step = Callable[[int], Awaitable[None]]

HINT: Final = say("Tap a number to type it.")

MAX_LINES: Final = 3
"""The most lines of what is said of a number above its keys."""


@component
def Panel(sheet: PadSheet, press: Press, step: Step, open_cell: Open, width: float) -> ft.Control:
    """Show the cell that is open with its keys, or the way to the end; `width` is in px of unscaled text."""
    entry = sheet.entry
    use_facts(sheet, lambda: (entry.cell, entry.typed, entry.wrong, sheet.live.revision))
    cell = entry.cell
    who_won = use_way_on(entry, sheet.live)
    if cell is None:
        return column([caption(HINT), who_won])
    category = sheet.row_of(cell).category
    pairs = isinstance(category, Products)
    cramped = use_ui().viewport.cramped
    reason = None if pairs or cramped else _reason(sheet, cell)  # pairs are shown as they are
    parts = [explained(entry.titled(sheet.heading(cell)), reason, entry.wrong, 1 if cramped else MAX_LINES)]
    if pairs:
        parts.append(Pairs(sheet, cell, open_cell))
    last = sheet.at(entry.version(sheet)).after(cell) is None
    if isinstance(category, Tick):
        parts.append(_tick_keys(sheet, cell, press, step, last=last))
    else:
        steps = {LESS: partial(step, -1), MORE: partial(step, 1)}
        corner = SIGN if sheet.range_of(cell).low < 0 else CLEAR
        parts.append(keypad(press, (BACK, LESS, MORE), corner, width, last=last, does=steps))
    return column(parts)


def _reason(sheet: PadSheet, cell: SheetCell) -> Message:
    """Return how the points of a number come about, or what numbers are worth where none is entered yet."""
    row, entry = sheet.row_of(cell), sheet.entry
    if entry.typed is None and not sheet.number(cell).stands:
        return worth_text(row.category)
    return entry.version(sheet).evaluated.columns[cell.seat].lines[row.line].because


def _tick_keys(sheet: PadSheet, cell: SheetCell, press: Press, step: Step, *, last: bool) -> ft.Control:
    """Return the keys of a tick: one that sets it or takes it away, and the one that goes on."""
    typed = sheet.entry.typed
    ticked = sheet.number(cell).points if typed is None else typed_number(typed)
    words, by = (tr("Remove the tick"), -1) if ticked else (tr_in("action", "Tick"), 1)
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
    cells = [SheetCell(replace(part, factor=factor).name, seat) for factor in (0, 1)]
    first, second = (
        sheet_cell(sheet, cell, str(sheet.number(cell).points), partial(open_cell, cell), PAIR_WIDTH) for cell in cells
    )
    pair = ft.Row([first, text("×"), second], spacing=0, tight=True)
    return ft.Container(pair, key=scroll_key(str(part.index)))
