"""What players do at a table of Carpe Diem outside the forum, each as a pure function from one state to the next."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeVar

from companion.tables.state import TableState, index_now, with_player, with_table
from scoring.carpe_diem import moves, placement
from scoring.carpe_diem.building_phase import pending
from scoring.carpe_diem.district import built_by, on_line
from scoring.carpe_diem.state import (
    COUNTS,
    District,
    Feature,
    FountainCard,
    FrameGoal,
    Kind,
    Player,
    Table,
    Tally,
    Tile,
)
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.messages import Message, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.carpe_diem.building_phase import Bonus
    from scoring.carpe_diem.district import Structure
    from scoring.fields import Number

    CarpeDiemTable = TableState[Table]

E = TypeVar("E")

EMPTY_DISTRICT: Final = District(tiles=())
EMPTY_TALLY: Final = Tally(counts={}, villas=(), chimneys=0)


def district_of(state: CarpeDiemTable, seat: int) -> District:
    """Return the district of a seat, an empty one where its tiles are only counted."""
    return state.table.players[seat].district or EMPTY_DISTRICT


def tally_of(state: CarpeDiemTable, seat: int) -> Tally:
    """Return the tally of a seat, an empty one where tiles are laid."""
    return state.table.players[seat].tally or EMPTY_TALLY


def tile_on(district: District, cell: str) -> Tile | None:
    """Return the tile on a square, or `None`."""
    return next((tile for tile in district.tiles if tile.cell == cell), None)


def without(district: District, cell: str) -> District:
    """Return a district without the tile on a square."""
    return replace(district, tiles=tuple(tile for tile in district.tiles if tile.cell != cell))


def with_tile(district: District, tile: Tile) -> District:
    """Return a district with a tile on its square, which replaces the one there."""
    return replace(district, tiles=(*without(district, tile.cell).tiles, tile))


def lay(state: CarpeDiemTable, seat: int, tile: Tile) -> CarpeDiemTable:
    """Lay a tile on its square; it replaces the one there."""
    return with_player(state, seat, district=with_tile(district_of(state, seat), tile))


def remove(state: CarpeDiemTable, seat: int, cell: str) -> CarpeDiemTable:
    """Take the tile off a square; a writ that was taken there stays taken."""
    return with_player(state, seat, district=without(district_of(state, seat), cell))


def landing(district: District, cell: str, target: str) -> Tile | None:
    """Return the tile of a square as it fits on another one, unturned if possible, or `None` where it does not fit."""
    tile = tile_on(district, cell)
    return None if tile is None else fitted(without(district, cell), tile, target)


def fitted(district: District, tile: Tile, target: str) -> Tile | None:
    """Return a tile as it fits on an empty square, unturned if possible, or `None` where it does not fit."""
    for quarters in range(4):
        moved = Tile(cell=target, features=placement.turned(tile.features, quarters))
        if not placement.placement_problems(district, moved):
            return moved
    return None


def move(state: CarpeDiemTable, seat: int, cell: str, tile: Tile) -> CarpeDiemTable:
    """Move the tile of a square to the square and orientation of `tile`."""
    district = without(district_of(state, seat), cell)
    return with_player(state, seat, district=with_tile(district, tile))


def with_chimneys(tile: Tile, number: int, chimneys: int) -> Tile:
    """Return a tile with other chimneys on one of its features."""
    features = list(tile.features)
    features[number] = replace(features[number], chimneys=chimneys)
    return replace(tile, features=tuple(features))


def villas_of(tile: Tile) -> tuple[tuple[int, Feature], ...]:
    """Return the villa features of a tile, each with its index."""
    return tuple((number, feature) for number, feature in enumerate(tile.features) if feature.kind is Kind.VILLA)


def put_shovel(state: CarpeDiemTable, seat: int, cell: str | None) -> CarpeDiemTable:
    """Set the shovel space of a player's board; `None` for unknown."""
    return with_player(state, seat, district=replace(district_of(state, seat), shovel=cell))


def waits(state: CarpeDiemTable, seat: int) -> Message | None:
    """Return how many bonuses of a seat were neither taken nor waived, `None` where only the end is entered."""
    waiting = () if state.extras.only_end else pending(state.table, seat)
    return bonuses_to_take(len(waiting)) if waiting else None


def bonuses_to_take(number: int) -> Message:
    """Return so many bonuses that wait to be taken, in words."""
    return counted(number, "{number} bonus to take", "{number} bonuses to take")


def without_choice(waiting: Sequence[tuple[Structure, Bonus]]) -> tuple[Structure, ...]:
    """Return the structures whose bonuses can be taken all at once.

    What the player chooses is left out, and so is a merchant: with one among them goods wait as well, as their order
    decides how many coins there are.
    """
    trades = any(gain.goods_returned for _, gain in waiting)
    return tuple(
        structure
        for structure, gain in waiting
        if any((gain.coins and not gain.goods_returned, gain.bread, gain.steps, gain.goods and not trades))
    )


