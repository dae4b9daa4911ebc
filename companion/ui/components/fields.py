"""What is typed, chosen and ticked: text fields, chips, switches, swatches, files."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.ui.components.controls import raised, silent, tappable, text
from companion.ui.core.context import Ui, Viewport, use_ui, use_unsaved
from companion.ui.core.error_boundary import component, once, safe
from companion.ui.core.hooks import keyed, use_effect, use_ref
from companion.ui.core.keyboard import text_focus_handlers
from companion.ui.core.theme import RADIUS, SPACE, TARGET, Style
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

SENTENCE_LINES: Final = 6
"""How many lines the sentence under a field may take, on the narrowest screen and with the largest text."""

CHIP_PADDING: Final = 13
"""The padding that makes a chip or a line with a checkbox as high as a target, in px."""

BOX: Final = 22
"""The size of a checkbox, as high as a line of text, in px."""


LOOK_ABOVE: Final = say("Something above needs another look first.")


def field(
    ui: Ui,
    label: object,
    value: str,
    change: Callable[[str], Any],
    *,
    wrong: object = None,
    **more: Any,  # noqa: ANN401 - what a text field takes
) -> ft.TextField:
    """Return a text field with this value; `change` takes what is typed, `wrong` says what is wrong with it."""

    def typed(event: ft.Event[ft.TextField]) -> Any:  # noqa: ANN401 - what the handler returns is awaited
        return change(str(event.control.value))

    return ft.TextField(
        label=for_screen(label),
        value=value,
        on_change=safe(typed),
        error=None if wrong is None else text(sentence(wrong), Style.SMALL, color=ft.Colors.ERROR),
        error_max_lines=SENTENCE_LINES,
        helper_max_lines=SENTENCE_LINES,
        border={
            ft.ControlState.FOCUSED: _border(ft.Colors.PRIMARY, 2),
            ft.ControlState.ERROR: _border(ft.Colors.ERROR, 2),
            ft.ControlState.DEFAULT: _border(ft.Colors.ON_SURFACE_VARIANT, 1),
        },
        filled=True,
        fill_color=ft.Colors.SURFACE_CONTAINER,
        **text_focus_handlers(ui.keys),
        **more,
    )


def _border(colour: str, width: int) -> ft.OutlineInputBorder:
    return ft.OutlineInputBorder(side=ft.BorderSide(width, colour), border_radius=RADIUS)


def growing_list(fields: ft.Control) -> ft.Control:
    """Return fields below each other, of which Enter in the last one adds another: the page leaves that one to us."""
    return ft.Semantics(content=fields, identifier="rows", container=True)


def number_border() -> dict[ft.ControlState, ft.InputBorder]:
    """Return the border of a field for a number: a line below it while it is typed in."""
    sides = {
        ft.ControlState.FOCUSED: ft.BorderSide(3, ft.Colors.PRIMARY),
        ft.ControlState.DEFAULT: ft.BorderSide.none(),
    }
    return {state: ft.UnderlineInputBorder(side=side, border_radius=RADIUS) for state, side in sides.items()}


def chip(
    words: object,
    do: Callable[..., Any],
    *,
    selected: bool | None = None,
    leading: ft.Control | None = None,
    label: object = "",
) -> ft.Control:
    """Return words that can be tapped, colored where they are selected; screen readers say `label` if given."""
    ink = ft.Colors.PRIMARY if selected else ft.Colors.ON_SURFACE
    style = Style.STRONG if selected else Style.TEXT
    face: ft.Control = text(words, style, color=ink)
    if leading is not None:
        face.expand, face.expand_loose = True, True
        face = ft.Row([leading, face], spacing=2 * SPACE, tight=True)
    return tappable(
        face,
        label or words,
        do,
        selected=selected,
        padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=CHIP_PADDING - 1),
        **raised(chosen=bool(selected)),
    )


def wrapped(controls: Iterable[ft.Control]) -> ft.Row:
    """Return a row that wraps into further lines."""
    return ft.Row(list(controls), wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


def tick(words: object, do: Callable[..., Any], viewport: Viewport, *, ticked: bool, label: object = "") -> ft.Control:
    """Return a line with a checkbox that a tap anywhere on it ticks; screen readers say `label` if given."""
    box = ft.Icon(
        ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK,
        color=ft.Colors.SECONDARY if ticked else ft.Colors.ON_SURFACE_VARIANT,
        size=BOX * viewport.scale,
    )
    line = ft.Row(
        [box, text(words, color=ft.Colors.ON_SURFACE_VARIANT if ticked else ft.Colors.ON_SURFACE, expand=True)],
        spacing=3 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    padding = ft.Padding.symmetric(horizontal=2 * SPACE, vertical=CHIP_PADDING)
    return tappable(line, label or str(words), do, checked=ticked, padding=padding)


def switch(words: object, do: Callable[..., Any], *, on: bool) -> ft.Control:
    """Return a line with a switch that a tap anywhere on it turns."""
    return keyed(for_screen(words), Switch, words, do, on=on)


@component
def Switch(words: object, do: Callable[..., Any], *, on: bool) -> ft.Control:
    """Show a switch; while the turn of it waits to be saved, it is shown as turned, and marked."""
    turning = use_ref(int)
    late = use_unsaved() is not None
    unsaved = late and turning.current > 0

    async def turn() -> None:
        turning.current += 1
        try:
            turned = do()
            if inspect.isawaitable(turned):
                await turned
        finally:
            turning.current -= 1

    shown = on is not unsaved
    line = ft.Row(
        [
            text(words, expand=True),
            ft.Switch(value=shown, active_track_color=ft.Colors.SECONDARY, on_change=safe(turn)),
        ],
        spacing=3 * SPACE,
    )
    face = ft.Container(
        silent(line),
        ink=True,
        on_click=once(for_screen(words), turn),
        border_radius=RADIUS,
        padding=ft.Padding.symmetric(vertical=SPACE),  # a switch alone is lower than a target
    )
    whole = ft.MergeSemantics(ft.Semantics(label=for_screen(words), toggled=shown, content=face))
    return ft.Column([whole, *([not_saved_yet()] if unsaved else [])], spacing=0, tight=True)


def not_saved_yet() -> ft.Text:
    """Return what stands below what is shown and not saved yet."""
    return text(sentence(tr("not saved yet")), Style.SMALL, color=ft.Colors.ERROR)


def swatch(content: ft.Control, label: object, do: Callable[..., Any], *, chosen: bool) -> ft.Control:
    """Return a small picture to choose, framed where it is chosen."""
    return tappable(
        content,
        label,
        do,
        selected=chosen,
        width=TARGET,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        **raised(chosen=chosen),
    )


CHOOSING: Final = "choosing"
"""The key of the session under which stands that files are being chosen: too large ones cut the connection."""

MAX_UPLOAD_MB: Final = MAX_UPLOAD_BYTES >> 20

NOT_ARRIVED: Final = say("Nothing arrived. Choose again, at most {size} MB at once.", size=MAX_UPLOAD_MB)


def too_large(command: str) -> Message:
    """Return the sentence on a file that is too large for a browser, with the command that takes any."""
    return say("For more than {size} MB, use the command `{command}`.", size=MAX_UPLOAD_MB, command=command)


def use_files(lost: Callable[[], Awaitable[None]]) -> Callable[..., Awaitable[list[ft.FilePickerFile]]]:
    """Return a call that has files chosen and returns them; `lost` is called where they never arrived."""
    store = ft.context.page.session.store
    picker = use_ref(ft.FilePicker)

    async def check_arrival() -> None:
        if store.get(CHOOSING):
            store.set(CHOOSING, "")
            await lost()

    use_effect(check_arrival, [use_ui().turn])

    async def choose(**how: Any) -> list[ft.FilePickerFile]:  # noqa: ANN401 - what a picker takes
        store.set(CHOOSING, CHOOSING)
        picked = await picker.current.pick_files(with_data=True, **how)
        store.set(CHOOSING, "")
        return picked

    return choose
