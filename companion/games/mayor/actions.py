"""What players do at a table of Mayor, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games.mayor.extras import Event, Tile
from companion.games.mayor.table import clockwise, player_of, with_beside
from companion.games.mayor.taken_spaces import noted
from scoring.mayor import moves
from scoring.mayor.actions import Earned, Placement
from scoring.mayor.data import EMPTY_LINES, MAYOR_SPACE, RAINBOW_POINTS
from scoring.mayor.rules import empty_lines, is_mayor
from scoring.mayor.state import Kind

if TYPE_CHECKING:
    from companion.games.mayor.table import MayorTable, Order, Transition
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Table

# -- the rondel


def steps_to(order: Order, start: Kind, end: Kind) -> int:
    """Return how many spaces it is clockwise from one to another; all around to the same one.

    >>> steps_to(tuple(Kind), Kind.SHOP, Kind.BANK), steps_to(tuple(Kind), Kind.SHOP, Kind.SHOP)
    (1, 5)
    """
    return (order.index(end) - order.index(start) - 1) % len(order) + 1


def put(marker: int, space: Kind) -> Transition:
    """Say on which space an Action marker stands: first those of the seats, then the neutral ones."""

    def apply(state: MayorTable) -> MayorTable:
        markers = list(state.extras.markers)
        markers[marker] = space
        return with_beside(state, markers=tuple(markers))

    return apply


def walk(seat: int, space: Kind, order: Order) -> Transition:
    """Move the Action marker of a player clockwise to a space, and pay for the steps beyond the first."""

    def apply(state: MayorTable) -> MayorTable:
        start = state.extras.markers[seat]
        extra = 0 if start is None else steps_to(order, start, space) - 1
        paid = replace(state, table=moves.went_round(state.table, seat, extra))
        return noted(state, with_beside(put(seat, space)(paid), walked=True), seat)

    return apply


def to_turn(seat: int) -> Transition:
    """Say whose turn it is."""
    return lambda state: with_beside(state, turn=seat, walked=False)


def others_on(state: MayorTable, seat: int) -> int:
    """Return how many other markers stand on the space of a player's, neutral ones included."""
    mine = state.extras.markers[seat]
    return sum(space is mine for space in state.extras.markers) - 1


def _turn_over(state: MayorTable, seat: int, order: Order) -> MayorTable:
    """Move the neutral markers that stand with the active player's on, and let the next player begin."""
    markers = list(state.extras.markers)
    players = len(state.table.players)
    for neutral in range(players, len(markers)):
        if markers[neutral] is not None and markers[neutral] is markers[seat]:
            at = order.index(markers[neutral])
            following = (*order[at + 1 :], *order[:at])
            markers[neutral] = next((space for space in following if space not in markers), markers[neutral])
    return with_beside(state, markers=tuple(markers), turn=(seat + 1) % players, walked=False)


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


def buy(seat: int, purchase: Purchase, order: Order) -> Transition:
    """Buy a tile: the third line that runs out begins the last placements. Rulebook, Buy a Tile, Game End."""

    def apply(state: MayorTable) -> MayorTable:
        kind = purchase.tile.kind
        if kind is None:
            return state
        after = _with_reward(state, seat, purchase.reward)
        table = moves.bought(after.table, seat, kind, purchase.gold)
        shown = {one: price for one, price in after.extras.shown.items() if one is not kind}
        if purchase.shown is not None:
            shown[kind] = purchase.shown
        after = with_beside(_holding(replace(after, table=table), seat, purchase.tile), shown=shown)
        over = _turn_over(after, seat, order)
        return noted(state, _closing(over, seat), seat)

    return apply


def place(seat: int, laying: Laying, order: Order) -> Transition:
    """Place a tile, and give all players what it brings, until somebody is mayor. Rulebook, Place a Tile."""

    def apply(state: MayorTable) -> MayorTable:
        after = _with_reward(state, seat, laying.reward)
        if laying.tile is not None:
            after = _without(after, seat, laying.tile)
        if laying.placement is None:
            after = _with_amenity(after, seat, rainbow=laying.rainbow)
        else:
            placement = until_mayor(after.table, seat, laying.placement)
            after = replace(after, table=moves.placed(after.table, seat, placement))
        events = _plays_events(state) and laying.rainbow
        return noted(state, with_beside(_placed(after, seat, order), event_due=events or state.extras.event_due), seat)

    return apply


def pass_on(seat: int, order: Order) -> Transition:
    """Pass, and take the gold. Rulebook, Pass."""

    def apply(state: MayorTable) -> MayorTable:
        paid = replace(state, table=moves.passed(state.table, seat))
        return noted(state, _turn_over(paid, seat, order), seat)

    return apply


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


def _placed(state: MayorTable, seat: int, order: Order) -> MayorTable:
    if not state.extras.closing:
        return _turn_over(state, seat, order)
    return _next_to_close(state, seat)


def _plays_events(state: MayorTable) -> bool:
    return any(variant.value == "events" for variant in state.extras.variants)


