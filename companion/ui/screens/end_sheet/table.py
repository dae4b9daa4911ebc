"""The end sheet of a table: its rows, its cells, and what a number in a cell becomes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from companion.services.end_sheet import SheetCell, cell_number, sheet_rows, with_number
from companion.ui.components.number_sheet import NumberSheet
from scoring.messages import say
from scoring.sheet import Better

if TYPE_CHECKING:
    from companion.services.end_sheet import CellNumber, SheetRow
    from companion.tables.attempt import Transition
    from scoring.messages import Message


@dataclass(frozen=True)
class EndSheetTable(NumberSheet["SheetRow"]):
    """The end sheet of a table as this browser may change it seat by seat."""

    @cached_property
    def rows(self) -> tuple[SheetRow, ...]:
        """The lines of the sheet, then what breaks ties."""
        version = self.version
        return sheet_rows(version.game, version.state, version.evaluated.columns)

    @property
    def shown(self) -> tuple[SheetRow, ...]:
        """The rows without what breaks ties, as long as the numbers that make them are being typed."""
        lines = tuple(row for row in self.rows if row.number is not None)
        cell = self.entry.cell
        return lines if cell is not None and cell.row in [row.key for row in lines[:-1]] else self.rows

    @property
    def opens(self) -> bool:
        """Whether a blank cell is open at first: where only the end is entered."""
        return self.live.state.extras.only_end

    def seats_in(self, row: SheetRow) -> tuple[int, ...]:
        return row.seats if row.typed else ()

    def parts(self, row: SheetRow, seat: int) -> tuple[SheetCell, ...]:
        return (SheetCell(row.key, seat),)

    def row_of(self, cell: SheetCell) -> SheetRow:
        return next(row for row in self.rows if row.key == cell.row)

    def number(self, cell: SheetCell) -> CellNumber:
        version = self.version
        return cell_number(version.game, version.state, version.evaluated.columns, self.row_of(cell), cell.seat)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        game, row = self.live.game, self.row_of(cell)
        return lambda state: with_number(game, state, row, cell.seat, number)

    def title(self, cell: SheetCell) -> str:
        return f"{self.live.names[cell.seat]}, {self.row_of(cell).heading}"

    def line(self, cell: SheetCell) -> str:
        return cell.row

    def label(self, cell: SheetCell, number: int | None) -> Message:
        player, row = self.live.names[cell.seat], self.row_of(cell).title
        if number is None:
            return say("{player}, {row}: worked out", player=player, row=row)
        return say("{player}, {name}: {number}", player=player, name=row, number=number)


def reason(sheet: EndSheetTable, cell: SheetCell) -> Message:
    """Return how a number comes about, and what else would stand in its place."""
    row = sheet.row_of(cell)
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
    criterion = next(criterion for criterion in criteria if criterion.name == row.key)
    names = tuple(sheet.live.names[seat] for seat in row.seats)
    if criterion.better is Better.MOST:
        return say("{names} are level: most {title} wins", names=names, title=criterion.title)
    return say("{names} are level: fewest {title} wins", names=names, title=criterion.title)
