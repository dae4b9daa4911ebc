"""The field that takes scores as people write or say them, for the sheet that is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.said_entries import Place, Takes, value_text
from companion.services.end_sheet import SheetCell
from companion.services.said_scores import read_scores
from companion.tables.attempt import Attempt
from companion.ui.components.controls import button, caption, icon_button, outlined, text
from companion.ui.components.dialogs import change_and_say, choice_button, use_window
from companion.ui.components.drafts import use_read, use_typed
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, memo, safe
from companion.ui.core.hooks import keyed, use_value, value_now
from companion.ui.core.theme import Style
from scoring.messages import Message, counted, say, tr, wordless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.tables.attempt import Transition
    from companion.tables.state import TableState
    from companion.ui.components.number_entry import Open
    from companion.ui.components.number_sheet import AnySheet, NumberRow

SAY: Final = say("Type or paste scores")

TO_SAY: Final = say("To say them, use the microphone of your keyboard.")

FEW: Final = 4
"""The most rows that are all offered at first."""

MAX_LINES: Final = 8
"""The most lines of the field; longer texts scroll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidEntry:
    """What is said of the player on a seat in a row: the numbers by their places in the entry."""

    sheet: AnySheet
    row: NumberRow
    seat: int
    numbers: Mapping[Place, int]

    @property
    def cells(self) -> list[SheetCell]:
        """The cells into which the numbers go, in their order."""
        return [SheetCell(_in_row(self.row, place), self.seat) for place in sorted(self.numbers)]

    @property
    def changes(self) -> Iterator[Transition]:
        """The changes that put the numbers there; what stood in a list before goes, from the end."""
        for place, cell in zip(sorted(self.numbers), self.cells, strict=True):
            yield self.sheet.change(cell, self.numbers[place])
        if self.takes in (Takes.LIST, Takes.PAIRS):
            for place in sorted(self.before.keys() - self.numbers, reverse=True):
                yield self.sheet.change(SheetCell(_in_row(self.row, place), self.seat), None)

    @property
    def before(self) -> dict[Place, int]:
        """The numbers that stand there: of bids those that are said."""
        cells = self.cells if self.takes is Takes.CARDS else self.sheet.parts(self.row, self.seat)
        standing = {_place_in(self.row, cell): self.sheet.number(cell) for cell in cells}
        lists = self.takes is not Takes.BIDS
        return {
            place: number.points
            for place, number in standing.items()
            if number.stands and (lists or place in self.numbers)
        }

    @property
    def is_taken(self) -> bool:
        """Whether it is a tick that does not stand there."""
        return self.takes is Takes.TICK and any(self.numbers.values()) and not self.before

    @property
    def value(self) -> object:
        """What is said, in words."""
        return self._worded(self.numbers)

    @property
    def takes(self) -> Takes:
        """What the row takes."""
        return self.sheet.takes(self.row)

    def _worded(self, numbers: Mapping[Place, int]) -> object:
        return value_text(self.takes, numbers, self.sheet.card_names(self.row))

    @property
    def line(self) -> Message:
        """What was understood, and instead of what."""
        sheet, before = self.sheet, self.before
        what = sheet.heading(self.row, self.seat)
        if before and before != self.numbers:
            return say("{what}: {value} instead of {before}", what=what, value=self.value, before=self._worded(before))
        return say("{what}: {value}", what=what, value=self.value)


def _in_row(row: NumberRow, place: Place) -> str:
    """Return the key of the cell at a place of an entry."""
    return ".".join([row.key, *map(str, place)])


