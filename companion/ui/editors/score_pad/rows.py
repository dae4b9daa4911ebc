"""The rows of a pad's table: a category or a round, with what every player has in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.ui.components.controls import labelled, seat_mark, silent, tappable, text
from companion.ui.components.layout import column
from companion.ui.components.number_grid import (
    GAP,
    WIDE_NUMBER,
    cell_look,
    column_heads,
    grid_row,
    number_cell,
    number_figure,
    scroll_key,
    total_figure,
    with_unsaved_mark,
)
from companion.ui.components.sheet_layout import SheetLayout, sheet_layout, short_name
from companion.ui.core.context import use_rerender, use_subscription, use_unsaved
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE, TARGET, Style, line_height, width_of
from companion.ui.editors.score_pad.pad_sheet import line_key
from scoring.messages import Message, points_text, tr
from scoring.score_pad.entries import pairs_of
from scoring.score_pad.state import Points, Products, Rounds, Tick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from companion.services.end_sheet import SheetCell
    from companion.ui.core.context import Viewport
    from companion.ui.editors.score_pad.pad_sheet import PadRow, PadSheet
    from scoring.sheet import Column

    R = TypeVar("R")
    Tap = Callable[[SheetCell], Any]

NAMED_CELL: Final = 76
"""The least width of a cell with a name in it, with text of its usual size, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadLayout:
    """How rows are laid out: in columns, or, with `in_a_row`, with so many named cells side by side.

    `cell` is the width of a cell, `scale` that of the text.
    """

    columns: SheetLayout
    cell: float
    scale: float
    in_a_row: int | None = None


