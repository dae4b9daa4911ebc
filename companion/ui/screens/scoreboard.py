"""The board of who watches, to be read at three metres: who has how much, and at the end the sheet, line by line.

It has no controls but the way out, and *Skip* while the sheet opens. Screen readers hear one sentence.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.games import KITS
from companion.services.history import load_last_step, load_sheet
from companion.services.results import (
    headline,
    place_reason,
    result_of_play,
    total_of,
    winning_margin,
)
from companion.tables.access import WATCH
from companion.tables.players import PLAYERS, ids_of
from companion.ui.components.controls import labelled, loading_text, notice, outlined, seat_mark, text
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, screen_room, topbar, waiting
from companion.ui.components.outcome import points_of_rounds, rounds_of
from companion.ui.core.context import (
    Viewport,
    use_loaded,
    use_motion,
    use_names,
    use_revision,
    use_stored,
    use_subscription,
    use_ui,
)
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_awake, use_changed, use_effect, use_ref, use_value
from companion.ui.core.theme import LETTER, LINE_HEIGHT, PLAYER_ROLES, RADIUS, SANS, SPACE, seat_wash
from companion.ui.screens.table_screen import UNDONE, use_open_table
from scoring.messages import Message, as_typed, counted, points_text, say, titled, tr, with_commas, wordless
from scoring.opening import opening
from scoring.sheet import Better
from storage.documents.messages import message_of
from storage.repositories.play_content import StoredPlay
from storage.repositories.values import game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.results import Result
    from companion.tables.live_table import LiveTable
    from companion.tables.state import PlayerStyle
    from companion.ui.components.outcome import Totals
    from storage.repositories.values import StoredStep

FAR_WIDTH: Final = 1200
"""The least width of a screen that is looked at from afar, in px."""

FAR, NEAR = 48, 20
"""The least size of names and totals on such a screen, and on others, in px."""

LARGEST: Final = 96
"""The greatest size of a name, in px."""

LETTER_OF_NAME: Final = 0.54
"""The width of a letter of most names, as a share of its size."""

SMALLER: Final = 0.75
"""The size of marks, signs and notes, as a share of what they stand beside."""

TIGHT: Final = 1.2
"""The height of a line, as a share of its size."""

BARS, FOOT = 92, 68
"""The heights of what stands around the board, and of the bar below it, in px."""

GAP: Final = 2 * SPACE
"""The gap between two players, in px."""

STRIPE: Final = 6
"""The height of the stripe that is as long as the points of a player, in px."""

GAIN, PLACE, SIGNS = 3, 2, 2.6
"""The letters of the points of a line, and of a place; the width of mark, sign and gaps, as a share of the size."""

PAUSE_S, LONGEST_S = 2.5, 45
"""Seconds for which a line stands alone, and about how many the whole opening takes at most."""

GROWTH: Final = ft.Animation(600, ft.AnimationCurve.EASE_OUT_CUBIC)
"""How a stripe grows."""

SEPARATOR: Final = " · "
"""What stands between two notes."""

OPENS: Final = say("The sheet opens, line by line")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A player on the board: the total and its points, what the open line brought, and whether they are in front."""

    seat: PlayerStyle
    name: str
    total: str
    points: int
    gain: str = ""
    place: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What the board shows: `words` large with a smaller `note`, and the players; `over` where it is decided."""

    words: str
    note: str
    rows: tuple[BoardRow, ...]
    said: str
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The columns of the board, and in px the size of its words, and of a player's row, name and total.

    A name that is too long for one of its `lines` is cut off.
    """

    columns: int
    words: float
    row: float
    name: float
    lines: int
    total: float


