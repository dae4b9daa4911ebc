"""How to enter Carpe Diem, and its rules in short."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.carpe_diem.state import ITEMS_ON_BOARD
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        (
            say(
                "District: choose what is built and draw over the squares that it covers, or tap a square "
                "and choose its tile. What is completed counts at once, and villas ask for their chimneys."
            )
        ),
        (
            say(
                "Stock: {items} on the resource board, points on victory point cards, the prestige bar, writs.",
                items=(say("goods"), *(item.name for item in ITEMS_ON_BOARD)),
            )
        ),
        (
            say(
                "Forum: lay the cards out once. In a forum phase each open pair says what it would bring. Tap it to "
                "book the visit; if the best choice was not taken, change how often each card was met."
            )
        ),
        say("The line below the name of the game says which phase it is; tap it to note the next round."),
        say("Sheet: nothing but the end, a number for each line and player as on paper."),
        say("End: category by category for all players, then who won and why."),
        say(
            "What only your copy shows, such as the villa chart, Tessera asks for the first time it is needed, and "
            "then knows."
        ),
    ),
    rules=(
        say("Four building phases of seven rounds, each followed by a forum phase."),
        (
            say(
                "On a turn you move your patrician to a neighbouring rectangle and build one of the tiles "
                "there into your district, or lay it face down on the resource board. In the first edition you "
                "move along a line to one of the two opposite spaces, and on in the same way where no tile is left."
            )
        ),
        (
            say(
                "After each forum phase the starting player token goes to the left. With two players the last two "
                "tiles of a blueprint go back into the box, with three players the last one."
            )
        ),
        (
            say(
                "Completed landscapes have 2 to 4 tiles and give goods: one fewer than they have tiles. Vineyards "
                "give grapes, gardens herbs, farmyards chickens, ponds fish."
            )
        ),
        (
            say(
                "A merchant turns all goods into coins and adds one. A granary gives 2 bread, an "
                "administration 2 steps on the prestige bar, a craftsman another tile. A market gives a "
                "coin, a bakery a bread, a fountain a fountain card."
            )
        ),
        (
            say(
                "In the forum, whoever is farthest on the prestige bar goes first. Each player marks a place "
                "between two cards and meets both: A and B cards are paid, C and D cards count what you own. "
                "A card that is not met costs 4 points."
            )
        ),
        (
            say(
                "At the end count victory point cards, items on the resource board, the prestige bar, frame "
                "achievements, fountain cards and villas."
            )
        ),
        (
            say(
                "First edition: writs are banderoles there, granaries bakers, forum cards scoring cards, the district "
                "is the building board, the resource board the overview board."
            )
        ),
    ),
)
