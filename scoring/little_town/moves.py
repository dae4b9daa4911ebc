"""The setup; the moves, each of which takes a table and returns the table after it; and whose turn it is.

Moves refuse nothing: the limits of the checks and `short` say whether a move is allowed. One that comes too late, to a
square that is taken for example, changes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.fields import AMOUNT_RANGE
from scoring.game import SetupItem, setup_items
from scoring.little_town.actions import NOTHING_KEPT, Swap, activate_a_building, gather_resources, price, use
from scoring.little_town.board import built, owner_seat, standing, workers_left
from scoring.little_town.data import HOUSES, MARKET_TILES, OBJECTIVES_DEALT, START_COINS, TILES, UNFED_COST, WORKERS
from scoring.little_town.objectives import met_in_turn, open_cards
from scoring.little_town.rules import Meal, next_first_seat, special_buildings
from scoring.little_town.state import (
    CUBE_RANGE,
    CUBES_OF_A_KIND,
    LAST_ROUND,
    SCORE_RANGE,
    Building,
    CompletedObjective,
    Cube,
    Player,
    Side,
    Table,
    Tile,
    Visit,
    Worker,
)
from scoring.messages import Message, say
from scoring.players import seat_of, with_player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Section(Enum):
    """A section of the check list; its value is its heading."""

    MIDDLE = say("In the middle")
    MARKET = say("The market")
    EVERYBODY = say("Everybody takes")
    START = say("Who begins")


_MIDDLE: Final = {
    "board": say("the game board, with the side up that you want to play on"),
    "round-token": say("the round token on space 1 of the round track"),
    "reserve": say(
        "the reserve beside the board: {cubes} cubes of each kind, the coins and the 60 tokens", cubes=CUBES_OF_A_KIND
    ),
}

_MARKET: Final = {
    "wheat-fields": say("the {fields} wheat fields in one stack", fields=TILES[Tile.WHEAT_FIELD].number),
    "market-tiles": say(
        "the other building tiles shuffled, and {tiles} of them laid on the open spots; in a first game the {tiles} "
        "with a bird",
        tiles=MARKET_TILES,
    ),
    "market-rest": say("put the other building tiles back into the box"),
}

_START: Final = {"first-player": say("choose the first player at random, and give them the first player token")}


def setup(players: int) -> tuple[SetupItem, ...]:
    """Return the check list for 2 to 4 players, in the order in which it is worked off. Rulebook, Setup.

    >>> [str(item.message) for item in setup(3) if item.key in ("workers", "houses")]
    ['4 workers of one color', '6 houses of that color']
    """
    sections = (
        (Section.MIDDLE, _MIDDLE),
        (Section.MARKET, _MARKET),
        (Section.EVERYBODY, _everybody(players)),
        (Section.START, _START),
    )
    return setup_items(sections)


def _everybody(players: int) -> Mapping[str, Message]:
    return {
        "workers": say("{workers} workers of one color", workers=WORKERS[players]),
        "houses": say("{houses} houses of that color", houses=HOUSES[players]),
        "pawn": say("the victory point pawn of that color, on space 0 of the score track"),
        "coins": say("{coins} coins, where all can see them", coins=START_COINS),
        "objectives": say("{cards} objective cards, face down", cards=OBJECTIVES_DEALT[players]),
        "objectives-impossible": say(
            "swap each objective card that needs certain buildings if the market has none of them"
        ),
    }


def laid_out(names: Sequence[str], side: Side = Side.ONE) -> Table:
    """Return the table of 2 to 4 players, named in seat order, before the first turn. Rulebook, Setup."""
    players = tuple(Player(name=name, score=0, coins=START_COINS) for name in names)
    return Table(players=players, board=side, round=1)


def workers_at_site(table: Table, seat: int) -> int:
    """Return the number of workers of a seat at the construction site."""
    return table.site[seat] if seat < len(table.site) else 0


def workers_at_hand(table: Table, seat: int) -> int:
    """Return the number of workers that a seat still places in this round."""
    return max(workers_left(table, table.players[seat].name) - workers_at_site(table, seat), 0)


def workers_to_place(table: Table) -> int:
    """Return the number of workers that all players together still place in this round."""
    return sum(workers_at_hand(table, seat) for seat in range(len(table.players)))


def turns_are_kept(table: Table) -> bool:
    """Return whether the table knows whose turn it is: it keeps count, and somebody still places a worker."""
    return table.books and (table.visit is not None or workers_to_place(table) > 0)


def next_seat(table: Table, seat: int) -> int:
    """Return the seat that plays next: the first one clockwise with a worker at hand, else the next one clockwise."""
    number = len(table.players)
    others = [(seat + step) % number for step in range(1, number + 1)]
    return next((candidate for candidate in others if workers_at_hand(table, candidate)), others[0])


def seat_to_place(table: Table) -> int:
    """Return the seat that places the next worker: while a turn is not over, the one after it."""
    return table.turn if table.visit is None else next_seat(table, table.visit.seat)


def put_worker(table: Table, seat: int, cell: str) -> Table:
    """Put a worker on a square that is free, and take what lies around it. Rulebook, Gather and Activate.

    The turn is over where nothing is left to do in it. A table that keeps no count only has the worker there.
    """
    if cell in standing(table):
        return table
    placed = replace(table, workers=(*table.workers, Worker(cell=cell, owner=table.players[seat].name)))
    return _end_if_done(begin_visit(replace(placed, turn=seat), seat, cell)) if table.books else placed


def begin_visit(table: Table, seat: int, cell: str) -> Table:
    """Take what the terrain around a square gives, and begin to use the buildings there. Rulebook, Gather Resources."""
    gained = gather_resources(table, cell)
    gathered = {cube: number for cube, number in gained.items() if number}
    return replace(_book(table, seat, gained=gained), visit=Visit(seat=seat, cell=cell, gathered=gathered))


def activate(
    table: Table, seat: int, building: Building, swap: Swap | None = None, kept: Mapping[Cube, int] = NOTHING_KEPT
) -> Table:
    """Pay the owner, then take and give what the building prints, once for a worker. Rulebook, Activate a Building.

    Coins pay for the cubes that are `kept`. The turn is over where nothing is left to do in it.
    """
    visit = table.visit
    if visit is None or visit.seat != seat or building.cell in visit.used:
        return table
    used = use(table, table.players[seat].name, building, swap, kept)
    booked = _book(
        table,
        seat,
        paid=used.paid.cubes,
        gained=used.gained.cubes,
        coins=used.gained.coins - used.paid.coins - used.fee,
        points=used.gained.points,
    )
    paid = _book(booked, seat_of(table, building.owner), coins=used.fee)
    return _end_if_done(replace(paid, visit=replace(visit, used=(*visit.used, building.cell))))


def _end_if_done(table: Table) -> Table:
    """End a turn in which nothing is left to activate or to complete; the use of the residence is no turn."""
    visit = table.visit
    if visit is None or not isinstance(standing(table).get(visit.cell), Worker):
        return table
    if open_cards(table, met_in_turn(table, visit.seat)):
        return table
    name = table.players[visit.seat].name
    around = {activation.cell for activation in activate_a_building(table, name, visit.cell)} - {*visit.used}
    usable = (building for building in table.buildings if building.cell in around)
    if any(not use(table, name, building).paid.short for building in usable):
        return table
    return end_turn(table, visit.seat)


def end_turn(table: Table, seat: int) -> Table:
    """End the turn of a seat, so that the next one plays. Rulebook, Game Play."""
    return replace(table, visit=None, turn=next_seat(table, seat))


def construct(table: Table, seat: int, tile: Tile, cell: str, kept: Mapping[Cube, int] = NOTHING_KEPT) -> Table:
    """Pay for a building, put it on a square that is free and score it; a worker goes to the construction site.

    Coins pay for the cubes that are `kept`, and the turn is over. A table that keeps no count only has the building
    there. Rulebook, Build a Building.
    """
    if cell in standing(table):
        return table
    player = table.players[seat]
    placed = replace(table, buildings=(*table.buildings, Building(tile=tile, cell=cell, owner=player.name)))
    if not table.books:
        return placed
    asked = price(player, tile, kept)
    paid = _book(placed, seat, paid=asked.cubes, coins=-asked.coins, points=asked.points)
    return end_turn(with_site(paid, seat, workers_at_site(paid, seat) + 1), seat)


def with_site(table: Table, seat: int, number: int) -> Table:
    """Set the number of workers of a seat at the construction site."""
    site = [workers_at_site(table, at) for at in range(len(table.players))]
    site[seat] = number
    return replace(table, site=tuple(site))


def complete_objective(table: Table, seat: int, card: str, points: int) -> Table:
    """Complete an objective card, and score its points at once. Rulebook, Complete an Objective Card."""
    completed = (*table.completed, CompletedObjective(seat=seat, card=card, points=points))
    return replace(_book(table, seat, points=points), completed=completed)


def take_objective_back(table: Table, done: CompletedObjective) -> Table:
    """Take back a completed objective card, with its points, if it still counts."""
    if done not in table.completed:
        return table
    completed = tuple(objective for objective in table.completed if objective != done)
    return replace(_book(table, done.seat, points=-done.points), completed=completed)


def use_residence(table: Table) -> Table:
    """Let the owner of the residence use the squares around it. Rulebook, Special Buildings; residence tile."""
    residence = built(table, Tile.RESIDENCE)
    seat = None if residence is None else owner_seat(table, residence)
    return table if residence is None or seat is None else begin_visit(table, seat, residence.cell)


def leave_residence(table: Table) -> Table:
    """End the use of the residence in this round."""
    return replace(table, settled=True, visit=None)


def feed(table: Table, seat: int, meal: Meal) -> Table:
    """Score the cathedral of a player and feed the workers, once in a round.

    Rulebook, Special Buildings, Feed the Workers.
    """
    if seat in table.fed:
        return table
    points = special_buildings(table, table.players[seat]) - UNFED_COST * meal.unfed
    eaten = _book(table, seat, paid=meal.eaten, coins=-meal.coins, points=points)
    return replace(eaten, fed=(*table.fed, seat))


def begin_next_round(table: Table) -> Table:
    """Pick up the workers, move the round token up and pass the first player token on.

    After the last round the workers stay where they are. Rulebook, Prepare for the Next Round.
    """
    if table.round == LAST_ROUND:
        return table
    first = next_first_seat(table)
    begun = replace(table, workers=(), round=table.round + 1, first=first, turn=first)
    return replace(begun, site=(), fed=(), settled=False, visit=None)


def _book(
    table: Table,
    seat: int,
    *,
    paid: Mapping[Cube, int] | None = None,
    gained: Mapping[Cube, int] | None = None,
    coins: int = 0,
    points: int = 0,
) -> Table:
    """Let a player pay and gain cubes, coins and points, each within its range."""
    player = table.players[seat]
    held = Counter(player.cubes)
    held.subtract(paid or {})
    held.update(gained or {})
    return with_player(
        table,
        seat,
        cubes={cube: CUBE_RANGE.clamp(number) for cube, number in held.items()},
        coins=AMOUNT_RANGE.clamp(player.coins + coins),
        score=SCORE_RANGE.clamp(player.score + points),
    )