def sizes_of(viewport: Viewport, board: Board, *, opens: bool = False) -> Sizes:
    """Return the sizes in which a board fills a screen: names as large as the longest one allows.

    While a sheet `opens`, all is of one size: there is room for a bar below, the points of a line, and the places.

    >>> rows = tuple(BoardRow(seat=None, name=name, total="120", points=0) for name in ("Anna", "Ben") * 2)
    >>> sizes = sizes_of(Viewport(width=1280, height=800), Board(words="", note="", rows=rows, said=""))
    >>> sizes.columns, sizes.name >= FAR, sizes.total >= FAR
    (1, True, True)
    """
    far = viewport.width >= FAR_WIDTH
    least = FAR if far else NEAR * viewport.scale
    high = max(viewport.height - BARS - FOOT * opens, 0)
    words = max(min(high / 15, viewport.width / 20, LARGEST / 2), NEAR * viewport.scale)
    rest = high - head_height(words, far=far) - GAP
    columns = 1 if not far or rest / len(board.rows) - GAP >= least * LINE_HEIGHT else 2
    row = min(max(rest / ceil(len(board.rows) / columns) - GAP, least * LINE_HEIGHT + STRIPE), 2 * LARGEST)
    wide = (screen_room(viewport, viewport.width) - (columns - 1) * GAP) / columns - 8 * SPACE
    letters = max(len(each.total) for each in board.rows) + (GAIN + PLACE) * opens
    longest = max(len(each.name) for each in board.rows)

    def fits(size: float, lines: int) -> bool:
        room = wide - (SIGNS + LETTER * letters) * size
        return size * LETTER_OF_NAME * ceil(longest / lines) <= room and lines * size * TIGHT + STRIPE <= row

    tallest = min((row - STRIPE) / LINE_HEIGHT, LARGEST)
    sizes = (float(size) for size in range(int(tallest), int(least), -2))
    size = next((size for size in sizes if fits(size, 1) or fits(size, 2)), least)
    lines = 1 if fits(size, 1) or 2 * size * TIGHT + STRIPE > row else 2
    return Sizes(columns=columns, words=words, row=row, name=size, lines=lines, total=min(1.1 * size, tallest))


def head_height(words: float, *, far: bool) -> float:
    """Return the height of the words, in two lines where a screen is not wide, and of the note below them, in px."""
    return ((1 if far else 2) + SMALLER) * words * LINE_HEIGHT


@component
def Scoreboard(table_id: str) -> ft.Control:
    """Show who watches a table in play, and from its end on how its sheet opens."""
    live, missing = use_open_table(table_id, f"/{WATCH}")
    if live is None or live.id != table_id:
        words = notice(missing) if missing is not None else loading_text()
        return screen(topbar(tr("Table"), back="/"), [words])
    return keyed(live.id, TableWithNames, live)


@component
def BoardOfHost() -> ft.Control:
    """Show the board of the table that the address names, in a window of the host's."""
    shown: ft.Control = Scoreboard(ft.use_route_params()["table"])
    return shown


@component
def TableWithNames(live: LiveTable) -> ft.Control:
    """Show a table in play, anew where somebody is called otherwise."""
    return keyed("\n".join(use_names(live)), TableInPlay, live)


@component
def TableInPlay(live: LiveTable) -> ft.Control:
    """Show who has how much at a table in play, who leads, and what was entered last."""
    revision = use_revision(live)
    ui = use_ui()
    last, _ = use_loaded(lambda: ui.tables.worker.run(load_last_step, live.id), [live.id, revision])
    bar = topbar(live.game.name, back=f"/{'table' if ui.visitor.host else 'seat'}/{live.id}")
    return use_board(bar, board_in_play(live, last), moves=use_motion())


def board_in_play(live: LiveTable, last: StoredStep | None) -> Board:
    """Return what the board shows of a table in play."""
    kit, columns = KITS[live.game.key], live.columns
    leading = kit.leading(live.state, columns)
    points = [kit.open_points(live.state, each) for each in columns]
    lacking = live.now.evaluated.unknown
    rows = tuple(
        BoardRow(
            seat=seat,
            name=each.player,
            total=f"{own} + ?" if lacks else str(own),
            points=own,
            first=each.player in leading,
        )
        for seat, each, own, lacks in zip(live.state.extras.seats, columns, points, lacking, strict=False)
    )
    stage = None if live.state.extras.only_end else kit.stage(live.state)
    entered = None if last is None or hides_points(live) else entered_text(live, last)
    return _board(entered, rows, stage, _lead_text(rows))


def hides_points(live: LiveTable) -> bool:
    """Return whether something that is entered at a table is hidden from the others: then no step is read out."""
    lines = live.columns[0].lines
    ones = replace(live.columns[0], lines=tuple(replace(line, points=1) for line in lines))
    return KITS[live.game.key].open_points(live.state, ones) < len(lines)


def entered_text(live: LiveTable, step: StoredStep) -> Message:
    """Return a step in words, behind the name of the player whom alone it is about."""
    words = message_of(step.label)
    ids = ids_of(live.state.extras.ids, len(live.names))
    changed = {change.path.removeprefix(f"{PLAYERS}/").partition("/")[0] for change in step.changes}
    names = [name for name, number in zip(live.names, ids, strict=False) if str(number) in changed]
    if step.kind == "undo":
        words = say("{what}: {value}", what=UNDONE, value=words)
    if len(names) == 1 and names[0] not in str(words):
        return wordless("{name}: {words}", name=names[0], words=words)
    return words


