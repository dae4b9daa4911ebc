"""What players do at a table of Mayor: each action is a pure function from one state of the table to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games.mayor.game_end import next_last_placement, with_last_placements
from companion.games.mayor.taken_spaces import note_moves
from companion.tables.state import with_table
from scoring.mayor import moves
from scoring.mayor.actions import Earned, Placement
from scoring.mayor.data import MAYOR_SPACE, RAINBOW_POINTS
from scoring.mayor.setup import laid_out
from scoring.mayor.state import Event, Kind, Tile, Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.tables.state import TableState
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Order, Table

    MayorTable = TableState[Table]
    Transition = Callable[[MayorTable], MayorTable]


def is_untouched(state: MayorTable) -> bool:
    """Return whether nobody has played yet: all pieces stand as they do at the start, and nobody has a tile."""
    return state.table.players == laid_out([player.name for player in state.table.players]).players


def steps_to(order: Order, start: Kind, end: Kind) -> int:
    """Return the number of steps clockwise from one space to another; a whole round leads to the same one.

    >>> steps_to(tuple(Kind), Kind.SHOP, Kind.BANK), steps_to(tuple(Kind), Kind.SHOP, Kind.SHOP)
    (1, 5)
    """
    return (order.index(end) - order.index(start) - 1) % len(order) + 1


def put_marker(marker: int, space: Kind) -> Transition:
    """Put an Action marker on a space; markers are numbered in seat order, then come the neutral ones."""

    def apply(state: MayorTable) -> MayorTable:
        markers = list(state.table.markers)
        markers[marker] = space
        return with_table(state, markers=tuple(markers))

    return apply


def walk(seat: int, space: Kind, order: Order) -> Transition:
    """Move the Action marker of a player clockwise to a space, and pay for the steps beyond the first."""

    def apply(state: MayorTable) -> MayorTable:
        start = state.table.markers[seat]
        extra = 0 if start is None else steps_to(order, start, space) - 1
        paid = replace(state, table=moves.went_round(state.table, seat, extra))
        return note_moves(state, with_table(put_marker(seat, space)(paid), walked=True), seat)

    return apply


def with_turn(seat: int) -> Transition:
    """Let a seat play now: a correction."""
    return lambda state: with_table(state, turn=seat, walked=False)


def others_on_space(state: MayorTable, seat: int) -> int:
    """Return the number of other markers on the space of a player's marker, neutral ones included."""
    mine = state.table.markers[seat]
    return sum(space is mine for space in state.table.markers) - 1


def _end_turn(state: MayorTable, seat: int, order: Order) -> MayorTable:
    """End a turn: neutral markers on the player's space move on to the next free one, and the next player begins."""
    markers = list(state.table.markers)
    players = len(state.table.players)
    for neutral in range(players, len(markers)):
        if markers[neutral] is not None and markers[neutral] is markers[seat]:
            at = order.index(markers[neutral])
            following = (*order[at + 1 :], *order[:at])
            markers[neutral] = next((space for space in following if space not in markers), markers[neutral])
    return with_table(state, markers=tuple(markers), turn=(seat + 1) % players, walked=False)


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


def buy(seat: int, purchase: Purchase, order: Order) -> Transition:
    """Buy a tile; the third line that runs out begins the last placements. Rulebook, Buy a Tile, Game End."""

    def apply(state: MayorTable) -> MayorTable:
        kind = purchase.tile.kind
        if kind is None:
            return state
        after = _with_reward(state, seat, purchase.reward)
        table = moves.bought(after.table, seat, kind, purchase.gold)
        shown = {one: price for one, price in after.table.shown.items() if one is not kind}
        if purchase.shown is not None:
            shown[kind] = purchase.shown
        after = with_table(_with_tile(replace(after, table=table), seat, purchase.tile), shown=shown)
        over = _end_turn(after, seat, order)
        return note_moves(state, with_last_placements(over, seat), seat)

    return apply


def place(seat: int, laying: Laying, order: Order) -> Transition:
    """Place a tile, and give all players what it brings them, until somebody is mayor. Rulebook, Place a Tile."""

    def apply(state: MayorTable) -> MayorTable:
        after = _with_reward(state, seat, laying.reward)
        if laying.tile is not None:
            after = _without(after, seat, laying.tile)
        if laying.placement is None:
            after = _with_amenity(after, seat, rainbow=laying.rainbow)
        else:
            placement = until_mayor(after.table, seat, laying.placement)
            after = replace(after, table=moves.placed(after.table, seat, placement))
        event_due = state.table.event_due or (laying.rainbow and Variant.EVENTS in state.table.variants)
        over = next_last_placement(after, seat) if after.table.closing else _end_turn(after, seat, order)
        return note_moves(state, with_table(over, event_due=event_due), seat)

    return apply


