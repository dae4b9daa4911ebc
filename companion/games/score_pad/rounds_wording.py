"""Rounds of bids, and rounds in which somebody is marked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import as_typed, say, with_commas
from scoring.score_pad.state import MarkedRule

if TYPE_CHECKING:
    from scoring.messages import Message
    from scoring.score_pad.state import Bids, BidWorth, Marked

_FACTORS: Final = (
    ("per_bid", say("bid")),
    ("per_made", say("made")),
    ("per_off", say("off")),
    ("per_card", say("cards")),
)
"""What the points of a round of bids may be multiplied by, by the field that says how much."""


def bids_text(category: Bids) -> Message:
    """Return what rounds of bids are worth.

    >>> from scoring.score_pad.state import Bids, BidWorth
    >>> wizard = Bids(key="bids", title="Bids", made=BidWorth(base=20, per_made=10), missed=BidWorth(per_off=-10))
    >>> str(bids_text(wizard))
    'made as bid: 20 + 10 × made, missed: -10 × off'
    """
    cases: tuple[tuple[Message, BidWorth | None], ...] = (
        (say("made as bid"), category.made),
        (say("more than bid"), category.over),
        (say("missed"), category.missed),
        (say("nothing bid and nothing made"), category.zero),
        (say("nothing bid and something made"), category.zero_missed),
    )
    return with_commas(
        say("{what}: {value}", what=what, value=_worth(worth)) for what, worth in cases if worth is not None
    )


def _worth(worth: BidWorth) -> Message:
    """Return what a round is worth as a sum, such as `20 + 10 × made`."""
    terms: list[Message] = [as_typed(str(worth.base))] if worth.base else []
    for field, factor in _FACTORS:
        if each := getattr(worth, field):
            terms.append(say("{each} × {factor}", each=each, factor=factor))
    added, *others = terms or [as_typed("0")]
    for term in others:
        added = say("{first} + {second}", first=added, second=term)
    return added


def marked_text(category: Marked) -> Message:
    """Return what rounds are worth in which somebody is marked."""
    match category.rule:
        case MarkedRule.DOUBLE:
            if category.negatives:
                return say("the marked number counts double unless it is the lowest alone, also below 0")
            return say("the marked number counts double unless it is the lowest alone")
        case MarkedRule.CLEAR:
            if category.add:
                return say(
                    "the marked number counts 0; if somebody has less, it counts with {number} more",
                    number=category.add,
                )
            return say("the marked number counts 0 unless somebody has less")
    if category.lose:
        return say("the marked player gets the numbers of the others, who lose them")
    return say("the marked player gets the numbers of the others")
