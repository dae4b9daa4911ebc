"""Pads in words: what each category is worth, who wins, and what breaks ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.kind import titles_of_keys
from scoring.messages import as_typed, counted, points_text, say, with_commas
from scoring.score_pad.kinds import By
from scoring.score_pad.state import keys_of, titles_of, worded
from scoring.sheet import Better, Winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.messages import Message
    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Ends, Pad, TieBreak

KEEPS: Final = say("Tables and plays keep the pad that they began with.")

WINNERS: Final[Mapping[Winner, Message]] = {
    Winner.MOST: say("The most points win"),
    Winner.FEWEST: say("The fewest points win"),
    Winner.TOGETHER: say("All win or lose together"),
}
"""Who wins, as a sentence and as a choice."""


def category_text(category: Category, titles: Mapping[str, str]) -> Message:
    """Return a category in words: its title, and what it is worth; `titles` are those of the pad by their keys."""
    worth = kit_of(category).worth(category, titles)
    return as_typed(category.title) if worth is None else say("{what}: {value}", what=category.title, value=worth)


def tie_break_text(tie_break: TieBreak, titles: Mapping[str, str]) -> Message:
    """Return a tie-break in words; `titles` are those of the categories by their keys."""
    title: str | Message = " + ".join(titles_of_keys(keys_of(tie_break), titles))
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
