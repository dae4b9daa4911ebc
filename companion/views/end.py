"""The end of the game: a walk through what counts, one rule after the other, and then the result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.ending import RESULT, SETTLE, UNSETTLED, entering, first_open, found, steps
from companion.evening import ticked
from companion.guards import component, safe, tell
from companion.hooks import use_value
from companion.parts.basics import (
    button,
    card,
    heading,
    labelled,
    notice,
    outlined,
    quiet,
    seat_mark,
    tappable,
    text,
)
from companion.parts.headed import headed
from companion.parts.lit import Lit
from companion.results import of_table
from companion.theme import SPACE, TARGET, WIDEST, Style
from companion.ui import use_live, use_ui
from companion.views.sheet import SheetView
from companion.words import sentence
from scoring.messages import counted
from storage import plays

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.ending import Found, Step
    from companion.evening import Evening
    from companion.live import LiveTable
    from companion.theme import Palette
    from companion.ui import Look

BOARD: Final = 156
"""The least width of a board beside what it earned, in px; where there is room, it takes a third."""

BESIDE: Final = 320
"""From this width on, as the size of the text has it, a board stands beside the words, in px."""

IMPOSSIBLE: Final = "As it is entered, this cannot lie on the table. Once it is put right, the game can be finished."


@component
def End(live: LiveTable) -> ft.Control:
    """Walk through the end of the game: what has to be settled, each rule for all players, the result."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    asked = live.editor.ask(live)
    against = _against(live, asked)
    walk = steps(live.game, live.evening.beside.checked, unsettled=bool(against) or asked is not None)
    at, set_at = use_value(first_open(walk))
    key = at if at in {step.key for step in walk} else first_open(walk)
    here = next(step for step in walk if step.key == key)
    number = walk.index(here)
    width = min(ui.look.width, WIDEST) - 4 * SPACE

    def go(key: str) -> None:
        set_at(lambda _: key)

    async def tick() -> None:
        go(here.key)
        await live.change(_ticking(here), lambda evening: _with_tick(evening, here.key))

    async def on() -> None:
        if not here.done and here.key not in (SETTLE, RESULT):
            await live.change(_ticking(here), lambda evening: _with_tick(evening, here.key))
        go(walk[number + 1].key)

    if here.key == SETTLE:
        body = _settling(live, against, asked, palette)
    elif here.key == RESULT:
        body = Ending(live, walk, width, go)
    else:
        body = _rule(live, here, tick, ui.look, width)
    ways: list[ft.Control] = [outlined("Back", lambda: go(walk[number - 1].key))] if number else []
    if here.key != RESULT:
        ways.append(button(_onwards(here), on))
    spread = ft.MainAxisAlignment.SPACE_BETWEEN if number else ft.MainAxisAlignment.END
    feet = ft.Row(ways, alignment=spread, wrap=True, run_spacing=2 * SPACE)
    first = [_unsettled(here, go, palette)] if walk[0].key == SETTLE else []
    whole = ft.Column(
        [*first, _dots(walk, here, go, palette), body, feet],
        spacing=4 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Row([ft.Container(whole, width=width)], alignment=ft.MainAxisAlignment.CENTER)


def _onwards(step: Step) -> str:
    if step.key == SETTLE:
        return "Look at the rest"
    return "Next" if step.done else "Checked, next"


def _ticking(step: Step) -> str:
    return f"{step.title}: {'not checked' if step.done else 'checked'}"


def _with_tick(evening: Evening[Any, Any], rule: str) -> Evening[Any, Any]:
    return replace(evening, beside=replace(evening.beside, checked=ticked(evening.beside.checked, rule)))


def _dots(walk: Sequence[Step], here: Step, go: Callable[[str], None], palette: Palette) -> ft.Control:
    """Return the steps as a row of dots, any of which can be gone to."""

    def dot(number: int, step: Step) -> ft.Control:
        chosen = step is here
        ink = palette.on_primary if chosen else palette.secondary if step.done else palette.quiet
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
            bgcolor=palette.primary if chosen else palette.secondary_wash if step.done else palette.surface,
            border=ft.Border.all(1, palette.primary if chosen else palette.line),
            border_radius=TARGET / 2,
            alignment=ft.Alignment.CENTER,
        )

    rules = [step for step in walk if step.key != SETTLE]
    dots = [dot(number, step) for number, step in enumerate(rules, start=1)]
    return ft.Row(dots, wrap=True, spacing=SPACE // 2, run_spacing=SPACE, alignment=ft.MainAxisAlignment.CENTER)


def _unsettled(here: Step, go: Callable[[str], None], palette: Palette) -> ft.Control:
    """Return the way back to what has to be settled, wherever one is."""
    words = ft.Row(
        [ft.Icon(ft.Icons.ERROR_OUTLINE, color=palette.error), text(UNSETTLED, Style.STRONG, expand=True)],
        spacing=2 * SPACE,
    )
    return tappable(
        words,
        UNSETTLED,
        lambda: go(SETTLE),
        selected=here.key == SETTLE,
        bgcolor=palette.error_wash,
        border=ft.Border.all(1, palette.error if here.key == SETTLE else palette.error_wash),
        padding=3 * SPACE,
    )


# -- a rule


def _rule(live: LiveTable, step: Step, tick: Callable[[], Any], look: Look, width: float) -> ft.Control:
    """Return what one rule gives each player."""
    number = list(live.game.rules).index(step.key)
    place = entering(step.key, live.editor.places)
    title = heading(step.title)
    title.expand = True
    parts: list[ft.Control] = [
        ft.Row([title, ft.Checkbox(label="Checked", value=step.done, on_change=safe(tick))], spacing=2 * SPACE)
    ]
    parts += [_player(live, seat, number, place, look, width) for seat in range(len(live.columns))]
    parts.append(quiet(live.columns[0].lines[number].ref, look.palette))
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _player(live: LiveTable, seat: int, number: int, place: str, look: Look, width: float) -> ft.Control:
    """Return the points of one player for a rule, why, and the way to where they are entered."""
    page = ft.context.page
    palette = look.palette
    column = live.columns[seat]
    line = column.lines[number]
    mark = seat_mark(live.evening.beside.seats[seat], palette)
    points = text(line.points, Style.TITLE, no_wrap=True)
    head = labelled(
        headed(mark, text(column.player, Style.STRONG), points, width / look.scale),
        f"{column.player}: {counted(line.points, 'point', 'points')}",
    )
    correct = ft.TextButton(
        ft.Text("Correct this", semantics_label=f"Correct this: {column.player}, {live.game.rules[line.rule]}"),
        on_click=safe(lambda: page.navigate(f"/table/{live.id}/{place}/{seat}")),
    )
    words = [text(sentence(line.because)), ft.Row([correct], alignment=ft.MainAxisAlignment.END)]
    return card([head, _with_board(live, seat, line.cells, words, look, width)], palette)


def _with_board(
    live: LiveTable, seat: int, cells: Sequence[str], words: Sequence[ft.Control], look: Look, width: float
) -> ft.Control:
    """Return words with the board that they speak of: beside them where there is room, else below."""
    column = ft.Column(list(words), spacing=2 * SPACE, tight=True)
    if not cells:
        return column
    board = Lit(live.editor, live.evening.table, seat, tuple(cells), max(BOARD, width / 3))
    if width / look.scale < BESIDE:
        column.controls.insert(1, board)
        return column
    column.expand = True
    return ft.Row([column, board], spacing=3 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)


# -- what has to be settled, and the result


def _against(live: LiveTable, asked: ft.Control | None) -> tuple[Found, ...]:
    """Return the problems that stand against a result; what is asked for here is none of them."""
    lacking = () if asked is not None else tuple(live.game.unscorable(live.evening.table))
    return tuple(found(problem, live.editor.places) for problem in (*live.problems, *lacking))


def _settling(live: LiveTable, against: Sequence[Found], asked: ft.Control | None, palette: Palette) -> ft.Control:
    """Return what stands against a result: what cannot be, and what only the copy of the game knows."""
    parts: list[ft.Control] = []
    if against:
        parts += [heading("This cannot be"), text(IMPOSSIBLE)]
        parts += [_problem(live, one, palette) for one in against]
    if asked is not None:
        parts.append(asked)
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _problem(live: LiveTable, one: Found, palette: Palette) -> ft.Control:
    page = ft.context.page
    problem = one.problem
    parts: list[ft.Control] = []
    if one.seat is not None:
        name = live.evening.table.players[one.seat].name
        mark = seat_mark(live.evening.beside.seats[one.seat], palette)
        parts.append(ft.Row([mark, text(name, Style.STRONG, expand=True)], spacing=2 * SPACE))
    words: list[ft.Control] = [notice(sentence(problem.message), palette, wrong=True)]
    if problem.cells:
        words.append(quiet(f"Squares: {', '.join(problem.cells)}", palette))
    if one.place is not None:
        title = next(place.title for place in live.editor.places if place.key == one.place)
        address = f"/table/{live.id}/{one.place}/{one.seat or 0}"
        words.append(outlined(f"Put it right: {title}", lambda: page.navigate(address)))
    return card([*parts, *words], palette)


@component
def Ending(live: LiveTable, walk: Sequence[Step], width: float, go: Callable[[str], None]) -> ft.Control:
    """Show the sheet of a table that can be scored, and let it be kept."""
    ui = use_ui()
    page = ft.context.page
    palette = ui.look.palette
    keeper = ui.tables.keeper
    unsettled = walk[0].key == SETTLE

    async def finish() -> None:
        play = await ui.tables.finish(live)

        async def reopen() -> None:
            table = await keeper.ask(plays.reopen, play.id)
            page.navigate(f"/table/{table.id}/end/0")

        page.navigate(f"/play/{play.id}")
        tell("The play is kept in the history.", undo=reopen)

    if unsettled:
        words = notice("There is something to be settled before it is clear who won.", palette)
        return ft.Column(
            [words, button("Show what", lambda: go(SETTLE))],
            spacing=3 * SPACE,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    open_ = [step.title for step in walk if not step.done and step.key != RESULT]
    left = (quiet(f"Not checked yet: {', '.join(open_)}.", palette),) if open_ else ()
    keep = button("Finish: keep this play", finish, icon=ft.Icons.CHECK)
    if not ui.visitor.host:
        keep = quiet("The host finishes the play; then it is kept, and you see the result.", palette)
    shown: ft.Control = SheetView(of_table(live), width, (*left, keep))
    return shown
