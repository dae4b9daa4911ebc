"""The rulings: what this program decides where the rulebook is silent, and which of it a result rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.little_town.board import built, workers_around
from scoring.little_town.state import Table, Tile, Whose
from scoring.messages import Message, say

if TYPE_CHECKING:
    from scoring.sheet import Sheet


TRACK: Final = say("The score entered at the end includes the last feeding and the objectives.")


CASTLE_OWN: Final = say("The castle counts its owner's other houses.")


CASTLE_ANY: Final = say("At this table the castle counts the houses of all players.")


CATHEDRAL_ANY: Final = say("The cathedral counts workers of all players.")


CATHEDRAL_OWN: Final = say("At this table the cathedral counts its owner's workers alone.")


WORKERS_BLOCK: Final = say("For the watchtower, a square with a worker is not empty.")


WORKERS_DO_NOT_BLOCK: Final = say("At this table a square with a worker is empty for the watchtower.")


COINS_FEED: Final = say("Coins may feed workers, 3 for each, after all food is eaten.")


COINS_DO_NOT_FEED: Final = say("At this table coins do not feed workers.")


SUBSTITUTES: Final = say("Coins stand in for cubes whatever the reserve holds.")


RESIDENCE: Final = say("Tessera does not work out what the owner of the residence does with it at the end of a round.")


BANK: Final = say("Tessera does not count the bank: what it no longer has cannot be gathered, so take less then.")


RULINGS: Final = (
    TRACK,
    CASTLE_OWN,
    CATHEDRAL_ANY,
    WORKERS_BLOCK,
    COINS_FEED,
    SUBSTITUTES,
    RESIDENCE,
    BANK,
)
"""The rulings of the game, by default."""


def score_rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on."""
    castle, tower = built(table, Tile.CASTLE), built(table, Tile.WATCHTOWER)
    applies = (
        (TRACK, True),
        (
            CASTLE_OWN if table.castle_counts is Whose.OWN else CASTLE_ANY,
            castle is not None and sheet.works_out("castle", castle.owner),
        ),
        (
            WORKERS_BLOCK if table.watchtower_workers_block else WORKERS_DO_NOT_BLOCK,
            tower is not None and workers_around(table, tower.cell) and sheet.works_out("watchtower", tower.owner),
        ),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)
