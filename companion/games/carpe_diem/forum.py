"""What happens at the forum, each step from one evening to the next: cards, markers, phases and visits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.carpe_diem.extras import CarpeDiemExtras, Visit
from companion.tables.state import TableState
from scoring.carpe_diem.checks import one_marker_a_height
from scoring.carpe_diem.data import FORUM_EMPTY
from scoring.carpe_diem.forum.visits import open_pairs, visiting_order
from scoring.carpe_diem.limits import FORUM_NEIGHBOURS
from scoring.carpe_diem.moves import visited
from scoring.carpe_diem.state import FORUM_COLUMNS, FORUM_ROWS, FORUM_SQUARES, Card, Forum, OrderAsk, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.carpe_diem.forum.answers import ForumVisit
    from scoring.carpe_diem.state import Objective
    from scoring.problems import Problem

CarpeDiem = TableState[Table, CarpeDiemExtras]
Pair = tuple[str, str]

PHASES: Final = 4
"""Forum phases of a game. Rulebook, Course of the Game."""

PAIRS: Final[tuple[Pair, ...]] = tuple(
    (square, around[side]) for square, around in FORUM_NEIGHBOURS.items() for side in "ES" if side in around
)
"""All places between two squares of the forum, by rows, named as the scoring names them."""


def cards_lying(table: Table) -> Mapping[str, Card]:
    """Return the cards of the forum by square."""
    rows = () if table.forum is None else table.forum.cards
    lying = zip(FORUM_SQUARES, (card for row in rows for card in row), strict=False)
    return {square: card for square, card in lying if card is not None}


def left_empty(table: Table) -> frozenset[str]:
    """Return the squares that take no card with this number of players. Rulebook, Game Setup.

    With three players two opposite corners stay empty: which, the cards that lie there tell; none before they do.
    """
    lying = cards_lying(table)
    possible = [frozenset(empty) for empty in FORUM_EMPTY[len(table.players)] if lying.keys().isdisjoint(empty)]
    return possible[0] if len(possible) == 1 else frozenset()


# -- cards and markers


def with_card(state: CarpeDiem, square: str, card: Card) -> CarpeDiem:
    """Lay a card on a square, in the place of one that lies there."""
    return _with_cards(state, {**cards_lying(state.table), square: card})


def without_card(state: CarpeDiem, square: str) -> CarpeDiem:
    """Take a card away, and the markers beside it."""
    lying = dict(cards_lying(state.table))
    lying.pop(square, None)
    emptied = _with_cards(state, lying)
    return _with_markers(emptied, tuple(marker for marker in markers(emptied.table) if square not in marker))


def swapped(state: CarpeDiem, one: str, other: str) -> CarpeDiem:
    """Let the cards of two squares change places; one of these may be empty, then the markers beside it go."""
    lying = dict(cards_lying(state.table))
    mine, theirs = lying.pop(one, None), lying.pop(other, None)
    lying |= {square: card for square, card in ((one, theirs), (other, mine)) if card is not None}
    moved = _with_cards(state, lying)
    return _with_markers(moved, tuple(marker for marker in markers(moved.table) if lying.keys() >= set(marker)))


def markers(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the markers of the forum, each as the squares it lies between."""
    return () if table.forum is None else table.forum.markers


def has_marker(table: Table, pair: Pair) -> bool:
    """Return whether a marker lies between two squares."""
    return any(frozenset(marker) == frozenset(pair) for marker in markers(table))


def with_marker(state: CarpeDiem, pair: Pair) -> CarpeDiem:
    """Lay a marker between two cards."""
    if has_marker(state.table, pair) or not cards_lying(state.table).keys() >= set(pair):
        return state
    return _with_markers(state, (*markers(state.table), pair))


def without_marker(state: CarpeDiem, pair: Pair) -> CarpeDiem:
    """Take the marker between two cards away."""
    left = tuple(marker for marker in markers(state.table) if frozenset(marker) != frozenset(pair))
    return _with_markers(state, left)


