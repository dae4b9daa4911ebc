"""What players do at a table of Mayor, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.editors.mayor.beside import Event, Tile
from companion.editors.mayor.city import clockwise, player_of, with_beside
from companion.editors.mayor.taken import noted
from scoring.mayor import moves
from scoring.mayor.actions import Earned, Placement
from scoring.mayor.data import EMPTY_LINES, MAYOR_SPACE, RAINBOW_POINTS
from scoring.mayor.rules import empty_lines, is_mayor
from scoring.mayor.state import Kind

if TYPE_CHECKING:
    from companion.editors.mayor.city import Act, City, Order
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Table

# -- the rondel


def steps_to(order: Order, start: Kind, end: Kind) -> int:
    """Return how many spaces it is clockwise from one to another; all around to the same one.

    >>> steps_to(tuple(Kind), Kind.SHOP, Kind.BANK), steps_to(tuple(Kind), Kind.SHOP, Kind.SHOP)
    (1, 5)
    """
    return (order.index(end) - order.index(start) - 1) % len(order) + 1


def put(marker: int, space: Kind) -> Act:
    """Say on which space an Action marker stands: first those of the seats, then the neutral ones."""

    def act(evening: City) -> City:
        markers = list(evening.beside.markers)
        markers[marker] = space
        return with_beside(evening, markers=tuple(markers))

    return act


def walk(seat: int, space: Kind, order: Order) -> Act:
    """Move the Action marker of a player clockwise to a space, and pay for the steps beyond the first."""

    def act(evening: City) -> City:
        start = evening.beside.markers[seat]
        extra = 0 if start is None else steps_to(order, start, space) - 1
        paid = replace(evening, table=moves.went_round(evening.table, seat, extra))
        return noted(evening, with_beside(put(seat, space)(paid), walked=True), seat)

    return act


def to_turn(seat: int) -> Act:
    """Say whose turn it is."""
    return lambda evening: with_beside(evening, turn=seat, walked=False)


def others_on(evening: City, seat: int) -> int:
    """Return how many other markers stand on the space of a player's, neutral ones included."""
    mine = evening.beside.markers[seat]
    return sum(space is mine for space in evening.beside.markers) - 1


def _turn_over(evening: City, seat: int, order: Order) -> City:
    """Move the neutral markers that stand with the active player's on, and let the next player begin."""
    markers = list(evening.beside.markers)
    players = len(evening.table.players)
    for neutral in range(players, len(markers)):
        if markers[neutral] is not None and markers[neutral] is markers[seat]:
            at = order.index(markers[neutral])
            following = (*order[at + 1 :], *order[:at])
            markers[neutral] = next((space for space in following if space not in markers), markers[neutral])
    return with_beside(evening, markers=tuple(markers), turn=(seat + 1) % players, walked=False)


# -- the three actions


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """A tile that is bought for so much gold; `reward` is what the Civic Amenity pays that made it free.

    `shown` is the price that its line shows afterwards, where it is known.
    """

    tile: Tile
    gold: int
    shown: int | None = None
    reward: Reward | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Laying:
    """A tile that is placed: what it brings, `None` where the Civic Amenity of the block is taken instead.

    `tile` is its number among those held, where it is one of them; `reward` is what the Civic Amenity pays that let it
    be placed anywhere.
    """

    placement: Placement | None
    tile: int | None = None
    rainbow: bool = False
    reward: Reward | None = None


def buy(seat: int, purchase: Purchase, order: Order) -> Act:
    """Buy a tile: the third line that runs out begins the last placements. Rulebook, Buy a Tile, Game End."""

    def act(evening: City) -> City:
        kind = purchase.tile.kind
        if kind is None:
            return evening
        after = _with_reward(evening, seat, purchase.reward)
        table = moves.bought(after.table, seat, kind, purchase.gold)
        shown = {one: price for one, price in after.beside.shown.items() if one is not kind}
        if purchase.shown is not None:
            shown[kind] = purchase.shown
        after = with_beside(_holding(replace(after, table=table), seat, purchase.tile), shown=shown)
        over = _turn_over(after, seat, order)
        return noted(evening, _closing(over, seat), seat)

    return act


def place(seat: int, laying: Laying, order: Order) -> Act:
    """Place a tile, and give all players what it brings, until somebody is mayor. Rulebook, Place a Tile."""

    def act(evening: City) -> City:
        after = _with_reward(evening, seat, laying.reward)
        if laying.tile is not None:
            after = _without(after, seat, laying.tile)
        if laying.placement is None:
            after = _with_amenity(after, seat, rainbow=laying.rainbow)
        else:
            placement = until_mayor(after.table, seat, laying.placement)
            after = replace(after, table=moves.placed(after.table, seat, placement))
        events = _plays_events(evening) and laying.rainbow
        return noted(
            evening, with_beside(_placed(after, seat, order), event_due=events or evening.beside.event_due), seat
        )

    return act


def pass_on(seat: int, order: Order) -> Act:
    """Pass, and take the gold. Rulebook, Pass."""

    def act(evening: City) -> City:
        paid = replace(evening, table=moves.passed(evening.table, seat))
        return noted(evening, _turn_over(paid, seat, order), seat)

    return act


