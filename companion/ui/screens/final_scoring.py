"""The final scoring: step by step through what must be settled, each rule for all players, and the result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self

import flet as ft

from companion.games import KITS
from companion.services.end_sheet import (
    BACK,
    NOTHING,
    RESULT,
    SETTLE,
    SIGN,
    UNSETTLED,
    SheetCell,
    cell_number,
    checked_rules,
    first_unchecked,
    rules_to_check,
    scoring_steps,
    sheet_rows,
    tab_for,
    with_number,
    with_ticks,
    without_ticks,
)
from companion.ui.components.controls import button, caption, outlined, raised, tappable, text
from companion.ui.components.correction import Correction, begin_correction, end_correction, take_spot
from companion.ui.components.dialogs import Shown, use_turning
from companion.ui.components.foot import AtThumb, FootBar, foot_scrolls
from companion.ui.components.layout import column
from companion.ui.components.number_entry import CLEAR, use_places
from companion.ui.components.number_grid import DETAILS, keypad
from companion.ui.components.number_rows import Heads, use_grid
from companion.ui.components.number_sheet import BLANK, CellFacts, Entry, NumberSheet
from companion.ui.components.number_sheet import NOTHING as NOTHING_ENTERED
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_value, value_now
from companion.ui.core.theme import SPACE, TARGET, WIDEST, WIDEST_RESULT, Style, width_of
from companion.ui.editors import EDITORS, board_tab
from companion.ui.screens.final_scoring_steps import (
    FinalResult,
    Finish,
    nothing_step,
    rule_step,
    settling_step,
    step_key,
    too_early,
    unsettled_problems,
)
from scoring import GAMES
from scoring.messages import Message, points_text, say, tr
from scoring.sheet import Better, Column

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.services.end_sheet import CellNumber, ScoringStep, SheetRow
    from companion.tables.attempt import Evaluated, Transition, Version
    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from scoring.sheet import Column


HEIGHT_OF_A_LINE: Final = 200
"""The steps may take a line for each so many px of the height of the screen."""


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
    is_result = current.key == RESULT
    if current.key == SETTLE or (is_result and walk[0].key == SETTLE):
        body = settling_step(live, problems, asked, is_result=is_result)
    elif is_result:
        body = FinalResult(live, walk, width, ending)
    else:
        body = (nothing_step if current.key == NOTHING else rule_step)(live, current, untick, width)
    early = "" if is_result else too_early(live)  # the result says it itself
    body = column([caption(early), body], spacing=2 * SPACE) if early else body
    above = [keyed("steps", _Steps, walk, current, go)] if len(walk) > 1 else []
    if walk[0].key == SETTLE and current.key != RESULT:
        line = ft.Container(_unsettled(current, go), width=width, padding=ft.Padding.symmetric(vertical=2 * SPACE))
        above.append(ft.Row([line], alignment=ft.MainAxisAlignment.CENTER))
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

    back = outlined(tr("Previous"), lambda: go(walk[number - 1].key), disabled=not number)
    ways = [back] if len(walk) > 1 else []
    if current.key != RESULT:
        ways.append(button(tr("Next"), on, autofocus=True))
    elif walk[0].key == SETTLE:
        ways.append(button(walk[0].title, lambda: go(SETTLE)))
    elif use_ui().visitor.host and not any(live.game.unscorable(live.state.table)):
        ways.append(keyed("finish", Finish, live))
    return ways


def _with_tick(state: TableState[Any], key: str, columns: Sequence[Column], *, done: bool) -> TableState[Any]:
    ticked = (with_ticks if done else without_ticks)(state.extras.checked, key, columns)
    return replace(state, extras=replace(state.extras, checked=ticked))


@component
def _Steps(walk: Sequence[ScoringStep], current: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Show the steps by their names, on a phone those that were checked by a tick alone.

    Where they take too many lines, they stand in a row that scrolls to the current one.
    """
    row = use_ref(ft.Ref[ft.Row]).current
    viewport = use_ui().viewport
    lines = max(1, viewport.height / viewport.scale // HEIGHT_OF_A_LINE)
    shown = [step for step in walk if step.key != SETTLE]
    named = [viewport.wide or step is current or not step.done for step in shown]
    whole = sum(map(_step_width, shown, named)) * viewport.scale <= lines * (viewport.width - 4 * SPACE)

    async def reveal() -> None:
        if row.current is not None and not whole:
            await row.current.scroll_to(scroll_key=current.key)

    use_effect(reveal, [current.key, whole])
    steps = [
        _step_button(step, go, chosen=step is current, named=of_step)
        for step, of_step in zip(shown, named, strict=True)
    ]
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


def _step_width(step: ScoringStep, named: bool) -> float:  # noqa: FBT001 - the one thing about its face
    """Return the width of a step and of the gap behind it with text of its usual size, in px."""
    letters = len(str(step.title)) if named else 0
    sign = 7 * SPACE if step.done or step.key == RESULT else 0
    return max(TARGET, width_of(Style.SMALL, letters) + sign + 6 * SPACE) + SPACE


def _step_button(step: ScoringStep, go: Callable[[str], None], *, chosen: bool, named: bool) -> ft.Control:
    ink = ft.Colors.PRIMARY if chosen else ft.Colors.SECONDARY if step.done else ft.Colors.ON_SURFACE
    face: list[ft.Control] = [text(step.title, Style.SMALL, color=ink, no_wrap=True)] if named else []
    if step.done or step.key == RESULT:
        face.insert(0, ft.Icon(ft.Icons.CHECK if step.done else ft.Icons.EMOJI_EVENTS_OUTLINED, color=ink))
    shown = tappable(
        ft.Row(face, spacing=SPACE, tight=True),
        tr("{step}: checked", step=step.title) if step.done else str(step.title),
        lambda: go(step.key),
        selected=chosen,
        height=TARGET,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE),
        **raised(chosen=chosen),
    )
    return ft.Container(shown, key=ft.ScrollKey(step.key))  # type: ignore[call-arg]  # Flet makes it a dataclass late


