"""The words of Carpe Diem: nouns, and what is said of tiles, structures and visits to the forum."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import MERCHANT_COINS, UNMET_CARD_COST
from scoring.carpe_diem.forum.answers import BREAD, COINS, CardVisit, Gain
from scoring.carpe_diem.state import Feature, Good, Kind, Objective, Thing, Tile
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.carpe_diem.building_phase import Bonus
    from scoring.carpe_diem.district import Structure
    from scoring.carpe_diem.forum.model import Holdings
    from scoring.carpe_diem.state import Card
    from scoring.carpe_diem.villa_chart import Chimneys


_CHOSEN: Final = {
    Kind.CRAFTSMAN: say("craftsman: take a black building tile and lay it"),
    Kind.FOUNTAIN: say("fountain: choose a fountain card, and enter it in the stock"),
}
"""Bonuses that are the player's choice."""


_TOWARDS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}


OBJECTIVES: Final = {Objective.POINTS: "points now", Objective.FINAL: "the final total"}


NOUNS: Final = {
    Thing.POND: ("pond", "ponds"),
    Thing.GARDEN: ("garden", "gardens"),
    Thing.VINEYARD: ("vineyard", "vineyards"),
    Thing.FARMYARD: ("farmyard", "farmyards"),
    Thing.MERCHANT: ("merchant", "merchants"),
    Thing.GRANARY: ("granary", "granaries"),
    Thing.ADMINISTRATION: ("administration", "administrations"),
    Thing.CRAFTSMAN: ("craftsman", "craftsmen"),
    Thing.VILLA: ("villa", "villas"),
    Thing.MARKET: ("market", "markets"),
    Thing.BAKERY: ("bakery", "bakeries"),
    Thing.FOUNTAIN: ("fountain", "fountains"),
    Thing.CHIMNEYS: ("chimney", "chimneys"),
    Thing.LANDSCAPE: ("landscape", "landscapes"),
    Thing.DWELLING: ("dwelling", "dwellings"),
}


ITEMS: Final = {
    Good.GRAPES.value: ("grape", "grapes"),
    Good.HERBS.value: ("herb", "herbs"),
    Good.CHICKEN.value: ("chicken", "chicken"),
    Good.FISH.value: ("fish", "fish"),
    "coins": ("coin", "coins"),
    "bread": ("bread", "bread"),
}
"""The nouns of goods, coins and bread, by their names in documents."""


def described(card: Card) -> Message:
    """Return the name of a card, or what it asks for."""
    if card.name:
        return say("“{name}”", name=card.name)
    if card.pay:
        things = tuple(_amount(number, good.value) for good, number in card.pay.items())
    else:
        things = tuple(counted(number, *NOUNS[thing]) for thing, number in (card.own or {}).items())
    return say("“{things}”", things=things)


def times(number: int) -> Message:
    """Return a number of times in words: once, twice, 3 times."""
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


def chimneys_counted(chimneys: Chimneys) -> Message:
    """Return the chimneys of an entry of the villa chart in words.

    >>> from scoring.carpe_diem.villa_chart import Chimneys
    >>> print(chimneys_counted(Chimneys(1)), "|", chimneys_counted(Chimneys(5, and_more=True)))
    1 chimney | 5 or more chimneys
    """
    if chimneys.and_more:
        return say("{number} or more chimneys", number=chimneys.number)
    return counted(chimneys.number, "chimney", "chimneys")


def completion_message(structure: Structure, bonus: Bonus) -> Message:
    """Return the sentence about a structure just completed and its bonus.

    >>> from scoring.carpe_diem.building_phase import Bonus
    >>> from scoring.carpe_diem.district import Structure
    >>> pond = Structure(kind=Kind.POND, cells=("C3", "D3", "D4"), parts=(), waiting=(), chimneys=0)
    >>> print(completion_message(pond, Bonus(good=Good.FISH, goods=2)))
    pond of 3: 2 fish
    """
    kind, size = structure.kind, len(structure.cells)
    if kind in _CHOSEN:
        return _CHOSEN[kind]
    if kind is Kind.VILLA:
        chimneys = counted(structure.chimneys, "chimney", "chimneys")
        return say("villa of {size} with {chimneys}", size=size, chimneys=chimneys)
    if bonus.good is not None:
        goods = counted(bonus.goods, *ITEMS[bonus.good])
        return say("{kind} of {size}: {goods}", kind=kind.value, size=size, goods=goods)
    given = (
        (bonus.coins, *ITEMS[COINS]),
        (bonus.bread, *ITEMS[BREAD]),
        (bonus.steps, "step on the prestige bar", "steps on the prestige bar"),
    )
    gains = tuple(counted(number, one, many) for number, one, many in given if number)
    traded = bonus.coins - MERCHANT_COINS
    if bonus.goods_returned and traded:
        goods = counted(traded, "good", "goods")
        return say("{kind}: {gains} for {goods}", kind=kind.value, gains=gains, goods=goods)
    return say("{kind}: {gains}", kind=kind.value, gains=gains)


def label(tile: Tile) -> Message:
    """Return what a tile shows, for screen readers.

    >>> pond, villa = Feature(kind=Kind.POND, opens="NE"), Feature(kind=Kind.VILLA, opens="S", chimneys=2)
    >>> print(label(Tile(cell="C4", features=(pond, villa))))
    pond, open to the north and east; villa with 2 chimneys, open to the south
    """
    return _listed([_said(feature) for feature in tile.features])


def _listed(parts: Sequence[Message]) -> Message:
    first, *others = parts
    return say("{first}; {others}", first=first, others=_listed(others)) if others else first


def _said(feature: Feature) -> Message:
    kind: object = feature.kind.value
    if feature.chimneys:
        chimneys = counted(feature.chimneys, "chimney", "chimneys")
        kind = say("{kind} with {chimneys}", kind=kind, chimneys=chimneys)
    if not feature.opens:
        return say("{kind}", kind=kind)
    return say("{kind}, open to the {sides}", kind=kind, sides=tuple(_TOWARDS[side] for side in feature.opens))
