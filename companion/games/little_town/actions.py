"""What players do at a table of Little Town: each action is a pure function from one state of the table to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.tables.access import RefusedError
from companion.tables.state import with_table
from scoring.little_town import moves
from scoring.little_town.board import rows
from scoring.little_town.state import BOARD_COLUMNS, BOARD_ROWS, BOARD_SQUARES, Side, Table, Terrain, Tile
from scoring.messages import say

if TYPE_CHECKING:
    from companion.tables.state import TableState

    LittleTownTable = TableState[Table]

GRASS_BOARD: Final = (Terrain.GRASS.value * BOARD_COLUMNS,) * BOARD_ROWS
"""A board of grass alone: the start of a board of one's own."""


def take_off(state: LittleTownTable, cell: str) -> LittleTownTable:
    """Take a house or worker off a square; what it paid, gathered and scored stays."""
    table = state.table
    return with_table(
        state,
        buildings=tuple(building for building in table.buildings if building.cell != cell),
        workers=tuple(worker for worker in table.workers if worker.cell != cell),
        visit=None if table.visit is not None and table.visit.cell == cell else table.visit,
    )


def give_to(state: LittleTownTable, cell: str, seat: int) -> LittleTownTable:
    """Give the house or worker on a square to a seat: a correction."""
    name = state.table.players[seat].name
    table = state.table
    return with_table(
        state,
        buildings=tuple(
            replace(building, owner=name) if building.cell == cell else building for building in table.buildings
        ),
        workers=tuple(replace(worker, owner=name) if worker.cell == cell else worker for worker in table.workers),
    )


def with_board(state: LittleTownTable, board: Side | None) -> LittleTownTable:
    """Play on a printed side; with `None` on a board of one's own that starts as a copy of the present one."""
    return with_table(state, board=rows(state.table) if board is None else board)


def paint(state: LittleTownTable, cell: str, land: Terrain) -> LittleTownTable:
    """Set the terrain of a square; the board becomes one's own."""
    letters = list("".join(rows(state.table)))
    letters[BOARD_SQUARES.index(cell)] = land.value
    painted = tuple("".join(letters[start : start + BOARD_COLUMNS]) for start in _STARTS)
    return with_table(state, board=painted)


_STARTS: Final = range(0, len(BOARD_SQUARES), BOARD_COLUMNS)


def with_market(state: LittleTownTable, tiles: frozenset[Tile]) -> LittleTownTable:
    """Set the tiles that were laid out in the market, wheat fields aside."""
    return with_table(state, market=tuple(tile for tile in Tile if tile in tiles))


def with_round(state: LittleTownTable, number: int) -> LittleTownTable:
    """Set the number of the round; nobody has been fed in it then."""
    return with_table(state, round=number, fed=(), settled=False)


def complete_objective(state: LittleTownTable, seat: int, card: str, points: int) -> LittleTownTable:
    """Complete an objective card, and score its points; refused where somebody has completed it."""
    for completion in state.table.completed:
        if completion.card == card:
            name = state.table.players[completion.seat].name
            raise RefusedError(say("{name} has completed this card.", name=name))
    return replace(state, table=moves.complete_objective(state.table, seat, card, points))
