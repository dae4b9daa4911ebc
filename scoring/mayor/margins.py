"""What decided a game of Mayor, and by how little: a change is some matches of one building more or fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.data import REWARDS
from scoring.mayor.game import LIMITS, MAYOR
from scoring.mayor.rules import is_mayor
from scoring.mayor.state import Building, Table
from scoring.mayor.turns import advance
from scoring.messages import Message, counted, forms
from scoring.problems import problems_in
from scoring.sheet import Change, Effect, Sheet, first_effect, of_close_seats, outcome, share, smallest_first

if TYPE_CHECKING:
    from collections.abc import Iterator


NEAR: Final = 3
"""The most matches that make a small difference."""


_MORE: Final = forms("{number} more match of a {building}", "{number} more matches of a {building}")
_FEWER: Final = forms("{number} fewer match of a {building}", "{number} fewer matches of a {building}")


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about those who were close; `sheet` is that of the table."""
    return of_close_seats(sheet, lambda seat: statements(table, sheet, seat))


def statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    """Return the fewest matches that would have changed who wins, if so few would."""
    over = any(is_mayor(player) for player in table.players)  # with fewer points the game would have gone on
    effects = () if over else (_effect(table, sheet, seat),)
    return smallest_first(sheet.columns[seat].player, effects)


def _effect(table: Table, sheet: Sheet, seat: int) -> Effect | None:
    """Return the fewest matches that would have changed who wins, or `None` where no small number would."""
    name, winners = sheet.columns[seat].player, sheet.winners

    def meaning(_table: Table, after: Sheet) -> Message | None:
        now = after.winners
        same = (name in now, len(now)) == (name in winners, len(winners))
        return None if same else outcome(now, name, share(winners, name))

    return first_effect(sheet, seat, _changes(table, seat, -1 if winners == (name,) else 1), MAYOR.score, meaning)


def _changes(table: Table, seat: int, step: int) -> Iterator[Change[Table]]:
    """Yield the tables with more matches of a building, the fewest first; with fewer where `step` is -1."""
    for matches in range(1, NEAR + 1):
        for building in Building:
            after = _with_matches(table, seat, building, step * matches)
            if after is not None:
                words = counted(matches, *(_MORE if step > 0 else _FEWER), building=building.noun.name)
                yield Change(what=words, table=after)


def _with_matches(table: Table, seat: int, building: Building, matches: int) -> Table | None:
    """Return the table with more or fewer matches of a building, or `None` where it pays no points or is impossible."""
    reward, player = REWARDS[building], table.players[seat]
    gold = reward.gold * matches
    if not reward.points or player.banker + gold < 0 or player.citizen + reward.points * matches < 0:
        return None
    after = advance(table, seat, points=reward.points * matches, gold=gold)
    return None if problems_in(after, LIMITS) else after
