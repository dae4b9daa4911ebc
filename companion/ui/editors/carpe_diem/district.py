"""The district of a player: the board in its frame, the panel for the square that was tapped, and the quick count."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import actions
from companion.ui.components.controls import card, group, heading, notice, outlined, plain_button
from companion.ui.components.correction import spot, use_spot
from companion.ui.components.dialogs import Confirmation, change_and_say, use_confirmation
from companion.ui.components.layout import SQUARE_CORNER, SQUARE_GAP, column, room_for, scrolling, two_columns
from companion.ui.components.stepper import Counter, Stepper, alone, counter_of
from companion.ui.core.context import Viewport, use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.keyboard import use_arrows, use_keys
from companion.ui.core.theme import MARKS, RADIUS, SPACE, TWO_COLUMNS
from companion.ui.editors.carpe_diem.drawing_layer import DrawingLayer, LastStroke, Pen, StrokeNote
from companion.ui.editors.carpe_diem.my_copy_screen import villa_questions
from companion.ui.editors.carpe_diem.square_panel import PickedSquare, SquarePanel, ToSettle, turn_tile
from companion.ui.editors.carpe_diem.square_pictures import FRAME, SquareRow, lines, pictures, wrong_squares
from companion.ui.editors.carpe_diem.stock import Goals, Stock
from companion.ui.editors.carpe_diem.tile_picker import ChosenKind, KindBar, laid_label, lay_tile
from scoring.carpe_diem import placement
from scoring.carpe_diem.district import NEIGHBOURS
from scoring.carpe_diem.state import (
    CHIMNEYS,
    COUNTS,
    DISTRICT_COLUMNS,
    DISTRICT_ROWS,
    DISTRICT_SQUARES,
    FRAME_LINES,
    RULES,
    SHOVEL_SQUARES,
    Kind,
    Tally,
    Thing,
)
from scoring.fields import Between, Number
from scoring.messages import Message, say, titled, tr, wordless
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import District, Tile

    Pick = Callable[[str | None], Awaitable[None]]


MAX_COUNT: Final = len(DISTRICT_SQUARES)
"""Nothing is more often in a district than it has squares."""


@component
def QuickCount(live: LiveTable, seat: int) -> ft.Control:
    """Show the tally of a seat."""
    use_revision(live)
    player = live.state.table.players[seat]
    tally = player.tally
    if tally is None:
        return ft.Container()
    counts = [_stepper(live, seat, COUNTS[kind], tally) for kind in COUNTS]
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in problems_of(live.problems, seat)),
            spot("villas", card([heading(RULES["villas"]), *_villas(live, seat, tally), *villa_questions(live, seat)])),
            spot("frame", card([Goals(live, seat, None, _nowhere)])),
            card([heading(titled(say("completed"))), *counts]),
            TilesInstead(live, seat),
        ],
        spacing=3 * SPACE,
    )


async def _nowhere(_place: str | None) -> None:
    """Pick nothing: a tally has no board."""


def _stepper(live: LiveTable, seat: int, number: Number, tally: Tally, least: int = 0) -> ft.Control:
    async def keep(value: int) -> None:
        await live.change(alone("", number, value), lambda state: actions.with_tally(state, seat, number, value))

    counter = counter_of(number, Between(least, number.range.high))
    return keyed(f"{seat} {number.field} {number.key} {least}", Stepper, counter, number.of(tally), keep)


def _villas(live: LiveTable, seat: int, tally: Tally) -> list[ft.Control]:
    rows: list[ft.Control] = [
        keyed(f"{seat} villa {index} of {len(tally.villas)}", VillaRow, live, seat, index)
        for index in range(len(tally.villas))
    ]

    add_villa = say("Add {spoken}", spoken=Kind.VILLA.noun.name)

    async def add() -> None:
        await live.change(add_villa, lambda state: actions.with_villas(state, seat, (*tally.villas, 1)))

    return [
        *rows,
        ft.Row([outlined(add_villa, add, icon=ft.Icons.ADD)], wrap=True),
        _stepper(live, seat, CHIMNEYS, tally, least=sum(tally.villas)),
    ]


@component
def VillaRow(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show a completed villa with its chimneys."""
    use_revision(live)
    tally = live.state.table.players[seat].tally
    if tally is None or index >= len(tally.villas):
        return ft.Container()
    villa = wordless("{kind} {number}", kind=Kind.VILLA.noun.name, number=index + 1)
    name = wordless("{villa}, {chimneys}", villa=titled(villa), chimneys=Thing.CHIMNEYS.noun.name)
    counter = Counter(name=name, most=MAX_COUNT, char=MARKS["villa"], ink=ft.Colors.ON_SURFACE)

    async def keep(chimneys: int) -> None:
        villas = (*tally.villas[:index], chimneys, *tally.villas[index + 1 :])
        await live.change(
            say("{what}: {value}", what=name, value=chimneys), lambda state: actions.with_villas(state, seat, villas)
        )

    async def remove_villa() -> None:
        villas = (*tally.villas[:index], *tally.villas[index + 1 :])
        label = say("{spoken}: removed", spoken=villa)
        await change_and_say(live, label, lambda state: actions.with_villas(state, seat, villas))

    button = plain_button(tr("Remove {name}", name=villa), remove_villa, icon=ft.Icons.DELETE_OUTLINE)
    return ft.Column([Stepper(counter, tally.villas[index], keep), ft.Row([button], wrap=True)], spacing=0, tight=True)


