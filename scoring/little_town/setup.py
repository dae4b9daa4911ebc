"""The setup: the check list, and the table before the first turn."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.game import SetupItem, setup_items
from scoring.little_town.data import HOUSES, MARKET_TILES, OBJECTIVES_DEALT, START_COINS, TILES, WORKERS
from scoring.little_town.state import CUBES_OF_A_KIND, Player, Side, Table, Tile
from scoring.messages import Message, say

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

_START: Final = {
    "first-player": say("choose the first player at random, and give them the first player token"),
}


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
