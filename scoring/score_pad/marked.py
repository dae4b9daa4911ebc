"""Rounds in which one player is marked, such as whoever ended the round (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, say
from scoring.score_pad.arithmetic import added, one_by_one
from scoring.score_pad.state import MarkedRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.score_pad.entries import Mark
    from scoring.score_pad.state import Marked

    Scored = tuple[int, Message]

    Round = dict[int, Mark]
    """What those have who took part in a round, by their seats."""


def marked(category: Marked, entered: Sequence[Sequence[Mark]], names: Sequence[str]) -> tuple[Scored, ...]:
    """Each round is worth its number, and something else to the player who is marked in it; the rounds are added.

    `entered` is what everybody has, round by round, in seat order; whose list is shorter took no part in later rounds.
    """
    most = max(map(len, entered))
    rounds = [{seat: marks[at] for seat, marks in enumerate(entered) if at < len(marks)} for at in range(most)]
    return tuple(
        _summed([_round(category, round_, seat, names) for round_ in rounds if seat in round_])
        for seat in range(len(entered))
    )


def _summed(scored: Sequence[Scored]) -> Scored:
    if not scored:
        return 0, say("no rounds")
    return sum(points for points, _ in scored), one_by_one(because for _, because in scored)


def _round(category: Marked, round_: Round, seat: int, names: Sequence[str]) -> Scored:
    """Return what a round is worth for a player who took part in it."""
    mine = round_[seat]
    others = [mark.number for at, mark in round_.items() if at != seat]
    if mine.marked:
        return _OF_THE_MARKED[category.rule](category, mine.number, others)
    taker = next((names[at] for at, mark in round_.items() if mark.marked), None)
    if category.rule is not MarkedRule.TAKE or taker is None:
        return mine.number, as_typed(str(mine.number))
    values = {"number": mine.number, "player": taker}
    if category.lose:
        return -mine.number, say("{number} lost to {player}", **values)
    return 0, say("0: {number} goes to {player}", **values)


def _double(category: Marked, number: int, others: Sequence[int]) -> Scored:
    """The marked player's number is doubled unless everybody else has more; 0 or less only where that is said."""
    if all(rival > number for rival in others) or (number <= 0 and not category.negatives):
        return number, say("{number} marked", number=number)
    return 2 * number, say("{number} marked: 2 × {number}", number=number)


def _clear(category: Marked, number: int, others: Sequence[int]) -> Scored:
    """The marked player's number does not count unless somebody has less; then something is added."""
    if not any(rival < number for rival in others):
        return 0, say("{number} marked, nobody has less: 0", number=number)
    add = category.add or 0
    if not add:
        return number, say("{number} marked", number=number)
    return number + add, say("{number} marked: {number} + {more}", number=number, more=add)


def _take(_category: Marked, number: int, others: Sequence[int]) -> Scored:
    """The marked player gets the numbers of all others."""
    if not others:
        return 0, say("{number} marked, alone: 0", number=number)
    return sum(others), say("{number} marked: {sum}", number=number, sum=added(others))


_OF_THE_MARKED: Final = {MarkedRule.DOUBLE: _double, MarkedRule.CLEAR: _clear, MarkedRule.TAKE: _take}
