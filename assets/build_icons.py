"""Draws the pictures by which browsers and home screens know the app, from the drawing `marks/tessera.svg`.

Run `python assets/build_icons.py`. The names are those that Flet's page asks for.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import SVGPath
from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Iterator

ASSETS: Final = Path(__file__).parent
MARK_GRID: Final = 24
FINER: Final = 8
"""How much larger a picture is drawn before it is made small, for smooth edges."""

TERRACOTTA, TRAVERTINE = "#97401F", "#F2ECE0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """A picture: its side in pixels, the share of it that the drawing takes, and the colours."""

    side: int
    share: float
    ground: str | None = TRAVERTINE
    corner: float = 0.0


ICONS: Final = {
    "../companion/shell/assets/icon.png": Icon(
        side=1024, share=0.6
    ),  # of shells of its own, which cut it to their shapes
    "favicon.png": Icon(side=32, share=0.94, ground=None),
    "icons/icon-192.png": Icon(side=192, share=0.68, corner=0.2),
    "icons/icon-512.png": Icon(side=512, share=0.68, corner=0.2),
    "icons/icon-maskable-192.png": Icon(side=192, share=0.56),  # a mask may leave the inner 80 % alone
    "icons/icon-maskable-512.png": Icon(side=512, share=0.56),
    "icons/apple-touch-icon-192.png": Icon(side=192, share=0.64),
    "icons/loading-animation.png": Icon(side=512, share=0.68, corner=0.2),
}


def stones() -> Iterator[list[tuple[float, float]]]:
    """Return the stones of the mosaic as polygons on the unit square."""
    pen = RecordingPen()
    SVGPath(str(ASSETS / "marks" / "tessera.svg")).draw(pen)
    corners: list[tuple[float, float]] = []
    for step, points in pen.value:
        if step == "moveTo":
            corners = []
        corners += [(x / MARK_GRID, y / MARK_GRID) for x, y in points]
        if step in {"closePath", "endPath"}:
            yield corners


def picture(icon: Icon) -> Image.Image:
    """Return an icon, drawn larger and made small."""
    side = icon.side * FINER
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    if icon.ground:
        draw.rounded_rectangle((0, 0, side - 1, side - 1), radius=side * icon.corner, fill=icon.ground)
    edge = side * (1 - icon.share) / 2
    for stone in stones():
        draw.polygon([(edge + x * side * icon.share, edge + y * side * icon.share) for x, y in stone], fill=TERRACOTTA)
    return image.resize((icon.side, icon.side), Image.Resampling.BOX)


def main() -> None:
    """Write all icons."""
    for name, icon in ICONS.items():
        picture(icon).save(ASSETS / name, optimize=True)


if __name__ == "__main__":
    main()
