"""Pictures of tiles: which layers they have, that regions fit together and keep apart, and where marks sit."""

from __future__ import annotations

import doctest
import runpy
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from companion.ui.core.theme import DARK, LIGHT, MARKS, Palette, contrast
from companion.ui.editors.carpe_diem import tile_drawing
from companion.ui.editors.carpe_diem.tile_drawing import (
    BLANK,
    OPEN_SETS,
    SHAPE_NAMES,
    SPOTS,
    Ink,
    Layer,
    RegionBorder,
    RegionPart,
    RegionRoom,
    drawn_text,
    inks,
    mark_name,
    region,
    sign_layers,
    tile_layers,
)
from scoring.carpe_diem.state import DWELLINGS, LANDSCAPES, SINGLE_TILES, Feature, Kind, Tile
from scoring.grid import OPPOSITE, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

ASSETS: Final = Path(__file__).parents[5] / "assets"
EM: Final = 1000
NEVER: Final[frozenset[int]] = frozenset()
NOWHERE: Final[frozenset[str]] = frozenset()

Point = tuple[float, float]

DRAWINGS: Final = tuple(sorted(path.stem for path in (ASSETS / "marks").iterdir()))
SHAPES: Final = (*SHAPE_NAMES, "hatch")

PALETTES: Final = {"light": LIGHT, "dark": DARK}
palettes = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)

READ: Final = 4.5
"""The contrast that text needs. Web Content Accessibility Guidelines 2.2, 1.4.3."""

SEEN: Final = 3
"""The contrast that drawings need. Web Content Accessibility Guidelines 2.2, 1.4.11."""

_FONT: Final = TTFont(ASSETS / "fonts" / "TesseraMarks.ttf")
_CHARACTERS: Final[dict[int, str]] = _FONT.getBestCmap()


def contours(char: str) -> list[list[Point]]:
    """The contours of a glyph as polygons on the unit square, y downwards; bends are cut into straight pieces."""
    points, ends, flags = _FONT["glyf"][_CHARACTERS[ord(char)]].getCoordinates(_FONT["glyf"])
    polygons: list[list[Point]] = []
    first = 0
    for last in ends:
        corners = [
            (x / EM, 1 - y / EM, bool(on & 1)) for (x, y), on in list(zip(points, flags, strict=True))[first : last + 1]
        ]
        polygons.append(_straightened(corners))
        first = last + 1
    return polygons


def _straightened(corners: list[tuple[float, float, bool]]) -> list[Point]:
    full: list[tuple[float, float, bool]] = []
    for (x, y, on), (u, v, next_on) in pairwise([*corners, corners[0]]):
        full.append((x, y, on))
        if not on and not next_on:
            full.append(((x + u) / 2, (y + v) / 2, True))
    start = next(number for number, corner in enumerate(full) if corner[2])
    full = [*full[start:], *full[: start + 1]]
    line: list[Point] = [full[0][:2]]
    bend: Point | None = None
    for x, y, on in full[1:]:
        if not on:
            bend = (x, y)
            continue
        (a, b), (c, d) = line[-1], bend or ((line[-1][0] + x) / 2, (line[-1][1] + y) / 2)
        for t in (0.25, 0.5, 0.75, 1.0) if bend else (1.0,):
            s = 1 - t
            line.append((s * s * a + 2 * s * t * c + t * t * x, s * s * b + 2 * s * t * d + t * t * y))
        bend = None
    return line


def covers(shape: list[list[Point]], point: Point) -> bool:
    x, y = point
    winding = 0
    for contour in shape:
        for (a, b), (c, d) in pairwise(contour):
            if (b <= y) != (d <= y) and x < a + (y - b) * (c - a) / (d - b):
                winding += 1 if d > b else -1
    return winding != 0


def fill(style: RegionBorder, room: RegionRoom, sides: str) -> list[list[Point]]:
    return contours(MARKS[f"{style}-{room}-{RegionPart.FILL}-{sides}"])


def along(side: str, share: float, inside: float = 0.004) -> Point:
    """The point at this share of a side, from its left or upper end, a little inside the square."""
    return {"N": (share, inside), "E": (1 - inside, share), "S": (share, 1 - inside), "W": (inside, share)}[side]


