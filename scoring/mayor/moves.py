"""The moves: each takes a table and returns the table after it.

Pieces move by as many spaces as they earn or pay; people move them on from a space that is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.mayor.data import PASS_GOLD, RONDEL_PRICES
from scoring.mayor.state import BANKER_RANGE, CITIZEN_RANGE, TILES_RANGE, Kind, Piece, Table
from scoring.players import with_player

if TYPE_CHECKING:
    from scoring.mayor.actions import Placement
    from scoring.mayor.data import Reward


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceOnTrack:
    """A piece on the track, and its player."""

    name: str
    piece: Piece


def advanced(table: Table, seat: int, *, points: int = 0, gold: int = 0, tiles: int = 0) -> Table:
    """Move the Citizen by points and the Banker by gold, and count tiles, each within its range."""
    player = table.players[seat]
    return with_player(
        table,
        seat,
        citizen=CITIZEN_RANGE.clamp(player.citizen + points),
        banker=BANKER_RANGE.clamp(player.banker + gold),
        tiles=TILES_RANGE.clamp(player.tiles + tiles),
    )


def went_round(table: Table, seat: int, extra: int) -> Table:
    """Pay for extra steps on the rondel. Rulebook, Move."""
    return advanced(table, seat, gold=-RONDEL_PRICES[extra])


def bought(table: Table, seat: int, kind: Kind, gold: int) -> Table:
    """Take a tile from its line for so much gold. Rulebook, Buy a Tile."""
    paid = advanced(table, seat, gold=-gold, tiles=1)
    if kind not in table.tile_lines:
        return paid
    return replace(paid, tile_lines={**table.tile_lines, kind: max(table.tile_lines[kind] - 1, 0)})


def placed(table: Table, seat: int, placement: Placement) -> Table:
    """Place a tile, and give all players what it brings. Rulebook, Place a Tile."""
    after = advanced(table, seat, tiles=-1)
    for number, earned in enumerate(placement.players):
        after = advanced(after, number, points=earned.points, gold=earned.gold)
    return after


def passed(table: Table, seat: int) -> Table:
    """Take the gold for passing. Rulebook, Pass."""
    return advanced(table, seat, gold=PASS_GOLD)


def amenity_placed(table: Table, seat: int, chosen: Reward) -> Table:
    """Place a Civic Amenity for one of its two rewards. Rulebook, Civic Amenities."""
    return advanced(table, seat, points=chosen.points, gold=chosen.gold, tiles=-1)


def on_the_same_number(table: Table, seat: int, piece: Piece) -> tuple[PieceOnTrack, ...]:
    """Return the other pieces on the number of a piece that has just moved; on space 0 there are none.

    A piece on the very same space moves the piece on; a number can occur on several streets.
    Rulebook, Game Introduction.
    """
    space = getattr(table.players[seat], piece)
    return tuple(
        PieceOnTrack(name=player.name, piece=neighbour)
        for number, player in enumerate(table.players)
        for neighbour in Piece
        if space and getattr(player, neighbour) == space and (number, neighbour) != (seat, piece)
    )
