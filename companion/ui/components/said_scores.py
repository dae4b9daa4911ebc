"""The field that takes scores as people write or say them, for the sheet that is open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.end_sheet import SheetCell
from companion.services.said_scores import read_scores
from companion.tables.attempt import Attempt
from companion.ui.components.controls import button, icon_button, outlined, text
from companion.ui.components.dialogs import change_and_say, choice_button, use_window
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_typed, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import Style
from scoring.messages import Message, counted, say, tr, wordless

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.tables.attempt import Transition
    from companion.tables.state import TableState
    from companion.ui.components.number_entry import Open
    from companion.ui.components.number_sheet import AnySheet, NumberRow

SAY: Final = say("Type, paste or say it")

FEW: Final = 4
"""The most rows that are all offered at first."""

MAX_LINES: Final = 8
"""The most lines of the field; longer texts scroll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidNumbers:
    """The numbers that were said, by the cells into which they go, and what was not understood or cannot be."""

    sheet: AnySheet
    numbers: dict[SheetCell, int]
    problems: tuple[Message, ...]

    @classmethod
    def read(cls, sheet: AnySheet, said: str, row: str) -> SaidNumbers:
        """Read a text, of which a row is meant where it names none."""
        rows = {row.key: sheet.said_title(row) for row in sheet.said_rows}
        read = read_scores(said, sheet.live.names, rows, row)
        numbers = {SheetCell(score.row, score.seat): score.number for score in read.scores}
        taken = {cell: number for cell, number in numbers.items() if cell in sheet.cells}
        refused = [sheet.of_seat[cell.seat].refusal or NOT_THERE for cell in numbers if cell not in taken]
        understood = cls(sheet=sheet, numbers=taken, problems=tuple(dict.fromkeys((*read.problems, *refused))))
        refusal = Attempt.at(sheet.live.now, understood.change).refusal if taken and not understood.problems else None
        return understood if refusal is None else cls(sheet=sheet, numbers=taken, problems=(refusal,))

    def change(self, state: TableState[Any]) -> TableState[Any]:
        """Put the numbers into a table."""
        changes: list[Transition] = [self.sheet.change(cell, number) for cell, number in self.numbers.items()]
        return reduce(lambda changed, change: change(changed), changes, state)

    @property
    def label(self) -> Message:
        """The name of that change: the numbers of a row, or how many there are in which rows."""
        rows = {self.sheet.row_of(cell).key: self.sheet.row_of(cell).title for cell in self.numbers}
        names = self.sheet.live.names
        values: object = tuple(
            wordless("{name} {number}", name=names[cell.seat], number=number) for cell, number in self.numbers.items()
        )
        if len(rows) > 1:
            values = counted(len(self.numbers), "{number} number", "{number} numbers")
        return say("{what}: {value}", what=tuple(rows.values()), value=values)

    @property
    def lines(self) -> list[Message]:
        """What was understood, a line for each number."""
        return [self._line(cell, number) for cell, number in self.numbers.items()]

    def _line(self, cell: SheetCell, number: int) -> Message:
        before, what = self.sheet.number(cell), self.sheet.title(cell)
        if before.stands and before.points != number:
            return say("{what}: {value} instead of {before}", what=what, value=number, before=before.points)
        return say("{what}: {value}", what=what, value=number)


NOT_THERE: Final = say("this line has no number of that player")


@component
def SayScores(sheet: AnySheet, pick: Open, *, small: bool) -> ft.Control:
    """Show the button that opens the field, as an icon where it is `small`; `pick` opens a cell of the sheet."""
    opened, set_opened = use_value(initial=False)

    def close() -> None:
        set_opened(lambda _: False)

    async def begin() -> None:
        await pick(sheet.entry.cell)  # which keeps what is typed there
        set_opened(lambda _: True)

    use_window(SAY, keyed("said", SaidForm, sheet, pick, close) if opened else None, close)
    if small:
        return icon_button(ft.Icons.KEYBOARD_VOICE, SAY, begin)
    return outlined(SAY, begin, icon=ft.Icons.KEYBOARD_VOICE)


