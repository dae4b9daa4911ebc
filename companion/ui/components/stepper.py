"""A number that is stepped or typed; what is wrong stays in its field, with a sentence."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.tables.state import with_player
from companion.ui.components.controls import glyph, icon_button, text
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE, TARGET, Style, width_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.core.hooks import Setter

AROUND_NAME: Final = 100
"""The width of the drawing, the gaps and the edges around a stepper, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """The name of a number, its least and greatest value, and the drawing next to it, if any, with its colour."""

    name: str
    least: int = 0
    most: int = 9999
    char: str = ""
    ink: str = ""


def read_number(counter: Counter, typed: str) -> int | str:
    """Return the number that was typed, or the sentence that says what is allowed.

    >>> read_number(Counter(name="Fish", most=20), "4")
    4
    >>> read_number(Counter(name="Fish", most=20), "40")
    'Fish: a whole number from 0 to 20, not 40.'
    """
    entered = typed.strip().replace("−", "-")
    digits = entered.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(max(abs(counter.least), counter.most))) + 1:
        number = int(entered)
        if counter.least <= number <= counter.most:
            return number
    return f"{counter.name}: a whole number from {counter.least} to {counter.most}, not {entered or 'nothing'}."


@component
def Stepper(counter: Counter, value: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    """Show a number with a button on either side; `keep` saves a new one."""
    ui = use_ui()
    typed, wrong, set_typed = _use_typed(counter, value)
    step_from_latest = _use_steps(counter, value, keep)

    async def step(by: int) -> None:
        set_typed(lambda _: None)
        await step_from_latest(by)

    async def type_in(event: ft.Event[ft.TextField]) -> None:
        entered = str(event.control.value)
        set_typed(lambda _: entered)
        number = read_number(counter, entered)
        if isinstance(number, int) and number != value:
            await keep(number)

    def leave() -> None:
        if not isinstance(wrong, str):
            set_typed(lambda _: None)

    problem = wrong if isinstance(wrong, str) else None
    entry = _entry(counter, str(value) if typed is None else typed, type_in, leave, wrong=problem is not None)
    less = icon_button(ft.Icons.REMOVE, f"{counter.name}: one less", lambda: step(-1), disabled=value <= counter.least)
    more = icon_button(ft.Icons.ADD, f"{counter.name}: one more", lambda: step(1), disabled=value >= counter.most)
    rows = _rows(counter, [less, entry, more], ui.viewport)
    if problem is not None:
        sentence = text(problem, color=ft.Colors.ERROR)
        rows.append(ft.Semantics(content=sentence, live_region=True, container=True))
    return ft.Column(rows, spacing=SPACE, tight=True)


def _entry(
    counter: Counter,
    shown: str,
    type_in: Callable[[ft.Event[ft.TextField]], Awaitable[None]],
    leave: Callable[[], None],
    *,
    wrong: bool,
) -> ft.Control:
    """Return the field in which the number is typed."""
    ui = use_ui()

    def enter() -> None:
        ui.keys.typing = True

    def blur() -> None:
        ui.keys.typing = False
        leave()

    return ft.TextField(
        value=shown,
        label=counter.name,
        label_style=ft.TextStyle(size=1, color=ft.Colors.TRANSPARENT),
        on_change=safe(type_in),
        on_focus=safe(enter),
        on_blur=safe(blur),
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.RIGHT,
        width=TARGET + 6 * SPACE * ui.viewport.scale,
        content_padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=2 * SPACE),
        border=ft.NoInputBorder(),
        filled=True,
        fill_color=ft.Colors.ERROR_CONTAINER if wrong else ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


def _rows(counter: Counter, controls: list[ft.Control], viewport: Viewport) -> list[ft.Control]:
    """Return the name and the controls of a number on one line, or on two where there is little room."""
    name: list[ft.Control] = [text(counter.name, expand=True)]
    if counter.char:
        name.insert(0, glyph(counter.char, 24, counter.ink))
    if _fits_one_line(counter, viewport):
        return [ft.Row([*name, *controls], spacing=2 * SPACE)]
    below = ft.Row(controls, spacing=2 * SPACE, alignment=ft.MainAxisAlignment.END)
    return [ft.Row(name, spacing=2 * SPACE), below]


def _use_steps(
    counter: Counter, value: int, keep: Callable[[int], Awaitable[None]]
) -> Callable[[int], Awaitable[None]]:
    """Return a call that steps on from where the last tap led: taps may outrun the screen."""
    latest, shown, saving, one_by_one = use_ref(lambda: value), use_ref(int), use_ref(int), use_ref(asyncio.Lock)
    shown.current = value
    if not saving.current:  # while taps are being saved, the screen may show what an earlier one led to
        latest.current = value

    async def step(by: int) -> None:
        saving.current += 1
        try:
            async with one_by_one.current:  # after a tap that cannot be saved, the next one counts from what is
                number = min(max(latest.current + by, counter.least), counter.most)
                try:
                    await keep(number)
                except Exception:
                    latest.current = shown.current
                    raise
                latest.current = number
        finally:
            saving.current -= 1

    return step


def _use_typed(counter: Counter, value: int) -> tuple[str | None, int | str | None, Setter[str | None]]:
    """Return what was typed, the number or the problem that it is, and its setter; `None` once the number changed."""
    untouched: str | None = None
    typed, set_typed = use_value(untouched)
    saved = use_ref(lambda: untouched)
    read = None if typed is None else read_number(counter, typed)

    def type_in(new: Callable[[str | None], str | None]) -> None:
        saved.current = None
        set_typed(new)

    if read == value:
        saved.current = typed
    elif typed is not None and typed == saved.current:
        return None, None, type_in
    return typed, read, type_in


def _fits_one_line(counter: Counter, viewport: Viewport) -> bool:
    """Return whether the name has room next to the buttons without breaking a word."""
    room = viewport.width / 2 if viewport.wide else viewport.width
    taken = 2 * TARGET + TARGET + 6 * SPACE * viewport.scale + AROUND_NAME
    longest = max(len(word) for word in counter.name.split())
    return width_of(Style.TEXT, longest) * viewport.scale <= room - taken


def player_stepper(live: LiveTable, seat: int, counter: Counter, field: str) -> ft.Control:
    """Return a stepper for a field of a player in the table's document, such as `coins`."""
    player = live.state.table.players[seat]

    async def keep(number: int) -> None:
        label = f"{player.name}, {counter.name.lower()}: {number}"
        await live.change(label, lambda state: with_player(state, seat, **{field: number}))

    return keyed(f"{seat} {field}", Stepper, counter, getattr(player, field), keep)
