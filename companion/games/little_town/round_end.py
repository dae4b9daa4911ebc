"""The meals at the end of a round as they are entered, and its results in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.little_town.data import UNFED_COST, WORKERS
from scoring.little_town.round_end import FEWEST_FIRST, feed_the_workers, meal, next_first_seat
from scoring.little_town.state import LAST_ROUND, Cube
from scoring.messages import Message, counted, points_text, say

if TYPE_CHECKING:
    from scoring.little_town.round_end import Meal
    from scoring.little_town.state import Player, Table


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
    lost = points_text(UNFED_COST * eats.unfed)
    return say(
        "{workers} unfed: {lost} lost", workers=counted(eats.unfed, "{number} worker", "{number} workers"), lost=lost
    )


def food_left(player: Player, plate: Plate) -> int:
    """Return the number of food cubes that a player keeps."""
    food = player.cubes.get(Cube.FISH, 0) + player.cubes.get(Cube.WHEAT, 0)
    return food - plate.fish - plate.wheat


def next_round_text(table: Table) -> Message:
    """Return who begins the next round in words, with the reason where it is not the next player clockwise."""
    seat = next_first_seat(table)
    name = table.players[seat].name
    number = len(table.players)
    clockwise = (table.first + 1) % number
    if number == FEWEST_FIRST and table.round + 1 == LAST_ROUND and seat != clockwise:
        return say("{name} has the fewest points of three players and begins the last round", name=name)
    return say("{name} begins round {round}", name=name, round=table.round + 1)
