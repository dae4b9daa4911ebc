"""How to enter the table of a pad."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say(
            "The pad: New table, Another game … makes one; Settings, Pads changes it, shows it as a code "
            "and removes it."
        ),
        say(
            "Entries: a row for each category of the pad, a cell in it for each player. Tap one and type; Next goes on."
        ),
        say("Rounds are entered one after the other, pairs of numbers one by one; a tick is set by a tap."),
        say("End: each category is checked with its reasons, then who won and why."),
    ),
    rules=(
        say("A pad says how the game is scored: its categories, who wins, and what breaks a tie."),
        say("A change of the pad counts for new tables. Tables in play and plays keep the pad that they began with."),
    ),
)
