"""What a turn is entered on: drawings, pads to tap, and what was entered, as long as the turn lasts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import flet as ft

from companion.games.mayor.wording import beside_text, quarter_text, reward_text, tile_text
from companion.tables.state import Colour, PlayerStyle
from companion.ui.components.controls import caption, group, mark, raised, seat_mark, silent, tappable, text
from companion.ui.components.fields import chip, tick, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import Setter, keyed, use_lazy_state, use_ref
from companion.ui.core.theme import MARKS, PLAYER_ROLES, SPACE, STREET_YELLOW, TARGET, Style
from scoring.mayor.data import AMENITY_REWARDS, Reward
from scoring.mayor.state import ICONS_RANGE, STREETS, Area, Building, Icons, Piece, Ring, Square, Street
from scoring.messages import Message, counted, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.games.kit import KnownValue
    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import Kind, Table, Tile


DOT: Final = 14
"""The size of the patch that stands for a street, in px."""

RING: Final = 22
"""The size of a Banker, in px."""


def street_color(street: Street) -> str:
    """Return the color of a street as the board shows it."""
    return STREET_YELLOW if street is Street.YELLOW else PLAYER_ROLES[Colour(street.value)]


def street_dot(street: Street | None) -> ft.Control:
    """Return the patch of a street; `None` is the Rainbow, with a stripe of each."""
    if street is not None:
        outline = ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT)
        return ft.Container(width=DOT, height=DOT, bgcolor=street_color(street), border=outline, border_radius=3)
    stripes = [ft.Container(width=DOT / 4, height=DOT, bgcolor=street_color(street)) for street in Street]
    return ft.Container(ft.Row(list(stripes), spacing=0, tight=True), width=DOT, height=DOT)


def kind_mark(kind: Kind | Building, size: float, ink: str) -> ft.Control:
    """Return the drawing of a kind of tile."""
    return mark(kind.noun.mark, size, ink)


def kind_counter(kind: Kind | Building, name: Message | str, most: int) -> Counter:
    """Return the counter of tiles or icons of a kind, with its drawing."""
    return Counter(name=name, most=most, char=MARKS[kind.noun.mark], ink=ft.Colors.ON_SURFACE)


def gold_counter(name: Message | str, most: int) -> Counter:
    """Return a counter of gold, with a coin."""
    return Counter(name=name, most=most, char=MARKS["coin"], ink=ft.Colors.ON_SURFACE)


def piece_mark(seat: PlayerStyle, piece: Piece, size: float = RING) -> ft.Control:
    """Return a piece on the track: the Citizen is the player's mark, the Banker the same mark in a ring."""
    if piece is Piece.CITIZEN:
        return ft.Container(seat_mark(seat, size - 4), width=size, height=size, alignment=ft.Alignment.CENTER)
    colour = PLAYER_ROLES[seat.colour]
    return ft.Container(
        seat_mark(seat, size / 2),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(2, colour),
        border_radius=size / 2,
    )


def player_line(state: MayorTable, seat: int, style: Style = Style.STRONG) -> ft.Row:
    """Return the mark and name of a player."""
    name = text(state.table.players[seat].name, style, expand=True)
    return ft.Row([seat_mark(state.extras.seats[seat]), name], spacing=2 * SPACE)


QUARTERS: Final = tuple((area, ring) for area in Area for ring in Ring)
"""The four quarters of a block, the columns of a pad."""

HEAD_WIDTH: Final = 76
"""The width of the name of a street with text of its usual size, in px."""

MAX_ROW_SCALE: Final = 1.3
"""The largest scale of the text with which the name of a street stands in its row; else it stands above."""


def quarter_sign(area: Area, ring: Ring) -> str:
    """Return a quarter in the letters and signs of the board and the tiles.

    >>> quarter_sign(Area.NORTH, Ring.INNER)
    'N o'
    """
    return f"{area.value} {ring.value}"


