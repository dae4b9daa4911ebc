"""The sheet of a pad's table while it is entered: its rows and its cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final

from companion.games.score_pad.actions import (
    EntryPart,
    number_in,
    parts_of,
    rounds_played,
    rounds_to_enter,
    with_number,
    with_tick,
)
from companion.games.score_pad.wording import worth_text
from companion.services.end_sheet import CellNumber, SheetCell
from companion.ui.components.number_sheet import NOTHING, CellFacts, NumberSheet
from scoring.fields import Between
from scoring.messages import Message, as_typed, points_text, say, with_commas
from scoring.score_pad.entries import entry_range, pairs_of
from scoring.score_pad.state import FACTOR_RANGE, MAX_PRODUCTS, ROUND_RANGE, Points, Products, Rounds, Tick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.tables.attempt import Transition
    from scoring.score_pad.state import AnyCategory, Table
    from scoring.sheet import Column

ROUNDS_SHOWN: Final = 6
"""The rounds that are shown at first: the latest ones."""

TICK_RANGE: Final = Between(0, 1)
"""The numbers that stand for a tick."""

PLAIN: Final = (Points, Rounds)
"""The kinds whose numbers are points."""

TICKED: Final = say("ticked")
NOT_TICKED: Final = say("not ticked")


def round_title(index: int) -> Message:
    """Return the name of a round."""
    return say("Round {number}", number=index + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PadRow:
    """A row: a category, a round of one, or the sum of its rounds, which is only shown.

    `key` is the name of what is entered there, without the numbers of pairs. `line` is the place of the category among
    the lines of a column.
    """

    key: str
    heading: str | Message
    category: AnyCategory
    line: int
    index: int | None = None

    @property
    def typed(self) -> bool:
        """Whether numbers are entered in this row."""
        return self.index is not None or not isinstance(self.category, Rounds)

    @property
    def title(self) -> Message:
        """The category and the round, as labels have them."""
        if self.index is None:
            return as_typed(self.category.title)
        return with_commas((as_typed(self.category.title), round_title(self.index)))


@dataclass(frozen=True)
class PadSheet(NumberSheet[PadRow]):
    """The sheet of a pad's table; of long lists of rounds the last ones are shown unless `all_rounds` are."""

    CLEARED = NOTHING

    all_rounds: bool = False

    @property
    def table(self) -> Table:
        """The document, with the numbers that are being saved."""
        table: Table = self.version.state.table
        return table

    @property
    def rows(self) -> tuple[PadRow, ...]:
        return tuple(row for line, category in enumerate(self.table.pad.categories) for row in self._of(category, line))

    def _of(self, category: AnyCategory, line: int) -> Iterator[PadRow]:
        row = PadRow(key=category.key, heading=category.title, category=category, line=line)
        if not isinstance(category, Rounds) or len(self.table.pad.categories) > 1:
            yield row
        if isinstance(category, Rounds):
            for index in range(self.first_round(category.key), rounds_to_enter(self.table.players, category.key)):
                yield self._round(category, line, index)

    def _round(self, category: AnyCategory, line: int, index: int) -> PadRow:
        key = EntryPart(key=category.key, index=index).name
        return PadRow(key=key, heading=round_title(index), category=category, line=line, index=index)

    def first_round(self, key: str) -> int:
        """Return the first round of a category that is shown."""
        return 0 if self.all_rounds else max(rounds_played(self.table.players, key) - ROUNDS_SHOWN, 0)

    @property
    def opens(self) -> bool:
        """Whether a blank cell is open at first: where nothing is entered yet."""
        return not any(player.entries for player in self.table.players)

    @property
    def said_rows(self) -> list[PadRow]:
        """A row for each category: of its rounds the one that is open, else the one that is next."""
        rows = [row for row in self.rows if self.can_be_said(row)]
        return [self._said_round(list(rounds)) for _, rounds in groupby(rows, lambda row: row.line)]

    def can_be_said(self, row: PadRow) -> bool:
        return not isinstance(row.category, Tick) and super().can_be_said(row)

    def _said_round(self, rounds: Sequence[PadRow]) -> PadRow:
        cell, seats = self.entry.cell, range(len(self.of_seat))
        opened = (row for row in rounds if cell is not None and row.key == cell.row)
        blank = (row for row in rounds if not all(self.number(SheetCell(row.key, seat)).stands for seat in seats))
        return next(chain(opened, blank), rounds[-1])

    def said_title(self, row: PadRow) -> str:
        return row.category.title

    def seats_in(self, row: PadRow) -> Sequence[int]:
        return range(len(self.of_seat)) if row.typed else ()

    def parts(self, row: PadRow, seat: int) -> tuple[SheetCell, ...]:
        if isinstance(row.category, Products):
            return tuple(SheetCell(part.name, seat) for part in parts_of(row.category, self.table.players[seat], 0))
        return (SheetCell(row.key, seat),)

    def row_of(self, cell: SheetCell) -> PadRow:
        part = EntryPart.read(cell.row)
        categories = enumerate(self.live.state.table.pad.categories)
        line, category = next(numbered for numbered in categories if numbered[1].key == part.key)
        if part.index is None or part.factor is not None:
            return PadRow(key=part.key, heading=category.title, category=category, line=line)
        return self._round(category, line, part.index)

    def row_key(self, cell: SheetCell) -> str:
        return self.row_of(cell).key

    def after(self, cell: SheetCell) -> SheetCell | None:
        """Return the cell to which Enter leads: first the rest of the pairs; past a round that nobody has begun."""
        part, row, typed = EntryPart.read(cell.row), self.row_of(cell), bool(self.entry.typed)
        entered = typed or self.number(cell).stands
        if part.factor == 0 and entered:
            return SheetCell(replace(part, factor=1).name, cell.seat)
        if part.factor == 1 and entered and part.index is not None and part.index + 1 < MAX_PRODUCTS:
            return SheetCell(replace(part, index=part.index + 1, factor=0).name, cell.seat)
        if row.index is not None and not typed and row.index >= rounds_played(self.table.players, part.key):
            path, at = self.path(cell)
            return next((self.opening(*later) for later in path[at:] if later[0].line > row.line), None)
        return super().after(cell)

    def number(self, cell: SheetCell) -> CellNumber:
        number = number_in(self.table.players[cell.seat], EntryPart.read(cell.row))
        return CellNumber(points=number or 0, stands=number is not None)

    def range_of(self, cell: SheetCell) -> Between:
        """Return the range of the number in a cell."""
        match self.row_of(cell).category:
            case Tick():
                return TICK_RANGE
            case Rounds():
                return ROUND_RANGE
            case Products():
                return FACTOR_RANGE
            case category:
                return entry_range(category)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        part = EntryPart.read(cell.row)
        if isinstance(self.row_of(cell).category, Tick):
            return lambda state: with_tick(state, cell.seat, part.key, ticked=bool(number))
        return lambda state: with_number(state, cell.seat, part, number)

    def title(self, cell: SheetCell) -> Message:
        """Return whose number is in a cell, and what it is, to the number of a pair."""
        part, title = EntryPart.read(cell.row), super().title(cell)
        if part.factor is None or part.index is None:
            return title
        return say("{cell}, pair {number}, number {factor}", cell=title, number=part.index + 1, factor=part.factor + 1)

    def label(self, cell: SheetCell, number: int | None) -> Message:
        if isinstance(self.row_of(cell).category, Tick):
            return say("{what}: {value}", what=self.title(cell), value=TICKED if number else NOT_TICKED)
        return super().label(cell, number)

    def reason(self, cell: SheetCell) -> Message | None:
        """Return how the points of a number come about, or what numbers are worth where none is entered yet.

        Pairs are shown as they are, and a round is worth what is typed.
        """
        row = self.row_of(cell)
        if isinstance(row.category, Products):
            return None
        if self.entry.typed is None and not self.number(cell).stands:
            return None if row.index is not None else worth_text(row.category)
        return self.entry.version(self).evaluated.columns[cell.seat].lines[row.line].because

    def facts(self, row: PadRow, seat: int, column: Column, *, late: bool) -> CellFacts | None:
        line = column.lines[row.line]
        points = points_text(line.points)
        if not row.typed:
            return CellFacts(figure=line.points, said=(points,))
        facts = super().facts(row, seat, column, late=late)
        if facts is None or isinstance(row.category, PLAIN):
            return facts
        if isinstance(row.category, Products):  # all pairs have one cell, which shows what they are worth
            entered = bool(pairs_of(self.table.players[seat], row.key))
            return replace(facts, figure=line.points, firm=facts.firm or entered, said=(line.because, points))
        if isinstance(row.category, Tick):
            ticked = facts.figure not in (0, "0", "", "-")
            return replace(facts, ticked=ticked, worth=line.points, said=(TICKED if ticked else NOT_TICKED, points))
        return replace(facts, worth=line.points, said=(*facts.said, points))

    def figures(self) -> Iterator[object]:
        yield from super().figures()
        for line, category in enumerate(self.table.pad.categories):
            for player, column in zip(self.table.players, self.live.columns, strict=True):
                if not isinstance(category, (*PLAIN, Products)):
                    yield column.lines[line].points * 10  # with its sign of equality
                entry = player.entries.get(category.key)
                yield from (part for part in (entry if isinstance(entry, tuple) else (entry,)) if type(part) is int)
