"""Frame goals, and the choice of a kind with printed points, by which goals and fountain cards are added."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import FRAME_GOALS, goal_key
from companion.ui.components.controls import caption, card, group, heading, icon_button, labelled, mark, silent, text
from companion.ui.components.dialogs import change_and_say, use_window
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.square_pictures import goal_text
from companion.ui.editors.carpe_diem.tile_picker import kind_button
from scoring.carpe_diem.state import FRAME_LENGTH, GOAL_POINTS_RANGE, FrameGoal, Kind
from scoring.carpe_diem.wording import line_name
from scoring.fields import Noun
from scoring.messages import points_text, say, titled, tr, wordless

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.state import Player
    from scoring.messages import Message

    Pick = Callable[[str | None], Awaitable[None]]
    AddPoints = Callable[[Kind, int], Awaitable[None]]

POINTS: Final = Counter(name=say("Points"), least=GOAL_POINTS_RANGE.low, most=GOAL_POINTS_RANGE.high)
"""The points that a frame goal or a fountain card may print."""


@component
def Goals(live: LiveTable, seat: int, line: str | None, pick: Pick) -> ft.Control:
    """Show the goals along a line of the frame, or all where `line` is `None`, and let others be added."""
    use_revision(live)
    frame = live.state.table.players[seat].frame
    title = FRAME_GOALS.title if line is None else f"{FRAME_GOALS.title}: {line_name(line)}"
    head: list[ft.Control] = [ft.Container(heading(title), expand=True)]
    if line is not None:
        head.append(icon_button(ft.Icons.CLOSE, tr("Close"), lambda: pick(None)))
    parts: list[ft.Control] = [ft.Row(head)]
    parts += [
        keyed(f"goal {index} {len(frame)}", Goal, live, seat, index)
        for index, goal in enumerate(frame)
        if goal.line == line
    ]
    if len(frame) < FRAME_LENGTH.most:
        parts.append(adding_group(FRAME_GOAL, _goal_picker(live, seat, line)))
    return column(parts)


def goals_in_words(player: Player) -> list[ft.Control]:
    """Return the kinds and points of a player's goals, those that are met ticked; nothing where none is entered."""
    goals = [_in_words(goal, met=actions.is_met(goal, player)) for goal in player.frame]
    row = ft.Row([caption(f"{FRAME_GOALS.title}:"), *goals], wrap=True, spacing=3 * SPACE, run_spacing=SPACE)
    return [row] if goals else []


def _in_words(goal: FrameGoal, *, met: bool) -> ft.Control:
    ink = ft.Colors.SECONDARY if met else ft.Colors.ON_SURFACE_VARIANT
    sign = ft.Icon(ft.Icons.CHECK, size=18, color=ink) if met else mark(goal.kind.noun.mark, 18, ink)
    words = text(goal.kind.noun.name, Style.SMALL, color=ink)
    points = text(f"+{goal.points}", Style.STRONG if met else Style.SMALL, color=ink)
    return labelled(ft.Row([sign, words, points], spacing=SPACE, tight=True), goal_text(goal, met=met))


def _goal_picker(live: LiveTable, seat: int, line: str | None) -> ft.Control:
    copies = use_ui().tables.copies[live.game.key]
    likely: dict[Kind, tuple[int, ...]] = {}
    for entry in FRAME_GOALS.known(copies):
        likely[entry.value.kind] = (*likely.get(entry.value.kind, ()), entry.value.points)

    async def add(kind: Kind, points: int) -> None:
        goal = FrameGoal(kind=kind, points=points, line=line, met=True if line is None else None)
        await live.change(of_kind(FRAME_GOAL, kind), lambda state: actions.with_goal(state, seat, None, goal))
        await _keep(copies, goal)

    return KindPicker(FRAME_GOAL, KnownPoints(likely=likely), add)


async def _keep(copies: MyCopy, goal: FrameGoal) -> None:
    """Keep a goal in my copy, without its place."""
    await FRAME_GOALS.keep(copies, goal_key(goal), replace(goal, line=None, met=None))


