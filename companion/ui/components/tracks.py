"""Tracks: narrow drawings of a rate with its uncertainty, of a spread, or of shares, on one scale below each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.numbers import percent
from companion.ui.components.controls import caption, text
from companion.ui.components.figures import axis_figure, key_entry
from companion.ui.components.layout import column
from companion.ui.core.theme import RADIUS, SPACE, Style
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def rate_scale(width: float, tick_means: str = "") -> ft.Control:
    """Return the scale and the key below tracks of rates; `tick_means` where they have a tick."""
    tick = ft.Container(width=2, height=16, bgcolor=ft.Colors.ON_SURFACE)
    dot = ft.Container(width=12, height=12, bgcolor=ft.Colors.PRIMARY, border_radius=6)
    fits = ft.Container(width=24, height=6, bgcolor=ft.Colors.TERTIARY, border_radius=3)
    meanings = [(dot, tr("Rate")), (fits, tr("Likely range (95%)")), (tick, tick_means)]
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
