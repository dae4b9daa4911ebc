"""What happens at the forum: cards, markers, phases and visits, and what a visit would bring.

Functions that take a state return the one that follows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.carpe_diem.copy_values import stack
from companion.games.carpe_diem.extras import BookedVisit
from companion.tables.state import with_extras, with_table
from scoring.carpe_diem.checks import one_marker_a_height
from scoring.carpe_diem.data import BUILDING_PHASES, FORUM_CARDS_DRAWN, FORUM_EMPTY
from scoring.carpe_diem.forum.visits import chosen_visit, forum_visit, open_pairs, visiting_order, whole_forum
from scoring.carpe_diem.limits import FORUM_NEIGHBOURS, LIMITS
from scoring.carpe_diem.moves import visited
from scoring.carpe_diem.rulings import visit_rulings
from scoring.carpe_diem.state import (
    FORUM_COLUMNS,
    FORUM_ROWS,
    FORUM_SQUARES,
    Card,
    Forum,
    ForumAsk,
    Objective,
    OrderAsk,
    Table,
    VisitAsk,
)
from scoring.messages import counted
from scoring.players import problems_of
from scoring.problems import Problem, problems_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.carpe_diem.extras import CarpeDiemExtras, CarpeDiemTable
    from scoring.carpe_diem.data import Stack
    from scoring.carpe_diem.forum.answers import ChosenVisit, ForumVisit, Payment
    from scoring.messages import Message


Pair = tuple[str, str]

Payments: TypeAlias = "tuple[Payment, Payment]"
"""How the two cards of a visit are met, in their order."""


PHASES: Final = BUILDING_PHASES
"""Forum phases of a game. Rulebook, Course of the Game."""


PAIRS: Final[tuple[Pair, ...]] = tuple(
    (square, around[side]) for square, around in FORUM_NEIGHBOURS.items() for side in "ES" if side in around
)
"""Every pair of neighbouring squares of the forum, by rows, in the order in which the scoring names them."""


def cards_lying(table: Table) -> Mapping[str, Card]:
    """Return the cards of the forum by square."""
    rows = () if table.forum is None else table.forum.cards
    lying = zip(FORUM_SQUARES, (card for row in rows for card in row), strict=False)
    return {square: card for square, card in lying if card is not None}


def left_empty(table: Table) -> frozenset[str]:
    """Return the squares that take no card with this number of players. Rulebook, Game Setup.

    With three players two opposite corners stay empty: the first card on a corner decides which; before it, none does.
    """
    lying = cards_lying(table)
    possible = [frozenset(empty) for empty in FORUM_EMPTY[len(table.players)] if lying.keys().isdisjoint(empty)]
    return possible[0] if len(possible) == 1 else frozenset()


def next_empty(state: CarpeDiemTable, after: str) -> str | None:
    """Return the first square behind `after`, by rows, that still takes a card; `after` is "" for the whole forum."""
    start = FORUM_SQUARES.index(after) + 1 if after else 0
    taken = cards_lying(state.table).keys() | left_empty(state.table)
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


def swapped(state: CarpeDiemTable, one: str, other: str) -> CarpeDiemTable:
    """Exchange the cards of two squares; where one square is empty, the markers that touched the card are taken off."""
    lying = dict(cards_lying(state.table))
    first, second = lying.pop(one, None), lying.pop(other, None)
    lying |= {square: card for square, card in ((one, second), (other, first)) if card is not None}
    moved = _with_cards(state, lying)
    return _with_markers(moved, tuple(marker for marker in markers(moved.table) if lying.keys() >= set(marker)))


def markers(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the markers of the forum, each as the squares it lies between."""
    return () if table.forum is None else table.forum.markers


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


def owner(extras: CarpeDiemExtras, pair: Pair) -> int | None:
    """Return the seat whose marker lies between two cards, or `None` where no visit was booked there."""
    return next((visit.seat for visit in reversed(extras.visits) if frozenset(visit.cells) == frozenset(pair)), None)


def _with_cards(state: CarpeDiemTable, lying: Mapping[str, Card]) -> CarpeDiemTable:
    cards = tuple(lying.get(square) for square in FORUM_SQUARES)
    rows = tuple(cards[row * FORUM_COLUMNS : (row + 1) * FORUM_COLUMNS] for row in range(FORUM_ROWS))
    forum = Forum(cards=rows, markers=markers(state.table))
    return with_table(state, forum=forum)


def _with_markers(state: CarpeDiemTable, markers_left: tuple[tuple[str, ...], ...]) -> CarpeDiemTable:
    if state.table.forum is None:
        return state
    return with_table(state, forum=replace(state.table.forum, markers=markers_left))


def order_now(table: Table) -> tuple[int, ...]:
    """Return the seats in the order in which they would visit the forum now."""
    names = [player.name for player in table.players]
    return tuple(names.index(name) for name in visiting_order(table, OrderAsk()).order)


