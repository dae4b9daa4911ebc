"""The forum as it is entered: its cards and markers, what visits would bring, a card from somebody's own copy.

Functions that take a state return the one that follows. The question what two cards would pay needs no table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping  # noqa: TC003 - a record is read by the types of its fields
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from companion.games.carpe_diem.copy_values import stack
from companion.games.carpe_diem.wording import Asks, asks
from companion.tables.state import with_table
from scoring.carpe_diem.checks import one_marker_a_height
from scoring.carpe_diem.data import FORUM_CARDS_DRAWN, FORUM_EMPTY, Stack
from scoring.carpe_diem.forum.visits import (
    cards_lying,
    cards_of,
    chosen_visit,
    forum_visit,
    markers,
    next_visitor,
    whole_forum,
)
from scoring.carpe_diem.game import visit_rulings
from scoring.carpe_diem.limits import ALONE, LIMITS
from scoring.carpe_diem.state import (
    CARDS_OF_A_VISIT,
    DWELLINGS,
    FORUM_COLUMNS,
    FORUM_ROWS,
    FORUM_SQUARES,
    ITEMS_ON_BOARD,
    LANDSCAPES,
    PRESTIGE_END,
    Card,
    Edition,
    Forum,
    ForumAsk,
    Good,
    Kind,
    Objective,
    OrderAsk,
    Player,
    Table,
    Tally,
    Thing,
    VisitAsk,
)
from scoring.fields import Amount, Between, Length, Number
from scoring.messages import Message, counted, say
from scoring.players import problems_of
from scoring.problems import Problem, problems_in
from storage.documents.records import record_of

if TYPE_CHECKING:
    from companion.games.carpe_diem.actions import CarpeDiemTable
    from scoring.carpe_diem.forum.answers import ChosenVisit, ForumVisit, Payment
    from scoring.carpe_diem.forum.visits import Pair


Payments: TypeAlias = "tuple[Payment, Payment]"
"""How the two cards of a visit are met, in their order."""


def left_empty(table: Table) -> frozenset[str]:
    """Return the squares that take no card with this number of players. Rulebook, Game Setup.

    With three players two opposite corners stay empty: the first card on a corner decides which; before it, none does.
    """
    lying = cards_lying(table)
    possible = [frozenset(empty) for empty in FORUM_EMPTY[len(table.players)] if lying.keys().isdisjoint(empty)]
    return possible[0] if len(possible) == 1 else frozenset()


def next_empty(table: Table, after: str) -> str | None:
    """Return the first square behind `after`, by rows, that still takes a card; `after` is "" for the whole forum."""
    start = FORUM_SQUARES.index(after) + 1 if after else 0
    taken = cards_lying(table).keys() | left_empty(table)
    return next((square for square in FORUM_SQUARES[start:] if square not in taken), None)


def cards_drawn(table: Table) -> Mapping[Stack, int]:
    """Return how many cards of each letter lie in the forum with this number of players. Rulebook, Game Setup."""
    return FORUM_CARDS_DRAWN[len(table.players)]


def too_many(table: Table) -> tuple[Message, ...]:
    """Return a sentence for each letter of which more cards lie than are drawn with this number of players."""
    lying = Counter(stack(card) for card in cards_lying(table).values())
    return tuple(
        counted(
            lying[letter],
            "{number} {letter} card lies here; with {players} players there are {drawn}",
            "{number} {letter} cards lie here; with {players} players there are {drawn}",
            letter=letter,
            players=len(table.players),
            drawn=drawn,
        )
        for letter, drawn in cards_drawn(table).items()
        if lying[letter] > drawn
    )


def with_card(state: CarpeDiemTable, square: str, card: Card) -> CarpeDiemTable:
    """Lay a card on a square, in the place of one that lies there."""
    return _with_cards(state, {**cards_lying(state.table), square: card})


def without_card(state: CarpeDiemTable, square: str) -> CarpeDiemTable:
    """Take a card away, and the markers that touch it."""
    lying = dict(cards_lying(state.table))
    lying.pop(square, None)
    emptied = _with_cards(state, lying)
    return _with_markers(emptied, tuple(marker for marker in markers(emptied.table) if square not in marker))


def swap(state: CarpeDiemTable, source: str, target: str) -> CarpeDiemTable:
    """Exchange the cards of two squares; where one square is empty, the markers that touched the card are taken off."""
    lying = dict(cards_lying(state.table))
    first, second = lying.pop(source, None), lying.pop(target, None)
    lying |= {square: card for square, card in ((source, second), (target, first)) if card is not None}
    moved = _with_cards(state, lying)
    return _with_markers(moved, tuple(marker for marker in markers(moved.table) if lying.keys() >= set(marker)))


def has_marker(table: Table, pair: Pair) -> bool:
    """Return whether a marker lies between two squares."""
    return any(frozenset(marker) == frozenset(pair) for marker in markers(table))


def with_marker(state: CarpeDiemTable, pair: Pair) -> CarpeDiemTable:
    """Lay a marker between two cards."""
    if has_marker(state.table, pair) or not cards_lying(state.table).keys() >= set(pair):
        return state
    return _with_markers(state, (*markers(state.table), pair))


def without_marker(state: CarpeDiemTable, pair: Pair) -> CarpeDiemTable:
    """Take the marker between two cards away."""
    others = tuple(marker for marker in markers(state.table) if frozenset(marker) != frozenset(pair))
    return _with_markers(state, others)


def _with_cards(state: CarpeDiemTable, lying: Mapping[str, Card]) -> CarpeDiemTable:
    cards = tuple(lying.get(square) for square in FORUM_SQUARES)
    rows = tuple(cards[row * FORUM_COLUMNS : (row + 1) * FORUM_COLUMNS] for row in range(FORUM_ROWS))
    forum = Forum(cards=rows, markers=markers(state.table))
    return with_table(state, forum=forum)


def _with_markers(state: CarpeDiemTable, markers_left: tuple[tuple[str, ...], ...]) -> CarpeDiemTable:
    if state.table.forum is None:
        return state
    return with_table(state, forum=replace(state.table.forum, markers=markers_left))


def order_unclear(table: Table) -> tuple[Problem, ...]:
    """Return the problems that leave the order open: markers on one space of the bar without different heights."""
    return tuple(one_marker_a_height(table, OrderAsk()))


def visits_to_pairs(table: Table) -> tuple[ForumVisit, ...]:
    """Return the best visit of the player whose turn it is to each open pair, best first; nothing out of a phase."""
    seat = next_visitor(table)
    if seat is None:
        return ()
    return whole_forum(table, ForumAsk(player=table.players[seat].name, objective=table.objective)).visits


def visits_to_pair(table: Table, pair: Pair | None) -> tuple[ForumVisit, ...]:
    """Return the best visit to an open pair, then the alternatives; nothing where the pair is not open."""
    seat, cards = next_visitor(table), cards_of(table, pair)
    if seat is None or cards is None:
        return ()
    best = forum_visit(table, VisitAsk(player=table.players[seat].name, cards=cards, objective=table.objective))
    every = (replace(best, others=None), *(best.others or ()))
    return tuple(replace(visit, cells=pair) for visit in every)


def visit_chosen(table: Table, pair: Pair, payments: Payments) -> ChosenVisit | None:
    """Return a visit to an open pair that is made as `payments` say; `None` where the pair is not open."""
    seat, cards = next_visitor(table), cards_of(table, pair)
    if seat is None or cards is None:
        return None
    chosen = chosen_visit(table, table.players[seat].name, cards, payments)
    return replace(chosen, visit=replace(chosen.visit, cells=pair))


def rulings_of_visit(table: Table, cards: tuple[Card, Card], visit: ForumVisit) -> tuple[Message, ...]:
    """Return the rulings that a visit rests on."""
    return visit_rulings(table, tuple(cards[card_visit.card] for card_visit in visit.visits), visit.visits)


def problems_of_visitor(table: Table, seat: int) -> tuple[Problem, ...]:
    """Return the problems of a player's own things and of the forum."""
    problems = problems_in(table, LIMITS)
    return (*problems_of(problems, seat), *(problem for problem in problems if problem.path.startswith("forum")))


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


