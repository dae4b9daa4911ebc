"""The best way to visit two forum cards: an exact search whose time does not grow with the amounts.

For one order of the cards a visit is four numbers: how often the first card is met with goods and with bread, and how
often the second one is. Three facts keep the search small.

1. Goods are paid before coins. A coin stands in for any good, so no later payment becomes harder, and the coins paid in
   the whole visit become no more.
2. Once the first card is settled, goods and bread no longer compete: each further set on the second card changes the
   outcome by the same step, so the best number of sets lies at one end of what is possible, or beside it where halved
   items round and where the prestige bar ends.
3. With few sets in reach, every way to settle the first card is tried. With many, the best *divisible* visit (parts of
   a set allowed) is found first. Its worth is a concave function of the sets paid on the first card, so its peak is
   found by closing in from both sides; whole sets are then tried around the peak, as far as one period of remainders
   reaches and the divisible worth leaves hope.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, floor, inf
from typing import TYPE_CHECKING, NamedTuple

from scoring.carpe_diem.data import BREAD_FOR_A_SET, UNMET_CARD_COST

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 40
"""Up to this many ways to settle the first card, all are tried."""

_DECIMALS = 6
"""Divisible worths that agree to so many decimals are equal: the true differences are far larger."""

_TINY = 10**-_DECIMALS
"""What the arithmetic of parts may be off."""

_MARGIN = 3
"""Sets tried beyond one period of the remainders, on each side of the divisible peak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
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
class Offer:
    """A card as the search sees it: the price of a set in goods (all 0: none), sets owned, the reward of a set."""

    price: tuple[int, ...]
    owned: int
    points: int
    coins: int
    bread: int
    steps: int

    @property
    def size(self) -> int:
        """Goods or coins in one paid set."""
        return sum(self.price)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
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


class Left(NamedTuple):
    """What is left after the first card, and the coins paid for it."""

    goods: list[float]
    coins: float
    bread: float
    coins_paid: float


class Outcome(NamedTuple):
    """What a visit comes to, whole or divisible; an unmet part of a card costs its part of the points."""

    points: float
    steps: float
    items: float
    coins_paid: float
    bread_sets: float


def sets_within(price: tuple[int, ...], goods: Sequence[float], coins: float) -> tuple[float, float]:
    """Return how often a price can be paid, as numerator and denominator, coins filling what the goods lack.

    Any group of goods bounds the number of sets by (its goods + the coins) / (its price). The group that decides is
    left when goods of which there are plenty have been dropped. Nothing to pay gives (0, 1).

    >>> sets_within((1, 1, 0, 3), (9, 0, 0, 4), 3)
    (7, 4)
    """
    scarce = [(need, have) for need, have in zip(price, goods, strict=True) if need]
    while scarce:
        total, size = coins, 0
        for need, have in scarce:
            total += have
            size += need
        still = [(need, have) for need, have in scarce if need * total >= have * size]
        if len(still) == len(scarce):
            return total, size
        scarce = still
    return 0, 1


def best_plan(purse: Purse, first: Offer, second: Offer, stakes: Stakes) -> Plan:
    """Return the best plan that visits `first` and then `second`."""
    return _Course(purse, first, second, stakes).best()


