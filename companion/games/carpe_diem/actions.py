"""What players do at a table of Carpe Diem, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.tables.state import with_player
from companion.ui.editors.carpe_diem.square_pictures import is_met
from scoring.carpe_diem import moves, placement
from scoring.carpe_diem.building_phase import Bonus, bonus
from scoring.carpe_diem.district import Structure, built_by
from scoring.carpe_diem.state import (
    LANDSCAPES,
    District,
    Feature,
    FrameGoal,
    Kind,
    Player,
    Table,
    Tally,
    Tile,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.carpe_diem.extras import CarpeDiemExtras
    from companion.tables.state import TableState

    CarpeDiemTable = TableState[Table, CarpeDiemExtras]
    Transition = Callable[[CarpeDiemTable], CarpeDiemTable]

NOTHING: Final = District(tiles=())


def player_of(state: CarpeDiemTable, seat: int) -> Player:
    """Return the player in a seat."""
    return state.table.players[seat]


def district_of(state: CarpeDiemTable, seat: int) -> District:
    """Return the district in front of a seat, an empty one where it is only counted."""
    return player_of(state, seat).district or NOTHING


def tile_on(district: District, cell: str) -> Tile | None:
    """Return the tile on a square."""
    return next((tile for tile in district.tiles if tile.cell == cell), None)


def without(district: District, cell: str) -> District:
    """Return a district without what lies on a square."""
    return replace(district, tiles=tuple(tile for tile in district.tiles if tile.cell != cell))


def with_tile(district: District, tile: Tile) -> District:
    """Return a district with a tile on its square, in the place of what lay there."""
    return replace(district, tiles=(*without(district, tile.cell).tiles, tile))


def lay(seat: int, tile: Tile) -> Transition:
    """Lay a tile on its square, in the place of what lies there."""
    return lambda state: with_player(state, seat, district=with_tile(district_of(state, seat), tile))


def remove(seat: int, cell: str) -> Transition:
    """Take the tile off a square; a writ that was taken there stays taken."""
    return lambda state: with_player(state, seat, district=without(district_of(state, seat), cell))


def landing(district: District, cell: str, target: str) -> Tile | None:
    """Return the tile of a square as it can lie on another one, in its own orientation first; `None` if it cannot."""
    tile = tile_on(district, cell)
    if tile is None:
        return None
    there = without(district, cell)
    for quarters in range(4):
        moved = Tile(cell=target, features=placement.turned(tile.features, quarters))
        if not placement.placement_problems(there, moved):
            return moved
    return None


def move(seat: int, cell: str, tile: Tile) -> Transition:
    """Move what lies on a square to where and how `tile` lies."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        district = without(district_of(state, seat), cell)
        return with_player(state, seat, district=with_tile(district, tile))

    return apply


def with_chimneys(tile: Tile, number: int, chimneys: int) -> Tile:
    """Return a tile with other chimneys on one of its features."""
    features = list(tile.features)
    features[number] = replace(features[number], chimneys=chimneys)
    return replace(tile, features=tuple(features))


def villas_of(tile: Tile) -> tuple[tuple[int, Feature], ...]:
    """Return the parts of villas on a tile, each with its number."""
    return tuple((number, one) for number, one in enumerate(tile.features) if one.kind is Kind.VILLA)


def shovel(seat: int, cell: str | None) -> Transition:
    """Say which square has the shovel on this player's board."""
    return lambda state: with_player(state, seat, district=replace(district_of(state, seat), shovel=cell))


# -- what a structure gives


def settled_key(seat: int, structure: Structure) -> str:
    """Return the name under which the bonus of a structure counts as taken."""
    return " ".join((str(seat), structure.kind.value, *structure.cells))


def pending(state: CarpeDiemTable, seat: int) -> tuple[tuple[Structure, Bonus], ...]:
    """Return the completed structures whose bonus was neither taken nor waived, landscapes first; villas give none."""
    player = player_of(state, seat)
    done = set(state.extras.settled)
    open_ = [
        one for one in built_by(player).structures if one.kind is not Kind.VILLA and settled_key(seat, one) not in done
    ]
    open_.sort(key=lambda one: one.kind not in LANDSCAPES)
    return tuple((one, bonus(one, player.goods)) for one in open_)


