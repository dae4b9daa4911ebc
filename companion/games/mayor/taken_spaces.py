"""Pieces that come to a number of the track where others stand: the players say whether they move on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.tables.state import with_table
from scoring.mayor import moves
from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.state import MovedPiece, Piece

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.state import TableState
    from scoring.mayor.state import Table

    MayorTable = TableState[Table]
    Transition = Callable[[MayorTable], MayorTable]


def open_questions(state: MayorTable) -> tuple[MovedPiece, ...]:
    """Return the pieces that came to a number where another one stands that did not move after them.

    Only the players can say whether it is the same space, for a number can be on several streets.
    """
    noted = state.table.moves
    return tuple(moved for number, moved in enumerate(noted) if _is_on_taken_number(state, moved, noted[number + 1 :]))


def _is_on_taken_number(state: MayorTable, moved: MovedPiece, later: tuple[MovedPiece, ...]) -> bool:
    player = state.table.players[moved.seat]
    if not 0 < getattr(player, moved.piece.value) < MAYOR_SPACE:
        return False
    after = {(state.table.players[one.seat].name, one.piece) for one in later}
    others = moves.on_the_same_number(state.table, moved.seat, moved.piece)
    return any((other.name, other.piece) not in after for other in others)


def move_on(moved: MovedPiece) -> Transition:
    """Move a piece on by one space, in the direction it came from."""

    def apply(state: MayorTable) -> MayorTable:
        by = 1 if moved.forwards else -1
        gains = {"points": by} if moved.piece is Piece.CITIZEN else {"gold": by}
        return replace(state, table=moves.advanced(state.table, moved.seat, **gains))

    return apply


def stay(moved: MovedPiece) -> Transition:
    """Leave a piece where it is: the others on that number are on another street."""
    return lambda state: with_table(state, moves=tuple(one for one in state.table.moves if one != moved))


def note_moves(before: MayorTable, after: MayorTable, seat: int) -> MayorTable:
    """Note the pieces that an action moved, clockwise from the active player, behind those with an open question."""
    new: list[MovedPiece] = []
    for number in clockwise(before, seat):
        for piece in Piece:
            was, is_now = (getattr(state.table.players[number], piece.value) for state in (before, after))
            if was != is_now:
                new.append(MovedPiece(seat=number, piece=piece, forwards=is_now > was))
    again = {(one.seat, one.piece) for one in new}
    kept = tuple(one for one in open_questions(before) if (one.seat, one.piece) not in again)
    return with_table(after, moves=(*kept, *new))


def clockwise(state: MayorTable, seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, this one first."""
    seats = tuple(range(len(state.table.players)))
    return (*seats[seat:], *seats[:seat])
