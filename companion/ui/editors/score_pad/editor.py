"""The score pad at the table, as one record; and how a game ended that all play together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.score_pad.copy_values import GAME
from companion.tables.state import with_table
from companion.ui.components.controls import heading
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.score_pad.entries import EntriesTab
from companion.ui.editors.score_pad.my_copy_screen import MyCopyScreen
from scoring.messages import say, tr
from scoring.sheet import OUTCOMES, Winner

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from scoring.sheet import Outcome


def ending(live: LiveTable) -> ft.Control | None:
    """Return the choice how it ended, `None` where each plays alone."""
    return HowItEnded(live) if live.state.table.pad.winner is Winner.TOGETHER else None


@component
def HowItEnded(live: LiveTable) -> ft.Control:
    """Say whether all have won together, or lost: neither is chosen before somebody taps it."""
    use_revision(live)
    ended = live.state.table.outcome

    def choosing(outcome: Outcome) -> Callable[[], Awaitable[None]]:
        async def choose() -> None:
            if outcome is not ended:
                await change_and_say(live, OUTCOMES[outcome], lambda state: with_table(state, outcome=outcome))

        return choose

    chips = (chip(words, choosing(outcome), selected=outcome is ended) for outcome, words in OUTCOMES.items())
    return column([heading(tr("How did it end?")), wrapped(chips)], spacing=3 * SPACE)


SCORE_PAD: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="entries",
            title=say("Sheet"),
            icon=ft.Icons.GRID_ON_OUTLINED,
            view=EntriesTab,
            of_a_seat=False,
            fills=True,
            names_players=True,
        ),
    ),
    ending=ending,
    my_copy=MyCopyScreen,
    copy_title=say("Pads"),
)
