"""Mayor at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor.copy_values import GAME
from companion.tables.state import STYLES
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.mayor.market import MarketTab
from companion.ui.editors.mayor.my_copy_screen import MyCopyScreen
from companion.ui.editors.mayor.questions import LastQuestions, has_open_questions
from companion.ui.editors.mayor.track import TrackPieces, TrackTab, track
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.state import Player, Table
from scoring.messages import say, say_in

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions that are open at the end: pieces on a taken number, and last tiles."""
    return LastQuestions(live) if has_open_questions(live.state.table) else None


def board(table: Table, seat: int, _lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the track with the pieces of one player."""
    alone = Table(players=(table.players[seat],))
    return track(TrackPieces(table=alone, seats=STYLES[seat : seat + 1]), width)


MAYOR: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="turn",
            title=say_in("a player's turn", "Turn"),
            icon=ft.Icons.ROTATE_RIGHT,
            view=TurnTab,
            of_a_seat=False,
            fills=True,
        ),
        Tab(
            key="track",
            title=say("Track"),
            icon=ft.Icons.TIMELINE,
            view=TrackTab,
            enters=frozenset(field.name for field in fields(Player)),
        ),
        Tab(key="market", title=say("Market"), icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopyScreen,
    board=board,
)