@component
def TilesInstead(live: LiveTable, seat: int) -> ft.Control:
    """Offer the board of tiles; a question says first what would be given up."""
    title = say("Lay tiles instead")

    async def lay() -> None:
        await change_and_say(live, title, lambda state: actions.lay_tiles(state, seat))

    question = Confirmation(
        title=title,
        words=tr("This clears the counts and the frame goals entered here. You can undo this."),
        do=tr("Lay tiles"),
        leave=tr("Cancel"),
    )
    ask = use_confirmation(question, lay)
    return ft.Row([plain_button(title, ask, icon=ft.Icons.GRID_VIEW)], wrap=True)


SMALLEST, LARGEST = 56, 80
"""The size up to which squares grow whatever the height, and the size up to which they grow with it, in px."""

BARS: Final = 200
"""The height of the bars above and below the board, in px."""

WIDE_BAR: Final = 104
"""The height of the bar of kinds below the board where there is room for two columns, in px."""

LEAST_BELOW: Final = 120
"""The least height in px of what is below a board that stays in view; where there is less, the board scrolls."""

BAR_ROOM: Final = 240
"""The height in px below the board from which on the bar of kinds may have several rows."""

SENDING_S: Final = 0.015
"""Seconds in which the mark on the square tapped is sent, before the panel is computed: a browser paints it first."""

COLUMNS, ROWS = FRAME_LINES[:DISTRICT_COLUMNS], FRAME_LINES[DISTRICT_COLUMNS:]


