"""The Market: how many tiles are left in each line, what they show as price, and the Event in effect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor import copy_values
from companion.games.mayor.actions import with_line
from companion.games.mayor.table import player_of
from companion.games.mayor.wording import many, mark_of
from companion.ui.components.controls import button, caption, card, heading, notice, plain_button, text
from companion.ui.components.fields import wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.theme import Style
from companion.ui.editors.mayor.buying import price_ask, price_said
from companion.ui.editors.mayor.ending import ending
from companion.ui.editors.mayor.event import EventCard
from companion.ui.editors.mayor.faces import column
from companion.ui.editors.mayor.prices import ShownPrice
from scoring.mayor.data import EMPTY_LINES
from scoring.mayor.rules import empty_lines
from scoring.mayor.rulings import LINES_ENTERED
from scoring.mayor.setup import laid_out
from scoring.mayor.state import Kind
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.mayor.table import MayorTable
    from companion.tables.live_table import LiveTable

LINE_MOST: Final = 99
"""More tiles than that no line has."""

COURSE: Final = {
    Kind.SHOP: "get cheaper as they are bought",
    Kind.BANK: "get cheaper as they are bought",
    Kind.CHURCH: "get cheaper as they are bought",
    Kind.STATUE: "get dearer as they are bought",
    Kind.PARK: "get dearer as they are bought",
}
"""How prices go on. Rulebook, Buy a Tile."""


@component
def MarketTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the five lines of the Market."""
    use_revision(live)
    state: MayorTable = live.state
    lacking = [kind for kind in Kind if kind not in state.table.tile_lines]
    return column(
        [
            *ending(live),
            EventCard(live),
            *([AtTheStart(live)] if lacking else [_empty(state)]),
            *(keyed(f"line {kind.value}", LineCard, live, kind) for kind in Kind if kind not in lacking),
        ]
    )


def _empty(state: MayorTable) -> ft.Control:
    number = len(empty_lines(state.table))
    lines = counted(number, "line is", "lines are")
    return caption(f"{lines} empty; the game ends with {EMPTY_LINES}.")


@component
def LineCard(live: LiveTable, kind: Kind) -> ft.Control:
    """Show one line: the tiles left, the price shown, and what a tile costs whose turn it is."""
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    open_, set_open = use_value(initial=False)
    left = state.table.tile_lines.get(kind)
    if left is None:
        return ft.Container()
    seat = state.extras.turn
    ask = price_ask(state, ui.tables.copies[live.game.key], seat, kind)

    async def keep(number: int) -> None:
        await live.change(f"{many(kind).capitalize()} left: {number}", with_line(kind, number))

    left_over = text("empty", Style.STRONG, color=ft.Colors.PRIMARY) if left == 0 else caption(COURSE[kind])
    counter = Counter(
        name=f"{many(kind).capitalize()} left", most=LINE_MOST, char=MARKS[mark_of(kind)], ink=ft.Colors.ON_SURFACE
    )
    parts: list[ft.Control] = [
        text(many(kind).capitalize(), Style.STRONG),
        left_over,
        keyed(f"left {kind.value}", Stepper, counter, left, keep),
    ]
    if left and (ask is not None or open_):
        parts.append(ShownPrice(live, kind))
    elif left:
        parts.append(wrapped([plain_button(f"Enter the price of {many(kind)}", lambda: set_open(lambda _: True))]))
    if left and ask is not None:
        parts += [caption(f"For {player_of(state, seat).name} now: {said}")
                  for said in price_said(state, ask)]  # fmt: skip
    return card(parts)


def untouched(state: MayorTable) -> bool:
    """Return whether nothing was done yet: all pieces stand as they do at the start, and nobody has a tile."""
    return state.table.players == laid_out([player.name for player in state.table.players]).players


def _nothing_entered() -> Mapping[Kind, int]:
    return {}


@component
def AtTheStart(live: LiveTable) -> ft.Control:
    """Ask how many tiles lie in the lines of which it is not known; before the first turn it is kept as my copy."""
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    entered, set_entered = use_lazy_state(_nothing_entered)
    lacking = [kind for kind in Kind if kind not in state.table.tile_lines]
    start = untouched(state)

    async def count(kind: Kind, number: int) -> None:
        set_entered(lambda old: {**old, kind: number})

    async def keep() -> None:
        known = {kind: number for kind, number in entered.items() if number and kind in lacking}

        def apply(old: MayorTable) -> MayorTable:
            for kind, number in known.items():
                old = with_line(kind, number)(old)
            return old

        await live.change(f"Tiles of {', '.join(many(kind) for kind in known)}", apply)
        for kind, number in known.items() if start else ():
            await copy_values.keep_line(ui.tables.copies[live.game.key], kind, number)

    steppers = [
        keyed(
            f"start {kind.value}",
            Stepper,
            Counter(
                name=f"{many(kind).capitalize()} in the line",
                most=LINE_MOST,
                char=MARKS[mark_of(kind)],
                ink=ft.Colors.ON_SURFACE,
            ),
            entered.get(kind, 0),
            partial(count, kind),
        )
        for kind in lacking
    ]
    words = "How many tiles lie in each line? Only your copy tells; a line left at 0 stays unknown."
    kept = "It is asked once, and kept as my copy." if start else "Once counted, each line is stepped here."
    some = any(entered.get(kind) for kind in lacking)
    return card(
        [
            heading("Count the lines"),
            text(words),
            caption(kept),
            *steppers,
            button("Keep these lines", keep, disabled=not some),
            notice(f"Ruling: {LINES_ENTERED}", live=False),
        ],
    )
