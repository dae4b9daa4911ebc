"""What is known of the number that is open on a pad's table, and the keys with which it is typed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

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
    cell_look,
    explained,
    keypad,
    number_cell,
    number_figure,
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

    from companion.ui.components.number_entry import Press
    from companion.ui.editors.score_pad.pad_sheet import PadEntry, PadSheet
    from scoring.messages import Message

    Open = Callable[[SheetCell | None], Awaitable[None]]

HINT: Final = say("Tap a number to type it.")

MAX_LINES: Final = 3
"""The most lines of what is said of a number above its keys."""


@component
def Panel(sheet: PadSheet, entry: PadEntry, press: Press, open_cell: Open, width: float) -> ft.Control:
    """Show the cell that is open with its keys, or the way to the end; `width` is in px of unscaled text."""
    page = ft.context.page
    use_facts(sheet, entry, lambda: (entry.cell, entry.typed, entry.wrong, sheet.live.revision))
    cell = entry.cell
    address = f"/table/{sheet.live.id}/end/0"
    who_won = use_way_on(entry, button(tr("Who won?"), lambda: page.navigate(address)))
    if cell is None:
        return column([caption(HINT), who_won])
    category = sheet.row_of(cell).category
    pairs = isinstance(category, Products)
    cramped = use_ui().viewport.cramped
    reason = None if pairs or cramped else _reason(sheet, entry, cell)  # pairs are shown as they are
    parts = [explained(entry.titled(sheet.heading(cell)), reason, entry.wrong, 1 if cramped else MAX_LINES)]
    if pairs:
        parts.append(Pairs(sheet, entry, cell, open_cell))
    last = sheet.at(entry.version(sheet)).next_of(cell, typed=bool(entry.typed)) is None
    if isinstance(category, Tick):
        parts.append(_tick_keys(sheet, entry, cell, press, last=last))
    else:
        corner = SIGN if sheet.range_of(cell).low < 0 else CLEAR
        parts.append(keypad(press, (BACK, LESS, MORE), corner, width, last=last))
    return column(parts)


def _reason(sheet: PadSheet, entry: PadEntry, cell: SheetCell) -> Message:
    """Return how the points of a number come about, or what numbers are worth where none is entered yet."""
    row = sheet.row_of(cell)
    if entry.typed is None and not sheet.number(cell).stands:
        return worth_text(row.category)
    return entry.version(sheet).evaluated.columns[cell.seat].lines[row.line].because


def _tick_keys(sheet: PadSheet, entry: PadEntry, cell: SheetCell, press: Press, *, last: bool) -> ft.Control:
    """Return the keys of a tick: one that sets it or takes it away, and the one that goes on."""
    number = sheet.number(cell).points if entry.typed is None else typed_number(entry.typed)
    words, key = (tr("Remove the tick"), LESS) if number else (tr_in("action", "Tick"), MORE)
    keys = [outlined(words, partial(press, key)), button(tr("Done") if last else tr("Next"), partial(press, NEXT))]
    return ft.Row(keys, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


@component
def Pairs(sheet: PadSheet, entry: PadEntry, cell: SheetCell, open_cell: Open) -> ft.Control:
    """Show the pairs of a player in a row that scrolls to the one that is open; a tap on a number opens it."""
    row = use_ref(ft.Ref[ft.Row]).current
    here = EntryPart.read(cell.row)

    async def reveal() -> None:
        if row.current is not None:
            await row.current.scroll_to(scroll_key=str(here.index))

    number = len(pairs_of(sheet.table.players[cell.seat], here.key))
    use_effect(reveal, [here.index, number])
    shown = range(max(min(number + 1, MAX_PRODUCTS), (here.index or 0) + 1))
    pairs = [_pair(sheet, entry, replace(here, index=index), cell.seat, open_cell) for index in shown]
    return ft.Row(pairs, ref=row, scroll=ft.ScrollMode.AUTO, spacing=3 * SPACE)


PAIR_WIDTH: Final = TARGET + 2 * SPACE
"""The width of a number of a pair, in px."""


def _pair(sheet: PadSheet, entry: PadEntry, part: EntryPart, seat: int, open_cell: Open) -> ft.Control:
    both = [_factor(sheet, entry, SheetCell(replace(part, factor=factor).name, seat), open_cell) for factor in (0, 1)]
    key = cast("Any", ft.ScrollKey)(str(part.index))
    return ft.Container(ft.Row([both[0], text("×"), both[1]], spacing=0, tight=True), key=key)


def _factor(sheet: PadSheet, entry: PadEntry, cell: SheetCell, open_cell: Open) -> ft.Control:
    number = sheet.number(cell)
    here = cell == entry.cell
    typed = entry.typed if here else None
    firm = bool(typed) or (typed is None and number.stands)
    figure = number_figure(number.points if typed is None else typed, firm=firm)
    label = f"{sheet.title(cell)}: {number.points if typed is None else typed or tr('nothing typed')}"
    look = cell_look(PAIR_WIDTH, here=here, wrong=here and entry.wrong is not None)
    return number_cell(figure, label, partial(open_cell, cell), here=here, **look)
