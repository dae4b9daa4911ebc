"""What players do at a table of Carpe Diem, each as a pure step from one evening to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.editors.carpe_diem.squares import is_met
from companion.evening import with_player
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

    from companion.editors.carpe_diem.beside import CarpeDiemBeside
    from companion.evening import Evening

    Dinner = Evening[Table, CarpeDiemBeside]
    Act = Callable[[Dinner], Dinner]

NOTHING: Final = District(tiles=())


def player_of(evening: Dinner, seat: int) -> Player:
    """Return the player in a seat."""
    return evening.table.players[seat]


def district_of(evening: Dinner, seat: int) -> District:
    """Return the district in front of a seat, an empty one where it is only counted."""
    return player_of(evening, seat).district or NOTHING


def tile_on(district: District, cell: str) -> Tile | None:
    """Return the tile on a square."""
    return next((tile for tile in district.tiles if tile.cell == cell), None)


def without(district: District, cell: str) -> District:
    """Return a district without what lies on a square."""
    return replace(district, tiles=tuple(tile for tile in district.tiles if tile.cell != cell))


def with_tile(district: District, tile: Tile) -> District:
    """Return a district with a tile on its square, in the place of what lay there."""
    return replace(district, tiles=(*without(district, tile.cell).tiles, tile))


def lay(seat: int, tile: Tile) -> Act:
    """Lay a tile on its square, in the place of what lies there."""
    return lambda evening: with_player(evening, seat, district=with_tile(district_of(evening, seat), tile))


def remove(seat: int, cell: str) -> Act:
    """Take the tile off a square; a writ that was taken there stays taken."""
    return lambda evening: with_player(evening, seat, district=without(district_of(evening, seat), cell))


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


def move(seat: int, cell: str, tile: Tile) -> Act:
    """Move what lies on a square to where and how `tile` lies."""

    def act(evening: Dinner) -> Dinner:
        district = without(district_of(evening, seat), cell)
        return with_player(evening, seat, district=with_tile(district, tile))

    return act


def with_chimneys(tile: Tile, number: int, chimneys: int) -> Tile:
    """Return a tile with other chimneys on one of its features."""
    features = list(tile.features)
    features[number] = replace(features[number], chimneys=chimneys)
    return replace(tile, features=tuple(features))


def villas_of(tile: Tile) -> tuple[tuple[int, Feature], ...]:
    """Return the parts of villas on a tile, each with its number."""
    return tuple((number, one) for number, one in enumerate(tile.features) if one.kind is Kind.VILLA)


def shovel(seat: int, cell: str | None) -> Act:
    """Say which square has the shovel on this player's board."""
    return lambda evening: with_player(evening, seat, district=replace(district_of(evening, seat), shovel=cell))


# -- what a structure gives


def settled_key(seat: int, structure: Structure) -> str:
    """Return the name under which the bonus of a structure counts as taken."""
    return " ".join((str(seat), structure.kind.value, *structure.cells))


def pending(evening: Dinner, seat: int) -> tuple[tuple[Structure, Bonus], ...]:
    """Return the completed structures whose bonus was neither taken nor waived, landscapes first; villas give none."""
    player = player_of(evening, seat)
    done = set(evening.beside.settled)
    open_ = [
        one for one in built_by(player).structures if one.kind is not Kind.VILLA and settled_key(seat, one) not in done
    ]
    open_.sort(key=lambda one: one.kind not in LANDSCAPES)
    return tuple((one, bonus(one, player.goods)) for one in open_)


def take(seat: int, structure: Structure) -> Act:
    """Take the bonus of a structure into the stock, reckoned with what is there then."""

    def act(evening: Dinner) -> Dinner:
        given = bonus(structure, player_of(evening, seat).goods)
        table = moves.taken(evening.table, seat, given)
        return replace(settle(seat, (structure,))(evening), table=table)

    return act


def settle(seat: int, these: tuple[Structure, ...]) -> Act:
    """Count the bonuses of structures as taken, without booking them."""

    def act(evening: Dinner) -> Dinner:
        keys = tuple(settled_key(seat, one) for one in these)
        settled = tuple(dict.fromkeys((*evening.beside.settled, *keys)))
        return replace(evening, beside=replace(evening.beside, settled=settled))

    return act


