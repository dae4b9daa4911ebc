"""How a game ended that all play together: asked once, at the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from companion.games.score_pad.actions import end_together
from companion.ui.components.controls import button, heading, outlined
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring.messages import say, tr
from scoring.score_pad.state import Outcome, Winner

if TYPE_CHECKING:
    from collections.abc import Mapping

    import flet as ft

    from companion.tables.live_table import LiveTable
    from scoring.messages import Message

OUTCOMES: Final[Mapping[Outcome, Message]] = {Outcome.WON: say("Won"), Outcome.LOST: say("Lost")}


def ask(live: LiveTable) -> ft.Control | None:
    """Return the question how it ended, `None` where somebody has answered it, or each plays alone."""
    table = live.state.table
    return HowItEnded(live) if table.pad.winner is Winner.TOGETHER and table.outcome is None else None


@component
def HowItEnded(live: LiveTable) -> ft.Control:
    """Ask whether all have won together, or lost."""

    async def end(outcome: Outcome) -> None:
        await live.change(OUTCOMES[outcome], lambda state: end_together(state, outcome))

    won = button(OUTCOMES[Outcome.WON], partial(end, Outcome.WON), autofocus=True)
    lost = outlined(OUTCOMES[Outcome.LOST], partial(end, Outcome.LOST))
    return column([heading(tr("Did you win together?")), wrapped([won, lost])], spacing=3 * SPACE)
