"""What decided a game and by how little: short true statements, each found by scoring the table that it speaks of.

Only the table is looked at. A change is one thing more or fewer, all else as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.fields import MAX_INTEGER
from scoring.little_town.board import built, workers_around
from scoring.little_town.data import COINS_FOR_A_POINT
from scoring.little_town.game import LITTLE_TOWN
from scoring.little_town.rules import watchtower
from scoring.little_town.state import Table, Tile, Worker
from scoring.margins import Change, Margin, Share, of_each, outcome, share
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.sheet import Sheet


NEAR: Final = 3 * COINS_FOR_A_POINT
"""Coins up to which a difference is called small."""


def margins(table: Table, sheet: Sheet) -> tuple[Margin, ...]:
    """Return statements for each player, in seat order: the gap, then the smallest changes that mattered.

    `sheet` is that of the table. Who did not win alone hears what would have made them win or share, a sole winner what
    would have cost the win.
    """
    return of_each(len(table.players), lambda seat: (_gap(sheet, seat), *_what_mattered(table, sheet, seat)))


def _gap(sheet: Sheet, seat: int) -> Message:
    """Return how far a player is behind the winners, or ahead of who comes next."""
    name, won = sheet.columns[seat].player, sheet.winners
    others = tuple(winner for winner in won if winner != name)
    if share(won, name) is Share.SHARED:
        return say("{name} shares the win with {others}.", name=name, others=others)
    first, second, *_ = sheet.standings
    if share(won, name) is Share.SOLE:
        points = counted(first.total - second.total, "point", "points")
        return say("{name} is {points} ahead of {second}.", name=name, points=points, second=second.player)
    points = counted(first.total - sheet.columns[seat].total, "point", "points")
    return say("{name} is {points} behind {others}.", name=name, points=points, others=others)


def _what_mattered(table: Table, sheet: Sheet, seat: int) -> Iterator[Message]:
    """Return the first change of each series that alters a player's share of the win."""
    name = sheet.columns[seat].player
    had = share(sheet.winners, name)
    sole = had is Share.SOLE
    for series in (_coins(table, seat, -1 if sole else 1), _grass(table, seat) if sole else _workers(table, seat)):
        for change in series:
            now = LITTLE_TOWN.score(change.table).winners
            if share(now, name) is not had:
                yield say("{name}: {what} {outcome}.", name=name, what=change.what, outcome=outcome(now, name, had))
                break


# -- what could have been otherwise


def _coins(table: Table, seat: int, sign: int) -> Iterator[Change[Table]]:
    player = table.players[seat]
    for number in range(1, NEAR + 1):
        coins = player.coins + sign * number
        if 0 <= coins <= MAX_INTEGER:
            what = (
                counted(number, "more coin", "more coins") if sign > 0 else counted(number, "fewer coin", "fewer coins")
            )
            players = (*table.players[:seat], replace(player, coins=coins), *table.players[seat + 1 :])
            yield Change(what=what, table=replace(table, players=players))


def _workers(table: Table, seat: int) -> Iterable[Change[Table]]:
    """Each worker beside the player's watchtower could have been elsewhere."""
    tower = built(table, Tile.WATCHTOWER)
    if tower is None or tower.owner != table.players[seat].name:
        return
    for one in workers_around(table, tower.cell):
        others = tuple(worker for worker in table.workers if worker != one)
        what = say("no worker on {cell} beside the watchtower", cell=one.cell)
        yield Change(what=what, table=replace(table, workers=others))


def _grass(table: Table, seat: int) -> Iterable[Change[Table]]:
    """A worker could have stood on grass that counts for the player's watchtower."""
    name = table.players[seat].name
    for cell in watchtower(table, table.players[seat]).cells:
        what = say("a worker on {cell} beside the watchtower", cell=cell)
        yield Change(what=what, table=replace(table, workers=(*table.workers, Worker(cell=cell, owner=name))))
