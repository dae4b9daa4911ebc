"""What the cards of a player ask, in words, with the answers; and the buttons for one more or one less."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.ui.components.controls import icon_button, raised, tappable, text
from companion.ui.components.number_grid import GAP, LESS, MORE, WORDS
from companion.ui.components.number_sheet import NOTHING
from companion.ui.core.error_boundary import repeated
from companion.ui.core.theme import SPACE, TARGET, Style
from scoring.messages import say, wordless
from scoring.sheet import MISSING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.editors.score_pad.hand import Hand
    from scoring.score_pad.choices import Asked


def question_row(hand: Hand, asked: Asked) -> ft.Control:
    """Return what a card asks, of which a tap is one more: beside it stands 0 while it is open, else one less."""
    answer = NOTHING if asked.is_open else asked.answer or 0
    shown = MISSING if asked.is_open else str(answer)
    words = text(asked.question, Style.SMALL, expand=True)
    number = text(shown, Style.HEADING, no_wrap=True, color=ft.Colors.PRIMARY)
    face = ft.Row([words, number, ft.Container(height=TARGET - 2 * SPACE)], spacing=SPACE)

    def key(content: ft.Control, label: object, do: Callable[[], Awaitable[None]], **more: Any) -> ft.Control:  # noqa: ANN401
        around = {"padding": ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE), **raised(chosen=asked.is_open)}
        label = wordless("{what} {value}", what=asked.question, value=label)
        return tappable(content, label, repeated(do), **{**around, **more})

    more = key(face, answer, partial(hand.tap, asked.key), expand=True, bgcolor=ft.Colors.PRIMARY_CONTAINER)
    if not asked.is_open:
        less = [step_button(hand, asked.key, LESS)] if asked.answer else []
        return ft.Row([more, *less], spacing=GAP)
    none = text(0, Style.HEADING, no_wrap=True)
    size: dict[str, Any] = {"width": TARGET, "alignment": ft.Alignment.CENTER, "padding": 0}
    zero = key(none, 0, partial(hand.add, asked.key, 0), **size)
    return ft.Row(
        [more, zero], spacing=2 * GAP, vertical_alignment=ft.CrossAxisAlignment.STRETCH, intrinsic_height=True
    )


def step_button(hand: Hand, key: str, step: str) -> ft.Control:
    """Return the button for one more or one less of a card."""
    by, icon = (1, ft.Icons.ADD) if step == MORE else (-1, ft.Icons.REMOVE)
    label = say("{what}: {value}", what=hand.name(key), value=WORDS[step])
    return icon_button(icon, label, repeated(partial(hand.add, key, by)))
