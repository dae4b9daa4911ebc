"""The villa chart: what only the resource board prints, asked for at the end where a completed villa needs it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.carpe_diem.copy_values import keep_villa, villa_values
from companion.ui.components.controls import button, caption, card, heading, notice, text
from companion.ui.components.fields import tick
from companion.ui.components.stepper import Counter, read_number
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.keyboard import text_focus_handlers
from companion.ui.core.theme import SPACE, TARGET, Style
from scoring.carpe_diem import villa_chart
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import TableState
    from scoring.carpe_diem.state import Table

MOST: Final = 999
"""The most points that a villa chart may give."""

ASKED: Final = (
    "What a completed villa is worth is printed on your resource boards, and in no rulebook. "
    "Tessera asks once, and keeps it in “My copy”."
)


def lacking(table: Table) -> tuple[int, ...]:
    """Return the numbers of chimneys of completed villas for which the table's villa chart has no value."""
    numbers = {chimneys for player in table.players for chimneys in built_by(player).villas}
    return tuple(sorted(number for number in numbers if table.chart.points(number) is None))


def owners(table: Table, chimneys: int) -> tuple[str, ...]:
    """Return who has a completed villa with so many chimneys."""
    return tuple(player.name for player in table.players if chimneys in built_by(player).villas)


def can_be_last(table: Table, chimneys: int) -> bool:
    """Return whether an entry may stand for more chimneys as well: neither the chart nor a villa goes beyond it."""
    return max((table.chart.highest, *lacking(table))) == chimneys


def doubt(chart: villa_chart.VillaChart, chimneys: int, points: int) -> Message | None:
    """Return the question whether a value is meant that fewer chimneys exceed, or more fall short of.

    >>> str(doubt(villa_chart.VillaChart.read({"3": 3, "5": 7}), 4, 2))
    '3 chimneys give 3 points. Do 4 chimneys give only 2 points?'
    >>> doubt(villa_chart.VillaChart.read({"3": 3, "5": 7}), 4, 5)
    """
    for (number, _), value in chart.entries:
        if (number < chimneys and value > points) or (number > chimneys and value < points):
            return say(
                "{chimneys} give {value}. Do {others} give {only}{points}?",
                chimneys=_chimneys(number),
                value=_points(value),
                others=_chimneys(chimneys),
                only="only " if number < chimneys else "",
                points=_points(points),
            )
    return None


def with_value(state: TableState[Table, Any], key: str, points: int) -> TableState[Table, Any]:
    """Return the table with an entry more in its villa chart, by chimneys."""
    chart = {**state.table.villa_chart, key: points}
    ordered = dict(sorted(chart.items(), key=lambda entry: Chimneys.read(entry[0])))
    return replace(state, table=replace(state.table, villa_chart=ordered))


@component
def VillaChart(live: LiveTable) -> ft.Control:
    """Ask for the value of each completed villa that the chart lacks; what is entered is kept here and in my copy."""
    use_revision(live)
    return ft.Column(
        [
            heading("Villa chart"),
            text(ASKED),
            *(keyed(str(chimneys), VillaValue, live, chimneys) for chimneys in lacking(live.state.table)),
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
    counter = Counter(name=f"Points for a villa with {_chimneys(chimneys)}", most=MOST)
    number = read_number(counter, typed)
    question = doubt(table.chart, chimneys, number) if isinstance(number, int) else None
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
        said = say("Villa chart: {chimneys}, {points}", chimneys=_chimneys(chimneys), points=_points(number))
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
        **text_focus_handlers(ui.keys),
    )
    parts: list[ft.Control] = [
        text(say("A villa with {chimneys}", chimneys=_chimneys(chimneys)), Style.STRONG),
        caption(say("{owners}", owners=owners(table, chimneys))),
        ft.Row([field, text("points")], wrap=True, vertical_alignment=ft.CrossAxisAlignment.CENTER),
    ]
    if wrong is not None:
        parts.append(ft.Semantics(content=text(wrong, color=ft.Colors.ERROR), live_region=True, container=True))
    if can_be_last(table, chimneys):
        parts.append(tick(f"{chimneys} or more chimneys count the same", mean_more, ui.viewport, ticked=more))
    words = f"Keep the value for {_chimneys(chimneys)}"
    if tried and question is not None and isinstance(number, int):
        parts.append(notice(question))
        words = f"Yes, {_points(number)} for {_chimneys(chimneys)}"
    parts.append(ft.Row([button(words, keep)], wrap=True))
    return card(parts)


def _known(copies: MyCopy, chimneys: int) -> str:
    """Return what my copy says meanwhile, as it would be typed."""
    value = villa_chart.VillaChart.read(villa_values(copies)).points(chimneys)
    return "" if value is None else str(value)


def _chimneys(number: int) -> Message:
    return counted(number, "chimney", "chimneys")


def _points(number: int) -> Message:
    return counted(number, "point", "points")
