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

from itertools import pairwise, product
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT
from scoring.carpe_diem.forum.model import Plan, VisitModel

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.model import CardModel, Holdings, Remainder, VisitObjective, VisitOutcome


MAX_ENUMERATED: Final = 40
"""Up to this many ways to settle the first card, all are tried."""


SEARCH_MARGIN: Final = 3
"""Sets tried beyond one period of the remainders, on each side of the divisible peak."""


def best_plan(purse: Holdings, first: CardModel, second: CardModel, stakes: VisitObjective) -> Plan:
    """Return the best plan that visits `first` and then `second`."""
    course = VisitModel(purse, first, second, stakes)
    paid_most, bread_most = course.reach_first()
    if (paid_most + 1) * (bread_most + 1) > MAX_ENUMERATED:
        return _search(course, paid_most, bread_most)
    paid_least = paid_most if course.pays_in_any_case() else 0
    ways = product(range(paid_least, paid_most + 1), range(bread_most + 1))
    if not first.owned and not paid_least and (paid_most or bread_most):
        next(ways)  # a card that can be met must be met: not the way (0, 0)
    return max([course.settle(paid, bread) for paid, bread in ways])


def _search(course: VisitModel, paid_most: int, bread_most: int) -> Plan:
    """Try whole sets around the divisible peaks, outwards, until no plan there can be better."""
    reach = _period(course) + SEARCH_MARGIN
    best = Plan((-inf,), 0, 0, 0, 0, 0)
    for steps_as_points in (False, True) if course.stakes.overflow and not course.stakes.final else (False,):
        divisible = Relaxation(course, steps_as_points=steps_as_points)
        for paid_way in _outwards(divisible.peak(paid_most), reach, paid_most):
            for paid in paid_way:
                hope, centre = divisible.with_paid(paid)
                if divisible.is_hopeless(hope, best):
                    break
                for bread_way in _outwards(centre, reach, bread_most):
                    for bread in bread_way:
                        if not paid and not bread and not course.first.owned:
                            continue
                        if divisible.is_hopeless(divisible.with_both(paid, bread), best):
                            break
                        best = max(best, course.settle(paid, bread))
    return best


def _period(course: VisitModel) -> int:
    """Return after how many sets on the first card the remainders on the second one repeat.

    What is left over goes by the size of a paid set, or by the steps of a set where the bar ends without points;
    besides by the bread of a set, and by two where items are halved.
    """
    steps = 0 if course.stakes.overflow else course.second.steps
    return max(course.second.size, steps, 1) * BREAD_FOR_A_SET * (ITEMS_FOR_A_POINT if course.stakes.final else 1)


def _outwards(centre: float, far: int, most: int) -> tuple[range, range]:
    """Return the whole numbers of 0 to `most` that lie at most `far` from `centre`: upwards, and downwards."""
    up, down = ceil(centre), ceil(centre) - 1
    return range(up, min(up + far, most) + 1), range(min(down, most), max(down - far, -1), -1)


DECIMALS: Final = 6
"""Divisible worths that agree to so many decimals are equal: the true differences are far larger."""


TOLERANCE: Final = 10**-DECIMALS
"""What the arithmetic of parts may be off."""


class Relaxation:
    """A course whose sets can be divided.

    Points for steps past the end of the bar make the worth the larger one of two concave functions: one that takes
    steps for mere steps, and one (`steps_as_points`) that takes all of them for points, `room` too many.
    """

    def __init__(self, course: VisitModel, *, steps_as_points: bool) -> None:
        """Take the course, and one of the two readings of its steps."""
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
            goods = [(need, left.goods[place]) for place, need in second.needs]
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

    def _corners(self, left: Remainder, met: float, paid_most: float, bread_most: float) -> set[tuple[float, float]]:
        """Return the ways to settle the second card, parts of a set allowed, among which the best one is."""
        course = self._course
        second, stakes = course.second, course.stakes
        lines = [] if second.owned else [1.0]
        if second.steps and not stakes.overflow:
            steps = course.first.steps * (course.first.owned + met) + second.steps * second.owned
            lines.append((stakes.room - steps) / second.steps)
        else:
            leaning = course.leaning
            end = (paid_most if leaning[0] > 0 else 0.0, bread_most if leaning[1] > 0 else 0.0)
            if second.owned or sum(end) >= 1:
                return {end}
        corners = set(product((0.0, paid_most), (0.0, bread_most)))
        free = course.without_coins(left)
        for sets in lines:
            for paid in (0.0, sets, paid_most, sets - bread_most, *free):
                if 0 <= paid <= paid_most and 0 <= sets - paid <= bread_most + TOLERANCE:
                    corners.add((paid, min(sets - paid, bread_most)))
        return corners

    def _worth(self, outcome: VisitOutcome) -> tuple[float, ...]:
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
        return tuple([round(level, DECIMALS) for level in levels])
