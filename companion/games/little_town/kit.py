"""What Little Town adds to the app beside its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.kit import GameKit, SetUpItem
from companion.games.little_town.actions import MEADOW
from companion.games.little_town.copy_parts import PARTS
from companion.games.little_town.copy_values import of_copy
from companion.games.little_town.extras import LittleTownExtras
from companion.tables.state import TableState
from scoring.little_town.margins import margins
from scoring.little_town.setup import laid_out, setup
from scoring.little_town.state import Side, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.messages import Message
    from scoring.sheet import Sheet


OWN: Final = "own"


VARIANTS: Final = {
    Side.ONE.value: "Side 1 of the board",
    Side.TWO.value: "Side 2 of the board",
    OWN: "A board of our own",
}


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> LittleTownTable:
    """Return the table before the first turn, by what my copy says; a board of one's own begins as grass."""
    laid = laid_out(names) if variant == OWN else laid_out(names, Side(variant))
    table, answered = of_copy(laid, copies)
    if variant == OWN:
        table = replace(table, board=MEADOW)
    return TableState(table=table, extras=LittleTownExtras(seats=tuple(seats), answered=answered))


def setup_list(state: TableState[Table, Any]) -> tuple[SetUpItem, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(state.table.players))
    return tuple(SetUpItem(key=item.key, section=item.section.value, words=item.message) for item in items)


def margins_text(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return margins(table, sheet)


LITTLE_TOWN: Final = GameKit(
    game="little-town",
    extras=LittleTownExtras,
    variants=VARIANTS,
    begin=begin,
    setup=setup_list,
    copy_parts=PARTS,
    margins=margins_text,
)
