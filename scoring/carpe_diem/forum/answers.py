"""Answers about the forum, and how they are said: how two cards are met, what they give, and who visits when."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import UNMET_CARD_COST
from scoring.carpe_diem.state import BREAD, COINS, REWARDS, Card, Good
from scoring.carpe_diem.wording import ITEMS
from scoring.fields import in_words
from scoring.messages import Message, counted, say, wordless

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.carpe_diem.forum.model import Holdings


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a card gives in a visit; `points` include overflow and penalty, `prestige` are the steps made."""

    points: int
    coins: int
    bread: int
    prestige: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardVisit:
    """How one card is met: by what is owned, by payments of goods and coins, and by three bread each."""

    card: int
    owned_sets: int
    paid_sets: int
    bread_sets: int
    paid: Mapping[str, int]
    gained: Gain

    @property
    def sets(self) -> int:
        """How often the card is met."""
        return self.owned_sets + self.paid_sets + self.bread_sets


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumVisit:
    """A visit to two cards (contract, section 3): `visits` in the order in which the cards are visited.

    `cells` are the squares of the two cards in the forum, `others` are alternatives worth considering.
    """

    cells: tuple[str, str] | None = None
    order: tuple[int, int]
    visits: tuple[CardVisit, CardVisit]
    points: int
    prestige: int
    items_left: int
    final_gain: int
    because: Message
    others: tuple[ForumVisit, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumVisits:
    """The visits to all open pairs of the forum, best first."""

    visits: tuple[ForumVisit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """How a player meets a card in addition to what is owned: sets paid in goods, and sets for three bread each.

    `coins` says for a good how many coins are paid in its place; a good that is not in it is paid in coins only as far
    as it is lacking.
    """

    card: int
    paid_sets: int = 0
    bread_sets: int = 0
    coins: Mapping[Good, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLimits:
    """What can be paid for a card: the most sets paid in goods and for bread, and the least sets of either.

    `coins` has the fewest and the most coins that can be paid in place of each good of the sets paid.
    """

    least: int
    paid_sets: int
    bread_sets: int
    coins: Mapping[Good, tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenVisit:
    """A visit as a player makes it: its outcome, and for each card in order its payment and what could be paid."""

    visit: ForumVisit
    payments: tuple[Payment, Payment]
    limits: tuple[PaymentLimits, PaymentLimits]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitingOrder:
    """The names of the players in the order in which they visit the forum."""

    order: tuple[str, ...]


LEFT_UNMET: Final = say(
    "{one} first, with coins in place of goods at hand: {two} can then not be met, which costs less than a set."
)
"""The reason for a payment that leaves the second card unmet."""


def described(card: Card) -> Message:
    """Return the name of a card, or what it asks for."""
    return say("“{name}”", name=card.name or in_words(card.pay or {}) or in_words(card.own or {}))


def times(number: int) -> Message:
    """Return a number of times in words: once, twice, 3 times."""
    return {1: say("once"), 2: say("twice")}.get(number, say("{number} times", number=number))


def given(gained: Gain) -> tuple[Message, ...]:
    """Return what a card gives, part by part."""
    return tuple(counted(part.of(gained), *part.forms) for part in REWARDS if part.of(gained))


def payment(paid: Mapping[str, int]) -> tuple[Message, ...]:
    """Return what is paid, part by part."""
    return tuple(_amount(number, what) for what, number in paid.items())


def _amount(number: int, what: str) -> Message:
    return counted(number, *ITEMS[what])


def what_helps(gained: Gain, paid: Mapping[str, int], holdings: Holdings) -> Mapping[str, int]:
    """Return the part of the first card's reward that the second card needs; `holdings` are those between the two."""
    lacking = {
        COINS: paid.get(COINS, 0) - (holdings.coins - gained.coins),
        BREAD: paid.get(BREAD, 0) - (holdings.bread - gained.bread),
    }
    return {what: number for what, number in lacking.items() if number > 0}


def order_compared(mine: tuple[float, ...], theirs: tuple[float, ...]) -> Message:
    """Return the sentence that compares one order of the cards with the other."""
    if mine == theirs:
        return say("Either order brings the same.")
    return say("{one} first: the other order brings less.") if mine > theirs else say("{one} first brings less.")


def visit_reasons(
    cards: tuple[Card, Card], visits: tuple[CardVisit, CardVisit], helped: Mapping[str, int], compared: Message
) -> Message:
    """Return the reason for the order, and what happens on each card."""
    first, second = visits
    first_card, second_card = described(cards[first.card]), described(cards[second.card])
    order = replace(compared, values={"one": first_card, "two": second_card})
    if helped:
        order = counted(
            sum(helped.values()),
            "{one} first: the {helped} it gives pays for {two}.",
            "{one} first: the {helped} it gives pay for {two}.",
            one=first_card,
            helped=payment(helped),
            two=second_card,
        )
    return wordless(
        "{order} {first} {second}", order=order, first=_met(first_card, first), second=_met(second_card, second)
    )


def _met(card: Message, visit: CardVisit) -> Message:
    if not visit.sets:
        return counted(
            UNMET_CARD_COST,
            "{card} is not met and costs {number} point.",
            "{card} is not met and costs {number} points.",
            card=card,
        )
    ways = []
    if visit.owned_sets:
        ways.append(say("{times} by what is owned", times=times(visit.owned_sets)))
    if visit.paid_sets:
        goods = {what: number for what, number in visit.paid.items() if what != BREAD}
        ways.append(say("{times} for {goods}", times=times(visit.paid_sets), goods=payment(goods)))
    if visit.bread_sets:
        ways.append(say("{times} for {goods}", times=times(visit.bread_sets), goods=_amount(visit.paid[BREAD], BREAD)))
    return say("{card} is met {ways}: {given}.", card=card, ways=tuple(ways), given=given(visit.gained))
