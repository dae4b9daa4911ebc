"""What decided a game of Mayor, and by how little: a change is some matches of one building more or fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.margins import Share, lead, of_close_seats, rivals, share
from scoring.mayor.data import MAYOR_SPACE, REWARDS
from scoring.mayor.game import MAYOR
from scoring.mayor.limits import LIMITS
from scoring.mayor.rules import is_mayor
from scoring.mayor.state import Building
from scoring.mayor.turns import advance
from scoring.messages import Message, counted, forms, points_text, say
from scoring.problems import problems_in

if TYPE_CHECKING:
    from scoring.mayor.state import Table
    from scoring.sheet import Sheet


NEAR: Final = 3
"""The most matches that make a small difference."""


_MORE: Final = {
    Share.NONE: forms(
        "{number} more match of a {building} would have made {others} mayor",
        "{number} more matches of a {building} would have made {others} mayor",
    ),
    Share.SHARED: forms(
        "{number} more match of a {building} would have shared the job with {others}",
        "{number} more matches of a {building} would have shared the job with {others}",
    ),
    Share.SOLE: forms(
        "{number} more match of a {building} would have won alone",
        "{number} more matches of a {building} would have won alone",
    ),
}
"""What more matches would have meant, by what they leave of the win."""

_FEWER: Final = {
    Share.NONE: forms(
        "{number} fewer match of a {building} would have made {others} mayor",
        "{number} fewer matches of a {building} would have made {others} mayor",
    ),
    Share.SHARED: forms(
        "{number} fewer match of a {building} would have shared the job with {others}",
        "{number} fewer matches of a {building} would have shared the job with {others}",
    ),
    Share.SOLE: forms(
        "{number} fewer match of a {building} would have won alone",
        "{number} fewer matches of a {building} would have won alone",
    ),
}
"""What fewer matches would have meant, by what they leave of the win."""


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return a statement about everybody who was close; `sheet` is that of the table."""
    return of_close_seats(sheet, lambda seat: (statement(table, sheet, seat),))


def statement(table: Table, sheet: Sheet, seat: int) -> Message:
    """Return how far a player is ahead or behind, and the fewest matches that would have changed who wins."""
    where = _lead(table, sheet, seat)
    if any(is_mayor(player) for player in table.players):  # with fewer points the game would have gone on
        return say("{text}.", text=where)
    effect = _effect(table, sheet, seat)
    return say("{text}.", text=where) if effect is None else say("{name}: {words}.", name=where, words=effect)


def _lead(table: Table, sheet: Sheet, seat: int) -> Message:
    """Return how far a player is ahead or behind; once somebody has reached 50, how far from there."""
    name = sheet.columns[seat].player
    if is_mayor(table.players[seat]):
        return say("{name} got to {most} first", name=name, most=MAYOR_SPACE)
    if any(is_mayor(player) for player in table.players):
        short = points_text(MAYOR_SPACE - table.players[seat].citizen)
        return say("{name} was {points} short of {most}", name=name, points=short, most=MAYOR_SPACE)
    if share(sheet.winners, name) is Share.SHARED:
        return say("{name} shares the job of mayor with {others}", name=name, others=rivals(sheet, seat))
    return lead(sheet, seat)


def _effect(table: Table, sheet: Sheet, seat: int) -> Message | None:
    """Return the fewest matches that would have changed who wins, or `None` where no small number would."""
    name, then = sheet.columns[seat].player, sheet.winners
    step = -1 if then == (name,) else 1
    for matches in range(1, NEAR + 1):
        for building in Building:
            after = _with_matches(table, seat, building, step * matches)
            if after is None:
                continue
            now = MAYOR.score(after).winners
            if (name in now, len(now)) == (name in then, len(then)):
                continue
            others = tuple(winner for winner in now if winner != name)
            templates = (_FEWER if step < 0 else _MORE)[share(now, name)]
            return counted(matches, *templates, building=building.noun.name, others=others)
    return None


def _with_matches(table: Table, seat: int, building: Building, matches: int) -> Table | None:
    """Return the table with more or fewer matches of a building, or `None` where it pays no points or is impossible."""
    reward, player = REWARDS[building], table.players[seat]
    gold = reward.gold * matches
    if not reward.points or player.banker + gold < 0 or player.citizen + reward.points * matches < 0:
        return None
    after = advance(table, seat, points=reward.points * matches, gold=gold)
    return None if problems_in(after, LIMITS) else after
