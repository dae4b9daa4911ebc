"""What decided a game of Little Town, and by how little."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.fields import MAX_INTEGER
from scoring.little_town.board import built, workers_around
from scoring.little_town.data import COINS_FOR_A_POINT
from scoring.little_town.game import LITTLE_TOWN
from scoring.little_town.rules import watchtower
from scoring.little_town.state import Table, Tile, Worker
from scoring.messages import Message, forms, say, wordless
from scoring.players import with_player
from scoring.sheet import Change, Share, first_effect, of_close_seats, outcome, share, up_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.sheet import Sheet


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
    return tuple(wordless("{name}: {words}.", name=name, words=message) for message in mattered)


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
