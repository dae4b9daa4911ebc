"""The limits: what is impossible on a table of Little Town, part by part."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from scoring.little_town.board import terrain
from scoring.little_town.data import HOUSES, TILES, WORKERS
from scoring.little_town.state import CUBES_OF_A_KIND, Building, Cube, Player, Table, Terrain, Tile, Worker
from scoring.messages import Message, counted, forms, printable, say
from scoring.players import names_differ, within_supply
from scoring.problems import Limits, Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def _on_board(table: Table, limit: Callable[[str, Building | Worker], Iterable[Problem]]) -> Iterator[Problem]:
    """Apply a limit to all buildings, then to all workers, each with its path."""
    yield from for_each(table.buildings, lambda index, building: limit(f"buildings[{index}]", building))
    yield from for_each(table.workers, lambda index, worker: limit(f"workers[{index}]", worker))


def on_grass(table: Table) -> Iterator[Problem]:
    """Buildings and workers stand on grass. Rulebook, Gather and Activate, Build a Building."""
    land = terrain(table)

    def on_it(path: str, piece: Building | Worker) -> Iterator[Problem]:
        shown = land.get(piece.cell, Terrain.GRASS)
        if shown is not Terrain.GRASS:
            message = say("{cell}: {land}; buildings and workers need grass", cell=piece.cell, land=shown.noun.name)
            yield Problem(path=f"{path}.cell", message=message, cells=(piece.cell,))

    yield from _on_board(table, on_it)


def one_a_square(table: Table) -> Iterator[Problem]:
    """A square holds one building or one worker. Rulebook, Gather and Activate, Build a Building."""
    seen: dict[str, Building | Worker] = {}

    def square_is_free(path: str, piece: Building | Worker) -> Iterator[Problem]:
        if piece.cell in seen:
            yield Problem(path=f"{path}.cell", message=taken_by(seen[piece.cell]), cells=(piece.cell,))
        seen.setdefault(piece.cell, piece)

    yield from _on_board(table, square_is_free)


def taken_by(piece: Building | Worker) -> Message:
    """Return the message that a square is not free."""
    if isinstance(piece, Worker):
        return say("{cell}: a worker stands there already", cell=piece.cell)
    return say("{cell}: a building stands there already", cell=piece.cell)


def owners_sit_here(table: Table) -> Iterator[Problem]:
    """Buildings and workers belong to players at the table."""
    names = tuple(player.name for player in table.players)

    def owner_sits_here(path: str, piece: Building | Worker) -> Iterator[Problem]:
        if piece.owner not in names:
            message = say(
                '"{name}" is not at this table: the players are {names}', name=printable(piece.owner), names=names
            )
            yield Problem(path=f"{path}.owner", message=message)

    if names:
        yield from _on_board(table, owner_sits_here)


def tiles_as_printed(table: Table) -> Iterator[Problem]:
    """There are five wheat fields, and one of each other building. Rulebook, Setup."""
    lying: Counter[Tile] = Counter()

    def tile_is_there(index: int, building: Building) -> Iterator[Problem]:
        lying[building.tile] += 1
        most = TILES[building.tile].number
        if lying[building.tile] > most:
            message = say(
                "{tile} number {number}: the game has {most}",
                tile=building.tile.noun.name,
                number=lying[building.tile],
                most=most,
            )
            yield Problem(path=f"buildings[{index}].tile", message=message)

    yield from for_each(table.buildings, tile_is_there)


def houses_at_hand(table: Table) -> Iterator[Problem]:
    """Each building has a house of its owner on it, seven with two players and six with more. Rulebook, Setup."""
    words = forms("{number} house", "{number} houses")
    yield from for_each(table.buildings, _pieces_at_hand("buildings", HOUSES.get(len(table.players)), words))


def workers_at_hand(table: Table) -> Iterator[Problem]:
    """A player has five, four or three workers, with two, three or four players. Rulebook, Setup."""
    words = forms("{number} worker", "{number} workers")
    yield from for_each(table.workers, _pieces_at_hand("workers", WORKERS.get(len(table.players)), words))


def _pieces_at_hand(
    path: str, most: int | None, words: tuple[str, str]
) -> Callable[[int, Building | Worker], Iterator[Problem]]:
    """Return the limit on the pieces of each owner; there is none for an impossible number of players."""
    used: Counter[str] = Counter()

    def piece_at_hand(index: int, piece: Building | Worker) -> Iterator[Problem]:
        used[piece.owner] += 1
        if most is not None and used[piece.owner] > most:
            message = say(
                "{pieces} of {owner}: with this many players each has {most}",
                pieces=counted(used[piece.owner], *words),
                owner=piece.owner,
                most=most,
            )
            yield Problem(path=f"{path}[{index}].owner", message=message)

    return piece_at_hand


def no_worker_left(table: Table, player: str) -> Message:
    """Return the message that all workers of a player are on the board."""
    workers = counted(WORKERS[len(table.players)], "{number} worker", "{number} workers")
    return say("{name} has no worker left: all {workers} are on the board", name=player, workers=workers)


def no_house_left(table: Table, player: str) -> Message:
    """Return the message that all houses of a player are on the board."""
    houses = counted(HOUSES[len(table.players)], "{number} house", "{number} houses")
    return say("{name} has no house left: all {houses} are on the board", name=player, houses=houses)


def cubes_in_the_game(table: Table) -> Iterator[Problem]:
    """There are fifteen cubes of each kind. Rulebook, Components."""
    for cube in Cube:
        yield from within_supply(table, "cubes", cube, CUBES_OF_A_KIND, partial(_too_many, cube))


def _too_many(cube: Cube, held: int, player: Player) -> Message:
    return say(
        "{cubes} at the table, counting those of {name}: there are {most} in the game",
        cubes=counted(held, *cube.noun.forms),
        name=player.name,
        most=CUBES_OF_A_KIND,
    )


LIMITS: Final[Limits] = {
    Table: (
        names_differ,
        on_grass,
        one_a_square,
        owners_sit_here,
        tiles_as_printed,
        houses_at_hand,
        workers_at_hand,
        cubes_in_the_game,
    )
}
