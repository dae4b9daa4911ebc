"""The checks: which questions are impossible, what their answers say, and which rulings these rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.forum.answers import ForumAsk, OrderAsk, VisitAsk, described, given, payment, times
from scoring.carpe_diem.forum.visits import forum_visit, open_pairs, visiting_order, whole_forum
from scoring.carpe_diem.game import ORDER_FIXED, visit_rulings
from scoring.carpe_diem.limits import is_not_given
from scoring.carpe_diem.wording import STEPS
from scoring.game import Check, Report
from scoring.messages import Message, counted, points_text, say, wordless
from scoring.players import asked_player_sits_here
from scoring.problems import Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.carpe_diem.forum.answers import CardVisit, ForumVisit, ForumVisits, VisitingOrder
    from scoring.carpe_diem.state import Card, Player, Table


NO_PAIR: Final = say("No pair of neighboring cards is open.")

MAX_REASONED_PAIRS: Final = 3
"""The most pairs of the forum that are reported with their reasons."""


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


def forum_lies_on_the_table(table: Table, _ask: ForumAsk) -> Iterator[Problem]:
    """The check of the whole forum needs its cards."""
    if table.forum is None:
        yield Problem(path="forum", message=say("forum is missing: this check needs the cards that lie in the forum"))


def visitor_has_a_district(table: Table, ask: VisitAsk) -> Iterator[Problem]:
    """Cards that ask for what a player owns need a district or a tally."""
    yield from _district_needed(table, ask.player, ask.cards)


def forum_visitor_has_a_district(table: Table, ask: ForumAsk) -> Iterator[Problem]:
    """Cards of open pairs that ask for what a player owns need a district or a tally."""
    yield from _district_needed(table, ask.player, (card for _, *pair in open_pairs(table) for card in pair))


def _district_needed(table: Table, name: str, cards: Iterable[Card]) -> Iterator[Problem]:
    def has_a_district(index: int, player: Player) -> Iterator[Problem]:
        if player.name == name and is_not_given(player) and any(card.own is not None for card in cards):
            message = say("neither district nor tally given: Tessera cannot tell what {name} owns", name=name)
            yield Problem(path=f"players[{index}]", message=message)

    yield from for_each(table.players, has_a_district)


def _visit_report(_table: Table, ask: VisitAsk, visit: ForumVisit) -> Report:
    rows = tuple(_visit_row(ask.cards[card_visit.card], card_visit) for card_visit in visit.visits)
    notes = [
        say("Also: {because} {sums}", because=alternative.because, sums=_sums(alternative))
        for alternative in visit.others or ()
    ]
    return Report(
        sentences=(visit.because,),
        heading=(say("card"), say("met"), say("paid"), say("gained")),
        rows=rows,
        notes=(_sums(visit), *notes),
    )


def _visit_row(card: Card, visit: CardVisit) -> tuple[object, ...]:
    return (
        described(card),
        times(visit.sets) if visit.sets else say("not met"),
        wordless("{paid}", paid=payment(visit.paid)),
        wordless("{gained}", gained=given(visit.gained)),
    )


def _sums(visit: ForumVisit) -> Message:
    return say(
        "Together {points} and {steps}, {items} left; the final total changes by {final:+}.",
        points=points_text(visit.points),
        steps=counted(visit.prestige, *STEPS),
        items=counted(visit.items_left, "{number} item", "{number} items"),
        final=visit.final_gain,
    )


def _forum_report(table: Table, ask: ForumAsk, answer: ForumVisits) -> Report:
    if not answer.visits:
        return Report(sentences=(NO_PAIR,))
    cards = {cells: (described(first), described(second)) for cells, first, second in open_pairs(table)}
    rows, notes = [], []
    for number, visit in enumerate(answer.visits):
        between = "-".join(visit.cells or ())
        both = wordless("{cards}", cards=cards[visit.cells or ("", "")])
        rows.append((between, both, visit.points, visit.prestige, visit.items_left, f"{visit.final_gain:+}"))
        if number < MAX_REASONED_PAIRS:
            notes.append(say("{what}: {value}", what=between, value=visit.because))
    lead = say("The open pairs for {name}, best for {wish} first.", name=ask.player, wish=ask.objective.noun.name)
    heading = (say("between"), say("cards"), say("points"), say("steps"), say("items left"), say("final total"))
    return Report(sentences=(lead,), heading=heading, rows=tuple(rows), notes=tuple(notes))


def _order_report(table: Table, _ask: OrderAsk, answer: VisitingOrder) -> Report:
    by_name = {player.name: player for player in table.players}
    rows = tuple(
        (number, name, by_name[name].prestige, by_name[name].stack) for number, name in enumerate(answer.order, start=1)
    )
    return Report(heading=(say("visits"), say("player"), say("space"), say("markers beneath")), rows=rows)


def _visit_rulings(table: Table, ask: VisitAsk, answer: ForumVisit) -> tuple[Message, ...]:
    return visit_rulings(table, tuple(ask.cards[visit.card] for visit in answer.visits), answer.visits)


def _forum_rulings(table: Table, _ask: ForumAsk, answer: ForumVisits) -> tuple[Message, ...]:
    pairs = {cells: (first, second) for cells, first, second in open_pairs(table)}
    rulings: list[Message] = []
    for visit in answer.visits:
        pair = pairs[visit.cells or ("", "")]
        rulings += visit_rulings(table, tuple(pair[card_visit.card] for card_visit in visit.visits), visit.visits)
    return tuple(dict.fromkeys(rulings))


CHECKS: Final = (
    Check(
        key="forum_visit",
        title=say("what two forum cards would pay"),
        ask=VisitAsk,
        limits=(asked_player_sits_here, visitor_has_a_district),
        answer=forum_visit,
        report=_visit_report,
        rulings=_visit_rulings,
    ),
    Check(
        key="forum",
        title=say("what each open pair of the forum would pay"),
        ask=ForumAsk,
        limits=(asked_player_sits_here, forum_lies_on_the_table, forum_visitor_has_a_district),
        answer=whole_forum,
        report=_forum_report,
        rulings=_forum_rulings,
    ),
    Check(
        key="forum_order",
        title=say("who visits the forum when"),
        ask=OrderAsk,
        limits=(one_marker_a_height,),
        answer=visiting_order,
        report=_order_report,
        rulings=lambda _table, _ask, _answer: (ORDER_FIXED,),
    ),
)
