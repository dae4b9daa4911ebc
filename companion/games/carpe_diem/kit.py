"""What Carpe Diem adds to the app beside its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.carpe_diem.copy_parts import PARTS
from companion.games.carpe_diem.copy_values import villa_values
from companion.games.carpe_diem.extras import CarpeDiemExtras
from companion.games.kit import GameKit, SetUpItem
from companion.tables.state import TableState
from scoring.carpe_diem.margins import margins
from scoring.carpe_diem.setup import laid_out, setup
from scoring.carpe_diem.state import Edition, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.carpe_diem import actions
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.messages import Message
    from scoring.sheet import Sheet


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], edition: str, copies: MyCopy) -> actions.CarpeDiemTable:
    """Return the table before the first turn, with the villa chart as far as it is known."""
    table = laid_out(names, Edition(edition), villa_chart=villa_values(copies))
    return TableState(table=table, extras=CarpeDiemExtras(seats=tuple(seats)))


def setup_list(state: TableState[Table, Any]) -> tuple[SetUpItem, ...]:
    """Return the set-up list for this number of players."""
    items = setup(len(state.table.players), state.table.edition)
    return tuple(SetUpItem(key=item.key, section=item.section.value, words=item.message) for item in items)


def margins_text(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about margins."""
    return margins(table, sheet)


CARPE_DIEM: Final = GameKit(
    game="carpe-diem",
    extras=CarpeDiemExtras,
    variants={Edition.SECOND.value: "Second edition", Edition.FIRST.value: "First edition"},
    begin=begin,
    setup=setup_list,
    copy_parts=PARTS,
    margins=margins_text,
)
