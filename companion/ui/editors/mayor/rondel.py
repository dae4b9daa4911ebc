"""The rondel: its spaces with the Action markers, what a move costs, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.mayor import copy_values
from companion.games.mayor.wording import color_text
from companion.tables.state import transition
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    labelled,
    mark,
    raised,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, WIDEST, Style
from companion.ui.editors.mayor.pads import StreetChips, kind_mark, street_dot
from scoring.mayor.turns import put_marker
from scoring.messages import Message, counted, say, say_in, tr, wordless

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.mayor.actions import MayorTable, StepCost
    from companion.games.mayor.copy_values import RondelSpace
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import Kind, Street


SPACE_WIDTH: Final = 100
"""The width of a space on a ring that is wide enough, in px."""

MAX_SHARE: Final = 0.31
"""The largest share of the ring's width that a space takes, so that spaces do not overlap."""

SPACE_HEIGHT: Final = 104
"""The height of a space on the ring with text of its usual size, in px."""

MAX_RING_SCALE: Final = 1.15
"""The largest scale of the text with which the spaces form a ring; else they stand below each other."""

MAX_RING: Final = 360
"""The largest width of the ring, in px."""

QUARTER: Final = 90
HUB: Final = 32

MARKER: Final = 15


def marker_names(state: MayorTable, space: Kind) -> tuple[str | Message, ...]:
    """Return the names of those whose Action markers stand on a space."""
    players = state.table.players
    named = enumerate(state.table.markers)
    markers = [at for at, on in named if on is space]
    neutral = sum(at >= len(players) for at in markers)
    words = counted(neutral, "{number} neutral marker", "{number} neutral markers")
    return (*(players[at].name for at in markers if at < len(players)), *([words] if neutral else []))


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceFace:
    """What a space of the rondel shows; `cost` is what it costs to move there, if it can be tapped for that."""

    state: MayorTable
    space: RondelSpace
    cost: StepCost | None

    @property
    def ink(self) -> ft.Colors:
        """The color of its drawing and words."""
        return ft.Colors.ON_SURFACE_VARIANT if self.too_dear else ft.Colors.ON_SURFACE

    @property
    def too_dear(self) -> bool:
        """Whether the active player lacks the gold to move there."""
        return self.cost is not None and not self.cost.affordable

    @property
    def label(self) -> str:
        """What a screen reader says: the space, what it costs, and who stands there."""
        words = f"{self.space.kind.noun.title}, {color_text(self.space.street)}"
        if self.cost is not None:
            words = f"{words}: {self.cost.words}"
        there = marker_names(self.state, self.space.kind)
        return f"{words}; {wordless('{names}', names=there)}" if there else words


def rondel(
    state: MayorTable,
    spaces: Sequence[RondelSpace],
    prices: Mapping[Kind, StepCost],
    viewport: Viewport,
    width: float,
    tap: Callable[[Kind], Any],
) -> ft.Control:
    """Return the rondel, at most `width` px wide; `prices` stand on its spaces, `tap` takes the one tapped."""
    faces = [SpaceFace(state=state, space=space, cost=prices.get(space.kind)) for space in spaces]
    taps = [partial(tap, space.kind) for space in spaces]
    if viewport.scale > MAX_RING_SCALE:
        return column(_row_of_space(face, do) for face, do in zip(faces, taps, strict=True))
    whole = min(width, MAX_RING)
    wide = min(SPACE_WIDTH, whole * MAX_SHARE)
    return _ring([_space_on_ring(face, do, wide) for face, do in zip(faces, taps, strict=True)], whole, wide)


