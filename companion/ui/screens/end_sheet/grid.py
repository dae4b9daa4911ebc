"""The grid of the end sheet: a row for each category, a column for each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import flet as ft

from companion.services.end_sheet import CellNumber, SheetCell
from companion.ui.components.controls import labelled, seat_mark, silent, tappable_picture, text
from companion.ui.components.sheet_layout import SheetLayout, sheet_layout
from companion.ui.core.theme import SPACE, TARGET, Style
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ui.core.context import Viewport
    from companion.ui.screens.end_sheet.entry import EndSheetTable, Entry
    from scoring.sheet import Column

    Tap = Callable[[SheetCell], Callable[[], object]]

WIDE_NUMBER: Final = -99
"""A number as wide as those of most sheets."""

GAP: Final = SPACE // 2
"""The gap around a cell, in px."""


def grid(sheet: EndSheetTable, entry: Entry, tap: Tap, viewport: Viewport, width: float) -> ft.Control:
    """Return the grid in a width, in px."""
    columns = sheet.columns(entry)
    figures = [WIDE_NUMBER, *(figure for one in columns for figure in (one.total, *(x.points for x in one.lines)))]
    titles = [*(row.title for row in sheet.rows), "Total"]
    lay = sheet_layout(width, viewport.scale, titles, [column.player for column in columns], figures)
    rows: dict[str, ft.Control] = {}
    for row in sheet.rows:
        cells = [
            _cell(sheet, entry, SheetCell(row.key, seat), tap, lay)
            if seat in row.seats
            else ft.Container(width=lay.column)
            for seat in range(len(columns))
        ]
        rows[row.key] = ft.Container(_row(text(row.title), cells, lay), key=cast("Any", ft.ScrollKey)(row.key))
    total = _row(text("Total", Style.STRONG), [_total(column, lay) for column in columns], lay)
    lines = [rows[row.key] for row in sheet.rows if row.number is not None]
    ties = [rows[row.key] for row in sheet.rows if row.number is None]
    return ft.Column([_heads(sheet, lay), *lines, total, *ties], spacing=0, tight=True)


def _heads(sheet: EndSheetTable, lay: SheetLayout) -> ft.Control:
    heads: list[ft.Control] = [ft.Container(width=lay.titles)] if lay.titles else []
    for style, column, name in zip(sheet.live.state.extras.seats, sheet.live.columns, lay.names, strict=True):
        words = text(name, Style.SMALL, text_align=ft.TextAlign.RIGHT)
        face = ft.Column(
            [seat_mark(style, 16), words], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END
        )
        head = ft.Container(
            face, width=lay.column, padding=ft.Padding.only(right=3 * SPACE), alignment=ft.Alignment.BOTTOM_RIGHT
        )
        heads.append(labelled(head, column.player))
    return ft.Row(heads, spacing=0, vertical_alignment=ft.CrossAxisAlignment.END)


def _row(title: ft.Control, cells: list[ft.Control], lay: SheetLayout) -> ft.Control:
    numbers = ft.Row(cells, spacing=0)
    if lay.titles:
        return ft.Row([ft.Container(title, width=lay.titles), numbers], spacing=0)
    return ft.Column([title, numbers], spacing=0, tight=True)


def _total(column: Column, lay: SheetLayout) -> ft.Control:
    words = text(column.total, Style.HEADING, no_wrap=True)
    padding = ft.Padding.only(top=SPACE, right=3 * SPACE)
    face = ft.Container(words, width=lay.column, alignment=ft.Alignment.CENTER_RIGHT, padding=padding)
    return labelled(face, f"{column.player}, total: {counted(column.total, 'point', 'points')}")


def _cell(sheet: EndSheetTable, entry: Entry, cell: SheetCell, tap: Tap, lay: SheetLayout) -> ft.Control:
    number = shown_number(sheet, entry, cell)
    here = cell == entry.cell
    typed = entry.typed if here else None
    firm = bool(typed) or (typed is None and number.stands)
    figure = text(
        number.points if typed is None else typed,
        Style.STRONG if firm else Style.TEXT,
        color=ft.Colors.ON_SURFACE if firm else ft.Colors.ON_SURFACE_VARIANT,
        no_wrap=True,
    )
    wrong = here and entry.wrong is not None
    ground, ink = ft.Colors.SURFACE_CONTAINER, ft.Colors.OUTLINE_VARIANT
    if here:
        ground, ink = ft.Colors.PRIMARY_CONTAINER, ft.Colors.PRIMARY
    if wrong:
        ground, ink = ft.Colors.ERROR_CONTAINER, ft.Colors.ERROR
    button = tappable_picture(
        silent(figure),
        f"{sheet.title(cell)}: {_said(sheet, cell, number, typed)}",
        tap(cell),
        selected=here,
        ink=False,
        width=lay.column - 2 * GAP,
        height=TARGET,
        alignment=ft.Alignment.CENTER_RIGHT,
        padding=ft.Padding.symmetric(horizontal=2 * SPACE),
        bgcolor=ground,
        border=ft.Border.all(2 if here else 1, ink),
    )
    return ft.Container(button, padding=GAP)


def shown_number(sheet: EndSheetTable, entry: Entry, cell: SheetCell) -> CellNumber:
    """Return the number of a cell, also while it is being saved."""
    number = sheet.number(cell)
    saving = entry.saving.get(cell)
    return number if saving is None else CellNumber(points=saving, stands=True)


def _said(sheet: EndSheetTable, cell: SheetCell, number: CellNumber, typed: str | None) -> str:
    """Return what a screen reader says of a number, and where it comes from."""
    if typed is not None:
        return typed or "nothing typed"
    row = sheet.row(cell)
    if row.field is not None:
        return str(number.points)
    return f"{number.points}, {'as entered' if number.stands else 'worked out'}"
