"""Sentences of the screens of Little Town: effects, costs and uses of buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.little_town.data import CASTLE_POINTS, CATHEDRAL_POINTS, TILES, WATCHTOWER_POINTS, Stock, Works, listed
from scoring.little_town.state import Cube, Tile
from scoring.messages import Message, counted, points_text, say, with_commas

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.little_town.actions import Use

_LATER: Final = {
    Tile.CATHEDRAL: say(
        "at the end of a round {each} for each worker around",
        each=points_text(CATHEDRAL_POINTS),
    ),
    Tile.RESIDENCE: say("at the end of a round its owner uses the squares around"),
    Tile.CASTLE: say(
        "at the end {each} for each house around",
        each=points_text(CASTLE_POINTS),
    ),
    Tile.WATCHTOWER: say(
        "at the end {each} for each empty grass square around",
        each=points_text(WATCHTOWER_POINTS),
    ),
    Tile.STATUE: say("no effect"),
}


def effect_text(tile: Tile) -> Message:
    """Return the effect of a building.

    >>> print(effect_text(Tile.BAKERY), effect_text(Tile.PIER), sep="; ")
    turns 1 wheat into 4 coins; gives 2 fish
    """
    printed = TILES[tile]
    if printed.works is not Works.ACTIVATED:
        return _LATER[tile]
    if printed.takes.of_choice:
        return say("swaps {cubes} cubes for {cubes} others", cubes=printed.takes.of_choice)
    if printed.takes == Stock():
        return say("gives {gains}", gains=listed(printed.gives))
    return say("turns {takes} into {gives}", takes=listed(printed.takes), gives=listed(printed.gives))


def use_text(use: Use, owner: str) -> Message:
    """Return in words what the use of a building pays and gains."""
    rest = Stock(cubes=use.paid.cubes, coins=use.paid.coins)
    gained = listed(use.gained)
    paid = (*_fee(use, owner), *([listed(rest)] if rest != Stock() else []))
    return say("pays {paid} for {gained}", paid=paid, gained=gained) if paid else say("gives {gains}", gains=gained)


def _fee(use: Use, owner: str) -> tuple[Message, ...]:
    """Return the fee in words, if there is one."""
    if not use.fee:
        return ()
    return (say("{fee} to {owner}", fee=counted(use.fee, "{number} coin", "{number} coins"), owner=owner),)


def use_preview(use: Use, tile: Tile, owner: str) -> Message:
    """Return in words what activating a building would do: the fee, then the effect."""
    return with_commas((*_fee(use, owner), effect_text(tile)))


def instead(use: Use, tile: Tile) -> Message | None:
    """Return in words what is paid where coins stand in for cubes, or `None`."""
    if use.paid.coins <= TILES[tile].takes.coins:
        return None
    return now_text(use.paid.cubes, use.paid.coins)


def missing_coins(short: int, name: str) -> Message:
    """Return in words how many coins a player lacks; coins can stand in for cubes."""
    return counted(short, "{name} lacks {number} coin", "{name} lacks {number} coins", name=name)


def cost_text(tile: Tile) -> Message:
    """Return the printed cost of a tile in words."""
    return listed(TILES[tile].cost)


def now_text(cubes: Mapping[Cube, int], coins: int) -> Message:
    """Return in words what a player would pay now."""
    return say("now {price}", price=listed(Stock(cubes=cubes, coins=coins)))
