"""The villa chart: what only the resource board prints, asked for at the end where a completed villa needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem.actions import with_value
from companion.games.carpe_diem.copy_values import (
    _chimneys_said,
    _points_said,
    can_be_last,
    doubt_about_value,
    keep_villa,
    missing_chimneys,

    villa_values,
)
from companion.ui.components.controls import button, caption, card, heading, notice, text
from companion.ui.components.fields import tick
from companion.ui.components.stepper import Counter, read_number
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.keyboard import field_focus
from companion.ui.core.theme import SPACE, TARGET, Style
from scoring.carpe_diem import villa_chart
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.messages import say

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy


MOST: Final = 999
"""The most points that a villa chart may give."""


ASKED: Final = (
    "What a completed villa is worth is printed on your resource boards, and in no rulebook. "
    "Tessera asks once, and keeps it in “My copy”."
)


@component
def VillaChart(live: LiveTable) -> ft.Control:
    """Ask for the value of each completed villa that the chart lacks; what is entered is kept here and in my copy."""
    use_revision(live)
    return ft.Column(
        [
            heading("Villa chart"),
            text(ASKED),
            *(keyed(str(chimneys), VillaValue, live, chimneys) for chimneys in missing_chimneys(live.state.table)),
        ],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@component
def VillaValue(live: LiveTable, chimneys: int) -> ft.Control:
    """Ask for the value of a completed villa with so many chimneys."""
    ui = use_ui()
    table = live.state.table
    copies = ui.tables.copies[live.game.key]
    typed, set_typed = use_lazy_state(lambda: _known(copies, chimneys))
    more, set_more = use_value(initial=False)
    tried, set_tried = use_value(initial=False)
    counter = Counter(name=f"Points for a villa with {_chimneys_said(chimneys)}", most=MOST)
    number = read_number(counter, typed)
    question = doubt_about_value(table.chart, chimneys, number) if isinstance(number, int) else None
    wrong = number if isinstance(number, str) and (tried or typed.strip()) else None

    def type_in(event: ft.Event[ft.TextField]) -> None:
        entered = str(event.control.value)
        set_typed(lambda _: entered)
        set_tried(lambda _: False)

    def mean_more() -> None:
        set_more(lambda meant: not meant)

    async def keep() -> None:
        if isinstance(number, str) or (question is not None and not tried):
            set_tried(lambda _: True)
            return
        key = Chimneys(chimneys, and_more=more and can_be_last(table, chimneys)).key
        said = say("Villa chart: {chimneys}, {points}", chimneys=_chimneys_said(chimneys), points=_points_said(number))
        await live.change(str(said), lambda state: with_value(state, key, number))
        await keep_villa(copies, key, number)

    field = ft.TextField(
        value=typed,
        label=counter.name,
        label_style=ft.TextStyle(size=1, color=ft.Colors.TRANSPARENT),
        on_change=safe(type_in),
        on_submit=safe(keep),
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.RIGHT,
        width=TARGET + 10 * SPACE * ui.viewport.scale,
        border=ft.NoInputBorder(),
        filled=True,
        fill_color=ft.Colors.SURFACE_CONTAINER_HIGHEST if wrong is None else ft.Colors.ERROR_CONTAINER,
        **field_focus(ui.keys),
    )
    parts: list[ft.Control] = [
        text(say("A villa with {chimneys}", chimneys=_chimneys_said(chimneys)), Style.STRONG),
        caption(say("{owners}", owners=villa_owners(table, chimneys))),
        ft.Row([field, text("points")], wrap=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
    ]
    if wrong is not None:
        parts.append(ft.Semantics(content=text(wrong, color=ft.Colors.ERROR), live_region=True, container=True))
    if can_be_last(table, chimneys):
        parts.append(tick(f"{chimneys} or more chimneys count the same", mean_more, ui.viewport, ticked=more))
    words = f"Keep the value for {_chimneys_said(chimneys)}"
    if tried and question is not None and isinstance(number, int):
        parts.append(notice(question))
        words = f"Yes, {_points_said(number)} for {_chimneys_said(chimneys)}"
    parts.append(ft.Row([button(words, keep)], wrap=True))
    return card(parts)


def _known(copies: MyCopy, chimneys: int) -> str:
    """Return what my copy says meanwhile, as it would be typed."""
    value = villa_chart.VillaChart.read(villa_values(copies)).points(chimneys)
    return "" if value is None else str(value)
