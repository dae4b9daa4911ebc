"""The final scoring: step by step through what must be settled, each rule for all players, and the result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.final_scoring import (
    RESULT,
    SETTLE,
    UNSETTLED,
    first_unchecked,
    scoring_steps,
    tab_for,
    where_entered,
)
from companion.services.results import result_of_table
from companion.tables.state import ticked
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
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, TARGET, WIDEST, Style
from companion.ui.editors import EDITORS
from companion.ui.screens.sheet import SheetView
from scoring.messages import counted, say
from storage.repositories import plays

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.final_scoring import ProblemLocation, ScoringStep
    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from companion.ui.core.context import Viewport
    from scoring.messages import Message

MIN_BOARD_WIDTH: Final = 156
"""The least width of a board next to its points, in px; where there is room, it takes a third."""

BOARD_BESIDE_FROM: Final = 320
"""From this width on, divided by the scale of the text, a board stands next to the words, in px."""

IMPOSSIBLE: Final = "As it is entered, this cannot lie on the table. Once it is put right, the game can be finished."


@component
def FinalScoring(live: LiveTable) -> ft.Control:
    """Show a step of the final scoring, with the way to all others."""
    use_revision(live)
    ui = use_ui()
    asked = EDITORS[live.game.key].ask(live)
    problems = _unsettled_problems(live, asked)
    rules = {} if live.state.extras.only_end else live.game.rules  # of which nothing was entered to be checked
    walk = scoring_steps(rules, live.state.extras.checked, unsettled=bool(problems) or asked is not None)
    at, set_at = use_value(first_unchecked(walk))
    key = at if at in {step.key for step in walk} else first_unchecked(walk)
    here = next(step for step in walk if step.key == key)
    number = walk.index(here)
    width = min(ui.viewport.width, WIDEST) - 4 * SPACE

    def go(key: str) -> None:
        set_at(lambda _: key)

    async def tick() -> None:
        go(here.key)
        await live.change(_ticking(here), lambda state: _with_tick(state, here.key))

    async def on() -> None:
        if not here.done and here.key not in (SETTLE, RESULT):
            await live.change(_ticking(here), lambda state: _with_tick(state, here.key))
        go(walk[number + 1].key)

    if here.key == SETTLE:
        body = _settling(live, problems, asked)
    elif here.key == RESULT:
        body = FinalResult(live, walk, width, go)
    else:
        body = _rule(live, here, tick, ui.viewport, width)
    ways: list[ft.Control] = [outlined("Back", lambda: go(walk[number - 1].key))] if number else []
    if here.key != RESULT:
        ways.append(button(_onwards(here), on))
    spread = ft.MainAxisAlignment.SPACE_BETWEEN if number else ft.MainAxisAlignment.END
    feet = ft.Row(ways, alignment=spread, wrap=True, run_spacing=2 * SPACE)
    first = [_unsettled(here, go)] if walk[0].key == SETTLE else []
    whole = column([*first, _dots(walk, here, go), body, feet], spacing=4 * SPACE)
    return ft.Row([ft.Container(whole, width=width)], alignment=ft.MainAxisAlignment.CENTER)


def _onwards(step: ScoringStep) -> str:
    if step.key == SETTLE:
        return "Look at the rest"
    return "Next" if step.done else "Checked, next"


def _ticking(step: ScoringStep) -> str:
    return f"{step.title}: {'not checked' if step.done else 'checked'}"


def _with_tick(state: TableState[Any, Any], rule: str) -> TableState[Any, Any]:
    return replace(state, extras=replace(state.extras, checked=ticked(state.extras.checked, rule)))


def _dots(walk: Sequence[ScoringStep], here: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Return the steps as a row of dots that can be tapped."""

    def dot(number: int, step: ScoringStep) -> ft.Control:
        chosen = step is here
        ink = ft.Colors.ON_PRIMARY if chosen else ft.Colors.SECONDARY if step.done else ft.Colors.ON_SURFACE_VARIANT
        face: ft.Control = text(number, Style.STRONG, color=ink, no_wrap=True)
        if step.key == RESULT or step.done:
            face = ft.Icon(ft.Icons.CHECK if step.done else ft.Icons.EMOJI_EVENTS_OUTLINED, color=ink)
        return tappable(
            face,
            f"{step.title}{', checked' if step.done else ''}",
            lambda: go(step.key),
            selected=chosen,
            width=TARGET,
            height=TARGET,
            bgcolor=ft.Colors.PRIMARY
            if chosen
            else ft.Colors.SECONDARY_CONTAINER
            if step.done
            else ft.Colors.SURFACE_CONTAINER,
            border=ft.Border.all(1, ft.Colors.PRIMARY if chosen else ft.Colors.OUTLINE_VARIANT),
            border_radius=TARGET / 2,
            alignment=ft.Alignment.CENTER,
        )

    rules = [step for step in walk if step.key != SETTLE]
    dots = [dot(number, step) for number, step in enumerate(rules, start=1)]
    return ft.Row(dots, wrap=True, spacing=SPACE // 2, run_spacing=SPACE, alignment=ft.MainAxisAlignment.CENTER)


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


def _rule(live: LiveTable, step: ScoringStep, tick: Callable[[], Any], viewport: Viewport, width: float) -> ft.Control:
    """Return the points of each player for one rule."""
    number = list(live.game.rules).index(step.key)
    tab = tab_for(step.key, EDITORS[live.game.key].entered)
    title = heading(step.title)
    title.expand = True
    parts: list[ft.Control] = [
        ft.Row([title, ft.Checkbox(label="Checked", value=step.done, on_change=safe(tick))], spacing=2 * SPACE)
    ]
    parts += [_player(live, seat, number, tab, viewport, width) for seat in range(len(live.columns))]
    parts.append(caption(live.columns[0].lines[number].ref))
    return column(parts, spacing=3 * SPACE)


def _player(live: LiveTable, seat: int, number: int, tab: str, viewport: Viewport, width: float) -> ft.Control:
    """Return the points of one player for a rule, why, and the way to where they are entered."""
    page = ft.context.page
    column = live.columns[seat]
    line = column.lines[number]
    tab = "sheet" if line.entered else tab
    mark = seat_mark(live.state.extras.seats[seat])
    points = text(line.points, Style.TITLE, no_wrap=True)
    head = labelled(
        leading_trailing_row(mark, text(column.player, Style.STRONG), points, width / viewport.scale),
        f"{column.player}: {counted(line.points, 'point', 'points')}",
    )
    correct = ft.TextButton(
        ft.Text("Correct this", semantics_label=f"Correct this: {column.player}, {live.game.rules[line.rule]}"),
        on_click=safe(lambda: page.navigate(f"/table/{live.id}/{tab}/{seat}")),
    )
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
    page = ft.context.page
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
        address = f"/table/{live.id}/{one.tab}/{one.seat or 0}"
        words.append(outlined(f"Put it right: {title}", lambda: page.navigate(address)))
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
