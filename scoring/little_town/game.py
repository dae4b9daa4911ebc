"""The record of Little Town, with its rulings and the drawing of its board; and what decided a game, by how little."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.fields import MAX_INTEGER
from scoring.game import Board, Game
from scoring.grid import by_rows, draw_board
from scoring.little_town.board import built, owned, standing, terrain, workers_around
from scoring.little_town.data import COINS_FOR_A_POINT
from scoring.little_town.limits import LIMITS
from scoring.little_town.rules import columns, end_of_the_game, watchtower
from scoring.little_town.state import BOARD_SQUARES, RULES, Building, Player, Side, Table, Terrain, Tile, Whose, Worker
from scoring.messages import Message, forms, say, tr
from scoring.players import with_player
from scoring.sheet import Change, Share, Sheet, first_effect, of_close_seats, outcome, share, up_to

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    return tr("{what}: {value}", what=player.name, value=", ".join(said) or tr("nothing on the board"))


TRACK: Final = say("The score track includes the last feeding and the objectives.")


CASTLE_OWN: Final = say("The castle counts its owner's other houses.")


CASTLE_ANY: Final = say("At this table the castle counts the houses of all players.")


CATHEDRAL_ANY: Final = say("The cathedral counts workers of all players.")


CATHEDRAL_OWN: Final = say("At this table the cathedral counts its owner's workers alone.")


WORKERS_BLOCK: Final = say("For the watchtower, a square with a worker is not empty.")


WORKERS_DO_NOT_BLOCK: Final = say("At this table a square with a worker is empty for the watchtower.")


COINS_FEED: Final = say("Coins may feed workers, 3 for each, after all food is eaten.")


COINS_DO_NOT_FEED: Final = say("At this table coins do not feed workers.")


SUBSTITUTES: Final = say("Coins stand in for cubes whatever the reserve holds.")


RESIDENCE: Final = say("Tessera does not work out what the owner of the residence does with it at the end of a round.")


BANK: Final = say("Tessera does not count the bank: what it no longer has cannot be gathered, so take less then.")


RULINGS: Final = (TRACK, CASTLE_OWN, CATHEDRAL_ANY, WORKERS_BLOCK, COINS_FEED, SUBSTITUTES, RESIDENCE, BANK)
"""The rulings of the game, by default."""


def score_rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on."""
    castle, tower = built(table, Tile.CASTLE), built(table, Tile.WATCHTOWER)
    applies = (
        (TRACK, True),
        (
            CASTLE_OWN if table.castle_counts is Whose.OWN else CASTLE_ANY,
            castle is not None and sheet.works_out("castle", castle.owner),
        ),
        (
            WORKERS_BLOCK if table.watchtower_workers_block else WORKERS_DO_NOT_BLOCK,
            tower is not None and workers_around(table, tower.cell) and sheet.works_out("watchtower", tower.owner),
        ),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)


_VARIANTS: Final = {side: say("side {number} of the board", number=number) for number, side in enumerate(Side, 1)}


def variant(table: Table) -> Message:
    """Return in words which board is played on."""
    return _VARIANTS[table.board] if isinstance(table.board, Side) else say("a board as entered")


LITTLE_TOWN: Final[Game[Table]] = Game(
    key="little-town",
    title="Little Town",
    name=say("Little Town"),
    bgg_id=241266,
    source=say("rulebook of the 2019 edition; building tiles and both sides of the board from public scans"),
    table=Table,
    rules=RULES,
    variant=variant,
    work_out=columns,
    compares=lambda _table: False,
    criteria=end_of_the_game,
    limits=LIMITS,
    checks_at="scoring.little_town.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)


NEAR: Final = 3 * COINS_FOR_A_POINT
"""The most coins that make a small difference."""


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about those who were close; `sheet` is that of the table."""
    return of_close_seats(sheet, lambda seat: statements(table, sheet, seat))


def statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    """Return the smallest changes of each kind that would have mattered to a player.

    A sole winner reads what would have cost the win, everybody else what would have won the game or shared the win.
    """
    name = sheet.columns[seat].player
    had = share(sheet.winners, name)

    def meaning(_table: Table, after: Sheet) -> Message | None:
        return outcome(after.winners, name, had) if share(after.winners, name) is not had else None

    series = (_fewer_coins(table, seat), _grass(table, seat))
    if had is not Share.SOLE:
        series = (_more_coins(table, seat), _workers(table, seat))
    effects = (first_effect(sheet, seat, changes, LITTLE_TOWN.score, meaning) for changes in series)
    mattered = (effect.message for effect in effects if effect is not None)
    return tuple(say("{what}: {value}.", what=name, value=message) for message in mattered)


def _more_coins(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].coins
    return up_to(
        min(NEAR, MAX_INTEGER - held),
        *forms("{number} more coin", "{number} more coins"),
        lambda number: with_player(table, seat, coins=held + number),
    )


def _fewer_coins(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].coins
    return up_to(
        min(NEAR, held),
        *forms("{number} fewer coin", "{number} fewer coins"),
        lambda number: with_player(table, seat, coins=held - number),
    )


def _workers(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Yield the tables without one of the workers beside the player's watchtower."""
    tower = built(table, Tile.WATCHTOWER)
    if tower is None or tower.owner != table.players[seat].name:
        return
    for lost in workers_around(table, tower.cell):
        others = tuple(worker for worker in table.workers if worker != lost)
        what = say("no worker on {cell} beside the watchtower", cell=lost.cell)
        yield Change(what=what, table=replace(table, workers=others))


def _grass(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Yield the tables with a worker on one of the squares that count for the player's watchtower."""
    name = table.players[seat].name
    for cell in watchtower(table, table.players[seat]).cells:
        what = say("a worker on {cell} beside the watchtower", cell=cell)
        yield Change(what=what, table=replace(table, workers=(*table.workers, Worker(cell=cell, owner=name))))
