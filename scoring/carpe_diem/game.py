"""Carpe Diem as one record."""

from __future__ import annotations

from typing import Final

from scoring.carpe_diem.checks import CHECKS
from scoring.carpe_diem.decided import DEBT, DECIDED, FIRST_EDITION_TIE, SHARED
from scoring.carpe_diem.limits import LIMITS, villa_chart_lacks
from scoring.carpe_diem.picture import boards
from scoring.carpe_diem.rules import RULES, columns, end_of_the_game
from scoring.carpe_diem.state import Edition, Table
from scoring.sheet import Game, Message, Sheet


def rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the decisions that the score of this table rests on."""
    applies = (
        (DEBT, any(player.victory_cards < 0 for player in table.players)),
        (FIRST_EDITION_TIE, table.edition is Edition.FIRST),
        (SHARED, len(sheet.winners) > 1),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)


CARPE_DIEM: Final[Game[Table]] = Game(
    key="carpe-diem",
    title="Carpe Diem",
    bgg_id=245934,
    editions=tuple(Edition),
    players=(2, 4),
    source="rulebook of the second edition (two scans); of the first edition its tie-break as reported",
    table=Table,
    rules=RULES,
    variant=lambda table: f"{table.edition} edition",
    columns=columns,
    criteria=end_of_the_game,
    limits=LIMITS,
    unscorable=villa_chart_lacks,
    checks=CHECKS,
    rulings=rulings,
    decided=DECIDED,
    boards=boards,
)