def _unsettled(current: ScoringStep, go: Callable[[str], None]) -> ft.Control:
    """Return the way to what must be settled, shown on all steps."""
    words = ft.Row(
        [ft.Icon(ft.Icons.INFO_OUTLINE, color=ft.Colors.TERTIARY), text(UNSETTLED, Style.STRONG, expand=True)],
        spacing=2 * SPACE,
    )
    return tappable(
        words,
        UNSETTLED,
        lambda: go(SETTLE),
        selected=current.key == SETTLE,
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border=ft.Border.all(1, ft.Colors.TERTIARY if current.key == SETTLE else ft.Colors.TERTIARY_CONTAINER),
        padding=3 * SPACE,
    )


def _rows(evaluated: Evaluated, game: str) -> tuple[SheetRow, ...]:
    return sheet_rows(GAMES[game], evaluated.state, evaluated.columns)


WORKED_OUT: Final = say("worked out")


@dataclass(frozen=True)
class EndSheetTable(NumberSheet["SheetRow"]):
    """The end sheet of a table as this browser may change it seat by seat."""

    CLEARED = WORKED_OUT

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """The lines of the sheet, then what breaks ties."""
        version = self.version
        return version.evaluated.fact(_rows, version.game.key)

    @property
    def shown(self) -> tuple[SheetRow, ...]:
        """The rows without what breaks ties, as long as the numbers that make them are being typed."""
        lines = tuple(row for row in self.rows if row.line is not None)
        cell = self.entry.cell
        return lines if cell is not None and cell.row in [row.key for row in lines[:-1]] else self.rows

    @property
    def hint(self) -> Message:
        """What is lacking for the points of somebody, if anything is."""
        return next(filter(None, self.version.evaluated.unknown), super().hint)

    @property
    def opens(self) -> bool:
        """Whether a blank cell is open at first: where only the end is entered."""
        return self.live.state.extras.only_end

    def seats_in(self, row: SheetRow) -> tuple[int, ...]:
        return row.seats if row.typed else ()

    def parts(self, row: SheetRow, seat: int) -> tuple[SheetCell, ...]:
        return (SheetCell(row.key, seat),) if seat in row.seats else ()

    def row_of(self, cell: SheetCell) -> SheetRow:
        return next(row for row in self.rows if row.key == cell.row)

    def can_miss(self, row: SheetRow) -> bool:
        return self.opens and row.line is not None

    def facts(self, row: SheetRow, seat: int, column: Column, *, late: bool) -> CellFacts | None:
        """Return what a row shows of a player, nothing in one that somebody else has just taken away."""
        facts = super().facts(row, seat, column, late=late) if row in self.rows else None
        lacking = self.version.evaluated.unknown[seat]
        if facts is None or facts.is_open or row.line is None or not column.lines[row.line].lacks:
            return facts
        figure = column.lines[row.line].figure
        return replace(facts, figure=figure, said=(figure, *filter(None, (lacking,))))

    def number(self, cell: SheetCell) -> CellNumber:
        version = self.version
        return cell_number(version.game, version.state, version.evaluated.columns, self.row_of(cell), cell.seat)

    def change(self, cell: SheetCell, number: int | None) -> Transition:
        game, row = self.live.game, self.row_of(cell)
        return lambda state: with_number(game, state, row, cell.seat, number)

    def changed(self, done: Self) -> list[SheetCell]:
        """Return the cells with another number, none where more than these changed: that was done elsewhere."""
        state = self.version.state
        cells = [cell for cell in super().changed(done) if any(sheet.number(cell).stands for sheet in (self, done))]
        for cell in cells:
            number = done.number(cell)
            state = done.change(cell, number.points if number.stands else None)(state)
        return cells if state == done.version.state else []

    def said(self, row: SheetRow, number: CellNumber) -> tuple[object, ...]:
        """Return what is said of a number, and where it comes from."""
        if number == BLANK and self.can_miss(row):
            return (NOTHING_ENTERED,)
        if row.field is not None:
            return (number.points,)
        return number.points, say("as entered") if number.stands else WORKED_OUT

    def reason(self, cell: SheetCell) -> Message:
        """Return how a number comes about as it is typed, or why it cannot be, and what else would stand there."""
        row, attempt = self.row_of(cell), self.entry.attempt(self)
        if row.line is None:
            return _tie(self, row)
        if attempt is not None and attempt.refusal is not None:
            return attempt.refusal
        line = self.entry.version(self).evaluated.columns[cell.seat].lines[row.line]
        if self.opens and row.field is None:
            return points_text(line.points)
        if not line.entered:
            return line.because
        without = self.change(cell, None)(self.version.state)
        points = self.live.game.columns(without.table)[cell.seat].lines[row.line].points
        return say("{because}; worked out, it would be {points}", because=line.because, points=points)


