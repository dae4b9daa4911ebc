"""Pieces that come to a number of the track where others stand: the players say whether they move on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.mayor.data import MAYOR_SPACE
from scoring.mayor.moves import advanced, on_the_same_number
from scoring.mayor.state import MovedPiece, Piece

if TYPE_CHECKING:
    from scoring.mayor.state import Table


def open_questions(table: Table) -> tuple[MovedPiece, ...]:
    """Return the pieces that came to a number where another one stands that did not move after them.

    Only the players can say whether it is the same space, for a number can be on several streets.
    """
    noted = enumerate(table.moves, 1)
    return tuple(moved for after, moved in noted if _is_on_taken_number(table, moved, table.moves[after:]))


def _is_on_taken_number(table: Table, moved: MovedPiece, later: tuple[MovedPiece, ...]) -> bool:
    if getattr(table.players[moved.seat], moved.piece.value) >= MAYOR_SPACE:
        return False
    after = {(table.players[piece.seat].name, piece.piece) for piece in later}
    others = on_the_same_number(table, moved.seat, moved.piece)
    return any((neighbour.name, neighbour.piece) not in after for neighbour in others)


def moved_on(table: Table, moved: MovedPiece) -> Table:
    """Move a piece on by one space, in the direction it came from. Rulebook, Game Introduction."""
    by = 1 if moved.forwards else -1
    gains = {"points": by} if moved.piece is Piece.CITIZEN else {"gold": by}
    return advanced(table, moved.seat, **gains)


def stayed(table: Table, moved: MovedPiece) -> Table:
    """Leave a piece where it is: the others on that number are on another street."""
    return replace(table, moves=tuple(piece for piece in table.moves if piece != moved))


def with_moves_noted(before: Table, after: Table, seat: int) -> Table:
    """Note the pieces that an action moved, clockwise from the active player, behind those with an open question."""
    new: list[MovedPiece] = []
    for number in clockwise(before, seat):
        for piece in Piece:
            was, is_now = (getattr(table.players[number], piece.value) for table in (before, after))
            if was != is_now:
                new.append(MovedPiece(seat=number, piece=piece, forwards=is_now > was))
    again = {(moved.seat, moved.piece) for moved in new}
    kept = tuple(moved for moved in open_questions(before) if (moved.seat, moved.piece) not in again)
    return replace(after, moves=(*kept, *new))


def clockwise(table: Table, seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, this one first."""
    seats = tuple(range(len(table.players)))
    return (*seats[seat:], *seats[:seat])
