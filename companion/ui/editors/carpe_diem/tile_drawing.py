"""The drawing of a tile: a pile of glyphs in the colours of its features, from the first layer to the last.

The font of marks has each glyph in each colour that it can have, so that one text draws the whole pile. Sizes and
places are fractions of the square.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final

from companion.ui.core.theme import BLACK, DARK, DARK_INK, DEEP, MARKS, PAPER, WHITE, Palette, contrast, mixed
from scoring.carpe_diem.state import LANDSCAPES, OPENINGS, SINGLE_TILES, Feature, Kind, Tile
from scoring.grid import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Outline = tuple[str, float, float, float]
    """A character, the size of its em square, and the left and the top of that, as fractions of the square."""


class RegionBorder(StrEnum):
    """The border of a region: soft around landscapes, straight walls around dwellings and villas."""

    SOFT = "soft"
    WALL = "wall"


class RegionRoom(StrEnum):
    """The room of a region: the whole tile, or a share of it that leaves the other sides to other regions."""

    ALONE = "alone"
    SHARED = "shared"


class RegionPart(StrEnum):
    """A part of a region that is drawn: all of it, a line along its border, or a line inside it.

    The lines leave the open sides free, so that they run on in the neighbouring tile.
    """

    FILL = "fill"
    OUTLINE = "outline"
    INNER = "inner"


OPEN_SETS: Final = OPENINGS[1:]
"""The sides that a region can reach: each set of one to four."""

SHAPE_NAMES: Final = (
    *(
        f"{style}-{room}-{part}-{sides}"
        for style in RegionBorder
        for room in RegionRoom
        for part in RegionPart
        for sides in OPEN_SETS
    ),
    *(f"plot-{part}" for part in RegionPart),
    *(f"waiting-{sides}" for sides in OPEN_SETS),
)
"""The shapes that `assets/build_fonts.py` computes.

A region is named with the sides it reaches; `plot` is the region of a market, bakery or fountain; `waiting` marks the
sides that wait for a neighbour.
"""


class Ink(StrEnum):
    """A role of colour. A kind is the full colour of its completed structures.

    `… open` is the lighter fill of a structure that is not completed, `… line` its border and its mark. `PAPER` and
    `INK` are a light and a dark that stay so in every theme, since what they lie on does; `OUTLINE` stands out from
    grass, `NOTCH` from every fill.
    """

    PAPER = "paper"
    INK = "ink"
    OUTLINE = "outline"
    NOTCH = "notch"

    POND = "pond"
    GARDEN = "garden"
    VINEYARD = "vineyard"
    FARMYARD = "farmyard"
    MERCHANT = "merchant"
    GRANARY = "granary"
    ADMINISTRATION = "administration"
    CRAFTSMAN = "craftsman"
    VILLA = "villa"
    MARKET = "market"
    BAKERY = "bakery"
    FOUNTAIN = "fountain"

    POND_OPEN = "pond open"
    GARDEN_OPEN = "garden open"
    VINEYARD_OPEN = "vineyard open"
    FARMYARD_OPEN = "farmyard open"
    MERCHANT_OPEN = "merchant open"
    GRANARY_OPEN = "granary open"
    ADMINISTRATION_OPEN = "administration open"
    CRAFTSMAN_OPEN = "craftsman open"
    VILLA_OPEN = "villa open"

    POND_LINE = "pond line"
    GARDEN_LINE = "garden line"
    VINEYARD_LINE = "vineyard line"
    FARMYARD_LINE = "farmyard line"
    MERCHANT_LINE = "merchant line"
    GRANARY_LINE = "granary line"
    ADMINISTRATION_LINE = "administration line"
    CRAFTSMAN_LINE = "craftsman line"
    VILLA_LINE = "villa line"


FAINT: Final = frozenset({Kind.FARMYARD, Kind.MERCHANT, Kind.MARKET, Kind.BAKERY, Kind.FOUNTAIN})
"""Kinds whose full colour stands out little from grass; their regions have an outline."""

DARK_MARKED: Final = frozenset({Kind.MERCHANT, Kind.MARKET, Kind.FOUNTAIN})
"""Kinds on whose full colour a dark mark is read better than a light one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A drawing on a square: its ink, and its em square as fractions of the square."""

    char: str
    ink: Ink
    size: float = 1.0
    left: float = 0.0
    top: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a mark sits: the centre and the size, as fractions of the square."""

    x: float
    y: float
    size: float