def _place_in(row: NumberRow, cell: SheetCell) -> Place:
    """Return the place of a cell in the entry of its row."""
    return tuple(int(number) for number in cell.row.removeprefix(row.key).split(".") if number)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidEntries:
    """What was said that goes into a sheet, and what was not understood or cannot be."""

    sheet: AnySheet
    entries: tuple[SaidEntry, ...] = ()
    problems: tuple[Message, ...] = ()

    @classmethod
    def read(cls, sheet: AnySheet, said: str, row: str) -> SaidEntries:
        """Read a text, of which a row is meant where it names none."""
        rows: dict[str, NumberRow] = {row.key: row for row in (*sheet.said_rows, *sheet.worked_out)}
        titles = {key: sheet.said_title(row) for key, row in rows.items()}
        takes = {key: sheet.takes(row) for key, row in rows.items()}
        cards = {key: sheet.card_names(row) for key, row in rows.items()}
        read = read_scores(said, sheet.live.names, titles, row, takes, cards)
        made = [
            cls._entry(sheet, rows[key], seat, {score.place: score.number for score in scores})
            for (key, seat), scores in groupby(read.scores, lambda score: (score.row, score.seat))
        ]
        entries = tuple(entry for entry in made if isinstance(entry, SaidEntry))
        problems = (*read.problems, *(entry for entry in made if isinstance(entry, Message)))
        understood = cls(sheet=sheet, entries=entries, problems=tuple(dict.fromkeys(problems)))
        refusal = understood.refusal if entries and not problems else None
        return understood if refusal is None else cls(sheet=sheet, entries=understood.entries, problems=(refusal,))

    @property
    def refusal(self) -> Message | None:
        """Why the table does not take it, or who cannot all have a tick, of which one player alone has it."""
        attempt = Attempt.at(self.sheet.live.now, self.change)
        if attempt.refusal is not None:
            return attempt.refusal
        after = self.sheet.at(attempt.after)
        taken = next((entry for entry in self.entries if replace(entry, sheet=after).is_taken), None)
        if taken is None:
            return None
        names = tuple(self.sheet.live.names[entry.seat] for entry in self.entries if entry.row == taken.row)
        return say("{name}: {names}? One player at most has it", name=taken.row.title, names=names)

    @staticmethod
    def _entry(sheet: AnySheet, row: NumberRow, seat: int, said: Mapping[Place, int]) -> SaidEntry | Message:
        """Return an entry, or the sentence that says why it cannot be."""
        if seat not in sheet.mine or seat not in sheet.seats_in(row):
            return sheet.of_seat[seat].refusal or NOT_THERE
        numbers = sheet.said_numbers(row, seat, said)
        if isinstance(numbers, Message):
            return numbers
        return SaidEntry(sheet=sheet, row=row, seat=seat, numbers=numbers)

    def change(self, state: TableState[Any]) -> TableState[Any]:
        """Put everything into a table."""
        changes = (change for entry in self.entries for change in entry.changes)
        return reduce(lambda changed, change: change(changed), changes, state)

    @property
    def label(self) -> Message:
        """The name of that change: what is said in a row, or how many numbers there are in which rows."""
        rows = {entry.row.key: entry.row.title for entry in self.entries}
        names = self.sheet.live.names
        values: object = tuple(
            wordless("{name} {value}", name=names[entry.seat], value=entry.value) for entry in self.entries
        )
        if len(rows) > 1:
            number = sum(len(entry.numbers) for entry in self.entries)
            values = counted(number, "{number} number", "{number} numbers")
        return say("{what}: {value}", what=tuple(rows.values()), value=values)


NOT_THERE: Final = say("this line has no number of that player")

HINTS: Final[Mapping[Takes, tuple[object, ...]]] = {
    Takes.NUMBER: (12, 15),
    Takes.TICK: (say("yes"), say("no")),
    Takes.LIST: ("3 5 2", "4 4"),
    Takes.PAIRS: ("5 × 2 + 3 × 1", "4 × 2"),
    Takes.BIDS: (say("bid {bid}, made {made}", bid=2, made=3), say("bid {bid}", bid=1)),
}
"""What may be typed of two players, by what the row takes."""


