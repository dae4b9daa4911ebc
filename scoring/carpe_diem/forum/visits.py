"""The forum phase: the visiting order, the best visit to two cards, and the best visits to all open pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from scoring.carpe_diem.building_phase import advance, overflow_points
from scoring.carpe_diem.data import BREAD_FOR_A_SET, BUILDING_PHASES, ITEMS_FOR_A_POINT, UNMET_CARD_COST
from scoring.carpe_diem.district import Built, built_by
from scoring.carpe_diem.forum.answers import (
    LEFT_UNMET,
    CardVisit,
    ChosenVisit,
    ForumVisit,
    ForumVisits,
    Gain,
    Payment,
    PaymentLimits,
    VisitingOrder,
    order_compared,
    visit_reasons,
    what_helps,
)
from scoring.carpe_diem.forum.model import CardModel, Holdings, Plan, VisitObjective, sets_within
from scoring.carpe_diem.forum.search import best_plan
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
from scoring.messages import Message, say
from scoring.players import player_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.carpe_diem.state import BookedVisit

Pair: TypeAlias = tuple[str, str]
"""Two neighbouring squares of the forum."""

PAIRS: Final[tuple[Pair, ...]] = tuple(
    (square, around[side]) for square, around in FORUM_NEIGHBOURS.items() for side in "ES" if side in around
)
"""Every pair of neighbouring squares of the forum, by rows."""

_GOODS: Final = tuple(Good)


def order_now(table: Table) -> tuple[int, ...]:
    """Furthest on the prestige bar goes first, on one space the higher marker. Rulebook, Forum Phase.

    The order is fixed when the phase begins (a ruling).
    """
    places = [(-player.prestige, -player.stack) for player in table.players]
    return tuple(sorted(range(len(places)), key=places.__getitem__))


def visiting_order(table: Table, _ask: OrderAsk) -> VisitingOrder:
    """Return the order in which the players would visit the forum now."""
    return VisitingOrder(order=tuple(table.players[seat].name for seat in order_now(table)))


def visits_of(table: Table, phase: int) -> tuple[BookedVisit, ...]:
    """Return the visits of a phase as they were booked."""
    return tuple(visit for visit in table.visits if visit.phase == phase)


def next_visitor(table: Table) -> int | None:
    """Return the seat whose visit is next, or `None` where no phase is open."""
    booked = len(visits_of(table, table.phase))
    return table.order[booked] if booked < len(table.order) else None


def is_over(table: Table) -> bool:
    """Return whether all forum phases are over. Rulebook, Playing the Game."""
    return table.phase > BUILDING_PHASES


def marker_owner(table: Table, pair: Pair) -> int | None:
    """Return the seat whose marker lies between two cards, or `None` where no visit was booked there."""
    return next((visit.seat for visit in reversed(table.visits) if frozenset(visit.cells) == frozenset(pair)), None)


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
    first, second = ask.cards
    return visitor.visit_and_others(visitor.offers(first, second), ask.objective)


def whole_forum(table: Table, ask: ForumAsk) -> ForumVisits:
    """Return the best visit to each open pair of neighbouring cards, best first, then by squares."""
    visitor = _Visitor(table, ask.player)
    visits = [
        replace(visitor.visit(visitor.offers(first, second), ask.objective), cells=cells)
        for cells, first, second in open_pairs(table)
    ]
    visits.sort(key=lambda visit: visit.cells or ())
    visits.sort(key=lambda visit: merit(visit, ask.objective), reverse=True)
    return ForumVisits(visits=tuple(visits))


def chosen_visit(table: Table, player: str, cards: tuple[Card, Card], payments: tuple[Payment, Payment]) -> ChosenVisit:
    """Return the outcome of a visit to two cards that are met as `payments` say, in their order.

    What cannot be paid is brought to the nearest payment that can; a card that can be met must be met (a ruling).
    """
    visitor = _Visitor(table, player)
    return visitor.chosen(visitor.offers(*cards), payments)


def payments_of(visit: ForumVisit, cards: tuple[Card, Card]) -> tuple[Payment, Payment]:
    """Return how the two cards of a best visit are met; goods are spared only to leave the second card unmet."""
    first, second = (Payment(card=met.card, paid_sets=met.paid_sets, bread_sets=met.bread_sets) for met in visit.visits)
    if not visit.visits[1].sets:
        pay, paid = cards[first.card].pay or {}, visit.visits[0].paid
        coins = {good: number * first.paid_sets - paid.get(good, 0) for good, number in pay.items()}
        first = replace(first, coins=coins)
    return first, second


def cards_lying(table: Table) -> Mapping[str, Card]:
    """Return the cards of the forum by square."""
    rows = () if table.forum is None else table.forum.cards
    lying = zip(FORUM_SQUARES, (card for row in rows for card in row), strict=False)
    return {square: card for square, card in lying if card is not None}


def markers(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the markers of the forum, each as the squares it lies between."""
    return () if table.forum is None else table.forum.markers


