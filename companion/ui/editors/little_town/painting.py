"""A board of one's own: a terrain is chosen, and each square that is tapped shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.games.little_town import actions
from companion.games.little_town.wording import LAND_MARKS, land_said
from companion.ui.components.controls import button, caption, heading, mark
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from companion.ui.editors.little_town.pieces import column
from scoring.little_town.state import Side, Terrain

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.board import Picked

SIDES = {Side.ONE: "Side 1", Side.TWO: "Side 2"}


@component
def Painting(live: LiveTable, picked: Picked) -> ft.Control:
    """Let the board be another side, or be made by tapping its squares."""
    use_revision(live)
    board = live.state.table.board

    def brush(land: Terrain) -> Callable[[], None]:
        def take() -> None:
            picked.brush = land

        return take

    def lay(side: Side) -> Callable[[], Any]:
        return lambda: live.change(f"{SIDES[side]} of the board", actions.with_board(side))

    def done() -> None:
        picked.brush = None

    own = chip(
        "Our own",
        lambda: live.change("a board of our own", actions.with_board(None)),
        selected=not isinstance(board, Side),
    )
    sides = [chip(words, lay(side), selected=board is side) for side, words in SIDES.items()]
    lands = [
        chip(
            land_said(land),
            brush(land),
            selected=land is picked.brush,
            leading=mark(LAND_MARKS[land], 20, ft.Colors.ON_SURFACE) if land in LAND_MARKS else None,
            label=f"Paint {land_said(land).lower()}",
        )
        for land in Terrain
    ]
    return column(
        [
            heading("The board"),
            wrapped([*sides, own]),
            caption("Choose a terrain, and tap the squares that show it. That makes the board your own."),
            wrapped(lands),
            ft.Row([button("The board is right", done)], wrap=True),
        ],
        3 * SPACE,
    )
