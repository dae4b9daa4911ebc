"""What is typed into the end sheet: the cell that is open, its keys, and the way of a number to the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.end_sheet import (
    CellNumber,
    SheetCell,
    cell_number,
    refusal,
    sheet_rows,
    typed_number,
    with_key,
    with_number,
)
from companion.ui.core.context import use_rerender, use_ui
from companion.ui.core.error_boundary import safe
from companion.ui.core.hooks import nothing, run_on, use_ref
from companion.ui.core.keyboard import use_keys

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.services.end_sheet import SheetRow, Transition
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message
    from scoring.sheet import Column

    Press = Callable[[str], Awaitable[None]]
    Open = Callable[[SheetCell | None], Awaitable[None]]

SIGN, BACK, CLEAR, NEXT, CLOSE = "-", "<", "clear", "Enter", "Escape"
"""The keys other than digits and arrows."""

MOVES: Final = {"Arrow Right": (0, 1), "Arrow Left": (0, -1), "Arrow Down": (1, 0), "Arrow Up": (-1, 0)}
"""The rows and seats by which an arrow leads on."""

DIGITS: Final = "0123456789"

HARDWARE: Final = {
    **{key: key for key in (*DIGITS, SIGN, NEXT, CLOSE, *MOVES)},
    **{f"Numpad {digit}": digit for digit in DIGITS},
    "Backspace": BACK,
    "Delete": CLEAR,
    "Numpad Enter": NEXT,
    "Numpad Subtract": SIGN,
}
"""The keys of a keyboard, and what they are here."""


@dataclass
class Entry:
    """What one browser is typing: the cell that is open, its text (`None` while untouched), and what is wrong with it.

    `saving` are numbers on their way to the table. Where the grid has the `focus`, Enter goes on; elsewhere it belongs
    to the button that has it.
    """

    cell: SheetCell | None = None
    typed: str | None = None
    wrong: Message | None = None
    focus: bool = False
    begun: bool = False
    saving: dict[SheetCell, int | None] = field(default_factory=dict)

    def open(self, cell: SheetCell | None) -> None:
        """Open a cell, or none."""
        self.cell, self.typed, self.wrong = cell, None, None

    def follow(self, sheet: EndSheetTable) -> None:
        """Open the first blank cell as soon as there is one to type into, and close one that is there no more."""
        if not self.begun and sheet.cells:
            self.begun = True
            self.open(sheet.first_blank())
        elif self.cell not in sheet.cells:
            self.open(None)


@dataclass(frozen=True, slots=True)
class EndSheetTable:
    """The end sheet of a table: its rows, and the table as this browser may change it seat by seat.

    `own` is the seat of a phone, `None` where it has none.
    """

    live: LiveTable
    of_seat: tuple[LiveTable, ...]
    own: int | None
    rows: tuple[SheetRow, ...]

    @classmethod
    def of(cls, live: LiveTable, of_seat: Sequence[LiveTable], own: int | None) -> EndSheetTable:
        """Return the end sheet of a table as it is now."""
        return cls(live, tuple(of_seat), own, sheet_rows(live.game, live.state, live.columns))

    @property
    def cells(self) -> tuple[SheetCell, ...]:
        """The cells that take a number in this browser, row by row."""
        mine = {seat for seat, live in enumerate(self.of_seat) if live.refusal is None}
        return tuple(SheetCell(row.key, seat) for row in self.rows if row.typed for seat in row.seats if seat in mine)

    def now(self) -> EndSheetTable:
        """Return the end sheet with what was changed since."""
        return EndSheetTable.of(self.live, self.of_seat, self.own)

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
        live = self.live
        return cell_number(live.game, live.state, live.columns, self.row(cell), cell.seat)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        """Return the change that puts a number into a cell."""
        return with_number(self.live.game, self.row(cell), cell.seat, number)

    def title(self, cell: SheetCell) -> str:
        """Return whose number is in a cell, and what it is."""
        return f"{self.live.columns[cell.seat].player}, {self.row(cell).title}"

    def first_blank(self) -> SheetCell | None:
        """Return the first cell without a number where only the end is entered; elsewhere none is open at first."""
        if not self.live.state.extras.only_end:
            return None
        mine = (cell for cell in self.cells if self.own in (None, cell.seat))
        return next((cell for cell in mine if self.number(cell) == CellNumber(points=0, stands=False)), None)

    def columns(self, entry: Entry) -> tuple[Column, ...]:
        """Return the columns with the number that is being typed, unless it was refused."""
        if entry.cell is None or entry.typed is None or entry.wrong is not None:
            return self.live.columns
        change = self.change(entry.cell, typed_number(entry.typed))
        return self.live.game.columns(change(self.live.state).table)

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


def use_entry(sheet: EndSheetTable, entry: Entry, reveal: Callable[[str], Awaitable[None]]) -> tuple[Press, Open]:
    """Return what a key does, and what opens a cell; a number is kept when its cell is left, however that is.

    `reveal` brings the row of a cell into sight.
    """
    rerender = use_rerender()
    page = ft.context.page
    latest = use_ref(lambda: sheet)
    latest.current = sheet

    async def open_cell(cell: SheetCell | None) -> None:
        before = entry.cell
        await _leave(latest.current, entry, cell, rerender)
        rerender()
        if entry.cell is not None and (before is None or before.row != entry.cell.row):
            await reveal(entry.cell.row)

    async def press(key: str) -> None:
        sheet, here = latest.current, entry.cell
        if here is None:
            return
        if key == NEXT:
            after = sheet.after(here)
            await open_cell(after)
            if after is None and entry.cell is None:  # the last number may have made a tie
                await open_cell(latest.current.now().after(here))
        elif key in MOVES:
            await open_cell(sheet.neighbour_of(here, *MOVES[key]))
        else:
            _type(sheet.number(here), entry, key)
            rerender()

    async def keep_last() -> None:
        await _leave(latest.current, entry, None, nothing)

    ft.use_effect(nothing, [], cleanup=lambda: run_on(page, safe(keep_last)))
    return press, open_cell


def use_keyboard(entry: Entry, press: Press, focus: Callable[[], Awaitable[None]]) -> None:
    """Let the keys of a keyboard type into the cell that is open; `focus` gives the grid the focus."""

    async def typed(event: ft.KeyboardEvent) -> bool:
        key = HARDWARE.get(event.key)
        if event.key == "Tab":
            entry.focus = False
        if key is None or entry.cell is None or event.ctrl or event.alt or event.meta:
            return False
        if key in (NEXT, CLOSE) and not entry.focus:
            return False
        await press(key)
        if not entry.focus:
            entry.focus = True
            await focus()
        return True

    use_keys(use_ui().keys, typed)


def _type(number: CellNumber, entry: Entry, key: str) -> None:
    entry.wrong = None
    if key == CLOSE:
        entry.open(None)
    elif key == CLEAR:
        entry.typed = ""
    else:
        kept = str(number.points) if number.stands and key in (BACK, SIGN) else ""
        entry.typed = with_key(kept if entry.typed is None else entry.typed, key)


async def _leave(sheet: EndSheetTable, entry: Entry, to: SheetCell | None, rerender: Callable[[], None]) -> None:
    """Keep what was typed, and open another cell; what cannot be stays where it is, and says why."""
    cell, typed = entry.cell, entry.typed
    if cell is None or typed is None:
        entry.open(to)
        return
    number = typed_number(typed)
    change = sheet.change(cell, number)
    entry.wrong = refusal(sheet.live.game, sheet.live.state, change)
    if entry.wrong is not None:
        return
    entry.open(to)
    entry.saving[cell] = number
    rerender()
    try:
        label = f"{sheet.title(cell)}: {'worked out' if number is None else number}"
        await sheet.of_seat[cell.seat].change(label, change)
    finally:
        entry.saving.pop(cell, None)
