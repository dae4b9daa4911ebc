"""The forum phase: the visiting order, what two cards pay, and what each open pair of the whole forum pays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import BREAD_FOR_A_SET, ITEMS_FOR_A_POINT, UNMET_CARD_COST
from scoring.carpe_diem.district import Holdings, holdings
from scoring.carpe_diem.limits import FORUM_NEIGHBOURS
from scoring.carpe_diem.optimum import Offer, Plan, Purse, Stakes, best_plan
from scoring.carpe_diem.prestige import advance, overflow_points
from scoring.carpe_diem.rules import item_count
from scoring.carpe_diem.state import (
    DWELLINGS,
    FORUM_SQUARES,
    LANDSCAPES,
    BreadSets,
    Card,
    Edition,
    ForumAsk,
    Good,
    Kind,
    Objective,
    OrderAsk,
    Player,
    Table,
    Thing,
    VisitAsk,
)
from scoring.carpe_diem.words import NOUNS
from scoring.sheet import Check, Message, Problem, Report, counted, for_each, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

COINS, BREAD = "coins", "bread"

CHOICES: Final = {Objective.POINTS: "points now", Objective.FINAL: "the final total"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a card gives in a visit; `points` hold overflow and penalty, `prestige` the steps really moved."""

    points: int
    coins: int
    bread: int
    prestige: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardVisit:
    """How one card is met: by what is owned, by payments of goods and coins, and by three bread each."""

    card: int
    owned_sets: int
    paid_sets: int
    bread_sets: int
    paid: Mapping[str, int]
    gained: Gain

    @property
    def sets(self) -> int:
        """How often the card is met."""
        return self.owned_sets + self.paid_sets + self.bread_sets


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumVisit:
    """A visit to two cards (contract, section 3): `visits` in the order in which the cards are visited.

    `cells` are the squares of the two cards in the forum, `others` further visits worth considering.
    """

    cells: tuple[str, ...] | None = None
    order: tuple[int, int]
    visits: tuple[CardVisit, CardVisit]
    points: int
    prestige: int
    items_left: int
    final_gain: int
    because: Message
    others: tuple[ForumVisit, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumVisits:
    """The visits to all open pairs of the forum, best first."""

    visits: tuple[ForumVisit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitingOrder:
    """The names of the players in the order in which they visit the forum."""

    order: tuple[str, ...]


# -- visiting order


def visiting_order(table: Table, _ask: OrderAsk) -> VisitingOrder:
    """Furthest on the prestige bar first, on one space the marker on top. Rulebook, Forum Phase.

    The order is fixed when the phase begins (a ruling).
    """
    players = sorted(table.players, key=lambda player: (-player.prestige, -player.stack))
    return VisitingOrder(order=tuple(player.name for player in players))


def one_marker_a_height(table: Table, _ask: OrderAsk) -> Iterator[Problem]:
    """Markers on one space of the prestige bar lie in one pile, each at its own height."""
    seen: dict[tuple[int, int], str] = {}

    def height_is_free(index: int, player: Player) -> Iterator[Problem]:
        place = (player.prestige, player.stack)
        if place in seen:
            message = say(
                "{name} and {other} are both on space {space} at height {stack}: say whose marker lies higher",
                name=player.name,
                other=seen[place],
                space=player.prestige,
                stack=player.stack,
            )
            yield Problem(path=f"players[{index}].stack", message=message)
        seen[place] = player.name

    yield from for_each(table.players, height_is_free)


# -- a visit to two cards


def owned_sets(card: Card, built: Holdings) -> int:
    """How often what a player owns meets a card: the least over its things. Rulebook, C and D Cards."""
    if not card.own:
        return 0
    return min(owned(thing, built) // number for thing, number in card.own.items())


def owned(thing: Thing, built: Holdings) -> int:
    """How many of a thing a player owns: completed structures; chimneys also of villas that are not completed."""
    if thing is Thing.CHIMNEYS:
        return built.chimneys
    if thing is Thing.LANDSCAPE:
        return sum(built.counts.get(kind, 0) for kind in LANDSCAPES)
    if thing is Thing.DWELLING:
        return sum(built.counts.get(kind, 0) for kind in DWELLINGS)
    return built.counts.get(Kind(thing.value), 0)


def forum_visit(table: Table, ask: VisitAsk) -> ForumVisit:
    """Return the best visit to two cards. Rulebook, Forum Phase.

    Both orders and all payments are weighed. Among equals: fewest coins paid, then fewest bread, then the order [0, 1].
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


def merit(visit: ForumVisit, objective: Objective) -> tuple[int, ...]:
    """How good a visit is for an objective, compared as a tuple."""
    if objective is Objective.FINAL:
        return (visit.final_gain,)
    return visit.points, visit.prestige, visit.items_left


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
        self._player = next(player for player in table.players if player.name == name)
        self._built = holdings(self._player)
        self._purse = Purse(
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
        """Return the best visit, with what else is worth considering: another objective, the other order."""
        plans = self._plans(one, other, objective)
        best = self._best((one, other), plans, objective)
        others = []
        wish = Objective.POINTS if objective is Objective.FINAL else Objective.FINAL
        elsewhere = self.visit(one, other, wish)
        if merit(elsewhere, wish) > merit(best, wish):
            because = say("Best for {wish}: {because}", wish=CHOICES[wish], because=elsewhere.because)
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
        stakes = Stakes(
            room=self._room,
            overflow=overflow_points(self._edition),
            bread_once=self._bread_once,
            final=objective is Objective.FINAL,
        )
        first, second = self._offer(one), self._offer(other)
        return best_plan(self._purse, first, second, stakes), best_plan(self._purse, second, first, stakes)

    def _offer(self, card: Card) -> Offer:
        pay = card.pay or {}
        reward = card.reward
        return Offer(
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
        """Carry a plan out and say what happens."""
        plan = plans[order[0]]
        purse, room = self._purse, self._room
        visits: list[CardVisit] = []
        helped: list[Message] = []
        for number, paid, bread in (
            (order[0], plan.paid_first, plan.bread_first),
            (order[1], plan.paid_second, plan.bread_second),
        ):
            card = cards[number]
            visit = self._carried_out(card, number, (paid, bread), purse, room)
            if visits:
                helped = _help(visits[0].gained, visit.paid, purse)
            purse = _after(purse, visit)
            room -= visit.gained.prestige
            visits.append(visit)
        points = sum(visit.gained.points for visit in visits)
        prestige = sum(visit.gained.prestige for visit in visits)
        gain = points + prestige + purse.items // ITEMS_FOR_A_POINT - item_count(self._player) // ITEMS_FOR_A_POINT
        mine, theirs = (_brings(plans[number], objective) for number in order)
        return ForumVisit(
            order=order,
            visits=(visits[0], visits[1]),
            points=points,
            prestige=prestige,
            items_left=purse.items,
            final_gain=gain,
            because=_reasons(cards, (visits[0], visits[1]), helped, _compared(mine, theirs)),
        )

    def _carried_out(self, card: Card, number: int, sets: tuple[int, int], purse: Purse, room: int) -> CardVisit:
        paid_sets, bread_sets = sets
        paid: dict[str, int] = {}
        coins = 0
        for good, have in zip(Good, purse.goods, strict=True):
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
    """Return what a plan brings, payments left aside."""
    return plan.worth[: 1 if objective is Objective.FINAL else 3]


def _after(purse: Purse, visit: CardVisit) -> Purse:
    return Purse(
        goods=tuple(have - visit.paid.get(good.value, 0) for good, have in zip(Good, purse.goods, strict=True)),
        coins=purse.coins - visit.paid.get(COINS, 0) + visit.gained.coins,
        bread=purse.bread - visit.paid.get(BREAD, 0) + visit.gained.bread,
        other=purse.other,
    )


# -- said to people


def described(card: Card) -> Message:
    """Return what to call a card: its name, or what it asks for."""
    if card.name:
        return say("“{name}”", name=card.name)
    if card.pay:
        things = tuple(say("{number} {good}", number=number, good=good) for good, number in card.pay.items())
    else:
        things = tuple(counted(number, *NOUNS[thing]) for thing, number in (card.own or {}).items())
    return say("“{things}”", things=things)


def _times(number: int) -> Message:
    return {1: say("once"), 2: say("twice")}.get(number, say("{number} times", number=number))


def _given(gained: Gain) -> tuple[Message, ...]:
    parts = (
        (gained.points, "point", "points"),
        (gained.coins, "coin", "coins"),
        (gained.bread, "bread", "bread"),
        (gained.prestige, "step", "steps"),
    )
    return tuple(counted(number, one, many) for number, one, many in parts if number)


def _payment(paid: Mapping[str, int]) -> tuple[Message, ...]:
    return tuple(_amount(number, what) for what, number in paid.items())


def _amount(number: int, what: str) -> Message:
    return counted(number, "coin" if what == COINS else what, what)


def _help(gained: Gain, paid: Mapping[str, int], purse: Purse) -> list[Message]:
    """Return what of the first card's reward the second card needs; `purse` is what there is between the two."""
    parts = []
    for what, given, have in ((COINS, gained.coins, purse.coins), (BREAD, gained.bread, purse.bread)):
        needed = paid.get(what, 0) - (have - given)
        if needed > 0:
            parts.append(_amount(needed, what))
    return parts


def _compared(mine: tuple[float, ...], theirs: tuple[float, ...]) -> Message:
    """Return the sentence that compares an order with the other one."""
    if mine == theirs:
        return say("Either order brings the same.")
    return say("{one} first: the other order brings less.") if mine > theirs else say("{one} first brings less.")


def _reasons(
    cards: tuple[Card, Card], visits: tuple[CardVisit, CardVisit], helped: list[Message], compared: Message
) -> Message:
    first, second = visits
    one, two = described(cards[first.card]), described(cards[second.card])
    order = replace(compared, values={"one": one})
    if helped:
        order = say("{one} first: the {helped} it gives pay for {two}.", one=one, helped=tuple(helped), two=two)
    return say("{order} {first} {second}", order=order, first=_met(one, first), second=_met(two, second))


def _met(card: Message, visit: CardVisit) -> Message:
    if not visit.sets:
        return say("{card} is not met and costs {cost} points.", card=card, cost=UNMET_CARD_COST)
    ways = []
    if visit.owned_sets:
        ways.append(say("{times} by what is owned", times=_times(visit.owned_sets)))
    if visit.paid_sets:
        goods = {what: number for what, number in visit.paid.items() if what != BREAD}
        ways.append(say("{times} for {goods}", times=_times(visit.paid_sets), goods=_payment(goods)))
    if visit.bread_sets:
        ways.append(say("{times} for {bread} bread", times=_times(visit.bread_sets), bread=visit.paid[BREAD]))
    return say("{card} is met {ways}: {given}.", card=card, ways=tuple(ways), given=_given(visit.gained))


def asked_player_sits_here(table: Table, ask: VisitAsk | ForumAsk) -> Iterator[Problem]:
    """The player of a question is one of the table, named exactly."""
    names = tuple(player.name for player in table.players)
    if names and ask.player not in names:
        message = say("{name!r}: at this table sit {names}", name=ask.player, names=names)
        yield Problem(path="ask.player", message=message)


def forum_lies_on_the_table(table: Table, _ask: ForumAsk) -> Iterator[Problem]:
    """To weigh the whole forum, its cards must be known."""
    if table.forum is None:
        yield Problem(path="forum", message=say("forum is missing: this check needs the cards that lie in the forum"))


def _visit_report(_table: Table, ask: VisitAsk, visit: ForumVisit) -> Report:
    rows = tuple(_visit_row(ask.cards[one.card], one) for one in visit.visits)
    notes = [say("Also: {because} {sums}", because=other.because, sums=_sums(other)) for other in visit.others or ()]
    return Report(
        sentences=(visit.because,), heading=("card", "met", "paid", "gained"), rows=rows, notes=(_sums(visit), *notes)
    )


def _visit_row(card: Card, visit: CardVisit) -> tuple[object, ...]:
    return (
        described(card),
        _times(visit.sets) if visit.sets else "not met",
        say("{paid}", paid=_payment(visit.paid)),
        say("{given}", given=_given(visit.gained)),
    )


def _sums(visit: ForumVisit) -> Message:
    return say(
        "Together {points} and {steps}, {items} left; the final total changes by {final:+}.",
        points=counted(visit.points, "point", "points"),
        steps=counted(visit.prestige, "step", "steps"),
        items=counted(visit.items_left, "item", "items"),
        final=visit.final_gain,
    )


def _forum_report(_table: Table, ask: ForumAsk, answer: ForumVisits) -> Report:
    if not answer.visits:
        return Report(sentences=(say("No pair of neighbouring cards is open."),))
    rows, notes = [], []
    for visit in answer.visits:
        cells = "-".join(visit.cells or ())
        rows.append((cells, visit.points, visit.prestige, visit.items_left, visit.final_gain))
        notes.append(say("{cells}: {because}", cells=cells, because=visit.because))
    lead = say("The open pairs for {name}, best for {wish} first.", name=ask.player, wish=CHOICES[ask.objective])
    heading = ("between", "points", "steps", "items left", "final total")
    return Report(sentences=(lead,), heading=heading, rows=tuple(rows), notes=tuple(notes))


def _order_report(table: Table, _ask: OrderAsk, answer: VisitingOrder) -> Report:
    by_name = {player.name: player for player in table.players}
    rows = tuple(
        (number, name, by_name[name].prestige, by_name[name].stack) for number, name in enumerate(answer.order, start=1)
    )
    return Report(heading=("visits", "player", "space", "markers beneath"), rows=rows)


MUST_MEET: Final = say(
    "A card that can be met must be met; how many payments are made is free, owned sets count by themselves."
)
ORDER_FIXED: Final = say("The order in the forum is fixed when the phase begins.")


def visit_rulings(table: Table, _ask: VisitAsk | ForumAsk) -> tuple[Message, ...]:
    """Return what was decided for a visit where the rulebook is silent."""
    bread = say("Three bread may meet cards any number of times in a visit.")
    if table.bread_sets is BreadSets.ONE_PER_VISIT:
        bread = say("Three bread may meet a card once in a visit.")
    past = say("Steps past the end of the prestige bar give 1 point each, also when a forum card grants them.")
    if table.edition is Edition.FIRST:
        past = say("In the first edition steps past the end of the prestige bar give nothing.")
    return MUST_MEET, bread, past


CHECKS: Final = (
    Check(
        key="forum_visit",
        title="what two forum cards would pay",
        ask=VisitAsk,
        limits=(asked_player_sits_here,),
        answer=forum_visit,
        report=_visit_report,
        rulings=visit_rulings,
    ),
    Check(
        key="forum",
        title="what each open pair of the forum would pay",
        ask=ForumAsk,
        limits=(asked_player_sits_here, forum_lies_on_the_table),
        answer=whole_forum,
        report=_forum_report,
        rulings=visit_rulings,
    ),
    Check(
        key="forum_order",
        title="who visits the forum when",
        ask=OrderAsk,
        limits=(one_marker_a_height,),
        answer=visiting_order,
        report=_order_report,
        rulings=lambda _table, _ask: (ORDER_FIXED,),
    ),
)
