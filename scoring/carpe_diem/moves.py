"""The moves: each takes a table and returns the table after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from scoring.carpe_diem.building_phase import Bonus, Moved, advance
from scoring.carpe_diem.forum.visits import open_pairs
from scoring.carpe_diem.state import BREAD, CARD_POINTS_RANGE, COINS, Forum, Good, Player, Table
from scoring.fields import AMOUNT_RANGE
from scoring.players import with_player

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import ForumVisit


def moved(table: Table, seat: int, steps: int) -> tuple[Table, Moved]:
    """Move a marker by 0 or more steps, and score the points for those past the end. Rulebook, Administration.

    The marker lies on top of the pile on its new space, even if it does not leave the last one; markers above it sink.
    """
    made = _advance(table, seat, steps)
    return _with_points(_marker_moved(table, seat, steps), seat, made.points), made


def _advance(table: Table, seat: int, steps: int) -> Moved:
    return advance(steps, table.prestige_end - table.players[seat].prestige, table.edition)


def _marker_moved(table: Table, seat: int, steps: int) -> Table:
    if not steps:
        return table
    mover = table.players[seat]
    space = mover.prestige + _advance(table, seat, steps).steps
    players = [_sunk(player, mover) for player in table.players]
    others = [player for other, player in enumerate(players) if other != seat]
    beneath = sum(player.prestige == space for player in others)
    players[seat] = replace(mover, prestige=space, stack=beneath)
    return replace(table, players=tuple(players))


def _sunk(player: Player, lifted: Player) -> Player:
    """Lower a marker by one that lies above the lifted marker in its pile."""
    if player.prestige == lifted.prestige and player.stack > lifted.stack:
        return replace(player, stack=player.stack - 1)
    return player


def taken(table: Table, seat: int, bonus: Bonus) -> Table:
    """Take a bonus into the stock of a player. Rulebook, Building Phase."""
    player = table.players[seat]
    goods = {} if bonus.goods_returned else dict(player.goods)
    if bonus.good is not None:
        goods[bonus.good] = AMOUNT_RANGE.clamp(goods.get(bonus.good, 0) + bonus.goods)
    stocked = with_player(
        table,
        seat,
        goods=goods,
        coins=AMOUNT_RANGE.clamp(player.coins + bonus.coins),
        bread=AMOUNT_RANGE.clamp(player.bread + bonus.bread),
    )
    return moved(stocked, seat, bonus.steps)[0]


def writ(table: Table, seat: int) -> Table:
    """Take a writ off its space and move one step; without a writ nothing happens. Rulebook, Building Phase."""
    left = table.players[seat].writs_left
    if not left:
        return table
    return moved(with_player(table, seat, writs_left=left - 1), seat, 1)[0]


def visited(table: Table, seat: int, visit: ForumVisit, cells: tuple[str, str]) -> Table:
    """Pay and take what a visit to an open pair of cards costs and gains. Rulebook, Forum Phase.

    `cells` are those of `open_pairs`. The marker on the bar moves, and a disc is laid between the cards. The points of
    the visit include those for steps past the end of the bar.

    Raises:
        KeyError: No open pair of cards lies on these squares.
    """
    pair = {open_cells: (one, other) for open_cells, one, other in open_pairs(table)}[cells]
    player = table.players[seat]
    goods, coins, bread, steps = dict(player.goods), player.coins, player.bread, 0
    for met in visit.visits:
        for good in Good:
            if met.paid.get(good):
                goods[good] = AMOUNT_RANGE.clamp(goods.get(good, 0) - met.paid[good])
        coins = AMOUNT_RANGE.clamp(coins - met.paid.get(COINS, 0) + met.gained.coins)
        bread = AMOUNT_RANGE.clamp(bread - met.paid.get(BREAD, 0) + met.gained.bread)
        steps += pair[met.card].reward.prestige * met.sets
    paid = with_player(table, seat, goods=goods, coins=coins, bread=bread)
    walked = _with_points(_marker_moved(paid, seat, steps), seat, visit.points)
    forum = cast("Forum", table.forum)  # a pair lies open in it
    return replace(walked, forum=replace(forum, markers=(*forum.markers, cells)))


def _with_points(table: Table, seat: int, points: int) -> Table:
    cards = CARD_POINTS_RANGE.clamp((table.players[seat].victory_cards or 0) + points)
    return with_player(table, seat, victory_cards=cards)
