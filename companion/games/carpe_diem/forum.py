"""The forum as it is entered: its cards and markers, and what the visits of the player whose turn it is would bring.

Functions that take a state return the one that follows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from companion.games.carpe_diem.copy_values import stack
from companion.tables.state import with_table
from scoring.carpe_diem.checks import one_marker_a_height
from scoring.carpe_diem.data import FORUM_CARDS_DRAWN, FORUM_EMPTY
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
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import (
    FORUM_COLUMNS,
    FORUM_ROWS,
    FORUM_SQUARES,
    Card,
    Forum,
    ForumAsk,
    OrderAsk,
    Table,
    VisitAsk,
)
from scoring.messages import counted
from scoring.players import problems_of
from scoring.problems import Problem, problems_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from scoring.carpe_diem.data import Stack
    from scoring.carpe_diem.forum.answers import ChosenVisit, ForumVisit, Payment
    from scoring.carpe_diem.forum.visits import Pair
    from scoring.messages import Message


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