def _ring(faces: Sequence[ft.Control], whole: float, wide: float) -> ft.Control:
    """Return five spaces, each `wide` px wide, in a ring of `whole` px; the first one is at the top."""
    across = (whole - wide) / 2 / sin(radians(72))
    hub = ft.Icon(ft.Icons.ROTATE_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT, size=HUB)
    placed: list[ft.Control] = [ft.Container(hub, left=(whole - HUB) / 2, top=SPACE_HEIGHT * 1.5 - HUB / 2)]
    for number, face in enumerate(faces):
        angle = radians(72 * number - QUARTER)
        left, top = whole / 2 + across * cos(angle) - wide / 2, SPACE_HEIGHT * (1 + sin(angle))
        placed.append(ft.Container(face, left=left, top=top, width=wide, height=SPACE_HEIGHT))
    ring_of_five = ft.Stack(placed, width=whole, height=SPACE_HEIGHT * (2 + cos(radians(36))))
    return ft.Row([ring_of_five], alignment=ft.MainAxisAlignment.CENTER, spacing=0)


def _space_on_ring(face: SpaceFace, tap: Callable[[], object], wide: float) -> ft.Control:
    lines: list[ft.Control] = [
        ft.Row(_kind_and_markers(face), spacing=SPACE, tight=True),
        text(face.space.kind.noun.title, Style.SMALL, color=face.ink),
        ft.Row(_street(face, no_wrap=True), spacing=SPACE // 2, tight=True),
        *_price(face),
    ]
    inner = ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    box = {
        "padding": ft.Padding.symmetric(vertical=SPACE),
        "alignment": ft.Alignment.CENTER,
        "width": wide,
        "height": SPACE_HEIGHT,
    }
    return _space_button(face, inner, tap, **box)


def _row_of_space(face: SpaceFace, tap: Callable[[], object]) -> ft.Control:
    """Return a space as one of several below each other, for large text."""
    name = text(face.space.kind.noun.title, Style.TEXT, color=face.ink, expand=True)
    above = ft.Row([*_kind_and_markers(face), name, *_price(face)], spacing=2 * SPACE)
    below = ft.Row(_street(face, no_wrap=False), spacing=SPACE)
    return _space_button(face, column([above, below], 0), tap, padding=2 * SPACE)


def _space_button(face: SpaceFace, inner: ft.Control, tap: Callable[[], object], **box: Any) -> ft.Control:  # noqa: ANN401
    stands_here = face.state.table.markers[face.state.table.turn] is face.space.kind
    return tappable(inner, face.label, tap, selected=stands_here, **raised(chosen=stands_here), **box)


def _kind_and_markers(face: SpaceFace) -> list[ft.Control]:
    return [kind_mark(face.space.kind, 26, face.ink), _markers(face.state, face.space.kind)]


def _street(face: SpaceFace, *, no_wrap: bool) -> list[ft.Control]:
    words = text(color_text(face.space.street), Style.SMALL, color=face.ink, no_wrap=no_wrap)
    return [street_dot(face.space.street), words]


def _price(face: SpaceFace) -> list[ft.Control]:
    if face.cost is None:
        return []
    ink = ft.Colors.ON_SURFACE_VARIANT if face.too_dear else ft.Colors.PRIMARY
    return [text(face.cost.words, Style.SMALL, color=ink, no_wrap=True)]


def _markers(state: MayorTable, space: Kind) -> ft.Control:
    """Return the markers on a space, two in a line."""
    marks = [marker_mark(state, at) for at, on in enumerate(state.table.markers) if on is space]
    lines: list[ft.Control] = [ft.Row(marks[at : at + 2], spacing=1, tight=True) for at in range(0, len(marks), 2)]
    return ft.Column(lines, spacing=0, tight=True)


def marker_mark(state: MayorTable, marker: int) -> ft.Control:
    """Return an Action marker: that of a seat, or of a color that nobody plays."""
    seats = state.extras.seats
    if marker < len(seats):
        return seat_mark(seats[marker], MARKER)
    return mark("marker", MARKER, ft.Colors.ON_SURFACE_VARIANT)


def space_line(state: MayorTable, space: RondelSpace) -> ft.Control:
    """Return the space on which the active player stands, in words."""
    active = state.table.players[state.table.turn].name
    others = [name for name in marker_names(state, space.kind) if name != active]
    words = [f"{space.kind.noun.title}, {color_text(space.street)}"]
    words += [tr("{names} there", names=tuple(others))] if others else []
    lines = ft.Column([text(words[0], Style.STRONG), *map(caption, words[1:])], spacing=0, tight=True, expand=True)
    marks = (kind_mark(space.kind, 32, ft.Colors.ON_SURFACE), street_dot(space.street))
    return labelled(ft.Row([*marks, lines], spacing=2 * SPACE), "; ".join(words))


MARGIN: Final = 4 * SPACE


@component
def RondelQuestions(game: str, answered: Callable[[], None]) -> ft.Control:
    """Ask which space follows the shop, and for the color of the church; both answers are kept in my copy."""
    ui = use_ui()
    copies = ui.tables.copies[game]
    shown = copy_values.unprinted_spaces(copies)

    async def follows(kind: Kind) -> None:
        await copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, kind)
        answered()

    async def has(street: Street) -> None:
        await copy_values.RONDEL.keep(copies, copy_values.CHURCH_STREET, street)
        answered()

    spaces = wrapped(
        chip(
            kind.noun.title,
            partial(follows, kind),
            selected=kind is shown.after_shop,
            leading=kind_mark(kind, 20, ft.Colors.ON_SURFACE),
        )
        for kind in copy_values.AFTER_SHOP_CANDIDATES
    )
    streets = StreetChips([shown.church_street], has)
    return card([text(copy_values.AFTER_SHOP_TITLE), spaces, text(copy_values.CHURCH_STREET_TITLE), streets])


