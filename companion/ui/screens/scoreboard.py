"""The board of who watches, to be read at three metres: who has how much, and who leads.

It has no controls but the way out. Screen readers hear one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.games import KITS
from companion.services.history import load_last_step
from companion.tables.access import WATCH
from companion.tables.players import PLAYERS, ids_of
from companion.ui.components.controls import labelled, seat_mark
from companion.ui.components.dialogs import UNDONE
from companion.ui.components.layout import column, screen, screen_room, topbar
from companion.ui.core.context import Viewport, use_loaded, use_motion, use_names, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_awake, use_changed
from companion.ui.core.theme import LETTER, LINE_HEIGHT, PLAYER_ROLES, RADIUS, SANS, SPACE, seat_wash
from companion.ui.screens.table_screen import use_open_table
from scoring.messages import Message, as_typed, counted, points_text, say, titled, with_commas
from storage.documents.messages import message_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.live_table import LiveTable
    from companion.tables.state import PlayerStyle
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

GROWTH: Final = ft.Animation(600, ft.AnimationCurve.EASE_OUT_CUBIC)
"""How a stripe grows."""

SEPARATOR: Final = " · "
"""What stands between two notes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A player on the board: the total and its points, what the open line brought, and whether they are in front.

    Where `lit`, they are seen at once: whose turn it is, or, where nobody has a turn, who is in front.
    """

    seat: PlayerStyle
    name: str
    total: str
    points: int
    gain: str = ""
    place: str = ""
    first: bool = False
    lit: bool = False


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
    longest = {1: max(len(each.name) for each in board.rows), 2: max(longer_half(each.name) for each in board.rows)}

    def fits(size: float, lines: int) -> bool:
        room = wide - (SIGNS + LETTER * letters) * size
        return size * LETTER_OF_NAME * longest[lines] <= room and lines * size * TIGHT + STRIPE <= row

    tallest = min((row - STRIPE) / LINE_HEIGHT, LARGEST)
    sizes = (float(size) for size in range(int(tallest), int(least), -2))
    size = next((size for size in sizes if fits(size, 1) or fits(size, 2)), least)
    lines = 1 if fits(size, 1) or 2 * size * TIGHT + STRIPE > row else 2
    return Sizes(columns=columns, words=words, row=row, name=size, lines=lines, total=min(1.1 * size, tallest))


def longer_half(name: str) -> int:
    """Return the letters of the longer line of a name in two lines, which is broken between words alone.

    >>> longer_half("Anna"), longer_half("Maria Magdalena"), longer_half("Ann Lee Ray")
    (4, 9, 7)
    """
    words = name.split() or [""]
    return min(max(len(" ".join(words[:at])), len(" ".join(words[at:]))) for at in range(len(words)))


def head_height(words: float, *, far: bool) -> float:
    """Return the height of the words, in two lines where a screen is not wide, and of the note below them, in px."""
    return ((1 if far else 2) + SMALLER) * words * LINE_HEIGHT


@component
def Scoreboard(table_id: str) -> ft.Control:
    """Show who watches a table in play, and from its end on how its sheet opens."""
    live = use_open_table(table_id, f"/{WATCH}")
    return live if isinstance(live, ft.Control) else keyed(live.id, TableWithNames, live)


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
    """Show who has how much at a table in play, who leads, and who plays, else what was entered last."""
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
    turn = kit.turn(live.state)
    rows = tuple(
        BoardRow(
            seat=seat,
            name=each.player,
            total=f"{own} + ?" if lacks else str(own),
            points=own,
            first=each.player in leading,
            lit=each.player in leading if turn is None else number == turn,
        )
        for number, (seat, each, own, lacks) in enumerate(
            zip(live.state.extras.seats, columns, points, lacking, strict=False)
        )
    )
    stage = None if live.state.extras.only_end else kit.stage(live.state)
    entered = None if last is None or hides_points(live) else entered_text(live, last)
    words = entered if turn is None else say("{name}’s turn", name=live.names[turn])
    return board_of(words, rows, stage, lead_text(rows))


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
        return say("{what}: {value}", what=names[0], value=words)
    return words


def lead_text(rows: Sequence[BoardRow]) -> Message | None:
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


def board_of(words: Message | None, rows: tuple[BoardRow, ...], *notes: Message | None, over: bool = False) -> Board:
    """Return a board with the sentence that screen readers hear: the words, the notes, and who has how much."""
    parts = [part for part in (words, *notes) if part is not None]
    listed = with_commas(as_typed(f"{row.name} {row.gain or row.total}".rstrip()) for row in rows)
    first, *others = [str(titled(part)) for part in parts] or [""]
    said = sentence("; ".join(map(str, (*parts, listed))))
    return Board(words=first, note=SEPARATOR.join(others), rows=rows, said=said, over=over)


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
        bgcolor=seat_wash(row.seat.colour, viewport.palette) if row.lit else ft.Colors.SURFACE_CONTAINER,
        border_radius=2 * RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _large(words: str, size: float, ink: ft.Colors = ft.Colors.ON_SURFACE, **more: Any) -> ft.Text:  # noqa: ANN401 - what Flet takes
    style = ft.TextStyle(size=size, height=TIGHT, weight=ft.FontWeight.W_600, font_family=SANS)
    return ft.Text(for_screen(words), style=style, color=ink, **more)
