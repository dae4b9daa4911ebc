"""The price that a line of the Market shows: asked once for each number of tiles left, and known from then on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor import copy_values
from companion.games.mayor.actions import showing
from companion.games.mayor.wording import many, one
from companion.ui.components.controls import caption
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE
from companion.ui.editors.mayor.faces import column

if TYPE_CHECKING:
    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from scoring.mayor.state import Kind

OFFERED: Final = range(1, 16)
"""Prices that are offered to be tapped; others are stepped to."""


def shown_price(state: MayorTable, copies: MyCopy, kind: Kind) -> int | None:
    """Return the price that a line shows now: as entered at this table, else as my copy has it."""
    entered = state.extras.shown.get(kind)
    return copy_values.price(copies, kind, state.table.tile_lines.get(kind)) if entered is None else entered


async def keep_shown(live: LiveTable, copies: MyCopy, kind: Kind, price: int) -> None:
    """Keep the price that a line shows now, at this table and, where its tiles are counted, in my copy."""
    await live.change(f"Shown price of {many(kind)}: {price}", showing(kind, price))
    left = live.state.table.tile_lines.get(kind)
    if left:
        await copy_values.keep_price(copies, kind, left, price)


@component
def ShownPrice(live: LiveTable, kind: Kind) -> ft.Control:
    """Show the price on the next visible space of a line, or ask for it."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]
    price = shown_price(live.state, copies, kind)

    async def keep(number: int) -> None:
        await keep_shown(live, copies, kind, number)

    if price is not None:
        counter = Counter(
            name=f"Price shown for a {one(kind)}",
            most=copy_values.PRICE_MOST,
            char=MARKS["coin"],
            ink=ft.Colors.ON_SURFACE,
        )
        return keyed(f"price {kind.value}", Stepper, counter, price, keep)
    counts = live.state.table.tile_lines.get(kind) is not None
    once = " It is asked once, and kept as my copy." if counts else ""
    chips = [chip(str(number), partial(keep, number), label=f"A {one(kind)} shows {number} gold") for number in OFFERED]
    return column([caption(f"Which price is visible next in the line of {many(kind)}?{once}"), wrapped(chips)],
                  2 * SPACE)  # fmt: skip
