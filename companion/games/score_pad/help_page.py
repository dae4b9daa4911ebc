"""How to enter the table of a pad."""

from __future__ import annotations

from typing import Final

from companion.games.kit import HelpPage
from companion.games.score_pad.wording import KEEPS
from scoring.messages import say

HELP: Final = HelpPage(
    enter=(
        say("Sheet: tap a cell, type a number or a sum (6+10+6)."),
        say("Bids: tap each bid, then what each player made; a bonus stands beside it."),
        say("Whoever closed or won a round is marked above the keys."),
        say("The microphone takes “Anna 12, Ben 15”, typed, pasted or dictated."),
        say("Make pads under New table, Another game …; edit them under Settings, Pads."),
    ),
    rules=(KEEPS,),
)
