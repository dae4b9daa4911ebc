"""The end of a game of Mayor, said as it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.editors.mayor.acts import is_over
from companion.editors.mayor.city import player_of
from companion.editors.mayor.faces import column
from companion.parts.basics import button, heading, notice, text
from companion.theme import SPACE
from companion.ui import use_ui
from companion.words import sentence
from scoring.mayor.rules import game_end
from scoring.mayor.state import EndAsk
from scoring.messages import say

if TYPE_CHECKING:
    from companion.editors.mayor.city import City
    from companion.live import LiveTable
    from scoring.messages import Message


def end_said(evening: City) -> Message | None:
    """Return what there is to say of the end: that it has come, or who may place a last tile; `None` before it."""
    ending = game_end(evening.table, EndAsk())
    if not ending.over:
        return None
    if is_over(evening) or not evening.beside.closing:
        names = ending.mayor or ()
        template = "{because}. {names} share the job of mayor." if len(names) > 1 else "{because}. {names} is mayor."
        return say(template, because=ending.because, names=names)
    names = tuple(player_of(evening, seat).name for seat in evening.beside.still)
    if len(names) == 1:
        return say("Three tile lines are empty. A last tile may be placed by {names}.", names=names)
    return say("Three tile lines are empty. A last tile each may be placed by {names}, in this order.", names=names)


def ending(live: LiveTable) -> list[ft.Control]:
    """Return the sentence about the end with the way to it, nothing before the end comes."""
    said = end_said(live.evening)
    if said is None:
        return []
    palette = use_ui().look.palette
    page = ft.context.page
    if not is_over(live.evening):
        return [notice(said, palette)]
    to_end = button("Tally the end", lambda: page.navigate(f"/table/{live.id}/end/0"), icon=ft.Icons.FLAG_OUTLINED)
    whole = ft.Container(
        column([heading("The game is over"), text(sentence(said)), to_end], 2 * SPACE),
        bgcolor=palette.secondary_wash,
        border_radius=2 * SPACE,
        padding=4 * SPACE,
    )
    return [ft.Semantics(content=whole, live_region=True, container=True)]