ALL_REGIONS: Final = tuple(product(RegionBorder, RegionRoom, OPEN_SETS))


def tile(*features: Feature) -> Tile:
    return Tile(cell="C3", features=features)


def test_every_kind_and_every_number_of_chimneys_has_a_mark() -> None:
    features = [Feature(kind=kind, opens="") for kind in Kind]
    features += [Feature(kind=Kind.VILLA, opens="N", chimneys=chimneys) for chimneys in range(10)]
    assert {mark_name(feature) for feature in features} <= set(MARKS)


def test_every_mark_has_a_drawing_and_every_drawing_is_a_mark() -> None:
    assert {*DRAWINGS, *SHAPES} == set(MARKS)


def test_no_two_drawings_share_a_character() -> None:
    assert len(set(MARKS.values())) == len(MARKS)


def test_the_font_shows_what_the_names_say() -> None:
    built = runpy.run_path(str(ASSETS / "build_fonts.py"))
    drawn = {name: built["mark"](name) for name in DRAWINGS}
    drawn |= {name: built["glyph"](shape) for name, shape in built["shapes"]().items()}
    for name, glyph in drawn.items():
        shown = _FONT["glyf"][_CHARACTERS[ord(MARKS[name])]]
        assert shown.getCoordinates(_FONT["glyf"]) == glyph.getCoordinates(None), name


def every_tile() -> Iterator[tuple[Layer, ...]]:
    """The layers of each feature, alone and on a shared tile, open and completed, with sides that wait."""
    villas = [(Kind.VILLA, chimneys) for chimneys in range(10)]
    market = Feature(kind=Kind.MARKET, opens="")
    for (kind, chimneys), opens in product([*((kind, 0) for kind in Kind), *villas], ("", *OPEN_SETS)):
        feature = Feature(kind=kind, opens=opens, chimneys=chimneys)
        for more, completed in product(((), (market,)), (NEVER, frozenset({0}))):
            yield tile_layers(tile(feature, *more), completed, frozenset(opens))


@palettes
def test_one_text_draws_all_layers_of_a_tile_in_their_colours(palette: Palette) -> None:
    colours, shown = inks(palette), _FONT["CPAL"].palettes[0]
    for layers in every_tile():
        text = drawn_text(layers, palette)
        assert text.endswith(BLANK)
        for layer, char in zip(layers, text[:-1], strict=True):
            (part,) = _FONT["COLR"].ColorLayers[_CHARACTERS[ord(char)]]
            assert str(shown[part.colorID]) == f"{colours[layer.ink]}FF"
            assert bounds(part.name) == pytest.approx(placed(layer), abs=0.002)


def bounds(name: str) -> tuple[float, ...]:
    """Where the drawing of a glyph lies, as fractions of the square: left, top, right, bottom."""
    glyph = _FONT["glyf"][name]
    return glyph.xMin / EM, 1 - glyph.yMax / EM, glyph.xMax / EM, 1 - glyph.yMin / EM


def placed(layer: Layer) -> tuple[float, ...]:
    """Where the drawing of a layer lies, as fractions of the square: left, top, right, bottom."""
    left, top, right, bottom = bounds(_CHARACTERS[ord(layer.char)])
    corner = layer.left, layer.top, layer.left, layer.top
    return tuple(start + layer.size * end for start, end in zip(corner, (left, top, right, bottom), strict=True))


def test_every_mark_stays_on_its_square() -> None:
    for name in DRAWINGS:
        char = MARKS[name]
        glyph = _FONT["glyf"][_CHARACTERS[ord(char)]]
        assert 0 <= glyph.xMin < glyph.xMax <= EM, name
        assert 0 <= glyph.yMin < glyph.yMax <= EM, name


def test_no_two_marks_look_alike() -> None:
    def picture(char: str) -> tuple[bool, ...]:
        shape = contours(char)
        return tuple(covers(shape, ((x + 0.5) / 16, (y + 0.5) / 16)) for x in range(16) for y in range(16))

    drawn = {name: picture(MARKS[name]) for name in DRAWINGS}
    for (name, pixels), (other_name, other_pixels) in combinations(drawn.items(), 2):
        assert sum(a != b for a, b in zip(pixels, other_pixels, strict=True)) >= 5, (name, other_name)


