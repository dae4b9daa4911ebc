"""What was decided where the rulebook is silent, each ruling once; tables and visits show those they rest on."""

from __future__ import annotations

from typing import Final

from scoring.sheet import say

MUST_MEET: Final = say(
    "A forum card that can be met must be met; how many payments are made is free, owned sets count by themselves."
)
BREAD_UNLIMITED: Final = say("Three bread may meet forum cards any number of times in a visit.")
BREAD_ONCE: Final = say("At this table three bread may meet a forum card once in a visit.")
DEBT: Final = say("Victory point cards may go below 0 (a debt).")
ORDER_FIXED: Final = say("The order in the forum is fixed when the phase begins.")
SHARED: Final = say("Level on all criteria, the win is shared.")
LARGE_LANDSCAPE: Final = say("A closed landscape of more than four tiles is not a legal one.")
PAST_THE_END: Final = say(
    "Steps past the end of the prestige bar give 1 point each, also when a forum card grants them."
)
FIRST_EDITION_TIE: Final = say("First edition: last on the prestige bar wins a tie, on one space the marker beneath.")
FIRST_EDITION_PAST_THE_END: Final = say("First edition: steps past the end of the prestige bar give nothing.")

DECIDED: Final = (
    MUST_MEET,
    BREAD_UNLIMITED,
    DEBT,
    ORDER_FIXED,
    SHARED,
    LARGE_LANDSCAPE,
    PAST_THE_END,
    FIRST_EDITION_TIE,
    FIRST_EDITION_PAST_THE_END,
)
"""All that holds where a table does not say otherwise."""
