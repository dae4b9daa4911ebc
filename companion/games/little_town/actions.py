"""What players do at a table of Little Town: each action is a pure function from one state of the table to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.little_town.extras import CompletedObjective, LittleTownExtras, Visit
from companion.tables.permissions import RefusedError
from companion.tables.state import TableState, with_extras, with_table
from scoring.little_town import moves
from scoring.little_town.board import standing, tiles_left, workers_left
from scoring.little_town.build_a_building import NOTHING_KEPT, price
from scoring.little_town.data import BOARDS, MARKET_TILES
from scoring.little_town.gather_and_activate import gather_resources
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
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.little_town.build_a_building import Price
    from scoring.little_town.gather_and_activate import Swap
    from scoring.little_town.state import Cube

    Transition = Callable[["LittleTownTable"], "LittleTownTable"]

LittleTownTable = TableState[Table, LittleTownExtras]

GRASS_BOARD: Final = (Terrain.GRASS.value * BOARD_COLUMNS,) * BOARD_ROWS
"""A board of grass alone: the start of a board of one's own."""


def seat_of(state: LittleTownTable, name: str) -> int | None:
    """Return the seat of the player with this name, or `None`."""
    return next((seat for seat, player in enumerate(state.table.players) if player.name == name), None)


def workers_at_site(state: LittleTownTable, seat: int) -> int:
    """Return the number of workers of a seat at the construction site."""
    site = state.extras.site
    return site[seat] if seat < len(site) else 0


def workers_at_hand(state: LittleTownTable, seat: int) -> int:
    """Return the number of workers that a seat still places in this round."""
    return max(workers_left(state.table, state.table.players[seat].name) - workers_at_site(state, seat), 0)


def workers_to_place(state: LittleTownTable) -> int:
    """Return the number of workers that all players together still place in this round."""
    return sum(workers_at_hand(state, seat) for seat in range(len(state.table.players)))


def turns_are_kept(state: LittleTownTable) -> bool:
    """Return whether the table knows whose turn it is: it keeps count, and somebody still places a worker."""
    return state.extras.books and (state.extras.visit is not None or workers_to_place(state) > 0)


def next_seat(state: LittleTownTable, seat: int) -> int:
    """Return the seat that plays next: the first one clockwise with a worker at hand, else the next one clockwise."""
    number = len(state.table.players)
    others = [(seat + step) % number for step in range(1, number + 1)]
    return next((other for other in others if workers_at_hand(state, other)), others[0])


def end_turn(seat: int) -> Transition:
    """End the turn of a seat, so that the next one plays."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        return with_extras(state, visit=None, turn=next_seat(state, seat))

    return apply


def with_turn(seat: int) -> Transition:
    """Let a seat play now: a correction."""
    return lambda state: with_extras(state, turn=seat)


def with_site(seat: int, number: int) -> Transition:
    """Set the number of workers of a seat at the construction site."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        site = [workers_at_site(state, other) for other in range(len(state.table.players))]
        site[seat] = number
        return with_extras(state, site=tuple(site))

    return apply


def put_worker(seat: int, cell: str) -> Transition:
    """Put a worker on a square that is free; where the table keeps count, its owner gathers resources."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        if piece_on(state, cell) is not None:
            return state
        name = state.table.players[seat].name
        if not state.extras.books:
            return with_table(state, workers=(*state.table.workers, Worker(cell=cell, owner=name)))
        visit = Visit(seat=seat, cell=cell, gathered=gathered_cubes(state, cell))
        gathered = replace(state, table=moves.gathered(state.table, name, cell))
        return with_extras(gathered, visit=visit, turn=seat)

    return apply


def gathered_cubes(state: LittleTownTable, cell: str) -> Mapping[Cube, int]:
    """Return the cubes that a worker gathers around a square now, without kinds that are 0."""
    return {cube: number for cube, number in gather_resources(state.table, cell).items() if number}


def build(seat: int, tile: Tile, cell: str, kept: Mapping[Cube, int] = NOTHING_KEPT) -> Transition:
    """Build on a square that is free; where the table keeps count, it is paid and scored, and the turn ends.

    Coins pay for the cubes that are `kept`.
    """

    def apply(state: LittleTownTable) -> LittleTownTable:
        if piece_on(state, cell) is not None:
            return state
        name = state.table.players[seat].name
        if not state.extras.books:
            return with_table(state, buildings=(*state.table.buildings, Building(tile=tile, cell=cell, owner=name)))
        built_ = replace(state, table=moves.constructed(state.table, name, tile, cell, kept))
        busy = with_site(seat, workers_at_site(state, seat) + 1)(built_)
        return end_turn(seat)(busy)

    return apply


def activate(
    seat: int, building: Building, swap: Swap | None = None, kept: Mapping[Cube, int] = NOTHING_KEPT
) -> Transition:
    """Activate a building around the worker that was just placed, or around the residence.

    Coins pay for the cubes that are `kept`.
    """

    def apply(state: LittleTownTable) -> LittleTownTable:
        visit = state.extras.visit
        if visit is None or visit.seat != seat or building.cell in visit.used:
            return state
        name = state.table.players[seat].name
        booked = replace(state, table=moves.activated(state.table, name, building, swap, kept))
        return with_extras(booked, visit=replace(visit, used=(*visit.used, building.cell)))

    return apply


def take_off(cell: str) -> Transition:
    """Take a house or worker off a square; what it paid, gathered and scored stays."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        table = state.table
        cleared = with_table(
            state,
            buildings=tuple(one for one in table.buildings if one.cell != cell),
            workers=tuple(one for one in table.workers if one.cell != cell),
        )
        visit = state.extras.visit
        return with_extras(cleared, visit=None) if visit is not None and visit.cell == cell else cleared

    return apply


