"""What players do at a table of Little Town, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.little_town.extras import CompletedObjective, LittleTownExtras, Visit
from companion.tables.state import TableState
from scoring.little_town import booking
from scoring.little_town.board import standing, tiles_left, workers_left
from scoring.little_town.data import BOARDS
from scoring.little_town.gather import gather_resources
from scoring.little_town.state import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    BOARD_SQUARES,
    Building,
    Side,
    Table,
    Terrain,
    Tile,
    Worker,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.little_town.activate import Swap
    from scoring.little_town.state import Cube, Player

    Transition = Callable[["LittleTownTable"], "LittleTownTable"]


LittleTownTable = TableState[Table, LittleTownExtras]


GRASS_BOARD: Final = (Terrain.GRASS.value * BOARD_COLUMNS,) * BOARD_ROWS
"""A board of grass alone, from which one's own is made."""


def player_of(state: LittleTownTable, seat: int) -> Player:
    """Return the player in a seat."""
    return state.table.players[seat]


def name_of(state: LittleTownTable, seat: int) -> str:
    """Return what the player in a seat is called."""
    return player_of(state, seat).name


def seat_of(state: LittleTownTable, name: str) -> int | None:
    """Return the seat of a player, `None` where nobody is called so."""
    return next((seat for seat, player in enumerate(state.table.players) if player.name == name), None)


# -- workers and turns


def workers_at_site(state: LittleTownTable, seat: int) -> int:
    """Return how many workers of a seat are at the construction site."""
    site = state.extras.site
    return site[seat] if seat < len(site) else 0


def workers_at_hand(state: LittleTownTable, seat: int) -> int:
    """Return how many workers of a seat are still to be placed in this round."""
    return max(workers_left(state.table, name_of(state, seat)) - workers_at_site(state, seat), 0)


def workers_to_place(state: LittleTownTable) -> int:
    """Return how many workers of all players are still to be placed in this round."""
    return sum(workers_at_hand(state, seat) for seat in range(len(state.table.players)))


def next_seat(state: LittleTownTable, seat: int) -> int:
    """Return who plays after a seat: the next one clockwise who still has a worker, else the next one."""
    number = len(state.table.players)
    others = [(seat + step) % number for step in range(1, number + 1)]
    return next((other for other in others if workers_at_hand(state, other)), others[0])


def end_turn(seat: int) -> Transition:
    """End the turn of a player: the next one clockwise plays."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        return with_beside(state, visit=None, turn=next_seat(state, seat))

    return apply


def with_turn(seat: int) -> Transition:
    """Say whose turn it is."""
    return lambda state: with_beside(state, turn=seat)


def with_site(seat: int, number: int) -> Transition:
    """Say how many workers of a seat are at the construction site."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        site = [workers_at_site(state, other) for other in range(len(state.table.players))]
        site[seat] = number
        return with_beside(state, site=tuple(site))

    return apply


def with_beside(state: LittleTownTable, **values: Any) -> LittleTownTable:  # noqa: ANN401 - fields of any type
    """Return the table with something changed of what is kept beside it."""
    return replace(state, extras=replace(state.extras, **values))


def with_table(state: LittleTownTable, **values: Any) -> LittleTownTable:  # noqa: ANN401 - fields of any type
    """Return the table with something changed of what lies on it."""
    return replace(state, table=replace(state.table, **values))


# -- on the board


def put_worker(seat: int, cell: str) -> Transition:
    """Put a worker on a square, and take what it gathers where the table books."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = name_of(state, seat)
        if not state.extras.books:
            return with_table(state, workers=(*state.table.workers, Worker(cell=cell, owner=name)))
        visit = Visit(seat=seat, cell=cell, gathered=gathered_cubes(state, cell))
        gathered = replace(state, table=booking.gathered(state.table, name, cell))
        return with_beside(gathered, visit=visit, turn=seat)

    return apply


def gathered_cubes(state: LittleTownTable, cell: str) -> Mapping[Cube, int]:
    """Return the cubes that the terrain around a square gives now, of the kinds above 0."""
    return {cube: number for cube, number in gather_resources(state.table, cell).items() if number}


def build(seat: int, tile: Tile, cell: str) -> Transition:
    """Build on a square; where the table books, it is paid and scored, and the turn is over."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = name_of(state, seat)
        if not state.extras.books:
            return with_table(state, buildings=(*state.table.buildings, Building(tile=tile, cell=cell, owner=name)))
        built_ = replace(state, table=booking.constructed(state.table, name, tile, cell))
        busy = with_site(seat, workers_at_site(state, seat) + 1)(built_)
        return end_turn(seat)(busy)

    return apply


