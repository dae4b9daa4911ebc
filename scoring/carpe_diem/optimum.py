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

from itertools import product
from math import ceil, inf
from typing import Final

from scoring.carpe_diem.course import Course, Offer, Plan, Purse, Stakes
from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT
from scoring.carpe_diem.divisible import Divisible

FEW: Final = 40
"""Up to this many ways to settle the first card, all are tried."""

MARGIN: Final = 3
"""Sets tried beyond one period of the remainders, on each side of the divisible peak."""


def best_plan(purse: Purse, first: Offer, second: Offer, stakes: Stakes) -> Plan:
    """Return the best plan that visits `first` and then `second`."""
    course = Course(purse, first, second, stakes)
    paid_most, bread_most = course.reach_first()
    if (paid_most + 1) * (bread_most + 1) > FEW:
        return _search(course, paid_most, bread_most)
    paid_least = paid_most if course.pays_in_any_case() else 0
    ways = product(range(paid_least, paid_most + 1), range(bread_most + 1))
    if not first.owned and not paid_least and (paid_most or bread_most):
        next(ways)  # a card that can be met must be met: not the way (0, 0)
    return max([course.settle(paid, bread) for paid, bread in ways])


def _search(course: Course, paid_most: int, bread_most: int) -> Plan:
    """Try whole sets around the divisible peaks, outwards, until no plan there can be better."""
    reach = _period(course) + MARGIN
    best = Plan((-inf,), 0, 0, 0, 0, 0)
    for steps_as_points in (False, True) if course.stakes.overflow and not course.stakes.final else (False,):
        divisible = Divisible(course, steps_as_points=steps_as_points)
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


def _period(course: Course) -> int:
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
