"""The forum as a drawing: the faces of cards, three rows of four of them, and the places for markers between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import with_minus_signs
from companion.games.carpe_diem.forum import has_marker, left_empty
from companion.games.carpe_diem.wording import Asks, CardPiece, asked_pieces, asks, card_text, given_pieces, pair_name
from companion.ui.components.controls import group, mark, seat_mark, silent, tappable, text
from companion.ui.components.layout import SQUARE_GAP, grid
from companion.ui.core.error_boundary import memo, repeated
from companion.ui.core.theme import RADIUS, SPACE, TARGET, Style
from scoring.carpe_diem.forum.visits import PAIRS, Pair, cards_lying, marker_owner
from scoring.carpe_diem.state import FORUM_COLUMNS, FORUM_ROWS, FORUM_SQUARES, Card
from scoring.messages import Message, say, say_in, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.ui.core.context import Viewport

SORT_NAMES: Final = {Asks.PAY: say_in("forum card", "pay"), Asks.OWN: say_in("forum card", "own")}
"""What stands on the stripe of a card."""

MARK: Final = 22
FIGURE, WORD = 16, 14
LINE: Final = 1.35
"""The height of a line of text, in sizes of its letters."""

DIGIT: Final = 0.6
"""The width of a digit, in sizes of its type."""

STRIPE: Final = 6
MARGIN: Final = 6
BETWEEN: Final = 6
RUN: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The sizes on a face in px: of a mark, of a line of marks, and of the room inside the margins."""

    mark: float
    line: float
    room: float
    scale: float


def measures(width: float, scale: float) -> Measures:
    """Return the sizes on a face `width` px wide, with text at `scale` times its size."""
    room = width - 2 * MARGIN - 2
    size = min(MARK * scale, room * 0.4)
    return Measures(mark=size, line=max(size, FIGURE * LINE * scale), room=room, scale=scale)


def lines(pieces: Sequence[CardPiece], sizes: Measures) -> int:
    """Return the number of lines that some pieces take.

    >>> from companion.games.carpe_diem.wording import CardPiece
    >>> four = [CardPiece(number=None, mark="fish")] * 4
    >>> lines(four, measures(72, 1.0)), lines(four, measures(160, 1.0))
    (2, 1)
    """
    taken, left = 1, sizes.room
    for number, piece in enumerate(pieces):
        wide = _width(piece, sizes)
        if number and wide + BETWEEN > left:
            taken, left = taken + 1, sizes.room - wide
        else:
            left -= wide + (BETWEEN if number else 0)
    return taken


def _width(piece: CardPiece, sizes: Measures) -> float:
    figure = 0 if piece.number is None else len(str(piece.number)) * FIGURE * DIGIT * sizes.scale + RUN
    return figure + sizes.mark


def given_lines(cards: Iterable[Card], width: float, scale: float) -> int:
    """Return the number of lines that the lower half of every one of some cards has room in."""
    sizes = measures(width, scale)
    return max((lines(given_pieces(card), sizes) for card in cards), default=1)


def face_height(cards: Sequence[Card], width: float, scale: float) -> float:
    """Return the height in px in which every one of some cards has room."""
    sizes = measures(width, scale)
    upper = max((lines(asked_pieces(card), sizes) for card in cards), default=1) * (sizes.line + RUN)
    lower = _lower_height(given_lines(cards, width, scale), sizes)
    return STRIPE + WORD * LINE * scale + 3 * SPACE + upper + lower


def _lower_height(lower_lines: int, sizes: Measures) -> float:
    return lower_lines * (sizes.line + RUN) + 2 * SPACE


def card_face(  # noqa: PLR0913 - what a card is drawn by
    card: Card,
    viewport: Viewport,
    width: float,
    height: float,
    *,
    marked: bool = False,
    lower_lines: int = 0,
    worded: bool = True,
    ground: str = ft.Colors.SURFACE_CONTAINER,
) -> ft.Container:
    """Return the drawing of a card without its words, highlighted where it is `marked`.

    `lower_lines` is how many lines the lower half has room for, 0 for as many as this card needs. Where a heading says
    whether cards are paid, they are not `worded`.
    """
    sizes = measures(width, viewport.scale)
    lower_height = _lower_height(lower_lines or given_lines((card,), width, viewport.scale), sizes)
    halves = [_upper_half(card, sizes, worded=worded), _lower_half(card, sizes, lower_height, marked=marked)]
    return ft.Container(
        ft.Column(halves, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        width=width,
        height=height,
        bgcolor=ground,
        border=ft.Border.all(2, ft.Colors.PRIMARY) if marked else None,
        border_radius=RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _upper_half(card: Card, sizes: Measures, *, worded: bool) -> ft.Control:
    """Return the stripe of a card, "pay" or "own", and what the card asks for."""
    sort = asks(card)
    stripe = ft.Colors.SECONDARY if sort is Asks.OWN else ft.Colors.PRIMARY
    words = text(SORT_NAMES[sort], Style.SMALL, color=stripe, text_align=ft.TextAlign.CENTER, no_wrap=True)
    return ft.Column(
        [
            ft.Container(height=STRIPE, bgcolor=stripe),
            *([words] if worded else []),
            ft.Container(_pieces(asked_pieces(card), sizes), expand=True, alignment=ft.Alignment.CENTER),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _lower_half(card: Card, sizes: Measures, height: float, *, marked: bool) -> ft.Control:
    """Return what a card gives."""
    return ft.Container(
        _pieces(given_pieces(card), sizes),
        height=height,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if marked else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=MARGIN),
    )


def _pieces(pieces: Iterable[CardPiece], sizes: Measures) -> ft.Control:
    return ft.Row(
        [_piece(piece, sizes) for piece in pieces],
        wrap=True,
        spacing=BETWEEN,
        run_spacing=RUN,
        alignment=ft.MainAxisAlignment.CENTER,
        run_alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _piece(piece: CardPiece, sizes: Measures) -> ft.Control:
    drawing = mark(piece.mark, sizes.mark, ft.Colors.ON_SURFACE)
    if piece.number is None:
        return drawing
    return ft.Row([text(piece.number, Style.STRONG, no_wrap=True), drawing], spacing=RUN, tight=True)


def place_for_a_card(width: float, height: float) -> ft.Container:
    """Return the sign of a place that takes a card."""
    return ft.Container(
        ft.Icon(ft.Icons.ADD, color=ft.Colors.ON_SURFACE_VARIANT),
        width=width,
        height=height,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=RADIUS,
    )


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
    """Show a square with its card, nothing where it stays empty, or the sign of one that takes a card."""
    width, height = layout.card, layout.height
    label = square
    if card is not None:
        face = card_face(card, viewport, width, height, marked=marked, lower_lines=layout.lower_lines)
        label = f"{square}: {card_text(card)}"
    elif stays_empty:
        face = ft.Container(width=width, height=height)
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
