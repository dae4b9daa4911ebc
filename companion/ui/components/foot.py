"""The foot of a screen: the bar at the thumb, which has what the screen is for, and above it what a page says."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, cast
from urllib.parse import urlsplit

import flet as ft
from flet.components.utils import current_component

from companion.formatting.text import for_screen, sentence
from companion.tables import Observers
from companion.ui.components.controls import button, card, notice, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.core.context import Viewport, use_page_state, use_rerender, use_subscription, use_ui, use_unsaved
from companion.ui.core.error_boundary import component, on_press, safe, show_snackbar
from companion.ui.core.hooks import nothing, use_effect, use_ref
from companion.ui.core.page import Snackbar, Snackbars, snackbars_of
from companion.ui.core.theme import RADIUS, ROLES, SPACE, TARGET, WIDEST, Style, width_of
from scoring.messages import counted, say, tr
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.browser_page import BrowserPage

    Side = Literal["left", "right"]
    Ways = Callable[[], list[ft.Control]]

MIN_HEIGHT_WITH_FOOT: Final = 360
"""The least height of a screen, with text of its usual size, on which the bar stays below what scrolls, in px."""

_KEY: Final = "foot"
"""The key of the session under which its bar stands."""


class Foot:
    """What the parts of a screen put in a bar: that of the part which came last is shown, after what goes beside it.

    Each part names its page, so that a screen does not begin with what the one before put there.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.observers: Observers[[]] = Observers()
        self._parts: dict[Part, tuple[str, Ways, float | None]] = {}
        self._changes = self._shown = 0

    def put(self, part: Part, page: ft.Page, ways: Ways, width: float | None) -> None:
        """Let a part of a page put something in the bar, instead of what it put there before, unless it has gone."""
        if not part.gone:
            self._parts[part] = _address(page), ways, width
            self._changes += 1

    def drop(self, part: Part) -> None:
        """Take from the bar what a part put there, as it has gone."""
        part.gone = True
        self._parts.pop(part, None)
        self._changes += 1
        self.show()

    def show(self) -> None:
        """Let the bar be drawn again, unless it was since the last change."""
        if self.is_late():
            self.observers.notify()

    def is_late(self) -> bool:
        """Return whether something has changed since the bar was drawn."""
        return self._changes != self._shown

    def taken(self, page: ft.Page) -> tuple[list[ft.Control], float | None]:
        """Return what the bar shows on a page, and its width where that is its own, both to be drawn now."""
        self._shown = self._changes
        there = {part: of_part for part, of_part in self._parts.items() if of_part[0] == _address(page)}
        further = [way for part, (_, ways, _) in there.items() if part.further for way in ways()]
        main = [(ways, width) for part, (_, ways, width) in there.items() if not part.further]
        return ([*further, *main[-1][0]()], main[-1][1]) if main else (further, None)


@dataclass(eq=False, slots=True, kw_only=True)
class Part:
    """A part of a screen that puts something in a bar until it has gone: some are drawn once more after that.

    What is `further` to another part is shown with that.
    """

    foot: Foot
    further: bool = False
    gone: bool = False


FOOT: Final = cast("ft.ContextProvider[Foot | None]", ft.create_context(None))
"""The bar of a window; elsewhere it is that of the page."""


def _address(page: ft.Page) -> str:
    return urlsplit(page.route).path


def _foot_of(page: ft.Page) -> Foot:
    store = page.session.store
    if not store.contains_key(_KEY):
        store.set(_KEY, Foot())
    foot: Foot = store.get(_KEY)
    return foot


@component
def AtThumb(ways: Ways, width: float | None = None, *, further: bool = False) -> ft.Control:
    """Put buttons in the bar of the screen or window while this is part of it: the main one comes last.

    `further` ones go with the buttons of another part, and leave these the main one.
    """
    page = ft.context.page
    begun = Part(foot=ft.use_context(FOOT) or _foot_of(page), further=further)
    part: Part = vars(current_component()._state).setdefault("part", begun)  # noqa: SLF001 - hooks forget it with the end
    foot, put = part.foot, partial(part.foot.put, part, page, ways, width)

    def show() -> None:
        if part.gone:
            part.gone = False
            put()
        foot.show()

    put()
    use_effect(show, [object()])
    use_effect(nothing, [], cleanup=lambda: foot.drop(part))
    return ft.Container(visible=False)


