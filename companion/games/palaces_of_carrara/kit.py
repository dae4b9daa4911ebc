"""What The Palaces of Carrara adds to the app beside its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.kit import GameKit, SetUpItem
from companion.games.palaces_of_carrara.copy_parts import PARTS
from companion.games.palaces_of_carrara.copy_values import objects_known, upgrade_values
from companion.games.palaces_of_carrara.extras import CarraraExtras
from companion.tables.state import TableState
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.setup import laid_out, setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.palaces_of_carrara.actions import Round
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.messages import Message
    from scoring.palaces_of_carrara.state import Table
    from scoring.sheet import Sheet


BASE, EXPANSION = "base", "expansion"


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> Round:
    """Return the table before the first turn; the cards of the expansion are picked at the table."""
    table = laid_out(names, objects_of=objects_known(copies))
    if variant == EXPANSION:
        table = replace(table, expansion=True, upgrades=upgrade_values(copies))
    return TableState(table=table, extras=CarraraExtras(seats=tuple(seats)))


def setup_list(state: TableState[Table, Any]) -> tuple[SetUpItem, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(state.table.players), expansion=state.table.expansion)
    return tuple(SetUpItem(key=item.key, section=item.section.value, words=item.message) for item in items)


def margins_text(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return margins(table, sheet)


PALACES_OF_CARRARA: Final = GameKit(
    game="palaces-of-carrara",
    extras=CarraraExtras,
    variants={BASE: "Base game", EXPANSION: "With the expansion"},
    begin=begin,
    setup=setup_list,
    copy_parts=PARTS,
    margins=margins_text,
)
