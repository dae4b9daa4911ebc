"""The final scoring: step by step through what must be settled, each rule for all players, and the result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.games import KITS
from companion.services.final_scoring import (
    NOTHING,
    RESULT,
    SETTLE,
    UNSETTLED,
    checked_rules,
    first_unchecked,
    rules_to_check,
    scoring_steps,
    with_ticks,
    without_ticks,
)
from companion.ui.components.controls import button, outlined, tappable, text
from companion.ui.components.correction import end_correction
from companion.ui.components.dialogs import Shown, use_turning
from companion.ui.components.foot import AtThumb, FootBar, foot_scrolls
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_value, value_now
from companion.ui.core.theme import SPACE, TARGET, WIDEST, WIDEST_RESULT, Style, width_of
from companion.ui.editors import EDITORS
from companion.ui.screens.final_scoring_steps import (
    FinalResult,
    Finish,
    nothing_step,
    rule_step,
    settling_step,
    step_key,
    unsettled_problems,
)
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.services.final_scoring import ScoringStep
    from companion.tables.attempt import Version
    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from scoring.sheet import Column

MAX_LINES, LINES_OF_PHONE = 3, 2
"""The most lines of the steps on a wide screen, and on a phone with room for them."""


@component
def FinalScoring(live: LiveTable) -> ft.Control:
    """Show a step of the final scoring between the steps and the way on, which stay in sight where there is room."""
    use_revision(live)
    page = ft.context.page
    asked = EDITORS[live.game.key].ask(live)
    ending = EDITORS[live.game.key].ending(live)
    problems = unsettled_problems(live, asked or ending)
    walk = _walk(live, unsettled=bool(problems) or asked is not None)
    at, set_at = use_value(page.session.store.get(step_key(live.id)) or "")
    key = at if at in {step.key for step in walk} else first_unchecked(walk)
    current = next(step for step in walk if step.key == key)
    viewport = use_ui().viewport
    width = min(viewport.width, WIDEST_RESULT if current.key == RESULT else WIDEST) - 4 * SPACE

    use_effect(lambda: end_correction(live.id), [live.id])

    def go(key: str) -> None:
        page.session.store.set(step_key(live.id), key)
        set_at(lambda _: key)

    async def tick(*, done: bool) -> None:
        go(value_now(set_at) or current.key)
        label = say("{step}: checked", step=current.title) if done else current.title
        await live.change(label, lambda state: _with_tick(state, current.key, live.columns, done=done))

    async def untick() -> None:
        await tick(done=False)

    async def show(without: Version, done: Version) -> None:
        """Go to the step that was ticked or is not any more."""
        checked = [
            checked_rules(version.state.extras.checked, version.evaluated.columns) for version in (without, done)
        ]
        turned = next((step.key for step in walk if step.key in checked[0] ^ checked[1]), None)
        if turned is not None:
            go(turned)

    use_turning(Shown(table_id=live.id, show=show))
    if current.key == SETTLE:
        body = settling_step(live, problems, asked)
    elif current.key == RESULT:
        body = FinalResult(live, walk, width, ending)
    else:
        body = (nothing_step if current.key == NOTHING else rule_step)(live, current, untick, width)
    above = [keyed("steps", _Steps, walk, current, go)] if len(walk) > 1 else []
    if walk[0].key == SETTLE:
        above.append(ft.Container(_unsettled(current, go), padding=2 * SPACE))
    feet = AtThumb(lambda: _feet(live, walk, current, go, tick), width + 4 * SPACE)
    if foot_scrolls(viewport):
        above, body = [], column([*above, body, FootBar()])
    return column([*above, keyed(current.key, _Step, body, width), feet], spacing=0, expand=True)


def _walk(live: LiveTable, *, unsettled: bool) -> tuple[ScoringStep, ...]:
    rules: Mapping[str, Message] = {}  # where only the end is entered, nothing is to be checked
    kit = KITS[live.game.key]
    if kit.walks and not live.state.extras.only_end:
        unused = kit.unused(live.state)
        rules = {rule: title for rule, title in live.game.rules.items() if rule not in unused}
    checked = checked_rules(live.state.extras.checked, live.columns)
    return scoring_steps(rules_to_check(rules, live.columns), checked, unsettled=unsettled)


@component
def _Step(body: ft.Control, width: float) -> ft.Control:
    """Show one step from its top: a step does not begin scrolled."""
    middle = ft.Container(body, width=width, padding=ft.Padding.symmetric(vertical=2 * SPACE))
    return ft.Column(
        [middle], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def _feet(
    live: LiveTable,
    walk: Sequence[ScoringStep],
    current: ScoringStep,
    go: Callable[[str], None],
    tick: Callable[..., Awaitable[None]],
) -> list[ft.Control]:
    """Return the ways to the step before and to the next one, which checks this one, or to the end of the game."""
    number = walk.index(current)

    async def on() -> None:
        if not current.done and current.key not in (SETTLE, RESULT):
            await tick(done=True)
        go(walk[number + 1].key)

    ways: list[ft.Control] = [outlined(tr("Previous"), lambda: go(walk[number - 1].key))] if number else []
    if current.key != RESULT:
        ways.append(button(tr("Next"), on, autofocus=True))
    elif use_ui().visitor.host and walk[0].key != SETTLE and not any(live.game.unscorable(live.state.table)):
        ways.append(keyed("finish", Finish, live))
    return ways


def _with_tick(state: TableState[Any], key: str, columns: Sequence[Column], *, done: bool) -> TableState[Any]:
    ticked = (with_ticks if done else without_ticks)(state.extras.checked, key, columns)
    return replace(state, extras=replace(state.extras, checked=ticked))


@component
def _Steps(walk: Sequence[ScoringStep], current: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Show the steps by their names; where they take too many lines, in a row that scrolls to the current one."""
    row = use_ref(ft.Ref[ft.Row]).current
    viewport = use_ui().viewport
    lines = MAX_LINES if viewport.wide else 1 if viewport.cramped else LINES_OF_PHONE
    whole = _width_of_steps(walk) * viewport.scale <= lines * (viewport.width - 4 * SPACE)

    async def reveal() -> None:
        if row.current is not None and not whole:
            await row.current.scroll_to(scroll_key=current.key)

    use_effect(reveal, [current.key, whole])
    steps = [_step_button(step, go, chosen=step is current) for step in walk if step.key != SETTLE]
    return ft.Container(
        ft.Row(
            steps,
            ref=row,
            wrap=whole,
            scroll=None if whole else ft.ScrollMode.AUTO if viewport.wide else ft.ScrollMode.HIDDEN,
            spacing=SPACE,
            run_spacing=SPACE,
            alignment=ft.MainAxisAlignment.CENTER if whole and viewport.wide else ft.MainAxisAlignment.START,
        ),
        padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE),
    )


