"""How to enter the table of a pad."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage

HELP: Final = HelpPage(
    enter=(
        "The pad: New table, Another game … makes one; Settings, Pads changes it, shows it as a code and removes it.",
        "Entries: a row for each category of the pad, a place in it for each player. Tap one and type; Next goes on.",
        "Rounds are entered one after the other, pairs of numbers one by one; a tick is set by a tap.",
        "End: each category is checked with its reasons, then who won and why.",
    ),
    rules=(
        "A pad says how the game is scored: its categories, who wins, and what breaks a tie.",
        "A change of the pad counts for new tables. Tables in play and plays keep the pad that they began with.",
    ),
)
