"""Little Town at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.little_town.copy_values import GAME, asked_at_the_end
from companion.ui.core.context import use_ui
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.little_town.board import small_board
from companion.ui.editors.little_town.market import MarketTab
from companion.ui.editors.little_town.my_copy_screen import AidQuestions, MyCopyScreen
from companion.ui.editors.little_town.player import PlayerTab
from companion.ui.editors.little_town.round_end import RoundTab
from companion.ui.editors.little_town.town import TownTab
from scoring.little_town.moves import turns_are_kept
from scoring.little_town.state import Player, Table
from scoring.messages import say, say_in

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions about the gameplay aid on which the score rests, where they are open."""
    questions = asked_at_the_end(live.state)
    return AidQuestions(live, questions) if questions else None


def board(table: Table, _seat: int, highlighted: frozenset[str], width: float) -> ft.Control | None:
    """Return the board that all players share, with some squares highlighted."""
    return small_board(table, highlighted, width, use_ui().viewport.palette)


LITTLE_TOWN: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="town",
            title=say("Town"),
            icon=ft.Icons.GRID_VIEW,
            view=TownTab,
            fills=True,
            side="right",
            enters=frozenset({"castle", "watchtower", "buildings", "workers", "board"}),
        ),
        Tab(
            key="player",
            title=say("Stock"),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=PlayerTab,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}),
        ),
        Tab(key="market", title=say_in("Little Town", "Market"), icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab),
        Tab(key="round", title=say("Round"), icon=ft.Icons.RESTAURANT, view=RoundTab, of_a_seat=False),
    ),
    ask=ask,
    turn=lambda state: state.table.turn if turns_are_kept(state.table) else None,
    my_copy=MyCopyScreen,
    board=board,
)
