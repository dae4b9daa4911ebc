"""The score pad at the table, as one record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.score_pad.copy_values import GAME
from companion.ui.components.controls import card, heading, text
from companion.ui.components.layout import column
from companion.ui.core.context import use_selector
from companion.ui.core.error_boundary import component
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.score_pad.my_copy_screen import MyCopyScreen

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


@component
def EntriesTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the categories of the pad, and what a player has in each."""
    shown = use_selector(live, lambda: live.columns[seat])
    titles = live.game.rules
    rows = [text(f"{titles[line.rule]}: {line.points}") for line in shown.lines]
    return column([card([heading(shown.player), *rows])])


SCORE_PAD: Final = Editor(
    game=GAME,
    tabs=(Tab(key="entries", title="Entries", icon=ft.Icons.EDIT_NOTE, view=EntriesTab),),
    my_copy=MyCopyScreen,
    copy_title="Pads",
)