@component
def SaidForm(sheet: AnySheet, pick: Open, close: Callable[[], None]) -> ft.Control:
    """Show the field, and what was understood of it; Enter saves that."""
    ui, live = use_ui(), sheet.live
    use_revision(live)
    now = sheet.now
    rows = now.said_rows
    said, set_said = use_typed(f"said at {live.id}", "")
    chosen, choose = use_value(_first_row(now, rows).key)
    tried, set_tried = use_value(initial=False)
    row = next((row for row in rows if row.key == chosen), rows[0])
    understood = SaidNumbers.read(now, said, row.key)

    def type_in(words: str) -> None:
        set_said(lambda _: words)
        set_tried(lambda _: False)

    async def save() -> None:
        if understood.problems or not understood.numbers:
            set_tried(lambda _: True)
            return
        last = [*understood.numbers][-1]
        await change_and_say(sheet.of_seat[last.seat], understood.label, understood.change)
        set_said(lambda _: "")
        close()
        await pick(_following(sheet.now, [*understood.numbers]))

    hint = ", ".join(f"{name} {number}" for name, number in zip(live.names, (12, 15), strict=False))
    entry = field(
        ui,
        tr("Names and points"),
        said,
        type_in,
        hint_text=hint,
        multiline=True,
        shift_enter=True,
        min_lines=2,
        max_lines=MAX_LINES,
        autofocus=True,
        on_submit=safe(save),
    )
    chooser = [keyed("row", RowChoice, rows, row, lambda key: choose(lambda _: key))] if len(rows) > 1 else []
    return column([*chooser, entry, _answer(understood, tried=tried), button(tr("Save"), save)])


def _first_row(sheet: AnySheet, rows: Sequence[NumberRow]) -> NumberRow:
    """Return the row that is open, else the first one in which a number is missing."""
    cell = sheet.entry.cell
    opened = [row for row in rows if cell is not None and row.key == cell.row]
    blank = [row for row in rows if not all(sheet.number(cell).stands for cell in _cells(sheet, row))]
    return (opened or blank or [*rows])[0]


def _following(sheet: AnySheet, filled: Sequence[SheetCell]) -> SheetCell | None:
    """Return the cell to open after some were filled: one in the row of the last that is blank, or what comes next."""
    cells = _cells(sheet, sheet.row_of(filled[-1]))
    blank = [cell for cell in sheet.cells if cell in cells and cell not in filled and not sheet.number(cell).stands]
    return blank[0] if blank else sheet.after(cells[-1])


def _cells(sheet: AnySheet, row: NumberRow) -> list[SheetCell]:
    return [SheetCell(row.key, seat) for seat in sheet.seats_in(row)]


def _answer(understood: SaidNumbers, *, tried: bool) -> ft.Control:
    """Return what was understood, and what was not, which stands out once somebody `tried` to save it."""
    ink = ft.Colors.ERROR if tried else ft.Colors.ON_SURFACE_VARIANT
    lines: list[ft.Control] = [text(line) for line in understood.lines]
    lines += [text(sentence(problem), Style.SMALL, color=ink) for problem in understood.problems]
    return ft.Semantics(content=column(lines), live_region=True, container=True)


@component
def RowChoice(rows: Sequence[NumberRow], row: NumberRow, choose: Callable[[str], None]) -> ft.Control:
    """Show the row into which numbers go, and the others."""
    unfolded, unfold = use_value(initial=False)

    def choosing(key: str) -> Callable[[], None]:
        def chosen() -> None:
            choose(key)
            unfold(lambda _: False)

        return chosen

    if len(rows) > FEW and not unfolded:
        return choice_button(tr("Line"), row.title, lambda: unfold(lambda _: True))
    return wrapped(chip(line.title, choosing(line.key), selected=line.key == row.key) for line in rows)
