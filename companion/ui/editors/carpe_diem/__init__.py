"""The screens of Carpe Diem, and those of them that need no table."""

from __future__ import annotations

from typing import Final

import flet as ft

from companion.ui.core.error_boundary import lazily
from companion.ui.editors.base import GameScreen
from scoring.messages import say

SCREENS: Final = (
    GameScreen(
        game="carpe-diem",
        path="cards",
        title=say("Carpe Diem: what would two forum cards pay?"),
        icon=ft.Icons.HELP_OUTLINE,
        view=lazily("companion.ui.editors.carpe_diem.two_cards_screen", "TwoCards"),
    ),
)
