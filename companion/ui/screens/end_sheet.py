"""The end sheet: a grid of categories and players whose every cell takes a number, typed or worked out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Self

import flet as ft

from companion.services.end_sheet import BACK, SIGN, SheetCell, cell_number, sheet_rows, with_number
from companion.services.final_scoring import tab_for
from companion.ui.components.correction import take_spot
from companion.ui.components.number_entry import CLEAR, use_places
from companion.ui.components.number_grid import DETAILS, keypad
from companion.ui.components.number_rows import Heads, use_grid
from companion.ui.components.number_sheet import CellFacts, Entry, NumberSheet
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors import EDITORS, board_tab
from scoring import GAMES
from scoring.messages import Message, say
from scoring.sheet import Better, Column

if TYPE_CHECKING:
    from companion.services.end_sheet import CellNumber, SheetRow
    from companion.tables.attempt import Evaluated, Transition
    from companion.tables.live_table import LiveTable


def _rows(evaluated: Evaluated, game: str) -> tuple[SheetRow, ...]:
    return sheet_rows(GAMES[game], evaluated.state, evaluated.columns)


WORKED_OUT: Final = say("worked out")


@dataclass(frozen=True)
class EndSheetTable(NumberSheet["SheetRow"]):
    """The end sheet of a table as this browser may change it seat by seat."""

    CLEARED = WORKED_OUT

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """The lines of the sheet, then what breaks ties."""
        version = self.version
        return version.evaluated.fact(_rows, version.game.key)

    @property
    def shown(self) -> tuple[SheetRow, ...]:
        """The rows without what breaks ties, as long as the numbers that make them are being typed."""
        lines = tuple(row for row in self.rows if row.line is not None)
        cell = self.entry.cell
        return lines if cell is not None and cell.row in [row.key for row in lines[:-1]] else self.rows

    @property
    def hint(self) -> Message:
        """What is lacking for the points of somebody, if anything is."""
        return next(filter(None, self.version.evaluated.unknown), super().hint)

    @property
    def opens(self) -> bool:
        """Whether a blank cell is open at first: where only the end is entered."""
        return self.live.state.extras.only_end

    def seats_in(self, row: SheetRow) -> tuple[int, ...]:
        return row.seats if row.typed else ()

    def parts(self, row: SheetRow, seat: int) -> tuple[SheetCell, ...]:
        return (SheetCell(row.key, seat),) if seat in row.seats else ()

    def row_of(self, cell: SheetCell) -> SheetRow:
        return next(row for row in self.rows if row.key == cell.row)

    def facts(self, row: SheetRow, seat: int, column: Column, *, late: bool) -> CellFacts | None:
        """Return what a row shows of a player, nothing in one that somebody else has just taken away."""
        return super().facts(row, seat, column, late=late) if row in self.rows else None

    def number(self, cell: SheetCell) -> CellNumber:
        version = self.version
        return cell_number(version.game, version.state, version.evaluated.columns, self.row_of(cell), cell.seat)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        game, row = self.live.game, self.row_of(cell)
        return lambda state: with_number(game, state, row, cell.seat, number)

    def changed(self, done: Self) -> list[SheetCell]:
        """Return the cells with another number, none where more than these changed: that was done elsewhere."""
        state = self.version.state
        cells = [cell for cell in super().changed(done) if any(sheet.number(cell).stands for sheet in (self, done))]
        for cell in cells:
            number = done.number(cell)
            state = done.change(cell, number.points if number.stands else None)(state)
        return cells if state == done.version.state else []

    def said(self, row: SheetRow, number: CellNumber) -> tuple[object, ...]:
        """Return what is said of a number, and where it comes from."""
        if row.field is not None:
            return (number.points,)
        return number.points, say("as entered") if number.stands else WORKED_OUT

    def reason(self, cell: SheetCell) -> Message:
        """Return how a number comes about, and what else would stand in its place."""
        row = self.row_of(cell)
        if row.line is None:
            return _tie(self, row)
        line = self.version.evaluated.columns[cell.seat].lines[row.line]
        if not line.entered:
            return line.because
        without = self.change(cell, None)(self.version.state)
        points = self.live.game.columns(without.table)[cell.seat].lines[row.line].points
        return say("{because}; worked out, it would be {points}", because=line.because, points=points)


def _tie(sheet: EndSheetTable, row: SheetRow) -> Message:
    """Return who is level, and what decides."""
    criteria = sheet.live.game.criteria(sheet.version.state.table)
    criterion = next(criterion for criterion in criteria if criterion.name == row.key)
    names = tuple(sheet.live.names[seat] for seat in row.seats)
    if criterion.better is Better.MOST:
        return say("{names} are level: most {title} wins", names=names, title=criterion.title)
    return say("{names} are level: fewest {title} wins", names=names, title=criterion.title)


@component
def EndSheet(live: LiveTable) -> ft.Control:
    """Show the sheet, and what is typed into it."""
    page = ft.context.page
    places, own = use_places(live)
    entry = use_ref(lambda: _entry(live.id)).current
    grid = use_grid(EndSheetTable(live, places, entry, own), WIDEST - 4 * SPACE)

    def details(cell: SheetCell) -> None:
        """Go to where the number of a cell is entered in detail."""
        page.navigate(f"/table/{live.id}/{tab_for(cell.row, EDITORS[live.game.key].entered)}/{cell.seat}")

    async def tap(cell: SheetCell) -> None:
        if cell == entry.cell:
            await grid.open_cell(None)
        elif cell in grid.sheet.now.cells:
            await grid.pick(cell)
        else:
            details(cell)

    def keys(cell: SheetCell, *, last: bool) -> tuple[ft.Control]:
        does = {DETAILS: partial(details, cell)}
        return (keypad(grid.press, (BACK, SIGN, DETAILS), CLEAR, grid.room.keys, last=last, does=does),)

    return grid.shown(tap, keys, heads=ft.use_memo(lambda: _heads(live), [live]))


def _heads(live: LiveTable) -> Heads:
    """Return the heads of the columns, which lead to the boards of the players, where there are any."""
    page, tab = ft.context.page, board_tab(live)

    def show(seat: int) -> None:
        page.navigate(f"/table/{live.id}/{tab}/{seat}")

    return Heads(show=None if tab is None else show, waits=EDITORS[live.game.key].waits)


def _entry(table_id: str) -> Entry:
    """Return an entry whose cell is the one that is corrected, if one is."""
    corrected = take_spot(table_id)
    return Entry() if corrected is None else Entry(SheetCell(corrected.spot, corrected.seat), begun=True)