@component
def Goal(live: LiveTable, seat: int, index: int) -> ft.Control:
    """Show a goal: its kind, its points, and whether it is met."""
    use_revision(live)
    copies = use_ui().tables.copies[live.game.key]
    player = live.state.table.players[seat]
    if index >= len(player.frame):
        return ft.Container()
    goal = player.frame[index]

    async def keep(points: int) -> None:
        changed = replace(goal, points=points)
        label = say("{what}: {value}", what=of_kind(FRAME_GOAL, goal.kind), value=points_text(points))
        await live.change(label, lambda state: actions.with_goal(state, seat, index, changed))
        await _keep(copies, changed)

    async def tick() -> None:
        changed = replace(goal, met=not actions.is_met(goal, live.state.table.players[seat]))
        await live.change(of_kind(FRAME_GOAL, goal.kind), lambda state: actions.with_goal(state, seat, index, changed))

    async def remove() -> None:
        label = say("{spoken}: removed", spoken=of_kind(FRAME_GOAL, goal.kind))
        await change_and_say(live, label, lambda state: actions.without_goal(state, seat, player.frame, index))

    met = actions.is_met(goal, player)
    sign = ft.Icon(ft.Icons.CHECK, size=18, color=ft.Colors.PRIMARY)
    turned = chip(titled(say("met")), tick, selected=met, leading=sign if met else None)
    head: list[ft.Control] = [
        mark(goal.kind.noun.mark, 24, ft.Colors.ON_SURFACE),
        text(goal.kind.noun.title, Style.STRONG, expand=True),
        _met_text(met=met) if goal.met is None else turned,
        icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=of_kind(FRAME_GOAL, goal.kind)), remove),
    ]
    counter = replace(POINTS, name=say("Points for {what}", what=goal.kind.noun.name))
    return card([ft.Row(head), Stepper(counter, goal.points, keep)], padding=2 * SPACE)


def _met_text(*, met: bool) -> ft.Control:
    colour = ft.Colors.SECONDARY if met else ft.Colors.ON_SURFACE_VARIANT
    return text(tr("met") if met else tr("not met"), Style.SMALL, color=colour)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPoints:
    """The points that a kind always has, and those that it has on some part; the latter are asked for first."""

    sure: Mapping[Kind, int] = field(default_factory=dict)
    likely: Mapping[Kind, tuple[int, ...]] = field(default_factory=dict)


FRAME_GOAL: Final = Noun(say("frame goal"))
FOUNTAIN_CARD: Final = Noun(say("fountain card"))


def of_kind(what: Noun, kind: Kind) -> Message:
    """Return the name of the goal or the card of a kind."""
    return wordless("{what} {kind}", what=what.name, kind=kind.noun.name)


@component
def KindPicker(
    what: Noun, known_points: KnownPoints, add: AddPoints, kinds: Sequence[Kind] = tuple(Kind)
) -> ft.Control:
    """Let a kind be tapped; `add` takes it with its points, which a window asks for where they are not sure."""
    nobody: Kind | None = None
    asked, set_asked = use_value(nobody)

    def close() -> None:
        set_asked(lambda _: None)

    async def add_and_close(kind: Kind, points: int) -> None:
        close()
        await add(kind, points)

    async def tap(kind: Kind) -> None:
        if kind in known_points.sure:
            await add(kind, known_points.sure[kind])
        else:
            set_asked(lambda _: kind)

    question = None
    if asked is not None:
        question = _points_question(what, asked, known_points.likely.get(asked, ()), add_and_close)
    use_window("" if asked is None else titled(of_kind(what, asked)), question, close)
    palette = use_ui().viewport.palette
    buttons = [kind_button(kind, str(kind.noun.name), palette, tap, chosen=kind is asked) for kind in kinds]
    return ft.Row(buttons, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


def adding_group(what: Noun, picker: ft.Control) -> ft.Control:
    """Return a picker of kinds below its name, under which screen readers find it."""
    words = tr("Add {spoken}", spoken=what.name)
    return group(column([silent(caption(words)), picker]), words)


def _points_question(what: Noun, kind: Kind, likely: tuple[int, ...], add: AddPoints) -> ft.Control:
    allowed = range(POINTS.least, POINTS.most + 1)
    first = [points for points in likely if points in allowed]
    others = [points for points in allowed if points not in likely]
    chips = [
        chip(
            str(points), partial(add, kind, points), selected=points in likely, label=f"{of_kind(what, kind)}: {points}"
        )
        for points in (*first, *others)
    ]
    question = text(tr("How many points does it show?"))
    return ft.Column([question, wrapped(chips)], spacing=2 * SPACE, tight=True, key=kind.value)
