"""A visit to two forum cards in one order: what each way to meet them leaves, and what it is worth.

A way is four numbers: how often the first card is met with goods and with bread, and how often the second one is.
Goods are always paid before coins: a coin stands in for any good, so no later payment becomes harder, and the coins
paid in the whole visit become no more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scoring.carpe_diem.data import BREAD_FOR_A_SET, UNMET_CARD_COST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What a player brings to the forum: goods (in the order of `Good`), coins, bread, other items; each 0 or more."""

    goods: tuple[int, ...]
    coins: int
    bread: int
    other: int

    @property
    def items(self) -> int:
        """The number of items, as the line `items` counts them."""
        return sum(self.goods) + self.coins + self.bread + self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class CardModel:
    """A card as the search sees it: the price of a set in goods (all 0: none), sets owned, the reward of a set.

    From these follow the goods or coins in one paid set (`size`), and the goods that it needs (`needs`, each with its
    place among the goods).
    """

    price: tuple[int, ...]
    owned: int
    points: int
    coins: int
    bread: int
    steps: int
    size: int = field(init=False)
    needs: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Work out what every way through a course asks for."""
        object.__setattr__(self, "size", sum(self.price))
        object.__setattr__(self, "needs", tuple((place, need) for place, need in enumerate(self.price) if need))


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitObjective:
    """What counts: `room` steps are left on the bar, each step beyond gives `overflow` points (0 or 1).

    `final` asks for the rise of the final total, otherwise for points, then steps, then items.
    """

    room: int
    overflow: int
    bread_once: bool
    final: bool


class Plan(NamedTuple):
    """A visit in one order: its worth (compared as a tuple, larger is better), and the sets on each card.

    Among plans of one worth those with more items left come first.
    """

    worth: tuple[float, ...]
    items_left: float
    paid_first: int
    bread_first: int
    paid_second: int
    bread_second: int


class Remainder(NamedTuple):
    """What is left after the first card, and the coins paid for it."""

    goods: Sequence[float]
    coins: float
    bread: float
    coins_paid: float


class VisitOutcome(NamedTuple):
    """What a visit comes to, whole or divisible; an unmet part of a card costs its part of the points."""

    points: float
    steps: float
    items: float
    coins_paid: float
    bread_sets: float


def sets_within(needs: Sequence[tuple[int, int]], goods: Sequence[float], coins: float) -> tuple[float, float]:
    """Return how often a price can be paid, as numerator and denominator, coins filling what the goods lack.

    Any group of goods bounds the number of sets by (its goods + the coins) / (its price). The group that decides is
    left when goods of which there are plenty have been dropped. Nothing to pay gives (0, 1).

    >>> sets_within(((0, 1), (1, 1), (3, 3)), (9, 0, 0, 4), 3)
    (7, 4)
    """
    while needs:
        total, size = coins, 0
        for place, need in needs:
            total += goods[place]
            size += need
        scarce = [(place, need) for place, need in needs if need * total >= goods[place] * size]
        if len(scarce) == len(needs):
            return total, size
        needs = scarce
    return 0, 1


class VisitModel:
    """One order of the two cards, and what each way through it comes to."""

    __slots__ = ("_items", "_leaning_past", "first", "leaning", "purse", "second", "stakes")

    def __init__(self, purse: Holdings, first: CardModel, second: CardModel, stakes: VisitObjective) -> None:
        """Prepare what all ways have in common."""
        self.purse = purse
        self.first = first
        self.second = second
        self.stakes = stakes
        self._items = purse.items
        self._leaning_past = self._leaning(second.points)
        self.leaning = self._leaning(second.points + second.steps) if second.steps else self._leaning_past

    def _leaning(self, gain: int) -> tuple[int, int]:
        """Return what one more set on the second card is worth, paid and with bread, in half points.

        A set gives `gain` points and steps. Points now are worth more than any items.
        """
        second = self.second
        given = second.coins + second.bread
        if self.stakes.final:
            return 2 * gain + given - second.size, 2 * gain + given - BREAD_FOR_A_SET
        return 2 * (gain or given - second.size), 2 * (gain or given - BREAD_FOR_A_SET)

    def pays_in_any_case(self) -> bool:
        """Whether each set paid on the first card is worth more than it costs, and takes nothing from the second."""
        first = self.first
        if self.second.needs:
            return False
        gain = first.points + first.steps * self.stakes.overflow
        items = first.coins + first.bread - first.size
        return 2 * gain + items > 1 if self.stakes.final else (gain or items) > 0

    def reach_first(self) -> tuple[int, int]:
        """Return how often the first card can be paid, and met with bread."""
        total, size = sets_within(self.first.needs, self.purse.goods, self.purse.coins)
        bread = self.purse.bread // BREAD_FOR_A_SET
        return int(total // size), min(bread, 1) if self.stakes.bread_once else bread

    def after_first(self, paid: float, bread: float) -> Remainder:
        """Return what is left when the first card has been met so often."""
        first, purse = self.first, self.purse
        coins_paid: float = 0
        goods: Sequence[float] = purse.goods
        if paid:
            goods = list(goods)
            for place, need in first.needs:
                goods[place] -= need * paid
                if goods[place] < 0:
                    coins_paid -= goods[place]
                    goods[place] = 0
        met = first.owned + paid + bread
        coins = purse.coins - coins_paid + first.coins * met
        return Remainder(goods, coins, purse.bread - BREAD_FOR_A_SET * bread + first.bread * met, coins_paid)

    def reach_second(self, left: Remainder, bread: float) -> tuple[float, float, float]:
        """Return how often the second card can be paid (numerator, denominator), and met with bread."""
        total, size = sets_within(self.second.needs, left.goods, left.coins)
        most = left.bread / BREAD_FOR_A_SET
        return total, size, min(most, 1 - bread) if self.stakes.bread_once else most

    def without_coins(self, left: Remainder) -> list[float]:
        """Return how often the second card can be paid before each of its goods runs out and coins must stand in."""
        return [left.goods[place] / need for place, need in self.second.needs]

    def settle(self, paid: int, bread: int) -> Plan:
        """Return the best plan that meets the first card exactly so often."""
        left = self.after_first(paid, bread)
        total, size, loaves = self.reach_second(left, bread)
        ways = self._second_ways(left, paid + bread, int(total // size), int(loaves))
        plans = [
            self._plan(self.outcome(left, paid, bread, more, loaf), paid, bread, more, loaf) for more, loaf in ways
        ]
        return max(plans) if len(plans) > 1 else plans[0]

    def _second_ways(self, left: Remainder, met: int, paid_most: int, bread_most: int) -> list[tuple[int, int]]:
        """Return the ways to settle the second card among which the best one is."""
        stakes, second = self.stakes, self.second
        if stakes.overflow or not second.steps:
            ways = _ends(self.leaning, paid_most, bread_most)
        else:
            steps = self.first.steps * (self.first.owned + met) + second.steps * second.owned
            ways = _ends(self._leaning_past, paid_most, bread_most)
            if steps < stakes.room:
                # Where steps past the end of the bar give nothing, the turning point is a candidate too.
                ways += _ends(self.leaning, paid_most, bread_most)
                ways += self._around(left, (stakes.room - steps) // second.steps, paid_most, bread_most)
        if not second.owned and (paid_most or bread_most):
            return [way for way in ways if way != (0, 0)]  # a card that can be met must be met
        return ways

    def _around(self, left: Remainder, turn: int, paid_most: int, bread_most: int) -> Iterator[tuple[int, int]]:
        """Yield ways with about `turn` sets: with few or many paid ones, or as many as need no coins."""
        free = int(min(self.without_coins(left), default=0))
        for sets in range(max(turn - 1, 0), turn + 3):
            low, high = max(sets - bread_most, 0), min(sets, paid_most)
            for paid in {low, low + 1, free, free + 1, high - 1, high}:
                if low <= paid <= high:
                    yield paid, sets - paid

    def outcome(self, left: Remainder, paid: float, bread: float, more: float, loaf: float) -> VisitOutcome:
        """Return points, steps, items, coins paid and sets of bread paid of a visit, whole or divisible."""
        first, second = self.first, self.second
        once = first.owned + paid + bread
        twice = second.owned + more + loaf
        points = first.points * once + second.points * twice
        if once < 1:
            points -= UNMET_CARD_COST * (1 - once)
        if twice < 1:
            points -= UNMET_CARD_COST * (1 - twice)
        items = (
            self._items
            + (first.coins + first.bread) * once
            + (second.coins + second.bread) * twice
            - first.size * paid
            - second.size * more
            - BREAD_FOR_A_SET * (bread + loaf)
        )
        coins = left.coins_paid
        if more:
            for place, need in second.needs:
                short = need * more - left.goods[place]
                if short > 0:
                    coins += short
        return VisitOutcome(points, first.steps * once + second.steps * twice, items, coins, bread + loaf)

    def _plan(self, outcome: VisitOutcome, paid: int, bread: int, more: int, loaf: int) -> Plan:
        points, steps, items, coins, sets = outcome
        stakes = self.stakes
        moved = steps
        if steps > stakes.room:
            moved = stakes.room
            points += stakes.overflow * (steps - moved)
        worth: tuple[float, ...]
        worth = (points + moved + items // 2, -coins, -sets) if stakes.final else (points, moved, items, -coins, -sets)
        return Plan(worth, items, paid, bread, more, loaf)


def _ends(leaning: tuple[int, int], paid_most: int, bread_most: int) -> list[tuple[int, int]]:
    """Return the ways in which each number of sets is at one end of what is possible, or beside it."""
    if paid_most == bread_most == 0:
        return [(0, 0)]
    loaves = _end(leaning[1], bread_most)
    return [(paid, bread) for paid in _end(leaning[0], paid_most) for bread in loaves]


def _end(leaning: int, most: int) -> tuple[int, ...]:
    """Return the numbers of sets among which the best is; where a set is worth half a point, one set fewer may do."""
    if leaning > 0:
        return (most, most - 1) if leaning == 1 and most else (most,)
    return (0, 1) if most else (0,)
