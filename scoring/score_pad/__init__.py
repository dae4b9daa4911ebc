"""Score pad: any game, as its pad says how it is scored. This is what others than its kit and its editor know of it."""

from __future__ import annotations

from scoring.score_pad.game import SCORE_PAD, comings_and_goings, remarks
from scoring.score_pad.kinds import Category, Count, Points, Rounds, Tick
from scoring.score_pad.kinds.category import (
    CATEGORY_TITLE,
    MAX_ENTRY,
    MAX_PLAYERS,
    MAX_ROUNDS,
    WORTH_RANGE,
    Entry,
    numbers_in,
)
from scoring.score_pad.limits import TOTAL
from scoring.score_pad.rules import scored
from scoring.score_pad.state import BGG_RANGE, LANGUAGES, MAX_CATEGORIES, PAD_TITLE, Pad, Player, Table, titles_of

__all__ = [
    "BGG_RANGE",
    "CATEGORY_TITLE",
    "LANGUAGES",
    "MAX_CATEGORIES",
    "MAX_ENTRY",
    "MAX_PLAYERS",
    "MAX_ROUNDS",
    "PAD_TITLE",
    "SCORE_PAD",
    "TOTAL",
    "WORTH_RANGE",
    "Category",
    "Count",
    "Entry",
    "Pad",
    "Player",
    "Points",
    "Rounds",
    "Table",
    "Tick",
    "comings_and_goings",
    "numbers_in",
    "remarks",
    "scored",
    "titles_of",
]
