"""The rondel: its five spaces with the Action markers on them, and what a tap on each would cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor.actions import steps_to
from companion.games.mayor.wording import colour_of, one
from companion.ui.components.controls import caption, labelled, mark, seat_mark, tappable, text
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.faces import column, kind_mark, street_dot
from scoring.mayor.preview import rondel_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from companion.games.mayor.copy_values import Space
    from companion.games.mayor.table import MayorTable
    from companion.ui.core.context import Viewport
    from scoring.mayor.state import Kind

FACE: Final = 100
"""The width of a space on the ring, in px, where there is room for that."""

SHARE: Final = 0.31
"""The most of the ring's width that a space takes, so that none lies over another."""

HIGH: Final = 104
"""The height of a space on the ring with text of its usual size, in px."""

ROUND: Final = 1.15
"""With text larger than that, the spaces stand below each other."""

WIDE: Final = 360
"""The ring is not wider than this, in px."""

QUARTER: Final = 90
HUB: Final = 32
PIECE: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What it costs to move to a space, and whether the player has that gold."""

    gold: int
    affordable: bool

    @property
    def words(self) -> str:
        """The cost as it is said."""
        return f"{self.gold} gold" if self.gold else "free"


def costs(state: MayorTable, seat: int, order: Sequence[Kind]) -> dict[Kind, Cost]:
    """Return what it would cost a player to move to each space of the rondel; nothing where the marker is not known."""
    start = state.extras.markers[seat]
    if start is None:
        return {}
    steps = rondel_steps(state.table, seat)
    found = {space: steps[steps_to(order, start, space) - 1] for space in order}
    return {space: Cost(gold=step.gold, affordable=step.affordable) for space, step in found.items()}


def marker_names(state: MayorTable, space: Kind) -> tuple[str, ...]:
    """Return whose Action markers stand on a space."""
    players = state.table.players
    named = enumerate(state.extras.markers)
    return tuple(players[at].name if at < len(players) else "a neutral marker" for at, on in named if on is space)


def rondel(
    state: MayorTable,
    spaces: Sequence[Space],
    prices: dict[Kind, Cost],
    viewport: Viewport,
    width: float,
    tap: Callable[[Kind], Any],
) -> ft.Control:
    """Return the rondel; `prices` are written on the spaces, `tap` is told which one was tapped."""
    ring = viewport.scale <= ROUND
    whole = min(width, WIDE)
    wide = min(FACE, whole * SHARE) if ring else None
    faces = [
        _face(state, space, prices.get(space.kind), viewport, partial(tap, space.kind), wide=wide) for space in spaces
    ]
    if wide is None:
        return column(faces, 2 * SPACE)
    across = (whole - wide) / 2 / sin(radians(72))
    placed: list[ft.Control] = []
    for number, face in enumerate(faces):
        angle = radians(72 * number - QUARTER)
        left, top = whole / 2 + across * cos(angle) - wide / 2, HIGH * (1 + sin(angle))
        placed.append(ft.Container(face, left=left, top=top, width=wide, height=HIGH))
    hub = ft.Icon(ft.Icons.ROTATE_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT, size=HUB)
    placed.insert(0, ft.Container(hub, left=(whole - HUB) / 2, top=HIGH * 1.5 - HUB / 2))
    ring_of_five = ft.Stack(placed, width=whole, height=HIGH * (2 + cos(radians(36))))
    return ft.Row([ring_of_five], alignment=ft.MainAxisAlignment.CENTER, spacing=0)


def _face(
    state: MayorTable,
    space: Space,
    cost: Cost | None,
    viewport: Viewport,
    tap: Callable[[], object],
    *,
    wide: float | None,
) -> ft.Control:
    """Return a space; `wide` is its width on the ring, `None` where the spaces stand below each other."""
    ring = wide is not None
    here = state.extras.markers[state.extras.turn] is space.kind
    there = marker_names(state, space.kind)
    dear = cost is not None and not cost.affordable
    words = f"{one(space.kind).capitalize()}, {colour_of(space.street)}"
    said = f"{words}{'' if cost is None else f': {cost.words}'}{', too dear' if dear else ''}"
    ink = ft.Colors.ON_SURFACE_VARIANT if dear else ft.Colors.ON_SURFACE
    street: list[ft.Control] = [
        street_dot(space.street),
        text(colour_of(space.street), Style.SMALL, color=ink, no_wrap=ring),
    ]
    name = text(one(space.kind).capitalize(), Style.SMALL if ring else Style.TEXT, color=ink, expand=not ring)
    price: list[ft.Control] = []
    if cost is not None:
        price = [
            text(
                cost.words, Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT if dear else ft.Colors.PRIMARY, no_wrap=True
            )
        ]
    head: list[ft.Control] = [kind_mark(space.kind, 26, ink), _pieces(state, space.kind, viewport)]
    face: ft.Control = ft.Column(
        [
            ft.Row(head, spacing=SPACE, tight=True),
            name,
            ft.Row(street, spacing=SPACE, tight=True),
            *price,
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    if not ring:
        face = column([ft.Row([*head, name, *price], spacing=2 * SPACE), ft.Row(street, spacing=SPACE)], 0)
    return tappable(
        face,
        f"{said}{f'; {_list(there)} there' if there else ''}",
        tap,
        selected=here,
        bgcolor=ft.Colors.PRIMARY_CONTAINER if here else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2 if here else 1, ft.Colors.PRIMARY if here else ft.Colors.OUTLINE_VARIANT),
        padding=SPACE if ring else 2 * SPACE,
        alignment=ft.Alignment.CENTER if ring else None,
        width=wide,
        height=HIGH if ring else None,
    )


def _pieces(state: MayorTable, space: Kind, viewport: Viewport) -> ft.Control:
    """Return the markers on a space, two in a line."""
    players = len(state.table.players)
    standing = [at for at, on in enumerate(state.extras.markers) if on is space]
    marks = [marker_mark(state, at, viewport) if at < players else neutral_mark(viewport) for at in standing]
    lines: list[ft.Control] = [ft.Row(marks[at : at + 2], spacing=1, tight=True) for at in range(0, len(marks), 2)]
    return ft.Column(lines, spacing=0, tight=True)


def marker_mark(state: MayorTable, seat: int, viewport: Viewport) -> ft.Control:
    """Return the Action marker of a seat."""
    return seat_mark(state.extras.seats[seat], PIECE)


def neutral_mark(viewport: Viewport) -> ft.Control:
    """Return an Action marker of a colour that nobody plays."""
    return mark("marker", PIECE, ft.Colors.ON_SURFACE_VARIANT)


def space_line(state: MayorTable, space: Space, viewport: Viewport) -> ft.Control:
    """Return the space on which the active player stands, in words."""
    others = [name for name in marker_names(state, space.kind) if name != _active(state)]
    where = f"{one(space.kind).capitalize()} space, {colour_of(space.street)}"
    company = f"with {_list(tuple(others))}" if others else "nobody else there"
    lines = ft.Column([text(where, Style.STRONG), caption(company)], spacing=0, tight=True, expand=True)
    marks = (kind_mark(space.kind, 32, ft.Colors.ON_SURFACE), street_dot(space.street))
    return labelled(ft.Row([*marks, lines], spacing=2 * SPACE), f"{where}; {company}")


def _active(state: MayorTable) -> str:
    return state.table.players[state.extras.turn].name


def _list(names: tuple[str, ...]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
