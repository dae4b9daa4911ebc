"""The model of a visit to two forum cards in one order: its variables, its constraints, and its objective.

The variables are four numbers of sets: paid sets and bread sets on the first card, and both on the second one.
Goods are paid before coins; `search` says when that is best, and tries the payments where it is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT, UNMET_CARD_COST

if TYPE_CHECKING:
    from collections.abc import Sequence

Number = TypeVar("Number", int, float)
"""Sets and what is paid for them: whole numbers in a plan, parts of them in the relaxation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What a player holds on the way to the forum: goods in the order of `Good`, coins, bread, and other items."""

    goods: tuple[int, ...]
    coins: int
    bread: int
    other_items: int

    @property
    def items(self) -> int:
        """The number of items, as the line `items` of the sheet counts them."""
        return sum(self.goods) + self.coins + self.bread + self.other_items


@dataclass(frozen=True, slots=True, kw_only=True)
class CardModel:
    """A card: the price of a set in goods (all 0 where nothing can be paid), the sets owned, and the reward of a set.

    `size` is the number of goods or coins in one paid set, `needs` are the indexes of its goods with their numbers.
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
        """Derive `size` and `needs` from the price once, because every plan asks for them."""
        object.__setattr__(self, "size", sum(self.price))
        object.__setattr__(self, "needs", tuple((place, need) for place, need in enumerate(self.price) if need))


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitObjective:
    """What a visit maximises, and the limits of the table.

    `room` steps are left on the prestige bar, and each step beyond gives `overflow` points (0 or 1). With `bread_once`
    bread meets one card once. `final` maximises the rise of the final total; otherwise points come first, then steps,
    then items.
    """

    room: int
    overflow: int
    bread_once: bool
    final: bool


class Plan(NamedTuple):
    """A solution: its worth, a tuple of which the larger is better, and the sets on each card.

    Between plans of equal worth the one with more items left is better. `coins_first` are the coins that the first card
    takes in place of each good, where goods are not paid before coins.
    """

    worth: tuple[float, ...]
    items_left: float
    paid_first: int
    bread_first: int
    paid_second: int
    bread_second: int
    coins_first: tuple[int, ...] = ()


Solution: TypeAlias = tuple[tuple[float, ...], float, int, int, int, int]
"""A plan as a plain tuple: one is made for every way that is tried, and a named tuple takes several times as long."""

Remainder: TypeAlias = "tuple[Sequence[Number], Number, Number, Number]"
"""What is left after the first card: goods, coins and bread; and the coins paid for it."""

VisitOutcome: TypeAlias = tuple[float, float, float, float, float]
"""The points, steps and items of a visit, the coins paid, and the bread sets.

With parts of sets, the missing part of a card costs that part of the points.
"""


def sets_within(needs: Sequence[tuple[int, int]], goods: Sequence[Number], coins: Number) -> tuple[Number, int]:
    """Return how often a price can be paid, as numerator and denominator; coins make up for missing goods.

    Each group of goods bounds the number of sets by (its goods + the coins) / (its price). Dropping goods of which
    there are plenty leaves the group with the tightest bound. A card without a price gives (0, 1).

    >>> sets_within(((0, 1), (1, 1), (3, 3)), (9, 0, 0, 4), 3)
    (7, 4)
    """
    while needs:
        total, size = coins, 0
        for place, need in needs:
            total += goods[place]
            size += need
        for place, need in needs:
            if need * total < goods[place] * size:
                needs = [(place, need) for place, need in needs if need * total >= goods[place] * size]
                break
        else:
            return total, size
    return 0, 1


