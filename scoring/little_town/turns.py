"""Whose turn it is, and the workers that players still place in a round. Rulebook, Game Play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.little_town.board import workers_left

if TYPE_CHECKING:
    from scoring.little_town.state import Table


def workers_at_site(table: Table, seat: int) -> int:
    """Return the number of workers of a seat at the construction site."""
    return table.site[seat] if seat < len(table.site) else 0


def workers_at_hand(table: Table, seat: int) -> int:
    """Return the number of workers that a seat still places in this round."""
    return max(workers_left(table, table.players[seat].name) - workers_at_site(table, seat), 0)


def workers_to_place(table: Table) -> int:
    """Return the number of workers that all players together still place in this round."""
    return sum(workers_at_hand(table, seat) for seat in range(len(table.players)))


def turns_are_kept(table: Table) -> bool:
    """Return whether the table knows whose turn it is: it keeps count, and somebody still places a worker."""
    return table.books and (table.visit is not None or workers_to_place(table) > 0)


def next_seat(table: Table, seat: int) -> int:
    """Return the seat that plays next: the first one clockwise with a worker at hand, else the next one clockwise."""
    number = len(table.players)
    others = [(seat + step) % number for step in range(1, number + 1)]
    return next((candidate for candidate in others if workers_at_hand(table, candidate)), others[0])


def seat_to_place(table: Table) -> int:
    """Return the seat that places the next worker: while a turn is not over, the one after it."""
    return table.turn if table.visit is None else next_seat(table, table.visit.seat)
