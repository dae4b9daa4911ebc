"""The end sheet of a table: its rows, its cells, and what a number in a cell becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.services.end_sheet import CellNumber, SheetCell, cell_number, sheet_rows, with_number
from scoring.messages import say
from scoring.sheet import Better

if TYPE_CHECKING:
    from companion.services.end_sheet import SheetRow
    from companion.tables.attempt import Transition, Version
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message


@dataclass(frozen=True, slots=True)
class EndSheetTable:
    """The end sheet of a version of a table: its rows, and the table as this browser may change it seat by seat.

    `own` is the seat of a phone, `None` where it has none.
    """

    live: LiveTable
    of_seat: tuple[LiveTable, ...]
    own: int | None
    version: Version
    rows: tuple[SheetRow, ...]

    @classmethod
    def of(cls, live: LiveTable, of_seat: tuple[LiveTable, ...], own: int | None, version: Version) -> EndSheetTable:
        """Return the end sheet of a version of a table."""
        rows = sheet_rows(version.game, version.state, version.evaluated.columns)
        return cls(live, of_seat, own, version, rows)

    def at(self, version: Version) -> EndSheetTable:
        """Return the end sheet of another version."""
        return EndSheetTable.of(self.live, self.of_seat, self.own, version)

    @property
    def cells(self) -> tuple[SheetCell, ...]:
        """The cells that take a number in this browser, row by row."""
        mine = {seat for seat, live in enumerate(self.of_seat) if live.refusal is None}
        return tuple(SheetCell(row.key, seat) for row in self.rows if row.typed for seat in row.seats if seat in mine)

    def without_ties(self) -> EndSheetTable:
        """Return the end sheet without what breaks ties, as long as the numbers that make them are being typed."""
        return replace(self, rows=tuple(row for row in self.rows if row.number is not None))

    def after(self, cell: SheetCell) -> SheetCell | None:
        """Return the cell that follows, row by row, or down the own column of a phone; `None` after the last one."""
        path = [one for one in self.cells if self.own is None or (one.seat == self.own) == (cell.seat == self.own)]
        at = path.index(cell) + 1
        return path[at] if at < len(path) else None

    def row(self, cell: SheetCell) -> SheetRow:
        """Return the row of a cell."""
        return next(row for row in self.rows if row.key == cell.row)

    def number(self, cell: SheetCell) -> CellNumber:
        """Return the number in a cell."""
        version = self.version
        return cell_number(version.game, version.state, version.evaluated.columns, self.row(cell), cell.seat)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        """Return the change that puts a number into a cell."""
        return with_number(self.live.game, self.row(cell), cell.seat, number)

    def title(self, cell: SheetCell) -> str:
        """Return whose number is in a cell, and what it is."""
        return f"{self.live.names[cell.seat]}, {self.row(cell).heading}"

    def line(self, cell: SheetCell) -> str:
        """Return the key of the line on the screen in which a cell lies."""
        return cell.row

    def label(self, cell: SheetCell, number: int | None) -> Message:
        """Return the name of the change that puts a number into a cell."""
        player, row = self.live.names[cell.seat], self.row(cell).title
        if number is None:
            return say("{player}, {row}: worked out", player=player, row=row)
        return say("{player}, {row}: {number}", player=player, row=row, number=number)

    def first_blank(self) -> SheetCell | None:
        """Return the first cell without a number where only the end is entered; elsewhere none is open at first."""
        if not self.live.state.extras.only_end:
            return None
        mine = (cell for cell in self.cells if self.own in (None, cell.seat))
        return next((cell for cell in mine if self.number(cell) == CellNumber(points=0, stands=False)), None)

    def neighbour_of(self, cell: SheetCell, rows: int, seats: int) -> SheetCell:
        """Return the nearest cell in a direction, the same one at the edge."""
        keys = [row.key for row in self.rows]
        cells = self.cells
        at, seat = keys.index(cell.row) + rows, cell.seat + seats
        while 0 <= at < len(keys) and 0 <= seat < len(self.of_seat):
            found = SheetCell(keys[at], seat)
            if found in cells:
                return found
            at, seat = at + rows, seat + seats
        return cell


def reason(sheet: EndSheetTable, cell: SheetCell) -> Message:
    """Return how a number comes about, and what else would stand in its place."""
    row = sheet.row(cell)
    if row.number is None:
        return _tie(sheet, row)
    line = sheet.version.evaluated.columns[cell.seat].lines[row.number]
    if not line.entered:
        return line.because
    without = sheet.change(cell, None)(sheet.version.state)
    points = sheet.live.game.columns(without.table)[cell.seat].lines[row.number].points
    return say("{because}; worked out, it would be {points}", because=line.because, points=points)


def _tie(sheet: EndSheetTable, row: SheetRow) -> Message:
    """Return who is level, and what decides."""
    criteria = sheet.live.game.criteria(sheet.version.state.table)
    criterion = next(one for one in criteria if one.name == row.key)
    names = tuple(sheet.live.names[seat] for seat in row.seats)
    if criterion.better is Better.MOST:
        return say("{names} are level: most {title} wins", names=names, title=criterion.title)
    return say("{names} are level: fewest {title} wins", names=names, title=criterion.title)
