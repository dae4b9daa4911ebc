"""How to enter the table of a pad."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say(
            "The pad: make one under New table, Another game …; change it, show it as a code or remove it under "
            "Settings, Pads."
        ),
        say(
            "Entries: a row for each category of the pad, a cell in it for each player. Tap one and type a number, or "
            "a sum such as 6+10+6; Next goes on."
        ),
        say("Rounds are entered one after the other, pairs of numbers one by one; a tick is set by a tap."),
        say("End: who won and why. Tap a number to see where it comes from."),
    ),
    rules=(
        say("A pad says how the game is scored: its categories, who wins, and what breaks a tie."),
        say(
            "A change to the pad applies to new tables. Tables in play and finished plays keep the pad they began with."
        ),
    ),
)