def with_card_at(question: TwoCardsQuestion, place: int, card: Card | None) -> TwoCardsQuestion:
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


def tally_owned(question: TwoCardsQuestion) -> Tally | Message:
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


def table_of_question(question: TwoCardsQuestion, counted: Tally) -> Table:
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


def answer_for_two_cards(question: TwoCardsQuestion) -> TwoCardsAnswer | Message | None:
    """Return the best visits, or why there can be none, or `None` while a card is missing."""
    first, second = question.cards
    if first is None or second is None:
        return None
    counted = tally_owned(question)
    if isinstance(counted, Message):
        return counted
    visitors_table = table_of_question(question, counted)
    visits = {
        objective: replace(
            forum_visit(visitors_table, VisitAsk(player=VISITOR, cards=(first, second), objective=objective)),
            others=None,
        )
        for objective in Objective
    }
    return TwoCardsAnswer(table=visitors_table, cards=(first, second), visits=visits)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDraft:
    """A card while it is being entered, perhaps unfinished; `typed` is its name as typed."""

    card: Card = field(default_factory=lambda: Card(pay={}))
    typed: str = ""


def draft_of(card: Card) -> CardDraft:
    """Return the draft that changes a card."""
    return CardDraft(card=card, typed=card.name or "")


def with_sort(draft: CardDraft, sort: Asks) -> CardDraft:
    """Return a draft of a sort; one of the other sort asks for nothing any more, and keeps its reward."""
    if asks(draft.card) is sort:
        return draft
    asked: dict[str, Any] = {"pay": None, "own": None, sort.value: {}}
    return replace(draft, card=replace(draft.card, **asked))


