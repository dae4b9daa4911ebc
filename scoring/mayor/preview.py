"""The options of the active player, side by side, before anything is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.mayor.actions import move
from scoring.mayor.data import ON_NO_STREET, PASS_GOLD, RONDEL_PRICES, TILE_LIMIT
from scoring.mayor.state import RondelAsk
from scoring.mayor.wording import gold
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from scoring.mayor.state import Player, Table


class Action(StrEnum):
    """The actions of a turn, after the Action marker has moved."""

    BUY = "buy"
    PLACE = "place"
    PASS = "pass"  # noqa: S105 - an action, nothing secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An action, whether it is allowed, and the reason or the result."""

    action: Action
    allowed: bool
    because: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class RondelStep:
    """A number of extra steps on the rondel, what they cost, and whether the player has that gold."""

    extra: int
    gold: int
    affordable: bool


def rondel_steps(table: Table, seat: int) -> tuple[RondelStep, ...]:
    """Return all numbers of extra steps on the rondel with their costs. Rulebook, Move.

    >>> from scoring.mayor.state import Player, Table
    >>> nick = Player(name="Nick", citizen=0, banker=5)
    >>> [step.extra for step in rondel_steps(Table(players=(nick,)), 0) if step.affordable]
    [0, 1, 2]
    """
    prices = [(extra, move(table, RondelAsk(extra=extra)).gold) for extra in range(len(RONDEL_PRICES))]
    held = table.players[seat].banker
    return tuple(RondelStep(extra=extra, gold=price, affordable=price <= held) for extra, price in prices)


def turn(table: Table, seat: int, price: int | None = None) -> tuple[Option, ...]:
    """Return the three actions of a turn, and which are allowed. Rulebook, Game Play.

    `price` is the price of the tile on the player's space of the rondel, or `None` where it is unknown.
    """
    player = table.players[seat]
    passing = say("brings {gold}", gold=gold(PASS_GOLD))
    return (
        _buying(player, TILE_LIMIT[len(table.players)], price),
        _placing(player),
        Option(action=Action.PASS, allowed=True, because=passing),
    )


def _buying(player: Player, limit: int, price: int | None) -> Option:
    tiles = counted(player.tiles, "{number} unplaced tile", "{number} unplaced tiles")
    if player.tiles >= limit:
        because = say("{tiles}: with {limit} or more you cannot buy", tiles=tiles, limit=limit)
        return Option(action=Action.BUY, allowed=False, because=because)
    if price is None:
        because = say("{tiles} of at most {limit}", tiles=tiles, limit=limit)
        return Option(action=Action.BUY, allowed=True, because=because)
    because = say("costs {price}, {held} held", price=gold(price), held=gold(player.banker))
    return Option(action=Action.BUY, allowed=price <= player.banker, because=because)


def _placing(player: Player) -> Option:
    because = counted(player.tiles, "{number} unplaced tile", "{number} unplaced tiles")
    return Option(action=Action.PLACE, allowed=player.tiles > 0, because=because)


def may_be_beside(player: Player) -> bool:
    """Return whether a piece of a player may be on a street: not all are on spaces known to lie on no street.

    Not all such spaces are known, so the answer may be yes for a player without a piece on a street.

    >>> from scoring.mayor.state import Player
    >>> may_be_beside(Player(name="Nick", citizen=0, banker=25))
    False
    """
    return not {player.citizen, player.banker} <= set(ON_NO_STREET)