def _lead_text(rows: Sequence[BoardRow]) -> Message | None:
    """Return who leads, `None` where nobody does."""
    first = [row for row in rows if row.first]
    if not first:
        return None
    return counted(
        len(first),
        "{leaders} leads with {points}",
        "{leaders} lead with {points}",
        leaders=tuple(row.name for row in first),
        points=points_text(first[0].points),
    )


def _board(words: Message | None, rows: tuple[BoardRow, ...], *notes: Message | None, over: bool = False) -> Board:
    """Return a board with the sentence that screen readers hear: the words, the notes, and who has how much."""
    parts = [part for part in (words, *notes) if part is not None]
    listed = with_commas(as_typed(f"{row.name} {row.gain or row.total}".rstrip()) for row in rows)
    first, *others = [str(titled(part)) for part in parts] or [""]
    said = sentence("; ".join(map(str, (*parts, listed))))
    return Board(words=first, note=SEPARATOR.join(others), rows=rows, said=said, over=over)


@component
def OpenedSheet() -> ft.Control:
    """Show the result of the play that the address names as its sheet opens; back in play, it leads to its table."""
    play_id = ft.use_route_params()["play"]
    ui, page = use_ui(), ft.context.page
    play, load_again = use_stored(load_sheet, play_id)
    ended = play if isinstance(play, StoredPlay) else None
    table_id = None if ended is None else ended.table_id

    def follow() -> None:
        if ended is not None and ended.reopened:
            page.navigate(f"/{WATCH}/{table_id}")

    use_subscription(ui.tables.begins.subscribe, load_again, [table_id], lambda begun: begun == table_id)
    use_effect(follow, [ended is not None and ended.reopened])
    if play is None:
        return waiting(topbar(tr("Result"), back="/"))
    if isinstance(play, Message):
        return screen(topbar(tr("Result"), back="/"), [text(play)])
    what = f"watched {play_id} {play.revision}"
    return keyed(what, OpeningSheet, result_of_play(play), what)


@component
def OpeningSheet(result: Result, what: str) -> ft.Control:
    """Show a result as its sheet opens, once in a browser; *Skip* opens it at once, as does less motion."""
    order, rounds = ft.use_memo(lambda: (order_of(result), rounds_of(result)), [what])
    lines = len(rounds or order)
    moves = use_motion()
    number, skip = use_opened_lines(what, lines, moves=moves)
    is_open = number > lines
    bar = topbar(result.title, back="/")
    ways = [] if is_open else [AtThumb(lambda: [outlined(tr("Skip"), skip, icon=ft.Icons.SKIP_NEXT)])]
    if is_open:
        board = final_board(result)
    else:
        board = board_after(result, rounds, number) if rounds else board_at(result, order, number)
    return use_board(bar, board, moves=moves, opens=True, below=ways)


def order_of(result: Result) -> tuple[int, ...]:
    """Return the numbers of the rows of a result as they open, without those in which nobody has anything."""
    if not result.rows or None in result.totals:
        return ()
    columns, better = result.sheet.columns, better_of(result)
    names = {columns[seat].player for seat in compared(result)}
    sheet = replace(
        result.sheet,
        columns=tuple(each for each in columns if each.player in names),
        standings=tuple(place for place in result.sheet.standings if place.player in names),
    )
    order = opening(sheet, better)
    return tuple(row for row in order if any(each.lines[row].points or each.lines[row].counted for each in columns))


def compared(result: Result) -> tuple[int, ...]:
    """Return the seats whose points are compared: where the fewest win, who left early stands behind all who stayed."""
    seats = tuple(range(len(result.sheet.columns)))
    if result.game is None or result.table is None or better_of(result) is Better.MOST:
        return seats
    return tuple(seat for seat in seats if KITS[result.game].away(result.table, seat) is None) or seats


def better_of(result: Result) -> Better:
    """Return whether the most or the fewest points are better at the table of a result; the places say it without."""
    game = None if result.game is None else game_of(result.game)
    if game is not None and result.table is not None:
        criteria = game.at(result.table).criteria(result.table)
        return next((criterion.better for criterion in criteria if criterion.name == "points"), Better.MOST)
    totals = [place.total for place in result.sheet.standings]
    return Better.FEWEST if totals[0] < totals[-1] else Better.MOST


