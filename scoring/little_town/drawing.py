"""Drawings of the board as text: terrain by its letter, buildings by two letters and the seat of their owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Board
from scoring.grid import by_rows, draw_board
from scoring.little_town.board import owned, standing, terrain
from scoring.little_town.state import BOARD_SQUARES, Building, Table, Terrain, Tile
from scoring.messages import say, tr

if TYPE_CHECKING:
    from scoring.little_town.state import Player


LETTERS: Final = {
    Tile.WHEAT_FIELD: "wf",
    Tile.TAVERN: "ta",
    Tile.BOOKSHOP: "bo",
    Tile.GOLD_MINE: "gm",
    Tile.PIER: "pi",
    Tile.WELL: "we",
    Tile.STATUE: "st",
    Tile.WORKSHOP: "ws",
    Tile.BAKERY: "ba",
    Tile.BREWERY: "br",
    Tile.QUARRY: "qu",
    Tile.CARPENTER: "cp",
    Tile.GROCERY: "gr",
    Tile.WAREHOUSE: "wh",
    Tile.CHAPEL: "ch",
    Tile.FAIR: "fa",
    Tile.FOUNTAIN: "fo",
    Tile.BARN: "bn",
    Tile.FISHMONGER: "fm",
    Tile.RESTAURANT: "re",
    Tile.SHOP: "sh",
    Tile.CATHEDRAL: "ca",
    Tile.RESIDENCE: "rs",
    Tile.CASTLE: "cs",
    Tile.WATCHTOWER: "wt",
}
"""The letters of each building in a drawing."""

WORKER: Final = "*"
"""The sign of a worker in a drawing."""

WIDTH: Final = 5
"""The width of a square, in characters."""


def boards(table: Table) -> tuple[Board, ...]:
    """Return a drawing of the board, which all players share."""
    return (Board(title=say("The board"), drawing=(*draw(table), legend(table)), short=listed(table)),)


def draw(table: Table) -> tuple[str, ...]:
    """Return the lines of a drawing of all squares; a number is the seat of the owner."""
    seats = {player.name: seat for seat, player in enumerate(table.players, start=1)}
    land, on = terrain(table), standing(table)
    pictures = {}
    for cell in BOARD_SQUARES:
        piece = on.get(cell)
        shown = land[cell].value.replace(Terrain.GRASS.value, "")
        if piece is not None:
            letters = LETTERS[piece.tile] if isinstance(piece, Building) else WORKER
            shown = f"{letters}{seats[piece.owner]}"
        pictures[cell] = (shown.center(WIDTH),)
    return draw_board(pictures)


def legend(table: Table) -> str:
    """Return what the letters of this drawing mean."""
    lands = [f"{land.value} {land.noun.name}" for land in Terrain if land in terrain(table).values()]
    shown = {building.tile for building in table.buildings}
    tiles = [f"{LETTERS[tile]} {tile.noun.name}" for tile in Tile if tile in shown]
    worker = [f"{WORKER} {tr('worker')}"] if table.workers else []
    seats = [f"{seat} {player.name}" for seat, player in enumerate(table.players, start=1)]
    return ", ".join([*(said for said in lands if said[0] != Terrain.GRASS.value), *tiles, *worker, *seats])


def listed(table: Table) -> tuple[str, ...]:
    """Return what stands on the board as lines of text, for screens too narrow for the drawing."""
    return tuple(_said(table, player) for player in table.players)


def _said(table: Table, player: Player) -> str:
    houses = {building.cell: building.tile.noun.name for building in owned(table, player.name)}
    workers = by_rows(worker.cell for worker in table.workers if worker.owner == player.name)
    said = [f"{houses[cell]} {cell}" for cell in by_rows(houses)]
    if workers:
        said.append(tr("workers {cells}", cells=" ".join(workers)))
    return f"{player.name}: {', '.join(said) or tr('nothing on the board')}"
