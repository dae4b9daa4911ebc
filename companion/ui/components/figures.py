"""A figure on a card: its chart, what that means, and the numbers behind it as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import caption, card, heading, labelled, silent, tappable, text
from companion.ui.components.layout import column
from companion.ui.components.sections import section_room
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import LINE_HEIGHT, SPACE, TARGET, Style, width_of
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.ui.core.context import Viewport

_TEXT: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """A table of numbers: the heads of its columns, that of the names first, and rows of the same length."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def row_text(self, row: Sequence[str]) -> str:
        """Return a row as text.

        >>> Numbers(heads=("Player", "Plays", "Wins"), rows=()).row_text(("Anna", "4", "1"))
        'Anna: Plays 4, Wins 1'
        """
        named = (f"{head} {cell}" for head, cell in zip(self.heads[1:], row[1:], strict=True))
        return f"{row[0]}: {', '.join(named)}"


def inner_room(viewport: Viewport) -> float:
    """Return the width inside a card of a section, in px."""
    return section_room(viewport) - 8 * SPACE - 2


def chart_picture(drawn: ft.Control, label: str) -> ft.Control:
    """Return a chart that screen readers read as `label`."""
    return labelled(drawn, label, image=True)


@component
def Figure(title: object, body: Sequence[ft.Control], numbers: Numbers) -> ft.Control:
    """Show a chart, and the numbers behind it on demand."""
    viewport = use_ui().viewport
    shown, set_shown = use_value(initial=False)

    def turn() -> None:
        set_shown(lambda old: not old)

    words = tr("Hide numbers") if shown else tr("Show numbers")
    icon = ft.Icons.EXPAND_LESS if shown else ft.Icons.TABLE_ROWS_OUTLINED
    face = ft.Row(
        [ft.Icon(icon, color=ft.Colors.PRIMARY, size=20), text(words, Style.STRONG, color=ft.Colors.PRIMARY)],
        spacing=2 * SPACE,
    )
    above = max(TARGET - _TEXT * LINE_HEIGHT * viewport.scale, 2 * SPACE) / 2
    below = tappable(face, f"{words}: {title}", turn, padding=ft.Padding.symmetric(vertical=above))
    table = [numbers_table(numbers, viewport, inner_room(viewport))] if shown else []
    return card([heading(title), *body, below, *table])


def numbers_table(numbers: Numbers, viewport: Viewport, room: float) -> ft.Control:
    """Return a table; where it is wider than `room`, in px, the numbers of each row stand below each other."""
    widths = _widths(numbers, viewport)
    least = width_of(Style.TEXT, _longest(row[0] for row in (numbers.heads, *numbers.rows))) * viewport.scale
    if sum(widths) + least > room:
        listed = [labelled(_listed(numbers, row), numbers.row_text(row)) for row in numbers.rows]
        return column(listed, 3 * SPACE)
    heads = [caption(words) for words in numbers.heads]
    rows = [silent(_line(heads, widths, ft.BorderSide(2, ft.Colors.ON_SURFACE_VARIANT)))]
    for row in numbers.rows:
        line = _line([text(cell) for cell in row], widths, ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT))
        rows.append(labelled(line, numbers.row_text(row)))
    return column(rows, 0)


def _widths(numbers: Numbers, viewport: Viewport) -> list[float]:
    """Return the widths of the columns of numbers, in px."""
    widths = []
    for at, head in enumerate(numbers.heads[1:], 1):
        cells = max((len(row[at]) for row in numbers.rows), default=0)
        inside = max(width_of(Style.SMALL, _longest([head])), width_of(Style.TEXT, cells))
        widths.append(inside * viewport.scale + 2 * SPACE)
    return widths


def _longest(texts: Iterable[str]) -> int:
    """Return the length of the longest word."""
    return max(len(word) for words in texts for word in [*words.split(), ""])


def _line(cells: Sequence[ft.Text], widths: Sequence[float], below: ft.BorderSide) -> ft.Control:
    title, *figures = cells
    title.expand = True
    for figure in figures:
        figure.text_align = ft.TextAlign.RIGHT
    placed = [ft.Container(figure, width=width) for figure, width in zip(figures, widths, strict=True)]
    return ft.Container(
        ft.Row([title, *placed], spacing=0, vertical_alignment=ft.CrossAxisAlignment.END),
        border=ft.Border.only(bottom=below),
        padding=ft.Padding.symmetric(vertical=2 * SPACE),
    )


def _listed(numbers: Numbers, row: Sequence[str]) -> ft.Control:
    lines = [
        ft.Row(
            [caption(head, expand=True), text(cell, text_align=ft.TextAlign.RIGHT)],
            spacing=2 * SPACE,
            vertical_alignment=ft.CrossAxisAlignment.END,
        )
        for head, cell in zip(numbers.heads[1:], row[1:], strict=True)
    ]
    return column([text(row[0], Style.STRONG), *lines], SPACE)
