"""The sheet of a pad's table while it is entered: its rows and its cells."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final, Self

from companion.formatting.text import under_heading
from companion.games.said_entries import BID, BID_NAMES, NOT_TICKED, TICKED, Takes
from companion.games.score_pad.copy_values import at_end, leading
from companion.games.score_pad.kinds import category_of, kit_of, with_number
from companion.games.score_pad.kinds.bids import next_number
from companion.games.score_pad.kinds.kind import (
    Cell,
    EntryPart,
    next_in_list,
    number_in,
    numbers_at,
    round_remark,
    round_title,
    rounds_of_category,
)
from companion.games.score_pad.kit import away, begun_with, is_asked, missing
from companion.games.score_pad.only_totals import adds_up, keeping_totals
from companion.services.end_sheet import CellNumber, SheetCell
from companion.ui.components.number_sheet import NOTHING, CellFacts, NumberSheet, SaidNumbers
from scoring.messages import Message, as_typed, points_text, say, with_commas
from scoring.score_pad.game import doubts, entered_by, far_out, gaps
from scoring.score_pad.kinds.cards import cards_in
from scoring.score_pad.kinds.category import look_again
from scoring.sheet import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.score_pad.kinds.cards import Lying
    from companion.tables.attempt import Transition
    from scoring.fields import Between
    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Table
    from scoring.sheet import Column

ROUNDS_SHOWN: Final = 6
"""The rounds that are shown at first: the latest ones."""

NOT_THERE_YET: Final = say("not there yet")
"""What is said of a round before a player came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadRow:
    """A row: a category, a round of one, the sum of its rounds, which is only shown, or a heading over categories.

    `key` is the name of what is entered there, without the numbers of pairs. `line` is the place of the category among
    the lines of a column; where it is the only one, and so `alone`, its rounds need no name of a category.
    """

    key: str
    heading: str | Message = field(compare=False)
    category: Category
    line: int
    index: int | None = None
    empty: bool = False
    alone: bool = False

    @property
    def typed(self) -> bool:
        """Whether numbers are entered in this row."""
        in_its_round = self.index is not None or not self.category.shape.in_rounds
        return in_its_round and self.category.has_entry and not self.empty

    @property
    def title(self) -> Message:
        """The category and the round, as labels have them."""
        if self.index is None:
            return as_typed(self.category.title)
        if self.alone:
            return round_title(self.index)
        return with_commas((as_typed(self.category.title), round_title(self.index)))


