"""What Carpe Diem adds to the app in addition to its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.carpe_diem.copy_values import COPY_PARTS, GAME, SHAPE_PART, villa_values
from companion.games.carpe_diem.extras import CarpeDiemExtras
from companion.games.carpe_diem.help_page import HELP
from companion.games.kit import GameKit
from companion.tables.state import TableState, with_table
from scoring.carpe_diem.margins import margins
from scoring.carpe_diem.setup import laid_out, setup
from scoring.carpe_diem.state import Edition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.carpe_diem.extras import CarpeDiemTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], edition: str, copies: MyCopy) -> CarpeDiemTable:
    """Return the table before the first turn, with the known entries of the villa chart."""
    table = laid_out(names, Edition(edition), villa_chart=villa_values(copies))
    return TableState(table=table, extras=CarpeDiemExtras(seats=tuple(seats)))


CARPE_DIEM: Final = GameKit(
    game=GAME,
    extras=CarpeDiemExtras,
    variants={Edition.SECOND.value: "Second edition", Edition.FIRST.value: "First edition"},
    begin=begin,
    help_page=HELP,
    variant_of=lambda state: state.table.edition.value,
    with_variant=lambda state, edition, _: with_table(state, edition=Edition(edition)),
    setup=lambda state: setup(len(state.table.players), state.table.edition),
    copy_parts=COPY_PARTS,
    counted_parts=frozenset({SHAPE_PART}),
    margins=margins,
)
