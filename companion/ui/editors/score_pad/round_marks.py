"""Who closed a round, or won it: the key for a player, and the question of whom it was, which waits for its answer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.formatting.text import sentence
from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.kind import EntryPart
from companion.games.score_pad.kinds.marked import is_marked, mark, unmarked_round
from companion.games.score_pad.only_totals import keeping_totals
from companion.services.end_sheet import SheetCell
from companion.ui.components.controls import caption
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.theme import SPACE
from scoring.messages import as_typed, say, titled
from scoring.score_pad.state import is_there

if TYPE_CHECKING:
    from collections.abc import Mapping

    import flet as ft

    from companion.ui.editors.score_pad.pad_sheet import PadSheet
    from scoring.messages import Message


def mark_key(sheet: PadSheet, cell: SheetCell, words: Message) -> ft.Control:
    """Return the key that says that a player closed a round, or the question who closed the one before."""
    part, category = EntryPart.read(cell.row), sheet.category(cell)
    is_new = not sheet.number(cell).stands or cell in sheet.entry.made
    last = (part.index or 0) - 1
    if is_new and unmarked_round(category, sheet.table, last) == last:
        return _question(sheet, replace(part, index=last), words, is_said=sheet.entry.typed is None)
    return _keys(sheet, part, words, {cell.seat: titled(words)})


def open_mark(sheet: PadSheet) -> list[ft.Control]:
    """Return the question who closed a round, the last one of which that is open, nothing where none is."""
    for category in sheet.table.pad.categories:
        words, index = kit_of(category).marked_by(category), unmarked_round(category, sheet.table)
        if words is not None and index is not None:
            question = kit_of(category).remark(category, sheet.table, index)
            part = EntryPart(key=category.key, index=index)
            return [_question(sheet, part, words, is_said=str(question) == str(sheet.hint))]
    return []


def _question(sheet: PadSheet, part: EntryPart, words: Message, *, is_said: bool) -> ft.Control:
    """Return a key for each player who was there, below the question unless that `is_said` already."""
    category, index = sheet.category(SheetCell(part.name, 0)), part.index or 0
    question = kit_of(category).remark(category, sheet.table, index)
    seats = {
        seat: as_typed(sheet.live.names[seat]) for seat in sheet.mine if is_there(sheet.table.players[seat], index)
    }
    above = [] if is_said or question is None else [caption(sentence(question))]
    return column([*above, _keys(sheet, part, words, seats)], spacing=SPACE)


def _keys(sheet: PadSheet, part: EntryPart, words: Message, called: Mapping[int, Message]) -> ft.Control:
    """Return the keys of some players, by their seats, as they are called."""

    async def turn(seat: int) -> None:
        typed = sheet.entry.attempt(sheet) if sheet.entry.typed is not None and sheet.entry.cell == cell(seat) else None
        change = keeping_totals(lambda state: mark(typed.change(state) if typed else state, seat, part))
        await sheet.of_seat[seat].change(label(seat), change)

    def cell(seat: int) -> SheetCell:
        return SheetCell(part.name, seat)

    def label(seat: int) -> Message:
        return say("{what}: {value}", what=sheet.title(cell(seat)), value=words)

    chips = [
        chip(name, partial(turn, seat), selected=is_marked(sheet.table, seat, part), label=label(seat))
        for seat, name in called.items()
    ]
    return wrapped(chips)
