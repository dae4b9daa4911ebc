"""Pads: a whole tile, or a whole square, chosen by one tap in a table of streets and quarters."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor.wording import icons_said, one, square_said
from companion.ui.components.controls import caption, tappable, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.mayor.faces import column, kind_mark, street_dot
from scoring.mayor.state import Area, Building, Icons, Ring, Square, Street

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from typing import Any

    from companion.games.mayor.copy_values import Shown

QUARTERS: Final = tuple((area, ring) for area in Area for ring in Ring)
"""The four sorts of squares in a block, as the columns of a pad."""

HEAD: Final = 76
"""The room for the name of a street, in px, with text of its usual size."""

LARGE: Final = 1.3
"""With text larger than that, the name of a street stands above its row."""

ICONS_MOST: Final = 3


def quarter_said(area: Area, ring: Ring) -> str:
    """Return a quarter as the board and the tiles print it.

    >>> quarter_said(Area.NORTH, Ring.INNER)
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
            _cell(quarter_said(icons.area, icons.ring), "", icons_said(icons), partial(choose, icons), icons == chosen)
            for icons in row
        ]
        rows.append(_row(street, street.value, cells))
    return column(rows, SPACE)


@component
def SquarePad(
    first: Street, chosen: Square | None, matches: Callable[[Square], int] | None, choose: Callable[[Square], Any]
) -> ft.Control:
    """Let a square beside a street be chosen by one tap; where the tile is known, each says how many icons match."""
    others: list[Street | None] = [street for street in Street if street is not first]
    rows: list[ft.Control] = []
    for other in (*others, None):
        streets = (first,) if other is None else (first, other)
        row = [Square(streets=streets, area=area, ring=ring) for area, ring in QUARTERS]
        cells = [
            _cell(
                quarter_said(square.area, square.ring),
                "" if matches is None else f"{matches(square)} ×",
                _square_label(square, matches),
                partial(choose, square),
                square == chosen,
            )
            for square in row
        ]
        rows.append(_row(other, "no other" if other is None else f"+ {other.value}", cells))
    return column(rows, SPACE)


def _square_label(square: Square, matches: Callable[[Square], int] | None) -> str:
    words = square_said(square)
    if matches is None:
        return words
    number = matches(square)
    return f"{words}: {number} {'icon matches' if number == 1 else 'icons match'}"


def _row(street: Street | None, words: str, cells: Sequence[ft.Control]) -> ft.Control:
    viewport = use_ui().viewport
    dot: list[ft.Control] = [] if street is None else [street_dot(street)]
    head = ft.Row([*dot, caption(words, no_wrap=True)], spacing=SPACE, tight=True)
    if viewport.scale > LARGE:
        return column([head, ft.Row(list(cells), spacing=SPACE)], 0)
    return ft.Row([ft.Container(head, width=HEAD * viewport.scale), *cells], spacing=SPACE)


def _cell(words: str, below: str, label: str, tap: Callable[[], Any], chosen: bool) -> ft.Control:  # noqa: FBT001
    ink = ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE
    lines: list[ft.Control] = [text(words, Style.STRONG, color=ink, no_wrap=True)]
    if below:
        lines.append(text(below, Style.SMALL, color=ink if chosen else ft.Colors.ON_SURFACE_VARIANT, no_wrap=True))
    return tappable(
        ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        label,
        tap,
        selected=chosen,
        expand=True,
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT),
        padding=ft.Padding.symmetric(vertical=1.5 * SPACE if below else 3 * SPACE + 2),
        alignment=ft.Alignment.CENTER,
    )


@component
def StreetChips(chosen: Street | None, choose: Callable[[Street], Any], *, asked: str) -> ft.Control:
    """Let a street be chosen; `asked` is said before its colour."""
    return wrapped(
        chip(
            street.value,
            partial(choose, street),
            selected=street is chosen,
            leading=street_dot(street),
            label=f"{asked} {street.value}",
        )
        for street in Street
    )


@component
def ParkIcons(
    icons: Mapping[Building, int], known: Sequence[Shown], change: Callable[[Mapping[Building, int]], Awaitable[None]]
) -> ft.Control:
    """Let the icons of a park be entered: one that was seen before by one tap, else each number."""
    parts: list[ft.Control] = []
    if known:
        parts.append(wrapped(_park(park, dict(icons) == park.value, change) for park in known))

    async def keep(kind: Building, number: int) -> None:
        counts = {**icons, kind: number}
        await change({one: counts[one] for one in Building if counts.get(one)})

    for kind in Building:
        counter = Counter(
            name=f"{one(kind).capitalize()} icons",
            most=ICONS_MOST,
            char=MARKS[f"mayor_{kind.value}"],
            ink=ft.Colors.ON_SURFACE,
        )
        parts.append(keyed(f"icons {kind.value}", Stepper, counter, icons.get(kind, 0), partial(keep, kind)))
    return column(parts, 2 * SPACE)


def _park(park: Shown, chosen: bool, change: Callable[[Any], Awaitable[None]]) -> ft.Control:  # noqa: FBT001
    return chip(park.key, partial(change, park.value), selected=chosen, label=f"Park: {park.key}")


@component
def BlockPad(block: Sequence[Building], most: int, change: Callable[[tuple[Building, ...]], Any]) -> ft.Control:
    """Let the buildings that stand in a block be tapped together, as many as fit beside a park."""

    def add(kind: Building) -> Any:  # noqa: ANN401 - what the handler returns is awaited
        return change((*block, kind)[:most])

    def take(number: int) -> Any:  # noqa: ANN401 - likewise
        return change((*block[:number], *block[number + 1 :]))

    standing = [
        chip(
            one(kind).capitalize(),
            partial(take, number),
            selected=True,
            leading=kind_mark(kind, 20, ft.Colors.PRIMARY),
            label=f"Take the {one(kind)} out of the block",
        )
        for number, kind in enumerate(block)
    ]
    offered = [
        tappable(
            kind_mark(kind, 28, ft.Colors.ON_SURFACE),
            f"A {one(kind)} in the block",
            partial(add, kind),
            width=TARGET + 2 * SPACE,
            height=TARGET,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            border=ft.Border.all(1, ft.Colors.ON_SURFACE_VARIANT),
        )
        for kind in Building
    ]
    words = "Tap the buildings that stand in its block." if len(block) < most else "The block is full."
    here: list[ft.Control] = [wrapped(standing)] if standing else [caption("No building yet.")]
    return column([caption(words), *([wrapped(offered)] if len(block) < most else []), *here], 2 * SPACE)
