"""The plans that leave the second card unmet because a set of it costs more than the 4 points for a card not met.

A card that can be met must be met. Whether the second card can be met depends on how the first one is paid: a coin
spent there in place of a good at hand leaves a good that the second card may not ask for.

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
from itertools import compress, product
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT, UNMET_CARD_COST
from scoring.carpe_diem.forum.model import Plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.carpe_diem.forum.model import VisitModel


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