@component
def DistrictTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the district of a seat, or its tally where the tiles are only counted."""
    counted = use_selector(live, lambda: live.state.table.players[seat].tally is not None, seat)
    scrolled = use_spot(live.id)
    if not counted:
        return keyed(f"board {seat}", Board, live, seat)
    count = keyed(f"count {seat}", QuickCount, live, seat)
    return (
        two_columns([count], [Stock(live, seat)], scrolled) if use_ui().viewport.wide else scrolling([count], scrolled)
    )


def square_size(viewport: Viewport) -> float:
    """Return the size of the squares, in px."""
    room = viewport.width / 2 if viewport.width >= TWO_COLUMNS else viewport.width
    bars = BARS + (WIDE_BAR if viewport.wide and not viewport.low else 0)
    height = (viewport.height - bars - FRAME) // DISTRICT_ROWS - SQUARE_GAP
    return min(room_for(room, DISTRICT_COLUMNS, FRAME), max(min(height, LARGEST), SMALLEST))


@component
def Board(live: LiveTable, seat: int) -> ft.Control:
    """Show the board in its frame, and what is done on it; a square tapped is marked before its panel follows."""
    ui = use_ui()
    tools = ft.use_memo(lambda: BoardTools(live, seat), [live, seat])
    pick, tap = ft.use_callback(tools.pick, [tools]), ft.use_callback(tools.tap, [tools])
    use_arrows(ui.keys, lambda: tools.busy_with, pick, tools.neighbour_of)
    size = square_size(ui.viewport)
    squares = Squares(live, seat, size, tools.chosen, tap)
    board = ft.Stack([squares, PickedFrame(tools.marked, size), DrawingLayer(tools.pen, tools.chosen, size)])
    centred = ft.Row([board], alignment=ft.MainAxisAlignment.CENTER)
    if not ui.viewport.wide and room_below(ui.viewport, size) >= LEAST_BELOW:
        above = ft.Container(centred, padding=ft.Padding.only(top=2 * SPACE))
        rest = BelowOnPhone(live, seat, tools, tools.panel, pick, room_below(ui.viewport, size))
        corner = ft.BorderRadius.only(top_left=2 * RADIUS, top_right=2 * RADIUS)
        paper = ft.Container(rest, expand=True, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=corner)
        return ft.Column([above, paper], expand=True, spacing=SPACE)
    bar = Bar(tools, pick, in_one_row=ui.viewport.low or not ui.viewport.wide)
    below = card([Below(live, seat, tools, tools.panel, pick)], padding=3 * SPACE)
    if not ui.viewport.wide:
        return ft.Column([scrolling([centred, below]), bar], expand=True, spacing=0)
    if not ui.viewport.low:
        return two_columns([centred, bar], [below, Stock(live, seat)])
    right = ft.Column([bar, scrolling([below, Stock(live, seat)])], expand=True, spacing=0)
    return ft.Row([scrolling([centred], has_foot=False), right], expand=True, spacing=0)


@component
def BelowOnPhone(
    live: LiveTable, seat: int, tools: BoardTools, panel: OpenPanel, pick: Pick, room: float
) -> ft.Control:
    """Show the bar in the `room` px below a board, or the panel of a place, which needs all of it."""
    little = room < BAR_ROOM * use_ui().viewport.scale
    bar = Bar(tools, pick, in_one_row=little or panel.open)
    below = scrolling([Below(live, seat, tools, panel, pick)])
    shown = [bar, below] if not panel.open else [below] if panel.of_place else [below, bar]
    return ft.Column(shown, expand=True, spacing=0)


@ft.observable
@dataclass
class OpenPanel:
    """Whether a panel takes the place of the bar of kinds: what is laid out by that stays with the next panel.

    That `of_place` has no bar beside it; while a tile is moved or laid again, the bar stands at the foot.
    """

    open: bool = False
    of_place: bool = False


class BoardTools:
    """What one browser does with the board of a seat: the place tapped, which is `marked` before it is `opened`."""

    def __init__(self, live: LiveTable, seat: int) -> None:
        """Begin with nothing tapped, and no kind chosen."""
        self._live, self._seat = live, seat
        self.marked, self.opened, self.panel = PickedSquare(), PickedSquare(), OpenPanel()
        self.chosen, self.last = ChosenKind(), LastStroke()
        self.pen = Pen(live, seat, self.chosen, self.last, self.offer)

    @property
    def busy_with(self) -> str | None:
        """The place that is open, or the one whose tile is laid again."""
        return self.marked.place if self.marked.again is None else self.marked.again.cell

    @property
    def _district(self) -> District:
        return actions.district_of(self._live.state, self._seat)

    def neighbour_of(self, side: str) -> str:
        """Return the square that an arrow leads to: the next one, or the shovel space from outside the board."""
        place = self.marked.place
        if place in DISTRICT_SQUARES:
            return NEIGHBOURS[place].get(side, place)
        return self._district.shovel or SHOVEL_SQUARES[0]

    async def tap(self, place: str) -> None:
        """Lay on a square the tile that is laid again, else pick a place, or none where it is open already."""
        tile = self.marked.again
        if tile is not None and place in DISTRICT_SQUARES:
            await self._lay_on(place, tile)
        else:
            await self.pick(None if place == self.marked.place else place)

    async def offer(self, cell: str, kind: Kind) -> None:
        """Open the panel of a free square with the tiles that show a kind."""
        await self.pick(cell, kind)

    async def pick(self, place: str | None, kind: Kind | None = None) -> None:
        """Mark a place, land the tile that is being moved there, and open the place's panel."""
        marked = self.marked
        if place is not None:
            self.chosen.kind = None
        moved, marked.moved = marked.moved, None
        marked.place, marked.again = place, None
        await asyncio.sleep(SENDING_S)
        if moved is not None:
            self.opened.moved = None
            if place in DISTRICT_SQUARES:
                await self._land(moved, place)
        if marked.place == place and marked.again is None:
            self._open(place, kind)

    def move(self, cell: str) -> None:
        """Move the tile of a square to the one tapped next."""
        self.marked.moved = self.opened.moved = cell
        self.panel.of_place = False

    def lay_again(self, tile: Tile) -> None:
        """Lay a tile again on every empty square tapped from now on."""
        self.chosen.kind = self.marked.place = self.opened.place = None
        self.marked.again = self.opened.again = tile
        self.panel.open, self.panel.of_place = True, False

    def change(self, cell: str | None) -> None:
        """Let another tile be chosen for a square, or show the tile that was."""
        self.opened.changed = cell

    def _open(self, place: str | None, kind: Kind | None) -> None:
        """Open the panel of a place, of a free square with the tiles of a kind, or close it."""
        self.opened.moved = self.opened.again = None
        self.opened.kind = kind
        self.opened.place, self.opened.changed = place, None
        self.panel.open, self.panel.of_place = self.opened.busy, place is not None

    async def _lay_on(self, target: str, tile: Tile) -> None:
        """Lay a tile also on an empty square, if it fits in some orientation; one like it that lies there is turned."""
        lying = actions.tile_on(self._district, target)
        if lying is not None and placement.outline(lying) == placement.outline(tile):
            await turn_tile(self._live, self._seat, target)
            return
        fitted = None if lying is not None else actions.fitted(self._district, tile, target)
        if fitted is None:
            show_snackbar(_refusal(target, lying))
        else:
            await lay_tile(self._live, self._seat, fitted)

    async def _land(self, cell: str, target: str) -> None:
        """Move a tile to another square, where it fits in some orientation."""
        if target == cell:
            return
        lying = actions.tile_on(self._district, target)
        tile = None if lying is not None else actions.landing(self._district, cell, target)
        if tile is None:
            show_snackbar(_refusal(target, lying))
        else:
            await self._live.change(laid_label(tile), lambda state: actions.move(state, self._seat, cell, tile))


