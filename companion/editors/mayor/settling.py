"""What is still open when a game of Mayor is tallied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.editors.mayor.acts import close, is_over
from companion.editors.mayor.city import player_of
from companion.editors.mayor.faces import column
from companion.editors.mayor.taken import open_questions
from companion.editors.mayor.taken_questions import Taken
from companion.guards import component
from companion.parts.basics import heading, outlined, text
from companion.ui import use_live
from scoring.messages import say

if TYPE_CHECKING:
    import flet as ft

    from companion.editors.mayor.city import City
    from companion.live import LiveTable


def unsettled(evening: City) -> bool:
    """Return whether something that may change the score is still open."""
    return bool(open_questions(evening)) or (bool(evening.beside.still) and not is_over(evening))


@component
def LastQuestions(live: LiveTable) -> ft.Control:
    """Ask what is still open: pieces on a taken number, and whether last tiles are placed."""
    use_live(live)
    evening: City = live.evening
    parts: list[ft.Control] = [heading("Still open"), Taken(live)]

    async def nobody() -> None:
        await live.change("No last tiles any more", close())

    if evening.beside.still and not is_over(evening):
        names = tuple(player_of(evening, seat).name for seat in evening.beside.still)
        parts += [
            text(say("{names} may still place a last tile, under “Turn”.", names=names)),
            outlined("Nobody places a tile any more", nobody),
        ]
    return column(parts)
