"""A number that is stepped or typed; what is wrong stays in its field, with a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.numbers import read_sum
from companion.formatting.text import for_screen
from companion.tables.state import with_number
from companion.ui.components.controls import glyph, icon_button, labelled, silent, text
from companion.ui.components.fields import not_saved_yet, number_border
from companion.ui.core.context import Viewport, use_selector, use_ui, use_unsaved
from companion.ui.core.error_boundary import component, memo, safe
from companion.ui.core.hooks import Setter, keyed, use_ref, use_value
from companion.ui.core.page import snackbars_of
from companion.ui.core.theme import MARKS, SPACE, TARGET, Style, width_of
from scoring.messages import Message, say, tr, wordless

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.fields import Between, Number

PAUSE_S: Final = 0.6
"""The pause in typing after which a number is saved, in seconds: the first figures of a number are none."""

AROUND_NAME: Final = 84
"""The width of the drawing, the gaps and the edges around a stepper, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """The name of a number, its least and greatest value, and the drawing next to it, if any, with its color.

    `label` is what screen readers say instead of the name; `inset` is the width that what is around it takes, in px.
    """

    name: Message | str
    least: int = 0
    most: int = 9999
    char: str = ""
    ink: str = ""
    label: Message | str = ""
    inset: float = 0

    @property
    def spoken(self) -> Message | str:
        """What screen readers say."""
        return self.label or self.name


def counter_of(number: Number, limits: Between | None = None, *, inset: float = 0) -> Counter:
    """Return the counter of a number with its drawing, from the least to the greatest that people enter."""
    limits = limits or number.range
    char = MARKS.get(number.mark, "")
    ink = ft.Colors.ON_SURFACE
    return Counter(name=number.title, least=limits.low, most=limits.high, char=char, ink=ink, inset=inset)


def read_number(counter: Counter, typed: str) -> int | str:
    """Return the number or the sum that was typed, or the sentence that says what is allowed.

    >>> read_number(Counter(name="Fish", most=20), "4")
    4
    >>> read_number(Counter(name="Fish", most=20), "40")
    'Fish: a whole number from 0 to 20.'
    """
    number = read_sum(typed)
    if number is not None and counter.least <= number <= counter.most:
        return number
    return tr(
        "{name}: a whole number from {least} to {most}.", name=counter.name, least=counter.least, most=counter.most
    )


