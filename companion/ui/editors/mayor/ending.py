"""The end of a game of Mayor, said as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor.actions import is_over
from companion.games.mayor.table import player_of
from companion.ui.components.controls import button, heading, notice, text
from companion.ui.core.theme import SPACE
from companion.ui.editors.mayor.faces import column
from scoring.mayor.rules import game_end
from scoring.mayor.state import EndAsk
from scoring.messages import say

if TYPE_CHECKING:
    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message


def end_said(state: MayorTable) -> Message | None:
    """Return what there is to say of the end: that it has come, or who may place a last tile; `None` before it."""
    ending = game_end(state.table, EndAsk())
    if not ending.over:
        return None
    if is_over(state) or not state.extras.closing:
        names = ending.mayor or ()
        template = "{because}. {names} share the job of mayor." if len(names) > 1 else "{because}. {names} is mayor."
        return say(template, because=ending.because, names=names)
    names = tuple(player_of(state, seat).name for seat in state.extras.still)
    if len(names) == 1:
        return say("Three tile lines are empty. A last tile may be placed by {names}.", names=names)
    return say("Three tile lines are empty. A last tile each may be placed by {names}, in this order.", names=names)


def ending(live: LiveTable) -> list[ft.Control]:
    """Return the sentence about the end with the way to it, nothing before the end comes."""
    said = end_said(live.state)
    if said is None:
        return []
    page = ft.context.page
    if not is_over(live.state):
        return [notice(said)]
    to_end = button("Tally the end", lambda: page.navigate(f"/table/{live.id}/end/0"), icon=ft.Icons.FLAG_OUTLINED)
    whole = ft.Container(
        column([heading("The game is over"), text(sentence(said)), to_end], 2 * SPACE),
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=2 * SPACE,
        padding=4 * SPACE,
    )
    return [ft.Semantics(content=whole, live_region=True, container=True)]
