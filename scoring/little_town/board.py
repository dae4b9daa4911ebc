"""The board and what stands on it: terrain, the pieces around a square, and what is left of each supply."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring.grid import surroundings
from scoring.little_town.data import BOARDS, HOUSES, MARKET_TILES, TILES, WORKERS
from scoring.little_town.state import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    BOARD_SQUARES,
    CUBES_OF_A_KIND,
    Building,
    Cube,
    Side,
    Table,
    Terrain,
    Tile,
    Worker,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


AROUND: Final[Mapping[str, tuple[str, ...]]] = surroundings(BOARD_COLUMNS, BOARD_ROWS)
"""The up to eight squares around each square. Rulebook, Gather and Activate."""


def rows(table: Table) -> tuple[str, ...]:
    """Return the rows of the board, each a string of `Terrain` letters."""
    return BOARDS[table.board] if isinstance(table.board, Side) else table.board


def terrain(table: Table) -> Mapping[str, Terrain]:
    """Return what each square of the board shows."""
    return _terrain(rows(table))


@lru_cache(maxsize=16)
def _terrain(lines: tuple[str, ...]) -> Mapping[str, Terrain]:
    shown = (Terrain(letter) for line in lines for letter in line)
    return dict(zip(BOARD_SQUARES, shown, strict=False))  # rows that are too few or too many are a problem elsewhere


def standing(table: Table) -> Mapping[str, Building | Worker]:
    """Return the piece on each square that is not free."""
    pieces: tuple[Building | Worker, ...] = (*table.workers, *table.buildings)
    return {piece.cell: piece for piece in pieces}


def buildings_around(table: Table, cell: str) -> tuple[Building, ...]:
    """Return the buildings around a square, by rows."""
    by_cell = {building.cell: building for building in table.buildings}
    return tuple(by_cell[neighbour] for neighbour in AROUND[cell] if neighbour in by_cell)


def workers_around(table: Table, cell: str) -> tuple[Worker, ...]:
    """Return the workers around a square, by rows."""
    by_cell = {worker.cell: worker for worker in table.workers}
    return tuple(by_cell[neighbour] for neighbour in AROUND[cell] if neighbour in by_cell)


def built(table: Table, tile: Tile) -> Building | None:
    """Return the building with a tile that exists once, or `None` while nobody has built it."""
    return next((building for building in table.buildings if building.tile is tile), None)


def owner_seat(table: Table, piece: Building | Worker) -> int | None:
    """Return the seat of the owner of a piece, or `None` where nobody at the table has this name."""
    return next((seat for seat, player in enumerate(table.players) if player.name == piece.owner), None)


def owned(table: Table, player: str) -> tuple[Building, ...]:
    """Return the buildings of a player, in the order of the document."""
    return tuple(building for building in table.buildings if building.owner == player)


def reserve(table: Table) -> Mapping[Cube, int]:
    """Return the cubes that nobody holds, 0 where players hold more than exist. Rulebook, Gather Resources."""
    held = {cube: sum(player.cubes.get(cube, 0) for player in table.players) for cube in Cube}
    return {cube: max(CUBES_OF_A_KIND - number, 0) for cube, number in held.items()}


def tiles_left(table: Table, tile: Tile) -> int:
    """Return how many tiles of a kind are not on the board; whether they lie in the market is another question."""
    return TILES[tile].number - sum(building.tile is tile for building in table.buildings)


def market_is_known(table: Table) -> bool:
    """Return whether all tiles of the market are entered."""
    return len(table.market) == MARKET_TILES


def tiles_offered(table: Table) -> tuple[Tile, ...]:
    """Return the tiles that can be built: those left in the market, or all that are left until it is known."""
    market = {Tile.WHEAT_FIELD, *(table.market if market_is_known(table) else Tile)}
    return tuple(tile for tile in Tile if tile in market and tiles_left(table, tile) > 0)


def houses_left(table: Table, player: str) -> int:
    """Return how many houses a player has left. Rulebook, Build a Building."""
    return HOUSES[len(table.players)] - len(owned(table, player))


def workers_left(table: Table, player: str) -> int:
    """Return how many workers of a player are not on the board; some may be at the construction site."""
    return WORKERS[len(table.players)] - sum(worker.owner == player for worker in table.workers)
