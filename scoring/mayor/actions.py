"""The actions of a turn: which are open, and what each costs and brings, by the headings of the rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.mayor import data
from scoring.mayor.state import ParkAsk, PlaceAsk, RondelAsk, gold
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.mayor.state import Area, Building, Placing, Player, PriceAsk, Ring, Street, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """A price in gold."""

    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """What a placement brings a player: `points` less the cost of the Rainbow, `gold` net; both may be below 0."""

    name: str
    points: int
    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The result of placing a tile: the number of matches, and what all players earn, in seat order."""

    matches: int
    players: tuple[Earned, ...]


def move(_table: Table, ask: RondelAsk) -> Price:
    """The first step on the rondel is free, up to four more cost gold. Rulebook, Move."""
    return Price(gold=data.RONDEL_PRICES[ask.extra])


def buy_a_tile(_table: Table, ask: PriceAsk) -> Price:
    """A tile costs the next visible price, 1 gold for each other piece on the space, and what an Event adds.

    Rulebook, Buy a Tile, and Events.
    """
    return Price(gold=ask.shown + data.GOLD_FOR_A_PIECE * ask.others + ask.event)


def place_a_tile(table: Table, ask: PlaceAsk) -> Placement:
    """Each icon that matches the square pays the active player, a piece beside it pays anybody once more.

    Rulebook, Place a Tile. A piece beside pays even where no icon matches (a ruling).
    """
    return Placement(matches=len(matching(ask)), players=_all_earn(table, ask))


def place_a_park(table: Table, ask: ParkAsk) -> Placement:
    """Each icon of a park pays the active player for each building of its kind in the block, and nobody else.

    Rulebook, Place a Tile: Parks.
    """
    return Placement(matches=sum(matching_buildings(ask).values()), players=_all_earn(table, ask))


def matching(ask: PlaceAsk) -> tuple[Street | Area | Ring, ...]:
    """Return the icons of a building that match the square: street, area, ring. Rulebook, Place a Tile."""
    icons, square = ask.icons, ask.square
    matches: tuple[tuple[Street | Area | Ring, bool], ...] = (
        (icons.street, icons.street in square.streets),
        (icons.area, icons.area == square.area),
        (icons.ring, icons.ring == square.ring),
    )
    return tuple(icon for icon, match in matches if match)


def matching_buildings(ask: ParkAsk) -> Mapping[Building, int]:
    """Return how often icons of a park find a building in its block. Rulebook, Place a Tile: Parks."""
    return {
        building: ask.icons[building] * number
        for building, number in Counter(ask.block).items()
        if building in ask.icons
    }


def payments(ask: Placing, name: str) -> Mapping[Building, int]:
    """Return how often each building pays a player."""
    if isinstance(ask, ParkAsk):
        return matching_buildings(ask) if name == ask.player else {}
    matches = len(matching(ask)) if name == ask.player else 0
    return {ask.kind: matches + (name in ask.beside)}


def net_gold(paid: Mapping[Building, int]) -> int:
    """Return the net gold of payments, which may be a cost (a ruling)."""
    return sum(data.REWARDS[building].gold * times for building, times in paid.items())


def rainbow_points(player: Player, ask: Placing) -> int:
    """Return the points that the Rainbow costs a player; on space 0 it is free. Rulebook, Place a Tile."""
    pays = ask.rainbow and player.name == ask.player and player.citizen
    return data.RAINBOW_POINTS if pays else 0


def _all_earn(table: Table, ask: Placing) -> tuple[Earned, ...]:
    return tuple(_earned(player, ask) for player in table.players)


def _earned(player: Player, ask: Placing) -> Earned:
    """Nobody pays gold that they do not have, but they still earn the points. Rulebook, Game Introduction."""
    paid = payments(ask, player.name)
    points = sum(data.REWARDS[building].points * times for building, times in paid.items())
    return Earned(
        name=player.name, points=points - rainbow_points(player, ask), gold=max(net_gold(paid), -player.banker)
    )


def until_mayor(table: Table, seat: int, placement: Placement) -> Placement:
    """Return a placement in which nobody earns anything after a Citizen came to 50: clockwise, the active player first.

    Rulebook, Game Introduction, Game End.
    """
    earned = list(placement.players)
    over = False
    for number in (*range(seat, len(earned)), *range(seat)):
        if over:
            earned[number] = replace(earned[number], points=0, gold=0)
        over = over or table.players[number].citizen + earned[number].points >= data.MAYOR_SPACE
    return replace(placement, players=tuple(earned))


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
    prices = [(extra, move(table, RondelAsk(extra=extra)).gold) for extra in range(len(data.RONDEL_PRICES))]
    held = table.players[seat].banker
    return tuple(RondelStep(extra=extra, gold=price, affordable=price <= held) for extra, price in prices)


def turn(table: Table, seat: int, price: int | None = None) -> tuple[Option, ...]:
    """Return the three actions of a turn, and which are allowed. Rulebook, Game Play.

    `price` is the price of the tile on the player's space of the rondel, or `None` where it is unknown.
    """
    player = table.players[seat]
    tiles, passing = tiles_text(player.tiles), say("brings {gold}", gold=gold(data.PASS_GOLD))
    return (
        _buying(player, data.TILE_LIMIT[len(table.players)], price),
        Option(action=Action.PLACE, allowed=player.tiles > 0, because=tiles),
        Option(action=Action.PASS, allowed=True, because=passing),
    )


def tiles_text(number: int) -> Message:
    """Return a number of tiles in front of a player in words."""
    return counted(number, "{number} tile to place", "{number} tiles to place")


def cost_text(player: Player, price: int) -> Message:
    """Return what something costs, and what the player has, in words."""
    return say("costs {price}, {held} held", price=gold(price), held=gold(player.banker))


def _buying(player: Player, limit: int, price: int | None) -> Option:
    tiles = tiles_text(player.tiles)
    if player.tiles >= limit:
        because = say("{tiles}: with {limit} or more you cannot buy", tiles=tiles, limit=limit)
        return Option(action=Action.BUY, allowed=False, because=because)
    if price is None:
        because = say("{tiles} of at most {limit}", tiles=tiles, limit=limit)
        return Option(action=Action.BUY, allowed=True, because=because)
    return Option(action=Action.BUY, allowed=price <= player.banker, because=cost_text(player, price))


def may_be_beside(player: Player) -> bool:
    """Return whether a piece of a player may be on a street: not all are on spaces known to lie on no street.

    Not all such spaces are known, so the answer may be yes for a player without a piece on a street.

    >>> from scoring.mayor.state import Player
    >>> may_be_beside(Player(name="Nick", citizen=0, banker=25))
    False
    """
    return not {player.citizen, player.banker} <= set(data.ON_NO_STREET)
