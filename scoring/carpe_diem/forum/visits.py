"""The forum phase: the visiting order, the best visit to two cards, and the best visits to all open pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.carpe_diem.building_phase import advance, overflow_points
from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT, UNMET_CARD_COST
from scoring.carpe_diem.district import Built, built_by
from scoring.carpe_diem.forum.answers import CardVisit, ForumVisit, ForumVisits, Gain, VisitingOrder
from scoring.carpe_diem.forum.model import CardModel, Holdings, Plan, VisitObjective
from scoring.carpe_diem.forum.search import best_plan
from scoring.carpe_diem.forum.wording import OBJECTIVES, order_compared, visit_reasons, what_helps
from scoring.carpe_diem.limits import FORUM_NEIGHBOURS
from scoring.carpe_diem.rules import item_count
from scoring.carpe_diem.state import (
    BREAD,
    COINS,
    DWELLINGS,
    FORUM_SQUARES,
    LANDSCAPES,
    BreadSets,
    Card,
    ForumAsk,
    Good,
    Kind,
    Objective,
    OrderAsk,
    Table,
    Thing,
    VisitAsk,
)
from scoring.messages import say
from scoring.players import player_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def visiting_order(table: Table, _ask: OrderAsk) -> VisitingOrder:
    """Furthest on the prestige bar goes first, on one space the higher marker. Rulebook, Forum Phase.

    The order is fixed when the phase begins (a ruling).
    """
    players = sorted(table.players, key=lambda player: (-player.prestige, -player.stack))
    return VisitingOrder(order=tuple(player.name for player in players))


def owned_sets(card: Card, built: Built) -> int:
    """A card is met as often as every one of its things suffices. Rulebook, C and D Cards."""
    if not card.own:
        return 0
    return min(owned(thing, built) // number for thing, number in card.own.items())


def owned(thing: Thing, built: Built) -> int:
    """Return how many of a thing a player owns: completed structures, but chimneys of all villas."""
    if thing is Thing.CHIMNEYS:
        return built.chimneys
    if thing is Thing.LANDSCAPE:
        return sum(built.counts.get(kind, 0) for kind in LANDSCAPES)
    if thing is Thing.DWELLING:
        return sum(built.counts.get(kind, 0) for kind in DWELLINGS)
    return built.counts.get(Kind(thing.value), 0)


def forum_visit(table: Table, ask: VisitAsk) -> ForumVisit:
    """Return the best visit to two cards. Rulebook, Forum Phase.

    Both orders and all payments are compared. Among equals: fewest coins paid, then fewest bread, then order [0, 1].
    """
    visitor = _Visitor(table, ask.player)
    one, other = ask.cards
    return visitor.visit_and_others(one, other, ask.objective)


def whole_forum(table: Table, ask: ForumAsk) -> ForumVisits:
    """Return the best visit to each open pair of neighbouring cards, best first, then by squares."""
    visitor = _Visitor(table, ask.player)
    visits = [replace(visitor.visit(one, other, ask.objective), cells=cells) for cells, one, other in open_pairs(table)]
    visits.sort(key=lambda visit: visit.cells or ())
    visits.sort(key=lambda visit: merit(visit, ask.objective), reverse=True)
    return ForumVisits(visits=tuple(visits))


def open_pairs(table: Table) -> Iterator[tuple[tuple[str, str], Card, Card]]:
    """Yield the pairs of neighbouring cards without a marker between, by rows. Rulebook, Forum Phase."""
    if table.forum is None:
        return
    lying = dict(zip(FORUM_SQUARES, (card for row in table.forum.cards for card in row), strict=True))
    taken = {frozenset(marker) for marker in table.forum.markers}
    for square, around in FORUM_NEIGHBOURS.items():
        for side in "ES":
            other = around.get(side)
            if other is None or frozenset((square, other)) in taken:
                continue
            one_card, other_card = lying[square], lying[other]
            if one_card is not None and other_card is not None:
                yield (square, other), one_card, other_card


class _Visitor:
    """A player on the way to the forum."""

    def __init__(self, table: Table, name: str) -> None:
        self._player = player_of(table, name)
        self._built = built_by(self._player)
        self._holdings = Holdings(
            goods=tuple(self._player.goods.get(good, 0) for good in Good),
            coins=self._player.coins,
            bread=self._player.bread,
            other=self._player.stored_tiles,
        )
        self._room = table.prestige_end - self._player.prestige
        self._edition = table.edition
        self._bread_once = table.bread_sets is BreadSets.ONE_PER_VISIT

    def visit(self, one: Card, other: Card, objective: Objective) -> ForumVisit:
        """Return the best visit over both orders."""
        return self._best((one, other), self._plans(one, other, objective), objective)

    def visit_and_others(self, one: Card, other: Card, objective: Objective) -> ForumVisit:
        """Return the best visit, with the best one for the other objective and in the other order where they differ."""
        plans = self._plans(one, other, objective)
        best = self._best((one, other), plans, objective)
        others = []
        wish = Objective.POINTS if objective is Objective.FINAL else Objective.FINAL
        elsewhere = self.visit(one, other, wish)
        if merit(elsewhere, wish) > merit(best, wish):
            because = say("Best for {wish}: {because}", wish=OBJECTIVES[wish], because=elsewhere.because)
            others.append(replace(elsewhere, because=because))
        turned = self._told((one, other), (best.order[1], best.order[0]), plans, objective)
        if merit(turned, objective) != merit(best, objective):
            others.append(replace(turned, because=say("In the other order: {because}", because=turned.because)))
        return replace(best, others=tuple(others))

    def _best(self, cards: tuple[Card, Card], plans: tuple[Plan, Plan], objective: Objective) -> ForumVisit:
        order = (0, 1) if plans[0].worth >= plans[1].worth else (1, 0)
        return self._told(cards, order, plans, objective)

    def _plans(self, one: Card, other: Card, objective: Objective) -> tuple[Plan, Plan]:
        """Return the best plan for the order [0, 1] and the one for [1, 0]."""
        terms = VisitObjective(
            room=self._room,
            overflow=overflow_points(self._edition),
            bread_once=self._bread_once,
            final=objective is Objective.FINAL,
        )
        first, second = self._modelled(one), self._modelled(other)
        return best_plan(self._holdings, first, second, terms), best_plan(self._holdings, second, first, terms)

    def _modelled(self, card: Card) -> CardModel:
        pay = card.pay or {}
        reward = card.reward
        return CardModel(
            price=tuple(pay.get(good, 0) for good in Good),
            owned=owned_sets(card, self._built),
            points=reward.points,
            coins=reward.coins,
            bread=reward.bread,
            steps=reward.prestige,
        )

    def _told(
        self, cards: tuple[Card, Card], order: tuple[int, int], plans: tuple[Plan, Plan], objective: Objective
    ) -> ForumVisit:
        """Return the visit that carries out a plan, with its reasons."""
        plan = plans[order[0]]
        holdings, room = self._holdings, self._room
        visits: list[CardVisit] = []
        helped: Mapping[str, int] = {}
        for number, paid, bread in (
            (order[0], plan.paid_first, plan.bread_first),
            (order[1], plan.paid_second, plan.bread_second),
        ):
            card = cards[number]
            visit = self._carried_out(card, number, (paid, bread), holdings, room)
            if visits:
                helped = what_helps(visits[0].gained, visit.paid, holdings)
            holdings = _after(holdings, visit)
            room -= visit.gained.prestige
            visits.append(visit)
        points = sum(visit.gained.points for visit in visits)
        prestige = sum(visit.gained.prestige for visit in visits)
        gain = points + prestige + holdings.items // ITEMS_FOR_A_POINT - item_count(self._player) // ITEMS_FOR_A_POINT
        mine, theirs = (_brings(plans[number], objective) for number in order)
        return ForumVisit(
            order=order,
            visits=(visits[0], visits[1]),
            points=points,
            prestige=prestige,
            items_left=holdings.items,
            final_gain=gain,
            because=visit_reasons(cards, (visits[0], visits[1]), helped, order_compared(mine, theirs)),
        )

    def _carried_out(self, card: Card, number: int, sets: tuple[int, int], holdings: Holdings, room: int) -> CardVisit:
        paid_sets, bread_sets = sets
        paid: dict[str, int] = {}
        coins = 0
        for good, have in zip(Good, holdings.goods, strict=True):
            need = (card.pay or {}).get(good, 0) * paid_sets
            paid[good.value] = min(need, have)
            coins += need - paid[good.value]
        paid[COINS] = coins
        paid[BREAD] = BREAD_FOR_A_SET * bread_sets
        own = owned_sets(card, self._built)
        times = own + paid_sets + bread_sets
        moved = advance(card.reward.prestige * times, room, self._edition)
        points = card.reward.points * times + moved.points
        return CardVisit(
            card=number,
            owned_sets=own,
            paid_sets=paid_sets,
            bread_sets=bread_sets,
            paid={what: count for what, count in paid.items() if count},
            gained=Gain(
                points=points if times else -UNMET_CARD_COST,
                coins=card.reward.coins * times,
                bread=card.reward.bread * times,
                prestige=moved.steps,
            ),
        )


def _brings(plan: Plan, objective: Objective) -> tuple[float, ...]:
    """Return the worth of a plan without its payments."""
    return plan.worth[: 1 if objective is Objective.FINAL else 3]


def _after(holdings: Holdings, visit: CardVisit) -> Holdings:
    return Holdings(
        goods=tuple(have - visit.paid.get(good.value, 0) for good, have in zip(Good, holdings.goods, strict=True)),
        coins=holdings.coins - visit.paid.get(COINS, 0) + visit.gained.coins,
        bread=holdings.bread - visit.paid.get(BREAD, 0) + visit.gained.bread,
        other=holdings.other,
    )


def merit(visit: ForumVisit, objective: Objective) -> tuple[int, ...]:
    """Return the worth of a visit for an objective, a tuple of which the larger is better."""
    if objective is Objective.FINAL:
        return (visit.final_gain,)
    return visit.points, visit.prestige, visit.items_left
