"""The layer over the board on which a kind is drawn, the trail of the hand, and what is said of the last stroke."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions, strokes
from companion.games.carpe_diem.hand_path import middle_of, stroke_along, tap_at
from companion.games.carpe_diem.strokes import ImpossibleStrokeError, NoSideError, Stroke, Twin
from companion.ui.components.controls import caption, notice, outlined
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import SQUARE_GAP, column, spread_row
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe, supersede
from companion.ui.core.theme import SPACE
from companion.ui.editors.carpe_diem.square_panel import writ_button
from companion.ui.editors.carpe_diem.square_pictures import FRAME
from companion.ui.editors.carpe_diem.tile_drawing import Ink, inks
from companion.ui.editors.carpe_diem.tile_picker import ChosenKind, chimney_row
from scoring.carpe_diem.building_phase import writ_key
from scoring.carpe_diem.district import Structure, structures
from scoring.carpe_diem.state import (
    CHIMNEYS_RANGE,
    DISTRICT_COLUMNS,
    DISTRICT_ROWS,
    DWELLINGS,
    SINGLE_TILES,
    District,
    Kind,
    Thing,
)
from scoring.messages import Message, counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.games.carpe_diem.hand_path import Point
    from companion.tables.live_table import LiveTable

    Offer = Callable[[str, Kind], Awaitable[None]]

DRAG_MS: Final = 50
"""How long after a point of a stroke the browser sends the next one, in ms: some twenty for a stroke of a second."""

TRAIL: Final = 0.3
"""The width of the trail, as a share of a square."""

LEANING: Final = 0.65
"""How far the trail leads from the middle of a square where an end is left open, as a share of a square."""

HINT: Final = say("Choose what to draw, or tap a square or the frame.")


@ft.observable
@dataclass
class Trail:
    """The stroke that a hand is drawing, and whether it is one that cannot be laid."""

    stroke: Stroke | None = None
    impossible: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StrokeResult:
    """What came of a stroke: why it was not laid; or its squares, its villa, and pieces that could join or part.

    `laid` are those of the squares on which no tile lay before.
    """

    reason: Message | None = None
    squares: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    villa: Structure | None = None
    twin: Twin | None = None


@ft.observable
@dataclass
class LastStroke:
    """The result of the last stroke in this browser, `None` before the first one of a kind."""

    result: StrokeResult | None = None


class Pen:
    """A hand over the board of a seat: the points that it touches, and what becomes of its strokes."""

    def __init__(self, live: LiveTable, seat: int, chosen: ChosenKind, last: LastStroke, offer: Offer) -> None:
        """Begin with the hand in the air; `offer` shows the tiles of a kind that fit where a tap says no side."""
        self._live = live
        self._seat = seat
        self._chosen = chosen
        self._last = last
        self._offer = offer
        self.trail = Trail()
        self._points: list[Point] = []

    def put_down(self, point: Point) -> None:
        """Begin a stroke, or a tap."""
        self._points = [point]
        self.trail.stroke = None  # the browser may have broken the last stroke off

    def move(self, point: Point) -> None:
        """Go on with a stroke; the trail is drawn anew where it gets to another square."""
        self._points.append(point)
        stroke = self._stroke()
        if stroke == self.trail.stroke:
            return
        self.trail.stroke = stroke
        self.trail.impossible = stroke is not None and self._reason(stroke) is not None

    async def lift(self, point: Point) -> None:
        """End a stroke, and lay what it draws."""
        self._points.append(point)
        stroke = self._stroke()
        self._points = []
        try:
            await self._lay(stroke)
        finally:
            if not self._points:  # the hand has not begun the next stroke
                self.trail.stroke = None

    async def tap(self, point: Point) -> None:
        """Lay what a tap draws."""
        self._points = []
        kind = self._chosen.kind
        await self._lay(None if kind is None else tap_at(kind, point, self._district))

    @property
    def _district(self) -> District:
        return actions.district_of(self._live.state, self._seat)

    def _stroke(self) -> Stroke | None:
        kind = self._chosen.kind
        return None if kind is None else stroke_along(kind, self._points, self._district)

    def _reason(self, stroke: Stroke) -> Message | None:
        try:
            strokes.draw(self._district, stroke)
        except ImpossibleStrokeError as impossible:
            return impossible.reason
        return None

    async def _lay(self, stroke: Stroke | None) -> None:
        if stroke is None:
            return
        before = self._district
        try:
            await self._live.change(strokes.label(before, stroke), lambda state: strokes.lay(state, self._seat, stroke))
        except NoSideError:
            await self._offer(stroke.squares[0], stroke.kind)
            return
        except ImpossibleStrokeError as impossible:
            self._last.result = StrokeResult(reason=impossible.reason)
            return
        after = self._district
        self._last.result = StrokeResult(
            squares=stroke.covered,
            laid=tuple(cell for cell in stroke.covered if not strokes.features_on(before, cell)),
            villa=strokes.villa_drawn(after, stroke),
            twin=strokes.twin_of(before, after, stroke),
        )


@component
def DrawingLayer(pen: Pen, chosen: ChosenKind, size: float) -> ft.Control:
    """Take strokes and taps over the squares while a kind is chosen."""
    if chosen.kind is None:
        return ft.Container(left=0, top=0)
    step = size + SQUARE_GAP

    def point(position: ft.Offset) -> Point:
        return position.x / step, position.y / step

    def down(event: ft.DragDownEvent[ft.GestureDetector]) -> None:
        pen.put_down(point(event.local_position))

    def move(event: ft.DragUpdateEvent[ft.GestureDetector]) -> None:
        pen.move(point(event.local_position))

    async def lift(event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        await pen.lift(point(event.local_position))

    async def tap(event: ft.TapEvent[ft.GestureDetector]) -> None:
        if event.local_position is not None:
            await pen.tap(point(event.local_position))

    return ft.GestureDetector(
        # both drags, as a pan would lose against the page, which scrolls, and the players, who are flicked
        on_horizontal_drag_down=safe(down),
        on_horizontal_drag_update=safe(move),
        on_horizontal_drag_end=supersede(lift),
        on_vertical_drag_update=safe(move),
        on_vertical_drag_end=safe(lift),
        on_tap=supersede(tap),
        drag_interval=DRAG_MS,
        exclude_from_semantics=True,
        mouse_cursor=ft.MouseCursor.PRECISE,
        content=ft.Container(TrailPicture(pen.trail, step), bgcolor=ft.Colors.TRANSPARENT),
        left=FRAME + SQUARE_GAP,
        top=FRAME + SQUARE_GAP,
        width=DISTRICT_COLUMNS * step,
        height=DISTRICT_ROWS * step,
    )


@component
def TrailPicture(trail: Trail, step: float) -> ft.Control:
    """Show the stroke that is being drawn, in the colour of its kind, or as an error where it cannot be laid."""
    stroke = trail.stroke
    if stroke is None:
        return ft.Container()
    colour = ft.Colors.ERROR if trail.impossible else inks(use_ui().viewport.palette)[Ink(stroke.kind.value)]
    pairs = list(pairwise(stroke.squares)) or [(stroke.squares[0], stroke.squares[0])]
    return ft.Stack([_bar(_end(stroke, *pair), _end(stroke, *pair[::-1]), step, colour) for pair in pairs])


def _end(stroke: Stroke, cell: str, neighbour: str) -> Point:
    """Return where the trail ends on a square: in its middle, or a little over its side where an end is left open."""
    x, y = middle_of(cell)
    if cell not in stroke.outside:
        return x, y
    u, v = middle_of(neighbour)
    return u + (x - u) * LEANING, v + (y - v) * LEANING


def _bar(start: Point, end: Point, step: float, colour: str) -> ft.Control:
    """Return a bar from one point to another above, below or beside it."""
    (x, y), (u, v) = start, end
    return ft.Container(
        left=(min(x, u) - TRAIL / 2) * step,
        top=(min(y, v) - TRAIL / 2) * step,
        width=(abs(x - u) + TRAIL) * step,
        height=(abs(y - v) + TRAIL) * step,
        border_radius=TRAIL * step / 2,
        bgcolor=colour,
        border=ft.Border.all(1, ft.Colors.SURFACE),
    )


@component
def StrokeNote(live: LiveTable, seat: int, chosen: ChosenKind, last: LastStroke) -> ft.Control:
    """Show what came of the last stroke and what it asks, or how the chosen kind is drawn."""
    use_revision(live)
    kind, result = chosen.kind, last.result
    if kind is None:
        return caption(HINT)
    if result is not None and result.reason is not None:
        return notice(result.reason, wrong=True)
    district = actions.district_of(live.state, seat)
    parts: list[ft.Control] = []
    if result is not None:
        parts += _chimneys(live, seat, district, result)
        parts += _twin(live, seat, district, result, last)
        parts += _writ(live, seat, district, result)
    return column(parts or [caption(_how(kind))], spacing=SPACE)


def _how(kind: Kind) -> str:
    """Return how a kind is drawn."""
    if kind in SINGLE_TILES:
        return tr("Tap each {kind}. Tap it again to remove it.", kind=kind.noun.name)
    if kind in DWELLINGS:
        return tr("Draw each {kind} from half to half. Draw it again to remove it.", kind=kind.noun.name)
    return tr(
        "Drag a finger over the squares of the {kind}, and beyond a side that is open. Do it again to remove it.",
        kind=kind.noun.name,
    )


def _chimneys(live: LiveTable, seat: int, district: District, result: StrokeResult) -> list[ft.Control]:
    """Return the question for the chimneys of the villa that was drawn, while it lies as it was."""
    drawn = result.villa
    lying = (
        structure
        for structure in structures(district)
        if drawn is not None and set(structure.parts) == set(drawn.parts)
    )
    villa = next(lying, None)
    if villa is None:
        return []

    async def choose(number: int) -> None:
        squares = " ".join(villa.cells)
        label = counted(number, "{number} chimney on {squares}", "{number} chimneys on {squares}", squares=squares)
        await live.change(
            label, lambda state: strokes.count_chimneys(state, seat, villa, number, result.laid or result.squares)
        )

    title = f"{Thing.CHIMNEYS.noun.title}, {' '.join(villa.cells)}"
    return [chimney_row(title, villa.chimneys, choose, CHIMNEYS_RANGE.high * len(villa.parts))]


def _writ(live: LiveTable, seat: int, district: District, result: StrokeResult) -> list[ft.Control]:
    """Return the button for the writ of the one tile that a stroke laid, as in a turn; none where it laid several.

    It takes the writ in the bar at the thumb, which may have the bonus that the tile brings as well.
    """
    if len(result.laid) != 1 or not strokes.features_on(district, result.laid[0]):
        return []
    cell = result.laid[0]
    buttons = writ_button(live, seat, cell)
    if not buttons or writ_key(seat, cell) in live.state.table.writs:
        return [wrapped(buttons)] if buttons else []
    return [*buttons[1:], AtThumb(lambda: writ_button(live, seat, cell)[:1], further=True)]


def _twin(live: LiveTable, seat: int, district: District, result: StrokeResult, last: LastStroke) -> list[ft.Control]:
    """Return the button that joins two pieces of a tile, or parts them, where the stroke might have meant that."""
    twin = result.twin
    if twin is None or strokes.switch(district, twin) == district:
        return []
    place = say("{what} on {cell}", what=twin.kind.noun.title, cell=twin.cell)
    act = say("Join the pieces") if twin.apart else say("Split in two")

    async def switch() -> None:
        last.result = replace(result, twin=replace(twin, apart=not twin.apart))
        label = say("{what}: {value}", what=place, value=act)
        await live.change(label, lambda state: strokes.switch_twin(state, seat, twin))

    return [spread_row([caption(place), outlined(act, switch)])]
