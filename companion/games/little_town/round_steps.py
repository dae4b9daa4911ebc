"""The walk through the end of a round: the residence where there is one, each player's workers, the next round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.games.little_town import actions
from scoring.little_town.board import built
from scoring.little_town.data import UNFED_COST, WORKERS
from scoring.little_town.round_end import FEWEST_FIRST, feed_the_workers, meal
from scoring.little_town.state import LAST_ROUND, Cube, Tile
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable
    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Player, Table

RESIDENCE: Final = "residence"
NEXT: Final = "next"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of the walk, `seat` where it is about one player; `done` where it is behind."""

    key: str
    seat: int | None = None
    done: bool = False


def steps(state: LittleTownTable) -> tuple[Step, ...]:
    """Return the steps in their order. Rulebook, End of the Round."""
    extras = state.extras
    first = (Step(key=RESIDENCE, done=extras.settled),) if built(state.table, Tile.RESIDENCE) is not None else ()
    players = tuple(Step(key=str(seat), seat=seat, done=seat in extras.fed) for seat in actions.order(state))
    return (*first, *players, Step(key=NEXT))


def first_open(walk: tuple[Step, ...]) -> str:
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


def outcome(eats: Meal) -> Message:
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
    seat = actions.next_first(state)
    name = actions.name_of(state, seat)
    number = len(state.table.players)
    clockwise = (state.extras.first + 1) % number
    if number == FEWEST_FIRST and state.table.round + 1 == LAST_ROUND and seat != clockwise:
        return say("{name} begins the last round: fewest points, of three players", name=name)
    return say("{name} begins round {round}", name=name, round=state.table.round + 1)