@component
def IconsPad(chosen: Icons | None, choose: Callable[[Icons], Any]) -> ft.Control:
    """Let the three icons of a building be chosen by one tap."""
    rows: list[ft.Control] = []
    for street in Street:
        row = [Icons(street=street, area=area, ring=ring) for area, ring in QUARTERS]
        cells = [
            _cell(
                quarter_sign(icons.area, icons.ring),
                "",
                str(quarter_text(icons)),
                partial(choose, icons),
                icons == chosen,
            )
            for icons in row
        ]
        rows.append(_row(street, STREETS[street], STREETS[street], cells))
    return column(rows, SPACE)


@component
def SquarePad(
    first: Street | None,
    chosen: Square | None,
    matches: Callable[[Square], int] | None,
    choose: Callable[[Square], Any],
    *,
    closed: Sequence[Street] = (),
) -> ft.Control:
    """Let a square beside a street be chosen by one tap, none beside a `closed` one; `None` for one beside no street.

    `matches` returns the number of icons that match a square.
    """
    others: list[Street | None] = [street for street in Street if street is not first and street not in closed]
    rows: list[ft.Control] = []
    for second in (None,) if first is None else (*others, None):
        streets = tuple(street for street in (first, second) if street is not None)
        row = [Square(streets=streets, area=area, ring=ring) for area, ring in QUARTERS]
        cells = [
            _cell(
                quarter_sign(square.area, square.ring),
                "" if matches is None else f"{matches(square)} ×",
                _square_label(square, matches),
                partial(choose, square),
                square == chosen,
            )
            for square in row
        ]
        words = tr("alone") if second is None else f"+ {STREETS[second]}"
        rows.append(_row(second, words, beside_text(streets), cells))
    return column(rows, SPACE)


def _square_label(square: Square, matches: Callable[[Square], int] | None) -> str:
    words = quarter_text(square)
    if matches is None:
        return str(words)
    return str(
        counted(matches(square), "{square}: {number} icon matches", "{square}: {number} icons match", square=words)
    )


def _row(street: Street | None, words: object, label: Message, cells: Sequence[ft.Control]) -> ft.Control:
    """Return the cells of a street, which screen readers find under a `label`."""
    viewport = use_ui().viewport
    dot: list[ft.Control] = [] if street is None else [street_dot(street)]
    head = silent(ft.Row([*dot, caption(words, no_wrap=True)], spacing=SPACE, tight=True))
    if viewport.scale > MAX_ROW_SCALE:
        return group(column([head, ft.Row(list(cells), spacing=SPACE)], 0), label)
    return group(ft.Row([ft.Container(head, width=HEAD_WIDTH * viewport.scale), *cells], spacing=SPACE), label)


def _cell(words: str, below: str, label: str, tap: Callable[[], Any], chosen: bool) -> ft.Control:  # noqa: FBT001
    ink = ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE
    lines: list[ft.Control] = [text(words, Style.STRONG, color=ink, no_wrap=True)]
    if below:
        lines.append(text(below, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True))
    return tappable(
        ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        label,
        tap,
        selected=chosen,
        expand=True,
        padding=ft.Padding.symmetric(vertical=SPACE if below else 3 * SPACE),
        alignment=ft.Alignment.CENTER,
        **raised(chosen=chosen),
    )


@component
def StreetChips(
    chosen: Sequence[Street | None], choose: Callable[[Street], Any], *, closed: Sequence[Street] = ()
) -> ft.Control:
    """Let streets be chosen that are not `closed`."""
    return wrapped(
        chip(STREETS[street], partial(choose, street), selected=street in chosen, leading=street_dot(street))
        for street in Street
        if street not in closed
    )


