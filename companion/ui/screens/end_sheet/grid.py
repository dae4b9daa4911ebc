"""The grid of the end sheet: a row for each category, a column for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.services.end_sheet import SheetCell
from companion.ui.components.controls import text
from companion.ui.components.number_grid import (
    WIDE_NUMBER,
    column_heads,
    grid_row,
    scroll_key,
    sheet_cell,
    total_figure,
)
from companion.ui.components.sheet_layout import sheet_layout
from companion.ui.core.theme import Style
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ui.core.context import Viewport
    from companion.ui.screens.end_sheet.table import EndSheetTable

    Tap = Callable[[SheetCell], Callable[[], object]]


def grid(sheet: EndSheetTable, tap: Tap, viewport: Viewport, width: float, *, late: bool) -> ft.Control:
    """Return the grid in a width, in px; where they are `late`, numbers on their way are marked."""
    columns = sheet.entry.version(sheet).evaluated.columns
    figures = [
        WIDE_NUMBER,
        *(figure for column in columns for figure in (column.total, *(x.points for x in column.lines))),
    ]
    shown = sheet.shown
    titles = [*(row.heading for row in shown), tr("Total")]
    lay = sheet_layout(width, viewport.scale, titles, [column.player for column in columns], figures)

    def shown_cell(cell: SheetCell) -> ft.Control:
        unsaved = late and cell in sheet.entry.saving
        return sheet_cell(sheet, cell, _said(sheet, cell), tap(cell), lay.column, unsaved=unsaved)

    rows: dict[str, ft.Control] = {}
    for row in shown:
        cells = [
            shown_cell(SheetCell(row.key, seat)) if seat in row.seats else ft.Container(width=lay.column)
            for seat in range(len(columns))
        ]
        rows[row.key] = ft.Container(grid_row(text(row.heading), cells, lay), key=scroll_key(row.key))
    total = grid_row(text(tr("Total"), Style.STRONG), [total_figure(column, lay.column) for column in columns], lay)
    heads = column_heads(sheet.live.state.extras.seats, [column.player for column in columns], lay)
    lines = [rows[row.key] for row in shown if row.number is not None]
    ties = [rows[row.key] for row in shown if row.number is None]
    return ft.Column([heads, *lines, total, *ties], spacing=0, tight=True)


def _said(sheet: EndSheetTable, cell: SheetCell) -> str:
    """Return what a screen reader says of a number, and where it comes from."""
    number = sheet.number(cell)
    if sheet.row_of(cell).field is not None:
        return str(number.points)
    if number.stands:
        return tr("{points}, as entered", points=number.points)
    return tr("{points}, worked out", points=number.points)
