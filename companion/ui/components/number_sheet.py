"""A sheet on which numbers are entered: its cells, the way from one to the next, and what is typed there."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, Self, TypeAlias, TypeVar

from companion.games.said_entries import Place, Takes
from companion.services.end_sheet import MINUS, CellNumber, SheetCell, typed_number
from companion.tables import Observers
from companion.tables.attempt import Attempt
from scoring.messages import Message, as_typed, say, tr, with_commas
from scoring.sheet import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.tables.attempt import Transition, Version
    from companion.tables.live_table import LiveTable
    from scoring.sheet import Column

BLANK: Final = CellNumber(points=0, stands=False)
"""The number of a cell in which there is nothing."""

WIDE_NUMBER: Final = -99
"""A number as wide as those of most sheets."""

NOTHING: Final = say("nothing entered")

HINT: Final = say("Tap a number to type it.")
CHANGE: Final = say("Tap a number to change it.")

NEXT_ONE, DONE, WHO_WON = say("Next"), say("Done"), say("Who won?")
"""What the key says that leaves a cell: for the next one, for the sheet, for the result."""


@dataclass
class Entry:
    """What one browser is typing: the cell that is open, its text (`None` while untouched), and what is wrong with it.

    `tapped` is the cell that a tap opened. `kept` is the text as it was saved at a pause, `made` the numbers of the
    steps that did so, by cell; `tried` is what the text makes of the table, `saving` are numbers on their way there,
    those of a cell `one_by_one`. Where the grid has the `focus`, Enter goes on; elsewhere it belongs to the button that
    has it. `observers` hear of every change, of which there were so many `strokes`.
    """

    cell: SheetCell | None = None
    tapped: SheetCell | None = None
    typed: str | None = None
    kept: str | None = None
    wrong: Message | None = None
    focus: bool = False
    begun: bool = False
    tried: Attempt | None = None
    saving: dict[SheetCell, Attempt] = field(default_factory=dict)
    made: dict[SheetCell, int] = field(default_factory=dict)
    one_by_one: defaultdict[SheetCell, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    observers: Observers[[]] = field(default_factory=Observers)
    strokes: int = 0

    def notify(self) -> None:
        """Say that something has changed."""
        self.strokes += 1
        self.observers.notify()

    def open(self, cell: SheetCell | None, typed: str | None = None) -> None:
        """Open a cell, or none, with what is typed there."""
        if cell is not None and cell != self.cell:
            self.made.pop(cell, None)
        self.tapped = self.tapped if cell == self.cell else None
        self.cell, self.typed, self.kept, self.wrong, self.tried = cell, typed, None, None, None

    def closes(self, cell: SheetCell) -> bool:
        """Return whether a tap on a cell closes it: not where the program opened it, and nobody has typed yet."""
        return cell == self.cell and (cell == self.tapped or self.typed is not None)

    def text(self, number: CellNumber) -> str | None:
        """Return what is typed in the open cell, `None` once the number that was saved of it is another one."""
        if self.typed is None or self.typed != self.kept:
            return self.typed
        return self.typed if (typed_number(self.typed) or 0) == (number.points if number.stands else 0) else None

    @property
    def pending(self) -> frozenset[int]:
        """The seats with numbers that are on their way to be saved."""
        return frozenset(cell.seat for cell in self.saving)

    def titled(self, title: object) -> str:
        """Return the title of the open cell, with the sum that is being typed there, if one is."""
        is_sum = self.typed is not None and not self.typed.removeprefix(MINUS).isdecimal()
        has_sum = is_sum and self.typed not in ("", MINUS)
        return tr("{what}: {value}", what=title, value=self.typed) if has_sum else str(title)

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
        if self.typed == self.kept:
            self.tried = None
        elif self.cell is not None and self.typed is not None:
            change = self.tried or sheet.change(self.cell, typed_number(self.typed))
            self.tried = Attempt.at(self.ahead(sheet.live), change)
        return self.tried

    def version(self, sheet: AnySheet) -> Version:
        """Return the table with the number that is being typed, unless that was refused."""
        attempt = None if self.wrong is not None else self.attempt(sheet)
        return self.ahead(sheet.live) if attempt is None else attempt.after


class NumberRow(Protocol):
    """A row of numbers."""

    @property
    def key(self) -> str:
        """The name of what is entered there."""

    @property
    def title(self) -> Message:
        """What it is, as labels have it."""

    @property
    def heading(self) -> str | Message:
        """What stands beside the numbers."""

    @property
    def line(self) -> int | None:
        """The place among the lines of a column; without one, it stands below the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFacts:
    """What a row shows of a player: a figure, which is `firm` where somebody entered it, and what is `said` of it.

    `worth` is what it comes to where that is another number, and `how` by what. A tick is `ticked`, or not. Who is
    `marked` closed the round, or won it. What is `pending` is on its way to be saved, and `unsaved` where that takes
    long. Without a cell, it is only shown.
    """

    figure: object
    said: tuple[object, ...]
    cell: SheetCell | None = None
    firm: bool = True
    worth: int | None = None
    how: str = ""
    ticked: bool | None = None
    marked: bool = False
    is_open: bool = False
    wrong: bool = False
    pending: bool = False
    unsaved: bool = False