def pad_layout(sheet: PadSheet, viewport: Viewport, width: float) -> PadLayout:
    """Return the layout in a width, in px: columns where all players have room beside each other."""
    table, columns = sheet.table, sheet.live.columns
    figures = [WIDE_NUMBER, *(scored.total for scored in columns)]
    for row in sheet.rows:
        for player, scored in zip(table.players, columns, strict=True):
            points = scored.lines[row.line].points
            entry = player.entries.get(row.category.key, 0)
            figures.append(points if isinstance(row.category, Points) else points * 10)  # with its sign of equality
            figures += [entry] if isinstance(entry, int) else []
            figures += [part for part in entry if isinstance(part, int)] if isinstance(entry, tuple) else []
    titles = [*(str(row.title) for row in sheet.rows), tr("Total")]
    lay = sheet_layout(width, viewport.scale, titles, [player.name for player in table.players], figures)
    if not lay.tight:
        return PadLayout(columns=lay, cell=lay.column, scale=viewport.scale)
    widest = width_of(Style.HEADING, max(len(str(figure)) for figure in figures)) + 3 * SPACE
    fits = max(int(width // (max(NAMED_CELL, widest) * viewport.scale)), 1)
    in_a_row = ceil(len(columns) / ceil(len(columns) / fits))
    return PadLayout(columns=lay, cell=width / in_a_row, scale=viewport.scale, in_a_row=in_a_row)


def use_facts(sheet: PadSheet, select: Callable[[], R]) -> R:
    """Return what `select` returns of the table and of what is typed; the component is rendered when that changes."""
    live, entry = sheet.live, sheet.entry
    names = use_ref(lambda: live.names).current
    shown = use_ref(select)
    shown.current = select()
    rerender = use_rerender()

    def matters() -> bool:
        return live.names == names and select() != shown.current

    drawn = (live.revision, entry.strokes)

    def missed() -> bool:
        return (live.revision, entry.strokes) != drawn and matters()

    use_subscription(live.observers.subscribe, rerender, [live], matters)
    use_subscription(entry.observers.subscribe, rerender, [entry], matters, missed)
    return shown.current


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFacts:
    """What a cell shows: the number, which is `firm` where somebody entered it, and the points that it is worth.

    `typed` is the text of the number that is being typed, `worth` says in words how the points come about.
    """

    cell: SheetCell
    number: int
    firm: bool
    points: int
    worth: Message
    typed: str | None = None
    is_open: bool = False
    wrong: bool = False
    unsaved: bool = False


def cell_facts(sheet: PadSheet, row: PadRow, seat: int, *, late: bool) -> CellFacts:
    """Return what the cell of a player in a row shows; where saving is `late`, what is on its way is marked."""
    entry, cell = sheet.entry, sheet.opening(row, seat)
    is_open = entry.cell is not None and entry.cell.seat == seat and sheet.row_of(entry.cell) == row
    line = entry.version(sheet).evaluated.columns[seat].lines[row.line]
    number, typed = sheet.number(cell), entry.typed if is_open else None
    firm = bool(typed) or (typed is None and number.stands)
    if isinstance(row.category, Products):  # all pairs have one cell, which shows what they are worth
        firm = bool(typed) or bool(pairs_of(sheet.table.players[seat], row.key))
        number, typed = replace(number, points=line.points), None
    return CellFacts(
        cell=cell,
        number=number.points,
        firm=firm,
        points=line.points,
        worth=line.because,
        typed=typed,
        is_open=is_open,
        wrong=is_open and entry.wrong is not None,
        unsaved=late and any(saved.seat == seat and sheet.row_of(saved) == row for saved in entry.saving),
    )


@component
def RowView(sheet: PadSheet, row: PadRow, lay: PadLayout, tap: Tap) -> ft.Control:
    """Show a row; it is rendered again when something in it changes."""
    seats = range(len(sheet.of_seat))
    if not row.typed:
        sums = use_facts(
            sheet,
            lambda: tuple(scored.lines[row.line].points for scored in sheet.entry.version(sheet).evaluated.columns),
        )
        cells = [_sum(sheet, row, seat, points, lay) for seat, points in zip(seats, sums, strict=True)]
    else:
        late = use_unsaved() is not None
        facts = use_facts(sheet, lambda: tuple(cell_facts(sheet, row, seat, late=late) for seat in seats))
        cells = [_cell(sheet, row, seat, seat_facts, lay, tap) for seat, seat_facts in zip(seats, facts, strict=True)]
    lines = _lines(text(row.title, Style.TEXT if row.typed else Style.STRONG), cells, lay)
    keyed_lines = [ft.Container(line, key=scroll_key(line_key(row, number))) for number, line in enumerate(lines)]
    return column(keyed_lines, spacing=0)


@component
def TotalView(sheet: PadSheet, lay: PadLayout) -> ft.Control:
    """Show the running totals."""
    columns = use_facts(sheet, lambda: sheet.entry.version(sheet).evaluated.columns)
    cells = [_total(sheet, seat, column, lay) for seat, column in enumerate(columns)]
    return column(_lines(text(tr("Total"), Style.STRONG), cells, lay), spacing=0)


def _total(sheet: PadSheet, seat: int, column: Column, lay: PadLayout) -> ft.Control:
    """Return the total of a player, below the player's cells."""
    if not lay.in_a_row:
        return total_figure(column, lay.cell)
    return ft.Container(_named(sheet, seat, total_figure(column, lay.cell, right=0), lay), padding=GAP + SPACE)


def heads(sheet: PadSheet, lay: PadLayout) -> list[ft.Control]:
    """Return the names above the columns; named cells need none."""
    if lay.in_a_row:
        return []
    players = [player.name for player in sheet.table.players]
    return [column_heads(sheet.live.state.extras.seats, players, lay.columns)]


def _lines(title: ft.Control, cells: Sequence[ft.Control], lay: PadLayout) -> list[ft.Control]:
    """Return the lines of a row: one, or the first one with the title above it, and one for each further players."""
    if not lay.in_a_row:
        return [grid_row(title, cells, lay.columns)]
    lines = [ft.Row(list(cells[at : at + lay.in_a_row]), spacing=0) for at in range(0, len(cells), lay.in_a_row)]
    above = ft.Container(title, padding=ft.Padding.only(top=2 * SPACE))
    return [column([above, lines[0]], spacing=0), *lines[1:]]


def _named(sheet: PadSheet, seat: int, face: ft.Control, lay: PadLayout) -> ft.Control:
    """Return a figure below the mark and the name of its player."""
    room = int((lay.cell - 2 * GAP - 4 * SPACE - 16) / (width_of(Style.SMALL, 1) * lay.scale))
    name = short_name(sheet.table.players[seat].name, room).split()[0]
    words = text(name, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True, expand=True)
    who = ft.Row([seat_mark(sheet.live.state.extras.seats[seat], 16), words], spacing=SPACE)
    inner = ft.Column([who, face], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    return ft.Container(inner, width=lay.cell - 2 * GAP - 2 * SPACE)


def _height(row: PadRow, lay: PadLayout) -> float:
    """Return the height of the cells of a row, in px."""
    small = (0 if isinstance(row.category, (Points, Rounds, Products)) else 1) + (1 if lay.in_a_row else 0)
    return max(TARGET, (line_height(Style.TEXT) + small * line_height(Style.SMALL)) * lay.scale + 2 * SPACE)


def _cell(sheet: PadSheet, row: PadRow, seat: int, facts: CellFacts, lay: PadLayout, tap: Tap) -> ft.Control:
    look = cell_look(lay.cell, is_open=facts.is_open, wrong=facts.wrong, height=_height(row, lay))
    look["padding"] = ft.Padding.symmetric(horizontal=SPACE)
    face = _face(row, facts, lay)
    if lay.in_a_row:
        face = _named(sheet, seat, face, lay)
    label = f"{sheet.table.players[seat].name}, {row.spoken}: {_said(row, facts)}"
    face, label = with_unsaved_mark(face, label, unsaved=facts.unsaved)
    do = partial(tap, facts.cell)
    if isinstance(row.category, Tick):
        return ft.Container(tappable(face, label, do, checked=_ticked(facts), **look), padding=GAP)
    return number_cell(face, label, do, is_open=facts.is_open, **look)


def _ticked(facts: CellFacts) -> bool:
    return bool(facts.number) if facts.typed is None else facts.typed not in ("", "0", "-")


def _face(row: PadRow, facts: CellFacts, lay: PadLayout) -> ft.Control:
    """Return the number of a cell, and below it what it is worth where that is another number."""
    if isinstance(row.category, Tick):
        icon = ft.Icons.CHECK_BOX if _ticked(facts) else ft.Icons.CHECK_BOX_OUTLINE_BLANK
        ink = ft.Colors.SECONDARY if _ticked(facts) else ft.Colors.ON_SURFACE_VARIANT
        figure: ft.Control = ft.Icon(icon, color=ink, size=20 * lay.scale)
    else:
        figure = number_figure(facts.number if facts.typed is None else facts.typed, firm=facts.firm)
    if isinstance(row.category, (Points, Rounds, Products)):
        return figure
    worth = text(f"= {facts.points}", Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True)
    end = ft.CrossAxisAlignment.END
    return ft.Column([figure, worth], spacing=0, tight=True, horizontal_alignment=end)


def _said(row: PadRow, facts: CellFacts) -> str:
    """Return what a screen reader says of a cell after player and category."""
    points = str(points_text(facts.points))
    if isinstance(row.category, Tick):
        return f"{tr('ticked') if _ticked(facts) else tr('not ticked')}, {points}"
    if isinstance(row.category, Products):
        return f"{facts.worth}, {points}"
    number = str(facts.number) if facts.typed is None else facts.typed or tr("nothing typed")
    if not facts.firm and facts.typed is None:
        number = tr("nothing entered")
    return number if isinstance(row.category, (Points, Rounds)) else f"{number}, {points}"


def _sum(sheet: PadSheet, row: PadRow, seat: int, points: int, lay: PadLayout) -> ft.Control:
    """Return what a player has in all rounds of a category together."""
    player = sheet.table.players[seat].name
    words = text(points, Style.STRONG, no_wrap=True)
    padding = ft.Padding.only(top=SPACE, right=2 * SPACE)
    face: ft.Control = ft.Container(words, width=lay.cell, alignment=ft.Alignment.CENTER_RIGHT, padding=padding)
    if lay.in_a_row:
        face = ft.Container(_named(sheet, seat, words, lay), padding=GAP + SPACE)
    worth = points_text(points)
    return labelled(silent(face), f"{player}, {row.category.title}: {worth}")
