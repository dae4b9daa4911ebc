"""Rounds in which players bid and make tricks: what each is worth (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.fields import Between
from scoring.messages import Message, counted, say
from scoring.score_pad.arithmetic import one_by_one, with_sign
from scoring.score_pad.state import TRICKS_RANGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.score_pad.entries import Bid
    from scoring.score_pad.state import Bids, BidWorth


def bids(category: Bids, entered: Sequence[Bid]) -> tuple[int, Message]:
    """Each round is worth what its bid and what was made of it say, and the rounds are added.

    >>> from scoring.score_pad.entries import Bid
    >>> from scoring.score_pad.state import Bids, BidWorth
    >>> made, missed = BidWorth(base=20, per_made=10), BidWorth(per_off=-10)
    >>> points, because = bids(Bids(key="bids", title="Bids", made=made, missed=missed), (Bid(2, 2), Bid(2, 0)))
    >>> print(points, because)
    20 bid 2, made 2: 20 + 2 × 10; bid 2, made 0: 2 × -10
    """
    if not entered:
        return 0, say("no rounds")
    scored = [_round(category, bid, cards_in(category, index)) for index, bid in enumerate(entered)]
    return sum(points for points, _ in scored), one_by_one(because for _, because in scored)


def cards_in(category: Bids, index: int) -> int:
    """Return the cards of a round; rounds count from 0.

    >>> from scoring.score_pad.state import Bids, BidWorth
    >>> listed = Bids(key="bids", title="Bids", made=BidWorth(), missed=BidWorth(), cards=(7, 6))
    >>> [cards_in(listed, index) for index in range(3)]
    [7, 6, 0]
    """
    if category.cards == "round":
        return index + 1
    cards = category.cards or ()
    return cards[index] if index < len(cards) else 0


def tricks_range(category: Bids, index: int) -> Between:
    """Return how many tricks can be bid or made in a round: not more than it has cards, where those are known."""
    return Between(0, cards_in(category, index) or TRICKS_RANGE.high)


def tricks_text(category: Bids, entered: Sequence[Sequence[Bid]], index: int) -> Message | None:
    """Return that other tricks were made in a round than it has cards; `None` where they fit, or nobody knows.

    Nobody knows where somebody has no entry, or is alone on the pad, or it does not say how many cards there are. More
    is wrong; fewer may be right where a card takes a trick away.
    """
    cards = cards_in(category, index)
    if cards == 0 or len(entered) == 1 or any(index >= len(bids) for bids in entered):
        return None
    made = sum(bids[index].made for bids in entered)
    values = {"round": say("Round {number}", number=index + 1), "made": made}
    if made > cards:
        return counted(
            cards,
            "{round}: {made} made, but there was only {number} trick",
            "{round}: {made} made, but there were only {number} tricks",
            **values,
        )
    if made < cards:
        return counted(
            cards, "{round}: {made} made of {number} trick", "{round}: {made} made of {number} tricks", **values
        )
    return None


def worth_of(category: Bids, bid: Bid) -> tuple[BidWorth, bool]:
    """Return what a round is worth by, and whether its bonus counts: not where the bid was missed."""
    missed = (category.missed, False)
    over = missed if category.over is None else (category.over, True)
    if bid.bid == bid.made:
        return (category.zero if bid.bid == 0 and category.zero is not None else category.made), True
    if bid.made < bid.bid:
        return missed
    if bid.bid == 0 and category.zero_missed is not None:
        return category.zero_missed, False
    return over


def _round(category: Bids, bid: Bid, cards: int) -> tuple[int, Message]:
    worth, counts = worth_of(category, bid)
    factors = (
        (bid.bid, worth.per_bid),
        (bid.made, worth.per_made),
        (abs(bid.bid - bid.made), worth.per_off),
        (cards, worth.per_card),
    )
    points = worth.base + sum(number * each for number, each in factors) + (bid.bonus if counts else 0)
    terms = [str(worth.base)] if worth.base else []
    terms += [f"{number} × {each}" for number, each in factors if each]
    sum_ = " + ".join(terms or ["0"])
    if bid.bonus and counts:
        sum_ += with_sign(bid.bonus)
    reason = say("bid {bid}, made {made}: {sum}", bid=bid.bid, made=bid.made, sum=sum_)
    if bid.bonus and not counts:
        return points, say("{sum}, without the bonus of {bonus}", sum=reason, bonus=bid.bonus)
    return points, reason
