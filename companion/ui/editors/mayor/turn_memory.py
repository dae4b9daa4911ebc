"""What is entered of a turn lasts as long as the turn, also while another tab is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import flet as ft

from companion.ui.core.hooks import use_lazy_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.core.hooks import Setter
    from scoring.mayor.state import Table

V = TypeVar("V")


def use_turn_memory(live: LiveTable, what: str, start: V) -> tuple[V, Setter[V]]:
    """Return a state that begins as this browser left it in the same turn, else as `start`, and its setter."""
    store = ft.context.page.session.store
    table: Table = live.state.table
    key = f"{what} at {live.id}"
    held = tuple(tuple(tile.kind for tile in tiles) for tiles in table.held)
    turn = (table.turn, table.walked, table.closing, table.markers, held, table.players)

    def begin() -> V:
        kept: tuple[object, V] | None = store.get(key)
        return kept[1] if kept is not None and kept[0] == turn else start

    value, set_value = use_lazy_state(begin)

    def keep(new: Callable[[V], V], /) -> None:
        def apply(old: V) -> V:
            value = new(old)
            store.set(key, (turn, value))
            return value

        set_value(apply)

    return value, keep
