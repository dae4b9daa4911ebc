"""How to enter Little Town, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("Market: enter the twelve tiles once."),
        say("Town: tap a square to place a worker or build."),
    ),
    rules=(
        say("Four rounds; everybody places workers in turn."),
        say(
            "A worker gathers from the eight squares around and may use each building there once; another player’s "
            "costs 1 coin."
        ),
        say("Or it builds on grass: pay the tile, score at once."),
        say("Then each worker eats a fish, a wheat or 3 coins, or costs 3 points."),
    ),
)
