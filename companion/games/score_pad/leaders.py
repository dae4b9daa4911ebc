"""How a table of a score pad stands while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.messages import counted, points_text, say
from scoring.score_pad.state import Winner
from scoring.score_pad.winners import criteria, places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.messages import Message
    from scoring.score_pad.state import Table
    from scoring.sheet import Column


def leading(table: Table, columns: Sequence[Column]) -> Message | None:
    """Return who leads, `None` where one player is alone, all play together, or nothing is entered yet."""
    if len(columns) == 1 or table.pad.winner is Winner.TOGETHER or not any(player.entries for player in table.players):
        return None
    first = [standing for standing in places(table, tuple(columns), criteria(table)) if standing.place == 1]
    if len(first) == len(columns):
        return say("all are level")
    return counted(
        len(first),
        "{leaders} leads with {points}",
        "{leaders} lead with {points}",
        leaders=tuple(standing.player for standing in first),
        points=points_text(first[0].total),
    )
