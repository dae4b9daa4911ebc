"""The sentence about the end of the game, and whether something is open that may change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.mayor.last_placements import is_over
from scoring.mayor.rules import game_end
from scoring.mayor.state import EndAsk
from scoring.mayor.taken_spaces import open_questions
from scoring.messages import say

if TYPE_CHECKING:
    from scoring.mayor.state import Table
    from scoring.messages import Message


def end_text(table: Table) -> Message | None:
    """Return the sentence that says who is mayor, or who may place a last tile; `None` before that."""
    ending = game_end(table, EndAsk())
    if not ending.over:
        return None
    if is_over(table) or not table.closing:
        names = ending.mayor or ()
        if len(names) > 1:
            return say("{because}. {names} share the job of mayor.", because=ending.because, names=names)
        return say("{because}. {names} is mayor.", because=ending.because, names=names)
    names = tuple(table.players[seat].name for seat in table.still)
    if len(names) == 1:
        return say("Three tile lines are empty. {names} may place a last tile.", names=names)
    return say("Three tile lines are empty. {names} may each place a last tile, in this order.", names=names)


def has_open_questions(table: Table) -> bool:
    """Return whether a question is open that may change the score."""
    return bool(open_questions(table)) or (bool(table.still) and not is_over(table))
