"""Little Town at the table, as one record."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.kit import SetUpItem
from companion.games.little_town.actions import MEADOW
from companion.games.little_town.copy_values import asked_at_the_end, of_copy
from companion.games.little_town.extras import LittleTownExtras
from companion.tables.state import TableState
from companion.ui.core.context import use_ui
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.little_town.aid import AidQuestions
from companion.ui.editors.little_town.board import small
from companion.ui.editors.little_town.market import MarketTab
from companion.ui.editors.little_town.my_copy_screen import MyCopyScreen
from companion.ui.editors.little_town.round_end import RoundTab
from companion.ui.editors.little_town.stock import PlayerTab
from companion.ui.editors.little_town.town import TownTab
from scoring.little_town.margins import margins
from scoring.little_town.setup import laid_out, setup
from scoring.little_town.state import Player, Side, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.sheet import Message, Sheet

OWN: Final = "own"

VARIANTS: Final = {
    Side.ONE.value: "Side 1 of the board",
    Side.TWO.value: "Side 2 of the board",
    OWN: "A board of our own",
}


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> LittleTownTable:
    """Return the table before the first turn, by what my copy says; a board of one's own begins as grass."""
    laid = laid_out(names) if variant == OWN else laid_out(names, Side(variant))
    table, answered = of_copy(laid, copies)
    if variant == OWN:
        table = replace(table, board=MEADOW)
    return TableState(table=table, extras=LittleTownExtras(seats=tuple(seats), answered=answered))


def set_up(state: TableState[Table, Any]) -> tuple[SetUpItem, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(state.table.players))
    return tuple(SetUpItem(key=item.key, section=item.section.value, words=item.message) for item in items)


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions about the gameplay aid on which the score rests, where they are open."""
    questions = asked_at_the_end(live.state)
    return AidQuestions(live, questions) if questions else None


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return tuple(margin.message for margin in margins(table, sheet))


def board(table: Table, _seat: int, lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the board, which all players share, with some squares lit."""
    return small(table, lit, width, use_ui().look.palette)


LITTLE_TOWN: Final = Editor(
    game="little-town",
    extras=LittleTownExtras,
    variants=VARIANTS,
    begin=begin,
    setup=set_up,
    places=(
        Tab(
            key="town",
            title="Town",
            icon=ft.Icons.GRID_VIEW,
            view=TownTab,
            fills=True,
            enters=frozenset({"castle", "watchtower", "buildings", "workers", "board"}),
        ),
        Tab(
            key="player",
            title="Player",
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=PlayerTab,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}),
        ),
        Tab(key="market", title="Market", icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab),
        Tab(key="round", title="Round", icon=ft.Icons.RESTAURANT, view=RoundTab, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopyScreen,
    margins=what_was_close,
    board=board,
)
