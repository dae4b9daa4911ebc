"""The strokes by which a hand draws each structure of a district at one go, there and back where it branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.carpe_diem.hand_path import middle_of
from companion.games.carpe_diem.strokes import Stroke, features_on
from scoring.carpe_diem.district import NEIGHBOURS, structures
from scoring.carpe_diem.state import SINGLE_TILES
from scoring.grid import OPPOSITE, SIDES

if TYPE_CHECKING:
    from companion.games.carpe_diem.hand_path import Point
    from scoring.carpe_diem.district import Structure
    from scoring.carpe_diem.state import District

    Part = tuple[str, int]


def strokes_of(district: District) -> list[tuple[Stroke, Structure]]:
    """Return a stroke or a tap for each structure, those of a kind one after the other."""
    ordered = sorted(structures(district), key=lambda structure: (structure.kind, structure.cells))
    return [(_stroke(district, structure), structure) for structure in ordered]


def equivalent(board: District) -> Any:
    """What counts of a district: its structures with their sides, and the chimneys of each villa."""
    shows = {(tile.cell, number): part.opens for tile in board.tiles for number, part in enumerate(tile.features)}
    return sorted(
        (
            structure.kind,
            sorted((part[0], shows[part]) for part in structure.parts),
            sorted(structure.waiting),
            structure.chimneys,
        )
        for structure in structures(board)
    )


def _stroke(district: District, structure: Structure) -> Stroke:
    if structure.kind in SINGLE_TILES:
        return Stroke(kind=structure.kind, squares=structure.cells)
    squares = min((_Walk(district, structure, part).squares for part in structure.parts), key=len)
    return Stroke(
        kind=structure.kind,
        squares=squares,
        outside=frozenset(squares).difference(structure.cells),
        begins=_side(*squares[:2]),
        finishes=_side(*squares[:-3:-1]),
    )


def _side(cell: str, neighbour: str) -> str:
    return next(side for side in SIDES if NEIGHBOURS[cell].get(side) == neighbour)


class _Walk:
    """The squares of a walk over all sides of a structure, from one of its parts on."""

    def __init__(self, district: District, structure: Structure, start: Part) -> None:
        self._features = {part: features_on(district, part[0])[part[1]] for part in structure.parts}
        self._crossed: set[str] = set()
        self._known = {start}
        self._squares = [start[0]]
        self._needed = 0
        self._from(start)
        self.squares = tuple(self._squares[: self._needed])

    def _from(self, part: Part) -> None:
        cell = part[0]
        for side in self._features[part].opens:
            if cell + side in self._crossed:
                continue
            neighbour = NEIGHBOURS[cell][side]
            self._crossed |= {cell + side, neighbour + OPPOSITE[side]}
            self._go(neighbour)
            across = self._part_at(neighbour, OPPOSITE[side])
            if across in self._known:  # a ring: go on over another side of what is there, so that both are joined
                onwards = next(direction for direction in self._features[across].opens if direction != OPPOSITE[side])
                self._go(NEIGHBOURS[neighbour][onwards])
                self._squares.append(neighbour)
            elif across is not None:
                self._known.add(across)
                self._from(across)
            self._squares.append(cell)

    def _go(self, cell: str) -> None:
        self._squares.append(cell)
        self._needed = len(self._squares)

    def _part_at(self, cell: str, side: str) -> Part | None:
        return next(
            (part for part, feature in self._features.items() if part[0] == cell and side in feature.opens), None
        )


OVER: Final = 0.2
"""How far a hand leans over a border to leave an end open, as a share of a square."""

CLEAR: Final = 0.3
"""How far from the middle of a square a hand begins, towards where it goes, to keep clear of another piece there."""


def points_of(stroke: Stroke, lying: District) -> list[Point]:
    """Return where a hand goes for a stroke, in squares from the top left corner of the board; one point for a tap."""
    points = [middle_of(cell) for cell in stroke.squares]
    for number, cell in enumerate(stroke.squares):
        neighbour = stroke.squares[number - 1 if number else 1] if len(points) > 1 else cell
        if cell in stroke.outside:
            points[number] = between(middle_of(neighbour), middle_of(cell), 0.5 + OVER)
        elif number in {0, len(points) - 1} and _has_other(lying, stroke, cell, neighbour):
            points[number] = between(middle_of(cell), middle_of(neighbour), CLEAR)
    return points


def _has_other(lying: District, stroke: Stroke, cell: str, neighbour: str) -> bool:
    """Return whether a tile has a piece of the kind that the stroke does not cross."""
    return any(
        feature.kind is stroke.kind and _side(cell, neighbour) not in feature.opens
        for feature in features_on(lying, cell)
    )


def between(start: Point, end: Point, share: float) -> Point:
    """Return the point at a share of the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
