"""The walk through the end of a game: its steps, and where what is found there is entered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.ui.editors.base import Tab
    from scoring.game import Game
    from scoring.problems import Problem

SETTLE: Final = "settle"
"""The step before all others, where something has to be settled first."""

UNSETTLED: Final = "To be settled first"

RESULT: Final = "result"
"""The last step: the whole sheet, and who won."""

_FIELD: Final = re.compile(r"\w+")
_SEAT: Final = re.compile(r"players\[(\d+)\]\.?(\w*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringStep:
    """A step of the walk; `done` where it was checked."""

    key: str
    title: str
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereEntered:
    """A problem at the table: whose it is, and the key of the place where it is mended, as far as that can be said."""

    problem: Problem
    seat: int | None
    place: str | None


def steps(game: Game[Any], checked: Iterable[str], *, unsettled: bool) -> tuple[ScoringStep, ...]:
    """Return the steps of the walk: each rule of the sheet, what has to be settled before, and the result."""
    done = frozenset(checked)
    rules = (ScoringStep(key=rule, title=title, done=rule in done) for rule, title in game.rules.items())
    before = (ScoringStep(key=SETTLE, title=UNSETTLED),) if unsettled else ()
    return (*before, *rules, ScoringStep(key=RESULT, title="Result"))


def first_open(walk: Sequence[ScoringStep]) -> str:
    """Return the step where the walk is taken up: the first one that is not done.

    >>> first_open((ScoringStep(key="items", title="Items", done=True), ScoringStep(key=RESULT, title="Result")))
    'result'
    """
    return next(step.key for step in walk if not step.done)


def found(problem: Problem, places: Sequence[Tab]) -> WhereEntered:
    """Return whose a problem is, and where it is mended; what is nobody's is mended where its field is entered."""
    named = _SEAT.search(problem.path)
    if named is None:
        at = _FIELD.match(problem.path)
        place = next((place.key for place in places if at is not None and at[0] in place.enters), None)
        return WhereEntered(problem=problem, seat=None, place=place)
    seat, field = named.groups()
    return WhereEntered(problem=problem, seat=int(seat), place=entering(field, places))


def entering(what: str, places: Sequence[Tab]) -> str:
    """Return the key of the place where a rule of the sheet, or a field of a player, is entered: else the first one."""
    return next((place.key for place in places if what in place.enters), places[0].key)
