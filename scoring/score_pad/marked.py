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


NOBODY_WON: Final = say("0: nobody won the round")


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
    if category.rule is MarkedRule.TAKE:
        taker = next((names[at] for at, mark in round_.items() if mark.marked), None)
        return _taken(mine.number, taker, lose=bool(category.lose))
    return mine.number, as_typed(str(mine.number))


def _taken(number: int, taker: str | None, *, lose: bool) -> Scored:
    """Who did not win the round gets nothing for it, or loses the number; so do all where nobody won it."""
    if taker is None:
        return (-number, say("{number} lost, nobody won the round", number=number)) if lose else (0, NOBODY_WON)
    if lose:
        return -number, say("{number} lost to {player}", number=number, player=taker)
    return 0, say("0: {number} goes to {player}", number=number, player=taker)


def _double(category: Marked, number: int, others: Sequence[int]) -> Scored:
    """The marked player's number is doubled unless everybody else has more; 0 or less only where that is said."""
    if all(rival > number for rival in others) or (number <= 0 and not category.negatives):
        return number, say("closed the round: {number}", number=number)
    return 2 * number, say("closed the round: 2 × {number}", number=number)


def _clear(category: Marked, number: int, others: Sequence[int]) -> Scored:
    """The marked player's number does not count unless somebody has less; then something is added."""
    if not any(rival < number for rival in others):
        return 0, say("closed the round with {number}, nobody has less: 0", number=number)
    add = category.add or 0
    if not add:
        return number, say("closed the round: {number}", number=number)
    return number + add, say("closed the round: {number} + {more}", number=number, more=add)


def _take(_category: Marked, _number: int, others: Sequence[int]) -> Scored:
    """The marked player gets the numbers of all others."""
    if not others:
        return 0, say("won the round alone: 0")
    return sum(others), say("won the round: {sum}", sum=added(others))


def closed_by_nobody(category: Marked, entered: Sequence[Sequence[Mark]]) -> tuple[int, ...]:
    """Return the rounds, from 0, in which somebody has to be marked and nobody is.

    Where the others lose their numbers, a round may end so while all have some left, as in Scrabble.
    """
    rounds = ([marks[at] for marks in entered if at < len(marks)] for at in range(max(map(len, entered))))
    return tuple(
        at
        for at, marks in enumerate(rounds)
        if not any(mark.marked for mark in marks) and not (category.lose and all(mark.number for mark in marks))
    )


_OF_THE_MARKED: Final = {MarkedRule.DOUBLE: _double, MarkedRule.CLEAR: _clear, MarkedRule.TAKE: _take}
