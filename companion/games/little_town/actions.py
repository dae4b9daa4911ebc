"""What players do at a table of Little Town, from one state of it to the next; and the meals at the end of a round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.tables.access import RefusedError
from companion.tables.state import TableState, with_table
from scoring.little_town import moves
from scoring.little_town.board import rows
from scoring.little_town.data import UNFED_COST, WORKERS
from scoring.little_town.rules import FEWEST_FIRST, Meal, feed_the_workers, meal, next_first_seat
from scoring.little_town.state import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    BOARD_SQUARES,
    LAST_ROUND,
    Cube,
    Side,
    Table,
    Terrain,
    Tile,
)
from scoring.messages import Message, counted, points_text, say, with_commas

if TYPE_CHECKING:
    from scoring.little_town.state import Player

    LittleTownTable = TableState[Table]


GRASS_BOARD: Final = (Terrain.GRASS.value * BOARD_COLUMNS,) * BOARD_ROWS
"""A board of grass alone: the start of a board of one's own."""


def take_off(state: LittleTownTable, cell: str) -> LittleTownTable:
    """Take a house or worker off a square; what it paid, gathered and scored stays."""
    table = state.table
    return with_table(
        state,
        buildings=tuple(building for building in table.buildings if building.cell != cell),
        workers=tuple(worker for worker in table.workers if worker.cell != cell),
        visit=None if table.visit is not None and table.visit.cell == cell else table.visit,
    )


def give_to(state: LittleTownTable, cell: str, seat: int) -> LittleTownTable:
    """Give the house or worker on a square to a seat: a correction."""
    name = state.table.players[seat].name
    table = state.table
    return with_table(
        state,
        buildings=tuple(
            replace(building, owner=name) if building.cell == cell else building for building in table.buildings
        ),
        workers=tuple(replace(worker, owner=name) if worker.cell == cell else worker for worker in table.workers),
    )


def with_board(state: LittleTownTable, board: Side | None) -> LittleTownTable:
    """Play on a printed side; with `None` on a board of one's own that starts as a copy of the present one."""
    return with_table(state, board=rows(state.table) if board is None else board)


def paint(state: LittleTownTable, cell: str, land: Terrain) -> LittleTownTable:
    """Set the terrain of a square; the board becomes one's own."""
    letters = list("".join(rows(state.table)))
    letters[BOARD_SQUARES.index(cell)] = land.value
    painted = tuple("".join(letters[start : start + BOARD_COLUMNS]) for start in _STARTS)
    return with_table(state, board=painted)


_STARTS: Final = range(0, len(BOARD_SQUARES), BOARD_COLUMNS)


def with_market(state: LittleTownTable, tiles: frozenset[Tile]) -> LittleTownTable:
    """Set the tiles that were laid out in the market, wheat fields aside."""
    return with_table(state, market=tuple(tile for tile in Tile if tile in tiles))


def with_round(state: LittleTownTable, number: int) -> LittleTownTable:
    """Set the number of the round; nobody has been fed in it then."""
    return with_table(state, round=number, fed=(), settled=False)


def complete_objective(state: LittleTownTable, seat: int, card: str, points: int) -> LittleTownTable:
    """Complete an objective card, and score its points; refused where somebody has completed it."""
    for completion in state.table.completed:
        if completion.card == card:
            name = state.table.players[completion.seat].name
            raise RefusedError(say("{name} has completed this card.", name=name))
    return replace(state, table=moves.complete_objective(state.table, seat, card, points))


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

    >>> from scoring.little_town.rules import Meal
    >>> str(meal_message(Meal(eaten={}, coins=0, unfed=2)))
    '2 workers unfed: 6 points lost'
    """
    if not eats.unfed:
        return say("all workers are fed")
    lost = points_text(UNFED_COST * eats.unfed)
    return say(
        "{workers} unfed: {lost} lost", workers=counted(eats.unfed, "{number} worker", "{number} workers"), lost=lost
    )


def feed_text(eats: Meal) -> Message:
    """Return what a meal does that costs coins or points.

    >>> from scoring.little_town.rules import Meal
    >>> print(feed_text(Meal(eaten={}, coins=0, unfed=3)), feed_text(Meal(eaten={}, coins=3, unfed=0)), sep="; ")
    Feed: 3 unfed, -9 points; Feed: 3 coins
    """
    coins = (counted(eats.coins, "{number} coin", "{number} coins"),) if eats.coins else ()
    lost = (counted(eats.unfed, "{number} unfed", "{number} unfed"), points_text(-UNFED_COST * eats.unfed))
    costs = with_commas((*coins, *(lost if eats.unfed else ())))
    return say("Feed: {costs}", costs=costs) if coins or eats.unfed else say("Feed the workers")


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
