"""The walk through the end of a round: the residence where there is one, each player's workers, the next round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.little_town.extras import Visit
from scoring.little_town import booking
from scoring.little_town.board import built
from scoring.little_town.round_end import next_first_player
from scoring.little_town.state import (
    LAST_ROUND,
    Table,
    Tile,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Cube, Player

    Transition = Callable[["LittleTownTable"], "LittleTownTable"]
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.little_town import actions
from scoring.little_town.data import UNFED_COST, WORKERS
from scoring.little_town.round_end import FEWEST_FIRST, feed_the_workers, meal
from scoring.little_town.state import Cube
from scoring.sheet import Message, counted, say

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable
    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Player, Table
from companion.games.little_town.actions import (
    LittleTownTable,
    gathered_cubes,
    name_of,
    seat_of,
    with_beside,
    with_table,
)

# -- the end of the round


def use_residence(state: LittleTownTable) -> LittleTownTable:
    """Let the owner of the residence use the squares around it: what they give is taken at once."""
    residence = built(state.table, Tile.RESIDENCE)
    seat = None if residence is None else seat_of(state, residence.owner)
    if residence is None or seat is None:
        return state
    visit = Visit(seat=seat, cell=residence.cell, gathered=gathered_cubes(state, residence.cell))
    taken = replace(state, table=booking.resources_taken(state.table, residence.owner, residence.cell))
    return with_beside(taken, visit=visit)


def leave_residence(state: LittleTownTable) -> LittleTownTable:
    """Be done with the residence for this round."""
    return with_beside(state, settled=True, visit=None)


def feed(seat: int, meal: Meal) -> Transition:
    """Score the cathedral of a player, and feed the workers."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        if seat in state.extras.fed:
            return state
        eaten = replace(state, table=booking.fed(state.table, name_of(state, seat), meal))
        return with_beside(eaten, fed=(*state.extras.fed, seat))

    return apply


def next_first_seat(state: LittleTownTable) -> int:
    """Return the seat that gets the first player token for the next round."""
    name = next_first_player(state.table, name_of(state, state.extras.first))
    return next(seat for seat, player in enumerate(state.table.players) if player.name == name)


def begin_round(state: LittleTownTable) -> LittleTownTable:
    """Prepare the next round: workers are picked up, the first player token goes on."""
    if state.table.round == LAST_ROUND:
        return state
    first = next_first_seat(state)
    prepared = replace(state, table=booking.next_round(state.table))
    return with_beside(prepared, first=first, turn=first, site=(), fed=(), settled=False, visit=None)


def with_round(number: int) -> Transition:
    """Say which round it is; nobody was fed in it then."""
    return lambda state: with_beside(with_table(state, round=number), fed=(), settled=False)


def seats_in_order(state: LittleTownTable) -> tuple[int, ...]:
    """Return the seats from the first player on."""
    number = len(state.table.players)
    return tuple((state.extras.first + step) % number for step in range(number))


RESIDENCE: Final = "residence"


NEXT_ROUND: Final = "next"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStep:
    """A step of the walk, `seat` where it is about one player; `done` where it is behind."""

    key: str
    seat: int | None = None
    done: bool = False


def round_steps(state: LittleTownTable) -> tuple[RoundStep, ...]:
    """Return the steps in their order. Rulebook, End of the Round."""
    extras = state.extras
    first = (RoundStep(key=RESIDENCE, done=extras.settled),) if built(state.table, Tile.RESIDENCE) is not None else ()
    players = tuple(RoundStep(key=str(seat), seat=seat, done=seat in extras.fed) for seat in seats_in_order(state))
    return (*first, *players, RoundStep(key=NEXT_ROUND))


def first_open(walk: tuple[RoundStep, ...]) -> str:
    """Return the step where the walk is taken up."""
    return next(step.key for step in walk if not step.done)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """What a player gives the workers: food of both kinds, and how many are fed with coins."""

    fish: int
    wheat: int
    bought: int

    def meal(self, table: Table) -> Meal:
        """Return what comes of it."""
        return meal(table, {Cube.FISH: self.fish, Cube.WHEAT: self.wheat}, self.bought)


def usual_plate(table: Table, player: Player) -> Plate:
    """Return what is eaten where nobody chooses: fish, then wheat, then coins."""
    eats = feed_the_workers(table, player)
    fish, wheat = eats.eaten.get(Cube.FISH, 0), eats.eaten.get(Cube.WHEAT, 0)
    return Plate(fish=fish, wheat=wheat, bought=WORKERS[len(table.players)] - fish - wheat - eats.unfed)


def with_fish(plate: Plate, number: int, hungry: int) -> Plate:
    """Return a plate with another number of fish; the others give way where all would be fed twice."""
    wheat = min(plate.wheat, hungry - number)
    return Plate(fish=number, wheat=wheat, bought=min(plate.bought, hungry - number - wheat))


def with_wheat(plate: Plate, number: int, hungry: int) -> Plate:
    """Return a plate with another number of wheat; the others give way."""
    fish = min(plate.fish, hungry - number)
    return Plate(fish=fish, wheat=number, bought=min(plate.bought, hungry - number - fish))


def with_bought(plate: Plate, number: int, hungry: int) -> Plate:
    """Return a plate with another number fed with coins; the others give way."""
    fish = min(plate.fish, hungry - number)
    return Plate(fish=fish, wheat=min(plate.wheat, hungry - number - fish), bought=number)


def meal_message(eats: Meal) -> Message:
    """Return what a meal means.

    >>> from scoring.little_town.round_end import Meal
    >>> str(outcome(Meal(eaten={}, coins=0, unfed=2)))
    '2 workers go without: 6 points lost'
    """
    if not eats.unfed:
        return say("all workers are fed")
    lost = counted(UNFED_COST * eats.unfed, "point", "points")
    go = "goes" if eats.unfed == 1 else "go"
    return say("{workers} " + go + " without: {lost} lost", workers=counted(eats.unfed, "worker", "workers"), lost=lost)


def food_left(player: Player, plate: Plate) -> int:
    """Return how much food a player keeps."""
    held = player.cubes.get(Cube.FISH, 0) + player.cubes.get(Cube.WHEAT, 0)
    return held - plate.fish - plate.wheat


def who_begins(state: LittleTownTable) -> Message:
    """Return who begins the next round, and why where that is not as always."""
    seat = next_first_seat(state)
    name = actions.name_of(state, seat)
    number = len(state.table.players)
    clockwise = (state.extras.first + 1) % number
    if number == FEWEST_FIRST and state.table.round + 1 == LAST_ROUND and seat != clockwise:
        return say("{name} begins the last round: fewest points, of three players", name=name)
    return say("{name} begins round {round}", name=name, round=state.table.round + 1)