def use_opened_lines(what: str, lines: int, *, moves: bool | None) -> tuple[int, Callable[[], None]]:
    """Return how many lines are open, one more than there are at the end, and a call that opens all at once.

    They open one after the other, all at once where nothing may move, and `what` opens once in a browser.
    """
    store = ft.context.page.session.store
    number, set_number = use_value(0 if lines and not store.contains_key(what) else lines + 1)
    waiting_for = use_ref(asyncio.Event)

    def open_up_to(line: int) -> None:
        set_number(lambda old: max(old, line))

    def skip() -> None:
        store.set(what, value=True)
        waiting_for.current.set()
        open_up_to(lines + 1)

    async def run() -> None:
        if moves is False:
            skip()
        if moves is None or not lines or store.contains_key(what):
            return
        skipped = waiting_for.current = asyncio.Event()
        for reached in range(1, lines + 2):
            with suppress(TimeoutError):
                await asyncio.wait_for(skipped.wait(), pause_s(reached, lines))
                return
            open_up_to(reached)
        skip()

    use_effect(run, [moves], cleanup=lambda: waiting_for.current.set())  # noqa: PLW0108 - what it is by then
    return number, skip


def pause_s(number: int, lines: int) -> float:
    """Return how many seconds pass before a line opens, and after the last one; before and after that one more.

    >>> pause_s(1, 5), pause_s(5, 5), pause_s(6, 5), pause_s(1, 30)
    (2.5, 5.0, 5.0, 1.5)
    """
    each = min(PAUSE_S, LONGEST_S / lines)
    return 2 * each if number >= lines else each


def board_at(result: Result, order: Sequence[int], number: int) -> Board:
    """Return what the board shows of a result of which so many lines of an order are open, the last one just now."""
    columns, opened = result.sheet.columns, order[:number]
    points = [sum(each.lines[row].points for row in opened) for each in columns]
    first = by_points = _first_seats(result, points)
    if len(opened) == len(order) and result.has_places:  # a line may decide that is no sum
        first = [seat for seat, each in enumerate(columns) if each.player in result.winners]
    rows = tuple(
        BoardRow(
            seat=seat,
            name=each.player,
            total=str(own),
            points=own,
            gain=_gain(each.lines[opened[-1]].figure) if opened else "",
            first=at in first,
        )
        for at, (seat, each, own) in enumerate(zip(result.seats, columns, points, strict=True))
    )
    if not opened:
        return _board(OPENS, rows)
    title = as_typed(result.rows[opened[-1]][1])
    so_far = wordless("{number} / {all}", number=number, all=len(order)) if len(order) > 1 else None
    return _board(title, rows, so_far, _lead_text(rows) if first == by_points else None)


def _first_seats(result: Result, points: Sequence[int]) -> list[int]:
    """Return the seats that are in front, none where all are level."""
    of_seats = {seat: points[seat] for seat in compared(result)}
    if not result.has_places or len(set(points)) == 1:
        return []
    best = (min if better_of(result) is Better.FEWEST else max)(of_seats.values())
    return [seat for seat, own in of_seats.items() if own == best]


def board_after(result: Result, rounds: Sequence[Totals], number: int) -> Board:
    """Return what the board shows of a result of rounds alone after so many rounds, which open in their order."""
    opened = rounds[:number]
    points = [
        next((totals[seat] for totals in reversed(opened) if totals[seat] is not None), 0) or 0
        for seat in range(len(result.seats))
    ]
    title, gains = [*points_of_rounds(result, rounds)][number - 1] if number else ("", ())
    first = _first_seats(result, points)
    rows = tuple(
        BoardRow(
            seat=seat,
            name=each.player,
            total=str(points[at]),
            points=points[at],
            gain=_gain(gains[at]) if gains else "",
            first=at in first,
        )
        for at, (seat, each) in enumerate(zip(result.seats, result.sheet.columns, strict=True))
    )
    if not number:
        return _board(OPENS, rows)
    return _board(as_typed(title), rows, wordless("{number} / {all}", number=number, all=len(rounds)), _lead_text(rows))


def _gain(figure: object) -> str:
    return f"{figure:+}" if isinstance(figure, int) and figure else str(figure)


