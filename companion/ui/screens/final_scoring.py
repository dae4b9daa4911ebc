"""The final scoring: step by step through what must be settled, each rule for all players, and the result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games import KITS
from companion.services.final_scoring import (
    NOTHING,
    RESULT,
    SETTLE,
    UNSETTLED,
    checked_rules,
    empty_rules,
    first_unchecked,
    rules_to_check,
    scoring_steps,
    tab_for,
    where_entered,
    with_ticks,
    without_ticks,
)
from companion.services.results import result_of_table
from companion.ui.components.board import HighlightedBoard
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    labelled,
    notice,
    outlined,
    plain_button,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column, leading_trailing_row
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE, TARGET, WIDEST, Style
from companion.ui.editors import EDITORS
from companion.ui.screens.sheet import SheetView
from scoring.messages import counted, say
from storage.repositories import plays

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.services.final_scoring import ProblemLocation, ScoringStep
    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from companion.ui.core.context import Viewport
    from scoring.messages import Message
    from scoring.sheet import Column, Line

MIN_BOARD_WIDTH: Final = 156
"""The least width of a board next to its points, in px; where there is room, it takes a third."""

BOARD_BESIDE_FROM: Final = 320
"""From this width on, divided by the scale of the text, a board stands next to the words, in px."""

MIN_HEIGHT_WITH_FEET: Final = 360
"""The least height of a screen, with text of its usual size, on which the way on stays below what scrolls, in px."""

IMPOSSIBLE: Final = "As it is entered, this cannot lie on the table. Once it is put right, the game can be finished."


@component
def FinalScoring(live: LiveTable) -> ft.Control:
    """Show a step of the final scoring between the steps and the way on, which stay in sight where there is room."""
    use_revision(live)
    page = ft.context.page
    asked = EDITORS[live.game.key].ask(live)
    problems = _unsettled_problems(live, asked)
    walk = _walk(live, unsettled=bool(problems) or asked is not None)
    at, set_at = use_value(page.session.store.get(_step_key(live.id)) or "")
    key = at if at in {step.key for step in walk} else first_unchecked(walk)
    here = next(step for step in walk if step.key == key)
    viewport = use_ui().viewport
    width = min(viewport.width, WIDEST) - 4 * SPACE

    ft.use_effect(lambda: page.session.store.set(correcting_key(live.id), ""), [live.id])

    def go(key: str) -> None:
        page.session.store.set(_step_key(live.id), key)
        set_at(lambda _: key)

    async def tick(*, done: bool) -> None:
        go(here.key)
        label = f"{here.title}: {'checked' if done else 'not checked'}"
        await live.change(label, lambda state: _with_tick(state, here.key, live.columns, done=done))

    async def untick() -> None:
        await tick(done=False)

    if here.key == SETTLE:
        body = _settling(live, problems, asked)
    elif here.key == RESULT:
        body = FinalResult(live, walk, width, go)
    else:
        body = (_nothing if here.key == NOTHING else _rule)(live, here, untick, width)
    above = [keyed("steps", _Steps, walk, here, go)]
    if walk[0].key == SETTLE:
        above.append(ft.Container(_unsettled(here, go), padding=2 * SPACE))
    feet = _feet(walk, here, width, go, tick)
    if viewport.height / viewport.scale < MIN_HEIGHT_WITH_FEET:
        return keyed(here.key, _Step, column([*above, body, feet]), width)
    return column([*above, keyed(here.key, _Step, body, width), feet], spacing=0, expand=True)


def _walk(live: LiveTable, *, unsettled: bool) -> tuple[ScoringStep, ...]:
    rules: Mapping[str, str] = {}  # where only the end is entered, nothing is to be checked
    if not live.state.extras.only_end:
        unused = KITS[live.game.key].unused(live.state)
        rules = {rule: title for rule, title in live.game.rules.items() if rule not in unused}
    checked = checked_rules(live.state.extras.checked, live.columns)
    return scoring_steps(rules_to_check(rules, live.columns), checked, unsettled=unsettled)


def _step_key(table_id: str) -> str:
    """Return the key of the session under which stands the step where the walk is taken up."""
    return f"step {table_id}"


def correcting_key(table_id: str) -> str:
    """Return the key of the session under which stands the title of the step that is being corrected elsewhere."""
    return f"correcting {table_id}"


def _correct(live: LiveTable, step: str, address: str) -> Callable[[], None]:
    """Return a call that leads to an address of the table, from where there is a way back to the step."""
    page = ft.context.page

    def go() -> None:
        page.session.store.set(_step_key(live.id), step)
        page.session.store.set(correcting_key(live.id), live.game.rules.get(step, "the end"))
        page.navigate(f"/table/{live.id}/{address}")

    return go


@component
def _Step(body: ft.Control, width: float) -> ft.Control:
    """Show one step from its top: a step does not begin scrolled."""
    middle = ft.Container(body, width=width, padding=ft.Padding.symmetric(vertical=2 * SPACE))
    return ft.Column(
        [middle], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )


def _feet(
    walk: Sequence[ScoringStep],
    here: ScoringStep,
    width: float,
    go: Callable[[str], None],
    tick: Callable[..., Awaitable[None]],
) -> ft.Control:
    """Return the ways to the step before and to the next one, which checks this one."""
    number = walk.index(here)

    async def on() -> None:
        if not here.done and here.key not in (SETTLE, RESULT):
            await tick(done=True)
        go(walk[number + 1].key)

    ways: list[ft.Control] = [outlined("Previous", lambda: go(walk[number - 1].key))] if number else []
    if here.key != RESULT:
        ways.append(button(_onwards(here), on))
    spread = ft.MainAxisAlignment.SPACE_BETWEEN if number else ft.MainAxisAlignment.END
    foot = ft.Container(ft.Row(ways, alignment=spread, wrap=True, run_spacing=2 * SPACE), width=width, padding=SPACE)
    return ft.Row([foot], alignment=ft.MainAxisAlignment.CENTER)


def _onwards(step: ScoringStep) -> str:
    if step.key == SETTLE:
        return "Look at the rest"
    return "Next" if step.done else "Checked, next"


def _with_tick(state: TableState[Any, Any], key: str, columns: Sequence[Column], *, done: bool) -> TableState[Any, Any]:
    ticked = (with_ticks if done else without_ticks)(state.extras.checked, key, columns)
    return replace(state, extras=replace(state.extras, checked=ticked))


@component
def _Steps(walk: Sequence[ScoringStep], here: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Show the steps by their names, on a phone in a row that scrolls to the one that is shown."""
    row = use_ref(ft.Ref[ft.Row]).current
    wide = use_ui().viewport.wide

    async def reveal() -> None:
        if row.current is not None and not wide:
            await row.current.scroll_to(scroll_key=here.key)

    ft.use_effect(safe(reveal), [here.key, wide])
    steps = [_step_button(step, go, chosen=step is here) for step in walk if step.key != SETTLE]
    return ft.Container(
        ft.Row(
            steps,
            ref=row,
            wrap=wide,
            scroll=None if wide else ft.ScrollMode.HIDDEN,
            spacing=SPACE,
            run_spacing=SPACE,
            alignment=ft.MainAxisAlignment.CENTER if wide else ft.MainAxisAlignment.START,
        ),
        padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE),
    )