class VisitModel:
    """One order of the two cards, with the outcome of every solution."""

    __slots__ = (
        "_every_set_gains",
        "_items",
        "first",
        "holdings",
        "marginal_value",
        "objective",
        "second",
        "value_past_the_end",
    )

    def __init__(self, holdings: Holdings, first: CardModel, second: CardModel, objective: VisitObjective) -> None:
        """Take the holdings, the two cards in their order, and the objective."""
        self.holdings = holdings
        self.first = first
        self.second = second
        self.objective = objective
        self._items = holdings.items
        self.marginal_value = self._marginal_value(second.points + second.steps)
        self.value_past_the_end = self.marginal_value
        if second.steps and not objective.overflow:
            self.value_past_the_end = self._marginal_value(second.points)
        self._every_set_gains = min(self.value_past_the_end) > 1

    def _marginal_value(self, gain: int) -> tuple[int, int]:
        """Return the value of one more paid set and of one more bread set on the second card, in half points.

        A set gives `gain` points and steps. For the objective of points now, points outweigh any items.
        """
        second = self.second
        items_given = second.coins + second.bread
        if self.objective.final:
            return 2 * gain + items_given - second.size, 2 * gain + items_given - BREAD_FOR_A_SET
        return 2 * (gain or items_given - second.size), 2 * (gain or items_given - BREAD_FOR_A_SET)

    def first_always_pays(self) -> bool:
        """Return whether more paid sets on the first card are always better: each gains, and none harms the second."""
        first = self.first
        if self.second.needs:
            return False
        gain = first.points + first.steps * self.objective.overflow
        items = first.coins + first.bread - first.size
        return 2 * gain + items > 1 if self.objective.final else (gain or items) > 0

    def first_bounds(self) -> tuple[int, int]:
        """Return the upper bounds of paid sets and bread sets on the first card."""
        total, size = sets_within(self.first.needs, self.holdings.goods, self.holdings.coins)
        bread = self.holdings.bread // BREAD_FOR_A_SET
        return total // size, min(bread, 1) if self.objective.bread_once else bread

    def remainder(self, paid: Number, bread: Number) -> Remainder[Number]:
        """Return what is left after so many paid sets and bread sets on the first card."""
        first, holdings = self.first, self.holdings
        coins_paid: Number = 0
        goods: list[Number] = list(holdings.goods)
        if paid:
            for place, need in first.needs:
                goods[place] -= need * paid
                if goods[place] < 0:
                    coins_paid -= goods[place]
                    goods[place] = 0
        met = first.owned + paid + bread
        coins = holdings.coins - coins_paid + first.coins * met
        return goods, coins, holdings.bread - BREAD_FOR_A_SET * bread + first.bread * met, coins_paid

    def second_bounds(self, left: Remainder[float], bread: float) -> tuple[float, float]:
        """Return the upper bounds of paid sets and bread sets on the second card where parts of sets are allowed."""
        goods, coins, loaves, _ = left
        total, size = sets_within(self.second.needs, goods, coins)
        most = loaves / BREAD_FOR_A_SET
        return total / size, min(most, 1 - bread) if self.objective.bread_once else most

    def coin_free_sets(self, left: Remainder[float]) -> list[float]:
        """Return for each good of the second card how many sets it suffices for without coins."""
        return [left[0][place] / need for place, need in self.second.needs]

    def completions(self, paid: int, breads: range) -> list[Solution]:
        """Return plans with so many paid sets and these bread sets on the first card; the best one is among them."""
        first, second = self.first, self.second
        goods, coins, loaves, coins_paid = self.remainder(paid, breads.start)
        total, size = sets_within(second.needs, goods, coins)
        plans: list[Solution] = []
        for bread in breads:
            if first.coins and plans:  # otherwise bread sets leave what pays for the second card as it is
                total, size = sets_within(second.needs, goods, coins)
            paid_most, bread_most = total // size, loaves // BREAD_FOR_A_SET
            if self.objective.bread_once:
                bread_most = min(bread_most, 1 - bread)
            left = goods, coins, loaves, coins_paid
            if self._every_set_gains or not (paid_most or bread_most):
                plans.append(self.plan(left, paid, bread, paid_most, bread_most))
            else:
                ways = self._second_candidates(left, paid + bread, paid_most, bread_most)
                plans += [self.plan(left, paid, bread, more, loaf) for more, loaf in ways]
            coins += first.coins
            loaves += first.bread - BREAD_FOR_A_SET
        return plans

    def _second_candidates(
        self, left: Remainder[int], met: int, paid_most: int, bread_most: int
    ) -> set[tuple[int, int]]:
        """Return the pairs of paid and bread sets on the second card among which the best one is."""
        first, second = self.first, self.second
        value, past_the_end = self.marginal_value, self.value_past_the_end
        room = self.objective.room - first.steps * (first.owned + met) - second.steps * second.owned
        if value == past_the_end or room >= second.steps * (paid_most + bread_most):
            ways = _extreme_points(value, paid_most, bread_most)
        elif room <= 0:
            ways = _extreme_points(past_the_end, paid_most, bread_most)
        else:
            # Steps past the end of the bar give nothing here, so the objective turns where the bar ends.
            ways = _extreme_points(value, paid_most, bread_most) | _extreme_points(past_the_end, paid_most, bread_most)
            ways |= self._around_turning_point(left, room // second.steps, paid_most, bread_most)
        if not second.owned:
            ways.discard((0, 0))  # a card that can be met must be met
        return ways

    def _around_turning_point(
        self, left: Remainder[int], turn: int, paid_most: int, bread_most: int
    ) -> set[tuple[int, int]]:
        """Return pairs with about `turn` sets: with few or many paid ones, or as many paid ones as need no coins."""
        free = int(min(self.coin_free_sets(left), default=0))
        pairs = set()
        for sets in range(max(turn - 1, 0), turn + 3):
            low, high = max(sets - bread_most, 0), min(sets, paid_most)
            pairs |= {
                (paid, sets - paid) for paid in (low, low + 1, free, free + 1, high - 1, high) if low <= paid <= high
            }
        return pairs

    def outcome(self, left: Remainder[float], paid: float, bread: float, more: float, loaf: float) -> VisitOutcome:
        """Return the outcome of a visit with `more` paid sets and `loaf` bread sets on the second card."""
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
        goods, _, _, coins = left
        if more:
            for place, need in second.needs:
                short = need * more - goods[place]
                if short > 0:
                    coins += short
        return points, first.steps * once + second.steps * twice, items, coins, bread + loaf

    def plan(self, left: Remainder[int], paid: int, bread: int, more: int, loaf: int) -> Solution:
        """Return the plan with these sets on the first card, and with `more` paid sets and `loaf` bread sets after."""
        points, steps, items, coins, sets = self.outcome(left, paid, bread, more, loaf)
        objective = self.objective
        moved = steps
        if steps > objective.room:
            moved = objective.room
            points += objective.overflow * (steps - moved)
        if objective.final:
            return (points + moved + items // ITEMS_FOR_A_POINT, -coins, -sets), items, paid, bread, more, loaf
        return (points, moved, items, -coins, -sets), items, paid, bread, more, loaf


def _extreme_points(marginal_value: tuple[int, int], paid_most: int, bread_most: int) -> set[tuple[int, int]]:
    """Return the pairs whose numbers are each at an end of their range, or next to it."""
    return set(product(_extremes(marginal_value[0], paid_most), _extremes(marginal_value[1], bread_most)))


def _extremes(marginal_value: int, most: int) -> tuple[int, ...]:
    """Return the numbers among which the best is; a set worth half a point may be lost to rounding."""
    if marginal_value > 0:
        return (most, most - 1) if marginal_value == 1 and most else (most,)
    return (0, 1) if most else (0,)
