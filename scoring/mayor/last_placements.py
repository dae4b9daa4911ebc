"""The last placements, once three tile lines are empty. Rulebook, Game End."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.mayor.data import EMPTY_LINES
from scoring.mayor.rules import empty_lines, is_mayor
from scoring.mayor.state import Kind
from scoring.mayor.taken_spaces import clockwise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.mayor.state import Table


def is_over(table: Table) -> bool:
    """Return whether the game is over: somebody is mayor, or all last tiles are placed."""
    return any(is_mayor(player) for player in table.players) or (table.closing and not table.still)


def tiles_to_place(table: Table, seat: int) -> int:
    """Return the number of tiles that a player could still place as a last one; Civic Amenities do not count."""
    amenities = sum(tile.kind is None for tile in table.held[seat])
    return max(table.players[seat].tiles - amenities, 0)


def with_last_placements(table: Table, seat: int) -> Table:
    """Begin the last placements with the active player when three lines are empty, or call them off."""
    out = len(empty_lines(table)) >= EMPTY_LINES
    if out is table.closing:
        return table
    if not out:
        return replace(table, closing=False, still=())
    still = tuple(number for number in clockwise(table, seat) if tiles_to_place(table, number))
    return replace(table, closing=True, still=still, turn=still[0] if still else seat, walked=bool(still))


def lines_counted(table: Table, counts: Mapping[Kind, int]) -> Table:
    """Set the numbers of tiles left in some lines."""
    lines = {**table.tile_lines, **counts}
    ordered = {kind: lines[kind] for kind in Kind if kind in lines}
    return with_last_placements(replace(table, tile_lines=ordered), table.turn)


def last_placement_ended(table: Table, seat: int) -> Table:
    """End the last placement of a player; the next one who may place a tile plays."""
    still = tuple(number for number in table.still if number != seat)
    return replace(table, still=still, turn=still[0] if still else seat)


def last_placements_ended(table: Table) -> Table:
    """Let nobody place a last tile any more."""
    return replace(table, still=())
