"""The turn of a player, and what follows from it: taken spaces, and the last placements. Rulebook, Game Play.

Each action takes a table in play, and returns the one after it. Pieces move by as many spaces as they earn or pay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.mayor.actions import Placement, until_mayor
from scoring.mayor.data import EMPTY_LINES, MAYOR_SPACE, PASS_GOLD, RAINBOW_POINTS, RONDEL_PRICES, Reward
from scoring.mayor.rules import empty_lines, is_mayor
from scoring.mayor.state import BANKER_RANGE, CITIZEN_RANGE, TILES_RANGE, Kind, MovedPiece, Piece, Table, Tile, Variant
from scoring.players import with_player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.mayor.state import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """A tile that is bought, and its price in gold.

    `shown` is the price that its line shows afterwards, where it is known; `reward` is what the Civic Amenity pays that
    made the tile free.
    """

    tile: Tile
    gold: int
    shown: int | None = None
    reward: Reward | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Laying:
    """A tile that is placed, and what it brings: `None` where its player takes the Civic Amenity of the block instead.

    `tile` is its number among the known tiles of the player, if it is one of them; `reward` is what the Civic Amenity
    pays that let it be placed anywhere.
    """

    placement: Placement | None
    tile: int | None = None
    rainbow: bool = False
    reward: Reward | None = None


def advance(table: Table, seat: int, *, points: int = 0, gold: int = 0, tiles: int = 0) -> Table:
    """Move the Citizen by points and the Banker by gold, and count tiles, each within its range."""
    player = table.players[seat]
    return with_player(
        table,
        seat,
        citizen=CITIZEN_RANGE.clamp(player.citizen + points),
        banker=BANKER_RANGE.clamp(player.banker + gold),
        tiles=TILES_RANGE.clamp(player.tiles + tiles),
    )


def clockwise(table: Table, seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, this one first."""
    seats = tuple(range(len(table.players)))
    return (*seats[seat:], *seats[:seat])


def steps_to(order: Order, start: Kind, end: Kind) -> int:
    """Return the number of steps clockwise from one space to another; a whole round leads to the same one.

    >>> steps_to(tuple(Kind), Kind.SHOP, Kind.BANK), steps_to(tuple(Kind), Kind.SHOP, Kind.SHOP)
    (1, 5)
    """
    return (order.index(end) - order.index(start) - 1) % len(order) + 1


def put_marker(table: Table, marker: int, space: Kind) -> Table:
    """Put an Action marker on a space; markers are numbered in seat order, then come the neutral ones."""
    return replace(table, markers=(*table.markers[:marker], space, *table.markers[marker + 1 :]))


def others_on_space(table: Table, seat: int) -> int:
    """Return the number of other markers on the space of a player's marker, neutral ones included."""
    return table.markers.count(table.markers[seat]) - 1


def walk(table: Table, seat: int, space: Kind, order: Order) -> Table:
    """Move the Action marker of a player clockwise to a space, and pay for the steps beyond the first."""
    start = table.markers[seat]
    extra = 0 if start is None else steps_to(order, start, space) - 1
    paid = advance(table, seat, gold=-RONDEL_PRICES[extra])
    return note_moves(table, replace(put_marker(paid, seat, space), walked=True), seat)


def buy_tile(table: Table, seat: int, purchase: Purchase, order: Order) -> Table:
    """Buy a tile; the third line that runs out begins the last placements. Rulebook, Buy a Tile, Game End."""
    kind = purchase.tile.kind
    if kind is None:  # a Civic Amenity lies in no line
        return table
    free = _use_amenity(table, seat, purchase.reward)
    shown = {line: price for line, price in table.shown.items() if line is not kind}
    if purchase.shown is not None:
        shown[kind] = purchase.shown
    lines = {line: max(left - (line is kind), 0) for line, left in table.tile_lines.items()}
    paid = replace(advance(free, seat, gold=-purchase.gold, tiles=1), tile_lines=lines, shown=shown)
    over = _end_turn(_with_tile(paid, seat, purchase.tile), seat, order)
    return note_moves(table, update_last_placements(over, seat), seat)


def place_tile(table: Table, seat: int, laying: Laying, order: Order) -> Table:
    """Place a tile, and give all players what it brings them, until somebody is mayor. Rulebook, Place a Tile."""
    after = _use_amenity(table, seat, laying.reward)
    if laying.tile is not None:
        after = _without_tile(after, seat, laying.tile)
    if laying.placement is None:
        after = _take_amenity(after, seat, rainbow=laying.rainbow)
    else:
        brought = until_mayor(after, seat, laying.placement)
        after = advance(after, seat, tiles=-1)
        for number, earned in enumerate(brought.players):
            after = advance(after, number, points=earned.points, gold=earned.gold)
    event_due = table.event_due or (laying.rainbow and Variant.EVENTS in table.variants)
    over = end_last_placement(after, seat) if after.closing else _end_turn(after, seat, order)
    return note_moves(table, replace(over, event_due=event_due), seat)


def pass_turn(table: Table, seat: int, order: Order) -> Table:
    """Pass, and take the gold. Rulebook, Pass."""
    return note_moves(table, _end_turn(advance(table, seat, gold=PASS_GOLD), seat, order), seat)


