"""What players do at a table of Little Town, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.little_town.extras import Completed, LittleTownExtras, Visit
from companion.tables.state import TableState
from scoring.little_town import moves
from scoring.little_town.board import built, standing, tiles_left, workers_left
from scoring.little_town.data import BOARDS
from scoring.little_town.gather_and_activate import gather_resources
from scoring.little_town.round_end import next_first_player
from scoring.little_town.state import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    BOARD_SQUARES,
    LAST_ROUND,
    Building,
    Side,
    Table,
    Terrain,
    Tile,
    Worker,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.little_town.gather_and_activate import Swap
    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Cube, Player

    Transition = Callable[["LittleTownTable"], "LittleTownTable"]

LittleTownTable = TableState[Table, LittleTownExtras]

MEADOW: Final = (Terrain.GRASS.value * BOARD_COLUMNS,) * BOARD_ROWS
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


def at_site(state: LittleTownTable, seat: int) -> int:
    """Return how many workers of a seat are at the construction site."""
    site = state.extras.site
    return site[seat] if seat < len(site) else 0


def at_hand(state: LittleTownTable, seat: int) -> int:
    """Return how many workers of a seat are still to be placed in this round."""
    return max(workers_left(state.table, name_of(state, seat)) - at_site(state, seat), 0)


def to_place(state: LittleTownTable) -> int:
    """Return how many workers of all players are still to be placed in this round."""
    return sum(at_hand(state, seat) for seat in range(len(state.table.players)))


def following(state: LittleTownTable, seat: int) -> int:
    """Return who plays after a seat: the next one clockwise who still has a worker, else the next one."""
    number = len(state.table.players)
    others = [(seat + step) % number for step in range(1, number + 1)]
    return next((other for other in others if at_hand(state, other)), others[0])


def turn_over(seat: int) -> Transition:
    """End the turn of a player: the next one clockwise plays."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        return with_beside(state, visit=None, turn=following(state, seat))

    return apply


def with_turn(seat: int) -> Transition:
    """Say whose turn it is."""
    return lambda state: with_beside(state, turn=seat)


def with_site(seat: int, number: int) -> Transition:
    """Say how many workers of a seat are at the construction site."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        site = [at_site(state, other) for other in range(len(state.table.players))]
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
        visit = Visit(seat=seat, cell=cell, gathered=brought(state, cell))
        gathered = replace(state, table=moves.gathered(state.table, name, cell))
        return with_beside(gathered, visit=visit, turn=seat)

    return apply


def brought(state: LittleTownTable, cell: str) -> Mapping[Cube, int]:
    """Return the cubes that the terrain around a square gives now, of the kinds above 0."""
    return {cube: number for cube, number in gather_resources(state.table, cell).items() if number}


def build(seat: int, tile: Tile, cell: str) -> Transition:
    """Build on a square; where the table books, it is paid and scored, and the turn is over."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = name_of(state, seat)
        if not state.extras.books:
            return with_table(state, buildings=(*state.table.buildings, Building(tile=tile, cell=cell, owner=name)))
        built_ = replace(state, table=moves.constructed(state.table, name, tile, cell))
        busy = with_site(seat, at_site(state, seat) + 1)(built_)
        return turn_over(seat)(busy)

    return apply


def activate(seat: int, building: Building, swap: Swap | None = None) -> Transition:
    """Use a building around the worker that was just placed, or around the residence."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        visit = state.extras.visit
        if visit is None or visit.seat != seat or building.cell in visit.used:
            return state
        name = name_of(state, seat)
        booked = replace(state, table=moves.activated(state.table, name, building, swap))
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


def on_square(state: LittleTownTable, cell: str) -> Building | Worker | None:
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


def offered(state: LittleTownTable) -> tuple[Tile, ...]:
    """Return the tiles that can be there to be built: those in the market, all where that was not said."""
    market = state.extras.market
    return tuple(
        tile
        for tile in Tile
        if tiles_left(state.table, tile) > 0 and (not market or tile in market or tile is Tile.WHEAT_FIELD)
    )


# -- objectives


def complete(seat: int, card: str, points: int) -> Transition:
    """Complete an objective card: its points are scored at once."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        scored = replace(state, table=moves.objective_met(state.table, name_of(state, seat), points))
        done = (*state.extras.completed, Completed(seat=seat, card=card, points=points))
        return with_beside(scored, completed=done)

    return apply


def give_up(done: Completed) -> Transition:
    """Take back that an objective card was completed, and its points."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        name = name_of(state, done.seat)
        scored = replace(state, table=moves.objective_met(state.table, name, -done.points))
        return with_beside(scored, completed=tuple(one for one in state.extras.completed if one != done))

    return apply


# -- the end of the round


def use_residence(state: LittleTownTable) -> LittleTownTable:
    """Let the owner of the residence use the squares around it: what they give is taken at once."""
    residence = built(state.table, Tile.RESIDENCE)
    seat = None if residence is None else seat_of(state, residence.owner)
    if residence is None or seat is None:
        return state
    visit = Visit(seat=seat, cell=residence.cell, gathered=brought(state, residence.cell))
    taken = replace(state, table=moves.resources_taken(state.table, residence.owner, residence.cell))
    return with_beside(taken, visit=visit)


def leave_residence(state: LittleTownTable) -> LittleTownTable:
    """Be done with the residence for this round."""
    return with_beside(state, settled=True, visit=None)


def feed(seat: int, meal: Meal) -> Transition:
    """Score the cathedral of a player, and feed the workers."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        if seat in state.extras.fed:
            return state
        eaten = replace(state, table=moves.fed(state.table, name_of(state, seat), meal))
        return with_beside(eaten, fed=(*state.extras.fed, seat))

    return apply


def next_first(state: LittleTownTable) -> int:
    """Return the seat that gets the first player token for the next round."""
    name = next_first_player(state.table, name_of(state, state.extras.first))
    return next(seat for seat, player in enumerate(state.table.players) if player.name == name)


def begin_round(state: LittleTownTable) -> LittleTownTable:
    """Prepare the next round: workers are picked up, the first player token goes on."""
    if state.table.round == LAST_ROUND:
        return state
    first = next_first(state)
    prepared = replace(state, table=moves.next_round(state.table))
    return with_beside(prepared, first=first, turn=first, site=(), fed=(), settled=False, visit=None)


def with_round(number: int) -> Transition:
    """Say which round it is; nobody was fed in it then."""
    return lambda state: with_beside(with_table(state, round=number), fed=(), settled=False)


def order(state: LittleTownTable) -> tuple[int, ...]:
    """Return the seats from the first player on."""
    number = len(state.table.players)
    return tuple((state.extras.first + step) % number for step in range(number))
