"""The Palaces of Carrara at the table, as one record."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.base import Editor, Place, SetUp
from companion.editors.palaces_of_carrara.beside import CarraraBeside
from companion.editors.palaces_of_carrara.board import BoardPlace
from companion.editors.palaces_of_carrara.copy import GAME, objects_known, upgrade_values
from companion.editors.palaces_of_carrara.goals import GoalsPlace
from companion.editors.palaces_of_carrara.my_copy import MyCopy
from companion.editors.palaces_of_carrara.score import ScorePlace
from companion.editors.palaces_of_carrara.stock import Stock
from companion.editors.palaces_of_carrara.wheel import WheelPlace
from companion.evening import Evening
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.setup import laid_out, setup
from scoring.palaces_of_carrara.state import Player, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.copies import Copies
    from companion.editors.palaces_of_carrara.acts import Round
    from companion.evening import Seat
    from scoring.messages import Message
    from scoring.sheet import Sheet

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
    return margins(table, sheet)


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
