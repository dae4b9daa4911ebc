"""The question what two forum cards would pay, without a table."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - a record is read by the types of its fields
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

from scoring.carpe_diem.forum.visits import forum_visit
from scoring.carpe_diem.state import (
    CARDS_OF_A_VISIT,
    DWELLINGS,
    ITEMS_ON_BOARD,
    LANDSCAPES,
    PRESTIGE_END,
    Card,
    Edition,
    Good,
    Kind,
    Objective,
    Player,
    Table,
    Tally,
    Thing,
    VisitAsk,
)
from scoring.fields import Amount, Between, Length
from scoring.messages import Message, say

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import ForumVisit

VISITOR: Final = "You"
_ANOTHER: Final = "Another player"
"""The names of the players of the table that stands for the question; nobody reads them."""

SORTS: Final[Mapping[Thing, tuple[Kind, ...]]] = {Thing.LANDSCAPE: LANDSCAPES, Thing.DWELLING: DWELLINGS}
"""The things that stand for any kind of a sort, and the kinds of the sort."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoCardsQuestion:
    """Two cards, the stock of the visitor, and what the visitor owns of the things that the cards ask for."""

    cards: Annotated[tuple[Card | None, ...], Length(CARDS_OF_A_VISIT, CARDS_OF_A_VISIT)] = (None, None)
    edition: Edition = Edition.SECOND
    goods: Mapping[Good, Amount] = field(default_factory=dict)
    coins: Amount = 0
    bread: Amount = 0
    stored_tiles: Amount = 0
    prestige: Annotated[int, Between(0, PRESTIGE_END)] = 0
    owned: Mapping[Thing, Amount] = field(default_factory=dict)


def with_card(question: TwoCardsQuestion, place: int, card: Card | None) -> TwoCardsQuestion:
    """Return a question with another card, or none, in place 0 or 1."""
    cards = list(question.cards)
    cards[place] = card
    return replace(question, cards=tuple(cards))


def owned_things(question: TwoCardsQuestion) -> tuple[Thing, ...]:
    """Return the things that the two cards ask for, which must be known of the district.

    "Any of a sort" is left out where every kind of that sort is among them.
    """
    things = {thing for card in question.cards if card is not None for thing in card.own or {}}
    kinds = {thing.value for thing in things}
    return tuple(thing for thing in Thing if thing in things and not kinds.issuperset(SORTS.get(thing, ("",))))


def tally(question: TwoCardsQuestion) -> Tally | Message:
    """Return the tally of the things owned, or why there can be none."""
    things = owned_things(question)
    numbers = {thing: question.owned.get(thing, 0) for thing in things}
    counts: dict[Kind, int] = {
        kind: numbers[Thing(kind.value)] for kind in Kind if kind is not Kind.VILLA and kind.value in numbers
    }
    for sort, kinds in SORTS.items():
        if sort not in numbers:
            continue
        named = sum(counts.get(kind, 0) for kind in kinds)
        if named > numbers[sort]:
            return say(
                "All {things}: {all} is not possible, because {named} are counted by kind.",
                things=sort.noun.name,
                all=numbers[sort],
                named=named,
            )
        last_kind = next(kind for kind in kinds if kind not in counts)
        counts[last_kind] = numbers[sort] - named
    return Tally(counts=counts, villas=(0,) * numbers.get(Thing.VILLA, 0), chimneys=numbers.get(Thing.CHIMNEYS, 0))


def table(question: TwoCardsQuestion, counted: Tally) -> Table:
    """Return a table at which the visitor has the stock of a question and a tally."""
    items: dict[str, Any] = {item.field: item.of(question) for item in ITEMS_ON_BOARD}
    visitor = Player(
        name=VISITOR,
        victory_cards=0,
        goods=question.goods,
        **items,
        prestige=question.prestige,
        writs_left=0,
        tally=counted,
    )
    nothing = Tally(counts={}, villas=(), chimneys=0)
    rival = Player(name=_ANOTHER, victory_cards=0, prestige=0, writs_left=0, tally=nothing)
    return Table(players=(visitor, rival), edition=question.edition)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoCardsAnswer:
    """The best visit to two cards for each objective, and the table it was found at."""

    table: Table
    cards: tuple[Card, Card]
    visits: Mapping[Objective, ForumVisit]


def answer(question: TwoCardsQuestion) -> TwoCardsAnswer | Message | None:
    """Return the best visits, or why there can be none, or `None` while a card is missing."""
    first, second = question.cards
    if first is None or second is None:
        return None
    counted = tally(question)
    if isinstance(counted, Message):
        return counted
    visitors_table = table(question, counted)
    visits = {
        objective: replace(
            forum_visit(visitors_table, VisitAsk(player=VISITOR, cards=(first, second), objective=objective)),
            others=None,
        )
        for objective in Objective
    }
    return TwoCardsAnswer(table=visitors_table, cards=(first, second), visits=visits)
