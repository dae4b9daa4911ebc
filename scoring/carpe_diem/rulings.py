"""The rulings: what this program decides where the rulebook is silent, and which of it a result rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.state import BreadSets, Card, Edition, Table
from scoring.messages import Message, say

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import CardVisit
    from scoring.sheet import Sheet


MUST_MEET: Final = say(
    "A forum card that can be met must be met. You choose how many payments to make; owned sets count by themselves."
)


BREAD_UNLIMITED: Final = say("Three bread may meet forum cards any number of times in a visit.")


BREAD_ONCE: Final = say("At this table three bread may meet a forum card once in a visit.")


DEBT: Final = say("Victory point cards may go below 0 (a debt).")


ORDER_FIXED: Final = say("The order in the forum is fixed when the phase begins.")


SHARED: Final = say("Players who are level on all criteria share the win.")


LARGE_LANDSCAPE: Final = say("A closed landscape of more than four tiles is not legal.")


PAST_THE_END: Final = say(
    "Steps past the end of the prestige bar give 1 point each, even when a forum card grants them."
)


FIRST_EDITION_TIE: Final = say(
    "First edition: of the players last on the prestige bar, on one space, the lower marker wins a tie."
)


FIRST_EDITION_PAST_THE_END: Final = say("First edition: steps past the end of the prestige bar give nothing.")


RULINGS: Final = (
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
"""The rulings of the game, by default."""


def visit_rulings(table: Table, cards: tuple[Card, ...], visits: tuple[CardVisit, ...]) -> tuple[Message, ...]:
    """Return the rulings that these visits rest on."""
    applied = [MUST_MEET]
    if table.bread_sets is BreadSets.ONE_PER_VISIT:
        applied.append(BREAD_ONCE)
    elif sum(visit.bread_sets for visit in visits) > 1:
        applied.append(BREAD_UNLIMITED)
    if any(
        card.reward.prestige * visit.sets > visit.gained.prestige for card, visit in zip(cards, visits, strict=True)
    ):
        applied.append(FIRST_EDITION_PAST_THE_END if table.edition is Edition.FIRST else PAST_THE_END)
    return tuple(applied)


def score_rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on."""
    applies = (
        (
            DEBT,
            any(line.rule == "victory_cards" and line.points < 0 for column in sheet.columns for line in column.lines),
        ),
        (FIRST_EDITION_TIE, table.edition is Edition.FIRST),
        (SHARED, len(sheet.winners) > 1),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)
