"""The keys of the end sheet, and what is known of the number that is being typed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.ui.components.controls import tappable, text
from companion.ui.components.layout import column
from companion.ui.core.theme import SPACE, TARGET, Style, width_of
from companion.ui.screens.end_sheet.entry import BACK, CLEAR, NEXT, SIGN
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.end_sheet import SheetCell, SheetRow
    from companion.ui.screens.end_sheet.entry import EndSheetTable, Entry, Press
    from scoring.messages import Message

WORDS: Final = {SIGN: "Minus", BACK: "Delete the last digit", CLEAR: "Clear"}
"""What screen readers say of the keys that are no digits."""

ICONS: Final = {
    "Delete the last digit": ft.Icons.BACKSPACE_OUTLINED,
    "Clear": ft.Icons.CLEAR,
    "Details": ft.Icons.LIST_ALT,
}
"""What stands for words where there is no room for them."""

WRITTEN: Final = frozenset({"Clear", "Details"})
"""The words that are written on their keys where there is room."""


def keypad(press: Press, details: Callable[[], object], width: float, *, last: bool) -> ft.Control:
    """Return the keys in a width, in px of unscaled text; in the `last` cell the one that goes on says so."""
    rows: tuple[tuple[str, ...], ...] = (("1", "2", "3", BACK), ("4", "5", "6", SIGN), ("7", "8", "9"), (CLEAR, "0"))
    fits = width / 4 - 2 * SPACE >= width_of(Style.STRONG, max(map(len, WRITTEN)))
    more = {2: [_key("Details", details, fits=fits)], 3: [_next(press, last=last)]}
    keys = [
        [*(_key(WORDS.get(key, key), partial(press, key), fits=fits) for key in row), *more.get(number, [])]
        for number, row in enumerate(rows)
    ]
    return column([ft.Row(row, spacing=SPACE) for row in keys], spacing=SPACE)


def _key(label: str, do: Callable[[], object], *, fits: bool) -> ft.Control:
    written = "±" if label == WORDS[SIGN] else label
    face: ft.Control = text(written, Style.STRONG if label in WRITTEN else Style.HEADING, no_wrap=True)
    if label in ICONS and not (fits and label in WRITTEN):
        face = ft.Icon(ICONS[label], color=ft.Colors.ON_SURFACE)
    return tappable(
        face,
        label,
        do,
        expand=1,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


def _next(press: Press, *, last: bool) -> ft.Control:
    words = "Done" if last else "Next"
    return tappable(
        text(words, Style.STRONG, color=ft.Colors.ON_PRIMARY),
        words,
        partial(press, NEXT),
        expand=2,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY,
    )


def explained(sheet: EndSheetTable, entry: Entry, cell: SheetCell) -> ft.Control:
    """Return whose number is open, and what is wrong with it or how it comes about."""
    words = text(
        sentence(entry.wrong or _reason(sheet, cell)),
        Style.SMALL,
        color=ft.Colors.ON_SURFACE_VARIANT if entry.wrong is None else ft.Colors.ERROR,
    )
    live = ft.Semantics(content=words, live_region=True, container=True)
    return column([text(sheet.title(cell), Style.STRONG), live], spacing=0)


def _tie(sheet: EndSheetTable, row: SheetRow) -> Message:
    """Return who is level, and what decides."""
    criteria = sheet.live.game.criteria(sheet.live.state.table)
    criterion = next(one for one in criteria if one.name == row.key)
    return say(
        "{names} are level: {better} {title} wins",
        names=tuple(sheet.live.columns[seat].player for seat in row.seats),
        better=criterion.better.value,
        title=criterion.title,
    )


def _reason(sheet: EndSheetTable, cell: SheetCell) -> Message:
    """Return how a number comes about, and what else would stand in its place."""
    row = sheet.row(cell)
    if row.number is None:
        return _tie(sheet, row)
    line = sheet.live.columns[cell.seat].lines[row.number]
    if not line.entered:
        return line.because
    without = sheet.change(cell, None)(sheet.live.state)
    points = sheet.live.game.columns(without.table)[cell.seat].lines[row.number].points
    return say("{because}; worked out, it is {points}", because=line.because, points=points)
