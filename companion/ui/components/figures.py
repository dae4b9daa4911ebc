"""A figure on a card: its chart with axes, what that means, and the numbers behind it as a table.

Screen readers pass charts over: the figure around them has their numbers as text and as a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft
import flet_charts as charts  # type: ignore[import-untyped]

from companion.formatting.numbers import percent
from companion.formatting.text import with_minus_signs
from companion.ui.components.controls import caption, card, heading, labelled, silent, tappable, text
from companion.ui.components.layout import column
from companion.ui.components.sections import section_room
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_toggle
from companion.ui.core.theme import LETTER, LINE_HEIGHT, RADIUS, SPACE, TARGET, Style, width_of
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    shown, toggle = use_toggle()
    words = tr("Hide numbers") if shown else tr("Show numbers")
    icon = ft.Icons.EXPAND_LESS if shown else ft.Icons.TABLE_ROWS_OUTLINED
    face = ft.Row(
        [ft.Icon(icon, color=ft.Colors.PRIMARY, size=20), text(words, Style.STRONG, color=ft.Colors.PRIMARY)],
        spacing=2 * SPACE,
    )
    above = max(TARGET - _TEXT * LINE_HEIGHT * viewport.scale, 2 * SPACE) / 2
    below = tappable(face, f"{words}: {title}", toggle, padding=ft.Padding.symmetric(vertical=above))
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


HEIGHT: Final = 200
"""The height of what is drawn in a chart with axes, in px."""

LEAST_DOT: Final = 3

MAX_DOT: Final = 5
"""The radius of dots, by how close they stand, in px."""

_SMALL: Final = 14

_LINE: Final = 1.4

_STILL: Final = ft.Animation(duration=ft.Duration())


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A player's total in one play, and whether it won."""

    total: int
    won: bool


def line(
    points: Sequence[Point], ends: tuple[str, str], marks: Sequence[float], viewport: Viewport, width: float
) -> ft.Control:
    """Return a line of totals, with filled dots where they won; `ends` are the labels below its first and last dot."""
    side = _side(marks, viewport)
    radius = min(max((width - side) / len(points) / 2, LEAST_DOT), MAX_DOT)
    dots = [
        charts.LineChartDataPoint(number, point.total, point=_dot(radius, won=point.won), show_tooltip=False)
        for number, point in enumerate(points)
    ]
    series = charts.LineChartData(points=dots, color=ft.Colors.TERTIARY, stroke_width=2, point=True)
    room = 0.5
    drawn = ft.Container(
        charts.LineChart(
            data_series=[series],
            interactive=False,
            animation=_STILL,
            min_x=-room,
            max_x=len(points) - 1 + room,
            min_y=marks[0],
            max_y=marks[-1],
            horizontal_grid_lines=charts.ChartGridLines(
                interval=marks[1] - marks[0], color=ft.Colors.OUTLINE_VARIANT, width=1
            ),
            border=ft.Border.only(bottom=ft.BorderSide(1, ft.Colors.ON_SURFACE_VARIANT)),
            left_axis=_numbers(marks, side),
        ),
        width=width,
        height=HEIGHT + _above(viewport),
        padding=ft.Padding.only(top=_above(viewport)),
    )
    below: list[ft.Control] = [caption(words) for words in dict.fromkeys(ends)]
    under = ft.Row(below, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, wrap=True, spacing=2 * SPACE, run_spacing=0)
    parts: list[ft.Control] = [drawn, ft.Container(under, width=width, padding=ft.Padding.only(left=side))]
    return ft.Column(parts, spacing=SPACE, tight=True)


def line_key() -> ft.Control:
    """Return the key of the two kinds of dots."""
    entries = [key_entry(_sample(won=won), words) for won, words in ((True, tr("Won")), (False, tr("Not won")))]
    return ft.Row(entries, wrap=True, spacing=4 * SPACE, run_spacing=SPACE)


def key_entry(sample: ft.Control, words: str) -> ft.Control:
    """Return an entry of a key: a sample and what it means."""
    return ft.Row([sample, caption(words)], spacing=2 * SPACE, tight=True)