def take_bonuses(table: Table, seat: int, structures: Sequence[Structure]) -> Table:
    """Take the bonuses of structures into the stock, one after the other."""
    return reduce(lambda now, structure: moves.take_bonus(now, seat, structure), structures, table)


def is_met(goal: FrameGoal, player: Player) -> bool:
    """Return whether a frame goal is met: by the district, or as it was ticked where tiles are only counted."""
    if goal.line is None:
        return bool(goal.met)
    return any(
        structure.kind is goal.kind and any(on_line(goal.line, cell) for cell in structure.cells)
        for structure in built_by(player).structures
    )


def with_goal(state: CarpeDiemTable, seat: int, index: int | None, goal: FrameGoal) -> CarpeDiemTable:
    """Change the frame goal with an index; add one where `index` is `None`.

    Where tiles are only counted, what meets a goal is counted, too; a villa is not, since it has chimneys.
    """
    player = state.table.players[seat]
    changed = with_player(state, seat, frame=_changed(player.frame, index, goal))
    if player.tally is None or not goal.met or goal.kind is Kind.VILLA:
        return changed
    return changed if player.tally.counts.get(goal.kind) else with_tally(changed, seat, COUNTS[goal.kind], 1)


def without_goal(state: CarpeDiemTable, seat: int, seen: tuple[FrameGoal, ...], index: int) -> CarpeDiemTable:
    """Remove the frame goal that was seen at an index, unless somebody else did."""
    return with_player(state, seat, frame=_without(state.table.players[seat].frame, seen, index))


def with_fountain_card(state: CarpeDiemTable, seat: int, index: int | None, card: FountainCard) -> CarpeDiemTable:
    """Change the fountain card with an index; add one where `index` is `None`."""
    return with_player(state, seat, fountain_cards=_changed(state.table.players[seat].fountain_cards, index, card))


def without_fountain_card(
    state: CarpeDiemTable, seat: int, seen: tuple[FountainCard, ...], index: int
) -> CarpeDiemTable:
    """Remove the fountain card that was seen at an index, unless somebody else did."""
    return with_player(state, seat, fountain_cards=_without(state.table.players[seat].fountain_cards, seen, index))


def _without(entries: tuple[E, ...], seen: tuple[E, ...], index: int) -> tuple[E, ...]:
    at = index_now(entries, seen, index)
    return entries if at is None else (*entries[:at], *entries[at + 1 :])


def _changed(entries: tuple[E, ...], index: int | None, entry: E) -> tuple[E, ...]:
    return (*entries, entry) if index is None else (*entries[:index], entry, *entries[index + 1 :])


def count_only(state: CarpeDiemTable, seat: int) -> CarpeDiemTable:
    """Replace the tiles of a district by the tally of its completed structures."""
    player = state.table.players[seat]
    built = built_by(player)
    counts: dict[Kind, int] = {
        kind: number for kind, number in built.counts.items() if kind is not Kind.VILLA and number
    }
    tally = Tally(counts=counts, villas=built.villas, chimneys=built.chimneys)
    frame = tuple(replace(goal, line=None, met=is_met(goal, player)) for goal in player.frame)
    return with_player(state, seat, district=None, tally=tally, frame=frame)


def lay_tiles(state: CarpeDiemTable, seat: int) -> CarpeDiemTable:
    """Replace the tally by an empty district; the goals go, too, since they have no line."""
    return with_player(state, seat, district=EMPTY_DISTRICT, tally=None, frame=())


def with_tally(state: CarpeDiemTable, seat: int, number: Number, value: int) -> CarpeDiemTable:
    """Set a number of a player's tally."""
    return with_player(state, seat, tally=number.put(tally_of(state, seat), value))


def with_villas(state: CarpeDiemTable, seat: int, villas: tuple[int, ...]) -> CarpeDiemTable:
    """Set the chimneys of each completed villa in a tally; the total of all chimneys is at least their sum."""
    chimneys = max(tally_of(state, seat).chimneys, sum(villas))
    return with_player(state, seat, tally=replace(tally_of(state, seat), villas=villas, chimneys=chimneys))


def with_villa_value(state: CarpeDiemTable, key: str, points: int) -> CarpeDiemTable:
    """Enter a value in the villa chart of the table under its key ("4", or "5+"); entries stay in order."""
    chart = {**state.table.villa_chart, key: points}
    ordered = dict(sorted(chart.items(), key=lambda entry: Chimneys.read(entry[0])))
    return with_table(state, villa_chart=ordered)
