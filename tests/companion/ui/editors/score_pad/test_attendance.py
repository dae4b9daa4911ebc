"""Who comes late to a pad with rounds, and who leaves early, at the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.services.results import result_of_play
from companion.tables.state import stored_of
from companion.ui.core.context import Viewport
from companion.ui.screens.table_screen import TableScreen
from storage.documents import codec
from tests.companion.pad_tables import HEARTS, begun, entries_of, type_in
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

THREE_ROUNDS: Final = [{"rounds": [10, 5, 7]}, {"rounds": [20, 15, 8]}]
"""Anna has 22 points, Ben 43: 32½ on average."""


def hearts(app: Headless, **more: Any) -> LiveTable:
    return begun(app, {**HEARTS, **more}, "Anna", "Ben", entries=THREE_ROUNDS)


def sheet(app: Headless, live: LiveTable, width: int = 390) -> Screen:
    return app.show(TableScreen, live.id, None, 0, viewport=Viewport(width=width))


def join(app: Headless, live: LiveTable, way: str, *, rounds: str = "") -> Screen:
    """Let Clara join on the screen of the players, in an earlier round by so many taps on its stepper."""
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "Clara")
    screen.tap("Add")
    for _ in rounds:
        screen.tap("Joins in round: one less")
    screen.tap(way)
    return screen


def test_explore(app: Headless) -> None:
    live = hearts(app)
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "Clara")
    screen.tap("Add")
    print(list(screen.names))
    screen.tap(next(n for n in screen.names if "average" in n and "is rounded" not in n))
    print(list(screen.names))
    print(codec.plain(live.state.table)["players"])
    table = sheet(app, live)
    print(list(table.names))
    table.tap(next(n for n in table.names if n.startswith("Ben, 43 points")))
    print(list(table.names))
    assert 0
