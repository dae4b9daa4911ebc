"""The score pad at the table, as one record: the entries of all players side by side, the keys below, and the end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games import KITS
from companion.games.said_entries import BID_NAMES
from companion.games.score_pad.copy_values import GAME, at_end, pad_here
from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.cards import CardTable
from companion.games.score_pad.kinds.kind import EntryPart
from companion.games.score_pad.kinds.marked import is_marked, mark, unmarked_round
from companion.games.score_pad.only_totals import has_only_totals, keeping_totals, with_lines
from companion.services.end_sheet import BACK, SIGN, SheetCell, typed_number
from companion.tables.state import with_table
from companion.ui.components.controls import (
    button,
    caption,
    heading,
    notice,
    outlined,
    plain_button,
    seat_mark,
    silent,
    tappable,
    text,
)
from companion.ui.components.correction import leads_to_gap
from companion.ui.components.dialogs import change_and_say, use_window
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.number_entry import CLEAR, NEXT, use_places
from companion.ui.components.number_grid import (
    GAP,
    ICONS,
    LESS,
    MORE,
    WORDS,
    cell_face,
    keypad,
    number_cell,
    scroll_key,
)
from companion.ui.components.number_rows import Grid, Heads, use_facts, use_grid
from companion.ui.components.number_sheet import Entry
from companion.ui.core.context import use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component, repeated, show_snackbar
from companion.ui.core.hooks import keyed, unless_gone, use_effect, use_lazy_state, use_ref, use_value
from companion.ui.core.theme import SPACE, TARGET, WIDEST, Style
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.score_pad.cards_view import CardsView
from companion.ui.editors.score_pad.my_copy_screen import MyCopyScreen
from companion.ui.editors.score_pad.pad_sheet import PadSheet
from scoring.messages import Message, say, titled, tr, tr_in
from scoring.score_pad.state import is_there
from scoring.sheet import OUTCOMES, Outcome, Winner
from storage.repositories.values import PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.tables.live_table import LiveTable
    from companion.ui.components.number_entry import Open, Press

    Step = Callable[[int], Awaitable[None]]


NUMBER_WIDTH: Final = TARGET + 2 * SPACE
"""The width of a number of a list, in px."""

MAX_CHOICES: Final = 20
"""The most cards of a round for which each number of tricks has a key of its own."""


def keys(grid: Grid[PadSheet], step: Step, show_cards: Open, cell: SheetCell, way_on: Message) -> Sequence[ft.Control]:
    """Return the keys of a cell; `show_cards` leads to its cards."""
    sheet, part = grid.sheet.now, EntryPart.read(cell.row)
    category = sheet.category(cell)
    steps = {LESS: partial(step, -1), MORE: partial(step, 1)}
    corner = SIGN if sheet.range_of(cell).low < 0 else CLEAR
    pad = keypad(grid.press, (BACK, LESS, MORE), corner, grid.room.keys, way_on, does=steps)
    kit, shape = kit_of(category), category.shape
    if shape.of_cards:
        return [_card_keys(sheet, cell, show_cards), *([] if sheet.cards(cell) else [pad])]
    if shape.is_tick:
        return [_tick_keys(sheet, cell, grid.press, step, way_on)]
    if shape.in_one_cell:
        return [Numbers(sheet, cell, grid.open_cell), pad]
    if (words := kit.marked_by(category)) is not None:
        return [_mark_key(sheet, cell, words), pad]
    choices = kit.choices(category, part)
    shown = _choices(grid, cell, choices) if 0 < choices <= MAX_CHOICES else pad
    return [_bid_parts(sheet, cell, grid.open_cell), shown] if kit.in_turn else [shown]


def _tick_keys(sheet: PadSheet, cell: SheetCell, press: Press, step: Step, way_on: Message) -> ft.Control:
    """Return the keys of a tick: one that sets it or takes it away, and the one that goes on."""
    typed = sheet.entry.typed
    ticked = sheet.number(cell).points if typed is None else typed_number(typed)
    words, by = (tr("Clear"), -1) if ticked else (tr_in("action", "Tick"), 1)
    keys = [outlined(words, partial(step, by)), button(way_on, partial(press, NEXT))]
    return ft.Row(keys, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)


def _card_keys(sheet: PadSheet, cell: SheetCell, show_cards: Open) -> ft.Control:
    """Return the key that leads to the cards, and the one that keeps nothing of them but their points."""

    async def keep_points() -> None:
        cards = CardTable.at_seat(sheet.version.evaluated, cell.seat, sheet.category(cell))
        await sheet.of_seat[cell.seat].change(sheet.label(cell, cards.points), keeping_totals(cards.points_alone))

    to_cards = button(tr("Card by card"), partial(show_cards, cell), icon=ft.Icons.STYLE_OUTLINED)
    return wrapped([to_cards, plain_button(tr("Only the points"), keep_points)]) if sheet.cards(cell) else to_cards


def _mark_key(sheet: PadSheet, cell: SheetCell, words: Message) -> ft.Control:
    """Return the key that says that a player closed a round, or the question who closed the one before."""
    part = EntryPart.read(cell.row)
    before, is_new = (part.index or 0) - 1, not sheet.number(cell).stands or cell in sheet.entry.made
    if is_new and unmarked_round(sheet.category(cell), sheet.table, before) == before:
        return _mark_keys(sheet, replace(part, index=before), words)
    return _mark_keys(sheet, part, words, cell.seat)


def _open_mark(sheet: PadSheet) -> Sequence[ft.Control]:
    """Return the question who closed a round, of those that are open the last one."""
    rounds = ((category, unmarked_round(category, sheet.table)) for category in sheet.table.pad.categories)
    asked = ((EntryPart(key=of.key, index=at), kit_of(of).marked_by(of)) for of, at in rounds if at is not None)
    return [_mark_keys(sheet, part, words) for part, words in asked if words is not None][:1]


def _mark_keys(sheet: PadSheet, part: EntryPart, words: Message, only: int | None = None) -> ft.Control:
    """Return the key of one player, or a key for each who was there, below the question unless that is said."""
    table, category = sheet.table, sheet.category(SheetCell(part.name, 0))
    there = [seat for seat in sheet.mine if is_there(table.players[seat], part.index or 0)]
    question = None if only is not None else kit_of(category).remark(category, table, part.index or 0)
    is_said = sheet.entry.typed is None if sheet.entry.cell in sheet.cells else str(question) == str(sheet.hint)

    def key(seat: int) -> ft.Control:
        cell = SheetCell(part.name, seat)
        label = say("{what}: {value}", what=sheet.title(cell), value=words)

        async def turn() -> None:
            typed = sheet.entry.attempt(sheet) if sheet.entry.typed is not None and cell == sheet.entry.cell else None
            change = keeping_totals(lambda state: mark(typed.change(state) if typed else state, seat, part))
            await sheet.of_seat[seat].change(label, change)

        name = sheet.live.names[seat] if only is None else titled(words)
        leading = seat_mark(sheet.live.state.extras.seats[seat], 16) if only is None else None
        return chip(name, turn, selected=is_marked(table, seat, part), leading=leading, label=label)

    above = [] if question is None or is_said else [caption(sentence(question))]
    return column([*above, wrapped(map(key, there if only is None else [only]))], spacing=SPACE)


def _bid_parts(sheet: PadSheet, cell: SheetCell, open_cell: Open) -> ft.Control:
    """Return the numbers of a player in a round of bids, as far as they are known; a tap opens one."""
    row = sheet.row_of(cell)
    parts = sheet.parts(row, cell.seat)

    def number(part: SheetCell) -> ft.Control:
        facts = sheet.cell_facts(row, part, (part,))
        shown = number_cell(cell_face(facts, 1), facts, sheet.title(part), partial(open_cell, part), NUMBER_WIDTH)
        name = silent(caption(titled(BID_NAMES[EntryPart.read(part.row).factor or 0])))
        margin = ft.Margin.only(top=GAP, right=GAP, bottom=GAP)
        return ft.Row([name, shown], spacing=SPACE + GAP, margin=margin, tight=True)

    return wrapped([number(part) for part in parts] if len(parts) > 1 else [])


def _choices(grid: Grid[PadSheet], cell: SheetCell, cards: int) -> ft.Control:
    """Return a key for each number of tricks there can be: it says it, and goes on to the next player.

    One more takes the number out that is there.
    """
    sheet = grid.sheet.now
    number = sheet.number(cell)
    typed = sheet.entry.typed
    chosen = (number.points if number.stands else None) if typed is None else typed_number(typed)

    async def enter(tricks: int) -> None:
        sheet.entry.open(cell, str(tricks))
        await grid.press(NEXT)

    def of_tricks(tricks: int) -> ft.Control:
        ink = ft.Colors.ON_PRIMARY if tricks == chosen else ft.Colors.ON_SURFACE
        face = text(tricks, Style.HEADING, color=ink, no_wrap=True)
        return _choice(face, str(tricks), partial(enter, tricks), selected=tricks == chosen)

    choices = [of_tricks(tricks) for tricks in range(cards + 1)]
    if chosen is not None:
        icon = ft.Icon(ICONS[CLEAR], color=ft.Colors.ON_SURFACE)
        choices.append(_choice(icon, WORDS[CLEAR], partial(grid.press, CLEAR)))
    return ft.Row(choices, wrap=True, spacing=SPACE, run_spacing=SPACE)


def _choice(
    face: ft.Control, label: object, do: Callable[[], Awaitable[None]], *, selected: bool | None = None
) -> ft.Control:
    """Return a key that is as wide as a number of tricks."""
    return tappable(
        face,
        label,
        repeated(do),
        selected=selected,
        width=TARGET + 2 * SPACE,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.PRIMARY if selected else ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )


@component
def Numbers(sheet: PadSheet, cell: SheetCell, open_cell: Open) -> ft.Control:
    """Show the numbers or the pairs of a player in a row that scrolls to the open one; a tap on a number opens it."""
    row = use_ref(ft.Ref[ft.Row]).current
    open_part = EntryPart.read(cell.row)

    async def reveal() -> None:
        if row.current is not None:
            with unless_gone():
                await row.current.scroll_to(scroll_key=str(open_part.index))

    parts = [EntryPart.read(part.row) for part in sheet.parts(sheet.row_of(cell), cell.seat)]
    use_effect(reveal, [open_part.index, len(parts)])
    number = max(open_part.index or 0, parts[-1].index or 0) + 1
    factors = 2 if open_part.factor is not None else 1
    shown = [_numbers(sheet, replace(open_part, index=index), cell.seat, open_cell, factors) for index in range(number)]
    return ft.Row(shown, ref=row, scroll=ft.ScrollMode.AUTO, spacing=3 * SPACE)


def _numbers(sheet: PadSheet, part: EntryPart, seat: int, open_cell: Open, factors: int) -> ft.Control:
    """Return one number of a list, or a pair."""

    def number(factor: int | None) -> ft.Control:
        cell = SheetCell(replace(part, factor=factor).name, seat)
        facts = sheet.cell_facts(sheet.row_of(cell), cell, (cell,))
        return number_cell(cell_face(facts, 1), facts, sheet.title(cell), partial(open_cell, cell), NUMBER_WIDTH)

    pair = [number(0), text("×"), number(1)] if factors > 1 else [number(None)]
    return ft.Row(pair, spacing=GAP, margin=GAP, tight=True, key=scroll_key(str(part.index)))


@component
def EntriesTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show what everybody has in each category, and what is typed there."""
    all_rounds, set_all_rounds = use_value(initial=False)
    further, set_further = use_value(initial=False)
    places, own = use_places(live)
    entry = use_ref(Entry).current
    base = PadSheet(live, places, entry, own, all_rounds=all_rounds, further=further)
    grid = use_grid(base, max(WIDEST, WIDEST // 3 + 26 * SPACE * len(places)))  # wider columns are no easier to read
    sheet = grid.sheet
    cards, set_cards = use_lazy_state(sheet.first_cards)

    async def step(by: int) -> None:
        """Add to the number that is open; what that makes is kept at once."""
        cell = entry.cell
        if cell is not None:
            number = typed_number(entry.typed) if entry.typed else sheet.number(cell).points
            entry.open(cell, str(sheet.range_of(cell).clamp((number or 0) + by)))
            await grid.open_cell(cell)

    async def show_cards(cell: SheetCell | None) -> None:
        """Show the cards of a cell, or the sheet again, where another cell may be open by now, or other cards."""
        if cell is not None or entry.cell == cards:
            await grid.open_cell(None)
        if cell is not None:
            if entry.cell not in (None, cell):  # its number is refused, and says why
                return
            entry.open(cell)
        set_cards(lambda shown: cell if cell is not None else None if shown == cards else shown)

    async def open_gap() -> None:
        cell = sheet.first_gap() if leads_to_gap(live.id) else None
        if cell is not None:
            await _tap(grid, show_cards, cell)

    use_effect(open_gap, [])
    heads = use_heads(sheet)
    if cards is not None:
        grid.browser.grid = ft.Column()  # which is not shown, and so not scrolled
        return keyed(f"cards {cards}", CardsView, sheet, cards, show_cards, lambda: set_cards(lambda _: None))
    hidden = [*([] if all_rounds else _hidden_rounds(sheet, lambda: set_all_rounds(lambda _: True))), LinesToCome(live)]
    return grid.shown(
        partial(_tap, grid, show_cards),
        partial(keys, grid, step, show_cards),
        [AtEnd(live)],
        (hidden, _further_round(sheet, lambda: set_further(lambda _: True))),
        heads=heads,
        corner=Leaders(sheet),
        asked=_open_mark,
    )


async def _tap(grid: Grid[PadSheet], show_cards: Open, cell: SheetCell) -> None:
    """Open a number or the cards, close the number that a tap opened, or turn a tick."""
    sheet, entry = grid.sheet, grid.sheet.entry
    refused = sheet.of_seat[cell.seat].refusal
    if refused is not None:
        show_snackbar(sentence(refused))
        return
    shape = sheet.category(cell).shape
    if shape.of_cards and (sheet.cards(cell) or not sheet.number(cell).stands):
        await show_cards(cell)
        return
    if shape.is_tick:
        await grid.open_cell(cell)
        if entry.cell == cell:
            entry.open(cell, "0" if sheet.number(cell).points else "1")
    elif entry.closes(cell):
        await grid.open_cell(None)
        return
    await grid.pick(cell)
    entry.tapped = entry.cell


def use_heads(sheet: PadSheet) -> Heads:
    """Return the heads of a pad: its players have no boards; where there are rounds, a tap lets one leave, or come."""
    nobody: int | None = None
    asked, ask = use_value(nobody)
    has_rounds = any(category.shape.in_rounds for category in sheet.table.pad.categories)

    def close() -> None:
        ask(lambda _: None)

    ways = None if asked is None else keyed(f"player {asked}", ComingsAndGoings, sheet.of_seat[asked], asked, close)
    use_window("" if asked is None else sheet.live.names[asked], ways, close, low=True)
    return Heads(show=lambda seat: ask(lambda _: seat)) if has_rounds else Heads()


@component
def ComingsAndGoings(live: LiveTable, seat: int, close: Callable[[], None]) -> ft.Control:
    """Let a player leave a game in rounds, or come back, and show the way to somebody who joins."""
    ui, page = use_ui(), ft.context.page
    use_revision(live)
    kit = KITS[GAME]
    step, late = kit.leaving(live.state, seat), kit.late_start(live.state, None)

    async def go() -> None:
        if step is not None:
            label = say("{what}: {value}", what=live.names[seat], value=step.words)
            await change_and_say(live, label, step.apply)
        close()

    def add() -> None:
        close()
        page.navigate(f"/seating/{live.id}")

    if live.refusal is not None:
        return text(sentence(live.refusal))
    parts: list[ft.Control] = [
        caption(tr("A player can leave after playing a round.")) if step is None else button(step.words, go)
    ]
    if late is not None and ui.visitor.host:
        parts.append(outlined(tr("Somebody joins"), add, icon=ft.Icons.PERSON_ADD_OUTLINED))
    return column(parts, spacing=3 * SPACE)


@component
def Leaders(sheet: PadSheet) -> ft.Control:
    """Show who leads by what is typed, where there is room for that: else a blank line, so that nothing below moves."""
    leads = use_facts(sheet, lambda now: now.leads)
    if use_ui().viewport.cramped:
        return caption("", visible=False)
    return silent(caption("\N{NO-BREAK SPACE}")) if leads is None else caption(sentence(leads))


@component
def AtEnd(live: LiveTable) -> ft.Control:
    """Show that the game is at its end, which does not stop it."""
    end = use_selector(live, lambda: at_end(live.state.table, live.columns))
    if end is None:
        return ft.Container(visible=False)
    return ft.Container(notice(sentence(end)), margin=ft.Margin.only(bottom=SPACE))


def _hidden_rounds(sheet: PadSheet, show: Callable[[], None]) -> list[ft.Control]:
    """Return the way to the rounds that are not shown, where there are any."""
    in_rounds = (part for part in sheet.table.pad.categories if part.shape.in_rounds)
    hidden = max((sheet.first_round(category.key) for category in in_rounds), default=0)
    return [ft.Row([plain_button(tr("All rounds"), show)])] if hidden else []


def _further_round(sheet: PadSheet, show: Callable[[], None]) -> list[ft.Control]:
    """Return the way to one more round after the last one of a game, where there is room for it."""
    in_rounds = (part for part in sheet.table.pad.categories if part.shape.in_rounds)
    on = replace(sheet, further=True)
    ends = any(on.rounds(category) > sheet.rounds(category) for category in in_rounds)
    return [ft.Row([plain_button(tr("Another round"), show)])] if ends else []


@component
def LinesToCome(live: LiveTable) -> ft.Control:
    """Show the way to the lines of a table on which there are only totals, where its pad is here."""
    only_totals = use_selector(live, lambda: has_only_totals(live.state.table))
    pad = pad_here(use_ui().tables.copies[GAME], live.stored_game.removeprefix(PAD_PREFIX)) if only_totals else None

    async def show() -> None:
        if pad is not None and has_only_totals(live.state.table):
            await change_and_say(live, say("Line by line"), lambda state: with_lines(state, pad))

    if pad is None:
        return ft.Container(visible=False)
    return ft.Row([plain_button(tr("Line by line"), show)])


def ending(live: LiveTable) -> ft.Control | None:
    """Return the choice how it ended, `None` where each plays alone."""
    return HowItEnded(live) if live.state.table.pad.winner is Winner.TOGETHER else None


@component
def HowItEnded(live: LiveTable) -> ft.Control:
    """Say whether all have won together, or lost: neither is chosen before somebody taps it."""
    use_revision(live)
    ended = live.state.table.outcome

    async def choose(outcome: Outcome) -> None:
        if outcome is not ended:
            await change_and_say(live, OUTCOMES[outcome], lambda state: with_table(state, outcome=outcome))

    chips = (chip(words, partial(choose, outcome), selected=outcome is ended) for outcome, words in OUTCOMES.items())
    return column([heading(tr("How did it end?")), wrapped(chips)], spacing=3 * SPACE)


SCORE_PAD: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="entries",
            title=say("Sheet"),
            icon=ft.Icons.GRID_ON_OUTLINED,
            view=EntriesTab,
            of_a_seat=False,
            fills=True,
            names_players=True,
        ),
    ),
    ending=ending,
    my_copy=MyCopyScreen,
    copy_title=say("Score pads"),
)
