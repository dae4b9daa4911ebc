"""Windows, confirmations, lists to choose from, reports, and the way back: undo, redo, and what a step shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.tables.attempt import done_once
from companion.ui.components.controls import (
    button,
    heading,
    icon_button,
    outlined,
    plain_button,
    raised,
    tappable,
    text,
)
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.foot import FOOT, Foot, WindowFoot
from companion.ui.components.layout import column, use_more
from companion.ui.core.context import use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import nothing, use_dialog, use_effect, use_ref, use_value
from companion.ui.core.page import snackbars_of
from companion.ui.core.share_sheet import is_trusted
from companion.ui.core.theme import ROLES, SPACE, Style
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.tables.attempt import Transition, Version
    from companion.tables.live_table import LiveTable

MAX_WINDOW_WIDTH: Final = 640
"""The greatest width of a window, in px."""


def use_window(
    title: object, content: ft.Control | None, close: Callable[[], None], *, low: bool = False, tall: bool = False
) -> None:
    """Show `content` in a window over the screen, none where it is `None`; `low` puts it at the foot of the screen.

    A `tall` one is as high as the screen, and what is in it scrolls below its title.

    A component uses this hook once and changes its content: where one window closes while another one opens, Flet no
    longer sends the client what changes in the new one. Contents that take each other's place have keys. `close` is
    called however it is closed, perhaps later.
    """
    viewport, foot = use_ui().viewport, use_ref(Foot).current
    if content is None:
        use_dialog(None)
        return
    shown = ft.Column([content], scroll=ft.ScrollMode.AUTO) if tall else content
    width = min(viewport.width - 12 * SPACE, MAX_WINDOW_WIDTH)
    use_dialog(
        ft.AlertDialog(
            title=heading(title),
            content=ft.Container(shown, width=width, key=None if tall else content.key),
            scrollable=not tall,
            actions=[plain_button(tr("Close"), close), WindowFoot(foot)],
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
            content_padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=2 * SPACE),
            actions_padding=ft.Padding.only(left=2 * SPACE, right=2 * SPACE, bottom=2 * SPACE),
            inset_padding=2 * SPACE,
            alignment=ft.Alignment.BOTTOM_CENTER if low else ft.Alignment.CENTER,
            on_dismiss=lambda _: close(),
        ),
        {FOOT._key: foot},  # noqa: SLF001 - no other way into what was made before
    )


MAX_CONFIRMATION_WIDTH: Final = 480
"""The greatest width of a confirmation, in px."""

CANCEL: Final = say("Cancel")
"""The button that leaves a question, and changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """A question before something is done, and the words on the two buttons: to `do` and to `leave` it."""

    title: object
    words: object
    do: object
    leave: object = CANCEL


def asking(act: object, words: object) -> Confirmation:
    """Return the question before an act, which it names, as the button does that leads to it."""
    return Confirmation(title=say("{question}?", question=act), words=words, do=act)


