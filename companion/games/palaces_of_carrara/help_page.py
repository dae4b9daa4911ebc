"""How to enter The Palaces of Carrara, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(say("Wheel: tap blocks to buy. Board: tap a city to build."),),
    rules=(
        say("Each turn: buy, build or score."),
        say("Buy: turn the wheel, fill it to eleven, take blocks of one section."),
        say(
            "Score at most six times: each kind once, or a city nobody has scored. A building pays its cost times its "
            "city’s value, and an object."
        ),
        say("With all three objectives met you may announce the end: 5 points."),
    ),
)
