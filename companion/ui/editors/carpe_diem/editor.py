"""The screens of Carpe Diem, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem.actions import waits
from companion.games.carpe_diem.copy_values import GAME, missing_chimneys
from companion.ui.components.controls import silent
from companion.ui.components.layout import SQUARE_GAP, grid
from companion.ui.core.context import use_ui
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.carpe_diem.district import COLUMNS, ROWS, DistrictTab
from companion.ui.editors.carpe_diem.forum import ForumTab
from companion.ui.editors.carpe_diem.my_copy_screen import MyCopyScreen, VillaQuestions
from companion.ui.editors.carpe_diem.square_pictures import pictures, square_face
from companion.ui.editors.carpe_diem.stock import Stock
from scoring.carpe_diem.state import DISTRICT_COLUMNS, Player, Table
from scoring.fields import nouns_of
from scoring.messages import say

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions about the villa chart, or `None` where it has every value that the score needs."""
    return VillaQuestions(live) if missing_chimneys(live.state.table) else None


def board(table: Table, seat: int, highlighted: frozenset[str], width: float) -> ft.Control | None:
    """Return a district with some squares highlighted, or `None` where it is empty or only counted."""
    district = table.players[seat].district
    if district is None or not district.tiles:
        return None
    palette = use_ui().viewport.palette
    size = width // DISTRICT_COLUMNS - SQUARE_GAP
    squares = pictures(district, highlighted=highlighted or None)
    return silent(grid([[square_face(squares[f"{column}{row}"], size, palette) for column in COLUMNS] for row in ROWS]))


CARPE_DIEM: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="district",
            title=nouns_of(Player)["district"].title,
            icon=ft.Icons.GRID_VIEW,
            view=DistrictTab,
            fills=True,
            side="right",
            enters=frozenset({"frame", "villas", "district", "tally"}),
        ),
        Tab(
            key="stock",
            title=say("Stock"),
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=Stock,
            enters=frozenset({field.name for field in fields(Player)} | {"items", "fountains"})
            - {"frame", "district", "tally"},
        ),
        Tab(
            key="forum",
            title=say("Forum"),
            icon=ft.Icons.ACCOUNT_BALANCE_OUTLINED,
            view=ForumTab,
            of_a_seat=False,
            fills=True,
            side="right",
        ),
    ),
    ask=ask,
    my_copy=MyCopyScreen,
    board=board,
    waits=waits,
)
