"""What is kept of a table of Carpe Diem beside its document."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tables.seat_fields import Seat
from companion.tables.state import Extras
from scoring.carpe_diem.state import Objective


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A visit to the forum that was booked: in which phase, by which seat, between which squares, for how much."""

    phase: int
    seat: Seat
    cells: tuple[str, ...]
    points: int
    prestige: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CarpeDiemExtras(Extras):
    """What is kept of a table of Carpe Diem beside its document.

    `phase` is the forum phase that is open or comes next, 1 to 4, and 5 after the last; `order` the seats in the order
    that was fixed when it began, empty before; `visits` those booked so far; `settled` the structures whose bonus was
    taken or waived, as seat, kind and squares (`0 pond C3 D3`); `writs` the squares whose writ was taken (`0 C4`).
    """

    phase: int = 1
    order: tuple[Seat, ...] = ()
    visits: tuple[Visit, ...] = ()
    objective: Objective = Objective.POINTS
    settled: tuple[str, ...] = ()
    writs: tuple[str, ...] = ()
