"""Mayor as one record."""

from __future__ import annotations

from typing import Final

from scoring.mayor.checks import CHECKS
from scoring.mayor.decided import AS_IT_STANDS, DECIDED
from scoring.mayor.limits import LIMITS
from scoring.mayor.picture import boards
from scoring.mayor.rules import RULES, columns, game_end, new_mayor
from scoring.mayor.state import EndAsk, Table
from scoring.sheet import Game, Message, Sheet


def rulings(table: Table, _sheet: Sheet) -> tuple[Message, ...]:
    """Return the decisions that the score of this table rests on."""
    return () if game_end(table, EndAsk()).over else (AS_IT_STANDS,)


MAYOR: Final[Game[Table]] = Game(
    key="mayor",
    title="Mayor",
    editions=(),
    players=(2, 4),
    source="a rulebook without a title page: the title is not known, Mayor is what the game is called here",
    table=Table,
    rules=RULES,
    variant=lambda _table: "",
    columns=columns,
    criteria=new_mayor,
    limits=LIMITS,
    unscorable=lambda _table: (),
    checks=CHECKS,
    rulings=rulings,
    decided=DECIDED,
    boards=boards,
)
