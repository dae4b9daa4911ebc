"""How to enter Carpe Diem, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("District: draw what is built, or tap a square to choose its tile."),
        say("Forum: lay the cards; each open pair then says what it would bring."),
        say("Tap the phase below the name of the game to note a round."),
    ),
    rules=(
        say("You begin with points by seat: 8, 9, …"),
        say("Four building phases of seven rounds; each ends in the forum."),
        say("A card that is not met costs 4 points."),
    ),
)
