"""The goals of the frame: those of one column or row, entered once as they are printed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import frame_goals, keep_goal
from companion.ui.components.controls import caption, card, heading, icon_button, mark, text
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.adding import Adding, Known
from companion.ui.editors.carpe_diem.square_pictures import is_met
from scoring.carpe_diem.state import FrameGoal, Kind
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable

POINTS: Final = Counter(name="Points", least=1, most=20)
GOALS_MOST: Final = 8


@component
def Goals(live: LiveTable, seat: int, line: str | None, pick: Callable[[str | None], Awaitable[None]]) -> ft.Control:
    """Show the goals that point along a line, or all of them where districts are only counted, and add others."""
    use_revision(live)
    player = actions.player_of(live.state, seat)
    here = [(index, goal) for index, goal in enumerate(player.frame) if goal.line == line]
    title = "Frame goals" if line is None else f"Frame goals of {'row' if line.isdigit() else 'column'} {line}"
    head: list[ft.Control] = [ft.Container(heading(title), expand=True)]
    if line is not None:
        head.append(icon_button(ft.Icons.CLOSE, "Close", lambda: pick(None)))
    parts: list[ft.Control] = [ft.Row(head)]
    parts += [keyed(f"goal {index} {len(player.frame)}", Goal, live, seat, index) for index, _ in here]
    if len(player.frame) < GOALS_MOST:
        parts += [caption("Add a goal: tap what it asks for."), _adding(live, seat, line)]
    else:
        parts.append(caption(f"All {GOALS_MOST} goals of the frame are entered."))
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _adding(live: LiveTable, seat: int, line: str | None) -> ft.Control:
    copies = use_ui().tables.copies[live.game.key]
    known: dict[Kind, tuple[int, ...]] = {}
    for entry in frame_goals(copies):
        known[entry.value.kind] = (*known.get(entry.value.kind, ()), entry.value.points)

    async def add(kind: Kind, points: int) -> None:
        goal = FrameGoal(kind=kind, points=points, line=line, met=None if line is not None else False)
        await live.change(f"frame goal {kind.value}", actions.with_goal(seat, None, goal))
        await keep_goal(copies, FrameGoal(kind=kind, points=points))

    return Adding("frame goal", Known(likely=known), add)


@component
def Goal(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show one goal: its kind, its points, whether it is met."""
    use_revision(live)
    ui = use_ui()
    player = actions.player_of(live.state, seat)
    if index >= len(player.frame):
        return ft.Container()
    goal = player.frame[index]
    met = is_met(goal, player)

    async def keep(points: int) -> None:
        changed = actions.with_goal(seat, index, replace(goal, points=points))
        await live.change(f"{goal.kind.value} goal: {counted(points, 'point', 'points')}", changed)
        await keep_goal(ui.tables.copies[live.game.key], replace(goal, points=points, line=None, met=None))

    async def tick(event: ft.Event[ft.Switch]) -> None:
        changed = replace(goal, met=bool(event.control.value))
        await live.change(f"{goal.kind.value} goal", actions.with_goal(seat, index, changed))

    async def take_off() -> None:
        await live.change(f"{goal.kind.value} goal taken away", actions.with_goal(seat, index, None))
        show_snackbar(f"The goal {goal.kind.value} was taken away.", undo=undo_of_last_step(live))

    state = text(
        "met" if met else "not met", Style.SMALL, color=ft.Colors.SECONDARY if met else ft.Colors.ON_SURFACE_VARIANT
    )
    name: list[ft.Control] = [
        mark(goal.kind.value, 24, ft.Colors.ON_SURFACE),
        text(goal.kind.value.capitalize(), Style.STRONG, expand=True),
        state if goal.met is None else ft.Switch(label="Met", value=met, on_change=safe(tick)),
        icon_button(ft.Icons.DELETE_OUTLINE, f"Take away the goal {goal.kind.value}", take_off),
    ]
    counter = replace(POINTS, name=f"Points for {goal.kind.value}")
    return card([ft.Row(name), Stepper(counter, goal.points, keep)], padding=2 * SPACE)