@pytest.mark.parametrize(("style", "room", "sides"), ALL_REGIONS)
def test_a_region_reaches_exactly_its_sides(style: RegionBorder, room: RegionRoom, sides: str) -> None:
    shape = fill(style, room, sides)
    reached = {side for side in SIDES if any(covers(shape, along(side, share / 20)) for share in range(4, 17))}
    assert reached == set(sides)


@pytest.mark.parametrize("style", RegionBorder)
def test_two_fitting_regions_meet_in_the_same_opening(style: RegionBorder) -> None:
    openings: set[tuple[bool, ...]] = set()
    for room, sides in product(RegionRoom, OPEN_SETS):
        shape = fill(style, room, sides)
        for side in sides:
            openings.add(tuple(covers(shape, along(side, share / 100 + 0.005, 0)) for share in range(100)))
    assert len(openings) == 1


@pytest.mark.parametrize(("style", "room", "sides"), ALL_REGIONS)
def test_a_region_runs_on_beyond_its_sides_so_that_no_gap_shows(
    style: RegionBorder, room: RegionRoom, sides: str
) -> None:
    shape = fill(style, room, sides)
    assert all(covers(shape, along(side, 0.5, -0.02)) for side in sides)
    assert not any(covers(shape, along(side, 0.5, -0.02)) for side in SIDES if side not in sides)


def crossing(sides: str, other_sides: str) -> bool:
    return {sides, other_sides} == {"NS", "EW"}


def test_regions_of_one_tile_keep_apart_but_where_bands_cross() -> None:
    grid = [((x + 0.5) / 40, (y + 0.5) / 40) for x in range(40) for y in range(40)]
    area = {
        (style, sides): {point for point in grid if covers(shape, point)}
        for style, sides in product(RegionBorder, OPEN_SETS)
        for shape in [fill(style, RegionRoom.SHARED, sides)]
    }
    together = [
        (patch, other_patch)
        for patch, other_patch in product(area, repeat=2)
        if not set(patch[1]) & set(other_patch[1]) and not crossing(patch[1], other_patch[1])
    ]
    assert len(together) > 100
    assert [pair for pair in together if area[pair[0]] & area[pair[1]]] == []


@pytest.mark.parametrize(("style", "room", "sides"), ALL_REGIONS)
def test_a_mark_sits_inside_its_region(style: RegionBorder, room: RegionRoom, sides: str) -> None:
    spot = SPOTS[room, sides]
    shape = fill(style, room, sides)
    reach = spot.size / 2 * 0.8  # the corners of a mark are empty
    around = [(spot.x + x * reach, spot.y + y * reach) for x, y in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))]
    assert all(covers(shape, point) for point in around)


@pytest.mark.parametrize("part", [RegionPart.OUTLINE, RegionPart.INNER])
@pytest.mark.parametrize(("style", "room", "sides"), ALL_REGIONS)
def test_a_line_lies_in_its_region_and_leaves_the_openings_free(
    style: RegionBorder, room: RegionRoom, sides: str, part: RegionPart
) -> None:
    line = contours(MARKS[f"{style}-{room}-{part}-{sides}"])
    shape = fill(style, room, sides)
    grid = [((x + 0.5) / 60, (y + 0.5) / 60) for x in range(60) for y in range(60)]
    drawn = [point for point in grid if covers(line, point)]
    assert drawn
    assert all(covers(shape, point) for point in drawn)
    assert not any(covers(line, along(side, share / 20)) for side in sides for share in range(6, 15))


@pytest.mark.parametrize("sides", OPEN_SETS)
def test_teeth_stand_on_the_sides_that_wait(sides: str) -> None:
    teeth = contours(MARKS[f"waiting-{sides}"])
    standing = {side for side in SIDES if any(covers(teeth, along(side, share / 40)) for share in range(8, 33))}
    assert standing == set(sides)


