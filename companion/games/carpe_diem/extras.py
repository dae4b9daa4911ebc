"""What a table of Carpe Diem keeps in addition to its document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.tables.state import Extras, TableState
from scoring.carpe_diem.data import ROUNDS
from scoring.carpe_diem.state import Objective, Table
from scoring.fields import Between, Seat, SeatText


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedVisit:
    """A booked visit to the forum: its phase, its seat, the squares of the marker, and what it brought."""

    phase: int
    seat: Seat
    cells: tuple[str, ...]
    points: int
    prestige: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CarpeDiemExtras(Extras):
    """What a table of Carpe Diem keeps in addition to its document.

    `phase` is the open or next forum phase, 1 to 4, and 5 after the last; `order` has the seats in the order fixed when
    the phase began, and is empty before; `round` is that of the building phase where somebody notes it; `visits` are
    booked; `settled` names the structures whose bonus was taken or
    waived, by seat, kind and squares (`0 pond C3 D3`); `writs` the squares whose writ was taken (`0 C4`).
    """

    phase: int = 1
    order: tuple[Seat, ...] = ()
    round: Annotated[int | None, Between(1, ROUNDS)] = None
    visits: tuple[BookedVisit, ...] = ()
    objective: Objective = Objective.POINTS
    settled: tuple[SeatText, ...] = ()
    writs: tuple[SeatText, ...] = ()


CarpeDiemTable = TableState[Table, CarpeDiemExtras]
