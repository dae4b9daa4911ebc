"""What Mayor adds to the app apart from its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit, HelpPage
from companion.games.mayor.copy_values import COPY_PARTS, GAME, LINES
from companion.tables.state import Extras, PlayerStyle, TableState, with_table
from scoring.mayor.game import margins
from scoring.mayor.rules import laid_out, setup
from scoring.mayor.state import Event, Variant
from scoring.mayor.turns import is_over
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.mayor.actions import MayorTable
    from companion.tables.my_copy import MyCopy


HELP: Final = HelpPage(
    enter=(
        say("Turn: tap the space where the marker goes, then buy, place or pass."),
        say("Track and Market: change pieces and lines by hand."),
    ),
    rules=(
        say("1 to 4 extra rondel steps cost 1, 3, 6 or 10 gold."),
        say("A match gives: shop 4 gold, church 2 points, bank 1 point and 2 gold, statue 3 points for 1 gold."),
        say("50 wins at once; after three empty lines, the Citizen in front."),
    ),
)


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
    turn=lambda state: None if is_over(state.table) else state.table.turn,
)
