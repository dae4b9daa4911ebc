"""The best way to visit two forum cards: an exact search whose time does not grow with the amounts.

It is a branch and bound over the sets on the first card. Three facts keep it small.

1. Goods are paid before coins. For given sets on both cards this takes the fewest coins and changes nothing else; and
   since a coin stands in for any good, the second card can be paid whenever another payment leaves enough for it. The
   one thing that other payments add is a second card that can no longer be met, and then need not be. This can be
   better where a set costs more than the 4 points for a card not met, so `unmet` adds the plans that leave such a card
   unmet. No card that the rulebook shows is so dear.
2. Once the sets on the first card are fixed, goods and bread no longer compete: each further set on the second card
   changes the outcome by the same step. The best number of sets lies at an end of its range, or next to it where halved
   items round and where the prestige bar ends.
3. Few sets on the first card are all enumerated. Many are first relaxed: parts of a set are allowed. The value of the
   relaxation is a concave function of the paid sets on the first card, so its maximum is found by closing in from both
   sides. Whole sets are then tried outwards from there, as far as one period of the remainders reaches and as long as
   the upper bound of the relaxation exceeds the best plan.
"""

from __future__ import annotations

from itertools import pairwise, product
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT
from scoring.carpe_diem.forum.model import Plan, VisitModel
from scoring.carpe_diem.forum.unmet import plans_with_second_unmet

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.model import CardModel, Holdings, Remainder, Solution, VisitObjective, VisitOutcome


MAX_ENUMERATED: Final = 40
"""The most pairs of sets on the first card that are all tried."""


SEARCH_MARGIN: Final = 3
"""Sets tried beyond one period of the remainders, on each side of the maximum of the relaxation."""


DECIMALS: Final = 6
"""The decimals to which values of the relaxation are compared; true differences are far larger."""


TOLERANCE: Final = 10**-DECIMALS
"""The rounding error that arithmetic with parts of sets may have."""


def best_plan(holdings: Holdings, first: CardModel, second: CardModel, objective: VisitObjective) -> Plan:
    """Return the best plan that visits `first` and then `second`."""
    model = VisitModel(holdings, first, second, objective)
    best = Plan(*_with_goods_before_coins(model))
    return max([best, *plans_with_second_unmet(model)], key=lambda plan: plan.worth)


def _with_goods_before_coins(model: VisitModel) -> Solution:
    """Return the best plan that pays goods before coins."""
    first = model.first
    paid_most, bread_most = model.first_bounds()
    if (paid_most + 1) * (bread_most + 1) > MAX_ENUMERATED:
        return _search(model, paid_most, bread_most)
    paid_least = paid_most if model.first_always_pays() else 0
    must_be_met = not first.owned and (paid_most or bread_most)
    plans = []
    for paid in range(paid_least, paid_most + 1):
        bread_least = 1 if must_be_met and not paid else 0
        plans += model.completions(paid, range(bread_least, bread_most + 1))
    return max(plans)


def _search(model: VisitModel, paid_most: int, bread_most: int) -> Solution:
    """Try whole sets outwards from the maxima of the relaxations, until the upper bound excludes a better plan."""
    reach = _period(model) + SEARCH_MARGIN
    best: Solution = (-inf,), 0, 0, 0, 0, 0
    for steps_as_points in (False, True) if model.objective.overflow and not model.objective.final else (False,):
        relaxation = Relaxation(model, steps_as_points=steps_as_points)
        for paid_way in _outwards(relaxation.maximizer(paid_most), reach, paid_most):
            for paid in paid_way:
                upper_bound, centre = relaxation.bound_with_paid(paid)
                if relaxation.cannot_improve(upper_bound, best[0]):
                    break
                for bread_way in _outwards(centre, reach, bread_most):
                    for bread in bread_way:
                        if not paid and not bread and not model.first.owned:
                            continue
                        if relaxation.cannot_improve(relaxation.bound_with_both(paid, bread), best[0]):
                            break
                        best = max(best, *model.completions(paid, range(bread, bread + 1)))
    return best


