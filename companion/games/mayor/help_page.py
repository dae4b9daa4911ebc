"""How to enter the Mayor game, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say(
            "Turn: tap the space of the rondel that the Action marker moves to. Tessera works out the price of the "
            "tile."
        ),
        (
            say(
                "Placing: say which icons the tile and the squares beside it show; what matches is rewarded, "
                "and the pieces move."
            )
        ),
        say("Track: Citizens and Bankers on their numbers, to be moved by hand as well."),
        say("Market: how far each line of tiles has gone, and what the lines print in your copy."),
        say("Sheet: nothing but the end, a number for each line and player as on paper."),
        say("End: who won and why."),
    ),
    rules=(
        say("The Action marker moves one space on the rondel; 1 to 4 spaces more cost 1, 3, 6 or 10 gold."),
        say("Then you buy a tile, place one, or pass for 2 gold."),
        (
            say(
                "A tile costs what its line shows next, one more for each other marker on the same space, and what "
                "an Event adds. With three tiles in front of you, or four with two players, you cannot buy."
            )
        ),
        (
            say(
                "A tile is placed beside a street in the colour of the space. It pays once for each of its "
                "icons that matches: a shop 4 gold, a church 2 points, a bank 1 point and 2 gold, a statue 3 "
                "points for 1 gold. Everybody with a piece on a street beside the square gets it once as "
                "well."
            )
        ),
        say(
            "A park scores for each building in its block, once for each icon. A Civic Amenity gives 2 "
            "points or 4 gold."
        ),
        say("Whoever reaches 50 first wins at once; otherwise, when three lines are empty, the Citizen in front wins."),
    ),
)
