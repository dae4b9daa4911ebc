"""From the points that a hand touches on the board to the stroke that it means.

Points are in squares from the top left corner of the board: (2.5, 3.5) is the middle of C4.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, Final

from companion.games.carpe_diem.strokes import Stroke
from scoring.carpe_diem.district import NEIGHBOURS
from scoring.carpe_diem.state import DISTRICT_COLUMNS, DISTRICT_ROWS, DISTRICT_SQUARES, SINGLE_TILES, District, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Point = tuple[float, float]

STEP: Final = 0.05
"""How far apart two points are looked at, on the straight way from one that was touched to the next."""

SLIP: Final = 0.1
"""A hand that gets no deeper into a square at an end or a turn of its way has not meant it."""

LEAN: Final = 0.3
"""A hand that gets no deeper into an empty square leaves an end open there."""

BRUSH: Final = 0.2
"""A hand that gets no deeper into two squares beside its way has brushed them by."""

WINDOW: Final = 2
"""How many squares before one depend on it: whether they were meant is looked at again when it is left out."""

MIDDLE: Final = 0.17
"""How far from the middle of a square, across and down, its middle reaches."""

SIDE: Final = 0.25
"""How near to a side a tap is one on that side."""


@dataclass(frozen=True, slots=True)
class _Visit:
    """A square on the way, and the points touched on it."""

    cell: str
    points: list[Point]


def stroke_along(kind: Kind, points: Sequence[Point], district: District) -> Stroke | None:
    """Return the stroke of a hand that touched these points one after the other; a tap where it stays on a square.

    It is `None` where the hand was outside the board.
    """
    way = _meant(_way(points))
    if len(way) < 2:  # noqa: PLR2004 - a way leads from one square to another
        return tap_at(kind, points[-1], district) if way else None
    cells = {visit.cell for visit in way}
    covered = {visit.cell for number, visit in enumerate(way) if not _turns(way, number) or _depth(way, number) > LEAN}
    outside = _empty(cells - covered, district)
    return Stroke(
        kind=kind,
        squares=tuple(visit.cell for visit in way),
        outside=frozenset() if outside == cells else outside,
        begins=_side_near(way[0].points[0], middle=MIDDLE),
        finishes=_side_near(way[-1].points[-1], middle=MIDDLE),
    )


def tap_at(kind: Kind, point: Point, district: District) -> Stroke | None:
    """Return what a tap draws: on the square, or over its side where it is near one; `None` outside the board."""
    cell = _cell(point)
    if cell is None:
        return None
    neighbour = NEIGHBOURS[cell].get(_side_near(point, middle=0.5 - SIDE))
    if kind in SINGLE_TILES or neighbour is None:
        return Stroke(kind=kind, squares=(cell,))
    return Stroke(kind=kind, squares=(cell, neighbour), outside=_empty({neighbour}, district))


def middle_of(cell: str) -> Point:
    """Return the middle of a square.

    >>> middle_of("C4")
    (2.5, 3.5)
    """
    number = DISTRICT_SQUARES.index(cell)
    return number % DISTRICT_COLUMNS + 0.5, number // DISTRICT_COLUMNS + 0.5


def _empty(cells: set[str], district: District) -> frozenset[str]:
    return frozenset(cells - {tile.cell for tile in district.tiles})


def _cell(point: Point) -> str | None:
    column, row = floor(point[0]), floor(point[1])
    on_the_board = 0 <= column < DISTRICT_COLUMNS and 0 <= row < DISTRICT_ROWS
    return DISTRICT_SQUARES[row * DISTRICT_COLUMNS + column] if on_the_board else None


def _side_near(point: Point, *, middle: float) -> str:
    """Return the side of its square that a point is nearest to, "" within `middle` of the middle across and down."""
    across, down = point[0] % 1 - 0.5, point[1] % 1 - 0.5
    if max(abs(across), abs(down)) <= middle:
        return ""
    if abs(across) > abs(down):
        return "E" if across > 0 else "W"
    return "S" if down > 0 else "N"


def _way(points: Sequence[Point]) -> list[_Visit]:
    """Return the squares on the straight way from point to point, each beside the one before."""
    way: list[_Visit] = []
    for point in _close_together(points):
        cell = _cell(point)
        if cell is None:
            continue
        if way and way[-1].cell != cell:
            way += [_Visit(between, [point]) for between in _between(way[-1].cell, cell)]
        if not way or way[-1].cell != cell:
            way.append(_Visit(cell, []))
        way[-1].points.append(point)
    return way


def _close_together(points: Sequence[Point]) -> Iterator[Point]:
    yield from points[:1]
    for (x, y), (u, v) in pairwise(points):
        steps = ceil(hypot(u - x, v - y) / STEP)
        for step in range(1, steps + 1):
            yield x + (u - x) * step / steps, y + (v - y) * step / steps


def _between(start: str, end: str) -> Iterator[str]:
    """Yield the squares from one to another, without both: first along the row, then along the column."""
    cell = start
    while cell != end:
        side = ("E" if cell[0] < end[0] else "W") if cell[0] != end[0] else ("S" if cell[1] < end[1] else "N")
        cell = NEIGHBOURS[cell][side]
        if cell != end:
            yield cell


def _meant(way: list[_Visit]) -> list[_Visit]:
    """Return a way without slips over a border, and without pairs of squares beside it that were brushed."""
    left = list(way)
    number = 0
    while number < len(left):
        unmeant = _unmeant(left, number)
        del left[number : number + unmeant]
        number = max(number - WINDOW, 0) if unmeant else number + 1
    return left


def _unmeant(way: list[_Visit], number: int) -> int:
    """Return how many squares of a way were not meant from a step on: a slip, with the way back, or a brushed pair."""
    if len(way) == 1:
        return 0
    depth = _depth(way, number)
    if depth <= SLIP and _turns(way, number):
        return 2 if 0 < number < len(way) - 1 else 1
    brushed = depth <= BRUSH and 0 < number < len(way) - 2 and _depth(way, number + 1, after=True) <= BRUSH
    return 2 if brushed and way[number + 2].cell in NEIGHBOURS[way[number - 1].cell].values() else 0


def _turns(way: list[_Visit], number: int) -> bool:
    """Return whether a way begins, ends or turns back on a square."""
    return number in {0, len(way) - 1} or way[number - 1].cell == way[number + 1].cell


def _depth(way: list[_Visit], number: int, *, after: bool = False) -> float:
    """Return how deep the hand got into a square of its way, from the square before, or with `after` the one after."""
    if len(way) == 1:
        return 1.0
    neighbour = way[number + 1 if after or number == 0 else number - 1].cell
    visit = way[number]
    side = next(side for side, cell in NEIGHBOURS[visit.cell].items() if cell == neighbour)
    return max(_from_side(side, point) for point in visit.points)


def _from_side(side: str, point: Point) -> float:
    x, y = point[0] % 1, point[1] % 1
    return {"N": y, "E": 1 - x, "S": 1 - y, "W": x}[side]
