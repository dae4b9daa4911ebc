"""A sheet of numbers on the screen: its rows with what every player has in them, and the keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import flet as ft

from companion.formatting.text import sentence
from companion.games import KITS
from companion.ui.components.controls import caption, group, heading, labelled, name_text, seat_mark, tappable, text
from companion.ui.components.foot import ways_row
from companion.ui.components.layout import column
from companion.ui.components.number_entry import ShownGrid, use_entry, use_way_on
from companion.ui.components.number_grid import (
    GAP,
    cell_face,
    cells_row,
    explained,
    grid_room,
    grid_row,
    number_cell,
    scroll_key,
    with_panel,
)
from companion.ui.components.number_sheet import AnySheet, CellFacts, NumberRow, line_key
from companion.ui.components.players import (
    HEAD_PX,
    PlayerFacts,
    PlayersBar,
    explained_total,
    has_room_above,
    holder_sign,
    player_facts,
    points_of_all,
    seat_line,
    signs_of,
)
from companion.ui.components.said_scores import SayScores
from companion.ui.components.sheet_layout import RowsLayout, rows_layout, short_name
from companion.ui.core.context import use_guests, use_rerender, use_selector, use_subscription, use_ui, use_unsaved
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_changed, use_ref
from companion.ui.core.theme import FAINT, SPACE, TARGET, WASH, Style, line_height, seat_wash, width_of
from scoring.messages import Message, as_typed, points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.end_sheet import SheetCell
    from companion.tables.attempt import Evaluated
    from companion.ui.components.number_entry import Open, Press
    from companion.ui.components.number_grid import GridRoom
    from companion.ui.components.players import OpenPoints, Waits
    from companion.ui.core.theme import Palette
    from storage.repositories.access import Guest

    Tap = Callable[[SheetCell], Any]
    Keys = Callable[..., Sequence[ft.Control]]

R = TypeVar("R")
S = TypeVar("S", bound=AnySheet)

CORNER: Final = 120
"""The least width of what stands beside the heads of the columns, with text of its usual size, in px."""

MAX_LINES: Final = 3
"""The most lines of what is said of a number above its keys."""


def use_facts(sheet: S, select: Callable[[S], R]) -> R:
    """Return what `select` returns of the sheet as it is now; the component is rendered when that changes."""
    live, entry = sheet.live, sheet.entry
    about, drawn = use_ref(lambda: (live.names, *live.game.rules)).current, (live.revision, entry.strokes)

    def selected() -> R:
        return select(sheet.now)

    latest, shown = use_ref(lambda: selected), use_ref(selected)
    latest.current, shown.current = selected, selected()
    rerender = use_rerender()

    def matters() -> bool:
        return (live.names, *live.game.rules) == about and latest.current() != shown.current

    def missed() -> bool:
        return (live.revision, entry.strokes) != drawn and matters()

    use_subscription(live.observers.subscribe, rerender, [live], matters)
    use_subscription(entry.observers.subscribe, rerender, [entry], matters, missed)
    return shown.current


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """What the heads of columns do: `show` the board of a player, if there is one, and say what `waits` for whom."""

    show: Callable[[int], None] | None = None
    waits: Waits = lambda _state, _seat: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Generic[S]):
    """A sheet as it is laid out in a browser, with what opens a cell, and what opens it at a tap."""

    sheet: S
    rows: Sequence[NumberRow]
    lay: RowsLayout
    room: GridRoom
    browser: ShownGrid
    press: Press
    open_cell: Open
    pick: Open

    def shown(  # noqa: PLR0913 - the parts of the screen
        self,
        tap: Tap,
        keys: Keys,
        above: Sequence[ft.Control] = (),
        around: tuple[Sequence[ft.Control], Sequence[ft.Control]] = ((), ()),
        *,
        heads: Heads,
        corner: ft.Control | None = None,
        asked: Keys = lambda _: (),
    ) -> ft.Control:
        """Return the rows, what scrolls `around` them, and the keys of the cell that is open, else what is `asked`.

        What is `above` does not scroll, nor do the heads of the columns, where `corner` stands if there is room.
        """
        sheet, lay, (first, last) = self.sheet, self.lay, around
        views = [keyed(row.key, RowView, sheet, row, lay, tap) for row in self.rows if row.line is not None]
        below = [keyed(row.key, RowView, sheet, row, lay, tap) for row in self.rows if row.line is None]
        totals = [keyed("total", TotalView, sheet, lay)] if lay.in_a_row else []
        self.browser.grid = ft.Column(
            [*first, *views, *last, *totals, *below], scroll=ft.ScrollMode.AUTO, spacing=0, expand=True
        )
        if corner is not None and (lay.in_a_row or lay.columns.titles < CORNER * lay.scale):
            above, corner = [corner, *above], None
        numbers = ft.Column([*above, *_heads(sheet, lay, heads, corner), self.browser.grid], spacing=0, expand=True)
        self.browser.focusable = ft.KeyboardListener(numbers, autofocus=True)
        close = safe(partial(self.open_cell, None))
        closing = ft.GestureDetector(self.browser.focusable, on_tap=close, exclude_from_semantics=True)
        return with_panel(closing, Panel(sheet, keys, asked, self.pick), self.room)


def use_grid(base: S, most: float) -> Grid[S]:
    """Return a sheet as it is laid out in this browser; it is no easier to read with `most` px or more."""
    viewport = use_ui().viewport
    room = grid_room(viewport, most)
    rows = use_facts(base, lambda now: now.shown)
    widest = use_selector(base.live, lambda: max(map(str, base.figures()), key=len))
    titles = [*(row.heading for row in rows), tr("Total")]
    lay = rows_layout(room.grid, viewport.scale, titles, base.live.names, widest)
    spare = max(lay.columns.titles - max(lay.columns.whole, CORNER * viewport.scale), 0)
    if room.wide:  # then titles stand near their numbers, and these near the keys
        room = replace(room, grid=room.grid - spare)
        lay = replace(lay, columns=replace(lay.columns, titles=lay.columns.titles - spare))
    sheet = replace(base, in_a_row=lay.in_a_row)
    sheet.entry.follow(sheet)
    browser = use_ref(ShownGrid).current
    press, open_cell, pick = use_entry(sheet, browser)
    return Grid(
        sheet=sheet, rows=rows, lay=lay, room=room, browser=browser, press=press, open_cell=open_cell, pick=pick
    )


@component
def RowView(sheet: AnySheet, row: NumberRow, lay: RowsLayout, tap: Tap) -> ft.Control:
    """Show a row; it is rendered again when something in it changes."""
    late = use_unsaved() is not None
    facts = use_facts(sheet, lambda now: now.row_facts(row, late=late))
    palette = use_ui().viewport.palette
    cells = [_cell(sheet, seat, seat_facts, lay, tap, palette) for seat, seat_facts in enumerate(facts)]
    if not any(facts):
        return ft.Container(heading(row.heading, 3), padding=ft.Padding.only(top=4 * SPACE))
    entered = any(seat_facts is not None and seat_facts.cell is not None for seat_facts in facts)
    title = text(row.heading, Style.TEXT if entered else Style.STRONG)
    if str(row.title).casefold().endswith(str(row.heading).casefold()):
        title.semantics_label = ""  # the group says it
    lines = _lines(title, cells, lay, GAP if entered else 0)
    for number, line in enumerate(lines):
        line.key = scroll_key(line_key(row.key, number))
    return _group(lines, row.title)


@component
def TotalView(sheet: AnySheet, lay: RowsLayout) -> ft.Control:
    """Show the running totals, pale where a number of a player is on its way to be saved."""
    columns, pending = use_facts(sheet, lambda now: (now.entry.version(now).evaluated.columns, now.entry.pending))
    cells: list[ft.Control] = []
    for seat, scored in enumerate(columns):
        label = say("{what}: {value}", what=scored.player, value=scored.total)
        ink = ft.Colors.ON_SURFACE_VARIANT if seat in pending else ft.Colors.ON_SURFACE
        cells.append(_figure(sheet, seat, text(scored.total, Style.HEADING, color=ink, no_wrap=True), label, lay))
    title = text(tr("Total"), Style.STRONG, semantics_label="")  # the group says it
    return _group(_lines(title, cells, lay, 0), tr("Total"))


@component
def Panel(sheet: AnySheet, keys: Keys, asked: Keys, pick: Open) -> ft.Control:
    """Show what is known of the cell that is open, with its keys, or what is asked and the way to the end."""
    entry = sheet.entry
    use_facts(sheet, lambda now: (entry.cell, entry.typed, entry.wrong, now.live.revision))
    now = sheet.now
    who_won = use_way_on(now)
    viewport = use_ui().viewport
    cramped, room = viewport.cramped, viewport.width / viewport.scale - 4 * SPACE
    cell = entry.cell if entry.cell in now.cells else None  # somebody else may just have taken its row away
    said = [SayScores(sheet, pick, small=cell is not None)] if any(map(now.can_be_said, now.rows)) else []
    if cell is None:
        return column([caption(sentence(now.hint)), *asked(now), ways_row([*said, who_won], room)], margin=2 * SPACE)
    title = entry.titled(now.open_title(cell))
    reason = None if cramped else now.reason(cell)
    way_on = now.at(entry.version(now)).way_on(cell)
    head = explained(title, reason, entry.wrong, 1 if cramped else MAX_LINES)
    if said and not cramped:
        start = ft.CrossAxisAlignment.START
        head = ft.Row([ft.Container(head, expand=True), *said], vertical_alignment=start, spacing=SPACE)
    opened = column([head, *keys(cell, way_on)], margin=2 * SPACE)
    return ft.Semantics(content=opened, identifier="keys", container=True)  # which Back closes


def _heads(sheet: AnySheet, lay: RowsLayout, heads: Heads, corner: ft.Control | None) -> list[ft.Control]:
    """Return the heads of the columns; where cells are named, the players stand above them, if there is room."""
    if not lay.in_a_row:
        return [keyed("heads", HeadsView, sheet, lay, heads, corner)]
    viewport = use_ui().viewport
    if viewport.cramped or not has_room_above(sheet.live, viewport):
        return []
    return [PlayersBar(sheet.live, None, heads.show or (lambda _: None), heads.waits)]


@component
def HeadsView(sheet: AnySheet, lay: RowsLayout, heads: Heads, corner: ft.Control | None) -> ft.Control:
    """Show the players with their running totals above their columns: the head of the sheet, which never scrolls."""
    guests = use_guests(sheet.live.id)
    points = KITS[sheet.live.game.key].open_points
    totals, unknown = use_facts(sheet, lambda now: _totals(now.entry.version(now).evaluated, points))
    style = _figure_style(["00", *(head_figure(*of_player) for of_player in zip(totals, unknown, strict=True))], lay)
    shown: list[ft.Control] = [
        PlayerHead(sheet, lay, heads, seat, style, None if guests is None else guests.holder(seat))
        for seat in range(len(totals))
    ]
    if lay.columns.titles:
        shown.insert(0, ft.Container(corner, width=lay.columns.titles - GAP))
    side = 0 if lay.columns.titles else GAP
    margin = ft.Margin.only(left=side, right=side, bottom=SPACE)
    return cells_row(shown, margin=margin, vertical_alignment=ft.CrossAxisAlignment.END)


@component
def PlayerHead(
    sheet: AnySheet, lay: RowsLayout, heads: Heads, seat: int, style: Style, holder: Guest | None
) -> ft.Control:
    """Show a player with the running total above a column, pale where a number is on its way to be saved."""

    def facts(now: AnySheet) -> tuple[*PlayerFacts, bool]:
        evaluated = now.entry.version(now).evaluated
        return *evaluated.fact(player_facts, seat, heads.waits, sheet.live.game.key), seat in now.entry.pending

    player, total, look, lacking, waiting, gone, pending = use_facts(sheet, facts)
    held, phone = holder_sign(holder, use_ui().visitor)
    signs = signs_of((None if waiting is None else ft.Icons.REDEEM, waiting), (phone, held))
    pale = None if gone is None else ft.Colors.ON_SURFACE_VARIANT
    names, right = lay.columns.names, ft.TextAlign.RIGHT
    name: ft.Control = name_text(names[seat], lay.columns.name_size, color=pale, text_align=right)
    if signs:
        name = ft.Row([*signs, name], spacing=SPACE // 2, tight=True)
    ink = ft.Colors.ON_SURFACE_VARIANT if pending or gone else ft.Colors.ON_SURFACE
    figure: ft.Control = text(head_figure(total, lacking), style, color=ink, no_wrap=True)
    if lacking is not None:
        figure = explained_total(figure, lacking)
    high = line_height(_figure_style(["00"], lay)) * lay.scale  # a third figure makes it smaller, and no row jumps
    marked = ft.Row([seat_mark(look, 16), figure], spacing=SPACE, tight=True, height=high)
    end = ft.CrossAxisAlignment.END
    left = [] if gone is None else [caption(gone, text_align=ft.TextAlign.RIGHT)]
    face = ft.Column([name, *left, marked], spacing=0, tight=True, horizontal_alignment=end)
    label = ", ".join(str(part) for part in (player, points_text(total), lacking, waiting, gone, held) if part)
    box: dict[str, Any] = {
        "width": lay.cell - 2 * GAP,
        "padding": ft.Padding.only(right=SPACE, top=SPACE),
        "border": seat_line(look, HEAD_PX),
        "border_radius": 0,
        "alignment": ft.Alignment.BOTTOM_RIGHT,
    }
    live = use_changed(label) or None
    if heads.show is None:
        return labelled(ft.Container(face, **box), label, live_region=live)
    return tappable(face, label, partial(heads.show, seat), live=live, **box)


def _totals(evaluated: Evaluated, points: OpenPoints) -> tuple[list[int], Sequence[Message | None]]:
    """Return the running totals of all players, and what is lacking for them."""
    return evaluated.fact(points_of_all, points), evaluated.unknown


def head_figure(total: int, lacking: Message | None) -> str:
    """Return a running total, with a sign where something is lacking for it."""
    return str(total) if lacking is None else f"{total}+?"


def _figure_style(totals: Sequence[str], lay: RowsLayout) -> Style:
    """Return the largest style in which all totals fit beside the marks of their players."""
    room, figures = lay.cell - 2 * GAP - 16 - 3 * SPACE, max(map(len, totals))
    fits = (style for style in (Style.TITLE, Style.HEADING) if width_of(style, figures) * lay.scale <= room)
    return next(fits, Style.STRONG)


def _group(lines: Sequence[ft.Control], title: object) -> ft.Control:
    """Return the lines of a row under its title."""
    return group(column(lines, spacing=0) if len(lines) > 1 else lines[0], title)


def _lines(title: ft.Text, cells: Sequence[ft.Control], lay: RowsLayout, gap: float) -> list[ft.Control]:
    """Return the lines of a row: one, or the first one with the title above it, and one for each further players.

    In columns, `gap` is that above and below the numbers.
    """
    if not lay.in_a_row:
        return [grid_row(title, cells, lay.columns, gap)]
    lines = [cells_row(cells[at : at + lay.in_a_row]) for at in range(0, len(cells), lay.in_a_row)]
    above = ft.Container(title, padding=ft.Padding.only(top=2 * SPACE))
    return [column([above, lines[0]], spacing=0), *lines[1:]]


def _named(sheet: AnySheet, seat: int, face: ft.Control, lay: RowsLayout) -> ft.Control:
    """Return a figure below the mark and the name of its player."""
    room = (lay.cell - 2 * GAP - 4 * SPACE - 16) / (width_of(Style.SMALL, 1) * lay.scale)
    name = short_name(sheet.live.names[seat], room).split()[0]
    words = name_text(name, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True, expand=True)
    who = ft.Row([seat_mark(sheet.live.state.extras.seats[seat], 16), words], spacing=SPACE)
    inner = ft.Column([who, face], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END)
    return ft.Container(inner, width=lay.cell - 2 * GAP - 2 * SPACE)


def _cell(
    sheet: AnySheet, seat: int, facts: CellFacts | None, lay: RowsLayout, tap: Tap, palette: Palette
) -> ft.Control:
    """Return what a row shows of a player: a cell, a number that is only shown, or nothing."""
    if facts is None:
        return ft.Container(width=lay.cell - 2 * GAP)
    name = as_typed(sheet.live.names[seat])
    if facts.cell is None:
        label = say("{what}: {value}", what=name, value=facts.said[0])
        ink = None if facts.firm else ft.Colors.ON_SURFACE_VARIANT
        figure = text(facts.figure, Style.STRONG if facts.firm else Style.TEXT, color=ink, no_wrap=True)
        return _figure(sheet, seat, figure, label, lay)
    face = cell_face(facts, lay.scale)
    if lay.in_a_row:
        face = _named(sheet, seat, face, lay)
    small = (0 if facts.worth is None else 1) + (1 if lay.in_a_row else 0)
    height = (line_height(Style.TEXT) + small * line_height(Style.SMALL)) * lay.scale + 2 * SPACE
    colour = sheet.live.state.extras.seats[seat].colour
    ground = seat_wash(colour, palette, WASH if facts.firm else FAINT)
    return number_cell(face, facts, name, partial(tap, facts.cell), lay.cell, max(TARGET, height), ground=ground)


def _figure(sheet: AnySheet, seat: int, face: ft.Text, label: Message, lay: RowsLayout) -> ft.Control:
    """Return a number that is only shown, below the player's cells."""
    if lay.in_a_row:
        return labelled(ft.Container(_named(sheet, seat, face, lay), padding=SPACE), label)
    face.text_align, face.width = ft.TextAlign.RIGHT, lay.cell - GAP - 2 * SPACE
    face.margin = ft.Margin.only(top=SPACE, right=2 * SPACE - GAP)
    return labelled(face, label)
