"""What Mayor adds to the app apart from its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit
from companion.games.mayor.copy_values import COPY_PARTS, GAME, LINES
from companion.games.mayor.help_page import HELP
from companion.tables.state import Extras, TableState, with_table
from scoring.mayor.margins import margins
from scoring.mayor.setup import laid_out, setup
from scoring.mayor.state import Event, Variant
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.mayor.actions import MayorTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle


BASIC, BOTH = "basic", "both"

VARIANTS: Final = {
    BASIC: say("Base game"),
    Variant.EVENTS.value: say("With Events"),
    Variant.AMENITIES.value: say("With Civic Amenities"),
    BOTH: say("With both"),
}

MARKERS: Final = 4
"""The number of Action markers on the rondel; those of colours that nobody plays are neutral."""


def variants_of(key: str) -> tuple[Variant, ...]:
    """Return the variants of the rules that a key of `VARIANTS` stands for."""
    return tuple(variant for variant in Variant if key in (variant.value, BOTH))


def variant_of(state: MayorTable) -> str:
    """Return the key in `VARIANTS` of the variants that a table is played with."""
    return next(key for key in VARIANTS if set(variants_of(key)) == set(state.table.variants))


def with_variant(state: MayorTable, key: str, _copies: MyCopy) -> MayorTable:
    """Return a table with other variants; without Events none is in effect."""
    variants = variants_of(key)
    if Variant.EVENTS in variants:
        return with_table(state, variants=variants)
    return with_table(state, variants=variants, event=Event(), event_due=False)


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> MayorTable:
    """Return the table before the first turn, with the tile lines that my copy has."""
    table = replace(
        laid_out(names),
        tile_lines=LINES.values(copies),
        variants=variants_of(variant),
        markers=(None,) * MARKERS,
        held=((),) * len(names),
    )
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


MAYOR: Final = GameKit(
    game=GAME,
    mark="mayor_bank",
    variants=VARIANTS,
    begin=begin,
    help_page=HELP,
    variant_of=variant_of,
    with_variant=with_variant,
    setup=lambda state: setup(len(state.table.players), state.table.variants),
    copy_parts=COPY_PARTS,
    margins=margins,
    fields={"citizen": "citizen"},
    blank={"banker": 0},
)
