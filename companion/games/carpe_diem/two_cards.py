"""The question about two forum cards without a table: what was entered of it, and the table that answers it."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - what is kept is read by the types of its fields
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

from scoring.carpe_diem.forum.visits import forum_visit
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import (
    CARDS_OF_A_VISIT,
    DWELLINGS,
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
from scoring.problems import problems_in
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import ForumVisit
    from scoring.problems import Problem

VISITOR: Final = "You"
_ANOTHER: Final = "Another player"

SORTS: Final[Mapping[Thing, tuple[Kind, ...]]] = {Thing.LANDSCAPE: LANDSCAPES, Thing.DWELLING: DWELLINGS}
"""What a card asks for as any of a sort, and the kinds of that sort."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Two cards, what one holds, and what one owns of the things that the cards ask for."""

    cards: Annotated[tuple[Card | None, ...], Length(CARDS_OF_A_VISIT, CARDS_OF_A_VISIT)] = (None, None)
    edition: Edition = Edition.SECOND
    goods: Mapping[Good, Amount] = field(default_factory=dict)
    coins: Amount = 0
    bread: Amount = 0
    stored_tiles: Amount = 0
    prestige: Annotated[int, Between(0, PRESTIGE_END)] = 0
    owned: Mapping[Thing, Amount] = field(default_factory=dict)


def read_question(kept: object) -> Question:
    """Return a question that was kept, an empty one where there is none that can be read."""
    problems: list[Problem] = []
    read: Question = record_of(Question).read(kept, None, problems)
    return Question() if problems or problems_in(read, LIMITS) else read


def plain_question(question: Question) -> dict[str, Any]:
    """Return a question as it is kept."""
    kept: dict[str, Any] = plain(question)
    return kept


def with_card(question: Question, place: int, card: Card | None) -> Question:
    """Return a question with another card in one of its two places, or without one there."""
    cards = list(question.cards)
    cards[place] = card
    return replace(question, cards=tuple(cards))


def with_goods(question: Question, good: Good, number: int) -> Question:
    """Return a question in which one holds another number of a good."""
    return replace(question, goods={**question.goods, good: number})


def with_owned(question: Question, thing: Thing, number: int) -> Question:
    """Return a question in which one owns another number of something."""
    return replace(question, owned={**question.owned, thing: number})


def owned_things(question: Question) -> tuple[Thing, ...]:
    """Return what must be known of the district to answer: only what the two cards ask for.

    Any of a sort is not asked for where every kind of that sort is.
    """
    wanted = {thing for card in question.cards if card is not None for thing in card.own or {}}
    kinds = {thing.value for thing in wanted}
    return tuple(thing for thing in Thing if thing in wanted and not kinds.issuperset(SORTS.get(thing, ("",))))


def tally(question: Question) -> Tally | Message:
    """Return the district as far as the two cards look at it, or why it cannot be so."""
    things = owned_things(question)
    have = {thing: question.owned.get(thing, 0) for thing in things}
    counts: dict[Kind, int] = {
        kind: have[Thing(kind.value)] for kind in Kind if kind is not Kind.VILLA and kind.value in have
    }
    for sort, kinds in SORTS.items():
        if sort not in have:
            continue
        named = sum(counts.get(kind, 0) for kind in kinds)
        if named > have[sort]:
            return say(
                "All {sort}s: {all} cannot be, since {named} are counted by kind.",
                sort=sort,
                all=have[sort],
                named=named,
            )
        other = next(kind for kind in kinds if kind not in counts)
        counts[other] = have[sort] - named
    return Tally(counts=counts, villas=(0,) * have.get(Thing.VILLA, 0), chimneys=have.get(Thing.CHIMNEYS, 0))


def table(question: Question, counted: Tally) -> Table:
    """Return a table at which the question can be asked."""
    visitor = Player(
        name=VISITOR,
        victory_cards=0,
        goods=question.goods,
        coins=question.coins,
        bread=question.bread,
        stored_tiles=question.stored_tiles,
        prestige=question.prestige,
        writs_left=0,
        tally=counted,
    )
    nothing = Tally(counts={}, villas=(), chimneys=0)
    other = Player(name=_ANOTHER, victory_cards=0, prestige=0, writs_left=0, tally=nothing)
    return Table(players=(visitor, other), edition=question.edition)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The best visit to two cards for each objective, and the table at which it was asked."""

    table: Table
    cards: tuple[Card, Card]
    visits: Mapping[Objective, ForumVisit]


def answer(question: Question) -> Answer | Message | None:
    """Return the best visits; why there are none; or `None` as long as a card is missing."""
    one, other = question.cards
    if one is None or other is None:
        return None
    counted = tally(question)
    if isinstance(counted, Message):
        return counted
    asked_at = table(question, counted)
    visits = {
        wish: replace(forum_visit(asked_at, VisitAsk(player=VISITOR, cards=(one, other), objective=wish)), others=None)
        for wish in Objective
    }
    return Answer(table=asked_at, cards=(one, other), visits=visits)