def _period(model: VisitModel) -> int:
    """Return the number of sets on the first card after which the remainders on the second one repeat.

    Remainders depend on the size of a paid set, or on the steps of a set where steps past the end give nothing; on the
    bread of a set; and on two where items are halved.
    """
    steps = 0 if model.objective.overflow else model.second.steps
    return max(model.second.size, steps, 1) * BREAD_FOR_A_SET * (ITEMS_FOR_A_POINT if model.objective.final else 1)


def _outwards(centre: float, far: int, most: int) -> tuple[range, range]:
    """Return the whole numbers from 0 to `most` within `far` of `centre`: the range upwards, and the one downwards."""
    up, down = ceil(centre), ceil(centre) - 1
    return range(up, min(up + far, most) + 1), range(min(down, most), max(down - far, -1), -1)


class Relaxation:
    """The model with parts of sets allowed; its value is an upper bound of the worth of whole plans.

    Points for steps past the end of the bar make the value the larger of two concave functions: one counts steps as
    steps, the other (`steps_as_points`) counts all of them as points, less `room`.
    """

    def __init__(self, model: VisitModel, *, steps_as_points: bool) -> None:
        """Take the model, and how its steps count."""
        self._model = model
        self._steps_as_points = steps_as_points
        self._known: dict[int, tuple[tuple[float, ...], float]] = {}

    def maximizer(self, most: int) -> int:
        """Return the number of paid sets on the first card, 0 to `most`, with the highest upper bound."""
        low, high = 0, most
        while low < high and self.bound_with_paid(low + 1) > self.bound_with_paid(low):
            if self.bound_with_paid(high) >= self.bound_with_paid(high - 1):
                return high
            middle = self._crossing(low, high)
            if self.bound_with_paid(middle + 1) > self.bound_with_paid(middle):
                low = middle + 1
            else:
                high = middle
        return low

    def _crossing(self, low: int, high: int) -> int:
        """Return where the tangents at both ends of a range cross, or its middle; never `high`."""
        left, right = self.bound_with_paid(low)[0], self.bound_with_paid(high)[0]
        rise = self.bound_with_paid(low + 1)[0][0] - left[0]
        fall = self.bound_with_paid(high - 1)[0][0] - right[0]
        if rise + fall <= 0:
            return (low + high) // 2
        return min(max(low + floor((right[0] - left[0] + fall * (high - low)) / (rise + fall)), low), high - 1)

    def bound_with_paid(self, paid: int) -> tuple[tuple[float, ...], float]:
        """Return the upper bound with so many paid sets on the first card, and the bread sets there that reach it."""
        bound = self._known.get(paid)
        if bound is None:
            bound = max((self.bound_with_both(paid, bread), bread) for bread in self._breakpoints(paid))
            self._known[paid] = bound
        return bound

    def cannot_improve(self, upper_bound: tuple[float, ...], best: tuple[float, ...]) -> bool:
        """Return whether no whole plan within the upper bound can have a better worth than the best so far.

        Where bound and plan are equal at one level of the objective, the next level decides.
        """
        levels = 1 if self._steps_as_points else len(upper_bound)
        for most, reached in zip(upper_bound[:levels], best, strict=False):
            if most != reached:
                return floor(most) < reached
        return not self._steps_as_points

    def _breakpoints(self, paid: int) -> set[float]:
        """Return the bread sets on the first card at which the value can turn, for a number of paid sets."""
        model = self._model
        first, second, objective = model.first, model.second, model.objective
        most = model.holdings.bread / BREAD_FOR_A_SET
        if objective.bread_once:
            most = min(most, 1)
        turns: set[float] = {0, most}
        if not first.owned and not paid:
            turns.add(1)
        left = model.remainder(paid, 0)
        if first.coins:
            goods = [(need, left[0][place]) for place, need in second.needs]
            for sets in (1, *(have / need for need, have in goods)):
                missing_goods = sum([need * sets - have for need, have in goods if need * sets > have])
                turns.add((missing_goods - left[1]) / first.coins)
        if first.bread < BREAD_FOR_A_SET and not second.owned:
            turns.add((left[2] - BREAD_FOR_A_SET) / (BREAD_FOR_A_SET - first.bread))
        turns = {min(max(0, turn), most) for turn in turns}
        if not objective.overflow and (first.steps or second.steps):
            turns |= self._bar_ends(paid, sorted(turns))
        return turns

    def _bar_ends(self, paid: int, turns: list[float]) -> set[float]:
        """Return the bread sets on the first card with which the marker just reaches the end of the bar."""
        ends = set()
        beyond = [self._steps_beyond(paid, turn) for turn in turns]
        for (low, before), (high, after) in pairwise(zip(turns, beyond, strict=True)):
            for at_low, at_high in zip(before, after, strict=True):
                if at_low * at_high < 0:
                    ends.add(low + (high - low) * at_low / (at_low - at_high))
        return ends

    def _steps_beyond(self, paid: int, bread: float) -> list[float]:
        """Return the steps past the end of the bar for the candidate numbers of sets on the second card."""
        model = self._model
        left = model.remainder(paid, bread)
        paid_most, bread_most = model.second_bounds(left, bread)
        steps = model.first.steps * (model.first.owned + paid + bread) - model.objective.room
        ways = product((0, 1, paid_most, *model.coin_free_sets(left)), (0, 1, bread_most))
        return [steps + model.second.steps * (model.second.owned + more + loaf) for more, loaf in ways]

    def bound_with_both(self, paid: int, bread: float) -> tuple[float, ...]:
        """Return the upper bound with so many paid sets and bread sets on the first card."""
        model = self._model
        left = model.remainder(paid, bread)
        paid_most, bread_most = model.second_bounds(left, bread)
        return max(
            self._value(model.outcome(left, paid, bread, more, loaf))
            for more, loaf in self._vertices(left, paid + bread, paid_most, bread_most)
        )

    def _vertices(
        self, left: Remainder[float], met: float, paid_most: float, bread_most: float
    ) -> set[tuple[float, float]]:
        """Return the vertices of the feasible sets on the second card, among which the best solution is."""
        model = self._model
        second, objective = model.second, model.objective
        lines = [] if second.owned else [1.0]
        if second.steps and not objective.overflow:
            steps = model.first.steps * (model.first.owned + met) + second.steps * second.owned
            lines.append((objective.room - steps) / second.steps)
        else:
            marginal_value = model.marginal_value
            end = (paid_most if marginal_value[0] > 0 else 0.0, bread_most if marginal_value[1] > 0 else 0.0)
            if second.owned or sum(end) >= 1:
                return {end}
        corners = set(product((0.0, paid_most), (0.0, bread_most)))
        free = model.coin_free_sets(left)
        for sets in lines:
            for paid in (0.0, sets, paid_most, sets - bread_most, *free):
                if 0 <= paid <= paid_most and 0 <= sets - paid <= bread_most + TOLERANCE:
                    corners.add((paid, min(sets - paid, bread_most)))
        return corners

    def _value(self, outcome: VisitOutcome) -> tuple[float, ...]:
        points, steps, items, coins, bread = outcome
        objective = self._model.objective
        if not objective.overflow:
            steps = min(steps, objective.room)
        levels: tuple[float, ...]
        if objective.final:
            levels = (points + steps + items / 2, -coins, -bread)
        elif self._steps_as_points:
            levels = (points + steps - objective.room, items, -coins, -bread)
        else:
            levels = (points, steps, items, -coins, -bread)
        return tuple([round(level, DECIMALS) for level in levels])
