"""The record of Mayor."""

from __future__ import annotations

from typing import Final

from scoring.game import Game
from scoring.mayor.drawing import boards
from scoring.mayor.limits import LIMITS
from scoring.mayor.rules import columns, new_mayor
from scoring.mayor.rulings import RULINGS, score_rulings
from scoring.mayor.state import RULES, Table
from scoring.messages import say

MAYOR: Final[Game[Table]] = Game(
    key="mayor",
    title="Mayor",
    name=say("Mayor"),
    source=say("a rulebook without a title page: the title is not known, so the game is called Mayor here"),
    table=Table,
    rules=RULES,
    work_out=columns,
    compares=lambda _table: False,
    criteria=new_mayor,
    limits=LIMITS,
    checks_at="scoring.mayor.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)
