"""Little Town as one record."""

from __future__ import annotations

from typing import Final

from scoring.little_town.board import built, workers_around
from scoring.little_town.checks import CHECKS
from scoring.little_town.decided import (
    CASTLE_ANY,
    CASTLE_OWN,
    DECIDED,
    TRACK,
    WORKERS_BLOCK,
    WORKERS_DO_NOT_BLOCK,
)
from scoring.little_town.limits import LIMITS
from scoring.little_town.picture import boards
from scoring.little_town.rules import RULES, columns, end_of_the_game
from scoring.little_town.state import Side, Table, Tile, Whose
from scoring.sheet import Game, Message, Sheet

_VARIANTS: Final = {Side.ONE: "side 1 of the board", Side.TWO: "side 2 of the board"}


def variant(table: Table) -> str:
    """Return in words which board is played on."""
    return _VARIANTS[table.board] if isinstance(table.board, Side) else "a board as entered"


def rulings(table: Table, _sheet: Sheet) -> tuple[Message, ...]:
    """Return the decisions that the score of this table rests on."""
    tower = built(table, Tile.WATCHTOWER)
    applies = (
        (TRACK, True),
        (CASTLE_OWN if table.castle_counts is Whose.OWN else CASTLE_ANY, built(table, Tile.CASTLE)),
        (
            WORKERS_BLOCK if table.watchtower_workers_block else WORKERS_DO_NOT_BLOCK,
            tower is not None and workers_around(table, tower.cell),
        ),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)


LITTLE_TOWN: Final[Game[Table]] = Game(
    key="little-town",
    title="Little Town",
    editions=(),
    players=(2, 4),
    source="rulebook of the 2019 edition; building tiles and both sides of the board from public scans",
    table=Table,
    rules=RULES,
    variant=variant,
    columns=columns,
    criteria=end_of_the_game,
    limits=LIMITS,
    unscorable=lambda _table: (),
    checks=CHECKS,
    rulings=rulings,
    decided=DECIDED,
    boards=boards,
)
