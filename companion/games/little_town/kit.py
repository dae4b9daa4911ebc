"""What Little Town adds to the app apart from its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit
from companion.games.little_town.actions import GRASS_BOARD
from companion.games.little_town.copy_values import COPY_PARTS, GAME, with_my_copy
from companion.games.little_town.extras import LittleTownExtras
from companion.tables.state import TableState
from scoring.little_town.margins import margins
from scoring.little_town.setup import laid_out, setup
from scoring.little_town.state import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle

OWN_BOARD: Final = "own"

VARIANTS: Final = {
    Side.ONE.value: "Side 1 of the board",
    Side.TWO.value: "Side 2 of the board",
    OWN_BOARD: "A board of our own",
}


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> LittleTownTable:
    """Return the table before the first turn, with the answers of my copy; a board of one's own starts as grass."""
    laid = laid_out(names) if variant == OWN_BOARD else laid_out(names, Side(variant))
    table, answered = with_my_copy(laid, copies)
    if variant == OWN_BOARD:
        table = replace(table, board=GRASS_BOARD)
    return TableState(table=table, extras=LittleTownExtras(seats=tuple(seats), answered=answered))


LITTLE_TOWN: Final = GameKit(
    game=GAME,
    extras=LittleTownExtras,
    variants=VARIANTS,
    begin=begin,
    setup=lambda state: setup(len(state.table.players)),
    copy_parts=COPY_PARTS,
    margins=margins,
    fields={"track": "score"},
    blank={"coins": 0},
)
