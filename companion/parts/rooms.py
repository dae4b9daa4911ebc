"""Columns that scroll, one on a phone, two beside each other where there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.theme import SPACE, WIDEST
from companion.ui import use_ui

if TYPE_CHECKING:
    from collections.abc import Sequence


def scrolling(parts: Sequence[ft.Control]) -> ft.Control:
    """Return parts below each other that scroll in the room there is."""
    inner = ft.Column(list(parts), spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Column(
        [ft.Container(inner, padding=2 * SPACE)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def in_the_middle(content: ft.Control) -> ft.Container:
    """Return something that is not stretched beyond what is read well."""
    return ft.Container(content, width=min(use_ui().look.width - 4 * SPACE, WIDEST))


def two(left: Sequence[ft.Control], right: Sequence[ft.Control]) -> ft.Control:
    """Return two columns that scroll apart from each other."""
    columns = [scrolling(left), scrolling(right)]
    return ft.Row(columns, expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)