def give_to(cell: str, seat: int) -> Transition:
    """Give the house or worker on a square to a seat: a correction."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = state.table.players[seat].name
        table = state.table
        return with_table(
            state,
            buildings=tuple(replace(one, owner=name) if one.cell == cell else one for one in table.buildings),
            workers=tuple(replace(one, owner=name) if one.cell == cell else one for one in table.workers),
        )

    return apply


def piece_on(state: LittleTownTable, cell: str) -> Building | Worker | None:
    """Return the building or worker on a square, or `None`."""
    return standing(state.table).get(cell)


def with_board(board: Side | None) -> Transition:
    """Play on a printed side; with `None` on a board of one's own that starts as a copy of the present one."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        return with_table(state, board=rows_of(state.table) if board is None else board)

    return apply


def paint(cell: str, land: Terrain) -> Transition:
    """Set the terrain of a square; the board becomes one's own."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        letters = list("".join(rows_of(state.table)))
        letters[BOARD_SQUARES.index(cell)] = land.value
        rows = tuple("".join(letters[start : start + BOARD_COLUMNS]) for start in _STARTS)
        return with_table(state, board=rows)

    return apply


_STARTS: Final = range(0, len(BOARD_SQUARES), BOARD_COLUMNS)


def rows_of(table: Table) -> tuple[str, ...]:
    """Return the rows of the board, each a string of `Terrain` letters."""
    return BOARDS[table.board] if isinstance(table.board, Side) else table.board


def with_market(tiles: frozenset[Tile]) -> Transition:
    """Set the tiles that were laid out in the market, wheat fields aside."""
    return lambda state: with_extras(state, market=tuple(tile for tile in Tile if tile in tiles))


def market_is_known(state: LittleTownTable) -> bool:
    """Return whether all tiles of the market are entered."""
    return len(state.extras.market) == MARKET_TILES


def tiles_offered(state: LittleTownTable) -> tuple[Tile, ...]:
    """Return the tiles that can be built: those left in the market, or all that are left until it is known."""
    market = set(state.extras.market) if market_is_known(state) else set(Tile)
    return tuple(
        tile for tile in Tile if tiles_left(state.table, tile) > 0 and (tile in market or tile is Tile.WHEAT_FIELD)
    )


def tiles_by_price(
    state: LittleTownTable, seat: int, kept: Mapping[Cube, int] = NOTHING_KEPT
) -> tuple[dict[Tile, Price | None], dict[Tile, Price]]:
    """Return the tiles that a seat can pay, and the others by what is lacking, each with its price.

    Coins pay for the cubes that are `kept`. A table that keeps no count asks no price: all tiles can be built then.
    """
    if not state.extras.books:
        return dict.fromkeys(tiles_offered(state)), {}
    player = state.table.players[seat]
    prices = {tile: price(player, tile, kept) for tile in tiles_offered(state)}
    affordable: dict[Tile, Price | None] = {tile: asked for tile, asked in prices.items() if asked.affordable}
    too_dear = sorted((tile for tile in prices if tile not in affordable), key=lambda tile: prices[tile].short)
    return affordable, {tile: prices[tile] for tile in too_dear}


def complete_objective(seat: int, card: str, points: int) -> Transition:
    """Complete an objective card, and score its points; refused where somebody has completed it."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        for completion in state.extras.completed:
            if completion.card == card:
                name = state.table.players[completion.seat].name
                raise RefusedError(say("{name} has completed this card.", name=name))
        scored = replace(state, table=moves.objective_met(state.table, state.table.players[seat].name, points))
        done = (*state.extras.completed, CompletedObjective(seat=seat, card=card, points=points))
        return with_extras(scored, completed=done)

    return apply


def take_back_objective(done: CompletedObjective) -> Transition:
    """Take back a completed objective card, with its points, if it still counts."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        if done not in state.extras.completed:
            return state
        name = state.table.players[done.seat].name
        scored = replace(state, table=moves.objective_met(state.table, name, -done.points))
        return with_extras(scored, completed=tuple(one for one in state.extras.completed if one != done))

    return apply