_SPOTS: Final = {
    RegionRoom.ALONE: {
        "": Spot(x=0.5, y=0.5, size=0.5),
        "N": Spot(x=0.5, y=0.235, size=0.38),
        "NE": Spot(x=0.65, y=0.35, size=0.42),
        "NS": Spot(x=0.5, y=0.5, size=0.42),
        "NES": Spot(x=0.6, y=0.5, size=0.46),
        "NESW": Spot(x=0.5, y=0.5, size=0.48),
    },
    RegionRoom.SHARED: {
        "N": Spot(x=0.5, y=0.175, size=0.29),
        "NE": Spot(x=0.7, y=0.3, size=0.34),
        "NS": Spot(x=0.5, y=0.175, size=0.29),  # before the waist, where another band may also cross this one
        "NES": Spot(x=0.67, y=0.5, size=0.38),
        # these leave no room for another region, but a table may be wrong
        "": Spot(x=0.5, y=0.5, size=0.5),
        "NESW": Spot(x=0.5, y=0.5, size=0.48),
    },
}
"""One spot for each shape of region, at the first of its turns."""


def _spots() -> dict[tuple[RegionRoom, str], Spot]:
    spots: dict[tuple[RegionRoom, str], Spot] = {}
    for room, shapes in _SPOTS.items():
        for first, first_spot in shapes.items():
            sides, spot = first, first_spot
            for _ in SIDES:
                spots.setdefault((room, sides), spot)
                sides, spot = _quarter_turn(sides), Spot(x=1 - spot.y, y=spot.x, size=spot.size)
    return spots


def _quarter_turn(sides: str) -> str:
    return "".join(side for side in SIDES if SIDES[SIDES.index(side) - 1] in sides)


SPOTS: Final[Mapping[tuple[RegionRoom, str], Spot]] = _spots()
"""Where the mark of a region sits, by its room and the sides that it reaches."""


def tile_layers(tile: Tile, completed: frozenset[int], waiting: frozenset[str]) -> tuple[Layer, ...]:
    """Return the layers of a tile, without its ground.

    `completed` are the indices of the features of completed structures, `waiting` the sides (of `NESW`) that are open
    to an empty square.

    >>> pond = Tile(cell="C3", features=(Feature(kind=Kind.POND, opens="E"),))
    >>> [layer.ink.value for layer in tile_layers(pond, frozenset(), frozenset("E"))]
    ['pond open', 'pond line', 'pond line', 'notch']
    >>> [layer.ink.value for layer in tile_layers(pond, frozenset({0}), frozenset())]
    ['pond', 'paper', 'paper']
    """
    room = RegionRoom.ALONE if len(tile.features) == 1 else RegionRoom.SHARED
    layers: list[Layer] = []
    for number, feature in enumerate(tile.features):
        full = number in completed or feature.kind in SINGLE_TILES
        layers += _full(feature, room) if full else _light(feature, room)
    sides = "".join(side for side in SIDES if side in waiting)
    if sides:
        layers.append(Layer(char=MARKS[f"waiting-{sides}"], ink=Ink.NOTCH))
    return tuple(layers)


def _full(feature: Feature, room: RegionRoom) -> Iterator[Layer]:
    ink = Ink.INK if feature.kind in DARK_MARKED else Ink.PAPER
    yield Layer(char=region(feature, room, RegionPart.FILL), ink=Ink(feature.kind.value))
    if feature.kind in FAINT:
        yield Layer(char=region(feature, room, RegionPart.OUTLINE), ink=Ink.OUTLINE)
    if feature.kind not in SINGLE_TILES:  # single tiles are always completed
        yield Layer(char=region(feature, room, RegionPart.INNER), ink=ink)
    yield _mark(feature, room, ink)


def _light(feature: Feature, room: RegionRoom) -> Iterator[Layer]:
    line = Ink(f"{feature.kind} line")
    yield Layer(char=region(feature, room, RegionPart.FILL), ink=Ink(f"{feature.kind} open"))
    yield Layer(char=region(feature, room, RegionPart.OUTLINE), ink=line)
    yield _mark(feature, room, line)


def _mark(feature: Feature, room: RegionRoom, ink: Ink) -> Layer:
    spot = SPOTS[room, feature.opens]
    half = spot.size / 2
    return Layer(char=MARKS[mark_name(feature)], ink=ink, size=spot.size, left=spot.x - half, top=spot.y - half)


def sign_layers(kind: Kind) -> tuple[Layer, Layer]:
    """Return the layers of the sign of a kind in a line of text, below which it hangs a little: its mark on a plot."""
    ground, drawn = (
        Layer(char=char, ink=ink, size=size, left=(1 - size) / 2, top=(1 - size) / 2 + SIGN_DROP)
        for char, ink, size in (
            (MARKS["plot-fill"], Ink(kind.value), SIGN_GROUND),
            (MARKS[kind.value], Ink.INK if kind in DARK_MARKED else Ink.PAPER, SIGN_MARK),
        )
    )
    return ground, drawn


SIGN_GROUND, SIGN_MARK, SIGN_DROP = 0.99, 0.7, 0.3
"""The sizes of the plot and of the mark of a sign, and how far it hangs below the line, in sizes of the sign."""


