"""The end of the game: the last placements once three tile lines are empty, and the sentence about the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mayor.taken_spaces import clockwise, open_questions
from companion.tables.state import with_table
from scoring.mayor.data import EMPTY_LINES
from scoring.mayor.rules import empty_lines, game_end, is_mayor
from scoring.mayor.state import EndAsk
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.state import TableState
    from scoring.mayor.state import Table
    from scoring.messages import Message

    MayorTable = TableState[Table]
    Transition = Callable[[MayorTable], MayorTable]


def tiles_to_place(state: MayorTable, seat: int) -> int:
    """Return the number of tiles that a player could still place as a last one; Civic Amenities do not count."""
    amenities = sum(tile.kind is None for tile in state.table.held[seat])
    return max(state.table.players[seat].tiles - amenities, 0)


def somebody_is_mayor(state: MayorTable) -> bool:
    """Return whether a Citizen is on 50 or more."""
    return any(is_mayor(player) for player in state.table.players)


def is_over(state: MayorTable) -> bool:
    """Return whether the game is over: somebody is mayor, or all last tiles are placed."""
    return somebody_is_mayor(state) or (state.table.closing and not state.table.still)


def skip_last_tile(seat: int) -> Transition:
    """Let a player place no last tile."""
    return lambda state: next_last_placement(state, seat)


def end_last_placements() -> Transition:
    """Let nobody place a last tile any more."""
    return lambda state: with_table(state, still=())


def with_last_placements(state: MayorTable, seat: int) -> MayorTable:
    """Begin the last placements with the active player when three lines are empty, or call them off.

    Rulebook, Game End.
    """
    out = len(empty_lines(state.table)) >= EMPTY_LINES
    if out is state.table.closing:
        return state
    if not out:
        return with_table(state, closing=False, still=())
    still = tuple(number for number in clockwise(state, seat) if tiles_to_place(state, number))
    return with_table(state, closing=True, still=still, turn=still[0] if still else seat, walked=bool(still))


def next_last_placement(state: MayorTable, seat: int) -> MayorTable:
    """End the last placement of a player; the next one who may place a tile plays."""
    still = tuple(number for number in state.table.still if number != seat)
    return with_table(state, still=still, turn=still[0] if still else seat)


def end_text(state: MayorTable) -> Message | None:
    """Return the sentence that says who is mayor, or who may place a last tile; `None` before that."""
    ending = game_end(state.table, EndAsk())
    if not ending.over:
        return None
    if is_over(state) or not state.table.closing:
        names = ending.mayor or ()
        if len(names) > 1:
            return say("{because}. {names} share the job of mayor.", because=ending.because, names=names)
        return say("{because}. {names} is mayor.", because=ending.because, names=names)
    names = tuple(state.table.players[seat].name for seat in state.table.still)
    if len(names) == 1:
        return say("Three tile lines are empty. {names} may place a last tile.", names=names)
    return say("Three tile lines are empty. {names} may each place a last tile, in this order.", names=names)


def has_open_questions(state: MayorTable) -> bool:
    """Return whether a question is open that may change the score."""
    return bool(open_questions(state)) or (bool(state.table.still) and not is_over(state))
