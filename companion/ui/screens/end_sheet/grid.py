"""The grid of the end sheet: a row for each category, a column for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import flet as ft

from companion.services.end_sheet import SheetCell
from companion.ui.components.controls import text
from companion.ui.components.number_grid import (
    cell_look,
    column_heads,
    grid_row,
    number_cell,
    number_figure,
    total_figure,
    with_unsaved_mark,
)
from companion.ui.components.sheet_layout import SheetLayout, sheet_layout
from companion.ui.core.theme import Style
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.end_sheet import CellNumber
    from companion.ui.components.number_entry import Entry
    from companion.ui.core.context import Viewport
    from companion.ui.screens.end_sheet.table import EndSheetTable

    Tap = Callable[[SheetCell], Callable[[], object]]

WIDE_NUMBER: Final = -99
"""A number as wide as those of most sheets."""


def grid(sheet: EndSheetTable, entry: Entry, tap: Tap, viewport: Viewport, width: float, *, late: bool) -> ft.Control:
    """Return the grid in a width, in px; where they are `late`, numbers on their way are marked."""
    columns = entry.version(sheet).evaluated.columns
    figures = [WIDE_NUMBER, *(figure for one in columns for figure in (one.total, *(x.points for x in one.lines)))]
    titles = [*(row.heading for row in sheet.rows), tr("Total")]
    lay = sheet_layout(width, viewport.scale, titles, [column.player for column in columns], figures)
    rows: dict[str, ft.Control] = {}
    for row in sheet.rows:
        cells = [
            _cell(sheet, entry, SheetCell(row.key, seat), tap, lay, late=late)
            if seat in row.seats
            else ft.Container(width=lay.column)
            for seat in range(len(columns))
        ]
        rows[row.key] = ft.Container(grid_row(text(row.heading), cells, lay), key=cast("Any", ft.ScrollKey)(row.key))
    total = grid_row(text(tr("Total"), Style.STRONG), [total_figure(column, lay.column) for column in columns], lay)
    heads = column_heads(sheet.live.state.extras.seats, [column.player for column in columns], lay)
    lines = [rows[row.key] for row in sheet.rows if row.number is not None]
    ties = [rows[row.key] for row in sheet.rows if row.number is None]
    return ft.Column([heads, *lines, total, *ties], spacing=0, tight=True)


def _cell(sheet: EndSheetTable, entry: Entry, cell: SheetCell, tap: Tap, lay: SheetLayout, *, late: bool) -> ft.Control:
    number = sheet.number(cell)
    here = cell == entry.cell
    typed = entry.typed if here else None
    firm = bool(typed) or (typed is None and number.stands)
    face, label = with_unsaved_mark(
        number_figure(number.points if typed is None else typed, firm=firm),
        f"{sheet.title(cell)}: {_said(sheet, cell, number, typed)}",
        unsaved=late and cell in entry.saving,
    )
    return number_cell(
        face,
        label,
        tap(cell),
        here=here,
        **cell_look(lay.column, here=here, wrong=here and entry.wrong is not None),
    )


def _said(sheet: EndSheetTable, cell: SheetCell, number: CellNumber, typed: str | None) -> str:
    """Return what a screen reader says of a number, and where it comes from."""
    if typed is not None:
        return typed or tr("nothing typed")
    row = sheet.row(cell)
    if row.field is not None:
        return str(number.points)
    if number.stands:
        return tr("{points}, as entered", points=number.points)
    return tr("{points}, worked out", points=number.points)
