"""The Palaces of Carrara at the table, as one record."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.kit import SetUp
from companion.games.palaces_of_carrara.copy_values import GAME, objects_known, upgrade_values
from companion.games.palaces_of_carrara.extras import CarraraBeside
from companion.tables.state import Evening
from companion.ui.editors.base import Editor, Place
from companion.ui.editors.palaces_of_carrara.board import BoardPlace
from companion.ui.editors.palaces_of_carrara.my_copy_screen import MyCopy
from companion.ui.editors.palaces_of_carrara.objectives import GoalsPlace
from companion.ui.editors.palaces_of_carrara.score import ScorePlace
from companion.ui.editors.palaces_of_carrara.stock import Stock
from companion.ui.editors.palaces_of_carrara.wheel import WheelPlace
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.setup import laid_out, setup
from scoring.palaces_of_carrara.state import Player, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.palaces_of_carrara.actions import Round
    from companion.tables.my_copy import Copies
    from companion.tables.state import Seat
    from scoring.sheet import Message, Sheet

BASE, EXPANSION = "base", "expansion"

ON_THE_BOARD: Final = frozenset({"buildings", "scored", "upgrades"})
ON_THE_GOALS: Final = frozenset({"bonus", "cards"})


def begin(names: Sequence[str], seats: Sequence[Seat], variant: str, copies: Copies) -> Round:
    """Return the table before the first turn; the cards of the expansion are picked at the table."""
    table = laid_out(names, objects_of=objects_known(copies))
    if variant == EXPANSION:
        table = replace(table, expansion=True, upgrades=upgrade_values(copies))
    return Evening(table=table, beside=CarraraBeside(seats=tuple(seats)))


def set_up(evening: Evening[Table, Any]) -> tuple[SetUp, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(evening.table.players), expansion=evening.table.expansion)
    return tuple(SetUp(key=item.key, section=item.section.value, words=item.message) for item in items)


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return tuple(margin.message for margin in margins(table, sheet))


PALACES_OF_CARRARA: Final = Editor(
    game=GAME,
    beside=CarraraBeside,
    variants={BASE: "Base game", EXPANSION: "With the expansion"},
    begin=begin,
    setup=set_up,
    places=(
        Place(
            key="board",
            title="Board",
            icon=ft.Icons.LOCATION_CITY_OUTLINED,
            view=BoardPlace,
            fills=True,
            enters=ON_THE_BOARD,
        ),
        Place(key="score", title="Score", icon=ft.Icons.STAR_OUTLINE, view=ScorePlace),
        Place(key="wheel", title="Wheel", icon=ft.Icons.DONUT_LARGE, view=WheelPlace),
        Place(
            key="goals",
            title="Goals",
            icon=ft.Icons.CHECKLIST_RTL,
            view=lambda live, _: GoalsPlace(live),
            of_a_seat=False,
            enters=ON_THE_GOALS,
        ),
        Place(
            key="stock",
            title="Stock",
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=Stock,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}) - ON_THE_BOARD,
        ),
    ),
    ask=lambda _: None,  # what an upgrade tile prints is asked when it is taken, and nothing else is needed
    my_copy=MyCopy,
    margins=what_was_close,
    board=lambda *_: None,  # no line of the sheet names squares
)
