"""Pieces that come to a number of the track that is taken: whether they move on, the players say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.mayor.extras import Moved
from companion.games.mayor.table import clockwise, player_of, with_beside
from scoring.mayor import moves
from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.moves import Piece

if TYPE_CHECKING:
    from companion.games.mayor.table import MayorTable, Transition


def open_questions(state: MayorTable) -> tuple[Moved, ...]:
    """Return the pieces that came to a number where another one stands that did not move after them.

    Whether it is the same space nobody but the players can say: a number can occur on several streets.
    """
    moves = state.extras.moves
    return tuple(moved for number, moved in enumerate(moves) if _came_to_others(state, moved, moves[number + 1 :]))


def _came_to_others(state: MayorTable, moved: Moved, later: tuple[Moved, ...]) -> bool:
    player = player_of(state, moved.seat)
    if not 0 < getattr(player, moved.piece.value) < MAYOR_SPACE:
        return False
    after = {(player_of(state, one.seat).name, one.piece) for one in later}
    others = moves.on_the_same_number(state.table, moved.seat, moved.piece)
    return any((other.name, other.piece) not in after for other in others)


def move_on(moved: Moved) -> Transition:
    """Move a piece on by one space, in the direction it came from."""

    def apply(state: MayorTable) -> MayorTable:
        by = 1 if moved.forwards else -1
        gains = {"points": by} if moved.piece is Piece.CITIZEN else {"gold": by}
        return replace(state, table=moves.advanced(state.table, moved.seat, **gains))

    return apply


def stay(moved: Moved) -> Transition:
    """Leave a piece where it is: the others with that number are on another street."""
    return lambda state: with_beside(state, moves=tuple(one for one in state.extras.moves if one != moved))


def noted(before: MayorTable, after: MayorTable, seat: int) -> MayorTable:
    """Note which pieces an act has moved, clockwise from the active player, after those that are still asked about."""
    new: list[Moved] = []
    for number in clockwise(before, seat):
        for piece in Piece:
            was, is_now = (getattr(player_of(state, number), piece.value) for state in (before, after))
            if was != is_now:
                new.append(Moved(seat=number, piece=piece, forwards=is_now > was))
    again = {(one.seat, one.piece) for one in new}
    kept = tuple(one for one in open_questions(before) if (one.seat, one.piece) not in again)
    return with_beside(after, moves=(*kept, *new))
