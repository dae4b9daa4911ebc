"""Moving on the prestige bar, and what lies past its end."""

from __future__ import annotations

from typing import NamedTuple

from scoring.carpe_diem.data import POINT_FOR_A_STEP
from scoring.carpe_diem.state import Edition


class Moved(NamedTuple):
    """A move on the prestige bar: the steps really made, and the points for those past its end."""

    steps: int
    points: int


def overflow_points(edition: Edition) -> int:
    """Return the points for each step past the end of the bar; the first edition gives none (a ruling)."""
    return POINT_FOR_A_STEP if edition is Edition.SECOND else 0


def advance(steps: int, room: int, edition: Edition) -> Moved:
    """Move `steps` with `room` steps left to the end of the bar. Rulebook, Administration.

    That steps of a forum card count like those of an administration or a writ is a ruling.

    >>> advance(5, 2, Edition.SECOND)
    Moved(steps=2, points=3)
    """
    made = min(steps, room)
    return Moved(steps=made, points=overflow_points(edition) * (steps - made))
