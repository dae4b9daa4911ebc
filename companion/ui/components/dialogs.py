"""A window over the screen: one thing at a time, with a button that closes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import button, plain_button, tappable, text
from companion.ui.components.fields import chip, field
from companion.ui.components.layout import column, use_more
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.tables.live_table import LiveTable


WIDEST_WINDOW: Final = 640
"""No window is wider, in px."""


def use_window(title: str, content: ft.Control | None, close: Callable[[], None], *, low: bool = False) -> None:
    """Show `content` over the screen, nothing where it is `None`; `low` puts it to the foot of the screen.

    A component has one such hook and changes what it shows: where one window closes while another one opens, Flet no
    longer tells the client what changes in the new one. What it is closed by, `close` is called, and may be later.
    """
    viewport = use_ui().viewport
    if content is None:
        ft.use_dialog(None)
        return
    ft.use_dialog(
        ft.AlertDialog(
            title=text(title, Style.HEADING),
            content=ft.Container(content, width=min(viewport.width - 12 * SPACE, WIDEST_WINDOW), key=title),
            scrollable=True,
            actions=[plain_button("Close", close)],
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
            content_padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=2 * SPACE),
            actions_padding=ft.Padding.only(left=2 * SPACE, right=2 * SPACE, bottom=2 * SPACE),
            inset_padding=2 * SPACE,
            alignment=ft.Alignment.BOTTOM_CENTER if low else ft.Alignment.CENTER,
            on_dismiss=lambda _: close(),
        )
    )


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
        content=ft.Container(text(question.words), width=min(use_ui().viewport.width - 22 * SPACE, WIDEST_QUESTION)),
        scrollable=True,
        actions=[plain_button(question.leave, close), button(question.do, go)],
        on_dismiss=lambda _: close(),
    )
    ft.use_dialog(dialog if asking else None)
    return lambda: set_asking(lambda _: True)


AT_FIRST: Final = 20
"""How many entries of a list are shown before one asks for more; where there are more, one can also search."""


def choice(title: str, chosen: str, do: Callable[[], None], *, narrows: bool = False) -> ft.Control:
    """Return the button that says what is chosen; it is lit where that `narrows` what is shown."""
    ink = ft.Colors.PRIMARY if narrows else ft.Colors.ON_SURFACE
    face = ft.Row(
        [
            text(chosen, Style.STRONG, color=ink, expand=True, expand_loose=True),
            ft.Icon(ft.Icons.ARROW_DROP_DOWN, color=ink),
        ],
        spacing=SPACE,
        tight=True,
    )
    return tappable(
        face,
        f"{title}: {chosen}",
        do,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if narrows else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.PRIMARY if narrows else ft.Colors.ON_SURFACE_VARIANT),
        padding=ft.Padding.only(left=4 * SPACE, right=2 * SPACE, top=3 * SPACE, bottom=3 * SPACE),
    )


@component
def Options(options: Sequence[tuple[str, Callable[[], None], bool]]) -> ft.Control:
    """List what can be chosen: words, what choosing them does, whether they are chosen."""
    ui = use_ui()
    typed, set_typed = use_value("")

    def look_for(words: str) -> None:
        set_typed(lambda _: words)

    fitting = [one for one in options if typed.strip().casefold() in one[0].casefold()]
    first, more = use_more(fitting, AT_FIRST, "Show more")
    shown = [*first, *(one for one in fitting[len(first) :] if one[2])]
    parts: list[ft.Control] = [chip(words, do, selected=chosen) for words, do, chosen in shown]
    if len(options) > AT_FIRST:
        parts.insert(0, field(ui, "Search the list", typed, look_for))
    if not shown:
        parts.append(text("Nothing in the list is called so."))
    return column([*parts, *more])


DONE_SINCE = "Something else was done since. The arrow at the top takes the steps back, one by one."


def undoing(live: LiveTable) -> Callable[[], Awaitable[None]]:
    """Return what takes back the step that was just made here, as long as none has followed from the same hands."""
    made = live.last

    async def undo() -> None:
        if live.last == made:
            await live.undo()
        else:
            show_snackbar(DONE_SINCE)

    return undo
