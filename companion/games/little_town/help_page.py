"""How to enter Little Town, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("Market: enter once which twelve tiles are laid out."),
        say("Town: tap a square to place a worker or to build."),
    ),
    rules=(
        say("In each of four rounds, everybody places workers in turn."),
        say(
            "A worker gathers from the eight squares around and may use each building there once; another player’s "
            "costs 1 coin."
        ),
        say("Or it builds on empty grass: pay the tile, score it at once."),
        say("Then each worker eats a fish, a wheat or 3 coins; an unfed one costs 3 points."),
    ),
)
