"""What players do at a table of Little Town, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.editors.little_town.beside import Completed, LittleTownBeside, Visit
from companion.evening import Evening
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

    Act = Callable[["Town"], "Town"]

Town = Evening[Table, LittleTownBeside]

MEADOW: Final = (Terrain.GRASS.value * BOARD_COLUMNS,) * BOARD_ROWS
"""A board of grass alone, from which one's own is made."""


def player_of(evening: Town, seat: int) -> Player:
    """Return the player in a seat."""
    return evening.table.players[seat]


def name_of(evening: Town, seat: int) -> str:
    """Return what the player in a seat is called."""
    return player_of(evening, seat).name


def seat_of(evening: Town, name: str) -> int | None:
    """Return the seat of a player, `None` where nobody is called so."""
    return next((seat for seat, player in enumerate(evening.table.players) if player.name == name), None)


# -- workers and turns


def at_site(evening: Town, seat: int) -> int:
    """Return how many workers of a seat are at the construction site."""
    site = evening.beside.site
    return site[seat] if seat < len(site) else 0


def at_hand(evening: Town, seat: int) -> int:
    """Return how many workers of a seat are still to be placed in this round."""
    return max(workers_left(evening.table, name_of(evening, seat)) - at_site(evening, seat), 0)


def to_place(evening: Town) -> int:
    """Return how many workers of all players are still to be placed in this round."""
    return sum(at_hand(evening, seat) for seat in range(len(evening.table.players)))


def following(evening: Town, seat: int) -> int:
    """Return who plays after a seat: the next one clockwise who still has a worker, else the next one."""
    number = len(evening.table.players)
    others = [(seat + step) % number for step in range(1, number + 1)]
    return next((other for other in others if at_hand(evening, other)), others[0])


def turn_over(seat: int) -> Act:
    """End the turn of a player: the next one clockwise plays."""

    def act(evening: Town) -> Town:
        return with_beside(evening, visit=None, turn=following(evening, seat))

    return act


def with_turn(seat: int) -> Act:
    """Say whose turn it is."""
    return lambda evening: with_beside(evening, turn=seat)


def with_site(seat: int, number: int) -> Act:
    """Say how many workers of a seat are at the construction site."""

    def act(evening: Town) -> Town:
        site = [at_site(evening, other) for other in range(len(evening.table.players))]
        site[seat] = number
        return with_beside(evening, site=tuple(site))

    return act


def with_beside(evening: Town, **values: Any) -> Town:  # noqa: ANN401 - fields of any type
    """Return the table with something changed of what is kept beside it."""
    return replace(evening, beside=replace(evening.beside, **values))


def with_table(evening: Town, **values: Any) -> Town:  # noqa: ANN401 - fields of any type
    """Return the table with something changed of what lies on it."""
    return replace(evening, table=replace(evening.table, **values))


# -- on the board


def put_worker(seat: int, cell: str) -> Act:
    """Put a worker on a square, and take what it gathers where the table books."""

    def act(evening: Town) -> Town:
        name = name_of(evening, seat)
        if not evening.beside.books:
            return with_table(evening, workers=(*evening.table.workers, Worker(cell=cell, owner=name)))
        visit = Visit(seat=seat, cell=cell, gathered=brought(evening, cell))
        gathered = replace(evening, table=moves.gathered(evening.table, name, cell))
        return with_beside(gathered, visit=visit, turn=seat)

    return act


def brought(evening: Town, cell: str) -> Mapping[Cube, int]:
    """Return the cubes that the terrain around a square gives now, of the kinds above 0."""
    return {cube: number for cube, number in gather_resources(evening.table, cell).items() if number}


def build(seat: int, tile: Tile, cell: str) -> Act:
    """Build on a square; where the table books, it is paid and scored, and the turn is over."""

    def act(evening: Town) -> Town:
        name = name_of(evening, seat)
        if not evening.beside.books:
            return with_table(evening, buildings=(*evening.table.buildings, Building(tile=tile, cell=cell, owner=name)))
        built_ = replace(evening, table=moves.constructed(evening.table, name, tile, cell))
        busy = with_site(seat, at_site(evening, seat) + 1)(built_)
        return turn_over(seat)(busy)

    return act


def activate(seat: int, building: Building, swap: Swap | None = None) -> Act:
    """Use a building around the worker that was just placed, or around the residence."""

    def act(evening: Town) -> Town:
        visit = evening.beside.visit
        if visit is None or visit.seat != seat or building.cell in visit.used:
            return evening
        name = name_of(evening, seat)
        booked = replace(evening, table=moves.activated(evening.table, name, building, swap))
        return with_beside(booked, visit=replace(visit, used=(*visit.used, building.cell)))

    return act


def take_off(cell: str) -> Act:
    """Take away what stands on a square; what it paid, gathered and scored stays."""

    def act(evening: Town) -> Town:
        table = evening.table
        cleared = with_table(
            evening,
            buildings=tuple(one for one in table.buildings if one.cell != cell),
            workers=tuple(one for one in table.workers if one.cell != cell),
        )
        visit = evening.beside.visit
        return with_beside(cleared, visit=None) if visit is not None and visit.cell == cell else cleared

    return act


