"""What Little Town adds to the app apart from its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit, HelpPage
from companion.games.little_town.actions import GRASS_BOARD
from companion.games.little_town.copy_values import COPY_PARTS, GAME, with_my_copy
from companion.tables.state import Extras, PlayerStyle, TableState, with_table
from scoring.little_town.board import rows
from scoring.little_town.game import margins
from scoring.little_town.moves import laid_out, setup
from scoring.little_town.state import LAST_ROUND, Side
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.my_copy import MyCopy


HELP: Final = HelpPage(
    enter=(
        say("Market: enter the twelve tiles once."),
        say("Town: tap a square to place a worker or build."),
    ),
    rules=(
        say("Four rounds; everybody places workers in turn."),
        say(
            "A worker gathers from the eight squares around and may use each building there once; another player’s "
            "costs 1 coin."
        ),
        say("Or it builds on grass: pay the tile, score at once."),
        say("Then each worker eats a fish, a wheat or 3 coins, or costs 3 points."),
    ),
)


OWN_BOARD: Final = "own"

VARIANTS: Final = {
    **{side.value: side.noun.title for side in Side},
    OWN_BOARD: say("A board of our own"),
}


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> LittleTownTable:
    """Return the table before the first turn, with the answers of my copy; a board of one's own starts as grass."""
    laid = laid_out(names) if variant == OWN_BOARD else laid_out(names, Side(variant))
    table = with_my_copy(laid, copies)
    if variant == OWN_BOARD:
        table = replace(table, board=GRASS_BOARD)
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def variant_of(state: LittleTownTable) -> str:
    """Return the key in `VARIANTS` of the board of a table."""
    board = state.table.board
    return board.value if isinstance(board, Side) else OWN_BOARD


def with_variant(state: LittleTownTable, variant: str, _copies: MyCopy) -> LittleTownTable:
    """Return a table on another board; a board of one's own begins as the one that is there."""
    board = rows(state.table) if variant == OWN_BOARD else Side(variant)
    return with_table(state, board=board)


LITTLE_TOWN: Final = GameKit(
    game=GAME,
    mark="tavern",
    variants=VARIANTS,
    begin=begin,
    help_page=HELP,
    variant_of=variant_of,
    with_variant=with_variant,
    setup=lambda state: setup(len(state.table.players)),
    copy_parts=COPY_PARTS,
    margins=margins,
    fields={"track": "score"},
    blank={"coins": 0},
    stage=lambda state: say("round {round} of {rounds}", round=state.table.round, rounds=LAST_ROUND),
    early=lambda state: state.table.round < LAST_ROUND,
)
