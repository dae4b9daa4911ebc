"""The record of Little Town."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Game
from scoring.little_town.drawing import boards
from scoring.little_town.limits import LIMITS
from scoring.little_town.rules import columns, end_of_the_game
from scoring.little_town.rulings import RULINGS, score_rulings
from scoring.little_town.state import RULES, Side, Table
from scoring.messages import say

if TYPE_CHECKING:
    from scoring.messages import Message

_VARIANTS: Final = {side: say("side {number} of the board", number=number) for number, side in enumerate(Side, 1)}


def variant(table: Table) -> Message:
    """Return in words which board is played on."""
    return _VARIANTS[table.board] if isinstance(table.board, Side) else say("a board as entered")


LITTLE_TOWN: Final[Game[Table]] = Game(
    key="little-town",
    title="Little Town",
    name=say("Little Town"),
    bgg_id=241266,
    source=say("rulebook of the 2019 edition; building tiles and both sides of the board from public scans"),
    table=Table,
    rules=RULES,
    variant=variant,
    work_out=columns,
    compares=lambda _table: False,
    criteria=end_of_the_game,
    limits=LIMITS,
    checks_at="scoring.little_town.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)
