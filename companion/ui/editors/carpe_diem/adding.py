"""Adding something that is printed on one's own copy: its kind by a tap, its points asked where nobody knows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import heading, mark, tappable_picture, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, TARGET
from scoring.carpe_diem.state import Kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

POINTS: Final = range(1, 21)
"""What a frame goal or a fountain card may print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The points that a kind always has, and those that it is known to have on some part, which are asked for first."""

    sure: Mapping[Kind, int] = field(default_factory=dict)
    likely: Mapping[Kind, tuple[int, ...]] = field(default_factory=dict)


@component
def Adding(what: str, known: Known, add: Callable[[Kind, int], Awaitable[None]]) -> ft.Control:
    """Show all kinds; the points of one that was tapped are taken as known, or asked for."""
    nobody: Kind | None = None
    asked, set_asked = use_value(nobody)

    def tapping(kind: Kind) -> Callable[[], Awaitable[None]]:
        async def tap() -> None:
            if kind in known.sure:
                set_asked(lambda _: None)
                await add(kind, known.sure[kind])
            else:
                set_asked(lambda before: None if before is kind else kind)

        return tap

    kinds: list[ft.Control] = [
        tappable_picture(
            ft.Container(
                mark(kind.value, 28, ft.Colors.ON_PRIMARY if kind is asked else ft.Colors.ON_SURFACE),
                alignment=ft.Alignment.CENTER,
            ),
            f"Add {what} {kind.value}",
            tapping(kind),
            selected=kind is asked,
            width=TARGET,
            height=TARGET,
            bgcolor=ft.Colors.PRIMARY if kind is asked else ft.Colors.SURFACE_CONTAINER,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        )
        for kind in Kind
    ]
    parts: list[ft.Control] = [ft.Row(kinds, wrap=True, spacing=SPACE, run_spacing=SPACE)]
    if asked is not None:
        parts.append(_points(what, asked, known.likely.get(asked, ()), _adding(add, asked, set_asked)))
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _adding(
    add: Callable[[Kind, int], Awaitable[None]],
    kind: Kind,
    set_asked: Callable[[Callable[[Kind | None], Kind | None]], None],
) -> Callable[[int], Callable[[], Awaitable[None]]]:
    def adding(points: int) -> Callable[[], Awaitable[None]]:
        async def add_it() -> None:
            set_asked(lambda _: None)
            await add(kind, points)

        return add_it

    return adding


def _points(
    what: str, kind: Kind, known: tuple[int, ...], adding: Callable[[int], Callable[[], Awaitable[None]]]
) -> ft.Control:
    first = [points for points in known if points in POINTS]
    others = [points for points in POINTS if points not in known]
    chips = [
        chip(str(points), adding(points), selected=points in known, label=f"{what} {kind.value}: {points}")
        for points in (*first, *others)
    ]
    question = text("How many points does it print? It is asked once, and kept as my copy.")
    title = heading(f"{what[:1].upper()}{what[1:]} {kind.value}")
    return ft.Column([title, question, wrapped(chips)], spacing=2 * SPACE, tight=True)
