"""How to enter Little Town, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("Market: enter once which twelve tiles are laid out beside the wheat fields."),
        (
            say(
                "Town: tap a square to place a worker or to build there. What the worker gathers is added "
                "automatically; tap a building beside it to use it."
            )
        ),
        say("Stock: points, coins and cubes, workers at the construction site, and objectives."),
        say("Round: the end of a round, with the residence and the feeding."),
        say("Sheet: nothing but the end, a number for each line and player as on paper."),
        say("End: the castle and the watchtower, and who won."),
    ),
    rules=(
        say("Four rounds. In turn, everybody places a worker until none is left."),
        (
            say(
                "A worker on the board gathers from the eight squares around it: wood from forests, stone "
                "from mountains, fish from lakes. It may also use each building around it once; one of "
                "another player costs 1 coin, which that player gets."
            )
        ),
        (
            say(
                "At the construction site a worker builds instead: pay what the tile costs, lay it on an "
                "empty grass square, put a house on it, and score its points at once."
            )
        ),
        (
            say(
                "At the end of a round all workers eat a fish or a wheat each; 3 coins stand in for one. Each unfed "
                "worker costs 3 points."
            )
        ),
        say("Objectives score when they are met, the castle and the watchtower at the end. Then 3 coins are a point."),
    ),
)
