"""The best visit to two forum cards as a CP-SAT model, one order of the cards at a time.

The levels of a worth (points, steps, items, …) are maximised one after the other. Small amounts also allow one solve
for all: weights then put the levels into one number, which 64 bits cannot hold for the 9,999 that a document may say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.model import CardModel, Holdings, VisitObjective

LIMIT: Final = 100_000
"""No amount in these visits is larger."""

STEP: Final = 1_000
"""One unit of a level outweighs everything below it; the amounts of the benchmark are far smaller."""


def level_by_level(purse: Holdings, first: CardModel, second: CardModel, stakes: VisitObjective) -> tuple[int, ...]:
    """Return the worth of the best visit in this order, levels as in `model.Plan`, for any amounts."""
    model, levels = visit_model(purse, first, second, stakes)
    worth = []
    for level in levels:
        model.maximize(level)
        best = solved(model).value(level)
        model.add(level == best)
        worth.append(best)
    return tuple(worth)


def in_one_solve(purse: Holdings, first: CardModel, second: CardModel, stakes: VisitObjective) -> tuple[int, ...]:
    """Return the same for small amounts, with weights instead of levels."""
    model, levels = visit_model(purse, first, second, stakes)
    model.maximize(sum(STEP**power * level for power, level in enumerate(reversed(levels))))
    solver = solved(model)
    return tuple(solver.value(level) for level in levels)


def solved(model: cp_model.CpModel) -> cp_model.CpSolver:
    """Solve a model in one thread."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        message = f"CP-SAT ended with {solver.status_name(status)}"
        raise RuntimeError(message)
    return solver


def visit_model(  # noqa: PLR0915 - a model is a list of statements
    purse: Holdings, first: CardModel, second: CardModel, stakes: VisitObjective
) -> tuple[cp_model.CpModel, list[Any]]:
    """Return the model of a visit in this order, and the levels of its worth."""
    model = cp_model.CpModel()

    def number(name: str, low: int = 0) -> Any:
        return model.new_int_var(low, LIMIT, name)

    def at_least_0(expression: Any, name: str) -> Any:
        made = number(name)
        model.add_max_equality(made, [expression, 0])
        return made

    def flag(expression: Any, name: str) -> Any:
        """A literal that says whether an expression is 0 or more."""
        made = model.new_bool_var(name)
        model.add(expression >= 0).only_enforce_if(made)
        model.add(expression <= -1).only_enforce_if(~made)
        return made

    loaves = (1 if stakes.bread_once else LIMIT,)
    paid_first = number("paid_first") if first.size else 0
    paid_second = number("paid_second") if second.size else 0
    bread_first = model.new_int_var(0, *loaves, "bread_first")
    bread_second = model.new_int_var(0, *loaves, "bread_second")
    if stakes.bread_once:
        model.add(bread_first + bread_second <= 1)
    once = first.owned + paid_first + bread_first
    twice = second.owned + paid_second + bread_second

    goods = list(zip(first.price, second.price, purse.goods, strict=True))
    short_first = [at_least_0(a * paid_first - have, f"short_first_{i}") for i, (a, _, have) in enumerate(goods)]
    left = [at_least_0(have - a * paid_first, f"left_{i}") for i, (a, _, have) in enumerate(goods)]
    coins_first = sum(short_first)
    model.add(coins_first <= purse.coins)
    coins = purse.coins - coins_first + first.coins * once
    short_second = [at_least_0(b * paid_second - left[i], f"short_second_{i}") for i, (_, b, _) in enumerate(goods)]
    coins_second = sum(short_second)
    model.add(coins_second <= coins)
    model.add(3 * bread_first <= purse.bread)
    bread = purse.bread - 3 * bread_first + first.bread * once
    model.add(3 * bread_second <= bread)

    lacking = sum(max(0, a - have) for a, _, have in goods)
    can_first = first.owned or (first.size and lacking <= purse.coins) or purse.bread >= 3
    unmet_first = 0 if can_first else 1
    if can_first:
        model.add(once >= 1)
    else:
        model.add(once == 0)
    unmet_second: Any = 0
    if not second.owned:
        can = [flag(bread - 3 - (3 * LIMIT * bread_first if stakes.bread_once else 0), "can_bread")]
        if second.size:
            lacks = [at_least_0(b - left[i], f"lacks_{i}") for i, (_, b, _) in enumerate(goods)]
            can.append(flag(coins - sum(lacks), "can_pay"))
        met = model.new_bool_var("met_second")
        model.add_max_equality(met, can)
        model.add(twice >= 1).only_enforce_if(met)
        model.add(twice == 0).only_enforce_if(~met)
        unmet_second = 1 - met

    steps = first.steps * once + second.steps * twice
    moved = number("moved")
    model.add_min_equality(moved, [steps, stakes.room])
    points = first.points * once + second.points * twice - 4 * (unmet_first + unmet_second)
    points += stakes.overflow * (steps - moved)
    items = (
        purse.items
        + (first.coins + first.bread) * once
        + (second.coins + second.bread) * twice
        - first.size * paid_first
        - second.size * paid_second
        - 3 * (bread_first + bread_second)
    )
    paid = coins_first + coins_second
    if stakes.final:
        halved = number("halved")
        model.add_division_equality(halved, items, 2)
        levels = [points + moved + halved, -paid, -(bread_first + bread_second)]
    else:
        levels = [points, moved, items, -paid, -(bread_first + bread_second)]
    return model, levels
