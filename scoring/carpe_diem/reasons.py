"""What is said of a visit to the forum."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.carpe_diem.data import UNMET_CARD_COST
from scoring.carpe_diem.visit import BREAD, COINS, CardVisit, Gain
from scoring.carpe_diem.words import ITEMS, NOUNS
from scoring.sheet import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.carpe_diem.course import Purse
    from scoring.carpe_diem.state import Card


def described(card: Card) -> Message:
    """Return what to call a card: its name, or what it asks for."""
    if card.name:
        return say("“{name}”", name=card.name)
    if card.pay:
        things = tuple(_amount(number, good.value) for good, number in card.pay.items())
    else:
        things = tuple(counted(number, *NOUNS[thing]) for thing, number in (card.own or {}).items())
    return say("“{things}”", things=things)


def times(number: int) -> Message:
    """Return how often in words."""
    return {1: say("once"), 2: say("twice")}.get(number, say("{number} times", number=number))


def given(gained: Gain) -> tuple[Message, ...]:
    """Return what a card gives, part by part."""
    parts = (
        (gained.points, "point", "points"),
        (gained.coins, "coin", "coins"),
        (gained.bread, "bread", "bread"),
        (gained.prestige, "step", "steps"),
    )
    return tuple(counted(number, one, many) for number, one, many in parts if number)


def payment(paid: Mapping[str, int]) -> tuple[Message, ...]:
    """Return what is paid, part by part."""
    return tuple(_amount(number, what) for what, number in paid.items())


def _amount(number: int, what: str) -> Message:
    return counted(number, *ITEMS[what])


def what_helps(gained: Gain, paid: Mapping[str, int], purse: Purse) -> Mapping[str, int]:
    """Return what of the first card's reward the second card needs; `purse` is what there is between the two."""
    lacking = {
        COINS: paid.get(COINS, 0) - (purse.coins - gained.coins),
        BREAD: paid.get(BREAD, 0) - (purse.bread - gained.bread),
    }
    return {what: number for what, number in lacking.items() if number > 0}


def compared(mine: tuple[float, ...], theirs: tuple[float, ...]) -> Message:
    """Return the sentence that compares an order with the other one."""
    if mine == theirs:
        return say("Either order brings the same.")
    return say("{one} first: the other order brings less.") if mine > theirs else say("{one} first brings less.")


def reasons(
    cards: tuple[Card, Card], visits: tuple[CardVisit, CardVisit], helped: Mapping[str, int], compared: Message
) -> Message:
    """Return why this order, and what happens on each card."""
    first, second = visits
    one, two = described(cards[first.card]), described(cards[second.card])
    order = replace(compared, values={"one": one})
    if helped:
        pay = "pays" if sum(helped.values()) == 1 else "pay"
        order = say(
            "{one} first: the {helped} it gives {pay} for {two}.", one=one, helped=payment(helped), pay=pay, two=two
        )
    return say("{order} {first} {second}", order=order, first=_met(one, first), second=_met(two, second))


def _met(card: Message, visit: CardVisit) -> Message:
    if not visit.sets:
        return say("{card} is not met and costs {cost} points.", card=card, cost=UNMET_CARD_COST)
    ways = []
    if visit.owned_sets:
        ways.append(say("{times} by what is owned", times=times(visit.owned_sets)))
    if visit.paid_sets:
        goods = {what: number for what, number in visit.paid.items() if what != BREAD}
        ways.append(say("{times} for {goods}", times=times(visit.paid_sets), goods=payment(goods)))
    if visit.bread_sets:
        ways.append(say("{times} for {bread} bread", times=times(visit.bread_sets), bread=visit.paid[BREAD]))
    return say("{card} is met {ways}: {given}.", card=card, ways=tuple(ways), given=given(visit.gained))