def order_unclear(table: Table) -> tuple[Problem, ...]:
    """Return the problems that leave the order open: markers on one space of the bar without different heights."""
    return tuple(one_marker_a_height(table, OrderAsk()))


def is_over(extras: CarpeDiemExtras) -> bool:
    """Return whether all forum phases are over."""
    return extras.phase > PHASES


def turn(extras: CarpeDiemExtras) -> int | None:
    """Return the seat whose visit is next, or `None` where no phase is open."""
    booked_visits = len(visits_of(extras, extras.phase))
    return extras.order[booked_visits] if booked_visits < len(extras.order) else None


def visits_of(extras: CarpeDiemExtras, phase: int) -> tuple[BookedVisit, ...]:
    """Return the visits of a phase; those that were skipped have no squares."""
    return tuple(visit for visit in extras.visits if visit.phase == phase)


def begun(state: CarpeDiemTable) -> CarpeDiemTable:
    """Begin the next forum phase; the order of visits is fixed now (a ruling)."""
    if state.extras.order or is_over(state.extras):
        return state
    return with_extras(state, order=order_now(state.table))


def weighed_for(state: CarpeDiemTable, objective: Objective) -> CarpeDiemTable:
    """Rank visits by another objective."""
    return with_extras(state, objective=objective)


def booked(state: CarpeDiemTable, seat: int, visit: ForumVisit, pair: Pair) -> CarpeDiemTable:
    """Book a visit of the player whose turn it is; out of turn, or where the pair is not open, nothing changes."""
    if turn(state.extras) != seat or all(cells != pair for cells, _, _ in open_pairs(state.table)):
        return state
    table = visited(state.table, seat, visit, pair)
    entry = BookedVisit(phase=state.extras.phase, seat=seat, cells=pair, points=visit.points, prestige=visit.prestige)
    return _after(replace(state, table=table), entry)


def passed(state: CarpeDiemTable, seat: int) -> CarpeDiemTable:
    """Skip the visit of the player whose turn it is."""
    if turn(state.extras) != seat:
        return state
    return _after(state, BookedVisit(phase=state.extras.phase, seat=seat, cells=(), points=0, prestige=0))


def ended(state: CarpeDiemTable) -> CarpeDiemTable:
    """End the open phase, or leave out the next one, however many visits were booked.

    Where rounds are noted, the next building phase begins with its first one.
    """
    if is_over(state.extras):
        return state
    first_round = None if state.extras.round is None else 1
    return with_extras(state, phase=state.extras.phase + 1, order=(), round=first_round)


def _after(state: CarpeDiemTable, visit: BookedVisit) -> CarpeDiemTable:
    following = with_extras(state, visits=(*state.extras.visits, visit))
    return ended(following) if turn(following.extras) is None else following


def visits_to_pairs(table: Table, seat: int | None, objective: Objective) -> tuple[ForumVisit, ...]:
    """Return the best visit of a player to each open pair, best first; nothing where `seat` is `None`."""
    if seat is None:
        return ()
    return whole_forum(table, ForumAsk(player=table.players[seat].name, objective=objective)).visits


def visits_to_pair(table: Table, seat: int | None, objective: Objective, pair: Pair | None) -> tuple[ForumVisit, ...]:
    """Return the best visit to an open pair, then the alternatives; nothing where the pair is not open."""
    cards = cards_of(table, pair)
    if seat is None or cards is None:
        return ()
    found = forum_visit(table, VisitAsk(player=table.players[seat].name, cards=cards, objective=objective))
    every = (replace(found, others=None), *(found.others or ()))
    return tuple(replace(visit, cells=pair) for visit in every)


def visit_chosen(table: Table, seat: int | None, pair: Pair, payments: Payments) -> ChosenVisit | None:
    """Return a visit to an open pair that is made as `payments` say; `None` where the pair is not open."""
    cards = cards_of(table, pair)
    if seat is None or cards is None:
        return None
    chosen = chosen_visit(table, table.players[seat].name, cards, payments)
    return replace(chosen, visit=replace(chosen.visit, cells=pair))


def cards_of(table: Table, pair: Pair | None) -> tuple[Card, Card] | None:
    """Return the cards of an open pair."""
    return next(((one, other) for cells, one, other in open_pairs(table) if cells == pair), None)


def rulings_of_visit(table: Table, cards: tuple[Card, Card], visit: ForumVisit) -> tuple[Message, ...]:
    """Return the rulings that a visit rests on."""
    return visit_rulings(table, tuple(cards[one.card] for one in visit.visits), visit.visits)


def problems_of_visitor(table: Table, seat: int) -> tuple[Problem, ...]:
    """Return the problems of a player's own things and of the forum."""
    found = problems_in(table, LIMITS)
    return (*problems_of(found, seat), *(problem for problem in found if problem.path.startswith("forum")))
