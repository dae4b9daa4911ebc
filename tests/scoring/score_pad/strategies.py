"""Strategies of the score pad: categories of every kind, what is entered for them, and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import strategies as st

from scoring import sheet
from scoring.score_pad import kinds as score_pad
from scoring.score_pad import state
from scoring.score_pad.deck import Amount, Ask, Card, CardPoints, CardWorth, Deck, Needs, Shared
from scoring.sheet import Better
from tests.strategies import names

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn, SearchStrategy

    from scoring.score_pad import Entry

T = TypeVar("T")
Valued = TypeVar("Valued", score_pad.Steps, score_pad.Lookups)

large = st.integers(-9_999_999, 9_999_999)
numbers = st.one_of(st.integers(0, 6), st.integers(0, 9999))
worths = st.integers(-9999, 9999)
smaller_worths = st.integers(-999, 999)
ranges = st.tuples(large, large).map(sorted)


def points_between(low: int, high: int, **named: SearchStrategy[Any]) -> SearchStrategy[score_pad.Points]:
    """A category of points in a range."""
    return st.builds(score_pad.Points, low=st.just(low), high=st.just(high), **named)


few_worths = st.one_of(st.integers(-3, 3), worths)
few_smaller_worths = st.one_of(st.integers(-3, 3), smaller_worths)
beyonds = st.one_of(st.just(score_pad.Beyond.LAST), st.builds(score_pad.EachBeyond, each=worths))


def steps(kind: Callable[..., Valued], **named: SearchStrategy[Any]) -> SearchStrategy[Valued]:
    """A category of steps, or of lookups; those that begin again begin with nothing."""
    worth = st.lists(worths, min_size=1, max_size=40)
    begun_again = worth.map(lambda values: (0, *values))
    again = st.builds(kind, values=begun_again, beyond=st.just(score_pad.Beyond.AGAIN), **named)
    values = st.tuples(worths, worth).map(lambda both: (both[0], *both[1]))
    return st.one_of(again, st.builds(kind, values=values, beyond=beyonds, **named))


def by_number(values: SearchStrategy[T]) -> SearchStrategy[T | dict[str, T]]:
    """Values, or some by the number of players."""
    return st.one_of(values, st.dictionaries(st.integers(1, 12).map(str), values, min_size=1, max_size=3))


place_values = st.lists(few_worths, min_size=1, max_size=6).map(tuple)
level_values = st.lists(st.lists(few_smaller_worths, min_size=1, max_size=11).map(tuple), min_size=1, max_size=6).map(
    tuple
)


leasts = st.one_of(st.just(0), st.just(1), st.integers(0, 99))
with_gaps = st.sampled_from([score_pad.Ties.SHARE, score_pad.Ties.ALL, score_pad.Ties.NONE])


def majorities(**named: SearchStrategy[Any]) -> SearchStrategy[score_pad.Majority]:
    """A category of a majority; where the fewest win, or ranks have no gaps, without what is a problem there."""
    levels = {"ties": with_gaps, "level": st.one_of(st.none(), by_number(level_values))}
    next_ = {"ties": st.just(score_pad.Ties.NEXT)}
    most, fewest = {"least": leasts}, {"wanted": st.just(Better.FEWEST)}
    takes: list[dict[str, SearchStrategy[Any]]] = [levels | most, levels | fewest, next_ | most, next_ | fewest]
    return st.one_of(
        *(st.builds(score_pad.Majority, values=by_number(place_values), **fields, **named) for fields in takes)
    )


bid_worths = st.builds(
    score_pad.BidWorth, **dict.fromkeys(("base", "per_bid", "per_made", "per_off", "per_card"), few_smaller_worths)
)


def bids(**named: SearchStrategy[Any]) -> SearchStrategy[score_pad.Bids]:
    """A category of bids."""
    others = dict.fromkeys(("over", "zero", "zero_missed"), st.one_of(st.none(), bid_worths))
    listed = st.lists(st.integers(0, 99), min_size=1, max_size=5).map(tuple)
    cards = st.one_of(st.none(), st.just("round"), listed)
    return st.builds(score_pad.Bids, made=bid_worths, missed=bid_worths, cards=cards, **others, **named)


def marked(**named: SearchStrategy[Any]) -> SearchStrategy[score_pad.Marked]:
    """A category of rounds in which somebody is marked, with the field of its rule alone."""
    fields: dict[score_pad.MarkedRule, dict[str, SearchStrategy[Any]]] = {
        score_pad.MarkedRule.DOUBLE: {"negatives": st.sampled_from([None, False, True])},
        score_pad.MarkedRule.CLEAR: {"add": st.one_of(st.none(), st.integers(0, 999))},
        score_pad.MarkedRule.TAKE: {"lose": st.sampled_from([None, False, True])},
    }
    return st.one_of(*(st.builds(score_pad.Marked, rule=st.just(rule), **own, **named) for rule, own in fields.items()))


def ticks(**named: SearchStrategy[Any]) -> SearchStrategy[score_pad.Tick]:
    """A category of a tick, which may win or lose the game, and which one player alone may have."""
    fields = {"worth": worths, "only": st.booleans(), **named}
    wins = st.builds(score_pad.Tick, wins=st.booleans(), **fields)
    return st.one_of(wins, st.builds(score_pad.Tick, loses=st.booleans(), **fields))


@st.composite
def decks(draw: DrawFn) -> Deck:
    """A deck of a few cards that count one another."""
    keys = ("oak", "owl", "bat", "bee")
    tags = ("tree", "bird", *keys)
    of = st.lists(st.sampled_from((*tags, *(f"-{tag}" for tag in tags))), max_size=3, unique=True).map(tuple)
    amounts = st.sampled_from([Amount.CARDS, Amount.CARDS, Amount.NAMES, Amount.SETS])
    numbers_of = st.one_of(st.none(), st.integers(0, 4))
    needs = st.one_of(
        st.builds(Needs, of=of, amount=amounts, at_least=numbers_of),
        st.builds(Needs, of=of, at_most=numbers_of),
        st.builds(Needs, of=of, amount=amounts, most=st.just(value=True)),
    )
    named = {"amount": amounts, "other": st.booleans(), "when": st.lists(needs, max_size=2).map(tuple)}
    each = {"each": st.integers(-9, 9), "of": st.one_of(st.none(), of), "per": st.integers(1, 3), **named}
    steps_ = {"steps": st.lists(st.integers(-9, 9), min_size=2, max_size=5).map(tuple), "of": of, **named}
    instead = st.one_of(st.none(), st.builds(CardWorth, **each))
    once = {"once": st.booleans(), "otherwise": instead}
    rules = st.one_of(st.builds(CardPoints, **each, **once), st.builds(CardPoints, **steps_, **once))
    cards = tuple(
        Card(
            key=key,
            name=key.title(),
            tags=draw(st.sampled_from([(), ("tree",), ("bird",)])),
            number=draw(st.integers(-5, 9)),
            counts_as=draw(st.sampled_from([None, None, "oak"])),
            copies=draw(st.integers(0, 9)),
            points=draw(st.lists(rules, max_size=2).map(tuple)),
            asks=(Ask(key="asked", tags=("bird",), of_cards=False),) if key == "owl" else (),
        )
        for key in keys
    )
    shared = draw(st.lists(rules.map(lambda rule: Shared(key="all", name="All", points=rule)), max_size=1).map(tuple))
    return Deck(tags={"tree": "Tree", "bird": "Bird"}, numbers_count=draw(st.booleans()), cards=cards, shared=shared)


def categories_of(key: str, kind: score_pad.Kind) -> SearchStrategy[score_pad.AnyCategory]:
    """A category of a kind that is not worked out from others."""
    named = {
        "key": st.just(key),
        "title": st.just(f"Title of {key}"),
        "heading": st.sampled_from([None, None, "Cards"]),
    }
    made: dict[score_pad.Kind, SearchStrategy[score_pad.AnyCategory]] = {
        score_pad.Kind.POINTS: ranges.flatmap(lambda ends: points_between(ends[0], ends[1], **named)),
        score_pad.Kind.COUNT: st.builds(score_pad.Count, each=worths, per=st.integers(1, 99), **named),
        score_pad.Kind.TICK: ticks(**named),
        score_pad.Kind.STEPS: steps(score_pad.Steps, **named),
        score_pad.Kind.ROUNDS: st.builds(score_pad.Rounds, times=st.one_of(st.just(1), st.integers(-99, 99)), **named),
        score_pad.Kind.PRODUCTS: st.builds(score_pad.Products, **named),
        score_pad.Kind.MAJORITY: majorities(**named),
        score_pad.Kind.LOOKUPS: steps(score_pad.Lookups, **named),
        score_pad.Kind.BIDS: bids(**named),
        score_pad.Kind.MARKED: marked(**named),
        score_pad.Kind.CARDS: st.builds(score_pad.Cards, deck=decks(), **named),
    }
    return made[kind]


NUMBERS = (score_pad.Points, score_pad.Count, score_pad.Tick, score_pad.Steps, score_pad.Majority)
"""The kinds of which one number is entered."""


@st.composite
def derived_from(
    draw: DrawFn, key: str, kind: score_pad.Kind, others: tuple[score_pad.AnyCategory, ...]
) -> score_pad.AnyCategory:
    """A category that is worked out from others, of which there are two at least."""
    of = tuple(
        draw(st.lists(st.sampled_from([category.key for category in others]), min_size=2, max_size=4, unique=True))
    )
    numbers = all(isinstance(category, NUMBERS) for category in others if category.key in of)
    title, worth = f"Title of {key}", draw(few_worths)
    if kind is score_pad.Kind.BONUS:
        return score_pad.Bonus(key=key, title=title, of=of, at_least=draw(st.integers(-9, 99)), worth=worth)
    by = draw(st.sampled_from(score_pad.By)) if numbers else score_pad.By.POINTS
    return score_pad.Lowest(key=key, title=title, of=of, by=by, worth=worth, counted=draw(st.booleans()))


lists: dict[score_pad.Kind, SearchStrategy[list[Any]]] = {
    score_pad.Kind.ROUNDS: st.lists(large, max_size=9),
    score_pad.Kind.LOOKUPS: st.lists(numbers, max_size=4),
    score_pad.Kind.PRODUCTS: st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=5),
    score_pad.Kind.BIDS: st.lists(
        st.one_of(
            st.tuples(st.integers(0, 3), st.integers(0, 3)),
            st.tuples(st.integers(0, 99), st.integers(0, 99), smaller_worths),
        ),
        max_size=5,
    ),
}


def lying(deck: Deck) -> SearchStrategy[dict[str, int]]:
    """So many of each card of a deck, and what is asked about them."""
    keys = [card.key for card in deck.cards]
    cards = st.dictionaries(st.sampled_from(keys), st.integers(0, 5))
    return st.tuples(cards, st.integers(0, 3)).map(
        lambda both: {**both[0], "owl.asked": both[1]} if both[0].get("owl") else both[0]
    )


def entries_of(  # noqa: PLR0911 - one return a kind
    category: score_pad.AnyCategory, closes: int
) -> SearchStrategy[Entry]:
    """An entry that fits a category; of rounds in which somebody is marked it is the one of the number `closes`."""
    if category.kind in lists:
        return lists[category.kind].map(tuple)
    if isinstance(category, score_pad.Cards):
        return st.one_of(lying(category.deck), large)
    match category:
        case score_pad.Points():
            return st.integers(category.low, category.high)
        case score_pad.Tick():
            return st.booleans()
        case score_pad.Marked():
            rounds = st.lists(st.integers(-5, 12), max_size=4)
            return rounds.map(lambda held: tuple((number, at == closes) for at, number in enumerate(held)))
        case score_pad.Lowest():
            return st.integers(0, 999)
    return numbers if isinstance(category, score_pad.Steps) else st.one_of(numbers, st.integers(0, 9_999_999))


@st.composite
def tie_breaks_of(draw: DrawFn, categories: tuple[score_pad.AnyCategory, ...]) -> state.TieBreak:
    """A tie-break by a category or by the sum of some; by entries only where these are one number each."""
    named = draw(st.lists(st.sampled_from(categories), min_size=1, max_size=3, unique_by=lambda category: category.key))
    keys = tuple(category.key for category in named)
    by_points = not all(isinstance(category, NUMBERS) for category in named)
    return state.TieBreak(
        category=keys[0] if len(keys) == 1 else keys,
        wanted=draw(st.sampled_from(Better)),
        by=score_pad.By.POINTS if by_points else draw(st.sampled_from(score_pad.By)),
    )


TYPED = (
    score_pad.Kind.POINTS,
    score_pad.Kind.COUNT,
    score_pad.Kind.TICK,
    score_pad.Kind.STEPS,
    score_pad.Kind.ROUNDS,
    score_pad.Kind.PRODUCTS,
    score_pad.Kind.MAJORITY,
)
"""The kinds of which numbers are entered one by one."""

DERIVED = (score_pad.Kind.LOWEST, score_pad.Kind.BONUS)


@st.composite
def categories(draw: DrawFn, kinds: tuple[score_pad.Kind, ...]) -> tuple[score_pad.AnyCategory, ...]:
    """A category of each kind; before those that are worked out from others two that they can be worked out from."""
    others = [kind for kind in kinds if kind not in DERIVED]
    if len(others) < len(kinds):
        others += [score_pad.Kind.COUNT, score_pad.Kind.STEPS]
    first = tuple(draw(categories_of(f"key_{number}", kind)) for number, kind in enumerate(others))
    derived = enumerate((kind for kind in kinds if kind in DERIVED), start=len(first))
    return (*first, *(draw(derived_from(f"key_{number}", kind, first)) for number, kind in derived))


@st.composite
def players(draw: DrawFn, pad: tuple[score_pad.AnyCategory, ...]) -> tuple[state.Player, ...]:
    """The players of a table, some of whom lack an entry, and some of whom are teams."""
    seated: list[state.Player] = []
    for seat in range(draw(st.one_of(st.integers(1, 4), st.integers(1, 12)))):
        absent = draw(st.sampled_from([None, None, *range(len(pad))]))
        entered = [category for at, category in enumerate(pad) if at != absent and category.has_entry]
        members = (f"Member {seat}", f"Other member {seat}") if draw(st.integers(0, 9)) == 0 else None
        entries = {category.key: draw(entries_of(category, seat)) for category in entered}
        for category in entered:
            taken = any(player.entries.get(category.key) is True for player in seated)
            if isinstance(category, score_pad.Tick) and category.only and taken:
                entries[category.key] = False
        seated.append(state.Player(name=f"Player {seat}", entries=entries, members=members))
    return (seated[0], *(draw(coming_and_going(player, pad, seated[0])) for player in seated[1:]))


@st.composite
def coming_and_going(
    draw: DrawFn, player: state.Player, pad: tuple[score_pad.AnyCategory, ...], first: state.Player
) -> state.Player:
    """A player who may come late, leave early, or both; the first one, who stays, says how many rounds there are."""
    in_rounds = [category for category in pad if category.shape.in_rounds]
    played = max((state.length_of(first, category.key) for category in in_rounds), default=0)
    joined = draw(st.one_of(st.none(), st.integers(2, played + 1))) if played and draw(st.booleans()) else None
    from_ = joined or 1
    left = draw(st.one_of(st.none(), st.integers(from_, played))) if from_ <= played and draw(st.booleans()) else None
    entries = {**player.entries}
    for category in in_rounds:
        parts = category_parts(entries.get(category.key, ()))
        there = parts[from_ - 1 : left]
        entries[category.key] = (*(category.shape.blank for _ in range(from_ - 1)), *there)
    points = (
        draw(st.dictionaries(st.sampled_from([category.key for category in in_rounds]), few_worths)) if joined else {}
    )
    came = None if joined is None else state.Joined(round=joined, points=points)
    changed = entries if joined or left else player.entries
    return replace(player, entries=changed, joined=came, left=left)


def category_parts(entry: Any) -> tuple[Any, ...]:
    """The rounds of an entry."""
    return entry if isinstance(entry, tuple) else ()


@st.composite
def tables(
    draw: DrawFn, *kinds: score_pad.Kind, among: tuple[score_pad.Kind, ...] = tuple(score_pad.Kind)
) -> state.Table:
    """A table of a score pad without problems, with a category of each kind given, or of any kinds."""
    drawn = draw(categories(kinds or tuple(draw(st.lists(st.sampled_from(among), min_size=1, max_size=5)))))
    seated = draw(players(drawn))
    at = by_number(st.integers(1, 9_999_999))
    ends = st.builds(state.Ends, at=at, category=st.sampled_from([None, *(category.key for category in drawn)]))
    winner = draw(st.sampled_from(sheet.Winner))
    pad = state.Pad(
        title=draw(names),
        winner=winner,
        players=draw(st.sampled_from([None, (1, 12), (len(seated), len(seated))])),
        bgg=draw(st.one_of(st.none(), st.integers(1, 9_999_999))),
        categories=drawn,
        tie_breaks=draw(st.lists(tie_breaks_of(drawn), max_size=6).map(tuple)),
        ends=draw(st.one_of(st.none(), ends)),
    )
    together = winner is sheet.Winner.TOGETHER
    outcome = draw(st.sampled_from(sheet.Outcome)) if together else None
    return state.Table(pad=pad, players=seated, outcome=outcome)
