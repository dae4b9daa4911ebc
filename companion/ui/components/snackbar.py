"""The strip in which a page says something for some seconds, with the way back."""

from __future__ import annotations

import inspect
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.ui.components.controls import card, notice, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_page_state, use_rerender, use_subscription, use_ui, use_unsaved
from companion.ui.core.error_boundary import component, on_press, safe, show_snackbar
from companion.ui.core.hooks import use_effect, use_ref
from companion.ui.core.page import Snackbar, Snackbars, snackbars_of
from companion.ui.core.theme import RADIUS, ROLES, SPACE, TARGET, Style
from scoring.messages import counted, say, tr
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from companion.services.browser_page import BrowserPage

MAX_WIDTH: Final = 640
"""The greatest width of the strip, in px."""

WAITS: Final = say("Tessera waits for its database.")

TRIES: Final = say("Leave Tessera open: it tries again by itself.")

ALL_SAVED: Final = say("Everything is saved now.")

STORED_ANEW: Final = say(
    "The data of this site were cleared while Tessera was open, and Tessera has stored all of it again. To be rid of "
    "it, close all tabs with Tessera first."
)

LOST: Final = say(
    "The data of this site were cleared while Tessera was open, and nothing you enter here is saved any more. Write "
    "down what you still need, then load the page again."
)


@component
def SnackbarStrip() -> ft.Control:
    """Show what is said on this page, below what scrolls, which makes room, and above the fixed foot."""
    browser = use_ui().browser
    page = ft.context.page
    bars = snackbars_of(page)
    bar = bars.on(page)

    use_subscription(bars.observers.subscribe, use_rerender(), [], missed=lambda: bars.on(page) is not bar)
    note = UnsavedNote() if browser is None else StorageNote(browser)
    return ft.Column([note, *([] if bar is None else [_strip(bars, bar)])], spacing=0, tight=True)


@component
def StorageNote(browser: BrowserPage) -> ft.Control:
    """Show what became of data that were cleared while the page was open, and what is not saved yet."""
    cleared = use_page_state(browser).cleared
    if cleared == "lost":
        return _framed(notice(LOST, wrong=True))
    if cleared is None:
        return UnsavedNote()
    seen = plain_button(tr("Close"), lambda: browser.hear('{"cleared": null}'))
    return ft.Column([_framed(card([notice(STORED_ANEW), wrapped([seen])])), UnsavedNote()], spacing=0, tight=True)


@component
def UnsavedNote() -> ft.Control:
    """Show that something is not saved yet, and why, read out once; once it is saved, the page says so."""
    waiting = use_ui().tables.worker.waiting
    times = use_ref(lambda: waiting.times_caught_up)
    read_at = use_ref(int)

    def say_saved() -> None:
        if times.current != waiting.times_caught_up:
            times.current = waiting.times_caught_up
            show_snackbar(ALL_SAVED)

    unsaved = use_unsaved()
    use_effect(say_saved, [unsaved is None])
    read_at.current = 0 if unsaved is None else read_at.current or unsaved.count
    if unsaved is None:
        return ft.Container(visible=False)
    many = counted(unsaved.count, "{number} change is not saved yet.", "{number} changes are not saved yet.")
    why = WAITS if unsaved.why is None else sentence(unsaved.why)
    return _framed(notice(f"{many} {why} {TRIES}", wrong=True, live=unsaved.count == read_at.current))


def _framed(control: ft.Control) -> ft.Control:
    margin = ft.Margin.symmetric(horizontal=2 * SPACE, vertical=SPACE)
    return ft.Row([ft.Container(control, width=_width(), margin=margin)], alignment=ft.MainAxisAlignment.CENTER)


def _strip(bars: Snackbars, bar: Snackbar) -> ft.Control:
    ink = ft.Colors.ON_INVERSE_SURFACE
    words = ft.Text(for_screen(bar.sentence), theme_style=ROLES[Style.TEXT], color=ink, expand=True)
    row: list[ft.Control] = [words]
    if bar.undo is not None:
        style = ft.ButtonStyle(color=ft.Colors.INVERSE_PRIMARY)
        row.append(
            ft.TextButton(tr("Undo"), **on_press(safe(partial(_take_back, bars, bar))), style=style, height=TARGET)
        )
    strip = ft.Container(
        ft.Row(row, spacing=2 * SPACE),
        bgcolor=ft.Colors.INVERSE_SURFACE,
        border_radius=RADIUS,
        padding=ft.Padding.only(left=4 * SPACE, right=2 * SPACE, top=SPACE, bottom=SPACE),
        margin=ft.Margin.symmetric(horizontal=2 * SPACE, vertical=SPACE),
        width=_width(),
        key=f"{id(bar)}",
    )
    said = ft.Semantics(content=strip, live_region=bar.is_read(ft.context.page), container=True)
    return ft.Row([said], alignment=ft.MainAxisAlignment.CENTER)


async def _take_back(bars: Snackbars, bar: Snackbar) -> None:
    """Take back what a sentence is about, once; where that fails, the way back is offered again."""
    if bar.undo is None or not bars.leave(bar):
        return
    try:
        result = bar.undo()
        if inspect.isawaitable(result):
            await result
    except StoreError as error:
        show_snackbar(error.message, undo=bar.undo)


def _width() -> float:
    return min((ft.context.page.width or MAX_WIDTH) - 4 * SPACE, MAX_WIDTH)
