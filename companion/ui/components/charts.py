"""Charts: bars, a line of totals, and tracks on which a rate with its uncertainty or a spread lies.

Screen readers pass them over: the figure around them has their numbers as text and as a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft
import flet_charts as charts  # type: ignore[import-untyped]

from companion.ui.components.controls import caption, text
from companion.ui.components.layout import column
from companion.ui.core.theme import LETTER, RADIUS, SPACE, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.ui.core.context import Viewport

HEIGHT: Final = 200
"""The height of what is drawn in a chart with axes, in px."""

LEAST_DOT: Final = 3
MOST_DOT: Final = 5
"""The radius of dots, by how close they stand, in px."""

BROAD_LETTER: Final = 0.9
"""The width of a broad letter as a share of its size."""

_SMALL: Final = 14
_LINE: Final = 1.4
_DOT: Final = 14
_TRACK: Final = 28
_BOX: Final = 18
_BAR: Final = 14
_STILL: Final = ft.Animation(duration=ft.Duration())


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A player's total in one play, and whether it won."""

    total: int
    won: bool


def bars(values: Sequence[tuple[str, int]], marks: Sequence[float], viewport: Viewport, width: float) -> ft.Control:
    """Return a chart with a bar for each name and value; `marks` are the numbers of the axis, from its lowest up."""
    side = _side(marks, viewport)
    step = (width - side) / len(values)
    groups = [
        charts.BarChartGroup(
            x=number,
            rods=[
                charts.BarChartRod(
                    from_y=0,
                    to_y=value,
                    width=step * 0.6,
                    color=ft.Colors.TERTIARY,
                    border_radius=ft.BorderRadius.only(top_left=SPACE, top_right=SPACE),
                    show_tooltip=False,
                )
            ],
        )
        for number, (_, value) in enumerate(values)
    ]
    return ft.Container(
        charts.BarChart(
            groups=groups,
            interactive=False,
            animation=_STILL,
            min_y=marks[0],
            max_y=marks[-1],
            horizontal_grid_lines=_grid(marks),
            border=ft.Border.only(bottom=ft.BorderSide(1, ft.Colors.ON_SURFACE_VARIANT)),
            left_axis=_numbers(marks, side),
            bottom_axis=_names([name for name, _ in values], viewport, step),
        ),
        width=width,
        height=HEIGHT + _above(viewport) + _foot(viewport),
        padding=ft.Padding.only(top=_above(viewport)),
    )


def line(
    points: Sequence[Point], ends: tuple[str, str], marks: Sequence[float], viewport: Viewport, width: float
) -> ft.Control:
    """Return a line of totals, with filled dots where they won; `ends` are the labels below its first and last dot."""
    side = _side(marks, viewport)
    radius = min(max((width - side) / len(points) / 2, LEAST_DOT), MOST_DOT)
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
            horizontal_grid_lines=_grid(marks),
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
    entries = [_entry(_sample(won=won), words) for won, words in ((True, "won"), (False, "not won"))]
    return ft.Row(entries, wrap=True, spacing=4 * SPACE, run_spacing=SPACE)


def _entry(sample: ft.Control, words: str) -> ft.Control:
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
            label=ft.Container(caption(_figure(value), no_wrap=True), padding=ft.Padding.only(right=2 * SPACE)),
        )
        for value in marks
    ]
    return charts.ChartAxis(labels=labels, label_size=side, label_spacing=marks[1] - marks[0])


def _names(names: Sequence[str], viewport: Viewport, step: float) -> charts.ChartAxis:
    """Return the names below bars `step` px apart; only every third one where they would touch."""
    broadest = max(map(len, names)) * _SMALL * viewport.scale * BROAD_LETTER
    every = 1 if broadest <= step else 3
    labels = [
        charts.ChartAxisLabel(
            value=at,
            label=ft.Container(caption("" if at % every else name), padding=ft.Padding.only(top=SPACE)),
        )
        for at, name in enumerate(names)
    ]
    return charts.ChartAxis(labels=labels, label_size=_foot(viewport))


def _grid(marks: Sequence[float]) -> charts.ChartGridLines:
    return charts.ChartGridLines(interval=marks[1] - marks[0], color=ft.Colors.OUTLINE_VARIANT, width=1)


def _side(marks: Sequence[float], viewport: Viewport) -> float:
    """Return the width of the numbers at the side, in px."""
    return max(len(_figure(value)) for value in marks) * _SMALL * LETTER * viewport.scale + 3 * SPACE


def _above(viewport: Viewport) -> float:
    """Return the height of the upper half of the topmost number, in px."""
    return _SMALL * _LINE * viewport.scale / 2


def _foot(viewport: Viewport) -> float:
    """Return the height of the line of names below a chart, in px."""
    return _SMALL * _LINE * viewport.scale + 2 * SPACE


def _figure(value: float) -> str:
    return f"{value:.0f}".replace("-", "−")


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
        _entry(ft.Container(width=14, height=14, bgcolor=fill, border=ft.Border.all(2, edge)), words)
        for words, (fill, edge) in zip(("better", "level", "worse"), _shares(), strict=True)
    ]
    return ft.Row(entries, wrap=True, spacing=4 * SPACE, run_spacing=SPACE)


def _shares() -> tuple[tuple[str, str], tuple[str, str], tuple[str, str]]:
    """Return the fill and the edge of each part: full, tinted and empty, so that they differ without colours."""
    return (
        (ft.Colors.PRIMARY, ft.Colors.PRIMARY),
        (ft.Colors.TERTIARY_CONTAINER, ft.Colors.TERTIARY),
        (ft.Colors.SURFACE_CONTAINER, ft.Colors.ON_SURFACE_VARIANT),
    )


def rate_scale(width: float, tick_means: str = "") -> ft.Control:
    """Return the scale and the key below tracks of rates; `tick_means` where they have a tick."""
    tick = ft.Container(width=2, height=16, bgcolor=ft.Colors.ON_SURFACE)
    dot = ft.Container(width=12, height=12, bgcolor=ft.Colors.PRIMARY, border_radius=6)
    fits = ft.Container(width=24, height=6, bgcolor=ft.Colors.TERTIARY, border_radius=3)
    meanings = [(dot, "share won"), (fits, "what fits, 95%"), (tick, tick_means)]
    key = [_entry(sample, words) for sample, words in meanings if words]
    return _scale([f"{share}%" for share in (0, 50, 100)], key, width)


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
    meanings = ((middle, "median"), (box, "the middle half"), (whole, "least to most"))
    key = [_entry(sample, words) for sample, words in meanings]
    return _scale([_figure(end) for end in ends], key, width)


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
