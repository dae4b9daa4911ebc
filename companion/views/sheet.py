"""The sheet: every rule and every player, who won and why; each number opens its arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.guards import component, safe
from companion.hooks import use_value
from companion.parts.basics import (
    card,
    heading,
    labelled,
    notice,
    plain_button,
    quiet,
    seat_mark,
    tappable,
    text,
)
from companion.parts.lit import Lit
from companion.parts.outcome import outcome
from companion.parts.sheet_layout import Layout, layout
from companion.theme import RADIUS, SPACE, Style
from companion.ui import use_ui
from companion.words import sentence
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.results import Result
    from companion.theme import Palette
    from companion.ui import Look
    from scoring.messages import Message
    from scoring.sheet import Line

DIFFERS: Final = (
    "These are the figures as they were kept when the play was finished. "
    "Tessera counts some of it differently today; nothing of the play was changed."
)
TAP: Final = "A tap on a number shows how it comes about."
BOARD: Final = 312
"""The width of a board below the arithmetic, in px."""

NUMBER: Final = 3.5 * SPACE
"""What makes a number large enough to be tapped, above and below it, in px."""


@component
def SheetView(result: Result, width: float, actions: tuple[ft.Control, ...] = ()) -> ft.Control:
    """Show a result in a width of so many px, with what can be done with it."""
    look = use_ui().look
    palette = look.palette
    nothing: tuple[int, int] | None = None
    opened, set_opened = use_value(nothing)

    def close() -> None:
        set_opened(lambda _: None)

    def show(seat: int, number: int) -> None:
        set_opened(lambda _: (seat, number))

    ft.use_dialog(None if opened is None else _arithmetic(result, *opened, look, close))
    figures = [
        figure
        for column, total in zip(result.sheet.columns, result.totals, strict=True)
        for figure in (total or 0, *(x.points for x in column.lines))
    ]
    names = [column.player for column in result.sheet.columns]
    lay = layout(width - 6 * SPACE, look.scale, [*(title for _, title in result.rows), "Total"], names, figures)
    parts: list[ft.Control] = [outcome(result, palette, width / look.scale)]
    if result.differs:
        parts.insert(0, notice(DIFFERS, palette))
    parts += [
        _table(result, lay, palette, show),
        *([quiet(TAP, palette, text_align=ft.TextAlign.CENTER)] if result.rows else []),
        *actions,
        *_listed("What was close", result.close, palette),
        *_listed("Rulings that applied", result.rulings, palette),
    ]
    return ft.Column(parts, spacing=4 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _table(result: Result, lay: Layout, palette: Palette, show: Callable[[int, int], None]) -> ft.Control:
    sheet = result.sheet
    places = {standing.player: standing.place for standing in sheet.standings}
    rows = [_heads(result, lay, palette)]
    for number, (_, title) in enumerate(result.rows):
        cells = [
            _number(column.lines[number], column.player, title, lay, _opening(show, seat, number))
            for seat, column in enumerate(sheet.columns)
        ]
        rows.append(_row(text(title), cells, lay, ft.BorderSide(1, palette.line)))
    totals = [
        _figure(
            "" if total is None else total,
            lay,
            f"{column.player}, total: {'unknown' if total is None else counted(total, 'point', 'points')}",
            palette.ink,
        )
        for column, total in zip(sheet.columns, result.totals, strict=True)
    ]
    rows.append(_row(text("Total", Style.STRONG), totals, lay, ft.BorderSide(2, palette.ink)))
    placed = [
        _figure(
            f"{places[column.player]}.",
            lay,
            f"{column.player}, place {places[column.player]}",
            palette.secondary if places[column.player] == 1 else palette.quiet,
        )
        for column in sheet.columns
    ]
    rows.append(_row(text("Place"), placed, lay, ft.BorderSide(1, palette.line)))
    return card([ft.Column(rows, spacing=0, tight=True)], palette, padding=3 * SPACE)


def _row(title: ft.Control, cells: Sequence[ft.Control], lay: Layout, line: ft.BorderSide) -> ft.Control:
    numbers = ft.Row(list(cells), spacing=0)
    if lay.titles:
        beside = ft.Container(title, width=lay.titles, padding=ft.Padding.only(right=SPACE))
        inside: ft.Control = ft.Row([beside, numbers], spacing=0)
    else:
        above = ft.Container(title, padding=ft.Padding.only(top=2 * SPACE))
        inside = ft.Column([above, numbers], spacing=0, tight=True)
    return ft.Container(inside, border=ft.Border.only(top=line))


def _heads(result: Result, lay: Layout, palette: Palette) -> ft.Control:
    heads: list[ft.Control] = [ft.Container(width=lay.titles)] if lay.titles else []
    for seat, column, name in zip(result.seats, result.sheet.columns, lay.names, strict=True):
        face = ft.Column(
            [seat_mark(seat, palette, 24), text(name, Style.SMALL, text_align=ft.TextAlign.RIGHT)],
            spacing=SPACE,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        )
        head = ft.Container(
            face,
            width=lay.column,
            padding=ft.Padding.only(left=SPACE, right=2 * SPACE, bottom=2 * SPACE),
            alignment=ft.Alignment.BOTTOM_RIGHT,
        )
        heads.append(labelled(head, column.player))
    return ft.Row(heads, spacing=0, vertical_alignment=ft.CrossAxisAlignment.END)


def _number(line: Line, player: str, title: str, lay: Layout, do: Callable[[], None]) -> ft.Control:
    face = text(line.points, text_align=ft.TextAlign.RIGHT, no_wrap=True)
    return tappable(
        face,
        f"{player}, {title}: {line.points}",
        do,
        width=lay.column,
        alignment=ft.Alignment.CENTER_RIGHT,
        padding=ft.Padding.only(right=2 * SPACE, top=NUMBER, bottom=NUMBER),
    )


def _figure(figure: object, lay: Layout, label: str, ink: str) -> ft.Control:
    words = text(
        figure, Style.STRONG if lay.tight else Style.HEADING, color=ink, no_wrap=True, text_align=ft.TextAlign.RIGHT
    )
    face = ft.Container(
        words,
        width=lay.column,
        alignment=ft.Alignment.CENTER_RIGHT,
        padding=ft.Padding.only(right=2 * SPACE, top=2 * SPACE, bottom=2 * SPACE),
    )
    return labelled(face, label)


def _opening(show: Callable[[int, int], None], seat: int, number: int) -> Callable[[], None]:
    return lambda: show(seat, number)


def _arithmetic(result: Result, seat: int, number: int, look: Look, close: Callable[[], None]) -> ft.DialogControl:
    """Return the arithmetic of a number: why, where the rule is printed, and the squares that earned it."""
    palette = look.palette
    column = result.sheet.columns[seat]
    line = column.lines[number]
    said = heading(f"{result.rows[number][1]}: {counted(line.points, 'point', 'points')}")
    parts: list[ft.Control] = [
        ft.Row([seat_mark(result.seats[seat], palette), text(column.player, expand=True)], spacing=2 * SPACE),
        text(sentence(line.because)),
        quiet(line.ref, palette),
    ]
    width = min(look.width - 16 * SPACE, BOARD)
    if result.editor is not None and line.cells:
        parts.append(Lit(result.editor, result.table, seat, line.cells, width))
    return ft.AlertDialog(
        title=said,
        content=ft.Container(ft.Column(parts, spacing=3 * SPACE, tight=True), width=width),
        actions=[plain_button("Close", close)],
        bgcolor=palette.surface,
        shape=ft.RoundedRectangleBorder(radius=2 * RADIUS),
        inset_padding=4 * SPACE,
        title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
        content_padding=4 * SPACE,
        scrollable=True,
        on_dismiss=safe(close),
    )


def _listed(title: str, messages: Sequence[Message], palette: Palette) -> list[ft.Control]:
    if not messages:
        return []
    lines = [
        ft.Row(
            [text("•", color=palette.quiet), text(sentence(message), expand=True)],
            spacing=2 * SPACE,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for message in messages
    ]
    return [ft.Column([heading(title), *lines], spacing=2 * SPACE, tight=True)]
