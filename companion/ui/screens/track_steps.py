"""How a number of the sheet came about at the table, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.track_steps import load_track
from companion.ui.components.controls import caption, labelled, text
from companion.ui.components.layout import column
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE, Style
from scoring.messages import points_text, say

if TYPE_CHECKING:
    from companion.services.track_steps import TrackStep

FIGURE_WIDTH: Final = 10 * SPACE
"""The width of a figure at the end of a step, in px, with text of its usual size."""

HEADING: Final = say("Step by step")


@component
def TrackSteps(table_id: str, seat: int, field: str, points: int) -> ft.Control:
    """Show each step that moved the track of a player up to these points; nothing where they are not known."""
    ui = use_ui()
    steps, _ = use_stored(load_track, table_id, seat, field, points)
    if not steps:
        return ft.Container()
    return column([caption(HEADING), *(_step(step, ui.viewport.scale) for step in steps)])


def _step(step: TrackStep, scale: float) -> ft.Control:
    right = ft.TextAlign.RIGHT
    words = sentence(step.label).removesuffix(".")
    moved = f"{step.points:+}" if step.points else ""
    figures = [
        text(moved, Style.STRONG, width=FIGURE_WIDTH * scale, text_align=right, no_wrap=True),
        caption(step.total, width=FIGURE_WIDTH * scale, text_align=right, no_wrap=True),
    ]
    start = ft.CrossAxisAlignment.START
    row = ft.Row([text(words, Style.SMALL, expand=True), *figures], spacing=0, vertical_alignment=start)
    after = points_text(step.total)
    return labelled(row, f"{words}: {moved or 0}, {after}")
