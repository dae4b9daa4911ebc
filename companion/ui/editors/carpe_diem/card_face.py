"""The face of a forum card, as small as its marks allow, and the sign of a place that takes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem.wording import Asks, CardPiece, asked_pieces, asks, given_pieces
from companion.ui.components.controls import mark, text
from companion.ui.core.theme import RADIUS, SPACE, Style
from scoring.messages import say_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.ui.core.context import Viewport
    from scoring.carpe_diem.state import Card


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
