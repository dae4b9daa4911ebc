"""What is still open when a game of Mayor is tallied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor.actions import close, is_over
from companion.games.mayor.table import player_of
from companion.games.mayor.taken_spaces import open_questions
from companion.ui.components.controls import heading, outlined, text
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.editors.mayor.faces import column
from companion.ui.editors.mayor.taken_questions import Taken
from scoring.messages import say

if TYPE_CHECKING:
    import flet as ft

    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable


def unsettled(state: MayorTable) -> bool:
    """Return whether something that may change the score is still open."""
    return bool(open_questions(state)) or (bool(state.extras.still) and not is_over(state))


@component
def LastQuestions(live: LiveTable) -> ft.Control:
    """Ask what is still open: pieces on a taken number, and whether last tiles are placed."""
    use_revision(live)
    state: MayorTable = live.state
    parts: list[ft.Control] = [heading("Still open"), Taken(live)]

    async def nobody() -> None:
        await live.change("No last tiles any more", close())

    if state.extras.still and not is_over(state):
        names = tuple(player_of(state, seat).name for seat in state.extras.still)
        parts += [
            text(say("{names} may still place a last tile, under “Turn”.", names=names)),
            outlined("Nobody places a tile any more", nobody),
        ]
    return column(parts)
