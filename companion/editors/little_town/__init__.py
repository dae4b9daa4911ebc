"""Little Town at the table, as one record."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.base import Editor, Place, SetUp
from companion.editors.little_town.acts import MEADOW
from companion.editors.little_town.aid import AidQuestions
from companion.editors.little_town.beside import LittleTownBeside
from companion.editors.little_town.board import small
from companion.editors.little_town.copy import asked_at_the_end, of_copy
from companion.editors.little_town.market import MarketPlace
from companion.editors.little_town.my_copy import MyCopy
from companion.editors.little_town.round_end import RoundPlace
from companion.editors.little_town.stock import PlayerPlace
from companion.editors.little_town.town import TownPlace
from companion.evening import Evening
from companion.ui import use_ui
from scoring.little_town.margins import margins
from scoring.little_town.setup import laid_out, setup
from scoring.little_town.state import Player, Side, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.copies import Copies
    from companion.editors.little_town.acts import Town
    from companion.evening import Seat
    from companion.live import LiveTable
    from scoring.messages import Message
    from scoring.sheet import Sheet

OWN: Final = "own"

VARIANTS: Final = {
    Side.ONE.value: "Side 1 of the board",
    Side.TWO.value: "Side 2 of the board",
    OWN: "A board of our own",
}


def begin(names: Sequence[str], seats: Sequence[Seat], variant: str, copies: Copies) -> Town:
    """Return the table before the first turn, by what my copy says; a board of one's own begins as grass."""
    laid = laid_out(names) if variant == OWN else laid_out(names, Side(variant))
    table, answered = of_copy(laid, copies)
    if variant == OWN:
        table = replace(table, board=MEADOW)
    return Evening(table=table, beside=LittleTownBeside(seats=tuple(seats), answered=answered))


def set_up(evening: Evening[Table, Any]) -> tuple[SetUp, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(evening.table.players))
    return tuple(SetUp(key=item.key, section=item.section.value, words=item.message) for item in items)


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions about the gameplay aid on which the score rests, where they are open."""
    questions = asked_at_the_end(live.evening)
    return AidQuestions(live, questions) if questions else None


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return margins(table, sheet)


def board(table: Table, _seat: int, lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the board, which all players share, with some squares lit."""
    return small(table, lit, width, use_ui().look.palette)


LITTLE_TOWN: Final = Editor(
    game="little-town",
    beside=LittleTownBeside,
    variants=VARIANTS,
    begin=begin,
    setup=set_up,
    places=(
        Place(
            key="town",
            title="Town",
            icon=ft.Icons.GRID_VIEW,
            view=TownPlace,
            fills=True,
            enters=frozenset({"castle", "watchtower", "buildings", "workers", "board"}),
        ),
        Place(
            key="player",
            title="Player",
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=PlayerPlace,
            enters=frozenset({field.name for field in fields(Player)} | {"track"}),
        ),
        Place(key="market", title="Market", icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketPlace),
        Place(key="round", title="Round", icon=ft.Icons.RESTAURANT, view=RoundPlace, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopy,
    margins=what_was_close,
    board=board,
)
