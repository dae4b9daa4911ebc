"""The Palaces of Carrara at the table, as one record."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.kit import SetUpItem
from companion.games.palaces_of_carrara.copy_values import GAME, objects_known, upgrade_values
from companion.games.palaces_of_carrara.extras import CarraraExtras
from companion.tables.state import TableState
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.palaces_of_carrara.board import BoardTab
from companion.ui.editors.palaces_of_carrara.my_copy_screen import MyCopyScreen
from companion.ui.editors.palaces_of_carrara.objectives import ObjectivesTab
from companion.ui.editors.palaces_of_carrara.score import ScoreTab
from companion.ui.editors.palaces_of_carrara.stock import Stock
from companion.ui.editors.palaces_of_carrara.wheel import WheelTab
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.setup import laid_out, setup
from scoring.palaces_of_carrara.state import Player, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.palaces_of_carrara.actions import Round
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.sheet import Message, Sheet

BASE, EXPANSION = "base", "expansion"

ON_THE_BOARD: Final = frozenset({"buildings", "scored", "upgrades"})
ON_THE_GOALS: Final = frozenset({"bonus", "cards"})


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> Round:
    """Return the table before the first turn; the cards of the expansion are picked at the table."""
    table = laid_out(names, objects_of=objects_known(copies))
    if variant == EXPANSION:
        table = replace(table, expansion=True, upgrades=upgrade_values(copies))
    return TableState(table=table, extras=CarraraExtras(seats=tuple(seats)))


def set_up(state: TableState[Table, Any]) -> tuple[SetUpItem, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(state.table.players), expansion=state.table.expansion)
    return tuple(SetUpItem(key=item.key, section=item.section.value, words=item.message) for item in items)


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return tuple(margin.message for margin in margins(table, sheet))


PALACES_OF_CARRARA: Final = Editor(
    game=GAME,
    extras=CarraraExtras,
    variants={BASE: "Base game", EXPANSION: "With the expansion"},
    begin=begin,
    setup=set_up,
    places=(
        Tab(
            key="board",
            title="Board",
            icon=ft.Icons.LOCATION_CITY_OUTLINED,
            view=BoardTab,
            fills=True,
            enters=ON_THE_BOARD,
        ),
        Tab(key="score", title="Score", icon=ft.Icons.STAR_OUTLINE, view=ScoreTab),
        Tab(key="wheel", title="Wheel", icon=ft.Icons.DONUT_LARGE, view=WheelTab),
        Tab(
            key="goals",
            title="Goals",
            icon=ft.Icons.CHECKLIST_RTL,
            view=lambda live, _: ObjectivesTab(live),
            of_a_seat=False,
            enters=ON_THE_GOALS,
        ),
        Tab(
            key="stock",
            title="Stock",
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=Stock,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}) - ON_THE_BOARD,
        ),
    ),
    ask=lambda _: None,  # what an upgrade tile prints is asked when it is taken, and nothing else is needed
    my_copy=MyCopyScreen,
    margins=what_was_close,
    board=lambda *_: None,  # no line of the sheet names squares
)
