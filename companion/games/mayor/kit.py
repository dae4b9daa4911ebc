"""What Mayor adds to the app beside its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit
from companion.games.mayor.copy_parts import PARTS
from companion.games.mayor.copy_values import lines
from companion.games.mayor.extras import MayorExtras
from companion.tables.state import TableState
from scoring.mayor.margins import margins
from scoring.mayor.setup import Variant, laid_out, setup
from scoring.mayor.state import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.mayor.table import MayorTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle


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


MAYOR: Final = GameKit(
    game="mayor",
    extras=MayorExtras,
    variants=VARIANTS,
    begin=begin,
    setup=lambda state: setup(len(state.table.players), state.extras.variants),
    copy_parts=PARTS,
    margins=margins,
)
