"""Tables of Mayor in play, for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.mayor import copy_values
from companion.games.mayor.kit import begin
from companion.tables.state import STYLES, Extras, TableState
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.state import Kind, Player, Street
from tests.scoring.mayor import tables
from tests.scoring.mayor.tables import in_play

if TYPE_CHECKING:
    from companion.games.mayor.actions import MayorTable
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.mayor.state import Tile
    from tests.companion.headless import Headless, Screen

GAME = "mayor"
ON_SHOP = (Kind.SHOP, Kind.BANK, Kind.PARK, Kind.STATUE)
"""Markers with the first player's on the shop, and the others elsewhere."""


def citizen(name: str, points: int = 0, gold: int = 25, tiles: int = 0) -> Player:
    return Player(name=name, citizen=points, banker=gold, tiles=tiles)


def table_state(*players: Player, lines: dict[Kind, int] | None = None, **fields: Any) -> MayorTable:
    """Return a table of these players, with all markers on the bank unless others are given."""
    table = in_play(*players, tile_lines=lines or {}, **fields)
    return TableState(table=table, extras=Extras(seats=STYLES[: len(players)]))


def holding(state: MayorTable, seat: int, *tiles: Tile) -> MayorTable:
    """Return the table with these tiles in front of a player."""
    return replace(state, table=tables.holding(state.table, seat, *tiles))


def after_actions(state: MayorTable, *transitions: Transition) -> MayorTable:
    """Return the table after transitions, one after the other."""
    for apply in transitions:
        state = apply(state)
    return state


def begun(app: Headless, state: MayorTable) -> LiveTable:
    """Return a table in this state, begun and open."""
    return app.begin_table(GAME, state)


def laid_out(app: Headless, *names: str, variant: str = "basic") -> LiveTable:
    """Return a table before the first turn, begun and open."""
    return begun(app, begin(names, STYLES[: len(names)], variant, app.tables.copies[GAME]))


def know_the_rondel(app: Headless) -> None:
    """Keep the rondel of these tests as my copy."""
    copies = app.tables.copies[GAME]
    app.run(copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, Kind.CHURCH))
    app.run(copy_values.RONDEL.keep(copies, copy_values.CHURCH_STREET, Street.BLUE))


def standings(live: LiveTable) -> list[tuple[int, int, int]]:
    """Return points, gold and tiles of each seat."""
    return [(player.citizen, player.banker, player.tiles) for player in live.state.table.players]


def tap(screen: Screen, start: str) -> None:
    """Tap the first control whose name begins so."""
    screen.tap(next(name for name in screen.names if name.startswith(start)))


def three_citizens(*, points: int = 0, gold: int = 25, **fields: Any) -> MayorTable:
    """Return a table of Anna, Ben and Cleo, all on these points and this gold."""
    return table_state(*(citizen(name, points, gold) for name in ("Anna", "Ben", "Cleo")), **fields)


def three_apart(points: int = 3, gold: int = 20, **fields: Any) -> MayorTable:
    """Return a table of Anna, Ben and Cleo on numbers of their own, Anna's marker on the shop."""
    players = (citizen("Anna", points, gold), citizen("Ben", 8, 15), citizen("Cleo", 9, 21))
    return table_state(*players, **{"markers": ON_SHOP, **fields})


def shown_turn(app: Headless, state: MayorTable, viewport: Viewport | None = None) -> tuple[LiveTable, Screen]:
    """Return a table that has begun, and its Turn tab."""
    live = begun(app, state)
    return live, app.show(TurnTab, live, 0, viewport=viewport)
