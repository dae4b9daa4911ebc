"""The forum as a drawing: three rows of four cards, and the places for markers between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import with_minus_signs
from companion.games.carpe_diem.forum import has_marker, left_empty
from companion.games.carpe_diem.wording import card_text, pair_name
from companion.ui.components.controls import group, mark, seat_mark, silent, tappable
from companion.ui.components.layout import SQUARE_GAP, grid
from companion.ui.core.error_boundary import memo, repeated
from companion.ui.core.theme import RADIUS, TARGET
from companion.ui.editors.carpe_diem.card_face import card_face, face_height, given_lines, place_for_a_card
from scoring.carpe_diem.forum.visits import PAIRS, Pair, cards_lying, marker_owner
from scoring.carpe_diem.state import FORUM_COLUMNS, FORUM_ROWS, FORUM_SQUARES, Card
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.ui.core.context import Viewport

WIDE_GAP, GAP = 24, 10
"""The gap between two cards in px: as wide as a number, and narrower, with the number over the edges of the cards."""

MIN_CARD, MAX_CARD = 64, 144
"""The width of a card in px: the smallest with wide gaps, and the largest."""

MAX_WIDE_SCALE: Final = 1.5
"""The greatest scale of text with wide gaps: with larger text the cards need the room. Numbers do not grow further."""

MAX_OVER_CARDS: Final = 1.25
"""The greatest scale of a number that lies over the edges of cards."""

NUMBER_SIZE: Final = 14
"""The size of the numbers between the cards, with text of its usual size, in px."""

MARKER: Final = 26
DOT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumLayout:
    """The places of the cards, in px from the top left corner.

    `lower_lines` is the number of lines of each lower half; `wide` says whether the numbers fit into the gaps.
    """

    card: float
    height: float
    lower_lines: int
    gap: float
    wide: bool

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the forum."""
        return (FORUM_COLUMNS * (self.card + self.gap) - self.gap, FORUM_ROWS * (self.height + self.gap) - self.gap)

    def corner(self, square: str) -> tuple[float, float]:
        """Return the top left corner of a square."""
        row, column = divmod(FORUM_SQUARES.index(square), FORUM_COLUMNS)
        return column * (self.card + self.gap), row * (self.height + self.gap)

    def middle(self, pair: Pair) -> tuple[float, float]:
        """Return the middle of the place between two squares."""
        (left, top), (right, bottom) = map(self.corner, pair)
        return (left + right + self.card) / 2, (top + bottom + self.height) / 2