def line_key(row: str, number: int) -> str:
    """Return the key of a line of a row: a row of many players has several."""
    return f"{row} {number}"


R = TypeVar("R", bound=NumberRow)


@dataclass(frozen=True)
class NumberSheet(ABC, Generic[R]):
    """The sheet of a table as it is at each moment, as this browser may change it seat by seat.

    `own` is the seat of a phone, `None` where it has none. What is on its way by an `entry` counts as saved, unless it
    is the sheet of a `fixed` version of the table. So many players stand `in_a_row`, all of them where that is `None`.
    """

    CLEARED: ClassVar[Message]
    """What is said of a cell from which a number was taken out."""

    live: LiveTable
    of_seat: tuple[LiveTable, ...]
    entry: Entry
    own: int | None = None
    fixed: Version | None = None
    in_a_row: int | None = None

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
        """Return the cells of a player in a row, none where it has nothing of that player."""

    @abstractmethod
    def row_of(self, cell: SheetCell) -> R:
        """Return the row in which a cell lies."""

    @abstractmethod
    def number(self, cell: SheetCell) -> CellNumber:
        """Return the number in a cell."""

    @abstractmethod
    def change(self, cell: SheetCell, number: int | None) -> Transition:
        """Return the change that puts a number into a cell, or takes it out."""

    def label(self, cell: SheetCell, number: int | None) -> Message:
        """Return the name of that change."""
        return say("{what}: {value}", what=self.title(cell), value=self.CLEARED if number is None else number)

    @abstractmethod
    def reason(self, cell: SheetCell) -> Message | None:
        """Return how the number in a cell comes about, if that is said."""

    @property
    def hint(self) -> Message:
        """What is said while no cell is open."""
        places = ((row, seat) for row in self.rows if self.can_miss(row) for seat in self.seats_in(row))
        return HINT if any(self.number(self.opening(*place)) == BLANK for place in places) else CHANGE

    @property
    def shown(self) -> Sequence[R]:
        """The rows that are shown now."""
        return self.rows

    @property
    def said_rows(self) -> Sequence[R]:
        """The rows whose numbers can be said."""
        return [row for row in self.rows if self.can_be_said(row)]

    @property
    def worked_out(self) -> Sequence[R]:
        """The rows of which nothing can be said, as they are worked out from others."""
        return ()

    def can_be_said(self, row: R) -> bool:
        """Return whether a row has one number for each player."""
        seats = self.seats_in(row)
        return bool(seats) and all(tuple(self.parts(row, seat)) == (SheetCell(row.key, seat),) for seat in seats)

    def takes(self, row: R) -> Takes:  # noqa: ARG002 - some sheets take something else in some rows
        """Return what is said of each player in a row."""
        return Takes.NUMBER

    def card_names(self, row: R) -> Mapping[int, str]:  # noqa: ARG002 - likewise
        """Return what the cards are called that a row takes, by their places."""
        return {}

    def said_numbers(self, row: R, seat: int, numbers: SaidNumbers) -> SaidNumbers | Message:  # noqa: ARG002 - likewise
        """Return the numbers that are said of a player as the row has them, or the sentence on what is missing."""
        return numbers

    def said_title(self, row: R) -> str:
        """Return what a row is called by whoever says its numbers."""
        return str(row.heading)

    def heading(self, row: R, seat: int) -> Message:
        """Return whose numbers are in a row, and what they are."""
        return with_commas((as_typed(self.live.names[seat]), row.title))

    def title(self, cell: SheetCell) -> Message:
        """Return whose number is in a cell, and what it is."""
        return self.heading(self.row_of(cell), cell.seat)

    def open_title(self, cell: SheetCell) -> Message:
        """Return what stands above the keys of the cell that is open."""
        return self.heading(self.row_of(cell), cell.seat)

    def row_key(self, cell: SheetCell) -> str:
        """Return the key of the row in which a cell lies, or lay."""
        return cell.row

    def line(self, cell: SheetCell) -> str:
        """Return the key of the line on the screen in which a cell lies."""
        return line_key(self.row_key(cell), cell.seat // self.in_a_row if self.in_a_row else 0)

    def said(self, row: R, number: CellNumber) -> tuple[object, ...]:  # noqa: ARG002 - some sheets say more of some rows
        """Return what is said of a number that is not being typed."""
        return (number.points if number.stands else NOTHING,)

    @abstractmethod
    def can_miss(self, row: R) -> bool:
        """Return whether a number that nobody entered in a row is missing, and not 0."""

    def facts(self, row: R, seat: int, column: Column, *, late: bool) -> CellFacts | None:  # noqa: ARG002 - likewise
        """Return what a row shows of a player with a column; what is on its way is marked where saving is `late`."""
        parts = self.parts(row, seat)
        return self.cell_facts(row, self.opening(row, seat), parts, late=late) if parts else None

    def cell_facts(self, row: R, cell: SheetCell, parts: Sequence[SheetCell], *, late: bool = False) -> CellFacts:
        """Return what a cell shows that stands for several."""
        entry, number = self.entry, self.number(cell)
        is_open = entry.cell in parts
        typed = entry.text(number) if is_open else None
        pending = any(part in entry.saving for part in parts)
        figure = MISSING if number == BLANK and self.can_miss(row) else number.points
        return CellFacts(
            cell=cell,
            figure=figure if typed is None else typed,
            said=self.said(row, number) if typed is None else (typed or NOTHING,),
            firm=number.stands if typed is None else bool(typed),
            is_open=is_open,
            wrong=is_open and entry.wrong is not None,
            pending=pending,
            unsaved=late and pending,
        )

    def row_facts(self, row: R, *, late: bool) -> tuple[CellFacts | None, ...]:
        """Return what a row shows of each player."""
        columns = self.entry.version(self).evaluated.columns
        return tuple(self.facts(row, seat, column, late=late) for seat, column in enumerate(columns))

    def figures(self) -> Iterator[object]:
        """Yield the figures for which the cells have room."""
        yield WIDE_NUMBER
        for column in self.live.columns:
            yield column.total
            yield from (line.points for line in column.lines)

    def at(self, version: Version) -> Self:
        """Return the sheet of another version of the table."""
        return replace(self, fixed=version)

    @property
    def now(self) -> Self:
        """The sheet of the table as it is now, with the numbers that are being saved."""
        return self.at(self.entry.ahead(self.live))

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
        """Return the cell to which Enter leads: the next one without a number, `None` after the last of them."""
        path, at = self.path(cell)
        return self.first_missing(path[at + 1 :])

    @property
    def lacks_lines(self) -> bool:
        """Whether numbers are still to be entered that belong to the end."""
        return False

    @property
    def is_complete(self) -> bool:
        """Whether this is all that is ever entered, so that the last number leads to the result."""
        return False

    def way_on(self, cell: SheetCell) -> Message:
        """Return what the key says that leaves a cell."""
        if self.after(cell) is not None:
            return NEXT_ONE
        return WHO_WON if self.is_complete else DONE

    def first_missing(self, path: Iterable[tuple[R, int]]) -> SheetCell | None:
        """Return the first cell on a path that has no number yet: what is typed replaces one that is there."""
        cells = (self.opening(*place) for place in path)
        return next((cell for cell in cells if not self.number(cell).stands), None)

    def neighbour_of(self, cell: SheetCell, rows: int, seats: int) -> SheetCell:
        """Return the nearest cell in a direction, the same one at the edge."""
        lines, mine = self.rows, self.mine
        at, seat = lines.index(self.row_of(cell)) + rows, cell.seat + seats
        while 0 <= at < len(lines) and 0 <= seat < len(self.of_seat):
            if seat in mine and seat in self.seats_in(lines[at]):
                return self.opening(lines[at], seat)
            at, seat = at + rows, seat + seats
        return cell

    def turned(self, without: Version, done: Version) -> SheetCell | None:
        """Return the cell to open when a step is undone or redone, from the table without it and with it.

        Of several numbers that it changed it is the first one; `None` where the step was not made on a sheet.
        """
        return next(iter(self.at(without).changed(self.at(done))), None)

    def changed(self, done: Self) -> list[SheetCell]:
        """Return the cells in which something else stands on a sheet where something was done."""
        both = {*self.cells}
        return [cell for cell in done.cells if cell in both and self.content(cell) != done.content(cell)]

    def content(self, cell: SheetCell) -> object:
        """Return what stands in a cell."""
        return self.number(cell)

    def first_blank(self) -> SheetCell | None:
        """Return the cell that is open at first, if any is."""
        mine = (cell for cell in self.cells if self.own in (None, cell.seat))
        return next((cell for cell in mine if self.number(cell) == BLANK), None) if self.opens else None


SaidNumbers: TypeAlias = "Mapping[Place, int]"
"""What is said of a player in a row: the numbers by their places in the entry."""

AnySheet: TypeAlias = NumberSheet[Any]