def until_mayor(table: Table, seat: int, placement: Placement) -> Placement:
    """Return a placement in which nobody moves any more once a Citizen is on 50: clockwise, the active player first.

    Rulebook, Game Introduction, Game End.
    """
    earned = list(placement.players)
    seats = (*range(seat, len(earned)), *range(seat))
    over = False
    for number in seats:
        if over:
            earned[number] = Earned(name=earned[number].name, points=0, gold=0)
        over = over or table.players[number].citizen + earned[number].points >= MAYOR_SPACE
    return replace(placement, players=tuple(earned))


def _placed(evening: City, seat: int, order: Order) -> City:
    if not evening.beside.closing:
        return _turn_over(evening, seat, order)
    return _next_to_close(evening, seat)


def _plays_events(evening: City) -> bool:
    return any(variant.value == "events" for variant in evening.beside.variants)


# -- tiles in front of a player


def _holding(evening: City, seat: int, tile: Tile) -> City:
    held = list(evening.beside.held)
    held[seat] = (*held[seat], tile)
    return with_beside(evening, held=tuple(held))


def _without(evening: City, seat: int, number: int) -> City:
    held = list(evening.beside.held)
    held[seat] = (*held[seat][:number], *held[seat][number + 1 :])
    return with_beside(evening, held=tuple(held))


def unknown_tiles(evening: City, seat: int) -> int:
    """Return how many tiles of a player are counted without being known."""
    return max(player_of(evening, seat).tiles - len(evening.beside.held[seat]), 0)


def amenity_of(evening: City, seat: int) -> int | None:
    """Return the number of the first Civic Amenity among the tiles that a player holds."""
    return next((number for number, tile in enumerate(evening.beside.held[seat]) if tile.kind is None), None)


def to_place(evening: City, seat: int) -> int:
    """Return how many tiles a player could still place as a last one: a Civic Amenity is none."""
    amenities = sum(tile.kind is None for tile in evening.beside.held[seat])
    return max(player_of(evening, seat).tiles - amenities, 0)


def give_up(seat: int, number: int) -> Act:
    """Take a known tile away from a player without placing it."""

    def act(evening: City) -> City:
        after = _without(evening, seat, number)
        return replace(after, table=moves.advanced(after.table, seat, tiles=-1))

    return act


def know(seat: int, number: int, tile: Tile) -> Act:
    """Say what a tile in front of a player shows."""

    def act(evening: City) -> City:
        held = list(evening.beside.held)
        held[seat] = (*held[seat][:number], tile, *held[seat][number + 1 :])
        return with_beside(evening, held=tuple(held))

    return act


def _with_reward(evening: City, seat: int, reward: Reward | None) -> City:
    """Place the Civic Amenity that is used, first, so that its tile makes room for a bought one."""
    if reward is None:
        return evening
    number = amenity_of(evening, seat)
    after = evening if number is None else _without(evening, seat, number)
    return replace(after, table=moves.amenity_placed(after.table, seat, reward))


def _with_amenity(evening: City, seat: int, *, rainbow: bool) -> City:
    """Take the Civic Amenity of the block in the place of the tile, which is not scored; the Rainbow is paid."""
    points = -RAINBOW_POINTS if rainbow else 0
    paid = replace(evening, table=moves.advanced(evening.table, seat, points=points))
    return _holding(paid, seat, Tile())


# -- the market and the Event


def with_line(kind: Kind, left: int | None) -> Act:
    """Say how many tiles are left in a line, or that it is not known."""

    def act(evening: City) -> City:
        lines = {one: number for one, number in evening.table.tile_lines.items() if one is not kind}
        if left is not None:
            lines[kind] = left
        ordered = {one: lines[one] for one in Kind if one in lines}
        after = replace(evening, table=replace(evening.table, tile_lines=ordered))
        return _closing(after, evening.beside.turn)

    return act


def showing(kind: Kind, price: int | None) -> Act:
    """Say which price a line shows."""

    def act(evening: City) -> City:
        shown = {one: known for one, known in evening.beside.shown.items() if one is not kind}
        if price is not None:
            shown[kind] = price
        return with_beside(evening, shown={one: shown[one] for one in Kind if one in shown})

    return act


def with_event(event: Event) -> Act:
    """Say which Event is in effect."""
    return lambda evening: with_beside(evening, event=event, event_due=False)


# -- the end


def somebody_is_mayor(evening: City) -> bool:
    """Return whether a Citizen is on 50 or more."""
    return any(is_mayor(player) for player in evening.table.players)


def is_over(evening: City) -> bool:
    """Return whether nobody has anything to do any more."""
    return somebody_is_mayor(evening) or (evening.beside.closing and not evening.beside.still)


def no_last_tile(seat: int) -> Act:
    """Say that a player places no last tile."""
    return lambda evening: _next_to_close(evening, seat)


def close() -> Act:
    """Say that nobody places a last tile any more."""
    return lambda evening: with_beside(evening, still=())


def _closing(evening: City, seat: int) -> City:
    """Begin the last placements with the active player where three lines are empty, or call them off. Game End."""
    out = len(empty_lines(evening.table)) >= EMPTY_LINES
    if out is evening.beside.closing:
        return evening
    if not out:
        return with_beside(evening, closing=False, still=())
    still = tuple(number for number in clockwise(evening, seat) if to_place(evening, number))
    return with_beside(evening, closing=True, still=still, turn=still[0] if still else seat, walked=bool(still))


def _next_to_close(evening: City, seat: int) -> City:
    still = tuple(number for number in evening.beside.still if number != seat)
    return with_beside(evening, still=still, turn=still[0] if still else seat)
