"""The scoring of Little Town: each entry of the rulebook's end of the game, and what a building would change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from scoring.little_town.board import AROUND, buildings_around, built, terrain, workers_around
from scoring.little_town.data import CASTLE_POINTS, COINS_FOR_A_POINT, WATCHTOWER_POINTS
from scoring.little_town.state import Building, Player, Table, Terrain, Tile, Whose
from scoring.messages import Message, counted, say
from scoring.sheet import Column, Criterion, Line, most_points

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
    because = say("{what} around {cell}, {each} each", what=houses, cell=mine.cell, each=CASTLE_POINTS)
    return Line(rule="castle", points=CASTLE_POINTS * len(cells), because=because, ref=ref, cells=cells)


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
        each=WATCHTOWER_POINTS,
    )
    return Line(rule="watchtower", points=WATCHTOWER_POINTS * len(cells), because=because, ref=ref, cells=cells)


def coins(player: Player) -> Line:
    """Each set of three coins gives a point. Rulebook, End of the Game."""
    because = say(
        "{coins}, a point for every {set}",
        coins=counted(player.coins, "{number} coin", "{number} coins"),
        set=COINS_FOR_A_POINT,
    )
    if not player.coins:
        because = say("no coins")
    return Line(rule="coins", points=player.coins // COINS_FOR_A_POINT, because=because, ref=_HEADING)


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