def _step_button(step: ScoringStep, go: Callable[[str], None], *, chosen: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY if chosen else ft.Colors.SECONDARY if step.done else ft.Colors.ON_SURFACE_VARIANT
    fill = ft.Colors.SECONDARY_CONTAINER if step.done else ft.Colors.SURFACE_CONTAINER
    face: list[ft.Control] = [text(step.title, Style.SMALL, color=ink, no_wrap=True)]
    if step.done or step.key == RESULT:
        face.insert(0, ft.Icon(ft.Icons.CHECK if step.done else ft.Icons.EMOJI_EVENTS_OUTLINED, color=ink))
    shown = tappable(
        ft.Row(face, spacing=SPACE, tight=True),
        f"{step.title}{', checked' if step.done else ''}",
        lambda: go(step.key),
        selected=chosen,
        height=TARGET,
        bgcolor=ft.Colors.PRIMARY if chosen else fill,
        border=ft.Border.all(1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT),
        border_radius=TARGET / 2,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE),
    )
    return ft.Container(shown, key=ft.ScrollKey(step.key))  # type: ignore[call-arg]  # Flet makes it a dataclass late


def _unsettled(here: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Return the way to what must be settled, shown on all steps."""
    words = ft.Row(
        [ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR), text(UNSETTLED, Style.STRONG, expand=True)],
        spacing=2 * SPACE,
    )
    return tappable(
        words,
        UNSETTLED,
        lambda: go(SETTLE),
        selected=here.key == SETTLE,
        bgcolor=ft.Colors.ERROR_CONTAINER,
        border=ft.Border.all(1, ft.Colors.ERROR if here.key == SETTLE else ft.Colors.ERROR_CONTAINER),
        padding=3 * SPACE,
    )


def _title(step: ScoringStep, untick: Callable[[], Any]) -> list[ft.Control]:
    """Return the name of a step, and where it was checked the way to take that back."""
    title = heading(step.title)
    if not step.done:
        return [title]
    title.expand = True
    return [ft.Row([title, ft.Checkbox(label="Checked", value=True, on_change=safe(untick))], spacing=2 * SPACE)]


def _waiting(live: LiveTable) -> list[ft.Control]:
    """Return what players have still to take, each with the way to where it is taken."""
    page = ft.context.page
    editor = EDITORS[live.game.key]

    def line(seat: int, words: Message) -> ft.Control:
        name = live.state.table.players[seat].name
        address = f"/table/{live.id}/{editor.tabs[0].key}/{seat}"
        to_tab = plain_button(f"To {name}’s {editor.tabs[0].title.lower()}", lambda: page.navigate(address))
        return column([notice(say("{name}: {words}.", name=name, words=words)), wrapped([to_tab])], spacing=0)

    found = [(seat, editor.waits(live.state, seat)) for seat in range(len(live.columns))]
    return [line(seat, words) for seat, words in found if words is not None]


def _rule(live: LiveTable, step: ScoringStep, untick: Callable[[], Any], width: float) -> ft.Control:
    """Return the points of each player for one rule."""
    number = list(live.game.rules).index(step.key)
    tab = tab_for(step.key, EDITORS[live.game.key].entered)
    viewport = use_ui().viewport
    parts = _title(step, untick)
    parts += [_player(live, seat, number, tab, viewport, width) for seat in range(len(live.columns))]
    parts.append(caption(live.columns[0].lines[number].ref))
    return column(parts, spacing=3 * SPACE)


def _nothing(live: LiveTable, step: ScoringStep, untick: Callable[[], Any], width: float) -> ft.Control:
    """Return the rules that give nobody a point, with the reason, and the way to where each is entered."""
    empty = _empty(live)
    rows = [row for row in zip(*(one.lines for one in live.columns), strict=True) if row[0].rule in empty]
    return column([*_title(step, untick), *(_without_points(live, row, width) for row in rows)], spacing=3 * SPACE)


def _empty(live: LiveTable) -> tuple[str, ...]:
    """Return the rules that a table is played with and that give nobody a point."""
    unused = KITS[live.game.key].unused(live.state)
    return tuple(rule for rule in empty_rules(live.columns) if rule not in unused)


def _without_points(live: LiveTable, row: Sequence[Line], width: float) -> ft.Control:
    title = live.game.rules[row[0].rule]
    reasons: dict[str, list[str]] = {}
    for one, line in zip(live.columns, row, strict=True):
        reasons.setdefault(sentence(line.because), []).append(one.player)
    said = [reason if len(reasons) == 1 else f"{', '.join(names)}: {reason}" for reason, names in reasons.items()]
    name = text(title, Style.STRONG)
    tab = "sheet" if row[0].entered else tab_for(row[0].rule, EDITORS[live.game.key].entered)
    correct = _correction(live, row[0].rule, tab, 0)
    room = width / use_ui().viewport.scale
    return card([leading_trailing_row(ft.Container(), name, correct, room), *map(caption, said)])


def _correction(live: LiveTable, rule: str, tab: str, seat: int) -> ft.Control:
    """Return the way to where the points of a player for a rule are entered."""
    step = NOTHING if rule in _empty(live) and len(_empty(live)) > 1 else rule
    return ft.TextButton(
        ft.Text("Correct this", semantics_label=f"Correct this: {live.columns[seat].player}, {live.game.rules[rule]}"),
        on_click=safe(_correct(live, step, f"{tab}/{seat}")),
    )


def _player(live: LiveTable, seat: int, number: int, tab: str, viewport: Viewport, width: float) -> ft.Control:
    """Return the points of one player for a rule, why, and the way to where they are entered."""
    column = live.columns[seat]
    line = column.lines[number]
    tab = "sheet" if line.entered else tab
    mark = seat_mark(live.state.extras.seats[seat])
    points = text(line.points, Style.TITLE, no_wrap=True)
    head = labelled(
        leading_trailing_row(mark, text(column.player, Style.STRONG), points, width / viewport.scale),
        f"{column.player}: {counted(line.points, 'point', 'points')}",
    )
    correct = _correction(live, line.rule, tab, seat)
    words = [text(sentence(line.because)), ft.Row([correct], alignment=ft.MainAxisAlignment.END)]
    return card([head, _with_board(live, seat, line.cells, words, viewport, width)])


def _with_board(
    live: LiveTable, seat: int, cells: Sequence[str], words: Sequence[ft.Control], viewport: Viewport, width: float
) -> ft.Control:
    """Return words with the board that they are about, next to them where there is room, else below."""
    column = ft.Column(list(words), spacing=2 * SPACE, tight=True)
    if not cells:
        return column
    board = HighlightedBoard(
        EDITORS[live.game.key].board, live.state.table, seat, tuple(cells), max(MIN_BOARD_WIDTH, width / 3)
    )
    if width / viewport.scale < BOARD_BESIDE_FROM:
        column.controls.insert(1, board)
        return column
    column.expand = True
    return ft.Row([column, board], spacing=3 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)


def _unsettled_problems(live: LiveTable, asked: ft.Control | None) -> tuple[ProblemLocation, ...]:
    """Return the problems that stand problems a result; what is asked for here is none of them."""
    lacking = () if asked is not None else tuple(live.game.unscorable(live.state.table))
    return tuple(where_entered(problem, EDITORS[live.game.key].entered) for problem in (*live.problems, *lacking))


def _settling(live: LiveTable, problems: Sequence[ProblemLocation], asked: ft.Control | None) -> ft.Control:
    """Return what stands problems a result: what cannot be, and what only the copy of the game knows."""
    parts: list[ft.Control] = []
    if problems:
        parts += [heading("This cannot be"), text(IMPOSSIBLE)]
        parts += [_problem(live, one) for one in problems]
    if asked is not None:
        parts.append(asked)
    return column(parts, spacing=3 * SPACE)


def _problem(live: LiveTable, one: ProblemLocation) -> ft.Control:
    problem = one.problem
    parts: list[ft.Control] = []
    if one.seat is not None:
        name = live.state.table.players[one.seat].name
        mark = seat_mark(live.state.extras.seats[one.seat])
        parts.append(ft.Row([mark, text(name, Style.STRONG, expand=True)], spacing=2 * SPACE))
    words: list[ft.Control] = [notice(sentence(problem.message), wrong=True)]
    if problem.cells:
        words.append(caption(f"Squares: {', '.join(problem.cells)}"))
    if one.tab is not None:
        title = next(tab.title for tab in EDITORS[live.game.key].tabs if tab.key == one.tab)
        words.append(outlined(f"Put it right: {title}", _correct(live, SETTLE, f"{one.tab}/{one.seat or 0}")))
    return card([*parts, *words])


@component
def FinalResult(live: LiveTable, walk: Sequence[ScoringStep], width: float, go: Callable[[str], None]) -> ft.Control:
    """Show the sheet of the table, and let the host finish the play."""
    ui = use_ui()
    page = ft.context.page
    worker = ui.tables.worker
    unsettled = walk[0].key == SETTLE

    async def finish() -> None:
        play = await ui.tables.finish(live)

        async def reopen() -> None:
            table = await worker.run(plays.reopen, play.id)
            page.navigate(f"/table/{table.id}/end/0")

        page.navigate(f"/play/{play.id}")
        show_snackbar("The play is kept in the history.", undo=reopen)

    if unsettled:
        words = notice("There is something to be settled before it is clear who won.")
        return column([words, button("Show what", lambda: go(SETTLE))], spacing=3 * SPACE)
    open_ = [step.title for step in walk if not step.done and step.key != RESULT]
    left = (caption(f"Not checked yet: {', '.join(open_)}."),) if open_ else ()
    keep = button("Finish: keep this play", finish, icon=ft.Icons.CHECK)
    if not ui.visitor.host:
        keep = caption("The host finishes the play; then it is kept, and you see the result.")
    shown: ft.Control = SheetView(result_of_table(live), width, (*_waiting(live), *left, keep))
    return shown
