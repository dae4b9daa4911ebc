"""How to enter the Mayor game, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("Turn: tap the space where the marker goes, then buy, place or pass."),
        say("Track and Market: change pieces and lines by hand."),
    ),
    rules=(
        say("1 to 4 extra rondel steps cost 1, 3, 6 or 10 gold."),
        say("A match gives: shop 4 gold, church 2 points, bank 1 point and 2 gold, statue 3 points for 1 gold."),
        say("50 wins at once; after three empty lines, the Citizen in front."),
    ),
)