@component
def ParkIcons(
    icons: Mapping[Building, int],
    parks: Sequence[KnownValue[str, Tile]],
    change: Callable[[Mapping[Building, int]], Awaitable[None]],
) -> ft.Control:
    """Let the icons of a park be entered: a known park by one tap, another one icon by icon."""
    parts: list[ft.Control] = []
    if parks:
        parts.append(wrapped(_park_chip(park, change, chosen=dict(icons) == park.value.park) for park in parks))

    latest = use_ref(lambda: icons)
    latest.current = icons

    async def keep(kind: Building, number: int) -> None:
        counts = {**latest.current, kind: number}
        latest.current = {building: counts[building] for building in Building if counts.get(building)}
        await change(latest.current)

    for kind in Building:
        counter = kind_counter(kind, tr("{kind} icons", kind=kind.noun.title), ICONS_RANGE.high)
        parts.append(keyed(f"icons {kind.value}", Stepper, counter, icons.get(kind, 0), partial(keep, kind)))
    return column(parts)


def _park_chip(park: KnownValue[str, Tile], change: Callable[[Any], Awaitable[None]], *, chosen: bool) -> ft.Control:
    return chip(tile_text(park.value), partial(change, park.value.park), selected=chosen)


@component
def BlockPad(block: Sequence[Building], most: int, change: Callable[[tuple[Building, ...]], Any]) -> ft.Control:
    """Let the buildings that stand in a block be tapped, `most` at most."""
    latest = use_ref(lambda: tuple(block))
    latest.current = tuple(block)

    def add(kind: Building) -> Any:  # noqa: ANN401 - what the handler returns is awaited
        latest.current = (*latest.current, kind)[:most]
        return change(latest.current)

    def take(kind: Building) -> Any:  # noqa: ANN401 - likewise
        if kind in latest.current:
            number = latest.current.index(kind)
            latest.current = (*latest.current[:number], *latest.current[number + 1 :])
        return change(latest.current)

    in_block = [
        chip(
            kind.noun.title,
            partial(take, kind),
            selected=True,
            leading=kind_mark(kind, 20, ft.Colors.PRIMARY),
            label=tr("Remove {name}", name=kind.noun.title),
        )
        for kind in block
    ]
    building_buttons = [
        tappable(
            kind_mark(kind, 28, ft.Colors.ON_SURFACE),
            kind.noun.title,
            partial(add, kind),
            width=TARGET + 2 * SPACE,
            height=TARGET,
            alignment=ft.Alignment.CENTER,
            **raised(),
        )
        for kind in Building
    ]
    free = building_buttons if len(block) < most else []
    return column([wrapped(buildings) for buildings in (free, in_block) if buildings])


@component
def RewardChips(
    used: bool,  # noqa: FBT001 - what a component takes
    chosen: Reward | None,
    toggle: Callable[[], Any],
    choose: Callable[[Reward], Any],
) -> ft.Control:
    """Let a Civic Amenity be used, and one of its rewards be chosen."""
    viewport = use_ui().viewport
    line = tick(tr("Use a Civic Amenity"), toggle, viewport, ticked=used)
    if not used:
        return line
    chips = wrapped(
        chip(str(reward_text(reward)), partial(choose, reward), selected=reward == chosen) for reward in AMENITY_REWARDS
    )
    return column([line, chips])


V = TypeVar("V")


def use_turn_memory(live: LiveTable, what: str, start: V) -> tuple[V, Setter[V]]:
    """Return a state that begins as this browser left it in the same turn, else as `start`, and its setter."""
    store = ft.context.page.session.store
    table: Table = live.state.table
    key = f"{what} at {live.id}"
    held = tuple(tuple(tile.kind for tile in tiles) for tiles in table.held)
    turn = (table.turn, table.walked, table.closing, table.markers, held, table.players)

    def begin() -> V:
        kept: tuple[object, V] | None = store.get(key)
        return kept[1] if kept is not None and kept[0] == turn else start

    value, set_value = use_lazy_state(begin)

    def keep(new: Callable[[V], V], /) -> None:
        def apply(old: V) -> V:
            value = new(old)
            store.set(key, (turn, value))
            return value

        set_value(apply)

    return value, keep
