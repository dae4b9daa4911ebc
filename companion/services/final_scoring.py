"""The final scoring, step by step: its rules, and the tab on which a problem is mended."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say

if TYPE_CHECKING:
    from scoring.problems import Problem
    from scoring.sheet import Column

Tabs = Mapping[str, Collection[str]]
"""The rules of the sheet and the fields of a player that are entered on each tab, by its key; the first tab first."""

SETTLE: Final = "settle"
"""The step before all others, where something is still to be settled."""

UNSETTLED: Final = say("Settle this first")

NOBODY: Final = say("No points")

NOTHING: Final = "nothing"
"""The step before the last one: the rules that give nobody a point."""

RESULT: Final = "result"
"""The last step: the whole sheet, and who won."""

_FIELD: Final = re.compile(r"\w+")
_SEAT: Final = re.compile(r"players\[(\d+)\]\.?(\w*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringStep:
    """A step of the final scoring; `done` where it was checked."""

    key: str
    title: Message
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemLocation:
    """A problem at the table with the seat of its player and the key of the tab that mends it, `None` where unknown.

    `field` is the name of what is entered there, "" where it is the player as a whole.
    """

    problem: Problem
    seat: int | None
    tab: str | None
    field: str


def scoring_steps(rules: Mapping[str, Message], checked: Iterable[str], *, unsettled: bool) -> tuple[ScoringStep, ...]:
    """Return the steps: what is still to be settled, each of these rules by its title, and the result."""
    done = frozenset(checked)
    steps = (ScoringStep(key=rule, title=title, done=rule in done) for rule, title in rules.items())
    before = (ScoringStep(key=SETTLE, title=UNSETTLED),) if unsettled else ()
    return (*before, *steps, ScoringStep(key=RESULT, title=say("Result")))


def rules_to_check(rules: Mapping[str, Message], columns: Sequence[Column]) -> Mapping[str, Message]:
    """Return the rules that have a step of their own; all that give nobody a point have the last step."""
    empty = [rule for rule in empty_rules(columns) if rule in rules]
    return {rule: title for rule, title in rules.items() if rule not in empty} | ({NOTHING: NOBODY} if empty else {})


def empty_rules(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the rules of a sheet that give nobody a point, as far as all is known."""
    rows = zip(*(column.lines for column in columns), strict=True)
    return tuple(row[0].rule for row in rows if not any(line.points or line.cells or line.lacks for line in row))


def checked_rules(ticks: Sequence[str], columns: Sequence[Column]) -> frozenset[str]:
    """Return the rules that were checked and kept their points; with `NOTHING` once all rules of that step were."""
    rules = [line.rule for line in columns[0].lines]
    done = frozenset(rule for rule in rules if rule in ticks or _tick(rule, columns) in ticks)
    return done | {NOTHING} if done.issuperset(empty_rules(columns)) else done


def with_ticks(ticks: Sequence[str], key: str, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the ticks with those of a step, which hold its points."""
    return (*without_ticks(ticks, key, columns), *(_tick(rule, columns) for rule in _rules_of(key, columns)))


def without_ticks(ticks: Sequence[str], key: str, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the ticks without those of a step."""
    return tuple(tick for tick in ticks if tick.partition("=")[0] not in _rules_of(key, columns))


def _rules_of(key: str, columns: Sequence[Column]) -> tuple[str, ...]:
    return empty_rules(columns) if key == NOTHING else (key,)


def _tick(rule: str, columns: Sequence[Column]) -> str:
    points = (line.points for column in columns for line in column.lines if line.rule == rule)
    return f"{rule}={','.join(map(str, points))}"


def first_unchecked(walk: Sequence[ScoringStep]) -> str:
    """Return the key of the first step that is not done.

    >>> title = say("Items")
    >>> first_unchecked((ScoringStep(key="items", title=title, done=True), ScoringStep(key=RESULT, title=title)))
    'result'
    """
    return next(step.key for step in walk if not step.done)


def where_entered(problem: Problem, tabs: Tabs) -> ProblemLocation:
    """Return the player of a problem and the tab that mends it; without a player, the tab of the field alone."""
    player = _SEAT.search(problem.path)
    if player is None:
        field = _FIELD.match(problem.path)
        tab = next((key for key, entered in tabs.items() if field is not None and field[0] in entered), None)
        return ProblemLocation(problem=problem, seat=None, tab=tab, field="" if field is None else field[0])
    seat, name = player.groups()
    return ProblemLocation(problem=problem, seat=int(seat), tab=tab_for(name, tabs), field=name)


def tab_for(name: str, tabs: Tabs) -> str:
    """Return the key of the tab on which a rule or a field is entered, else of the first tab."""
    return next((key for key, entered in tabs.items() if name in entered), next(iter(tabs)))