def _dot(radius: float, *, won: bool) -> charts.ChartCirclePoint:
    fill = ft.Colors.PRIMARY if won else ft.Colors.SURFACE_CONTAINER
    edge = ft.Colors.PRIMARY if won else ft.Colors.TERTIARY
    return charts.ChartCirclePoint(color=fill, radius=radius, stroke_color=edge, stroke_width=2)


def _sample(*, won: bool) -> ft.Control:
    fill = ft.Colors.PRIMARY if won else ft.Colors.SURFACE_CONTAINER
    edge = ft.Colors.PRIMARY if won else ft.Colors.TERTIARY
    return ft.Container(width=12, height=12, bgcolor=fill, border=ft.Border.all(2, edge), border_radius=6)


def _numbers(marks: Sequence[float], side: float) -> charts.ChartAxis:
    labels = [
        charts.ChartAxisLabel(
            value=value,
            label=ft.Container(caption(axis_figure(value), no_wrap=True), padding=ft.Padding.only(right=2 * SPACE)),
        )
        for value in marks
    ]
    return charts.ChartAxis(labels=labels, label_size=side, label_spacing=marks[1] - marks[0])


def _side(marks: Sequence[float], viewport: Viewport) -> float:
    """Return the width of the numbers at the side, in px."""
    return max(len(axis_figure(value)) for value in marks) * _SMALL * LETTER * viewport.scale + 3 * SPACE


def _above(viewport: Viewport) -> float:
    """Return the height of the upper half of the topmost number, in px."""
    return _SMALL * _LINE * viewport.scale / 2


def axis_figure(value: float) -> str:
    """Return a whole number of an axis with a real minus sign."""
    return with_minus_signs(f"{value:.0f}")


_DOT: Final = 14
_TRACK: Final = 28
_BOX: Final = 18
_BAR: Final = 14


def rate_track(rate: tuple[float, float, float], expected: float | None, width: float) -> ft.Control:
    """Return a rate as a dot on the line from its lower to its upper end; a tick marks the rate that is expected."""
    low, value, high = (_along(share, (0, 1), width) for share in rate)
    parts: list[ft.Control] = [_rail(width), _bar(low, high - low, 6, ft.Colors.TERTIARY)]
    if expected is not None:
        at = _along(expected, (0, 1), width)
        parts.append(ft.Container(left=at - 1, top=0, width=2, height=_TRACK, bgcolor=ft.Colors.ON_SURFACE))
    parts.append(
        ft.Container(
            left=value - _DOT / 2,
            top=(_TRACK - _DOT) / 2,
            width=_DOT,
            height=_DOT,
            bgcolor=ft.Colors.PRIMARY,
            border=ft.Border.all(2, ft.Colors.SURFACE_CONTAINER),
            border_radius=_DOT / 2,
        )
    )
    return ft.Stack(parts, width=width, height=_TRACK)


def spread_track(five: tuple[float, float, float, float, float], ends: tuple[float, float], width: float) -> ft.Control:
    """Return a spread: a line from least to most, a box from quarter to quarter, and a bold line at the median."""
    least, lower, middle, upper, most = (_along(value, ends, width) for value in five)
    parts: list[ft.Control] = [_rail(width)]
    if ends[0] < 0 < ends[1]:
        zero = _along(0, ends, width)
        parts.append(ft.Container(left=zero, top=0, width=1, height=_TRACK, bgcolor=ft.Colors.ON_SURFACE_VARIANT))
    parts += [
        _bar(least, most - least, 2, ft.Colors.TERTIARY),
        ft.Container(
            left=lower - 1,
            top=(_TRACK - _BOX) / 2,
            width=max(upper - lower, 0) + 2,
            height=_BOX,
            bgcolor=ft.Colors.TERTIARY_CONTAINER,
            border=ft.Border.all(2, ft.Colors.TERTIARY),
            border_radius=RADIUS / 4,
        ),
        ft.Container(left=middle - 2, top=(_TRACK - _BOX) / 2 - 3, width=4, height=_BOX + 6, bgcolor=ft.Colors.PRIMARY),
    ]
    return ft.Stack(parts, width=width, height=_TRACK)


