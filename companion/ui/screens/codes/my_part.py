"""Whose part of a table is shown as a code."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import button, card, heading, outlined
from companion.ui.components.layout import not_in_play, screen, topbar, waiting
from companion.ui.core.context import use_names, use_table, use_ui
from companion.ui.core.error_boundary import component
from scoring.messages import tr
from storage.repositories.values import folded

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable

MINE_SETTING: Final = "mine"
"""The setting that remembers whose part was shown here last."""


@component
def MyPart() -> ft.Control:
    """Ask whose part of the table that the address names is to be shown."""
    table_id = ft.use_route_params()["table"]
    loaded = use_table(table_id)
    bar = topbar(tr("My part as a code"), back=f"/phones/{table_id}")
    if loaded is None:
        return waiting(bar)
    (live,) = loaded
    return not_in_play(bar) if live is None else screen(bar, [PlayersToChoose(live)])


@component
def PlayersToChoose(live: LiveTable) -> ft.Control:
    """Show a button for each player, first the one whose part was shown here last."""
    ui = use_ui()
    page = ft.context.page
    names = use_names(live)
    mine = folded(str(ui.settings.get(MINE_SETTING, "")))

    async def show(seat: int) -> None:
        await ui.set(MINE_SETTING, names[seat])
        page.navigate(f"/code/part/{live.id}/{seat}")

    seats = sorted(range(len(names)), key=lambda seat: folded(names[seat]) != mine)
    ways = [
        (button if folded(names[seat]) == mine else outlined)(
            tr("{name}’s part", name=names[seat]), partial(show, seat)
        )
        for seat in seats
    ]
    return card([heading(tr("Who are you?")), *ways])
