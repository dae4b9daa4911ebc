"""Mayor at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.kit import SetUpItem
from companion.games.mayor.copy_values import lines
from companion.games.mayor.extras import MayorExtras
from companion.tables.state import STYLES, TableState
from companion.ui.core.context import use_ui
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.mayor.market import MarketTab
from companion.ui.editors.mayor.my_copy_screen import MyCopyScreen
from companion.ui.editors.mayor.settling import LastQuestions, unsettled
from companion.ui.editors.mayor.track import Pieces, TrackTab, track
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.margins import margins
from scoring.mayor.setup import Variant, laid_out, setup
from scoring.mayor.state import Player, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.sheet import Message, Sheet

BASIC, BOTH = "basic", "both"

VARIANTS: Final = {
    BASIC: "Basic game",
    Variant.EVENTS.value: "With Events",
    Variant.AMENITIES.value: "With Civic Amenities",
    BOTH: "With both",
}

MARKERS: Final = 4
"""Action markers on the rondel: those of colours that nobody plays are neutral."""


def variants_of(key: str) -> tuple[Variant, ...]:
    """Return the variants that a choice in the new-table screen stands for."""
    return tuple(variant for variant in Variant if key in (variant.value, BOTH))


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> MayorTable:
    """Return the table before the first turn, with the tile lines as far as my copy has them."""
    known = lines(copies)
    table = laid_out(names)
    extras = MayorExtras(
        seats=tuple(seats),
        variants=variants_of(variant),
        markers=(None,) * MARKERS,
        held=((),) * len(names),
    )
    return TableState(table=Table(players=table.players, tile_lines=known), extras=extras)


def set_up(state: TableState[Table, Any]) -> tuple[SetUpItem, ...]:
    """Return the set-up list for this number of players, with the variants that are played."""
    items = setup(len(state.table.players), state.extras.variants)
    return tuple(SetUpItem(key=item.key, section=item.section.value, words=item.message) for item in items)


def ask(live: LiveTable) -> ft.Control | None:
    """Return what is still open at the end: pieces that may have to move on, and last tiles."""
    return LastQuestions(live) if unsettled(live.state) else None


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return tuple(margin.message for margin in margins(table, sheet))


def board(table: Table, seat: int, _lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the track with the pieces of one player."""
    alone = Table(players=(table.players[seat],))
    return track(Pieces(table=alone, seats=STYLES[seat : seat + 1]), width, use_ui().look.palette)


MAYOR: Final = Editor(
    game="mayor",
    extras=MayorExtras,
    variants=VARIANTS,
    begin=begin,
    setup=set_up,
    places=(
        Tab(key="turn", title="Turn", icon=ft.Icons.ROTATE_RIGHT, view=TurnTab, of_a_seat=False, fills=True),
        Tab(
            key="track",
            title="Track",
            icon=ft.Icons.TIMELINE,
            view=TrackTab,
            enters=frozenset(field.name for field in fields(Player)),
        ),
        Tab(key="market", title="Market", icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopyScreen,
    margins=what_was_close,
    board=board,
)