def _width_of_steps(walk: Sequence[ScoringStep]) -> float:
    """Return the width of all steps in one line with text of its usual size, in px."""
    return sum(width_of(Style.SMALL, len(str(step.title))) + 7 * SPACE for step in walk)


def _step_button(step: ScoringStep, go: Callable[[str], None], *, chosen: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if chosen else ft.Colors.SECONDARY if step.done else ft.Colors.ON_SURFACE_VARIANT
    fill = ft.Colors.SECONDARY_CONTAINER if step.done else ft.Colors.SURFACE_CONTAINER
    face: list[ft.Control] = [text(step.title, Style.SMALL, color=ink, no_wrap=True)]
    if step.done or step.key == RESULT:
        face.insert(0, ft.Icon(ft.Icons.CHECK if step.done else ft.Icons.EMOJI_EVENTS_OUTLINED, color=ink))
    shown = tappable(
        ft.Row(face, spacing=SPACE, tight=True),
        tr("{step}: checked", step=step.title) if step.done else str(step.title),
        lambda: go(step.key),
        selected=chosen,
        height=TARGET,
        bgcolor=ft.Colors.PRIMARY if chosen else fill,
        border=ft.Border.all(1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT),
        border_radius=TARGET / 2,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE),
    )
    return ft.Container(shown, key=ft.ScrollKey(step.key))  # type: ignore[call-arg]  # Flet makes it a dataclass late


def _unsettled(current: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Return the way to what must be settled, shown on all steps."""
    words = ft.Row(
        [ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR), text(UNSETTLED, Style.STRONG, expand=True)],
        spacing=2 * SPACE,
    )
    return tappable(
        words,
        UNSETTLED,
        lambda: go(SETTLE),
        selected=current.key == SETTLE,
        bgcolor=ft.Colors.ERROR_CONTAINER,
        border=ft.Border.all(1, ft.Colors.ERROR if current.key == SETTLE else ft.Colors.ERROR_CONTAINER),
        padding=3 * SPACE,
    )