def mark_name(feature: Feature) -> str:
    """Return the name of a feature's mark: its kind, and for a villa its chimneys as well.

    >>> mark_name(Feature(kind=Kind.VILLA, opens="N", chimneys=3))
    'villa3'
    """
    if feature.kind is not Kind.VILLA or not feature.chimneys:
        return feature.kind.value
    return f"villa{feature.chimneys}"


def region(feature: Feature, room: RegionRoom, part: RegionPart) -> str:
    """Return the character that draws a part of a feature's region."""
    if not feature.opens:
        return MARKS[f"plot-{part}"]
    style = RegionBorder.SOFT if feature.kind in LANDSCAPES else RegionBorder.WALL
    return MARKS[f"{style}-{room}-{part}-{feature.opens}"]


_KIND_COLOURS: Final = {
    Kind.POND: "#2F7FA8",
    Kind.GARDEN: "#5F8F2E",
    Kind.VINEYARD: "#7B3F8F",
    Kind.FARMYARD: "#B8741A",
    Kind.MERCHANT: "#D8A714",
    Kind.GRANARY: "#7A4E2A",
    Kind.ADMINISTRATION: "#6D7278",
    Kind.CRAFTSMAN: "#2C7A63",
    Kind.VILLA: "#B4472E",
    Kind.MARKET: "#C9A227",
    Kind.BAKERY: "#A9713B",
    Kind.FOUNTAIN: "#4E9BB5",
}
OPEN_SHARE: Final = 0.3
"""The share of the full colour in the fill of an open structure."""

LINE_CONTRAST: Final = 4.6
"""The contrast of the line and the mark of an open structure to its fill."""


@cache
def inks(palette: Palette) -> Mapping[Ink, str]:
    """Return the colours of all inks in a theme."""
    dark = palette is DARK
    colours = {Ink.PAPER: PAPER, Ink.INK: DARK_INK, Ink.OUTLINE: DEEP if dark else DARK_INK, Ink.NOTCH: palette.primary}
    for kind, colour in _KIND_COLOURS.items():
        colours[Ink(kind.value)] = colour
        if kind not in SINGLE_TILES:
            fill = mixed(colour, palette.ground if dark else PAPER, OPEN_SHARE)
            colours[Ink(f"{kind.value} open")] = fill
            colours[Ink(f"{kind.value} line")] = _readable(colour, fill, WHITE if dark else BLACK)
    return colours


def _readable(colour: str, ground: str, towards: str) -> str:
    """Return a colour moved towards black or white until it is read on its ground."""
    shares = (mixed(colour, towards, share / 50) for share in range(50, -1, -1))
    return next(mixture for mixture in shares if contrast(mixture, ground) >= LINE_CONTRAST)


BLANK: Final = "\U000f0000"
"""The character that draws nothing and is as wide as a tile."""

FIRST_COLORED: Final = 0xF0001
"""The first of the characters that draw a layer in a colour of their own; they have no width, so that they overlap."""

MARK_NAMES: Final = (*(kind.value for kind in Kind), *(f"villa{chimneys}" for chimneys in range(1, 10)))
"""The marks of all features."""


def outline(layer: Layer) -> Outline:
    """Return what a layer draws, whatever its colour."""
    return layer.char, layer.size, layer.left, layer.top


@cache
def outlines() -> Mapping[Outline, int]:
    """Return the numbers of all that a layer can draw: each shape, and each mark at each spot."""
    spots = [(spot.size, spot.x - spot.size / 2, spot.y - spot.size / 2) for spot in SPOTS.values()]
    marks = [(MARKS[name], *spot) for name in MARK_NAMES for spot in dict.fromkeys(spots)]
    marks += [outline(layer) for kind in Kind for layer in sign_layers(kind)]
    shapes = [(MARKS[name], 1.0, 0.0, 0.0) for name in SHAPE_NAMES]
    return {drawn: number for number, drawn in enumerate(dict.fromkeys([*shapes, *marks]))}


_INKS: Final = {ink: number for number, ink in enumerate(Ink)}
_DARK_INKS: Final = {
    **_INKS,
    **{
        ink: len(Ink) + number
        for ink, number in _INKS.items()
        if ink in {Ink.OUTLINE, Ink.NOTCH} or ink.endswith((" open", " line"))
    },
}
"""The numbers of the inks of each theme: most are the same in both."""


def colored_char(layer: Layer, palette: Palette) -> str:
    """Return the character that draws a layer in the colour that it has in a theme."""
    numbers, of_theme = outlines(), _DARK_INKS if palette is DARK else _INKS
    return chr(FIRST_COLORED + of_theme[layer.ink] * len(numbers) + numbers[outline(layer)])


def drawn_text(layers: Iterable[Layer], palette: Palette) -> str:
    """Return the text in the font of marks that draws layers over each other, in the colours of a theme."""
    return "".join(colored_char(layer, palette) for layer in layers) + BLANK
