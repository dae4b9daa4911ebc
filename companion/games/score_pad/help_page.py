"""How to enter the table of a pad."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage

HELP: Final = HelpPage(
    enter=(
        "Entries: a row for each category of the pad, a place in it for each player.",
        "Sheet: nothing but the end, a number for each line and player as on paper.",
        "End: who won and why.",
    ),
    rules=(
        "A pad says how the game is scored: its categories, who wins, and what breaks a tie.",
        "A change of the pad counts for new tables. Tables in play and plays keep the pad that they began with.",
    ),
)
