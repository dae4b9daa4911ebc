"""What decided a game and by how little: short true statements, each found by scoring the table that it speaks of.

Only the table is looked at. A change is some matches of one building more or fewer, all else as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.margins import Margin, of_each
from scoring.mayor.data import MAYOR_SPACE, REWARDS
from scoring.mayor.game import MAYOR
from scoring.mayor.limits import LIMITS
from scoring.mayor.moves import advanced
from scoring.mayor.rules import is_mayor
from scoring.mayor.state import Building
from scoring.mayor.wording import one_of, points
from scoring.messages import Message, counted, say
from scoring.problems import problems_in

if TYPE_CHECKING:
    from scoring.mayor.state import Table
    from scoring.sheet import Sheet


NEAR: Final = 3
"""Matches up to which a difference is called small."""


def margins(table: Table, sheet: Sheet) -> tuple[Margin, ...]:
    """Return a statement for each player, in seat order; `sheet` is that of the table.

    Who did not win alone hears what would have made them win or share, a sole winner what would have cost the win.
    """
    return of_each(len(table.players), lambda seat: (_statement(table, sheet, seat),))


def _statement(table: Table, sheet: Sheet, seat: int) -> Message:
    lead = _lead(table, sheet, seat)
    if any(is_mayor(player) for player in table.players):  # with fewer points the game would have gone on
        return say("{lead}.", lead=lead)
    effect = _effect(table, sheet, seat)
    return say("{lead}.", lead=lead) if effect is None else say("{lead}: {effect}.", lead=lead, effect=effect)


def _lead(table: Table, sheet: Sheet, seat: int) -> Message:
    """Return how far a player is ahead of who comes next, or behind; once 50 is reached, how far from there."""
    name, total, won = sheet.columns[seat].player, sheet.columns[seat].total, sheet.winners
    if is_mayor(table.players[seat]):
        return say("{name} got to {most} first", name=name, most=MAYOR_SPACE)
    if any(is_mayor(player) for player in table.players):
        return say(
            "{name} was {points} short of {most}", name=name, points=points(MAYOR_SPACE - total), most=MAYOR_SPACE
        )
    if name not in won:
        gap = points(sheet.standings[0].total - total)
        return say("{name} is {gap} behind {winners}", name=name, gap=gap, winners=won)
    if len(won) > 1:
        others = tuple(other for other in won if other != name)
        return say("{name} shares the job of mayor with {others}", name=name, others=others)
    second = sheet.standings[1]
    return say("{name} is {gap} ahead of {second}", name=name, gap=points(total - second.total), second=second.player)


def _effect(table: Table, sheet: Sheet, seat: int) -> Message | None:
    """Return the fewest matches that would have changed who wins for a player, `None` where none of a few would."""
    name, then = sheet.columns[seat].player, sheet.winners
    step, sentence = 1, "{what} of a {building} more {outcome}"
    if then == (name,):
        step, sentence = -1, "{what} of a {building} fewer {outcome}"
    for matches in range(1, NEAR + 1):
        for building in Building:
            after = _with_matches(table, seat, building, step * matches)
            if after is None:
                continue
            now = MAYOR.score(after).winners
            if (name in now, len(now)) == (name in then, len(then)):
                continue
            what = counted(matches, "match", "matches")
            return say(sentence, what=what, building=one_of(building), outcome=_outcome(name, now))
    return None


def _with_matches(table: Table, seat: int, building: Building, matches: int) -> Table | None:
    """Return the table with matches of a building more or fewer, `None` where it pays no points or cannot be."""
    given, player = REWARDS[building], table.players[seat]
    gold = given.gold * matches
    if not given.points or player.banker + gold < 0 or player.citizen + given.points * matches < 0:
        return None
    after = advanced(table, seat, points=given.points * matches, gold=gold)
    return None if problems_in(after, LIMITS) else after


def _outcome(name: str, now: tuple[str, ...]) -> Message:
    others = tuple(other for other in now if other != name)
    if name not in now:
        return say("would have made {others} mayor", others=others)
    return say("would have shared the job with {others}", others=others) if others else say("would have won alone")
