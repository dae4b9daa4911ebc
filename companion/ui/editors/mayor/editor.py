"""Mayor at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.tables.state import STYLES
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.mayor.market import MarketTab
from companion.ui.editors.mayor.my_copy_screen import MyCopyScreen
from companion.ui.editors.mayor.settling import LastQuestions, unsettled
from companion.ui.editors.mayor.track import Pieces, TrackTab, track
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.state import Player, Table

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


def ask(live: LiveTable) -> ft.Control | None:
    """Return what is still open at the end: pieces that may have to move on, and last tiles."""
    return LastQuestions(live) if unsettled(live.state) else None


def board(table: Table, seat: int, _lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the track with the pieces of one player."""
    alone = Table(players=(table.players[seat],))
    return track(Pieces(table=alone, seats=STYLES[seat : seat + 1]), width)


MAYOR: Final = Editor(
    game="mayor",
    tabs=(
        Tab(key="turn", title="Turn", icon=ft.Icons.ROTATE_RIGHT, view=TurnTab, of_a_seat=False, fills=True),
        Tab(
            key="track",
            title="Track",
            icon=ft.Icons.TIMELINE,
            view=TrackTab,
            enters=frozenset(field.name for field in fields(Player)),
        ),
        Tab(key="market", title="Market", icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopyScreen,
    board=board,
)