def open_pairs(table: Table) -> Iterator[tuple[Pair, Card, Card]]:
    """Yield the pairs of neighbouring cards without a marker between, by rows. Rulebook, Forum Phase."""
    lying, taken = cards_lying(table), set(map(frozenset, markers(table)))
    for first, second in PAIRS:
        if first in lying and second in lying and frozenset((first, second)) not in taken:
            yield (first, second), lying[first], lying[second]


def cards_of(table: Table, pair: Pair | None) -> tuple[Card, Card] | None:
    """Return the cards of an open pair, `None` of any other."""
    return next(((first, second) for cells, first, second in open_pairs(table) if cells == pair), None)


class _Offer(NamedTuple):
    """A card, and its model for the player who visits it."""

    card: Card
    model: CardModel


_Offers: TypeAlias = tuple[_Offer, _Offer]


class _Visitor:
    """A player on the way to the forum."""

    def __init__(self, table: Table, name: str) -> None:
        self._player = player_of(table, name)
        self._built = built_by(self._player)
        self._holdings = Holdings(
            goods=tuple(self._player.goods.get(good, 0) for good in _GOODS),
            coins=self._player.coins,
            bread=self._player.bread,
            other_items=item_count(replace(self._player, goods={}, coins=0, bread=0)),
        )
        self._room = table.prestige_end - self._player.prestige
        self._edition = table.edition
        self._bread_once = table.bread_sets is BreadSets.ONE_PER_VISIT

    def visit(self, cards: _Offers, objective: Objective) -> ForumVisit:
        """Return the best visit over both orders."""
        return self._best(cards, self._plans(cards, objective), objective)

    def visit_and_others(self, cards: _Offers, objective: Objective) -> ForumVisit:
        """Return the best visit, with the best one for the other objective and in the other order where they differ."""
        plans = self._plans(cards, objective)
        best = self._best(cards, plans, objective)
        others = []
        wish = Objective.POINTS if objective is Objective.FINAL else Objective.FINAL
        elsewhere = self.visit(cards, wish)
        if merit(elsewhere, wish) > merit(best, wish):
            because = say("Best for {wish}: {because}", wish=wish.noun.name, because=elsewhere.because)
            others.append(replace(elsewhere, because=because))
        turned = self._carried_out(cards, (best.order[1], best.order[0]), plans, objective)
        if merit(turned, objective) != merit(best, objective):
            others.append(replace(turned, because=say("In the other order: {because}", because=turned.because)))
        return replace(best, others=tuple(others))

    def _best(self, cards: _Offers, plans: tuple[Plan, Plan], objective: Objective) -> ForumVisit:
        order = (0, 1) if plans[0].worth >= plans[1].worth else (1, 0)
        return self._carried_out(cards, order, plans, objective)

    def _plans(self, cards: _Offers, objective: Objective) -> tuple[Plan, Plan]:
        """Return the best plan for the order [0, 1] and the one for [1, 0]."""
        terms = VisitObjective(
            room=self._room,
            overflow=overflow_points(self._edition),
            bread_once=self._bread_once,
            final=objective is Objective.FINAL,
        )
        first, second = (offer.model for offer in cards)
        return best_plan(self._holdings, first, second, terms), best_plan(self._holdings, second, first, terms)

    def offers(self, first: Card, second: Card) -> _Offers:
        """Return what two cards offer to the player."""
        return self._offer(first), self._offer(second)

    def _offer(self, card: Card) -> _Offer:
        pay = card.pay or {}
        reward = card.reward
        model = CardModel(
            price=tuple([pay.get(good, 0) for good in _GOODS]),
            owned=owned_sets(card, self._built),
            points=reward.points,
            coins=reward.coins,
            bread=reward.bread,
            steps=reward.prestige,
        )
        return _Offer(card, model)

    def _carried_out(
        self, cards: _Offers, order: tuple[int, int], plans: tuple[Plan, Plan], objective: Objective
    ) -> ForumVisit:
        """Return the visit that carries out the plan of an order."""
        plan = plans[order[0]]
        mine, theirs = (_brings(plans[number], objective) for number in order)
        coins = dict(zip(_GOODS, plan.coins_first, strict=False))
        first = Payment(card=order[0], paid_sets=plan.paid_first, bread_sets=plan.bread_first, coins=coins)
        second = Payment(card=order[1], paid_sets=plan.paid_second, bread_sets=plan.bread_second)
        compared = LEFT_UNMET if coins else order_compared(mine, theirs)
        return self._outcome(cards, (first, second), compared)

    def chosen(self, cards: _Offers, payments: tuple[Payment, Payment]) -> ChosenVisit:
        """Return the visit that makes these payments, or the nearest that are possible."""
        first, first_limits = self._within_limits(cards, payments[0], self._holdings, 0)
        left = _after(self._holdings, self._met(cards, first, self._holdings, self._room))
        second, second_limits = self._within_limits(cards, payments[1], left, first.bread_sets)
        return ChosenVisit(
            visit=self._outcome(cards, (first, second), say("{one} first.")),
            payments=(first, second),
            limits=(first_limits, second_limits),
        )

    def _within_limits(
        self, cards: _Offers, desired: Payment, holdings: Holdings, bread_before: int
    ) -> tuple[Payment, PaymentLimits]:
        """Return the nearest payment that is possible, and its limits, after `bread_before` bread sets of the visit."""
        modelled = cards[desired.card].model
        total, size = sets_within(modelled.needs, holdings.goods, holdings.coins)
        paid_most, bread_most = total // size, holdings.bread // BREAD_FOR_A_SET
        if self._bread_once:
            bread_most = min(bread_most, 1 - bread_before)
        least = int(not modelled.owned and bool(paid_most or bread_most))
        paid, bread = min(desired.paid_sets, paid_most), min(desired.bread_sets, bread_most)
        if paid + bread < least:
            paid, bread = (1, 0) if paid_most else (0, 1)
        coins, ranges = _coins_paid(modelled, paid, desired.coins, holdings)
        limits = PaymentLimits(least=least, paid_sets=paid_most, bread_sets=bread_most, coins=ranges)
        return Payment(card=desired.card, paid_sets=paid, bread_sets=bread, coins=coins), limits

    def _outcome(self, cards: _Offers, payments: tuple[Payment, Payment], compared: Message) -> ForumVisit:
        """Return the visit that makes these payments, with its reasons."""
        first = self._met(cards, payments[0], self._holdings, self._room)
        between = _after(self._holdings, first)
        second = self._met(cards, payments[1], between, self._room - first.gained.prestige)
        helped = what_helps(first.gained, second.paid, between)
        left = _after(between, second).items
        points = first.gained.points + second.gained.points
        prestige = first.gained.prestige + second.gained.prestige
        gain = points + prestige + left // ITEMS_FOR_A_POINT - item_count(self._player) // ITEMS_FOR_A_POINT
        return ForumVisit(
            order=(payments[0].card, payments[1].card),
            visits=(first, second),
            points=points,
            prestige=prestige,
            items_left=left,
            final_gain=gain,
            because=visit_reasons((cards[0].card, cards[1].card), (first, second), helped, compared),
        )

    def _met(self, cards: _Offers, payment: Payment, holdings: Holdings, room: int) -> CardVisit:
        """Return how a payment meets its card, with `room` steps left on the prestige bar."""
        card = cards[payment.card].model
        coins, _ = _coins_paid(card, payment.paid_sets, payment.coins, holdings)
        paid = {_GOODS[place].value: need * payment.paid_sets - coins[_GOODS[place]] for place, need in card.needs}
        paid[COINS] = sum(coins.values())
        paid[BREAD] = BREAD_FOR_A_SET * payment.bread_sets
        times = card.owned + payment.paid_sets + payment.bread_sets
        moved = advance(card.steps * times, room, self._edition)
        points = card.points * times + moved.points
        return CardVisit(
            card=payment.card,
            owned_sets=card.owned,
            paid_sets=payment.paid_sets,
            bread_sets=payment.bread_sets,
            paid={what: count for what, count in paid.items() if count},
            gained=Gain(
                points=points if times else -UNMET_CARD_COST,
                coins=card.coins * times,
                bread=card.bread * times,
                prestige=moved.steps,
            ),
        )


