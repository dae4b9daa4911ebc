"""What a building on a square would change at the end of the game, for choosing between squares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.little_town.rules import columns
from scoring.little_town.state import Building, Tile
from scoring.messages import Message, say

if TYPE_CHECKING:
    from scoring.little_town.state import Table


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
