"""The turn of a player: each action takes a table in play, and returns the one after it. Rulebook, Game Play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.mayor import moves
from scoring.mayor.actions import until_mayor
from scoring.mayor.data import RAINBOW_POINTS
from scoring.mayor.last_placements import last_placement_ended, with_last_placements
from scoring.mayor.state import Kind, Tile, Variant
from scoring.mayor.taken_spaces import with_moves_noted

if TYPE_CHECKING:
    from scoring.mayor.actions import Placement
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Order, Table


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


def steps_to(order: Order, start: Kind, end: Kind) -> int:
    """Return the number of steps clockwise from one space to another; a whole round leads to the same one.

    >>> steps_to(tuple(Kind), Kind.SHOP, Kind.BANK), steps_to(tuple(Kind), Kind.SHOP, Kind.SHOP)
    (1, 5)
    """
    return (order.index(end) - order.index(start) - 1) % len(order) + 1


def marker_put(table: Table, marker: int, space: Kind) -> Table:
    """Put an Action marker on a space; markers are numbered in seat order, then come the neutral ones."""
    return replace(table, markers=(*table.markers[:marker], space, *table.markers[marker + 1 :]))


def others_on_space(table: Table, seat: int) -> int:
    """Return the number of other markers on the space of a player's marker, neutral ones included."""
    return table.markers.count(table.markers[seat]) - 1


def walked(table: Table, seat: int, space: Kind, order: Order) -> Table:
    """Move the Action marker of a player clockwise to a space, and pay for the steps beyond the first."""
    start = table.markers[seat]
    extra = 0 if start is None else steps_to(order, start, space) - 1
    paid = moves.went_round(table, seat, extra)
    return with_moves_noted(table, replace(marker_put(paid, seat, space), walked=True), seat)


def tile_bought(table: Table, seat: int, purchase: Purchase, order: Order) -> Table:
    """Buy a tile; the third line that runs out begins the last placements. Rulebook, Buy a Tile, Game End."""
    kind = purchase.tile.kind
    if kind is None:  # a Civic Amenity lies in no line
        return table
    free = _with_reward(table, seat, purchase.reward)
    shown = {line: price for line, price in table.shown.items() if line is not kind}
    if purchase.shown is not None:
        shown[kind] = purchase.shown
    bought = replace(moves.bought(free, seat, kind, purchase.gold), shown=shown)
    over = _turn_ended(_with_tile(bought, seat, purchase.tile), seat, order)
    return with_moves_noted(table, with_last_placements(over, seat), seat)


def tile_placed(table: Table, seat: int, laying: Laying, order: Order) -> Table:
    """Place a tile, and give all players what it brings them, until somebody is mayor. Rulebook, Place a Tile."""
    after = _with_reward(table, seat, laying.reward)
    if laying.tile is not None:
        after = _without_tile(after, seat, laying.tile)
    if laying.placement is None:
        after = _with_amenity(after, seat, rainbow=laying.rainbow)
    else:
        after = moves.placed(after, seat, until_mayor(after, seat, laying.placement))
    event_due = table.event_due or (laying.rainbow and Variant.EVENTS in table.variants)
    over = last_placement_ended(after, seat) if after.closing else _turn_ended(after, seat, order)
    return with_moves_noted(table, replace(over, event_due=event_due), seat)


def turn_passed(table: Table, seat: int, order: Order) -> Table:
    """Pass, and take the gold. Rulebook, Pass."""
    return with_moves_noted(table, _turn_ended(moves.passed(table, seat), seat, order), seat)


def _turn_ended(table: Table, seat: int, order: Order) -> Table:
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


def tile_removed(table: Table, seat: int, number: int) -> Table:
    """Take a known tile away from a player without placing it."""
    return moves.advanced(_without_tile(table, seat, number), seat, tiles=-1)


def tile_shown(table: Table, seat: int, number: int, tile: Tile) -> Table:
    """Set what a tile in front of a player shows."""
    held = table.held[seat]
    return _holding(table, seat, *held[:number], tile, *held[number + 1 :])


def _with_reward(table: Table, seat: int, reward: Reward | None) -> Table:
    """Place the Civic Amenity that is used; it comes first, so that it makes room for a tile that is bought."""
    if reward is None:
        return table
    number = _amenity(table, seat)
    after = table if number is None else _without_tile(table, seat, number)
    return moves.amenity_placed(after, seat, reward)


def _with_amenity(table: Table, seat: int, *, rainbow: bool) -> Table:
    """Take the Civic Amenity of the block instead of scoring the tile; the Rainbow is paid all the same."""
    paid = moves.advanced(table, seat, points=-RAINBOW_POINTS) if rainbow else table
    return _with_tile(paid, seat, Tile())


def _amenity(table: Table, seat: int) -> int | None:
    """Return the place of the first Civic Amenity among the known tiles of a player, or `None`."""
    return next((number for number, tile in enumerate(table.held[seat]) if tile.kind is None), None)


def _with_tile(table: Table, seat: int, tile: Tile) -> Table:
    return _holding(table, seat, *table.held[seat], tile)


def _without_tile(table: Table, seat: int, number: int) -> Table:
    held = table.held[seat]
    return _holding(table, seat, *held[:number], *held[number + 1 :])


def _holding(table: Table, seat: int, *tiles: Tile) -> Table:
    """Return the table with these known tiles in front of a player."""
    return replace(table, held=(*table.held[:seat], tiles, *table.held[seat + 1 :]))
