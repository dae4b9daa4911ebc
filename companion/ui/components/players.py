"""The players' bar: who plays, their running totals, and whose board is shown."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import flet as ft

from companion.formatting.text import for_screen, sentence
from companion.games import KITS
from companion.ui.components.controls import caption, seat_mark, tappable, text
from companion.ui.components.fields import tick
from companion.ui.components.layout import column
from companion.ui.core.context import Viewport, use_guests, use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_changed
from companion.ui.core.theme import PLAYER_ROLES, SPACE, Style, seat_wash, width_of
from scoring.messages import Message, points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.tables.access import Visitor
    from companion.tables.attempt import Evaluated
    from companion.tables.live_table import LiveTable
    from companion.tables.state import PlayerStyle, TableState
    from scoring.sheet import Column
    from storage.repositories.access import Guest

    Waits = Callable[[TableState[Any], int], Message | None]
    OpenPoints = Callable[[TableState[Any], Column], int]

MIN_NAME_WIDTH: Final = 48
"""The least width of a name, with text of its usual size, in px."""

PADDING: Final = ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE)
OPEN_PX, HEAD_PX = 4, 3
"""How thick the line in the colour of a player is below the tab that is open, and below the head of a column."""

MARK_PX: Final = 16
"""The size of a player's mark, in px."""

LINE_WIDTH: Final = 70 * SPACE
"""The width from which a player's total stands after the name: at the other end it would be far from it, in px."""

MAX_ROWS: Final = 2
"""The most rows of players above a sheet that names them itself."""


def team_choice(
    members: Sequence[str] | None, turn: Callable[[], Any], viewport: Viewport, *, ticked: bool
) -> list[ft.Control]:
    """Return what says that a name is that of a team, which `turn` changes, nothing where it names no `members`."""
    return [] if members is None else [tick(tr("Team: {names}", names=tuple(members)), turn, viewport, ticked=ticked)]


@component
def PlayersBar(live: LiveTable, seat: int | None, show: Callable[[int], None], waits: Waits) -> ft.Control:
    """Show every player with the running total, and whether something `waits`; a tap shows that player's board."""
    viewport = use_ui().viewport
    guests = use_guests(live.id)
    open_points = KITS[live.game.key].open_points
    number = use_selector(
        live, lambda: players_per_row(viewport, live.now.evaluated.fact(points_of_all, open_points)), viewport
    )
    holders = [None if guests is None else guests.holder(at) for at in range(len(live.columns))]
    by_mark = has_room_beside_mark(viewport, number, [each.player for each in live.columns])
    in_line = viewport.width / number >= LINE_WIDTH * viewport.scale
    looks = by_mark, in_line
    chips = [PlayerChip(live, at, holder, at == seat, show, waits, looks) for at, holder in enumerate(holders)]
    rows = [
        ft.Row(
            chips[first : first + number],
            spacing=SPACE,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            intrinsic_height=True,
        )
        for first in range(0, len(chips), number)
    ]
    bar = ft.Column(list(rows), spacing=SPACE, tight=True) if len(rows) > 1 else rows[0]
    bar.margin = ft.Margin.symmetric(horizontal=2 * SPACE)
    return bar


