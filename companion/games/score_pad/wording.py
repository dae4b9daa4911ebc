"""Pads in words: what each kind of category is worth, who wins, and what breaks ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.score_pad.rounds_wording import bids_text, marked_text
from scoring.messages import as_typed, counted, points_text, say, with_commas
from scoring.score_pad.majority import PLACES
from scoring.score_pad.state import (
    ROUND_RANGE,
    Beyond,
    Bids,
    Bonus,
    By,
    Count,
    EachBeyond,
    Kind,
    Lookups,
    Lowest,
    Majority,
    Marked,
    Outcome,
    Points,
    Products,
    Rounds,
    Steps,
    Tick,
    Ties,
    Winner,
    keys_of,
)
from scoring.score_pad.titles import titles_of, worded
from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory, Ends, Pad, TieBreak

KINDS: Final[Mapping[Kind, Message]] = {
    Kind.POINTS: say("Points"),
    Kind.COUNT: say("Count"),
    Kind.TICK: say("Tick"),
    Kind.STEPS: say("Steps"),
    Kind.ROUNDS: say("Rounds"),
    Kind.PRODUCTS: say("Products"),
    Kind.MAJORITY: say("Majority"),
    Kind.LOOKUPS: say("Several steps"),
    Kind.BIDS: say("Bids"),
    Kind.LOWEST: say("Lowest"),
    Kind.BONUS: say("Bonus"),
    Kind.MARKED: say("Marked rounds"),
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
    Ties.NEXT: say("players who are level each get all, the next place follows"),
}
"""What those get who are level."""

WINS_AT_ONCE: Final = say("wins at once")

KEEPS: Final = say("Tables and plays keep the pad that they began with.")

WINNERS: Final[Mapping[Winner, Message]] = {
    Winner.MOST: say("The most points win"),
    Winner.FEWEST: say("The fewest points win"),
    Winner.TOGETHER: say("All win or lose together"),
}
"""Who wins, as a sentence and as a choice."""

OUTCOMES: Final[Mapping[Outcome, Message]] = {Outcome.WON: say("Won"), Outcome.LOST: say("Lost")}
"""How a game ended that all play together."""

_SHOWN_VALUES: Final = 12
"""How many values of steps are named one by one."""


NO_TITLES: Final[Mapping[str, str]] = {}
"""The titles of other categories where none are known."""


def category_text(category: AnyCategory, titles: Mapping[str, str]) -> Message:
    """Return a category in words: its title, and what it is worth; `titles` are those of the pad by their keys."""
    worth = worth_text(category, titles)
    return as_typed(category.title) if worth is None else say("{what}: {value}", what=category.title, value=worth)


def worth_text(category: AnyCategory, titles: Mapping[str, str] = NO_TITLES) -> Message | None:
    """Return what a category is worth, `None` where that is what its players say.

    >>> from scoring.score_pad.state import Count, Lowest, Majority, Points
    >>> str(worth_text(Points(key="grain", title="Grain", high=30)))
    'at most 30'
    >>> str(worth_text(Points(key="grain", title="Grain", low=3)))
    'at least 3'
    >>> str(worth_text(Count(key="cubes", title="Cubes", each=1, per=3)))
    '1 point for every 3'
    >>> str(worth_text(Majority(key="sheep", title="Sheep", values=(5, 2))))
    '5 for the most, 2 for the second most, players who are level share'
    >>> str(worth_text(Lowest(key="fox", title="Foxes", of=("a", "b"), worth=7), {"a": "Red", "b": "Blue"}))
    'the lowest points of Red and Blue, times 7'
    """
    match category:
        case Lowest():
            return _lowest_text(category, titles)
        case Bonus():
            return _bonus_text(category, titles)
        case Majority():
            return _majority_text(category)
        case Bids():
            return bids_text(category)
        case Marked():
            return marked_text(category)
    return _worth_alone(category)


def _worth_alone(category: Points | Count | Tick | Steps | Rounds | Products | Lookups) -> Message | None:
    match category:
        case Points():
            return _points_text(category)
        case Count():
            return _count_text(category)
        case Tick():
            return _tick_text(category)
        case Steps():
            return _steps_text(category)
        case Lookups():
            return say("each number by itself: {worth}", worth=_steps_text(category))
    return _in_lists_text(category)


def _in_lists_text(category: Rounds | Products) -> Message:
    if isinstance(category, Rounds) and category.times != 1:
        return say("points round by round, their sum times {number}", number=category.times)
    return _IN_LISTS[category.kind]


def _tick_text(category: Tick) -> Message:
    if not category.wins:
        return points_text(category.worth)
    if category.worth:
        return say("{points}, and wins at once", points=points_text(category.worth))
    return WINS_AT_ONCE


def _lowest_text(category: Lowest, titles: Mapping[str, str]) -> Message:
    lowest = say("the lowest of {parts}", parts=_titles_of(category.of, titles))
    if category.by is By.POINTS:
        lowest = say("the lowest points of {parts}", parts=_titles_of(category.of, titles))
    if category.worth != 1:
        lowest = say("{what}, times {number}", what=lowest, number=category.worth)
    return say("{what}, times the number entered", what=lowest) if category.counted else lowest


def _bonus_text(category: Bonus, titles: Mapping[str, str]) -> Message:
    return say(
        "{points} for at least {least} in {parts}",
        points=points_text(category.worth),
        least=category.at_least,
        parts=_titles_of(category.of, titles),
    )


def _titles_of(keys: Sequence[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(titles.get(key, key) for key in keys)


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


def _steps_text(category: Steps | Lookups) -> Message:
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
    if isinstance(category.beyond, EachBeyond):
        return say("{worth}; {more} for each more", worth=worth, more=category.beyond.each)
    if category.beyond is Beyond.LAST:
        return say("{worth}; more than {last} are also worth {value}", worth=worth, last=last, value=values[-1])
    return say("{worth}; after {last} it begins again", worth=worth, last=last)


def _majority_text(category: Majority) -> Message:
    """Return what a majority is worth, for each number of players where that differs.

    >>> from scoring.score_pad.state import Majority
    >>> by_number = {"2": (2,), "3": (3,)}
    >>> str(_majority_text(Majority(key="bears", title="Bears", values=by_number, ties=Ties.ALL)))
    'with 2 players 2 for the most, with 3 players 3 for the most, players who are level each get all'
    """
    if isinstance(category.values, tuple):
        worth = [_places_text(category, category.values)]
    else:
        worth = [_with_players(number, _places_text(category, values)) for number, values in category.values.items()]
    least = [] if category.least is None or category.least == 1 else [say("from {least} on", least=category.least)]
    level = [] if category.level is None else [say("those who are level by a table of their own")]
    return with_commas([*worth, *least, *(level or [TIES[category.ties]])])


def _with_players(number: str, worth: Message) -> Message:
    return counted(int(number), "with {number} player {worth}", "with {number} players {worth}", worth=worth)


def _places_text(category: Majority, values: Sequence[int]) -> Message:
    places = PLACES[category.wanted]
    return with_commas(
        say("{value} for {what}", value=value, what=place) for value, place in zip(values, places, strict=False)
    )


def tie_break_text(tie_break: TieBreak, titles: Mapping[str, str]) -> Message:
    """Return a tie-break in words; `titles` are those of the categories by their keys."""
    title: str | Message = " + ".join(_titles_of(keys_of(tie_break), titles))
    if tie_break.by is By.POINTS:
        title = say("points for {title}", title=title)
    if tie_break.wanted is Better.MOST:
        return say("the most {title}", title=title)
    return say("the fewest {title}", title=title)


def ends_text(ends: Ends, titles: Mapping[str, str]) -> Message:
    """Return when a game ends in words.

    >>> from scoring.score_pad.state import Ends
    >>> str(ends_text(Ends(at={"2": 100, "4": 80}), {}))
    'at 100 points with 2 players, 80 points with 4 players'
    """
    if isinstance(ends.at, int):
        at = [points_text(ends.at)]
    else:
        at = [_points_with(number, points) for number, points in ends.at.items()]
    if ends.category is None:
        return say("at {points}", points=with_commas(at))
    return say("at {points} for {what}", points=with_commas(at), what=titles.get(ends.category, ends.category))


def _points_with(number: str, points: int) -> Message:
    return counted(
        int(number), "{points} with {number} player", "{points} with {number} players", points=points_text(points)
    )


def pad_lines(pad: Pad) -> Iterator[Message]:
    """Yield all that a pad says apart from its title: who wins, for how many it is, the categories, the tie-breaks."""
    pad = worded(pad)
    yield WINNERS[pad.winner]
    if pad.players is not None:
        yield _players(*pad.players)
    titles = {category.key: category.title for category in pad.categories}
    for category in pad.categories:
        if category.heading is not None:
            yield as_typed(category.heading)
        yield category_text(category, titles)
    if pad.tie_breaks:
        order = with_commas([tie_break_text(tie_break, titles) for tie_break in pad.tie_breaks])
        yield say("{what}: {value}", what=say("Ties"), value=order)
    if pad.ends is not None:
        yield say("{what}: {value}", what=say("Ends"), value=ends_text(pad.ends, titles))
    if pad.bgg is not None:
        yield say("{what}: {value}", what=say("BoardGameGeek number"), value=pad.bgg)


def pad_summary(pad: Pad) -> tuple[Message, ...]:
    """Return what a pad says, in short: the titles of its categories, and who wins."""
    return as_typed(", ".join(map(str, titles_of(pad).values()))), WINNERS[pad.winner]


def _players(low: int, high: int) -> Message:
    if low == high:
        return counted(low, "For {number} player", "For {number} players")
    return say("For {low} to {high} players", low=low, high=high)