def give_to(cell: str, seat: int) -> Act:
    """Say whose house or worker stands on a square."""

    def act(evening: Town) -> Town:
        name = name_of(evening, seat)
        table = evening.table
        return with_table(
            evening,
            buildings=tuple(replace(one, owner=name) if one.cell == cell else one for one in table.buildings),
            workers=tuple(replace(one, owner=name) if one.cell == cell else one for one in table.workers),
        )

    return act


def on_square(evening: Town, cell: str) -> Building | Worker | None:
    """Return what stands on a square."""
    return standing(evening.table).get(cell)


# -- the board itself


def with_board(board: Side | None) -> Act:
    """Play on a printed side, or with none named on a board of one's own that begins as the one that lies there."""

    def act(evening: Town) -> Town:
        return with_table(evening, board=rows_of(evening.table) if board is None else board)

    return act


def paint(cell: str, land: Terrain) -> Act:
    """Say what a square of one's own board shows."""

    def act(evening: Town) -> Town:
        letters = list("".join(rows_of(evening.table)))
        letters[BOARD_SQUARES.index(cell)] = land.value
        rows = tuple("".join(letters[start : start + BOARD_COLUMNS]) for start in _STARTS)
        return with_table(evening, board=rows)

    return act


_STARTS: Final = range(0, len(BOARD_SQUARES), BOARD_COLUMNS)


def rows_of(table: Table) -> tuple[str, ...]:
    """Return the rows of the board that is played on."""
    return BOARDS[table.board] if isinstance(table.board, Side) else table.board


# -- the market


def with_market(tiles: frozenset[Tile]) -> Act:
    """Say which tiles were laid out beside the wheat fields."""
    return lambda evening: with_beside(evening, market=tuple(tile for tile in Tile if tile in tiles))


def offered(evening: Town) -> tuple[Tile, ...]:
    """Return the tiles that can be there to be built: those in the market, all where that was not said."""
    market = evening.beside.market
    return tuple(
        tile
        for tile in Tile
        if tiles_left(evening.table, tile) > 0 and (not market or tile in market or tile is Tile.WHEAT_FIELD)
    )


# -- objectives


def complete(seat: int, card: str, points: int) -> Act:
    """Complete an objective card: its points are scored at once."""

    def act(evening: Town) -> Town:
        scored = replace(evening, table=moves.objective_met(evening.table, name_of(evening, seat), points))
        done = (*evening.beside.completed, Completed(seat=seat, card=card, points=points))
        return with_beside(scored, completed=done)

    return act


def give_up(done: Completed) -> Act:
    """Take back that an objective card was completed, and its points."""

    def act(evening: Town) -> Town:
        name = name_of(evening, done.seat)
        scored = replace(evening, table=moves.objective_met(evening.table, name, -done.points))
        return with_beside(scored, completed=tuple(one for one in evening.beside.completed if one != done))

    return act


# -- the end of the round


def use_residence(evening: Town) -> Town:
    """Let the owner of the residence use the squares around it: what they give is taken at once."""
    residence = built(evening.table, Tile.RESIDENCE)
    seat = None if residence is None else seat_of(evening, residence.owner)
    if residence is None or seat is None:
        return evening
    visit = Visit(seat=seat, cell=residence.cell, gathered=brought(evening, residence.cell))
    taken = replace(evening, table=moves.resources_taken(evening.table, residence.owner, residence.cell))
    return with_beside(taken, visit=visit)


def leave_residence(evening: Town) -> Town:
    """Be done with the residence for this round."""
    return with_beside(evening, settled=True, visit=None)


def feed(seat: int, meal: Meal) -> Act:
    """Score the cathedral of a player, and feed the workers."""

    def act(evening: Town) -> Town:
        if seat in evening.beside.fed:
            return evening
        eaten = replace(evening, table=moves.fed(evening.table, name_of(evening, seat), meal))
        return with_beside(eaten, fed=(*evening.beside.fed, seat))

    return act


def next_first(evening: Town) -> int:
    """Return the seat that gets the first player token for the next round."""
    name = next_first_player(evening.table, name_of(evening, evening.beside.first))
    return next(seat for seat, player in enumerate(evening.table.players) if player.name == name)


def begin_round(evening: Town) -> Town:
    """Prepare the next round: workers are picked up, the first player token goes on."""
    if evening.table.round == LAST_ROUND:
        return evening
    first = next_first(evening)
    prepared = replace(evening, table=moves.next_round(evening.table))
    return with_beside(prepared, first=first, turn=first, site=(), fed=(), settled=False, visit=None)


def with_round(number: int) -> Act:
    """Say which round it is; nobody was fed in it then."""
    return lambda evening: with_beside(with_table(evening, round=number), fed=(), settled=False)


def order(evening: Town) -> tuple[int, ...]:
    """Return the seats from the first player on."""
    number = len(evening.table.players)
    return tuple((evening.beside.first + step) % number for step in range(number))
