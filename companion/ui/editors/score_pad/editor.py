"""The score pad at the table, as one record."""

from __future__ import annotations

from typing import Final

import flet as ft

from companion.games.score_pad.copy_values import GAME
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.score_pad.entries import EntriesTab
from companion.ui.editors.score_pad.my_copy_screen import MyCopyScreen
from companion.ui.editors.score_pad.outcome import ending
from scoring.messages import say

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