def test_a_completed_structure_has_full_colour_and_an_inner_line() -> None:
    layers = tile_layers(tile(Feature(kind=Kind.POND, opens="E")), frozenset({0}), NOWHERE)
    assert layers[:2] == (
        Layer(char=MARKS["soft-alone-fill-E"], ink=Ink.POND),
        Layer(char=MARKS["soft-alone-inner-E"], ink=Ink.PAPER),
    )
    assert (layers[2].char, layers[2].ink, len(layers)) == (MARKS["pond"], Ink.PAPER, 3)


def test_an_open_structure_is_lighter_and_has_an_outline_of_its_kind() -> None:
    layers = tile_layers(tile(Feature(kind=Kind.CRAFTSMAN, opens="N")), NEVER, NOWHERE)
    assert [(layer.char, layer.ink) for layer in layers] == [
        (MARKS["wall-alone-fill-N"], Ink.CRAFTSMAN_OPEN),
        (MARKS["wall-alone-outline-N"], Ink.CRAFTSMAN_LINE),
        (MARKS["craftsman"], Ink.CRAFTSMAN_LINE),
    ]


def test_completed_counts_for_each_feature_of_a_tile() -> None:
    both = tile(Feature(kind=Kind.POND, opens="N"), Feature(kind=Kind.GARDEN, opens="S"))
    inks = [layer.ink for layer in tile_layers(both, frozenset({1}), NOWHERE)]
    assert inks == [Ink.POND_OPEN, Ink.POND_LINE, Ink.POND_LINE, Ink.GARDEN, Ink.PAPER, Ink.PAPER]


@pytest.mark.parametrize("kind", [Kind.FARMYARD, Kind.MERCHANT])
def test_kinds_that_stand_out_little_from_grass_have_an_outline(kind: Kind) -> None:
    layers = tile_layers(tile(Feature(kind=kind, opens="W")), frozenset({0}), NOWHERE)
    assert [layer.ink for layer in layers][1] is Ink.OUTLINE


@pytest.mark.parametrize("kind", SINGLE_TILES)
def test_single_tiles_are_always_shown_as_completed(kind: Kind) -> None:
    alone = tile(Feature(kind=kind, opens=""))
    layers = tile_layers(alone, NEVER, NOWHERE)
    assert layers == tile_layers(alone, frozenset({0}), NOWHERE)
    assert [layer.char for layer in layers] == [MARKS["plot-fill"], MARKS["plot-outline"], MARKS[kind.value]]


def test_sides_that_wait_are_one_layer_in_the_order_of_the_sides() -> None:
    waiting = tile_layers(tile(Feature(kind=Kind.VILLA, opens="ESW")), NEVER, frozenset("WE"))
    assert waiting[-1] == Layer(char=MARKS["waiting-EW"], ink=Ink.NOTCH)


@pytest.mark.parametrize("chimneys", range(1, 10))
def test_a_villa_shows_its_chimneys(chimneys: int) -> None:
    villa = tile(Feature(kind=Kind.VILLA, opens="N", chimneys=chimneys))
    assert tile_layers(villa, NEVER, NOWHERE)[-1].char == MARKS[f"villa{chimneys}"]


def test_landscapes_are_soft_and_buildings_have_walls() -> None:
    styles = {
        kind: RegionBorder.SOFT
        if region(Feature(kind=kind, opens="N"), RegionRoom.ALONE, RegionPart.FILL) == MARKS["soft-alone-fill-N"]
        else RegionBorder.WALL
        for kind in Kind
        if kind not in SINGLE_TILES
    }
    assert {kind for kind, style in styles.items() if style is RegionBorder.SOFT} == set(LANDSCAPES)
    assert {kind for kind, style in styles.items() if style is RegionBorder.WALL} == {*DWELLINGS, Kind.VILLA}


def test_the_marks_of_two_crossing_bands_keep_apart() -> None:
    crossed = tile(Feature(kind=Kind.POND, opens="NS"), Feature(kind=Kind.GARDEN, opens="EW"))
    mark, other_mark = [layer for layer in tile_layers(crossed, NEVER, NOWHERE) if layer.size < 1]
    assert abs(mark.left - other_mark.left) > mark.size or abs(mark.top - other_mark.top) > mark.size