def players_per_row(viewport: Viewport, totals: list[int]) -> int:
    """Return how many players stand in a row so that no total is cut off, the rows of one length where that can be.

    >>> players_per_row(Viewport(width=320), [54, 102, 61, 77])
    4
    >>> players_per_row(Viewport(width=320, scale=2.0), [54] * 4)
    2
    >>> players_per_row(Viewport(width=390), [54] * 12)
    4
    """
    figures = max(len(str(total)) for total in totals)
    needed = max(width_of(Style.HEADING, figures), MIN_NAME_WIDTH) * viewport.scale + 4 * SPACE
    fits = max(int(viewport.width // (needed + SPACE)), min(len(totals), 2))
    rows = math.ceil(len(totals) / fits)
    return math.ceil(len(totals) / rows)


def has_room_beside_mark(viewport: Viewport, number: int, names: Sequence[str]) -> bool:
    """Return whether no word of a name breaks beside a mark, where a number of players stand in a row.

    >>> [has_room_beside_mark(Viewport(width=width), 4, ["Anna", "Dagmar"]) for width in (320, 390)]
    [False, True]
    """
    room = (viewport.width - 3 * SPACE) / number - 6 * SPACE - MARK_PX
    letters = max((len(word) for name in names for word in name.split()), default=0)
    return viewport.low or width_of(Style.SMALL, letters) * viewport.scale <= room


@component
def PlayerChip(  # noqa: PLR0913, PLR0917 - what a player is shown with
    live: LiveTable,
    seat: int,
    holder: Guest | None,
    shown: bool,  # noqa: FBT001
    show: Callable[[int], None],
    waits: Waits,
    looks: tuple[bool, bool],
) -> ft.Control:
    """Show a player with the running total; `looks` say whether the name is by the mark, and whether all is in line."""
    by_mark, in_line = looks
    player, points, style, lacking, waiting, gone = use_selector(
        live, lambda: live.now.evaluated.fact(player_facts, seat, waits, live.game.key), seat
    )
    low, lines = use_ui().viewport.low, 1 if use_ui().viewport.cramped else 2
    facts = [player, lines, low, looks]  # a control itself is not compared
    named = ft.use_memo(lambda: _name(player, lines if by_mark else 1, loose=in_line and not low), facts)
    mark = ft.use_memo(lambda: seat_mark(style, MARK_PX), [style, low])
    held, phone = holder_sign(holder, use_ui().visitor)
    drawn = signs_of((None if waiting is None else ft.Icons.REDEEM, waiting), (phone, held))
    who = [mark, named] if by_mark else [named]
    ink = None if gone is None else ft.Colors.ON_SURFACE_VARIANT
    figure = f"{points} + ?" if lacking else points
    total: ft.Control = text(figure, Style.HEADING, color=ink, text_align=ft.TextAlign.RIGHT)
    if lacking:
        total = explained_total(total, lacking)
    signs = drawn if by_mark else [mark, *drawn]
    left: list[ft.Control] = [] if gone is None else [caption(gone)]
    if signs and not (lacking or (drawn and not by_mark)):
        total = ft.Row([*signs, total], spacing=SPACE, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    elif by_mark:  # there is no room next to such a total
        who += signs
    else:
        left.insert(0, ft.Row(signs, spacing=SPACE))
    face: ft.Control = column(
        [ft.Row(who, spacing=SPACE), *left, total], spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN
    )
    if low or in_line:
        face = ft.Row([*who, total, *([] if low else left)], spacing=(1 if low else 3) * SPACE)

    def tap() -> None:
        show(seat)
        if shown and lacking:
            show_snackbar(sentence(lacking))

    label = ", ".join(str(part) for part in (player, points_text(points), lacking, waiting, gone, held) if part)
    return tappable(
        face,
        label,
        tap,
        selected=shown,
        live=use_changed(label) or None,
        expand=True,
        bgcolor=seat_wash(style.colour, use_ui().viewport.palette) if shown else ft.Colors.SURFACE_CONTAINER,
        border=seat_line(style, OPEN_PX, seen=shown),
        padding=PADDING,
    )


def seat_line(style: PlayerStyle, width: int, *, seen: bool = True) -> ft.Border:
    """Return a line in the colour of a player below something; one that is not seen takes the same room."""
    return ft.Border.only(bottom=ft.BorderSide(width, PLAYER_ROLES[style.colour] if seen else ft.Colors.TRANSPARENT))


def has_room_above(live: LiveTable, viewport: Viewport) -> bool:
    """Return whether the players may stand above a sheet that names them itself."""
    rows = math.ceil(len(live.columns) / players_per_row(viewport, [column.total for column in live.columns]))
    return rows <= MAX_ROWS


def _name(name: str, lines: int, *, loose: bool) -> ft.Control:
    return text(
        name,
        Style.SMALL,
        expand=True,
        expand_loose=loose,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS,
        color=ft.Colors.ON_SURFACE,
        semantics_label="",  # the chip says it
    )


def points_of_all(table: Evaluated, open_points: OpenPoints) -> list[int]:
    """Return the running totals of all players."""
    return [open_points(table.state, column) for column in table.columns]


def signs_of(*signs: tuple[ft.IconData | None, Message | None]) -> list[ft.Control]:
    """Return the icons of what waits for a player, and of the phone that has the seat; a mouse shows their words."""
    inks = (ft.Colors.TERTIARY, ft.Colors.ON_SURFACE_VARIANT)
    return [
        ft.Icon(icon, size=16, color=ink, tooltip=ft.Tooltip(message=for_screen(words), exclude_from_semantics=True))
        for (icon, words), ink in zip(signs, inks, strict=True)
        if icon is not None
    ]


def holder_sign(holder: Guest | None, visitor: Visitor) -> tuple[Message | None, ft.IconData | None]:
    """Return the words and the icon for a seat that a phone has."""
    if holder is None:
        return None, None
    if holder.device_id == visitor.key:
        return say("this phone"), ft.Icons.SMARTPHONE
    return say("on another phone"), ft.Icons.PHONELINK


def explained_total(total: ft.Control, lacking: Message) -> ft.Control:
    """Return a total with a ?, of which a tooltip says what is lacking; screen readers hear it with the player."""
    words = for_screen(sentence(lacking))
    return ft.Container(total, tooltip=ft.Tooltip(message=words, exclude_from_semantics=True))


PlayerFacts: TypeAlias = "tuple[str, int, PlayerStyle, Message | None, Message | None, Message | None]"
"""The name of a player, the total, the style, what is lacking for the total, what waits, and that they have left."""


def player_facts(table: Evaluated, seat: int, waits: Waits, game: str) -> PlayerFacts:
    """Return what is shown of a player of a game above a board or a sheet."""
    kit = KITS[game]
    column, state = table.columns[seat], table.state
    points, style, gone = kit.open_points(state, column), state.extras.seats[seat], kit.away(state.table, seat)
    return column.player, points, style, table.unknown[seat], waits(state, seat), gone
