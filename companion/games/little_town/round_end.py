"""The end of a round, step by step: the residence, the feeding of each player's workers, the next round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.games.little_town.actions import gathered_cubes, seat_of
from companion.games.little_town.extras import Visit
from companion.tables.state import with_extras, with_table
from scoring.little_town import moves
from scoring.little_town.board import built
from scoring.little_town.data import UNFED_COST, WORKERS
from scoring.little_town.round_end import FEWEST_FIRST, feed_the_workers, meal, next_first_player
from scoring.little_town.state import LAST_ROUND, Cube, Tile
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable, Transition
    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Player, Table


def use_residence(state: LittleTownTable) -> LittleTownTable:
    """Let the owner of the residence use the squares around it, and gather the resources there."""
    residence = built(state.table, Tile.RESIDENCE)
    seat = None if residence is None else seat_of(state, residence.owner)
    if residence is None or seat is None:
        return state
    visit = Visit(seat=seat, cell=residence.cell, gathered=gathered_cubes(state, residence.cell))
    taken = replace(state, table=moves.resources_taken(state.table, residence.owner, residence.cell))
    return with_extras(taken, visit=visit)


def leave_residence(state: LittleTownTable) -> LittleTownTable:
    """End the use of the residence in this round."""
    return with_extras(state, settled=True, visit=None)


def feed(seat: int, meal: Meal) -> Transition:
    """Score the cathedral of a seat, and feed its workers; once in a round."""

    def apply(state: LittleTownTable) -> LittleTownTable:
        if seat in state.extras.fed:
            return state
        eaten = replace(state, table=moves.fed(state.table, state.table.players[seat].name, meal))
        return with_extras(eaten, fed=(*state.extras.fed, seat))

    return apply


def next_first_seat(state: LittleTownTable) -> int:
    """Return the seat that gets the first player token for the next round."""
    name = next_first_player(state.table, state.table.players[state.extras.first].name)
    return next(seat for seat, player in enumerate(state.table.players) if player.name == name)


def begin_round(state: LittleTownTable) -> LittleTownTable:
    """Prepare the next round: workers are picked up, the first player token moves on."""
    if state.table.round == LAST_ROUND:
        return state
    first = next_first_seat(state)
    prepared = replace(state, table=moves.next_round(state.table))
    return with_extras(prepared, first=first, turn=first, site=(), fed=(), settled=False, visit=None)


def with_round(number: int) -> Transition:
    """Set the number of the round; nobody has been fed in it then."""
    return lambda state: with_extras(with_table(state, round=number), fed=(), settled=False)


def seats_in_order(state: LittleTownTable) -> tuple[int, ...]:
    """Return the seats clockwise from the first player."""
    number = len(state.table.players)
    return tuple((state.extras.first + step) % number for step in range(number))


RESIDENCE: Final = "residence"
NEXT_ROUND: Final = "next"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStep:
    """A step of the end of a round: `seat` is whose workers it feeds, `None` in the other steps."""

    key: str
    seat: int | None = None
    done: bool = False


def round_steps(state: LittleTownTable) -> tuple[RoundStep, ...]:
    """Return the steps in order. Rulebook, End of the Round."""
    extras = state.extras
    first = (RoundStep(key=RESIDENCE, done=extras.settled),) if built(state.table, Tile.RESIDENCE) is not None else ()
    players = tuple(RoundStep(key=str(seat), seat=seat, done=seat in extras.fed) for seat in seats_in_order(state))
    return (*first, *players, RoundStep(key=NEXT_ROUND))


def first_open(steps: tuple[RoundStep, ...]) -> str:
    """Return the key of the first step that is not done."""
    return next(step.key for step in steps if not step.done)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """What a player feeds the workers: fish, wheat, and the number of workers fed with coins (`bought`)."""

    fish: int
    wheat: int
    bought: int

    def meal(self, table: Table) -> Meal:
        """Return the meal that these make."""
        return meal(table, {Cube.FISH: self.fish, Cube.WHEAT: self.wheat}, self.bought)


def usual_plate(table: Table, player: Player) -> Plate:
    """Return the plate that is proposed: fish first, then wheat, then coins."""
    eats = feed_the_workers(table, player)
    fish, wheat = eats.eaten.get(Cube.FISH, 0), eats.eaten.get(Cube.WHEAT, 0)
    return Plate(fish=fish, wheat=wheat, bought=WORKERS[len(table.players)] - fish - wheat - eats.unfed)


def with_fish(plate: Plate, number: int, hungry: int) -> Plate:
    """Return the plate with this number of fish; wheat and coins give way, so that nobody is fed twice."""
    wheat = min(plate.wheat, hungry - number)
    return Plate(fish=number, wheat=wheat, bought=min(plate.bought, hungry - number - wheat))


def with_wheat(plate: Plate, number: int, hungry: int) -> Plate:
    """Return the plate with this number of wheat; fish and coins give way."""
    fish = min(plate.fish, hungry - number)
    return Plate(fish=fish, wheat=number, bought=min(plate.bought, hungry - number - fish))


def with_bought(plate: Plate, number: int, hungry: int) -> Plate:
    """Return the plate with this number of workers fed with coins; fish and wheat give way."""
    fish = min(plate.fish, hungry - number)
    return Plate(fish=fish, wheat=min(plate.wheat, hungry - number - fish), bought=number)


def meal_message(eats: Meal) -> Message:
    """Return the result of a meal in words.

    >>> from scoring.little_town.round_end import Meal
    >>> str(meal_message(Meal(eaten={}, coins=0, unfed=2)))
    '2 workers unfed: 6 points lost'
    """
    if not eats.unfed:
        return say("all workers are fed")
    lost = counted(UNFED_COST * eats.unfed, "{number} point", "{number} points")
    return say(
        "{workers} unfed: {lost} lost", workers=counted(eats.unfed, "{number} worker", "{number} workers"), lost=lost
    )


def food_left(player: Player, plate: Plate) -> int:
    """Return the number of food cubes that a player keeps."""
    food = player.cubes.get(Cube.FISH, 0) + player.cubes.get(Cube.WHEAT, 0)
    return food - plate.fish - plate.wheat


def next_round_text(state: LittleTownTable) -> Message:
    """Return who begins the next round in words, with the reason where it is not the next player clockwise."""
    seat = next_first_seat(state)
    name = state.table.players[seat].name
    number = len(state.table.players)
    clockwise = (state.extras.first + 1) % number
    if number == FEWEST_FIRST and state.table.round + 1 == LAST_ROUND and seat != clockwise:
        return say("{name} has the fewest points of three players and begins the last round", name=name)
    return say("{name} begins round {round}", name=name, round=state.table.round + 1)