def writ_key(seat: int, cell: str) -> str:
    """Return the name under which the writ of a square counts as taken."""
    return f"{seat} {cell}"


def take_writ(seat: int, cell: str) -> Act:
    """Take the writ from under a tile that was just laid: one less on the board, one step on the bar."""

    def act(evening: Dinner) -> Dinner:
        writs = (*evening.beside.writs, writ_key(seat, cell))
        table = moves.writ(evening.table, seat)
        return replace(evening, table=table, beside=replace(evening.beside, writs=writs))

    return act


def give_back_writ(seat: int, cell: str) -> Act:
    """Say that no writ lay there after all: it is back on the board, and the marker one space back, atop its pile."""

    def act(evening: Dinner) -> Dinner:
        key = writ_key(seat, cell)
        writs = tuple(one for one in evening.beside.writs if one != key)
        player = player_of(evening, seat)
        moved = on_space(seat, max(player.prestige - 1, 0))(evening)
        returned = with_player(moved, seat, writs_left=player.writs_left + 1)
        return replace(returned, beside=replace(returned.beside, writs=writs))

    return act


# -- the frame


def with_goal(seat: int, index: int | None, goal: FrameGoal | None) -> Act:
    """Change the goal with an index, add one where there is no index, take it off where there is no goal."""

    def act(evening: Dinner) -> Dinner:
        frame = list(player_of(evening, seat).frame)
        if index is None:
            frame += [] if goal is None else [goal]
        elif goal is None:
            del frame[index]
        else:
            frame[index] = goal
        return with_player(evening, seat, frame=tuple(frame))

    return act


# -- the stock


def on_space(seat: int, space: int) -> Act:
    """Put a player's marker on a space of the prestige bar, on top of those that stand there."""

    def act(evening: Dinner) -> Dinner:
        players = evening.table.players
        mine = players[seat]
        if space == mine.prestige:
            return evening
        height = sum(other.prestige == space for other in players)
        sunk = [_sunk(other, mine) for other in players]
        sunk[seat] = replace(mine, prestige=space, stack=height)
        return replace(evening, table=replace(evening.table, players=tuple(sunk)))

    return act


def _sunk(other: Player, lifted: Player) -> Player:
    above = other.prestige == lifted.prestige and other.stack > lifted.stack
    return replace(other, stack=other.stack - 1) if above else other


def swap_up(seat: int) -> Act:
    """Change places with the marker right above in the pile."""

    def act(evening: Dinner) -> Dinner:
        players = list(evening.table.players)
        mine = players[seat]
        for other, player in enumerate(players):
            if player.prestige == mine.prestige and player.stack == mine.stack + 1:
                players[other] = replace(player, stack=mine.stack)
                players[seat] = replace(mine, stack=mine.stack + 1)
        return replace(evening, table=replace(evening.table, players=tuple(players)))

    return act


# -- counting instead of laying tiles


def count_only(seat: int) -> Act:
    """Go over to the quick count: the tally of what the district has now; the tiles themselves are given up."""

    def act(evening: Dinner) -> Dinner:
        player = player_of(evening, seat)
        held = built_by(player)
        counts: dict[Kind, int] = {
            kind: number for kind, number in held.counts.items() if kind is not Kind.VILLA and number
        }
        tally = Tally(counts=counts, villas=held.villas, chimneys=held.chimneys)
        frame = tuple(_goal_counted(goal, player) for goal in player.frame)
        return with_player(evening, seat, district=None, tally=tally, frame=frame)

    return act


def _goal_counted(goal: FrameGoal, player: Player) -> FrameGoal:
    return replace(goal, line=None, met=is_met(goal, player))


def lay_tiles(seat: int) -> Act:
    """Go back to the district: an empty one; the counts, and the goals, which have no line yet, are given up."""
    return lambda evening: with_player(evening, seat, district=NOTHING, tally=None, frame=())
