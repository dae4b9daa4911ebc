"""A sheet on which numbers are entered: its cells, the way from one to the next, and what is typed there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from companion.services.end_sheet import MINUS, CellNumber, typed_number
from companion.tables.attempt import Attempt
from companion.tables.observers import Observers

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from companion.services.end_sheet import SheetCell
    from companion.tables.attempt import Transition, Version
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message

BLANK: Final = CellNumber(points=0, stands=False)
"""The number of a cell in which there is nothing."""


@dataclass
class Entry:
    """What one browser is typing: the cell that is open, its text (`None` while untouched), and what is wrong with it.

    `tried` is what the text makes of the table, `saving` are numbers on their way there. Where the grid has the
    `focus`, Enter goes on; elsewhere it belongs to the button that has it. `observers` hear of every change, of which
    there were so many `strokes`.
    """

    cell: SheetCell | None = None
    typed: str | None = None
    wrong: Message | None = None
    focus: bool = False
    begun: bool = False
    tried: Attempt | None = None
    saving: dict[SheetCell, Attempt] = field(default_factory=dict)
    observers: Observers[[]] = field(default_factory=Observers)
    strokes: int = 0

    def notify(self) -> None:
        """Say that something has changed."""
        self.strokes += 1
        self.observers.notify()

    def open(self, cell: SheetCell | None, typed: str | None = None) -> None:
        """Open a cell, or none, with what is typed there."""
        self.cell, self.typed, self.wrong, self.tried = cell, typed, None, None

    def titled(self, title: object) -> str:
        """Return the title of the open cell, with the sum that is being typed there, if one is."""
        is_sum = self.typed is not None and not self.typed.removeprefix(MINUS).isdecimal()
        return f"{title}: {self.typed}" if is_sum and self.typed not in ("", MINUS) else str(title)

    def follow(self, sheet: AnySheet) -> None:
        """Open the first blank cell as soon as there is one to type into, and close one that is there no more."""
        if not self.begun and sheet.cells:
            self.begun = True
            self.open(sheet.first_blank())
        elif self.cell not in sheet.cells:
            self.open(None)

    def ahead(self, live: LiveTable) -> Version:
        """Return a table as it is once the numbers on their way are saved."""
        now = live.now
        for cell, attempt in self.saving.items():
            self.saving[cell] = Attempt.at(now, attempt)
            now = self.saving[cell].after
        return now

    def attempt(self, sheet: AnySheet) -> Attempt | None:
        """Return what the number that is being typed makes of the table, `None` where none is."""
        if self.cell is not None and self.typed is not None:
            change = self.tried or sheet.change(self.cell, typed_number(self.typed))
            self.tried = Attempt.at(self.ahead(sheet.live), change)
        return self.tried

    def version(self, sheet: AnySheet) -> Version:
        """Return the table with the number that is being typed, unless that was refused."""
        attempt = None if self.wrong is not None else self.attempt(sheet)
        return self.ahead(sheet.live) if attempt is None else attempt.after


R = TypeVar("R")


@dataclass(frozen=True)
class NumberSheet(ABC, Generic[R]):
    """The sheet of a table as it is at each moment, as this browser may change it seat by seat.

    `own` is the seat of a phone, `None` where it has none. What is on its way by an `entry` counts as saved, unless it
    is the sheet of a `fixed` version of the table.
    """

    live: LiveTable
    of_seat: tuple[LiveTable, ...]
    entry: Entry
    own: int | None = None
    fixed: Version | None = None

    @property
    @abstractmethod
    def rows(self) -> Sequence[R]:
        """The rows from the top."""

    @property
    @abstractmethod
    def opens(self) -> bool:
        """Whether a blank cell is open at first."""

    @abstractmethod
    def seats_in(self, row: R) -> Sequence[int]:
        """Return the seats of the players whose numbers are entered in a row, none where they are only shown."""

    @abstractmethod
    def parts(self, row: R, seat: int) -> Sequence[SheetCell]:
        """Return the cells in which the numbers of a player in a row are entered."""

    @abstractmethod
    def row_of(self, cell: SheetCell) -> R:
        """Return the row in which a cell lies."""

    @abstractmethod
    def number(self, cell: SheetCell) -> CellNumber:
        """Return the number in a cell."""

    @abstractmethod
    def change(self, cell: SheetCell, number: int | None) -> Transition:
        """Return the change that puts a number into a cell, or takes it out."""

    @abstractmethod
    def label(self, cell: SheetCell, number: int | None) -> Message:
        """Return the name of that change."""

    @abstractmethod
    def title(self, cell: SheetCell) -> str | Message:
        """Return whose number is in a cell, and what it is."""

    @abstractmethod
    def line(self, cell: SheetCell) -> str:
        """Return the key of the line on the screen in which a cell lies."""

    def at(self, version: Version) -> Self:
        """Return the sheet of another version of the table."""
        return replace(self, fixed=version)

    @property
    def version(self) -> Version:
        """The table, with the numbers that are being saved."""
        return self.fixed or self.entry.ahead(self.live)

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats for which numbers are entered in this browser."""
        return tuple(seat for seat, live in enumerate(self.of_seat) if live.refusal is None)

    @property
    def cells(self) -> tuple[SheetCell, ...]:
        """The cells that take a number in this browser, row by row."""
        mine = self.mine
        return tuple(
            cell for row in self.rows for seat in self.seats_in(row) if seat in mine for cell in self.parts(row, seat)
        )

    def opening(self, row: R, seat: int) -> SheetCell:
        """Return the cell that opens where a player is tapped in a row: of several the one that is not entered yet."""
        first, *others = self.parts(row, seat)
        return next((cell for cell in (first, *others) if not self.number(cell).stands), first) if others else first

    def path(self, cell: SheetCell) -> tuple[list[tuple[R, int]], int]:
        """Return the rows and seats through which Enter leads, on a phone only its own ones, and where a cell is."""
        seats = [seat for seat in self.mine if self.own is None or (seat == self.own) == (cell.seat == self.own)]
        path = [(row, seat) for row in self.rows for seat in self.seats_in(row) if seat in seats]
        return path, path.index((self.row_of(cell), cell.seat))

    def after(self, cell: SheetCell) -> SheetCell | None:
        """Return the cell to which Enter leads, `None` after the last one."""
        return self.row_after(cell)

    def row_after(self, cell: SheetCell) -> SheetCell | None:
        """Return the cell that follows in another row or seat, `None` after the last one."""
        path, at = self.path(cell)
        return self.opening(*path[at + 1]) if at + 1 < len(path) else None

    def neighbour_of(self, cell: SheetCell, rows: int, seats: int) -> SheetCell:
        """Return the nearest cell in a direction, the same one at the edge."""
        lines, mine = self.rows, self.mine
        at, seat = lines.index(self.row_of(cell)) + rows, cell.seat + seats
        while 0 <= at < len(lines) and 0 <= seat < len(self.of_seat):
            if seat in mine and seat in self.seats_in(lines[at]):
                return self.opening(lines[at], seat)
            at, seat = at + rows, seat + seats
        return cell

    def first_blank(self) -> SheetCell | None:
        """Return the cell that is open at first, if any is."""
        mine = (cell for cell in self.cells if self.own in (None, cell.seat))
        return next((cell for cell in mine if self.number(cell) == BLANK), None) if self.opens else None


AnySheet: TypeAlias = NumberSheet[Any]