def with_asked(draft: CardDraft, thing: Good | Thing, number: int) -> CardDraft:
    """Return a draft that asks for so many of a good or thing; 0 removes it."""
    card = draft.card
    if isinstance(thing, Good):
        return replace(draft, card=replace(card, pay=_changed(card.pay or {}, thing, number, tuple(Good))))
    return replace(draft, card=replace(card, own=_changed(card.own or {}, thing, number, tuple(Thing))))


def _changed(named: Mapping[Any, int], thing: Good | Thing, number: int, order: tuple[Any, ...]) -> dict[Any, int]:
    changed = {**named, thing: number}
    return {named_thing: changed[named_thing] for named_thing in order if changed.get(named_thing)}


def with_reward(draft: CardDraft, part: Number, number: int) -> CardDraft:
    """Return a draft that gives so many of a part of a reward."""
    return replace(draft, card=replace(draft.card, reward=part.put(draft.card.reward, number)))


def finished_card(draft: CardDraft) -> Card | tuple[Message, ...]:
    """Return the card, or what it still lacks."""
    problems: list[Problem] = []
    name = _name(draft, problems)
    problems += problems_in(draft.card, LIMITS)
    if problems:
        return tuple(_lack(problem) for problem in problems)
    return replace(draft.card, name=name)


def name_problem(draft: CardDraft) -> Message | None:
    """Return what is wrong with the typed name, or `None`."""
    problems: list[Problem] = []
    _name(draft, problems)
    return problems[0].message if problems else None


def _name(draft: CardDraft, problems: list[Problem]) -> str | None:
    if not draft.typed.strip():
        return None
    read: str = record_of(Card).fields["name"].read(draft.typed, (None, "name"), problems)
    return read


_LACKS: Final[Mapping[str, Message]] = {
    "pay": say("Say which goods the card asks for."),
    "own": say("Say what the card wants you to own."),
    "reward": say("Say what the card gives."),
}


def _lack(problem: Problem) -> Message:
    """Return what a card lacks: an empty half is unfinished rather than wrong."""
    if problem.message in ALONE.values():
        return problem.message
    return _LACKS.get(problem.path, problem.message)