def forum_layout(room: float, scale: float, cards: Sequence[Card]) -> ForumLayout:
    """Return the layout of the forum in a width of `room` px.

    >>> forum_layout(358, 1.0, ()).card, forum_layout(288, 1.0, ()).wide
    (71, False)
    """
    narrowest = FORUM_COLUMNS * MIN_CARD + (FORUM_COLUMNS - 1) * WIDE_GAP
    wide = room >= narrowest and scale <= MAX_WIDE_SCALE
    gap = WIDE_GAP if wide else GAP
    width = min(MAX_CARD, (room - (FORUM_COLUMNS - 1) * gap) // FORUM_COLUMNS)  # whole px: borders stay sharp
    return ForumLayout(
        card=width,
        height=round(face_height(cards, width, scale)),
        lower_lines=given_lines(cards, width, scale),
        gap=gap,
        wide=wide,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumTaps:
    """What is called when a square, or the place between two, is tapped."""

    square: Callable[[str], object]
    pair: Callable[[Pair], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFace:
    """What is seen of the place between two squares: the number of the best visit, and whether it is best or picked."""

    number: int | None
    best: bool
    picked: bool


def forum_grid(
    state: CarpeDiemTable,
    room: float,
    viewport: Viewport,
    highlighted: frozenset[str],
    values: Mapping[Pair, int],
    taps: ForumTaps,
) -> ft.Control:
    """Return the forum in a width of `room` px; `values` are the numbers of the open pairs, best first."""
    lying = cards_lying(state.table)
    layout = forum_layout(room, viewport.scale, tuple(lying.values()))
    best = next(iter(values), None)
    width, height = layout.size
    empty = left_empty(state.table)
    squares = [
        ft.Container(
            ForumSquare(
                square, lying.get(square), square in empty, viewport, layout, square in highlighted, taps.square
            ),
            left=left,
            top=top,
        )
        for square, (left, top) in ((square, layout.corner(square)) for square in FORUM_SQUARES)
    ]
    faces = {
        pair: PairFace(number=values.get(pair), best=pair == best, picked=highlighted == frozenset(pair))
        for pair in PAIRS
        if lying.keys() >= set(pair)
    }
    between = [_between(state, pair, layout, viewport, face, taps) for pair, face in faces.items()]
    free = len(FORUM_SQUARES) - len(lying) - len(empty)
    words = tr("{number} squares, {free} free", number=len(FORUM_SQUARES), free=free)
    stack = ft.Stack([*squares, *between], width=width, height=height, clip_behavior=ft.ClipBehavior.NONE)
    return ft.Row([group(stack, words)], alignment=ft.MainAxisAlignment.CENTER)


@memo
def ForumSquare(  # noqa: PLR0913, PLR0917 - what a component takes
    square: str,
    card: Card | None,
    stays_empty: bool,  # noqa: FBT001 - what a component takes
    viewport: Viewport,
    layout: ForumLayout,
    marked: bool,  # noqa: FBT001
    tap: Callable[[str], object],
) -> ft.Control:
    """Show a square with its card, the ground of one that stays empty, or the sign of one that takes a card."""
    width, height = layout.card, layout.height
    label = square
    if card is not None:
        face = card_face(card, viewport, width, height, marked=marked, lower_lines=layout.lower_lines)
        label = f"{square}: {card_text(card)}"
    elif stays_empty:
        ground = ft.Colors.SURFACE_CONTAINER_HIGHEST
        face = ft.Container(width=width, height=height, bgcolor=ground, border_radius=RADIUS)
        label = f"{square}: {tr('stays empty')}"
    else:
        face = place_for_a_card(width, height)
    return tappable(face, label, repeated(partial(tap, square)), selected=marked, width=width, height=height)


def forum_map(lying: Collection[str], current: str) -> ft.Control:
    """Return the forum in small and without words: the squares with a card are filled, the `current` one stands out."""

    def dot(square: str) -> ft.Control:
        inks = (ft.Colors.ON_SURFACE_VARIANT, ft.Colors.PRIMARY)
        filled = inks[1] if square == current else inks[0] if square in lying else None
        edge = ft.Border.all(1, inks[square == current])
        return ft.Container(width=DOT, height=DOT + SQUARE_GAP, bgcolor=filled, border=edge)

    starts = range(0, len(FORUM_SQUARES), FORUM_COLUMNS)
    return silent(grid(map(dot, FORUM_SQUARES[start : start + FORUM_COLUMNS]) for start in starts))


def _between(
    state: CarpeDiemTable, pair: Pair, layout: ForumLayout, viewport: Viewport, face: PairFace, taps: ForumTaps
) -> ft.Control:
    """Return the place between two cards: its marker, or what a visit there would bring."""
    x, y = layout.middle(pair)
    marked = has_marker(state.table, pair)
    if marked:
        lies = marker_name(state, pair)
    elif face.number is None:
        lies = say("open")
    else:
        lies = say("{what}: {value}", what=say("open"), value=face.number)
    label = f"{pair_name(pair)}, {lies}"
    tap = tappable(
        _marker(state, pair) if marked else _open_place(layout, viewport, face),
        label,
        lambda: taps.pair(pair),
        selected=face.picked,
        width=TARGET,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        border_radius=TARGET / 2,
    )
    return ft.Container(tap, left=x - TARGET / 2, top=y - TARGET / 2)


def marker_name(state: CarpeDiemTable, pair: Pair) -> Message:
    """Return what the marker between two cards is called: whose it is, where that is known."""
    seat = marker_owner(state.table, pair)
    return say("marker") if seat is None else say("{name}’s marker", name=state.table.players[seat].name)


def _marker(state: CarpeDiemTable, pair: Pair) -> ft.Control:
    seat = marker_owner(state.table, pair)
    sign = mark("marker", 18, ft.Colors.ON_SURFACE) if seat is None else seat_mark(state.extras.seats[seat], 18)
    return ft.Container(
        sign,
        width=MARKER,
        height=MARKER,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.ON_SURFACE),
        border_radius=MARKER / 2,
    )


def _open_place(layout: ForumLayout, viewport: Viewport, face: PairFace) -> ft.Control:
    """Return the number of a pair, or a dot where there is none."""
    if face.number is None:
        return _dot(large=face.picked)
    ink = ft.Colors.ON_PRIMARY if face.best else ft.Colors.ON_SURFACE
    scale = min(max(1.0, viewport.scale), MAX_WIDE_SCALE if layout.wide else MAX_OVER_CARDS)
    side = WIDE_GAP * scale
    edge = ft.Colors.PRIMARY if face.picked else ft.Colors.ON_SURFACE_VARIANT
    return ft.Container(
        ft.Text(
            with_minus_signs(str(face.number)),
            style=ft.TextStyle(size=NUMBER_SIZE * scale, height=1, color=ink),
            no_wrap=True,
        ),
        width=side,
        height=side,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY if face.best else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2 if face.picked else 1, edge),
        border_radius=WIDE_GAP,
    )


def _dot(*, large: bool) -> ft.Control:
    size = 2 * DOT if large else DOT
    return ft.Container(
        width=size,
        height=size,
        bgcolor=ft.Colors.PRIMARY if large else ft.Colors.ON_SURFACE_VARIANT,
        border=ft.Border.all(1, ft.Colors.SURFACE_CONTAINER),
        border_radius=size / 2,
    )