@component
def MarkerPlacement(live: LiveTable, spaces: Sequence[RondelSpace], done: Callable[[], None]) -> ft.Control:
    """Let the Action markers be put on spaces: tap a marker, then its space; the next marker follows by itself."""
    use_revision(live)
    viewport = use_ui().viewport
    state: MayorTable = live.state
    markers = state.table.markers
    nothing: int | None = None
    picked, set_picked = use_value(nothing)
    unplaced = next((at for at, space in enumerate(markers) if space is None), None)
    moving = picked if picked is not None else unplaced

    def pick(at: int) -> None:
        set_picked(lambda _: at)

    async def stand(kind: Kind) -> None:
        if moving is None:
            return
        await live.change(
            say("{what}: {value}", what=_marker_name(state, moving), value=kind.noun.title),
            transition(put_marker, moving, kind),
        )
        set_picked(lambda _: None)

    chips = [
        chip(
            _marker_name(state, at),
            partial(pick, at),
            selected=at == moving,
            leading=marker_mark(state, at),
            label=_put_label(_marker_name(state, at), space),
        )
        for at, space in enumerate(markers)
    ]
    room = min(viewport.width - MARGIN, WIDEST) - 8 * SPACE
    parts: list[ft.Control] = [heading(tr("Where do the Action markers stand?")), wrapped(chips)]
    if moving is not None:
        parts.append(text(tr("Tap the space for {piece}.", piece=_marker_name(state, moving))))
    parts.append(rondel(state, spaces, {}, viewport, room, stand))
    if unplaced is None:
        parts.append(AtThumb(lambda: [button(tr("Done"), done)]))
    return card(parts)


def _put_label(marker: Message, space: Kind | None) -> str:
    """Return the label that puts an Action marker on a space; `space` is the one where it stands now."""
    return str(marker) if space is None else tr("{what}: {value}", what=marker, value=space.noun.title)


def _marker_name(state: MayorTable, marker: int) -> Message:
    """Return whose an Action marker is; neutral ones have numbers."""
    players = state.table.players
    if marker < len(players):
        return say_in("rondel", "{name}’s marker", name=players[marker].name)
    return say("neutral marker {number}", number=marker - len(players) + 1)