def pass_on(seat: int, order: Order) -> Transition:
    """Pass, and take the gold. Rulebook, Pass."""

    def apply(state: MayorTable) -> MayorTable:
        paid = replace(state, table=moves.passed(state.table, seat))
        return note_moves(state, _end_turn(paid, seat, order), seat)

    return apply


def until_mayor(table: Table, seat: int, placement: Placement) -> Placement:
    """Return a placement in which nobody earns anything after a Citizen came to 50: clockwise, the active player first.

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


def _with_tile(state: MayorTable, seat: int, tile: Tile) -> MayorTable:
    held = list(state.table.held)
    held[seat] = (*held[seat], tile)
    return with_table(state, held=tuple(held))


def _without(state: MayorTable, seat: int, number: int) -> MayorTable:
    held = list(state.table.held)
    held[seat] = (*held[seat][:number], *held[seat][number + 1 :])
    return with_table(state, held=tuple(held))


def unknown_tiles(state: MayorTable, seat: int) -> int:
    """Return the number of tiles of a player of which it is not known what they show."""
    return max(state.table.players[seat].tiles - len(state.table.held[seat]), 0)


def amenity_number(state: MayorTable, seat: int) -> int | None:
    """Return the place of the first Civic Amenity among the known tiles of a player, or `None`."""
    return next((number for number, tile in enumerate(state.table.held[seat]) if tile.kind is None), None)


def remove_tile(seat: int, number: int) -> Transition:
    """Take a known tile away from a player without placing it."""

    def apply(state: MayorTable) -> MayorTable:
        after = _without(state, seat, number)
        return replace(after, table=moves.advanced(after.table, seat, tiles=-1))

    return apply


def reveal_tile(seat: int, number: int, tile: Tile) -> Transition:
    """Set what a tile in front of a player shows."""

    def apply(state: MayorTable) -> MayorTable:
        held = list(state.table.held)
        held[seat] = (*held[seat][:number], tile, *held[seat][number + 1 :])
        return with_table(state, held=tuple(held))

    return apply


def _with_reward(state: MayorTable, seat: int, reward: Reward | None) -> MayorTable:
    """Place the Civic Amenity that is used; it comes first, so that it makes room for a tile that is bought."""
    if reward is None:
        return state
    number = amenity_number(state, seat)
    after = state if number is None else _without(state, seat, number)
    return replace(after, table=moves.amenity_placed(after.table, seat, reward))


def _with_amenity(state: MayorTable, seat: int, *, rainbow: bool) -> MayorTable:
    """Take the Civic Amenity of the block instead of scoring the tile; the Rainbow is paid all the same."""
    points = -RAINBOW_POINTS if rainbow else 0
    paid = replace(state, table=moves.advanced(state.table, seat, points=points))
    return _with_tile(paid, seat, Tile())


def with_tiles_left(kind: Kind, left: int | None) -> Transition:
    """Set the number of tiles left in a line, or with `None` that it is not known."""

    def apply(state: MayorTable) -> MayorTable:
        lines = {one: number for one, number in state.table.tile_lines.items() if one is not kind}
        if left is not None:
            lines[kind] = left
        ordered = {one: lines[one] for one in Kind if one in lines}
        return with_last_placements(with_table(state, tile_lines=ordered), state.table.turn)

    return apply


def with_lines(counts: Mapping[Kind, int]) -> Transition:
    """Set the numbers of tiles left in several lines."""

    def apply(state: MayorTable) -> MayorTable:
        for kind, left in counts.items():
            state = with_tiles_left(kind, left)(state)
        return state

    return apply


def with_shown_price(kind: Kind, price: int | None) -> Transition:
    """Set the price that a line shows now, or with `None` that it is not known."""

    def apply(state: MayorTable) -> MayorTable:
        shown = {one: known for one, known in state.table.shown.items() if one is not kind}
        if price is not None:
            shown[kind] = price
        return with_table(state, shown={one: shown[one] for one in Kind if one in shown})

    return apply


def with_event(event: Event) -> Transition:
    """Put an Event into effect."""
    return lambda state: with_table(state, event=event, event_due=False)