def use_confirmation(confirmation: Confirmation, do: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Return a call that asks for confirmation; `do` runs where it is given."""
    asking, set_asking = use_value(initial=False)

    def close() -> None:
        set_asking(lambda _: False)

    async def go() -> None:
        close()
        await done_once(do)

    dialog = ft.AlertDialog(
        title=text(confirmation.title, Style.HEADING),
        content=ft.Container(
            text(confirmation.words), width=min(use_ui().viewport.width - 22 * SPACE, MAX_CONFIRMATION_WIDTH)
        ),
        scrollable=True,
        actions=[plain_button(confirmation.leave, close), button(confirmation.do, go)],
        on_dismiss=lambda _: close(),
    )
    use_dialog(dialog if asking else None)
    return lambda: set_asking(lambda _: True)


NOTHING_FOUND: Final = say("Nothing found.")

OPTIONS_AT_FIRST: Final = 20
"""How many options are shown at first; where there are more, they can also be searched."""


def choice_button(title: object, chosen: object, do: Callable[[], None], *, narrows: bool = False) -> ft.Control:
    """Return the button that shows the option chosen; it is colored where that `narrows` a list."""
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
        padding=ft.Padding.only(left=3 * SPACE, right=SPACE, top=3 * SPACE, bottom=3 * SPACE),
        **raised(chosen=narrows),
    )


@component
def OptionList(options: Sequence[tuple[object, Callable[[], None], bool]]) -> ft.Control:
    """List options: the words of each, what choosing it does, and whether it is chosen."""
    ui = use_ui()
    typed, set_typed = use_value("")

    def search(words: str) -> None:
        set_typed(lambda _: words)

    fitting = [option for option in options if typed.strip().casefold() in str(option[0]).casefold()]
    first, more = use_more(fitting, OPTIONS_AT_FIRST, tr("Show more"))
    shown = [*first, *(option for option in fitting[len(first) :] if option[2])]
    parts: list[ft.Control] = [chip(words, do, selected=chosen) for words, do, chosen in shown]
    if len(options) > OPTIONS_AT_FIRST:
        parts.insert(0, field(ui, tr("Search"), typed, search))
    if not shown:
        parts.append(text(NOTHING_FOUND))
    return column([*parts, *more])


UNDONE: Final = say("Undone")
CHANGED_SINCE: Final = say("Somebody has changed that since, so it stays as it is.")
DONE_SINCE: Final = say("Something else was done since. Undo the steps one by one, with the arrow at the top.")


async def change_and_say(live: LiveTable, label: Message | str, change: Transition, words: object = "") -> None:
    """Change a table and say so with the way back: in these words, else as undo calls the step.

    Raises:
        StoreError: it could not be saved, or this user may not; the table is as it was.
        TakenError: an earlier tap on the same button has done it.

    """
    say_changed(live, await live.change(label, change), words or sentence(label))


def say_changed(live: LiveTable, made: int | None, words: object) -> None:
    """Say what was changed, with the way back to before that step alone, until the same user makes another one.

    Where it changed nothing, as somebody else was faster, there is no way back: undo would take back an earlier step.
    """
    if made is None:
        show_snackbar(words)
        return

    page = ft.context.page
    bars = snackbars_of(page)
    shown = bars.show(str(words), partial(step_taken_back, live, made), page, undone_above=True)

    def changed() -> None:
        if live.last != made:
            bars.leave(shown)

    def left() -> None:
        if not bars.shows(shown):
            stop_following()
            stop_looking()

    stop_following, stop_looking = live.observers.subscribe(changed), bars.observers.subscribe(left)


async def step_taken_back(live: LiveTable, made: int) -> bool:
    """Undo the step of a number alone, and return whether that took back anything; say why where it did not."""
    stood = await _turned(live, partial(live.undo, made), back=True)
    if not stood:
        show_snackbar(DONE_SINCE if stood is None else CHANGED_SINCE)
    return bool(stood)


_SHOWN_KEY: Final = "shown of a table"
"""The key of the session under which stands what its browser shows of a table."""


async def _nothing() -> None:
    """Save nothing, as nothing is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown of a table: `keep` saves what is being typed, `show` gets the table without a step and with it."""

    table_id: str
    show: Callable[[Version, Version], Awaitable[None]]
    keep: Callable[[], Awaitable[None]] = _nothing


def use_turning(shown: Shown) -> None:
    """Keep what is typed before each undo and redo of this browser while the component is shown, and show what came."""
    store = ft.context.page.session.store
    latest = use_ref(lambda: shown)
    latest.current = shown

    def start() -> None:
        store.set(_SHOWN_KEY, latest)

    def stop() -> None:
        if store.get(_SHOWN_KEY) is latest:
            store.set(_SHOWN_KEY, None)

    use_effect(start, [], cleanup=stop)


async def _turned(live: LiveTable, turn: Callable[[], Awaitable[bool | None]], *, back: bool) -> bool | None:
    """Undo or redo as `LiveTable` does, and show what that changed."""
    latest = ft.context.page.session.store.get(_SHOWN_KEY)
    shown: Shown | None = None if latest is None else latest.current
    if shown is None or shown.table_id != live.id:
        return await turn()
    await shown.keep()
    before = live.now
    stood = await turn()
    if stood:
        await shown.show(*((live.now, before) if back else (before, live.now)))
    return stood


async def undo_step(live: LiveTable) -> None:
    """Undo the last step that was made here, and say so."""
    label = live.undo_state.undo
    if label is not None:
        stood = await _turned(live, live.undo, back=True)
        if stood is None:
            return  # another tap was faster
        label = live.undo_state.redo or label  # what was on its way to be saved was saved first
        show_snackbar(f"{_named(UNDONE, label)}." if stood else f"{label}. {CHANGED_SINCE}")


async def redo_step(live: LiveTable) -> None:
    """Redo the step that was undone last, and say so."""
    label = live.undo_state.redo
    if label is not None:
        stood = await _turned(live, live.redo, back=False)
        if stood is not None:
            show_snackbar(f"{_named(say('Redone'), label)}." if stood else f"{label}. {CHANGED_SINCE}")


def _named(act: Message, label: Message | None) -> Message:
    """Return an act with the step that it is about, if any."""
    return act if label is None else say("{what}: {value}", what=act, value=label)


@component
def UndoButton(live: LiveTable) -> ft.Control:
    """Show the button that undoes a step."""
    step = use_selector(live, lambda: live.undo_state.undo)
    return icon_button(ft.Icons.UNDO, _named(say("Undo"), step), lambda: undo_step(live), disabled=step is None)


@component
def RedoButton(live: LiveTable) -> ft.Control:
    """Show the button that redoes a step."""
    step = use_selector(live, lambda: live.undo_state.redo)
    return icon_button(ft.Icons.REDO, _named(say("Redo"), step), lambda: redo_step(live), disabled=step is None)


@component
def Report(label: str, report: Callable[[], ft.Control]) -> ft.Control:
    """Show a button, and once it is tapped, what is to be pasted."""
    asked, ask = use_value(initial=False)
    if asked:
        return report()
    return wrapped([plain_button(label, lambda: ask(lambda _: True), icon=ft.Icons.FLAG_OUTLINED)])


def words_to_copy(words: str, style: Style = Style.TEXT) -> ft.Control:
    """Return words as they are below a button that copies them, where the browser lets us do that."""
    copy = outlined(tr("Copy the text"), nothing, icon=ft.Icons.COPY, action=ft.CopyToClipboard(words))
    shown = ft.Text(words, theme_style=ROLES[style], selectable=True)  # elsewhere, people select them
    return column([*([wrapped([copy])] if is_trusted(ft.context.page) else []), shown])
