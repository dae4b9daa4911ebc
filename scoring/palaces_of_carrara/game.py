"""The record of The Palaces of Carrara."""

from __future__ import annotations

from typing import Final

from scoring.game import Game
from scoring.messages import say
from scoring.palaces_of_carrara.drawing import boards
from scoring.palaces_of_carrara.limits import LIMITS
from scoring.palaces_of_carrara.rules import columns, compares_players, ties
from scoring.palaces_of_carrara.rulings import RULINGS, score_rulings
from scoring.palaces_of_carrara.state import RULES, Table

PALACES_OF_CARRARA: Final[Game[Table]] = Game(
    key="palaces-of-carrara",
    title="The Palaces of Carrara",
    name=say("The Palaces of Carrara"),
    bgg_id=129948,
    editions=("first (2012), with or without the expansion in its envelope",),
    edition_hint=say("The first edition (2012) is known, not that of 2022 with statues and monuments."),
    source=say("rulebook of 2012 with that of the expansion (a scan)"),
    table=Table,
    rules=RULES,
    variant=lambda table: say("with the expansion") if table.expansion else say("base game"),
    work_out=columns,
    compares=compares_players,
    criteria=ties,
    limits=LIMITS,
    checks_at="scoring.palaces_of_carrara.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)
