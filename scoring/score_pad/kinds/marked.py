"""Rounds in which one player is marked, such as whoever ended the round (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from scoring.fields import Between
from scoring.messages import Message, as_typed, counted, say
from scoring.problems import UNREADABLE, Problem
from scoring.score_pad.kinds.category import (
    MAX_ROUNDS,
    ROUND_RANGE,
    Category,
    Entry,
    Group,
    Kind,
    Scored,
    Shape,
    added,
    groups_in,
    parts_in,
    summed,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ADD_RANGE: Final = Between(0, 999)
"""The range of what is added to a number."""

NOBODY_WON: Final = say("0: nobody won the round")


class MarkedRule(StrEnum):
    """What a round is worth for the player who is marked in it."""

    DOUBLE = "double"
    CLEAR = "clear"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class Mark:
    """What somebody had in a round, and whether that player is the one who is marked in it."""

    number: int
    marked: bool


Round: TypeAlias = dict[int, Mark]
"""What those have who took part in a round, by their seats."""

FIELDS_OF_RULES: Final[Mapping[MarkedRule, str]] = {
    MarkedRule.DOUBLE: "negatives",
    MarkedRule.CLEAR: "add",
    MarkedRule.TAKE: "lose",
}
"""The field that each rule of marked rounds takes."""


def fields_of_its_rule(category: Marked) -> Iterator[Problem]:
    """Each rule of marked rounds takes a field of its own."""
    own = FIELDS_OF_RULES[category.rule]
    for name in FIELDS_OF_RULES.values():
        value = getattr(category, name)
        if name != own and value is not None and value is not UNREADABLE:
            message = say(
                "{name} is not known here; with {rule} it is {field}", name=name, rule=category.rule, field=own
            )
            yield Problem(path=name, message=message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Category):
    """A number round by round, and who is marked in the round, such as whoever ended it."""

    kind: Literal[Kind.MARKED] = Kind.MARKED
    rule: Annotated[
        MarkedRule,
        "the number of the marked player is doubled unless it is the lowest alone; or nothing counts for them if "
        "nobody has less; or they get the numbers of all others",
    ]
    negatives: Annotated[bool | None, "with double: whether numbers below 0 are doubled as well"] = None
    add: Annotated[int | None, ADD_RANGE, "with clear: what is added if somebody has less"] = None
    lose: Annotated[bool | None, "with take: whether the others lose their numbers"] = None

    shape: ClassVar = Shape(
        ranges=(ROUND_RANGE, None),
        most=MAX_ROUNDS,
        expected=say("a number and whether it is marked, such as [5, true],"),
        in_rounds=True,
    )
    limits: ClassVar = (fields_of_its_rule,)
    compares: ClassVar = True

    def scored(self, entries: Sequence[Entry | None], names: Sequence[str]) -> Sequence[Scored]:
        """Each round is worth its number, and something else to the player who is marked in it; the rounds are added.

        Whose list is shorter took no part in later rounds.
        """
        rounds = _rounds(entries)
        return [
            summed([_round(self, round_, seat, names) for round_ in rounds if seat in round_])
            for seat in range(len(entries))
        ]

    def unfinished(self, entries: Sequence[Entry | None]) -> tuple[int, ...]:
        """Return the rounds, from 0, in which somebody has to be marked and nobody is.

        Where the others lose their numbers, a round may end so while all have some left, as in Scrabble.
        """
        return tuple(
            at
            for at, marks in enumerate(_rounds(entries))
            if marks
            and not any(mark.marked for mark in marks.values())
            and not (self.lose and all(mark.number for mark in marks.values()))
        )

    def unfinished_text(self, rounds: tuple[int, ...], _title: Message) -> Message:
        numbers = tuple(str(index + 1) for index in rounds)
        if self.rule is not MarkedRule.TAKE:
            return counted(
                len(rounds),
                "Nobody closed round {rounds}: each number counts there as it was entered.",
                "Nobody closed rounds {rounds}: each number counts there as it was entered.",
                rounds=numbers,
            )
        return counted(
            len(rounds),
            "Nobody won round {rounds}: nobody gets anything there.",
            "Nobody won rounds {rounds}: nobody gets anything there.",
            rounds=numbers,
        )

    def marked_in(self, entry: Entry | None) -> Iterator[int]:
        for index, part in enumerate(parts_in(entry)):
            match part:
                case (_, True):
                    yield index

    def of_one_player(self, entry: Entry | None) -> Iterator[tuple[str, Message]]:
        for index in self.marked_in(entry):
            yield f"[{index}][1]", say("somebody else is marked in this round already")

    def with_marks(self, entry: Entry, rounds: Sequence[int]) -> Entry:
        return tuple((number, marked or index in rounds) for index, (number, marked) in enumerate(groups_in(entry)))

    def as_taken_over(self, parts: tuple[int | Group, ...]) -> tuple[int | Group, ...]:
        return tuple((number, False) for number, _ in groups_in(parts))


def _rounds(entries: Sequence[Entry | None]) -> list[Round]:
    """Return who had what in each round; whose part of it is () was not there."""
    entered = [
        {at: Mark(part[0], marked=bool(part[1])) for at, part in enumerate(groups_in(entry)) if part}
        for entry in entries
    ]
    most = max(len(groups_in(entry)) for entry in entries)
    return [{seat: marks[at] for seat, marks in enumerate(entered) if at in marks} for at in range(most)]


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


_OF_THE_MARKED: Final = {MarkedRule.DOUBLE: _double, MarkedRule.CLEAR: _clear, MarkedRule.TAKE: _take}