def take(seat: int, structure: Structure) -> Transition:
    """Take the bonus of a structure into the stock, reckoned with what is there then."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        given = bonus(structure, player_of(state, seat).goods)
        table = moves.taken(state.table, seat, given)
        return replace(settle(seat, (structure,))(state), table=table)

    return apply


def settle(seat: int, these: tuple[Structure, ...]) -> Transition:
    """Count the bonuses of structures as taken, without booking them."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        keys = tuple(settled_key(seat, one) for one in these)
        settled = tuple(dict.fromkeys((*state.extras.settled, *keys)))
        return replace(state, extras=replace(state.extras, settled=settled))

    return apply


def writ_key(seat: int, cell: str) -> str:
    """Return the name under which the writ of a square counts as taken."""
    return f"{seat} {cell}"


def take_writ(seat: int, cell: str) -> Transition:
    """Take the writ from under a tile that was just laid: one less on the board, one step on the bar."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        writs = (*state.extras.writs, writ_key(seat, cell))
        table = moves.writ(state.table, seat)
        return replace(state, table=table, extras=replace(state.extras, writs=writs))

    return apply


def give_back_writ(seat: int, cell: str) -> Transition:
    """Say that no writ lay there after all: it is back on the board, and the marker one space back, atop its pile."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        key = writ_key(seat, cell)
        writs = tuple(one for one in state.extras.writs if one != key)
        player = player_of(state, seat)
        moved = on_space(seat, max(player.prestige - 1, 0))(state)
        returned = with_player(moved, seat, writs_left=player.writs_left + 1)
        return replace(returned, extras=replace(returned.extras, writs=writs))

    return apply


# -- the frame


def with_goal(seat: int, index: int | None, goal: FrameGoal | None) -> Transition:
    """Change the goal with an index, add one where there is no index, take it off where there is no goal."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        frame = list(player_of(state, seat).frame)
        if index is None:
            frame += [] if goal is None else [goal]
        elif goal is None:
            del frame[index]
        else:
            frame[index] = goal
        return with_player(state, seat, frame=tuple(frame))

    return apply


# -- the stock


def on_space(seat: int, space: int) -> Transition:
    """Put a player's marker on a space of the prestige bar, on top of those that stand there."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        players = state.table.players
        mine = players[seat]
        if space == mine.prestige:
            return state
        height = sum(other.prestige == space for other in players)
        sunk = [_sunk(other, mine) for other in players]
        sunk[seat] = replace(mine, prestige=space, stack=height)
        return replace(state, table=replace(state.table, players=tuple(sunk)))

    return apply


def _sunk(other: Player, lifted: Player) -> Player:
    above = other.prestige == lifted.prestige and other.stack > lifted.stack
    return replace(other, stack=other.stack - 1) if above else other


def swap_up(seat: int) -> Transition:
    """Change places with the marker right above in the pile."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        players = list(state.table.players)
        mine = players[seat]
        for other, player in enumerate(players):
            if player.prestige == mine.prestige and player.stack == mine.stack + 1:
                players[other] = replace(player, stack=mine.stack)
                players[seat] = replace(mine, stack=mine.stack + 1)
        return replace(state, table=replace(state.table, players=tuple(players)))

    return apply


# -- counting instead of laying tiles


def count_only(seat: int) -> Transition:
    """Go over to the quick count: the tally of what the district has now; the tiles themselves are given up."""

    def apply(state: CarpeDiemTable) -> CarpeDiemTable:
        player = player_of(state, seat)
        held = built_by(player)
        counts: dict[Kind, int] = {
            kind: number for kind, number in held.counts.items() if kind is not Kind.VILLA and number
        }
        tally = Tally(counts=counts, villas=held.villas, chimneys=held.chimneys)
        frame = tuple(_goal_counted(goal, player) for goal in player.frame)
        return with_player(state, seat, district=None, tally=tally, frame=frame)

    return apply


def _goal_counted(goal: FrameGoal, player: Player) -> FrameGoal:
    return replace(goal, line=None, met=is_met(goal, player))


def lay_tiles(seat: int) -> Transition:
    """Go back to the district: an empty one; the counts, and the goals, which have no line yet, are given up."""
    return lambda state: with_player(state, seat, district=NOTHING, tally=None, frame=())