def _coins_paid(
    card: CardModel, sets: int, desired: Mapping[Good, int], holdings: Holdings
) -> tuple[dict[Good, int], dict[Good, tuple[int, int]]]:
    """Return the coins in place of each good of the paid sets, as near to those desired as can be, and their ranges.

    A range says how few and how many coins can be paid for the good while the coins for the others stay as they are.
    """
    needs = {_GOODS[place]: need * sets for place, need in card.needs}
    lacking = {_GOODS[place]: max(0, need * sets - holdings.goods[place]) for place, need in card.needs}
    spare = holdings.coins - sum(lacking.values())
    coins: dict[Good, int] = {}
    for good, need in needs.items():
        coins[good] = max(lacking[good], min(desired.get(good, 0), need, lacking[good] + spare))
        spare -= coins[good] - lacking[good]
    return coins, {good: (lacking[good], min(need, coins[good] + spare)) for good, need in needs.items()}


def _brings(plan: Plan, objective: Objective) -> tuple[float, ...]:
    """Return the worth of a plan without its payments."""
    return plan.worth[: 1 if objective is Objective.FINAL else 3]


def _after(holdings: Holdings, visit: CardVisit) -> Holdings:
    return Holdings(
        goods=tuple([have - visit.paid.get(good, 0) for good, have in zip(_GOODS, holdings.goods, strict=True)]),
        coins=holdings.coins - visit.paid.get(COINS, 0) + visit.gained.coins,
        bread=holdings.bread - visit.paid.get(BREAD, 0) + visit.gained.bread,
        other_items=holdings.other_items,
    )


def merit(visit: ForumVisit, objective: Objective) -> tuple[int, ...]:
    """Return the worth of a visit for an objective, a tuple of which the larger is better."""
    if objective is Objective.FINAL:
        return (visit.final_gain,)
    return visit.points, visit.prestige, visit.items_left
