"""The Palaces of Carrara at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import flet as ft

from companion.games.palaces_of_carrara.kit import GAME
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.palaces_of_carrara.board import BoardTab
from companion.ui.editors.palaces_of_carrara.my_copy_screen import MyCopyScreen
from companion.ui.editors.palaces_of_carrara.objectives import ObjectivesTab
from companion.ui.editors.palaces_of_carrara.score import ScoreTab
from companion.ui.editors.palaces_of_carrara.stock import ScreenedSheet, Stock
from companion.ui.editors.palaces_of_carrara.wheel import WheelTab
from scoring.messages import say
from scoring.palaces_of_carrara.state import Player

ON_THE_BOARD: Final = frozenset({"buildings", "scored", "upgrades"})

ON_THE_GOALS: Final = frozenset({"bonus", "cards"})

PALACES_OF_CARRARA: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="board",
            title=say("Board"),
            icon=ft.Icons.LOCATION_CITY_OUTLINED,
            view=BoardTab,
            fills=True,
            side="left",
            enters=ON_THE_BOARD,
        ),
        Tab(key="score", title=say("Score"), icon=ft.Icons.STAR_OUTLINE, view=ScoreTab),
        Tab(key="wheel", title=say("Wheel"), icon=ft.Icons.DONUT_LARGE, view=WheelTab),
        Tab(
            key="goals",
            title=say("Goals"),
            icon=ft.Icons.CHECKLIST_RTL,
            view=lambda live, _: ObjectivesTab(live),
            of_a_seat=False,
            enters=ON_THE_GOALS,
        ),
        Tab(
            key="stock",
            title=say("Stock"),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=Stock,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}) - ON_THE_BOARD,
        ),
    ),
    my_copy=MyCopyScreen,
    turn=lambda state: state.table.turn,
    sheet=ScreenedSheet,
)
