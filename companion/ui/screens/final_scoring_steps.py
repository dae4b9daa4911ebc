"""What each step of the final scoring shows: what must be settled, the points for a rule, and the result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.dates import duration_text, minutes_between, relative_time
from companion.formatting.text import isolated, sentence
from companion.games import KITS
from companion.services.end_sheet import NOTHING, RESULT, SETTLE, empty_rules, tab_for, where_entered
from companion.services.results import result_of_table
from companion.system import now
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
    text,
)
from companion.ui.components.correction import GAP, Correction, begin_correction
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import HighlightedBoard, column, leading_trailing_row
from companion.ui.components.pictures import TablePhoto
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component, on_press, safe, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.page import address_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors import EDITORS
from companion.ui.screens.sheet import SheetView, TrackSteps
from scoring.messages import Message, points_text, say, tr
from storage.repositories import plays

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.end_sheet import ProblemLocation, ScoringStep
    from companion.tables.live_table import LiveTable
    from scoring.sheet import Line

MIN_BOARD_WIDTH: Final = 156
"""The least width of a board next to its points, in px; where there is room, it takes a third."""

NO_RESULT_YET: Final = say("You see here who won as soon as that is settled.")

BOARD_BESIDE_FROM: Final = 320
"""From this width on, divided by the scale of the text, a board stands next to the words, in px."""


def step_key(table_id: str) -> str:
    """Return the session key of the step at which the walk goes on."""
    return f"step {table_id}"


def _correct(live: LiveTable, step: str, tab: str, seat: int, spot: str) -> Callable[[], None]:
    """Return a call that leads to a spot of the table, from where there is a way back to the step."""
    page = ft.context.page

    def go() -> None:
        page.session.store.set(step_key(live.id), step)
        named = live.game.rules.get(step, say("the end"))
        begin_correction(live.id, Correction(step=named, spot=spot, seat=seat))
        page.navigate(f"/table/{live.id}/{tab}/{seat}")

    return go


def unsettled_problems(live: LiveTable, asked: ft.Control | None) -> tuple[ProblemLocation, ...]:
    """Return the problems that stand in the way of a result; what is asked for here is none of them."""
    lacking = () if asked is not None else tuple(live.game.unscorable(live.state.table))
    return tuple(where_entered(problem, EDITORS[live.game.key].entered) for problem in (*live.problems, *lacking))


def settling_step(
    live: LiveTable, problems: Sequence[ProblemLocation], asked: ft.Control | None, *, is_result: bool
) -> ft.Control:
    """Return what stands in the way of a result: what cannot be, and what only the copy of the game knows."""
    parts: list[ft.Control] = [caption(NO_RESULT_YET)] if is_result else []
    if problems:
        parts.append(heading(tr("This cannot be right")))
        parts += [_problem(live, location) for location in problems]
    if asked is not None:
        parts.append(asked)
    return column(parts, spacing=3 * SPACE)


def _problem(live: LiveTable, location: ProblemLocation) -> ft.Control:
    problem = location.problem
    parts: list[ft.Control] = []
    if location.seat is not None:
        name = live.state.table.players[location.seat].name
        mark = seat_mark(live.state.extras.seats[location.seat])
        parts.append(ft.Row([mark, text(name, Style.STRONG, expand=True)], spacing=2 * SPACE))
    words: list[ft.Control] = [notice(sentence(problem.message), wrong=True)]
    if problem.cells:
        words.append(caption(tr("Squares: {listed}", listed=", ".join(problem.cells))))
    if location.tab is not None:
        title = next(tab.title for tab in EDITORS[live.game.key].tabs if tab.key == location.tab)
        words.append(
            outlined(
                tr("Go to “{tab}”", tab=title), _correct(live, SETTLE, location.tab, location.seat or 0, location.field)
            )
        )
    return card([*parts, *words])


def rule_step(live: LiveTable, step: ScoringStep, untick: Callable[[], Any], width: float) -> ft.Control:
    """Return the points of each player for one rule."""
    number = list(live.game.rules).index(step.key)
    tab = tab_for(step.key, EDITORS[live.game.key].entered)
    viewport = use_ui().viewport
    parts = _title(step, untick)
    players = [_player(live, seat, number, tab, viewport, width) for seat in range(len(live.columns))]
    parts.append(card(players, 4 * SPACE, padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=3 * SPACE)))
    parts.append(caption(live.columns[0].lines[number].ref))
    return column(parts, spacing=3 * SPACE)


def nothing_step(live: LiveTable, step: ScoringStep, untick: Callable[[], Any], width: float) -> ft.Control:
    """Return the rules that give nobody a point, with the reason, and the way to where each is entered."""
    empty = _empty(live)
    rows = zip(*(player_column.lines for player_column in live.columns), strict=True)
    cards = [_without_points(live, row, width) for row in rows if row[0].rule in empty]
    named = say("Nothing from {rules}", rules=tuple(live.game.rules[rule] for rule in empty))
    return column([*_title(replace(step, title=named), untick), *cards], spacing=3 * SPACE)


def _title(step: ScoringStep, untick: Callable[[], Any]) -> list[ft.Control]:
    """Return the name of a step, and where it was checked the way to take that back."""
    title = heading(step.title)
    if not step.done:
        return [title]
    title.expand = True
    return [ft.Row([title, ft.Checkbox(label=tr("Checked"), value=True, on_change=safe(untick))], spacing=2 * SPACE)]


def _empty(live: LiveTable) -> tuple[str, ...]:
    """Return the rules that a table is played with and that give nobody a point."""
    unused = KITS[live.game.key].unused(live.state)
    return tuple(rule for rule in empty_rules(live.columns) if rule not in unused)


def _without_points(live: LiveTable, row: Sequence[Line], width: float) -> ft.Control:
    title = live.game.rules[row[0].rule]
    reasons: dict[str, list[str]] = {}
    for player_column, line in zip(live.columns, row, strict=True):
        reasons.setdefault(sentence(line.because), []).append(player_column.player)
    of_each = [tr("{what}: {value}", what=", ".join(names), value=reason) for reason, names in reasons.items()]
    said = of_each if len(reasons) > 1 else [*reasons]
    name = text(title, Style.STRONG)
    tab = "sheet" if row[0].entered else tab_for(row[0].rule, EDITORS[live.game.key].entered)
    correct = _correction(live, row[0].rule, tab, 0)
    room = width / use_ui().viewport.scale
    return card([leading_trailing_row([], name, correct, room), *map(caption, said)])


def _player(live: LiveTable, seat: int, number: int, tab: str, viewport: Viewport, width: float) -> ft.Control:
    """Return the points of one player for a rule, why, and the way to where they are entered."""
    of_player = live.columns[seat]
    line = of_player.lines[number]
    tab = "sheet" if line.entered else tab
    marks = [seat_mark(live.state.extras.seats[seat])]
    points = text(line.points, Style.TITLE, no_wrap=True)
    head = labelled(
        leading_trailing_row(marks, text(of_player.player, Style.STRONG), points, width / viewport.scale),
        f"{of_player.player}: {points_text(line.points)}",
        expand=True,
    )
    parts: list[ft.Control] = [ft.Row([head, _correction(live, line.rule, tab, seat)], spacing=2 * SPACE)]
    repeated = tuple(line.because.values.values()) == (line.points,)  # as 30 and "30 points on the cards"
    words: list[ft.Control] = [] if repeated else [text(sentence(line.because))]
    field = None if line.entered else KITS[live.game.key].fields.get(line.rule)
    if field is not None:
        words.append(keyed(f"{seat} {field}", TrackSteps, live.id, seat, field, line.points, folded=True))
    if words:
        parts.append(_with_board(live, seat, line.cells, words, viewport, width))
    return column(parts, spacing=0)


def _correction(live: LiveTable, rule: str, tab: str, seat: int) -> ft.Control:
    """Return the way to where the points of a player for a rule are entered."""
    empty = _empty(live)
    step = NOTHING if rule in empty and len(empty) > 1 else rule
    return ft.TextButton(
        ft.Text(
            tr("Edit"), semantics_label=isolated(f"{tr('Edit')}: {live.columns[seat].player}, {live.game.rules[rule]}")
        ),
        **on_press(safe(_correct(live, step, tab, seat, rule))),
    )


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


MAX_NAMED: Final = 8
"""The most steps that are named where they are not checked yet."""


@component
def Finish(live: LiveTable) -> ft.Control:
    """Show the button that makes a table a play; where the game is not at its end, it asks first."""
    ui = use_ui()
    page = ft.context.page
    worker = ui.tables.worker

    async def finish() -> None:
        start = address_now(page)
        play = await ui.tables.finish(live)

        async def reopen() -> None:
            table = await worker.run(plays.reopen, play.id)
            page.navigate(f"/table/{table.id}/end/0")

        if address_now(page) == start:  # its end leads there, too, and people may have gone on
            page.navigate(f"/play/{play.id}")
        show_snackbar(tr("Saved to the history."), undo=reopen)

    missing = KITS[live.game.key].deciding_gaps(live.state.table) or _untouched(live)
    early = too_early(live)
    question = Confirmation(
        title=tr("Is something missing?") if missing else tr("Finish before the end?"),
        words="\n".join(f"• {line}" for line in missing) if missing[1:] else str(*missing) or early,
        do=tr("Finish anyway"),
        leave=tr("Cancel"),
    )
    ask = use_confirmation(question, finish)
    return button(tr("Finish"), ask if missing or early else finish, icon=ft.Icons.CHECK, autofocus=True)


def _untouched(live: LiveTable) -> tuple[Message, ...]:
    """Return in a sentence which lines nobody has a number in, where only the end is entered."""
    rows = zip(*(column.lines for column in live.columns), strict=True)
    touched = {row[0].rule for row in rows if any(line.entered for line in row)}
    rules = tuple(live.game.rules[rule] for rule in _empty(live) if rule not in touched)
    return (say("Nobody has points for {rules}.", rules=rules),) if rules and live.state.extras.only_end else ()


def too_early(live: LiveTable) -> str:
    """Return that the game is not over, and what is still to come, "" where it is, or only its end is entered."""
    stage = KITS[live.game.key].before_end(live.state)
    return "" if stage is None else tr("The game is not over yet: {stage}.", stage=stage)


@component
def FinalResult(live: LiveTable, walk: Sequence[ScoringStep], width: float, ending: ft.Control | None) -> ft.Control:
    """Show the sheet of the table, in whose way nothing stands; `ending` takes how it ended, if it is to be said."""
    ui = use_ui()
    if ending is not None and any(live.game.unscorable(live.state.table)):
        return ending
    open_ = [str(step.title) for step in walk if not step.done and step.key != RESULT]
    named = ", ".join(open_) if len(open_) <= MAX_NAMED else str(len(open_))
    left = (caption(tr("Not checked yet: {steps}.", steps=named)),) if open_ else ()
    hosts = caption(tr("The host finishes the game."))
    at = now()
    minutes = minutes_between(live.created, at) or 0
    played = caption(
        tr(
            "In play for {duration}, since {moment}.",
            duration=duration_text(minutes),
            moment=relative_time(live.created, at),
        )
    )
    below = (*_waiting(live), *left, *([] if ui.visitor.host else [hosts]), played, keyed("photo", TablePhoto, live))
    early = [notice(words)] if (words := too_early(live)) else []
    result = result_of_table(live)
    missing = [] if result.missing is None else [_missing(live, result.missing)]
    result = replace(result, is_over=not (early or missing), missing=None)
    sheet = SheetView(result, width, below, opens=True)
    return column([*early, *missing, *([] if ending is None else [ending]), sheet], spacing=4 * SPACE)


def _missing(live: LiveTable, words: Message) -> ft.Control:
    """Return what is missing, with the way to where the first number of it is entered."""
    tab = EDITORS[live.game.key].tabs[0]
    to_tab = plain_button(tr("Go to “{tab}”", tab=tab.title), _correct(live, RESULT, tab.key, 0, GAP))
    return column([notice(sentence(words), live=False), wrapped([to_tab])], spacing=0)


def _waiting(live: LiveTable) -> list[ft.Control]:
    """Return what players have still to take, each with the way to where it is taken."""
    page = ft.context.page
    editor = EDITORS[live.game.key]

    def line(seat: int, words: Message) -> ft.Control:
        name = live.state.table.players[seat].name
        address = f"/table/{live.id}/{editor.tabs[0].key}/{seat}"
        to_tab = plain_button(tr("Go to “{tab}”", tab=editor.tabs[0].title), lambda: page.navigate(address), of=name)
        return column([notice(tr("{what}: {value}.", what=name, value=words)), wrapped([to_tab])], spacing=0)

    waits = [(seat, editor.waits(live.state, seat)) for seat in range(len(live.columns))]
    return [line(seat, words) for seat, words in waits if words is not None]
