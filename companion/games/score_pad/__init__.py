"""What the score pad adds to the app. This is what others than its editor know of it."""

from __future__ import annotations

from companion.games.score_pad.copy_values import (
    ANSWERS,
    PADS_PART,
    answer_here,
    deck_lines,
    game_by_pad,
    is_of_shelf,
    pad_here,
    pad_lines,
    pad_summary,
    pads,
    read_pad,
)
from companion.games.score_pad.kinds.cards import PLAYED_WITH, deck_parts, parts_of, with_parts
from companion.games.score_pad.only_totals import may_have_only_totals, with_only_totals
from companion.games.score_pad.shelf import SHELF_DECKS, ShelfGame, key_on_shelf, ready_pads
from scoring.score_pad import Pad

__all__ = [
    "ANSWERS",
    "PADS_PART",
    "PLAYED_WITH",
    "SHELF_DECKS",
    "Pad",
    "ShelfGame",
    "answer_here",
    "deck_lines",
    "deck_parts",
    "game_by_pad",
    "is_of_shelf",
    "key_on_shelf",
    "may_have_only_totals",
    "pad_here",
    "pad_lines",
    "pad_summary",
    "pads",
    "parts_of",
    "read_pad",
    "ready_pads",
    "with_only_totals",
    "with_parts",
]
