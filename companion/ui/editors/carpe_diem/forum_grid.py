"""The forum as it lies on the table: three rows of four cards, and the places for markers between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem.forum import PAIRS, cards_lying, has_marker, left_empty, owner
from companion.games.carpe_diem.wording import said
from companion.ui.components.controls import mark, seat_mark, tappable, text
from companion.ui.core.theme import RADIUS, TARGET, Style
from companion.ui.editors.carpe_diem.card_face import CardFace, face_height, given_lines
from scoring.carpe_diem.state import FORUM_COLUMNS, FORUM_ROWS, FORUM_SQUARES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.carpe_diem.forum import CarpeDiem, Pair
    from companion.ui.core.context import Viewport
    from scoring.carpe_diem.state import Card

WIDE_GAP, GAP = 24, 10
"""The room between two cards in px, with and without a number in it."""

LEAST_CARD, MOST_CARD = 64, 128
"""The width of a card in px: the least with numbers between the cards, and the most."""

LARGEST_NUMBERS: Final = 1.5
"""With text larger than that, the numbers between the cards would lie on them."""

MARKER: Final = 26
DOT: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay:
    """Where the cards lie, in px from the top left corner.

    `given` is how many lines the lower half of each has; `numbers` says whether there is room for numbers between.
    """

    card: float
    height: float
    given: int
    gap: float
    numbers: bool

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the whole."""
        return (
            FORUM_COLUMNS * (self.card + self.gap) - self.gap,
            FORUM_ROWS * (self.height + self.gap) - self.gap,
        )

    def corner(self, square: str) -> tuple[float, float]:
        """Return the top left corner of a square."""
        row, column = divmod(FORUM_SQUARES.index(square), FORUM_COLUMNS)
        return column * (self.card + self.gap), row * (self.height + self.gap)

    def middle(self, pair: Pair) -> tuple[float, float]:
        """Return the middle of the place between two squares."""
        (left, top), (right, bottom) = map(self.corner, pair)
        return (left + right + self.card) / 2, (top + bottom + self.height) / 2


def lay(room: float, scale: float, cards: Sequence[Card]) -> Lay:
    """Return how the forum lies in a width of `room` px.

    >>> lay(358, 1.0, ()).card, lay(288, 1.0, ()).numbers
    (71, False)
    """
    least = FORUM_COLUMNS * LEAST_CARD + (FORUM_COLUMNS - 1) * WIDE_GAP
    numbers = room >= least and scale <= LARGEST_NUMBERS
    gap = WIDE_GAP if numbers else GAP
    width = min(MOST_CARD, (room - (FORUM_COLUMNS - 1) * gap) // FORUM_COLUMNS)  # whole px: borders stay sharp
    return Lay(
        card=width,
        height=round(face_height(cards, width, scale)),
        given=given_lines(cards, width, scale),
        gap=gap,
        numbers=numbers,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Taps:
    """What is done when a square, or a place between two, is tapped."""

    square: Callable[[str], object]
    pair: Callable[[Pair], object]


def forum_grid(
    state: CarpeDiem, room: float, viewport: Viewport, lit: frozenset[str], values: Mapping[Pair, int], taps: Taps
) -> ft.Control:
    """Draw the forum; `lit` are the squares picked, `values` what the open pairs would bring, best first."""
    lying = cards_lying(state.table)
    place = lay(room, viewport.scale, tuple(lying.values()))
    best = next(iter(values), None)
    width, height = place.size
    squares = [_square(state, square, place, viewport, square in lit, taps) for square in FORUM_SQUARES]
    between = [
        _between(state, pair, place, viewport, (values.get(pair), pair == best, lit == frozenset(pair)), taps)
        for pair in PAIRS
        if lying.keys() >= set(pair)
    ]
    stack = ft.Stack([*squares, *between], width=width, height=height, clip_behavior=ft.ClipBehavior.NONE)
    return ft.Row([stack], alignment=ft.MainAxisAlignment.CENTER)


def _square(state: CarpeDiem, square: str, place: Lay, viewport: Viewport, lit: bool, taps: Taps) -> ft.Control:  # noqa: FBT001
    card = cards_lying(state.table).get(square)
    left, top = place.corner(square)
    if card is not None:
        face: ft.Control = CardFace(card, viewport, place.card, place.height, lit, place.given)
        label = f"{square}: {said(card)}"
    elif square in left_empty(state.table):
        face = ft.Container(
            width=place.card, height=place.height, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, border_radius=RADIUS
        )
        label = f"{square}: stays empty with {len(state.table.players)} players"
    else:
        plus = ft.Icon(ft.Icons.ADD, color=ft.Colors.ON_SURFACE_VARIANT)
        face = ft.Container(
            plus,
            width=place.card,
            height=place.height,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
            border_radius=RADIUS,
        )
        label = f"{square}: empty, put a card here"
    tap = tappable(face, label, lambda: taps.square(square), selected=lit, width=place.card, height=place.height)
    return ft.Container(tap, left=left, top=top)


Value = tuple[int | None, bool, bool]
"""What a place would bring, whether it is the best, and whether it is picked."""


def _between(state: CarpeDiem, pair: Pair, place: Lay, viewport: Viewport, value: Value, taps: Taps) -> ft.Control:
    points, _, picked = value
    x, y = place.middle(pair)
    marked = has_marker(state.table, pair)
    face = _marker(state, pair, viewport) if marked else _open(place, viewport, value)
    said_so = f"Between {pair[0]} and {pair[1]}: {_whose(state, pair) if marked else 'open'}"
    if points is not None and not marked:
        said_so += f", brings {points}"
    tap = tappable(
        face,
        said_so,
        lambda: taps.pair(pair),
        selected=picked,
        width=TARGET,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        border_radius=TARGET / 2,
    )
    return ft.Container(tap, left=x - TARGET / 2, top=y - TARGET / 2)


def _whose(state: CarpeDiem, pair: Pair) -> str:
    seat = owner(state.extras, pair)
    return "a marker" if seat is None else f"{state.table.players[seat].name}’s marker"


def _marker(state: CarpeDiem, pair: Pair, viewport: Viewport) -> ft.Control:
    seat = owner(state.extras, pair)
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


def _open(place: Lay, viewport: Viewport, value: Value) -> ft.Control:
    points, best, picked = value
    if points is None or not place.numbers:
        lit = picked or (points is not None and best)
        size = 2 * DOT if lit else DOT
        return ft.Container(
            width=size,
            height=size,
            bgcolor=ft.Colors.PRIMARY if lit else ft.Colors.ON_SURFACE_VARIANT,
            border=ft.Border.all(1, ft.Colors.SURFACE_CONTAINER),
            border_radius=size / 2,
        )
    number = text(points, Style.SMALL, color=ft.Colors.ON_PRIMARY if best else ft.Colors.ON_SURFACE, no_wrap=True)
    return ft.Container(
        number,
        width=WIDE_GAP * max(1.0, viewport.scale),
        height=WIDE_GAP * max(1.0, viewport.scale),
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY if best else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2 if picked else 1, ft.Colors.PRIMARY if picked else ft.Colors.ON_SURFACE_VARIANT),
        border_radius=WIDE_GAP,
    )
