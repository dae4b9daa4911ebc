"""Tables of Little Town in play, on a store of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.little_town.extras import LittleTownBeside
from companion.tables.state import LOOKS, Evening
from scoring.little_town.state import Building, Cube, Player, Side, Table, Tile, Worker

if TYPE_CHECKING:
    from companion.games.little_town.actions import Act, Town
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

GAME = "little-town"

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def player(name: str = "Anna", **given: Any) -> Player:
    """A player with three coins, unless another number is given; cubes are named."""
    cubes = {Cube(key): given.pop(key) for key in list(given) if key in set(Cube)}
    return Player(**{"name": name, "score": 0, "coins": 3, "cubes": cubes, **given})


def house(tile: str, cell: str, owner: str = "Anna") -> Building:
    return Building(tile=Tile(tile), cell=cell, owner=owner)


def worker(cell: str, owner: str = "Anna") -> Worker:
    return Worker(cell=cell, owner=owner)


def town(*players: Player, beside: dict[str, Any] | None = None, **given: Any) -> Town:
    """These players on side 1 in the first round, Anna and Ben where none are given."""
    seated = players or (player("Anna"), player("Ben"))
    table = Table(**{"players": seated, "board": Side.ONE, "round": 1, **given})
    return Evening(table=table, beside=LittleTownBeside(seats=LOOKS[: len(seated)], **(beside or {})))


def done(evening: Town, *acts: Act) -> Town:
    """What becomes of an evening by acts, one after the other."""
    for act in acts:
        evening = act(evening)
    return evening


def begun(app: Headless, evening: Town) -> LiveTable:
    """A table as it lies there, begun and open."""
    live = app.run(app.tables.open(app.run(app.tables.begin(GAME, evening))))
    assert live is not None
    return live


def held(evening: Town, seat: int) -> tuple[int, int, dict[str, int]]:
    """The score, the coins, and the cubes above 0 of a player."""
    one = evening.table.players[seat]
    return one.score, one.coins, {cube.value: number for cube, number in one.cubes.items() if number}


def with_beside(evening: Town, **values: Any) -> Town:
    return replace(evening, beside=replace(evening.beside, **values))
