"""The record of Carpe Diem."""

from __future__ import annotations

from typing import Final

from scoring.carpe_diem.drawing import boards
from scoring.carpe_diem.limits import LIMITS, villa_chart_lacks
from scoring.carpe_diem.rules import columns, end_of_the_game
from scoring.carpe_diem.rulings import RULINGS, score_rulings
from scoring.carpe_diem.state import RULES, Edition, Table
from scoring.game import Game
from scoring.messages import say

CARPE_DIEM: Final[Game[Table]] = Game(
    key="carpe-diem",
    title="Carpe Diem",
    name=say("Carpe Diem"),
    bgg_id=245934,
    editions=tuple(Edition),
    edition_hint=say(
        "If your copy has banderoles but you move in a circle, take the edition whose tie-break its rulebook has: most "
        "banderoles left in the second, last on the bar in the first."
    ),
    source=say("rulebook of the second edition (two scans), and what that of the first has otherwise"),
    table=Table,
    rules=RULES,
    variant=lambda table: table.edition.noun.name,
    work_out=columns,
    compares=lambda _table: False,
    criteria=end_of_the_game,
    limits=LIMITS,
    unscorable=villa_chart_lacks,
    checks_at="scoring.carpe_diem.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)
