"""The rulings: what this program decides where the rulebook is silent, and which of it a result rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.rules import game_end
from scoring.mayor.state import EndAsk, Table
from scoring.messages import Message, say

if TYPE_CHECKING:
    from scoring.sheet import Sheet


UNTITLED: Final = say(
    "The rulebook at hand has no title page, so its title is not known: the game is called Mayor here."
)


START: Final = say("Bankers start on 25 and Citizens on 0.")


AS_ENTERED: Final = say(
    "A placement is worked out from the tile, the square and who stands beside it as entered: the map is not known."
)


NOT_MOVED_ON: Final = say("Tessera does not move a piece on when a space is taken: enter where the pieces stand.")


BESIDE_ALONE: Final = say("Whoever has a piece beside the square earns even if no icon matches.")


NET_GOLD: Final = say("The gold of a placement is added up: what it brings pays for what it costs.")


LINES_ENTERED: Final = say("A tile line counts as empty only if it is entered with 0 tiles.")


AS_IT_STANDS: Final = say("A game that is not over by the points and tile lines entered is scored as it stands.")


RULINGS: Final = (
    UNTITLED,
    START,
    AS_ENTERED,
    NOT_MOVED_ON,
    BESIDE_ALONE,
    NET_GOLD,
    LINES_ENTERED,
    AS_IT_STANDS,
)
"""The rulings of the game, by default."""


def score_rulings(table: Table, _sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on."""
    return () if game_end(table, EndAsk()).over else (AS_IT_STANDS,)