def _tie(sheet: EndSheetTable, row: SheetRow) -> Message:
    """Return who is level, and what decides."""
    criteria = sheet.live.game.criteria(sheet.version.state.table)
    criterion = next(criterion for criterion in criteria if criterion.name == row.key)
    names = tuple(sheet.live.names[seat] for seat in row.seats)
    if criterion.better is Better.MOST:
        return say("{names} are level: most {title} wins", names=names, title=criterion.title)
    return say("{names} are level: fewest {title} wins", names=names, title=criterion.title)


@component
def EndSheet(live: LiveTable) -> ft.Control:
    """Show the sheet, and what is typed into it."""
    page = ft.context.page
    places, own = use_places(live)
    entry = use_ref(lambda: _entry(live.id)).current
    use_effect(lambda: end_correction(live.id), [live.id])
    grid = use_grid(EndSheetTable(live, places, entry, own), WIDEST - 4 * SPACE)

    def details(cell: SheetCell) -> None:
        """Go to where the number of a cell is entered in detail, from where there is a way back."""
        back = Correction(step=say("Sheet"), spot=cell.row, seat=cell.seat, tab="sheet")
        begin_correction(live.id, back)
        page.navigate(f"/table/{live.id}/{tab_for(cell.row, EDITORS[live.game.key].entered)}/{cell.seat}")

    async def tap(cell: SheetCell) -> None:
        if entry.closes(cell):
            await grid.open_cell(None)
        elif cell in grid.sheet.now.cells:
            await grid.pick(cell)
            entry.tapped = entry.cell
        else:
            details(cell)

    def keys(cell: SheetCell, way_on: Message) -> tuple[ft.Control]:
        does = {DETAILS: partial(details, cell)}
        return (keypad(grid.press, (BACK, CLEAR, DETAILS), SIGN, grid.room.keys, way_on, does=does),)

    return grid.shown(tap, keys, heads=ft.use_memo(lambda: _heads(live), [live]))


def _heads(live: LiveTable) -> Heads:
    """Return the heads of the columns, which lead to the boards of the players, where there are any."""
    page, tab = ft.context.page, board_tab(live)

    def show(seat: int) -> None:
        page.navigate(f"/table/{live.id}/{tab}/{seat}")

    return Heads(show=None if tab is None else show, waits=EDITORS[live.game.key].waits)


def _entry(table_id: str) -> Entry:
    """Return an entry whose cell is the one that is corrected, if one is."""
    corrected = take_spot(table_id)
    return Entry() if corrected is None else Entry(SheetCell(corrected.spot, corrected.seat), begun=True)
