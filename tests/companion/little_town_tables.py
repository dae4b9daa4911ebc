"""Tables of Little Town in play, on a store of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.tables.state import STYLES, Extras, TableState
from scoring.little_town.state import Building, Cube, Player, Side, Table, Tile, Worker

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

GAME = "little-town"

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def player(name: str = "Anna", **fields: Any) -> Player:
    """A player with three coins, unless another number is given; cubes are named."""
    cubes = {Cube(key): fields.pop(key) for key in list(fields) if key in set(Cube)}
    return Player(**{"name": name, "score": 0, "coins": 3, "cubes": cubes, **fields})


def house(tile: str, cell: str, owner: str = "Anna") -> Building:
    return Building(tile=Tile(tile), cell=cell, owner=owner)


def worker(cell: str, owner: str = "Anna") -> Worker:
    return Worker(cell=cell, owner=owner)


def table_state(*players: Player, **fields: Any) -> LittleTownTable:
    """These players on side 1 in the first round, Anna and Ben where none are given."""
    seated = players or (player("Anna"), player("Ben"))
    table = Table(**{"players": seated, "board": Side.ONE, "round": 1, **fields})
    return TableState(table=table, extras=Extras(seats=STYLES[: len(seated)]))


def after_actions(state: LittleTownTable, *actions: Transition) -> LittleTownTable:
    """The table after these actions, one after the other."""
    for apply in actions:
        state = apply(state)
    return state


def begun(app: Headless, state: LittleTownTable) -> LiveTable:
    """A table as it lies there, begun and open."""
    return app.begin_table(GAME, state)


def held(state: LittleTownTable, seat: int) -> tuple[int, int, dict[str, int]]:
    """The score, the coins, and the cubes above 0 of a player."""
    owner = state.table.players[seat]
    return owner.score, owner.coins, {cube.value: number for cube, number in owner.cubes.items() if number}