@dataclass(frozen=True)
class PadSheet(NumberSheet[PadRow]):
    """The sheet of a pad's table; of long lists of rounds the last ones are shown unless `all_rounds` are.

    After the last round of a game there is no other one, unless it goes on in a `further` round.
    """

    CLEARED = NOTHING

    all_rounds: bool = False
    further: bool = False

    @property
    def table(self) -> Table:
        """The document, with the numbers that are being saved."""
        table: Table = self.version.state.table
        return table

    @property
    def typed_table(self) -> Table:
        """The document, with the number that is being typed, too."""
        table: Table = self.entry.version(self).state.table
        return table

    @property
    def rows(self) -> tuple[PadRow, ...]:
        rows: list[PadRow] = []
        heading = ""
        for line, category in enumerate(self.table.pad.categories):
            heading = category.heading or heading
            rows += self._of(category, line, heading)
        return tuple(rows)

    def _of(self, category: Category, line: int, above: str) -> Iterator[PadRow]:
        heading = under_heading(category.title, above)
        row = PadRow(key=category.key, heading=heading, category=category, line=line)
        if category.heading is not None:
            yield replace(row, key=f"{category.key} heading", heading=category.heading, empty=True)
        in_rounds = category.shape.in_rounds
        if not in_rounds or len(self.table.pad.categories) > 1:
            yield row
        if in_rounds:
            for index in range(self.first_round(category.key), self.rounds(category)):
                yield self._round(category, line, index)

    def _round(self, category: Category, line: int, index: int) -> PadRow:
        key = EntryPart(key=category.key, index=index).name
        heading = kit_of(category).round_title(category, index)
        alone = len(self.table.pad.categories) == 1
        return PadRow(key=key, heading=heading, category=category, line=line, index=index, alone=alone)

    def first_round(self, key: str) -> int:
        """Return the first round of a category that is shown, at the latest the one that is open."""
        first = 0 if self.all_rounds else max(rounds_of_category(self.table.players, key) - ROUNDS_SHOWN, 0)
        return min(self._open_round(key, first), first)

    def rounds(self, category: Category) -> int:
        """Return how many rounds have a row: those played and the next one, which a game that is over has not."""
        room = kit_of(category).rounds_to_enter(category, self.table.players)
        if self.further or not self.is_over:
            return room
        played = rounds_of_category(self.table.players, category.key)
        return min(max(self._open_round(category.key, -1) + 1, played), room)

    def _open_round(self, key: str, no_round: int) -> int:
        """Return the round of a category that is open, `no_round` where none is."""
        part = None if self.entry.cell is None else EntryPart.read(self.entry.cell.row)
        return no_round if part is None or part.key != key or part.index is None else part.index

    @property
    def is_over(self) -> bool:
        """Whether the game is at its end."""
        return at_end(self.table, self.version.evaluated.columns) is not None

    @property
    def leads(self) -> Message | None:
        """Who leads by what is typed."""
        return leading(self.typed_table, self.entry.version(self).evaluated.columns)

    @property
    def lacks_lines(self) -> bool:
        """Whether a number is missing that somebody else has, or nobody has anything in a line; ticks are nobody's."""
        table = self.table
        lines = (each for each in table.pad.categories if each.has_entry and not each.shape.is_tick)
        return missing(table) is not None or not all(any(entered_by(line, table.players)) for line in lines)

    @property
    def opens(self) -> bool:
        """Whether a blank cell is open at first: where nothing is entered yet."""
        return not any(player.entries for player in self.table.players)

    @property
    def hint(self) -> Message:
        """A number far out, what the last round lacks, whether lines add up, or how many numbers are missing."""
        table = self.table
        remarks = (
            round_remark(kit_of(category), category, table, rounds_of_category(table.players, category.key) - 1)
            for category in table.pad.categories
            if category.shape.in_rounds
        )
        first = next(chain(doubts(table), filter(None, remarks)), None)
        return first or adds_up(table) or missing(table) or super().hint

    @property
    def said_rows(self) -> list[PadRow]:
        """A row for each category: of its rounds the one that is open, else the one that is next."""
        rows = [row for row in self.rows if self.can_be_said(row)]
        return [self._said_round(list(rounds)) for _, rounds in groupby(rows, lambda row: row.line)]

    @property
    def worked_out(self) -> list[PadRow]:
        return [row for row in self.rows if self.takes(row) is Takes.NOTHING and not row.empty]

    def can_be_said(self, row: PadRow) -> bool:
        return bool(self.seats_in(row))

    def takes(self, row: PadRow) -> Takes:
        return kit_of(row.category).takes(row.category)

    def card_names(self, row: PadRow) -> Mapping[int, str]:
        return kit_of(row.category).card_names(row.category)

    def said_numbers(self, row: PadRow, seat: int, numbers: SaidNumbers) -> SaidNumbers | Message:
        """Return the numbers as the row has them: one of a round of bids that has no word is what is entered next."""
        if self.takes(row) is not Takes.BIDS:
            return numbers
        opening = EntryPart.read(self.opening(row, seat).row).factor or BID
        parts = [opening if place == () else place[0] for place in numbers]
        standing = {EntryPart.read(cell.row).factor for cell in self.parts(row, seat) if self.number(cell).stands}
        lacking = next((part - 1 for part in parts if part and part - 1 not in {*standing, *parts}), None)
        if lacking is not None:
            missing = say("{what}: {value}", what=self.live.names[seat], value=BID_NAMES[lacking])
            return say("{question}?", question=missing)
        return {(part,): number for part, number in zip(parts, numbers.values(), strict=True)}

    def _said_round(self, rounds: Sequence[PadRow]) -> PadRow:
        cell = self.entry.cell
        opened = (row for row in rounds if cell is not None and row.key == cell.row)
        blank = (
            row
            for row in rounds
            if not all(self.number(SheetCell(row.key, seat)).stands for seat in self.seats_in(row))
        )
        return next(chain(opened, blank), rounds[-1])

    def said_title(self, row: PadRow) -> str:
        return row.category.title

    def seats_in(self, row: PadRow) -> Sequence[int]:
        return [seat for seat in range(len(self.of_seat)) if self.parts(row, seat)] if row.typed else ()

    def parts(self, row: PadRow, seat: int) -> tuple[SheetCell, ...]:
        if not is_asked(self.table.players[seat], row.category, row.index):
            return ()
        parts = kit_of(row.category).cell_parts(row.category, self.table, seat, row.index)
        return tuple(SheetCell(part.name, seat) for part in parts)

    def opening(self, row: PadRow, seat: int) -> SheetCell:
        """Return the cell that opens where a player is tapped in a row; a bonus is opened by itself alone."""
        shape = row.category.shape
        if not shape.optional:
            return super().opening(row, seat)
        cells = self.parts(row, seat)[: len(shape.ranges) - shape.optional]
        return next((cell for cell in cells if not self.number(cell).stands), cells[-1])

    def row_of(self, cell: SheetCell) -> PadRow:
        part = EntryPart.read(cell.row)
        categories = enumerate(self.live.state.table.pad.categories)
        line, category = next(numbered for numbered in categories if numbered[1].key == part.key)
        if part.index is None or not category.shape.in_rounds:
            return PadRow(key=part.key, heading=category.title, category=category, line=line)
        return self._round(category, line, part.index)

    def category(self, cell: SheetCell) -> Category:
        """Return the category of a cell."""
        return category_of(self.live.state.table, EntryPart.read(cell.row).key)

    def row_key(self, cell: SheetCell) -> str:
        return self.row_of(cell).key

    @property
    def is_complete(self) -> bool:
        """Whether there is but one line, without rounds, and everybody has a number there."""
        categories = self.table.pad.categories
        is_one = len(categories) == 1 and not categories[0].shape.in_rounds
        return is_one and all(
            self.number(self.opening(row, seat)).stands for row in self.rows for seat in self.seats_in(row)
        )

    def after(self, cell: SheetCell) -> SheetCell | None:
        """Return the cell to which Enter leads: past a round that nobody has begun where there is none to come."""
        following = self._following(cell)
        row = None if following is None else self.row_of(following)
        if row is None or row.index is None or not self._is_blank(row) or row == self.row_of(cell):
            return following
        return self._after_line(cell, row) if self.is_over else following

    def _following(self, cell: SheetCell) -> SheetCell | None:
        """Return the next cell: first the rest of a list; from a round that nobody began the next category, if any."""
        part, row, typed = EntryPart.read(cell.row), self.row_of(cell), bool(self.entry.typed)
        entered = typed or self.number(cell).stands
        if row.category.shape.in_one_cell:
            following = next_in_list(row.category, part) if entered else None
            return super().after(cell) if following is None else SheetCell(following.name, cell.seat)
        goes_past = row.index and not entered and self._is_blank(row)
        beyond = self._after_line(cell, row) if goes_past else None
        return beyond or (self._after_bid(cell, row) if kit_of(row.category).in_turn else super().after(cell))

    def _after_line(self, cell: SheetCell, row: PadRow) -> SheetCell | None:
        """Return the first cell after all rounds of a category."""
        path, _ = self.path(cell)
        return self.first_missing(later for later in path if later[0].line > row.line)

    def first_gap(self) -> SheetCell | None:
        """Return the first cell of this browser without a number that somebody else has, `None` without any."""
        lacking = {gap.category.key: gap.seats for gap in gaps(self.table)}
        places = ((row, seat) for row in self.rows for seat in self.seats_in(row) if seat in self.mine)
        return self.first_missing(place for place in places if place[1] in lacking.get(place[0].category.key, ()))

    def first_cards(self) -> SheetCell | None:
        """Return the cell with cards that is open where nothing is entered yet, `None` where none is."""
        cell, players = self.entry.cell, self.table.players
        own = players if self.own is None else [players[self.own]]
        is_new = not any(player.entries for player in own)
        return cell if is_new and cell is not None and self.category(cell).shape.of_cards else None

    def next_of_cards(self, cell: SheetCell) -> SheetCell | None:
        """Return the cards that are taken after those of a cell: a later player's of its row, once any lie here."""
        if cell not in self.cells or not self.number(cell).stands:
            return None
        path, at = self.path(cell)
        row = self.row_of(cell)
        return self.first_missing(place for place in path[at + 1 :] if place[0] == row)

    def _is_blank(self, row: PadRow) -> bool:
        """Return whether nobody has entered anything in a round yet."""
        part = EntryPart(key=row.category.key, index=row.index)
        return not numbers_at(self.table, range(len(self.of_seat)), part)

    def _after_bid(self, cell: SheetCell, row: PadRow) -> SheetCell | None:
        """Return the number after one of a round of bids: of the same round until it is complete."""
        path, _ = self.path(cell)
        seats = [seat for in_row, seat in path if in_row == row]
        following = next_number(self.table, seats, EntryPart.read(cell.row), cell.seat)
        if following is not None:
            return SheetCell(following[0].name, following[1])
        last = max(at for at, (in_row, _) in enumerate(path) if in_row == row)
        return self.first_missing(path[last + 1 :])

    def number(self, cell: SheetCell) -> CellNumber:
        part = EntryPart.read(cell.row)
        number = number_in(self.table, cell.seat, part)
        if part.index is None and self.cards(cell):
            number = self.version.evaluated.columns[cell.seat].lines[self.row_of(cell).line].points
        return CellNumber(points=number or 0, stands=number is not None)

    def cards(self, cell: SheetCell) -> Lying:
        """Return the cards in a cell, none where it takes none."""
        return cards_in(self.table.players[cell.seat].entries.get(EntryPart.read(cell.row).key))

    def can_miss(self, row: PadRow) -> bool:
        return not row.category.shape.is_tick

    def content(self, cell: SheetCell) -> object:
        return self.number(cell), self.is_marked_in(cell), self.cards(cell)

    def is_marked_in(self, cell: SheetCell) -> bool:
        """Return whether the player of a cell closed its round, or won it."""
        part, entries = EntryPart.read(cell.row), self.table.players[cell.seat].entries
        return part.index in {*self.category(cell).marked_in(entries.get(part.key))}

    def changed(self, done: Self) -> list[SheetCell]:
        """Return the cells in which something else stands, also in rounds that are not shown, first who is marked."""
        before, after = (replace(sheet, all_rounds=True, further=True) for sheet in (self, done))
        return sorted(super(PadSheet, before).changed(after), key=lambda cell: not after.is_marked_in(cell))

    def range_of(self, cell: SheetCell) -> Between:
        """Return the range of the number in a cell."""
        part = EntryPart.read(cell.row)
        return self.category(cell).range_of(part.factor or 0, part.index or 0)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        part = EntryPart.read(cell.row)
        return keeping_totals(lambda state: with_number(state, cell.seat, part, number))

    def title(self, cell: SheetCell) -> Message:
        """Return whose number is in a cell, and what it is, to the number of a list."""
        return kit_of(self.category(cell)).part_title(super().title(cell), EntryPart.read(cell.row))

    def open_title(self, cell: SheetCell) -> Message:
        """Return the title of the open cell; which number of a list it is, the list shows."""
        return self.title(cell) if kit_of(self.category(cell)).in_turn else super().open_title(cell)

    def label(self, cell: SheetCell, number: int | None) -> Message:
        if self.category(cell).shape.is_tick:
            return say("{what}: {value}", what=self.title(cell), value=TICKED if number else NOT_TICKED)
        return super().label(cell, number)

    def reason(self, cell: SheetCell) -> Message | None:
        """Return how the points of a number come about, or what numbers are worth where none is entered yet.

        Pairs are shown as they are, and a round is worth what is typed; of bids it is whether they fit the tricks.
        """
        row = self.row_of(cell)
        kit, category = kit_of(row.category), row.category
        table = self.typed_table
        number = far_out(table, category)
        if number is not None and number == (cell.seat, number_in(table, cell.seat, EntryPart.read(cell.row))):
            return look_again(number[1])
        if category.each_more == 0:
            return kit.worth(category, {})
        if kit.own_reason:
            return kit.reason(category, table, EntryPart.read(cell.row), cell.seat)
        if self.entry.typed is None and not self.number(cell).stands:
            if category.shape.of_cards:
                return None
            before = None if row.index is None else row.index - 1
            return kit.worth(category, {}) if before is None else round_remark(kit, category, self.table, before)
        return self.entry.version(self).evaluated.columns[cell.seat].lines[row.line].because

    def facts(self, row: PadRow, seat: int, column: Column, *, late: bool) -> CellFacts | None:
        line = column.lines[row.line]
        if not row.typed:
            return (
                None
                if row.empty
                else CellFacts(figure=line.figure, said=(NOTHING if line.blank else points_text(line.points),))
            )
        if not is_asked(self.table.players[seat], row.category, row.index):
            return self._of_absent(row, seat)
        facts = super().facts(row, seat, column, late=late)
        if facts is None:
            return None
        shown = Cell(
            table=self.typed_table,
            seat=seat,
            part=EntryPart(key=row.category.key, index=row.index),
            figure=facts.figure,
            said=facts.said,
            points=line.points,
            because=line.because,
            is_wrong=facts.wrong,
        )
        return replace(facts, **kit_of(row.category).shown(row.category, shown))

    def _of_absent(self, row: PadRow, seat: int) -> CellFacts:
        """Return what a row shows of a player who is not there: in the round before they came what they began with."""
        player = self.table.players[seat]
        start = None if row.index is None else begun_with(player, row.category, row.index)
        if start is not None:
            return CellFacts(figure=start, said=(say("begins with {points}", points=points_text(start)),), firm=False)
        return CellFacts(figure=MISSING, said=(away(self.table, seat) or NOT_THERE_YET,), firm=False)

    def figures(self) -> Iterator[object]:
        yield from super().figures()
        for line, category in enumerate(self.table.pad.categories):
            for player, column in zip(self.table.players, self.live.columns, strict=True):
                if kit_of(category).shows_worth:
                    yield column.lines[line].points * 10  # with its sign of equality
                entry = player.entries.get(category.key)
                parts = entry if isinstance(entry, tuple) else (entry,)
                yield from (part for part in parts if type(part) is int)
                # a bid and what was made of it stand beside each other, and the mark beside a number
                yield from (f"{part[0]}/{part[1]:d}" for part in parts if isinstance(part, tuple))