def activate(seat: int, building: Building, swap: Swap | None = None) -> Transition:
    """Use a building around the worker that was just placed, or around the residence."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        visit = state.extras.visit
        if visit is None or visit.seat != seat or building.cell in visit.used:
            return state
        name = name_of(state, seat)
        booked = replace(state, table=booking.activated(state.table, name, building, swap))
        return with_beside(booked, visit=replace(visit, used=(*visit.used, building.cell)))

    return apply


def take_off(cell: str) -> Transition:
    """Take away what stands on a square; what it paid, gathered and scored stays."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        table = state.table
        cleared = with_table(
            state,
            buildings=tuple(one for one in table.buildings if one.cell != cell),
            workers=tuple(one for one in table.workers if one.cell != cell),
        )
        visit = state.extras.visit
        return with_beside(cleared, visit=None) if visit is not None and visit.cell == cell else cleared

    return apply


def give_to(cell: str, seat: int) -> Transition:
    """Say whose house or worker stands on a square."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = name_of(state, seat)
        table = state.table
        return with_table(
            state,
            buildings=tuple(replace(one, owner=name) if one.cell == cell else one for one in table.buildings),
            workers=tuple(replace(one, owner=name) if one.cell == cell else one for one in table.workers),
        )

    return apply


def piece_on(state: LittleTownTable, cell: str) -> Building | Worker | None:
    """Return what stands on a square."""
    return standing(state.table).get(cell)


# -- the board itself


def with_board(board: Side | None) -> Transition:
    """Play on a printed side, or with none named on a board of one's own that begins as the one that lies there."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        return with_table(state, board=rows_of(state.table) if board is None else board)

    return apply


def paint(cell: str, land: Terrain) -> Transition:
    """Say what a square of one's own board shows."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        letters = list("".join(rows_of(state.table)))
        letters[BOARD_SQUARES.index(cell)] = land.value
        rows = tuple("".join(letters[start : start + BOARD_COLUMNS]) for start in _STARTS)
        return with_table(state, board=rows)

    return apply


_STARTS: Final = range(0, len(BOARD_SQUARES), BOARD_COLUMNS)


def rows_of(table: Table) -> tuple[str, ...]:
    """Return the rows of the board that is played on."""
    return BOARDS[table.board] if isinstance(table.board, Side) else table.board


# -- the market


def with_market(tiles: frozenset[Tile]) -> Transition:
    """Say which tiles were laid out beside the wheat fields."""
    return lambda state: with_beside(state, market=tuple(tile for tile in Tile if tile in tiles))


def tiles_offered(state: LittleTownTable) -> tuple[Tile, ...]:
    """Return the tiles that can be there to be built: those in the market, all where that was not said."""
    market = state.extras.market
    return tuple(
        tile
        for tile in Tile
        if tiles_left(state.table, tile) > 0 and (not market or tile in market or tile is Tile.WHEAT_FIELD)
    )


# -- objectives


def complete_objective(seat: int, card: str, points: int) -> Transition:
    """Complete an objective card: its points are scored at once."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        scored = replace(state, table=booking.objective_met(state.table, name_of(state, seat), points))
        done = (*state.extras.completed, CompletedObjective(seat=seat, card=card, points=points))
        return with_beside(scored, completed=done)

    return apply


def take_back_objective(done: CompletedObjective) -> Transition:
    """Take back that an objective card was completed, and its points."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = name_of(state, done.seat)
        scored = replace(state, table=booking.objective_met(state.table, name, -done.points))
        return with_beside(scored, completed=tuple(one for one in state.extras.completed if one != done))

    return apply
