"""A question before something is given up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.hooks import use_value
from companion.parts.basics import button, plain_button, text
from companion.theme import SPACE, Style
from companion.ui import use_ui

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

WIDEST_QUESTION: Final = 480
"""No question is wider, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, what would be given up, and the words on the two buttons: to do it, and to leave it."""

    title: str
    words: str
    do: str
    leave: str


def use_question(question: Question, do: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Return what asks the question; `do` is done where it is answered so."""
    asking, set_asking = use_value(initial=False)

    def close() -> None:
        set_asking(lambda _: False)

    async def go() -> None:
        close()
        await do()

    dialog = ft.AlertDialog(
        title=text(question.title, Style.HEADING),
        content=ft.Container(text(question.words), width=min(use_ui().look.width - 22 * SPACE, WIDEST_QUESTION)),
        scrollable=True,
        actions=[plain_button(question.leave, close), button(question.do, go)],
        on_dismiss=lambda _: close(),
    )
    ft.use_dialog(dialog if asking else None)
    return lambda: set_asking(lambda _: True)
