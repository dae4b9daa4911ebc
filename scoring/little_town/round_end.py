"""The end of a round, in the order of the rulebook: special buildings, feeding, the next first player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.little_town.board import built, workers_around
from scoring.little_town.data import CATHEDRAL_POINTS, COINS_FOR_A_CUBE, UNFED_COST, WORKERS
from scoring.little_town.state import FOOD, LAST_ROUND, Cube, Player, RoundEndAsk, Table, Tile, Whose

if TYPE_CHECKING:
    from collections.abc import Mapping

FEWEST_FIRST: Final = 3
"""The number of players with which the fewest points begin the last round. Rulebook, Next Round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAtRoundEnd:
    """The end of a round for a player; `points` is the sum, with the loss for unfed workers."""

    name: str
    special_points: int
    food: int
    coins_spent: int
    unfed: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnd:
    """What the end of a round brings everybody, in seat order."""

    players: tuple[PlayerAtRoundEnd, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meal:
    """The meal of a player's workers: food by kind above 0, coins for others, and the number unfed."""

    eaten: Mapping[Cube, int]
    coins: int
    unfed: int


def round_end(table: Table, _ask: RoundEndAsk) -> RoundEnd:
    """Answer what the end of the round brings (contract, section 4); the residence is not worked out."""
    return RoundEnd(players=tuple(_at_round_end(table, player) for player in table.players))


def _at_round_end(table: Table, player: Player) -> PlayerAtRoundEnd:
    special = special_buildings(table, player)
    meal = feed_the_workers(table, player)
    return PlayerAtRoundEnd(
        name=player.name,
        special_points=special,
        food=sum(meal.eaten.values()),
        coins_spent=meal.coins,
        unfed=meal.unfed,
        points=special - UNFED_COST * meal.unfed,
    )


def special_buildings(table: Table, player: Player) -> int:
    """The cathedral gives its owner a point for each worker around it. Rulebook, Special Buildings; cathedral tile.

    Workers of all players count, or its owner's alone (a ruling; `cathedral_counts` is the choice).
    """
    mine = built(table, Tile.CATHEDRAL)
    if mine is None or mine.owner != player.name:
        return 0
    every = table.cathedral_counts is Whose.ANY
    counting = (every or worker.owner == player.name for worker in workers_around(table, mine.cell))
    return CATHEDRAL_POINTS * sum(counting)


def feed_the_workers(table: Table, player: Player) -> Meal:
    """Every worker of a player eats, wherever it was put, fish before wheat. Rulebook, Feed the Workers.

    Three coins feed a worker without food (a ruling; `coins_feed` is the choice).
    """
    hungry = WORKERS[len(table.players)]
    eaten: dict[Cube, int] = {}
    for food in FOOD:
        number = min(player.cubes.get(food, 0), hungry)
        hungry -= number
        if number:
            eaten[food] = number
    bought = min(hungry, player.coins // COINS_FOR_A_CUBE) if table.coins_feed else 0
    return Meal(eaten=eaten, coins=COINS_FOR_A_CUBE * bought, unfed=hungry - bought)


def meal(table: Table, eaten: Mapping[Cube, int], bought: int) -> Meal:
    """Return the meal of a player who chose the food, and how many workers coins feed; the others go unfed.

    >>> from scoring.little_town.state import Player, Side
    >>> two = Table(players=tuple(Player(name=name, score=0, coins=3) for name in ("Nick", "Hank")), board=Side.ONE)
    >>> chosen = meal(two, {Cube.WHEAT: 2, Cube.FISH: 0}, 1)
    >>> chosen.coins, chosen.unfed
    (3, 2)
    """
    hungry = WORKERS[len(table.players)] - sum(eaten.values()) - bought
    kinds = {cube: number for cube, number in eaten.items() if number}
    return Meal(eaten=kinds, coins=COINS_FOR_A_CUBE * bought, unfed=max(hungry, 0))


def next_first_seat(table: Table) -> int:
    """Return the seat that begins the next round; the table is the one after feeding.

    The token moves clockwise. With three players, the one with the fewest points begins the last round; among several,
    the next clockwise. Rulebook, Prepare for the Next Round.
    """
    first, *others = seats_in_order(table)
    clockwise = (*others, first)
    if len(clockwise) == FEWEST_FIRST and table.round + 1 == LAST_ROUND:
        return min(clockwise, key=lambda seat: table.players[seat].score)
    return clockwise[0]


def seats_in_order(table: Table) -> tuple[int, ...]:
    """Return the seats clockwise from the first player. Rulebook, Feed the Workers."""
    seats = range(len(table.players))
    return (*seats[table.first :], *seats[: table.first])


RESIDENCE: Final = "residence"
NEXT_ROUND: Final = "next"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStep:
    """A step of the end of a round: `seat` is whose workers it feeds, `None` in the other steps."""

    key: str
    seat: int | None = None
    done: bool = False


def round_steps(table: Table) -> tuple[RoundStep, ...]:
    """Return the steps in order. Rulebook, End of the Round."""
    first = (RoundStep(key=RESIDENCE, done=table.settled),) if built(table, Tile.RESIDENCE) is not None else ()
    players = tuple(RoundStep(key=str(seat), seat=seat, done=seat in table.fed) for seat in seats_in_order(table))
    return (*first, *players, RoundStep(key=NEXT_ROUND))


def first_open(steps: tuple[RoundStep, ...]) -> str:
    """Return the key of the first step that is not done."""
    return next(step.key for step in steps if not step.done)
