"""What is typed on a sheet: the cell that is open, its keys, and the way of a number to the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games import KITS
from companion.services.end_sheet import BACK, MINUS, PLUS, CellNumber, SheetCell, typed_number, with_key
from companion.ui.components import stepper
from companion.ui.components.controls import button, outlined
from companion.ui.components.dialogs import Shown, use_turning
from companion.ui.components.number_sheet import WHO_WON
from companion.ui.core.context import use_guests, use_ui
from companion.ui.core.hooks import Ref, nothing, run_on, unless_gone, use_effect, use_focus, use_pause, use_ref
from companion.ui.core.keyboard import LEAVE, use_keys
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.attempt import Attempt, Version
    from companion.tables.live_table import LiveTable
    from companion.ui.components.number_sheet import AnySheet, Entry

    Press = Callable[[str], Awaitable[None]]
    Open = Callable[[SheetCell | None], Awaitable[None]]

CLEAR, NEXT, CLOSE = "clear", "Enter", "Escape"
"""The keys that type nothing, other than arrows and Back: `CLOSE` drops what is typed, which Back keeps."""

MOVES: Final = {"Arrow Right": (0, 1), "Arrow Left": (0, -1), "Arrow Down": (1, 0), "Arrow Up": (-1, 0)}
"""The rows and seats by which an arrow leads on."""

DIGITS: Final = "0123456789"

HARDWARE: Final = {
    **{key: key for key in (*DIGITS, PLUS, MINUS, NEXT, CLOSE, LEAVE, *MOVES)},
    **{f"Numpad {digit}": digit for digit in DIGITS},
    "Backspace": BACK,
    "Delete": CLEAR,
    "Numpad Enter": NEXT,
    "Numpad Subtract": MINUS,
    "Numpad Add": PLUS,
}
"""The keys of a keyboard, and what they are here."""


@dataclass
class ShownGrid:
    """What a browser shows: the grid, which scrolls, and what has the focus while numbers are typed into it."""

    grid: ft.Column = field(default_factory=ft.Column)
    focusable: ft.KeyboardListener = field(default_factory=lambda: ft.KeyboardListener(ft.Container()))

    async def reveal(self, line: str) -> None:
        """Scroll to a line, unless the grid has just gone."""
        with unless_gone():
            await self.grid.scroll_to(scroll_key=line)

    async def take_focus(self) -> None:
        """Take the focus, so that Enter belongs to no button."""
        with unless_gone():
            await self.focusable.focus()  # type: ignore[no-untyped-call]


def use_places(live: LiveTable) -> tuple[tuple[LiveTable, ...], int | None]:
    """Return the table as this browser may change it seat by seat, and the seat of a phone, if it has one."""
    ui = use_ui()
    guests = use_guests(live.id)
    me = None if guests is None else guests.of(ui.visitor)
    places = tuple(ui.tables.for_place(live, seat) for seat in range(len(live.names)))
    return places, None if me is None else me.seat


def use_entry(sheet: AnySheet, shown: ShownGrid) -> tuple[Press, Open, Open]:
    """Return what a key does, what opens a cell, and what opens it at a tap.

    A number is kept after a pause in typing, and when its cell is left, however that is.
    """
    entry, page = sheet.entry, ft.context.page
    latest = use_ref(lambda: sheet)
    latest.current = sheet
    keep = _use_keeper(latest)

    async def open_cell(cell: SheetCell | None) -> None:
        before = entry.cell
        await _leave(latest.current.now, cell, entry.notify)
        entry.notify()
        line = None if entry.cell is None else latest.current.line(entry.cell)
        if line is not None and (before is None or latest.current.line(before) != line):
            await shown.reveal(line)

    async def press(key: str) -> None:
        sheet, cell = latest.current.now, entry.cell
        if cell is None or cell not in sheet.cells:  # somebody else may just have taken its row away
            return
        if key == NEXT:
            await _go_on(sheet, cell, open_cell, page)
        elif key == LEAVE:
            await open_cell(None)
        elif key in MOVES:
            await open_cell(sheet.neighbour_of(cell, *MOVES[key]))
        else:
            _type(sheet.number(cell), entry, cell, key)
            entry.notify()
            if key == CLOSE:
                await _discard(sheet, cell)
            else:
                keep()

    async def pick(cell: SheetCell | None) -> None:
        await open_cell(cell)
        entry.focus = True
        await shown.take_focus()

    _use_undo(entry, latest, open_cell)
    _use_keyboard(entry, press, shown.take_focus)
    _use_sight(sheet, shown)
    return press, open_cell, pick


def _use_keeper(sheet: Ref[AnySheet]) -> Callable[[], None]:
    """Return a call that keeps what is typed on a sheet after a pause; when the sheet goes, so is the last of it."""
    page, paused = ft.context.page, use_pause()

    async def keep() -> None:
        if await paused(stepper.PAUSE_S):
            await _keep(sheet.current.now, sheet.current.entry.notify)

    async def keep_last() -> None:
        await _leave(sheet.current.now, None, nothing)

    use_effect(nothing, [], cleanup=lambda: run_on(page, keep_last))
    return lambda: run_on(page, keep)


def _use_undo(entry: Entry, latest: Ref[AnySheet], open_cell: Open) -> None:
    """Keep what is typed before an undo or a redo, and open the cell that it changes."""

    async def keep() -> None:
        entry.follow(latest.current)
        await _leave(latest.current.now, entry.cell, entry.notify)

    async def show(without: Version, done: Version) -> None:
        if entry.typed is None and without.evaluated.names == done.evaluated.names:  # else the sheet is made anew
            cell = latest.current.turned(without, done)
            if cell is not None:
                await open_cell(cell)

    use_turning(Shown(table_id=latest.current.live.id, keep=keep, show=show))


def _use_sight(sheet: AnySheet, shown: ShownGrid) -> None:
    """Keep the line of the open cell in sight where the screen turns, or where the line has just come."""
    cell, viewport = sheet.entry.cell, use_ui().viewport
    line = None if cell is None else sheet.line(cell)

    async def reveal() -> None:
        if line is not None:
            await shown.reveal(line)

    use_effect(reveal, [viewport.width, viewport.height, line])


async def _go_on(sheet: AnySheet, cell: SheetCell, open_cell: Open, page: ft.Page) -> None:
    """Go on from a cell to the next one, or to the result, unless its number is refused."""
    entered = sheet.at(sheet.entry.version(sheet))  # the last number may make a tie
    await open_cell(entered.after(cell))
    if sheet.entry.cell is None and entered.way_on(cell) == WHO_WON:
        show_result(page, sheet.live)


def show_result(page: ft.Page, live: LiveTable) -> None:
    """Show who won at a table."""
    page.navigate(f"/table/{live.id}/end/0")


def use_way_on(sheet: AnySheet) -> ft.Control:
    """Return the button that is shown while no cell is open; it takes over the grid's focus.

    It leads to who won, or to the steps that end there, and is quiet while the game goes on, or lines are missing.
    """
    page, entry, state = ft.context.page, sheet.entry, sheet.version.state
    kit = KITS[sheet.live.game.key]
    quiet = entry.cell is None and (sheet.lacks_lines or kit.before_end(state) is not None)
    words = say("Final scoring") if kit.walks and not state.extras.only_end else WHO_WON
    on = (outlined if quiet else button)(words, lambda: show_result(page, sheet.live))
    use_focus(on, [entry.cell is None, quiet], when=entry.cell is None and entry.focus)
    return on


def _use_keyboard(entry: Entry, press: Press, focus: Callable[[], Awaitable[None]]) -> None:
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
        typed = entry.text(number)
        entry.open(cell, with_key(kept if typed is None else typed, key))


async def _leave(sheet: AnySheet, to: SheetCell | None, show: Callable[[], None]) -> None:
    """Keep what was typed, and open another cell; what cannot be kept stays open and says why."""
    entry = sheet.entry
    cell, typed, attempt = entry.cell, entry.typed, entry.attempt(sheet)
    if cell is None or typed is None or attempt is None:
        entry.open(to)
        return
    entry.wrong = attempt.refusal
    if entry.wrong is not None:
        return
    entry.open(to)
    try:
        await _save(sheet, cell, typed, attempt, show)
    except Exception:
        entry.open(cell, typed)  # what was opened may have come with this number
        raise


async def _keep(sheet: AnySheet, show: Callable[[], None]) -> None:
    """Keep the number that is typed where its cell stays open; where it cannot be, what stood there before stays."""
    entry = sheet.entry
    cell, typed, attempt = entry.cell, entry.typed, entry.attempt(sheet)
    if cell is None or attempt is None or typed is None or typed_number(typed) is None:
        return
    if attempt.refusal is not None:
        await _discard(sheet, cell)
        return
    live = sheet.of_seat[cell.seat]
    before = live.last
    await _save(sheet, cell, typed, attempt, show)
    if entry.cell == cell:
        entry.kept = typed
        if live.last is not None and live.last != before:
            entry.made[cell] = live.last


async def _discard(sheet: AnySheet, cell: SheetCell) -> None:
    """Take back what was saved of a number while it was typed, unless something was done since."""
    made, live = sheet.entry.made.pop(cell, None), sheet.of_seat[cell.seat]
    if made is not None and made == live.last == live.revision:
        await live.undo()


async def _save(sheet: AnySheet, cell: SheetCell, typed: str, attempt: Attempt, show: Callable[[], None]) -> None:
    """Save a number, as one step with what was saved of it while it was typed."""
    entry, live = sheet.entry, sheet.of_seat[cell.seat]
    entry.saving[cell] = attempt
    show()
    try:
        async with entry.one_by_one[cell]:
            label = sheet.label(cell, typed_number(typed))
            await live.change(label, attempt, instead_of=entry.made.get(cell))
    finally:
        if cell in entry.saving and entry.saving[cell].change is attempt.change:  # else it was changed again meanwhile
            del entry.saving[cell]
        show()