def _end_turn(table: Table, seat: int, order: Order) -> Table:
    """End a turn: neutral markers on the player's space move on to the next free one, and the next player begins."""
    markers = list(table.markers)
    players = len(table.players)
    for neutral in range(players, len(markers)):
        space = markers[neutral]
        if space is not None and space is markers[seat]:
            at = order.index(space)
            following = (*order[at + 1 :], *order[:at])
            markers[neutral] = next((free for free in following if free not in markers), space)
    return replace(table, markers=tuple(markers), turn=(seat + 1) % players, walked=False)


def unknown_tiles(table: Table, seat: int) -> int:
    """Return the number of tiles of a player of which it is not known what they show."""
    return max(table.players[seat].tiles - len(table.held[seat]), 0)


def may_use_amenity(table: Table, seat: int) -> bool:
    """Return whether a player may have a Civic Amenity to use; nobody uses one for a last tile.

    Rulebook, Civic Amenities.
    """
    holds = _amenity(table, seat) is not None or unknown_tiles(table, seat) > 0
    return Variant.AMENITIES in table.variants and holds and not table.closing


def remove_tile(table: Table, seat: int, number: int) -> Table:
    """Take a known tile away from a player without placing it."""
    return advance(_without_tile(table, seat, number), seat, tiles=-1)


def show_tile(table: Table, seat: int, number: int, tile: Tile) -> Table:
    """Set what a tile in front of a player shows."""
    held = table.held[seat]
    return _with_tiles(table, seat, *held[:number], tile, *held[number + 1 :])


def _use_amenity(table: Table, seat: int, reward: Reward | None) -> Table:
    """Place the Civic Amenity that is used; it comes first, so that it makes room for a tile that is bought."""
    if reward is None:
        return table
    number = _amenity(table, seat)
    after = table if number is None else _without_tile(table, seat, number)
    return advance(after, seat, points=reward.points, gold=reward.gold, tiles=-1)


def _take_amenity(table: Table, seat: int, *, rainbow: bool) -> Table:
    """Take the Civic Amenity of the block instead of scoring the tile; the Rainbow is paid all the same."""
    paid = advance(table, seat, points=-RAINBOW_POINTS) if rainbow else table
    return _with_tile(paid, seat, Tile())


def _amenity(table: Table, seat: int) -> int | None:
    """Return the place of the first Civic Amenity among the known tiles of a player, or `None`."""
    return next((number for number, tile in enumerate(table.held[seat]) if tile.kind is None), None)


def _with_tile(table: Table, seat: int, tile: Tile) -> Table:
    return _with_tiles(table, seat, *table.held[seat], tile)


def _without_tile(table: Table, seat: int, number: int) -> Table:
    held = table.held[seat]
    return _with_tiles(table, seat, *held[:number], *held[number + 1 :])


def _with_tiles(table: Table, seat: int, *tiles: Tile) -> Table:
    """Return the table with these known tiles in front of a player."""
    return replace(table, held=(*table.held[:seat], tiles, *table.held[seat + 1 :]))


def is_over(table: Table) -> bool:
    """Return whether the game is over: somebody is mayor, or lines are empty and no last tile is to be placed."""
    return any(is_mayor(player) for player in table.players) or (_lines_end_it(table) and not table.still)


def tiles_to_place(table: Table, seat: int) -> int:
    """Return the number of tiles that a player could still place as a last one; Civic Amenities do not count."""
    amenities = sum(tile.kind is None for tile in table.held[seat])
    return max(table.players[seat].tiles - amenities, 0)


def _lines_end_it(table: Table) -> bool:
    return len(empty_lines(table)) >= EMPTY_LINES


def update_last_placements(table: Table, seat: int) -> Table:
    """Begin the last placements with the active player when three lines are empty, or call them off."""
    out = _lines_end_it(table)
    if out is table.closing:
        return table
    if not out:
        return replace(table, closing=False, still=())
    still = tuple(number for number in clockwise(table, seat) if tiles_to_place(table, number))
    return replace(table, closing=True, still=still, turn=still[0] if still else seat, walked=bool(still))


def count_lines(table: Table, counts: Mapping[Kind, int]) -> Table:
    """Set the numbers of tiles left in some lines."""
    lines = {**table.tile_lines, **counts}
    ordered = {kind: lines[kind] for kind in Kind if kind in lines}
    return update_last_placements(replace(table, tile_lines=ordered), table.turn)


def end_last_placement(table: Table, seat: int) -> Table:
    """End the last placement of a player; the next one who may place a tile plays."""
    still = tuple(number for number in table.still if number != seat)
    return replace(table, still=still, turn=still[0] if still else seat)


def end_all_last_placements(table: Table) -> Table:
    """Let nobody place a last tile any more."""
    return replace(table, still=())


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceOnTrack:
    """A piece on the track, and its player."""

    name: str
    piece: Piece


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


def move_on(table: Table, moved: MovedPiece) -> Table:
    """Move a piece on by one space, in the direction it came from. Rulebook, Game Introduction."""
    by = 1 if moved.forwards else -1
    gains = {"points": by} if moved.piece is Piece.CITIZEN else {"gold": by}
    return advance(table, moved.seat, **gains)


def stay(table: Table, moved: MovedPiece) -> Table:
    """Leave a piece where it is: the others on that number are on another street."""
    return replace(table, moves=tuple(piece for piece in table.moves if piece != moved))


def note_moves(before: Table, after: Table, seat: int) -> Table:
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