# -- tiles in front of a player


def _holding(state: MayorTable, seat: int, tile: Tile) -> MayorTable:
    held = list(state.extras.held)
    held[seat] = (*held[seat], tile)
    return with_beside(state, held=tuple(held))


def _without(state: MayorTable, seat: int, number: int) -> MayorTable:
    held = list(state.extras.held)
    held[seat] = (*held[seat][:number], *held[seat][number + 1 :])
    return with_beside(state, held=tuple(held))


def unknown_tiles(state: MayorTable, seat: int) -> int:
    """Return how many tiles of a player are counted without being known."""
    return max(player_of(state, seat).tiles - len(state.extras.held[seat]), 0)


def amenity_of(state: MayorTable, seat: int) -> int | None:
    """Return the number of the first Civic Amenity among the tiles that a player holds."""
    return next((number for number, tile in enumerate(state.extras.held[seat]) if tile.kind is None), None)


def to_place(state: MayorTable, seat: int) -> int:
    """Return how many tiles a player could still place as a last one: a Civic Amenity is none."""
    amenities = sum(tile.kind is None for tile in state.extras.held[seat])
    return max(player_of(state, seat).tiles - amenities, 0)


def give_up(seat: int, number: int) -> Transition:
    """Take a known tile away from a player without placing it."""

    def apply(state: MayorTable) -> MayorTable:
        after = _without(state, seat, number)
        return replace(after, table=moves.advanced(after.table, seat, tiles=-1))

    return apply


def know(seat: int, number: int, tile: Tile) -> Transition:
    """Say what a tile in front of a player shows."""

    def apply(state: MayorTable) -> MayorTable:
        held = list(state.extras.held)
        held[seat] = (*held[seat][:number], tile, *held[seat][number + 1 :])
        return with_beside(state, held=tuple(held))

    return apply


def _with_reward(state: MayorTable, seat: int, reward: Reward | None) -> MayorTable:
    """Place the Civic Amenity that is used, first, so that its tile makes room for a bought one."""
    if reward is None:
        return state
    number = amenity_of(state, seat)
    after = state if number is None else _without(state, seat, number)
    return replace(after, table=moves.amenity_placed(after.table, seat, reward))


def _with_amenity(state: MayorTable, seat: int, *, rainbow: bool) -> MayorTable:
    """Take the Civic Amenity of the block in the place of the tile, which is not scored; the Rainbow is paid."""
    points = -RAINBOW_POINTS if rainbow else 0
    paid = replace(state, table=moves.advanced(state.table, seat, points=points))
    return _holding(paid, seat, Tile())


# -- the market and the Event


def with_line(kind: Kind, left: int | None) -> Transition:
    """Say how many tiles are left in a line, or that it is not known."""

    def apply(state: MayorTable) -> MayorTable:
        lines = {one: number for one, number in state.table.tile_lines.items() if one is not kind}
        if left is not None:
            lines[kind] = left
        ordered = {one: lines[one] for one in Kind if one in lines}
        after = replace(state, table=replace(state.table, tile_lines=ordered))
        return _closing(after, state.extras.turn)

    return apply


def showing(kind: Kind, price: int | None) -> Transition:
    """Say which price a line shows."""

    def apply(state: MayorTable) -> MayorTable:
        shown = {one: known for one, known in state.extras.shown.items() if one is not kind}
        if price is not None:
            shown[kind] = price
        return with_beside(state, shown={one: shown[one] for one in Kind if one in shown})

    return apply


def with_event(event: Event) -> Transition:
    """Say which Event is in effect."""
    return lambda state: with_beside(state, event=event, event_due=False)


# -- the end


def somebody_is_mayor(state: MayorTable) -> bool:
    """Return whether a Citizen is on 50 or more."""
    return any(is_mayor(player) for player in state.table.players)


def is_over(state: MayorTable) -> bool:
    """Return whether nobody has anything to do any more."""
    return somebody_is_mayor(state) or (state.extras.closing and not state.extras.still)


def no_last_tile(seat: int) -> Transition:
    """Say that a player places no last tile."""
    return lambda state: _next_to_close(state, seat)


def close() -> Transition:
    """Say that nobody places a last tile any more."""
    return lambda state: with_beside(state, still=())


def _closing(state: MayorTable, seat: int) -> MayorTable:
    """Begin the last placements with the active player where three lines are empty, or call them off. Game End."""
    out = len(empty_lines(state.table)) >= EMPTY_LINES
    if out is state.extras.closing:
        return state
    if not out:
        return with_beside(state, closing=False, still=())
    still = tuple(number for number in clockwise(state, seat) if to_place(state, number))
    return with_beside(state, closing=True, still=still, turn=still[0] if still else seat, walked=bool(still))


def _next_to_close(state: MayorTable, seat: int) -> MayorTable:
    still = tuple(number for number in state.extras.still if number != seat)
    return with_beside(state, still=still, turn=still[0] if still else seat)
