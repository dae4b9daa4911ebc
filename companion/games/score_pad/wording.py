"""Pads in words: what each kind of category is worth, who wins, and what breaks ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import as_typed, counted, points_text, say, with_commas
from scoring.score_pad.rules import THE_MOST
from scoring.score_pad.state import (
    ROUND_RANGE,
    Beyond,
    By,
    Count,
    Kind,
    Majority,
    Points,
    Products,
    Rounds,
    Steps,
    Tick,
    Ties,
)
from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory, Pad, TieBreak

KINDS: Final[Mapping[Kind, Message]] = {
    Kind.POINTS: say("Points"),
    Kind.COUNT: say("Count"),
    Kind.TICK: say("Tick"),
    Kind.STEPS: say("Steps"),
    Kind.ROUNDS: say("Rounds"),
    Kind.PRODUCTS: say("Products"),
    Kind.MAJORITY: say("Majority"),
}
"""The name of each kind."""

EXAMPLES: Final[Mapping[Kind, Message]] = {
    Kind.COUNT: say("Each one is worth the same, such as 2 points for a coin, or 1 point for every 3 cubes."),
    Kind.TICK: say("You have it or not, such as 10 points for the castle in the middle."),
    Kind.STEPS: say("A number has a printed value, such as 3, 6 and 10 points for one, two and three gems."),
    Kind.MAJORITY: say("The most of something wins, such as 5 points for the most sheep, 2 for the second."),
}
"""An example of each kind that its worth does not say."""

TIES: Final[Mapping[Ties, Message]] = {
    Ties.SHARE: say("players who are level share"),
    Ties.ALL: say("players who are level each get all"),
    Ties.NONE: say("players who are level get nothing"),
}
"""What those get who are level."""

KEEPS: Final = say("Tables and plays keep the pad that they began with.")

WINNERS: Final[Mapping[Better, Message]] = {
    Better.MOST: say("The most points win"),
    Better.FEWEST: say("The fewest points win"),
}
"""Who wins, as a sentence and as a choice."""

_SHOWN_VALUES: Final = 12
"""How many values of steps are named one by one."""


def category_text(category: AnyCategory) -> Message:
    """Return a category in words: its title, and what it is worth."""
    worth = worth_text(category)
    return as_typed(category.title) if worth is None else say("{what}: {value}", what=category.title, value=worth)


def worth_text(category: AnyCategory) -> Message | None:
    """Return what a category is worth, `None` where that is what its players say.

    >>> from scoring.score_pad.state import Count, Majority, Points
    >>> str(worth_text(Points(key="grain", title="Grain", high=30)))
    'at most 30'
    >>> str(worth_text(Points(key="grain", title="Grain", low=3)))
    'at least 3'
    >>> str(worth_text(Count(key="cubes", title="Cubes", each=1, per=3)))
    '1 point for every 3'
    >>> str(worth_text(Majority(key="sheep", title="Sheep", values=(5, 2))))
    '5 for the most, 2 for the second most, players who are level share'
    """
    match category:
        case Points():
            return _points_text(category)
        case Count():
            return _count_text(category)
        case Tick(worth=worth):
            return points_text(worth)
        case Steps():
            return _steps_text(category)
        case Majority():
            return _majority_text(category)
        case Rounds() | Products():
            return _IN_LISTS[category.kind]


_IN_LISTS: Final = {
    Kind.ROUNDS: say("points round by round"),
    Kind.PRODUCTS: say("pairs of numbers, such as 5 × 2 + 3 × 1"),
}


def _points_text(category: Points) -> Message | None:
    if category.low == ROUND_RANGE.low:
        return None if category.high == ROUND_RANGE.high else say("at most {high}", high=category.high)
    if category.high == ROUND_RANGE.high:
        return say("at least {low}", low=category.low)
    return say("from {low} to {high}", low=category.low, high=category.high)


def _count_text(category: Count) -> Message:
    if category.each == 0:
        return say("a number that is worth nothing, for ties")
    points = points_text(category.each)
    if category.per == 1:
        return say("{points} for each", points=points)
    return say("{points} for every {per}", points=points, per=category.per)


def _steps_text(category: Steps) -> Message:
    """Return what steps are worth.

    >>> from scoring.score_pad.state import Steps
    >>> str(_steps_text(Steps(key="gems", title="Gems", values=(0, 3, 6, 10))))
    '3 for 1, 6 for 2, 10 for 3; more than 3 are also worth 10'
    """
    zero, *values = category.values
    named = [say("{value} for {what}", value=value, what=at) for at, value in enumerate(values, 1)]
    if zero:
        named.insert(0, say("{value} for {what}", value=zero, what=0))
    if len(named) > _SHOWN_VALUES:
        named = [*named[: _SHOWN_VALUES - 1], as_typed("…"), named[-1]]
    worth, last = with_commas(named), len(values)
    if category.beyond is Beyond.LAST:
        return say("{worth}; more than {last} are also worth {value}", worth=worth, last=last, value=values[-1])
    return say("{worth}; after {last} it begins again", worth=worth, last=last)


def _majority_text(category: Majority) -> Message:
    worth = [
        say("{value} for {what}", value=value, what=place)
        for value, place in zip(category.values, THE_MOST, strict=False)
    ]
    least = [say("from {least} on", least=category.least)] if category.least > 1 else []
    return with_commas([*worth, *least, TIES[category.ties]])


def tie_break_text(tie_break: TieBreak, titles: Mapping[str, str]) -> Message:
    """Return a tie-break in words; `titles` are those of the categories by their keys."""
    title: str | Message = titles.get(tie_break.category, tie_break.category)
    if tie_break.by is By.POINTS:
        title = say("points for {title}", title=title)
    if tie_break.wanted is Better.MOST:
        return say("the most {title}", title=title)
    return say("the fewest {title}", title=title)


def pad_lines(pad: Pad) -> Iterator[Message]:
    """Yield all that a pad says apart from its title: who wins, for how many it is, the categories, the tie-breaks."""
    yield WINNERS[pad.winner]
    if pad.players is not None:
        yield _players(*pad.players)
    yield from map(category_text, pad.categories)
    titles = {category.key: category.title for category in pad.categories}
    if pad.tie_breaks:
        order = with_commas([tie_break_text(tie_break, titles) for tie_break in pad.tie_breaks])
        yield say("{what}: {value}", what=say("Ties"), value=order)
    if pad.bgg is not None:
        yield say("{what}: {value}", what=say("BoardGameGeek number"), value=pad.bgg)


def pad_summary(pad: Pad) -> tuple[Message, ...]:
    """Return what a pad says, in short: the titles of its categories, and who wins."""
    return as_typed(", ".join(category.title for category in pad.categories)), WINNERS[pad.winner]


def _players(low: int, high: int) -> Message:
    if low == high:
        return counted(low, "For {number} player", "For {number} players")
    return say("For {low} to {high} players", low=low, high=high)
