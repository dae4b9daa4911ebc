"""My copy of Carpe Diem: what the rulebook prints of the material, what was entered, and what the villa chart lacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from companion.games.carpe_diem.wording import card_text
from companion.games.copy_parts import (
    CopyPart,
    KnownValue,
    PrintedValue,
    is_number,
    plain_values,
    points_text,
    read_value,
    whole_number,
    with_mine,
)
from scoring.carpe_diem.data import (
    KNOWN_FORUM_CARDS,
    KNOWN_FOUNTAIN_CARDS,
    KNOWN_FRAME_GOALS,
    KNOWN_VILLA_CHART,
    VILLA_CHART_SOURCE,
)
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.state import VILLA_POINTS_RANGE, Card, Edition, FountainCard, FrameGoal, Kind, Thing
from scoring.carpe_diem.villa_chart import KEY, Chimneys
from scoring.carpe_diem.wording import chimneys_counted
from scoring.messages import Message, counted, forms, say
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.data import Stack
    from scoring.carpe_diem.state import Table
    from scoring.carpe_diem.villa_chart import VillaChart

GAME: Final = "carpe-diem"

VILLA_CHART_PART: Final = "villa_chart"
FORUM_CARD_PART: Final = "forum_card"
FOUNTAIN_CARD_PART: Final = "fountain_card"
FRAME_GOAL_PART: Final = "frame_goal"

SHAPE_PART: Final = "shape"
"""The part that counts how often each shape of a tile was laid; nobody is asked for it."""


def villa_chart(copies: MyCopy) -> tuple[KnownValue[int], ...]:
    """Return the points of completed villas by the keys of the villa chart; my values replace those of the rulebook."""
    printed = (
        KnownValue(key=key, value=points, printed=VILLA_CHART_SOURCE) for key, points in KNOWN_VILLA_CHART.items()
    )
    entries = with_mine(printed, copies, VILLA_CHART_PART, _points)
    by_number = {_chimneys(entry.key): entry for entry in entries}
    last = min(
        (number for number, entry in by_number.items() if Chimneys.read(entry.key).and_more), default=max(by_number)
    )
    return tuple(by_number[number] for number in sorted(by_number) if number <= last)


def villa_values(copies: MyCopy) -> dict[str, int]:
    """Return the villa chart as a table takes it."""
    return {entry.key: entry.value for entry in villa_chart(copies)}


def forum_cards(copies: MyCopy, edition: Edition = Edition.SECOND) -> tuple[KnownValue[Card], ...]:
    """Return the forum cards known in an edition, by the letters on their backs."""
    printed = (
        KnownValue(key=card_key(one.card), value=one.card, printed=one.source)
        for one in KNOWN_FORUM_CARDS
        if edition in one.editions
    )
    entries = with_mine(printed, copies, FORUM_CARD_PART, lambda _, value: read_value(Card, value, GAME))
    return tuple(sorted(entries, key=lambda entry: stack(entry.value)))


def fountain_values(copies: MyCopy) -> tuple[KnownValue[int], ...]:
    """Return the points of the fountain cards known, keyed by kind."""
    printed = (KnownValue(key=one.kind.value, value=one.points, printed=one.source) for one in KNOWN_FOUNTAIN_CARDS)
    entries = with_mine(printed, copies, FOUNTAIN_CARD_PART, _fountain_points)
    return tuple(sorted(entries, key=lambda entry: list(Kind).index(Kind(entry.key))))


def frame_goals(copies: MyCopy) -> tuple[KnownValue[FrameGoal], ...]:
    """Return the goals of frame parts known, without their place; a kind may have several with different points."""
    goals = ((FrameGoal(kind=one.kind, points=one.points), one.source) for one in KNOWN_FRAME_GOALS)
    printed = (KnownValue(key=goal_key(goal), value=goal, printed=source) for goal, source in goals)
    entries = with_mine(printed, copies, FRAME_GOAL_PART, lambda _, value: read_value(FrameGoal, value, GAME))
    return tuple(sorted(entries, key=lambda entry: (list(Kind).index(entry.value.kind), entry.value.points)))


async def keep_villa(copies: MyCopy, key: str, points: int) -> None:
    """Keep a value of the villa chart; it replaces the one kept for the same number of chimneys."""
    for other in tuple(copies.part(VILLA_CHART_PART)):
        if other != key and re.fullmatch(KEY, other, re.ASCII) and _chimneys(other) == _chimneys(key):
            await copies.drop(VILLA_CHART_PART, other)
    await copies.keep(VILLA_CHART_PART, key, points)


async def keep_card(copies: MyCopy, card: Card, edition: Edition = Edition.SECOND) -> None:
    """Keep a forum card, unless exactly this card is known in its edition."""
    if all(entry.value != card for entry in forum_cards(copies, edition)):
        await copies.keep(FORUM_CARD_PART, card_key(card), plain(card))


async def keep_fountain(copies: MyCopy, kind: Kind, points: int) -> None:
    """Keep the points of a fountain card, unless they are known."""
    if all((entry.key, entry.value) != (kind.value, points) for entry in fountain_values(copies)):
        await copies.keep(FOUNTAIN_CARD_PART, kind.value, points)


async def keep_goal(copies: MyCopy, goal: FrameGoal) -> None:
    """Keep a goal of a frame part, unless it is known."""
    key = goal_key(goal)
    if all(entry.key != key for entry in frame_goals(copies)):
        await copies.keep(FRAME_GOAL_PART, key, {"kind": goal.kind.value, "points": goal.points})


def card_key(card: Card) -> str:
    """Return the key of a forum card: what it asks and gives, so that a card is kept once whatever its name.

    >>> from scoring.carpe_diem.state import Good, Reward
    >>> card_key(Card(pay={Good.FISH: 3}, reward=Reward(points=7)))
    'pay fish 3: points 7'
    """
    asked = plain(card.pay or card.own or {})
    things = " ".join(f"{thing} {asked[thing]}" for thing in sorted(asked))
    reward = " ".join(f"{name} {number}" for name, number in plain(card.reward).items() if number)
    return f"{'own' if card.pay is None else 'pay'} {things}: {reward}"


def goal_key(goal: FrameGoal) -> str:
    """Return the key of a frame goal, such as "villa 3"."""
    return f"{goal.kind.value} {goal.points}"


def stack(card: Card) -> Stack:
    """Return the letter on the back of a forum card, which follows from what it asks for. Rulebook, Forum Cards.

    >>> stack(Card(own={Thing.CHIMNEYS: 2}))
    'C'
    """
    if card.pay is not None:
        return "A" if len(card.pay) == 1 else "B"
    return "C" if {Thing.VILLA, Thing.CHIMNEYS}.issuperset(card.own or {}) else "D"


def next_chimneys(entries: Iterable[KnownValue[int]]) -> int:
    """Return the smallest number of chimneys without an entry of its own in a villa chart."""
    known = {_chimneys(entry.key) for entry in entries}
    return next(number for number in range(1, len(known) + 2) if number not in known)


def missing_chimneys(table: Table, seat: int | None = None) -> tuple[int, ...]:
    """Return the numbers of chimneys of completed villas, of all or of a seat, that the table's villa chart lacks."""
    players = table.players if seat is None else (table.players[seat],)
    numbers = {chimneys for player in players for chimneys in built_by(player).villas}
    return tuple(sorted(number for number in numbers if table.chart.points(number) is None))


