"""Judges of the forum optimum that try everything, from the contract's words and without the program's short cuts."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.carpe_diem.forum.model import CardModel, Holdings, VisitObjective


class Hand(NamedTuple):
    """What a player holds during a visit, and what has been gained and paid so far."""

    goods: tuple[int, ...]
    coins: int
    bread: int
    points: int = 0
    steps: int = 0
    coins_paid: int = 0
    bread_paid: int = 0


class Outcome(NamedTuple):
    """What a player holds after a visit, the points with those for steps past the end of the bar, and the payments."""

    goods: tuple[int, ...]
    coins: int
    bread: int
    points: int
    steps: int
    coins_paid: int
    bread_sets: int


def every_outcome(holdings: Holdings, first: CardModel, second: CardModel, objective: VisitObjective) -> set[Outcome]:
    """The outcomes of all visits in this order, however the cards are met."""
    start = Hand(holdings.goods, holdings.coins, holdings.bread)
    ends = {end for middle in _resolved(start, first, objective) for end in _resolved(middle, second, objective)}
    moved = {end: min(end.steps, objective.room) for end in ends}
    return {
        Outcome(
            goods=end.goods,
            coins=end.coins,
            bread=end.bread,
            points=end.points + objective.overflow * (end.steps - moved[end]),
            steps=moved[end],
            coins_paid=end.coins_paid,
            bread_sets=end.bread_paid,
        )
        for end in ends
    }


def best_worth(holdings: Holdings, first: CardModel, second: CardModel, objective: VisitObjective) -> tuple[int, ...]:
    """The worth of the best visit in this order, by trying every payment of every set in goods and in coins."""
    start = Hand(holdings.goods, holdings.coins, holdings.bread)
    middles = _resolved(start, first, objective)
    return max(_value(holdings, end, objective) for middle in middles for end in _resolved(middle, second, objective))


def _resolved(hand: Hand, card: CardModel, objective: VisitObjective) -> Iterator[Hand]:
    """All hands after a card: any number of sets paid, each good by any part in coins, any number of bread payments."""
    ways = []
    loaves = hand.bread // 3
    if objective.bread_once:
        loaves = min(loaves, 0 if hand.bread_paid else 1)
    paid = 0
    while True:
        needs = [need * paid for need in card.price]
        payments = [
            goods
            for goods in product(*(range(min(need, have) + 1) for need, have in zip(needs, hand.goods, strict=True)))
            if sum(needs) - sum(goods) <= hand.coins
        ]
        if not payments or (paid and not card.size):
            break
        ways += [(paid, goods, sum(needs) - sum(goods), bread) for goods in payments for bread in range(loaves + 1)]
        paid += 1
    can_be_met = card.owned or any(paid or bread for paid, _, _, bread in ways)
    for paid, goods, coins, bread in ways:
        times = card.owned + paid + bread
        if can_be_met and not times:
            continue
        yield Hand(
            goods=tuple(have - gone for have, gone in zip(hand.goods, goods, strict=True)),
            coins=hand.coins - coins + card.coins * times,
            bread=hand.bread - 3 * bread + card.bread * times,
            points=hand.points + (card.points * times if times else -4),
            steps=hand.steps + card.steps * times,
            coins_paid=hand.coins_paid + coins,
            bread_paid=hand.bread_paid + bread,
        )


def _value(holdings: Holdings, hand: Hand, objective: VisitObjective) -> tuple[int, ...]:
    moved = min(hand.steps, objective.room)
    points = hand.points + objective.overflow * (hand.steps - moved)
    items = sum(hand.goods) + hand.coins + hand.bread + holdings.other_items
    if objective.final:
        return points + moved + items // 2, -hand.coins_paid, -hand.bread_paid
    return points, moved, items, -hand.coins_paid, -hand.bread_paid
