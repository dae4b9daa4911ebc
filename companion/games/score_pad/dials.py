"""The numbers of rounds that their maker turns, one by one, and examples of categories that count along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from scoring.fields import Between
from scoring.messages import counted, say, with_commas, wordless
from scoring.score_pad.bids import bids, cards_in
from scoring.score_pad.derived import derived
from scoring.score_pad.entries import Bid, Mark
from scoring.score_pad.kinds import rounds
from scoring.score_pad.majority import majority
from scoring.score_pad.marked import marked
from scoring.score_pad.state import (
    ADD_RANGE,
    MAX_BIDS,
    TRICKS_RANGE,
    WORTH_RANGE,
    Bids,
    BidWorth,
    Bonus,
    Lowest,
    Majority,
    Marked,
    MarkedRule,
    Player,
    Rounds,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory

Cards: TypeAlias = "Literal['round'] | tuple[int, ...]"
"""The cards of the rounds of bids: their number, or a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A number of a category: the names of its fields from the outermost one, what it is for, and its range."""

    path: tuple[str, ...]
    name: Message
    range: Between = WORTH_RANGE


CASES: Final[Mapping[str, Message]] = {
    "made": say("made as bid"),
    "over": say("more than bid"),
    "missed": say("missed"),
    "zero": say("nothing bid and nothing made"),
    "zero_missed": say("nothing bid and something made"),
}
"""When a round of bids is worth what, by the field that says it."""

OPTIONAL_CASES: Final = ("over", "zero", "zero_missed")
"""The cases that a pad may leave to those before them."""

_FACTORS: Final[Mapping[str, Message]] = {
    "base": say("for the round"),
    "per_bid": say("for each trick bid"),
    "per_made": say("for each trick made"),
    "per_off": say("for each trick off"),
    "per_card": say("for each card"),
}
"""What the numbers of a round of bids are for."""

_ROUND: Final = 3
"""The cards of the round that is the example."""

_BIDS: Final = (Bid(2, 2), Bid(2, 1), Bid(2, 3), Bid(0, 0), Bid(0, 1))
"""The bids that are the example."""

_PLAYERS: Final = 3
"""How many players the example of a majority has that is the same for any number."""

_TIMES: Final = 2
"""How many times the lowest counts in the example, where that is entered."""

_ROUNDS, _BELOW_0 = ((5, 8, 12), (8, 5, 12)), (-2, -3, 12)
"""The numbers of rounds that are the example, of the player who is marked first."""

_FIRST_CARDS: Final = 10
"""The cards of a round that the choices begin with."""

_CARDS_RANGES: Final = (Between(2, MAX_BIDS), Between(2, (MAX_BIDS + 1) // 2), Between(1, TRICKS_RANGE.high))
"""The most cards of a round where each has one less, where they become more and less again, and where all have them."""


def dials(category: AnyCategory) -> tuple[Dial, ...]:
    """Return the numbers of a category that can be turned, also those that are 0."""
    match category:
        case Bids():
            return tuple(_of_bids(category))
        case Marked(add=int()):
            return (Dial(path=("add",), name=say("points added"), range=ADD_RANGE),)
        case _:
            return ()


def _of_bids(category: Bids) -> Iterator[Dial]:
    for case, when in CASES.items():
        if getattr(category, case) is not None:
            for factor, what in _FACTORS.items():
                yield Dial(path=(case, factor), name=with_commas((when, what)))


def cards_choices(number: int) -> tuple[Cards, ...]:
    """Return the usual cards of rounds: as many as its number, one less each, more and less again, always the same.

    >>> [cards_text(cards) for cards in cards_choices(4)]
    ['1, 2, 3 …', '4 … 1', '1 … 4 … 1', '4, 4, 4 …']
    """
    first, peak, always = (range_.clamp(number) for range_ in _CARDS_RANGES)
    up = tuple(range(1, peak + 1))
    return "round", tuple(range(first, 0, -1)), (*up, *up[-2::-1]), (always,) * MAX_BIDS


def cards_dial(cards: Cards) -> tuple[int, Between] | None:
    """Return the number that makes the usual cards of rounds what they are, and its range, `None` where none does."""
    number = most_cards(cards)
    ranges = zip(cards_choices(number)[1:], _CARDS_RANGES, strict=True)
    return next(((number, range_) for choice, range_ in ranges if choice == cards), None)


def most_cards(cards: Cards | None) -> int:
    """Return the most cards of a round, those that the choices begin with where no list says it."""
    return max(cards) if isinstance(cards, tuple) else _FIRST_CARDS


def cards_text(cards: Cards) -> str:
    """Return how many cards the rounds have, in short."""
    if cards == "round":
        return "1, 2, 3 …"
    first, most, last = cards[0], max(cards), cards[-1]
    if min(cards) == most:
        return f"{most}, {most}, {most} …"
    return " … ".join(map(str, (first, last) if most in (first, last) else (first, most, last)))


def with_rule(category: Marked, rule: MarkedRule) -> Marked:
    """Return rounds in which something else happens to the marked player."""
    add = 0 if rule is MarkedRule.CLEAR else None
    return replace(category, rule=rule, negatives=None, add=add, lose=None)


def value_at(category: AnyCategory, dial: Dial) -> int:
    """Return the number at which a dial stands."""
    value: Any = category
    for name in dial.path:
        value = getattr(value, name)
    return int(value)


def with_case_turned(category: Bids, case: str) -> Bids:
    """Return rounds of bids in which a case is worth something of its own, or again what others are."""
    values: dict[str, Any] = {case: BidWorth() if getattr(category, case) is None else None}
    return replace(category, **values)


def turned(category: AnyCategory, dial: Dial, number: int) -> AnyCategory:
    """Return a category with another number."""
    *outer, name = dial.path
    values: dict[str, Any] = {name: number}
    if outer:
        values = {outer[0]: replace(getattr(category, outer[0]), **values)}
    changed: AnyCategory = replace(category, **values)
    return changed


def example(category: AnyCategory, titles: Mapping[str, str]) -> tuple[Message, ...]:
    """Return what a category is worth in an example or a few, nothing where its rule says it all.

    `titles` are those of the pad by their keys.

    >>> from scoring.score_pad.state import BidWorth
    >>> wizard = Bids(key="", title="", made=BidWorth(base=20, per_made=10), missed=BidWorth(per_off=-10))
    >>> print(*example(wizard, {})[:2], sep="; ")
    bid 2, made 2: 20 + 2 × 10 = 40; bid 2, made 1: 1 × -10 = -10
    """
    match category:
        case Bids():
            cards = cards_in(category, _ROUND - 1) or _ROUND
            scored = [bids(replace(category, cards=(cards,)), (bid,)) for bid in _BIDS]
        case Marked():
            held = (*_ROUNDS, _BELOW_0) if category.rule is MarkedRule.DOUBLE else _ROUNDS
            in_rounds = [[(Mark(number, marked=not at),) for at, number in enumerate(numbers)] for numbers in held]
            scored = [marked(category, entered, ("", "", ""))[0] for entered in in_rounds]
        case Rounds() if category.times != 1:
            scored = [rounds(category, _ROUNDS[0])]
        case Majority():
            return tuple(_of_majority(category))
        case Lowest():
            scored = [_of_derived(category, range(len(category.of), 0, -1), titles)]
        case Bonus():
            just, rest = divmod(category.at_least, len(category.of))
            enough = [just + (at < rest) for at in range(len(category.of))]
            examples = (enough, [enough[0] - 1, *enough[1:]])
            return tuple(_of_derived(category, numbers, titles)[1] for numbers in examples)
        case _:
            return ()
    return tuple(wordless("{sum} = {points}", sum=because, points=points) for points, because in scored)


def _of_derived(category: Lowest | Bonus, numbers: Sequence[int], titles: Mapping[str, str]) -> tuple[int, Message]:
    """Return what a category is worth that is worked out from others with these numbers."""
    held = dict(zip(category.of, numbers, strict=True))
    return derived(category, Player(name="", entries={**held, category.key: _TIMES}), held, titles)


def _of_majority(category: Majority) -> Iterator[Message]:
    """Yield what players get who hold different numbers, and those who are level for the most or the second most."""
    lowest = max((category.least or 1) - 1, 1)
    for players in map(int, category.values) if isinstance(category.values, Mapping) else (_PLAYERS,):
        most, *others = range(lowest + players - 1, lowest - 1, -1)
        examples = [(most, *others)]
        if others:
            examples.append((most, most, *others[1:]))
        if others[1:]:
            examples.append((most, others[0], others[0], *others[2:]))
        for held in examples:
            points = (majority(category, held, [""] * players, seat)[0] for seat in range(players))
            yield counted(
                players,
                "{number} player with {held} gets {points}",
                "{number} players with {held} get {points}",
                held=tuple(map(str, held)),
                points=tuple(map(str, points)),
            )
