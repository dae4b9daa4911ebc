"""How to enter Little Town, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage

HELP: Final = HelpPage(
    enter=(
        "Market: enter once which twelve tiles are laid out beside the wheat fields.",
        (
            "Town: tap a square to place a worker or to build there. The cubes around a worker come by "
            "themselves; tap a building beside it to use it."
        ),
        "Stock: points, coins and cubes, workers at the construction site, and objectives.",
        "Round: the end of a round, with the residence and the feeding.",
        "Sheet: nothing but the end, a number for each line and player as on paper.",
        "End: the castle and the watchtower, and who won.",
    ),
    rules=(
        "Four rounds. In turn, everybody places a worker until none is left.",
        (
            "A worker on the board gathers from the eight squares around it: wood from forests, stone from mountains, "
            "fish from lakes. It may also use each building around it once; one of another player costs 1 coin, which "
            "that player gets."
        ),
        (
            "At the construction site a worker builds instead: pay what the tile costs, lay it on an empty grass "
            "square, put a house on it, and score its points at once."
        ),
        (
            "At the end of a round all workers eat a fish or a wheat each; 3 coins stand for one. Each worker that "
            "is not fed costs 3 points."
        ),
        "Objectives score when they are met, the castle and the watchtower at the end. Then 3 coins are a point.",
    ),
)
