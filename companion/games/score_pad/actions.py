"""What players do on a pad: enter a number of any kind, and say how a game ended that all play together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.entry import EntryPart, rounds_played
from companion.tables.state import with_table
from scoring.score_pad.state import length_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.score_pad.kinds.entry import State
    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Player, Table
    from scoring.sheet import Outcome


def category_of(table: Table, key: str) -> Category:
    """Return the category with this key."""
    return next(category for category in table.pad.categories if category.key == key)


def with_number(state: State, seat: int, part: EntryPart, number: int | None) -> State:
    """Enter a number for a player, a tick as 1 or 0; `None` takes it out."""
    return kit_of(category_of(state.table, part.key)).with_number(state, seat, part, number)


def parts_of(category: Category, table: Table, seat: int, rounds: int) -> tuple[EntryPart, ...]:
    """Return the numbers that a player can enter for a category in so many rounds."""
    return kit_of(category).parts(category, table, seat, rounds)


def rounds_to_enter(players: Sequence[Player], category: Category) -> int:
    """Return how many rounds of a category there is room for."""
    return kit_of(category).rounds_to_enter(category, players)


def round_is_complete(table: Table, category: Category) -> bool:
    """Return whether at least one round was played, and everybody who took part in the last one has an entry for it.

    Who has fewer rounds than that took no part.
    """
    key = category.key
    played = rounds_played(table.players, key)
    lacking = any(length_of(player, key) == played - 1 for player in table.players)
    return played > 0 and not lacking and not any(key in bids for bids in table.bids)


def end_together(state: State, outcome: Outcome) -> State:
    """Say how a game ended that all play together."""
    return with_table(state, outcome=outcome)
