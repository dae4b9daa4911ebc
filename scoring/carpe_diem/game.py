"""Carpe Diem as one record."""

from __future__ import annotations

from typing import Final

from scoring.carpe_diem.checks import CHECKS
from scoring.carpe_diem.limits import LIMITS, villa_chart_lacks
from scoring.carpe_diem.picture import boards
from scoring.carpe_diem.rules import RULES, columns, end_of_the_game
from scoring.carpe_diem.state import Edition, Table
from scoring.sheet import Game, Message, Sheet, say

DECIDED: Final = (
    "A forum card that can be met must be met; how many payments are made is free, owned sets count by themselves.",
    "Three bread may be paid any number of times in a visit (`bread_sets` can limit it to once).",
    "Victory point cards may go below 0 (a debt).",
    "The order in the forum is fixed when the phase begins.",
    "Level on all criteria, the win is shared.",
    "A closed landscape of more than four tiles is not a legal one.",
    "Steps past the end of the prestige bar give points also when a forum card grants them.",
    "First edition: last on the bar wins a tie (on one space, the marker beneath); no points past the end of the bar.",
)
"""What was decided where the rulebook is silent."""


def rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the decisions that the score of this table rests on."""
    applied = []
    if any(player.victory_cards < 0 for player in table.players):
        applied.append(say("Victory point cards may go below 0 (a debt)."))
    if table.edition is Edition.FIRST:
        applied.append(say("First edition: last on the prestige bar wins a tie, on one space the marker beneath."))
    if sum(standing.place == 1 for standing in sheet.standings) > 1:
        applied.append(say("Level on all criteria, the win is shared."))
    return tuple(applied)


CARPE_DIEM: Final[Game[Table]] = Game(
    key="carpe-diem",
    title="Carpe Diem",
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