def villa_owners(table: Table, chimneys: int) -> tuple[str, ...]:
    """Return the players with a completed villa of so many chimneys."""
    return tuple(player.name for player in table.players if chimneys in built_by(player).villas)


def can_be_last(table: Table, chimneys: int) -> bool:
    """Return whether an entry may stand for more chimneys as well: neither the chart nor a villa goes beyond it."""
    return max((table.chart.highest, *missing_chimneys(table))) == chimneys


def doubt_about_value(chart: VillaChart, chimneys: int, points: int) -> Message | None:
    """Return the question whether a value is meant, where fewer chimneys give more or more chimneys give less.

    >>> from scoring.carpe_diem.villa_chart import VillaChart
    >>> str(doubt_about_value(VillaChart.read({"3": 3, "5": 7}), 4, 2))
    '3 chimneys give 3 points. Do 4 chimneys give only 2 points?'
    >>> doubt_about_value(VillaChart.read({"3": 3, "5": 7}), 4, 5)
    """
    for (number, _), value in chart.entries:
        if (number < chimneys and value > points) or (number > chimneys and value < points):
            words, fewer, more = (_TOO_LITTLE, number, chimneys) if number < chimneys else (_TOO_MUCH, chimneys, number)
            others = chimneys_counted(Chimneys(more))
            return counted(fewer, *words, others=others, value=points_text(value), points=points_text(points))
    return None


_TOO_LITTLE: Final = forms(
    "{number} chimney gives {value}. Do {others} give only {points}?",
    "{number} chimneys give {value}. Do {others} give only {points}?",
)
_TOO_MUCH: Final = forms(
    "{others} give {value}. Does {number} chimney give {points}?",
    "{others} give {value}. Do {number} chimneys give {points}?",
)


def _chimneys(key: str) -> int:
    return Chimneys.read(key).number


def _points(key: str, value: object) -> int | None:
    return whole_number(value) if re.fullmatch(KEY, key, re.ASCII) else None


def _fountain_points(key: str, value: object) -> int | None:
    return whole_number(value) if key in set(Kind) else None


def _villa_printed(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    """Return an entry of the villa chart; "5" and "5+" are about the same."""
    try:
        chimneys = Chimneys.read(key)
    except ValueError:
        return None
    if not is_number(value, VILLA_POINTS_RANGE.low, VILLA_POINTS_RANGE.high):
        return None
    return PrintedValue(about=str(chimneys.number), what=chimneys_counted(chimneys), worth=points_text(value))


def _card_printed(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    card = read_value(Card, value, GAME)
    return None if card is None or card_key(card) != key else PrintedValue(about=key, what=card_text(card))


def _fountain_printed(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    card = read_value(FountainCard, {"kind": key, "points": value}, GAME)
    return None if card is None else PrintedValue(about=key, what=card.kind.noun.name, worth=points_text(card.points))


def _goal_printed(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    goal = read_value(FrameGoal, value, GAME)
    if goal is None or goal_key(goal) != key:
        return None
    words = counted(goal.points, "{kind}, {number} point", "{kind}, {number} points", kind=goal.kind.noun.name)
    return PrintedValue(about=key, what=words)


COPY_PARTS: Final[Mapping[str, CopyPart]] = {
    VILLA_CHART_PART: CopyPart(
        title=say("Villa chart"), read=_villa_printed, known_here=lambda copies: plain_values(villa_chart(copies))
    ),
    FORUM_CARD_PART: CopyPart(
        title=say("Forum cards"), read=_card_printed, known_here=lambda copies: plain_values(forum_cards(copies))
    ),
    FOUNTAIN_CARD_PART: CopyPart(
        title=say("Fountain cards"),
        read=_fountain_printed,
        known_here=lambda copies: plain_values(fountain_values(copies)),
    ),
    FRAME_GOAL_PART: CopyPart(
        title=say("Frame goals"), read=_goal_printed, known_here=lambda copies: plain_values(frame_goals(copies))
    ),
}
"""The parts of the copy, in the order in which they are shown."""