def final_board(result: Result) -> Board:
    """Return what the board shows of a result that is open: who won, and by what."""
    places = {place.player: place for place in result.sheet.standings}
    rows = []
    for seat, each in zip(result.seats, result.sheet.columns, strict=True):
        total = total_of(result, each.player)
        place = f"{places[each.player].place}." if result.has_places else ""
        shown = "" if total is None else str(total)
        first = each.player in result.winners
        rows.append(BoardRow(seat=seat, name=each.player, total=shown, points=total or 0, place=place, first=first))
    is_alone = len(result.winners) == 1 and not result.unknown
    note = winning_margin(result) or (place_reason(result, result.sheet.standings[0]) if is_alone else None)
    return _board(headline(result), tuple(rows), note, over=True)


def use_board(
    bar: ft.Control, board: Board, *, moves: bool | None, opens: bool = False, below: Sequence[ft.Control] = ()
) -> ft.Control:
    """Return a screen with a board, as large as it can be; a screen that nobody touches stays awake."""
    ui = use_ui()
    use_awake(awake=bool(ui.settings.get("awake", True)))
    said = use_changed(board.said)
    sizes = sizes_of(ui.viewport, board, opens=opens)
    ellipsis = ft.TextOverflow.ELLIPSIS
    far = ui.viewport.width >= FAR_WIDTH
    words = _large(board.words, sizes.words, max_lines=1 if far else 2, overflow=ellipsis)
    note = _large(board.note, sizes.words * SMALLER, ft.Colors.ON_SURFACE_VARIANT, max_lines=1, overflow=ellipsis)
    head = ft.Container(column([words, note], spacing=0), height=head_height(sizes.words, far=far))
    most = max(0, *(row.points for row in board.rows))
    drawn = [_drawn_row(row, sizes, ui.viewport, most, board, moves=moves) for row in board.rows]
    each = ceil(len(drawn) / sizes.columns)
    halves = [column(drawn[first : first + each], spacing=GAP, expand=True) for first in range(0, len(drawn), each)]
    players = ft.Row(list(halves), spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START)
    whole = labelled(column([head, players], spacing=GAP), board.said, live_region=said or None)
    return screen(bar, [whole, *below], widest=ui.viewport.width)


def _drawn_row(
    row: BoardRow, sizes: Sizes, viewport: Viewport, most: int, board: Board, *, moves: bool | None
) -> ft.Control:
    """Return a player with the total, and below a stripe as long as its part of the `most` points of anybody."""
    face: list[ft.Control] = [
        *([_large(row.place, sizes.name, ft.Colors.ON_SURFACE_VARIANT, no_wrap=True)] if row.place else []),
        seat_mark(row.seat, sizes.name * SMALLER),
        _large(row.name, sizes.name, expand=True, max_lines=sizes.lines, overflow=ft.TextOverflow.ELLIPSIS),
    ]
    if row.first:
        icon = ft.Icons.EMOJI_EVENTS if board.over else ft.Icons.STAR
        face.append(ft.Icon(icon, size=sizes.name * SMALLER, color=PLAYER_ROLES[row.seat.colour]))
    if row.gain:
        face.append(_large(row.gain, sizes.name * SMALLER, ft.Colors.ON_SURFACE_VARIANT, no_wrap=True))
    face.append(_large(row.total, sizes.total, no_wrap=True))
    wide = (screen_room(viewport, viewport.width) - (sizes.columns - 1) * GAP) / sizes.columns
    long = wide * max(row.points, 0) / most if most else 0
    stripe = ft.Container(
        width=long, height=STRIPE, bgcolor=PLAYER_ROLES[row.seat.colour], animate=GROWTH if moves else None
    )
    inside = ft.Container(
        ft.Row(face, spacing=3 * SPACE), padding=ft.Padding.symmetric(horizontal=4 * SPACE), expand=True
    )
    return ft.Container(
        ft.Column([inside, stripe], spacing=0),
        height=sizes.row,
        bgcolor=seat_wash(row.seat.colour, viewport.palette) if row.first else ft.Colors.SURFACE_CONTAINER,
        border_radius=2 * RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _large(words: str, size: float, ink: ft.Colors = ft.Colors.ON_SURFACE, **more: Any) -> ft.Text:  # noqa: ANN401 - what Flet takes
    style = ft.TextStyle(size=size, height=TIGHT, weight=ft.FontWeight.W_600, font_family=SANS)
    return ft.Text(for_screen(words), style=style, color=ink, **more)