@component
def Stepper(counter: Counter, value: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    """Show a number with a button on either side; `keep` saves a new one."""
    viewport = use_ui().viewport
    put, is_saving = _use_number(value, keep)
    late = use_unsaved() is not None
    typing = _use_typing(counter, value, put)
    stepped, set_stepped = use_value(initial=False)

    async def step(by: int) -> None:
        await typing.leave()
        typing.forget()
        await put(lambda latest: min(max(latest + by, counter.least), counter.most))
        set_stepped(lambda _: True)

    entry = _entry(counter, for_screen(value) if typing.typed is None else typing.typed, typing)
    less = icon_button(ft.Icons.REMOVE, f"{counter.spoken}, −1", lambda: step(-1), disabled=value <= counter.least)
    more = icon_button(ft.Icons.ADD, f"{counter.spoken}, +1", lambda: step(1), disabled=value >= counter.most)
    rows = _rows(counter, value if stepped else None, [less, entry, more], viewport)
    if typing.problem is not None:
        sentence = text(typing.problem, color=ft.Colors.ERROR)
        rows.append(ft.Semantics(content=sentence, live_region=True, container=True))
    if late and is_saving():
        rows.append(not_saved_yet())
    return ft.Column(rows, spacing=SPACE, tight=True)


def _entry(counter: Counter, shown: str, typing: _Typing) -> ft.Control:
    """Return the field in which the number is typed."""
    ui = use_ui()

    def enter() -> None:
        ui.keys.typing = True

    async def blur() -> None:
        ui.keys.typing = False
        await typing.leave()

    wrong = typing.typed is not None and typing.problem is not None
    return ft.TextField(
        value=shown,
        label=for_screen(counter.spoken),
        label_style=ft.TextStyle(size=1, color=ft.Colors.TRANSPARENT),
        on_change=safe(typing.type_in),
        on_focus=safe(enter),
        on_blur=safe(blur),
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.RIGHT,
        width=TARGET + 6 * SPACE * ui.viewport.scale,
        content_padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=2 * SPACE),
        border=number_border(),
        filled=True,
        fill_color=ft.Colors.ERROR_CONTAINER if wrong else ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


def _rows(counter: Counter, said: int | None, controls: list[ft.Control], viewport: Viewport) -> list[ft.Control]:
    """Return the name and the controls of a number on one line, or on two where there is little room.

    A number that was stepped to is `said`.
    """
    words = silent(text(counter.name))
    if said is not None:
        words = labelled(text(counter.name), f"{counter.name}: {said}", live_region=True)
    words.expand = True
    name: list[ft.Control] = [words]
    if counter.char:
        name.insert(0, glyph(counter.char, 24, counter.ink))
    fits = _fits_one_line(counter, viewport)
    buttons = ft.Row(controls, spacing=0, alignment=ft.MainAxisAlignment.END, tight=fits)
    if fits:
        return [ft.Row([*name, buttons], spacing=2 * SPACE)]
    return [ft.Row(name, spacing=2 * SPACE), buttons]


Put = Callable[[Callable[[int], int]], Awaitable[None]]
"""Saves the number that a function returns of the latest one."""


def _use_number(value: int, keep: Callable[[int], Awaitable[None]]) -> tuple[Put, Callable[[], bool]]:
    """Return a call that changes the latest number, as taps may outrun the screen, and whether one still runs."""
    latest, shown, saving, one_by_one = use_ref(lambda: value), use_ref(int), use_ref(int), use_ref(asyncio.Lock)
    keeper = use_ref(lambda: keep)
    shown.current, keeper.current = value, keep
    if not saving.current:  # while taps are being saved, the screen may show what an earlier one led to
        latest.current = value

    async def put(number_after: Callable[[int], int]) -> None:
        saving.current += 1
        try:
            async with one_by_one.current:  # if a tap cannot be saved, the next one counts from what is shown
                number = number_after(latest.current)
                if number == latest.current:
                    return
                try:
                    await keeper.current(number)
                except Exception:
                    latest.current = shown.current
                    raise
                latest.current = number
        finally:
            saving.current -= 1

    return put, lambda: saving.current > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Typing:
    """What stands in a field instead of its number, and the sentence that says why it was not taken, if any."""

    typed: str | None
    problem: str | None
    type_in: Callable[[ft.Event[ft.TextField]], Awaitable[None]]
    leave: Callable[[], Awaitable[None]]
    forget: Callable[[], None]


def _use_typing(counter: Counter, value: int, put: Put) -> _Typing:
    """Return what is typed into a field; it is saved after a pause, or when the field is left.

    Where it is no such number, what stood before the typing began is saved, and the field goes back to it when left.
    """
    typed, set_typed = _use_typed(counter, value)
    nothing: tuple[str, int] | None = None
    refused, set_refused = use_value(nothing)
    waiting, before, keys = use_ref(lambda: typed), use_ref(lambda: value), use_ref(int)
    if typed is None and waiting.current is None:
        before.current = value

    async def settle() -> None:
        entered, waiting.current = waiting.current, None
        if entered is not None:
            read = read_number(counter, entered)
            await put(lambda _: before.current if isinstance(read, str) else read)

    async def type_in(event: ft.Event[ft.TextField]) -> None:
        waiting.current = entered = str(event.control.value)
        keys.current = key = keys.current + 1
        set_typed(lambda _: entered)
        set_refused(lambda _: None)
        snackbars_of(ft.context.page).outdate(None)
        await asyncio.sleep(PAUSE_S)
        if key == keys.current:
            await settle()

    async def leave() -> None:
        entered = typed if waiting.current is None else waiting.current
        key = keys.current
        try:
            await settle()
        finally:
            if key == keys.current:  # else somebody typed again while it was being saved
                if entered is not None:
                    set_refused(lambda _: (entered, before.current))
                    snackbars_of(ft.context.page).forget_next(lambda: set_refused(lambda _: None))
                set_typed(lambda _: None)

    stays = before.current
    if typed is None and refused is not None and refused[1] == value:
        shown, stays = refused
    else:
        shown = str(value) if typed is None else typed
    read = read_number(counter, shown)
    return _Typing(
        typed=typed,
        problem=f"{read} {tr('It stays {number}.', number=stays)}" if isinstance(read, str) else None,
        type_in=type_in,
        leave=leave,
        forget=lambda: set_refused(lambda _: None),
    )


def _use_typed(counter: Counter, value: int) -> tuple[str | None, Setter[str | None]]:
    """Return what was typed, and its setter; `None` once the number changed."""
    untouched: str | None = None
    typed, set_typed = use_value(untouched)
    saved = use_ref(lambda: untouched)

    def type_in(new: Callable[[str | None], str | None]) -> None:
        saved.current = None
        set_typed(new)

    if typed is not None and read_number(counter, typed) == value:
        saved.current = typed
    elif typed is not None and typed == saved.current:
        return None, type_in
    return typed, type_in


def _fits_one_line(counter: Counter, viewport: Viewport) -> bool:
    """Return whether the name has room next to the buttons without breaking a word."""
    room = (viewport.width / 2 if viewport.wide else viewport.width) - counter.inset
    taken = 2 * TARGET + TARGET + 6 * SPACE * viewport.scale + AROUND_NAME
    longest = max(len(word) for word in str(counter.name).split())
    return width_of(Style.TEXT, longest) * viewport.scale <= room - taken


Label = Callable[[str, "Number", int], "Message"]
"""Makes the label that undo has of a number: of the player's name, the number, and what it became."""


def of_player(player: str, number: Number, value: int) -> Message:
    """Return the label with the name of the player."""
    return say("{what}: {value}", what=wordless("{player}, {name}", player=player, name=number.title), value=value)


def alone(_player: str, number: Number, value: int) -> Message:
    """Return the label without the name of the player."""
    return say("{what}: {value}", what=number.title, value=value)


def player_stepper(live: LiveTable, seat: int, number: Number, label: Label = of_player) -> ft.Control:
    """Return a stepper for a number of a player in the table's document."""
    return keyed(f"{seat} {number.field} {number.key}", PlayerStepper, live, seat, number, label)


@memo
def PlayerStepper(live: LiveTable, seat: int, number: Number, label: Label) -> ft.Control:
    """Show a number of a player with its buttons; it is drawn anew when it changes."""
    held: int = use_selector(live, lambda: number.of(live.state.table.players[seat]))

    async def keep(value: int) -> None:
        words = label(live.state.table.players[seat].name, number, value)
        await live.change(words, lambda state: with_number(state, seat, number, value))

    stepper: ft.Control = Stepper(counter_of(number), held, keep)
    return stepper