def owner(extras: CarpeDiemExtras, pair: Pair) -> int | None:
    """Return whose marker lies between two cards, `None` where nobody booked a visit there."""
    return next((visit.seat for visit in reversed(extras.visits) if frozenset(visit.cells) == frozenset(pair)), None)


def _with_cards(state: CarpeDiem, lying: Mapping[str, Card]) -> CarpeDiem:
    cards = tuple(lying.get(square) for square in FORUM_SQUARES)
    rows = tuple(cards[row * FORUM_COLUMNS : (row + 1) * FORUM_COLUMNS] for row in range(FORUM_ROWS))
    forum = Forum(cards=rows, markers=markers(state.table))
    return replace(state, table=replace(state.table, forum=forum))


def _with_markers(state: CarpeDiem, left: tuple[tuple[str, ...], ...]) -> CarpeDiem:
    if state.table.forum is None:
        return state
    return replace(state, table=replace(state.table, forum=replace(state.table.forum, markers=left)))


# -- phases and visits


def order_now(table: Table) -> tuple[int, ...]:
    """Return the seats in the order in which they would visit the forum now."""
    names = [player.name for player in table.players]
    return tuple(names.index(name) for name in visiting_order(table, OrderAsk()).order)


def order_unclear(table: Table) -> tuple[Problem, ...]:
    """Return why the order is not clear: markers on one space without a height each."""
    return tuple(one_marker_a_height(table, OrderAsk()))


def is_over(extras: CarpeDiemExtras) -> bool:
    """Return whether all forum phases were played."""
    return extras.phase > PHASES


def turn(extras: CarpeDiemExtras) -> int | None:
    """Return the seat whose visit is next, `None` where no phase is open."""
    done = len(visits_of(extras, extras.phase))
    return extras.order[done] if done < len(extras.order) else None


def visits_of(extras: CarpeDiemExtras, phase: int) -> tuple[Visit, ...]:
    """Return the visits of a phase, those passed over included: these have no squares."""
    return tuple(visit for visit in extras.visits if visit.phase == phase)


def begun(state: CarpeDiem) -> CarpeDiem:
    """Begin the forum phase that comes next: the order is fixed now (a ruling)."""
    if state.extras.order or is_over(state.extras):
        return state
    return replace(state, extras=replace(state.extras, order=order_now(state.table)))


def weighed_for(state: CarpeDiem, objective: Objective) -> CarpeDiem:
    """Weigh visits for another objective."""
    return replace(state, extras=replace(state.extras, objective=objective))


def booked(state: CarpeDiem, seat: int, visit: ForumVisit, pair: Pair) -> CarpeDiem:
    """Book a visit of the player whose turn it is; nothing happens where it is another's, or the pair is not open."""
    if turn(state.extras) != seat or all(cells != pair for cells, _, _ in open_pairs(state.table)):
        return state
    table = visited(state.table, seat, visit, pair)
    made = Visit(phase=state.extras.phase, seat=seat, cells=pair, points=visit.points, prestige=visit.prestige)
    return _after(replace(state, table=table), made)


def passed(state: CarpeDiem, seat: int) -> CarpeDiem:
    """Pass over the visit of the player whose turn it is."""
    if turn(state.extras) != seat:
        return state
    return _after(state, Visit(phase=state.extras.phase, seat=seat, cells=(), points=0, prestige=0))


def ended(state: CarpeDiem) -> CarpeDiem:
    """End the phase that is open or comes next, whatever was booked of it."""
    if is_over(state.extras):
        return state
    return replace(state, extras=replace(state.extras, phase=state.extras.phase + 1, order=()))


def _after(state: CarpeDiem, visit: Visit) -> CarpeDiem:
    noted = replace(state, extras=replace(state.extras, visits=(*state.extras.visits, visit)))
    return ended(noted) if turn(noted.extras) is None else noted