def _hints(sheet: AnySheet, row: NumberRow) -> Sequence[object]:
    """Return what may be typed of two players in a row: of cards the first two of the deck, or their points."""
    takes = sheet.takes(row)
    if takes is not Takes.CARDS:
        return HINTS[takes]
    first, *others = sheet.card_names(row).values()
    return [", ".join([f"4 {first}", *(f"2 {name}" for name in others[:1])]), 87]


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
        return icon_button(ft.Icons.KEYBOARD_OUTLINED, SAY, begin)
    return outlined(SAY, begin, icon=ft.Icons.KEYBOARD_OUTLINED)


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
    read, read_now = use_read(said, lambda words: SaidEntries.read(now, words, row.key), [row.key, live.revision])

    def type_in(words: str) -> None:
        set_said(lambda _: words)
        set_tried(lambda _: False)

    async def save() -> None:
        words = value_now(set_said)
        understood = await read_now(words)
        if understood.problems or not understood.entries:
            set_tried(lambda _: True)
            return
        await change_and_say(sheet.of_seat[understood.entries[-1].seat], understood.label, understood.change)
        set_said(lambda old: "" if old == words else old)
        close()
        await pick(_following(sheet.now, understood.entries))

    hint = ", ".join(f"{name} {value}" for name, value in zip(live.names, _hints(now, row), strict=False))
    entry = field(
        ui,
        tr("Names and points"),
        said,
        type_in,
        hint_text=hint,
        helper=caption(TO_SAY),
        multiline=True,
        shift_enter=True,
        min_lines=2,
        max_lines=MAX_LINES,
        autofocus=True,
        on_submit=safe(save),
    )
    chooser = [keyed("row", RowChoice, rows, row, lambda key: choose(lambda _: key))] if len(rows) > 1 else []
    return column([*chooser, entry, Answer(read, tried=tried), AtThumb(lambda: [button(tr("Save"), save)])])


def _first_row(sheet: AnySheet, rows: Sequence[NumberRow]) -> NumberRow:
    """Return the row that is open, else the first one in which somebody has no number."""
    cell = sheet.entry.cell
    opened = [row for row in rows if cell is not None and row.key == sheet.row_key(cell)]
    blank = [row for row in rows if not all(_is_entered(sheet, row, seat) for seat in sheet.seats_in(row))]
    return (opened or blank or [*rows])[0]


def _is_entered(sheet: AnySheet, row: NumberRow, seat: int) -> bool:
    return any(sheet.number(cell).stands for cell in sheet.parts(row, seat))


def _following(sheet: AnySheet, filled: Sequence[SaidEntry]) -> SheetCell | None:
    """Return the cell to open after some were filled: in the row of the last one of whoever lacks it, or what follows.

    Of a round of bids it is what is entered next.
    """
    last = filled[-1]
    if sheet.takes(last.row) is Takes.BIDS:
        return sheet.after(last.cells[-1])
    row = sheet.row_of(last.cells[-1])
    seats = sheet.seats_in(row)
    done = [entry.seat for entry in filled if entry.row == last.row]
    blank = [seat for seat in seats if seat in sheet.mine and seat not in done and not _is_entered(sheet, row, seat)]
    return sheet.opening(row, blank[0]) if blank else sheet.after(sheet.opening(row, seats[-1]))


@memo
def Answer(understood: SaidEntries | None, *, tried: bool) -> ft.Control:
    """Show what was understood, and what was not, which stands out once somebody `tried` to save it."""
    ink = ft.Colors.ERROR if tried else ft.Colors.ON_SURFACE_VARIANT
    entries, problems = ((), ()) if understood is None else (understood.entries, understood.problems)
    lines: list[ft.Control] = [text(entry.line) for entry in entries]
    lines += [text(sentence(problem), Style.SMALL, color=ink) for problem in problems]
    return ft.Semantics(content=column(lines), live_region=True, container=True)


@component
def RowChoice(rows: Sequence[NumberRow], row: NumberRow, choose: Callable[[str], None]) -> ft.Control:
    """Show the row into which numbers go, and the others."""
    unfolded, unfold = use_value(initial=False)

    def take(key: str) -> None:
        choose(key)
        unfold(lambda _: False)

    if len(rows) > FEW and not unfolded:
        return choice_button(tr("Line"), row.title, lambda: unfold(lambda _: True))
    return wrapped(chip(line.title, partial(take, line.key), selected=line.key == row.key) for line in rows)
