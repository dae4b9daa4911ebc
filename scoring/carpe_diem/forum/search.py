"""The best way to visit two forum cards: an exact search whose time does not grow with the amounts.

It is a branch and bound over the sets on the first card. Three facts keep it small.

1. Goods are paid before coins. For given sets on both cards this takes the fewest coins and changes nothing else; and
   since a coin stands in for any good, the second card can be paid whenever another payment leaves enough for it. The
   one thing that other payments add is a second card that can no longer be met, and then need not be. This can be
   better where a set costs more than the 4 points for a card not met, so the plans that leave such a card unmet are
   added, see below. No card that the rulebook shows is so dear.
2. Once the sets on the first card are fixed, goods and bread no longer compete: each further set on the second card
   changes the outcome by the same step. The best number of sets lies at an end of its range, or next to it where halved
   items round and where the prestige bar ends.
3. Few sets on the first card are all enumerated. Many are first relaxed: parts of a set are allowed. The value of the
   relaxation is a concave function of the paid sets on the first card, so its maximum is found by closing in from both
   sides. Whole sets are then tried outwards from there, as far as one period of the remainders reaches and as long as
   the upper bound of the relaxation exceeds the best plan.

The plans that leave the second card unmet have four facts of their own. A card that can be met must be met. Whether the
second card can be met depends on how the first one is paid: a coin spent there in place of a good at hand leaves a good
that the second card may not ask for.

1. Leaving the card unmet can only be best for the final total: for points now, a card that is met loses none.
2. It can only be best where a set of the second card costs at least 7 items more than it gives, with two items for each
   of its points and steps: a set that costs 6 more takes 3 points, and the card that is not met takes 4.
3. Afterwards neither 3 bread nor a set's worth of coins may be left. So all bread sets are on the first card, which
   settles their number; and where the first card gives coins, few sets on it are possible, and all are tried.
4. Where the first card gives no coins, the numbers of paid sets that can leave the second card unmet reach from the
   least of them to the most. Proof: another set is paid from the goods and coins left, and where these coins do not
   suffice, goods at hand take the place of coins paid before, until no coin is left. Either way no good and no coin is
   more than before. The same exchange shows that more sets never take more coins in all, as long as goods have to be
   spared; from where none has to be, goods are paid before coins, and more sets never take fewer. So the best number is
   at or next to an end of these two ranges, or where the prestige bar ends and a set begins to give less.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress, pairwise, product
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT, UNMET_CARD_COST
from scoring.carpe_diem.forum.model import Plan, VisitModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.carpe_diem.forum.model import CardModel, Holdings, Remainder, Solution, VisitObjective, VisitOutcome


DEAR: Final = 1 - ITEMS_FOR_A_POINT * UNMET_CARD_COST
"""The value of a set, in half points, from which downwards it can be better to leave the card unmet."""


def plans_with_second_unmet(model: VisitModel) -> Iterator[Plan]:
    """Yield plans that leave a dear second card unmet; the best one is among them."""
    if not (model.objective.final and model.second.needs and model.value_past_the_end[0] <= DEAR):
        return
    bread = model.first_bounds()[1]
    for paid in numbers_of_sets(model, bread):
        spared = _coins_in_place_of_goods(model, paid, bread)
        if spared is not None:
            yield _plan(model, paid, bread, spared)


def numbers_of_sets(model: VisitModel, bread: int) -> Iterable[int]:
    """Return the numbers of paid sets on the first card among which the best one is."""
    first = model.first
    every = possible_sets(model, bread)
    if first.coins:
        return every
    unmet = bisect_left(every, x=True, key=lambda paid: _coins_in_place_of_goods(model, paid, bread) is not None)
    all_kept = bisect_left(every, x=True, key=lambda paid: _spare(model, paid, bread) < 0)
    numbers = {unmet, unmet + 1, all_kept - 1, all_kept, len(every) - 2, len(every) - 1}
    if first.steps:
        turn = (model.objective.room // first.steps) - first.owned - bread - every.start
        numbers |= {turn - 1, turn, turn + 1, turn + 2}
    return [every[place] for place in numbers if unmet <= place < len(every)]


def possible_sets(model: VisitModel, bread: int) -> range:
    """Return the numbers of paid sets on the first card after which its bread and coins may leave the second unmet."""
    first, second = model.first, model.second
    most = model.first_bounds()[0]
    least = 1 if most and not (first.owned or bread) else 0
    if first.coins:
        most = min(most, (second.size - 1) // first.coins - first.owned - bread)
    if first.bread and not (model.objective.bread_once and bread):
        loaves = model.holdings.bread - BREAD_FOR_A_SET * bread
        most = min(most, (BREAD_FOR_A_SET - 1 - loaves) // first.bread - first.owned - bread)
    return range(least, most + 1)


def _spare(model: VisitModel, paid: int, bread: int) -> int:
    """Return the coins left once the second card is paid, below 0 where it cannot be; goods are paid before coins."""
    goods, coins, _, _ = model.remainder(paid, bread)
    return coins - sum(max(0, need - goods[place]) for place, need in model.second.needs)


def _coins_in_place_of_goods(model: VisitModel, paid: int, bread: int) -> tuple[int, ...] | None:
    """Return the fewest coins for each good at hand on the first card after which the second one cannot be paid.

    `None` where no payment does that. A good that is spared takes a coin from the second card, and is of no use there
    once there are as many as it asks for.
    """
    to_take = _spare(model, paid, bread) + 1
    if to_take <= 0:
        return ()
    goods, _, _, coins_paid = model.remainder(paid, bread)
    used = [have - left for have, left in zip(model.holdings.goods, goods, strict=True)]
    of_use = [max(0, need - left) for need, left in zip(model.second.price, goods, strict=True)]
    places = [place for place, number in enumerate(used) if number > of_use[place]]
    ways = []
    for chosen in product((False, True), repeat=len(places)):
        spared = tuple(compress(places, chosen))
        if sum(used[place] - of_use[place] for place in spared) >= to_take:
            ways.append((sum(of_use[place] for place in spared), spared))
    wasted, spared = min(ways, default=(0, ()))
    if not spared or wasted + to_take > model.holdings.coins - coins_paid:
        return None
    coins = [0] * len(used)
    for place in spared:
        taken = min(to_take, used[place] - of_use[place])
        coins[place] = of_use[place] + taken
        to_take -= taken
    return tuple(coins)


def _plan(model: VisitModel, paid: int, bread: int, spared: tuple[int, ...]) -> Plan:
    """Return the plan that meets the first card alone, with coins in place of the goods that are spared."""
    goods, coins, loaves, coins_paid = model.remainder(paid, bread)
    left = goods, coins, loaves, coins_paid + sum(spared)
    short = [max(0, need * paid - have) for need, have in zip(model.first.price, model.holdings.goods, strict=True)]
    coins_first = tuple([lacking + more for lacking, more in zip(short, spared, strict=False)])
    return Plan(*model.plan(left, paid, bread, 0, 0), coins_first=coins_first)


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
