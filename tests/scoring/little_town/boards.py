"""Boards for tests, read from pictures with the letters of the program's drawings."""

from __future__ import annotations

from typing import Any

from scoring.little_town.board import terrain
from scoring.little_town.game import LETTERS, WORKER
from scoring.little_town.state import BOARD_COLUMNS, BOARD_ROWS, Building, Player, Table, Terrain, Worker

TILES = {letters: tile for tile, letters in LETTERS.items()}
NAMES = ("Cathy", "Hank", "Nick", "Sophie")

MEADOW = ("." * BOARD_COLUMNS,) * BOARD_ROWS
"""A board of grass alone."""


def player(name: str = "Cathy", score: int = 0, coins: int = 0, **cubes: int) -> Player:
    """A player with nothing but what is given."""
    return Player(name=name, score=score, coins=coins, cubes=cubes)  # type: ignore[arg-type]


def town(picture: str, *players: Player, **fields: Any) -> Table:
    """Read a table from a picture of the top left of its board, the rest of which is grass:

    .   F   bn1
    M   *2  .

    A number is the seat of the owner. With no players given, Cathy and Hank sit there with nothing.
    """
    seated = players or (player("Cathy"), player("Hank"))
    rows, buildings, workers = [], [], []
    for number, line in enumerate(picture.strip().splitlines(), start=1):
        words = line.split()
        rows.append("".join(word if word in "FML" else "." for word in words).ljust(BOARD_COLUMNS, "."))
        for letter, word in zip("ABCDEFGHI", words, strict=False):
            cell = f"{letter}{number}"
            if word[0] == WORKER:
                workers.append(Worker(cell=cell, owner=seated[int(word[1]) - 1].name))
            elif len(word) > 1:
                buildings.append(Building(tile=TILES[word[:2]], cell=cell, owner=seated[int(word[2]) - 1].name))
    board = tuple((rows + list(MEADOW))[:BOARD_ROWS])
    return Table(players=seated, board=board, buildings=tuple(buildings), workers=tuple(workers), **fields)


def empty_grass(table: Table) -> tuple[str, ...]:
    """The grass squares without worker and building, by rows."""
    taken = {building.cell for building in table.buildings} | {worker.cell for worker in table.workers}
    return tuple(cell for cell, land in terrain(table).items() if land is Terrain.GRASS and cell not in taken)
