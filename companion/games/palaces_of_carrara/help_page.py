"""How to enter The Palaces of Carrara, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("Wheel: turn it, and tap the blocks you buy; Tessera works out the prices."),
        say("Board: tap a city to build there; the app says which blocks it accepts."),
        say("Score: what each scoring would pay now, and a tap that takes it."),
        say("Goals: the objectives, how far everybody is, and the announcement of the end."),
        say("Stock: points, coins, blocks and objects behind the screen. There they can be hidden until the end."),
        say("Sheet: nothing but the end, a number for each line and player as on paper."),
        say("End: line by line for all players, then who won and why."),
    ),
    rules=(
        say("On a turn you buy blocks, build, or score."),
        (
            say(
                "To buy, turn the wheel by one section and fill it to eleven blocks; then buy blocks of one "
                "section. They get cheaper with each turn of the wheel. With the expansion you may buy without turning "
                "and filling it, unless it is empty."
            )
        ),
        (
            say(
                "A building costs as many blocks as it says, in colours that its city accepts: Livorno takes "
                "white alone, Pisa yellow as well, then Lucca red, Viareggio green, Massa blue and Lerici "
                "black."
            )
        ),
        (
            say(
                "You score all your buildings of one kind, or those of one city, six times at most. Each "
                "pays its cost times the value of its city, in points or coins, and brings an object while "
                "there are any. You score a kind once; a city is scored once in the game."
            )
        ),
        say(
            "A player who has met all three objectives may announce the end: 5 points at once, and the round is "
            "played out."
        ),
        (
            say(
                "In the base game 3 points for each object, the costs of your buildings, and a point for every 5 "
                "coins are added at the end. A tie goes to whoever has more blocks."
            )
        ),
    ),
)