def _refusal(target: str, lying: Tile | None) -> Message:
    """Return why a tile cannot lie on a square: another one does, or it fits there in no way."""
    if lying is not None:
        return say("{target} is taken: tap an empty square.", target=target)
    return say("The tile does not fit on {target}, whichever way it is turned.", target=target)


def room_below(viewport: Viewport, size: float) -> float:
    """Return the height in px that a board with squares of `size` leaves on a phone."""
    return viewport.height - BARS - FRAME - DISTRICT_ROWS * (size + SQUARE_GAP)


@component
def Bar(tools: BoardTools, pick: Pick, *, in_one_row: bool) -> ft.Control:
    """Show the bar of kinds; Escape ends drawing."""

    async def choose(kind: Kind | None) -> None:
        tools.last.result = None
        tools.chosen.kind = kind
        if kind is not None:
            await pick(None)

    async def press(event: ft.KeyboardEvent) -> bool:
        stops = event.key == "Escape" and tools.chosen.kind is not None
        if stops:
            await choose(None)
        return stops

    use_keys(use_ui().keys, press)
    padding = ft.Padding.only(left=2 * SPACE, top=2 * SPACE, right=2 * SPACE, bottom=SPACE)
    return ft.Container(
        KindBar(tools.chosen, choose, in_one_row=in_one_row),
        padding=padding,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=2 * RADIUS,
    )


@component
def Below(live: LiveTable, seat: int, tools: BoardTools, panel: OpenPanel, pick: Pick) -> ft.Control:
    """Show what is to be settled, what is to be said of the last stroke, and the panel of the place that was tapped."""
    note = StrokeNote(live, seat, tools.chosen, tools.last)
    notes = ft.Container(visible=False) if panel.open else column([ToSettle(live, seat), note])
    return column([notes, SquarePanel(live, seat, tools.opened, pick, tools)])


@component
def Squares(live: LiveTable, seat: int, size: float, chosen: ChosenKind, tap: Callable[[str], object]) -> ft.Control:
    """Show the squares and the two strips of the frame; while a kind is drawn, squares take no taps of their own."""
    use_revision(live)
    palette = use_ui().viewport.palette
    district = actions.district_of(live.state, seat)
    squares = pictures(district, wrong_squares(live.problems, seat))
    frame = lines(live.state.table.players[seat])
    top = SquareRow(tuple(frame[line] for line in COLUMNS), size, palette, tap)
    drawn = chosen.kind is not None
    rows = [
        SquareRow((frame[row], *(squares[f"{line}{row}"] for line in COLUMNS)), size, palette, tap, only_lines=drawn)
        for row in ROWS
    ]
    number = len(DISTRICT_SQUARES)
    words = tr("{number} squares, {free} free", number=number, free=number - len(district.tiles))
    shown = ft.Column([top, *rows], spacing=SQUARE_GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    return group(shown, words)


@component
def PickedFrame(picked: PickedSquare, size: float) -> ft.Control:
    """Show the frame around the square or line that was tapped."""
    place = picked.place
    if place is None:
        return ft.Container(left=0, top=0)
    column = 0 if place.isdigit() else 1 + COLUMNS.index(place[0])
    row = 0 if place in COLUMNS else int(place[-1])
    start = FRAME + SQUARE_GAP
    step = size + SQUARE_GAP
    return ft.TransparentPointer(
        ft.Container(
            border=ft.Border.all(3, ft.Colors.PRIMARY),
            border_radius=SQUARE_CORNER,
            width=size if column else FRAME,
            height=size if row else FRAME,
        ),
        left=start + (column - 1) * step if column else 0,
        top=start + (row - 1) * step if row else 0,
    )