def test_a_picture_has_few_layers_which_all_lie_on_the_square() -> None:
    crowd = tuple(
        Feature(kind=kind, opens=side)
        for kind, side in zip((Kind.MERCHANT, Kind.FARMYARD, Kind.VILLA, Kind.POND), SIDES, strict=True)
    )
    for completed in (NEVER, frozenset(range(4))):
        layers = tile_layers(tile(*crowd), completed, frozenset(SIDES))
        assert len(layers) <= 4 * len(crowd) + 1
        assert all(layer.left >= 0 and layer.left + layer.size <= 1 for layer in layers)
        assert all(layer.top >= 0 and layer.top + layer.size <= 1 for layer in layers)


@pytest.mark.parametrize("kind", Kind)
def test_what_cannot_be_is_shown_too(kind: Kind) -> None:
    extras = Feature(kind=Kind.MARKET, opens="")
    for opens, completed in product(("", *OPEN_SETS), (NEVER, frozenset({0, 1}))):
        odd = tile(Feature(kind=kind, opens=opens, chimneys=9), extras)
        assert len(tile_layers(odd, completed, frozenset(SIDES))) >= 7


def test_problems_cover_the_whole_square() -> None:
    stripes = contours(MARKS["hatch"])
    striped = [covers(stripes, ((x + 0.5) / 30, (y + 0.5) / 30)) for x, y in product(range(30), repeat=2)]
    assert 0.2 < sum(striped) / len(striped) < 0.4


def test_turning_a_tile_turns_the_spots_of_its_marks() -> None:
    turn = {side: SIDES[(number + 1) % 4] for number, side in enumerate(SIDES)}
    for (room, sides), spot in SPOTS.items():
        if sides in {"NS", "EW"}:
            continue
        turned = SPOTS[room, "".join(side for side in SIDES if side in {turn[open_side] for open_side in sides})]
        assert (turned.x, turned.y) == pytest.approx((1 - spot.y, spot.x))


def test_the_doctests_of_the_module_hold() -> None:
    failed, tried = doctest.testmod(tile_drawing)
    assert (failed, tried > 0) == (0, True)


def test_opposite_sides_show_the_same_opening_mirrored() -> None:
    for side in SIDES:
        opening, opposite = (
            fill(RegionBorder.SOFT, RegionRoom.ALONE, side),
            fill(RegionBorder.SOFT, RegionRoom.ALONE, OPPOSITE[side]),
        )
        for share in range(1, 20):
            assert covers(opening, along(side, share / 20, 0.01)) == covers(
                opposite, along(OPPOSITE[side], share / 20, 0.01)
            )


@palettes
def test_every_role_of_a_picture_has_a_colour(palette: Palette) -> None:
    assert set(inks(palette)) == set(Ink)


@palettes
@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in SINGLE_TILES])
def test_what_is_open_has_a_mark_that_is_read(palette: Palette, kind: Kind) -> None:
    colours = inks(palette)
    assert contrast(colours[Ink(f"{kind.value} line")], colours[Ink(f"{kind.value} open")]) >= READ


@palettes
@pytest.mark.parametrize("kind", Kind)
def test_the_mark_of_what_is_completed_is_seen_on_tiles_and_on_signs(palette: Palette, kind: Kind) -> None:
    colours = inks(palette)
    done = tile_layers(tile(Feature(kind=kind, opens="")), frozenset({0}), NOWHERE)
    for layers in (done, sign_layers(kind)):
        assert contrast(colours[layers[0].ink], colours[layers[-1].ink]) >= SEEN


@palettes
def test_what_waits_for_a_neighbour_is_seen_on_every_open_structure(palette: Palette) -> None:
    colours = inks(palette)
    for kind in set(Kind) - set(SINGLE_TILES):
        assert contrast(colours[Ink.NOTCH], colours[Ink(f"{kind.value} open")]) >= SEEN


def test_outlines_stand_out_from_grass() -> None:
    assert contrast(inks(LIGHT)[Ink.OUTLINE], LIGHT.grass) >= READ
    assert contrast(inks(DARK)[Ink.OUTLINE], DARK.grass) >= 1.5


@palettes
def test_kinds_are_never_told_apart_by_the_same_colour(palette: Palette) -> None:
    colours = inks(palette)
    assert len({colours[Ink(kind.value)] for kind in Kind}) == len(Kind)