@component
def FootBar(*, side: Side | None = None, margin: float = 4 * SPACE, widest: float = WIDEST) -> ft.Control:
    """Show the bar of the page below its column, with the same margin: that on a `side` where there are two."""
    page, viewport = ft.context.page, use_ui().viewport
    foot = _foot_of(page)
    use_subscription(foot.observers.subscribe, use_rerender(), [], missed=foot.is_late)
    ways, width = foot.taken(page)
    if not ways:
        return ft.Container(visible=False)
    wide = min(viewport.width / (1 if side is None else 2), width or widest)
    alone, room = ft.MainAxisAlignment.START if side == "right" else None, (wide - 2 * margin) / viewport.scale
    inner = ft.Container(
        ways_row(ways, room, wide=viewport.wide, alone=alone),
        width=wide,
        padding=ft.Padding.symmetric(horizontal=margin, vertical=2 * SPACE),
    )
    middle = ft.Row([inner], alignment=ft.MainAxisAlignment.CENTER, spacing=0, expand=True)
    parts: list[ft.Control] = [middle]
    if side is not None:
        parts.insert(0 if side == "right" else 1, ft.Container(expand=True))
    return ft.Row(parts, spacing=0)


@component
def WindowFoot(foot: Foot) -> ft.Control:
    """Show the bar of a window among its buttons."""
    page = ft.context.page
    use_subscription(foot.observers.subscribe, use_rerender(), [], missed=foot.is_late)
    ways, _ = foot.taken(page)
    return ft.Row(ways, wrap=True, tight=True, spacing=2 * SPACE, visible=bool(ways))


def new_table_way() -> list[ft.Control]:
    """Return the way to a new table, for the bar."""
    page = ft.context.page
    return [button(tr("New table"), lambda: page.navigate("/new"), icon=ft.Icons.ADD)]


def ways_row(
    ways: list[ft.Control], room: float, *, wide: bool = False, alone: ft.MainAxisAlignment | None = None
) -> ft.Control:
    """Return what stands in a bar: one button as wide as it is, several with the main one at its right end.

    `room` is the width of the bar in px, for text of its usual size: two that do not fit are as wide as the bar.
    On a `wide` screen, where no thumb has to reach it, one button `alone` stands there, too, or near the board.

    >>> near = ways_row([ft.Button("Build")], 358, wide=True, alone=ft.MainAxisAlignment.START)
    >>> near.controls[0].alignment.name
    'START'
    >>> [len(ways_row([ft.Button("Previous"), ft.Button("Finish")], room).controls) for room in (358, 200)]
    [1, 2]
    """
    *said, main = ways
    above = [way for way in said if isinstance(way, ft.Text | ft.Semantics)]
    buttons = [way for way in said if way not in above]
    fits = sum(_button_width(way) for way in (*buttons, main)) <= room
    alignment = ft.MainAxisAlignment.SPACE_BETWEEN if fits else ft.MainAxisAlignment.END
    alignment = alignment if buttons else alone or ft.MainAxisAlignment.END
    row = ft.Row([*buttons, main], wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE, alignment=alignment)
    stretch = ft.CrossAxisAlignment.STRETCH
    is_stack = not (wide or fits or buttons[1:])
    parts = [*above, *buttons, main] if is_stack else [*above, row if buttons or wide else main]
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=stretch)


def _button_width(way: ft.Control) -> float:
    """Return about how wide a button is, with the gap beside it and text of its usual size, in px."""
    words = getattr(way, "content", None)
    letters = len(str(words.value if isinstance(words, ft.Text) else words or ""))
    return 0.75 * width_of(Style.TEXT, letters) + (6 * SPACE if getattr(way, "icon", None) else 0) + 14 * SPACE


def foot_scrolls(viewport: Viewport) -> bool:
    """Return whether the bar stands at the end of what scrolls, as there is too little height for both."""
    return viewport.height / viewport.scale < MIN_HEIGHT_WITH_FOOT


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
