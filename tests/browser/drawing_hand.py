"""The hand of a player who draws a district over the board, with a finger or a mouse."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal

from playwright.sync_api import expect

from companion.games.carpe_diem.strokes import draw
from scoring.carpe_diem.state import DISTRICT_COLUMNS, District, Kind
from tests.companion.games.carpe_diem.walks import between, points_of, strokes_of

if TYPE_CHECKING:
    from companion.games.carpe_diem.hand_path import Point
    from companion.games.carpe_diem.strokes import Stroke
    from scoring.carpe_diem.district import Structure
    from tests.browser.screen import Screen

Device = Literal["finger", "mouse"]

POINTS: Final = 8
"""How many points of a stroke a device reports on its way from one square to the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingPace:
    """How long a hand takes for a tap and for a stroke, in ms.

    The client takes a click that follows the end of a touch within 50 ms for a part of that touch.
    """

    tap: float = 100
    stroke: float = 0


class DrawingHand:
    """One player's hand; `gestures` counts its taps and strokes, on the board, the bar and the digits."""

    def __init__(self, screen: Screen, device: Device = "finger", pace: DrawingPace | None = None) -> None:
        """Look where the board is; no kind is chosen yet."""
        self.screen = screen
        self.gestures = 0
        self._pace = pace or DrawingPace()
        self._device = device
        self._kind: Kind | None = None
        self._lying = District(tiles=())
        self._touch = screen.page.context.new_cdp_session(screen.page)
        expect(screen.button(re.compile("^A1(, |$)"))).to_be_visible()
        (first,) = screen.boxes(screen.button(re.compile("^A1(, |$)")))
        (last,) = screen.boxes(screen.button(re.compile("^F6(, |$)")))
        self._corner = first["x"], first["y"]
        self._step = (last["x"] - first["x"]) / (DISTRICT_COLUMNS - 1)

    def district(self, district: District) -> None:
        """Draw a district: one kind after the other, a stroke for each structure, the chimneys of each villa."""
        for stroke, structure in strokes_of(district):
            self.choose(stroke.kind)
            self.draw(stroke, structure)

    def choose(self, kind: Kind) -> None:
        """Choose what is drawn, where it is another kind than before."""
        if kind is self._kind:
            return
        self._kind = kind
        button = self.screen.button(kind.value, group="Draw")
        self.gestures += 1
        self.screen.wait(self._pace.tap)
        button.click()
        expect(button).to_have_attribute("aria-current", "true")

    def draw(self, stroke: Stroke, structure: Structure) -> None:
        """Draw a stroke, and count the chimneys where it is a villa with some."""
        self.stroke(points_of(stroke, self._lying))
        self._lying = draw(self._lying, stroke)
        if structure.chimneys:
            self.tap(f"Chimneys, {' '.join(structure.cells)}: {structure.chimneys}")

    def tap(self, name: str) -> None:
        """Tap a button."""
        self.gestures += 1
        self.screen.wait(self._pace.tap)
        self.screen.tap(name)

    def stroke(self, points: list[Point]) -> None:
        """Go from point to point, in squares from the top left corner of the board, and lift; tap where it is one."""
        self.gestures += 1
        way = [self._place(point) for point in points]
        if len(way) == 1:
            self.screen.wait(self._pace.tap)
            self._put(*way)
            self._lift()
            return
        self._put(way[0])
        steps = [between(start, end, step / POINTS) for start, end in pairwise(way) for step in range(1, POINTS + 1)]
        for place in steps:
            self.screen.wait(self._pace.stroke / len(steps))
            self._move(place)
        self._lift()

    def _place(self, point: Point) -> Point:
        return self._corner[0] + point[0] * self._step, self._corner[1] + point[1] * self._step

    def _put(self, place: Point) -> None:
        if self._device == "mouse":
            self.screen.page.mouse.move(*place)
            self.screen.page.mouse.down()
        else:
            self._finger("touchStart", place)

    def _move(self, place: Point) -> None:
        if self._device == "mouse":
            self.screen.page.mouse.move(*place)
        else:
            self._finger("touchMove", place)

    def _lift(self) -> None:
        if self._device == "mouse":
            self.screen.page.mouse.up()
        else:
            self._finger("touchEnd")

    def _finger(self, what: str, *places: Point) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self._touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})
