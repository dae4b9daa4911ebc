"""Rounds in which players bid and make tricks: what each is worth (contract, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, Self

from scoring.fields import WHERE_SET, Between, Length
from scoring.messages import Message, counted, say
from scoring.score_pad.kinds.category import (
    Category,
    Entry,
    Kind,
    Scored,
    Shape,
    groups_in,
    parts_in,
    summed,
    unfit,
    whole_number,
    with_sign,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_BIDS: Final = 40
"""The most rounds of bids."""

TRICKS_RANGE: Final = Between(0, 99)
"""The range of cards, bids and tricks."""

TERM_RANGE: Final = Between(-999, 999)
"""The range of a bonus, and of each number that says what a round is worth."""

MIN_PLAYERS: Final = 2
"""The fewest players of a round of whose tricks the sum is known."""

BID, MADE, BONUS = range(3)
"""The numbers of a round of bids."""


Term = Annotated[int, TERM_RANGE]


@dataclass(frozen=True, slots=True)
class Bid:
    """What somebody bid in a round, what was made of it, and a bonus."""

    bid: int
    made: int
    bonus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BidWorth:
    """What a round of bids is worth: the sum of these."""

    base: Annotated[Term, "for the round"] = field(default=0, metadata=WHERE_SET)
    per_bid: Annotated[Term, "for each trick that was bid"] = field(default=0, metadata=WHERE_SET)
    per_made: Annotated[Term, "for each trick that was made"] = field(default=0, metadata=WHERE_SET)
    per_off: Annotated[Term, "for each trick between the two"] = field(default=0, metadata=WHERE_SET)
    per_card: Annotated[Term, "for each card of the round"] = field(default=0, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bids(Category):
    """Round by round a bid and what was made of it, and a bonus, which does not count where the bid was missed."""

    kind: Literal[Kind.BIDS] = Kind.BIDS
    made: Annotated[BidWorth, "a round in which as many were made as bid"]
    missed: Annotated[BidWorth, "a round in which fewer were made, or more unless `over` says otherwise"]
    over: Annotated[BidWorth | None, "a round in which more were made; otherwise `missed`"] = None
    zero: Annotated[BidWorth | None, "a round in which none were bid and none made; otherwise `made`"] = None
    zero_missed: Annotated[BidWorth | None, "a round in which none were bid and some made; otherwise `over`"] = None
    cards: Annotated[
        Literal["round"] | Annotated[tuple[Annotated[int, TRICKS_RANGE], ...], Length(1, MAX_BIDS)] | None,
        "the cards of a round: its number, or one of a list, 0 beyond it",
    ] = None

    shape: ClassVar = Shape(
        ranges=(TRICKS_RANGE, TRICKS_RANGE, TERM_RANGE),
        most=MAX_BIDS,
        expected=say("a bid and what was made, such as [2, 1], or these and a bonus, such as [2, 2, 30],"),
        optional=1,
        in_rounds=True,
    )

    def cards_in(self, index: int) -> int:
        """Return the cards of a round; rounds count from 0.

        >>> listed = Bids(key="bids", title="Bids", made=BidWorth(), missed=BidWorth(), cards=(7, 6))
        >>> [listed.cards_in(index) for index in range(3)]
        [7, 6, 0]
        """
        if self.cards == "round":
            return index + 1
        cards = self.cards or ()
        return cards[index] if index < len(cards) else 0

    def of_round(self, index: int) -> Self:
        return replace(self, cards=(self.cards_in(index),))

    def change_text(self, title: Message, number: tuple[int, int], index: int | None, part: int) -> Message:
        template = (
            say("{after} bid instead of {before} in round {round} of {line}"),
            say("{after} made instead of {before} in round {round} of {line}"),
            say("a bonus of {after} instead of {before} in round {round} of {line}"),
        )[part]
        before, after = number
        return replace(template, values={"after": after, "before": before, "line": title, "round": (index or 0) + 1})

    def range_of(self, part: int = 0, index: int = 0) -> Between:
        return TERM_RANGE if part == BONUS else Between(0, self.cards_in(index) or TRICKS_RANGE.high)

    def points(self, entry: Entry | None) -> Scored:
        """Each round is worth what its bid and what was made of it say, and the rounds are added.

        >>> made, missed = BidWorth(base=20, per_made=10), BidWorth(per_off=-10)
        >>> points, because = Bids(key="bids", title="Bids", made=made, missed=missed).points(((2, 2), (2, 0)))
        >>> print(points, because)
        20 bid 2, made 2: 20 + 2 × 10; bid 2, made 0: 2 × -10
        """
        rounds = [(index, bid) for index, bid in enumerate(groups_in(entry)) if bid]
        return summed([_round(self, Bid(*bid), self.cards_in(index)) for index, bid in rounds])

    def remark(self, entries: Sequence[Entry | None], index: int) -> Message | None:
        """Return that other tricks were made in a round than it has cards; `None` where they fit, or nobody knows.

        Nobody knows where somebody is alone in the round, or the pad does not say how many cards there are. More is
        wrong; fewer may be right where a card takes a trick away.
        """
        cards, there = self.cards_in(index), [bid for entry in entries if (bid := groups_in(entry)[index])]
        if cards == 0 or len(there) < MIN_PLAYERS:
            return None
        made = sum(bid[MADE] for bid in there)
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

    def beyond_cards(self, entry: Entry | None, bid: int | None) -> Iterator[tuple[str, int, Message]]:
        rounds = groups_in(entry)
        tricks = [(f"[{index}][{at}]", index, bids[at]) for index, bids in enumerate(rounds) for at in (BID, MADE)]
        if bid is not None:
            tricks.append(("", len(parts_in(entry)), bid))
        for where, index, number in tricks:
            range_ = self.range_of(BID, index)
            if not range_.low <= number <= range_.high:
                yield where, index, unfit(number, whole_number(range_))


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


def _round(category: Bids, bid: Bid, cards: int) -> Scored:
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
