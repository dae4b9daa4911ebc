"""Builds the font Tessera Marks from the drawings in `marks` and from the shapes of regions computed here.

Run `python assets/build_fonts.py`; another target can be given. The same drawings give the same bytes.

Shapes are computed on the unit square, x to the right and y downwards, and turned clockwise. The border of a region
consists of runs: each leads from the clockwise end of an open side, the region to its right, to the next open side,
which lies one to four quarter turns away.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise, product
from math import atan2, ceil, cos, dist, hypot, pi, sin, sqrt, tau
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import SVGPath

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.ui.core.theme import DARK, FONT, LIGHT, MARKS
from companion.ui.editors.carpe_diem import tile_drawing
from companion.ui.editors.carpe_diem.tile_drawing import OPEN_SETS, RegionBorder, RegionPart, RegionRoom, tile_layers
from scoring.carpe_diem.state import CHIMNEYS_RANGE, OPENINGS, Feature, Kind, Tile
from scoring.grid import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from fontTools.ttLib.tables._g_l_y_f import Glyph

    from companion.ui.core.theme import Palette
    from companion.ui.editors.carpe_diem.tile_drawing import Layer

ASSETS: Final = Path(__file__).parent
TARGET: Final = ASSETS / "fonts" / "TesseraMarks.ttf"

EM: Final = 1000
MARK_GRID: Final = 24
CURVE_ERROR: Final = 0.5
"""How far a curve may be from what was drawn, in units of the em."""

MADE: Final = 3849984000
"""The date in the font, in seconds since 1904: always 2026-01-01, so that equal drawings give equal bytes."""

FULL_TURN: Final = 4
"""Quarter turns."""

BLEED: Final = 0.035
"""How far a region reaches over its open sides, so that no gap shows between two tiles."""

LINE: Final = 0.035
INNER: Final = (0.03, 0.062)
"""From where to where a line lies inside the border: an outline from 0 to LINE, an inner line as INNER says."""

MARGIN: Final = 0.04
"""What is left of a side on both ends of an opening."""

DEPTH: Final = {RegionRoom.ALONE: 0.5, RegionRoom.SHARED: 0.41}
"""How far a region that reaches one side only goes towards the middle."""

WAIST: Final = {RegionRoom.ALONE: 0.24, RegionRoom.SHARED: 0.43}
"""How far the border on a closed side between two open ones keeps from that side."""

ROUND: Final = {RegionRoom.ALONE: 0.82, RegionRoom.SHARED: 0.68}
"""How far a region that goes around a corner of the tile gets from this corner."""

CHAMFER: Final = 0.02
"""How far walls run straight from an open side before they run askew, where they are near a corner of the tile."""

ASKEW: Final = {RegionRoom.ALONE: 0.2, RegionRoom.SHARED: 0.03}
"""How far walls run straight from an open side before they run askew, towards the middle."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """A step of a contour: to `end`, bent towards `control` where there is one."""

    end: Point
    control: Point | None = None


Contour = list[Curve]


def turned(contour: Contour, quarters: int) -> Contour:
    """Return a contour turned clockwise about the middle of the square."""

    def turn(point: Point) -> Point:
        for _ in range(quarters):
            point = 1 - point[1], point[0]
        return point

    return [Curve(turn(step.end), turn(step.control) if step.control else None) for step in contour]


def backwards(contour: Contour) -> Contour:
    """Return a contour in the other direction."""
    ends = [step.end for step in contour]
    bends = [step.control for step in contour[1:]]
    return [Curve(ends[-1]), *(Curve(end, bend) for end, bend in zip(ends[-2::-1], bends[::-1], strict=True))]


def polygon(points: Iterable[Point]) -> Contour:
    """Return a contour of straight lines."""
    return [Curve(point) for point in points]


def arc(centre: Point, radius: float, start: Point, end: Point, *, clockwise: bool) -> Contour:
    """Return the arc about `centre` between the directions of two points, in bends of an eighth of a turn at most."""
    first, last = (atan2(point[1] - centre[1], point[0] - centre[0]) for point in (start, end))
    sweep = (last - first) % tau if clockwise else -((first - last) % tau)
    bends = ceil(abs(sweep) / (pi / 4) - 1e-9)

    def at(angle: float, distance: float) -> Point:
        return centre[0] + distance * cos(angle), centre[1] + distance * sin(angle)

    contour = [Curve(at(first, radius))]
    half = sweep / bends / 2
    for number in range(bends):
        angle = first + 2 * half * number
        contour.append(Curve(at(angle + 2 * half, radius), at(angle + half, radius / cos(half))))
    return contour


def circle_through(first: Point, second: Point, third: Point) -> tuple[Point, float]:
    """Return centre and radius of the circle through three points."""
    (ax, ay), (bx, by), (cx, cy) = first, second, third
    double = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / double
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / double
    return (x, y), dist((x, y), first)


def on_side(centre: Point, radius: float, near: Point) -> Point:
    """Return where a circle crosses the side of the square on which `near` lies, on the crossing next to it."""
    if near[1] in {0, 1}:
        half = sqrt(radius**2 - (near[1] - centre[1]) ** 2)
        crossings = [(centre[0] + way * half, near[1]) for way in (-1, 1)]
    else:
        half = sqrt(radius**2 - (near[0] - centre[0]) ** 2)
        crossings = [(near[0], centre[1] + way * half) for way in (-1, 1)]
    return min(crossings, key=lambda point: dist(point, near))


def soft_run(room: RegionRoom, quarters: int, inset: float) -> Contour:
    """Return the run from the north side to the side so many quarter turns on, moved inwards by `inset`.

    Regions that share a tile keep to the triangles between its sides and its middle, with a round end.
    """
    if room is RegionRoom.SHARED and quarters in {2, 4}:
        return askew_run(quarters, inset)
    start = (1 - MARGIN, 0.0)
    end = {1: (1.0, MARGIN), 2: (1 - MARGIN, 1.0), 3: (0.0, 1 - MARGIN), 4: (MARGIN, 0.0)}[quarters]
    middle = {
        1: (1 - MARGIN / sqrt(2), MARGIN / sqrt(2)),
        2: (1 - WAIST[room], 0.5),
        3: (ROUND[room] / sqrt(2), ROUND[room] / sqrt(2)),
        4: (0.5, DEPTH[room]),
    }[quarters]
    centre, radius = circle_through(start, middle, end)
    bulges = quarters in {3, 4}
    radius += -inset if bulges else inset
    first, last = on_side(centre, radius, start), on_side(centre, radius, end)
    return arc(centre, radius, first, last, clockwise=bulges)


def askew_run(quarters: int, inset: float) -> Contour:
    """Return a run askew to near the middle, around it, and askew to the side so many quarter turns on, 2 or 4."""
    start = 1 - MARGIN - inset * sqrt(2)
    if quarters == FULL_TURN:
        # the arc touches the lines x + y = 1 - MARGIN and x - y = MARGIN, and DEPTH
        radius = (1 - MARGIN - 0.5 - DEPTH[RegionRoom.SHARED]) / (sqrt(2) - 1)
        centre = (0.5, DEPTH[RegionRoom.SHARED] - radius)
        reach = (radius - inset) / sqrt(2)
        bend = arc(centre, radius - inset, _at(centre, reach, reach), _at(centre, -reach, reach), clockwise=True)
        return [Curve((start, 0.0)), *bend, Curve((1 - start, 0.0))]
    neck = 1 - WAIST[RegionRoom.SHARED]
    radius = (neck + 0.5 - 1 + MARGIN) / (sqrt(2) - 1)
    centre = (neck + radius, 0.5)
    reach = (radius + inset) / sqrt(2)
    bend = arc(centre, radius + inset, _at(centre, -reach, -reach), _at(centre, -reach, reach), clockwise=False)
    return [Curve((start, 0.0)), *bend, Curve((start, 1.0))]


def _at(point: Point, right: float, down: float) -> Point:
    return point[0] + right, point[1] + down


def wall_run(room: RegionRoom, quarters: int, inset: float) -> Contour:
    """Return the run of walls to the side so many quarter turns on, moved inwards by `inset`."""
    near, deep, waist, straight = MARGIN, DEPTH[room], 1 - WAIST[room], ASKEW[room]
    far = 1 - near
    reach = ROUND[room] * sqrt(2) - far  # walls askew run at half a right angle
    corners: dict[int, list[Point]] = {
        1: [(far, 0), (far, CHAMFER), (1 - CHAMFER, near), (1, near)],
        2: [
            (far, 0),
            (far, straight),
            (waist, straight + far - waist),
            (waist, 1 - straight - far + waist),
            (far, 1 - straight),
            (far, 1),
        ],
        3: [(far, 0), (far, reach), (reach, far), (0, far)],
        4: [
            (far, 0),
            (far, straight),
            (far + straight - deep, deep),
            (near + deep - straight, deep),
            (near, straight),
            (near, 0),
        ],
    }
    return polygon(moved_inwards(corners[quarters], inset))


def moved_inwards(points: list[Point], inset: float) -> list[Point]:
    """Return a run with corners moved to the right of its direction; it starts and ends at right angles to a side."""
    normals: list[Point] = []
    for (x, y), (u, v) in pairwise(points):
        length = hypot(u - x, v - y)
        normals.append(((y - v) / length, (u - x) / length))
    result = [(points[0][0] + inset * normals[0][0], points[0][1] + inset * normals[0][1])]
    for point, (x, y), (u, v) in zip(points[1:-1], normals, normals[1:], strict=False):
        reach = inset / (1 + x * u + y * v)
        result.append((point[0] + reach * (x + u), point[1] + reach * (y + v)))
    result.append((points[-1][0] + inset * normals[-1][0], points[-1][1] + inset * normals[-1][1]))
    return result


RUNS: Final[dict[RegionBorder, Callable[[RegionRoom, int, float], Contour]]] = {
    RegionBorder.SOFT: soft_run,
    RegionBorder.WALL: wall_run,
}


_BEYOND: Final[dict[float, float]] = {0.0: -BLEED, 1.0: 1 + BLEED}


def over_the_side(point: Point) -> Point:
    """Return a point on a side of the square moved outwards by the bleed."""
    x, y = (round(number, 9) for number in point)  # arcs end on a side but for the last digits
    return _BEYOND.get(x, x), _BEYOND.get(y, y)


def runs(style: RegionBorder, room: RegionRoom, sides: str, inset: float) -> list[Contour]:
    """Return the runs of a region, clockwise, each from beyond its first side to beyond its last."""
    contours: list[Contour] = []
    numbers = [SIDES.index(side) for side in sides]
    for number, following in zip(numbers, [*numbers[1:], numbers[0] + 4], strict=True):
        run = RUNS[style](room, following - number, inset)
        ends = over_the_side(run[0].end), over_the_side(run[-1].end)
        contours.append(turned([Curve(ends[0]), *run, Curve(ends[1])], number))
    return contours


def region(style: RegionBorder, room: RegionRoom, part: RegionPart, sides: str) -> list[Contour]:
    """Return a region that reaches `sides`, or a line of it that leaves these sides free."""
    if part is RegionPart.FILL:
        return [[step for run in runs(style, room, sides, 0) for step in run]]
    return _between(part, lambda inset: runs(style, room, sides, inset))


def _between(part: RegionPart, border: Callable[[float], list[Contour]]) -> list[Contour]:
    outer, inner = (0.0, LINE) if part is RegionPart.OUTLINE else INNER
    return [
        [*outer_edge, *backwards(inner_edge)]
        for outer_edge, inner_edge in zip(border(outer), border(inner), strict=True)
    ]


def rounded_square(inset: float, corner: float) -> Contour:
    """Return the square moved inwards by `inset`, with corners of the radius `corner`."""
    far = 1 - inset
    ends = [(far, inset), (far, far), (inset, far), (inset, inset)]
    steps: Contour = []
    for number, (x, y) in enumerate(ends):
        centre = min(max(x, inset + corner), far - corner), min(max(y, inset + corner), far - corner)
        start, end = ((centre[0], y), (x, centre[1])) if number % 2 == 0 else ((x, centre[1]), (centre[0], y))
        steps += arc(centre, corner, start, end, clockwise=True)
    return steps


def ring(outer: Contour, inner: Contour) -> list[Contour]:
    """Return what lies between two closed contours."""
    return [outer, backwards(inner)]


PLOT, PLOT_CORNER = 0.08, 0.14
TOOTH_WIDTH, TOOTH_GAP, TOOTH_DEPTH = 0.1, 0.067, 0.042
TEETH: Final = 4
TEETH_FROM: Final = (1 - TEETH * TOOTH_WIDTH - (TEETH - 1) * TOOTH_GAP) / 2
STRIPES, STRIPE_SHARE = 5, 0.3


def plot(part: RegionPart) -> list[Contour]:
    """Return the plot of a single tile, which reaches no side."""

    def border(inset: float) -> Contour:
        return rounded_square(PLOT + inset, PLOT_CORNER - inset)

    if part is RegionPart.FILL:
        return [border(0)]
    outer, inner = (0.0, LINE) if part is RegionPart.OUTLINE else INNER
    return ring(border(outer), border(inner))


def waiting(sides: str) -> list[Contour]:
    """Return a row of teeth on each of the sides: the line that is still missing there."""
    first = TEETH_FROM
    teeth = [
        polygon([(left, 0), (left + TOOTH_WIDTH, 0), (left + TOOTH_WIDTH, TOOTH_DEPTH), (left, TOOTH_DEPTH)])
        for left in (first + number * (TOOTH_WIDTH + TOOTH_GAP) for number in range(TEETH))
    ]
    return [turned(tooth, SIDES.index(side)) for side in sides for tooth in teeth]


def hatch() -> list[Contour]:
    """Return stripes from lower left to upper right over the whole square."""
    half = STRIPE_SHARE / STRIPES
    middles = [(2 * number + 1) / STRIPES for number in range(STRIPES)]
    return [polygon(_stripe(middle - half, middle + half)) for middle in middles]


def _stripe(lower: float, upper: float) -> list[Point]:
    """Return the part of the square where x + y lies between two values."""

    def ends(total: float) -> tuple[Point, Point]:
        over = max(total - 1, 0.0)
        return (over, total - over), (total - over, over)

    (lower_start, lower_end), (upper_start, upper_end) = ends(lower), ends(upper)
    if lower < 1 < upper:
        return [lower_end, (1, 0), upper_end, upper_start, (0, 1), lower_start]
    return [lower_end, upper_end, upper_start, lower_start]


def shapes() -> dict[str, list[Contour]]:
    """Return all computed shapes by name."""
    contours = {
        f"{style}-{room}-{part}-{sides}": region(style, room, part, sides)
        for style, room, part, sides in product(RegionBorder, RegionRoom, RegionPart, OPEN_SETS)
    }
    contours |= {f"plot-{part}": plot(part) for part in RegionPart}
    contours |= {f"waiting-{sides}": waiting(sides) for sides in OPEN_SETS}
    contours["hatch"] = hatch()
    return contours


def glyph(contours: list[Contour]) -> Glyph:
    """Return contours of the unit square as a glyph that fills the em."""
    pen = TTGlyphPen(None)
    place = TransformPen(pen, (EM, 0, 0, -EM, 0, EM))
    for contour in contours:
        place.moveTo(contour[0].end)
        for step in contour[1:]:
            if step.control:
                place.qCurveTo(step.control, step.end)
            else:
                place.lineTo(step.end)
        place.closePath()
    return pen.glyph()


def mark(name: str) -> Glyph:
    """Return the drawing of a mark as a glyph that fills the em."""
    pen = TTGlyphPen(None)
    scale = EM / MARK_GRID
    drawing = SVGPath(str(ASSETS / "marks" / f"{name}.svg"), transform=(scale, 0, 0, -scale, 0, EM))
    drawing.draw(Cu2QuPen(pen, CURVE_ERROR))
    return pen.glyph()


def placed_mark(char: str, size: float, left: float, top: float, names: Mapping[int, str]) -> Glyph:
    """Return the glyph that shows a mark smaller, at a place of the square."""
    pen = TTGlyphPen(dict.fromkeys(names.values()))
    pen.addComponent(names[ord(char)], (size, 0, 0, size, round(left * EM), round((1 - top - size) * EM)))
    return pen.glyph()


def layers_in_themes() -> Iterable[tuple[Layer, Palette]]:
    """Return each layer that a tile can have, in each theme; a second feature makes the first one share the tile."""
    features = [Feature(kind=kind, opens=sides) for kind, sides in product(Kind, OPENINGS)]
    villas = product(OPENINGS, range(1, CHIMNEYS_RANGE.high + 1))
    features += [Feature(kind=Kind.VILLA, opens=sides, chimneys=chimneys) for sides, chimneys in villas]
    tiles = [Tile(cell="A1", features=(first, *more)) for first in features for more in ((), features[:1])]
    layers = [layer for tile in tiles for done in (0, 1) for layer in tile_layers(tile, frozenset({done}), frozenset())]
    layers += [tile_layers(tiles[0], frozenset(), frozenset(sides))[-1] for sides in OPEN_SETS]
    layers += [layer for kind in Kind for layer in tile_drawing.sign_layers(kind)]
    return product(dict.fromkeys(layers), (LIGHT, DARK))


def build(target: Path) -> None:
    """Write the font, and the table of its characters beside it."""
    drawn = {path.stem: f"mark.{path.stem}" for path in (ASSETS / "marks").iterdir()}
    computed = {name: f"shape.{name}" for name in shapes()}
    names = drawn | computed
    codes = {name: ord(char) for name, char in MARKS.items() if name in names}
    codes |= {name: number for number, name in enumerate(sorted(names.keys() - codes), max(codes.values()) + 1)}
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    glyphs |= {names[name]: mark(name) for name in codes if name in drawn}
    glyphs |= {names[name]: glyph(contours) for name, contours in shapes().items()}
    characters = {code: names[name] for name, code in codes.items()}
    target.with_suffix(".txt").write_text("".join(f"{code:04X} {name}\n" for name, code in codes.items()), "ascii")

    colors: dict[str, int] = {}
    colored: dict[str, list[tuple[str, int]]] = {}
    for layer, palette in layers_in_themes():
        drawn_there, code = tile_drawing.outline(layer), ord(tile_drawing.colored_char(layer, palette))
        placed = f"placed.{tile_drawing.outlines()[drawn_there]}"
        drawing = placed if layer.size < 1 else characters[ord(layer.char)]
        if drawing not in glyphs:
            glyphs[drawing] = placed_mark(*drawn_there, characters)
        color = colors.setdefault(tile_drawing.inks(palette)[layer.ink], len(colors))
        colored[f"colored.{code:X}"] = [(drawing, color)]
    for name in (f"blank.{ord(tile_drawing.BLANK):X}", *sorted(colored)):
        glyphs[name] = TTGlyphPen(None).glyph()
        characters[int(name.partition(".")[2], 16)] = name

    builder = FontBuilder(EM, isTTF=True)
    builder.font.recalcTimestamp = False
    builder.updateHead(created=MADE, modified=MADE)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(characters)
    builder.setupGlyf(glyphs)
    drawn_as = builder.font["glyf"]
    starts = {name: getattr(drawn_as[name], "xMin", 0) for name in glyphs}
    builder.setupHorizontalMetrics({name: (0 if name in colored else EM, starts[name]) for name in glyphs})
    builder.setupHorizontalHeader(ascent=EM, descent=0)
    builder.setupOS2(sTypoAscender=EM, sTypoDescender=0, sTypoLineGap=0, usWinAscent=EM, usWinDescent=0)
    builder.setupNameTable({"familyName": FONT, "styleName": "Regular", "psName": FONT.replace(" ", "") + "-Regular"})
    builder.setupPost(keepGlyphNames=False)
    builder.setupCOLR(colored, version=0)
    builder.setupCPAL([[tuple(part / 255 for part in bytes.fromhex(f"{color[1:]}FF")) for color in colors]])
    builder.save(target)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
