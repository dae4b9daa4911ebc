"""Mayor at the table, as one record."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.base import Editor, Place, SetUp
from companion.editors.mayor.beside import MayorBeside
from companion.editors.mayor.copy import lines
from companion.editors.mayor.market import MarketPlace
from companion.editors.mayor.my_copy import MyCopy
from companion.editors.mayor.settling import LastQuestions, unsettled
from companion.editors.mayor.track import Pieces, TrackPlace, track
from companion.editors.mayor.turn import TurnPlace
from companion.evening import LOOKS, Evening
from companion.ui import use_ui
from scoring.mayor.margins import margins
from scoring.mayor.setup import Variant, laid_out, setup
from scoring.mayor.state import Player, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.copies import Copies
    from companion.editors.mayor.city import City
    from companion.evening import Seat
    from companion.live import LiveTable
    from scoring.messages import Message
    from scoring.sheet import Sheet

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


def begin(names: Sequence[str], seats: Sequence[Seat], variant: str, copies: Copies) -> City:
    """Return the table before the first turn, with the tile lines as far as my copy has them."""
    known = lines(copies)
    table = laid_out(names)
    beside = MayorBeside(
        seats=tuple(seats),
        variants=variants_of(variant),
        markers=(None,) * MARKERS,
        held=((),) * len(names),
    )
    return Evening(table=Table(players=table.players, tile_lines=known), beside=beside)


def set_up(evening: Evening[Table, Any]) -> tuple[SetUp, ...]:
    """Return the set-up list for this number of players, with the variants that are played."""
    items = setup(len(evening.table.players), evening.beside.variants)
    return tuple(SetUp(key=item.key, section=item.section.value, words=item.message) for item in items)


def ask(live: LiveTable) -> ft.Control | None:
    """Return what is still open at the end: pieces that may have to move on, and last tiles."""
    return LastQuestions(live) if unsettled(live.evening) else None


def what_was_close(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return margins(table, sheet)


def board(table: Table, seat: int, _lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the track with the pieces of one player."""
    alone = Table(players=(table.players[seat],))
    return track(Pieces(table=alone, seats=LOOKS[seat : seat + 1]), width, use_ui().look.palette)


MAYOR: Final = Editor(
    game="mayor",
    beside=MayorBeside,
    variants=VARIANTS,
    begin=begin,
    setup=set_up,
    places=(
        Place(key="turn", title="Turn", icon=ft.Icons.ROTATE_RIGHT, view=TurnPlace, of_a_seat=False, fills=True),
        Place(
            key="track",
            title="Track",
            icon=ft.Icons.TIMELINE,
            view=TrackPlace,
            enters=frozenset(field.name for field in fields(Player)),
        ),
        Place(key="market", title="Market", icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketPlace, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopy,
    margins=what_was_close,
    board=board,
)
