"""Visits to the forum: the best ones, and those made as a player chose."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given

from scoring.carpe_diem.forum.answers import ForumAsk, Payment, VisitAsk
from scoring.carpe_diem.forum.model import CardModel, Holdings, VisitObjective
from scoring.carpe_diem.forum.visits import chosen_visit, forum_visit, merit, open_pairs, payments_of, whole_forum
from scoring.carpe_diem.rules import item_count
from scoring.carpe_diem.state import BreadSets, Card, Edition, Good, Kind, Objective, Reward, Table, Tally, Thing
from tests.scoring.carpe_diem import strategies
from tests.scoring.carpe_diem.boards import player, table
from tests.scoring.carpe_diem.judge import Outcome, every_outcome
from tests.strategies import examples, few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.carpe_diem.forum.answers import ChosenVisit, PaymentLimits


@given(strategies.visits(few))
@examples(100)
def test_adding_a_coin_never_lowers_the_best_visit(asked: tuple[Table, VisitAsk]) -> None:
    seated, ask = asked
    ask = replace(ask, objective=Objective.POINTS)
    richer = replace(seated, players=tuple(replace(player, coins=player.coins + 1) for player in seated.players))
    assert merit(forum_visit(richer, ask), Objective.POINTS) >= merit(forum_visit(seated, ask), Objective.POINTS)


def test_for_the_final_total_a_coin_can_make_it_worse_for_what_can_be_met_must_be_met() -> None:
    dear = Card(pay=dict.fromkeys(Good, 9), reward=Reward(coins=1))
    unmet = Card(own={Thing.VILLA: 1}, reward=Reward(points=1))
    goods = {**dict.fromkeys(Good, 9), Good.FISH: 8}
    gains = [
        forum_visit(
            table(player("Nick", goods=goods, coins=coins)),
            VisitAsk(player="Nick", cards=(dear, unmet), objective=Objective.FINAL),
        ).final_gain
        for coins in (0, 1)
    ]
    assert gains == [-8, -22]


@given(strategies.visits())
@examples(100)
def test_a_visit_tells_what_it_does(asked: tuple[Table, VisitAsk]) -> None:
    seated, ask = asked
    best = forum_visit(seated, ask)
    visitor = next(player for player in seated.players if player.name == ask.player)
    gains = [visit.gained for visit in best.visits]
    items = item_count(visitor) - sum(sum(visit.paid.values()) for visit in best.visits)
    assert best.items_left == items + sum(gain.coins + gain.bread for gain in gains)
    assert best.points == sum(gain.points for gain in gains)
    assert best.prestige == sum(gain.prestige for gain in gains) <= seated.prestige_end - visitor.prestige
    assert best.final_gain == best.points + best.prestige + best.items_left // 2 - item_count(visitor) // 2
    for visit in best.visits:
        assert visit.paid.get("bread", 0) == 3 * visit.bread_sets
        price = sum((ask.cards[visit.card].pay or {}).values())
        assert sum(visit.paid.values()) == 3 * visit.bread_sets + price * visit.paid_sets


@given(strategies.forum_questions())
@examples(30)
def test_the_whole_forum_holds_the_best_visit_of_each_open_pair(asked: tuple[Table, ForumAsk]) -> None:
    seated, ask = asked
    answer = whole_forum(seated, ask)
    alone = {
        cells: forum_visit(seated, VisitAsk(player=ask.player, cards=(first, second), objective=ask.objective))
        for cells, first, second in open_pairs(seated)
    }
    assert {visit.cells: replace(visit, cells=None) for visit in answer.visits} == {
        cells: replace(visit, others=None) for cells, visit in alone.items()
    }
    merits = [merit(visit, ask.objective) for visit in answer.visits]
    assert merits == sorted(merits, reverse=True)


SMALL_PRICES: Final = ({Good.HERBS: 2}, {Good.CHICKEN: 1, Good.FISH: 1}, {Good.FISH: 3})


def small_card(chance: Random) -> Card:
    points, coins, bread, steps = (chance.choice(some) for some in ((1, 4), (0, 1), (0, 3), (0, 2)))
    reward = Reward(points=points, coins=coins, bread=bread, prestige=steps)
    if chance.random() < 0.7:
        return Card(pay=chance.choice(SMALL_PRICES), reward=reward)
    return Card(own={Thing.MARKET: chance.choice((1, 2))}, reward=reward)


def modelled(card: Card, markets: int) -> CardModel:
    reward = card.reward
    return CardModel(
        price=tuple((card.pay or {}).get(good, 0) for good in Good),
        owned=markets // card.own[Thing.MARKET] if card.own else 0,
        points=reward.points,
        coins=reward.coins,
        bread=reward.bread,
        steps=reward.prestige,
    )


def payments_within(limits: PaymentLimits, card: Card, number: int, most_coins: int) -> Iterator[Payment]:
    """The payments of a card that the limits allow; more coins than can be paid in place of a good are asked for."""
    for paid, bread in product(range(limits.paid_sets + 1), range(limits.bread_sets + 1)):
        if paid + bread < limits.least:
            continue
        for coins in product(range(most_coins + 1), repeat=len(card.pay or {})):
            coins_for = dict(zip(card.pay or {}, coins, strict=True))
            yield Payment(card=number, paid_sets=paid, bread_sets=bread, coins=coins_for)


def outcome_of(chosen: ChosenVisit, held: Holdings) -> Outcome:
    """What is held after a visit, and what it brings and takes."""
    goods, coins, bread = list(held.goods), held.coins, held.bread
    coins_paid = 0
    for met in chosen.visit.visits:
        goods = [have - met.paid.get(good.value, 0) for good, have in zip(Good, goods, strict=True)]
        coins += met.gained.coins - met.paid.get("coins", 0)
        bread += met.gained.bread - met.paid.get("bread", 0)
        coins_paid += met.paid.get("coins", 0)
    bread_sets = sum(met.bread_sets for met in chosen.visit.visits)
    return Outcome(tuple(goods), coins, bread, chosen.visit.points, chosen.visit.prestige, coins_paid, bread_sets)


@pytest.mark.parametrize("seed", range(30))
def test_every_visit_that_can_be_made_can_be_chosen_and_no_other(seed: int) -> None:
    chance = Random(seed)
    goods = {good: chance.randint(0, 2) for good in Good}
    markets, prestige = chance.randint(0, 2), chance.choice((0, 18))
    tally = Tally(counts={Kind.MARKET: markets}, villas=(), chimneys=0)
    coins, bread = chance.randint(0, 2), chance.choice((0, 3))
    visitor = player("Nick", goods=goods, coins=coins, bread=bread, prestige=prestige, tally=tally)
    seated = table(visitor, bread_sets=chance.choice(list(BreadSets)))
    cards = small_card(chance), small_card(chance)
    held = Holdings(goods=tuple(goods.values()), coins=coins, bread=bread, other_items=0)
    terms = VisitObjective(
        room=seated.prestige_end - prestige,
        overflow=1,
        bread_once=seated.bread_sets is BreadSets.ONE_PER_VISIT,
        final=False,
    )

    outcomes = set()
    nothing = Payment(card=0), Payment(card=1)
    for first in payments_within(chosen_visit(seated, "Nick", cards, nothing).limits[0], cards[0], 0, 2):
        limits = chosen_visit(seated, "Nick", cards, (first, nothing[1])).limits[1]
        for second in payments_within(limits, cards[1], 1, 4):
            chosen = chosen_visit(seated, "Nick", cards, (first, second))
            outcomes.add(outcome_of(chosen, held))
            for chosen_payment, made, range_ in zip((first, second), chosen.payments, chosen.limits, strict=True):
                assert (made.paid_sets, made.bread_sets) == (chosen_payment.paid_sets, chosen_payment.bread_sets)
                assert all(least <= made.coins[good] <= most for good, (least, most) in range_.coins.items())
    assert outcomes == every_outcome(held, modelled(cards[0], markets), modelled(cards[1], markets), terms)


def test_coins_can_be_kept_or_paid_in_place_of_goods_that_are_held() -> None:
    seated = table(player("Nick", goods={Good.HERBS: 2, Good.FISH: 1}, coins=2))
    cards = Card(pay={Good.HERBS: 2, Good.FISH: 1}, reward=Reward(points=4)), Card(own={Thing.VILLA: 1})
    payments = Payment(card=0, paid_sets=1, coins={Good.FISH: 1}), Payment(card=1)
    chosen = chosen_visit(seated, "Nick", cards, payments)
    assert chosen.visit.visits[0].paid == {"herbs": 2, "coins": 1}
    assert chosen.limits[0].coins == {Good.HERBS: (0, 1), Good.FISH: (0, 1)}
    assert chosen.visit.points == 4 - 4


def test_a_visit_chosen_beyond_what_is_held_becomes_the_nearest_that_is_possible() -> None:
    seated = table(player("Nick", goods={Good.HERBS: 5}, bread=4))
    cards = Card(pay={Good.HERBS: 2}, reward=Reward(points=4)), Card(own={Thing.VILLA: 1}, reward=Reward(points=3))
    chosen = chosen_visit(seated, "Nick", cards, (Payment(card=1), Payment(card=0, paid_sets=9, bread_sets=9)))
    assert [(made.card, made.paid_sets, made.bread_sets) for made in chosen.payments] == [(1, 0, 1), (0, 2, 0)]
    assert str(chosen.visit.because).startswith("“1 villa” first. “1 villa” is met once for 3 bread: 3 points.")


def test_goods_are_spared_where_the_second_card_costs_more_than_to_leave_it_unmet() -> None:
    goods = {Good.GRAPES: 7, Good.HERBS: 9, Good.CHICKEN: 7, Good.FISH: 9}
    cathy = player("Cathy", goods=goods, coins=3, bread=1, stored_tiles=1, prestige=25)
    seated = table(cathy, prestige_end=25, edition=Edition.FIRST)
    dear = Card(pay={Good.CHICKEN: 3, Good.HERBS: 2, Good.FISH: 9, Good.GRAPES: 1}, reward=Reward(prestige=30))
    cards = dear, Card(pay={Good.GRAPES: 2, Good.FISH: 3}, reward=Reward(points=1))
    best = forum_visit(seated, VisitAsk(player="Cathy", cards=cards, objective=Objective.FINAL))
    assert (best.final_gain, best.order, best.visits[1].sets) == (-5, (1, 0), 0)
    assert best.visits[0].paid == {"grapes": 1, "fish": 3, "coins": 1}
    assert str(best.because).startswith(
        "“2 grapes and 3 fish” first, with coins in place of goods at hand: “3 chicken, 2 herbs, 9 fish and 1 grape” "
        "can then not be met, which costs less than a set."
    )
    again = chosen_visit(seated, "Cathy", cards, payments_of(best, cards)).visit
    assert replace(again, because=best.because) == replace(best, others=None)


def test_a_visit_that_meets_both_cards_spares_no_goods() -> None:
    seated = table(player("Nick", goods={Good.HERBS: 2, Good.FISH: 1}, coins=2))
    cards = Card(pay={Good.HERBS: 1}, reward=Reward(points=4)), Card(pay={Good.FISH: 1}, reward=Reward(points=3))
    best = forum_visit(seated, VisitAsk(player="Nick", cards=cards, objective=Objective.FINAL))
    assert [payment.coins for payment in payments_of(best, cards)] == [{}, {}]


@given(strategies.visits())
@examples(40)
def test_the_best_visit_chosen_again_is_the_same(asked: tuple[Table, VisitAsk]) -> None:
    seated, ask = asked
    best = forum_visit(seated, ask)
    cards = ask.cards[0], ask.cards[1]
    again = chosen_visit(seated, ask.player, cards, payments_of(best, cards)).visit
    assert replace(again, because=best.because) == replace(best, others=None)
