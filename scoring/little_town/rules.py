"""The ends of Little Town: of the game, with its scoring; and of a round, with feeding and the next first player."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scoring.little_town import data
from scoring.little_town.board import AROUND, buildings_around, built, terrain, workers_around
from scoring.little_town.state import FOOD, LAST_ROUND, Building, Cube, Player, RoundEndAsk, Table, Terrain, Tile, Whose
from scoring.messages import Message, counted, say
from scoring.sheet import Column, Criterion, Line, most_points

if TYPE_CHECKING:
    from collections.abc import Mapping


_HEADING: Final = say("Rulebook, End of the Game")


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players."""
    return tuple(column(table, player) for player in table.players)


def column(table: Table, player: Player) -> Column:
    """Score one player."""
    lines = (score_track(player), castle(table, player), watchtower(table, player), coins(player))
    return Column(player=player.name, lines=lines)


def score_track(player: Player) -> Line:
    """The space of the pawn counts its number, which may be below 0. Rulebook, End of the Game.

    It includes the last feeding and the objectives (a ruling).
    """
    because = say("on {score} of the score track", score=player.score)
    return Line(rule="track", points=player.score, because=because, ref=_HEADING)


def castle(table: Table, player: Player) -> Line:
    """The castle gives its owner points for each house around it. Castle tile, Rulebook, End of the Game.

    Only its owner's houses count (a ruling; `castle_counts` is the choice).
    """
    ref = say("Rulebook, End of the Game, and the castle tile")
    mine = built(table, Tile.CASTLE)
    if mine is None or mine.owner != player.name:
        return Line(rule="castle", points=0, because=say("no castle"), ref=ref)
    own = table.castle_counts is Whose.OWN
    cells = tuple(house.cell for house in buildings_around(table, mine.cell) if not own or house.owner == player.name)
    houses = (
        counted(len(cells), "{number} own house", "{number} own houses")
        if own
        else counted(len(cells), "{number} house", "{number} houses")
    )
    because = say("{what} around {cell}, {each} each", what=houses, cell=mine.cell, each=data.CASTLE_POINTS)
    return Line(rule="castle", points=data.CASTLE_POINTS * len(cells), because=because, ref=ref, cells=cells)


def watchtower(table: Table, player: Player) -> Line:
    """The watchtower gives its owner points for each empty grass square around it. Watchtower tile.

    A square with a worker is not empty (a ruling; `watchtower_workers_block` is the choice).
    """
    ref = say("Rulebook, End of the Game, and the watchtower tile")
    mine = built(table, Tile.WATCHTOWER)
    if mine is None or mine.owner != player.name:
        return Line(rule="watchtower", points=0, because=say("no watchtower"), ref=ref)
    land = terrain(table)
    taken = {building.cell for building in buildings_around(table, mine.cell)}
    if table.watchtower_workers_block:
        taken |= {worker.cell for worker in workers_around(table, mine.cell)}
    cells = tuple(cell for cell in AROUND[mine.cell] if land[cell] is Terrain.GRASS and cell not in taken)
    because = say(
        "{what} around {cell}, {each} each",
        what=counted(len(cells), "{number} empty grass square", "{number} empty grass squares"),
        cell=mine.cell,
        each=data.WATCHTOWER_POINTS,
    )
    return Line(rule="watchtower", points=data.WATCHTOWER_POINTS * len(cells), because=because, ref=ref, cells=cells)


def coins(player: Player) -> Line:
    """Each set of three coins gives a point. Rulebook, End of the Game."""
    because = say(
        "{coins}, a point for every {set}",
        coins=counted(player.coins, "{number} coin", "{number} coins"),
        set=data.COINS_FOR_A_POINT,
    )
    if not player.coins:
        because = say("no coins")
    return Line(rule="coins", points=player.coins // data.COINS_FOR_A_POINT, because=because, ref=_HEADING)


def end_of_the_game(_table: Table) -> tuple[Criterion[Table], ...]:
    """Most points win; players who are level share the victory. Rulebook, End of the Game."""
    return (most_points(_HEADING),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """The change in points of a castle or watchtower for its owner."""

    player: str
    rule: str
    points: int
    message: Message


def prospects(table: Table, player: str, tile: Tile, cell: str) -> tuple[Prospect, ...]:
    """Return the changes for castle and watchtower if a building stood on a square. Castle and watchtower tiles.

    >>> from scoring.little_town.state import Building, Player, Side, Table, Tile
    >>> nick, hank = (Player(name=name, score=0, coins=0) for name in ("Nick", "Hank"))
    >>> tower = Building(tile=Tile.WATCHTOWER, cell="D3", owner="Hank")
    >>> table = Table(players=(nick, hank), board=Side.ONE, buildings=(tower,))
    >>> [str(prospect.message) for prospect in prospects(table, "Nick", Tile.BARN, "D2")]
    ['watchtower of Hank: -2']
    >>> with_castle = replace(table, buildings=(replace(tower, tile=Tile.CASTLE),))
    >>> [str(prospect.message) for prospect in prospects(with_castle, "Hank", Tile.BARN, "D2")]
    ['castle of Hank: +4']
    """
    placed = replace(table, buildings=(*table.buildings, Building(tile=tile, cell=cell, owner=player)))
    changes = []
    for old, new in zip(columns(table), columns(placed), strict=True):
        for before, after in zip(old.lines, new.lines, strict=True):
            change = after.points - before.points
            if change:
                piece = say("{piece} of {name}", piece=Tile(after.rule).noun.name, name=old.player)
                message = say("{what}: {value}", what=piece, value=f"{change:+}")
                changes.append(Prospect(player=old.player, rule=after.rule, points=change, message=message))
    return tuple(changes)


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
        points=special - data.UNFED_COST * meal.unfed,
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
    return data.CATHEDRAL_POINTS * sum(counting)


def feed_the_workers(table: Table, player: Player) -> Meal:
    """Every worker of a player eats, wherever it was put, fish before wheat. Rulebook, Feed the Workers.

    Three coins feed a worker without food (a ruling; `coins_feed` is the choice).
    """
    hungry = data.WORKERS[len(table.players)]
    eaten: dict[Cube, int] = {}
    for food in FOOD:
        number = min(player.cubes.get(food, 0), hungry)
        hungry -= number
        if number:
            eaten[food] = number
    bought = min(hungry, player.coins // data.COINS_FOR_A_CUBE) if table.coins_feed else 0
    return Meal(eaten=eaten, coins=data.COINS_FOR_A_CUBE * bought, unfed=hungry - bought)


def meal(table: Table, eaten: Mapping[Cube, int], bought: int) -> Meal:
    """Return the meal of a player who chose the food, and how many workers coins feed; the others go unfed.

    >>> from scoring.little_town.state import Player, Side
    >>> two = Table(players=tuple(Player(name=name, score=0, coins=3) for name in ("Nick", "Hank")), board=Side.ONE)
    >>> chosen = meal(two, {Cube.WHEAT: 2, Cube.FISH: 0}, 1)
    >>> chosen.coins, chosen.unfed
    (3, 2)
    """
    hungry = data.WORKERS[len(table.players)] - sum(eaten.values()) - bought
    kinds = {cube: number for cube, number in eaten.items() if number}
    return Meal(eaten=kinds, coins=data.COINS_FOR_A_CUBE * bought, unfed=max(hungry, 0))


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
