"""A stored table after some of its steps, read strictly: what is told of a damaged one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.players import by_id, by_seat, fits_players
from companion.tables.state import state_of, stored_of
from storage.documents.changes import applied, flatten, unflatten
from storage.repositories.values import game_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.state import Stored
    from storage.documents.changes import Change


def table_after(key: str, stored: Stored, changes: Sequence[Change]) -> Stored:
    """Return a stored table after some changes, as it is written when all of it can be read.

    Raises:
        DocumentError: it has fields that cannot be.
        LookupError: it lacks what every table has, or this version does not know its game.
        TypeError: what it consists of is of another kind.
        ValueError: it names seats that there are not.

    """
    game = game_of(key)
    if game is None:
        raise LookupError(key)
    if changes:
        stored = by_seat(game, unflatten(applied(flatten(by_id(game, stored)), changes)))
    state = state_of(game, stored)
    if not fits_players(state):
        raise ValueError(key)
    return stored_of(state)