def shares_track(counts: tuple[int, int, int], width: float) -> ft.Control:
    """Return a bar in three parts: how often better, level and worse."""
    parts: list[ft.Control] = [
        ft.Container(expand=count, height=_BAR, bgcolor=fill, border=ft.Border.all(2, edge), border_radius=RADIUS / 4)
        for count, (fill, edge) in zip(counts, _shares(), strict=True)
        if count
    ]
    return ft.Container(ft.Row(parts, spacing=2), width=width, padding=ft.Padding.symmetric(vertical=SPACE))


def shares_key() -> ft.Control:
    """Return the key of the parts of such a bar."""
    entries: list[ft.Control] = [
        key_entry(ft.Container(width=14, height=14, bgcolor=fill, border=ft.Border.all(2, edge)), words)
        for words, (fill, edge) in zip((tr("Better"), tr("Level"), tr("Worse")), _shares(), strict=True)
    ]
    return ft.Row(entries, wrap=True, spacing=4 * SPACE, run_spacing=SPACE)


def _shares() -> tuple[tuple[str, str], tuple[str, str], tuple[str, str]]:
    """Return the fill and the edge of each part: full, tinted and empty, so that they differ without colors."""
    return (
        (ft.Colors.PRIMARY, ft.Colors.PRIMARY),
        (ft.Colors.TERTIARY_CONTAINER, ft.Colors.TERTIARY),
        (ft.Colors.SURFACE_CONTAINER, ft.Colors.ON_SURFACE_VARIANT),
    )


def rate_scale(width: float, tick_means: str = "", *, ranges: bool) -> ft.Control:
    """Return the scale and the key below tracks of rates; `tick_means` where they have a tick, `ranges` where any."""
    tick = ft.Container(width=2, height=16, bgcolor=ft.Colors.ON_SURFACE)
    dot = ft.Container(width=12, height=12, bgcolor=ft.Colors.PRIMARY, border_radius=6)
    fits = ft.Container(width=24, height=6, bgcolor=ft.Colors.TERTIARY, border_radius=3)
    meanings = [(dot, tr("Rate")), (fits, tr("Likely range (95%)") if ranges else ""), (tick, tick_means)]
    key = [key_entry(sample, words) for sample, words in meanings if words]
    return _scale([percent(share) for share in (0, 0.5, 1)], key, width)


def spread_scale(ends: tuple[float, float], width: float) -> ft.Control:
    """Return the scale and the key below tracks of spreads."""
    box = ft.Container(
        width=24,
        height=14,
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border=ft.Border.all(2, ft.Colors.TERTIARY),
        border_radius=2,
    )
    middle = ft.Container(width=4, height=16, bgcolor=ft.Colors.PRIMARY)
    whole = ft.Container(width=24, height=2, bgcolor=ft.Colors.TERTIARY)
    whole_span = f"{tr('Least')} – {tr('Most')}"
    quarters = f"{tr('Lower quarter')} – {tr('Upper quarter')}"
    meanings = ((middle, tr("Median")), (box, quarters), (whole, whole_span))
    key = [key_entry(sample, words) for sample, words in meanings]
    return _scale([axis_figure(end) for end in ends], key, width)


def _scale(ends: Sequence[str], key: Sequence[ft.Control], width: float) -> ft.Control:
    marks = ft.Row([caption(end) for end in ends], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, width=width)
    return ft.Column(
        [marks, ft.Row(list(key), wrap=True, spacing=4 * SPACE, run_spacing=SPACE)], spacing=2 * SPACE, tight=True
    )


def _along(value: float, ends: tuple[float, float], width: float) -> float:
    """Return the position of a value on a track, in px from its left; a dot at either end is not cut off."""
    low, high = ends
    return _DOT / 2 + (value - low) / (high - low) * (width - _DOT)


def _rail(width: float) -> ft.Container:
    return _bar(_DOT / 2, width - _DOT, 1, ft.Colors.OUTLINE_VARIANT)


def _bar(left: float, width: float, height: float, color: str) -> ft.Container:
    return ft.Container(
        left=left,
        top=(_TRACK - height) / 2,
        width=max(width, 1),
        height=height,
        bgcolor=color,
        border_radius=height / 2,
    )


def track_row(name: str, figure: str, track: ft.Control) -> ft.Control:
    """Return a track below its name and its figure."""
    head = ft.Row(
        [text(name), text(figure, Style.STRONG)],
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        spacing=3 * SPACE,
        run_spacing=0,
    )
    return column([head, track], spacing=0)
