"""Strategies of the score pad: categories of every kind, what is entered for them, and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from scoring.score_pad import state as score_pad
from scoring.sheet import Better
from tests.strategies import names

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

large = st.integers(-9_999_999, 9_999_999)
numbers = st.one_of(st.integers(0, 6), st.integers(0, 9999))
worths = st.integers(-999, 999)
ranges = st.tuples(large, large).map(sorted)


def points_between(low: int, high: int, **named: SearchStrategy[str]) -> SearchStrategy[score_pad.Points]:
    """A category of points in a range."""
    return st.builds(score_pad.Points, low=st.just(low), high=st.just(high), **named)


def steps(**named: SearchStrategy[str]) -> SearchStrategy[score_pad.Steps]:
    """A category of steps; those that begin again begin with nothing."""
    worth = st.lists(worths, min_size=1, max_size=40)
    again = st.builds(
        score_pad.Steps,
        values=worth.map(lambda values: (0, *values)),
        beyond=st.just(score_pad.Beyond.AGAIN),
        **named,
    )
    last = st.builds(score_pad.Steps, values=st.tuples(worths, worth).map(lambda both: (both[0], *both[1])), **named)
    return st.one_of(again, last)


def categories_of(key: str, kind: score_pad.Kind) -> SearchStrategy[score_pad.AnyCategory]:
    """A category of a kind."""
    named = {"key": st.just(key), "title": st.just(f"Title of {key}")}
    made: dict[score_pad.Kind, SearchStrategy[score_pad.AnyCategory]] = {
        score_pad.Kind.POINTS: ranges.flatmap(lambda ends: points_between(ends[0], ends[1], **named)),
        score_pad.Kind.COUNT: st.builds(score_pad.Count, each=worths, per=st.integers(1, 99), **named),
        score_pad.Kind.TICK: st.builds(score_pad.Tick, worth=worths, **named),
        score_pad.Kind.STEPS: steps(**named),
        score_pad.Kind.ROUNDS: st.builds(score_pad.Rounds, **named),
        score_pad.Kind.PRODUCTS: st.builds(score_pad.Products, **named),
        score_pad.Kind.MAJORITY: st.builds(
            score_pad.Majority,
            values=st.lists(st.integers(0, 999), min_size=1, max_size=6).map(tuple),
            ties=st.sampled_from(score_pad.Ties),
            least=st.one_of(st.just(1), st.integers(1, 99)),
            **named,
        ),
    }
    return made[kind]


def entries_of(category: score_pad.AnyCategory) -> SearchStrategy[score_pad.Entry]:
    """An entry that fits a category."""
    match category:
        case score_pad.Points():
            return st.integers(category.low, category.high)
        case score_pad.Tick():
            return st.booleans()
        case score_pad.Rounds():
            return st.lists(large, max_size=9).map(tuple)
        case score_pad.Products():
            return st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=5).map(tuple)
        case score_pad.Steps():
            return numbers
    return st.one_of(numbers, st.integers(0, 9_999_999))


@st.composite
def tie_breaks_of(draw: DrawFn, categories: tuple[score_pad.AnyCategory, ...]) -> score_pad.TieBreak:
    """A tie-break by a category; by its entry only where that is one number."""
    category = draw(st.sampled_from(categories))
    by_points = isinstance(category, (score_pad.Rounds, score_pad.Products))
    return score_pad.TieBreak(
        category=category.key,
        wanted=draw(st.sampled_from(Better)),
        by=score_pad.By.POINTS if by_points else draw(st.sampled_from(score_pad.By)),
    )


@st.composite
def tables(draw: DrawFn, *kinds: score_pad.Kind) -> score_pad.Table:
    """A table of a score pad without problems, with a category of each kind given, or of any kinds."""
    drawn = kinds or tuple(draw(st.lists(st.sampled_from(score_pad.Kind), min_size=1, max_size=5)))
    categories = tuple(draw(categories_of(f"key_{number}", kind)) for number, kind in enumerate(drawn))
    called = [f"Player {number}" for number in range(draw(st.one_of(st.integers(1, 4), st.integers(1, 12))))]
    players = []
    for name in called:
        absent = draw(st.sampled_from([None, None, *range(len(categories))]))
        entries = {one.key: draw(entries_of(one)) for at, one in enumerate(categories) if at != absent}
        players.append(score_pad.Player(name=name, entries=entries))
    tie_breaks = st.lists(tie_breaks_of(categories), max_size=6).map(tuple)
    pad = score_pad.Pad(
        title=draw(names),
        winner=draw(st.sampled_from(Better)),
        players=draw(st.sampled_from([None, (1, 12), (len(called), len(called))])),
        bgg=draw(st.one_of(st.none(), st.integers(1, 9_999_999))),
        categories=categories,
        tie_breaks=draw(tie_breaks),
    )
    return score_pad.Table(pad=pad, players=tuple(players))
