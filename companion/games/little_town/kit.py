"""What Little Town adds to the app apart from its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.kit import AS_IF_OVER, GameKit, HelpPage
from companion.games.little_town.actions import GRASS_BOARD
from companion.games.little_town.copy_values import COPY_PARTS, GAME, with_my_copy
from companion.tables.state import Extras, PlayerStyle, TableState, with_table
from scoring.little_town.board import rows
from scoring.little_town.data import (
    CASTLE_POINTS,
    CATHEDRAL_POINTS,
    COINS_FOR_A_CUBE,
    TILES,
    WATCHTOWER_POINTS,
    Stock,
    Works,
    listed,
)
from scoring.little_town.game import margins
from scoring.little_town.moves import laid_out, setup, turns_are_kept
from scoring.little_town.state import LAST_ROUND, Cube, Side, Tile
from scoring.messages import Message, counted, points_text, say, with_commas

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.my_copy import MyCopy
    from scoring.little_town.actions import Payment, Price, Use
    from scoring.little_town.state import Player


HELP: Final = HelpPage(
    enter=(say("Market: enter the twelve tiles once."), say("Town: tap a square to place a worker or build.")),
    rules=(
        say("Four rounds; everybody places workers in turn."),
        say(
            "A worker gathers from the eight squares around and may use each building there once; another player’s "
            "costs 1 coin."
        ),
        say("Or it builds on grass: pay the tile, score at once."),
        say("Then each worker eats a fish or a wheat, or costs 3 points."),
    ),
)


OWN_BOARD: Final = "own"

VARIANTS: Final = {**{side.value: side.noun.title for side in Side}, OWN_BOARD: say("A board of our own")}


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> LittleTownTable:
    """Return the table before the first turn, with the answers of my copy; a board of one's own starts as grass."""
    laid = laid_out(names) if variant == OWN_BOARD else laid_out(names, Side(variant))
    table = with_my_copy(laid, copies)
    if variant == OWN_BOARD:
        table = replace(table, board=GRASS_BOARD)
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def variant_of(state: LittleTownTable) -> str:
    """Return the key in `VARIANTS` of the board of a table."""
    board = state.table.board
    return board.value if isinstance(board, Side) else OWN_BOARD


def with_variant(state: LittleTownTable, variant: str, _copies: MyCopy) -> LittleTownTable:
    """Return a table on another board; a board of one's own begins as the one that is there."""
    board = rows(state.table) if variant == OWN_BOARD else Side(variant)
    return with_table(state, board=board)


def stage(state: LittleTownTable) -> Message:
    """Return the round."""
    return say("round {round} of {rounds}", round=state.table.round, rounds=LAST_ROUND)


LITTLE_TOWN: Final = GameKit(
    game=GAME,
    mark="tavern",
    variants=VARIANTS,
    begin=begin,
    help_page=HELP,
    variant_of=variant_of,
    with_variant=with_variant,
    setup=lambda state: setup(len(state.table.players)),
    copy_parts=COPY_PARTS,
    margins=margins,
    begins_with=AS_IF_OVER,
    fields={"track": "score"},
    blank={"coins": 0},
    stage=stage,
    early=lambda state: stage(state) if state.table.round < LAST_ROUND else None,
    turn=lambda state: state.table.turn if turns_are_kept(state.table) else None,
)


_LATER: Final = {
    Tile.CATHEDRAL: say("at the end of a round {each} for each worker around", each=points_text(CATHEDRAL_POINTS)),
    Tile.RESIDENCE: say("at the end of a round its owner uses the squares around"),
    Tile.CASTLE: say("at the end {each} for each house around", each=points_text(CASTLE_POINTS)),
    Tile.WATCHTOWER: say("at the end {each} for each empty grass square around", each=points_text(WATCHTOWER_POINTS)),
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


def lacking_text(player: Player, cost: Stock, paid: Price | Payment) -> Message:
    """Return in words what a player lacks, and how many coins would stand in for it."""
    cubes = _missing(cost, paid)
    goods = listed(Stock(cubes=cubes, coins=max(cost.coins - player.coins, 0)))
    if not any(cubes.values()):
        return say("{name} lacks {goods}", name=player.name, goods=goods)
    coins = counted(paid.short, "{number} more coin", "{number} more coins")
    return say("{name} lacks {goods} (or {coins})", name=player.name, goods=goods, coins=coins)


def _missing(cost: Stock, paid: Price | Payment) -> Mapping[Cube, int]:
    return {cube: number - paid.cubes.get(cube, 0) for cube, number in cost.cubes.items()}


def cost_text(tile: Tile) -> Message:
    """Return the printed cost of a tile in words."""
    return listed(TILES[tile].cost)


def instead_text(cost: Stock, paid: Price | Payment) -> Message:
    """Return in words how many coins stand in for which cubes."""
    cubes = _missing(cost, paid)
    coins = counted(COINS_FOR_A_CUBE * sum(cubes.values()), "{number} coin", "{number} coins")
    return say("{coins} instead of {goods}", coins=coins, goods=listed(Stock(cubes=cubes)))
