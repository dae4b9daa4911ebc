"""My copy of Carpe Diem: what the rulebook prints of the material, and what was entered, each with its source."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from scoring.carpe_diem.data import (
    KNOWN_FORUM_CARDS,
    KNOWN_FOUNTAIN_CARDS,
    KNOWN_FRAME_GOALS,
    KNOWN_VILLA_CHART,
    VILLA_CHART_SOURCE,
)
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import Card, FrameGoal, Kind, Thing
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.problems import problems_in
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.data import Stack
    from scoring.problems import Problem

V = TypeVar("V")

VILLA_CHART_PART: Final = "villa_chart"
FORUM_CARD_PART: Final = "forum_card"
FOUNTAIN_CARD_PART: Final = "fountain_card"
FRAME_GOAL_PART: Final = "frame_goal"


class Source(StrEnum):
    """Where a value comes from: the rulebook prints it, or it was entered from one's own copy."""

    RULEBOOK = "rulebook"
    MINE = "mine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[V]):
    """A value printed in my copy, by the key under which it is kept; `printed` says where the rulebook prints it."""

    key: str
    value: V
    source: Source
    printed: str = ""


def villa_chart(copies: MyCopy) -> tuple[Entry[int], ...]:
    """Return the points of completed villas by chimneys; "5+" is 5 and more. Mine takes the place of the rulebook's."""
    known = _printed((key, points, VILLA_CHART_SOURCE) for key, points in KNOWN_VILLA_CHART.items())
    by_number = {_chimneys(entry.key): entry for entry in (*known, *_mine(copies, VILLA_CHART_PART, _points))}
    last = min(
        (number for number, entry in by_number.items() if Chimneys.read(entry.key).and_more), default=max(by_number)
    )
    return tuple(by_number[number] for number in sorted(by_number) if number <= last)


def villa_values(copies: MyCopy) -> dict[str, int]:
    """Return the villa chart as a table takes it."""
    return {entry.key: entry.value for entry in villa_chart(copies)}


def forum_cards(copies: MyCopy) -> tuple[Entry[Card], ...]:
    """Return the forum cards known, by the letters on their backs, then as they became known."""
    known = _printed((card_key(one.card), one.card, one.source) for one in KNOWN_FORUM_CARDS)
    return tuple(sorted(_merged(known, _mine(copies, FORUM_CARD_PART, _card)), key=lambda entry: stack(entry.value)))


def fountain_values(copies: MyCopy) -> tuple[Entry[int], ...]:
    """Return the points of the fountain cards, keyed by kind."""
    known = _printed((one.kind.value, one.points, one.source) for one in KNOWN_FOUNTAIN_CARDS)
    mine = (entry for entry in _mine(copies, FOUNTAIN_CARD_PART, _points) if entry.key in set(Kind))
    return tuple(sorted(_merged(known, mine), key=lambda entry: list(Kind).index(Kind(entry.key))))


def frame_goals(copies: MyCopy) -> tuple[Entry[FrameGoal], ...]:
    """Return the goals known from frame parts, without their place; a kind may be there with different points."""
    goals = ((FrameGoal(kind=one.kind, points=one.points), one.source) for one in KNOWN_FRAME_GOALS)
    known = _printed((goal_key(goal), goal, source) for goal, source in goals)
    merged = _merged(known, _mine(copies, FRAME_GOAL_PART, _goal))
    return tuple(sorted(merged, key=lambda entry: (list(Kind).index(entry.value.kind), entry.value.points)))


async def keep_villa(copies: MyCopy, key: str, points: int) -> None:
    """Keep a value of the villa chart, in the place of what was kept for as many chimneys."""
    for other in tuple(copies.part(VILLA_CHART_PART)):
        if other != key and _chimneys(other) == _chimneys(key):
            await copies.drop(VILLA_CHART_PART, other)
    await copies.keep(VILLA_CHART_PART, key, points)


async def keep_card(copies: MyCopy, card: Card) -> None:
    """Keep a forum card, unless the rulebook or my copy has it just so already."""
    if all(entry.value != card for entry in forum_cards(copies)):
        await copies.keep(FORUM_CARD_PART, card_key(card), plain(card))


async def keep_fountain(copies: MyCopy, kind: Kind, points: int) -> None:
    """Keep what a fountain card gives."""
    await copies.keep(FOUNTAIN_CARD_PART, kind.value, points)


async def keep_goal(copies: MyCopy, goal: FrameGoal) -> None:
    """Keep a goal of a frame part, unless it is known already."""
    key = goal_key(goal)
    if all(entry.key != key for entry in frame_goals(copies)):
        await copies.keep(FRAME_GOAL_PART, key, {"kind": goal.kind.value, "points": goal.points})


def card_key(card: Card) -> str:
    """Return under what a forum card is kept: what it asks and gives, so that it is kept once whatever it is called.

    >>> from scoring.carpe_diem.state import Good, Reward
    >>> card_key(Card(pay={Good.FISH: 3}, reward=Reward(points=7)))
    'pay fish 3: points 7'
    """
    asked = plain(card.pay or card.own or {})
    things = " ".join(f"{thing} {asked[thing]}" for thing in sorted(asked))
    reward = " ".join(f"{name} {number}" for name, number in plain(card.reward).items() if number)
    return f"{'own' if card.pay is None else 'pay'} {things}: {reward}"


def goal_key(goal: FrameGoal) -> str:
    """Return under what a frame goal is kept, such as "villa 3"."""
    return f"{goal.kind.value} {goal.points}"


def stack(card: Card) -> Stack:
    """Return the letter on the back of a forum card, told by what it asks for. Rulebook, Forum Cards.

    >>> stack(Card(own={Thing.CHIMNEYS: 2}))
    'C'
    """
    if card.pay is not None:
        return "A" if len(card.pay) == 1 else "B"
    return "C" if {Thing.VILLA, Thing.CHIMNEYS}.issuperset(card.own or {}) else "D"


def _printed(entries: Iterable[tuple[str, V, str]]) -> tuple[Entry[V], ...]:
    return tuple(
        Entry(key=key, value=value, source=Source.RULEBOOK, printed=printed) for key, value, printed in entries
    )


def _mine(copies: MyCopy, part: str, read: Callable[[object], V | None]) -> tuple[Entry[V], ...]:
    """Return what is kept of a part; what this version cannot read is passed over, and stays kept."""
    values = ((key, read(value)) for key, value in copies.part(part).items())
    return tuple(Entry(key=key, value=value, source=Source.MINE) for key, value in values if value is not None)


def _merged(known: Iterable[Entry[V]], mine: Iterable[Entry[V]]) -> tuple[Entry[V], ...]:
    return tuple({entry.key: entry for entry in (*known, *mine)}.values())


def _chimneys(key: str) -> int:
    return Chimneys.read(key).number


def _points(value: object) -> int | None:
    return value if type(value) is int else None


def _card(value: object) -> Card | None:
    return _read(Card, value)


def _goal(value: object) -> FrameGoal | None:
    return _read(FrameGoal, value)


def _read(of: type[V], value: Any) -> V | None:  # noqa: ANN401 - what JSON can hold
    problems: list[Problem] = []
    read: V = record_of(of).read(value, None, problems)
    return None if problems or problems_in(read, LIMITS) else read
