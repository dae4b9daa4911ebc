"""The numbers of a category that its maker turns, one by one, and an example that counts along."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import say, with_commas, wordless
from scoring.score_pad.bids import bids
from scoring.score_pad.entries import Bid, Mark
from scoring.score_pad.marked import marked
from scoring.score_pad.state import ADD_RANGE, ROUND_RANGE, WORTH_RANGE, Bids, Bonus, Lowest, Marked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.fields import Between
    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A number of a category: the names of its fields from the outermost one, what it is for, and its range."""

    path: tuple[str, ...]
    name: Message
    range: Between = WORTH_RANGE


_CASES: Final[Mapping[str, Message]] = {
    "made": say("made as bid"),
    "over": say("more than bid"),
    "missed": say("missed"),
    "zero": say("nothing bid and nothing made"),
    "zero_missed": say("nothing bid and something made"),
}
"""When a round of bids is worth what, by the field that says it."""

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

_ROUNDS: Final = ((5, 8, 12), (8, 5, 12))
"""The numbers of two rounds that are the example, of the player who is marked first."""


def dials(category: AnyCategory) -> tuple[Dial, ...]:
    """Return the numbers of a category that are turned: of bids those that it uses."""
    match category:
        case Bids():
            return tuple(_of_bids(category))
        case Marked(add=int()):
            return (Dial(path=("add",), name=say("points added"), range=ADD_RANGE),)
        case Lowest():
            return (Dial(path=("worth",), name=say("points for each")),)
        case Bonus():
            points = Dial(path=("worth",), name=say("points"))
            return Dial(path=("at_least",), name=say("from so many points on"), range=ROUND_RANGE), points
        case _:
            return ()


def _of_bids(category: Bids) -> Iterator[Dial]:
    for case, when in _CASES.items():
        for factor, what in _FACTORS.items():
            if getattr(getattr(category, case), factor, 0):
                yield Dial(path=(case, factor), name=with_commas((when, what)))


def value_at(category: AnyCategory, dial: Dial) -> int:
    """Return the number at which a dial stands."""
    value: Any = category
    for name in dial.path:
        value = getattr(value, name)
    return int(value)


def turned(category: AnyCategory, dial: Dial, number: int) -> AnyCategory:
    """Return a category with another number."""
    *outer, name = dial.path
    values: dict[str, Any] = {name: number}
    if outer:
        values = {outer[0]: replace(getattr(category, outer[0]), **values)}
    changed: AnyCategory = replace(category, **values)
    return changed


def example(category: AnyCategory) -> tuple[Message, ...]:
    """Return what a category is worth in a few rounds, nothing where its rule says it all.

    >>> from scoring.score_pad.state import BidWorth
    >>> wizard = Bids(key="", title="", made=BidWorth(base=20, per_made=10), missed=BidWorth(per_off=-10))
    >>> print(*example(wizard)[:2], sep="; ")
    bid 2, made 2: 20 + 2 × 10 = 40; bid 2, made 1: 1 × -10 = -10
    """
    match category:
        case Bids():
            scored = [bids(replace(category, cards=(_ROUND,)), (bid,)) for bid in _BIDS]
        case Marked():
            rounds = [[(Mark(number, marked=not at),) for at, number in enumerate(numbers)] for numbers in _ROUNDS]
            scored = [marked(category, entered, ("", "", ""))[0] for entered in rounds]
        case _:
            return ()
    return tuple(wordless("{sum} = {points}", sum=because, points=points) for points, because in scored)