class _Course:
    """One order of the two cards."""

    def __init__(self, purse: Purse, first: Offer, second: Offer, stakes: Stakes) -> None:
        self.purse = purse
        self.first = first
        self.second = second
        self.stakes = stakes
        self.second_size = second.size
        self._first_size = first.size
        self._items = purse.items
        self._first_price = tuple(zip(first.price, purse.goods, strict=True))
        self._payable = [(index, need) for index, need in enumerate(second.price) if need]
        given = second.coins + second.bread
        self.leanings = [
            (self._leaning(gain, given - self.second_size), self._leaning(gain, given - BREAD_FOR_A_SET))
            for gain in (second.points, second.points + second.steps)
        ]

    def _leaning(self, gain: int, items: int) -> int:
        """Return what one set more is worth that gives `gain` points or steps and `items`: 1 is a half point."""
        return 2 * gain + items if self.stakes.final else 2 * (gain or items)

    def best(self) -> Plan:
        purse, first = self.purse, self.first
        total, size = sets_within(first.price, purse.goods, purse.coins)
        paid_most = int(total // size)
        bread_most = purse.bread // BREAD_FOR_A_SET
        if self.stakes.bread_once:
            bread_most = min(bread_most, 1)
        if (paid_most + 1) * (bread_most + 1) > FEW:
            return self._search(paid_most, bread_most)
        paid_least = paid_most if self._pays_in_any_case() else 0
        ways = product(range(paid_least, paid_most + 1), range(bread_most + 1))
        if not first.owned and not paid_least and (paid_most or bread_most):
            next(ways)  # a card that can be met must be met: not the way (0, 0)
        return max([self.settle(paid, bread) for paid, bread in ways])

    def _pays_in_any_case(self) -> bool:
        """Whether each set paid on the first card is worth more than it costs, and takes nothing from the second."""
        first = self.first
        gain = first.points + first.steps * self.stakes.overflow
        return not self._payable and self._leaning(gain, first.coins + first.bread - self._first_size) > 1

    # -- whole sets

    def after_first(self, paid: float, bread: float) -> Left:
        first, purse = self.first, self.purse
        coins_paid: float = 0
        goods: list[float] = []
        for need, have in self._first_price:
            left = have - need * paid
            if left < 0:
                coins_paid -= left
                left = 0
            goods.append(left)
        met = first.owned + paid + bread
        coins = purse.coins - coins_paid + first.coins * met
        return Left(goods, coins, purse.bread - BREAD_FOR_A_SET * bread + first.bread * met, coins_paid)

    def reach_second(self, left: Left, bread: float) -> tuple[float, float, float]:
        """Return how often the second card can be paid (numerator, denominator), and met with bread."""
        total, size = sets_within(self.second.price, left.goods, left.coins) if self._payable else (0, 1)
        most = left.bread / BREAD_FOR_A_SET
        return total, size, min(most, 1 - bread) if self.stakes.bread_once else most

    def without_coins(self, left: Left) -> list[float]:
        """Return how often the second card can be paid before each of its goods runs out and coins must stand in."""
        return [left.goods[index] / need for index, need in self._payable]

    def settle(self, paid: int, bread: int) -> Plan:
        """Return the best plan that meets the first card exactly so often."""
        left = self.after_first(paid, bread)
        total, size, loaves = self.reach_second(left, bread)
        paid_most, bread_most = int(total // size), int(loaves)
        must = not self.second.owned and (paid_most or bread_most)
        return max(
            [
                self._plan(self.outcome(left, paid, bread, more, loaf), paid, bread, more, loaf)
                for more, loaf in self._second_ways(left, paid + bread, paid_most, bread_most)
                if more or loaf or not must
            ]
        )

    def _second_ways(self, left: Left, met: int, paid_most: int, bread_most: int) -> list[tuple[int, int]]:
        """Return the ways to settle the second card among which the best one is."""
        stakes, second = self.stakes, self.second
        if stakes.overflow or not second.steps:
            return self._ends(self.leanings[1], paid_most, bread_most)
        steps = self.first.steps * (self.first.owned + met) + second.steps * second.owned
        past_the_end = self._ends(self.leanings[0], paid_most, bread_most)
        if steps >= stakes.room:
            return past_the_end
        # Where steps past the end of the bar give nothing, the turning point is a candidate too: with as few or as many
        # paid sets as can be, or as many as need no coins.
        turn = (stakes.room - steps) // second.steps
        free = int(min(self.without_coins(left), default=0))
        around = []
        for sets in range(max(turn - 1, 0), turn + 3):
            low, high = max(sets - bread_most, 0), min(sets, paid_most)
            tried = {low, low + 1, free, free + 1, high - 1, high}
            around += [(paid, sets - paid) for paid in tried if low <= paid <= high]
        return self._ends(self.leanings[1], paid_most, bread_most) + past_the_end + around

    def _ends(self, leaning: tuple[int, int], paid_most: int, bread_most: int) -> list[tuple[int, int]]:
        loaves = _end(leaning[1], bread_most)
        return [(paid, bread) for paid in _end(leaning[0], paid_most) for bread in loaves]

    # -- worth

    def outcome(self, left: Left, paid: float, bread: float, more: float, loaf: float) -> Outcome:
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
            - self._first_size * paid
            - self.second_size * more
            - BREAD_FOR_A_SET * (bread + loaf)
        )
        coins = left.coins_paid
        if more:
            for index, need in self._payable:
                short = need * more - left.goods[index]
                if short > 0:
                    coins += short
        return Outcome(points, first.steps * once + second.steps * twice, items, coins, bread + loaf)

    def _plan(self, outcome: Outcome, paid: int, bread: int, more: int, loaf: int) -> Plan:
        points, steps, items, coins, sets = outcome
        stakes = self.stakes
        moved = steps
        if steps > stakes.room:
            moved = stakes.room
            points += stakes.overflow * (steps - moved)
        worth: tuple[float, ...]
        worth = (points + moved + items // 2, -coins, -sets) if stakes.final else (points, moved, items, -coins, -sets)
        return Plan(worth, items, paid, bread, more, loaf)

    # -- many sets

    def _search(self, paid_most: int, bread_most: int) -> Plan:
        """Try whole sets around the divisible peaks, outwards, until no plan there can be better."""
        period = max(self.second_size, 1) * BREAD_FOR_A_SET * (2 if self.stakes.final else 1) + _MARGIN
        best = Plan((-inf,), 0, 0, 0, 0, 0)
        for steps_as_points in (False, True) if self.stakes.overflow and not self.stakes.final else (False,):
            divisible = _Divisible(self, steps_as_points=steps_as_points)
            for paid_way in _outwards(divisible.peak(paid_most), period, paid_most):
                for paid in paid_way:
                    hope, centre = divisible.with_paid(paid)
                    if divisible.is_hopeless(hope, best):
                        break
                    for bread_way in _outwards(centre, period, bread_most):
                        for bread in bread_way:
                            if not paid and not bread and not self.first.owned:
                                continue
                            if divisible.is_hopeless(divisible.with_both(paid, bread), best):
                                break
                            best = max(best, self.settle(paid, bread))
        return best


class _Divisible:
    """The same course where parts of a set may be paid: its worth bounds that of whole sets and is easy to maximise.

    Points for steps past the end of the bar make the worth the larger one of two concave functions: one that takes
    steps for mere steps, and one (`steps_as_points`) that takes all of them for points, `room` too many.
    """

    def __init__(self, course: _Course, *, steps_as_points: bool) -> None:
        self._course = course
        self._steps_as_points = steps_as_points
        self._known: dict[int, tuple[tuple[float, ...], float]] = {}

    def peak(self, most: int) -> int:
        """Return the number of paid sets on the first card, 0 to `most`, where the divisible worth is highest."""
        low, high = 0, most
        while low < high and self.with_paid(low + 1) > self.with_paid(low):
            if self.with_paid(high) >= self.with_paid(high - 1):
                return high
            middle = self._crossing(low, high)
            if self.with_paid(middle + 1) > self.with_paid(middle):
                low = middle + 1
            else:
                high = middle
        return low

    def _crossing(self, low: int, high: int) -> int:
        """Return where the tangents at both ends of a stretch cross, or its middle; `high` is excluded."""
        left, right = self.with_paid(low)[0], self.with_paid(high)[0]
        rise = self.with_paid(low + 1)[0][0] - left[0]
        fall = self.with_paid(high - 1)[0][0] - right[0]
        if rise + fall <= 0:
            return (low + high) // 2
        return min(max(low + floor((right[0] - left[0] + fall * (high - low)) / (rise + fall)), low), high - 1)

    def with_paid(self, paid: int) -> tuple[tuple[float, ...], float]:
        """Return the worth of the best divisible visit with so many paid sets first, and its bread sets first."""
        known = self._known.get(paid)
        if known is None:
            known = max((self.with_both(paid, bread), bread) for bread in self._turns(paid))
            self._known[paid] = known
        return known

    def is_hopeless(self, hope: tuple[float, ...], best: Plan) -> bool:
        """Return whether no whole plan under a divisible worth can be better than the best one so far.

        Where the two are level, a plan that is not worse has to stay level there, and the next level decides.
        """
        levels = 1 if self._steps_as_points else len(hope)
        for most, reached in zip(hope[:levels], best.worth, strict=False):
            if most != reached:
                return floor(most) < reached
        return not self._steps_as_points

    def _turns(self, paid: int) -> set[float]:
        """Return the bread sets on the first card at which the worth can turn, the paid sets given."""
        course = self._course
        first, second, stakes = course.first, course.second, course.stakes
        most = course.purse.bread / BREAD_FOR_A_SET
        if stakes.bread_once:
            most = min(most, 1)
        turns: set[float] = {0, most}
        if not first.owned and not paid:
            turns.add(1)
        left = course.after_first(paid, 0)
        if first.coins:
            goods = [(need, have) for need, have in zip(second.price, left.goods, strict=True) if need]
            for sets in (1, *(have / need for need, have in goods)):
                wanted = sum([need * sets - have for need, have in goods if need * sets > have])
                turns.add((wanted - left.coins) / first.coins)
        if first.bread < BREAD_FOR_A_SET and not second.owned:
            turns.add((left.bread - BREAD_FOR_A_SET) / (BREAD_FOR_A_SET - first.bread))
        turns = {min(max(0, turn), most) for turn in turns}
        if not stakes.overflow and (first.steps or second.steps):
            turns |= self._bar_ends(paid, sorted(turns))
        return turns

    def _bar_ends(self, paid: int, turns: list[float]) -> set[float]:
        """Return the bread sets on the first card with which the prestige bar just ends, between neighbouring turns."""
        found = set()
        beyond = [self._steps_beyond(paid, turn) for turn in turns]
        for (low, before), (high, after) in pairwise(zip(turns, beyond, strict=True)):
            for one, other in zip(before, after, strict=True):
                if one * other < 0:
                    found.add(low + (high - low) * one / (one - other))
        return found

    def _steps_beyond(self, paid: int, bread: float) -> list[float]:
        """Return the steps past the end of the bar, with few, one or all paid and bread sets on the second card."""
        course = self._course
        left = course.after_first(paid, bread)
        total, size, loaves = course.reach_second(left, bread)
        steps = course.first.steps * (course.first.owned + paid + bread) - course.stakes.room
        ways = product((0, 1, total / size, *course.without_coins(left)), (0, 1, loaves))
        return [steps + course.second.steps * (course.second.owned + more + loaf) for more, loaf in ways]

    def with_both(self, paid: int, bread: float) -> tuple[float, ...]:
        """Return the worth of the best divisible visit with so many paid and bread sets on the first card."""
        course = self._course
        left = course.after_first(paid, bread)
        total, size, loaves = course.reach_second(left, bread)
        return max(
            self._worth(course.outcome(left, paid, bread, more, loaf))
            for more, loaf in self._corners(left, paid + bread, total / size, loaves)
        )

    def _corners(self, left: Left, met: float, paid_most: float, bread_most: float) -> set[tuple[float, float]]:
        """Return the ways to settle the second card, parts of a set allowed, among which the best one is."""
        course = self._course
        second, stakes = course.second, course.stakes
        lines = [] if second.owned else [1.0]
        if second.steps and not stakes.overflow:
            steps = course.first.steps * (course.first.owned + met) + second.steps * second.owned
            lines.append((stakes.room - steps) / second.steps)
        else:
            leaning = course.leanings[1]
            end = (paid_most if leaning[0] > 0 else 0.0, bread_most if leaning[1] > 0 else 0.0)
            if second.owned or sum(end) >= 1:
                return {end}
        corners = set(product((0.0, paid_most), (0.0, bread_most)))
        free = course.without_coins(left)
        for sets in lines:
            for paid in (0.0, sets, paid_most, sets - bread_most, *free):
                if 0 <= paid <= paid_most and 0 <= sets - paid <= bread_most + _TINY:
                    corners.add((paid, min(sets - paid, bread_most)))
        return corners

    def _worth(self, outcome: Outcome) -> tuple[float, ...]:
        points, steps, items, coins, bread = outcome
        stakes = self._course.stakes
        if not stakes.overflow:
            steps = min(steps, stakes.room)
        levels: tuple[float, ...]
        if stakes.final:
            levels = (points + steps + items / 2, -coins, -bread)
        elif self._steps_as_points:
            levels = (points + steps - stakes.room, items, -coins, -bread)
        else:
            levels = (points, steps, items, -coins, -bread)
        return tuple([round(level, _DECIMALS) for level in levels])


def _end(leaning: int, most: int) -> tuple[int, ...]:
    """Return the numbers of sets among which the best is; where a set is worth half a point, one set fewer may do."""
    if leaning > 0:
        return (most, most - 1) if leaning == 1 and most else (most,)
    return (0, 1) if most else (0,)


def _outwards(centre: float, far: int, most: int) -> tuple[range, range]:
    """Return the whole numbers of 0 to `most` that lie at most `far` from `centre`: upwards, and downwards."""
    up, down = ceil(centre), ceil(centre) - 1
    return range(up, min(up + far, most) + 1), range(min(down, most), max(down - far, -1), -1)
