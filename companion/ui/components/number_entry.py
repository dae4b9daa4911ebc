"""What is typed into a grid of numbers: the cell that is open, its keys, and the way of a number to the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import flet as ft

from companion.services.end_sheet import BACK, MINUS, PLUS, typed_number, with_key
from companion.tables.attempt import Attempt
from companion.ui.core.context import use_ui
from companion.ui.core.hooks import nothing, run_on, use_effect, use_ref
from companion.ui.core.keyboard import use_keys

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import Self

    from companion.services.end_sheet import CellNumber, SheetCell
    from companion.tables.attempt import Transition, Version
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message

    Press = Callable[[str], Awaitable[None]]
    Open = Callable[[SheetCell | None], Awaitable[None]]

CLEAR, NEXT, CLOSE = "clear", "Enter", "Escape"
"""The keys that type nothing, other than arrows."""

MOVES: Final = {"Arrow Right": (0, 1), "Arrow Left": (0, -1), "Arrow Down": (1, 0), "Arrow Up": (-1, 0)}
"""The rows and seats by which an arrow leads on."""

DIGITS: Final = "0123456789"

HARDWARE: Final = {
    **{key: key for key in (*DIGITS, PLUS, MINUS, NEXT, CLOSE, *MOVES)},
    **{f"Numpad {digit}": digit for digit in DIGITS},
    "Backspace": BACK,
    "Delete": CLEAR,
    "Numpad Enter": NEXT,
    "Numpad Subtract": MINUS,
    "Numpad Add": PLUS,
}
"""The keys of a keyboard, and what they are here."""


class NumberGrid(Protocol):
    """A grid of numbers of a table, as this browser may change it seat by seat."""

    @property
    def live(self) -> LiveTable:
        """The table."""

    @property
    def of_seat(self) -> Sequence[LiveTable]:
        """The table as this browser may change what belongs to each seat."""

    @property
    def cells(self) -> Sequence[SheetCell]:
        """The cells that take a number in this browser."""

    def at(self, version: Version) -> Self:
        """Return the grid as another version of the table has it."""

    def after(self, cell: SheetCell) -> SheetCell | None:
        """Return the cell that follows, `None` after the last one."""

    def neighbour_of(self, cell: SheetCell, rows: int, seats: int) -> SheetCell:
        """Return the nearest cell in a direction, the same one at the edge."""

    def number(self, cell: SheetCell) -> CellNumber:
        """Return the number in a cell."""

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        """Return the change that puts a number into a cell, or takes it out."""

    def label(self, cell: SheetCell, number: int | None) -> Message:
        """Return the name of that change."""

    def first_blank(self) -> SheetCell | None:
        """Return the cell that is open at first, if any is."""

    def line(self, cell: SheetCell) -> str:
        """Return the key of the line on the screen in which a cell lies."""


@dataclass
class Entry:
    """What one browser is typing: the cell that is open, its text (`None` while untouched), and what is wrong with it.

    `tried` is what the text makes of the table, `saving` are numbers on their way there. Where the grid has the
    `focus`, Enter goes on; elsewhere it belongs to the button that has it.
    """

    cell: SheetCell | None = None
    typed: str | None = None
    wrong: Message | None = None
    focus: bool = False
    begun: bool = False
    tried: Attempt | None = None
    saving: dict[SheetCell, Attempt] = field(default_factory=dict)

    def open(self, cell: SheetCell | None, typed: str | None = None) -> None:
        """Open a cell, or none, with what is typed there."""
        self.cell, self.typed, self.wrong, self.tried = cell, typed, None, None

    def titled(self, title: object) -> str:
        """Return the title of the open cell, with the sum that is being typed there, if one is."""
        is_sum = self.typed is not None and not self.typed.removeprefix(MINUS).isdecimal()
        return f"{title}: {self.typed}" if is_sum and self.typed not in ("", MINUS) else str(title)

    def follow(self, sheet: NumberGrid) -> None:
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

    def attempt(self, sheet: NumberGrid) -> Attempt | None:
        """Return what the number that is being typed makes of the table, `None` where none is."""
        if self.cell is not None and self.typed is not None:
            change = self.tried or sheet.change(self.cell, typed_number(self.typed))
            self.tried = Attempt.at(self.ahead(sheet.live), change)
        return self.tried

    def version(self, sheet: NumberGrid) -> Version:
        """Return the table with the number that is being typed, unless that was refused."""
        attempt = None if self.wrong is not None else self.attempt(sheet)
        return self.ahead(sheet.live) if attempt is None else attempt.after


def use_entry(
    sheet: NumberGrid, entry: Entry, reveal: Callable[[str], Awaitable[None]], show: Callable[[], None]
) -> tuple[Press, Open]:
    """Return what a key does, and what opens a cell; a number is kept when its cell is left, however that is.

    `reveal` brings the line of a cell into sight; `show` shows what has become of the entry.
    """
    page = ft.context.page
    latest = use_ref(lambda: sheet)
    latest.current = sheet

    async def open_cell(cell: SheetCell | None) -> None:
        before = entry.cell
        await _leave(latest.current, entry, cell, show)
        show()
        line = None if entry.cell is None else latest.current.line(entry.cell)
        if line is not None and (before is None or latest.current.line(before) != line):
            await reveal(line)

    async def press(key: str) -> None:
        sheet, here = latest.current, entry.cell
        if here is None:
            return
        if key == NEXT:
            await open_cell(sheet.at(entry.version(sheet)).after(here))  # the last number may make a tie
        elif key in MOVES:
            await open_cell(sheet.neighbour_of(here, *MOVES[key]))
        else:
            _type(sheet.number(here), entry, here, key)
            show()

    async def keep_last() -> None:
        await _leave(latest.current, entry, None, nothing)

    use_effect(nothing, [], cleanup=lambda: run_on(page, keep_last))
    return press, open_cell


def use_way_on(entry: Entry, button: ft.Control) -> ft.Control:
    """Return the button that is shown where no cell is open; where the grid had the focus, it passes to the button."""

    async def take_focus() -> None:
        if entry.cell is None and entry.focus:
            await cast("Any", button).focus()

    use_effect(take_focus, [entry.cell is None])
    return button


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


def _type(number: CellNumber, entry: Entry, cell: SheetCell, key: str) -> None:
    if key == CLOSE:
        entry.open(None)
    elif key == CLEAR:
        entry.open(cell, "")
    else:
        kept = str(number.points) if number.stands and key not in DIGITS else ""
        entry.open(cell, with_key(kept if entry.typed is None else entry.typed, key))


async def _leave(sheet: NumberGrid, entry: Entry, to: SheetCell | None, show: Callable[[], None]) -> None:
    """Keep what was typed, and open another cell; what cannot be stays where it is, and says why."""
    cell, typed, attempt = entry.cell, entry.typed, entry.attempt(sheet)
    if cell is None or typed is None or attempt is None:
        entry.open(to)
        return
    entry.wrong = attempt.refusal
    if entry.wrong is not None:
        return
    entry.open(to)
    entry.saving[cell] = attempt
    show()
    try:
        await sheet.of_seat[cell.seat].change(sheet.label(cell, typed_number(typed)), attempt)
    except Exception:
        entry.open(cell, typed)  # what was opened may have come with this number
        raise
    finally:
        if cell in entry.saving and entry.saving[cell].change is attempt.change:  # else it was changed again meanwhile
            del entry.saving[cell]
        show()
