"""The forum optimum against judges that try everything."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.carpe_diem.forum import search
from scoring.carpe_diem.forum.model import CardModel, Holdings, VisitModel, VisitObjective, VisitOutcome, sets_within
from scoring.carpe_diem.forum.search import MAX_ENUMERATED, best_plan, plans_with_second_unmet
from scoring.carpe_diem.state import Objective
from tests.scoring.carpe_diem.judge import best_worth

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn

Question = tuple[Holdings, CardModel, CardModel, VisitObjective]

GENEROUS = 30
"""The largest reward on a card."""


def offer(chance: Random, most_owned: int) -> CardModel:
    """A card as the contract allows it, real or absurd."""
    price = [0, 0, 0, 0]
    owned = 0
    if chance.random() < 0.6:
        for good in chance.sample(range(4), chance.randint(1, 4)):
            price[good] = chance.randint(1, chance.choice((1, 2, 3, 9)))
    else:
        owned = chance.choice((0, 0, 1, 2, chance.randint(0, most_owned)))
    top = chance.choice((2, 3, GENEROUS))
    reward = [chance.choice((0, 0, 1, chance.randint(0, top))) for _ in range(4)]
    reward[0] = reward[0] if any(reward) else chance.randint(1, 9)
    return CardModel(
        price=tuple(price), owned=owned, points=reward[0], coins=reward[1], bread=reward[2], steps=reward[3]
    )


def question(chance: Random, most: int) -> Question:
    holdings = Holdings(
        goods=tuple(chance.randint(0, most) for _ in range(4)),
        coins=chance.randint(0, most),
        bread=chance.randint(0, most),
        other_items=chance.randint(0, 3),
    )
    objective = VisitObjective(
        room=chance.choice((0, 1, 3, 20, 99)),
        overflow=chance.randint(0, 1),
        bread_once=chance.random() < 0.2,
        final=chance.random() < 0.5,
    )
    return holdings, offer(chance, most), offer(chance, most), objective


def question_full_of_ties(chance: Random, most: int) -> Question:
    """Cards whose sets cost about what they give, near the end of the bar: where payments are easily level."""
    holdings, _, _, objective = question(chance, most)
    objective = replace(objective, room=chance.choice((0, 1, 2, 3, 5, 8, 99)), overflow=chance.choice((0, 0, 1)))
    return holdings, level_offer(chance), level_offer(chance), objective


def level_offer(chance: Random) -> CardModel:
    price = [0, 0, 0, 0]
    owned = 0
    if chance.random() < 0.6:
        goods = chance.sample(range(4), chance.choice((1, 2, 3)))
        for good in goods:
            price[good] = 3 if len(goods) == 1 else 1
    else:
        owned = chance.choice((0, 0, 1))
    return CardModel(
        price=tuple(price),
        owned=owned,
        points=chance.choice((0, 0, 1)),
        coins=chance.choice((0, 0, 1, 3)),
        bread=chance.choice((0, 0, 1, 3)),
        steps=chance.choice((1, 1, 2, 3, chance.randint(4, GENEROUS))),
    )


@st.composite
def questions_of_dear_cards(draw: DrawFn) -> Question:
    """A card dearer than any that is printed, just within reach, beside one that can be paid in coins instead."""
    dear = tuple(draw(st.permutations((0, draw(st.integers(0, 3)), draw(st.integers(0, 9)), draw(st.integers(4, 9))))))
    cheap = tuple(draw(st.permutations((0, 0, draw(st.integers(0, 2)), draw(st.integers(1, 3))))))
    goods = tuple(max(0, need + draw(st.integers(-1, 1))) if need else draw(st.integers(0, 4)) for need in dear)
    purse = holdings(goods, draw(st.integers(0, 4)), draw(st.integers(0, 5)), draw(st.integers(0, 1)))
    small = st.sampled_from((0, 0, 0, 1, 2))
    cards = [card(price, draw(small), draw(small), draw(small), draw(small)) for price in (cheap, dear)]
    objective = VisitObjective(
        room=draw(st.integers(0, 6)),
        overflow=draw(st.integers(0, 1)),
        bread_once=draw(st.booleans()),
        final=draw(st.sampled_from((True, True, True, False))),
    )
    first, second = draw(st.permutations(cards))
    return purse, first, second, objective


@given(questions_of_dear_cards(), st.sampled_from((MAX_ENUMERATED, 1)))
@settings(deadline=None, max_examples=400)
def test_visits_to_dear_cards_are_as_good_as_trying_every_payment(asked: Question, few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "MAX_ENUMERATED", few)
        assert best_plan(*asked).worth == best_worth(*asked)


def question_of_many_cheap_sets(chance: Random) -> Question:
    """Many sets of a cheap card, then a dear one that few of the coins are left for."""
    most = chance.choice((15, 40, 120))
    cheap, dear = [0, 0, 0, 0], [0, 0, 0, 0]
    for good in chance.sample(range(4), chance.choice((1, 2))):
        cheap[good] = chance.choice((1, 1, 2))
    for good in chance.sample(range(4), chance.choice((2, 3))):
        dear[good] = chance.randint(4, 9)
    purse = holdings(
        goods=tuple(chance.randint(most // 2, most) if need else chance.randint(0, 9) for need in cheap),
        coins=chance.randint(most // 4, most),
        bread=chance.choice((0, 1, 8)),
        items=chance.randint(0, 1),
    )
    points, coins, bread, steps = chance.choice((0, 0, 1, 2)), chance.choice((0, 0, 0, 1)), 0, chance.choice((0, 1, 3))
    room = chance.choice((0, 5, 20, 99))
    objective = VisitObjective(
        room=room, overflow=chance.randint(0, 1), bread_once=chance.choice((True, False)), final=True
    )
    return purse, card(tuple(cheap), points, coins, bread, steps), card(tuple(dear), 0, 1, 0, 0), objective


@pytest.mark.parametrize("seed", range(20))
def test_the_number_of_sets_before_an_unmet_card_is_as_good_as_trying_every_number(seed: int) -> None:
    chance = Random(seed)
    compared = 0
    while compared < 10:
        asked = question_of_many_cheap_sets(chance)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(search, "numbers_of_sets", search.possible_sets)
            best = max(plan.worth for plan in (best_plan(*asked), *plans_with_second_unmet(VisitModel(*asked))))
        _, worth = everything_on_the_first_card(*asked)
        if best > worth:
            assert best_plan(*asked).worth == best
            compared += 1


def everything_on_the_first_card(
    holdings: Holdings, first: CardModel, second: CardModel, objective: VisitObjective
) -> tuple[int, tuple[float, ...]]:
    """The number of ways to settle the first card, and the best worth over all of them."""
    model = VisitModel(holdings, first, second, objective)
    paid_most, bread_most = model.first_bounds()
    ways = [(paid, loaf) for paid in range(paid_most + 1) for loaf in range(bread_most + 1)]
    if not first.owned and len(ways) > 1:
        ways = ways[1:]
    return len(ways), max(plan[0] for paid, loaf in ways for plan in model.completions(paid, range(loaf, loaf + 1)))


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("draw", "most"), [(question, 4), (question_full_of_ties, 5)], ids=["small", "full of ties"])
def test_visits_are_as_good_as_trying_every_payment(
    draw: Callable[[Random, int], Question], most: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(seed)
    for few in (MAX_ENUMERATED, 1):
        monkeypatch.setattr(search, "MAX_ENUMERATED", few)
        for _ in range(10):
            asked = draw(chance, most)
            assert best_plan(*asked).worth == best_worth(*asked), asked


def holdings(goods: tuple[int, ...], coins: int, bread: int, items: int) -> Holdings:
    return Holdings(goods=goods, coins=coins, bread=bread, other_items=items)


def card(price: tuple[int, ...], points: int, coins: int, bread: int, steps: int) -> CardModel:
    return CardModel(price=price, owned=0, points=points, coins=coins, bread=bread, steps=steps)


def first_edition(room: int, objective: Objective) -> VisitObjective:
    return VisitObjective(room=room, overflow=0, bread_once=False, final=objective is Objective.FINAL)


NOTHING = (0, 0, 0, 0)

EASILY_MISSED: dict[str, tuple[Question, tuple[int, ...]]] = {
    "as many paid sets as need no coins": (
        (
            holdings((8, 3, 5, 8), 6, 9, 1),
            card(NOTHING, 8, 15, 22, 0),
            card((1, 1, 1, 0), 0, 0, 0, 1),
            first_edition(5, Objective.POINTS),
        ),
        (24, 5, 127, 0, -5),
    ),
    "just enough left to meet the second card once": (
        (
            holdings((6, 11, 9, 10), 2, 2, 2),
            card((0, 1, 0, 0), 1, 0, 0, 1),
            card((2, 3, 1, 1), 0, 1, 0, 0),
            first_edition(29, Objective.POINTS),
        ),
        (10, 10, 26, -2, 0),
    ),
    "the bar ends between two sets": (
        (
            holdings((59, 21, 36, 30), 0, 21, 0),
            card((2, 1, 0, 1), 0, 0, 1, 3),
            card((0, 0, 3, 0), 0, 0, 1, 0),
            first_edition(20, Objective.FINAL),
        ),
        (95, 0, -6),
    ),
    "bread rather than coins on the first card": (
        (
            holdings((12, 8, 3, 11), 11, 12, 1),
            card((1, 0, 1, 1), 0, 1, 1, 1),
            card((0, 0, 0, 3), 0, 0, 0, 1),
            first_edition(8, Objective.POINTS),
        ),
        (0, 8, 48, 0, -4),
    ),
    "far from the divisible peak, where a set has many steps": (
        (
            holdings((120, 115, 31, 15), 13, 60, 0),
            card((2, 1, 0, 1), 0, 1, 2, 1),
            card(NOTHING, 0, 0, 1, 19),
            first_edition(99, Objective.POINTS),
        ),
        (0, 99, 344, 0, -9),
    ),
    "goods spare the last bread where the bar ends": (
        (
            holdings((4, 1, 8, 4), 2, 12, 1),
            card((1, 1, 0, 1), 0, 0, 3, 2),
            card((3, 0, 0, 0), 0, 0, 3, 3),
            first_edition(8, Objective.POINTS),
        ),
        (0, 8, 32, 0, -1),
    ),
    "goods spare all bread where it can be paid once": (
        (
            holdings((17, 6, 4, 12), 10, 16, 3),
            card((1, 0, 1, 1), 0, 0, 3, 3),
            card((0, 0, 3, 0), 0, 3, 0, 11),
            replace(first_edition(3, Objective.FINAL), bread_once=True),
        ),
        (37, 0, 0),
    ),
}


@pytest.mark.parametrize("few", [MAX_ENUMERATED, 1])
@pytest.mark.parametrize(("asked", "worth"), EASILY_MISSED.values(), ids=list(EASILY_MISSED))
def test_visits_that_are_easily_missed_come_out_exactly(
    few: int, asked: Question, worth: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MAX_ENUMERATED", few)
    assert best_plan(*asked).worth == worth


@pytest.mark.parametrize("seed", range(30))
def test_visits_with_many_sets_are_as_good_as_settling_the_first_card_in_every_way(seed: int) -> None:
    chance = Random(seed)
    compared = 0
    while compared < 10:
        asked = chance.choice((question, question_full_of_ties))(chance, chance.choice((40, 120)))
        ways, worth = everything_on_the_first_card(*asked)
        if ways > MAX_ENUMERATED:
            assert best_plan(*asked).worth == worth, asked
            compared += 1


@pytest.mark.parametrize("seed", range(10))
def test_bread_sets_on_the_first_card_are_settled_together_as_one_by_one(seed: int) -> None:
    chance = Random(seed)
    for _ in range(20):
        model = VisitModel(*chance.choice((question, question_full_of_ties))(chance, 40))
        paid_most, bread_most = model.first_bounds()
        paid = chance.randint(0, paid_most)
        breads = range(bread_most + 1)
        one_by_one = [plan for bread in breads for plan in model.completions(paid, range(bread, bread + 1))]
        assert model.completions(paid, breads) == one_by_one


MANY = Holdings(goods=(9999,) * 4, coins=9999, bread=9999, other_items=9999)
THREE_FISH = CardModel(price=(0, 0, 0, 3), owned=0, points=7, coins=0, bread=0, steps=0)
NOW = VisitObjective(room=20, overflow=1, bread_once=False, final=False)


OUT_OF_REACH = CardModel(price=(0, 0, 0, 0), owned=0, points=1, coins=0, bread=0, steps=0)


def test_9999_of_everything_comes_out_exactly() -> None:
    plan = best_plan(MANY, THREE_FISH, OUT_OF_REACH, NOW)
    assert (plan.paid_first, plan.bread_first, plan.bread_second) == (6666, 3333, 0)
    assert plan.worth == (9999 * 7 - 4, 0, 4 * 9999, -9999, -3333)


@pytest.mark.parametrize("asked", [question, question_full_of_ties])
def test_time_does_not_grow_with_the_amounts(asked: Callable[[Random, int], Question]) -> None:
    """Counted in visits weighed, whole and divisible, not in seconds."""
    chance = Random(7)
    some = [asked(chance, 99) for _ in range(100)]
    hundreds = sum(weighed(times(100, numbers)) for numbers in some)
    millions = sum(weighed(times(1_000_000, numbers)) for numbers in some)
    assert millions < 1.5 * hundreds


def times(factor: int, asked: Question) -> Question:
    holdings, first, second, objective = asked
    goods = tuple(factor * number for number in holdings.goods)
    more = Holdings(
        goods=goods, coins=factor * holdings.coins, bread=factor * holdings.bread, other_items=holdings.other_items
    )
    return more, first, second, objective


def weighed(asked: Question) -> int:
    """How many visits, whole and divisible, are weighed for a question."""
    number = 0
    outcome = VisitModel.outcome

    def counted(*way: Any) -> VisitOutcome:
        nonlocal number
        number += 1
        return outcome(*way)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VisitModel, "outcome", counted)
        best_plan(*asked)
    return number


@pytest.mark.parametrize(
    ("price", "goods", "coins", "sets"),
    [
        ((0, 0, 0, 0), (9, 9, 9, 9), 9, 0),
        ((2, 0, 0, 0), (5, 9, 9, 9), 0, 2),
        ((2, 0, 0, 0), (5, 9, 9, 9), 1, 3),
        ((1, 1, 1, 1), (3, 3, 0, 3), 2, 2),
        ((1, 1, 0, 3), (9, 0, 0, 4), 3, 1),
        ((9, 9, 9, 9), (0, 0, 0, 0), 35, 0),
    ],
)
def test_coins_fill_what_the_goods_lack(price: tuple[int, ...], goods: tuple[int, ...], coins: int, sets: int) -> None:
    needs = tuple((place, need) for place, need in enumerate(price) if need)
    total, size = sets_within(needs, goods, coins)
    assert total // size == sets
