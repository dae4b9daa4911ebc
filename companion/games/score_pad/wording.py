"""Pads in words: what each kind of category is worth, who wins, and what breaks ties."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from scoring.messages import as_typed, counted, points_text, say, say_in, with_commas
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

KINDS: Final[Mapping[Kind, tuple[Message, Message]]] = {
    Kind.POINTS: (say("Points"), say("You add the points up yourselves, such as 23 points for the farm.")),
    Kind.COUNT: (
        say("Count"),
        say("Each one is worth the same, such as 2 points for a coin, or 1 point for every 3 cubes."),
    ),
    Kind.TICK: (say("Tick"), say("You have it or not, such as 10 points for the castle in the middle.")),
    Kind.STEPS: (
        say("Steps"),
        say("A number has a printed value, such as 3, 6 and 10 points for one, two and three gems."),
    ),
    Kind.ROUNDS: (say("Rounds"), say("Points round by round, such as 20, then -10, then 30.")),
    Kind.PRODUCTS: (
        say("Products"),
        say("Two numbers are multiplied, such as a field of 5 squares with 2 crowns, 5 × 2."),
    ),
    Kind.MAJORITY: (
        say("Majority"),
        say("The most of something wins, such as 5 points for the most sheep, 2 for the second."),
    ),
}
"""The name of each kind, and an example of it in a sentence."""

TIES: Final[Mapping[Ties, Message]] = {
    Ties.SHARE: say("They share the points"),
    Ties.ALL: say("Each gets all of them"),
    Ties.NONE: say("Nobody gets any"),
}
"""What those get who are level, as choices."""

WINNERS: Final[Mapping[Better, Message]] = {
    Better.MOST: say("The most points win"),
    Better.FEWEST: say("The fewest points win"),
}
"""Who wins, as a sentence and as a choice."""

_SHOWN_VALUES: Final = 12
"""How many values of steps are named one by one."""


def category_text(category: AnyCategory) -> Message:
    """Return a category in words: its title, and what it is worth."""
    return say("{what}: {value}", what=category.title, value=worth_text(category))


def worth_text(category: AnyCategory) -> Message:
    """Return what a category is worth.

    >>> from scoring.score_pad.state import Count, Majority
    >>> str(worth_text(Count(key="cubes", title="Cubes", each=1, per=3)))
    '1 point for every 3'
    >>> str(worth_text(Majority(key="sheep", title="Sheep", values=(5, 2))))
    '5 for the most, 2 for the second most; players who are level share'
    """
    match category:
        case Points():
            return _points_text(category)
        case Count():
            return _count_text(category)
        case Tick(worth=worth):
            return say("{points} for whoever has it", points=points_text(worth))
        case Steps():
            return _steps_text(category)
        case Majority():
            return _majority_text(category)
        case Rounds() | Products():
            return _IN_LISTS[category.kind]


_IN_LISTS: Final = {
    Kind.ROUNDS: say("points round by round"),
    Kind.PRODUCTS: say("pairs of numbers, multiplied and added up"),
}


def _points_text(category: Points) -> Message:
    ends = category.low, category.high
    if ends == (ROUND_RANGE.low, ROUND_RANGE.high):
        return say("points")
    return say("points, from {low} to {high}", low=category.low, high=category.high)


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
    'worth 3 for one, 6 for two, 10 for three; more than three are also worth 10'
    """
    zero, *values = category.values
    named = [say("{value} for {what}", value=value, what=_number(at)) for at, value in enumerate(values, 1)]
    if zero:
        named.insert(0, say("{value} for none", value=zero))
    if len(named) > _SHOWN_VALUES:
        named = [*named[: _SHOWN_VALUES - 1], as_typed("…"), named[-1]]
    worth = with_commas(named)
    last = _number(len(values))
    if category.beyond is Beyond.LAST:
        return say("worth {worth}; more than {last} are also worth {value}", worth=worth, last=last, value=values[-1])
    return say("worth {worth}; after {last} it begins again", worth=worth, last=last)


_NUMBERS: Final = {
    1: say_in("number", "one"),
    2: say_in("number", "two"),
    3: say_in("number", "three"),
    4: say_in("number", "four"),
    5: say_in("number", "five"),
    6: say_in("number", "six"),
}


def _number(number: int) -> Message | int:
    return _NUMBERS.get(number, number)


_LEVEL: Final = {
    Ties.SHARE: say("players who are level share"),
    Ties.ALL: say("players who are level each get all"),
    Ties.NONE: say("players who are level get nothing"),
}


def _majority_text(category: Majority) -> Message:
    worth = with_commas(
        [
            say("{value} for {what}", value=value, what=place)
            for value, place in zip(category.values, THE_MOST, strict=False)
        ]
    )
    level = _LEVEL[category.ties]
    if category.least == 1:
        return say("{worth}; {level}", worth=worth, level=level)
    return say("{worth}, from {least} on; {level}", worth=worth, least=category.least, level=level)


def tie_break_text(tie_break: TieBreak, titles: Mapping[str, str]) -> Message:
    """Return a tie-break in words; `titles` are those of the categories by their keys."""
    title, most = titles.get(tie_break.category, tie_break.category), tie_break.wanted is Better.MOST
    if tie_break.by is By.ENTRY:
        return say("the most {title}", title=title) if most else say("the fewest {title}", title=title)
    return (
        say("the most points for {title}", title=title) if most else say("the fewest points for {title}", title=title)
    )


def pad_lines(pad: Pad) -> Iterator[Message]:
    """Yield all that a pad says apart from its title: who wins, for how many it is, the categories, the tie-breaks."""
    yield WINNERS[pad.winner]
    if pad.players is not None:
        yield _players(*pad.players)
    yield from map(category_text, pad.categories)
    titles = {category.key: category.title for category in pad.categories}
    if pad.tie_breaks:
        order = [tie_break_text(tie_break, titles) for tie_break in pad.tie_breaks]
        yield say("Ties: {order}", order=reduce(_then, order))
    if pad.bgg is not None:
        yield say("Number {bgg} at BoardGameGeek", bgg=pad.bgg)


def pad_summary(pad: Pad) -> tuple[Message, ...]:
    """Return what a pad says, in short: the titles of its categories, and who wins."""
    titles = ", ".join(category.title for category in pad.categories)
    categories = counted(
        len(pad.categories), "{number} category: {titles}", "{number} categories: {titles}", titles=titles
    )
    return categories, WINNERS[pad.winner]


def _players(low: int, high: int) -> Message:
    if low == high:
        return counted(low, "For {number} player", "For {number} players")
    return say("For {low} to {high} players", low=low, high=high)


def _then(first: Message, then: Message) -> Message:
    return say("{first}, then {then}", first=first, then=then)
