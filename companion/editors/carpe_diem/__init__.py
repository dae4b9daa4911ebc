"""Carpe Diem at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.base import Editor, Place, SetUp
from companion.editors.carpe_diem.beside import CarpeDiemBeside
from companion.editors.carpe_diem.copy import villa_values
from companion.editors.carpe_diem.district import COLUMNS, ROWS, DistrictPlace
from companion.editors.carpe_diem.forum import ForumPlace
from companion.editors.carpe_diem.my_copy import MyCopy
from companion.editors.carpe_diem.squares import pictures
from companion.editors.carpe_diem.stock import Stock
from companion.editors.carpe_diem.villas import VillaChart, lacking
from companion.evening import Evening
from companion.parts.board import GAP, Square, grid
from companion.ui import use_ui
from scoring.carpe_diem.margins import margins
from scoring.carpe_diem.setup import laid_out, setup
from scoring.carpe_diem.state import DISTRICT_COLUMNS, Edition, Player, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.copies import Copies
    from companion.editors.carpe_diem import acts
    from companion.evening import Seat
    from companion.live import LiveTable
    from scoring.messages import Message
    from scoring.sheet import Sheet


def begin(names: Sequence[str], seats: Sequence[Seat], edition: str, copies: Copies) -> acts.Dinner:
    """Return the table before the first turn, with the villa chart as far as it is known."""
    table = laid_out(names, Edition(edition), villa_chart=villa_values(copies))
    return Evening(table=table, beside=CarpeDiemBeside(seats=tuple(seats)))


def set_up(evening: Evening[Table, Any]) -> tuple[SetUp, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(evening.table.players), evening.table.edition)
    return tuple(SetUp(key=item.key, section=item.section.value, words=item.message) for item in items)


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions about the villa chart, where it lacks something that the score needs."""
    return VillaChart(live) if lacking(live.evening.table) else None


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return margins(table, sheet)


def board(table: Table, seat: int, lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the drawing of a district with some squares lit; nothing where it was only counted, or is empty."""
    district = table.players[seat].district
    if district is None or not district.tiles:
        return None
    palette = use_ui().look.palette
    size = width // DISTRICT_COLUMNS - GAP
    shown = pictures(district, lit=lit or None)
    return grid([[Square(shown[f"{column}{row}"], size, palette, None) for column in COLUMNS] for row in ROWS])


CARPE_DIEM: Final = Editor(
    game="carpe-diem",
    beside=CarpeDiemBeside,
    variants={Edition.SECOND.value: "Second edition", Edition.FIRST.value: "First edition"},
    begin=begin,
    setup=set_up,
    places=(
        Place(
            key="district",
            title="District",
            icon=ft.Icons.GRID_VIEW,
            view=DistrictPlace,
            fills=True,
            enters=frozenset({"frame", "villas", "district", "tally"}),
        ),
        Place(
            key="stock",
            title="Stock",
            icon=ft.Icons.INVENTORY_2_OUTLINED,
            view=Stock,
            enters=frozenset({field.name for field in fields(Player)} | {"items", "fountains"})
            - {"frame", "district", "tally"},
        ),
        Place(key="forum", title="Forum", icon=ft.Icons.ACCOUNT_BALANCE_OUTLINED, view=ForumPlace, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopy,
    margins=what_was_close,
    board=board,
)
