"""Sentences of the screens of Little Town: effects, costs and uses of buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.little_town.data import CASTLE_POINTS, CATHEDRAL_POINTS, TILES, WATCHTOWER_POINTS, Stock, Works
from scoring.little_town.state import Tile
from scoring.little_town.wording import listed
from scoring.messages import Message, counted, points_text, say

if TYPE_CHECKING:
    from scoring.little_town.build_a_building import Price
    from scoring.little_town.gather_and_activate import Use

_LATER: Final = {
    Tile.CATHEDRAL: say(
        "at the end of a round {each} for each worker around it",
        each=points_text(CATHEDRAL_POINTS),
    ),
    Tile.RESIDENCE: say("at the end of a round its owner uses the squares around it"),
    Tile.CASTLE: say(
        "at the end of the game {each} for each house around it",
        each=points_text(CASTLE_POINTS),
    ),
    Tile.WATCHTOWER: say(
        "at the end of the game {each} for each empty grass square around it",
        each=points_text(WATCHTOWER_POINTS),
    ),
    Tile.STATUE: say("it does nothing later"),
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
    fee = counted(use.fee, "{number} coin", "{number} coins")
    rest = Stock(cubes=use.paid.cubes, coins=use.paid.coins)
    paid, gained = listed(rest), listed(use.gained)
    if use.fee and rest != Stock():
        return say("pays {fee} to {owner}, and {paid} for {gained}", fee=fee, owner=owner, paid=paid, gained=gained)
    if use.fee:
        return say("pays {fee} to {owner} for {gained}", fee=fee, owner=owner, gained=gained)
    if rest != Stock():
        return say("pays {paid} for {gained}", paid=paid, gained=gained)
    return say("gives {gains}", gains=gained)


def use_preview(use: Use, tile: Tile, owner: str) -> Message:
    """Return in words what activating a building would do: the fee, then the effect."""
    if not use.fee:
        return effect_text(tile)
    fee = counted(use.fee, "{number} coin", "{number} coins")
    return say("{fee} to {owner}, then {effect}", fee=fee, owner=owner, effect=effect_text(tile))


def coins_instead(use: Use, tile: Tile) -> Message | None:
    """Return in words how many coins would stand in for cubes, or `None`."""
    coins = use.paid.coins - TILES[tile].takes.coins
    if coins <= 0:
        return None
    return counted(coins, "{number} coin stands in for cubes", "{number} coins stand in for cubes")


def missing_coins(short: int, name: str) -> Message:
    """Return in words how many coins a player lacks; coins can stand in for cubes."""
    return counted(short, "{name} lacks {number} coin", "{name} lacks {number} coins", name=name)


def cost_text(tile: Tile) -> Message:
    """Return the printed cost of a tile in words."""
    return listed(TILES[tile].cost)


def price_text(price: Price) -> Message:
    """Return in words what a player would pay."""
    return listed(Stock(cubes=price.cubes, coins=price.coins))
